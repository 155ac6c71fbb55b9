"""What unlabelled traces show of each stage: over time, by version, and around a change.

Reads sums made inside the database; writes nothing. A queue from a moved signal is drawn in
labelling.
"""
