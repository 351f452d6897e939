"""Finished games as a table in a Parquet file, without the players' names."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import islice
from typing import Any

from noughts.core.cell_names import move_name
from noughts.live.game import SIDES, Kept, rules_of
from noughts.system.extras import require
from noughts.system.files import naming

AT_ONCE = 10_000  # games in a row group


def write(path: str | os.PathLike[str], games: Iterable[Kept]) -> None:
    """Write a row for each game: board, moves, result and its reason, clock, beginning and end.

    The columns `x_player` and `o_player` name players of the library, and are empty for people.
    Raises `MissingExtraError` if PyArrow is not installed.
    """
    require("parquet", "Parquet files")
    import pyarrow as pa
    import pyarrow.parquet as pq

    names = ("rules", "winner", "why", "x_player", "o_player")
    fields: dict[str, Any] = dict.fromkeys(names, pa.string()) | {"moves": pa.list_(pa.string())}
    fields |= dict.fromkeys(("seconds", "increment"), pa.int32())
    fields |= dict.fromkeys(("made", "changed"), pa.timestamp("ms", "UTC"))
    schema, rest = pa.schema([pa.field(*each, False) for each in fields.items()]), iter(games)
    with naming(path), open(path, "wb") as file, pq.ParquetWriter(file, schema) as writer:
        while some := [*map(_row, islice(rest, AT_ONCE))]:
            writer.write_table(pa.Table.from_pylist(some, schema))


def _row(game: Kept) -> dict[str, Any]:
    rules, row = rules_of(game.rules), game._asdict()
    players = {f"{side}_player": game.played_for(side) for side in SIDES}
    return row | players | {"moves": [move_name(move, rules) for move in game.moves]}
