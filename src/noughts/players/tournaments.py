"""`tournament`: a cross table of players who all meet, on both sides equally often.

By default, the results are computed without playing if all players state their probabilities and
the board is small (see `exact_results`). If games are played instead, each score comes with a 95%
confidence interval for the expected score. The interval is Wilson's score interval (E. B. Wilson,
Probable inference, the law of succession, and statistical inference, Journal of the American
Statistical Association 22, 1927). For n games with the mean score p, these are the centre of the
interval and its reach to each side of the centre:

    centre  (p + z²/2n) / (1 + z²/n)
    reach   z sqrt(p(1 - p)/n + z²/4n²) / (1 + z²/n)        z = 1.96

The interval was derived for games without draws, where the variance of the mean score is
p(1 - p)/n. With draws, which count half, the variance is no larger, so the interval is
conservative.

An Elo rating is the same score on another scale (A. E. Elo, The Rating of Chessplayers, 1978): the
rating of a player with the score p, relative to the mean rating of the opponents.

    Elo     400 log10(p / (1 - p))                          +191 is 75%, 0 is 50%
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from html import escape
from itertools import combinations
from math import inf, log10, sqrt
from typing import NamedTuple

from noughts.core.clock import NO_LIMITS, TimeLimits
from noughts.core.html import html_table
from noughts.core.message_text import quoted
from noughts.core.position import Position
from noughts.core.rules import TICTACTOE, Rules, as_rules
from noughts.errors import PlayerError
from noughts.players.adapters import AnyPlayer, ChoosingPlayer, as_player
from noughts.players.base import Chances, Player
from noughts.players.exact_results import Share, versus
from noughts.players.tournament_game import POSITIONS_KEPT, Fixture, Played, Table
from noughts.system.progress import Reporter, limited, parts

MOST_WORKERS = 256  # processes
COMPUTED_CELLS = 9  # cells, unless `exact` is True: larger boards take seconds for each pair
Z = 1.959963984540054  # 95% of the normal distribution lies between -Z and Z


def elo(score: float) -> float:
    """The rating difference at which a player's expected score is `score`.

    >>> round(elo(0.75)), elo(1)
    (191, inf)
    """
    if score in (0, 1):
        return inf if score else -inf
    return 400 * log10(score / (1 - score))


class Interval(NamedTuple):
    """A confidence interval for a score."""

    low: float
    high: float

    @classmethod
    def of(cls, score: float, games: int) -> Interval:
        """Wilson's 95% score interval for the mean score of `games` games.

        >>> [round(end, 4) for end in Interval.of(0.5, 100)]
        [0.4038, 0.5962]
        """
        weight = Z * Z / games
        centre = (score + weight / 2) / (1 + weight)
        reach = Z * sqrt(score * (1 - score) / games + weight / games / 4) / (1 + weight)
        return cls(max(centre - reach, 0.0), min(centre + reach, 1.0))

    @property
    def elo(self) -> tuple[float, float]:
        """The same interval as rating differences."""
        return elo(self.low), elo(self.high)


class Pairing(NamedTuple):
    """The result of `a` against `b` as shares of the games; each player begins half of the games.

    `games` is the number of games played. If the result is computed instead, `games` is 0 and
    `interval` is None.

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
        """The score: wins plus half of the draws, as a share of the games."""
        return self.win + self.draw / 2

    @property
    def interval(self) -> Interval | None:
        """The 95% confidence interval of the score; None if the score is computed."""
        return Interval.of(float(self.score), self.games) if self.games else None

    def reversed(self) -> Pairing:
        """The same result, as `b` against `a`."""
        return Pairing(self.b, self.a, self.games, self.loss, self.draw, self.win)


class Standing(NamedTuple):
    """A player's result against all others; `games`, `score` and `interval` are as in `Pairing`.

    >>> tournament(["random", "minimax"], rules="2,2,2").standings[0]    # who begins wins there
    Standing(name='random', games=0, score=Fraction(1, 2), interval=None)
    """

    name: str
    games: int
    score: Share
    interval: Interval | None

    @property
    def elo(self) -> float:
        """The rating relative to the mean of the other players, computed from the score."""
        return elo(float(self.score))


class Fault(NamedTuple):
    """The number of games that a player forfeited, and the reason for the first forfeit.

    >>> result = tournament({"out": lambda position: 99, "random": "random"}, 2, 1)
    >>> result.faults[0].name, result.faults[0].games
    ('out', 2)
    """

    name: str
    games: int
    reason: str


