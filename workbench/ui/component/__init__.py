"""The label item as one component of the page: scripts and a style sheet, and their mounting.

May import streamlit. It draws what it is handed and sends back what was pressed; no decision
is taken here.
"""
