"""Adds an index of the games that await a player, for the lobby."""

import sqlalchemy as sql
from alembic import op

revision = "0002"
down_revision = "0001"

WAITING = sql.text("why = '' AND (x_seat = '' OR o_seat = '')")


def upgrade() -> None:
    """Make a partial index, which has only these games."""
    op.create_index(
        "games_waiting", "games", ["changed"], sqlite_where=WAITING, postgresql_where=WAITING
    )
