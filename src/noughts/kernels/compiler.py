"""Compiles functions from one source text that contains everything that they use.

A kernel is an ordinary module of plain functions. For a value that it cannot know, such as one that
depends on the board, the kernel declares only a name, and the caller passes the value to `build`:

    CELLS: int = GIVEN                            build("example", loop, CELLS=9)

`build` follows every name that the functions use, and writes the name's value into the source:

    a number, a tuple of numbers, an array        a literal
    a function                                    its text, and in turn the names that it uses
    a class of named tuples                       its fields
    `Written`                                     its text
    NumPy, and its types                          an import

`build` refuses a name with any other value, and the error gives the name. So the source
contains every value that the compiled code uses, and `compiled_cache` can identify a compiled
kernel by its source.
"""

from __future__ import annotations

import builtins
import dis
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, lru_cache
from inspect import getsource, isclass, isfunction
from itertools import chain
from types import CodeType, FunctionType, ModuleType, SimpleNamespace
from typing import Any, cast

import numpy as np

from noughts.kernels import compiled_cache

HEAD = """from __future__ import annotations

from collections import namedtuple

import numpy
from numba import njit
"""
ENTRY = "@njit(nogil=True, no_cfunc_wrapper=True)"
# A function that Python never calls needs no wrapper, which takes a quarter of the compile time.
HELPER = "@njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)"
INLINED = '@njit(inline="always")'  # compiles at no cost, unlike a separate function
# By default LLVM inlines short functions only; but a loop with a call never becomes vector code.
FORCED = HELPER.replace("(", "(forceinline=True, ", 1)

Function = Callable[..., Any]

GIVEN: Any = object()
"""The placeholder in a kernel for a value that the caller passes to `build`."""


@dataclass(frozen=True, eq=False)
class Written:
    """A function whose source text a program has generated.

    `text` begins with `def`. `uses` gives the values of the names in the text, except for
    `KNOWN_NAMES`. If the function is `inlined`, its body replaces each call.
    """

    name: str
    text: str
    uses: Mapping[str, object] = field(default_factory=dict)
    inlined: bool = False


KNOWN_NAMES: dict[str, Any] = {
    "np": np,
    "u8": np.uint8,
    "u16": np.uint16,
    "u32": np.uint32,
    "u64": np.uint64,
}
"""The names that every generated function may use."""


def build(
    name: str, *functions: Function | Written, forced: Collection[str] = (), **given: object
) -> Any:
    """The compiled functions, as the attributes of one object.

    Functions named in `forced` are inlined at every call, even if they are long.

    >>> from noughts.kernels.set_bits import ones_in
    >>> int(build("example", ones_in).ones_in(np.uint64(7)))
    3

    With `NUMBA_DISABLE_JIT`, the functions are plain Python, and a debugger finds their source.

    Raises `TypeError`, with the name, for a value that the source cannot contain, and for a name
    in `forced` that is not the name of a function.
    """
    text = source(
        *functions, forced=forced, **given
    )  # also for plain Python, which then refuses the same values
    return plain(*functions, **given) if is_plain() else compiled_cache.load(name, text)


@cache
def loops(kernel: ModuleType) -> Any:
    """The compiled functions in the `__all__` of a kernel that declares no `GIVEN` values.

    If the kernel has a list `FORCED`, the functions in this list are `forced`.
    """
    room, forced = kernel.__name__.split(".")[-2], getattr(kernel, "FORCED", ())
    return build(room, *(getattr(kernel, name) for name in kernel.__all__), forced=forced)


@contextmanager
def telling(tell: Callable[[], object]) -> Iterator[None]:
    """In the block, call `tell` before each wait for a compilation, here or in another process."""
    from numba.core import event  # late: a slow import

    class Listener(event.Listener):
        def on_start(self, _: object) -> None:
            tell()

        def on_end(self, _: object) -> None:
            """Nothing to tell."""

    with event.install_listener("numba:compile", Listener()):
        yield


def plain(*functions: Function | Written, **given: object) -> Any:
    """The functions as plain Python, which needs neither Numba nor compilation."""
    return SimpleNamespace(**_plain(_resolved(functions, given)))


def source(*functions: Function | Written, forced: Collection[str] = (), **given: object) -> str:
    """The source text that `build` compiles. Raises what `build` raises."""
    entries = {_name_of(function) for function in functions}
    return _source(_resolved(functions, given), entries, forced)


def is_plain() -> bool:
    """Whether kernels run as plain Python."""
    import numba  # late: this import takes longer than the rest of a start

    return bool(vars(numba.config)["DISABLE_JIT"])


def entry(function: Any, *arguments: object) -> Function:
    """The compiled function for the types of `arguments`, without a type check at each call.

    The type check takes most of the time of a short call. Without it, the caller must be certain of
    the types: if an array given here is contiguous and aligned, every array that a call passes in
    its place must be contiguous and aligned, too.
    """
    if is_plain():
        return cast(Function, function)
    from numba import typeof

    compiled: Function = function.compile(tuple(map(typeof, arguments)))
    return compiled


