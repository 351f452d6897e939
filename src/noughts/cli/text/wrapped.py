"""Texts in lines as wide as the screen, which itself would break them within a word."""

from __future__ import annotations

import sys


def fitted(text: str) -> str:
    """The text in lines of the screen; in a pipe or a file it is left as it is."""
    if not sys.stdout.isatty():
        return text
    import textwrap  # here, since a start would wait for it
    from shutil import get_terminal_size

    columns = get_terminal_size().columns
    return textwrap.fill(text, columns, break_long_words=False, break_on_hyphens=False)
