"""Writes numbers as several words, for languages whose integers are too narrow for large boards.

A bitboard or a code is a fixed number of 64-bit words, with the lowest word first. Each function is
recorded again, as operations on words (`expressions.limbs`).
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import NamedTuple

from noughts.emit.module import Constant, Function, Module
from noughts.emit.writer import Language
from noughts.expressions.limbs import WORD, recorded_in_words, split, words_for


class Parts(NamedTuple):
    """A function of numbers of several words: parameters, named values, and the words it returns.

    `given` maps each parameter to its number of words and to a list of those words that the
    function uses, each as a pair: the name of the word and its index within the parameter.
    """

    given: dict[str, tuple[int, list[tuple[str, int]]]]
    named: list[tuple[str, str]]
    results: list[str]


class InWords(Language):
    """A mixin that writes numbers as several words; as a base class, it precedes the language."""

    def write(self, module: Module) -> str:
        """The source of a module, without the functions that several words cannot express."""
        self.cells: int = module.rules.cells
        kept = tuple(function for function in module.functions if function.in_words)
        return super().write(replace(module, bits=WORD, functions=kept))

    def head(self, module: Module) -> list[str]:
        """The lines of the comment at the head of the file."""
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
        """The type of a number of `words` words; for one word, the language's integer type."""

    @abstractmethod
    def number(self, words: list[str]) -> str:
        """An expression for a number of several words."""

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
        """The expression that a function returns: a number, or its comparison with 0."""
        if function.returns == "bits":
            return self.number(results) if len(results) > 1 else results[0]
        joined = " | ".join(each if each.isidentifier() else f"({each})" for each in results)
        return self.tested(f"({joined})", function.returns)

    def returned_kind(self, function: Function, test: str) -> str:
        """The type of a function's result."""
        return self.kind(words_for(function.width)) if function.returns == "bits" else test

    def values(self, constant: Constant) -> list[str] | str:
        """The expressions for a constant's numbers, or the expression for its only number."""
        words = words_for(constant.width)
        if isinstance(constant.value, int):
            return self.constant_number(constant.value, words)
        return [self.constant_number(number, words) for number in constant.value]

    def constant_number(self, number: int, words: int) -> str:
        """The expression for a constant number, in a table or by itself."""
        return self.number([self.literal(word) for word in split(number, words)])
