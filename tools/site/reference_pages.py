"""The pages of the reference: one for every public name, by package, which autodoc fills."""

from __future__ import annotations

import inspect
from collections import Counter
from importlib import import_module
from types import ModuleType

from reference import MEMBERS, PACKAGES, is_from, kind, summary

HEAD = """\
# The public names

What is not here is private, and may change without notice. [One page with the first line of
each](../reference.md) is there too.
"""


def pages() -> dict[str, str]:
    """The text of every page by its path on the site, without the suffix."""
    written = {}
    front_door, *rooms = [package for package in PACKAGES if import_module(package).__all__]
    index = [HEAD]
    for package in (front_door, *rooms):
        module = import_module(package)
        index.append(f"- [`{package}`]({package}/index.md): {summary(module)}")
        rows = []
        for name in sorted(module.__all__, key=lambda name: (name.casefold(), name)):
            home = home_of(name, rooms) if package == front_door else package
            path = f"{home}/{slug(name, home)}"
            rows.append(f"| [`{name}`](../{path}.md) | {_cell(_summary_of(module, name))} |")
            if home == package:
                written[f"reference/{path}"] = _page(name, package, front_door)
        table = "\n".join(["| name | |", "| --- | --- |", *rows])
        about = _directive(f"automodule:: {package}")
        text = f"# `{package}`\n\n{about}\n{table}\n"
        written[f"reference/{package}/index"] = text
    written["reference/index"] = (
        "\n".join(index)
        + "\n"
        + _navigation([f"{package}/index" for package in (front_door, *rooms)])
    )
    return written


def home_of(name: str, rooms: list[str]) -> str:
    """The package whose reference describes a name of the top package."""
    value = getattr(import_module("noughts"), name)
    for room in rooms:
        module = import_module(room)
        if name in module.__all__ and getattr(module, name) is value:
            return room
    return "noughts"


def slug(name: str, package: str) -> str:
    """The name of a page, unique even where `Codec` and `codec` would be the same file."""
    module = import_module(package)
    alike = Counter(each.casefold() for each in module.__all__)[name.casefold()]
    suffix = "class" if inspect.isclass(getattr(module, name)) else "function"
    return name if alike == 1 else f"{name}-{suffix}"


def _page(name: str, package: str, front_door: str) -> str:
    value = getattr(import_module(package), name)
    door = import_module(front_door)
    also = name in door.__all__ and package != front_door and getattr(door, name) is value
    imported = f"from {front_door if also else package} import {name}"
    # A sidebar of all names would be too long to read, and would take most of the build time.
    head = ["---", "orphan: true", "---", "", f"# `{name}`", "", f"In [`{package}`](index.md).", ""]
    return "\n".join([*head, "```python", imported, "```", "", _described(name, value, package)])


def _described(name: str, value: object, package: str) -> str:
    """A directive by which autodoc inserts a docstring; for a value without one, its text."""
    path = f"{package}.{name}"
    if isinstance(value, ModuleType):
        return _directive(f"automodule:: {path}", _members(value))
    if inspect.isclass(value):
        kind_of_class = "exception" if issubclass(value, Exception) else "class"
        return _directive(f"auto{kind_of_class}:: {path}", _members(value))
    if callable(value) and hasattr(value, "__name__"):
        return _directive(f"autofunction:: {path}")
    text = repr(value)
    said = f"`{text}`" if len(text) <= 60 else f"{kind(value)}: {_listed(value)}"
    return _directive(f"py:data:: {name}", f":module: {package}", "", said)


def _listed(value: object) -> str:
    return ", ".join(f"`{each}`" for each in value) if isinstance(value, dict | tuple) else ""


def _members(value: type | ModuleType) -> str:
    """The members that docs/reference.md lists; fields are omitted, as the signature has them."""
    if isinstance(value, ModuleType):
        kept = [own for own, each in vars(value).items() if is_from(value, each)]
    else:
        kept = [own for own, each in vars(value).items() if isinstance(each, (*MEMBERS, value))]
    named = [own for own in kept if not own.startswith("_")]
    return f":members: {', '.join(named)}" if named else ""


def _directive(head: str, *body: str) -> str:
    """A reStructuredText directive inside a Markdown page."""
    return "\n".join(["```{eval-rst}", f".. {head}", *(f"   {line}" for line in body), "```", ""])


def _summary_of(module: ModuleType, name: str) -> str:
    value = getattr(module, name)
    if isinstance(value, ModuleType) or (callable(value) and hasattr(value, "__name__")):
        return summary(value)
    text = repr(value)
    return f"`{text}`" if len(text) <= 60 else kind(value)


def _cell(text: str) -> str:
    """Text for a cell of a table, with bars escaped, since a bar would begin the next cell."""
    return text.replace("|", "\\|")


def _navigation(entries: list[str]) -> str:
    return "\n```{toctree}\n:hidden:\n\n" + "\n".join(entries) + "\n```\n"
