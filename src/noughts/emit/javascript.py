"""JavaScript, as an ES module."""

from __future__ import annotations

from noughts.emit.module import Constant, Function, Module
from noughts.emit.writer import Language, camel, in_lines

PLAIN_BITS = 31  # of a plain number; longer numbers are BigInts


class JavaScript(Language):
    """A module whose values have up to 31 bits uses plain numbers; any other module uses BigInts.

    Bit operations on plain numbers work on signed 32-bit integers; BigInts hold any board. Marks
    and the results of games are plain numbers in every module.
    """

    name = "javascript"
    about = "JavaScript, as an ES module"
    title: str = "JavaScript"
    suffix: str = ".js"
    equal: str = "==="
    unequal: str = "!=="

    @property
    def big(self) -> bool:
        """Whether the numbers are BigInts."""
        return self.bits > PLAIN_BITS

    def literal(self, number: int) -> str:
        return f"{number}n" if self.big else f"{number}"

    def operation(self, operator: str, left: str, right: str) -> str:
        if operator == "//":
            return f"{left} / {right}" if self.big else f"Math.trunc({left} / {right})"
        return super().operation(operator, left, right)

    def shift(self, operator: str, value: str, by: int) -> str:
        return f"{value} {operator} {self.literal(by)}"

    def opening(self, module: Module) -> list[str]:
        kind = (
            f"Its numbers have up to {self.bits} bits, past the {PLAIN_BITS} of plain ones, and "
            "are BigInts."
            if self.big
            else f"Its numbers are plain ones, of up to {self.bits} bits."
        )
        return ["/**", *(f" * {line}" for line in [*self.head(module), kind]), " */"]

    def constant(self, constant: Constant) -> list[str]:
        head = f"export const {constant.name} ="
        comment = f"/** {constant.about} */"
        if isinstance(constant.value, int):
            return [comment, f"{head} {self.literal(constant.value)};"]
        numbers = [self.literal(number) for number in constant.value]
        return [comment, f"{head} Object.freeze([", *in_lines(numbers), "]);"]

    def function(self, function: Function) -> list[str]:
        named, (result,) = self.body(function.trace)
        answer = self.tested(result, function.returns)
        if self.big and function.is_small:
            answer = f"Number({answer})"
        return [
            f"/** {function.about} */",
            f"export function {camel(function.name)}({', '.join(function.trace.parameters)}) {{",
            *(f"    const {name} = {value};" for name, value in named),
            f"    return {answer};",
            "}",
        ]

    def line_search(self, module: Module) -> list[str]:
        tables = ", ".join(f"...{name}" for name in module.line_tables)
        zero = self.literal(0)
        return [
            "/** The first line that the grid holds, X's before O's; 0 if none. */",
            "export function winningLine(grid) {",
            f"    return [{tables}].find((line) => (grid & line) === line) ?? {zero};",
            "}",
            "",
            "/** Whether either player has a line. */",
            "export function hasLine(grid) {",
            f"    return winningLine(grid) !== {zero};",
            "}",
        ]

    def drawing(self, module: Module) -> list[str]:
        one = self.literal(1)
        *_, rows, cols = module.rules.geometry.sizes
        layer = [f'        else if (cell && cell % {rows * cols} === 0) text += "\\n\\n";']
        split = ["    let x = base4X(grid), o = base4O(grid);"]
        return [
            "/** The grid as lines of text. */",
            f"export function draw({', '.join(module.state)}) {{",
            *(split if module.holding == "base4" else []),
            f"    const [cells, cols] = [{module.rules.cells}, {cols}];",
            '    let text = "";',
            f"    for (let cell = 0; cell < cells; cell++, x >>= {one}, o >>= {one}) {{",
            '        if (cell % cols) text += "|";',
            *(layer if module.in_layers else []),
            '        else if (cell) text += `\\n-${"+-".repeat(cols - 1)}\\n`;',
            f'        text += x & {one} ? "X" : o & {one} ? "O" : " ";',
            "    }",
            "    return text;",
            "}",
        ]
