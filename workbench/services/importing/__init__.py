"""Files into the store: preview, validate, write in batches nobody sees before the last.

May import formats and db. Never decides a stage: places of evidence are refreshed through
triage, after the rows stand.
"""
