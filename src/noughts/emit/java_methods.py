"""Java that is too long for one method, in several."""

from __future__ import annotations

import re
from collections.abc import Iterator

# A virtual machine takes 64 KiB of code a method. In characters of source this is the most that is
# sure to fit: a zero in a table is 6 characters, and 8 bytes of code.
LONGEST_METHOD = 45_000
# What is longer is written in parts that HotSpot still compiles: it leaves more than 8,000 bytes of
# code to its interpreter.
PART = 12_000
NAME = re.compile(r"\b[a-z]\w*")


def fits(lines: list[str]) -> bool:
    """Whether one method holds these lines of source."""
    return sum(map(len, lines)) <= LONGEST_METHOD


def in_parts(lines: list[str]) -> Iterator[list[str]]:
    """Lines of source, in parts for a method each."""
    part: list[str] = []
    size = 0
    for line in lines:
        size += len(line)
        if size > PART and part:
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
