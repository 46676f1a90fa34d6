"""Migrations that bring a database to this program's version; the same ones for SQLite and PostgreSQL."""
