"""Proofs of wins by threats: fours must be answered, and threes threaten a win by fours.

A *four* is a line that lacks only one cell, whichever that is, so the reply is forced. A *three* is
a move that makes no four, but threatens a win by fours. Fours are searched to any depth, threes up
to a given number, as in threat-space search (Allis, van den Herik and Huntjens, 1993) and lambda
search (Thomsen, 2000).

A win has a *zone* of cells: a defender's stone outside the zone does not stop the win. So only
replies in the zone of a threat are tried. The zone has the cells that the attack uses, and the
cells with which the defender might get a four during the attack. Each three leaves the defender one
reply that is not forced, so the number of threes decides which of the defender's lines matter:

    fours alone      the stone, and the last cell of the line:      a line that lacks 2 cells
    1 three          the stone, one reply, and the last cell:       a line that lacks 3
    2 threes         the stone, two replies, and the last cell:     a line that lacks 4
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from noughts.core.bits import cells_of, completions, free_cells
from noughts.core.rules import Rules
from noughts.players.strong.budget import Budget

MOST_THREES = 2  # in one sequence
LACKING = MOST_THREES + 2  # the most cells that a line may lack and still matter to a zone

Masks = tuple[int, ...]


class Side(NamedTuple):
    """A player's stones and, for each n up to `LACKING`, the missing cells of lines that lack n.

    Lines that the other player has since blocked may still be included.
    """

    stones: int
    lacking: Masks


class Win(NamedTuple):
    """The winning move, and the zone: the only cells where a defender's stone can stop the win."""

    cell: int
    zone: int


class _Found(NamedTuple):
    """A win: its move, its cells, the cells that the defender's lines lack, and how many threes."""

    cell: int
    core: int
    near: Masks
    threes: int

    @property
    def zone(self) -> int:
        """The only cells where a stone of the defender can stop the win."""
        zone = self.core
        for mask in self.near[: self.threes + 3]:
            zone |= mask
        return zone


