"""Writes proofs of searched values: trees of a side's answers to the moves of the other side.

`certificates.tree_checker` reads these proofs, and docs/certificates.md defines their lines of
text. The writer computes zones by the rules on that page, and so knows for which moves of the other
side a proof needs no line.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from functools import reduce
from operator import or_
from typing import NamedTuple

from noughts.core.rules import Rules
from noughts.core.torus import Torus
from noughts.errors import ProofError
from noughts.solver.certificates.tree_checker import Board
from noughts.solver.search.certificate_images import Images
from noughts.solver.search.engine_caller import EngineCaller, Numbers

SMALL = 2**10  # nodes to find out whether a proof in the weak game is enough
ATTEMPTS = 20  # to find an answer that the table has lost; each attempt has twice the nodes


class Rest(NamedTuple):
    """What a proof rests on: a zone of free cells, and stones of the side that answers."""

    zone: int
    stones: int


class TreeStones(NamedTuple):
    """The stones of the side that answers, the stones of the other side, and the dead cells.

    A dead cell has a stone of the side that answers or is in a pair, so the other side cannot make
    a line through it. In the `weak` game, `mine` is 0, since the stones of the side that answers
    count only as dead cells.
    """

    mine: int
    yours: int
    dead: int
    weak: bool


class Known(NamedTuple):
    """A proved position's line number, the number of its least image, and its proof's `Rest`."""

    number: int
    image: int
    rest: Rest


Lines = Generator[str, None, Rest]


class Tree:
    """The lines that follow the claim in a proof that a side wins or never loses.

    The engine must already have proved the claim, so that its table contains most answers. `mine`
    and `yours` are the stones that this side and the other side have at the start, and `number` is
    the number of the line before the first line of the tree. If `weak` is true, the whole proof is
    about the weak game.
    """

    def __init__(
        self,
        rules: Rules,
        engine: EngineCaller,
        winning: bool,
        mine: int,
        yours: int,
        number: int,
        *,
        weak: bool,
    ) -> None:
        torus = isinstance(rules.geometry, Torus)
        self._board = Board(list(rules.geometry.sizes), rules.k, torus)
        self._engine, self._winning = engine, winning
        self._names = {cell: name for name, cell in self._board.cells.items()}
        self._images = Images(self._board.images)
        self._known: dict[tuple[int, ...], Known] = {}
        self._start = TreeStones(0 if weak else mine, yours, mine, weak)
        self.number: int = number

    def replies(self) -> Iterator[str]:
        """Yield the lines of the proof if the other side moves first."""
        yield from self._holds(self._start, 0)

    def answers(self) -> Iterator[str]:
        """Yield the lines of the proof if this side moves first."""
        yield from self._stops(self._start, 0, "-")

    def _holds(self, at: TreeStones, depth: int, line: str = "") -> Lines:
        """Lines for the other side's moves. In a proof of a win, a forced move continues `line`."""
        free, threats = self._free(at), self._threats(at)
        forced = self._winning and len(threats) == 1
        if line and not forced:
            yield f"{line}\n"
        zone = stones = 0
        asked = min(threats) if threats else free
        if len(threats) < 2:
            zones, moves = self._proved(at, False)
            while asked:
                # A move that is proved with a small zone leaves few other moves to answer. If no
                # line is left to begin with, the engine gives no moves.
                open_moves = [move for move in moves if move & asked] or [asked & -asked]
                reply = min(open_moves, key=lambda move: zones.get(move, 64))
                after = at._replace(yours=at.yours | reply)
                own = yield from self._stops(after, depth, self._names[reply], line * forced)
                asked &= own.zone & ~reply
                zone, stones = zone | own.zone, stones | own.stones
        for cell, finished in sorted(threats.items())[:2]:
            zone, stones = zone | cell, stones | finished & ~cell
        return Rest(self._widened(zone, at, 2) if threats else zone, stones)

    def _stops(self, at: TreeStones, depth: int, reply: str, line: str = "") -> Lines:
        """The lines for this side's answer to a reply.

        The first line continues the text `line`, unless the answer leaves the other side a choice
        of moves. An answer that does so begins a new line, since many lines may stand below that
        line, and other lines may refer to it.
        """
        at = self._weakened(at)
        key, image = self._images.least(self._relevant(at))
        known = self._known.get(key)
        leaf = None if known else self._leaf(at, attacks=False)
        answer = 0 if known or leaf else self._answer(at)
        if line and answer and not self._forces(at, answer):
            yield f"{line}\n"
            line = ""
        self.number += not line
        number, begin = self.number, f"{line} {reply}" if line else " " * depth + reply
        if known:
            back = self._images.between(known.image, image)
            yield f"{begin} ={known.number}{f'/{back}' if back else ''}\n"
            return Rest(*(self._images.turned(cells, back) for cells in known.rest))
        if leaf:
            text, rest = leaf
            yield f"{begin}{text}\n"
        else:
            rest = yield from self._answered(at, answer, f"{begin} {self._names[answer]}", depth)
            rest = Rest(rest.zone | answer, rest.stones & ~answer)
        if not line:
            self._known[key] = Known(number, image, rest)
        return rest

    def _answered(self, at: TreeStones, answer: int, begin: str, depth: int) -> Lines:
        """The line that begins with the text `begin`, and the lines below it."""
        after = self._after(at, answer)
        finished = self._board.ends(at.mine, answer)
        if finished:
            yield f"{begin}\n"
            return Rest(self._widened(answer, at, 1), finished[answer])
        leaf = self._leaf(after, attacks=True)
        if leaf:
            text, rest = leaf
            yield f"{begin}{text}\n"
            return rest
        alive, free = self._board.alive(after.dead), self._free(after)
        pairs = private(alive, free)[1] if at.weak else []
        below = after._replace(dead=after.dead | union(pairs))
        rest = yield from self._holds(below, depth + 1, f"{begin}{self._said(pairs)}")
        return Rest(rest.zone | union(pairs), rest.stones)

    def _after(self, at: TreeStones, answer: int) -> TreeStones:
        return at._replace(dead=at.dead | answer, mine=0 if at.weak else at.mine | answer)

    def _threats(self, at: TreeStones) -> dict[int, int]:
        """The cells on which this side would finish a line, each with the line."""
        return {} if at.weak else self._board.ends(at.mine, self._free(at))

    def _forces(self, at: TreeStones, answer: int) -> bool:
        """Whether an answer finishes a line, or leaves the other side no choice."""
        return bool(self._board.ends(at.mine, answer) or self._threats(self._after(at, answer)))

    def _free(self, at: TreeStones) -> int:
        return self._board.all & ~(at.yours | at.dead)

    def _relevant(self, at: TreeStones) -> tuple[int, ...]:
        """The cells that distinguish positions: in the weak game, only cells of live lines."""
        free = self._free(at)
        if not at.weak:
            return free, at.yours, at.mine
        cells = union(self._board.alive(at.dead))
        return free & cells, at.yours & cells

    def _weakened(self, at: TreeStones) -> TreeStones:
        """The position in the weak game if this side is found safe there too, or else `at`."""
        if at.weak or self._winning:
            return at
        weakly = TreeStones(0, at.yours, at.dead, weak=True)
        return weakly if self._engine.again(SMALL, *self._asked(weakly, True)) is False else at

    def _asked(self, at: TreeStones, mine: bool) -> tuple[int, int, int, bool, bool]:
        """The engine's arguments for a position; `mine` tells whether this side is to move."""
        if at.weak:
            free, yours = self._relevant(at)
            return yours, 0, free, not mine, True
        attacker, defender = (at.mine, at.yours) if self._winning else (at.yours, at.mine)
        return attacker, defender, self._free(at), mine == self._winning, False

    def _proved(self, at: TreeStones, mine: bool) -> tuple[dict[int, int], dict[int, Numbers]]:
        """The zone size of each proved move, and the `Numbers` of all moves."""
        survey = self._engine.survey(*self._asked(at, mine))
        return {
            move: found.zone.bit_count()
            for move, found in survey.items()
            if not (found.proof if self._winning else found.disproof)
        }, survey

    def _answer(self, at: TreeStones) -> int:
        """The proved move that needs the smallest zone."""
        for attempt in range(ATTEMPTS):
            proved, _ = self._proved(at, True)
            if proved:
                return min(proved, key=proved.__getitem__)
            # The engine evaluates the position after a move, and does not see that this move has
            # finished a line.
            finishing = self._board.ends(at.mine, self._free(at))
            if finishing:
                return min(finishing)
            self._engine.again(SMALL << attempt, *self._asked(at, True))
        raise ProofError("the search did not find again what it had proved")

    def _leaf(self, at: TreeStones, *, attacks: bool) -> tuple[str, Rest] | None:
        """Pairs and weights that stop all lines, as text, and their `Rest`; None if there are none.

        `attacks` tells whether the other side is to move.
        """
        if self._winning:
            return None
        rest, pairs = private(self._board.alive(at.dead), self._free(at))
        free = union(rest) & self._free(at) & ~union(pairs)
        if rest:
            held, more = self._engine.pairs(at.yours & union(rest), free, attacks)
            if not held:
                return None
            rest = [line for line in rest if not any(not pair & ~line for pair in more)]
            pairs += more
        zone = union(pairs) | union(rest) & free
        return self._said(pairs) + " weights" * bool(rest), Rest(zone, 0)

    def _said(self, pairs: list[int]) -> str:
        names = (f"{self._names[pair & -pair]}-{self._names[pair & pair - 1]}" for pair in pairs)
        return " ".join([" pairs", *names]) if pairs else ""

    def _widened(self, zone: int, at: TreeStones, least: int) -> int:
        """The zone, plus the free cells of live lines with fewer than `least` cells in the zone."""
        free = self._free(at)
        for line in self._board.alive(at.dead):
            if (line & zone).bit_count() < least:
                zone |= line & free
        return zone


def union(lines: Iterable[int]) -> int:
    """The cells of all lines."""
    return reduce(or_, lines, 0)


def private(alive: list[int], free: int) -> tuple[list[int], list[int]]:
    """The lines without two cells of their own, and a pair of own cells for each of the others.

    A line's own cells are free, and are in no other line. Once the lines with a pair are removed,
    the remaining lines may have further cells of their own.
    """
    pairs: list[int] = []
    while True:
        some = shared = 0
        for line in alive:
            shared |= some & line
            some |= line
        own, rest = free & some & ~shared, []
        for line in alive:
            two = line & own
            further = two & (two - 1)
            if further:
                pairs.append(two ^ further | further & -further)
            else:
                rest.append(line)
        if len(rest) == len(alive):
            return rest, pairs
        alive = rest
