"""Reads QR codes of level M, as ISO/IEC 18004 has them, to test the page that writes such codes.

It is written from the reader's side, with the tables of the standard. Nothing is corrected: a code
that would need it is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

Rows = list[str]

# Bytes that a code of each version holds at level M, from the standard's table.
HOLDS = [
    *(14, 26, 42, 62, 84, 106, 122, 152, 180, 213),
    *(251, 287, 331, 362, 412, 450, 504, 560, 624, 666),
    *(711, 779, 857, 911, 997, 1059, 1125, 1190, 1264, 1370),
    *(1452, 1538, 1628, 1722, 1809, 1911, 1989, 2099, 2213, 2331),
]
# Blocks of each version at level M: how many, and of how many codewords each with its correction.
BLOCKS = {
    1: [(1, 26, 16)],
    2: [(1, 44, 28)],
    3: [(1, 70, 44)],
    4: [(2, 50, 32)],
    5: [(2, 67, 43)],
    6: [(4, 43, 27)],
    7: [(4, 49, 31)],
    8: [(2, 60, 38), (2, 61, 39)],
    9: [(3, 58, 36), (2, 59, 37)],
    10: [(4, 69, 43), (1, 70, 44)],
    14: [(4, 64, 40), (5, 65, 41)],
    20: [(3, 67, 41), (13, 68, 42)],
    27: [(22, 73, 45), (3, 74, 46)],
    32: [(10, 74, 46), (23, 75, 47)],
    40: [(18, 75, 47), (31, 76, 48)],
}
CENTRES = {  # of the small squares, on both axes
    1: [],
    2: [6, 18],
    3: [6, 22],
    4: [6, 26],
    5: [6, 30],
    6: [6, 34],
    7: [6, 22, 38],
    8: [6, 24, 42],
    9: [6, 26, 46],
    10: [6, 28, 50],
    14: [6, 26, 46, 66],
    20: [6, 34, 62, 90],
    27: [6, 34, 62, 90, 118],
    32: [6, 34, 60, 86, 112, 138],
    40: [6, 30, 58, 86, 114, 142, 170],
}
FLIPS: list[Callable[[int, int], bool]] = [
    lambda i, j: (i + j) % 2 == 0,
    lambda i, _: i % 2 == 0,
    lambda _, j: j % 3 == 0,
    lambda i, j: (i + j) % 3 == 0,
    lambda i, j: (i // 2 + j // 3) % 2 == 0,
    lambda i, j: i * j % 2 + i * j % 3 == 0,
    lambda i, j: (i * j % 2 + i * j % 3) % 2 == 0,
    lambda i, j: ((i + j) % 2 + i * j % 3) % 2 == 0,
]
CORNER = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
SQUARE = ["11111", "10001", "10101", "10001", "11111"]


def read(rows: Rows) -> str:
    """The text of a code. Raises `AssertionError` where anything of it is not as it should be."""
    size = len(rows)
    assert {len(row) for row in rows} == {size}
    version, rest = divmod(size - 17, 4)
    assert rest == 0
    fixed = check_frame(rows, version)
    flips = FLIPS[mask_of(rows)]
    bits = [(rows[i][j] == "1") != flips(i, j) for i, j in zigzag(size) if (i, j) not in fixed]
    assert not any(bits[len(bits) & ~7 :])  # what is left over
    words = [
        sum(bit << 7 - at for at, bit in enumerate(bits[begin : begin + 8]))
        for begin in range(0, len(bits) - 7, 8)
    ]
    return text_of(data_of(words, version), 8 if version < 10 else 16)


def check_frame(rows: Rows, version: int) -> set[tuple[int, int]]:
    """Look at all that is the same in each code; the places of all that is not data."""
    size = len(rows)
    fixed: set[tuple[int, int]] = set()

    def stamp(top: int, left: int, picture: Rows) -> None:
        for i, row in enumerate(picture):
            assert rows[top + i][left : left + len(row)] == row, (top, left)
            fixed.update((top + i, left + j) for j in range(len(row)))

    blank = ["0" * 8]
    for top, left in [(0, 0), (0, size - 7), (size - 7, 0)]:
        stamp(top, left, CORNER)
        stamp(7 if top == 0 else size - 8, left and left - 1, blank)
        stamp(top and top - 1, 7 if left == 0 else size - 8, ["0"] * 8)
    centres = CENTRES[version]
    for i in centres:
        for j in centres:
            if not {(i, j), (j, i)} & {(6, 6), (6, size - 7)}:
                stamp(i - 2, j - 2, SQUARE)
    for at in range(8, size - 8):
        assert rows[6][at] == rows[at][6] == "10"[at % 2]
        fixed |= {(6, at), (at, 6)}
    fixed |= {*format_places(size)[0], *format_places(size)[1], (size - 8, 8)}
    assert rows[size - 8][8] == "1"
    if version > 6:
        fixed |= check_version(rows, version)
    return fixed


def format_places(size: int) -> list[list[tuple[int, int]]]:
    """Where the fifteen bits of the format stand, from the highest, in both copies."""
    around = [(8, j) for j in (0, 1, 2, 3, 4, 5, 7, 8)] + [(i, 8) for i in (7, 5, 4, 3, 2, 1, 0)]
    apart = [(size - 1 - i, 8) for i in range(7)] + [(8, size - 8 + j) for j in range(8)]
    return [around, apart]


def mask_of(rows: Rows) -> int:
    """The number of the mask; the level must be M, both copies alike and without a fault."""
    one, other = (int("".join(rows[i][j] for i, j in p), 2) for p in format_places(len(rows)))
    assert one == other
    bits = one ^ 0b101010000010010
    assert divided(bits, 0b10100110111) == 0
    assert bits >> 13 == 0b00  # level M
    return bits >> 10 & 7


def check_version(rows: Rows, version: int) -> set[tuple[int, int]]:
    """Look at the two copies of the version; their places."""
    size = len(rows)
    below = [(size - 11 + k % 3, k // 3) for k in range(17, -1, -1)]
    beside = [(j, i) for i, j in below]
    for places in (below, beside):
        bits = int("".join(rows[i][j] for i, j in places), 2)
        assert bits >> 12 == version
        assert divided(bits, 0b1111100100101) == 0
    return {*below, *beside}


def divided(bits: int, by: int) -> int:
    """What is left of a polynomial over the field of two."""
    while bits.bit_length() >= by.bit_length():
        bits ^= by << bits.bit_length() - by.bit_length()
    return bits


def zigzag(size: int) -> Iterator[tuple[int, int]]:
    """Every module that may hold data, in the order of reading."""
    upwards = True
    for right in [*range(size - 1, 7, -2), 5, 3, 1]:
        for i in range(size - 1, -1, -1) if upwards else range(size):
            yield from [(i, right), (i, right - 1)]
        upwards = not upwards


# Logarithms in the field of 256.
POWERS = [1]
while len(POWERS) < 255:
    POWERS.append(POWERS[-1] << 1 ^ (0x11D if POWERS[-1] & 128 else 0))
LOGARITHMS = {power: at for at, power in enumerate(POWERS)}


def value_at(words: list[int], power: int) -> int:
    """A polynomial at a power of 2; zero for a whole block where nothing is to be corrected."""
    degree = len(words) - 1
    terms = [
        POWERS[(LOGARITHMS[word] + power * (degree - at)) % 255]
        for at, word in enumerate(words)
        if word
    ]
    found = 0
    for term in terms:
        found ^= term
    return found


def data_of(words: list[int], version: int) -> list[int]:
    """The codewords of the data in their order, from blocks that need no correction."""
    sizes = [(total, data) for count, total, data in BLOCKS[version] for _ in range(count)]
    assert len(words) == sum(total for total, _ in sizes)
    left = iter(words)
    blocks: list[list[int]] = [[] for _ in sizes]
    for at in range(max(data for _, data in sizes)):
        for block, (_, data) in zip(blocks, sizes, strict=True):
            if at < data:
                block.append(next(left))
    for _ in range(sizes[0][0] - sizes[0][1]):
        for block in blocks:
            block.append(next(left))
    for block, (total, data) in zip(blocks, sizes, strict=True):
        assert [value_at(block, power) for power in range(total - data)] == [0] * (total - data)
    return [word for block, (_, data) in zip(blocks, sizes, strict=True) for word in block[:data]]


def text_of(data: list[int], length_bits: int) -> str:
    """The text of a segment of bytes; what follows it must be padding."""
    bits = "".join(f"{word:08b}" for word in data)
    assert bits[:4] == "0100"
    begin = 4 + length_bits
    end = begin + 8 * int(bits[4:begin], 2)
    rest = bits[end:]
    assert "1" not in rest[: 4 + -(end + 4) % 8]
    padding = rest[4 + -(end + 4) % 8 :]
    assert padding == ("1110110000010001" * len(padding))[: len(padding)]
    return bytes(int(bits[at : at + 8], 2) for at in range(begin, end, 8)).decode()
