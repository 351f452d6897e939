"""The engine's functions compiled, once for all boards."""

from __future__ import annotations

import dis
from functools import cache
from inspect import getsource, isclass, isfunction
from types import SimpleNamespace
from typing import Any

import numpy as np

from noughts.kernels import jit
from noughts.solver.search.engine.depth_first import wins
from noughts.solver.search.engine.misere import suffers
from noughts.solver.search.engine.node import Node
from noughts.solver.search.engine.proof_numbers import proves

ENTRIES = (wins, proves, suffers)
HEAD = """from __future__ import annotations

from collections import namedtuple

from numba import njit
from numpy import uint64 as u64
"""
ENTRY = "@njit(cache=True, nogil=True)"
# What Python does not call needs no wrapper, which would take a quarter of the time to compile.
HELPER = "@njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)"


@cache
def engine() -> Any:
    """`wins`, `proves`, `suffers` and the `Node` that they take. Each is compiled when called.

    Raises `MissingExtraError` where Numba is not installed.
    """
    jit.require("searches of boards too large for a table")
    import numba

    if vars(numba.config)["DISABLE_JIT"]:
        quiet = np.errstate(over="ignore")  # of one thread: so it goes with the function
        return SimpleNamespace(Node=Node, **{each.__name__: quiet(each) for each in ENTRIES})
    return jit.load("search", source())


def source() -> str:
    """The functions, and all that they use, as one text."""
    constants: dict[str, str] = {}
    functions: dict[str, str] = {}

    def gather(name: str, value: Any) -> None:
        if name in constants or name in functions or value is np.uint64:
            return
        if isfunction(value):
            functions[name] = f"{ENTRY if value in ENTRIES else HELPER}\n{getsource(value)}"
            for step in dis.get_instructions(value):
                if step.opname == "LOAD_GLOBAL" and step.argval in value.__globals__:
                    gather(step.argval, value.__globals__[step.argval])
        elif isclass(value):
            constants[name] = f"namedtuple({name!r}, {vars(value)['_fields']})"
        else:
            constants[name] = f"u64({value})" if isinstance(value, np.uint64) else repr(value)

    for each in ENTRIES:
        gather(each.__name__, each)
    named = [f"{name} = {value}" for name, value in constants.items()]
    return "\n".join([HEAD, *named, "\n", "\n\n".join(functions.values())])
