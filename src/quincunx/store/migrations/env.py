"""Run by Alembic: runs the migrations on the connection that `upgrade` has opened."""

from __future__ import annotations

from alembic import context

from quincunx.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
context.run_migrations()
