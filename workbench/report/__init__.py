"""Results to things people look at: tidy frames and charts.

May import domain, stats, pandas and altair. Computes no estimate of its own.
"""
