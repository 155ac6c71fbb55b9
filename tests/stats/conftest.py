"""Hypothesis measures no time here: a busy machine is not a wrong number."""

from hypothesis import settings

settings.register_profile("numbers", deadline=None)
settings.load_profile("numbers")
