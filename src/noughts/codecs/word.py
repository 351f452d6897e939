"""`word`: the whole state of a game in one signed 32-bit int, and the step to the next state.

bits        31 30     29      28 ... 19      18      17 ... 0
field       result    error   input          turn    cells

cells       the grid, encoded as in `base4`
turn        1: X to move; 0: O to move
input       the last number typed, less 1, in ten bits
error       1: the last input was refused
result      00 in progress, 01 X won, 10 O won, 11 tie
"""

from __future__ import annotations

from operator import index
from typing import Any

from noughts.codecs.base4 import Base4
from noughts.codecs.codec_base import Bulk, Codec, Field
from noughts.core import move_bits
from noughts.core.bits import B
from noughts.core.cell_names import Cell
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.rules import MARK_NAMES, TICTACTOE, O, X
from noughts.errors import CodeError, GameOverError, NoughtsError
from noughts.expressions.trace import Operand

GRID = Base4()
CELLS = (1 << 18) - 1
TURN_AT, INPUT_AT, ERROR_AT, RESULT_AT = 18, 19, 29, 30
TURN, INPUT, ERROR, RESULT = 1, (1 << 10) - 1, 1, 3  # the masks of the fields, before their shifts
LOW_BITS = CELLS // 3  # the low bit of every cell


def step_bits(word: B, number: B) -> B:
    """`step` as a bit expression without checks, for words whose result is 00.

    If the operands are ints, the result is the new word as an unsigned 32-bit number. The operands
    may also be arrays with at least 32 bits per element, or bit-vectors of at least 32 bits.
    """
    w: Operand = word
    n: Operand = number
    low = w & (CELLS | TURN << TURN_AT)
    typed = n - 1 & INPUT  # as in 32-bit arithmetic: a shift left by 22, and back by 3
    cells = low & CELLS
    free = (cells | cells >> 1) & LOW_BITS ^ LOW_BITS

    # The low bit of the cell that was typed, or 0 if this is not a free cell. If the four low bits
    # of the input are 9 to 15, the shift leads to bits that `free` does not have. The six high bits
    # must be 0: for any other value, adding 63 carries into bit 6. So `within` is all ones or 0.
    within = ((typed >> 4) + 63 >> 6 & 1) - 1
    chosen = ((w & 0 | 1) << ((typed & 15) << 1)) & free & within
    accepted = _any(chosen)

    # X's pattern is the low bit, and O's is the high bit. One XOR sets the cell and flips the turn.
    turn = low >> TURN_AT & TURN
    low = low ^ (chosen << (turn ^ 1) | accepted << TURN_AT)
    x, o = GRID.decode_bits(low & CELLS)
    result = move_bits.result(x, o, TICTACTOE) & -accepted
    return low | typed << INPUT_AT | (accepted ^ 1) << ERROR_AT | result << RESULT_AT


def _any(mask: Operand) -> Operand:
    """1 if a mask of up to 18 bits is not 0, otherwise 0: the carry when `2**18 - 1` is added."""
    return mask + CELLS >> 18 & 1


LOWEST, HIGHEST = -(2**31), 2**31 - 1
RESULT_NAMES = ("in progress", "X won", "O won", "tie")


class Word(int):
    """A game word: a signed 32-bit int with named fields.

    >>> word = Word(786441)
    >>> print(word.position, word.turn == X, word.input, word.error, word.result)
    XO./.../... True 1 False 0

    Every signed 32-bit number makes a `Word`, but `CODECS["word"].decode` accepts only those whose
    fields are consistent. Raises `CodeError` for a number outside the signed 32-bit range.
    """

    __slots__ = ()

    def __new__(cls, word: int) -> Word:
        if not LOWEST <= word <= HIGHEST:
            raise CodeError(f"{word} is not a code of word; codes are {LOWEST} to {HIGHEST}")
        return super().__new__(cls, word)

    @property
    def cells(self) -> int:
        """The grid, as a `base4` code."""
        return self & CELLS

    @property
    def turn(self) -> int:
        """The mark of the player to move, X or O. It changes after each move, even the last."""
        return X if self >> TURN_AT & TURN else O

    @property
    def input(self) -> int:
        """The last number typed, less 1, reduced to ten bits: 0 to 1023."""
        return self >> INPUT_AT & INPUT

    @property
    def error(self) -> bool:
        """Whether the last input was refused."""
        return bool(self >> ERROR_AT & ERROR)

    @property
    def result(self) -> int:
        """0 while the game is in progress, 1 if X won, 2 if O won, 3 for a tie."""
        return self >> RESULT_AT & RESULT

    @property
    def position(self) -> Position:
        """The position in the grid. Raises `CodeError` if the grid is not a position."""
        return GRID.decode(self.cells)

    @classmethod
    def from_position(cls, position: Position) -> Word:
        """The word of a position, with the input and error bits set to 0.

        >>> Word.from_position(Position.parse("XO./.../..."))
        262153
        """
        cells = GRID.encode(position)
        word = cells | (position.turn == X) << TURN_AT
        return cls(_signed(word | move_bits.result(position.x, position.o, TICTACTOE) << RESULT_AT))

    @classmethod
    def from_game(cls, game: Game) -> Word:
        """The word after all moves of a game have been typed, one after another.

        >>> Word.from_game(Game.parse("a1 b1"))
        786441
        """
        word = cls.from_position(game.start)
        for cell in game.moves:
            word = step(word, cell + 1)
        return word


