"""Words and rules of labelling: what a stage, a bucket and a verdict are, and how they follow.

May import the standard library only. Files, tables, frames and widgets never enter.
"""
