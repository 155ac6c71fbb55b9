"""Practice on systems whose truth is known: real services on a made-up run, in a store of its own.

May import everything that services may. Never touches the store of the person who practises.
"""
