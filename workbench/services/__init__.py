"""One use case per file: read, decide with the core, write, return a small report.

The only room that imports db. Screens and commands call it; it knows neither. What several of
its rooms share (the open store, the results, a refusal, a judge by name) stands at its door.
"""
