"""Writes a package of rules that programmers can install with npm, Cargo or CMake.

A package holds a module for each board, build files, a README with an example that runs, a test
that counts paths of moves, and the licence.

>>> from noughts import TICTACTOE
>>> [*package("rust", [TICTACTOE])]
['src/b3_3_3.rs', 'Cargo.toml', 'src/lib.rs', 'tests/paths.rs', 'README.md', 'LICENSE']
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from noughts.core.message_text import quoted
from noughts.core.rules import Rules
from noughts.emit.module import module
from noughts.emit.packages import cargo, cmake, licence, npm
from noughts.emit.packages.boards import NAME, Board, paths
from noughts.errors import EmitError

PACKAGES: dict[str, Callable[[str, list[Board], str], Iterator[tuple[str, str]]]] = {
    "c": cmake.files,
    "javascript": npm.files,
    "rust": cargo.files,
}


def package(
    language_name: str, boards: Sequence[Rules], version: str = "0.1.0", name: str = NAME
) -> dict[str, str]:
    """The files of a package in C, JavaScript or Rust: the text of each file, keyed by its path.

    Raises `EmitError` for any other language, an invalid package name, an empty list of boards, or
    a board that occurs twice. Raises `TooLargeError` for a board that is too large for
    `noughts.emit.module`.
    """
    if language_name not in PACKAGES:
        raise EmitError(
            f"{quoted(language_name)} has no packages here; those of {', '.join(PACKAGES)} can be "
            "written"
        )
    word = "[a-z][a-z0-9]*(-[a-z0-9]+)*"
    scope = f"(@{word}/)?" if language_name == "javascript" else ""
    if not re.fullmatch(scope + word, name):
        scoped = f", or @me/{NAME}" if scope else ""
        raise EmitError(
            f"{quoted(name)} is not the name of a package; write small letters, digits and "
            f"hyphens, as in {NAME}{scoped}"
        )
    names = [re.sub("[^0-9a-z]+", "_", str(rules)) for rules in boards]
    if not names or len({*names}) < len(names):
        raise EmitError("a package needs boards, each of them once")
    held = [
        Board(name, module(rules), paths(rules)) for name, rules in zip(names, boards, strict=True)
    ]
    written = PACKAGES[language_name](name, held, version)
    files = {path: text.rstrip("\n") + "\n" for path, text in written}
    return {**files, "LICENSE": licence.TEXT}
