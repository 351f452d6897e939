"""Checks of array arguments. The errors name the first bad item."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn, TypeGuard

import numpy as np
import numpy.typing as npt

from noughts.core.message_text import shortened, shown
from noughts.errors import ArrayError, NoughtsError
from noughts.kernels.dtypes import Array


def as_array(given: npt.ArrayLike, name: str, error: type[NoughtsError]) -> Array:
    """The argument as an array. Masked items are refused: NumPy would use their hidden values."""
    refuse_masked(given, name, error)
    try:
        return np.asarray(given)
    except (TypeError, ValueError) as why:  # rows of different lengths, or memory of another device
        raise error(f"{name} cannot become an array: {shortened(str(why))}") from why


def refuse_masked(given: object, name: str, error: type[NoughtsError]) -> None:
    """Raise an error that names the first masked item, if there is one."""
    if _can_mask(given) and np.ma.is_masked(given):
        masked = np.atleast_1d(np.ma.getmaskarray(given))
        item = int(np.argwhere(masked)[0, 0])
        raise error(f"item {item} of {name} is masked; an array without masked items is needed")


def _can_mask(given: object) -> TypeGuard[Array]:
    # The answer for a plain array needs no `np.ma`, which NumPy imports at its first use.
    is_derived = isinstance(given, np.ndarray) and type(given) is not np.ndarray
    return is_derived and isinstance(given, np.ma.MaskedArray)


def integers(given: npt.ArrayLike, name: str, error: type[NoughtsError], rows: str = "") -> Array:
    """The given values as an array [n] of integers; if `given` is empty, it may have any dtype.

    If `given` is a two-dimensional array, `rows` is added to the error message: a text that names
    what accepts such an array.
    """
    array = as_array(given, name, error)
    if array.dtype == np.float64 and not isinstance(given, np.ndarray):
        array = _whole(given, array)
    if array.ndim != 1:
        way = f"; {rows}" if rows and array.ndim == 2 else ""
        raise error(f"{name} has the shape {array.shape}; an array of one dimension is needed{way}")
    if array.dtype.kind not in "iu":
        if len(array):
            raise error(f"{name} is an array of {array.dtype}; integers are needed")
        array = array.astype(np.uint8)
    return array


def _whole(given: npt.ArrayLike, floats: Array) -> Array:
    """`given` as uint64 if all its items are non-negative ints; otherwise `floats`, unchanged."""
    items = np.asarray(given, object)
    if all(isinstance(item, int | np.integer) and item >= 0 for item in items.flat):
        return items.astype(np.uint64)
    return floats


def whole(number: object, name: str, least: int = 0) -> int:
    """The argument as an int. Raises `ArrayError` unless it is an integer of at least `least`."""
    if not isinstance(number, int | np.integer) or number < least:
        raise ArrayError(f"{name} is {number!r}; a whole number from {least} is needed")
    return int(number)


def bounded(array: Array, highest: int, of: str, kind: str, error: type[NoughtsError]) -> None:
    """Raise an error that names the first item below 0 or above `highest`, if there is one."""
    # A limit that the dtype cannot exceed needs no check.
    limits = np.iinfo(array.dtype)
    low, high = limits.min < 0, limits.max > highest
    if len(array) and ((low and array.min() < 0) or (high and array.max() > highest)):
        item = int(np.flatnonzero((array < 0) | (array > highest))[0])
        raise error(
            f"item {item} {of} is {shown(int(array[item]))}; {kind} are 0 to {shown(highest)}"
        )


def owned(
    out: Array | None,
    shape: int | tuple[int, ...],
    dtype: npt.DTypeLike,
    name: str = "out",
) -> Array:
    """`out`, or a new array if it is None. Raises `ArrayError` if `out` does not fit."""
    shape = (shape,) if isinstance(shape, int) else shape
    if out is None:
        return np.empty(shape, dtype)
    if not isinstance(out, np.ndarray) or _can_mask(out):
        raise ArrayError(f"{name} is a {type(out).__name__}; a plain array is needed")
    if out.shape != shape or out.dtype != dtype or not out.flags.writeable:
        state = "" if out.flags.writeable else ", read-only"
        raise ArrayError(
            f"{name} is an array of {out.dtype} {list(out.shape)}{state}; "
            f"one of {np.dtype(dtype)} {list(shape)} that can be written is needed"
        )
    return out


def refuse_first(wrong: Array, twin: Callable[[int], object]) -> NoReturn:
    """Raise the error that the function `twin` raises for the first item where `wrong` is not 0."""
    item = int(np.flatnonzero(wrong)[0])
    try:
        twin(item)
    except NoughtsError as error:
        raise type(error)(f"item {item}: {error}") from None
    raise AssertionError(f"item {item} is refused in bulk but accepted alone")
