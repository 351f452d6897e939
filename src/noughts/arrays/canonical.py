"""The canonical form in bulk: the least image of every position.

A position of up to 32 cells fits in one word: X's stones in the low bits, O's in the bits above. A
symmetry moves the stones of both players at once, and the least word is the least position. A board
of more than 32 cells takes one word or several for each player, and O's words are compared first.
On a flat board, each image is made by mirroring, flipping or transposing the previous one, since
these operations need shifts of only a few different lengths:

    ---  M  --M  F  -FM  M  -F-  T  TF-  M ...        every image of a square after seven steps

These steps are unrolled, so compilation time grows with their number. A box or a torus may have
hundreds of images. If a board has more than eight images, the steps are stored in arrays, and one
loop for all such boards reads them.

On a board of more than 64 cells, one expression for all images would take too long to compile. On
such a board, each step is a separate loop, and arrays are compared word by word.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from noughts.arrays import canonical_kernel
from noughts.arrays.memory import WORD_CELLS
from noughts.core.geometry import AnySymmetry
from noughts.core.rules import Rules
from noughts.core.symmetry import moves, steps, transform
from noughts.emit.python import Numba, indented
from noughts.expressions.trace import Operand, Trace
from noughts.kernels.compiled_expressions import Loop, compiled, recorded
from noughts.kernels.compiler import build
from noughts.kernels.dtypes import Bitboards, Bools
from noughts.kernels.tiles import rows

PART = 1 << 14  # positions of several words whose images stay in the second-level cache


def write_least(
    x: Bitboards, o: Bitboards, x_out: Bitboards, o_out: Bitboards, rules: Rules
) -> None:
    """Fill `x_out` and `o_out` with the least image of every position."""
    if x.ndim == 1:
        least_images(rules)(x, o, x_out, o_out)
        return
    for begin in range(0, len(x), PART):
        part = slice(begin, begin + PART)
        now = (x[part], o[part])
        least = (now[0].copy(order="F"), now[1].copy(order="F"))
        for step in steps(rules):
            now = (image(now[0], step, rules), image(now[1], step, rules))
            less = _is_less(now, least)
            for side, better in zip(least, now, strict=True):
                side[less] = better[less]
        x_out[part], o_out[part] = least


def _is_less(these: tuple[Bitboards, ...], those: tuple[Bitboards, ...]) -> Bools:
    """Where `these` are less than `those`. O's words outrank X's; high words outrank low ones."""
    less = np.zeros(len(these[0]), np.bool_)
    for one, other in zip(these, those, strict=True):  # least significant first: later words win
        for a, b in zip(rows(one), rows(other), strict=True):
            less = (a < b) | (a == b) & less
    return less


def image(boards: Bitboards, by: AnySymmetry, rules: Rules) -> Bitboards:
    """The images of bitboards under a symmetry, of the same shape and dtype."""
    images = np.empty_like(boards)
    _image_loop(rules, by)(boards, images)
    return images


@cache
def _image_loop(rules: Rules, by: AnySymmetry) -> Loop:
    return recorded("image", lambda stones: transform(stones, by, rules), stones=rules.board)


UNROLLED = 7  # steps, which make the images of a square


@cache
def least_images(rules: Rules) -> Loop:
    """The loop `least_images(x, o, x_out, o_out)`.

    >>> import numpy as np
    >>> from noughts import TICTACTOE
    >>> x, o = np.array([4], np.uint16), np.array([32], np.uint16)
    >>> _ = least_images(TICTACTOE)(x, o, x, o)
    >>> x, o
    (array([1], dtype=uint16), array([2], dtype=uint16))
    """
    words = 1 if 2 * rules.cells <= WORD_CELLS else 2
    return unrolled(rules, words) if len(steps(rules)) <= UNROLLED else stepped(rules, words)


def unrolled(rules: Rules, words: int) -> Loop:
    """`least_images` with the steps unrolled into statements."""
    numba = Numba()
    inner, results = numba.inner(
        Trace(lambda x, o: images_of(x, o, rules, words), x=rules.board, o=rules.board)
    )
    best = ["x_least", "o_least"][-words:]
    images = [results[at : at + words] for at in range(0, len(results), words)]
    lines = [f"{name} = {word}" for name, word in zip(best, images[0], strict=True)]
    for image in images[1:]:
        here = ["x_image", "o_image"][-words:]
        lines += [f"{name} = {word}" for name, word in zip(here, image, strict=True)]
        less = "o_image < o_least"
        if words == 2:
            less = f"({less}) | (o_image == o_least) & (x_image < x_least)"
        lines += [f"less = {less}"]
        lines += [
            f"{name} = {word} if less else {name}" for name, word in zip(best, here, strict=True)
        ]
    if words == 1:
        x_least = numba.operation("&", "o_least", numba.literal(rules.board))
        o_least = numba.shift(">>", "o_least", rules.cells)
    else:
        x_least, o_least = best
    return compiled(
        "least_images",
        [
            "def least_images(x_in, o_in, x_out, o_out):",
            "    for i in range(len(x_in)):",
            *indented([*inner, *lines, f"x_out[i] = {x_least}", f"o_out[i] = {o_least}"], 2),
        ],
    )


def stepped(rules: Rules, words: int) -> Loop:
    """`least_images` with the steps read from arrays."""
    each = [moves(step, rules, lanes=3 - words) for step in steps(rules)]
    ends = np.cumsum([len(step) for step in each])
    flat = [(onto >> far if far > 0 else onto << -far, far) for step in each for onto, far in step]
    masks = np.array([mask for mask, _ in flat], np.uint64)
    shifts = np.array([abs(far) for _, far in flat], np.uint64)
    ups = np.array([far > 0 for _, far in flat])
    loop = build("canonical", canonical_kernel.least_images, POSITION_WORDS=words).least_images
    cells, board = np.uint64(rules.cells), np.uint64(rules.board)

    def least_images(x: Bitboards, o: Bitboards, x_out: Bitboards, o_out: Bitboards) -> None:
        x, o = x.astype(np.uint64), o.astype(np.uint64)
        positions = np.stack([x | o << cells] if words == 1 else [o, x])
        loop(positions, masks, shifts, ups, ends)
        o_out[:] = positions[0] >> cells if words == 1 else positions[0]
        x_out[:] = positions[-1] & board

    return least_images


def images_of(x: Operand, o: Operand, rules: Rules, words: int) -> tuple[Operand, ...]:
    """Every image of a position, each as one word or two."""
    image = (x | o << rules.cells,) if words == 1 else (x, o)
    found = [*image]
    for step in steps(rules):
        image = tuple(transform(word, step, rules, lanes=3 - words) for word in image)
        found += image
    return tuple(found)
