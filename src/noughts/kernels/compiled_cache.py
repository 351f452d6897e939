"""The cache of compiled functions: turns source text into functions, compiled once per machine.

    source ──> module ──> Numba compiles a function at its first call with each set of argument
                  │       types, and the code is kept in a file:
                  └─────> <cache>/NAME_HASH.FUNCTION.TYPES.compiled

Numba's own cache checks only a function's own source file, and misses changes in other files whose
functions this function calls. This cache checks everything on which the compiled code depends:

- a module's source contains every function that its functions call, and its constants as literals;
  the source may import only NumPy, Numba and `collections`;
- the hash in the file's name covers the source, the processor, Numba's settings, and the versions
  of Python, Numba, llvmlite and NumPy.

Numba's own cache also reads pickles of machine code without any check. A file of this cache begins
with a checksum; if the file is damaged, the function is compiled again and the file is rewritten. A
file is read only if it belongs to the user and lies in a folder in which only the user can write.
While a process compiles a function, other processes that need the same code wait for that process,
for up to a minute.

In the diagram above, `<cache>` is the folder that `system.cache.code_folder()` returns; if that is
None, the code is not kept. One environment variable changes how kernels run:

    NUMBA_DISABLE_JIT    1 runs every kernel as plain Python: slow, and visible to a debugger
"""

from __future__ import annotations

import dis
import os
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from noughts.system.cache import code_folder, is_own
from noughts.system.extras import require
from noughts.system.files import alone, replacing

IMPORTABLE = {"__future__", "collections", "numba", "numpy"}
LONGEST_WAIT = 60  # seconds for another process to compile a function
CHECKSUM = 32  # bytes at the beginning of a file: the SHA-256 of the rest


@cache
def load(name: str, source: str) -> ModuleType:
    r"""The module with the given source, whose decorators define how Numba compiles each function.

    >>> load("example", "def twice(n):\n    return 2 * n\n").twice(21)
    42

    Raises `MissingExtraError` if Numba is not installed, and `ValueError` for a source that imports
    a module not in `IMPORTABLE`: such a module could change while the source stays the same.
    """
    require("fast", "compiled kernels")
    key = "\n".join([source, *circumstances()])
    module = ModuleType(f"{name}_{sha256(key.encode()).hexdigest()[:16]}")
    # Without `ast.parse`, which in Python 3.11 sometimes fails while another thread parses, such as
    # a thread of Dask (CPython issue 106905).
    code = compile(source, f"<{module.__name__}>", "exec")
    _check_imports(name, code)
    sys.modules[module.__name__] = module  # where `pickle` looks up the module's functions
    exec(code, vars(module))  # noqa: S102 - as given
    folder = code_folder()
    for function, each in vars(module).items():
        if folder and _is_entry(each):
            each._cache = kept = _Kept(folder, f"{module.__name__}.{function}")
            each.compile = partial(kept.compile_alone, each, each.compile)
    return module


def circumstances() -> list[str]:
    """The dependencies of a compiled function besides its source and its argument types."""
    import llvmlite  # late: these imports take longer than the rest of a start
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


def _check_imports(name: str, code: CodeType) -> None:
    for module in _imported(code):
        if module.partition(".")[0] not in IMPORTABLE:
            raise ValueError(
                f"the kernel {name} imports {module}, which can change while what was "
                "compiled stays; its source has to hold all that it needs"
            )


def _imported(code: CodeType) -> Iterator[str]:
    """The modules that code imports; dots before a name mark a relative import."""
    steps = [step for step in dis.get_instructions(code) if step.opname != "EXTENDED_ARG"]
    for level, _, step in zip(steps, steps[1:], steps[2:], strict=False):
        if step.opname == "IMPORT_NAME":
            yield "." * level.argval + step.argval
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _imported(constant)


def _is_entry(value: Any) -> bool:
    """Whether Python can call a function; other functions become part of their callers' code."""
    options = getattr(value, "targetoptions", {"inline": "not compiled at all"})
    return not options.keys() & {"inline", "no_cpython_wrapper"}


@dataclass
class _Kept:
    """One function's cache, in place of Numba's own, with a file for each set of argument types."""

    folder: Path
    name: str

    def compile_alone(self, target: Any, compile_: Callable[[Any], Any], types: Any) -> Any:
        """Call Numba's `compile_` for these types while no other process compiles the same code.

        If another process is compiling the code, first wait for that process; `compile_` then reads
        the file that the process has written.
        """
        if self._path(types).exists():
            return compile_(types)
        event, lock = import_module("numba.core.event"), import_module("numba.core.compiler_lock")
        wait = partial(event.trigger_event, "numba:compile", {"dispatcher": target, "args": types})
        path = self._path(types).with_suffix(".compiling")
        # First the lock among threads, which is held while a kernel compiles those that it calls.
        with lock.global_compiler_lock, alone(path, LONGEST_WAIT, wait):
            return compile_(types)

    def load_overload(self, types: Any, target: Any) -> Any:
        """The compiled code for these types as a Numba object, or None if no valid file exists."""
        made: Any = import_module("numba.core.compiler").CompileResult
        target.refresh()
        try:
            data = self._read(types)
            known, parts = pickle.loads(data)  # noqa: S301 - written here, and by nobody else
            return made._rebuild(target, *parts) if known == types else None
        except Exception:  # a damaged or missing file may raise any error
            return None

    def save_overload(self, types: Any, compiled: Any) -> None:
        """Write the code to its file. Errors, such as a full disk, are ignored."""
        if compiled.lifted or compiled.library.has_dynamic_globals:  # the code contains addresses
            return
        data = import_module("numba.core.serialize").dumps((types, compiled._reduce()))
        with suppress(OSError), replacing(self._path(types)) as part:
            part.touch(0o600)
            part.write_bytes(sha256(data).digest() + data)

    def _read(self, types: Any) -> bytes:
        path = self._path(types)
        if not path.is_file():  # opening a pipe would block
            raise FileNotFoundError(path)
        with path.open("rb") as file:
            if not is_own(os.fstat(file.fileno())):
                raise PermissionError(f"{path} may be from someone else")
            checksum, data = file.read(CHECKSUM), file.read()
        if sha256(data).digest() != checksum:
            raise ValueError(f"{path} is damaged")
        return data

    def _path(self, types: Any) -> Path:
        return self.folder / f"{self.name}.{sha256(str(types).encode()).hexdigest()[:16]}.compiled"
