"""The generated files of the page, which the build of the package and `make page` write.

`answers.js` has the answers of all games, for any board. `rules.js` is the part of the output of
`noughts emit javascript` for 3x3 that a first move needs; `rules_as_numbers.js` has the functions
that only other parts of the page need, such as the tab with the bits. `boards.js` has the boards
that the page lists, a regular expression for those that a user may type, and the worth of a line.
`groups.js` has the boards that the page shows as pictures. `levels.js` has the constants of the
strong player and, for each level, how often a move is made at a glance and the time for a move.
`learning.js` has the constants of agents that learn, of their files and of their random numbers.
`codecs.js` has the number of codes of each dense codec, and the fields of a game word.
`known_values.js` lists known values of empty boards with their sources. `puzzles.js` has the
library's puzzles. `files.js` lists the page's files for `sw.js`, which caches them, and has a hash
of their content as the version. `table.bin` has one byte for each grid of 3x3, at the grid's base-3
code (`sum(mark[i] * 3 ** i)`):

    bits 4-5     value + 1: the player to move loses (0), draws (1) or wins (2)
    bits 0-3     remoteness, 0 to 9
    255          play cannot reach this grid

The page's `table.js` reads this format.

Git ignores these files. `hatch_build.py` makes them for a wheel and for an editable install; apart
from hatchling, it needs only the standard library and the sources. Code that reads the page in a
checkout first calls `refresh`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

from noughts.core.answers import LOSES
from noughts.core.family import ANSWERS
from noughts.core.rules import TICTACTOE, O, Rules, X
from noughts.core.turns import line_worth, winner
from noughts.emit.javascript import JavaScript
from noughts.emit.module import Function, Module, module
from noughts.players import agent_constants, random_numbers
from noughts.players.registry import STRONG_SECONDS
from noughts.players.strong import alpha_beta, move_worths
from noughts.players.strong.easy_medium_hard import AT_A_GLANCE, Careless, Easy, Hard, Medium
from noughts.players.strong.line_weights import GROWTH
from noughts.puzzles import daily_collection
from noughts.puzzles.puzzle import LEVELS
from noughts.solver.known.value_list import BoardValue, sources, values
from noughts.solver.tables.table import table
from noughts.system.files import replacing
from noughts.web import boards
from noughts.web.game_answers import answers_bytes

FOLDER = Path(__file__).parent / "page"
MAKER = Path(__file__).parents[3] / "hatch_build.py"  # only a checkout has it
UNREACHABLE = 255
PARTS = ("FOR_WINS", "FOR_DEFENCE", "FOR_VALUE")
LOOKING_AHEAD = ("WON", "WIDTH", "ROOT_WIDTH", "DEEPEST", "TEMPO")
DENSE = ("balanced", "ordinal", "canonical", "record", "record_class")
# The functions of 3x3, whose bits the page shows: for a first move, and for the tab with the bits.
WHOLE = module(TICTACTOE, "pair")
FOR_A_MOVE = (
    *("legal_cells", "turn", "after_x", "after_o", "line_starts", "line_cells", "winning_line"),
    *("encode_pair", "encode_base3"),
)
FOR_THE_BITS = (
    *("result", "pair_x", "pair_o", "encode_base4", "base4_x", "base4_o", "base3_x", "base3_o"),
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


class OfThePage(JavaScript):
    """Writes a module for the page, without the function `draw`: the page draws boards itself."""

    def drawing(self, module: Module) -> list[str]:  # noqa: ARG002 - as the base has it
        """No lines."""
        return []


def rules_bytes() -> bytes:
    """The content of `rules.js`: what the page needs of `noughts emit` for a first move.

    The first line of the file tells the page's type checker to skip the file, since it is
    generated. The page's `any_board.js` has these functions for any other board, apart from the
    encoders.
    """
    return _rules(replace(WHOLE, functions=_functions(FOR_A_MOVE)))


def rules_as_numbers_bytes() -> bytes:
    """The content of `rules_as_numbers.js`: the other functions, for the tab with the bits.

    >>> b"base4X" in rules_as_numbers_bytes(), b"base4X" in rules_bytes()
    (True, False)
    """
    return _rules(replace(WHOLE, constants=(), functions=_functions(FOR_THE_BITS)))


def _functions(names: tuple[str, ...]) -> tuple[Function, ...]:
    return tuple(one for one in WHOLE.functions if one.name in names)


def _rules(part: Module) -> bytes:
    return b"// @ts-nocheck\n" + OfThePage().write(part).encode()


def _module(*lines: str) -> bytes:
    return ("\n".join(lines) + "\n").encode()


def boards_bytes() -> bytes:
    """The content of `boards.js`.

    >>> b"LINE_LOSES = Object.freeze({ lineWorth: -1, winners: [2, 1] })" in boards_bytes()
    True
    """
    return _module(
        "// The boards that the page lists, by their text in the library, and which others it has,",
        "// up to which size, what people call some, and who wins by a line of X and by one of O.",
        "// Written by `make page`.",
        "",
        "export const LISTED = Object.freeze([",
        *(f"\t{json.dumps(str(rules))}," for rules in boards.LISTED),
        "]);",
        f"export const TYPED = /^{boards.TYPED}$/;",
        f"export const ORDER = {json.dumps(boards.ORDER)};",
        f"export const LOSES = /{'|'.join(_losing())}/;",
        f"export const SIDE = {boards.PAGE_SIDE}, BOARDS = {boards.MOST_BOARDS};",
        f"export const LEARNT_SIZES = Object.freeze({[*boards.LEARNT_SIZES]});",
        f"export const SETTLED_CELLS = {boards.SETTLED_CELLS};",
        f"export const RELATIVE_CELLS = {boards.RELATIVE_CELLS};",
        f"export const FALLING_CELLS = {boards.FALLING_CELLS};",
        f"export const KNOWN_AS = new Map({json.dumps([*boards.KNOWN_AS.items()])});",
        f"export const LINE_WINS = {_line(TICTACTOE)};",
        f"export const LINE_LOSES = {_line(TICTACTOE.replace(misere=True))};",
    )


def groups_bytes() -> bytes:
    """The content of `groups.js`.

    >>> b'"3x3x3,3", "4x4x4,4"' in groups_bytes()
    True
    """
    return _module(
        "// The boards that are pictures on the page, in groups. Written by `make page`.",
        "",
        "/** @type {[string, string[]][]} */",
        f"export const GROUPS = {json.dumps([*boards.GROUPS.items()], ensure_ascii=False)};",
    )


def _losing() -> list[str]:
    """The words of games in which a line loses."""
    lines = {one.word: one for one in ANSWERS["line"]}
    lines |= {one.word: one.line for one in ANSWERS["marks"] if one.line}
    return [word for word, line in lines.items() if line.worth == LOSES.worth]


def _line(rules: Rules) -> str:
    """As JavaScript: a line's value for its maker, and the winner after X's line and after O's."""
    winners = [winner(mark, rules) for mark in (X, O)]
    return f"Object.freeze({{ lineWorth: {line_worth(rules)}, winners: {winners} }})"


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
    from noughts.codecs import CODECS  # late, since the server does not need them
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
    factors = ", ".join(f"{factor}n" for factor in random_numbers.FACTORS)
    shifts = ", ".join(f"{shift}n" for shift in random_numbers.SHIFTS)
    return _module(
        "// What the library's agents learn with, what their files hold, and the random numbers of",
        "// their moves. Written by `make page`.",
        "",
        f"export const REWARDS = Object.freeze({[*agent_constants.REWARDS]});",
        f"export const MOST = {agent_constants.MOST};",
        f"export const METHODS = Object.freeze({json.dumps([*agent_constants.METHODS])});",
        f"export const FORMAT = {json.dumps(agent_constants.FORMAT)};",
        f"export const FILE_BYTES = {agent_constants.AGENT_BYTES};",
        f"export const ABOUT_BYTES = {agent_constants.ABOUT_BYTES};",
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
        *(
            f"\t{json.dumps(str(each.rules))}: {json.dumps(_value(each))},"
            for each in values()
            if each.rules.has("any_order")
        ),
        "});",
    )


