"""Lets Alembic use the connection to the database that `database.opened` has opened."""

from alembic import context

from noughts.live.database import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
