"""The generated files of the page: `make page` makes them again.

`rules.js` and its like for other boards are the output of `noughts emit javascript`, so the page
has the rules of `bits.py`, without the functions that it does not use. `boards.js` lists the
boards, with the sizes of each and what its lines are worth; `levels.js` says how often the levels
slip, and `learning.js` what agents learn with and what their files hold. `codecs.js` says how many
codes there are, and what the bits of a game word mean. `known_values.js` is the list of what empty
boards are worth, and who published it. `files.js` lists all files, for `sw.js`, which keeps them;
its version is a hash of them all. `table.bin` holds what every position of 3x3 is worth, one byte
each, at the position's base-3 code (`sum(mark[i] * 3 ** i)`):

    bits 4-5     value + 1: 0 the player to move loses, 1 draws, 2 wins
    bits 0-3     remoteness, 0 to 9
    255          play cannot reach this grid

The page's `table.js` reads this format. A test fails if a file is not what this module makes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from noughts.core.answers import LAWS
from noughts.core.rules import TICTACTOE, O, Rules, X
from noughts.core.turns import line_worth, winner
from noughts.emit import language, module
from noughts.players import random_numbers
from noughts.players.registry import STRONG_SECONDS
from noughts.players.strong import alpha_beta, move_worths
from noughts.players.strong.patterns import GROWTH
from noughts.players.strong.player import AT_A_GLANCE, Careless, Easy, Hard, Medium
from noughts.solver.known.value_list import BoardValue, sources, values
from noughts.solver.tables.table import table

FOLDER = Path(__file__).parent / "page"
UNREACHABLE = 255
SETTLED_CELLS = 16  # of a board whose positions the page always settles, for as long as that takes
PARTS = ("FOR_WINS", "FOR_DEFENCE", "FOR_VALUE")
LOOKING_AHEAD = ("WON", "WIDTH", "ROOT_WIDTH", "DEEPEST", "TEMPO")
DENSE = ("balanced", "ordinal", "canonical", "record", "record_class")
NOT_ASKED_FOR = (
    "completions",
    "free_cells",
    "has_line",
    "is_full",
)  # of 3x3, whose bits the page shows
ASKED_FOR = (
    "after_x",
    "after_o",
    "legal_cells",
    "turn",
    "line_starts",
    "line_cells",
    "winning_line",
)
# Misère is there where somebody has to make a line, or may be driven to.
WITH_MISERE = ("3,3,3", "3,3,3,torus", "3x3x3,3", "4,4,3", "4,4,4", "5,5,4")
WITHOUT = ("6,6,4", "6,6,5", "7,7,4", "7,7,5", "8,8,4", "8,8,5", "15,15,5", "4x4x4,4")
PLAIN = WITH_MISERE + WITHOUT
BOARDS = tuple(
    Rules.parse(text)
    for plain in PLAIN
    for text in (plain, f"{plain},misere")[: 1 + (plain in WITH_MISERE)]
)


def table_bytes() -> bytes:
    """The content of `table.bin`.

    >>> made = table_bytes()
    >>> len(made), made[0] == 1 << 4 | 9    # the empty board is a draw in 9
    (19683, True)
    """
    made = bytearray([UNREACHABLE]) * 3**TICTACTOE.cells
    solved = table(TICTACTOE)
    for position in solved:
        value, remoteness = solved[position]
        code = sum(position[cell] * 3**cell for cell in range(TICTACTOE.cells))
        made[code] = value + 1 << 4 | remoteness
    return bytes(made)


def rules_name(rules: Rules) -> str:
    """The file with the rules of a board; misère changes none of what is in there.

    >>> rules_name(TICTACTOE), rules_name(Rules.parse("4x4x4,4,misere"))
    ('rules.js', 'rules_4x4x4_4.js')
    """
    plain = str(rules.normal)
    return "rules.js" if plain == str(TICTACTOE) else f"rules_{plain.replace(',', '_')}.js"


def rules_bytes(rules: Rules) -> bytes:
    """The content of such a file: the output of `noughts emit javascript`, less what is not used.

    Its first line tells the type checker of the page to look at what people wrote.

    Without the codes, which are twice as wide as a board, boards of up to 31 cells are plain
    numbers, and only larger ones BigInts.
    """
    rules.require("the page", *LAWS)  # its searches and its drawings rest on them
    whole = module(rules, "pair")
    if rules == TICTACTOE:
        kept = [one for one in whole.functions if one.name not in NOT_ASKED_FOR]
        bits = whole.bits
    else:
        kept = [one for one in whole.functions if one.name in ASKED_FOR]
        bits = rules.cells
    made = replace(whole, functions=tuple(kept), bits=bits)
    return b"// @ts-nocheck\n" + language("javascript").write(made).encode()


def _module(*lines: str) -> bytes:
    return ("\n".join(lines) + "\n").encode()


def boards_bytes() -> bytes:
    """The content of `boards.js`."""
    return _module(
        "// The boards of the page, by their text in the library. Written by `make page`.",
        "",
        "export const BOARDS = Object.freeze([",
        *(f"\t{json.dumps(_board(rules))}," for rules in BOARDS),
        "]);",
    )


def _board(rules: Rules) -> dict[str, object]:
    """What the page wants to know of a board before it reads its rules."""
    from noughts.learn.graph import LEARN_CELLS  # late: the server does without arrays

    geometry = rules.geometry
    return {
        "key": str(rules),
        "plain": str(rules.normal),
        "rules": rules_name(rules),
        "sizes": geometry.sizes,
        "k": rules.k,
        "edgesMeet": geometry.edges_meet,
        "lineWorth": line_worth(rules),
        "winners": [winner(mark, rules) for mark in (X, O)],
        "symmetries": len(rules.symmetries),
        "learns": rules.cells <= LEARN_CELLS,
        "settles": rules.cells <= SETTLED_CELLS,
    }


def levels_bytes() -> bytes:
    """The content of `levels.js`.

    >>> print(levels_bytes().decode().expandtabs(4).splitlines()[16])
        easy: { oneSlipIn: 2, milliseconds: 100 },
    """
    return _module(
        "// The levels of the library: how often a move is made at a glance, and how many moves",
        "// look best at one. How long `strong` thinks, with the parts of that, and how its",
        "// judgement weighs and looks ahead. Written by `make page`.",
        "",
        f"export const GLANCED = {AT_A_GLANCE};",
        f"export const MILLISECONDS = {_milliseconds(STRONG_SECONDS)};",
        *(f"export const {name} = {getattr(move_worths, name)};" for name in PARTS),
        f"export const GROWTH = {GROWTH};",
        *(f"export const {name} = {getattr(alpha_beta, name):g};" for name in LOOKING_AHEAD),
        "export const LEVELS = Object.freeze({",
        *(_level(level) for level in (Easy, Medium, Hard)),
        "});",
    )


def _level(level: type[Careless]) -> str:
    given = f"oneSlipIn: {1 / level.slips}, milliseconds: {_milliseconds(level.seconds)}"
    return f"\t{level.name}: {{ {given} }},"


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)


def codecs_bytes() -> bytes:
    """The content of `codecs.js`.

    >>> b"record: 255168" in codecs_bytes(), b"input: { at: 19, bits: 10 }" in codecs_bytes()
    (True, True)
    """
    from noughts.codecs import CODECS  # late: the server does without them
    from noughts.codecs.word import CELLS, RESULT_NAMES

    fields = [
        (name, low, width) for name, low, width, cell in CODECS["word"].layout if cell is None
    ]
    fields.append(("cells", 0, CELLS.bit_length()))
    return _module(
        "// How many codes the library's dense codecs have, the fields of its game word, each from",
        "// its lowest bit on, and the results that one of them holds. Written by `make page`.",
        "",
        "export const SIZES = Object.freeze({",
        *(f"\t{name}: {CODECS[name].size}," for name in DENSE),
        "});",
        "export const FIELDS = Object.freeze({",
        *(f"\t{name}: {{ at: {low}, bits: {width} }}," for name, low, width in fields),
        "});",
        f"export const RESULTS = Object.freeze({json.dumps(RESULT_NAMES)});",
    )


def learning_bytes() -> bytes:
    """The content of `learning.js`.

    >>> print(learning_bytes().decode().splitlines()[3])
    export const REWARDS = Object.freeze([3, 1, -1]);
    """
    from noughts.learn import agent_file, kernel, menace, tabular  # late, as above

    factors = ", ".join(f"{factor}n" for factor in random_numbers.FACTORS)
    shifts = ", ".join(f"{shift}n" for shift in random_numbers.SHIFTS)
    return _module(
        "// What the library's agents learn with, what their files hold, and the random numbers of",
        "// their moves. Written by `make page`.",
        "",
        f"export const REWARDS = Object.freeze({[*menace.REWARDS]});",
        f"export const MOST = {kernel.MOST};",
        f"export const METHODS = Object.freeze({json.dumps([*tabular.METHODS])});",
        f"export const FORMAT = {json.dumps(agent_file.FORMAT)};",
        f"export const FILE_BYTES = {agent_file.AGENT_BYTES};",
        f"export const ABOUT_BYTES = {agent_file.ABOUT_BYTES};",
        f"export const STEP = {random_numbers.STEP}n;",
        f"export const HALF = {random_numbers.HALF_BITS}n;",
        f"export const SHIFTS = Object.freeze([{shifts}]);",
        f"export const FACTORS = Object.freeze([{factors}]);",
    )


def known_values_bytes() -> bytes:
    """The content of `known_values.js`.

    >>> b'"7,7,5": [0, 0, ' in known_values_bytes()    # at least a draw, and at most one
    True
    """
    stated = {
        key: {"authors": source.authors, "year": source.year} for key, source in sources().items()
    }
    return _module(
        "// What empty boards are worth to the first player, and who published it. Written by",
        "// `make page`.",
        "",
        "/** @type {Readonly<Record<string, { authors: string, year: number }>>} */",
        "export const SOURCES = Object.freeze({",
        *(f"\t{json.dumps(key)}: {json.dumps(about)}," for key, about in stated.items()),
        "});",
        "",
        "/**",
        " * The least and the greatest that a board can be worth, the nodes of the search, the",
        " * lines of a certificate or null, and what sources say.",
        " * @type {Readonly<Record<string, [number, number, number, number | null, "
        "Record<string, number>]>>}",
        " */",
        "export const VALUES = Object.freeze({",
        *(f"\t{json.dumps(str(each.rules))}: {json.dumps(_value(each))}," for each in values()),
        "});",
    )


def _value(known: BoardValue) -> list[object]:
    """What the page wants to know of a board in the list."""
    return [known.lower, known.upper, known.nodes, known.certificate, dict(known.published)]


def files_bytes() -> bytes:
    """The content of `files.js`, which a service worker reads: no module, but a script.

    >>> files_bytes().startswith(b"// All files of the page")
    True
    """
    others = sorted(path for path in FOLDER.iterdir() if path.name != "files.js" and path.is_file())
    every = hashlib.sha256()
    for path in others:
        content = path.read_bytes()
        every.update(f"{path.name} {len(content)} ".encode() + content)
    names = ["./", *(path.name for path in others if path.name not in ("index.html", "sw.js"))]
    listed = json.dumps(names, indent="\t").replace("\n]", ",\n]")
    return (
        "// All files of the page, and a hash of them. Written by `make page`.\n\n"
        f'self.VERSION = "{every.hexdigest()[:16]}";\n'
        f"self.FILES = {listed};\n"
    ).encode()


MADE: dict[str, Callable[[], bytes]] = {
    "boards.js": boards_bytes,
    "levels.js": levels_bytes,
    "codecs.js": codecs_bytes,
    "learning.js": learning_bytes,
    "known_values.js": known_values_bytes,
    "table.bin": table_bytes,
    **{rules_name(rules): partial(rules_bytes, rules) for rules in map(Rules.parse, PLAIN)},
    "files.js": files_bytes,  # last, since it looks at the others
}


def stale() -> list[str]:
    """The names of the generated files that are out of date."""
    return [
        name
        for name, make in MADE.items()
        if not (FOLDER / name).exists() or (FOLDER / name).read_bytes() != make()
    ]


def make() -> None:
    """Write every generated file."""
    for name, content in MADE.items():
        (FOLDER / name).write_bytes(content())


if __name__ == "__main__":  # pragma: no cover - `make page`
    make()
