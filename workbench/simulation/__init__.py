"""A synthetic RAG pipeline whose truth is known: for practice, tests and teaching.

May import numpy, a BM25 library and domain. Reads and writes no file.
"""

from workbench.simulation.corpus import INDEX_VERSION, Passage
from workbench.simulation.pipeline import PipelineSettings
from workbench.simulation.simulate import Simulation, Truth, simulate

__all__ = ["INDEX_VERSION", "Passage", "PipelineSettings", "Simulation", "Truth", "simulate"]
