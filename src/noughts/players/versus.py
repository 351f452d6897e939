"""Exact results of one policy against another, and of the best there is against one.

A policy gives the probability of each of its moves, so a match needs no sampling: the probability
of a position is that of the one before it times that of the move. Positions are looked at once,
ply by ply, however many games lead to them.

    empty ── 1/9 ──> X at 0 ── 1/8 ──> O at 1 ──> ...        a position's probability is the sum
          └─ 1/9 ──> X at 1 ── 1/8 ──> O at 0 ──> ...        over the ways that lead there
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, Protocol

from noughts.core.position import Position
from noughts.core.rules import TICTACTOE, O, Rules, X
from noughts.errors import TooLargeError

EXACT_CELLS = 12  # of a board whose positions are walked one by one, as fractions


class Policy(Protocol):
    """A rule from positions to the probabilities of moves, which add up to 1."""

    def probabilities(self, position: Position) -> dict[int, Fraction]:
        """The chance of each move that may be made, by cell."""


class Result(NamedTuple):
    """How games end for one of the two, and after how many moves, as probabilities."""

    win: Fraction
    draw: Fraction
    loss: Fraction
    lengths: dict[int, Fraction]

    @property
    def score(self) -> Fraction:
        """Wins and half of the draws, as a share of the games."""
        return self.win + self.draw / 2


class Versus(NamedTuple):
    """The results of one policy against another, moving first and moving second."""

    first: Result
    second: Result

    @property
    def score(self) -> Fraction:
        """The score where both sides are played equally often."""
        return (self.first.score + self.second.score) / 2


def versus(a: Policy, b: Policy, rules: Rules = TICTACTOE) -> Versus:
    """The exact results of `a` against `b`, for `a`, from the empty board.

    >>> from noughts.players import Random
    >>> result = versus(Random(), Random())
    >>> result.first.win, result.first.loss, result.first.draw
    (Fraction(737, 1260), Fraction(121, 420), Fraction(8, 63))
    >>> result.score
    Fraction(1, 2)
    """
    _check_size(rules)
    return Versus(
        _result({X: a, O: b}, X, rules),
        _result({X: b, O: a}, O, rules),
    )


def _result(policies: dict[int, Policy], player: int, rules: Rules) -> Result:
    ends = {1: Fraction(0), 0: Fraction(0), -1: Fraction(0)}
    lengths: dict[int, Fraction] = {}
    going_on = {Position(rules=rules): Fraction(1)}
    while going_on:
        after: dict[Position, Fraction] = {}
        for position, chance in going_on.items():
            outcome = position.outcome
            if outcome:
                ends[outcome.worth(player)] += chance
                lengths[position.ply] = lengths.get(position.ply, Fraction(0)) + chance
                continue
            for cell, share in policies[position.turn].probabilities(position).items():
                next_position = position.play(cell)
                after[next_position] = after.get(next_position, Fraction(0)) + chance * share
        going_on = after
    return Result(ends[1], ends[0], ends[-1], lengths)


class Response:
    """The best reply to a policy: where it is to move, the move with the highest expectation.

    It is a policy itself, of one side only. `value` is what it can expect from the empty board, as
    win 1, draw 0, loss -1: how far the policy can be exploited. Among equal moves it takes the
    lowest cell.
    """

    def __init__(self, policy: Policy, player: int, rules: Rules) -> None:
        self.player = player
        self._policy = policy
        self._expected: dict[Position, Fraction] = {}
        self.value = self._expectation(Position(rules=rules))

    def probabilities(self, position: Position) -> dict[int, Fraction]:
        """All of the chance on one move. Of use only where it is this side's turn."""
        best = max(position.moves(), key=lambda cell: self._expectation(position.play(cell)))
        return {best: Fraction(1)}

    def _expectation(self, position: Position) -> Fraction:
        known = self._expected.get(position)
        if known is not None:
            return known
        outcome = position.outcome
        if outcome:
            expected = Fraction(outcome.worth(self.player))
        elif position.turn == self.player:
            expected = max(self._expectation(position.play(cell)) for cell in position.moves())
        else:
            shares = self._policy.probabilities(position).items()
            expected = sum(
                (share * self._expectation(position.play(cell)) for cell, share in shares),
                Fraction(0),
            )
        self._expected[position] = expected
        return expected


def best_response(policy: Policy, player: int, rules: Rules = TICTACTOE) -> Response:
    """What does best against a policy as `player`, X or O, and what it can expect.

    >>> from noughts.players import Perfect, Random
    >>> best_response(Perfect("random"), X).value    # nothing beats a perfect player
    Fraction(0, 1)
    >>> best_response(Random(), X).value
    Fraction(191, 192)
    """
    _check_size(rules)
    return Response(policy, player, rules)


def _check_size(rules: Rules) -> None:
    if rules.cells > EXACT_CELLS:
        raise TooLargeError(
            f"{rules} has {rules.cells} cells; exact results go through every position, on boards "
            f"of up to {EXACT_CELLS}"
        )
