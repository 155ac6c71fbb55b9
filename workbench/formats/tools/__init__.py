"""Files of other tools: one module a tool, each from its records to ours.

A reader gives the native fields, verdict rows, gold or corpus that the imports already take;
what a format cannot say is remarked. No tool's own library enters.
"""
