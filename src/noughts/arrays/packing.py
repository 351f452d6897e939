"""Arrays of codes as packed bytes, and back: the bulk twin of `codecs.packing.Packing`.

`pack` makes the same bytes as `Packing.pack`. A packing is either plain, with the same whole number
of bits for each code, or of mixed radix, with several codes in each block of up to 8 bytes.

Codes are an array [n] of the narrowest unsigned dtype that holds them. Codes of more than 64 bits,
such as those of `pair` on 8x8, are a uint64 array [n, words], the lowest word first.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from noughts.arrays.checks import as_array, bounded, integers, owned, refuse_masked
from noughts.arrays.memory import narrowest
from noughts.arrays.packing_kernel import LongCodes, Loops, loops
from noughts.codecs.packing import Packing
from noughts.core.message_text import quoted, shown
from noughts.errors import ArrayError, CodeError
from noughts.expressions.limbs import WORD, Limbs, split
from noughts.kernels.dtypes import Array, Bools, Codes, Lane, Uint8s, Uint64s

# An object that holds packed bytes in contiguous memory.
Packed = bytes | bytearray | memoryview | Array


def pack(codes: npt.ArrayLike, packing: Packing, out: Uint8s | None = None) -> Uint8s:
    """Pack codes into whole blocks of bytes, in a new uint8 array or in `out`.

    `codes` is an array [n] of any integer dtype, or uint64 [n, words] for codes of more than 64
    bits. `out` has `packing.bytes_for(n)` bytes.

    >>> pack([31, 764, 0], Packing.best(765)).tobytes().hex()
    '2beb08000000'

    Raises `CodeError` for a code out of range, naming the first such item, and `ArrayError` for an
    `out` that does not fit. After an error, `out` is unchanged.
    """
    loop = loops_of(packing)
    codes = checked_codes(codes, packing, packing.size)
    packed = _output(out, (packing.bytes_for(len(codes)),), np.dtype(np.uint8))
    whole = len(codes) // loop.group * loop.group
    middle = packed[: packing.bytes_for(whole)].view("<u8")
    words = np.require(middle, np.uint64, "A")
    loop.pack(_frozen(codes[:whole].reshape(-1)), words)
    if words is not middle:  # if the caller's bytes are not aligned as words
        middle[...] = words
    if whole < len(codes):
        group = np.zeros((loop.group, *codes.shape[1:]), codes.dtype)
        group[: len(codes) - whole] = codes[whole:]
        last = np.empty(loop.words, np.uint64)
        loop.pack(_frozen(group.reshape(-1)), last)
        end = packed[middle.nbytes :]
        end[...] = last.astype("<u8").view(np.uint8)[: len(end)]
    return packed


def unpack(
    packed: Packed,
    packing: Packing,
    start: int = 0,
    stop: int | None = None,
    out: Codes | None = None,
) -> Codes:
    """Unpack the codes from `start` up to but excluding `stop`, into a new array or into `out`.

    The result is an array [n] of the narrowest unsigned dtype that holds the codes or, for codes of
    more than 64 bits, uint64 [n, words]. `packed` is bytes or an array of bytes. Without `stop`,
    all codes from `start` on are unpacked.

    >>> unpack(bytes.fromhex("2beb08000000"), Packing.best(765), 1, 3)
    array([764,   0], dtype=uint16)

    Raises `CodeError` for a range beyond the last code and for a block that no codes produce, and
    `ArrayError` if `packed` is not contiguous bytes or `out` does not fit. After an error, `out` is
    unchanged.
    """
    loop = loops_of(packing)
    packed = _bytes(packed)
    held = len(packed) // packing.length * packing.items
    stop = held if stop is None else stop
    if not 0 <= start <= stop <= held:
        raise CodeError(f"codes {start} to {stop} were asked for; {len(packed)} bytes hold {held}")
    codes = _output(out, (stop - start, *_columns(loop)), code_dtype(packing))
    # The codes from `inner` to `outer` are in whole groups; the others are in parts of groups.
    inner = min(-(-start // loop.group) * loop.group, stop)
    outer = max(stop // loop.group * loop.group, inner)
    spans = [span for span in ((start, inner), (inner, outer), (outer, stop)) if span[0] < span[1]]
    pieces = [(*span, _words(packed, packing, *span)) for span in spans]
    for begin, _, words in pieces:
        bad = int(loop.first_bad(words)) if loop.first_bad else -1
        if bad >= 0:  # the units of a group are blocks, if some unit can be bad
            packing.block(packed, begin // loop.group * loop.units + bad)
    for begin, end, words in pieces:
        piece = codes[begin - start : end - start]
        if (begin, end) == (inner, outer):
            loop.unpack(words, piece.reshape(-1))
        else:
            group = np.empty((loop.group, *_columns(loop)), codes.dtype)
            loop.unpack(words, group.reshape(-1))
            piece[...] = group[begin % loop.group :][: end - begin]
    return codes


def get(packed: Packed, packing: Packing, items: npt.ArrayLike, out: Codes | None = None) -> Codes:
    """The codes at the indices `items` [n], in this order, and in the form that `unpack` returns.

    Only the bytes of these codes are read.

    >>> get(bytes.fromhex("2beb08000000"), Packing.best(765), [1, 1, 0])
    array([764, 764,  31], dtype=uint16)

    Raises `CodeError` for an index out of range, naming the first such item, and for a block that
    no codes produce.
    """
    loop = loops_of(packing)
    packed = _bytes(packed)
    held = len(packed) // packing.length * packing.items
    items = integers(items, "items", CodeError)
    bounded(items, held - 1, "of items", f"the {held} codes", CodeError)
    codes = np.empty((len(items), loop.columns), code_dtype(packing))
    bad = int(loop.get(packed, _frozen(items.astype(np.int64)), codes))
    if bad >= 0:
        packing.block(packed, int(items[bad]) // packing.items)  # which says what is wrong
    codes = codes.reshape(-1, *_columns(loop))
    if out is None:
        return codes
    out = _output(out, codes.shape, codes.dtype)
    out[...] = codes
    return out


def code_dtype(packing: Packing) -> np.dtype[Lane]:
    """The dtype of a packing's codes, or of their words if codes have more than 64 bits."""
    return narrowest(min((packing.size - 1).bit_length(), WORD))