@dataclass(frozen=True)
class Tournament:
    """The result of a tournament, which `print` and notebooks show as a cross table.

    `standings` begins with the highest score. `pairings` holds each pair once, in the order in
    which the players were given. `exact` says whether results were computed without playing. Given
    again, `seed` leads to the same games, unless a player draws its own random numbers; `seed` is
    None if results were computed. `faults` lists the players that forfeited games by a late move,
    an error or an invalid move.

    >>> result = tournament(["random", "minimax"], rules="2,3,3")
    >>> result.standings[0].name, result.exact, result.between("minimax", "random").loss
    ('minimax', True, Fraction(0, 1))
    """

    rules: Rules
    standings: tuple[Standing, ...]
    pairings: tuple[Pairing, ...]
    exact: bool
    seed: int | None
    faults: tuple[Fault, ...] = ()

    def between(self, a: str, b: str) -> Pairing:
        """The result of `a` against `b`, two names. Raises `PlayerError` if the two did not meet.

        A name may be written as it was given: "perfect" finds "perfect:trap".
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
        """The rows of the cross table: headings, then each player's scores, mean score and Elo."""
        numbers = [str(number) for number in range(1, len(self.standings) + 1)]
        played = [] if self.exact else ["95 % interval"]
        yield ["", "", *numbers, "score", *played, "Elo", *played]
        for number, standing in zip(numbers, self.standings, strict=True):
            name, _, score, interval = standing
            scores = [
                "-" if other.name == name else f"{float(self.between(name, other.name).score):.2%}"
                for other in self.standings
            ]
            row = [number, name, *scores, f"{float(score):.2%}", f"{standing.elo:+.0f}"]
            if interval:
                low, high = interval.elo
                row.insert(-1, f"{interval.low:.2%} to {interval.high:.2%}")
                row.append(f"{low:+.0f} to {high:+.0f}")
            yield row

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
        return "\n".join([self._caption, "", *lines, *[""] * bool(self.faults), *self._notes])

    @property
    def _notes(self) -> list[str]:
        """A line for each player that forfeited games, with the reason."""
        return [
            f"{name} lost {games:,} game{'s' * (games > 1)} off the board, "
            f"{'the first ' * (games > 1)}since {reason}"
            for name, games, reason in self.faults
        ]

    def _repr_html_(self) -> str:
        notes = "".join(f"<p>{escape(note)}</p>" for note in self._notes)
        return html_table(self._caption, self._rows(), heads=2) + notes


