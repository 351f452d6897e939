"""The values of boards as text: a grid for each game and each k, a line for each board, or JSON."""

from __future__ import annotations

import json
import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from noughts.solver.known.value_list import SAID, BoardValue, Source, play_of, sources, turns

WIDTH = 80
MARKS: dict[int | None, str] = {1: "W", 0: "D", -1: "L", None: "?"}
VALUE_WORDS: dict[int | None, str] = {1: "win", 0: "draw", -1: "loss", None: "open"}
LEGEND = "For the first player: W a win, D a draw, L a loss, ? open."
PLAYED = {"normal": "", "gravity": " where stones fall"}  # any other game is named by its words
PROVED = (
    "proof: noughts solve found the value, and a checker accepted a certificate of so many lines. "
    "noughts certify writes one."
)
UNPROVED = "proof -: noughts solve or noughts table found the value; no certificate was made."
BOARD = re.compile(r"\d+,\d+,\d+(?:,[a-z]+)?")  # a board on which a source has a remark
TITLES = ("board", "value", "nodes", "seconds", "proof", "published")


def as_grids(values: Sequence[BoardValue]) -> str:
    """A grid for each game and each k, and a summary.

    In a grid, longer sides go to the right, and shorter sides down. Where stones fall, the columns
    of a board go to the right, and the rows down.
    """
    return "\n".join([LEGEND, *_grids(values), "", summary(values)])


def _grids(values: Sequence[BoardValue]) -> Iterator[str]:
    for (play, k), group in groupby(values, lambda each: (play_of(each.rules), each.rules.k)):
        by_sides = {each.sides: each for each in group}
        longest = max(longer for longer, _ in by_sides)
        turned = turns(next(iter(by_sides.values())).rules)
        side = "longer side goes" if turned else "columns go"
        yield f"\n{k} in a row{PLAYED.get(play, f', {play}')}; the {side} to the right"
        yield "  " + _ruler(longest)
        for shorter in sorted({shorter for _, shorter in by_sides}):
            marks = (
                MARKS[by_sides[longer, shorter].value] if (longer, shorter) in by_sides else " "
                for longer in range(1, longest + 1)
            )
            yield f"{shorter:2} {''.join(marks)}".rstrip()


def _ruler(longest: int) -> str:
    """Every fifth number, with its last digit above its column."""
    return " " + "".join(f"{side:5}" for side in range(5, longest + 1, 5))


def summary(values: Sequence[BoardValue]) -> str:
    """The number of boards, the number of boards with each value, and the number of certificates.

    >>> from noughts.solver import values
    >>> summary([value for value in values() if str(value.rules) in ("3,3,3", "4,3,3")])
    '2 boards: 1 win, 1 draw; 2 certificates.'
    """
    counted = Counter(VALUE_WORDS[each.value] for each in values)
    plural = {"win": "wins", "draw": "draws", "loss": "losses", "open": "open"}
    said = ", ".join(
        f"{counted[word]:,} {word if counted[word] == 1 else plural[word]}"
        for word in plural
        if counted[word]
    )
    checked = sum(each.certificate is not None for each in values)
    return f"{len(values):,} boards: {said}; {checked:,} certificates."


def as_rows(values: Sequence[BoardValue]) -> str:
    """A line for each board and, below, how the values were found, and sources on these boards."""
    rows = [TITLES, *map(_row, values)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [_placed(row, widths) for row in rows]
    boards = {str(each.rules) for each in values}
    named = {key for each in values for key in each.published}
    named |= {key for key, source in sources().items() if boards & {*BOARD.findall(source.read)}}
    proved = {each.certificate is not None for each in values if each.value is not None}
    about = [text for text, is_so in ((PROVED, True), (UNPROVED, False)) if is_so in proved]
    about += [_cited(source) for key, source in sources().items() if key in named]
    return "\n".join([*lines, *(["", *(_wrapped(text, 4) for text in about)] if about else [])])


def _row(value: BoardValue) -> tuple[str, ...]:
    said = VALUE_WORDS[value.value]
    if value.value is None:
        said += f", {SAID[value.lower, value.upper]}"
    elif value.remoteness is not None:
        said += f" in {value.remoteness}"
    certificate = "-" if value.certificate is None else f"{value.certificate:,}"
    stated = ", ".join(f"{key}: {VALUE_WORDS[known]}" for key, known in value.published.items())
    searched = f"{value.nodes:,}", f"{value.seconds:,.1f}", certificate
    return str(value.rules), said, *searched, stated or "-"


def _placed(row: Sequence[str], widths: Sequence[int]) -> str:
    """The texts of a row side by side, with words aligned to the left and numbers to the right."""
    *texts, last = row
    begin = "".join(
        f"{text:>{width}}  " if number >= 2 else f"{text:{width}}  "
        for number, (text, width) in enumerate(zip(texts, widths, strict=False))
    )
    return _wrapped(begin + last, len(begin))


def _wrapped(text: str, indent: int) -> str:
    """The text, wrapped. The first line may begin with spaces."""
    lines = textwrap.wrap(
        text, WIDTH, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join(lines)


def _cited(source: Source) -> str:
    return (
        f"{source.key}: {source.authors} ({source.year}). {source.title}. {source.where}. "
        f"Read: {source.read}."
    )


def as_object(values: Sequence[BoardValue]) -> str:
    """One JSON object, with the boards and their values, and the sources by key."""
    boards = [
        {
            "board": str(each.rules),
            "value": each.value,
            "lower": each.lower,
            "upper": each.upper,
            "remoteness": each.remoteness,
            "nodes": each.nodes,
            "seconds": each.seconds,
            "certificate": each.certificate,
            "published": dict(each.published),
        }
        for each in values
    ]
    about = {}
    for key, source in sources().items():
        cited = source._asdict()
        del cited["key"], cited["values"]
        about[key] = cited
    return json.dumps({"boards": boards, "sources": about})
