"""What a student may answer to each exercise, and what they may answer first.

The functions are written as the lessons teach them, on plain numbers, not as the library has them.
"""

from __future__ import annotations

from functools import cache
from typing import Any

LINES = [7, 56, 448, 73, 146, 292, 273, 84]


def has_line(stones: int) -> bool:
    return any(stones & line == line for line in LINES)


def result(x: int, o: int) -> str:
    return "X" if has_line(x) else "O" if has_line(o) else "draw" if x | o == 511 else ""


def by_shifts(stones: int) -> bool:
    rows = stones & stones >> 1 & stones >> 2 & 0b001_001_001
    columns = stones & stones >> 3 & stones >> 6
    falling = stones & stones >> 4 & stones >> 8
    rising = stones & stones >> 2 & stones >> 4 & 0b000_000_100
    return rows | columns | falling | rising != 0


def in_rows(stones: int, rows: int, cols: int, k: int) -> bool:
    starts = sum(1 << row * cols + col for row in range(rows) for col in range(cols - k + 1))
    for step in range(k):
        starts &= stones >> step
    return starts != 0


@cache
def value(x: int, o: int) -> int:
    if has_line(x) or has_line(o):
        return -1
    free = [cell for cell in range(9) if not (x | o) >> cell & 1]
    return max((-value(*played(x, o, cell)) for cell in free), default=0)


def played(x: int, o: int, cell: int) -> tuple[int, int]:
    return (x | 1 << cell, o) if x.bit_count() == o.bit_count() else (x, o | 1 << cell)


def best(x: int, o: int) -> list[int]:
    free = [cell for cell in range(9) if not (x | o) >> cell & 1]
    worth = {cell: -value(*played(x, o, cell)) for cell in free}
    return [cell for cell in free if worth[cell] == max(worth.values())]


def bits(count: int) -> int:
    needed = 0
    while 2**needed < count:
        needed += 1
    return needed


def encode(marks: list[int]) -> int:
    number = 0
    for mark in reversed(marks):
        number = number * 3 + mark
    return number


def decode(number: int) -> list[int]:
    marks = []
    for _ in range(9):
        number, mark = divmod(number, 3)
        marks.append(mark)
    return marks


def mixed(digits: list[int], sizes: tuple[int, ...]) -> int:
    number = 0
    for digit, size in zip(digits, sizes, strict=True):
        number = number * size + digit
    return number


def mirror(stones: int) -> int:
    return (stones & 0b001_001_001) << 2 | stones & 0b010_010_010 | stones >> 2 & 0b001_001_001


