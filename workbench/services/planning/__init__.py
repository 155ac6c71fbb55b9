"""How many more labels, from which stratum, for a number that decides something.

Reads what calibration reads; writes nothing.
"""