def puzzles_bytes() -> bytes:
    """The content of `puzzles.js`.

    >>> b'WEEK = Object.freeze(["easy", "easy", ' in puzzles_bytes()
    True
    """
    return _module(
        "// The puzzles of the library, as its puzzles/daily_collection.py describes them,",
        "// and how hard that of each day of the week is, from Monday on. Written by `make page`.",
        "",
        f"export const LEVELS = Object.freeze({json.dumps([*LEVELS])});",
        f"export const WEEK = Object.freeze({json.dumps([*daily_collection.WEEK])});",
        f"export const EPOCH = {date(1970, 1, 1).toordinal()};",
        f"export const PUZZLES = `{daily_collection.FILE.read_text(encoding='utf-8')}`;",
    )


def _value(known: BoardValue) -> list[object]:
    """What the page needs to know about a board in the list."""
    return [known.lower, known.upper, known.nodes, known.certificate, dict(known.published)]


def files_bytes() -> bytes:
    """The content of `files.js`: a script, not a module, which the service worker imports.

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
    "answers.js": answers_bytes,
    "boards.js": boards_bytes,
    "groups.js": groups_bytes,
    "levels.js": levels_bytes,
    "codecs.js": codecs_bytes,
    "learning.js": learning_bytes,
    "known_values.js": known_values_bytes,
    "puzzles.js": puzzles_bytes,
    "table.bin": table_bytes,
    "rules.js": rules_bytes,
    "rules_as_numbers.js": rules_as_numbers_bytes,
    "files.js": files_bytes,  # last, since it hashes the other files
}


def make() -> list[str]:
    """Write the generated files that are missing or stale, each atomically. Returns their names.

    >>> _ = make()
    >>> make()    # nothing is stale now
    []
    """
    stale = []
    for name, made in MADE.items():
        path, content = FOLDER / name, made()
        if not path.is_file() or path.read_bytes() != content:
            with replacing(path) as part:
                part.write_bytes(content)
            stale.append(name)
    return stale


def refresh() -> None:
    """Call `make` in a checkout, whose sources may have changed; leave an installed page alone."""
    if MAKER.is_file():
        make()


if __name__ == "__main__":  # pragma: no cover - `make page`
    make()
