"""How a database comes to this program's version, step by step; one set for SQLite and PostgreSQL."""
