"""Lazy exports: a package imports each of its public names when the name is first used (PEP 562).

A package lists its names twice: once for type checkers and editors, as imports that never run, and
once for Python, with the modules that define the names. A test checks that the lists are equal.

    if TYPE_CHECKING:
        from noughts.core.game import Game as Game
    else:
        __all__, __getattr__, __dir__ = exports(__name__, {"noughts.core.game": "Game"})

An exported name must not be the name of a submodule of the package, unless the name stands for that
submodule: when Python imports a submodule, it makes the submodule an attribute of the package, and
so would replace anything else of that name.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module


def exports(
    package: str, homes: dict[str, str], guesses: str = ""
) -> tuple[list[str], Callable[[str], object], Callable[[], list[str]]]:
    """The `__all__`, `__getattr__` and `__dir__` for a package.

    `homes` maps the name of each module to the names that the package exports from the module,
    separated by spaces. The names under the package's own name are those of its submodules. If
    `guesses` is the name of a module, the function `led` of that module makes the error for an
    unknown name.

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
            # With `name` and `obj`, Python can suggest a similar name.
            raise AttributeError(
                f"module {package!r} has no attribute {name!r}", name=name, obj=module
            )
        if home == package:
            return import_module(f"{package}.{name}")
        try:
            value = getattr(import_module(home), name)
        except ModuleNotFoundError as error:
            from noughts.system.extras import explained  # late: seldom needed

            raise explained(error, f"{package}.{name}") from error
        setattr(module, name, value)  # so that the next use does not come here
        return value

    def names() -> list[str]:
        return public

    return public, get, names