def tournament(
    players: Mapping[str, AnyPlayer] | Iterable[AnyPlayer],
    games: int = 1000,
    seed: int | None = None,
    *,
    rules: Rules | str = TICTACTOE,
    exact: bool | None = None,
    progress: Reporter | None = None,
    limits: TimeLimits = NO_LIMITS,
    workers: int = 0,
    records: str | os.PathLike[str] | None = None,
) -> Tournament:
    """The results of a tournament in which every player meets every other.

    `players` are names of players, `Player`s, or anything else that `as_player` accepts; the keys
    of a dict are your own names for the players. Each pair plays `games` games, an even number, of
    which each player begins half. With the same `seed`, a pair plays the same games whoever else
    takes part, unless a player is a function that draws its own random numbers.

    >>> print(tournament(["random", "perfect", "graded:1/2"]))
    Tournament on 3,3,3, computed; the score of the row against the column
    <BLANKLINE>
                          1       2       3   score   Elo
    1  perfect:trap       -  84.67%  97.78%  91.23%  +407
    2  graded:1/2    15.33%       -  71.85%  43.59%   -45
    3  random         2.22%  28.15%       -  15.18%  -299
    >>> players = {"mine": lambda position: position.legal_moves[-1], "any": "random"}
    >>> played = tournament(players, games=100, seed=1)
    >>> best = played.standings[0]
    >>> best.name, best.score, best.interval.low < 0.63 < best.interval.high
    ('mine', Fraction(3, 5), True)

    With `exact` True, results are computed from the players' probabilities; with False, games are
    played. With None, results are computed if the board has up to 9 cells, all players state their
    probabilities (a function does not), and neither `limits` nor `records` is given; otherwise
    games are played. Computed results are fractions if all probabilities are fractions.

    When games are played, a player that exceeds `limits`, raises an error or makes an invalid move
    loses the game, and the tournament continues; see `Tournament.faults`.

    `workers` is the number of processes that play. Players are pickled for these processes, so a
    function must be defined at the top level of a module. If a player does not answer within its
    limit, the process in which it plays is ended. Without a limit, a player that is not part of the
    library has a minute for each move. With 0 workers, the calling process plays. It cannot
    interrupt a function that hangs, because it checks the time only after the move.

    `records` names a file to which every game is appended when it ends. If the same file is given
    again, an interrupted tournament continues, and games or players can be added to a finished
    tournament; see `players.tournament_records` and docs/formats.md.

    `progress` is called with the amount done and the total, as `system.progress` explains. If games
    are played, the amounts are numbers of games.

    Raises `PlayerError` for fewer than two players, for two players with the same name, and for an
    invalid argument, such as an odd number of games; if results are computed, also for invalid
    moves. Raises `TooLargeError` for a board that a player cannot play, or that is too large for
    computed results, and `NotationError` for a file that does not hold games of this tournament.
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
    if not isinstance(limits, TimeLimits):
        raise PlayerError(f"limits is {quoted(limits)}; TimeLimits(move=1) gives a move a second")
    limits.check()
    if type(workers) is not int or not 0 <= workers <= MOST_WORKERS:
        raise PlayerError(
            f"workers is {quoted(workers)}; a number from 0 to {MOST_WORKERS} is needed"
        )
    of_games = records is not None or limits != NO_LIMITS
    if exact and of_games:
        raise PlayerError("records and limits are of games that are played; leave out exact=True")
    if exact is None:
        stated = not any(isinstance(player, ChoosingPlayer) for player in field.values())
        exact = stated and rules.cells <= COMPUTED_CELLS and not of_games
    pairs, faults = [*combinations(field, 2)], tuple[Fault, ...]()
    report = limited(progress)
    if exact:
        known, seed = {name: _Remembering(player) for name, player in field.items()}, None
        told = parts(report, len(pairs))
        pairings = [
            _computed(*pair, known, rules, say) for pair, say in zip(pairs, told, strict=True)
        ]
    else:
        fixtures = [Fixture(*pair, game) for pair in pairs for game in range(games)]
        tally = _Tally(fixtures, report)
        with ExitStack() as stack:
            add = tally.add
            if records is not None:
                from noughts.players.tournament_records import GameRecords, Shared

                file = stack.enter_context(GameRecords(records, Shared(rules, seed, limits)))
                seed = file.seed
                tally.take(file.games)

                def add(played: Played) -> None:
                    file.add(played)
                    tally.add(played)

            seed = random.SystemRandom().getrandbits(32) if seed is None else seed
            for played in _games(field, rules, seed, limits, tally.missing, workers):
                add(played)
        pairings = [tally.pairing(*pair, games) for pair in pairs]
        faults = tally.faults()
    standings = sorted((_standing(name, pairings) for name in field), key=lambda each: -each.score)
    return Tournament(rules, tuple(standings), tuple(pairings), exact, seed, faults)


def _games(
    field: Mapping[str, Player],
    rules: Rules,
    seed: int,
    limits: TimeLimits,
    fixtures: Sequence[Fixture],
    workers: int,
) -> Iterator[Played]:
    """Play games, in this process or in worker processes."""
    if workers and fixtures:
        from noughts.players.tournament_workers import Setting, played_by_workers

        yield from played_by_workers(Setting(field, rules, seed, limits), fixtures, workers)
    elif fixtures:
        yield from map(Table(field, rules, seed, limits).play, fixtures)


class _Tally:
    """The totals of the games that have been played, and the games that have yet to be played."""

    def __init__(self, fixtures: Sequence[Fixture], report: Reporter) -> None:
        self._left = dict.fromkeys(fixtures)
        self._total = len(fixtures)
        self._report = report
        self._ends: Counter[tuple[str, str, str | None]] = Counter()
        self._faults: Counter[str] = Counter()
        self._first: dict[str, Played] = {}  # by the name of the player at fault

    @property
    def missing(self) -> list[Fixture]:
        """The games that have not been played yet."""
        return [*self._left]

    def take(self, games: Iterable[Played]) -> None:
        """Count the games of a file, except unwanted and repeated games."""
        for played in games:
            a, b, game = played.fixture
            # If the players are now in the opposite order, the other game number has the same X.
            for fixture in (played.fixture, Fixture(b, a, game ^ 1)):
                if fixture in self._left:
                    self.add(played._replace(fixture=fixture))
                    break

    def add(self, played: Played) -> None:
        """Add a played game to the totals."""
        del self._left[played.fixture]
        a, b, _ = played.fixture
        self._ends[a, b, played.best] += 1
        if name := played.at_fault:
            self._faults[name] += 1
            first = self._first.setdefault(name, played)
            self._first[name] = min(first, played, key=lambda each: each.fixture[::-1])
        self._report(self._total - len(self._left), self._total)

    def pairing(self, a: str, b: str, games: int) -> Pairing:
        """The result of a pair's games."""
        win, draw, loss = (Fraction(self._ends[a, b, best], games) for best in (a, None, b))
        return Pairing(a, b, games, win, draw, loss)

    def faults(self) -> tuple[Fault, ...]:
        """The faults of the players that forfeited games."""
        return tuple(
            Fault(name, games, self._first[name].reason)
            for name, games in self._faults.most_common()
        )


def _in_full(name: str) -> str:
    """The full name of a named player, with default arguments; any other name unchanged."""
    try:
        return as_player(name).name
    except PlayerError:
        return name


def _named(players: Mapping[str, AnyPlayer] | Iterable[AnyPlayer]) -> dict[str, Player]:
    """The players by name, after a check that no two share a name."""
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
    """A player whose probabilities in a position are cached for all its pairings."""

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


def _standing(name: str, pairings: Iterable[Pairing]) -> Standing:
    own = [
        pairing if pairing.a == name else pairing.reversed()
        for pairing in pairings
        if name in (pairing.a, pairing.b)
    ]
    score = sum((pairing.score for pairing in own), Fraction(0)) / len(own)
    games = sum(pairing.games for pairing in own)
    return Standing(name, games, score, Interval.of(float(score), games) if games else None)
