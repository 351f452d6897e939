"""Scores in bulk, from the memory and from files: held to the table that looks up one by one."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path
from zlib import crc32

import numpy as np
import pytest

from noughts import Position, PositionError, Rules
from noughts.arrays import Positions
from noughts.arrays import values as values_in_bulk
from noughts.errors import TableFileError
from noughts.solver.tables import table_file
from noughts.solver.tables.retrograde import write_table
from noughts.solver.tables.table import Table, kept_table, table
from noughts.solver.tables.table_file import NEVER, path_of
from tests.arrays.boards import some_positions
from tests.strategies import MISERE, NORMAL
from tests.tools import COMPILED

WALKED = [NORMAL, MISERE, Rules(2, 5, 3), *([Rules(4, 3, 3)] if COMPILED else [])]
SAMPLED = Rules(4, 4, 4) if COMPILED else Rules(1, 13, 3)


@pytest.mark.wide
@pytest.mark.parametrize("rules", [*WALKED, SAMPLED], ids=str)
def test_positions_of_a_file_are_worth_in_bulk_what_they_are_worth_alone(
    rules: Rules, own_tables: Path
) -> None:
    write_table(rules)
    assert path_of(rules).parent == own_tables
    solved = Table(rules) if rules in WALKED else table(rules)
    alone = [*solved] if rules in WALKED else some_positions(rules)
    every, worth = Positions.of(alone, rules), [solved[position] for position in alone]
    assert every.values().tolist() == [each.value for each in worth]
    assert every.remoteness().tolist() == [each.remoteness for each in worth]
    step = 1 if rules.cells <= 9 else 97
    best = [sum(1 << cell for cell in solved.best_moves(each)) for each in alone[::step]]
    assert every[::step].best_moves().tolist() == best


@pytest.mark.wide
@pytest.mark.parametrize("kept", [False, True], ids=["worked out", "in a file"])
@pytest.mark.usefixtures("own_tables")
def test_the_first_position_that_play_cannot_reach_is_named(kept: bool) -> None:
    if kept:
        write_table(NORMAL)
    beyond = Positions([1, 7, 7], [2, 8 + 16 + 32, 8 + 16 + 32])
    for look in (beyond.values, beyond.remoteness, beyond.best_moves):
        with pytest.raises(PositionError, match="item 1: play cannot reach XXX/OOO"):
            look()


@pytest.mark.usefixtures("own_tables")
def test_bitboards_that_are_no_position_are_refused_and_read_nothing_beyond_the_file() -> None:
    write_table(NORMAL)
    for x, o in [(0, 511), (511, 511), (511, 0), (3, 3), (0, 1)]:
        unchecked = Positions.unchecked(np.array([x], np.uint16), np.array([o], np.uint16))
        with pytest.raises(PositionError, match="item 0: "):
            unchecked.values()


@pytest.mark.usefixtures("own_tables")
def test_each_block_is_checked_once_and_only_if_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    write_table(NORMAL)
    checked: list[int] = []

    def noted(data: bytes) -> int:
        checked.append(len(data))
        return crc32(data)

    monkeypatch.setattr(table_file, "crc32", noted)
    solved = table(NORMAL)
    del checked[:]  # the first line and the sets
    empty, two = Position(), Position.parse("XO./.../...")
    for _ in range(3):
        assert Positions.of([empty, two] * 5).values().tolist() == [0, 1] * 5
    assert len(checked) == 2
    for _ in range(3):
        assert [solved.score(empty), solved.score(two)] == [0, 3]
    assert len(checked) == 4  # what is looked up alone is read by itself


@pytest.mark.parametrize("kept", [56, pytest.param(1000, marks=pytest.mark.wide)])
@pytest.mark.usefixtures("own_tables")
def test_a_file_may_have_more_blocks_than_memory_holds(
    monkeypatch: pytest.MonkeyPatch, kept: int
) -> None:
    monkeypatch.setattr(values_in_bulk, "KEPT", kept)  # the largest block has 56 bytes
    monkeypatch.setattr(table_file, "KEPT", kept)
    every = [*Table(NORMAL)][::53]
    worth = [Table(NORMAL).score(position) for position in every[:10]]
    write_table(NORMAL)
    bulk, alone = Positions.of(every), table(NORMAL)
    assert [alone.score(position) for position in every[:10]] == worth
    for _ in range(2):
        assert bulk.values().tolist() == [alone[position].value for position in every]


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("cut", [0, 1, 500, 1000])
@pytest.mark.usefixtures("own_tables")
def test_a_file_that_is_shortened_while_it_is_read_is_told(cut: int) -> None:
    write_table(NORMAL)
    every = Positions.of([*table(NORMAL)][::53])
    os.truncate(path_of(NORMAL), cut)
    with pytest.raises(TableFileError, match=r"its bytes [\d,]+ to [\d,]+ are damaged"):
        every.values()


@pytest.mark.usefixtures("own_tables")
def test_a_file_with_the_sets_of_another_board_is_told() -> None:
    write_table(NORMAL)
    content = bytearray(path_of(NORMAL).read_bytes())
    begin = content.index(b"\n") + 1
    sets = slice(begin, begin + 4 * 51)
    checks = len(content) - 4 * 52
    for other in (bytes(4 * 51), b"\xff" * 4 * 51):
        content[sets] = other
        content[checks : checks + 4] = crc32(content[: sets.stop]).to_bytes(4, "little")
        path_of(NORMAL).write_bytes(content)
        kept_table.cache_clear()
        for x, o in ((1, 2), (0b10101, 0b1010)):
            with pytest.raises(TableFileError, match="its sets are not those of the board"):
                Positions([x], [o]).values()
            with pytest.raises(TableFileError, match="its sets are not those of the board"):
                table(NORMAL).score(Position(x, o))


@pytest.mark.usefixtures("own_tables")
def test_in_bulk_no_position_is_looked_up_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    write_table(NORMAL)
    some = [Position(), Position.parse("XO./.../..."), Position.parse("X../.O./...")]
    alone = [table(NORMAL)[position].value for position in some]
    monkeypatch.delattr(table_file.StoredTable, "get")
    assert Positions.of(some).values().tolist() == alone
    assert len(Positions.of(some).best_moves()) == len(some)


@pytest.mark.usefixtures("own_tables")
def test_a_damaged_block_is_refused_by_name_whenever_it_is_used() -> None:
    write_table(NORMAL)
    content = bytearray(path_of(NORMAL).read_bytes())
    begin = content.index(b"\n") + 1 + 4 * 51
    content[begin] ^= 1  # of the first set with four stones
    path_of(NORMAL).write_bytes(content)
    every = Positions.of(Table(NORMAL, _whole(NORMAL)))
    for _ in range(2):
        with pytest.raises(TableFileError, match=f"its bytes {begin:,} to {begin + 5:,} are"):
            every.values()
        assert every[:1].values().tolist() == [0]


def _whole(rules: Rules) -> Path:
    path = path_of(rules).with_name("whole")
    write_table(rules, path)
    return path


@pytest.mark.no_cover
@pytest.mark.usefixtures("own_tables")
def test_the_loop_says_as_plain_python_what_it_says_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write_table(NORMAL)
    some = Positions.of(islice(table(NORMAL), 0, None, 53))
    compiled = some.values()
    monkeypatch.setattr(values_in_bulk, "_compiled", lambda: values_in_bulk.look_up)
    assert some.values().tolist() == compiled.tolist()
    assert NEVER == 127  # as the file's description says
