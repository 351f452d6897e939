"""The content of a generated module, in any language: the rules of a board as recorded functions.

A module holds positions in one of two ways. With `pair`, a position is two bitboards. With `base4`,
it is one int with two bits per cell, and functions test these bits without unpacking them:

    cell        2  1  0              a line of X        01 01 01      one mask per line and player:
    grid       00 10 01              a line of O        10 10 10      (grid & mask) == mask

The even bits of such a grid are a bitboard with cells two bits apart, and the odd bits are another.
`Spaced` describes a board with such cells, on which the expressions of `core.bits` run unchanged.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any, NamedTuple, cast

from noughts.codecs import codec
from noughts.codecs.registry import CODECS
from noughts.core import bits, move_bits, turns
from noughts.core.answers import Answers
from noughts.core.directions import Direction, Step, spread
from noughts.core.message_text import quoted
from noughts.core.rules import Rules, as_rules
from noughts.errors import EmitError, TooLargeError
from noughts.expressions.trace import Expression, Operand, Trace

EMIT_CELLS = 4096  # of a board in a module: 64x64 takes seconds and 40 MB
LEGAL_CELLS = "The cells that may be played; 0 once the game is over."
TURN = "Who moves next: 1 is X, 2 is O."
IS_FULL = "Whether no cell is free."
RESULT = "0 while the game goes on; then 1 if X has won, 2 if O has, 3 for a draw."
AFTER = "{} after a move that may be played, given as the bit of its cell."
MARK = 2  # the bits of a mark


class Function(NamedTuple):
    """A function of a module; `returns` is `bits` or, for a test of the bits, `nonzero` or `zero`.

    `width`, the number of bits of the recorded result, matters only if numbers are written in
    several words. `in_words` tells whether the function can be written for such numbers, which have
    no `*` and no `//`.

    >>> from noughts import TICTACTOE
    >>> [(each.name, each.returns) for each in module(TICTACTOE).functions][:2]
    [('free_cells', 'bits'), ('legal_cells', 'bits')]
    """

    name: str
    about: str
    trace: Trace
    returns: str = "bits"
    width: int = 0
    in_words: bool = True

    @property
    def is_small(self) -> bool:
        """Whether the function returns a mark or a game's result: a small number on any board."""
        return self.name in ("turn", "result")


class Constant(NamedTuple):
    """A number, or a table of numbers, with a name in capitals.

    With `pair`, `width` is the number of bits of a bitboard; any other constant has the width 0.

    >>> from noughts import TICTACTOE
    >>> {each.name: each.value for each in module(TICTACTOE).constants}["LINES"]
    (7, 56, 448, 73, 146, 292, 273, 84)
    """

    name: str
    about: str
    value: int | tuple[int, ...]
    width: int = 0


@dataclass(frozen=True)
class Module:
    """The content of a module for one board.

    `holding` names the codec by which the module holds a position, `state` names the parameters
    for a position, and `bits` is the width of the widest number. `line_tables` names, in order, the
    tables that `winning_line` searches; without tables, `winning_line` is a recorded function.

    >>> from noughts import TICTACTOE
    >>> held = module(TICTACTOE, "base4")
    >>> held.state, held.bits, held.line_tables
    (('grid',), 18, ('X_LINES', 'O_LINES'))
    """

    rules: Rules
    holding: str
    state: tuple[str, ...]
    bits: int
    constants: tuple[Constant, ...]
    functions: tuple[Function, ...]
    line_tables: tuple[str, ...]

    @property
    def in_layers(self) -> bool:
        """Whether a drawing has layers, with an empty line between them."""
        return len(self.rules.geometry.layers()) > 1


@dataclass(frozen=True)
class Spaced:
    """A board whose cells lie two bits apart, with all properties that `bits` needs.

    >>> from noughts import TICTACTOE
    >>> bits.line_starts(0b01_01_01, Spaced(TICTACTOE))
    1
    >>> bits.line_starts(0b01_01_01_00, Spaced(TICTACTOE))    # cells 1, 2 and 3 are not a line
    0
    """

    rules: Rules

    @property
    def board(self) -> int:
        """The lower bit of every cell."""
        return spread(self.rules.board, 2)

    @property
    def directions(self) -> tuple[Direction, ...]:
        """The board's directions, with doubled shifts."""
        return tuple(direction.spread(2) for direction in self.rules.directions)

    @property
    def foldings(self) -> tuple[int, ...]:
        """The shifts that fold all cells onto cell 0."""
        return tuple(2 * step for step in self.rules.foldings)

    @property
    def below(self) -> Step:
        """The step to the cell below, with a doubled shift."""
        return self.rules.below.spread(2)

    @property
    def wholes(self) -> Direction | None:
        """Each board as a run of all its cells, with doubled shifts."""
        return self.rules.wholes and self.rules.wholes.spread(2)

    @property
    def outer(self) -> None:
        """None, since `base4` needs the law `stones`, which boards in a board lack."""

    @property
    def answers(self) -> Answers:
        """The answers of the game."""
        return self.rules.answers


