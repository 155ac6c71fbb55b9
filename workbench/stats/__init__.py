"""Counts in, named results with intervals out.

May import numpy and scipy. Has never heard of a trace.
"""
