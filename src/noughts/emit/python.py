"""Python, as functions of one position, or as loops over arrays for a compiler such as Numba."""

from __future__ import annotations

from noughts.emit.module import Constant, Function, Module
from noughts.emit.writer import Language, in_lines
from noughts.errors import EmitError
from noughts.expressions.trace import Trace

LANE_BITS = (8, 16, 32, 64)


class Python(Language):
    """Functions of ints without loops or branches, for any board."""

    name = "python"
    about = "Python, as functions of ints"
    title: str = "Python"
    suffix: str = ".py"

    def opening(self, module: Module) -> list[str]:
        first, *rest = self.head(module)
        return [f'"""{first}', "", *rest, '"""']

    def constant(self, constant: Constant) -> list[str]:
        comment = f"# {constant.about}"
        if isinstance(constant.value, int):
            return [comment, f"{constant.name} = {constant.value}"]
        numbers = [self.literal(number) for number in constant.value]
        return [comment, f"{constant.name} = (", *in_lines(numbers), ")"]

    def function(self, function: Function) -> list[str]:
        named, (result,) = self.body(function.trace)
        answer = self.tested(result, function.returns)
        return [
            "",
            f"def {function.name}({', '.join(function.trace.parameters)}):",
            f'    """{function.about}"""',
            *(f"    {name} = {value}" for name, value in named),
            f"    return {answer}",
        ]

    def line_search(self, module: Module) -> list[str]:
        return [
            "",
            "def winning_line(grid):",
            '    """The first line that the grid holds, X\'s before O\'s; 0 if none."""',
            f"    for line in {' + '.join(module.line_tables)}:",
            "        if grid & line == line:",
            "            return line",
            "    return 0",
            "",
            "",
            "def has_line(grid):",
            '    """Whether either player has a line."""',
            "    return winning_line(grid) != 0",
        ]

    def drawing(self, module: Module) -> list[str]:
        split = ["    x, o = base4_x(grid), base4_o(grid)"]
        flat = ['    return ("\\n-" + "+-" * (COLS - 1) + "\\n").join(rows)']
        layered = [
            '    between = "\\n-" + "+-" * (COLS - 1) + "\\n"',
            "    layers = [between.join(rows[at : at + ROWS]) for at in range(0, len(rows), ROWS)]",
            '    return "\\n\\n".join(layers)',
        ]
        return [
            "",
            f"def draw({', '.join(module.state)}):",
            '    """The grid as lines of text."""',
            *(split if module.holding == "base4" else []),
            '    marks = ["X" if x >> c & 1 else "O" if o >> c & 1 else " " for c in range(CELLS)]',
            '    rows = ["|".join(marks[at : at + COLS]) for at in range(0, CELLS, COLS)]',
            *(layered if module.in_layers else flat),
        ]


class Numba(Language):
    """Loops over NumPy arrays, one for each function, ready for a compiler.

    The result of every operation is cast to the function's lane, the narrowest unsigned type that
    holds all values (see `lane_width`). Without these casts, a compiler that widens narrow numbers,
    as Numba does, would put fewer numbers into a vector. In the lane of 64 bits, only negations are
    cast: Numba does not widen 64-bit numbers, and takes a long time to compile a cast.
    """

    name = "numba"
    about = "Python, as loops over arrays, ready to be compiled"
    title: str = "NumPy"
    suffix: str = ".py"
    widest: int | None = 64
    encloses = True
    lane = "u64"

    def literal(self, number: int) -> str:
        return f"{self.lane}({number})"

    @property
    def cast(self) -> str:
        """The name of the function that casts a result to the lane; empty for the widest lane."""
        return "" if self.lane == f"u{self.widest}" else self.lane

    def operation(self, operator: str, left: str, right: str) -> str:
        return f"{self.cast}({left} {operator} {right})"

    def shift(self, operator: str, value: str, by: int) -> str:
        return self.operation(operator, value, self.literal(by))

    def negation(self, value: str) -> str:
        return f"{self.lane}(-{value})"

    def opening(self, module: Module) -> list[str]:
        first, *rest = self.head(module)
        types = ", ".join(f"uint{width} as u{width}" for width in LANE_BITS)
        return [
            f'"""{first}',
            "",
            *rest,
            "",
            "Arrays in, arrays out; each function fills `out`, whose length says how many to do.",
            '"""',
            "",
            f"from numpy import {types}",
        ]

    def constant(self, constant: Constant) -> list[str]:
        return Python().constant(constant)

    def function(self, function: Function) -> list[str]:
        return ["", *self.loop(function)]

    def loop(self, function: Function) -> list[str]:
        """A function as a loop that fills one array for each result."""
        trace = function.trace
        inner, results = self.inner(trace)
        answers = [self.tested(result, function.returns) for result in results]
        outs = ["out"] if len(results) == 1 else [f"out{i}" for i in range(len(results))]
        arrays = [f"{name}_in" for name in trace.parameters]
        return [
            f"def {function.name}({', '.join([*arrays, *outs])}):",
            f'    """{function.about}"""',
            f"    for i in range(len({outs[0]})):",
            *indented(inner, 2),
            *(f"        {out}[i] = {answer}" for out, answer in zip(outs, answers, strict=True)),
        ]

    def inner(self, trace: Trace) -> tuple[list[str], list[str]]:
        """The statements of a loop over `i` that read `NAME_in[i]`, and the result expressions."""
        self.lane = f"u{lane_width(trace)}"
        named, results = self.body(trace)
        read = [f"{name} = {self.lane}({name}_in[i])" for name in trace.parameters]
        return [*read, *(f"{name} = {value}" for name, value in named)], results

    def line_search(self, module: Module) -> list[str]:
        tables = " + ".join(module.line_tables)

        def search(name: str, about: str, before: str, found: str) -> list[str]:
            return [
                "",
                f"def {name}(grids, out):",
                f'    """{about}"""',
                "    for i in range(len(out)):",
                f"        out[i] = {before}",
                f"        for line in {tables}:",
                "            if grids[i] & line == line:",
                f"                out[i] = {found}",
                "                break",
            ]

        first = "The first line that the grid holds, X's before O's; 0 if none."
        return [
            *search("winning_line", first, "0", "line"),
            "",
            *search("has_line", "Whether either player has a line.", "False", "True"),
        ]

    def drawing(self, module: Module) -> list[str]:  # noqa: ARG002 - as every language
        """Empty, since a drawing shows a single position."""
        return []


def indented(lines: list[str], depth: int) -> list[str]:
    """Lines of source, indented by `depth` further levels."""
    return ["    " * depth + line for line in lines]


def lane_width(trace: Trace) -> int:
    """The width of the narrowest unsigned type that holds all values of a trace except negations.

    Raises `EmitError` if no type is wide enough.
    """
    values = [*trace, *trace.parameters.values()]
    widest = max(value.possible.bit_length() for value in values if value.possible >= 0)
    if widest > max(LANE_BITS):
        raise EmitError(f"a value of {widest} bits occurs; lanes have up to {max(LANE_BITS)}")
    return next(width for width in LANE_BITS if widest <= width)
