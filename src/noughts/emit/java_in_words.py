"""Java for boards of several words, in parts where one is too long for a method."""

from __future__ import annotations

import re
from collections.abc import Iterator

from noughts.emit.java import Java
from noughts.emit.module import Constant, Function
from noughts.emit.words import InWords
from noughts.emit.writer import camel, in_lines
from noughts.expressions.limbs import words_for

# A virtual machine takes 64 KiB of code a method. In characters of source this is the most that is
# sure to fit: a zero in a table is 6 characters, and 8 bytes of code.
LONGEST_METHOD = 45_000
# What is longer is written in parts that HotSpot still compiles: it leaves more than 8,000 bytes of
# code to its interpreter.
PART = 12_000
NAME = re.compile(r"\b[a-z]\w*")


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
        if fits(rows):
            return [comment, f"{head} {kind}[] {constant.name} = {{", *rows, "    };"]
        parts = list(in_parts(rows))
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
        if not fits(statements):
            # Locals end with their method, so the named values go from one to the next in an array.
            places = dict(words) | {name: f"t[{at}]" for at, (name, _) in enumerate(named)}
            values = [f"        {places[name]} = {placed(value, places)};" for name, value in named]
            returned = placed(returned, places)
            statements = [f"{head}[] t = new {self.word}[{len(named)}];"]
            for number, part in enumerate(in_parts(values)):
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


def fits(lines: list[str]) -> bool:
    """Whether one method holds these lines of source."""
    return sum(map(len, lines)) <= LONGEST_METHOD


def in_parts(lines: list[str]) -> Iterator[list[str]]:
    """Lines of source, in parts for a method each."""
    part: list[str] = []
    size = 0
    for line in lines:
        size += len(line)
        if size > PART and part:
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
