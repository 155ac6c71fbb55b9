"""A synthetic RAG pipeline whose truth is known: for practice, tests and teaching.

May import numpy, a BM25 library and domain. Reads and writes no file.
"""
