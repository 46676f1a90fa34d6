"""Statements that every move runs. Their text is compiled once, so running them costs only the driver's time.

SQLAlchemy's own execution of such a statement takes several times as long as the database does. The statements are
still written with SQLAlchemy, and a driver's error is raised as the error that SQLAlchemy would raise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ClauseElement, Connection, Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler


class Prepared:
    """A statement with named parameters whose values need no conversion: numbers, texts and bytes."""

    def __init__(self, statement: ClauseElement | Mapping[str, ClauseElement]) -> None:
        self._statement = statement  # or one for each dialect
        self._compiled: dict[str, tuple[str, Sequence[str] | None]] = {}

    def run(self, connection: Connection, **values: object) -> Any:
        """Run the statement and return the driver's cursor."""
        text, names = self._compiled.get(connection.dialect.name) or self._compile(connection.dialect)
        return execute(connection, text, values if names is None else [values[name] for name in names])

    def _compile(self, dialect: Dialect) -> tuple[str, Sequence[str] | None]:
        given = self._statement
        statement = given if isinstance(given, ClauseElement) else given[dialect.name]
        compiled = statement.compile(dialect=dialect)
        assert isinstance(compiled, SQLCompiler)
        made = self._compiled[dialect.name] = (str(compiled), compiled.positiontup if compiled.positional else None)
        return made


def execute(connection: Connection, text: str, values: Mapping[str, object] | Sequence[object] = ()) -> Any:
    """Run SQL written for the driver; returns its cursor."""
    dialect, driver = connection.dialect, connection.connection
    cursor = driver.cursor()
    try:
        cursor.execute(text, values)
    except dialect.loaded_dbapi.Error as error:
        if dialect.is_disconnect(error, driver.dbapi_connection, cursor):
            connection.invalidate(error)
        raise DBAPIError.instance(
            text, None, error, dialect.loaded_dbapi.Error, hide_parameters=True, dialect=dialect
        ) from error
    return cursor
