"""HTML tables for notebooks: a caption, a header row, and rows that begin with header cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def html_table(caption: str, rows: Iterable[Sequence[object]], heads: int = 1) -> str:
    """An HTML table. The first row and, in every later row, the first `heads` cells are headers.

    >>> html_table("<a>", [["", "x"], ["y", 1]]).partition("</caption>")[2]
    '<tr><th></th><th>x</th></tr><tr><th>y</th><td>1</td></tr></table>'
    """
    lines = []
    for number, row in enumerate(rows):
        kinds = ["th" if number == 0 or at < heads else "td" for at in range(len(row))]
        cells = zip(kinds, row, strict=True)
        lines.append("".join(f"<{kind}>{escape(str(cell))}</{kind}>" for kind, cell in cells))
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"<table><caption>{escape(caption)}</caption>{body}</table>"
