"""Generated source to compiled functions: kept as a file, so that it is compiled once a machine.

    source ──> <cache>/NAME_HASH.py ──> import ──> Numba compiles at the first call
                                                   and keeps the result beside the file

The file is named by the hash of all it says, since Numba's own cache looks at one file alone and
misses what has changed in others. So a kernel's source holds everything that it calls.

The folder is `cache.cache_folder()`. One more setting is of the environment:

    NUMBA_DISABLE_JIT    1 runs every kernel as plain Python: slow, and visible to a debugger
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from noughts.system import extras
from noughts.system.cache import cache_folder


@cache
def load(name: str, source: str) -> ModuleType:
    r"""The module of a source, whose functions say themselves how Numba shall compile them.

    >>> load("example", "def twice(n):\n    return 2 * n\n").twice(21)
    42

    Raises `MissingExtraError` where Numba is not installed.
    """
    require("compiled kernels")
    path = _file(name, source)
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # where Numba looks for it when it reads its cache
    spec.loader.exec_module(module)
    return module


def entry(function: Callable[..., Any], *arguments: object) -> Callable[..., Any]:
    """The compiled function for arguments of just these types, which it does not look at again.

    That is most of what a short call costs. Whoever calls it has to be certain of the types; an
    array must be contiguous and aligned too, if the one given here is.
    """
    compile_for = getattr(function, "compile", None)
    if compile_for is None:  # NUMBA_DISABLE_JIT: it is the plain function
        return function
    from numba import typeof  # late: it takes longer than all the rest of a start

    compiled: Callable[..., Any] = compile_for(tuple(map(typeof, arguments)))
    return compiled


def require(what: str) -> None:
    """Raise `MissingExtraError` unless NumPy and Numba are there, naming `what` needs them."""
    extras.require("fast", what)


def _file(name: str, source: str) -> Path:
    """The source as a file; in a folder of this process alone, where no other can be written."""
    file = f"{name}_{sha256(source.encode()).hexdigest()[:16]}.py"
    try:
        return _written(cache_folder() / file, source)
    except OSError:
        return _written(Path(_own_folder().name) / file, source)


def _written(path: Path, source: str) -> Path:
    """The file, left as it is where it says this already: Numba goes by its time and size."""
    if not path.is_file() or path.read_bytes() != source.encode():
        path.parent.mkdir(parents=True, exist_ok=True)
        # Beside it and then in its place, so that no other process reads half of it.
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as part:
            part.write(source.encode())
        os.replace(part.name, path)
    return path


@cache
def _own_folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="noughts-")