@lru_cache(maxsize=32)
def lines_through(rules: Rules) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each cell, the lines through it, as masks, each with the cells that make it too long."""
    through: list[list[tuple[int, int]]] = [[] for _ in range(rules.cells)]
    for line, ends in zip(rules.lines, rules.too_long, strict=True):
        for cell in cells_of(line):
            through[cell].append((line, ends))
    return tuple(map(tuple, through))


class Threats:
    """Searches for wins by threats. Settled positions are cached: use one object per position.

    >>> from noughts import Position
    >>> position = Position.parse(
    ...     "....../..XX../..O.../...O../....../......", Rules(6, 6, 4)
    ... )
    >>> Threats(position.rules, Budget()).win(*position.sides, threes=0).cell
    7
    """

    def __init__(self, rules: Rules, budget: Budget) -> None:
        self._rules = rules
        self._budget = budget
        self._through = lines_through(rules)
        self._no_fours: set[tuple[int, int]] = set()
        self._no_threes: set[tuple[int, int, int]] = set()

    def win(self, attacker: int, defender: int, threes: int) -> Win | None:
        """A win for the attacker, who is to move, with up to `threes` threes in sequence, or None.

        The bitboards `attacker` and `defender` must not contain a line. Raises `OutOfTime` if the
        budget is spent.
        """
        free = free_cells(attacker, defender, self._rules)
        own = completions(attacker, self._rules) & free
        if own:
            cell = next(cells_of(own))
            return Win(cell, 1 << cell)
        must = completions(defender, self._rules) & free
        if must & must - 1:
            return None
        found = self._wins(
            self._side(attacker, defender), self._side(defender, attacker), must, threes
        )
        return found and Win(found.cell, found.zone & free)

    def _wins(self, own: Side, other: Side, must: int, threes: int) -> _Found | None:
        """A win for `own`, to move and without a four; `must`, if not 0, stops `other`'s four."""
        by_fours = self._by_fours(own, other, must)
        key = own.stones, other.stones, threes
        if by_fours or not threes or key in self._no_threes:
            return by_fours
        self._budget.spend()
        free = free_cells(own.stones, other.stones, self._rules)
        near = tuple(mask & free for mask in other.lacking)
        for cell in cells_of(must or (own.lacking[2] | own.lacking[3]) & free):
            found = self._by_three(own, other, cell, free, threes)
            if found:
                near = tuple(a | b for a, b in zip(near, found.near, strict=True))
                return found._replace(near=near)
        self._no_threes.add(key)
        return None

    def _by_three(self, own: Side, other: Side, cell: int, free: int, threes: int) -> _Found | None:
        """A win that begins with `cell` and contains a three, if there is one."""
        four, after = self._after(own, cell, other.stones, free)
        rest = free ^ 1 << cell
        if four:  # the reply is forced
            return self._replied(after, other, cell, four, rest, threes, 0)
        threat = self._by_fours(after, other, 0)
        if not threat:
            return None
        core, near, most = threat.core | 1 << cell, threat.near, 0
        replies = threat.zone & rest
        while replies:
            reply = replies & -replies
            found = self._replied(after, other, cell, reply, rest, threes - 1, 1)
            if not found:
                return None
            replies &= found.zone & ~reply
            core |= found.core
            near = tuple(a | b for a, b in zip(near, found.near, strict=True))
            most = max(most, found.threes)
        return _Found(cell, core, near, max(most, 1))

    def _replied(
        self, own: Side, other: Side, cell: int, reply: int, rest: int, threes: int, at_will: int
    ) -> _Found | None:
        """The win after `cell` and one reply to it, if there is one."""
        must, defended = self._after(other, reply.bit_length() - 1, own.stones, rest)
        if must & must - 1:
            return None
        found = self._wins(own, defended, must, threes)
        if not found:
            return None
        return _Found(cell, found.core | 1 << cell | reply, found.near, found.threes + at_will)

    def _by_fours(self, own: Side, other: Side, must: int) -> _Found | None:
        """A win by fours alone, if there is one."""
        key = own.stones, other.stones
        if key in self._no_fours:
            return None
        self._budget.spend()
        free = free_cells(own.stones, other.stones, self._rules)
        moves = own.lacking[2] & free
        for cell in cells_of(moves & must if must else moves):
            four, after = self._after(own, cell, other.stones, free)
            if not four:
                continue
            near = tuple(mask & free for mask in other.lacking)
            if four & four - 1:
                return _Found(cell, four | 1 << cell, near, 0)
            rest = free ^ 1 << cell
            stop, defended = self._after(other, four.bit_length() - 1, after.stones, rest)
            if stop & stop - 1:
                continue
            found = self._by_fours(after, defended, stop)
            if found:
                near = tuple(a | b for a, b in zip(near, found.near, strict=True))
                return _Found(cell, found.core | four | 1 << cell, near, 0)
        self._no_fours.add(key)
        return None

    def _after(self, side: Side, cell: int, other: int, free: int) -> tuple[int, Side]:
        """After a side takes `cell`: free cells that complete a line through it; the new side."""
        stones = side.stones | 1 << cell
        lacking = list(side.lacking)
        fours = 0
        for line, ends in self._through[cell]:
            if not line & other:
                lacks = line & ~stones
                count = lacks.bit_count()
                if count == 1:
                    fours |= 0 if ends & stones else lacks
                elif count <= LACKING:
                    lacking[count] |= lacks
        return fours & free, Side(stones, tuple(lacking))

    def _side(self, stones: int, other: int) -> Side:
        lacking = [0] * (LACKING + 1)
        for line in self._rules.lines:
            if not line & other:
                lacks = line & ~stones
                count = lacks.bit_count()
                if count <= LACKING:
                    lacking[count] |= lacks
        return Side(stones, tuple(lacking))
