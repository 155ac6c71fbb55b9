"""Where each trace lost its evidence, and what a run's retrieval found, from ids and texts.

May import calibration for whose labels count. Never corrects a share: that is calibration.
"""
