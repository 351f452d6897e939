"""What 0.1 wrote is read for ever: codes, records, stores, Parquet, tables and certificates.

`tests/data/v0.1` was written by 0.1 itself; `contents.json` says what it then read there.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from noughts import Game, Position, Rules, store
from noughts.arrays.coding.api import encode
from noughts.arrays.positions import Positions
from noughts.codecs import codec
from noughts.solver.certificates import any_form, strategy_checker
from noughts.solver.tables.table import Table, table
from noughts.store import parquet

FILES = Path(__file__).parent / "data" / "v0.1"
CONTENTS: dict[str, Any] = json.loads((FILES / "contents.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("board", CONTENTS["codes"])
def test_codes_are_made_and_read_as_they_were(board: str) -> None:
    rules = Rules.parse(board)
    for name, pairs in CONTENTS["codes"][board].items():
        coding = codec(name, rules)
        for text, code in pairs:
            value: Any = Game.parse(text) if " " in text else Position.parse(text, rules)
            assert coding.encode(coding.adapt(value)) == code
            held = coding.decode(code)
            assert coding.encode(held) == code
            if name not in ("canonical", "record_class"):  # which stand for others too
                assert held == value or (name == "word" and held.position == value.position)


@pytest.mark.wide
@pytest.mark.parametrize("board", CONTENTS["codes"])
def test_codes_in_bulk_are_what_they_were(board: str) -> None:
    rules = Rules.parse(board)
    for name, pairs in CONTENTS["codes"][board].items():
        if codec(name, rules).holds is Position and codec(name, rules).bits <= 64:
            positions = [Position.parse(text, rules) for text, _ in pairs]
            codes = encode(Positions.of(positions, rules), name).tolist()
            assert codes == [code for _, code in pairs]


def test_records_are_read_and_written_as_they_were() -> None:
    for text, end in CONTENTS["records"]:
        game = Game.parse(text)
        assert str(game.position) == end
        assert str(game) == text


def test_boards_are_written_as_they_were() -> None:
    assert [str(Rules.parse(board)) for board in CONTENTS["boards"]] == CONTENTS["boards"]


@pytest.mark.parametrize("name", CONTENTS["stores"])
def test_stores_are_read_as_they_were_and_added_to(name: str, tmp_path: Path) -> None:
    told = CONTENTS["stores"][name]
    reader = store.read(FILES / name)
    assert [reader.codec, str(reader.rules)] == [told["codec"], told["board"]]
    assert reader.dropped is None
    assert list(reader) == told["codes"]
    assert not any(reader.damage())
    again = tmp_path / name
    again.write_bytes((FILES / name).read_bytes())
    with store.append(again) as writer:
        writer.write_codes(reader.header.codes_of(told["codes"]))
    assert list(store.read(again)) == told["codes"] * 2


@pytest.mark.parametrize("name", ["canonical", "base3-misere", "record"])
def test_parquet_files_are_read_as_they_were(name: str) -> None:
    told = CONTENTS["stores"][f"{name}.noughts"]
    rules, path = Rules.parse(told["board"]), FILES / f"{name}.parquet"
    held = [*parquet.read(path, told["codec"], rules)]
    assert np.concatenate(held).tolist() == told["codes"]
    with pytest.raises(ValueError, match=f"is of the board {rules}, not of 4,4,4"):
        next(parquet.read(path, "pair", Rules(4, 4, 4)))


@pytest.mark.parametrize("name", CONTENTS["tables"])
def test_tables_are_read_as_they_were(name: str) -> None:
    told = CONTENTS["tables"][name]
    rules = Rules.parse(told["board"])
    solved = Table(rules, FILES / name)
    assert len(solved) == told["positions"]
    for text, value, remoteness in told["worth"]:
        assert solved[Position.parse(text, rules)] == (value, remoteness)


@pytest.mark.parametrize("name", CONTENTS["certificates"])
def test_certificates_prove_what_they_did(name: str) -> None:
    lines = (FILES / name).read_text(encoding="utf-8").splitlines(keepends=True)
    proved = CONTENTS["certificates"][name]
    assert any_form.check(lines, table) == strategy_checker.check(lines) == proved
