"""The store as a thing to look after: made, migrated, copied, checked, served, summed up.

May import every other service. Never reads a file that somebody brought: that is importing.
"""
