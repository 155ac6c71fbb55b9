"""What human labels say about a judge, and the shares once its errors are taken out.

The design of the labels is settled here, before any estimator of stats is chosen.
"""
