"""Any game of the tests, slow and obvious, to hold every room to: a position is two sets of cells.

Nothing here is a bit, and nothing is taken from the library. A game is its lines, the symmetries of
its board, and the words for its answers: those of the library, and of `games_from_outside`.

A move is its cell; in a wild game that puts an X there, and as many more as there are cells an O.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from functools import cache, cached_property
from math import prod
from random import Random
from typing import Any

Stones = frozenset[int]
State = tuple[Stones, Stones]  # X's cells and O's
Worth = tuple[int, int]  # 1, 0 or -1 for the player to move, and the plies left under best play

START: State = (Stones(), Stones())
HOLES = (1, 3)  # of a board with the word
SMALL = 12  # cells of a game of which every position is walked


class SlowGame:
    """The rules of a game, and what follows from them."""

    def __init__(
        self,
        sizes: tuple[int, ...],
        lines: Iterable[Iterable[int]],
        images: Iterable[tuple[int, ...]],
        words: Collection[str] = (),
        too_long: Iterable[Iterable[int]] = (),
        boards: int = 1,  # then the sizes are those of each
    ) -> None:
        one = prod(sizes)
        self.cells = range(boards * one)
        self.boards = [Stones(self.cells[at : at + one]) for at in self.cells[::one]]
        self.row = prod(sizes[1:])  # from a cell to the one below it
        self.lines = [Stones(line) for line in lines]
        self.words = {*words}
        self.too_long = [Stones(line) for line in too_long if "exact" in words]
        self.images = [image for image in images if self._stands(image)]
        self.worth = cache(self._worth)
        for asked in ("turn", "maker", "result", "moves", "play", "least", "expected"):
            setattr(self, asked, cache(getattr(self, asked)))  # every room asks the same

    def _stands(self, image: tuple[int, ...]) -> bool:
        """Whether a symmetry keeps what is below below, and holes; else it matters to nobody."""
        if "holes" in self.words and {image[cell] for cell in HOLES} != {*HOLES}:
            return False
        steps = [(cell, cell + self.row) for cell in self.cells]
        steps = [step for step in steps if any({*step} <= board for board in self.boards)]
        return "gravity" not in self.words or all(image[b] == image[a] + self.row for a, b in steps)

    def apart(self, state: State) -> State:
        """X's cells and O's."""
        return state

    @property
    def wild(self) -> bool:
        return "wild" in self.words

    @property
    def owned(self) -> bool:
        """Whether each player has a mark."""
        return not self.words & {"wild", "notakto"}

    @property
    def closes(self) -> bool:
        """Whether a line closes its board, and the last one ends the game."""
        return "notakto" in self.words and len(self.boards) > 1

    def turn(self, stones: int) -> int:
        """Who moves after so many stones: 0 is X, 1 is O."""
        for each, first in re.findall(r"stones=(\d+)(?:\+(\d+))?", ",".join(self.words)):
            turns = [0] * int(first or 1)
            while len(turns) <= stones:
                turns += [1 - turns[-1]] * int(each)
            return turns[stones]
        return stones % 2

    def mover(self, state: State) -> int:
        return self.turn(len(state[0] | state[1]))

    def sides(self, state: State) -> State:
        """The cells of the player to move and of the other one, or X's and O's."""
        return state if not self.owned or not self.mover(state) else state[::-1]

    def lined(self, stones: Stones) -> bool:
        longer = [line for line in self.too_long if line <= stones]
        return any(
            line <= stones and not any(line < other for other in longer) for line in self.lines
        )

    def playable(self, state: State) -> list[int]:
        """Where a stone may go while nobody has won."""
        taken = state[0] | state[1]
        holes = HOLES if "holes" in self.words else ()
        free = [cell for cell in self.cells if cell not in taken and cell not in holes]
        if "gravity" in self.words:  # the lowest of each column, since cells rise
            columns = {(cell // len(self.boards[0]), cell % self.row): cell for cell in free}
            free = sorted(columns.values())
        if self.closes:
            closed = [board for board in self.boards if self.lined(state[0] & board)]
            free = [cell for cell in free if not any(cell in board for board in closed)]
        return free

    def maker(self, state: State) -> int | None:
        """Who has made a line that counts: 0 is X, 1 is O."""
        last = self.turn(len(state[0] | state[1]) - 1)
        if self.closes:
            return None if self.playable(state) else last
        for mark, stones in enumerate(state):
            maker = mark if self.owned else last
            if self.lined(stones) and not (self.words & {"avoider", "breaker"} and maker):
                return maker
        return None

    def result(self, state: State) -> int | None:
        """1 where X has won, -1 where O has, 0 for a draw, and None while the game goes on."""
        maker = self.maker(state)
        if maker is not None:
            return (1, -1)[maker] * (-1 if self.words & {"misere", "avoider", "notakto"} else 1)
        if self.playable(state):
            return None
        return 1 if "avoider" in self.words else -1 if "breaker" in self.words else 0

    def moves(self, state: State) -> list[int]:
        if self.result(state) is not None:
            return []
        cells = self.playable(state)
        return cells + [cell + len(self.cells) for cell in cells if self.wild]

    def play(self, state: State, move: int) -> State:
        hand, cell = divmod(move, len(self.cells))
        mark = self.mover(state) if self.owned else hand
        x, o = (stones | {cell} if at == mark else stones for at, stones in enumerate(state))
        return x, o

    @cached_property
    def plies(self) -> list[list[State]]:
        """The positions that play reaches, by ply; each ply in the order of their codes."""
        found = [[START]]
        while after := {self.play(s, move) for s in found[-1] for move in self.moves(s)}:
            found.append(sorted(after, key=code_of(len(self.cells))))
        return found

    @cached_property
    def some(self) -> list[State]:
        """Every position; on a large board those of a few random games."""
        if len(self.cells) <= SMALL:
            return [state for ply in self.plies for state in ply]
        found, random = [START], Random(1)
        for _ in range(4):
            state = START
            while moves := self.moves(state):
                state = self.play(state, random.choice(moves))
                found.append(state)
        return found

    def _worth(self, state: State) -> Worth:
        result, turn = self.result(state), self.mover(state)
        if result is not None:
            return result * (1 - 2 * turn), 0
        replies = []
        for move in self.moves(state):
            after = self.play(state, move)
            value, plies = self.worth(after)
            replies.append((value if self.mover(after) == turn else -value, plies + 1))
        best = max(value for value, _ in replies)
        lengths = [plies for value, plies in replies if value == best]
        return best, min(lengths) if best == 1 else max(lengths)

    def worth_of(self, state: State, move: int) -> int:
        """What a move is worth to the player who makes it."""
        after = self.play(state, move)
        value, _ = self.worth(after)
        return value if self.mover(after) == self.mover(state) else -value

    def best(self, state: State) -> list[int]:
        moves = {move: self.worth_of(state, move) for move in self.moves(state)}
        return [move for move, value in moves.items() if value == max(moves.values())]

    def image(self, state: State, to: tuple[int, ...]) -> State:
        x, o = (Stones(to[cell] for cell in stones) for stones in state)
        return x, o

    def least(self, state: State) -> State:
        """The image with the least code, which stands for the class."""
        return min((self.image(state, to) for to in self.images), key=code_of(len(self.cells)))

    def ways(self) -> Iterator[Counter[State]]:
        """The positions by ply, each with the number of ways that lead there."""
        here = Counter({START: 1})
        while here:
            yield here
            there: Counter[State] = Counter()
            for state, ways in here.items():
                for move in self.moves(state):
                    there[self.play(state, move)] += ways
            here = there

    def expected(self, responding: int | None = None) -> Fraction:
        """What X gets of random play; one player may respond best to it, 0 for X or 1 for O."""

        @cache
        def from_here(state: State) -> Fraction:
            result = self.result(state)
            if result is not None:
                return Fraction(result)
            replies = [from_here(self.play(state, move)) for move in self.moves(state)]
            if self.mover(state) != responding:
                return sum(replies, Fraction(0)) / len(replies)
            return min(replies) if responding else max(replies)

        return from_here(START)

    def random_ends(self) -> dict[tuple[int, bool], Fraction]:
        """By plies, and by whether a line ends it, the chance of a random game to be that."""
        ends: dict[tuple[int, bool], Fraction] = defaultdict(Fraction)
        here = {START: Fraction(1)}
        for ply in range(len(self.cells) + 1):
            there: dict[State, Fraction] = defaultdict(Fraction)
            for state, chance in here.items():
                moves = self.moves(state)
                if not moves:
                    ends[ply, self.maker(state) is not None] += chance
                for move in moves:
                    there[self.play(state, move)] += chance / len(moves)
            here = there
        return ends


class NestedGame(SlowGame):
    """Ultimate tic-tac-toe of some rows and columns: the last stone is one of both sides.

    It is given the lines and the images of one board, which are those of the board of boards, too.
    """

    def __init__(
        self,
        sizes: tuple[int, ...],
        lines: Iterable[Iterable[int]],
        images: Iterable[tuple[int, ...]],
        words: Collection[str] = (),
    ) -> None:
        one, self.inner = prod(sizes), [Stones(line) for line in lines]
        places = [(board, cell) for board in range(one) for cell in range(one)]
        every = [
            [one * board + cell for cell in line] for board in range(one) for line in self.inner
        ]
        alike = [tuple(one * to[board] + to[cell] for board, cell in places) for to in images]
        super().__init__(sizes, every, alike, words, boards=one)
        of_board = len(self.inner)
        self.by_board = [self.lines[at : at + of_board] for at in range(0, len(every), of_board)]

    def apart(self, state: State) -> State:
        """X's cells and O's, the last stone on its player's side alone."""
        (x, o), last = state, state[0] & state[1]
        return (x, o - last) if self.mover(state) else (x - last, o)

    def owners(self, state: State) -> list[int | None]:
        """Who has won each board."""
        sides = self.apart(state)
        return [
            next((mark for mark in (0, 1) if any(line <= sides[mark] for line in of_board)), None)
            for of_board in self.by_board
        ]

    def playable(self, state: State) -> list[int]:
        free = super().playable(state)
        owners, last = self.owners(state), [*(state[0] & state[1])]
        open_ = [cell for cell in free if owners[cell // len(self.boards)] is None]
        named = [
            cell
            for cell in open_
            if last and cell // len(self.boards) == last[0] % len(self.boards)
        ]
        return named or open_

    def maker(self, state: State) -> int | None:
        owners = self.owners(state)
        for mark in (0, 1) if "breaker" not in self.words else (0,):
            if any(all(owners[board] == mark for board in line) for line in self.inner):
                return mark
        return None

    def play(self, state: State, move: int) -> State:
        x, o = self.apart(state)
        return x | {move}, o | {move}


def number(stones: Stones) -> int:
    """Cells as a bitboard."""
    return sum(2**cell for cell in stones)


def code_of(cells: int) -> Any:
    """The function that numbers positions: X's cells are the lower digits, O's the upper ones."""
    return lambda state: number(state[0]) + 2**cells * number(state[1])