def transposed(stones: int) -> int:
    cells = [cell for cell in range(9) if stones >> cell & 1]
    return sum(1 << cell % 3 * 3 + cell // 3 for cell in cells)


def least(x: int, o: int) -> int:
    found = []
    for _ in range(4):
        x, o = mirror(x), mirror(o)
        found.append(x | o << 9)
        x, o = transposed(x), transposed(o)
        found.append(x | o << 9)
    return min(found)


# Lesson 6.


def row_ends(stones: int) -> int:
    first = 0b001_001_001
    at_first = stones >> 1 & stones >> 2 & first
    in_middle = stones & stones >> 2 & first
    at_last = stones & stones >> 1 & first
    return at_first | in_middle << 1 | at_last << 2


def any_stone(stones: int) -> int:
    found = stones
    for cell in range(1, 9):
        found = found | stones >> cell
    return found & 1


def turned(boards: list[int]) -> list[int]:
    slices = []
    for cell in range(9):
        of_cell = 0
        for game, stones in enumerate(boards):
            if stones & 1 << cell:
                of_cell = of_cell | 1 << game
        slices.append(of_cell)
    return slices


# Lesson 7.


def learned(beads: list[int], bead: int, result: int) -> list[int]:
    if result == 1:
        return sorted(beads + [bead] * 3)
    if result == 0:
        return sorted([*beads, bead])
    beads.remove(bead)
    return sorted(beads)


def chance(beads: list[int], cell: int) -> float:
    return beads.count(cell) / len(beads) if beads else 0


@cache
def average(x: int, o: int) -> float:
    if has_line(x) or has_line(o):
        return 1 if has_line(x) else -1
    free = [cell for cell in range(9) if not (x | o) >> cell & 1]
    values = [average(*played(x, o, cell)) for cell in free]
    return sum(values) / len(values) if values else 0


# Lesson 8.


def line_count(rows: int, cols: int, k: int) -> int:
    across, down = cols - k + 1, rows - k + 1
    return rows * across + down * cols + 2 * down * across


def holds(pairs: list[tuple[int, int]], lines: list[int]) -> bool:
    cells = [cell for pair in pairs for cell in pair]
    if len(cells) != len(set(cells)):
        return False
    masks = [1 << a | 1 << b for a, b in pairs]
    return all(any(line & mask == mask for mask in masks) for line in lines)


@cache
def x_wins(x: int, o: int) -> bool:
    if has_line(x):
        return True
    if has_line(o) or x | o == 511:
        return False
    after = [x_wins(*played(x, o, cell)) for cell in range(9) if not (x | o) >> cell & 1]
    return any(after) if x.bit_count() == o.bit_count() else all(after)


PAIRS = [(5, 9), (3, 6), (4, 7), (11, 15), (8, 10), (2, 14), (12, 13)]

RIGHT: dict[str, Any] = {
    "1.1": "10011",
    "1.2": 0b010_010_010,
    "1.3": lambda stones, cell: stones >> cell & 1 == 1,
    "1.4": lambda x, o: (x | o) ^ 0b111_111_111,
    "1.5": lambda stones, start, end: stones ^ (1 << start) ^ (1 << end),
    "2.1": LINES[::-1],
    "2.2": has_line,
    "2.3": lambda x, o: [cell for cell in range(9) if (x | o) >> cell & 1 == 0],
    "2.4": result,
    "3.1": 0b001_110_000,
    "3.2": 0b00011_00011_00011_00011,
    "3.3": by_shifts,
    "3.4": in_rows,
    "4.1": [-1, 0, -1],
    "4.2": value,
    "4.3": best,
    "4.4": 549946,
    "5.1": bits,
    "5.2": encode,
    "5.3": decode,
    "5.4": mixed,
    "5.5": mirror,
    "5.6": least,
    "6.1": lambda mask, a, b: b ^ (a ^ b) & mask,
    "6.2": any_stone,
    "6.3": row_ends,
    "6.4": turned,
    "6.5": 27382,
    "6.6": 0b0101_1010_0101_0011,
    "7.1": (7, 15),
    "7.2": learned,
    "7.3": chance,
    "7.4": 2201,
    "7.5": 289,
    "7.6": average,
    "8.1": line_count,
    "8.2": (0, PAIRS),
    "8.3": holds,
    "8.4": x_wins,
    "8.5": 5,
}

# Wrong answers, and what is said to them.
WRONG: list[tuple[str, object, str]] = [
    ("1.1", 19, "The answer is a text of the digits 0 and 1; 19 is not."),
    ("1.1", "102", "The answer is a text of the digits 0 and 1; '102' is not."),
    ("1.1", "0", "As a binary number, 0 is 0."),
    ("1.1", "10000", "As a binary number, 10000 is 16."),
    ("1.2", "b", "The answer is a number; 'b' is not."),
    ("1.2", 512, "A number of this board lies between 1 and 511; 512 does not."),
    ("1.2", 16, "On the board 16 the stones are on cell 4."),
    (
        "1.3",
        lambda stones, cell: stones & 1 << cell,
        "Your function gives 2 for 0b000000010, 1, the board .X./.../...",
    ),
    (
        "1.4",
        lambda x, o: ~(x | o),
        "Your function gives -1 for x = 0b000000000 and o = 0b000000000, the board .../.../...",
    ),
    (
        "1.5",
        lambda stones, _, end: stones | 1 << end,
        "Your function gives 3 for 0b000000001, 0, 1: the stones are on cell 0",
    ),
    ("2.1", 7, "The answer is a list of numbers; 7 is not."),
    ("2.1", [7, 11], "11 is cells 0, 1 and 3: that is not a line."),
    ("2.1", [512], "512 is not on the board: that is not a line."),
    ("2.1", [7, 7, 56], "All of these are lines; 6 more are missing."),
    ("2.2", 7, "The answer is a function; 7 is not."),
    (
        "2.2",
        lambda _: [][0],
        "Your function raises IndexError for 0b000000000, the board .../.../...: "
        "list index out of range",
    ),
    ("3.1", "abc", "The answer is a number from 0 to 511."),
    ("3.1", 0b11100, "This is the board that the lesson shows. Find another."),
    ("3.1", 0b1111, "This board has 4 stones."),
    ("3.1", 0b1011, "With stones on cells 0, 1 and 3, the test finds no line."),
    ("3.1", 0b111, "The test is right: this is a line."),
    (
        "3.4",
        lambda stones, _rows, _cols, k: "1" * k in f"{stones:b}",
        "Your function gives True for 0b1110, 3, 3, 3: stones on cells 1, 2 and 3",
    ),
    ("4.1", 0, "The answer is a list of 3 numbers; 0 is not."),
    ("4.1", [-1, 1, -1], "1 is not right for b3. What will O answer?"),
    ("4.4", "many", "The answer is a number; 'many' is not."),
    ("4.4", 5478, "5478 is too few. Count every call, the first too."),
    ("4.4", 986410, "986410 is too many. Count every call, the first too."),
    ("5.1", lambda count: count.bit_length(), "Your function gives 1 for 1"),
    ("5.4", lambda digits, _: sum(digits), "Your function gives 1 for [0, 1, 0], (7, 24, 60)"),
    (
        "6.1",
        lambda mask, a, b: a if mask else b,
        "Your function gives 0 for 0b000100101, 0b000000000, 0b000101011",
    ),
    (
        "6.2",
        lambda stones: stones & 1,
        "Your function gives 0 for 0b000000010, the board .X./.../...",
    ),
    (
        "6.2",
        lambda stones: 1 if stones else 0,
        "Right for numbers. For slices it gives 1, which is not slices.",
    ),
    (
        "6.2",
        lambda stones: min(stones, 1),
        "Right for numbers. For slices it raises TypeError: '<' not supported between instances "
        "of 'int' and 'Slices'",
    ),
    (
        "6.2",
        lambda stones: (stones | -stones) >> 9 & 1,
        "Right for numbers. In slices it gives 0 for 0b000000001, the board X../.../...",
    ),
    ("6.5", 0, "0 is too few."),
    ("6.5", 65536, "65536 is too many."),
    ("6.6", "0101", "The answer is a number from 0 to 65535; '0101' is not."),
    ("6.6", 0b111, "X has 3 stones there, not 8."),
    ("6.6", 0b1111_1111, "There X has a line, on cells 0, 1, 2 and 3."),
    ("6.6", 0b1010_1100_0011_0101, "There X has a line, on cells 0, 5, 10 and 15."),
    ("7.1", 0.5, "The answer is a pair of numbers, as in (4, 12); 0.5 is not."),
    ("7.1", (7, 12), "Not 12 beads in all. How many are put in after a win?"),
    ("7.1", (4, 15), "Not 4 beads of the middle. How many are put in after a win?"),
    (
        "7.2",
        lambda beads, *_: beads.clear(),  # what is shown is the box as it was
        "Your function gives None for [0, 1, 4, 0, 1, 4, 0, 1, 4, 0, 1, 4], 0, 1",
    ),
    (
        "7.3",
        lambda beads, cell: beads.count(cell),
        "Your function gives 4 for [0, 1, 4, 0, 1, 4, 0, 1, 4, 0, 1, 4], 0",
    ),
    (
        "7.3",
        lambda *_: "often",
        "Your function gives 'often' for [0, 1, 4, 0, 1, 4, 0, 1, 4, 0, 1, 4], 0",
    ),
    ("7.5", 304, "304 is too many."),
    ("8.2", 0, "The answer is a cell and a list of pairs; 0 is not."),
    ("8.2", (0, [(2, 3, 4)]), "The answer is a cell and a list of pairs; (0, [(2, 3, 4)]) is not."),
    ("8.2", (0, [(2, 16)]), "The cells are those from 0 to 15; 16 is not one."),
    ("8.2", (0, [(2, 1)]), "Cell 1 is there twice; X has cell 1."),
    ("8.2", (0, PAIRS[1:]), "The line on cells 1, 5, 9 and 13 has no stone of O and no pair."),
    ("8.5", 4, "4 is too few."),
]
