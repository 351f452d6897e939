"""How arrays hold bitboards: one word for each, or several words on larger boards.

    up to 64 cells      [n]           the narrowest unsigned dtype that holds the board
    up to 361 cells     [n, words]    uint64; word 0 has cells 0 to 63, word 1 cells 64 to 127 ...

Boards of several words are laid out word by word (`order="F"`), so that a loop reads the same word
of consecutive boards from adjacent memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy import uint8 as u8
from numpy import uint64 as u64

from noughts.arrays.memory import WORD_CELLS, board_dtype, empty_aligned, narrowest
from noughts.core import move_bits
from noughts.core.rules import Rules
from noughts.expressions.limbs import Limbs, split, words_for
from noughts.expressions.trace import Operand
from noughts.kernels.compiled_expressions import Loop, recorded
from noughts.kernels.compiler import GIVEN, build
from noughts.kernels.dtypes import Array, Bitboards, Bools, Codes, Uint8s, Uint64s
from noughts.kernels.tiles import rows


def words_of(rules: Rules) -> int:
    """The number of words in a bitboard.

    >>> words_of(Rules(8, 8, 5)), words_of(Rules(15, 15, 5))
    (1, 4)
    """
    return words_for(rules.cells, WORD_CELLS)


def shape_of(n: int, bits: int) -> tuple[int, ...]:
    """The shape of an array of `n` numbers of `bits` bits.

    >>> shape_of(5, 64), shape_of(5, 65)
    ((5,), (5, 2))
    """
    words = words_for(bits, WORD_CELLS)
    return (n,) if words == 1 else (n, words)


def empty(n: int, rules: Rules) -> Bitboards:
    """An uninitialised array for `n` bitboards."""
    return np.empty(shape_of(n, rules.cells), board_dtype(rules), order="F")


def zeros(n: int, rules: Rules) -> Bitboards:
    """An array of `n` empty bitboards."""
    boards = empty_aligned(shape_of(n, rules.cells), board_dtype(rules), order="F")
    boards.fill(0)
    return boards


def from_ints(numbers: Sequence[int], rules: Rules) -> Bitboards:
    """An array of bitboards from ints.

    >>> from_ints([1 << 64, 5], Rules(9, 9, 5))
    array([[0, 1],
           [5, 0]], dtype=uint64)
    """
    words = words_of(rules)
    if words == 1:
        return np.array(numbers, board_dtype(rules))
    return laid_out(from_numbers(numbers, words))


def from_numbers(numbers: Sequence[int], words: int) -> Uint64s:
    """An array [n, words] from ints, the lowest word first."""
    split_up = [split(number, words) for number in numbers]
    return np.array(split_up, np.uint64).reshape(-1, words)


def laid_out(boards: Array) -> Bitboards:
    """The given bitboards in the layout that the loops need: contiguous, and word by word."""
    return np.asfortranarray(boards)


def int_at(boards: Codes, item: int | np.integer) -> int:
    """The bitboard or code at index `item`, as an int."""
    return number_of(boards[item])


def number_of(board: Bitboards) -> int:
    """A bitboard or code as an int; `board` is a number or an array of words, the lowest first."""
    return int(board) if board.ndim == 0 else int(Limbs(board))


def operand(boards: Bitboards, bits: int = 1) -> Operand:
    """The bitboards as an operand, at least `bits` bits wide, of an expression on whole arrays."""
    words = [boards] if boards.ndim == 1 else [*boards.T]
    more = words_for(bits, WORD_CELLS) - len(words)
    if len(words) > 1 or more > 0:
        return Limbs([*words, *[0] * more])
    return boards.astype(np.promote_types(boards.dtype, narrowest(bits)), copy=False)


def from_operand(operand: Operand, n: int, bits: int) -> Bitboards:
    """An array of `n` numbers of `bits` bits, from an operand whose words may be arrays or ints."""
    if not isinstance(operand, Limbs):
        boards: Bitboards = operand
        return boards
    boards = np.empty(shape_of(n, bits), np.uint64, order="F")
    for row, word in zip(boards.T, operand.words, strict=True):
        row[...] = word
    return boards


def nonzero(operand: Operand) -> Bools:
    """For each item of an operand or of an array of bitboards, whether it is nonzero: bool [n]."""
    if isinstance(operand, Limbs):
        found: Bools = sum(np.asarray(word) != 0 for word in operand.words) != 0
        return found
    return operand != 0 if operand.ndim == 1 else (operand != 0).any(axis=1)


def stones_on(cells: Array, rules: Rules) -> Bitboards:
    """Bitboards with one stone each, on the given cells."""
    if words_of(rules) == 1:
        dtype = board_dtype(rules)
        return dtype.type(1) << cells.astype(dtype)
    stones = zeros(len(cells), rules)
    word, bit = np.divmod(cells.astype(np.uint64), np.uint64(WORD_CELLS))
    stones[np.arange(len(cells)), word.astype(np.int64)] = np.uint64(1) << bit
    return stones


def stones_by_hand(moves: Array, rules: Rules) -> list[Bitboards]:
    """For each hand, bitboards with the stones that `moves` place from that hand."""
    if rules.actions == rules.cells:
        return [stones_on(moves, rules)]
    stones = stones_on(moves % rules.cells, rules)
    hand = (moves // rules.cells).reshape(-1, *[1] * (stones.ndim - 1))
    return [stones * (hand == each) for each in range(rules.actions // rules.cells)]


@cache
def play_stones(rules: Rules, checks: bool = True) -> Loop:
    """The loop `play_stones(x, o, *stones, x_out, o_out)`, with one array of stones for each hand.

    A board stays as it is where the stones of all hands are 0. With `checks`, which makes
    compilation slower, the loop returns 0 if all stones are legal, and another number otherwise.
    """
    hands = [f"hand{hand}" for hand in range(len(rules.answers.marks.hands))]

    def played(x: Operand, o: Operand, **stones: Operand) -> Operand:
        return move_bits.played(x, o, tuple(stones.values()), rules)[: 2 + checks]

    reaches = dict.fromkeys(("x", "o", *hands), rules.board)
    return recorded("play_stones", played, checks, **reaches)


def write_cells(boards: Bitboards, out: Uint8s) -> None:
    """Fill `out`, [n, cells], with the bit of each cell, 0 or 1."""
    for at, word in enumerate(rows(boards)):
        cells = out[:, at * WORD_CELLS :][:, :WORD_CELLS]
        _cells_writer(cells.shape[1])(word, cells)


@cache
def _cells_writer(cells: int) -> Loop:
    """The loop `write_word`, compiled for words of `cells` cells."""
    loop: Loop = build("cells", write_word, CELLS=cells).write_word
    return loop


CELLS: int = GIVEN  # of one word of a bitboard


def write_word(words: Bitboards, out: Uint8s) -> None:
    """Fill `out`, [n, CELLS], with the bits, 0 or 1, of one word of each bitboard."""
    for i in range(len(words)):
        stones = u64(words[i])
        for cell in range(CELLS):
            out[i, cell] = u8(stones >> u64(cell) & u64(1))
