"""Statistics of judge and human verdicts: counts in, named results out.

May import numpy, scipy and `workbench.errors`. Never a trace, a frame, a file or a clock.
"""
