"""The file of every position: its scores, held to what is worked out, and what is refused."""

from __future__ import annotations

import json
import os
from functools import cache
from itertools import count, islice
from math import comb
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Position, PositionError, Rules, TooLargeError
from noughts.core import symmetry
from noughts.errors import TableFileError
from noughts.players import Player
from noughts.players.trap import Trap
from noughts.solver.counting.counts import counts
from noughts.solver.tables import retrograde
from noughts.solver.tables.retrograde import write_table
from noughts.solver.tables.table import Table, table
from noughts.solver.tables.table_file import NEVER, path_of
from tests import oracle
from tests.strategies import MISERE, NORMAL, SHAPES, board_of, grid_of
from tests.tools import COMPILED, some

SMALL = [r for r in SHAPES if r.cells <= (10 if COMPILED else 6)]
SOLVED = [*SMALL, *[Rules(r.rows, r.cols, r.k, misere=True) for r in SMALL], Rules(1, 6, 2)]
# What is compiled in no time is interpreted in a minute.
LARGE = Rules(4, 4, 4) if COMPILED else Rules(2, 5, 3)
WIDE = Rules(1, 13, 3)  # beyond what the library solves without a file


@cache
def written(rules: Rules) -> bytes:
    """The content of the board's file."""
    with TemporaryDirectory() as folder:
        write_table(rules, Path(folder) / "a.table")
        return (Path(folder) / "a.table").read_bytes()


@cache
def solved(rules: Rules) -> Table:
    """The table that such a file is read as."""
    with TemporaryDirectory() as folder:  # what is mapped outlives its name
        path = Path(folder) / "a.table"
        path.write_bytes(written(rules))
        return Table(rules, path)


@pytest.fixture
def large_file(own_tables: Path) -> None:
    """A file where the library looks for it, of a board that only a file can solve."""
    own_tables.mkdir()
    path_of(WIDE).write_bytes(written(WIDE))


# The scores.


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "rules",
    [
        *[rules for rules in SOLVED if rules.cells <= 6],
        *some([pytest.param(r, marks=pytest.mark.wide) for r in SOLVED if r.cells > 6], 3),
    ],
    ids=str,
)
def test_the_file_says_of_every_position_what_the_table_says(rules: Rules) -> None:
    read, worked_out = solved(rules), Table(rules)
    assert list(read) == list(worked_out)
    assert len(read) == len(worked_out)
    for position in worked_out:
        assert read.score(position) == worked_out.score(position)


