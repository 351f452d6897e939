"""`record`: a finished game of 3x3, with every move in order, in 18 bits.

Games are the leaves of the game tree, numbered from left to right. Where two games first differ,
the one that plays the lower cell comes first. For the game 0 3 1 4 2:

    start ── 0 ── 3 ── 1 ── 4 ── 2        below each move: the lower cells that were free;
             -   1,2   -    2    -        games with such a cell instead come earlier

`record_class`: a finished game of 3x3, up to the symmetries of the square, in 15 bits.

A game represents its class if none of its eight images is lexicographically less than the game.
This can be checked at each move. Under a symmetry that fixes every stone so far, the game and its
image are still equal, so the next move must not be greater than its image. For any other symmetry,
an earlier move was less than its image, which decides the comparison. So the next move may be any
free cell that is the least of its images under the symmetries that fix every stone.

    . . .        all 8 fix the empty board:                  X . .        only the mirror on the
    . . .        the cells 0, 1 and 4 are the least          . . .        diagonal remains: cells
    . . .        of their images                             . . .        1 2 4 5 8 may follow
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import ClassVar, NamedTuple

from noughts.codecs.codec_base import Bulk, GameCodec
from noughts.codecs.dense.ordinal import BOARD, CELLS
from noughts.core.game import Game
from noughts.core.rules import TICTACTOE, Rules
from noughts.core.successors import bits_of, legal_at
from noughts.core.symmetry import symmetries, transform_cell


class Branch(NamedTuple):
    """A move, the `pair` code after it, and the number of games that play a lower cell instead."""

    cell: int
    after: int
    before: int


class Record(GameCodec):
    """Numbers finished games in the lexicographic order of their moves.

    >>> Record().encode(Game.parse("a1 a2 b1 b2 c1"))
    7316
    >>> print(Record().decode(7316))
    a1 a2 b1 b2 c1

    When the codec first needs the branches at a position, it counts the games on each of them and
    keeps the result.
    """

    name = "record"
    about = "a whole finished game, every move in order"
    bulk = Bulk.GAME_TREE
    up_to_symmetry: ClassVar[bool] = False  # whether a game has the code of its least image
    size = 255168

    def __init__(self, rules: Rules = TICTACTOE) -> None:
        super().__init__(rules)
        self._tree: dict[int, list[Branch]] = {}

    def encode(self, game: Game) -> int:
        """The code of a finished game from the empty board. Raises `CodeError` for other games."""
        return self._number(self._checked_moves(game))

    def decode(self, code: int) -> Game:
        """The game of a code. Raises `CodeError` for a code out of range."""
        code = self._checked(code)
        game = Game()
        for cell in self._moves(code):
            game.push_unchecked(cell)
        return game

    def _choices(self, pair: int) -> Iterator[int]:
        """The next moves, if any, in this codec's games: bits of a `pair` code, lowest first."""
        return bits_of(legal_at(pair, TICTACTOE))

    def _number(self, moves: tuple[int, ...]) -> int:
        number = pair = 0
        for move in moves:
            branch = next(branch for branch in self.branches(pair) if branch.cell == move)
            number += branch.before
            pair = branch.after
        return number

    def _moves(self, number: int) -> Iterator[int]:
        pair = 0
        while branches := self.branches(pair):
            branch = next(branch for branch in reversed(branches) if branch.before <= number)
            yield branch.cell
            number -= branch.before
            pair = branch.after

    def branches(self, pair: int) -> list[Branch]:
        """The branches of this codec's games at a position (a `pair` code), in order of cells."""
        branches = self._tree.get(pair)
        if branches is None:
            before = 0
            branches = self._tree[pair] = []
            for move in self._choices(pair):
                after = pair | move
                branches.append(Branch((move.bit_length() - 1) % CELLS, after, before))
                before += self._games(after)
        return branches

    def _games(self, pair: int) -> int:
        """The number of games that go on from a position; 1 if the game ends there."""
        branches = self.branches(pair)
        return branches[-1].before + self._games(branches[-1].after) if branches else 1


# The image of each cell under each symmetry.
IMAGES = tuple(
    tuple(transform_cell(cell, symmetry, TICTACTOE) for cell in range(CELLS))
    for symmetry in symmetries(TICTACTOE)
)


class RecordClass(Record):
    """The number of a finished game's symmetry class; a code decodes to the class's least game.

    >>> RecordClass().encode(Game.parse("a1 a2 b1 b2 c1"))
    699
    >>> print(RecordClass().decode(699))
    a1 b1 a2 b2 a3
    """

    name = "record_class"
    about = "a whole finished game, up to symmetry of the sequence of moves"
    bulk = Bulk.GAME_TREE
    up_to_symmetry = True
    size = 31896

    def _choices(self, pair: int) -> Iterator[int]:
        least = _least_cells((pair | pair >> CELLS) & BOARD)
        return (move for move in super()._choices(pair) if (least | least << CELLS) & move)

    def encode(self, game: Game) -> int:
        """The code of a finished game's class. Raises what `Record.encode` raises."""
        moves = self._checked_moves(game)
        return self._number(min(tuple(image[cell] for cell in moves) for image in IMAGES))


@cache
def _least_cells(stones: int) -> int:
    """The cells that are least among their images under the symmetries that fix every stone."""
    still = [
        image
        for image in IMAGES
        if all(image[cell] == cell for cell in range(CELLS) if stones >> cell & 1)
    ]
    return sum(1 << cell for cell in range(CELLS) if all(image[cell] >= cell for image in still))