def module(rules: Rules | str, holding: str = "pair") -> Module:
    """The module for a board; a position in it is two bitboards (`pair`) or one grid (`base4`).

    >>> from noughts import TICTACTOE
    >>> module(TICTACTOE).state, module(TICTACTOE, "base4").state
    (('x', 'o'), ('grid',))

    Raises `EmitError` if `holding` is neither `pair` nor `base4`, and `TooLargeError` for a board
    of more than `EMIT_CELLS` cells.
    """
    rules = as_rules(rules)
    if rules.cells > EMIT_CELLS:
        raise TooLargeError(
            f"{rules} has {rules.cells} cells; modules are written for boards of up to {EMIT_CELLS}"
        )
    if holding not in HOLDINGS:
        raise EmitError(
            f"{quoted(holding)} is not a way to hold a board here; write {' or '.join(HOLDINGS)}"
        )
    return HOLDINGS[holding](rules)


def _geometry(rules: Rules) -> tuple[Constant, ...]:
    """The constants for the board's sizes and, on a box, the number of layers."""
    sizes = rules.geometry.sizes
    *outer, rows, cols = sizes
    whole = "A layer" if outer else "The board"
    layered = (
        Constant("SIZES", "The board's sizes; the last two are those of a layer.", sizes),
        Constant("LAYERS", "How many layers there are.", prod(outer)),
    )
    return (
        *(layered if outer else ()),
        Constant("ROWS", f"{whole}'s rows.", rows),
        Constant("COLS", f"{whole}'s columns.", cols),
        Constant("K", "How many in a row make a line.", rules.k),
        Constant("CELLS", "How many cells there are.", rules.cells),
    )


def _pair_module(rules: Rules) -> Module:
    """The module whose functions take two bitboards, one per player."""

    def of_both(name: str, about: str, rule: Expression, returns: str = "bits") -> Function:
        trace = Trace(lambda x, o: rule(x, o, rules), x=rules.board, o=rules.board)
        marks = rule in (turns.turn, move_bits.result)
        return Function(name, about, trace, returns, MARK if marks else rules.cells)

    def of_move(name: str, about: str, side: int) -> Function:
        def after(x: Operand, o: Operand, stone: Operand) -> Operand:
            return move_bits.played(x, o, move_bits.stones_of(stone, rules), rules)[side]

        every = (1 << rules.actions) - 1
        trace = Trace(after, x=rules.board, o=rules.board, stone=every)
        return Function(name, about, trace, width=rules.cells)

    def of_one(name: str, about: str, rule: Expression, returns: str = "bits") -> Function:
        trace = Trace(lambda stones: rule(stones, rules), stones=rules.board)
        return Function(name, about, trace, returns, rules.cells)

    return Module(
        rules=rules,
        holding="pair",
        state=("x", "o"),
        bits=2 * rules.cells,
        constants=(
            *_geometry(rules),
            Constant("BOARD", "All cells: bit i is cell i.", rules.board, rules.cells),
            Constant("LINES", "Every line as a mask.", rules.lines, rules.cells),
        ),
        functions=(
            of_both("free_cells", "The cells that hold no stone.", bits.free_cells),
            of_both("legal_cells", LEGAL_CELLS, bits.legal_cells),
            of_both("turn", TURN, turns.turn),
            of_move("after_x", AFTER.format("X's stones"), 0),
            of_move("after_o", AFTER.format("O's stones"), 1),
            of_both("result", RESULT, move_bits.result),
            of_both("is_full", IS_FULL, bits.free_cells, "zero"),
            of_one("has_line", "Whether the stones hold K in a row.", bits.line_starts, "nonzero"),
            of_one("line_starts", "Where K in a row start; 0 if nowhere.", bits.line_starts),
            of_one("line_cells", "The cells of all complete lines, joined.", bits.line_cells),
            of_one("winning_line", "The first complete line of LINES; 0 if none.", bits.first_line),
            of_one("completions", "The cells that would finish a line.", bits.completions),
            *(
                each
                for name in HELD
                if rules.has(*CODECS[name].laws)
                for each in _coding(name, rules)
            ),
        ),
        line_tables=(),
    )


