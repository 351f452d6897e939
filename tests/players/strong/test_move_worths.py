"""What the strong player asks of a search, in which order, and what it makes of the answers."""

from __future__ import annotations

from random import Random
from typing import ClassVar

import pytest

from noughts import Position, Rules
from noughts.core.bits import cells_of
from noughts.players import Strong
from noughts.players.judgement import Judgement
from noughts.players.strong.alpha_beta import AlphaBeta
from noughts.players.strong.budget import Budget
from noughts.players.strong.move_worths import FOR_A_MOVE, MoveWorths
from noughts.players.strong.threats import MOST_THREES, Threats
from noughts.solver.tables.table import Table

EMPTY = Position(rules=Rules(5, 5, 4))
Bounds = tuple[int, int]


class Prover:
    """In place of a search: it says what it is told to, and keeps what it is asked."""

    def __init__(self, bounds: Bounds, moves: Bounds = (0, 0)) -> None:
        self.bounds, self._moves = bounds, moves
        self.asked: list[tuple[int, float]] = []

    def settle(self, budget: Budget, part: float) -> None:
        """Nothing: it knows its bounds."""

    def move(self, cell: int, _: Budget, part: float) -> Bounds:
        """The same of every move."""
        self.asked.append((cell, part))
        return self._moves


def judged(
    monkeypatch: pytest.MonkeyPatch, prover: Prover, every: bool, position: Position = EMPTY
) -> dict[int, Judgement]:
    monkeypatch.setattr("noughts.players.strong.move_worths.prover", lambda *_: prover)
    return {move.cell: move for move in MoveWorths(position, Budget(nodes=300), every).moves()}


@pytest.fixture
def seems(monkeypatch: pytest.MonkeyPatch) -> dict[int, float]:
    """What each move of a board of 5x5 seems worth where nothing is proved."""
    moves = judged(monkeypatch, Prover((-1, 1), (-1, 1)), every=False)
    return {cell: move.value for cell, move in moves.items()}


def test_the_search_is_asked_of_every_move_the_best_one_first_and_each_has_an_equal_share(
    monkeypatch: pytest.MonkeyPatch, seems: dict[int, float]
) -> None:
    prover = Prover((-1, 1))
    moves = judged(monkeypatch, prover, every=True)
    assert all(move == Judgement(cell, 0) for cell, move in moves.items())
    cells, parts = zip(*prover.asked, strict=True)
    assert [seems[cell] for cell in cells] == sorted(seems.values(), reverse=True)
    assert len({*seems.values()}) > 3
    assert list(parts) == [1 / left for left in range(25, 0, -1)]


def test_for_a_choice_the_search_ends_at_the_first_move_that_keeps_the_value(
    monkeypatch: pytest.MonkeyPatch, seems: dict[int, float]
) -> None:
    prover = Prover((0, 1))
    moves = judged(monkeypatch, prover, every=False)
    ((cell, part),) = prover.asked
    assert part == FOR_A_MOVE
    assert seems[cell] == max(seems.values())
    assert [move.cell for move in moves.values() if move.proved] == [cell]


def test_no_move_is_worth_more_than_the_position_and_only_a_loss_is_proved_of_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = EMPTY.play(12).play(0)
    open_ = judged(monkeypatch, Prover((-1, 1), (-1, 1)), every=False, position=position)
    assert sum(move.value > 0 for move in open_.values()) > 1
    drawn = judged(monkeypatch, Prover((-1, 0)), every=False, position=position)
    assert sum(move.proved for move in drawn.values()) == 1
    assert max(move.value for move in drawn.values()) == 0
    lost = judged(monkeypatch, Prover((-1, -1)), every=False)
    assert all(move == Judgement(cell, -1) for cell, move in lost.items())


def test_the_only_move_that_stops_a_line_is_taken_without_a_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = Position.parse(".OOO./X..../..X../...X./.....", Rules(5, 5, 4))
    for cell in (0, 4):
        closed = position.play(4 - cell).play(24)
        prover = Prover((-1, 1))
        moves = judged(monkeypatch, prover, every=False, position=closed)
        assert not prover.asked
        assert [each for each, move in moves.items() if not move.proved] == [cell]


class Glance(AlphaBeta):
    """Keeps how many nodes it may look at, and which moves it is asked of."""

    asked: ClassVar[list[tuple[int | None, int]]] = []

    def __init__(self, rules: Rules, own: int, other: int, budget: Budget) -> None:
        super().__init__(rules, own, other, budget)
        self._nodes = budget.nodes

    def judged(self, moves: int) -> dict[int, float]:
        """As ever."""
        self.asked.append((self._nodes, moves))
        return super().judged(moves)


@pytest.fixture
def glances(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int | None, int]]:
    """What the judgement of quiet moves is asked."""
    monkeypatch.setattr(Glance, "asked", [])
    monkeypatch.setattr(MoveWorths, "judged_by", Glance)
    return Glance.asked


