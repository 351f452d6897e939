"""Rust for boards of several words, which are arrays of `u64`."""

from __future__ import annotations

from noughts.emit.module import Constant, Function, Module
from noughts.emit.rust import Rust
from noughts.emit.words import InWords
from noughts.expressions.limbs import words_for


class RustInWords(InWords, Rust):
    """A number is `[u64; n]`, which is copied as a word is."""

    next_cell = ()

    @property
    def held(self) -> str:
        """The type of a board."""
        return self.kind(words_for(self.cells))

    def taken(self, side: str) -> str:
        """Whether a side has the cell that is drawn."""
        return f"{side}[cell as usize / 64] >> (cell % 64) & 1 != 0"

    def kind(self, words: int) -> str:
        if words == 1:
            return self.word
        return "Board" if words == words_for(self.cells) else "Code"

    def number(self, words: list[str]) -> str:
        return f"[{', '.join(words)}]"

    def opening(self, module: Module) -> list[str]:
        names = {words_for(self.cells): "board, bit i is cell i", words_for(2 * self.cells): "code"}
        types = [
            f"/// A {about}; the lowest word comes first.\n"
            f"pub type {self.kind(words)} = [{self.word}; {words}];"
            for words, about in names.items()
        ]
        return [*super().opening(module), "", *types]

    def constant(self, constant: Constant) -> list[str]:
        if words_for(constant.width) <= 1:
            return super().constant(constant)
        values, kind = self.values(constant), self.kind(words_for(constant.width))
        comment = f"/// {constant.about}"
        if isinstance(values, str):
            return [comment, f"pub const {constant.name}: {kind} = {values};"]
        head = f"pub const {constant.name}: [{kind}; {len(values)}] = ["
        return [comment, head, *(f"    {value}," for value in values), "];"]

    def function(self, function: Function) -> list[str]:
        given, named, results = self.parts(function)
        parameters = ", ".join(f"{name}: {self.kind(count)}" for name, (count, _) in given.items())
        kind = self.returned_kind(function, "bool")
        return [
            f"/// {function.about}",
            f"pub const fn {function.name}({parameters}) -> {kind} {{",
            *(
                f"    let {word} = {name}[{at}];"
                for name, (_, used) in given.items()
                for word, at in used
            ),
            *(f"    let {name} = {value};" for name, value in named),
            f"    {self.returned(function, results)}",
            "}",
        ]
