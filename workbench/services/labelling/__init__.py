"""Queues and what an annotator does with one item: drawn, leased, shown, answered, undone.

May import triage for the places of evidence. A judge's verdict never enters what is shown here;
it is read only where a queue is drawn.
"""
