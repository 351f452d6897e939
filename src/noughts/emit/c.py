"""C99, as a header whose functions are `static inline`."""

from __future__ import annotations

from noughts.emit.module import Constant, Function, Module
from noughts.emit.writer import Language, in_lines, unused


class C(Language):
    """Unsigned words of 32 or 64 bits, so that shifts bring in zeros and nothing overflows."""

    name = "c"
    about = "C99, as a header of static inline functions"
    title, suffix, widest = "C", ".h", 64

    @property
    def word(self) -> str:
        """The type of every number."""
        return "uint32_t" if self.bits <= 32 else "uint64_t"

    def in_words(self) -> Language:
        """Boards of several words."""
        from noughts.emit.c_words import CInWords  # late: it is made from this class

        return CInWords()

    # How a drawing goes through the cells of a board.
    next_cell = ", x >>= 1, o >>= 1"

    @property
    def held(self) -> str:
        """The type of what holds a board."""
        return self.word

    def taken(self, side: str) -> str:
        """Whether a side has the cell that is drawn."""
        return f"{side} & 1"

    def literal(self, number: int) -> str:
        return f"{number}u" if self.bits <= 32 else f"UINT64_C({number})"

    def operation(self, operator: str, left: str, right: str) -> str:
        return super().operation("/" if operator == "//" else operator, left, right)

    def negation(self, value: str) -> str:
        return f"0 - {value}"

    def opening(self, module: Module) -> list[str]:
        guard = f"NOUGHTS_{str(module.rules).replace(',', '_').upper()}_{module.holding.upper()}_H"
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
        return [
            "/* How many characters a drawing has, with the zero at its end. */",
            "#define DRAWING ((2 * ROWS - 1) * 2 * COLS)",
            "",
            "/* Write the grid as lines of text to DRAWING characters at `text`, and return it. */",
            f"static inline char *draw({state}, char *text) {{",
            *(split if module.holding == "base4" else []),
            "    char *at = text;",
            f"    for (unsigned cell = 0; cell < CELLS; cell++{self.next_cell}) {{",
            "        if (cell % COLS != 0) {",
            "            *at++ = '|';",
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
