"""Rust 2021, as a file to be declared with `mod`."""

from __future__ import annotations

from noughts.emit.module import Constant, Function, Module
from noughts.emit.words import InWords
from noughts.emit.writer import Language, in_lines
from noughts.expressions.limbs import words_for


class Rust(Language):
    """Numbers are unsigned words of 32, 64 or 128 bits."""

    name = "rust"
    about = "Rust 2021, as a file to be named with mod"
    title: str = "Rust"
    suffix: str = ".rs"
    widest: int | None = 128

    @property
    def word(self) -> str:
        """The type of every number."""
        return next(f"u{width}" for width in (32, 64, 128) if self.bits <= width)

    def in_words(self) -> Language:
        """The writer for boards of several words."""
        return RustInWords()

    # How the loop of a drawing moves to the next cell.
    next_cell: tuple[str, ...] = ("x >>= 1;", "o >>= 1;")

    @property
    def held(self) -> str:
        """The type that holds a board."""
        return self.word

    def taken(self, side: str) -> str:
        """The expression for whether a side has a stone on the cell that `draw` writes next."""
        return f"{side} & 1 != 0"

    def literal(self, number: int) -> str:
        return str(number)

    def operation(self, operator: str, left: str, right: str) -> str:
        return super().operation("/" if operator == "//" else operator, left, right)

    def negation(self, value: str) -> str:
        return f"{value}.wrapping_neg()"

    def opening(self, module: Module) -> list[str]:
        return [
            *(f"//! {line}" for line in self.head(module)),
            "",
            "#![allow(dead_code, unused_variables)]",
        ]

    def constant(self, constant: Constant) -> list[str]:
        comment = f"/// {constant.about}"
        if isinstance(constant.value, int):
            return [comment, f"pub const {constant.name}: {self.word} = {constant.value};"]
        numbers = [self.literal(number) for number in constant.value]
        head = f"pub const {constant.name}: [{self.word}; {len(numbers)}] = ["
        return [comment, head, *in_lines(numbers), "];"]

    def function(self, function: Function) -> list[str]:
        named, (result,) = self.body(function.trace)
        answer = self.tested(result, function.returns)
        kind = self.word if function.returns == "bits" else "bool"
        parameters = ", ".join(f"{name}: {self.word}" for name in function.trace.parameters)
        return [
            f"/// {function.about}",
            f"pub const fn {function.name}({parameters}) -> {kind} {{",
            *(f"    let {name} = {value};" for name, value in named),
            f"    {answer}",
            "}",
        ]

    def line_search(self, module: Module) -> list[str]:
        first, *more = module.line_tables
        lines = first + "".join(f".iter().chain(&{name})" for name in more)
        return [
            "/// The first line that the grid holds, X's before O's; 0 if none.",
            f"pub fn winning_line(grid: {self.word}) -> {self.word} {{",
            f"    {lines}.copied().find(|&line| grid & line == line).unwrap_or(0)",
            "}",
            "",
            "/// Whether either player has a line.",
            f"pub fn has_line(grid: {self.word}) -> bool {{",
            "    winning_line(grid) != 0",
            "}",
        ]

    def drawing(self, module: Module) -> list[str]:
        mutable = "mut " if module.holding == "pair" and self.next_cell else ""
        state = ", ".join(f"{mutable}{name}: {self.held}" for name in module.state)
        split = ["    let (mut x, mut o) = (base4_x(grid), base4_o(grid));"]
        layer = [
            "        } else if cell != 0 && cell % (ROWS * COLS) == 0 {",
            '            text.push_str("\\n\\n");',
        ]
        return [
            "/// The grid as lines of text.",
            f"pub fn draw({state}) -> String {{",
            *(split if module.holding == "base4" else []),
            "    let mut text = String::new();",
            "    for cell in 0..CELLS {",
            "        if cell % COLS != 0 {",
            "            text.push('|');",
            *(layer if module.in_layers else []),
            "        } else if cell != 0 {",
            '            text.push_str("\\n-");',
            '            text.push_str(&"+-".repeat(COLS as usize - 1));',
            "            text.push('\\n');",
            "        }",
            f"        let (x_here, o_here) = ({self.taken('x')}, {self.taken('o')});",
            "        text.push(if x_here { 'X' } else if o_here { 'O' } else { ' ' });",
            *(f"        {statement}" for statement in self.next_cell),
            "    }",
            "    text",
            "}",
        ]


class RustInWords(InWords, Rust):
    """A number is a `[u64; n]`, which Rust copies like a single word."""

    next_cell = ()

    def taken(self, side: str) -> str:
        """The expression for whether a side has a stone on the cell that `draw` writes next."""
        return f"{side}[cell as usize / 64] >> (cell % 64) & 1 != 0"

    def kind(self, words: int) -> str:
        """The type of a number of `words` words."""
        if words == 1:
            return self.word
        return "Board" if words == words_for(self.cells) else "Code"

    def number(self, words: list[str]) -> str:
        """An expression for a number of several words."""
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
