"""A fourth kind of board, made here: every room takes it whole, or refuses it by name.

Rooks go along rows and columns only. The board is not a `Flat`, so a room that asks for rows and
columns, or that has lines or symmetries of its own, has to refuse it.

    0 1 2        3 in a row: the three rows and the three columns, no diagonal
    3 4 5        the symmetries: rows in any order, columns in any order, and the two exchanged
    6 7 8
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import cache
from itertools import permutations, product
from math import factorial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from click.testing import CliRunner

from noughts import (
    CodeError,
    Game,
    NoughtsError,
    Position,
    Rules,
    StoreError,
    solve,
    symmetries,
)
from noughts.arrays import Positions, playouts
from noughts.arrays.coding import decode, encode
from noughts.cli.main import main
from noughts.codecs import codec
from noughts.codecs.registry import CODECS, names
from noughts.core import rules as rules_module
from noughts.core.geometry import Geometry
from noughts.core.rules import KINDS, Kind
from noughts.core.svg import svg
from noughts.core.symmetry import transform_cell
from noughts.emit.languages import LANGUAGES
from noughts.emit.module import module
from noughts.players import Perfect, versus
from noughts.solver.counting.perft import perft
from noughts.solver.counting.positions import counts
from noughts.solver.proof.certificate import Proof, check
from noughts.solver.search import Limits
from noughts.solver.search.running import Search
from noughts.solver.tables.retrograde import write_table
from noughts.solver.tables.table import Table
from noughts.store import create, parquet, read
from tests.random_games import random_games_end_where_single_ones_do


class Exchange(NamedTuple):
    """Which row each row becomes, which column each column, after the two are exchanged or not."""

    rows: tuple[int, ...]
    cols: tuple[int, ...]
    exchanged: bool

    @property
    def name(self) -> str:
        return f"ROWS {self.rows} COLUMNS {self.cols}" + " EXCHANGED" * self.exchanged


class Rooks(Geometry):
    """Lines along rows and columns."""

    ways = ((0, 1), (1, 0))

    def symmetries(self, k: int) -> tuple[Exchange, ...]:
        rows, cols = self.sizes
        assert k == rows == cols, "others have fewer, and are not made here"
        return tuple(
            Exchange(*orders, exchanged)
            for exchanged in (False, True)
            for orders in product(permutations(range(rows)), permutations(range(cols)))
        )

    def image(self, cell: int, symmetry: Any) -> int:
        row, col = self.place(cell)
        if symmetry.exchanged:
            row, col = col, row
        return self.cell_at(symmetry.rows[row], symmetry.cols[col])


# The same without the library: a position is two sets of cells.
Stones = frozenset[int]
CELLS = range(9)
LINES = [frozenset(map(int, line)) for line in ("012", "345", "678", "036", "147", "258")]


def has_line(stones: Stones) -> bool:
    return any(line <= stones for line in LINES)


@cache
def worth(mover: Stones, other: Stones) -> tuple[int, int]:
    """Value and remoteness for the player to move."""
    if has_line(other):
        return -1, 0
    free = [cell for cell in CELLS if cell not in mover | other]
    if not free:
        return 0, 0
    replies = [worth(other, mover | {cell}) for cell in free]
    value = max(-reply for reply, _ in replies)
    plies = [plies + 1 for reply, plies in replies if -reply == value]
    return value, min(plies) if value == 1 else max(plies)


@cache
def plies() -> list[list[tuple[Stones, Stones]]]:
    """The positions that play reaches, by ply, each as the sides of X and O."""
    found = [[(Stones(), Stones())]]
    for ply in CELLS:
        after = {
            (x | {cell}, o) if ply % 2 == 0 else (x, o | {cell})
            for x, o in found[-1]
            for cell in CELLS
            if cell not in x | o and not has_line(x) and not has_line(o)
        }
        found.append(sorted(after, key=lambda sides: (number(sides[1]), number(sides[0]))))
    return found


def number(stones: Stones) -> int:
    return sum(1 << cell for cell in sorted(stones))


@cache
def orders() -> list[tuple[int, ...]]:
    """Where each symmetry takes each cell: rows and columns in any order, perhaps exchanged."""
    found = []
    for rows, cols in product(permutations(range(3)), repeat=2):
        found.append(tuple(3 * rows[cell // 3] + cols[cell % 3] for cell in CELLS))
        found.append(tuple(3 * rows[cell % 3] + cols[cell // 3] for cell in CELLS))
    return found


def least(x: Stones, o: Stones) -> int:
    """The code of the image that comes first."""
    return min(
        sum(1 << by[cell] for cell in x) | sum(1 << 9 + by[cell] for cell in o) for by in orders()
    )


def code(position: Position) -> int:
    return position.x | position.o << 9


def every_position(rules: Rules) -> list[Position]:
    return [Position(number(x), number(o), rules) for ply in plies() for x, o in ply]


def sides(position: Position) -> tuple[Stones, Stones]:
    """Those of the player to move and of the other one."""
    one, other = (Stones(c for c in CELLS if side >> c & 1) for side in position.sides)
    return one, other


class RefusedError(NoughtsError):
    """A command that ended with an error; the message is what it printed."""


def run(*arguments: str, given: str = "") -> str:
    result = CliRunner().invoke(main, arguments, input=given)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    if result.exit_code:
        raise RefusedError(result.output)
    return result.stdout


# The rooms: each checks what it gets against the sets above.


def positions_and_games(rules: Rules, folder: Path) -> None:  # noqa: ARG001
    assert {frozenset(c for c in CELLS if line >> c & 1) for line in rules.lines} == {*LINES}
    found = {tuple(transform_cell(c, by, rules) for c in CELLS) for by in symmetries(rules)}
    assert found == set(orders())
    for position in every_position(rules)[::5]:
        mover, other = sides(position)
        over = has_line(other) or len(mover | other) == 9
        assert position.moves() == ([] if over else [c for c in CELLS if c not in mover | other])
        assert bool(position.outcome) == over
        assert bool(position.winner) == has_line(other)
        assert code(position.canonical()) == least(*sides(position)[:: 1 - 2 * (position.ply % 2)])
        assert position.unreachable is None


def text_and_copies(rules: Rules, folder: Path) -> None:  # noqa: ARG001
    assert str(rules) == "3,3,3,rooks"
    for each in (rules, rules.replace(misere=True)):
        assert Rules.parse(str(each)) == Rules.from_bytes(each.to_bytes()) == each
        assert pickle.loads(pickle.dumps(each)) == each
    game = Game.parse("3,3,3,rooks: b2 a1 c3 a3 b1")
    assert Game.parse(str(game)) == game
    assert str(game.position) == "OX./.X./O.X"
    assert Position.parse(str(game.position), rules) == game.position


def drawings(rules: Rules, folder: Path) -> None:  # noqa: ARG001
    assert svg(0b100_010_001, 0b10, rules).count("<circle") == 1
    assert "<line" in svg(0b111, 0, rules, lines=0b111, line=0b111)
    assert "3,3,3,rooks" in Game.parse("3,3,3,rooks: b2")._repr_html_()


def tables(rules: Rules, folder: Path) -> None:
    write_table(rules, folder / "rooks.table")
    for table in (Table(rules), Table(rules, folder / "rooks.table")):
        assert list(table) == sorted(every_position(rules))
        for position in table:
            assert table[position] == worth(*sides(position))


def searches(rules: Rules, folder: Path) -> None:  # noqa: ARG001
    assert solve(rules).value == worth(Stones(), Stones())[0]
    search = Search(Position(rules=rules), Limits(memory=1), None)
    for position in every_position(rules)[::50]:
        assert search._wins(position.turn, position) == (worth(*sides(position))[0] == 1)


def counting(rules: Rules, folder: Path) -> None:  # noqa: ARG001
    rows = list(counts(rules))
    for row, walked, expected in zip(rows, perft(rules), plies(), strict=True):
        assert row.positions == walked.positions == len(expected)
        assert row.classes == len({least(x, o) for x, o in expected})
        assert row.paths == walked.paths
    assert sum(row.x_wins for row in rows[:6]) == 6 * factorial(3) * 6 * 5


def playing(rules: Rules, folder: Path) -> None:  # noqa: ARG001
    result = versus(Perfect("first"), Perfect("first"), rules).first
    value = worth(Stones(), Stones())[0]
    assert (result.win, result.draw) == (value == 1, value == 0)


def certificates(rules: Rules, folder: Path) -> None:  # noqa: ARG001
    lines = list(Proof(rules, 1, Table(rules)))
    assert check(lines, Table)


def codecs(rules: Rules, folder: Path) -> None:  # noqa: ARG001
    some = every_position(rules)[::40]
    for name in CODECS:
        if name not in names(rules):
            with pytest.raises(CodeError, match=str(rules)):
                codec(name, rules)
        else:
            one = codec(name, rules)
            assert [one.decode(one.encode(position)) for position in some] == some
            assert list(decode(encode(Positions.of(some, rules), name), name, rules)) == some
    assert {"pair", "base3", "base4", "balanced"} <= {*names(rules)}


def arrays(rules: Rules, folder: Path) -> None:  # noqa: ARG001
    every = every_position(rules)
    bulk = Positions.of(every, rules)
    assert bulk.legal().tolist() == [position.legal for position in every]
    assert list(bulk.canonical()) == [position.canonical() for position in every]
    assert bulk.values().tolist() == [worth(*sides(position))[0] for position in every]
    wins = [has_line(sides(position)[1]) for position in every]
    assert (bulk.outcomes() % 3 > 0).tolist() == wins


def planes(rules: Rules, folder: Path) -> None:  # noqa: ARG001
    grid = Positions.of([Position(1, 2, rules)], rules).planes()
    assert grid.sum() == 2


def random_games(rules: Rules, folder: Path) -> None:  # noqa: ARG001
    random_games_end_where_single_ones_do(rules, 400)
    tally = playouts(20_000, rules, seed=1)
    lined = sum(has_line(frozenset(xs)) for xs in permutations(CELLS, 3))
    assert abs(tally.ended[5] / tally.games - lined / (9 * 8 * 7)) < 0.01


def stores(rules: Rules, folder: Path) -> None:
    some = every_position(rules)[::40]
    with create(folder / "codes", "base3", rules) as writer:
        writer.write(Positions.of(some, rules))
    assert (read(folder / "codes").rules, list(read(folder / "codes").values())) == (rules, some)


def parquet_files(rules: Rules, folder: Path) -> None:
    codes = encode(Positions.of(every_position(rules)[::40], rules), "base3")
    parquet.write(folder / "codes", [codes], "base3", rules)
    assert np.concatenate([*parquet.read(folder / "codes", "base3", rules)]).tolist() == (
        codes.tolist()
    )
    with pytest.raises(StoreError, match="rooks"):
        next(parquet.read(folder / "codes", "base3"))


def sources(rules: Rules, folder: Path) -> None:  # noqa: ARG001
    names: dict[str, Any] = {}
    exec(LANGUAGES["python"]().write(module(rules)), names)
    for position in every_position(rules)[::7]:
        assert bool(names["has_line"](position.x)) == has_line(
            Stones(c for c in CELLS if position.x >> c & 1)
        )
    for language in LANGUAGES.values():
        assert "3,3,3,rooks" in language().write(module(rules))


def command(*arguments: str, given: str = "", said: str = "") -> Callable[[Rules, Path], None]:
    def room(rules: Rules, folder: Path) -> None:  # noqa: ARG001
        assert said in run(*arguments, given=given)

    return room


def table_command(rules: Rules, folder: Path) -> None:
    run("table", str(rules), "-o", str(folder / "table"))
    assert Table(rules, folder / "table")[Position(rules=rules)] == worth(Stones(), Stones())


BOARD = "3,3,3,rooks"
ROOMS: dict[str, Callable[[Rules, Path], None]] = {
    "positions and games": positions_and_games,
    "text and copies": text_and_copies,
    "drawings": drawings,
    "tables": tables,
    "search": searches,
    "counting": counting,
    "players": playing,
    "certificates": certificates,
    "codecs": codecs,
    "arrays": arrays,
    "planes": planes,
    "random games": random_games,
    "stores": stores,
    "parquet": parquet_files,
    "sources": sources,
    "noughts play": command("play", "--board", BOARD, "--side", "neither", said="draw"),
    "noughts show": command("show", "XO./.X./...", "--board", BOARD, said="X"),
    "noughts solve": command("solve", BOARD, "--json", said='"value": 0'),
    "noughts count": command("count", BOARD, "--json", said='"paths": 504'),
    "noughts table": table_command,
    "noughts perft": command("perft", BOARD, "--depth", "3", said="504"),
    "noughts versus": command("versus", "perfect", "random", "--board", BOARD, said="perfect"),
    "noughts certify": command("certify", BOARD, said="never loses"),
    "noughts map": command("map", BOARD, said="You are O"),
    "noughts emit": command("emit", "c", "--board", BOARD, said=BOARD),
    "noughts convert": command(
        *("convert", "--from", "pair", "--to", "base3", "--board", BOARD, "1025"), said="7"
    ),
}
# What may refuse it. Each does so by name; a room that takes it is not asked to refuse it.
MAY_REFUSE = {"certificates", "noughts certify"}


@pytest.fixture
def rooks(monkeypatch: pytest.MonkeyPatch) -> Rules:
    monkeypatch.setattr(rules_module, "KINDS", (*KINDS, Kind(Rooks, word="rooks")))
    return Rules(geometry=Rooks(3, 3), k=3)


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("room", ROOMS)
def test_a_room_takes_it_whole_or_refuses_it_by_name(
    rooks: Rules, room: str, tmp_path: Path
) -> None:
    said = refusal(room, rooks, tmp_path)
    if said:
        assert room in MAY_REFUSE, said
        assert any(name in said for name in (str(rooks), repr(rooks), str(rooks.geometry))), said


def refusal(room: str, rules: Rules, folder: Path) -> str:
    """Why a room refuses the board; nothing if it takes it."""
    try:
        ROOMS[room](rules, folder)
    except NoughtsError as refused:
        return str(refused)
    return ""
