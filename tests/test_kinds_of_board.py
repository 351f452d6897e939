"""A kind of board made outside: every room carries it whole or refuses it by name.

The rhombus has lines along rows, columns and one diagonal, as the cells of Hex touch each other. A
room that took its lines or symmetries from anywhere but the geometry would play it as a flat board.

    0 1 2        3 in a row: the three rows, the three columns, and 2 4 6; not 0 4 8
    3 4 5        the symmetries: as it is, half a turn, and transposed along either diagonal
    6 7 8
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from functools import cache
from itertools import permutations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from noughts import (
    Game,
    NoughtsError,
    O,
    Position,
    Rules,
    RulesError,
    StoreError,
    Symmetry,
    X,
    symmetries,
)
from noughts.arrays import Positions, playouts
from noughts.arrays.coding.api import decode, encode
from noughts.cli.main import main
from noughts.cli.text.board import board
from noughts.codecs import codec
from noughts.core import rules as rules_module
from noughts.core.geometry import Flat
from noughts.core.rules import KINDS, Kind
from noughts.core.svg import svg
from noughts.core.symmetry import steps, transform
from noughts.emit.languages import LANGUAGES
from noughts.emit.module import module
from noughts.players import Perfect, versus
from noughts.solver.counting.perft import perft
from noughts.solver.counting.positions import counts
from noughts.solver.proof.certificate import Proof
from noughts.solver.search.limits import Limits
from noughts.solver.search.running import Search
from noughts.solver.tables.retrograde import write_table
from noughts.solver.tables.table import Table
from noughts.store import create, parquet, read
from tests.random_games import random_games_end_where_single_ones_do
from tests.tools import COMPILED


class Rhombus(Flat):
    """Lines along rows, columns and down left."""

    ways = ((0, 1), (1, 0), (1, -1))

    def symmetries(self, k: int) -> tuple[Symmetry, ...]:  # noqa: ARG002 - of any lines
        along = (Symmetry.TRANSPOSE, Symmetry.ANTITRANSPOSE) if self.rows == self.cols else ()
        return (Symmetry.IDENTITY, Symmetry.ROTATE_180, *along)


class Gravity(Rules):
    """Rules with a field more."""

    FIELDS = (*Rules.FIELDS, "falls")
    falls: bool

    def __init__(self, *arguments: Any, falls: bool = True, **others: Any) -> None:
        super().__init__(*arguments, **others)
        vars(self)["falls"] = falls


LINES = {frozenset(line) for line in ("012", "345", "678", "036", "147", "258", "246")}
CELLS = range(9)


@pytest.fixture
def rhombus(monkeypatch: pytest.MonkeyPatch) -> Rules:
    monkeypatch.setattr(rules_module, "KINDS", (*KINDS, Kind(Rhombus, word="rhombus")))
    return Rules(geometry=Rhombus(3, 3), k=3)


def has_line(cells: tuple[int, ...]) -> bool:
    return any(line <= set(map(str, cells)) for line in LINES)


@cache
def plain_worth(moves: tuple[int, ...]) -> int:
    """+1, 0 or -1 for the player to move after some moves, by the lists of lines above."""
    if has_line(moves[-1::-2]):
        return -1
    rest = [cell for cell in CELLS if cell not in moves]
    if not rest:
        return 0
    return max(-plain_worth(sorted_moves((*moves, cell))) for cell in rest)


def sorted_moves(moves: tuple[int, ...]) -> tuple[int, ...]:
    """The same stones, played in rising order: the last one only matters for whose it was."""
    xs, os = sorted(moves[::2]), sorted(moves[1::2])
    return tuple((xs, os)[ply % 2][ply // 2] for ply in range(len(moves)))


def stones(position: Position) -> tuple[int, ...]:
    x, o = ([c for c in CELLS if side >> c & 1] for side in (position.x, position.o))
    return sorted_moves(tuple((x, o)[ply % 2][ply // 2] for ply in range(len(x) + len(o))))


def test_lines_and_symmetries_are_its_own(rhombus: Rules) -> None:
    assert {frozenset(str(c) for c in CELLS if line >> c & 1) for line in rhombus.lines} == LINES
    for by in symmetries(rhombus):
        assert {transform(line, by, rhombus) for line in rhombus.lines} == set(rhombus.lines)
    with pytest.raises(RulesError, match="a 3x3 rhombus board has no MIRROR; its symmetries: ID"):
        Position(rules=rhombus).transform(Symmetry.MIRROR)
    assert len(steps(rhombus)) == 3


def test_text_bytes_copies_and_repr_hold_it_whole(rhombus: Rules) -> None:
    misere = rhombus.replace(misere=True)
    for rules in (rhombus, misere):
        assert Rules.parse(str(rules)) == Rules.from_bytes(rules.to_bytes()) == rules
        assert pickle.loads(pickle.dumps(rules)) == copy.deepcopy(rules) == rules
        assert rules != Rules(3, 3, 3, rules.misere)
        assert rules.normal == rhombus
    assert [str(rhombus), str(misere)] == ["3,3,3,rhombus", "3,3,3,rhombus,misere"]
    assert repr(rhombus) == "Rules(geometry=Rhombus(rows=3, cols=3), k=3, misere=False)"
    assert rhombus.about == "3 x 3 rhombus tic-tac-toe, 3 in a row"
    position = Position.parse("XO./.../...", rhombus)
    assert pickle.loads(pickle.dumps(position)) == position
    game = Game.parse("3,3,3,rhombus: b2 a1")
    assert str(game) == "3,3,3,rhombus: b2 a1"
    assert game.rules == rhombus
    with pytest.raises(RulesError, match="or ROWS,COLS,K,rhombus, with ,misere at the end"):
        Rules.parse("3,3,3,ring")


@pytest.mark.wide
def test_play_values_and_counts_are_its_own(rhombus: Rules, tmp_path: Path) -> None:
    table = Table(rhombus)
    write_table(rhombus, tmp_path / "rhombus.table")
    stored = Table(rhombus, tmp_path / "rhombus.table")
    every = list(table)
    for position in every:
        assert bool(position.winner) == has_line(stones(position)[position.ply - 1 :: -2])
        assert table[position] == stored[position]
        assert table[position].value == plain_worth(stones(position))
    by_walk, by_sets = list(perft(rhombus)), list(counts(rhombus))
    assert [each.positions for each in by_walk] == [each.positions for each in by_sets]
    assert [each.x_wins for each in by_walk] == [each.x_wins for each in by_sets]
    assert sum(each.positions for each in by_walk) == len(every)
    classes = {position.canonical() for position in every}
    assert sum(each.classes for each in by_sets) == len(classes)
    assert versus(Perfect("first"), Perfect("first"), rhombus).first.win == (
        table[Position(rules=rhombus)].value == 1
    )


@pytest.mark.wide
def test_arrays_are_its_own(rhombus: Rules) -> None:
    every = list(Table(rhombus))
    bulk = Positions.of(every, rhombus)
    code = {None: 0, "X wins": 1, "O wins": 2, "draw": 3}
    names = [str(each.outcome) if each.outcome else None for each in every]
    assert bulk.outcomes().tolist() == [code[name] for name in names]
    assert list(bulk.canonical()) == [each.canonical() for each in every]
    assert bulk.legal().tolist() == [each.legal for each in every]
    assert bulk.values().tolist() == [each.value for each in every]


@pytest.mark.longer
def test_random_games_and_steps_end_at_its_own_lines(rhombus: Rules) -> None:
    random_games_end_where_single_ones_do(rhombus, 300)
    tally = playouts(20_000, rhombus, seed=1)
    assert abs(tally.ended[5] / tally.games - len(LINES) / comb(9, 3)) < 0.006


def test_codecs_stores_and_modules_carry_it(rhombus: Rules, tmp_path: Path) -> None:
    position = Position.parse("XO./.X./..O", rhombus)
    for name in ("pair", "base4", "base3", "balanced"):
        of_board = codec(name, rhombus)
        assert of_board.decode(of_board.encode(position)) == position
    with pytest.raises(NoughtsError, match="3,3,3"):
        codec("ordinal", rhombus)
    with create(tmp_path / "codes", "base3", rhombus) as writer:
        writer.write(Positions.of([position], rhombus))
    held = read(tmp_path / "codes")
    assert held.rules == rhombus
    assert list(held.values()) == [position]
    names: dict[str, Any] = {}
    source = LANGUAGES["python"]().write(module(rhombus))
    exec(source, names)
    assert names["LINES"] == rhombus.lines
    assert not names["has_line"](0b100_010_001)
    assert "--board 3,3,3,rhombus" in source


@pytest.mark.wide
def test_a_file_of_its_scores_is_read_in_bulk(rhombus: Rules, own_tables: Path) -> None:
    worked_out = Table(rhombus)
    write_table(rhombus)
    every = Positions.of(list(worked_out), rhombus)
    assert own_tables.exists()
    assert every.values().tolist() == [worked_out[each].value for each in worked_out]
    moves = [sum(1 << cell for cell in worked_out.best_moves(each)) for each in worked_out]
    assert every.best_moves().tolist() == moves


@pytest.mark.wide
def test_planes_and_parquet_carry_it(rhombus: Rules, tmp_path: Path) -> None:
    every = list(Table(rhombus))
    bulk = Positions.of(every, rhombus)
    for position, planes in zip(every, bulk.planes().reshape(-1, 2, 9).tolist(), strict=True):
        assert planes == [[bool(side >> c & 1) for c in CELLS] for side in position.sides]
    path = tmp_path / "positions.parquet"
    parquet.write(path, [encode(bulk, "base3")], "base3", rhombus)
    codes = np.concatenate(list(parquet.read(path, "pair", rhombus)))
    assert list(decode(codes, "pair", rhombus)) == every
    with pytest.raises(StoreError, match="is of the board 3,3,3,rhombus, not of "):
        next(parquet.read(path, "pair"))


def test_drawings_strike_through_its_own_lines(rhombus: Rules) -> None:
    struck, open_ended = "OOX/.X./X..", "XOO/.X./..X"
    drawing = Position.parse(struck, rhombus)._repr_svg_()
    assert '<line x1="100" y1="20" x2="20" y2="100"' in drawing
    assert drawing.count("<rect") == 3
    assert "<line" not in Position.parse(open_ended, rhombus)._repr_svg_()
    assert "<line" in Position.parse(open_ended)._repr_svg_()


def test_the_terminal_plays_it(rhombus: Rules) -> None:
    def typed(*words: str) -> str:
        options = ["play", "--side", "both", "--board", str(rhombus)]
        return CliRunner().invoke(main, options, input="\n".join(words)).output

    assert "wins" not in typed("a1", "b1", "b2", "c1", "c3")
    won = typed("c1", "a1", "b2", "b1", "a3")
    assert "X (player #1) wins with the line c1 b2 a3." in won
    assert "--resume '3,3,3,rhombus: c1 a1 b2 b1 a3'" in won
    assert "W1*" in typed("c1", "a1", "b2", "b1", "h")


def test_commands_read_it(rhombus: Rules) -> None:
    def run(*arguments: str) -> str:
        return CliRunner().invoke(main, arguments).output

    lined = sum(1 for xs in permutations(CELLS, 3) if has_line(xs))
    assert f"{lined * 6 * 5:,}" in run("perft", str(rhombus), "--depth", "5")
    assert '"value": ' in run("solve", str(rhombus), "--json")
    assert "X" in run("show", "XO./.../...", "--board", str(rhombus))


def test_drawings_are_its_own(rhombus: Rules) -> None:
    game = Game.parse("3,3,3,rhombus: c1 a1 b2 c3 a3")
    drawn = svg(game.position.x, game.position.o, rhombus, line=0b001_010_100)
    assert '<line x1="100" y1="20" x2="20" y2="100" ' in drawn
    assert "<line" not in svg(0b100_010_001, 0, rhombus, line=0b100_010_001)
    assert board(game.position) == board(Game.parse("c1 a1 b2 c3 a3").position)
    planes = Positions.of([game.position], rhombus).planes()
    assert planes.shape == (1, 2, 3, 3)


def test_a_board_of_other_edges_is_drawn_with_them() -> None:
    class Ring(Rhombus):
        """Lines go on at the opposite edge, says its author."""

        edges_meet = True

    ring = Rules(geometry=Ring(3, 3), k=3)
    assert "the edges meet" in board(Position(rules=ring))
    assert 'viewBox="0 0 140 140"' in svg(0, 0, ring)


def test_a_certificate_whose_checker_has_lines_of_its_own_refuses_it_by_name(
    rhombus: Rules,
) -> None:
    with pytest.raises(RulesError, match="a certificate can take; write ROWS,COLS,K or A") as error:
        Proof(rhombus, X, Table(rhombus))
    assert "Rhombus(rows=3, cols=3)" in str(error.value)


@pytest.mark.wide
def test_a_search_settles_its_positions(rhombus: Rules) -> None:
    search = Search(Position(rules=rhombus), Limits(memory=1), None)
    for position in list(Table(rhombus))[:: 12 if COMPILED else 200]:
        value = plain_worth(stones(position))
        assert search._wins(position.turn, position) == (value > 0)
        assert search._wins(X + O - position.turn, position) == (value < 0)


UNKNOWN = [Rules(geometry=Rhombus(3, 3), k=3), Gravity(3, 3, 3), Gravity(3, 3, 3, falls=False)]


@pytest.mark.parametrize("rules", UNKNOWN, ids=repr)
def test_what_has_no_text_is_refused_wherever_it_is_written(rules: Rules) -> None:
    def emitted(board: Rules) -> str:
        return LANGUAGES["c"]().write(module(board))

    writing: list[Callable[[Rules], object]] = [str, Rules.to_bytes, Table, emitted]
    for write in writing:
        with pytest.raises(RulesError, match="is not of a kind") as refused:
            write(rules)
        assert repr(rules) in str(refused.value)


def test_a_field_more_is_never_dropped() -> None:
    rules = Gravity(3, 3, 3, misere=True, falls=False)
    assert repr(rules) == "Gravity(rows=3, cols=3, k=3, misere=True, falls=False)"
    assert rules.normal == Gravity(3, 3, 3, falls=False) != Gravity(3, 3, 3)
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert type(rules.normal) is Gravity
    assert rules != Rules(3, 3, 3, misere=True)
