"""Tables, statements and migrations of the store, on SQLite and PostgreSQL alike.

The only room that imports sqlalchemy and alembic; called by services alone. It may
import workbench.domain and workbench.errors: tables depend on the words, never the reverse.
"""
