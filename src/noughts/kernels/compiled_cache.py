"""Turns source text into compiled functions, each compiled once a machine: the one cache.

    source ──> <cache>/NAME_HASH.py ──> import ──> Numba compiles at the first call
                                                   and keeps the result beside the file

Numba's own cache looks at one file alone, and misses what has changed elsewhere. So nothing that
the result depends on is elsewhere:

- the source holds all that it calls, its constants as literals; imports other than NumPy, Numba
  and `collections` are refused;
- the hash in the file's name is one of that text, of the versions of Python, Numba, LLVM and NumPy,
  of the processor and of Numba's settings;
- the types of arguments, dtypes among them, are what Numba itself tells apart.

The folder is `cache_folder()`. One more setting is a variable of the environment:

    NUMBA_DISABLE_JIT    1 runs every kernel as plain Python: slow, and visible to a debugger
"""

from __future__ import annotations

import ast
import os
import sys
import tempfile
from functools import cache
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from noughts.system.cache import cache_folder
from noughts.system.extras import require
from noughts.system.files import replacing

IMPORTABLE = {"__future__", "collections", "numba", "numpy"}


@cache
def load(name: str, source: str) -> ModuleType:
    r"""The module of a source, whose functions themselves say how Numba compiles them.

    >>> load("example", "def twice(n):\n    return 2 * n\n").twice(21)
    42

    Raises `MissingExtraError` if Numba is not installed, and `ValueError` for a source that
    imports what may change without it.
    """
    require("fast", "compiled kernels")
    path = _file(name, source)
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # where Numba looks for it when it reads its cache
    spec.loader.exec_module(module)
    for each in vars(module).values():
        if hasattr(each, "py_func"):  # compiled by Numba
            _mend(each._cache)
    return module


def circumstances() -> list[str]:
    """What a compiled function depends on besides its source and the types of its arguments."""
    import llvmlite  # late: these take longer than all the rest of a start
    import numba
    import numpy as np
    from llvmlite import binding

    return [
        f"Python {sys.version}",
        f"Numba {numba.__version__}, llvmlite {llvmlite.__version__}, NumPy {np.__version__}",
        f"{binding.get_process_triple()}, {binding.get_host_cpu_name()}",
        binding.get_host_cpu_features().flatten(),
        *sorted(f"{name}={value}" for name, value in os.environ.items() if name[:6] == "NUMBA_"),
    ]


def _file(name: str, source: str) -> Path:
    """The source as a file; in a folder of this process alone, if the cache cannot be written."""
    key = "\n".join([source, *circumstances()])
    file = f"{name}_{sha256(key.encode()).hexdigest()[:16]}.py"
    try:
        return _written(cache_folder() / file, source)
    except OSError:
        return _written(Path(_own_folder().name) / file, source)


def _written(path: Path, source: str) -> Path:
    """The file, left alone if it already holds this source: Numba goes by its time and size."""
    if not path.is_file() or path.read_bytes() != source.encode():
        _check_imports(path.stem, source)
        with replacing(path) as part:
            part.write_bytes(source.encode())
    return path


@cache
def _own_folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="noughts-")


def _check_imports(name: str, source: str) -> None:
    for node in ast.walk(ast.parse(source)):
        modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            modules = ["." * node.level + (node.module or "")]
        for module in modules:
            if module.partition(".")[0] not in IMPORTABLE:
                raise ValueError(
                    f"the kernel {name} imports {module}, which can change while what was "
                    "compiled stays; its source has to hold all that it needs"
                )


def _mend(kept: Any) -> None:
    """Let Numba compile again what it cannot read from its cache, as after a full disk."""
    load_overload = kept.load_overload

    def load_or_none(*asked: Any) -> Any:
        try:
            return load_overload(*asked)
        except Exception:  # whatever `pickle` makes of a damaged file
            kept.flush()
            return None

    kept.load_overload = load_or_none
