"""Java 11, as a class of static methods."""

from __future__ import annotations

from noughts.emit.module import Constant, Function, Module
from noughts.emit.words import InWords
from noughts.emit.writer import Language, camel, in_lines

JAVA_CELLS = 64  # a bitboard is one `long`, and longer tables of lines may not fit a method


class Java(Language):
    """Numbers are signed words, whose top bit works like any other, since `>>>` brings in zeros."""

    name = "java"
    about = "Java 11, as a class of static methods"
    title: str = "Java"
    suffix: str = ".java"
    widest: int | None = 64
    most_cells: int | None = JAVA_CELLS

    @property
    def word(self) -> str:
        """The type of every number."""
        return "int" if self.bits <= 31 else "long"

    def in_words(self) -> Language:
        """The writer for boards of several words."""
        return JavaInWords()

    def literal(self, number: int) -> str:
        return f"{number}" if self.bits <= 31 else f"0x{number:x}L"

    def operation(self, operator: str, left: str, right: str) -> str:
        return super().operation("/" if operator == "//" else operator, left, right)

    def shift(self, operator: str, value: str, by: int) -> str:
        return super().shift(">>>" if operator == ">>" else operator, value, by)

    def opening(self, module: Module) -> list[str]:
        return [
            "/**",
            *(f" * {line}" for line in self.head(module)),
            " */",
            "public final class Noughts {",
            "    private Noughts() {}",
        ]

    def closing(self) -> list[str]:
        return ["}"]

    def constant(self, constant: Constant) -> list[str]:
        head = f"    public static final {self.word}"
        comment = f"    /** {constant.about} */"
        if isinstance(constant.value, int):
            return [comment, f"{head} {constant.name} = {self.literal(constant.value)};"]
        numbers = [self.literal(number) for number in constant.value]
        return [comment, f"{head}[] {constant.name} = {{", *in_lines(numbers, " " * 8), "    };"]

    def function(self, function: Function) -> list[str]:
        named, (result,) = self.body(function.trace)
        answer = self.tested(result, function.returns)
        kind = self.word if function.returns == "bits" else "boolean"
        parameters = ", ".join(f"{self.word} {name}" for name in function.trace.parameters)
        return [
            f"    /** {function.about} */",
            f"    public static {kind} {camel(function.name)}({parameters}) {{",
            *(f"        final {self.word} {name} = {value};" for name, value in named),
            f"        return {answer};",
            "    }",
        ]

    def line_search(self, module: Module) -> list[str]:
        lines = [
            "    /** The first line that the grid holds, X's before O's; 0 if none. */",
            f"    public static {self.word} winningLine({self.word} grid) {{",
        ]
        for name in module.line_tables:
            lines += [
                f"        for ({self.word} line : {name})",
                "            if ((grid & line) == line) return line;",
            ]
        return [
            *lines,
            "        return 0;",
            "    }",
            "",
            "    /** Whether either player has a line. */",
            f"    public static boolean hasLine({self.word} grid) {{",
            "        return winningLine(grid) != 0;",
            "    }",
        ]

    def drawing(self, module: Module) -> list[str]:
        state = ", ".join(f"{self.word} {name}" for name in module.state)
        rule = "+".join("-" * module.rules.geometry.sizes[-1])
        layer = [
            "            else if (cell != 0 && cell % (ROWS * COLS) == 0)",
            '                text.append("\\n\\n");',
        ]
        split = [f"        {self.word} x = base4X(grid), o = base4O(grid);"]
        return [
            "    /** The grid as lines of text. */",
            f"    public static String draw({state}) {{",
            *(split if module.holding == "base4" else []),
            "        StringBuilder text = new StringBuilder();",
            "        for (int cell = 0; cell < CELLS; cell++, x >>>= 1, o >>>= 1) {",
            "            if (cell % COLS != 0)",
            "                text.append('|');",
            *(layer if module.in_layers else []),
            "            else if (cell != 0)",
            '                text.append("\\n' + rule + '\\n");',
            "            text.append((x & 1) != 0 ? 'X' : (o & 1) != 0 ? 'O' : ' ');",
            "        }",
            "        return text.toString();",
            "    }",
        ]


class JavaInWords(InWords, Java):
    """A code of two words is a `long[]`; a function with such a result returns a new array."""

    def kind(self, words: int) -> str:
        """The type of a number of `words` words."""
        return self.word if words == 1 else f"{self.word}[]"

    def number(self, words: list[str]) -> str:
        """An expression for a number of several words."""
        return f"new {self.word}[] {{{', '.join(words)}}}"

    def function(self, function: Function) -> list[str]:
        given, named, results = self.parts(function)
        words = [
            (word, f"{name}[{at}]" if count > 1 else name)
            for name, (count, used) in given.items()
            for word, at in used
        ]
        parameters = ", ".join(f"{self.kind(count)} {name}" for name, (count, _) in given.items())
        return [
            f"    /** {function.about} */",
            f"    public static {self.returned_kind(function, 'boolean')} "
            f"{camel(function.name)}({parameters}) {{",
            *(f"        final {self.word} {name} = {value};" for name, value in words + named),
            f"        return {self.returned(function, results)};",
            "    }",
        ]
