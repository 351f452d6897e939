"""The engine of a board, compiled: `engine`'s own text after the constants and expressions of it.

    given, written for the board     constants as they are, `completions` and the like recorded
    each other part of `engine`      from its mark on, every function to be compiled

Numba compiles all as one file, so that it can inline the first in the others and keep the result.
Uncompiled, each part runs under its own file's name, as a debugger or a measure of coverage wants
it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from inspect import isfunction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from noughts.core.bits import completions, line_cells, openings
from noughts.core.rules import Rules
from noughts.core.symmetry import Symmetry, symmetries, transform
from noughts.emit.python import Numba, indented
from noughts.emit.writer import in_lines
from noughts.expressions.trace import Trace
from noughts.kernels import loader

COMPILED = "@njit(cache=True, nogil=True)"
# A recursive function that others call must say its types: Numba 0.68 crashes in a caller that it
# has read from its cache, if the types were inferred.
TYPED = '@njit("u8(u8, u8, u8, u8, i8)", cache=True, nogil=True)'
FUTURE = "from __future__ import annotations"
MARK = "# The text from here on is compiled.\n"
NAMES = ("lines", "transpositions", "depth_first", "proof_numbers", "misere")
PARTS = [Path(__file__).parent / "engine" / f"{name}.py" for name in NAMES]


@cache
def engine(rules: Rules) -> Any:
    """The functions of `engine` by their names, compiled for a board of up to 64 cells.

    Raises `MissingExtraError` where Numba is not installed.
    """
    import numba

    if vars(numba.config)["DISABLE_JIT"]:
        return plain_engine(rules)
    text = "\n\n".join(_parted(part)[1] for part in PARTS)
    text = text.replace("\ndef ", f"\n{COMPILED}\ndef ")
    text = text.replace(f"{COMPILED}\ndef forcing(", f"{TYPED}\ndef forcing(")
    return loader.load("engine", f"{FUTURE}\n\n{given(rules)}\n{text}")


@cache
def plain_engine(rules: Rules) -> Any:
    """The same functions as plain Python on NumPy's words: slow, and silent where words wrap."""
    import numpy as np

    names: dict[str, Any] = {"__name__": "noughts.solver.search.engine"}
    exec(given(rules).replace(f"{COMPILED}\n", ""), names)  # noqa: S102 - written here
    for part in PARTS:
        above, text = _parted(part)
        lines_above = "\n" * above.count("\n")  # so that its lines keep their numbers
        exec(compile(FUTURE + lines_above + text, part, "exec"), names)  # noqa: S102 - our own
    quiet = np.errstate(over="ignore")  # of one thread: so it goes with the function
    return SimpleNamespace(
        **{name: quiet(each) if isfunction(each) else each for name, each in names.items()}
    )


def _parted(part: Path) -> tuple[str, str]:
    """What stands above the text that is compiled, its mark included, and that text."""
    above, mark, text = part.read_text(encoding="utf-8").partition(MARK)
    return above + mark, text


def given(rules: Rules) -> str:
    """The source of what `engine` is given, as the module `given` has it for 3x3."""
    board = rules.board
    every = symmetries(rules)
    square = Symmetry.TRANSPOSE in every

    def moved(symmetry: Symmetry) -> list[str]:
        name = symmetry.name.lower()
        return _function(name, lambda stones: transform(stones, symmetry, rules), stones=board)

    def step(symmetry: Symmetry) -> list[str]:
        applied = f"stones = {symmetry.name.lower()}(stones)"
        return [f"if image & {symmetry:d}:", f"    {applied}"]

    steps = [*([Symmetry.TRANSPOSE] if square else []), Symmetry.FLIP, Symmetry.MIRROR]
    lines = [
        "import numpy as np",
        "from numba import njit",
        "from numpy import uint64 as u64",
        "",
        f"CELLS, K, BOARD = {rules.cells}, u64({rules.k}), u64({board:#x})",
        *["LINES = np.array([", *in_lines([f"{line:#x}" for line in rules.lines]), "], u64)"],
        f"IMAGES, INVERSES = {len(every)}, np.array({[int(each.inverse) for each in every]})",
        *_function("completions", lambda stones: completions(stones, rules), stones=board),
        *_function(
            "openings",
            lambda stones, free: openings(stones, free, rules),
            stones=board,
            free=board,
        ),
        *_function("live", lambda cells: line_cells(cells, rules), cells=board),
        *(line for symmetry in steps for line in moved(symmetry)),
        *["", COMPILED, "def turned(stones, image):"],
        *indented([line for symmetry in steps for line in step(symmetry)], 1),
        "    return stones",
    ]
    return "\n".join(lines) + "\n"


def _function(name: str, expression: Callable[..., Any], **reaches: int) -> list[str]:
    """A bit expression of words of 64 bits as a function."""
    named, (result,) = Numba().body(Trace(expression, **reaches))
    steps = [f"{local} = {value}" for local, value in named]
    head = f"def {name}({', '.join(reaches)}):"
    return ["", COMPILED, head, *indented([*steps, f"return {result}"], 1)]
