"""The store out again: tables for people, and files that come back without loss.

May import every room whose results it writes. Never changes the store.
"""
