"""Bytes, lines and columns to records, and records back to bytes.

May import domain, pandas and pydantic. The store and the screens never enter.
"""