def test_little_is_spent_on_how_moves_seem_where_the_search_knows_a_win_or_nothing_is_left(
    monkeypatch: pytest.MonkeyPatch, glances: list[tuple[int | None, int]]
) -> None:
    judged(monkeypatch, Prover((1, 1)), every=True)
    judged(monkeypatch, Prover((0, 1)), every=True)
    (few, _), (many, asked) = glances
    assert few is not None
    assert many is not None
    assert 0 < 10 * few < many
    assert asked == EMPTY.legal
    full = Position.parse("XOX/XOO/OX.", Rules(3, 3, 3))
    assert judged(monkeypatch, Prover((-1, 1)), every=True, position=full) == {8: Judgement(8, 0)}
    assert glances[-1][1] == 0


def test_what_settled_moves_leave_goes_to_the_open_ones_in_another_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Half(Prover):
        """Settles the later part of what is asked in each round, but never the move at 0."""

        def move(self, cell: int, budget: Budget, part: float) -> Bounds:
            super().move(cell, budget, part)
            return (0, 0) if cell and part > 2 / 25 else (-1, 1)

    prover = Half((-1, 1))
    moves = judged(monkeypatch, prover, every=True)
    assert [cell for cell, move in moves.items() if not move.proved] == [0]
    rounds = sum(part == 1 for _, part in prover.asked)  # the last of a round may take all
    assert rounds > 2
    assert prover.asked[-2:] == [(0, 1), (0, 1)]  # which settled nothing is the last


@pytest.mark.usefixtures("without_search")
def test_only_the_last_free_cell_is_settled_as_such() -> None:
    last = Position.parse(".XO/OOX/XXO", Rules(3, 3, 3))
    assert MoveWorths(last, Budget(nodes=0), every=True).moves() == [Judgement(0, 0)]
    two = Position.parse(".XO/OOX/X.X", Rules(3, 3, 3))
    moves = MoveWorths(two, Budget(nodes=0), every=True).moves()
    assert [(move.cell, move.proved) for move in moves] == [(0, True), (7, False)]  # 7 stops a line


@pytest.mark.usefixtures("without_search")
def test_where_a_line_can_be_made_all_that_leaves_two_to_the_other_is_lost() -> None:
    position = Position.parse("XXX../OOO../..X.X/OOO../..X..", Rules(5, 5, 4))
    moves = MoveWorths(position, Budget(nodes=300), every=False).moves()
    assert [(move.cell, move.value) for move in moves if move.value > 0] == [(3, 1)]
    assert all(move.proved for move in moves)


@pytest.mark.usefixtures("without_search")
@pytest.mark.parametrize(
    ("board", "text"),
    [
        ("4,4,3", "..../.OX./...X/...."),
        ("5,5,4", ".X..O/O.OXX/...OX/...../OX..."),
        ("5,5,4", "OOX../.O.../X..O./X..X./....."),
    ],
)
def test_every_move_that_leaves_a_win_by_threats_is_proved_to_lose(board: str, text: str) -> None:
    position = Position.parse(text, Rules.parse(board))
    own, other = position.sides
    win = Threats(position.rules, Budget()).win(other, own, MOST_THREES)
    assert win is not None
    moves = MoveWorths(position, Budget(nodes=3000), every=True).moves()
    lost = {
        move.cell
        for move in moves
        if Threats(position.rules, Budget()).win(other, own | 1 << move.cell, MOST_THREES)
    }
    assert lost & {*cells_of(win.zone)}  # some in the zone stop nothing
    assert {move.cell for move in moves if move.proved and move.value < 0} >= lost


@pytest.mark.parametrize("text", ["1,9,3,exact", "3,4,3,exact"])
def test_where_a_longer_line_does_not_count_what_is_proved_is_true(text: str) -> None:
    rules, proved = Rules.parse(text), 0
    truth, random = Table(rules), Random(1)
    for _ in range(25):
        position = Position(rules=rules)
        for _ in range(random.randrange(2, 8)):
            if position.legal_moves:
                position = position.play_unchecked(random.choice(position.legal_moves))
        if position.outcome:
            continue
        known = {move.cell: move.value for move in truth.moves(position)}
        for move in MoveWorths(position, Budget(nodes=100), every=True).moves():
            assert not move.proved or move.value == known[move.cell], (position, move)
            proved += move.proved
    assert proved > 20


def test_a_stone_that_makes_a_line_too_long_neither_wins_nor_must_be_stopped() -> None:
    row = "." * 15 + "/"
    rows = row * 7 + "...XX.XXX....../" + row * 6 + "O.O.O.O.O......"
    judged = Strong(nodes=5).judge(Position.parse(rows, "15,15,5,exact"))
    assert 7 * 15 + 5 not in {move.cell for move in judged if move.value == 1}
