"""C99, as a header whose functions are `static inline`."""

from __future__ import annotations

import re

from noughts.emit.module import Constant, Function, Module
from noughts.emit.words import InWords
from noughts.emit.writer import Language, in_lines, unused
from noughts.expressions.limbs import words_for

MADE_HERE = ("draw", "winning_line", "has_line")  # functions that are not always recorded functions


class C(Language):
    """Writes C99 with unsigned words of 32 or 64 bits, so that shifts bring in zeros."""

    name = "c"
    about = "C99, as a header of static inline functions"
    title: str = "C"
    suffix: str = ".h"
    widest: int | None = 64
    takes_prefix = True

    def write(self, module: Module) -> str:
        """The header, in which every public name begins with the prefix."""
        lines = super().write(module).splitlines(keepends=True)
        if not self.prefix:
            return "".join(lines)
        capitals = _names("DRAWING", *(each.name for each in module.constants))
        types = ("noughts_board", "noughts_code")
        small = _names(*types, *MADE_HERE, *(each.name for each in module.functions))

        def prefixed(found: re.Match[str]) -> str:
            return self.prefix + found[0].removeprefix("noughts_")

        lines = [capitals.sub(rf"{self.prefix.upper()}\g<0>", line) for line in lines]
        # A comment takes a whole line, and may contain the ordinary word draw.
        comment = ("/*", " *")
        return "".join(
            line if line.startswith(comment) else small.sub(prefixed, line) for line in lines
        )

    @property
    def word(self) -> str:
        """The type of every number."""
        return "uint32_t" if self.bits <= 32 else "uint64_t"

    def in_words(self) -> Language:
        """The writer for boards of several words."""
        return CInWords(self.prefix)

    # How the loop of a drawing moves to the next cell.
    next_cell = ", x >>= 1, o >>= 1"

    @property
    def held(self) -> str:
        """The type that holds a board."""
        return self.word

    def taken(self, side: str) -> str:
        """The expression for whether a side has a stone on the cell that `draw` writes next."""
        return f"{side} & 1"

    def literal(self, number: int) -> str:
        return f"{number}u" if self.bits <= 32 else f"UINT64_C({number})"

    def operation(self, operator: str, left: str, right: str) -> str:
        return super().operation("/" if operator == "//" else operator, left, right)

    def negation(self, value: str) -> str:
        return f"0 - {value}"

    def opening(self, module: Module) -> list[str]:
        game = re.sub("[^A-Z0-9]", "_", str(module.rules).upper())
        guard = f"{self.prefix.upper()}NOUGHTS_{game}_{module.holding.upper()}_H"
        return [
            "/*",
            *(f" * {line}" for line in self.head(module)),
            " */",
            f"#ifndef {guard}",
            f"#define {guard}",
            "",
            "#include <stdbool.h>",
            "#include <stdint.h>",
        ]

    def closing(self) -> list[str]:
        return ["", "#endif"]

    def constant(self, constant: Constant) -> list[str]:
        comment = f"/* {constant.about} */"
        if isinstance(constant.value, int):
            return [comment, f"#define {constant.name} {self.literal(constant.value)}"]
        numbers = [self.literal(number) for number in constant.value]
        head = f"static const {self.word} {constant.name}[{len(numbers)}] = {{"
        return [comment, head, *in_lines(numbers), "};"]

    def function(self, function: Function) -> list[str]:
        named, (result,) = self.body(function.trace)
        answer = self.tested(result, function.returns)
        kind = self.word if function.returns == "bits" else "bool"
        parameters = ", ".join(f"{self.word} {name}" for name in function.trace.parameters)
        return [
            f"/* {function.about} */",
            f"static inline {kind} {function.name}({parameters}) {{",
            *(f"    (void){name};" for name in unused(function.trace)),
            *(f"    const {self.word} {name} = {value};" for name, value in named),
            f"    return {answer};",
            "}",
        ]

    def line_search(self, module: Module) -> list[str]:
        lines = [
            "/* The first line that the grid holds, X's before O's; 0 if none. */",
            f"static inline {self.word} winning_line({self.word} grid) {{",
        ]
        for name in module.line_tables:
            lines += [
                f"    for (unsigned i = 0; i < sizeof {name} / sizeof *{name}; i++)",
                f"        if ((grid & {name}[i]) == {name}[i]) return {name}[i];",
            ]
        return [
            *lines,
            "    return 0;",
            "}",
            "",
            "/* Whether either player has a line. */",
            f"static inline bool has_line({self.word} grid) {{",
            "    return winning_line(grid) != 0;",
            "}",
        ]

    def drawing(self, module: Module) -> list[str]:
        state = ", ".join(f"{self.held} {name}" for name in module.state)
        split = [f"    {self.word} x = base4_x(grid), o = base4_o(grid);"]
        size = "(2 * ROWS - 1) * 2 * COLS"
        layer = [
            "        } else if (cell != 0 && cell % (ROWS * COLS) == 0) {",
            "            *at++ = '\\n';",
            "            *at++ = '\\n';",
        ]
        return [
            "/* How many characters a drawing has, with the zero at its end. */",
            f"#define DRAWING ({f'LAYERS * ({size} + 1) - 1' if module.in_layers else size})",
            "",
            "/* Write the grid as lines of text to DRAWING characters at `text`, and return it. */",
            f"static inline char *draw({state}, char *text) {{",
            *(split if module.holding == "base4" else []),
            "    char *at = text;",
            f"    for (unsigned cell = 0; cell < CELLS; cell++{self.next_cell}) {{",
            "        if (cell % COLS != 0) {",
            "            *at++ = '|';",
            *(layer if module.in_layers else []),
            "        } else if (cell != 0) {",
            "            *at++ = '\\n';",
            "            *at++ = '-';",
            "            for (unsigned col = 1; col < COLS; col++) *at++ = '+', *at++ = '-';",
            "            *at++ = '\\n';",
            "        }",
            f"        *at++ = {self.taken('x')} ? 'X' : {self.taken('o')} ? 'O' : ' ';",
            "    }",
            "    *at = 0;",
            "    return text;",
            "}",
        ]


class CInWords(InWords, C):
    """A number of several words is a `struct { uint64_t word[n]; }`, which C passes by value."""

    next_cell = ""

    def taken(self, side: str) -> str:
        """The expression for whether a side has a stone on the cell that `draw` writes next."""
        word = side if self.held == self.word else f"{side}.word[cell / 64]"
        return f"({word} >> cell % 64 & 1)"

    def kind(self, words: int) -> str:
        """The type of a number of `words` words."""
        if words == 1:
            return self.word
        return "noughts_board" if words == words_for(self.cells) else "noughts_code"

    def number(self, words: list[str]) -> str:
        """An expression for a number of several words."""
        return f"({self.kind(len(words))}){{{{{', '.join(words)}}}}}"

    def constant_number(self, number: int, words: int) -> str:
        """A number without its type, since an initialiser takes the type from its target."""
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


def _names(*names: str) -> re.Pattern[str]:
    """A pattern that matches these names only as whole words: not the `turn` within `x_turn`."""
    return re.compile(rf"\b({'|'.join(names)})\b")
