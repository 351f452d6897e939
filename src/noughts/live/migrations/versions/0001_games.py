"""Adds the table of games."""

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None

TEXTS = (
    *("rules", "x_seat", "o_seat", "x_name", "o_name", "player"),
    *("offer", "offered_by", "winner", "why", "next", "series"),
)
COUNTS = ("plies", "version", "seconds", "increment")
TIMES = ("made", "changed", "x_left", "o_left", "since")


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "games",
        sql.Column("id", sql.Text, primary_key=True),
        *(sql.Column(name, sql.Text, nullable=False) for name in TEXTS),
        *(sql.Column(name, sql.Integer, nullable=False) for name in COUNTS),
        *(sql.Column(name, sql.BigInteger, nullable=False) for name in TIMES),
        sql.Column("record", sql.LargeBinary, nullable=False),
    )
    op.create_index("games_changed", "games", ["changed"])
