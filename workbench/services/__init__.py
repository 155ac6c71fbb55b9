"""One use case per file: read, decide with the core, write, return a small report.

The only room that imports db. Screens and commands call it; it knows neither.
"""
