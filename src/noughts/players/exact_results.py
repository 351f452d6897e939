"""Exact results of one policy against another, and the best response to a policy.

A policy gives the probability of each of its moves, so results can be computed without sampling
games. The probability of reaching a position by a move is the probability of the previous position
times the probability of the move. Each position is examined once, ply by ply, however many games
lead to it.

    empty ── 1/9 ──> X at 0 ── 1/8 ──> O at 1 ──> ...        a position's probability is the sum
          └─ 1/9 ──> X at 1 ── 1/8 ──> O at 0 ──> ...        over all paths that lead to it
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import accumulate
from math import lcm
from operator import or_
from typing import NamedTuple, TypeVar

from noughts.core.bits import cells_of
from noughts.core.html import html_table
from noughts.core.message_text import quoted
from noughts.core.names_from_elsewhere import leading
from noughts.core.position import Position
from noughts.core.rules import TICTACTOE, O, Rules, X, as_rules
from noughts.core.set_numbers import boards_by_ply
from noughts.core.successors import by_plies, moves_at, ply_of
from noughts.core.turns import mover, opponent
from noughts.errors import PlayerError, TooLargeError
from noughts.players.adapters import AnyPlayer, as_player
from noughts.players.base import Player
from noughts.system.progress import Reporter, limited

A = TypeVar("A")
Chance = tuple[int, int]  # numerator and denominator

EXACT_CELLS = 12  # the largest board, as each position is visited, with fractions

Share = Fraction | float


@leading
class Result(NamedTuple):
    """The probabilities of a player's win, draw and loss, and of each game length in moves.

    The probabilities are fractions if both players state theirs as fractions, otherwise floats.

    >>> first = versus("random", "random", "2,2,2").first
    >>> first.win, first.lengths, first.score, first.in_fractions
    (Fraction(1, 1), {3: Fraction(1, 1)}, Fraction(1, 1), True)
    """

    win: Share
    draw: Share
    loss: Share
    lengths: Mapping[int, Share]

    @property
    def score(self) -> Share:
        """The score: wins plus half of the draws, as a share of the games."""
        return self.win + self.draw / 2

    @property
    def in_fractions(self) -> bool:
        """Whether the results are fractions, and therefore exact."""
        return isinstance(self.win, Fraction)


@leading
class Versus(NamedTuple):
    """The results of one policy against another, moving first and moving second.

    >>> result = versus("random", "random", "2,2,2")    # who begins always wins
    >>> result.first.win, result.second.win, result.score
    (Fraction(1, 1), Fraction(0, 1), Fraction(1, 2))
    """

    first: Result
    second: Result

    @property
    def score(self) -> Share:
        """The score if each player begins half of the games."""
        return (self.first.score + self.second.score) / 2

    @property
    def in_fractions(self) -> bool:
        """Whether the results are exact; see `Result`."""
        return self.first.in_fractions and self.second.in_fractions

    def _repr_html_(self) -> str:
        ends = ("win", "draw", "loss", "score")
        sides = (("moving first", self.first), ("moving second", self.second))
        rows = [
            [name, *(f"{float(getattr(side, end)):.2%}" for end in ends)] for name, side in sides
        ]
        return html_table("Exact results of the player named first", [["", *ends], *rows])


def versus(
    a: AnyPlayer,
    b: AnyPlayer,
    rules: Rules | str = TICTACTOE,
    progress: Reporter | None = None,
) -> Versus:
    """The exact results of `a`, moving first and moving second, against `b` from the empty board.

    A player is a name, a `Player`, or anything else that `as_player` accepts.

    >>> result = versus("random", "random")
    >>> result.first.win, result.first.loss, result.first.draw
    (Fraction(737, 1260), Fraction(121, 420), Fraction(8, 63))
    >>> versus(lambda position: position.legal_moves[0], "random").score
    Fraction(5449, 8640)

    `progress` is called with the amount done and the total, as `system.progress` explains.

    Raises `TooLargeError` for a board of more than 12 cells, or one that a player cannot play.
    Raises `PlayerError` for an argument that is not a player, and for a player that makes invalid
    moves.
    """
    rules = as_rules(rules)
    _check_size(rules)
    one, other = as_player(a), as_player(b)
    report = limited(progress)
    return Versus(
        _result({X: one, O: other}, X, rules, lambda done, side: report(done, 2 * side)),
        _result({X: other, O: one}, O, rules, lambda done, side: report(side + done, 2 * side)),
    )


def _result(policies: dict[int, Player], player: int, rules: Rules, report: Reporter) -> Result:
    ends = {1: Fraction(0), 0: Fraction(0), -1: Fraction(0)}
    lengths: dict[int, Fraction] = {}
    policy, other, plies = policies[player], policies[opponent(player)], _plies(player, rules)
    exact = True

    def end(worth: int, plies: int, part: int, whole: int) -> None:
        chance = Fraction(part, whole)
        ends[worth] += chance
        lengths[plies] = lengths.get(plies, Fraction(0)) + chance

    # A probability is stored as numerator and denominator, not as a reduced fraction. Two that are
    # added nearly always have the same denominator, so a sum takes one addition of ints.
    def lead(
        position: Position, code: int, every: int, chance: Chance
    ) -> Iterator[tuple[int, Chance]]:
        nonlocal exact
        ply = ply_of(code, rules)
        own, _, full, shift, then = plies[ply]
        if not every:
            end(full, ply, *chance)
            return
        for action, share in (policy if own else other).probabilities(position).items():
            part, whole = share.as_integer_ratio()
            exact = exact and isinstance(share, Fraction)
            move = 1 << action + shift
            after = then(code, move) if then else code | move
            yield after, (chance[0] * part, chance[1] * whole)

    for ply, lined in enumerate(_walk({0: (1, 1)}, lead, _sum, rules, report)):
        for chance in lined.values():
            end(plies[ply - 1].line, ply, *chance)
    report(1, 1)
    if exact:
        return Result(ends[1], ends[0], ends[-1], lengths)
    # With floats the sum is only nearly 1, and fractions would suggest that it is exact.
    win, draw, loss = map(float, ends.values())
    return Result(win, draw, loss, {moves: float(chance) for moves, chance in lengths.items()})


def _walk(
    start: dict[int, A],
    lead: Callable[[Position, int, int, A], Iterable[tuple[int, A]]],
    add: Callable[[A, A], A],
    rules: Rules,
    report: Reporter,
) -> Iterator[dict[int, A]]:
    """For each ply, as in `by_plies`, the amounts of the positions with a line, by code.

    An amount is a value such as a probability; `add` combines the amounts that several moves
    bring to one position. `lead` takes a position, its code, its moves as bits of the code, and its
    amount, and yields the codes of the next positions to visit, with their amounts. `report` is
    called with the work done and the total work.
    """
    sizes = [*boards_by_ply(rules.cells)]
    before = [*accumulate(sizes, initial=0)]
    here, done, ply, board, cells = start, 0, 0, rules.board, rules.cells

    def follow(code: int, amount: A) -> Iterator[tuple[int, int, A]]:
        nonlocal done
        report(before[ply] + sizes[ply] * done // len(here), before[-1])
        done += 1
        every, lining = moves_of(code)
        position = Position(code & board, code >> cells, rules)
        for then, part in lead(position, code, every, amount):
            yield then, then & lining, part

    for going_on, lined in by_plies(start, follow, add):
        if going_on:
            here, done, ply = going_on, 0, ply_of(next(iter(going_on)), rules)
            moves_of = moves_at(ply, rules).of
        yield lined


class _Ply(NamedTuple):
    """Whether a given player moves at a ply, and that player's result if the game ends there.

    The result is `line` if the move at this ply makes a line, and `full` if no move is left. In
    a code, the number of an action's bit is the action's number plus `shift`. `then` is as in
    `Moves`.
    """

    own: bool
    line: int
    full: int
    shift: int
    then: Callable[[int, int], int] | None


def _plies(player: int, rules: Rules) -> list[_Ply]:
    found = []
    for ply in range(rules.cells + 1):
        moves, own = moves_at(ply, rules), mover(ply, rules) == player
        sign = 1 if own else -1
        found.append(_Ply(own, sign * moves.line, sign * moves.full, moves.shift, moves.then))
    return found


def _code(position: Position) -> int:
    """The position as an int: as the key of a dict, an int is faster than a `Position`."""
    return position.x | position.o << position.rules.cells


def _sum(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    """The sum of two fractions, given as pairs, over their least common denominator.

    >>> _sum((1, 6), (1, 4))
    (5, 12)
    """
    if a[1] == b[1]:
        return a[0] + b[0], a[1]
    whole = lcm(a[1], b[1])
    return a[0] * (whole // a[1]) + b[0] * (whole // b[1]), whole


class Response(Player, proven=True):
    """The best response to a policy: it plays the move with the highest expected result.

    The response is itself a player, but for one side only. `value` is its expected result from the
    empty board (win 1, draw 0, loss -1), which shows how far the policy can be exploited. Among
    equally good moves, the response takes the lowest cell.
    """

    def __init__(
        self, policy: AnyPlayer, player: int, rules: Rules, progress: Reporter | None = None
    ) -> None:
        super().__init__()
        self.player = player
        self._policy = as_player(policy)
        self.name: str = f"best response to {self._policy.name}"
        self._expected: dict[int, Share] = {}  # by code
        self.value: Share = self._expectation(Position(rules=rules), progress)

    def probabilities(self, position: Position) -> dict[int, Fraction]:
        """Probability 1 for one move. The result is meaningful only on this side's turn."""
        best = max(
            position.legal_moves, key=lambda cell: self._expectation(position.play_unchecked(cell))
        )
        return {best: Fraction(1)}

    def _expectation(self, position: Position, progress: Reporter | None = None) -> Share:
        if _code(position) not in self._expected:
            self._look_from(position, limited(progress))
        return self._expected[_code(position)]

    def _look_from(self, start: Position, report: Reporter) -> None:
        """Find all later positions, ply by ply, then compute expected results backwards."""
        turns: list[tuple[bool, int, dict[int, Share]]] = []
        rules, outcome, expected = start.rules, start.outcome, self._expected
        plies = _plies(self.player, rules)
        if outcome:
            expected[_code(start)] = Fraction(outcome.worth(self.player))
            return

        def lead(position: Position, code: int, every: int, _: bool) -> Iterator[tuple[int, bool]]:
            own, _line, full, shift, move = plies[ply_of(code, rules)]
            if not every:
                expected[code] = Fraction(full)
                return
            shares = (
                dict.fromkeys(cells_of(every >> shift), Fraction(1))
                if own
                else self._policy.probabilities(position)
            )
            stones = ((1 << each + shift, share) for each, share in shares.items())
            after = {move(code, b) if move else code | b: share for b, share in stones}
            turns.append((own, code, after))
            for then in after:
                if then not in expected:
                    yield then, True

        walk = _walk({_code(start): True}, lead, or_, rules, report)
        for ply, lined in enumerate(walk, start.ply):
            for code in lined:
                expected[code] = Fraction(plies[ply - 1].line)
        for own, code, after in reversed(turns):
            if own:
                expected[code] = max(expected[then] for then in after)
            else:
                parts = (share * expected[then] for then, share in after.items())
                expected[code] = sum(parts, Fraction(0))
        report(1, 1)


def best_response(
    policy: AnyPlayer,
    player: int,
    rules: Rules | str = TICTACTOE,
    progress: Reporter | None = None,
) -> Response:
    """The best response by `player`, X or O, to a policy; `value` is its expected result.

    >>> best_response("perfect:random", X).value    # nothing beats a perfect player
    Fraction(0, 1)
    >>> best_response("random", X).value
    Fraction(191, 192)

    `progress` is called as in `versus`. Raises what `versus` raises, and `PlayerError` if `player`
    is neither X nor O.
    """
    rules = as_rules(rules)
    if player not in (X, O):
        raise PlayerError(f"{quoted(player)} is not a side; give noughts.X (1) or noughts.O (2)")
    _check_size(rules)
    return Response(policy, player, rules, progress)


def _check_size(rules: Rules) -> None:
    if rules.cells > EXACT_CELLS:
        raise TooLargeError(
            f"{rules} has {rules.cells} cells; exact results go through every position, which "
            f"takes a board of up to {EXACT_CELLS}"
        )
