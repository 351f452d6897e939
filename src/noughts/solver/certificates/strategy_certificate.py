"""Proofs that a side wins or never loses: strategies with an answer to each move of the opponent.

`strategy_checker` checks these proofs without the rest of this project, and docs/theory.md
describes them. A certificate contains only positions that can arise when the strategy is followed,
one of each symmetry class. They come ply by ply, so neither the writer nor the reader has to keep
the positions of more than two plies at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, zip_longest
from typing import Protocol

from noughts.core.answers import LAWS
from noughts.core.bits import cells_of
from noughts.core.box import Box
from noughts.core.cell_names import cell_name
from noughts.core.family import GRAVITY
from noughts.core.geometry import Flat
from noughts.core.position import Position
from noughts.core.position_text import position_text
from noughts.core.rules import MARK_NAMES, Rules, X
from noughts.core.symmetry import images
from noughts.core.torus import Torus
from noughts.core.turns import opponent, winner
from noughts.errors import PositionError, ProofError, TooLargeError
from noughts.solver.tables.table import MoveEvaluation

CERTIFICATE_CELLS, CERTIFICATE_COLS = 64, 26  # the largest board that the checkers accept
FALLING_CELLS = 20  # the most free cells where stones fall: with more, a proof has too many lines


class Values(Protocol):
    """A source of values from which the strategy is taken, such as a `Table`."""

    def moves(self, position: Position) -> Sequence[MoveEvaluation]:
        """The value of each legal move for the player to move.

        The remoteness only decides between moves of equal value: a sooner win makes a shorter
        proof. If the remoteness is unknown, any number will do.
        """


def require_checkable(position: Position) -> None:
    """Raise `RulesError` or `TooLargeError` for a position that the checkers do not accept.

    The checkers share no code with the library, and implement only the rules of games that obey all
    `LAWS`. The one exception is a game where stones fall, which lacks the law `any_order`: the
    checker of form 1 implements this rule, too.
    """
    rules = position.rules
    laws = [law for law in LAWS if law != "any_order" or rules.answers.where != GRAVITY]
    rules.require("a certificate", *laws, instead="noughts solve says its worth, without a proof")
    rules.require_kind("a certificate", Flat, Box, Torus)
    cols = rules.geometry.sizes[-1]
    if rules.cells > CERTIFICATE_CELLS or cols > CERTIFICATE_COLS:
        raise TooLargeError(
            f"{rules} has {rules.cells} cells in {cols} columns; certificates are for "
            f"up to {CERTIFICATE_CELLS} in {CERTIFICATE_COLS}"
        )
    free = rules.cells - position.ply
    if not rules.has("any_order") and free > FALLING_CELLS:
        raise TooLargeError(
            f"{position} has {free} free cells; where stones fall, certificates are for up to "
            f"{FALLING_CELLS}"
        )


def require_open(position: Position) -> None:
    """Raise `ProofError` for a position in which nothing is left to prove."""
    if position.outcome:
        raise ProofError(f"{position} needs no proof: the game is over, {position.outcome}")


def named(position: Position) -> str:
    """The name of a position in certificates: the board, and the moves of a game that leads to it.

    >>> named(Position.parse("XO./.../..X"))
    '3,3,3 after a1 b1 c3'
    >>> named(Position.parse("..../.XO./XOXO", "3,4,3,gravity"))
    '3,4,3,gravity after c3 d3 a3 b3 b2 c2'

    Raises `ProofError` if stones fall and no game leads to the position.
    """
    cells: Iterable[int | None] | None
    if position.rules.has("any_order"):
        cells = chain(*zip_longest(cells_of(position.x), cells_of(position.o)))
    else:
        cells = _game_to(position, set())
        if cells is None:
            raise ProofError(f"play cannot reach {position}")
    moves = [cell_name(cell, position.rules) for cell in cells if cell is not None]
    return " ".join([str(position.rules), *(["after", *moves] if moves else [])])


def _game_to(position: Position, dead: set[Position]) -> list[int] | None:
    """The moves of a game that leads to a position, found backward; None if there is no such game.

    `dead` collects the positions to which no game leads.
    """
    if not position.ply:
        return []
    for cell in cells_of(position.sides[1]):
        with suppress(PositionError):  # another stone lies on this one
            rest = ~(1 << cell)
            before = Position(position.x & rest, position.o & rest, position.rules)
            if before not in dead and not before.outcome:
                game = _game_to(before, dead)
                if game is not None:
                    return [*game, cell]
    dead.add(position)
    return None


def claim_of(position: Position, said: str) -> str:
    """The text of a claim in a certificate.

    >>> claim_of(Position(), "X never loses"), claim_of(Position().play("b2"), "drawn")
    ('3,3,3 X never loses', '3,3,3 after b2: drawn')
    """
    return f"{named(position)}{':' if position.ply else ''} {said}"


def sides_of(position: Position, value: int, side: int | None) -> tuple[list[int], str]:
    """The sides whose answers prove a claim (the player to move is first), and the claim as text.

    If `side` is None, the claim states the value of the position; otherwise it states that `side`
    wins or, if the value is a draw, never loses. `value` is the value for the player to move.
    Raises `ProofError` if `side` loses.

    >>> sides_of(Position(), 0, None) == ([1, 2], "drawn"), sides_of(Position(), 0, X)[1]
    (True, 'X never loses')
    """
    mover, other = position.turn, opponent(position.turn)
    if value:
        best, worst = (mover, other) if value > 0 else (other, mover)
        if side == worst:
            loser, better = MARK_NAMES[worst], MARK_NAMES[best]
            raise ProofError(f"{loser} loses {named(position)}: {better} wins it")
        return [best], f"{MARK_NAMES[best]} wins"
    return ([side], f"{MARK_NAMES[side]} never loses") if side else ([mover, other], "drawn")


class Proof:
    """A proof that a side, X or O, wins or, if it cannot win, never loses: the side's strategy.

    If `side` is None, the value of `start` is proved, by the winner's strategy or, if the value
    is a draw, by a strategy for each side.

    >>> from noughts.solver.tables.table import table
    >>> print("".join(Proof(Rules(2, 2, 2), X, table(Rules(2, 2, 2)))), end="")
    noughts certificate 1: 2,2,2 X wins
    ../.. a1
    ../OX a1
    .O/X. a1
    >>> print("".join(Proof(Position.parse("XO./OX./..."), None, table(Rules(3, 3, 3)))), end="")
    noughts certificate 1: 3,3,3 after a1 b1 b2 a2: X wins
    .../.XO/.OX a1

    Raises `ProofError` if the side loses or the game is over, `RulesError` for a game that the
    checkers do not accept, and `TooLargeError` for a board of more than 64 cells or 26 columns, or
    for more than 20 free cells in a game where stones fall.
    """

    def __init__(self, start: Rules | Position, side: int | None, values: Values) -> None:
        self._start = start = Position(rules=start) if isinstance(start, Rules) else start
        require_checkable(start)
        require_open(start)
        best = max(move.value for move in values.moves(start))
        self._goal, self._values = abs(best), values
        self._sides, said = sides_of(start, best, side)
        self.claim: str = claim_of(start, said)

    def __iter__(self) -> Iterator[str]:
        """Yield the lines of the certificate, each as soon as it is known."""
        yield f"noughts certificate 1: {self.claim}\n"
        for side in self._sides:
            yield from Strategy(side, self._goal, self._values).answers(self._start)


class Strategy:
    """The answers by which a side wins if `goal` is 1, and does not lose if `goal` is 0."""

    def __init__(self, side: int, goal: int, values: Values) -> None:
        self._side, self._goal, self._values = side, goal, values

    def answers(self, start: Position) -> Iterator[str]:
        """The lines of a certificate with this side's answers, ply by ply."""
        # The player whose stone makes a line harmless. In normal play the opponent's lines threaten
        # the claim of a side, and in misère its own lines do.
        self._guard = winner(self._side, start.rules)
        asked = self._least([start]) if start.turn == self._side else self._asked(start)
        while asked:
            following: dict[str, Position] = {}
            for text, position in sorted(asked.items()):
                cell = self._answer(position)
                yield f"{text} {cell_name(cell, position.rules)}\n"
                following |= self._asked(position.play_unchecked(cell))
            asked = following

    def _asked(self, position: Position) -> dict[str, Position]:
        """The positions to answer after each legal move, as least images, keyed by their text."""
        if not self._open(position):
            return {}
        return self._least(position.play_unchecked(cell) for cell in position.legal_moves)

    def _least(self, positions: Iterable[Position]) -> dict[str, Position]:
        """The least image of each position where the claim is undecided, keyed by its text."""
        asked = {}
        for each in filter(self._open, positions):
            rules = each.rules
            text = min(position_text(x, o, rules) for x, o in images(each.x, each.o, rules))
            asked[text] = Position.parse(text, rules)
        return asked

    def _open(self, position: Position) -> bool:
        """Whether the claim is still undecided."""
        if position.outcome:
            return False
        guarding = self._guarding(position)
        return self._goal > 0 or not all(line & guarding for line in position.rules.lines)

    def _answer(self, position: Position) -> int:
        """The move that promises the shortest proof.

        If the goal is 1, it is one of the moves that win soonest; otherwise, one of all moves that
        do not lose.
        """
        moves = [move for move in self._values.moves(position) if move.value >= self._goal]
        if not moves:
            raise ProofError(f"the values contradict each other at {position}")
        if self._goal > 0:
            soonest = min(move.remoteness for move in moves)
            moves = [move for move in moves if move.remoteness == soonest]
        # A stone blocks lines of the opponent; in misère it also brings this side's own lines
        # nearer. Of all orders that were tried, the order by the number of these lines, and then by
        # the number of positions to answer next, gave the shortest proofs.
        sign = 1 if self._guard == self._side else -1
        gains = [sign * self._possible(position, move.cell) for move in moves]
        cells = [move.cell for move, gain in zip(moves, gains, strict=True) if gain == max(gains)]
        return min(cells, key=lambda cell: len(self._asked(position.play_unchecked(cell))))

    def _possible(self, position: Position, cell: int) -> int:
        """The number of lines through the cell that could still break the claim."""
        guarding = self._guarding(position)
        return sum(line >> cell & 1 and not line & guarding for line in position.rules.lines)

    def _guarding(self, position: Position) -> int:
        return position.x if self._guard == X else position.o
