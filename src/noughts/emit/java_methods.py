"""Java that is too long for one method, in several."""

from __future__ import annotations

import re
from collections.abc import Iterator

# In characters of source. A virtual machine takes 64 KiB of code a method: a word of a table has at
# least 6 characters, and at most 7 bytes of code.
TABLE = 45_000
# HotSpot leaves functions of more than 8,000 bytes to its interpreter, which takes ten times as
# long. A statement has up to 0.4 bytes a character, and 0.6 where its values stand in an array.
FUNCTION = 20_000
PART_OF_FUNCTION = 12_000
NAME = re.compile(r"\b[a-z]\w*")


def fits(lines: list[str], most: int) -> bool:
    """Whether these lines of source have so many characters at most."""
    return sum(map(len, lines)) <= most


def in_parts(lines: list[str], most: int) -> Iterator[list[str]]:
    """Lines of source, in parts of so many characters at most."""
    part: list[str] = []
    size = 0
    for line in lines:
        size += len(line)
        if size > most and part:
            yield part
            part, size = [], len(line)
        part.append(line)
    yield part


def placed(text: str, places: dict[str, str]) -> str:
    """An expression with other names."""
    return NAME.sub(lambda name: places.get(name[0], name[0]), text)


def method(head: str, body: list[str]) -> list[str]:
    """A private method, after an empty line."""
    return ["", f"    private static {head} {{", *body, "    }"]
