"""Exact results of one policy against another, and of the best there is against one.

A policy gives the probability of each of its moves, so a match needs no sampling: the probability
of a position is that of the one before it times that of the move. Positions are looked at once,
ply by ply, however many games lead to them.

    empty ── 1/9 ──> X at 0 ── 1/8 ──> O at 1 ──> ...        a position's probability is the sum
          └─ 1/9 ──> X at 1 ── 1/8 ──> O at 0 ──> ...        over the ways that lead there
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from noughts.core.coercion import as_rules
from noughts.core.position import Position
from noughts.core.rules import TICTACTOE, O, Rules, X
from noughts.errors import PlayerError, TooLargeError
from noughts.players.adapters import AnyPlayer, as_player
from noughts.players.base import Player

MAX_CELLS = 12


class Result(NamedTuple):
    """How games end for one of the two, and after how many moves, as probabilities.

    They are fractions where the chances of both players are, else floats.
    """

    win: Any
    draw: Any
    loss: Any
    lengths: dict[int, Any]

    @property
    def score(self) -> Any:
        """Wins and half of the draws, as a share of the games."""
        return self.win + self.draw / 2

    @property
    def exact(self) -> bool:
        """Whether nothing was rounded: both players state their chances as fractions."""
        return isinstance(self.win, Fraction)


class Versus(NamedTuple):
    """The results of one policy against another, moving first and moving second."""

    first: Result
    second: Result

    @property
    def score(self) -> Any:
        """The score where both sides are played equally often."""
        return (self.first.score + self.second.score) / 2

    @property
    def exact(self) -> bool:
        """Whether nothing was rounded."""
        return self.first.exact and self.second.exact


def versus(a: AnyPlayer, b: AnyPlayer, rules: Rules | str = TICTACTOE) -> Versus:
    """The exact results of `a` against `b`, for `a`, from the empty board.

    A player is a name, a `Player`, or what `as_player` takes for one.

    >>> result = versus("random", "random")
    >>> result.first.win, result.first.loss, result.first.draw
    (Fraction(737, 1260), Fraction(121, 420), Fraction(8, 63))
    >>> versus(lambda position: position.moves()[0], "random").score
    Fraction(1613, 2016)

    Raises `TooLargeError` for a board of more than 12 cells, and for one that a player cannot
    play; and `PlayerError` for what is not a player, or makes moves that cannot be.
    """
    rules = as_rules(rules)
    _check_size(rules)
    one, other = as_player(a), as_player(b)
    return Versus(
        _result({X: one, O: other}, X, rules),
        _result({X: other, O: one}, O, rules),
    )


def _result(players: dict[int, Player], player: int, rules: Rules) -> Result:
    ends: dict[int, Any] = {1: Fraction(0), 0: Fraction(0), -1: Fraction(0)}
    lengths: dict[int, Any] = {}
    going_on: dict[Position, Any] = {Position(rules=rules): Fraction(1)}
    while going_on:
        after: dict[Position, Any] = {}
        for position, chance in going_on.items():
            outcome = position.outcome
            if outcome:
                ends[worth(outcome.winner, player)] += chance
                lengths[position.ply] = lengths.get(position.ply, 0) + chance
                continue
            for cell, share in players[position.turn].probabilities(position).items():
                next_position = position.play_unchecked(cell)
                after[next_position] = after.get(next_position, 0) + chance * share
        going_on = after
    if any(isinstance(chance, float) for chance in lengths.values()):
        win, draw, loss = map(float, ends.values())
        return Result(win, draw, loss, {moves: float(chance) for moves, chance in lengths.items()})
    return Result(ends[1], ends[0], ends[-1], lengths)


def worth(winner: int | None, player: int) -> int:
    """1, 0 or -1: what an end is to a player; `winner` None is a draw."""
    return 0 if winner is None else 1 if winner == player else -1


class Response(Player):
    """The best reply to a policy: where it is to move, the move with the highest expectation.

    It is a player of one side, `player`, on one board. `value` is what it can expect from the
    empty board, as win 1, draw 0, loss -1: how far the policy can be exploited. Among equal moves
    it takes the lowest cell.
    """

    def __init__(self, policy: AnyPlayer, player: int, rules: Rules) -> None:
        super().__init__()
        self.player = player
        self._policy = as_player(policy)
        self.name = f"best response to {self._policy.name}"
        self._expected: dict[Position, Any] = {}
        self.value = self._expectation(Position(rules=rules))

    def probabilities(self, position: Position) -> dict[int, Fraction]:
        """All of the chance on one move. Of use only where it is this side's turn."""
        best = max(
            position.moves(), key=lambda cell: self._expectation(position.play_unchecked(cell))
        )
        return {best: Fraction(1)}

    def _expectation(self, position: Position) -> Any:
        known = self._expected.get(position)
        if known is not None:
            return known
        outcome = position.outcome
        if outcome:
            expected = Fraction(worth(outcome.winner, self.player))
        elif position.turn == self.player:
            expected = max(
                self._expectation(position.play_unchecked(cell)) for cell in position.moves()
            )
        else:
            shares = self._policy.probabilities(position).items()
            expected = sum(
                (share * self._expectation(position.play_unchecked(c)) for c, share in shares),
                Fraction(0),
            )
        self._expected[position] = expected
        return expected


def best_response(policy: AnyPlayer, player: int, rules: Rules | str = TICTACTOE) -> Response:
    """What does best against a policy as `player`, X or O, and what it can expect.

    >>> best_response("perfect:random", X).value    # nothing beats a perfect player
    Fraction(0, 1)
    >>> best_response("random", X).value
    Fraction(191, 192)

    Raises as `versus` does.
    """
    if player not in (X, O):
        raise PlayerError(f"{player!r} is not a side; give noughts.X (1) or noughts.O (2)")
    rules = as_rules(rules)
    _check_size(rules)
    return Response(policy, player, rules)


def _check_size(rules: Rules) -> None:
    if rules.cells > MAX_CELLS:
        raise TooLargeError(
            f"{rules} has {rules.cells} cells; exact results go through every position, on boards "
            f"of up to {MAX_CELLS}"
        )
