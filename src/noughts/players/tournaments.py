"""`tournament`: every player against every other, both sides equally often, in a cross table.

If all players state their probabilities and the board is small, nothing is played: the results
are computed, see `exact`. Otherwise games are played, and each score comes with an interval. In 95
of 100 tournaments it contains the score that endless play would show. It is Wilson's score interval
(E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal of the
American Statistical Association 22, 1927) for the mean of n games with the score p:

    centre  (p + z²/2n) / (1 + z²/n)
    reach   z sqrt(p(1 - p)/n + z²/4n²) / (1 + z²/n)        z = 1.96

It was made for games that are won or lost. A draw counts half, and a mean of scores from 0 to 1
varies by p(1 - p)/n at most, so with draws the interval is too wide rather than too narrow.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import sqrt
from typing import NamedTuple

from noughts.core.html import html_table
from noughts.core.position import Position
from noughts.core.quoting import quoted
from noughts.core.rules import TICTACTOE, O, Rules, X, as_rules
from noughts.errors import PlayerError
from noughts.players.adapters import AnyPlayer, ChoosingPlayer, as_player
from noughts.players.base import Chances, Player
from noughts.players.chances import drawn
from noughts.players.exact import Share, versus
from noughts.system.progress import Reporter, limited, parts

COMPUTED_CELLS = 9  # cells, unless `exact` is True: larger boards take seconds a pair
POSITIONS_KEPT = 1 << 14  # whose probabilities a player is not asked for again
Z = 1.959963984540054  # 95 % of the normal distribution lies within


class Interval(NamedTuple):
    """The range in which a score may lie."""

    low: float
    high: float

    @classmethod
    def of(cls, score: float, games: int) -> Interval:
        """Wilson's score interval at 95 %, for the mean score of `games` games.

        >>> [round(end, 4) for end in Interval.of(0.5, 100)]
        [0.4038, 0.5962]
        """
        weight = Z * Z / games
        centre = (score + weight / 2) / (1 + weight)
        reach = Z * sqrt(score * (1 - score) / games + weight / games / 4) / (1 + weight)
        return cls(max(centre - reach, 0.0), min(centre + reach, 1.0))


class Pairing(NamedTuple):
    """How `a` did against `b`: shares of the games, both sides played equally often.

    `games` is how many were played: 0 if the result is computed, and `interval` is then None.

    >>> pairing = tournament(["random", "minimax"], rules="2,3,3").pairings[0]
    >>> pairing.a, pairing.win, pairing.interval is None
    ('random', Fraction(0, 1), True)
    """

    a: str
    b: str
    games: int
    win: Share
    draw: Share
    loss: Share

    @property
    def score(self) -> Share:
        """Wins and half of the draws, as a share of the games."""
        return self.win + self.draw / 2

    @property
    def interval(self) -> Interval | None:
        """Where the score lies, with 95 % confidence; None if it is computed."""
        return Interval.of(float(self.score), self.games) if self.games else None

    def reversed(self) -> Pairing:
        """The same result for `b` against `a`."""
        return Pairing(self.b, self.a, self.games, self.loss, self.draw, self.win)


class Standing(NamedTuple):
    """How a player did against all others together; fields as in `Pairing`.

    >>> tournament(["random", "minimax"], rules="2,2,2").standings[0]    # who begins wins there
    Standing(name='random', games=0, score=Fraction(1, 2), interval=None)
    """

    name: str
    games: int
    score: Share
    interval: Interval | None


@dataclass(frozen=True)
class Tournament:
    """The result of a tournament, shown as a cross table in print and in a notebook.

    `standings` begin with the highest score; `pairings` hold each pair once, in the order in which
    the players were given. `exact` says whether results were computed rather than played.
    `seed` plays the same games again; it is None if results were computed.

    >>> result = tournament(["random", "minimax"], rules="2,3,3")
    >>> result.standings[0].name, result.exact, result.between("minimax", "random").loss
    ('minimax', True, Fraction(0, 1))
    """

    rules: Rules
    standings: tuple[Standing, ...]
    pairings: tuple[Pairing, ...]
    exact: bool
    seed: int | None

    def between(self, a: str, b: str) -> Pairing:
        """How the player named `a` did against `b`. Raises `PlayerError` if they did not meet.

        A name may be as short as it was when the player was given: "perfect" is "perfect:trap".
        """
        known = {standing.name for standing in self.standings}
        given = a, b
        a, b = (name if name in known else _in_full(name) for name in given)
        for pairing in self.pairings:
            if (a, b) == (pairing.a, pairing.b):
                return pairing
            if (b, a) == (pairing.a, pairing.b):
                return pairing.reversed()
        names = ", ".join(standing.name for standing in self.standings[:8])
        first, second = map(quoted, given)
        raise PlayerError(f"{first} and {second} did not meet; the players are {names}")

    def _rows(self) -> Iterator[list[str]]:
        """The cells of the cross table, row by row: a player, each score, and their mean."""
        numbers = [str(number) for number in range(1, len(self.standings) + 1)]
        yield ["", "", *numbers, "score", *([] if self.exact else ["95 % interval"])]
        for number, (name, _, score, interval) in zip(numbers, self.standings, strict=True):
            scores = [
                "-" if other.name == name else f"{float(self.between(name, other.name).score):.2%}"
                for other in self.standings
            ]
            ends = [f"{interval.low:.2%} to {interval.high:.2%}"] if interval else []
            yield [number, name, *scores, f"{float(score):.2%}", *ends]

    @property
    def _caption(self) -> str:
        how = "computed"
        if not self.exact:
            how = f"{self.pairings[0].games:,} games a pair, seed {self.seed}"
        return f"Tournament on {self.rules}, {how}; the score of the row against the column"

    def __str__(self) -> str:
        rows = list(self._rows())
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join(
                text.ljust(width) if column == 1 else text.rjust(width)
                for column, (text, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in rows
        ]
        return "\n".join([self._caption, "", *lines])

    def _repr_html_(self) -> str:
        return html_table(self._caption, self._rows(), heads=2)


def tournament(
    players: Mapping[str, AnyPlayer] | Iterable[AnyPlayer],
    games: int = 1000,
    seed: int | None = None,
    *,
    rules: Rules | str = TICTACTOE,
    exact: bool | None = None,
    progress: Reporter | None = None,
) -> Tournament:
    """The results of a tournament in which every player meets every other.

    `players` are names, `Player`s, or whatever else `as_player` takes; a dict gives them names of
    your own. Each pair plays `games` games, an even number, half of them either way round. The same
    `seed` plays the same games, whoever else takes part, unless a function draws random numbers of
    its own.

    >>> print(tournament(["random", "perfect", "graded:1/2"]))
    Tournament on 3,3,3, computed; the score of the row against the column
    <BLANKLINE>
                          1       2       3   score
    1  perfect:trap       -  84.67%  97.78%  91.23%
    2  graded:1/2    15.33%       -  71.85%  43.59%
    3  random         2.22%  28.15%       -  15.18%
    >>> players = {"mine": lambda position: position.legal_moves[-1], "any": "random"}
    >>> played = tournament(players, games=100, seed=1)
    >>> best = played.standings[0]
    >>> best.name, best.score, best.interval.low < 0.63 < best.interval.high
    ('mine', Fraction(69, 100), True)

    With `exact` True, results are computed from the players' probabilities; with False, games are
    played. With None, results are computed on boards of up to 9 cells if all players state their
    probabilities; functions do not. Computed results are fractions if all probabilities are.

    `progress` is called with the amount done and the total, as `system.progress` explains; where
    games are played, these are games.

    Raises `PlayerError` for fewer than two players, two of one name, something that is not a
    player, a number of games that is not even, and invalid moves. Raises `TooLargeError` for a
    board that a player cannot play, or that is too large to compute.
    """
    rules = as_rules(rules)
    field = _named(players)
    for player in field.values():
        player.check(rules)
    if type(games) is not int or games < 2 or games % 2:
        raise PlayerError(
            f"{quoted(games)} is not a number of games for each pair; give an even one from 2, so "
            "that both sides are played equally often"
        )
    if exact is None:
        stated = not any(isinstance(player, ChoosingPlayer) for player in field.values())
        exact = stated and rules.cells <= COMPUTED_CELLS
    pairs = [*combinations(field, 2)]
    reported = [*zip(pairs, parts(limited(progress), len(pairs)), strict=True)]
    if exact:
        known = {name: _Remembering(player) for name, player in field.items()}
        seed, pairings = None, [_computed(*pair, known, rules, say) for pair, say in reported]
    else:
        seed = random.SystemRandom().getrandbits(32) if seed is None else seed
        ask = {name: _asked(player) for name, player in field.items()}
        pairings = [_played(*pair, ask, rules, games, seed, say) for pair, say in reported]
    standings = sorted((_standing(name, pairings) for name in field), key=lambda each: -each.score)
    return Tournament(rules, tuple(standings), tuple(pairings), exact, seed)


def _in_full(name: str) -> str:
    """The name with all that it leaves out, if it is that of a player."""
    try:
        return as_player(name).name
    except PlayerError:
        return name


def _named(players: Mapping[str, AnyPlayer] | Iterable[AnyPlayer]) -> dict[str, Player]:
    """The players by name."""
    if isinstance(players, Mapping):
        named = [(name, as_player(player, name)) for name, player in players.items()]
    elif isinstance(players, Iterable) and not isinstance(players, str):
        named = [(player.name, player) for player in map(as_player, players)]
    else:
        raise PlayerError(
            f"{quoted(players)} is not a list of players, nor a dict from names to players"
        )
    field = dict(named)
    if len(field) < len(named):
        names = [name for name, _ in named]
        twice = next(name for name in names if names.count(name) > 1)
        raise PlayerError(
            f"two players are called {quoted(twice)}; give a dict from names to players to tell "
            "them apart"
        )
    if len(field) < 2:
        raise PlayerError(f"a tournament needs at least two players; {len(field)} given")
    return field


class _Remembering(Player, proven=True):
    """A player that is asked about a position once, whomever it meets, and from either side."""

    def __init__(self, player: Player) -> None:
        super().__init__()
        self.name = player.name
        self._known = lru_cache(POSITIONS_KEPT)(player.probabilities)

    def probabilities(self, position: Position) -> Chances:
        return self._known(position)


def _computed(
    a: str, b: str, field: Mapping[str, Player], rules: Rules, report: Reporter
) -> Pairing:
    sides = versus(field[a], field[b], rules, report)

    def mean(end: str) -> Share:
        shares: list[Share] = [getattr(side, end) for side in sides]
        return sum(shares) / 2

    return Pairing(a, b, 0, mean("win"), mean("draw"), mean("loss"))


Ask = Callable[[Position, random.Random], int]


def _asked(player: Player) -> Ask:
    """How a player is asked for its cell, with the random numbers of the tournament."""
    if isinstance(player, ChoosingPlayer):
        return lambda position, _: player.choose(position)
    # The same positions come up again and again, above all those early in a game.
    known = lru_cache(POSITIONS_KEPT)(player.probabilities)
    return lambda position, source: drawn(known(position), source)


def _played(
    a: str, b: str, ask: Mapping[str, Ask], rules: Rules, games: int, seed: int, report: Reporter
) -> Pairing:
    # Random numbers of the pair's own, so that it plays the same games whoever else takes part.
    source = random.Random(f"{seed} {a} {b}")
    ends: Counter[str | None] = Counter()
    for game in range(games):
        ends[_winner({X: a, O: b} if game % 2 == 0 else {X: b, O: a}, ask, rules, source)] += 1
        report(game + 1, games)
    win, draw, loss = (Fraction(ends[winner], games) for winner in (a, None, b))
    return Pairing(a, b, games, win, draw, loss)


def _winner(
    seats: Mapping[int, str], ask: Mapping[str, Ask], rules: Rules, source: random.Random
) -> str | None:
    position = Position(rules=rules)
    while not (outcome := position.outcome):
        position = position.play_unchecked(ask[seats[position.turn]](position, source))
    return None if outcome.winner is None else seats[outcome.winner]


def _standing(name: str, pairings: Iterable[Pairing]) -> Standing:
    own = [
        pairing if pairing.a == name else pairing.reversed()
        for pairing in pairings
        if name in (pairing.a, pairing.b)
    ]
    score = sum((pairing.score for pairing in own), Fraction(0)) / len(own)
    games = sum(pairing.games for pairing in own)
    return Standing(name, games, score, Interval.of(float(score), games) if games else None)
