"""The page's rules and its opponent on every board, run in Node.js and held to the library."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from noughts import Game, Position, Rules
from noughts.core import bits
from noughts.core.bits import cells_of
from noughts.core.cell_names import cell_name
from noughts.players.strong.alpha_beta import AlphaBeta
from noughts.players.strong.budget import Budget
from noughts.players.strong.easy_medium_hard import at_a_glance
from noughts.solver.tables.table import table
from tests.arrays.boards import some_games
from tests.tools import longer, some
from tests.web.boards import BOARDS, TYPED
from tests.web.conftest import Node

pytestmark = [pytest.mark.wide, pytest.mark.no_cover]

# Who wins, as `noughts solve` says.
SETTLED = {"4,4,3": "X", "4,4,4": None, "4,4,3,misere": "O", "4,4,4,misere": None}
SETTLING = [  # one in every run, all of them in make check
    pytest.param(*board, marks=() if board[0] == "4,4,4" else pytest.mark.wide)
    for board in SETTLED.items()
]
LARGE = [rules for rules in BOARDS if rules.cells > 16 and not rules.misere]


def told(game: Game) -> dict[str, Any]:
    """What the page should say of the position of a game."""
    position, outcome = game.position, game.outcome
    return {
        "text": str(position),
        "again": str(position),
        "legal": list(cells_of(position.legal)),
        "toMove": position.turn,
        "refusal": None,
        "unreachable": None,
        "end": outcome
        and {
            "winner": outcome.winner or 0,
            "line": list(cells_of(outcome.line)),
            "lines": list(cells_of(outcome.lines)),
        },
    }


def test_the_rules_of_every_board_are_the_librarys(node: Node) -> None:
    played = [game for rules in BOARDS for game in some_games(rules, 2)]
    asked = [[str(game.rules), list(game.moves)] for game in played]
    for game, said in zip(played, node("walks.mjs", asked), strict=True):
        rules = game.rules
        assert said["names"] == [cell_name(cell, rules) for cell in range(rules.cells)]
        again = Game(rules)
        for cell, ply in zip([*game.moves, None], said["plies"], strict=True):
            assert ply == told(again), (rules, again.moves)
            if cell is not None:
                again.push(cell)


def judged(node: Node, positions: list[Position], nodes: int) -> list[dict[str, Any]]:
    """What the page proves and plays in these positions."""
    found: list[dict[str, Any]] = []
    for first in range(0, len(positions), 500):  # a command line is not without end
        some = positions[first : first + 500]
        asked = [[str(position.rules), str(position)] for position in some]
        found += node("judged.mjs", asked, nodes)
    return found


@pytest.mark.parametrize("board", some(["3,3,3,misere", "3,3,3,torus", "3,3,3,torus,misere"]))
def test_on_boards_of_nine_cells_everything_is_proved_as_the_table_has_it(
    node: Node, board: str
) -> None:
    solved = table(Rules.parse(board))
    sample = [position for position in solved if not position.outcome][::7]
    assert len(sample) > 400
    for position, said in zip(sample, judged(node, sample, 1_000_000), strict=True):
        values = {move.cell: move.value for move in solved.moves(position)}
        assert dict(said["proved"]) == values, position
        assert {*said["best"]} <= {*solved.best_moves(position)}, position


@cache
def worth(position: Position) -> int:
    """The value for the player to move, by trying everything."""
    if position.outcome:
        return position.outcome.worth(position.turn)
    return max(-worth(position.play(cell)) for cell in position.legal_moves)


@pytest.mark.parametrize("board", some(SETTLED))
def test_on_boards_of_16_cells_everything_is_proved(node: Node, board: str) -> None:
    positions = []
    for game in some_games(Rules.parse(board), 40):
        ply = min(len(game.moves) - 1, 10)
        position = Position(rules=game.rules)
        for cell in game.moves[:ply]:
            position = position.play(cell)
        positions.append(position)
    late = [position for position in positions if position.ply >= 9]
    assert len(late) > 4
    for position, said in zip(late, judged(node, late, 1_000_000), strict=True):
        values = {cell: -worth(position.play(cell)) for cell in position.legal_moves}
        assert dict(said["proved"]) == values, position
        assert {values[cell] for cell in said["best"]} == {max(values.values())}


@pytest.mark.parametrize(("board", "winner"), SETTLING)
def test_boards_of_16_cells_are_settled_from_the_first_move(
    node: Node, board: str, winner: str | None
) -> None:
    start = Position(rules=Rules.parse(board))
    (said,) = judged(node, [start], 1_000_000)
    values = dict(said["proved"])
    assert len(values) == 16
    assert max(values.values()) == {"X": 1, None: 0, "O": -1}[winner]


def threatened(number: int) -> list[Position]:
    """Positions on large boards in which somebody can complete a line, and nobody has one."""
    chance = random.Random(273)
    found: list[Position] = []
    while len(found) < number:
        rules = chance.choice(LARGE)
        position = Position(rules=rules)
        for _ in range(chance.randrange(6, rules.cells // 2)):
            near = [*cells_of(position.legal)]
            position = position.play(chance.choice(near))
            if position.outcome:
                break
        if not position.outcome and any(completing(position)):
            found.append(position)
    return found


def completing(position: Position) -> tuple[int, int]:
    """The free cells that complete a line of the player to move, and of the other one."""
    own, other = position.sides
    free = position.legal
    return (
        bits.completions(own, position.rules) & free,
        bits.completions(other, position.rules) & free,
    )


@pytest.mark.parametrize("nodes", [30, 700])
def test_what_nothing_proves_is_judged_as_the_library_judges_it(node: Node, nodes: int) -> None:
    chance = random.Random(273)
    positions = []
    for game in (game for rules in BOARDS + TYPED for game in some_games(rules, 3)):
        position = Position(rules=game.rules)
        for cell in game.moves[: chance.randrange(len(game.moves))]:
            position = position.play(cell)
        positions.append(position)
    asked = [[str(position.rules), str(position)] for position in positions]
    for position, said in zip(positions, node("seems.mjs", asked, nodes), strict=True):
        judge = AlphaBeta(position.rules, *position.sides, Budget(nodes=nodes))
        assert dict(said["seems"]) == pytest.approx(judge.judged(position.legal), rel=1e-12)
        assert said["glanced"] == at_a_glance(position), position


def test_a_win_in_one_is_taken_and_one_of_the_other_side_stopped(node: Node) -> None:
    positions = threatened(150)
    taken = stopped = 0
    for position, said in zip(positions, judged(node, positions, 300), strict=True):
        own, other = completing(position)
        best = sum(1 << cell for cell in said["best"])
        assert best & ~position.legal == 0
        if own:
            assert best & ~own == 0, position
            taken += 1
        elif other & other - 1 == 0:
            assert best == other, position
            stopped += 1
    assert min(taken, stopped) > 30


@pytest.mark.parametrize(
    ("board", "text", "best"),
    [
        # Three in a row, open at both ends: made a four, or stopped at one of them.
        ("7,7,4", "......./......./...O.../..XX.../..O..../......./.......", {"b4", "e4"}),
        ("6,6,4", "....../..O.../..XX../..O.../....../......", {"b3", "e3"}),
        (
            "15,15,5",
            "/".join(
                ["." * 15] * 7 + ["......XXX......", "......O.O......"] + ["." * 15] * 6
            ).replace("O.O......", "O.OO.....", 1),
            {"f8", "j8"},
        ),
    ],
)
def test_an_open_line_is_known_for_what_it_is(
    node: Node, board: str, text: str, best: set[str]
) -> None:
    position = Position.parse(text, Rules.parse(board))
    (said,) = judged(node, [position], 20_000)
    assert {cell_name(cell, position.rules) for cell in said["best"]} <= best
    assert position.turn == 1
    assert any(value == 1 for _, value in said["proved"])


def test_an_open_three_of_the_other_side_is_stopped(node: Node) -> None:
    rows = ["." * 15] * 15
    rows[7] = "......XXX......"
    rows[8] = "......O.O......"
    position = Position.parse("/".join(rows), Rules.parse("15,15,5"))
    assert position.turn == 2
    (said,) = judged(node, [position], 20_000)
    assert {cell_name(cell, position.rules) for cell in said["best"]} <= {"e8", "f8", "j8", "k8"}


@pytest.mark.parametrize("board", some(["3,3,3,misere", "3,3,3,torus", "3,3,3,torus,misere"]))
def test_no_line_of_play_beats_the_worker(node: Node, board: str) -> None:
    ends = node("lines.mjs", "perfect", 0.5, board)
    value = table(Rules.parse(board))[Position(rules=Rules.parse(board))].value
    assert ends["O"]["won"] == 0
    assert ends["O"]["drawn"] == 0 or value == 0
    assert ends["X"]["won"] == 0 or value == 1  # where X wins, a person may find it
    assert sum(ends["X"].values()) > 50


@pytest.mark.parametrize(
    ("board", "asked"),
    [("4,4,3", 5000), pytest.param("4,4,4", 150_000, marks=pytest.mark.longer)],
)
def test_no_reply_beats_perfect_on_16_cells(node: Node, board: str, asked: int) -> None:
    ends = node("every.mjs", "perfect", 0.5, board, 1_000_000, seconds=7200)
    first_wins = board == "4,4,3"
    assert ends["X"]["won"] == 0 or first_wins  # and then a person may find it
    assert ends["O"]["won"] == 0
    assert ends["O"]["drawn"] == 0 or not first_wins
    assert ends["X"]["asked"] > asked


@pytest.mark.parametrize(("board", "winner"), [SETTLING[1], *longer(SETTLING[3])])
def test_nobody_beats_perfect_by_chance_on_16_cells(
    node: Node, board: str, winner: str | None
) -> None:
    ends = node("games.mjs", "perfect", board, 40, 2_000_000)
    for side in "XO":
        assert ends[side]["won"] == 0 or side == winner  # even chance may find what wins
    assert ends["X"]["lost"] + ends["O"]["lost"] > 20
