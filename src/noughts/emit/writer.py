"""`Language`: the base class that writes a recorded module in a programming language."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from textwrap import wrap

from noughts.core.message_text import quoted
from noughts.emit.module import Constant, Function, Module
from noughts.errors import EmitError, TooLargeError
from noughts.expressions.trace import Trace
from noughts.expressions.writer import ExpressionWriter


class Language(ExpressionWriter, ABC):
    """A writer of modules in one language. Its methods return lines of source.

    >>> from noughts import TICTACTOE
    >>> from noughts.emit import language, module
    >>> c = language("c")
    >>> c.suffix, "has_line" in c.write(module(TICTACTOE)), c.literal(511)
    ('.h', True, '511u')
    """

    name: str  # by which a user asks for the language
    about: str  # one line for people
    title: str
    suffix: str  # of a file name
    widest: int | None = None  # bits of the widest plain integer; None if there is no limit
    most_cells: int | None = None  # of a board; None for EMIT_CELLS
    equal: str = "=="
    unequal: str = "!="
    takes_prefix = False

    def __init__(self, prefix: str = "") -> None:
        if prefix and not self.takes_prefix:
            raise EmitError(
                f"{self.title} has modules, which keep the names of two boards apart; "
                "a prefix is for C"
            )
        if not re.fullmatch("([A-Za-z_][A-Za-z_0-9]*)?", prefix):
            raise EmitError(
                f"{quoted(prefix)} is not the beginning of a name: letters, digits and _, "
                "and no digit first"
            )
        self.prefix = prefix

    def write(self, module: Module) -> str:
        """The whole source of a module.

        Raises `TooLargeError` for a board of more than `most_cells` cells, and `EmitError` if the
        language has no wide enough integer and cannot write the module in several words.
        """
        if self.most_cells is not None and module.rules.cells > self.most_cells:
            raise TooLargeError(
                f"{module.rules} has {module.rules.cells} cells; {self.title} is written for "
                f"boards of up to {self.most_cells}"
            )
        if self.widest is not None and module.bits > self.widest:
            wider = self.in_words()
            if wider is not None and module.holding == "pair":
                return wider.write(module)
            instead = "" if wider is None else "; with --bits pair it is written in several words"
            raise EmitError(
                f"{module.rules} needs numbers of {module.bits} bits, two a cell; the widest plain "
                f"integer of {self.title} has {self.widest}{instead}"
            )
        self.bits: int = module.bits
        lines = self.opening(module)
        for constant in module.constants:
            lines += ["", *self.constant(constant)]
        for function in module.functions:
            lines += ["", *self.function(function)]
        if module.line_tables:
            lines += ["", *self.line_search(module)]
        lines += ["", *self.drawing(module), *self.closing()]
        return "\n".join(lines) + "\n"

    def in_words(self) -> Language | None:
        """The writer for numbers of several words, or None."""
        return None

    def head(self, module: Module) -> list[str]:
        """The lines of the comment at the head of the file."""
        rules = module.rules
        order = "layer by layer and row by row" if module.in_layers else "row by row"
        held = {
            "pair": "A position is two bitboards, x and o; bit i of each is cell i.",
            "base4": "A position is one int, two bits a cell: 00 empty, 01 X, 10 O.",
        }
        return [
            f"{rules.about}.",
            held[module.holding],
            f"Cells are numbered {order} from 0; X moves first.",
            f"Written by: noughts emit {self.name} --board {rules} --bits {module.holding}"
            + (self.prefix and f" --prefix {self.prefix}"),
        ]

    @abstractmethod
    def opening(self, module: Module) -> list[str]:
        """The lines before the constants."""

    def closing(self) -> list[str]:
        """The lines after the functions."""
        return []

    @abstractmethod
    def constant(self, constant: Constant) -> list[str]:
        """The definition of a named number or table."""

    @abstractmethod
    def function(self, function: Function) -> list[str]:
        """The definition of a recorded function."""

    @abstractmethod
    def line_search(self, module: Module) -> list[str]:
        """`winning_line` and `has_line`: a search for the first mask that the grid holds."""

    @abstractmethod
    def drawing(self, module: Module) -> list[str]:
        """The function `draw`: the grid as text, with `-+-+-` between rows such as `X|O|X`.

        `draw` reads the cells in order, from the lowest bits of `x` and `o` up, and writes an empty
        line between two layers. A module of loops over arrays has no `draw`.
        """

    def tested(self, result: str, returns: str) -> str:
        """The expression that a function returns: the bits, or a comparison of the bits with 0."""
        comparison = {"nonzero": self.unequal, "zero": self.equal}.get(returns)
        if comparison is None:
            return result
        bare = result if result.isidentifier() or self.encloses else f"({result})"
        return f"{bare} {comparison} {self.literal(0)}"


def unused(trace: Trace) -> list[str]:
    """The parameters that no result uses.

    If k is 1, for example, every cell completes a line, whatever the stones are.

    >>> unused(Trace(lambda x, o: x & 1, x=3, o=3))
    ['o']
    """
    uses = trace.uses()
    return [name for name, value in trace.parameters.items() if not uses[value.number]]


def camel(name: str) -> str:
    """A name in the camel case of Java and JavaScript.

    >>> camel("has_line")
    'hasLine'
    """
    head, *tail = name.split("_")
    return head + "".join(word.capitalize() for word in tail)


def in_lines(numbers: list[str], indent: str = "    ") -> list[str]:
    """Numbers separated by commas, in lines of up to 88 characters unless a number is longer."""
    text = ", ".join(numbers) + ","
    return wrap(text, 88, initial_indent=indent, subsequent_indent=indent, break_long_words=False)
