"""Counts the files and the lines of code of each part, without docstrings, comments and imports.

`python tools/count.py` counts this tree; with the name of a commit, that commit's.
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
    """How many lines have code on them that is not a docstring or an import."""
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
    """The Python files of a part, here or in a commit."""
    if commit is None:
        yield from (path.read_text(encoding="utf-8") for path in (ROOT / part).rglob("*.py"))
        return
    names = _git("ls-tree", "-r", "--name-only", commit, part).splitlines()
    yield from (_git("show", f"{commit}:{name}") for name in names if name.endswith(".py"))


def _git(*arguments: str) -> str:
    return subprocess.check_output(["git", *arguments], cwd=ROOT, text=True)  # noqa: S607 - whichever is here


def table(commit: str | None = None) -> Iterator[str]:
    """A line for each part, below their heads."""
    yield f"{'':12}{'files':>7}{'lines of code':>15}"
    for part in PARTS:
        counts = [code_lines(text) for text in texts(part, commit)]
        yield f"{part:12}{len(counts):7,}{sum(counts):15,}"


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in table(*sys.argv[1:2]))
