"""Writes docs/reference.md, the exports of every package, from docstrings; `make reference`."""

from __future__ import annotations

import inspect
import re
from enum import Enum
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType

from noughts import TICTACTOE

PAGE = Path(__file__).parents[1] / "docs/reference.md"
PACKAGES = [
    "noughts",
    *(
        f"noughts.{room}"
        for room in (
            *("core", "expressions", "codecs", "arrays", "envs", "envs.jax", "evaluate"),
            *("learn", "datasets", "store", "solver", "players", "puzzles", "lessons", "emit"),
            *("kernels", "cluster", "notebook", "web", "live", "cli", "system"),
        )
    ),
]
HEAD = """\
# Reference

Every public name, with its signature and the first line of its docstring, by the package that
exports it. What is not here is private, and may change without notice. `help(name)` prints all of
a docstring. Where rules are asked for, the text of a board does as well, as in `perft("4,4,3")`;
only what is called for every position of a game or a search takes `Rules` alone.

This page is written by `make reference`, and a test holds it to the code.
"""


def reference() -> str:
    """The text of the page."""
    sections = [HEAD]
    for package in map(import_module, PACKAGES):
        names = sorted(package.__all__, key=lambda name: (name.casefold(), name))
        if names:
            lines = [f"## {package.__name__}", "", summary(package), ""]
            for name in names:
                lines += _entry(name, getattr(package, name), whole=package.__name__ != "noughts")
            sections.append("\n".join(lines) + "\n")
    return "\n".join(sections)


def _entry(name: str, value: object, whole: bool) -> list[str]:
    """The line of a name and, if `whole` is true, the lines of its members below it."""
    inner: list[str] = []
    if isinstance(value, ModuleType):
        line = f"- `{name}`, a module: {summary(value)}"
        inner = [
            f"  - `{own}{signature(each)}`: {summary(each)}"
            for own, each in vars(value).items()
            if not own.startswith("_") and inspect.isfunction(each) and is_from(value, each)
        ]
    elif inspect.isclass(value):
        shown = "" if issubclass(value, Exception | Enum) else signature(value)
        line = f"- `{name}{shown}`: {summary(value)}"
        inner = [
            f"  - `.{own}{_parameters(each)}`: {summary(each)}"
            for own, each in vars(value).items()
            if not own.startswith("_") and isinstance(each, MEMBERS)
        ]
        if issubclass(value, Enum):
            inner.insert(0, f"  - {', '.join(f'`.{each.name}`' for each in value)}")
    elif callable(value) and hasattr(value, "__name__"):
        line = f"- `{name}{signature(value)}`: {summary(value)}"
    else:
        text = repr(value)
        line = f"- `{name}`: `{text}`" if len(text) <= 60 else f"- `{name}`: {kind(value)}"
    return [line, *inner] if whole else [line]


MEMBERS = (FunctionType, property, cached_property, classmethod, staticmethod)


def is_from(module: ModuleType, value: object) -> bool:
    return getattr(value, "__module__", None) == module.__name__


def kind(value: object) -> str:
    if isinstance(value, dict):  # a registry, whose entries `noughts -h` and the guides list
        return "a dict by name"
    return f"a {type(value).__name__}"


def _parameters(member: object) -> str:
    """The parameters of a method; an empty text for an attribute or property."""
    if isinstance(member, classmethod | staticmethod):
        return signature(member.__func__)
    return signature(member) if inspect.isfunction(member) else ""


def signature(value: object) -> str:
    """The parameters with their defaults, but without types, which `help` and editors show."""
    if not callable(value):
        return ""
    # Before 3.11.4, Python shows the parameters of `__new__`, which players inherit.
    made = value.__init__ if isinstance(value, type) else value  # type: ignore[misc]
    value = made if inspect.isfunction(made) else value
    shown = []
    star = False
    for each in inspect.signature(value).parameters.values():
        if each.name in ("self", "cls"):
            continue
        if each.kind is each.KEYWORD_ONLY and not star:
            shown.append("*")
        star = star or each.kind in (each.KEYWORD_ONLY, each.VAR_POSITIONAL)
        default = "" if each.default is each.empty else f"={_default(each.default)}"
        shown.append(f"{each}".partition(":")[0].partition("=")[0].strip() + default)
    return f"({', '.join(shown)})"


def _default(value: object) -> str:
    return "TICTACTOE" if value == TICTACTOE else re.sub(" at 0x[0-9a-f]+", "", repr(value))


def summary(value: object) -> str:
    """The first paragraph of a docstring, as one line."""
    text = inspect.getdoc(value) or ""
    return " ".join(text.partition("\n\n")[0].split())


def main() -> None:
    """Write the page."""
    PAGE.write_text(reference())


if __name__ == "__main__":
    main()
