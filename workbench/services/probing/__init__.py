"""The gold-context probe and the gates of one trace: what proves where an answer was lost.

May import db, domain, stats, formats and the other services. No drawing, no printing.
"""
