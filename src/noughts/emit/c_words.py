"""C99 for boards of several words, which are structures."""

from __future__ import annotations

from noughts.emit.c import C
from noughts.emit.module import Constant, Function, Module
from noughts.emit.words import InWords
from noughts.expressions.limbs import words_for


class CInWords(InWords, C):
    """A number is `struct { uint64_t word[n]; }`, which C passes and returns by value."""

    next_cell = ""

    @property
    def held(self) -> str:
        """The type of a board."""
        return self.kind(words_for(self.cells))

    def taken(self, side: str) -> str:
        """Whether a side has the cell that is drawn."""
        word = side if self.held == self.word else f"{side}.word[cell / 64]"
        return f"({word} >> cell % 64 & 1)"

    def kind(self, words: int) -> str:
        if words == 1:
            return self.word
        return "noughts_board" if words == words_for(self.cells) else "noughts_code"

    def number(self, words: list[str]) -> str:
        return f"({self.kind(len(words))}){{{{{', '.join(words)}}}}}"

    def constant_number(self, number: int, words: int) -> str:
        """Without its type, which an initialiser has from what it initialises."""
        written = super().constant_number(number, words)
        return written[written.index("{") :]

    def opening(self, module: Module) -> list[str]:
        board, code = words_for(self.cells), words_for(2 * self.cells)
        names = {board: "a board, bit i is cell i", code: "a code"}
        structures = []
        for words, about in names.items():
            if words > 1:
                fields = f"struct {{ {self.word} word[{words}]; }}"
                structures += ["", f"/* {about.capitalize()}; the lowest word comes first. */"]
                structures += [f"typedef {fields} {self.kind(words)};"]
        return [*super().opening(module), *structures]

    def constant(self, constant: Constant) -> list[str]:
        if words_for(constant.width) <= 1:
            return super().constant(constant)
        values, kind = self.values(constant), self.kind(words_for(constant.width))
        comment = f"/* {constant.about} */"
        if isinstance(values, str):
            return [comment, f"static const {kind} {constant.name} = {values};"]
        head = f"static const {kind} {constant.name}[{len(values)}] = {{"
        return [comment, head, *(f"    {value}," for value in values), "};"]

    def function(self, function: Function) -> list[str]:
        given, named, results = self.parts(function)
        parameters = ", ".join(f"{self.kind(count)} {name}" for name, (count, _) in given.items())
        kind = self.returned_kind(function, "bool")
        lines = []
        for name, (count, used) in given.items():
            if not used:
                lines.append(f"    (void){name};")
            for word, at in used:
                value = f"{name}.word[{at}]" if count > 1 else name
                lines.append(f"    const {self.word} {word} = {value};")
        return [
            f"/* {function.about} */",
            f"static inline {kind} {function.name}({parameters}) {{",
            *lines,
            *(f"    const {self.word} {name} = {value};" for name, value in named),
            f"    return {self.returned(function, results)};",
            "}",
        ]
