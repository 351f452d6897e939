"""Moves n bits apart, together and end to end, in about log2(n) steps.

Bits that move by the same distance move together, and every distance is a sum of powers of two; so
a step moves half of the bits by one power of two. The steps depend only on the number of bits. A
codec works them out once, and the loops here run over them, so these are bit expressions in the
sense of `bits`: they take an int, an array, or a solver's bit-vector.

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
    """The mask of `count` bits in groups of `size`, with gaps as wide as the groups.

    >>> format(_in_groups(9, 4), "b")
    '10000111100001111'
    """
    return sum(1 << bit + bit // size * size for bit in range(count))


def _halvings(count: int) -> list[int]:
    """The powers of two below `count`, falling."""
    return [1 << exponent for exponent in reversed(range((count - 1).bit_length()))]


def spread_steps(count: int) -> Steps:
    """The steps of `interleave` for `count` bits: `(shift, mask)`.

    >>> [(shift, format(mask, "b")) for shift, mask in spread_steps(4)]
    [(2, '110011'), (1, '1010101')]
    """
    return tuple((size, _in_groups(count, size)) for size in _halvings(count))


def gather_steps(count: int) -> Steps:
    """The steps of `deinterleave`: they undo the steps of `interleave` one by one.

    >>> [(shift, format(mask, "b")) for shift, mask in gather_steps(4)]
    [(0, '1010101'), (1, '110011'), (2, '1111')]
    """
    rising = (0, *reversed(_halvings(count)))
    return tuple((size, _in_groups(count, max(2 * size, 1))) for size in rising)


def interleave(x: B, o: B, steps: Steps) -> B:
    """Bit i of `x` moves to bit 2 i, and bit i of `o` to the bit above it.

    >>> format(interleave(0b1011, 0b0100, spread_steps(4)), "b")
    '1100101'
    """
    for shift, mask in steps:  # both in one loop: half the time that two would take
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
    """The steps of `mirror`: `(shift, mask)`.

    In each of `lanes` numbers that lie side by side, `count` units of `unit` bits change places
    end to end. A step swaps the halves of every block; where the size is odd, the unit in the
    middle is where it belongs. The halves are the next step's blocks, so all have one size.

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
    """The units in reverse order, lane by lane.

    >>> format(mirror(0b01011, mirror_steps(5)), "05b")
    '11010'
    """
    for shift, low in steps:
        # Where a bit and the one `shift` above it differ, both flip, which swaps them.
        differ = (bits ^ bits >> shift) & low
        bits = bits ^ differ ^ differ << shift
    return bits
