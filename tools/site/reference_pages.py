"""The pages of the reference: one for every public name, from its docstring, by package.

A docstring is Markdown, but for its examples: what follows `>>>` is put into a fence.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Iterator
from enum import Enum
from functools import cached_property
from importlib import import_module
from types import ModuleType

from reference import MEMBERS, PACKAGES, is_from, kind, signature, summary

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
        text = f"# `{package}`\n\n{markdown(module)}\n\n{table}\n"
        written[f"reference/{package}/index"] = text
    written["reference/index"] = (
        "\n".join(index)
        + "\n"
        + _navigation([f"{package}/index" for package in (front_door, *rooms)])
    )
    return written


def home_of(name: str, rooms: list[str]) -> str:
    """The package in whose reference a name of the front door stands."""
    value = getattr(import_module("noughts"), name)
    for room in rooms:
        module = import_module(room)
        if name in module.__all__ and getattr(module, name) is value:
            return room
    return "noughts"


def slug(name: str, package: str) -> str:
    """The name of a page, which no other has where `Codec` and `codec` are the same file."""
    module = import_module(package)
    alike = Counter(each.casefold() for each in module.__all__)[name.casefold()]
    suffix = "class" if inspect.isclass(getattr(module, name)) else "function"
    return name if alike == 1 else f"{name}-{suffix}"


def markdown(value: object) -> str:
    """A docstring with its examples in fences."""
    return "\n".join(_fenced((inspect.getdoc(value) or "").splitlines()))


def _fenced(lines: list[str]) -> Iterator[str]:
    inside = False
    for line in lines:
        if not inside and line.lstrip().startswith(">>> "):
            inside = True
            yield "```pycon"
        elif inside and not line.strip():
            inside = False
            yield "```"
        yield line
    if inside:
        yield "```"


def _page(name: str, package: str, front_door: str) -> str:
    value = getattr(import_module(package), name)
    door = import_module(front_door)
    also = name in door.__all__ and package != front_door and getattr(door, name) is value
    imported = f"from {front_door if also else package} import {name}"
    # A sidebar of all names would be too long to read, and takes most of the time of a build.
    head = ["---", "orphan: true", "---", "", f"# `{name}`", "", f"In [`{package}`](index.md).", ""]
    lines = [*head, "```python", imported, "```", ""]
    return "\n".join([*lines, *_entry(name, value, package), ""])


def _entry(name: str, value: object, package: str) -> list[str]:
    if isinstance(value, ModuleType):
        functions = [
            _directive("py:function", f"{own}{inspect.signature(each)}", value.__name__, each, 3)
            for own, each in vars(value).items()
            if not own.startswith("_") and inspect.isfunction(each) and is_from(value, each)
        ]
        return [markdown(value), "", *functions]
    if inspect.isclass(value):
        members = [_member(own, each) for own, each in vars(value).items() if _is_member(own, each)]
        shown = "" if issubclass(value, Exception | Enum) else _call(value)
        role = "py:exception" if issubclass(value, Exception) else "py:class"
        marks = [f"- `.{each.name}`" for each in value] if issubclass(value, Enum) else []
        return [_directive(role, f"{name}{shown}", package, value, 4, [*marks, "", *members])]
    if callable(value) and hasattr(value, "__name__"):
        return [_directive("py:function", f"{name}{_call(value)}", package, value, 3)]
    text = repr(value)
    said = f"`{text}`" if len(text) <= 60 else f"{kind(value)}: {_listed(value)}"
    return [_directive("py:data", name, package, None, 3, [said])]


def _listed(value: object) -> str:
    return ", ".join(f"`{each}`" for each in value) if isinstance(value, dict | tuple) else ""


def _is_member(name: str, value: object) -> bool:
    return not name.startswith("_") and isinstance(value, MEMBERS)


def _member(name: str, value: object) -> str:
    if isinstance(value, property | cached_property):
        return _directive("py:property", name, "", value, 3)
    if isinstance(value, classmethod | staticmethod):
        option = f":{type(value).__name__}:"
        shown = f"{name}{_call(value.__func__)}"
        return _directive("py:method", shown, "", value.__func__, 3, options=[option])
    return _directive("py:method", f"{name}{_call(value)}", "", value, 3)


def _directive(
    role: str,
    shown: str,
    module: str,
    value: object,
    colons: int,
    body: list[str] | None = None,
    options: list[str] | None = None,
) -> str:
    """A description in MyST; what stands inside another has fewer colons."""
    fence = ":" * colons
    head = [f"{fence}{{{role}}} {shown}", *([f":module: {module}"] if module else [])]
    text = markdown(value) if value is not None else ""
    return "\n".join([*head, *(options or []), "", text, "", *(body or []), fence, ""])


def _call(value: object) -> str:
    """The parameters with their defaults, and what comes back."""
    if not callable(value):
        return ""
    returned = inspect.signature(value).return_annotation
    if inspect.isclass(value) or returned is inspect.Signature.empty:
        return signature(value)
    shown = returned if isinstance(returned, str) else inspect.formatannotation(returned)
    return f"{signature(value)} -> {shown}"


def _summary_of(module: ModuleType, name: str) -> str:
    value = getattr(module, name)
    if isinstance(value, ModuleType) or (callable(value) and hasattr(value, "__name__")):
        return summary(value)
    text = repr(value)
    return f"`{text}`" if len(text) <= 60 else kind(value)


def _cell(text: str) -> str:
    """Text as a cell of a table, where a bar would begin the next."""
    return text.replace("|", "\\|")


def _navigation(entries: list[str]) -> str:
    return "\n```{toctree}\n:hidden:\n\n" + "\n".join(entries) + "\n```\n"
