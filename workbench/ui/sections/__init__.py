"""Sections of screens that hold several: each file draws one, called by its screen.

May import what a screen may. A section asks services, draws, and passes one choice back.
"""
