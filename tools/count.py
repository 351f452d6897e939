"""Counts the files and the lines of code of each part, without docstrings, comments and imports.

`python tools/count.py` counts the working tree, and `python tools/count.py COMMIT` a commit.
"""

from __future__ import annotations

import ast
import io
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import cast

ROOT = Path(__file__).parent.parent
PARTS = ("src", "tests", "tools", "benchmarks")
EMPTY = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT),
    *(tokenize.DEDENT, tokenize.ENDMARKER),
}


def code_lines(text: str) -> int:
    """The number of lines that contain code other than docstrings and imports."""
    written: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in EMPTY:
            written.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import | ast.ImportFrom) or _is_text(node):
            segment = cast(ast.stmt, node)
            written.difference_update(range(segment.lineno, (segment.end_lineno or 0) + 1))
    return len(written)


def _is_text(node: ast.AST) -> bool:
    value = node.value if isinstance(node, ast.Expr) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


def texts(part: str, commit: str | None) -> Iterator[str]:
    """The texts of the Python files of a part, in the working tree or in a commit."""
    if commit is None:
        yield from (path.read_text(encoding="utf-8") for path in (ROOT / part).rglob("*.py"))
        return
    names = _git("ls-tree", "-r", "--name-only", commit, part).splitlines()
    yield from (_git("show", f"{commit}:{name}") for name in names if name.endswith(".py"))


def _git(*arguments: str) -> str:
    return subprocess.check_output(["git", *arguments], cwd=ROOT, text=True)  # noqa: S607 - whichever is here


def table(commit: str | None = None) -> Iterator[str]:
    """Yield the heads of the table, and a line for each part."""
    yield f"{'':12}{'files':>7}{'lines of code':>15}"
    for part in PARTS:
        counts = [code_lines(text) for text in texts(part, commit)]
        yield f"{part:12}{len(counts):7,}{sum(counts):15,}"


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in table(*sys.argv[1:2]))
