"""Every command: parse, call one service, print; the only place for exit codes.

May import services, settings and errors, and typer, which is nobody else's. Services are
imported inside the commands, so that asking for help waits for no number library. No formula,
no SQL and no file format enters here.
"""