def loops_of(packing: Packing) -> Loops | LongCodes:
    """The packing's compiled loops. Raises `CodeError` if arrays cannot use the packing."""
    return loops(packing.size, packing.items, packing.length)


def checked_codes(codes: npt.ArrayLike, packing: Packing, size: int) -> Codes:
    """A contiguous array of the codes. Raises `CodeError`, naming the first not below `size`."""
    columns = loops_of(packing).columns
    if columns == 1:
        codes = integers(codes, "codes", CodeError)
        bounded(codes, size - 1, "of codes", "codes", CodeError)
        return np.ascontiguousarray(codes, code_dtype(packing))
    codes = as_array(codes, "codes", CodeError)
    if codes.dtype != np.uint64 or codes.shape[1:] != (columns,):
        raise CodeError(
            f"codes are an array {codes.dtype} {list(codes.shape)}; codes of more than {WORD} bits "
            f"are one uint64 [n, {columns}], low words first"
        )
    bad = beyond(codes, size - 1)
    if bad.any():
        item = int(bad.argmax())
        (code,) = ints_of(codes[item : item + 1])
        raise CodeError(f"item {item} of codes is {shown(code)}; codes are 0 to {shown(size - 1)}")
    return np.ascontiguousarray(codes)


def codes_of(ints: Iterable[int], packing: Packing) -> Codes:
    """An array of codes from ints. Raises `CodeError`, naming the first int that is not a code.

    >>> codes_of([5, 2**64], Packing.plain(128))
    array([[5, 0],
           [0, 1]], dtype=uint64)
    """
    numbers = list(ints)
    for item, number in enumerate(numbers):
        if not 0 <= number < packing.size:
            raise CodeError(
                f"item {item} is {shown(number)}; codes are 0 to {shown(packing.size - 1)}"
            )
    if loops_of(packing).columns == 1:
        return np.array(numbers, code_dtype(packing))
    columns = loops_of(packing).columns
    return np.array([split(n, columns) for n in numbers], np.uint64).reshape(-1, columns)


def ints_of(codes: Codes) -> list[int]:
    """The codes of an array as ints; the inverse of `codes_of`."""
    if codes.ndim == 1:
        return [int(code) for code in codes.tolist()]
    return [int(Limbs(words)) for words in codes.tolist()]


def beyond(codes: Codes, largest: int) -> Bools:
    """Which codes of several words, [n, words], are larger than `largest`: bool [n]."""
    larger = np.zeros(len(codes), np.bool_)
    for word, most in zip(codes.T, split(largest, codes.shape[1]), strict=True):
        larger = (word > most) | (word == most) & larger
    return larger


def _columns(loop: Loops | LongCodes) -> tuple[int, ...]:
    return (loop.columns,) if loop.columns > 1 else ()


def _words(packed: Uint8s, packing: Packing, start: int, stop: int) -> Uint64s:
    """The words of all groups that hold codes from `start` to `stop`; zeros pad the last group."""
    loop = loops_of(packing)
    length = loop.words * 8
    first, last = start // loop.group, -(-stop // loop.group)
    read = packed[first * length : last * length]
    if len(read) < (last - first) * length:
        read = np.pad(read, (0, (last - first) * length - len(read)))
    return _frozen(np.require(read.view("<u8"), np.uint64, ["A", "C"]))


def _bytes(packed: Packed) -> Uint8s:
    """Packed bytes as a read-only array. Raises `ArrayError` unless they are contiguous bytes."""
    refuse_masked(packed, "packed", ArrayError)
    try:
        return _frozen(np.frombuffer(packed, np.uint8))
    except (BufferError, TypeError, ValueError) as error:
        raise ArrayError(
            f"packed is {quoted(packed)}; bytes are needed, or an array of them without gaps"
        ) from error


def _frozen(array: Array) -> Array:
    """A read-only view. For writable arrays, Numba would compile each loop a second time."""
    view = array.view()
    view.flags.writeable = False
    return view


def _output(out: Codes | None, shape: tuple[int, ...], dtype: npt.DTypeLike) -> Array:
    """The caller's array, after a check that it fits, or a new array."""
    out = owned(out, shape, dtype)
    if not out.flags.c_contiguous:
        raise ArrayError("out has gaps between its items; a contiguous array is needed")
    return out
