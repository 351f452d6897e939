"""The answers of all games as JavaScript, for the boards that a user types on the page.

`noughts emit` writes the expressions of one board, with the board's constants in them. But when the
page is made, the boards that users will type are unknown. So this module records each expression on
a board whose constants are unknown. Where an operation would depend on a constant, the recorded
expression calls a function of the page instead:

    lineStarts(stones)    where lines start         any(cells)       1 if a cell is set, else 0
    above(cells)          the cells above           count(cells)     how many, as a plain number
    openBoards(cells)     of several boards whose cells are all set, the first cells
    wholeFrom(starts)     the cells of the boards that begin there
    second(stones)        whose turn it is, in the same way for every game

Bitboards are plain numbers or BigInts. `zero`, `one` and `wide(count)` have the same type.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, NamedTuple

from noughts.core import bits, move_bits, turns
from noughts.core.answers import LAWS, QUESTIONS, WINS, Answers, Turns
from noughts.core.directions import Step
from noughts.core.family import ANSWERS, IN_TURNS
from noughts.core.rules import NAMES, TICTACTOE
from noughts.emit.writer import camel
from noughts.errors import RulesError
from noughts.expressions.trace import Operand, Recorded, Trace
from noughts.expressions.writer import ExpressionWriter
from noughts.web.boards import NESTED, STONES, how_to_type

ALL = (1 << 64) - 1  # the bits that an unknown board may have
COUNTS = (1 << 20) - 1  # the bits that a number of stones may have
ASKED = "{ board, zero, one, wide, any, count, second, lineStarts, above, openBoards, wholeFrom }"
CLOSING = "boards,"  # precedes the words of a game in which a line closes one of several boards


class Open(Recorded):
    """A bitboard of an unknown board, posing as one word, so `turns.bit_count` counts its cells."""

    __slots__ = ()
    width = 1

    @property
    def words(self) -> tuple[Counted]:
        """The value that counts the cells, in place of words."""
        return (Counted(self),)

    def bit_length(self) -> int:
        """1, as if one bit held the count."""
        return 1


class Counted:
    """The one word of an `Open`. Masking the word, as `turns.bit_count` does, records a `count`."""

    def __init__(self, cells: Open) -> None:
        self.cells = cells

    def __and__(self, _: int) -> Recorded:
        return self.cells.trace.record("count", self.cells, possible=COUNTS)


class Shift:
    """A shift distance that depends on the board; the shift is written as a call of `name`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __rrshift__(self, possible: int) -> int:
        return possible

    __rlshift__ = __rrshift__


FOLD, BELOW, WHOLE = Shift("any"), Shift("above"), Shift("wholeFrom")


class Ways:
    """All directions together, so that one operation finds where lines start."""

    doublings_ahead = ()
    doublings_back = ((WHOLE, None),)
    exact = False

    def __init__(self, starts: Operand) -> None:
        self.starts = starts


class OpenBoard(NamedTuple):
    """The fields of `bits.Lines` that an expression needs, for an unknown board."""

    board: Operand
    directions: tuple[Ways, ...]
    answers: Answers
    foldings: tuple[Shift, ...] = (FOLD,)
    wholes: Ways | None = None  # for several boards, if a line closes one of them
    outer: None = None
    below: Any = Step(BELOW)  # type: ignore[arg-type] # it has a name in place of a number


class OpenTrace(Trace):
    """A trace that gives bitboards and counts of stones different types."""

    def kind(self, operator: str, operands: tuple[Operand, ...]) -> type[Recorded]:
        """`Open` for a bitboard, `Recorded` for a count."""
        of_bits = operator == "parameter" or any(isinstance(each, Open) for each in operands)
        return Open if of_bits and operator != "count" else Recorded


def _second(stones: Recorded, *_: int) -> Recorded:
    """The question of whose turn it is, recorded as one operation."""
    return stones.trace.record("second", stones, possible=1)


ASKED_TURNS = Turns(_second, alternates=False)


# The constants of a board. In place of an AND with a constant, a function of the page finds where
# lines start, or which boards are whole.
CONSTANTS = {"board": "", "lines": "lineStarts", "wholes": "openBoards"}


def recorded(
    rule: Callable[..., Operand], answers: Answers, *parameters: str, closes: bool = False
) -> Trace:
    """An expression in bitboards and the rules, recorded with the answers of a game."""
    asked = answers._replace(turns=ASKED_TURNS)

    def on_open(
        board: Operand, lines: Operand, wholes: Operand | None = None, **given: Operand
    ) -> Operand:
        closing = None if wholes is None else Ways(wholes)
        return rule(*given.values(), OpenBoard(board, (Ways(lines),), asked, wholes=closing))

    constants = [*CONSTANTS][: None if closes else -1]
    return OpenTrace(on_open, None, **dict.fromkeys((*parameters, *constants), ALL))


