"""Shortens values and texts for quotation in messages."""

from __future__ import annotations

from collections.abc import Iterable

ITEMS = 8  # of a list that a message names
LONGEST_QUOTE = 100  # characters of a text that is quoted in full
LONGEST_MESSAGE = 1000  # characters of a message from outside the library


def listed(items: Iterable[object]) -> str:
    """Items for a message: the first eight, and the number of further items.

    >>> listed(range(3)), listed(range(80))
    ('0, 1, 2', '0, 1, 2, 3, 4, 5, 6, 7 and 72 more')
    """
    texts = [str(item) for item in items]
    more = f" and {len(texts) - ITEMS} more" if len(texts) > ITEMS else ""
    return ", ".join(texts[:ITEMS]) + more


def shown(number: int) -> str:
    """A number for a message: all of it in decimal or, if very long, its first hexadecimal digits.

    >>> shown(1041)
    '1041'
    >>> shown(1 << 4000) == "0x1000000000000000" + "... (4001 bits)"
    True
    """
    bits = number.bit_length()
    return str(number) if bits < 200 else f"{number:#x}"[:18] + f"... ({bits} bits)"


def shortened(text: str) -> str:
    """Text from outside the library, for a message: all of it or, if it is very long, both ends.

    >>> shortened("No such file"), len(shortened("X" * 10**6))
    ('No such file', 1030)
    """
    if len(text) <= LONGEST_MESSAGE:
        return text
    half = LONGEST_MESSAGE // 2
    return f"{text[:half]} ... ({len(text)} characters) ... {text[-half:]}"


def quoted(given: object) -> str:
    """The `repr` of an argument, or the beginning of a very long `repr`.

    >>> quoted("b2"), quoted(5), len(quoted("X" * 1000))
    ("'b2'", '5', 73)
    """
    if isinstance(given, str):
        if len(given) <= LONGEST_QUOTE:
            return repr(given)
        return f"{given[: LONGEST_QUOTE // 2]!r}... ({len(given)} characters)"
    if isinstance(given, int) and not isinstance(given, bool):
        return shown(given)
    try:
        written = repr(given)
    except Exception:  # a foreign `__repr__` may raise anything, and so may a very long number
        written = object.__repr__(given)
    if len(written) <= 2 * LONGEST_QUOTE:
        return written
    return f"{written[:LONGEST_QUOTE]}... ({len(written)} characters)"
