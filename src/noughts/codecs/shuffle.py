"""Spreads, gathers and reverses n bits in about log2(n) steps.

To be spread or gathered, each bit has to move a distance that is a sum of different powers of two.
For each power, one step moves at once all bits whose distances include that power. Bits are
reversed by steps that swap the halves of ever smaller blocks. The steps depend only on how many
bits there are and how these are grouped, so a codec computes them once. `interleave`,
`deinterleave` and `mirror` loop over the steps, and never over the data. Like the functions in
`core.bits`, they take an int, an array, or a solver's bit-vector.

    spread nine bits        ........hgfedcbai       (i is bit 8, a is bit 0: the picture is
    step 8                  i.......hgfedcba         drawn with the highest bit on the left)
    step 4                  i.......hgfe....dcba
    step 2                  i...hg..fe..dc..ba
    step 1                  i.h.g.f.e.d.c.b.a
"""

from __future__ import annotations

from noughts.core.bits import B

Steps = tuple[tuple[int, int], ...]


def _in_groups(count: int, size: int) -> int:
    """The mask of `count` set bits, in groups of `size` with gaps of `size` zeros between them.

    >>> format(_in_groups(9, 4), "b")
    '10000111100001111'
    """
    return sum(1 << bit + bit // size * size for bit in range(count))


def _halvings(count: int) -> list[int]:
    """The powers of two below `count`, in descending order."""
    return [1 << exponent for exponent in reversed(range((count - 1).bit_length()))]


def spread_steps(count: int) -> Steps:
    """The steps of `interleave` for `count` bits, as pairs `(shift, mask)`.

    >>> [(shift, format(mask, "b")) for shift, mask in spread_steps(4)]
    [(2, '110011'), (1, '1010101')]
    """
    return tuple((size, _in_groups(count, size)) for size in _halvings(count))


def gather_steps(count: int) -> Steps:
    """The steps of `deinterleave`, which reverse the steps of `interleave` one by one.

    >>> [(shift, format(mask, "b")) for shift, mask in gather_steps(4)]
    [(0, '1010101'), (1, '110011'), (2, '1111')]
    """
    rising = (0, *reversed(_halvings(count)))
    return tuple((size, _in_groups(count, max(2 * size, 1))) for size in rising)


def interleave(x: B, o: B, steps: Steps) -> B:
    """Interleave two numbers: bit i of `x` becomes bit 2 i, and bit i of `o` becomes bit 2 i + 1.

    >>> format(interleave(0b1011, 0b0100, spread_steps(4)), "b")
    '1100101'
    """
    for shift, mask in steps:  # one loop for both takes half the time of two loops
        x = (x | x << shift) & mask
        o = (o | o << shift) & mask
    return x | o << 1


def deinterleave(code: B, steps: Steps) -> tuple[B, B]:
    """The two numbers that `interleave` joined.

    >>> [format(stones, "b") for stones in deinterleave(0b1100101, gather_steps(4))]
    ['1011', '100']
    """
    (_, mask), *_ = steps
    x, o = code & mask, code >> 1 & mask
    for shift, mask in steps[1:]:
        x = (x | x >> shift) & mask
        o = (o | o >> shift) & mask
    return x, o


def mirror_steps(count: int, lanes: int = 1, unit: int = 1) -> Steps:
    """The steps of `mirror`, as pairs `(shift, mask)`.

    The steps reverse the order of `count` units of `unit` bits, in each of `lanes` numbers that lie
    side by side. In the first step, each of the numbers is one block. A step swaps the halves of
    every block; in a block of odd size, the middle unit stays in its place. These halves are the
    blocks of the next step, so all blocks of a step have the same size.

        5 units in a lane       e d c b a
        size 5, shift 3         b a c e d
        size 2, shift 1         a b c d e
    """
    steps = []
    starts = [lane * count for lane in range(lanes)]
    size = count
    while size > 1:
        half = size // 2
        shift = size - half
        low = sum(((1 << half * unit) - 1) << start * unit for start in starts)
        steps.append((shift * unit, low))
        starts = [start + move for start in starts for move in (0, shift)]
        size = half
    return tuple(steps)


def mirror(bits: B, steps: Steps) -> B:
    """The number with the units of each lane in reverse order.

    >>> format(mirror(0b01011, mirror_steps(5)), "05b")
    '11010'
    """
    for shift, low in steps:
        # If a bit and the bit `shift` places above it differ, flipping both swaps them.
        differ = (bits ^ bits >> shift) & low
        bits = bits ^ differ ^ differ << shift
    return bits
