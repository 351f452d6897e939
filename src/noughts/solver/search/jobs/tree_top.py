"""The top of a proof-number tree, in plain Python. Jobs search the leaves of the top.

The top holds a position once, for all paths that lead to it and for all its images. The numbers of
a position follow from the numbers of its moves as in `engine.best_first`. The mover's number is the
least of the moves' numbers for the mover. The opponent's number is the greatest of the moves'
numbers for the opponent, plus one for each other move that may still matter. The zone of a settled
move may settle other moves, too. Unlike the engine, the top does not reduce a position before its
moves are evaluated. So the top has all moves, and a worker immediately settles those that a
reduction would exclude.

Virtual loss leads workers to different leaves: a leaf with a job under way is not given to another
worker, and a move with n jobs under way below it counts as n quarters worse than it is. The threads
of a search in one process use marks for the same purpose (see `engine.transposition_table`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from noughts.core.bits import cells_of, line_starts
from noughts.core.position import Position
from noughts.core.rules import Rules, X
from noughts.core.turns import mover
from noughts.solver.search.certificate_images import Images
from noughts.solver.search.engine.board import symmetric
from noughts.solver.search.engine.proof_numbers import PROOF, mover_first
from noughts.solver.search.jobs.job import ENDLESS, Move, Report

MOST_POSITIONS = 1_000_000  # of a top: about a gigabyte; a full top hands out longer jobs

Key = tuple[int, int]  # free cells, and the attacker's stones: the least image


class Edge(NamedTuple):
    """A move: its cell's bit, the least image of the position after it, and this image's number."""

    cell: int
    to: TopPosition
    image: int


class TopPosition:
    """A position of the top: its proof and disproof numbers and, once it is settled, its zone."""

    __slots__ = ("attacks", "edges", "jobs", "key", "numbers", "open", "parents", "tries", "zone")

    def __init__(self, key: Key, attacks: bool, numbers: tuple[int, int], zone: int) -> None:
        self.key: Key = key
        self.attacks: bool = attacks
        self.numbers: tuple[int, int] = numbers
        self.zone: int = zone
        self.edges: list[Edge] | None = None  # a leaf has none
        self.open: list[TopPosition] = []  # the children that may still matter
        self.parents: set[TopPosition] = set()
        self.jobs: int = 0  # the jobs under way for it, or for positions below it
        self.tries: int = 0  # the jobs after which it has remained a leaf

    @property
    def settled(self) -> bool:
        """Whether it is known who wins."""
        return 0 in self.numbers


class Row(NamedTuple):
    """A position as it is saved: its cells, zone and numbers, and whether it is a leaf."""

    free: int
    attacker: int
    zone: int
    proof: int
    disproof: int
    state: int  # 0 for a position with moves; for a leaf, the tries plus 1


class Top:
    """The tree of a question: does the attacker, X or O, win the game (the weak game if `weak`)?"""

    def __init__(self, position: Position, attacker: int, *, weak: bool) -> None:
        self.rules: Rules = position.rules
        self.weak: bool = weak
        self._attacker = attacker
        self._images = images_of(position.rules)
        self._places: dict[Key, TopPosition] = {}
        mine, theirs = position.sides
        stones = mine if position.turn == attacker else theirs
        key, _ = self._least(position.legal, stones)
        self.root = self._places[key] = self._place(key, (1, 1), 0)

    @property
    def won(self) -> bool | None:
        """Whether the attacker wins; None while this is open."""
        return self.root.numbers[PROOF] == 0 if self.root.settled else None

    def begin(self) -> list[TopPosition] | None:
        """Choose a leaf for the next job, and return the path to it, or None if there is none."""
        way: list[TopPosition] = []
        if self.root.settled or not self._descend(self.root, way, set()):
            return None
        for place in way:
            place.jobs += 1
        return way

    def end(self, way: list[TopPosition], report: Report) -> None:
        """Process the report on the leaf at the end of a path."""
        for place in way:
            place.jobs -= 1
        leaf = way[-1]
        if leaf.settled or self._places.get(leaf.key) is not leaf:
            return  # other jobs have settled the leaf, or all positions that needed it
        changed = [leaf]
        if report.won is not None:
            self._settle(leaf, (0, ENDLESS) if report.won else (ENDLESS, 0), report.zone)
        elif len(self._places) + len(report.moves) > MOST_POSITIONS:
            leaf.tries += 1
            leaf.numbers = _seeming(leaf.attacks, report.moves)
        else:
            leaf.edges = [self._added(leaf, move, changed) for move in report.moves]
        self._update(changed)

    def rows(self) -> Iterator[Row]:
        """Yield all positions, in the form in which they are saved."""
        for place in self._places.values():
            state = place.tries + 1 if place.edges is None else 0
            yield Row(*place.key, place.zone, *place.numbers, state)

    def restore(self, rows: Iterable[Row]) -> None:
        """Restore the tree from its rows.

        Raises `ValueError` if the rows do not form a tree of this question.
        """
        places, inner, root = self._places, [], self.root
        places.clear()
        for row in rows:
            key = row.free, row.attacker
            if key in places:
                raise ValueError("a position stands there twice")
            place = places[key] = self._place(key, (row.proof, row.disproof), row.zone)
            self._check(place)
            if row.state:
                place.tries = row.state - 1
            elif place.settled:
                raise ValueError("a settled position has moves")
            else:
                inner.append(place)
        if root.key not in places:
            raise ValueError("the position itself is missing")
        self.root = places[root.key]
        ranks = {key: number for number, key in enumerate(places)}
        for place in inner:
            edges = [self._edge(place, 1 << cell) for cell in cells_of(place.key[0])]
            place.edges = sorted(edges, key=lambda edge: ranks[edge.to.key])
            for edge in edges:
                edge.to.parents.add(place)
        if any(not place.parents for place in places.values() if place is not self.root):
            raise ValueError("a position stands there to which no move leads")
        self._update(inner)

    def _descend(self, place: TopPosition, way: list[TopPosition], busy: set[TopPosition]) -> bool:
        """Extend the path `way` to a leaf with no job under way; return whether there is one."""
        way.append(place)
        if place.edges is None:
            if not place.jobs:
                return True
        else:
            this, _ = mover_first(place.attacks)

            def seeming(move: TopPosition) -> int:
                number = move.numbers[this]
                return number + move.jobs * (number // 4 + 1)

            for move in sorted(place.open, key=seeming):
                if move not in busy and self._descend(move, way, busy):
                    return True
        way.pop()
        busy.add(place)
        return False

    def _update(self, changed: Iterable[TopPosition]) -> None:
        """Update the numbers of changed positions and their ancestors, the deepest first."""
        waiting: defaultdict[int, set[TopPosition]] = defaultdict(set)
        for place in changed:
            waiting[place.key[0].bit_count()].add(place)
        while waiting:
            free = min(waiting)
            for place in waiting.pop(free):
                if (place.edges is None or self._combine(place)) and place.parents:
                    waiting[free + 1] |= place.parents

    def _combine(self, place: TopPosition) -> bool:
        """Compute a position's numbers from its moves' numbers; return whether they change."""
        edges, zone = self._narrow(place)
        place.open = list(dict.fromkeys(edge.to for edge in edges))
        numbers = _backed_up(place)
        if numbers == place.numbers:
            return False
        this, _ = mover_first(place.attacks)
        if not numbers[this]:
            won = next(edge for edge in edges if not edge.to.numbers[this])
            self._settle(place, numbers, self._zone_by(won, place))
        elif 0 in numbers:
            self._settle(place, numbers, zone)
        else:
            place.numbers = numbers
        return True

    def _narrow(self, place: TopPosition) -> tuple[list[Edge], int]:
        """The moves not refuted, and the zone on which the refutation of all other moves rests.

        The refutation of a move also refutes all moves outside its zone.
        """
        _, other = mover_first(place.attacks)
        asked, zone, left = place.key[0], 0, []
        for edge in place.edges or ():
            if edge.to.numbers[other]:
                left.append(edge)
            else:
                own = self._images.back(edge.to.zone, edge.image)
                asked &= own
                zone |= own | edge.cell
        return [edge for edge in left if edge.cell & asked], zone

    def _zone_by(self, edge: Edge, place: TopPosition) -> int:
        """The zone of a position that this move settles in the mover's favour."""
        # The attacker must finish his line before the defender finishes one.
        board = self.rules.board
        if place.attacks and not self.weak and line_starts(board ^ place.key[1], self.rules):
            return board
        return self._images.back(edge.to.zone, edge.image) | edge.cell

    def _settle(self, place: TopPosition, numbers: tuple[int, int], zone: int) -> None:
        """Enter a settled result, and remove the positions that only this position needed."""
        place.numbers, place.zone = numbers, zone
        left = [place]
        while left:
            above = left.pop()
            for _, to, _ in above.edges or ():
                to.parents.discard(above)
                if not to.parents and to.key in self._places:
                    del self._places[to.key]
                    left.append(to)
            above.edges, above.open = None, []

    def _added(self, leaf: TopPosition, move: Move, changed: list[TopPosition]) -> Edge:
        """The edge for a former leaf's move; a known child that is now settled joins `changed`."""
        key, image = self._after(leaf, move.cell)
        to, numbers = self._places.get(key), (move.proof, move.disproof)
        zone = self._images.turned(move.zone, image) if 0 in numbers else 0
        if to is None:
            to = self._places[key] = self._place(key, numbers, zone)
        elif 0 in numbers and not to.settled:
            self._settle(to, numbers, zone)
            changed.append(to)
        to.parents.add(leaf)
        return Edge(move.cell, to, image)

    def _edge(self, place: TopPosition, cell: int) -> Edge:
        """The edge for a move. Raises `ValueError` if the position after the move is missing."""
        key, image = self._after(place, cell)
        if key not in self._places:
            raise ValueError("a position is missing to which a move leads")
        return Edge(cell, self._places[key], image)

    def _after(self, place: TopPosition, cell: int) -> tuple[Key, int]:
        free, stones = place.key
        return self._least(free ^ cell, stones | cell if place.attacks else stones)

    def _least(self, free: int, stones: int) -> tuple[Key, int]:
        """The least image of a position, and the number of this image."""
        (free, stones), image = self._images.least((free, stones))
        return (free, stones), image

    def _place(self, key: Key, numbers: tuple[int, int], zone: int) -> TopPosition:
        taken = self.rules.cells - key[0].bit_count()
        return TopPosition(key, mover(taken) == self._attacker, numbers, zone)

    def _check(self, place: TopPosition) -> None:
        """Raise `ValueError` unless `place` is a valid position with valid numbers."""
        rules, (free, stones), numbers = self.rules, place.key, place.numbers
        taken = rules.cells - free.bit_count()
        if (free | stones | place.zone) & ~rules.board or free & stones:
            raise ValueError("a position has cells that it cannot have")
        if stones.bit_count() != (taken + (self._attacker == X)) // 2:
            raise ValueError("a position has stones that it cannot have")
        if place.settled:
            if max(numbers) != ENDLESS:
                raise ValueError("the numbers of a position are both 0, or not those of a proof")
        elif max(numbers) >= ENDLESS or place.zone:
            raise ValueError("an open position has the numbers or the zone of a settled one")
        elif any(line_starts(each, rules) for each in (stones, rules.board ^ free ^ stones)):
            raise ValueError("an open position has a finished line")


def _backed_up(place: TopPosition) -> tuple[int, int]:
    """The numbers of a position, from the numbers of its open moves.

    The player to move needs one move, so the least number counts.
    """
    this, other = mover_first(place.attacks)
    least = min((move.numbers[this] for move in place.open), default=ENDLESS)
    most = max((move.numbers[other] for move in place.open), default=0)
    if not least:
        most = ENDLESS
    elif most:
        most = min(most + len(place.open) - 1, ENDLESS - 1)
    return (least, most) if place.attacks else (most, least)


def _seeming(attacks: bool, moves: list[Move]) -> tuple[int, int]:
    """The numbers of an open leaf, from those of its moves; a least number of 0 becomes 1."""
    this, other = mover_first(attacks)
    numbers = [(move.proof, move.disproof) for move in moves]
    least = max(min(each[this] for each in numbers), 1)
    most = min(max(each[other] for each in numbers) + len(moves) - 1, ENDLESS - 1)
    return (least, most) if attacks else (most, least)


@lru_cache(maxsize=4)
def images_of(rules: Rules) -> Images:
    """The images that the engine uses, for sets of cells as Python ints."""
    return Images([tuple(1 << cell for cell in image) for image in symmetric(rules)])
