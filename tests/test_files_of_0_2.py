"""Stores of version 2 are read for ever, those whose writer was killed too.

`tests/data/v0.2` was written by 0.2 itself; `contents.json` says what it then read there. So are
tables in shards of version 1.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from noughts import Rules, store
from noughts.solver.tables.table import Table

FILES = Path(__file__).parent / "data" / "v0.2"
STORES: dict[str, Any] = json.loads((FILES / "contents.json").read_text(encoding="utf-8"))["stores"]


@pytest.mark.parametrize("name", STORES)
def test_stores_are_read_and_added_to_as_they_were(name: str, tmp_path: Path) -> None:
    told, whole = STORES[name], (FILES / name).read_bytes()
    reader = store.read(FILES / name)
    assert [reader.codec, str(reader.rules)] == [told["codec"], told["board"]]
    assert (reader.dropped, reader.missing) == (told["dropped"], None)
    assert list(reader) == told["codes"]
    assert not any(reader.damage())
    header = reader.header
    again = tmp_path / "again"
    with store.create(again, reader.codec, reader.rules, header.packing, header.full) as writer:
        writer.write_codes(header.codes_of(told["codes"]))
    if not reader.dropped:
        assert again.read_bytes() == whole
    again.write_bytes(whole)
    with store.append(again) as writer:
        assert writer.dropped == told["dropped"]
        writer.write_codes(header.codes_of(told["codes"]))
    assert list(store.read(again)) == told["codes"] * 2


def test_a_table_in_shards_is_read_as_it_was() -> None:
    rules = Rules(2, 2, 2)
    assert [*Table(rules, FILES / "2,2,2.shards")] == [*Table(rules)]
    made = Table(rules, FILES / "2,2,2.shards")
    assert all(made[position] == Table(rules)[position] for position in made)
