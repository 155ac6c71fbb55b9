"""The screens: ask a service, draw, pass one choice back.

The only room that imports streamlit. No SQL, no formula, no frame arithmetic.
"""