class OpenWriter(ExpressionWriter):
    """Writes an expression in JavaScript, with calls of the page's functions."""

    def literal(self, number: int) -> str:
        """A constant bitboard."""
        return ("zero", "one")[number]

    def operation_of(self, value: Recorded, names: dict[int, str]) -> str:
        """The text of one operation whose operands all have names."""

        def text(operand: Operand, around: str = "") -> str:  # noqa: ARG001 - names need no parentheses
            named = isinstance(operand, Recorded)
            return names[operand.number] if named else self.literal(operand)

        return self._expression(value, text)

    def _expression(self, value: Recorded, text: Callable[..., str]) -> str:
        """The text of one operation."""

        def bare(each: Operand) -> str:
            written = text(each)
            return written[1:-1] if written.startswith("(") and self._encloses(written) else written

        def operand(each: Operand, around: str = "") -> str:
            if isinstance(each, int):
                return ("zero", "one")[each] if isinstance(value, Open) else str(each)
            if isinstance(value, Open) and not isinstance(each, Open):
                return f"wide({bare(each)})"
            return text(each, around)

        if value.operator in ("count", "second"):
            return f"{value.operator}({bare(value.operands[0])})"
        if value.operator == "neg":
            return f"-{operand(value.operands[0])}"
        left, right = value.operands
        if isinstance(right, Shift):
            return f"{right.name}({bare(left)})"
        for one, mask in ((left, right), (right, left)):
            for name, asks in CONSTANTS.items():
                if asks and isinstance(mask, Recorded) and mask is mask.trace.parameters.get(name):
                    return f"{asks}({bare(one)})"
        return f"{operand(left, value.operator)} {value.operator} {operand(right)}"

    @staticmethod
    def _encloses(written: str) -> bool:
        """Whether the last parenthesis closes the first one."""
        depth = 0
        for at, letter in enumerate(written):
            depth += (letter == "(") - (letter == ")")
            if not depth:
                return at == len(written) - 1
        return False  # pragma: no cover - every parenthesis is closed


def texts(trace: Trace) -> tuple[list[tuple[str, str]], str]:
    """The named values of an expression, and its result, without parentheses around calls."""
    named, (result,) = OpenWriter().body(trace)
    return [(name, _plain(text)) for name, text in named], _plain(result)


def _plain(text: str) -> str:
    return re.sub(r"(?<!\w)\((\w+\((?:[^()]|\([^()]*\))*\))\)", r"\1", text)


def _function(trace: Trace) -> str:
    """An expression as a JavaScript function of its parameters."""
    named, result = texts(trace)
    given = ", ".join(name for name in trace.parameters if name not in CONSTANTS)
    if not named:
        return f"({given}) => {result}"
    local = "".join(f"const {name} = {text}; " for name, text in named)
    return f"({given}) => {{ {local}return {result}; }}"


def _steps(trace: Trace) -> str:
    """The operations of an expression in order, each with its name, text and function."""
    given = [name for name in trace.parameters if name not in CONSTANTS]
    writer, names = OpenWriter(), {value.number: at for at, value in trace.parameters.items()}
    steps = []
    for at, value in enumerate(trace):
        text, name = writer.operation_of(value, names), f"{'abcdefghij'[at % 10]}{at // 10 or ''}"
        steps.append(f'["{name}", "{text}", ({", ".join(given)}) => {text}]')
        names[value.number] = name
        given.append(name)
    return f"[{', '.join(steps)}]"


def games() -> Iterator[tuple[str, Answers]]:
    """Every combination of answers, apart from the answers for turns, with its words.

    >>> found = dict(games())
    >>> len(found), [*found][:3], "wild,breaker" in found
    (24, ['', 'misere', 'breaker'], False)
    """
    fields = [field for field in ANSWERS if field != "turns"]
    for given in product(*(ANSWERS[field] for field in fields)):
        answers = dict(zip(fields, given, strict=True))
        marks = answers["marks"]
        if marks.line:  # the word of these marks also says what a line does
            if answers["line"] is not WINS:
                continue
            del answers["line"]
        try:
            rules = TICTACTOE.replace(misere=False, **answers)
        except RulesError:
            continue
        yield str(rules).removeprefix(str(TICTACTOE)).removeprefix(","), rules.answers


def _moved(side: int) -> Callable[..., Operand]:
    def after(x: Operand, o: Operand, *rest: Operand) -> Operand:
        *stones, rules = rest
        return move_bits.played(x, o, tuple(stones), rules)[side]

    return after