def _resolved(
    functions: tuple[Function | Written, ...], given: Mapping[str, object]
) -> dict[str, object]:
    """The values of all names that the functions use, each value after the values that it uses."""
    values: dict[str, object] = {}
    under_way: dict[str, object] = {}

    def resolve(name: str, value: object) -> None:
        if name in under_way:
            if under_way[name] is not value:
                raise TypeError(f"{name} means two things in one kernel")
            return
        if isfunction(value) and (
            value.__name__ != name or value.__closure__ or value.__defaults__
        ):
            raise TypeError(
                f"{name} is {value.__qualname__}; a compiled function has one name, "
                "no defaults, and uses nothing of a function around it"
            )
        under_way[name] = value
        for used, known in _used(value):
            found = given.get(used, known.get(used, getattr(builtins, used, GIVEN)))
            if found is GIVEN:
                raise TypeError(f"{name} uses {used}, which is neither given nor defined")
            if found is not getattr(builtins, used, None):
                resolve(used, found)
        values[name] = value

    for function in functions:
        resolve(_name_of(function), function)
    return values


def _name_of(function: Function | Written) -> str:
    return function.name if isinstance(function, Written) else function.__name__


def _used(value: object) -> Iterator[tuple[str, Mapping[str, object]]]:
    """The names that a function uses, each with the namespace that holds its value."""
    if isinstance(value, Written):
        known = {**KNOWN_NAMES, **value.uses}
        code = compile(value.text, value.name, "exec")
        yield from ((used, known) for used in _globals(code) if used != value.name)
    elif isfunction(value):
        yield from ((used, value.__globals__) for used in _globals(value.__code__))
        # An annotation may name a class of named tuples, of which Numba asks only the name.
        for annotation in value.__annotations__.values():
            if _is_structure(value.__globals__.get(annotation)):
                yield annotation, value.__globals__


# The kernels of all boards share functions; reading these again would take most of the time.
@lru_cache(1024)
def _globals(code: CodeType) -> list[str]:
    steps = dis.get_instructions(code)
    names = [step.argval for step in steps if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")]
    inner = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    return [*names, *chain.from_iterable(map(_globals, inner))]


_text_of = lru_cache(1024)(getsource)


def _is_structure(value: object) -> bool:
    return isclass(value) and issubclass(value, tuple) and hasattr(value, "_fields")


def _source(values: Mapping[str, object], entries: set[str], forced: Collection[str]) -> str:
    for name in forced:
        if not isfunction(values.get(name)):
            raise TypeError(f"{name} is to be forced, but the kernel uses no such function")
    constants, texts = [], []
    for name, value in values.items():
        if isinstance(value, Written):
            how = INLINED if value.inlined else ENTRY if name in entries else HELPER
            texts.append(f"{how}\n{value.text}")
        elif isfunction(value):
            how = ENTRY if name in entries else FORCED if name in forced else HELPER
            texts.append(f"{how}\n{_text_of(value)}")
        else:
            constants.append(f"{name} = {_literal(name, value)}")
    return "\n\n\n".join(["\n".join([HEAD, *constants]), *map(str.rstrip, texts)]) + "\n"


def _literal(name: str, value: Any) -> str:
    """The value as an expression for a source that imports NumPy and `namedtuple`."""
    if value is np:
        return "numpy"
    if isclass(value) and issubclass(value, np.generic):
        return f"numpy.{value.__name__}"
    if _is_structure(value):
        return f"namedtuple({name!r}, {value._fields})  # {value.__module__}.{value.__qualname__}"
    if isinstance(value, np.generic):
        return f"numpy.{value.dtype}({value.item()!r})"
    if isinstance(value, np.ndarray):
        return f"numpy.array({value.tolist()}, numpy.{value.dtype})"
    if type(value) is tuple:
        return f"({''.join(f'{_literal(name, item)}, ' for item in value)})"
    if isinstance(value, bool | int | float):
        return repr(int(value) if type(value) not in (bool, float) else value)
    raise TypeError(
        f"{name} is {value!r}; a kernel can use numbers, arrays, functions, named tuples and NumPy"
    )


def _plain(values: Mapping[str, object]) -> dict[str, object]:
    """The values with plain Python functions, which give no warning if a word overflows."""
    space = {**values, "__builtins__": builtins}
    for name, value in values.items():
        if isinstance(value, Written):
            exec(value.text, space)  # noqa: S102 - written here
        elif isfunction(value):
            space[name] = FunctionType(value.__code__, space, name)
    # Only around entry functions, since the context would take most of the time of inner calls.
    quiet = np.errstate(over="ignore")
    return {
        name: quiet(each) if isfunction(each) and name in values else each
        for name, each in space.items()
    }
