"""Label RAG traces by hand, measure the judge, and correct what it reports.

Rooms, top to bottom: cli and ui; services; report, formats and db; domain and stats;
errors, settings and resources. A room imports only from rooms below it.
"""
