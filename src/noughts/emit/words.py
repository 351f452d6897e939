"""Boards whose numbers take several words, in a language whose integers are too narrow.

A bitboard is a fixed number of words of 64 bits, the lowest first, and so is a code. Functions are
recorded once more, in operations on words (`expressions.limbs`).
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import NamedTuple

from noughts.emit.module import Constant, Function, Module
from noughts.emit.writer import Language
from noughts.expressions.limbs import WORD, recorded_in_words, split, words_for


class Parts(NamedTuple):
    """A function in words: its parameters, its named values, and the words that it returns.

    `given` has, for each parameter, its number of words and the used words, each with its name and
    place.
    """

    given: dict[str, tuple[int, list[tuple[str, int]]]]
    named: list[tuple[str, str]]
    results: list[str]


class InWords(Language):
    """Stands before a language among the bases of its class, and writes what it cannot."""

    def write(self, module: Module) -> str:
        """The whole source of a module, without the functions for which words have no operators."""
        self.cells: int = module.rules.cells
        kept = tuple(function for function in module.functions if function.in_words)
        return super().write(replace(module, bits=WORD, functions=kept))

    def head(self, module: Module) -> list[str]:
        """The text at the head of the file."""
        return [
            *super().head(module),
            f"A number of more than {WORD} bits is several words, the lowest first. Base 3 is left",
            "out: it takes products and quotients of such numbers.",
        ]

    @property
    def held(self) -> str:
        """The type of a board."""
        return self.kind(words_for(self.cells))

    @abstractmethod
    def kind(self, words: int) -> str:
        """The type of a number of that many words; for one word, the language's own."""

    @abstractmethod
    def number(self, words: list[str]) -> str:
        """A number of several words, as an expression."""

    def parts(self, function: Function) -> Parts:
        """A function as operations on words."""
        counts = [words_for(function.width)]
        trace = recorded_in_words(function.trace.function, counts, WORD, **function.trace.reaches)
        uses = trace.uses()
        given: dict[str, tuple[int, list[tuple[str, int]]]] = {}
        words = iter(trace.parameters.items())
        for name, bits in function.trace.reaches.items():
            count = words_for(bits.bit_length())
            own = [(at, *next(words)) for at in range(count)]
            given[name] = count, [(word, at) for at, word, value in own if uses[value.number]]
        return Parts(given, *self.body(trace))

    def returned(self, function: Function, results: list[str]) -> str:
        """What a function returns: a number, or a test of whether any word is not 0."""
        if function.returns == "bits":
            return self.number(results) if len(results) > 1 else results[0]
        joined = " | ".join(each if each.isidentifier() else f"({each})" for each in results)
        return self.tested(f"({joined})", function.returns)

    def returned_kind(self, function: Function, test: str) -> str:
        """The type of a function's result."""
        return self.kind(words_for(function.width)) if function.returns == "bits" else test

    def values(self, constant: Constant) -> list[str] | str:
        """A constant's numbers, or its one number, as expressions."""
        words = words_for(constant.width)
        if isinstance(constant.value, int):
            return self.constant_number(constant.value, words)
        return [self.constant_number(number, words) for number in constant.value]

    def constant_number(self, number: int, words: int) -> str:
        """A number in a table or by itself."""
        return self.number([self.literal(word) for word in split(number, words)])
