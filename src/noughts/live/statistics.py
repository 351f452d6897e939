"""Statistics of the games on a board, as an HTML page: results, openings, lengths and mistakes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from html import escape
from typing import NamedTuple

from noughts.core.cell_names import move_name
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.svg import O_COLOUR, X_COLOUR, svg
from noughts.core.turns import mover
from noughts.live.game import DRAW, ON_THE_BOARD, Kept, side_of
from noughts.solver.tables.table import has_table, table

HIGH, BAR, LABEL = 120, 24, 16  # sizes in a bar chart, in SVG units
NAMED = 20  # the most bars of a chart that get a name
WHYS = {"board": "on the board", "resigned": "given up", "time": "on time", "agreed": "agreed"}
COLOURS = {"x": X_COLOUR, "o": O_COLOUR}
STYLE = """body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 sans-serif; }
svg { width: 100%; max-height: 16rem; } figure { margin: 2rem 0; }
td, th { padding: 0 1rem 0 0; text-align: left; }"""


class Share(NamedTuple):
    """The share of games whose first move took a cell; a picture of the board shows it there."""

    cell: int
    value: float

    @property
    def label(self) -> str:
        """The share as a percentage."""
        return f"{self.value:.0%}"


class Statistics:
    """Counts finished games on a board and, if it has a table, sums the value that moves lost."""

    def __init__(self, rules: Rules, games: Iterable[Kept]) -> None:
        self.rules = rules
        self.results = Counter[tuple[str, str]]()  # winner, and why
        self.openings = Counter[int]()
        self.lengths = Counter[int]()  # of the games that ended on the board
        self.moves = Counter[int]()  # by ply
        self.lost = Counter[int]()  # the value that moves lost, by ply
        self.is_exact = has_table(rules)
        for game in games:
            self._add(game)

    def _add(self, game: Kept) -> None:
        self.results[game.winner, game.why] += 1
        moves = game.moves
        self.openings.update(moves[:1])
        if game.why == ON_THE_BOARD:
            self.lengths[len(moves)] += 1
        if not self.is_exact:
            return
        position = Position(rules=self.rules)
        for ply, move in enumerate(moves):
            self.moves[ply] += 1
            self.lost[ply] += _given_away(position)[move]
            position = position.play_unchecked(move)

    def given_away(self) -> dict[int, float]:
        """The mean value lost, by ply: a win turned into a draw loses 1, a win into a loss 2."""
        return {ply: self.lost[ply] / count for ply, count in sorted(self.moves.items())}


@lru_cache(65_536)
def _given_away(position: Position) -> dict[int, int]:
    worths = {each.cell: each.value for each in table(position.rules).moves(position)}
    return {move: max(worths.values()) - worth for move, worth in worths.items()}


def page(found: Statistics) -> Iterator[str]:
    """The lines of an HTML page that needs no other files."""
    rules, count = found.rules, found.results.total()
    title = f"Games on {escape(str(rules))}"
    yield f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
    yield f"<style>{STYLE}</style><h1>{title}</h1>"
    yield f"<p>{count:,} games are over.</p><table><tr><th>Result<th>How<th>Games<th>Share"
    for (winner, why), games in found.results.most_common():
        said = "a draw" if winner == DRAW else f"{winner.upper()} wins"
        yield f"<tr><td>{said}<td>{WHYS[why]}<td>{games:,}<td>{games / count:.1%}"
    yield "</table>"
    opened = found.openings.total()
    shares = [Share(move, games / opened) for move, games in found.openings.items()]
    cells = [each for each in shares if each.cell < rules.cells]
    if cells:
        yield _figure("First moves", svg(0, 0, rules, hints=cells, coordinates=True))
    if len(shares) > len(cells):
        named = {move_name(each.cell, rules): each.value for each in sorted(shares)}
        yield _figure("First moves, by mark", _bars(named, ".0%", {}))
    if found.lengths:
        least, most = min(found.lengths), max(found.lengths)
        lengths = {f"{ply}": found.lengths[ply] for ply in range(least, most + 1)}
        yield _figure("Moves of the games that were played to their end", _bars(lengths, ",", {}))
    if found.moves:
        lost = {f"{ply + 1}": worth for ply, worth in found.given_away().items()}
        colours = {f"{ply + 1}": COLOURS[side_of(mover(ply, rules))] for ply in found.moves}
        said = "What each move gave away on average: 1 turns a win into a draw, 2 into a loss"
        yield _figure(said, _bars(lost, ".2f", colours))


def _figure(caption: str, picture: str) -> str:
    return f"<figure><figcaption>{caption}</figcaption>{picture}</figure>"


def _bars(values: Mapping[str, float], form: str, colours: Mapping[str, str]) -> str:
    """A bar for each value. Where there is room, the value stands above its bar and the name below.

    >>> _bars(dict.fromkeys(map(str, range(60)), 1), "g", {}).count("<text") < 2 * 60
    True
    """
    most, every = max(*values.values(), 1e-9), -(-len(values) // NAMED)
    parts = []
    for number, (name, value) in enumerate(values.items()):
        high, left, said = HIGH * value / most, number * BAR, format(value, form)
        parts.append(
            f'<rect x="{left + 2}" y="{LABEL + HIGH - high:.1f}" width="{BAR - 4}" '
            f'height="{high:.1f}" fill="{colours.get(name, "#8a8f98")}">'
            f"<title>{name}: {said}</title></rect>"
        )
        if number % every == 0:
            at = f'<text x="{left + BAR / 2}" text-anchor="middle" font-size="9"'
            parts.append(f'{at} y="{LABEL + HIGH - high - 3:.1f}">{said}</text>')
            parts.append(f'{at} y="{LABEL + HIGH + 12}">{name}</text>')
    size = f"{len(values) * BAR} {HIGH + 2 * LABEL}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}">{"".join(parts)}</svg>'
