"""The names that a package exports, each imported when it is first asked for (PEP 562).

A package states its names twice: for type checkers and editors as imports that never run, and for
Python as the modules in which they live. A test keeps both lists equal.

    if TYPE_CHECKING:
        from noughts.core.game import Game as Game
    else:
        __all__, __getattr__, __dir__ = exports(__name__, {"noughts.core.game": "Game"})

An exported name must not be the name of a submodule of its package, unless it means the submodule:
an import of the submodule replaces the value of the name.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module


def exports(
    package: str, homes: dict[str, str], guesses: str = ""
) -> tuple[list[str], Callable[[str], object], Callable[[], list[str]]]:
    """The `__all__`, `__getattr__` and `__dir__` of a package.

    `homes` maps a module to the names that the package takes from it, separated by spaces. Names
    that the package takes from itself are its submodules. The module `guesses` has `led`, which
    makes the error for a name that does not exist.

    >>> names, get, _ = exports("noughts", {"noughts.errors": "CodeError CellError"})
    >>> names, get("CellError")
    (['CellError', 'CodeError'], <class 'noughts.errors.CellError'>)
    >>> _, get, _ = exports("noughts.core", {"noughts.core": "bits"})
    >>> get("bits").__name__
    'noughts.core.bits'
    """
    home_of = {name: home for home, names in homes.items() for name in names.split()}
    public = sorted(home_of)

    def get(name: str) -> object:
        home = home_of.get(name)
        module = sys.modules[package]
        if home is None:
            if guesses:
                error: AttributeError = import_module(guesses).led(package, name, module)
                raise error
            # With these two Python can suggest the name that was meant.
            raise AttributeError(
                f"module {package!r} has no attribute {name!r}", name=name, obj=module
            )
        if home == package:
            return import_module(f"{package}.{name}")
        try:
            value = getattr(import_module(home), name)
        except ModuleNotFoundError as error:
            from noughts.system.extras import explained  # here, since it is seldom wanted

            raise explained(error, f"{package}.{name}") from error
        setattr(module, name, value)  # so that it is asked for once
        return value

    def names() -> list[str]:
        return public

    return public, get, names