def _expressions(answers: Answers, closes: bool) -> dict[str, str]:
    """The functions of a game, by name."""
    stones = ("stone", "other")[: len(answers.marks.hands)]
    return {
        "legalCells": _function(recorded(bits.legal_cells, answers, "x", "o", closes=closes)),
        "playable": _function(recorded(_playable, answers, "x", "o", closes=closes)),
        "floating": _function(recorded(_floating, answers, "x", "o", closes=closes)),
        "turn": _function(recorded(turns.turn, answers, "x", "o", closes=closes)),
        "afterX": _function(recorded(_moved(0), answers, "x", "o", *stones, closes=closes)),
        "afterO": _function(recorded(_moved(1), answers, "x", "o", *stones, closes=closes)),
        "result": _function(recorded(move_bits.result, answers, "x", "o", closes=closes)),
        "playableSteps": _steps(recorded(_playable, answers, "x", "o", closes=closes)),
    }


def _playable(x: Operand, o: Operand, rules: Any) -> Operand:
    return move_bits.playable((x, o), rules)


def _floating(x: Operand, o: Operand, rules: Any) -> Operand:
    return rules.answers.where.floating((x, o), rules)


def answers_bytes() -> bytes:
    """The content of `answers.js`.

    >>> b"gravity,wild" in answers_bytes()
    True
    """
    by_game = {words: answers for words, answers in games() if answers.longer}
    closing = {CLOSING + words: each for words, each in by_game.items() if each.marks.closes}
    by_game |= closing
    written = {words: _expressions(each, words in closing) for words, each in by_game.items()}
    names = [*written[""]]
    lists = {name: [*dict.fromkeys(each[name] for each in written.values())] for name in names}
    lines = [
        "// The answers of the games of the family, recorded on a board that stays open: see the",
        "// library's web/game_answers.py. Written by `make page`.",
        "// @ts-nocheck",
        "",
        "/**",
        " * What may be rested on, by the words of a game but for its turns; how long a line may",
        " * be, the board knows.",
        " * @type {Readonly<Record<string, any>>}",
        " */",
        "export const FACTS = Object.freeze({",
        *(f"\t{json.dumps(words)}: {json.dumps(_facts(by_game[words]))}," for words in written),
        "});",
        "",
        "/** @type {Readonly<Record<string, string>>} what each word says */",
        f"export const ABOUT = Object.freeze({json.dumps(_about())});",
        "",
        "/** The words of turns, and the first and last of those with one number and with two. */",
        f"export const STONES = /^{STONES}$/, ENDS = {json.dumps(_ends())};",
        "",
        "/** How a board is typed. */",
        f"export const WRITTEN = {json.dumps(how_to_type())};",
        "",
        "/** @type {Readonly<Record<string, { asks: string, words: string[] }>>} the questions */",
        f"export const QUESTIONS = Object.freeze({json.dumps(_questions())});",
        "",
        "/** @type {Readonly<Record<string, string>>} what boards in a board need of answers */",
        f"export const NEEDS = Object.freeze({json.dumps(_needs())});",
        "",
        "/** Which of the functions below are those of a game. */",
        "const WHICH = {",
    ]
    for words, functions in written.items():
        places = [lists[name].index(functions[name]) for name in names]
        lines.append(f"\t{json.dumps(words)}: {json.dumps(places)},")
    lines += [
        "};",
        "",
        "/** @returns {any} the functions of a game, on a board for which these are given */",
        f"export function answersOf(words, {ASKED}) {{",
        "\tconst functions = {",
    ]
    for name in names:
        lines += [f"\t\t{name}: [", *(f"\t\t\t{each}," for each in lists[name]), "\t\t],"]
    lines += [
        "\t};",
        "\treturn Object.fromEntries(Object.entries(functions)"
        ".map(([name, each], at) => [name, each[WHICH[words][at]]]));",
        "}",
    ]
    return ("\n".join(lines) + "\n").encode()


def _facts(answers: Answers) -> dict[str, object]:
    """The laws that the page asks for, and the answers that have no expression."""
    laws = {camel(law): getattr(answers, law) for law in ("any_order", "owned", "fair")}
    ends = {"worth": answers.line.worth, "full": answers.line.full}
    return (
        laws
        | {
            "byColumn": answers.where.by_column,
            "hands": answers.marks.hands,
            "closes": answers.marks.closes,
        }
        | ends
    )


def _questions() -> dict[str, dict[str, object]]:
    """Each question, with the words that answer it, or with none for turns, which have too many."""
    words = {field: [one.word for one in row if one.word] for field, row in ANSWERS.items()}
    words |= {"kind": ["torus", "cylinder", NESTED], "turns": []}
    return {field: {"asks": asks, "words": words[field]} for field, asks in QUESTIONS.items()}


def _needs() -> dict[str, str]:
    return {"marks": LAWS["owned"], "turns": LAWS["alternates"]}


def _ends() -> list[list[str]]:
    both = [[one.word for one in IN_TURNS if ("+" in one.word) == two] for two in (False, True)]
    return [[words[0], words[-1]] for words in both]


def _about() -> dict[str, str]:
    rows = (row for field, row in ANSWERS.items() if field != "turns")
    return {NESTED: NAMES} | {one.word: one.about for row in rows for one in row if one.word}
