"""Functions on codes in Dask arrays. They return Dask arrays, which Dask computes lazily.

On each partition, `encode` and `decode` apply their namesakes in `noughts.arrays`, but with
positions as bitboards. `convert` decodes and encodes, and `values` applies `Positions.values`. The
results are the same as without Dask. An error about an item gives its index in the whole array.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.arrays.coding import api
from noughts.arrays.coding.converting import (
    converted,
    counted_from,
    positions_of,
    values_for,
)
from noughts.arrays.memory import board_dtype
from noughts.arrays.positions import Positions
from noughts.codecs import codec
from noughts.codecs.converting import check_convertible
from noughts.core.rules import TICTACTOE, Rules, as_rules
from noughts.errors import ArrayError
from noughts.expressions.limbs import words_for
from noughts.system.extras import require

Array = Any  # of Dask, which has no types
Block = npt.NDArray[Any]


def convert(codes: Array, source: str, target: str, rules: Rules | str = TICTACTOE) -> Array:
    """Convert an array [n] of codes of the codec `source` into codes of the codec `target`.

    An array of codes that take several words has the shape [n, words].

    >>> import dask.array as da
    >>> convert(da.from_array([7316, 0], chunks=1), "record", "base4").compute()
    array([ 661, 6553], dtype=uint32)

    Raises what `arrays.encode` and `arrays.decode` raise. If a codec is unknown, or if `target`
    needs moves that `source` does not hold, the error is raised at once. An error about an item is
    raised when Dask computes that item.
    """
    rules = as_rules(rules)
    check_convertible(codec(source, rules), codec(target, rules))
    of_block = partial(_converted, source=source, target=target, rules=rules)
    (made,) = _of_blocks(of_block, [codes], [_codes_like(target, rules)])
    return made


def decode(codes: Array, name: str, rules: Rules | str = TICTACTOE) -> tuple[Array, Array]:
    """The bitboards of X and O for an array [n] of codes; for a game, those of its last position.

    >>> import dask.array as da
    >>> x, o = decode(da.from_array([81, 1], chunks=1), "base3")
    >>> x.compute()
    array([16,  1], dtype=uint16)

    Raises what `convert` raises.
    """
    rules = as_rules(rules)
    api.code_dtype(name, rules)
    side = board_dtype(rules), words_for(rules.cells)
    x, o = _of_blocks(partial(_decoded, name=name, rules=rules), [codes], [side, side])
    return x, o


def encode(x: Array, o: Array, name: str, rules: Rules | str = TICTACTOE) -> Array:
    """The codes [n] of positions whose bitboards are `x` and `o`, arrays with the same partitions.

    >>> import dask.array as da
    >>> x = da.from_array([1, 16], chunks=1)
    >>> encode(x, da.zeros_like(x), "base3").compute()
    array([ 1, 81], dtype=uint16)

    Raises what `convert` raises, and `PositionError` for bitboards that form no position.
    """
    rules = as_rules(rules)
    like = _codes_like(name, rules)
    (made,) = _of_blocks(partial(_encoded, name=name, rules=rules), [x, o], [like])
    return made


def values(codes: Array, name: str, rules: Rules | str = TICTACTOE) -> Array:
    """The value of each position in an array [n] of codes: +1, 0 or -1, as in `Positions.values`.

    >>> import dask.array as da
    >>> values(da.from_array([0, 7], chunks=1), "base3").compute()
    array([0, 1], dtype=int8)

    Raises what `convert` and `Positions.values` raise. Each worker needs the file with the board's
    table, unless the board is so small that its table is computed in memory.
    """
    rules = as_rules(rules)
    api.code_dtype(name, rules)
    like = np.dtype(np.int8), 1
    (made,) = _of_blocks(partial(_valued, name=name, rules=rules), [codes], [like])
    return made


def _codes_like(name: str, rules: Rules) -> tuple[npt.DTypeLike, int]:
    """The dtype of codes, and the number of words that a code takes."""
    return api.code_dtype(name, rules), words_for(codec(name, rules).bits)


def _of_blocks(
    function: Callable[..., tuple[Block, ...]],
    arrays: list[Array],
    likes: list[tuple[npt.DTypeLike, int]],
) -> list[Array]:
    """Apply a function to blocks of arrays. `likes` gives each result's dtype and number of words.

    For each partition, the function is called with the index of the partition's first item, and
    with the partition's block of each array.
    """
    require("cluster", "arrays of Dask")
    import dask.array as da
    from dask import delayed

    lengths = arrays[0].chunks[0]
    if any(each.chunks[0] != lengths for each in arrays):
        raise ArrayError(
            "x and o have different partitions; x.rechunk and o.rechunk give them the same"
        )
    if any(length != length for length in lengths):  # as after a filter
        raise ArrayError("the partitions have unknown lengths; compute_chunk_sizes() finds them")
    # The words of a number stay together.
    whole = [each.rechunk({1: -1}) if each.ndim > 1 else each for each in arrays]
    blocks = zip(*(each.to_delayed().reshape(len(lengths)) for each in whole), strict=True)
    firsts = np.cumsum([0, *lengths]).tolist()
    made: list[list[Array]] = [[] for _ in likes]
    for first, length, given in zip(firsts, lengths, blocks, strict=False):
        found = delayed(function, nout=len(likes))(first, *given)
        for number, (dtype, words) in enumerate(likes):
            part = da.from_delayed(found[number], shape(length, words), dtype)
            made[number].append(part)
    return [da.concatenate(parts) for parts in made]


def shape(length: int, words: int) -> tuple[int, ...]:
    """The shape of an array of `length` numbers that take `words` words each."""
    return (length,) if words <= 1 else (length, words)


def _converted(first: int, codes: Block, source: str, target: str, rules: Rules) -> tuple[Block]:
    with counted_from(first):
        return (converted(codes, source, target, rules),)


def _decoded(first: int, codes: Block, name: str, rules: Rules) -> tuple[Block, Block]:
    with counted_from(first):
        positions = positions_of(api.decode(codes, name, rules))
    return positions.x, positions.o


def _encoded(first: int, x: Block, o: Block, name: str, rules: Rules) -> tuple[Block]:
    with counted_from(first):
        positions = Positions(x, o, rules)
        return (api.encode(values_for(codec(name, rules), positions), name),)


def _valued(first: int, codes: Block, name: str, rules: Rules) -> tuple[Block]:
    with counted_from(first):
        return (positions_of(api.decode(codes, name, rules)).values(),)
