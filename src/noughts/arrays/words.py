"""`Words`: many game words (`noughts.codecs.word`) as one array."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from noughts.arrays.checks import integers, refuse_first
from noughts.arrays.positions import Positions
from noughts.codecs.word import (
    CELLS,
    ERROR,
    ERROR_AT,
    GRID,
    HIGHEST,
    LOWEST,
    RESULT,
    RESULT_AT,
    TURN,
    TURN_AT,
    Word,
    WordCodec,
    step,
    step_bits,
)
from noughts.core import move_bits, turns
from noughts.core.rules import TICTACTOE
from noughts.errors import CodeError
from noughts.expressions.trace import Operand
from noughts.kernels.compiled_expressions import Loop, recorded
from noughts.kernels.dtypes import Int32s

WORD = (1 << 32) - 1


class Words:
    """Game words as a read-only int32 array [n]. The fields of each word are consistent.

    >>> words = Words([262144, 786441])
    >>> words[1].input, words.step([1, 5]).words
    (1, array([      1, 2097417], dtype=int32))

    Raises the `CodeError` that `CODECS["word"].decode` raises, naming the first bad item.
    """

    __slots__ = ("words",)
    words: Int32s

    def __init__(self, words: npt.ArrayLike) -> None:
        given = integers(words, "words", CodeError)
        codec = WordCodec()
        outside = (given < codec.codes.start) | (given >= codec.codes.stop)
        if outside.any():
            refuse_first(outside, lambda item: codec.decode(int(given[item])))
        self.words = given.astype(np.int32)
        self.words.flags.writeable = False
        unsigned = self.words.view(np.uint32)
        if _checks()(unsigned):
            refuse_first(disagreement(unsigned), lambda item: codec.decode(int(self.words[item])))

    @classmethod
    def of(cls, positions: Positions) -> Words:
        """The words of positions on 3x3; their last input is unknown.

        >>> Words.of(Positions.start(1).play([0])).words
        array([1], dtype=int32)
        """
        if positions.rules != TICTACTOE:
            raise CodeError(f"word is for {TICTACTOE} alone, not for {positions.rules}")
        words = np.empty(len(positions), np.uint32)
        _words()(positions.x, positions.o, words)
        return cls(words.view(np.int32))

    def __len__(self) -> int:
        return len(self.words)

    def __eq__(self, other: object) -> bool:
        """Whether both hold equal words in the same order; use `words` to compare items."""
        if not isinstance(other, Words):
            return NotImplemented
        return np.array_equal(self.words, other.words)

    __hash__: ClassVar[None]  # type: ignore[assignment]  # an array cannot be a key

    def __repr__(self) -> str:
        return f"<{len(self)} word{'s' * (len(self) != 1)}>"

    def __getitem__(self, item: int) -> Word:
        """The word at index `item`."""
        return Word(int(self.words[item]))

    def positions(self) -> Positions:
        """The positions on the grids of the words."""
        x, o = np.empty((2, len(self)), np.uint16)
        _grids()(self.words.view(np.uint32), x, o)
        return Positions.unchecked(x, o)

    def step(self, numbers: npt.ArrayLike) -> Words:
        """The words after a player has typed a number in each game, as in `word.step`.

        `numbers` is an array [n] of any integer dtype, with a signed 32-bit number for each word.

        Raises `GameOverError` for a word whose game is over, and `CodeError` for a number outside
        the signed 32-bit range; the error names the first bad item. Raises `CodeError` also for an
        array of another length, or one that does not hold integers.
        """
        typed = integers(numbers, "numbers", CodeError)
        if len(typed) != len(self):
            raise CodeError(f"{len(typed)} numbers were given for {len(self)} words")
        wrong = (typed < LOWEST) | (typed > HIGHEST) | (self.words.view(np.uint32) >> RESULT_AT > 0)
        if wrong.any():
            refuse_first(wrong, lambda item: step(self.words[item], typed[item]))
        # `step_bits` shifts by a variable amount, which a recorded expression cannot do.
        stepped = step_bits(self.words.view(np.uint32), typed.astype(np.uint32))
        return Words(stepped.view(np.int32))


def disagreement(word: Operand) -> Operand:
    """An expression in a word's 32 bits, nonzero if the word's fields are inconsistent."""
    x, o = GRID.decode_bits(word & CELLS)
    turn = turns.turn(x, o, TICTACTOE) & 1 ^ word >> TURN_AT & TURN
    result = move_bits.result(x, o, TICTACTOE)
    over = result | result >> 1
    error = word >> ERROR_AT & ERROR & over
    wrong = turns.misplaced(x, o, TICTACTOE)
    return wrong | turn | result ^ word >> RESULT_AT & RESULT | error


def _word(x: Operand, o: Operand) -> Operand:
    """`Word.from_position` as a bit expression."""
    turn = turns.turn(x, o, TICTACTOE) & 1
    result = move_bits.result(x, o, TICTACTOE)
    return GRID.encode_bits(x, o) | turn << TURN_AT | result << RESULT_AT


@cache
def _checks() -> Loop:
    return recorded("word_checks", disagreement, checks=True, word=WORD)


@cache
def _words() -> Loop:
    return recorded("word_of", _word, x=TICTACTOE.board, o=TICTACTOE.board)


@cache
def _grids() -> Loop:
    return recorded("word_grid", lambda word: GRID.decode_bits(word & CELLS), word=WORD)
