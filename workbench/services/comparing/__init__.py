"""Runs side by side on the questions they share.

Reads what calibration reads; different questions or judges are refused or cut to the common part.
"""
