"""Many games stepped together go as each of them alone."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from noughts import Position, Rules
from noughts.arrays import Positions, VectorGame, memory
from noughts.arrays.boards import number_of
from noughts.arrays.memory import WORD_CELLS
from noughts.arrays.stepping.vector import FORMS
from noughts.core.bits import cells_of
from noughts.errors import ArrayError, CellError, IllegalMoveError, NoughtsError, TooLargeError
from noughts.solver.tables.table import table
from tests.games_from_outside import listed as listed
from tests.strategies import MISERE, NORMAL
from tests.tools import fewer_compiled, longer

Array = npt.NDArray[Any]

# Lanes of every width; each form where a word of the masks holds one game, or several.
BOARDS = [
    *[(Rules(*shape), "compact") for shape in [(1, 7, 3), (5, 5, 4)]],
    (Rules(7, 9, 4, misere=True), "learning"),
    *longer(pytest.param(Rules(4, 4, 4), "compact"), pytest.param(Rules(8, 8, 5), "compact")),
    *longer(pytest.param(Rules.parse("3,3,3,torus"), "learning")),
    (Rules.parse("4x4x4,4"), "compact"),
]
MORE_BOARDS = [
    (Rules(*shape), form)
    for shape in [(1, 1, 1), (2, 2, 1), (1, 5, 2), (6, 1, 2), (4, 4, 4), (7, 6, 4), (8, 8, 5)]
    for form in FORMS
] + [(Rules.parse(text), form) for text in ("2x2x2,2,misere", "5,5,5,torus") for form in FORMS]

OTHERS = [
    *(
        "3,3,3,gravity",
        "3,3,3,wild",
        "3,3,3,stones=2",
        "3,3,3,avoider",
        "3,3,3,gravity,wild,misere",
    ),
    *("3,4,3,gravity,stones=2,avoider", "3x3x3,3,gravity", "3,3,3,torus,wild,stones=2"),
]
LARGE = ("9,9,5,gravity", "6,6,4,wild,stones=2")  # of several words
WHERE = "cells are 0 to 8, or a1 to c3"


def cells_in(form: str, cells: Any) -> Array:
    """Cells in the dtype that a form takes."""
    return np.array(cells, FORMS[form][0])


def legal_cells(legal: Any) -> list[int]:
    """What a step says of one game, a bitboard or bools, as a list of cells."""
    if legal.dtype == np.bool_:
        return np.flatnonzero(legal).tolist()
    return [*cells_of(number_of(legal))]


def after(position: Position, cell: int) -> tuple[int, bool, Position]:
    """What one game gives, by its twin: reward, done, and the board to go on from."""
    moved = position.play(cell)
    if moved.outcome is None:
        return 0, False, moved
    winner = moved.outcome.winner
    reward = 0 if winner is None else 1 if winner == position.turn else -1
    return reward, True, Position(rules=position.rules)


def assert_gives(games: VectorGame, step: Any, twins: list[tuple[int, bool, Position]]) -> None:
    rewards, dones, positions = zip(*twins, strict=True)
    assert step.reward.tolist() == [*rewards]
    assert step.done.tolist() == [*dones]
    assert games.positions() == Positions.of(positions, games.rules)
    assert [*map(legal_cells, step.legal)] == [position.legal_moves for position in positions]
    assert (games.legal() == step.legal).all()
    dtypes = [array.dtype for array in step]
    assert dtypes == [FORMS[games.form][1], np.bool_, games.legal().dtype]


@pytest.mark.wide
@pytest.mark.parametrize(
    ("rules", "form"),
    [
        (NORMAL, "compact"),
        (NORMAL, "learning"),
        pytest.param(MISERE, "compact", marks=pytest.mark.long),
    ],
)
def test_every_move_from_every_position_of_3x3_gives_what_it_gives_alone(
    rules: Rules, form: str
) -> None:
    moves = [(position, cell) for position in table(rules) for cell in position.legal_moves]
    assert len(moves) == 16167
    games = VectorGame(len(moves), rules, form)
    games.sides.mover[:], games.sides.other[:] = Positions.of((p for p, _ in moves), rules).sides()
    step = games.step(cells_in(form, [cell for _, cell in moves]))
    assert_gives(games, step, [after(position, cell) for position, cell in moves])


def games_of(rules: Rules, form: str) -> int:
    """As few games as are written in each way: bools of up to 64 boards of a word, one by one."""
    return 69 if form == "learning" and rules.cells <= WORD_CELLS else 11


def goes_as_its_twins(rules: Rules, form: str) -> None:
    n = games_of(rules, form)
    draw = np.random.default_rng(1)
    games = VectorGame(n, rules, form)
    positions, ended = [Position(rules=rules)] * n, set[int]()
    while len(ended) < n:  # until every game has gone past its end
        cells = [int(draw.choice(position.legal_moves)) for position in positions]
        twins = [after(*each) for each in zip(positions, cells, strict=True)]
        assert_gives(games, games.step(cells_in(form, cells)), twins)
        positions = [position for _, _, position in twins]
        ended.update(game for game, (_, done, _) in enumerate(twins) if done)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        *fewer_compiled(*(pytest.param(text, form) for text in OTHERS for form in FORMS)),
        *(pytest.param(text, "learning", marks=pytest.mark.wide) for text in LARGE),
        *(pytest.param("9,9,5", form, marks=pytest.mark.wide) for form in FORMS),
        *longer(*(pytest.param("15,15,5,misere", form) for form in FORMS)),
    ],
)
@pytest.mark.usefixtures("listed")
def test_games_of_other_answers_go_as_each_of_them_alone(text: str, form: str) -> None:
    rules, draw = Rules.parse(text), np.random.default_rng(1)
    n = games_of(rules, form)
    games, alone = VectorGame(n, rules, form), [Position(rules=rules)] * n
    for _ in range(rules.cells + 2):
        may = [each.legal_moves for each in alone]
        assert [legal_cells(legal) for legal in games.legal()] == may
        actions = [int(draw.choice(each)) for each in may]
        step = games.step(cells_in(form, actions))
        for game, action in enumerate(actions):
            before = alone[game]
            then = before.play(action)
            ended = then.outcome
            earned = ended.worth(before.turn) if ended else 0
            assert (step.reward[game], step.done[game]) == (earned, ended is not None)
            alone[game] = Position(rules=rules) if ended else then
        assert list(games.positions()) == alone
    illegal = next(c for c in range(rules.actions) if not legal_cells(games.legal()[3]).count(c))
    with pytest.raises((IllegalMoveError, CellError)):
        games.step(cells_in(form, [*actions[:3], illegal, *actions[4:]]))


@pytest.mark.wide
@pytest.mark.parametrize(("rules", "form"), BOARDS)
def test_random_games_go_as_each_of_them_alone(rules: Rules, form: str) -> None:
    goes_as_its_twins(rules, form)


@pytest.mark.parametrize(
    ("rules", "form"),
    [
        pytest.param(*each, marks=pytest.mark.longer if n % 8 else pytest.mark.long)
        for n, each in enumerate(MORE_BOARDS)
    ],
)
def test_random_games_of_more_boards_go_as_each_of_them_alone(rules: Rules, form: str) -> None:
    goes_as_its_twins(rules, form)


@pytest.mark.wide
def test_a_reward_is_minus_one_only_for_a_line_in_misere() -> None:
    for rules, reward in ((NORMAL, 1), (MISERE, -1)):
        games = VectorGame(1, rules)
        steps = [games.step(cells_in("compact", [cell])) for cell in (0, 3, 1, 4, 2)]
        assert [int(step.reward[0]) for step in steps] == [0, 0, 0, 0, reward]


def played(form: str, n: int) -> VectorGame:
    """Games in which X has taken the centre, and O the corner."""
    games = VectorGame(n, NORMAL, form)
    for cell in (4, 0):
        games.step(cells_in(form, [cell] * n))
    return games


@pytest.mark.parametrize(
    ("form", "cell", "error", "reason"),
    [
        ("compact", 4, IllegalMoveError, "cell 4 is taken (X); free cells: 1, 2, 3, 5, 6, 7, 8"),
        ("compact", 0, IllegalMoveError, "cell 0 is taken (O); free cells: 1, 2, 3, 5, 6, 7, 8"),
        *[
            (form, cell, CellError, f"{cell} is not a cell of a 3x3 board; {WHERE}")
            for form, cells in (("compact", (9, 16, 255)), ("learning", (-1, 9, 256, 257, 2**40)))
            for cell in cells
        ],
    ],
)
def test_an_illegal_cell_at_any_index_is_named_and_changes_nothing(
    form: str, cell: int, error: type[NoughtsError], reason: str
) -> None:
    n = 40
    games = played(form, n)
    before, out = games.positions(), games.outputs()
    for array in out:
        array.fill(1)
    for index in range(n):
        cells = cells_in(form, [8] * n)
        cells[index:] = cell  # the first that is wrong is named
        with pytest.raises(error) as caught:
            games.step(cells, out)
        assert str(caught.value) == f"item {index}: {reason}"
    assert games.positions() == before
    assert all((array == 1).all() for array in out)


def test_wide_arrays_are_played_and_checked_block_by_block() -> None:
    n = 4096 + 13
    games = played("learning", n)
    cells = np.resize(cells_in("learning", [1, 2, 3, 5, 6, 7, 8]), n)
    position = Position().play(4).play(0)
    assert_gives(games, games.step(cells), [after(position, int(cell)) for cell in cells])
    with pytest.raises(IllegalMoveError, match="item 4100: cell 4 is taken"):
        games.step(np.where(np.arange(n) < 4100, 8 - (cells == 8), 4))


@pytest.mark.plain
@pytest.mark.wide
@pytest.mark.parametrize("form", FORMS)
def test_threads_share_the_work_to_the_same_results(
    form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "LEAST_PART", 64)
    n = 1000
    games = [VectorGame(n, NORMAL, form, threads=count) for count in (1, 2, 3)]
    unchecked = VectorGame(n, NORMAL, form, threads=2)
    assert [len(each._parts) for each in games] == [0, 2, 3]
    draw = np.random.default_rng(2)
    for _ in range(12):
        cells = cells_in(form, [int(draw.choice(p.legal_moves)) for p in games[0].positions()])
        alone, *shared = [each.step(cells) for each in games]
        for other in (*shared, unchecked.step_unchecked(cells)):
            assert all((a == b).all() for a, b in zip(alone, other, strict=True))
    before, cells[700] = games[1].positions(), 9
    cells[:700] = [position.legal_moves[0] for position in before][:700]
    with pytest.raises(CellError, match="item 700: 9 is not a cell"):
        games[1].step(cells)
    assert games[1].positions() == before


@pytest.mark.parametrize("form", FORMS)
def test_the_unchecked_step_gives_the_same_for_legal_cells(form: str) -> None:
    games, unchecked = played(form, 9), played(form, 9)
    room = unchecked.outputs()
    for cell, out in zip((1, 7, 2, 6, 3), (None, None, room, room, None), strict=True):
        one = games.step(cells_in(form, [cell] * 9))
        other = unchecked.step_unchecked(cells_in(form, [cell] * 9), out)
        assert (other is out) == (out is room)
        assert all((a == b).all() for a, b in zip(one, other, strict=True))
    assert games.positions() == unchecked.positions()


@pytest.mark.parametrize("form", FORMS)
def test_results_are_written_into_the_callers_arrays(form: str) -> None:
    games, twin = VectorGame(3, NORMAL, form), VectorGame(3, NORMAL, form)
    out = games.outputs()
    arrays = tuple(np.empty_like(array) for array in out)
    for cells in ([0, 1, 2], [3, 4, 5], [6, 7, 8]):
        given = games.step(cells_in(form, cells), out)
        assert given is out
        kept = twin.step(cells_in(form, cells), arrays)  # type: ignore[arg-type] # any three do
        assert all(a is b for a, b in zip(kept, arrays, strict=True))
        assert all((a == b).all() for a, b in zip(given, kept, strict=True))


def test_without_arrays_to_write_into_results_are_new_and_stay() -> None:
    games = VectorGame(1)
    first = games.step(cells_in("compact", [0]))
    games.step(cells_in("compact", [1]))
    assert first.legal.tolist() == [0b111_111_110]


def test_the_boards_on_which_games_ended_are_those_before_with_their_cells_played() -> None:
    games = VectorGame(2)
    for cell in (0, 3, 1, 4):
        games.step(cells_in("compact", [cell, cell]))
    before, cells = games.positions(), cells_in("compact", [2, 8])
    done = games.step(cells).done
    (ended,) = before[done].play(cells[done])
    assert str(ended) == "XXX/OO./..."
    assert [str(each) for each in games.positions()] == [".../.../...", "XX./OO./..X"]


def test_a_reset_begins_all_games_anew() -> None:
    games = played("compact", 2)
    games.reset()
    assert games.positions() == Positions.start(2)
    assert games.legal().tolist() == [511, 511]


def test_cells_may_be_a_list_or_a_view_where_the_dtype_fits() -> None:
    games = VectorGame(3, form="learning")
    games.step([0, 4, 8])  # type: ignore[arg-type] # as NumPy reads it: int64
    games.step(np.arange(6)[::2] + 1)
    assert games.positions() == Positions.start(3).play([0, 4, 8]).play([1, 3, 5])


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        (np.zeros(2, np.int64), "cells is an array of int64 [2]; one of uint8 [2] is needed"),
        (np.zeros(3, np.uint8), "cells is an array of uint8 [3]; one of uint8 [2] is needed"),
        (np.zeros((2, 1), np.uint8), "an array of uint8 [2, 1]; one of uint8 [2] is needed"),
        ([0, 1], "cells is an array of int64 [2]"),
    ],
)
def test_cells_of_another_dtype_or_shape_are_refused(cells: Any, reason: str) -> None:
    games = VectorGame(2)
    for step in (games.step, games.step_unchecked):
        with pytest.raises(ArrayError) as caught:
            step(cells)
        assert reason in str(caught.value)
    assert games.positions() == Positions.start(2)


def test_outputs_that_do_not_fit_are_refused_by_their_name() -> None:
    games = VectorGame(2, form="learning")
    cells = cells_in("learning", [0, 1])
    fitting = games.outputs()
    locked = np.zeros((2, 9), np.bool_)
    locked.flags.writeable = False
    for out, reason in [
        (fitting[:2], "out has 2 arrays; reward, done, legal are needed"),
        ((None, *fitting[1:]), "reward of out is a NoneType; an array is needed"),
        ((fitting.reward, np.zeros(2), fitting.legal), "done of out is an array of float64 [2]; "),
        (fitting._replace(legal=np.zeros(2, bool)), "of bool [2]; one of bool [2, 9] that can be"),
        (fitting._replace(legal=locked), "legal of out is an array of bool [2, 9], read-only"),
        (
            fitting._replace(legal=np.zeros((2, 18), bool)[:, ::2]),
            "legal of out has gaps or is not",
        ),
    ]:
        with pytest.raises(ArrayError) as caught:
            games.step(cells, out)  # type: ignore[arg-type] # some do not fit
        assert reason in str(caught.value)
    assert games.positions() == Positions.start(2)


def test_what_cannot_be_a_batch_is_refused() -> None:
    with pytest.raises(ArrayError, match="n is 0; a whole number from 1 is needed"):
        VectorGame(0)
    with pytest.raises(ArrayError, match=r"n is 2\.0; a whole number"):
        VectorGame(2.0)  # type: ignore[arg-type] # no int
    with pytest.raises(ArrayError, match="threads is -1; a whole number"):
        VectorGame(1, threads=-1)
    with pytest.raises(ArrayError, match="'wide' is not a form of a step; give compact or"):
        VectorGame(1, form="wide")
    with pytest.raises(TooLargeError, match="arrays hold boards of up to 361 cells"):
        VectorGame(1, Rules(20, 20, 5))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda games: pickle.loads(pickle.dumps(games))])
def test_copied_games_go_on_by_themselves(form: str, copied: Any) -> None:
    games = played(form, 2)
    out = games.outputs()
    games.step(cells_in(form, [1, 2]), out)
    twin = copied(games)
    assert twin.positions() == games.positions()
    kept = [array.copy() for array in out]
    assert twin.step(cells_in(form, [2, 3]), twin.outputs()).done.tolist() == [False, False]
    assert [str(each) for each in twin.positions()] == ["OXO/.X./...", "O.X/OX./..."]
    assert [str(each) for each in games.positions()] == ["OX./.X./...", "O.X/.X./..."]
    assert all((a == b).all() for a, b in zip(out, kept, strict=True))


def test_a_batch_says_what_it_is() -> None:
    assert len(VectorGame(3)) == 3
    assert repr(VectorGame(1)) == "<1 game of 3,3,3, compact>"
    assert repr(VectorGame(2, MISERE, "learning")) == "<2 games of 3,3,3,misere, learning>"


def test_cells_may_lie_in_memory_as_they_like() -> None:
    cells = np.array([0, 9, 4, 9, 8, 9], np.int64)
    unaligned = np.frombuffer(b"." + cells[::2].tobytes(), np.int64, offset=1)
    for given in (cells[::2], unaligned, cells[::2].copy()):
        games = VectorGame(3, form="learning")
        games.step(given)
        assert games.positions().x.tolist() == [1, 16, 256]


@pytest.mark.parametrize("board", ["3,3,3", "9,9,5"])
def test_the_arrays_of_many_games_begin_on_a_line_of_the_cache(board: str) -> None:
    games = VectorGame(1 << 14, Rules.parse(board))
    arrays = (*games.sides, *games.outputs())
    assert [array.ctypes.data % 64 for array in arrays] == [0] * 5
    assert not any(side.any() for side in games.sides)