@pytest.mark.parametrize("rules", [NORMAL, MISERE, LARGE], ids=str)
def test_a_file_read_as_its_description_says_has_all_positions_of_every_ply(
    rules: Rules,
) -> None:
    line, rest = written(rules).split(b"\n", 1)
    head = json.loads(line)
    all_sets, cells = sum(head["sets"]), rules.cells
    sets = iter(np.frombuffer(rest, "<u4", all_sets).tolist())
    at = 4 * all_sets
    found = [0] * (cells + 2)
    for stones, of_size in zip(range(cells // 2, -1, -1), head["sets"], strict=True):
        even, odd = (comb(cells - stones, x) for x in (stones, stones + 1))
        for o in islice(sets, of_size):
            assert o.bit_count() == stones
            block = np.frombuffer(rest, np.int8, even + odd, at)
            at += len(block)
            images = len({image for image, _ in symmetry.images(o, 0, rules)})
            found[2 * stones] += images * int(np.count_nonzero(block[:even] != NEVER))
            found[2 * stones + 1] += images * int(np.count_nonzero(block[even:] != NEVER))
    assert at + 4 * (1 + all_sets) == len(rest)
    rows = list(counts(rules))
    assert [number for number in found if number] == [row.positions for row in rows]
    assert head["positions"] == [row.positions for row in rows]
    assert head["classes"] == [row.classes for row in rows]


@st.composite
def large_positions(draw: st.DrawFn, least: int, most: int) -> Position:
    """A position of the large board, with so many stones, or fewer if the game ends before."""
    position = Position(rules=LARGE)
    for cell in draw(st.permutations(range(LARGE.cells)))[: draw(st.integers(least, most))]:
        if position.outcome is None:
            position = position.play(cell)
    return position


@given(large_positions(0, LARGE.cells))
def test_a_score_is_the_best_of_the_opposites_a_move_away(position: Position) -> None:
    read = solved(LARGE)
    if position.outcome is None:
        after = [read.score(position.play(cell)) for cell in position.legal_moves]
        assert read.score(position) == max(-score for score in after)
    else:
        assert read[position] == tuple(oracle.worth(grid_of(position), board_of(LARGE)))


@given(large_positions(LARGE.cells - 6, LARGE.cells))
def test_late_positions_of_a_larger_board_are_worth_what_the_oracle_says(
    position: Position,
) -> None:
    assert solved(LARGE)[position] == tuple(oracle.worth(grid_of(position), board_of(LARGE)))


@pytest.mark.long
@pytest.mark.parametrize(
    ("board", "value", "remoteness"),
    [
        *[("4,4,4", 0, 16), ("4,4,3", 1, 5), ("5,3,3", 1, 7), ("3,5,3", 1, 7), ("1,16,16", 0, 16)],
        pytest.param("5,4,4", 0, 20, marks=pytest.mark.longer),
    ],
)
def test_larger_boards_are_worth_what_is_known(board: str, value: int, remoteness: int) -> None:
    rules = Rules.parse(board)
    assert solved(rules)[Position(rules=rules)] == (value, remoteness)


# Where it is used.


@pytest.mark.wide
def test_the_table_of_a_board_is_its_file_where_there_is_one(own_tables: Path) -> None:
    with pytest.raises(TooLargeError):
        table(WIDE)
    write_table(WIDE)
    assert [path.name for path in own_tables.iterdir()] == ["1,13,3.table"]
    assert table(WIDE)[Position(rules=WIDE)] == (0, 13)


@pytest.mark.wide
@pytest.mark.parametrize("name", ["perfect", "perfect:first", "perfect:random", "graded:1"])
@pytest.mark.usefixtures("large_file")
def test_players_play_a_larger_board_perfectly_where_it_has_a_file(name: str) -> None:
    player, position = Player.parse(name), Position(rules=WIDE)
    player.check(WIDE)
    while position.outcome is None:
        best = table(WIDE).best_moves(position)
        chances = player.probabilities(position)
        assert set(chances) == set(best[:1] if name == "perfect:first" else best)
        position = position.play(player.choose(position))
    assert position.outcome.winner is None


@pytest.mark.wide  # as is every test that makes this file
@pytest.mark.usefixtures("large_file")
def test_who_must_see_every_game_to_come_keeps_its_limit() -> None:
    for name in ("minimax", "level:1/4"):
        with pytest.raises(TooLargeError, match="player cannot play 1,13,3: it has 13 cells"):
            Player.parse(name).check(WIDE)
    with pytest.raises(TooLargeError, match="the trap rule weighs every game to come"):
        Trap(WIDE)


def test_a_position_that_play_cannot_reach_is_refused() -> None:
    with pytest.raises(PositionError, match="play cannot reach XXX/OO"):
        solved(NORMAL).score(Position.parse("XXX/OO./O.."))


# What is refused, and what is left behind.


def refusal(path: Path, rules: Rules = NORMAL) -> str:
    with pytest.raises(TableFileError) as refused:
        list(Table(rules, path))
    text = str(refused.value)
    assert text.startswith(f"{path} is not a table that can be used: ")
    assert text.endswith(f"; 'noughts table {rules}' writes it again")
    return text.removeprefix(f"{path} is not a table that can be used: ").rpartition(";")[0]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file of 3x3."""
    path = tmp_path / "3x3.table"
    path.write_bytes(written(NORMAL))
    return path


def test_a_file_of_another_board_or_version_is_refused(file: Path) -> None:
    assert refusal(file, MISERE) == "it is for 3,3,3, not for 3,3,3,misere"
    file.write_bytes(file.read_bytes().replace(b'"version": 1', b'"version": 2'))
    assert refusal(file) == "it has version 2; only version 1 can be read"


def test_a_file_that_is_not_there_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Table(NORMAL, tmp_path / "nothing")


def test_a_board_that_is_too_large_is_refused_before_any_work(own_tables: Path) -> None:
    with pytest.raises(TooLargeError, match="6,6,4 has 36 cells; a table of every position looks"):
        write_table(Rules(6, 6, 4))
    assert not own_tables.exists()


def test_a_file_for_which_there_is_no_room_is_refused(
    own_tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=1000))
    with pytest.raises(TooLargeError) as refused:
        write_table(NORMAL)
    assert str(refused.value) == (
        f"a table of 3,3,3 takes 1,264 bytes, and there is room for 1,000 in {own_tables}"
    )
    assert not [*own_tables.iterdir()]


def test_who_stops_half_way_leaves_what_was_there_and_no_half_file(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.system.progress.monotonic", count().__next__)
    whole = file.read_bytes()

    def stop(done: int, total: int) -> None:
        if 2 * done > total:
            assert done < total
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_table(NORMAL, file, stop)
    assert file.read_bytes() == whole
    assert [*file.parent.glob("3x3*")] == [file]


def test_a_link_is_followed_and_what_is_no_file_is_left_alone(tmp_path: Path) -> None:
    link, pipe = tmp_path / "link", tmp_path / "pipe"
    link.symlink_to("linked")
    write_table(NORMAL, link)
    assert link.is_symlink()
    assert (tmp_path / "linked").read_bytes() == written(NORMAL)
    os.mkfifo(pipe)
    with pytest.raises(FileExistsError, match="pipe is there, and is not a file that could"):
        write_table(NORMAL, pipe)
    assert pipe.is_fifo()
    assert {each.name for each in tmp_path.iterdir()} == {"link", "linked", "pipe"}


def test_progress_ends_with_all_that_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.system.progress.monotonic", count().__next__)
    seen: list[tuple[int, int]] = []
    write_table(NORMAL, tmp_path / "a", lambda done, total: seen.append((done, total)))
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert seen[-1][0] == seen[-1][1]


def test_a_layer_comes_out_the_same_in_however_many_shares(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.solver.tables.retrograde.SHARE", 1)
    write_table(NORMAL, tmp_path / "in shares")
    assert (tmp_path / "in shares").read_bytes() == written(NORMAL)


def test_a_file_is_looked_for_by_the_name_of_its_board(own_tables: Path) -> None:
    assert path_of(Rules(4, 5, 4, misere=True)) == own_tables / "4,5,4,misere.table"


@pytest.mark.parametrize(("score", "sign", "told"), [(5, -1, -5), (5, 1, 5), (NEVER, 1, -NEVER)])
def test_who_moves_twice_sees_a_score_as_it_is(
    score: int, sign: int, told: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retrograde, "ALTERNATES", False)
    assert retrograde.seen(score, sign) == told
