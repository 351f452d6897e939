"""Java for boards of several words, which are arrays of `long`."""

from __future__ import annotations

from noughts.emit.java import Java
from noughts.emit.module import Constant, Function
from noughts.emit.words import InWords
from noughts.emit.writer import camel
from noughts.expressions.limbs import words_for


class JavaInWords(InWords, Java):
    """A number is `long[]`, and every function returns a new one."""

    next_cell = ""

    @property
    def held(self) -> str:
        """The type of a board."""
        return self.kind(words_for(self.cells))

    def taken(self, side: str) -> str:
        """Whether a side has the cell that is drawn."""
        word = side if self.held == self.word else f"{side}[cell / 64]"
        return f"({word} >>> cell % 64 & 1) != 0"

    def kind(self, words: int) -> str:
        return self.word if words == 1 else f"{self.word}[]"

    def number(self, words: list[str]) -> str:
        return f"new {self.word}[] {{{', '.join(words)}}}"

    def constant(self, constant: Constant) -> list[str]:
        if words_for(constant.width) <= 1:
            return super().constant(constant)
        values, kind = self.values(constant), self.kind(words_for(constant.width))
        comment = f"    /** {constant.about} */"
        head = "    public static final"
        if isinstance(values, str):
            return [comment, f"{head} {kind} {constant.name} = {values};"]
        # In a method of its own: what is written out in one place has a limit.
        rows = [value[value.index("{") :] for value in values]
        return [
            comment,
            f"{head} {kind}[] {constant.name} = {{",
            *(f"        {row}," for row in rows),
            "    };",
        ]

    def function(self, function: Function) -> list[str]:
        given, named, results = self.parts(function)
        parameters = ", ".join(f"{self.kind(count)} {name}" for name, (count, _) in given.items())
        kind = self.returned_kind(function, "boolean")
        return [
            f"    /** {function.about} */",
            f"    public static {kind} {camel(function.name)}({parameters}) {{",
            *(
                f"        final {self.word} {word} = {f'{name}[{at}]' if count > 1 else name};"
                for name, (count, used) in given.items()
                for word, at in used
            ),
            *(f"        final {self.word} {name} = {value};" for name, value in named),
            f"        return {self.returned(function, results)};",
            "    }",
        ]