def _base4_module(rules: Rules) -> Module:
    """The module whose functions take one int with two bits per cell."""
    spaced = Spaced(rules)
    codecs = {name: cast(Any, codec(name, rules)) for name in ("pair", "base4", "base3")}
    whole, hands = 3 * spaced.board, range(len(rules.answers.marks.hands))
    lines = tuple(spread(line, 2) for line in rules.lines)

    def of_grid(name: str, about: str, rule: Expression, returns: str = "bits") -> Function:
        def on_pairs(grid: Operand) -> Operand:
            return rule(grid & spaced.board, grid >> 1 & spaced.board, spaced)

        return Function(name, about, Trace(on_pairs, grid=whole), returns)

    def after(grid: Operand, stone: Operand) -> Operand:
        x, o = (grid >> side & spaced.board for side in (0, 1))
        put = tuple(stone >> hand & spaced.board for hand in hands)
        x, o, _ = move_bits.played(x, o, put, spaced)
        return x | o << 1

    placed = Trace(after, grid=whole, stone=spaced.board * (1 + 2 * (len(hands) > 1)))

    def recode(name: str, about: str, source: str, target: str) -> Function:
        def rewritten(code: Operand) -> Operand:
            return codecs[target].encode_bits(*codecs[source].decode_bits(code))

        possible = (1 << codecs[source].bits) - 1
        parameter = "grid" if source == "base4" else "code"
        trace = Trace(lambda **code: rewritten(code[parameter]), **{parameter: possible})
        return Function(name, about, trace)

    return Module(
        rules=rules,
        holding="base4",
        state=("grid",),
        bits=2 * rules.cells,
        constants=(
            *_geometry(rules),
            Constant("LOW_BITS", "The lower bit of every cell.", spaced.board),
            Constant("X_LINES", "Every line of X as a mask.", lines),
            Constant("O_LINES", "Every line of O.", tuple(line << 1 for line in lines)),
        ),
        functions=(
            of_grid("free_cells", "The lower bits of the free cells.", bits.free_cells),
            of_grid("legal_cells", LEGAL_CELLS, bits.legal_cells),
            of_grid("turn", TURN, turns.turn),
            of_grid("result", RESULT, move_bits.result),
            Function("after", AFTER.format("The grid"), placed),
            of_grid("is_full", IS_FULL, bits.free_cells, "zero"),
            *_coding("base4", rules),
            recode("to_pair", f"As {codecs['pair'].about}.", "base4", "pair"),
            recode("from_pair", "The grid of such a number.", "pair", "base4"),
            recode("to_base3", f"As {codecs['base3'].about}.", "base4", "base3"),
            recode("from_base3", "The grid of such a number.", "base3", "base4"),
        ),
        line_tables=("X_LINES", "O_LINES"),
    )


def _coding(name: str, rules: Rules) -> tuple[Function, ...]:
    """A codec's functions: from two bitboards to a code, and from a code to each bitboard."""
    coding: Operand = codec(name, rules)
    encode = Trace(lambda x, o: coding.encode_bits(x, o), x=rules.board, o=rules.board)
    possible = (1 << coding.bits) - 1
    halves = [Trace(lambda code, i=i: coding.decode_bits(code)[i], code=possible) for i in (0, 1)]
    in_words = coding.radix == 2  # other radices need products and quotients
    side = "The bitboard of {} in such a number."
    return (
        Function(
            *(f"encode_{name}", f"Two bitboards as {coding.about}.", encode),
            *("bits", coding.bits, in_words),
        ),
        Function(f"{name}_x", side.format("X"), halves[0], "bits", rules.cells, in_words),
        Function(f"{name}_o", side.format("O"), halves[1], "bits", rules.cells, in_words),
    )


HELD = ("pair", "base4", "base3")  # the codecs in a module of two bitboards
HOLDINGS = {"pair": _pair_module, "base4": _base4_module}