def new() -> Word:
    """The word of a new game.

    >>> new()
    262144
    """
    return Word(TURN << TURN_AT)


def step(word: int, number: int) -> Word:
    """The word after a player has typed a number, computed in 32-bit arithmetic.

    >>> from itertools import accumulate
    >>> list(accumulate((1, 5, 2, 9, 3), step, initial=new()))
    [262144, 1, 2359809, 524805, 4588037, 1074922005]

    Raises `CodeError` for a word or number outside the signed 32-bit range, and `GameOverError` for
    a word whose game is over.
    """
    word, number = Word(index(word)), index(number)
    if not LOWEST <= number <= HIGHEST:
        raise CodeError(f"{number} has more than 32 bits; inputs are {LOWEST} to {HIGHEST}")
    if word.result:
        raise GameOverError(f"the game of {word} is over ({RESULT_NAMES[word.result]})")
    return Word(_signed(step_bits(word, number)))


def refuse(word: int) -> Word:
    """The word after an input that is not a number: the error bit is set; no other bit changes.

    >>> refuse(new()).error
    True
    """
    return Word(index(word) | ERROR << ERROR_AT)


def _signed(word: int) -> int:
    """32 bits as a signed number."""
    return (word ^ 1 << 31) - (1 << 31)


class WordCodec(Codec[Word]):
    """Game words as codes. `decode` refuses a code whose fields contradict each other.

    >>> WordCodec().decode(262144) == new()
    True
    >>> WordCodec().get(786441, 1), WordCodec().set(786441, 1, 0)
    (2, 786433)
    """

    name = "word"
    about = "a whole game machine: grid, turn, last input, error and result"
    holds = Word
    bulk = Bulk.WORDS
    size = 1 << 32

    @property
    def codes(self) -> range:
        """All signed 32-bit ints, most of which are not valid words."""
        return range(LOWEST, HIGHEST + 1)

    @property
    def layout(self) -> tuple[Field, ...]:
        """Result, error, input and turn, above the fields of `base4`."""
        return (
            Field("result", RESULT_AT, RESULT.bit_length()),
            Field("error", ERROR_AT, ERROR.bit_length()),
            Field("input", INPUT_AT, INPUT.bit_length()),
            Field("turn", TURN_AT, TURN.bit_length()),
            *GRID.layout,
        )

    def encode(self, word: Word) -> int:
        """The word as a plain int. Raises `CodeError` for a word that `decode` would refuse."""
        if not isinstance(word, Word):
            self._refuse_value(word)
        return int(self.decode(word))

    def decode(self, code: int) -> Word:
        """The word of a code.

        Raises `CodeError` if the code is out of range, if the grid is not a position, or if the
        turn, result or error bits contradict the grid. (The ten input bits may have any value.)
        """
        word = Word(self._checked(code))
        try:
            position = word.position
        except NoughtsError as error:
            raise CodeError(f"word code {code}: in its cells, {error}") from None
        if word.turn != position.turn:
            raise CodeError(
                f"word code {code}: the turn bit says {MARK_NAMES[word.turn]}, but "
                f"by the stones it is the turn of {position.turn}"
            )
        result = move_bits.result(position.x, position.o, TICTACTOE)
        if word.result != result:
            raise CodeError(
                f"word code {code}: the result bits say {RESULT_NAMES[word.result]}, but "
                f"by the stones it is {RESULT_NAMES[result]}"
            )
        if word.error and result:
            raise CodeError(f"word code {code}: the error bit is set, but the game is over")
        return word

    def adapt(self, value: Any) -> Word:
        """A word itself, the word after the moves of a game, or the word of a position."""
        if isinstance(value, Game):
            return Word.from_game(value)
        return value if isinstance(value, Word) else Word.from_position(value)

    def get(self, code: int, cell: Cell) -> int:
        """The mark of a cell, from the grid in `base4`."""
        return GRID.get(self._checked(code) & CELLS, cell)

    def set(self, code: int, cell: Cell, mark: int) -> int:
        """The code with another mark in a cell; all other bits stay the same."""
        code = self._checked(code)
        return code & ~CELLS | GRID.set(code & CELLS, cell, mark)

    def _checked(self, code: int) -> int:
        code = index(code)
        if not LOWEST <= code <= HIGHEST:
            self._refuse_code(code)
        return code
