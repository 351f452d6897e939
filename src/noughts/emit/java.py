"""Java 11, as a class of static methods."""

from __future__ import annotations

import re
from collections.abc import Iterator

from noughts.emit.module import Constant, Function, Module
from noughts.emit.words import InWords
from noughts.emit.writer import Language, camel, in_lines
from noughts.expressions.limbs import words_for

# In characters of source. A virtual machine takes 64 KiB of code a method: a word of a table has at
# least 6 characters, and at most 7 bytes of code.
TABLE = 45_000
# HotSpot leaves functions of more than 8,000 bytes to its interpreter, which takes ten times as
# long. A statement has up to 0.4 bytes a character, and 0.6 where its values stand in an array.
FUNCTION = 20_000
PART_OF_FUNCTION = 12_000
NAME = re.compile(r"\b[a-z]\w*")


def fits(lines: list[str], most: int) -> bool:
    """Whether these lines of source have so many characters at most."""
    return sum(map(len, lines)) <= most


def in_parts(lines: list[str], most: int) -> Iterator[list[str]]:
    """Lines of source, in parts of so many characters at most."""
    part: list[str] = []
    size = 0
    for line in lines:
        size += len(line)
        if size > most and part:
            yield part
            part, size = [], len(line)
        part.append(line)
    yield part


def placed(text: str, places: dict[str, str]) -> str:
    """An expression with other names."""
    return NAME.sub(lambda name: places.get(name[0], name[0]), text)


def method(head: str, body: list[str]) -> list[str]:
    """A private method, after an empty line."""
    return ["", f"    private static {head} {{", *body, "    }"]


class Java(Language):
    """Signed words whose top bit is a bit like any other: `>>>` brings in zeros."""

    name = "java"
    about = "Java 11, as a class of static methods"
    title, suffix, widest = "Java", ".java", 64

    @property
    def word(self) -> str:
        """The type of every number."""
        return "int" if self.bits <= 31 else "long"

    def in_words(self) -> Language:
        """Boards of several words."""
        return JavaInWords()

    # How a drawing goes through the cells of a board.
    next_cell = ", x >>>= 1, o >>>= 1"

    @property
    def held(self) -> str:
        """The type of what holds a board."""
        return self.word

    def taken(self, side: str) -> str:
        """Whether a side has the cell that is drawn."""
        return f"({side} & 1) != 0"

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
        state = ", ".join(f"{self.held} {name}" for name in module.state)
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
            f"        for (int cell = 0; cell < CELLS; cell++{self.next_cell}) {{",
            "            if (cell % COLS != 0)",
            "                text.append('|');",
            *(layer if module.in_layers else []),
            "            else if (cell != 0)",
            '                text.append("\\n' + rule + '\\n");',
            f"            text.append({self.taken('x')} ? 'X' : {self.taken('o')} ? 'O' : ' ');",
            "        }",
            "        return text.toString();",
            "    }",
        ]


class JavaInWords(InWords, Java):
    """A number is `long[]`, and every function returns a new one."""

    next_cell = ""

    def taken(self, side: str) -> str:
        """Whether a side has the cell that is drawn."""
        word = side if self.held == self.word else f"{side}[cell / 64]"
        return f"({word} >>> cell % 64 & 1) != 0"

    def kind(self, words: int) -> str:
        """The type of a number of that many words."""
        return self.word if words == 1 else f"{self.word}[]"

    def number(self, words: list[str]) -> str:
        """A number, as an expression."""
        return f"new {self.word}[] {{{', '.join(words)}}}"

    def constant(self, constant: Constant) -> list[str]:
        if words_for(constant.width) <= 1:
            return super().constant(constant)
        values, kind = self.values(constant), self.kind(words_for(constant.width))
        comment = f"    /** {constant.about} */"
        head = "    public static final"
        if isinstance(values, str):
            return [comment, f"{head} {kind} {constant.name} = {values};"]
        rows = [f"        {value[value.index('{') :]}," for value in values]
        if fits(rows, TABLE):
            return [comment, f"{head} {kind}[] {constant.name} = {{", *rows, "    };"]
        parts = list(in_parts(rows, TABLE))
        names = [f"{camel(constant.name.lower())}{number}" for number in range(len(parts))]
        begin = f"        return new {kind}[]"
        calls = "\n".join(in_lines([f"{name}()" for name in names], " " * 8)).removesuffix(",")
        return [
            comment,
            f"{head} {kind}[] {constant.name} = java.util.stream.Stream.of(",
            calls,
            f"    ).flatMap(java.util.Arrays::stream).toArray({kind}[]::new);",
            *(
                line
                for name, part in zip(names, parts, strict=True)
                for line in method(f"{kind}[] {name}()", [f"{begin} {{", *part, "        };"])
            ),
        ]

    def function(self, function: Function) -> list[str]:
        given, named, results = self.parts(function)
        words = [
            (word, f"{name}[{at}]" if count > 1 else name)
            for name, (count, used) in given.items()
            for word, at in used
        ]
        parameters = ", ".join(f"{self.kind(count)} {name}" for name, (count, _) in given.items())
        returned = self.returned(function, results)
        head, methods = f"        final {self.word}", []
        statements = [f"{head} {name} = {value};" for name, value in words + named]
        if not fits(statements, FUNCTION):
            # Locals end with their method, so the named values go from one to the next in an array.
            places = dict(words) | {name: f"t[{at}]" for at, (name, _) in enumerate(named)}
            values = [f"        {places[name]} = {placed(value, places)};" for name, value in named]
            returned = placed(returned, places)
            statements = [f"{head}[] t = new {self.word}[{len(named)}];"]
            for number, part in enumerate(in_parts(values, PART_OF_FUNCTION)):
                name = f"{camel(function.name)}{number}"
                statements.append(f"        {name}({', '.join([*given, 't'])});")
                methods += method(f"void {name}({parameters}, {self.word}[] t)", part)
        kind = self.returned_kind(function, "boolean")
        return [
            f"    /** {function.about} */",
            f"    public static {kind} {camel(function.name)}({parameters}) {{",
            *statements,
            f"        return {returned};",
            "    }",
            *methods,
        ]
