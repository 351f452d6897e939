"""Check a certificate of form 1: `python strategy_checker.py FILE`; see docs/certificates.md.

This file needs nothing else from the project, and contains its own plain version of the rules.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from itertools import permutations, product
from math import prod

BOARD = r"(\d\d?,\d\d?|\d\d?(?:x\d\d?){2,5}),(\d\d?)(,torus)?(,gravity)?(,misere)?"
ENDS = "([XO]) (wins|never loses)|drawn"
CLAIM = rf"noughts certificate 1: ({BOARD}(?: after ([^:]+):)? (?:{ENDS}))\n"
OTHER_FORMS = {"2": "tree_checker.py", "3": "misere_checker.py"}
MOST_IMAGES = 4000  # of a board; all are compared to find the least
MOST_BOARDS = 10**6  # that await an answer at a time: at most about a gigabyte


class CertificateError(ValueError):
    """Why a proof fails and, if answers are missing, which side has to answer which boards."""


class Claim:
    """The claim of a certificate. `begin` starts the proof for one side; a draw is proved for both.

    A board is text such as `XO./.X./..O`, and a cell is an index into this text.
    """

    def __init__(self, text: str) -> None:
        if form := re.match("noughts certificate ([23]): ", text):
            reads = OTHER_FORMS[form[1]]
            raise CertificateError(f"line 1: it is of form {form[1]}, which {reads} reads")
        match = re.fullmatch(CLAIM, text, re.ASCII)
        sizes = [int(size) for size in re.split("[,x]", match[2])] if match else [0]
        k, wraps = int(match[3]) if match else 0, bool(match and match[4])
        self.start = empty(sizes) if prod(sizes) <= 64 else ""
        cells = (n for n, at in enumerate(self.start) if at == ".")
        cell = {at: n for n, at in zip(cells, product(*map(range, sizes)), strict=False)}
        self.lines = lines_of(sizes, k, wraps, cell)
        if not match or not self.lines or sizes[-1] > 26 or (wraps and "x" in match[2]):
            raise CertificateError(f"line 1 is not a claim on up to 64 cells, a-z: {text[:80]!r}")
        self.text, self.misere, self.wins = match[1], bool(match[6]), match[9] == "wins"
        self.names = {n: name(place) for place, n in cell.items()}
        lower = {n: cell.get((at[0] + 1, *at[1:]), n) for at, n in cell.items()}
        self.below = {n: under for n, under in lower.items() if match[5] and under != n}
        found = [*turns(sizes, k, wraps)]
        if len(found) > MOST_IMAGES:
            raise CertificateError(f"line 1: its board has {len(found)} images, over {MOST_IMAGES}")
        images = [
            {n: cell[tuple(way[at[axis]] for axis, way in turn)] for at, n in cell.items()}
            for turn in found
        ]
        self.images = [
            [image.get(n, n) for n in range(len(self.start))]
            for image in images
            if all(image[under] == self.below.get(image[n]) for n, under in self.below.items())
        ]
        self.moves: list[int] = []  # to the start
        for move in match[7].split(" ") if match[7] else []:
            ways = {self.names[way[1][-1]]: way for way in self.steps(self.start, self.moves)}
            self.start, self.moves = ways.get(move, ("", []))
            if not self.start or self.ended(self.start, self.moves):
                raise CertificateError(f"line 1: no play goes on after the move {move[:80]!r}")
        self.sides = match[8] or ["XO", "OX"][len(self.moves) % 2]

    def begin(self, side: str) -> dict[str, list[int]]:
        """The boards that this side has to answer first, each with the moves that lead to it."""
        self.side, self.breaker = side, "OX"[(side == "O") != self.misere]  # who breaks the claim
        start = self.start, self.moves
        if not self.open(*start):
            return {}
        moved_last = side == "OX"[len(self.moves) % 2]
        return self.replies(*start) if moved_last else dict([self.least(*start)])

    def ended(self, board: str, moves: list[int]) -> bool:
        """Whether the player who moved last has a line."""
        last = "OX"[len(moves) % 2]
        return any(all(board[n] == last for n in line) for line in self.lines)

    def least(self, board: str, moves: list[int]) -> tuple[str, list[int]]:
        """The least image of a board, and the moves that lead to this image."""
        least, way = min(("".join(board[n] for n in way), way) for way in self.images)
        return least, [way.index(n) for n in moves]

    def open(self, board: str, moves: list[int]) -> bool:
        """Whether the claim is undecided. If it fails, raises an error with the moves so far."""
        last, ended = "OX"[len(moves) % 2], self.ended(board, moves)
        if (ended and last == self.breaker) or (self.wins and not ended and "." not in board):
            end = "does not win" if self.wins else "loses"
            raise CertificateError(f"{self.side} {end}: {' '.join(self.names[n] for n in moves)}")
        # If the breaker's opponent has a stone in every line, the breaker can no longer make one.
        possible = any(all(board[n] in "." + self.breaker for n in line) for line in self.lines)
        return not ended and (self.wins or possible)

    def steps(self, board: str, moves: list[int]) -> list[tuple[str, list[int]]]:
        """Every board after one more move, with all moves up to it. With gravity, stones fall."""
        mark, free = "XO"[len(moves) % 2], [n for n, at in enumerate(board) if at == "."]
        rest = [n for n in free if n not in self.below or board[self.below[n]] != "."]
        return [(board[:n] + mark + board[n + 1 :], [*moves, n]) for n in rest]

    def replies(self, board: str, moves: list[int]) -> dict[str, list[int]]:
        """For each reply, the least image of the board to answer, with the moves to this image."""
        return dict(self.least(*at) for at in self.steps(board, moves) if self.open(*at))


def empty(sizes: list[int]) -> str:
    """The empty board: `/` between rows, `//` between layers of rows, and so on."""
    if len(sizes) == 1:
        return "." * sizes[0]
    return ("/" * (len(sizes) - 1)).join([empty(sizes[1:])] * sizes[0])


def name(place: tuple[int, ...]) -> str:
    """The name of a cell: its layers' numbers, if any, its column's letter and its row's number."""
    *layers, row, col = place
    return ".".join(str(layer + 1) for layer in layers) + chr(ord("a") + col) + str(row + 1)


def lines_of(
    sizes: list[int], k: int, wraps: bool, cell: dict[tuple[int, ...], int]
) -> set[frozenset[int]]:
    """All lines. A line is a set of k different cells that follow one another in one direction."""
    found = set()
    for start, way in product(cell, product((-1, 0, 1), repeat=len(sizes))):
        walk = [[at + step * i for at, step in zip(start, way, strict=True)] for i in range(k)]
        if wraps:
            walk = [[at % size for at, size in zip(on, sizes, strict=True)] for on in walk]
        line = {cell[at] for at in map(tuple, walk) if at in cell}
        if len(line) == k > 0:
            found.add(frozenset(line))
    return found


def turns(sizes: list[int], k: int, wraps: bool) -> Iterable[list[tuple[int, tuple[int, ...]]]]:
    """The symmetries: for each axis of the image, the original axis and where each coordinate goes.

    Axes of equal size may be exchanged. Along an axis, the coordinates may be reversed, and shifted
    if the board wraps. If a box has the size k along each axis, the coordinates of all axes may
    also undergo the same permutation, if it keeps opposite coordinates opposite.
    """
    alike = [[tuple(range(size)) for size in sizes]]
    if len(sizes) > 2 and {*sizes} == {k}:
        fair = [o for o in permutations(range(k)) if all(o[i] + o[~i] == k - 1 for i in range(k))]
        alike = [[order] * len(sizes) for order in fair]
    for axes, orders in product(permutations(range(len(sizes))), alike):
        if [sizes[axis] for axis in axes] == sizes:
            shifts = [range(size if wraps else 1) for size in sizes]
            each = [
                {way[by:] + way[:by] for way in (order, order[::-1]) for by in shift}
                for order, shift in zip(orders, shifts, strict=True)
            ]
            yield from ([*zip(axes, ways, strict=True)] for ways in product(*each))


def check(lines: Iterable[str]) -> str:
    """The claim that the lines prove. Raises `CertificateError` if they prove nothing."""
    file = enumerate(lines, 1)
    claim = Claim(next(file, (1, ""))[1])
    for side in claim.sides:
        follow(claim, side, file)
    for number, text in file:
        raise CertificateError(f"line {number}: {text[:80]!r} is more than the proof needs")
    return claim.text


def follow(claim: Claim, side: str, file: Iterator[tuple[int, str]]) -> None:
    """Read the answers of a side, as many as the claim requires."""
    asked = claim.begin(side)
    following: dict[str, list[int]] = {}
    while asked:
        number, text = next(file, (0, ""))
        board, _, cell = text.partition(" ")
        if board not in asked:
            missing = {at: " ".join(claim.names[n] for n in moves) for at, moves in asked.items()}
            found = f"line {number}, {text[:80]!r}," if text else "the end"
            wanted = ", ".join(f"{board} ({game})" for board, game in list(missing.items())[:3])
            raise CertificateError(f"{found} stands where {wanted} wants an answer", side, missing)
        ways = claim.steps(board, asked.pop(board))
        answers = {claim.names[way[1][-1]] + "\n": way for way in ways}
        if cell not in answers:
            raise CertificateError(f"line {number}: {cell[:80]!r} is not a free cell of {board}")
        if claim.open(*answers[cell]):
            following |= claim.replies(*answers[cell])
        if len(asked) + len(following) > MOST_BOARDS:
            raise CertificateError(f"line {number}: more than a million boards want an answer")
        if not asked:  # the ply is done
            asked, following = following, {}


if __name__ == "__main__":
    try:
        for path in sys.argv[1:] or sys.exit("name a file: python strategy_checker.py FILE"):
            with open(path, errors="replace") as lines:
                print("proved:", check(iter(lambda: lines.readline(200), "")))  # noqa: T201
    except CertificateError as reason:
        sys.exit(f"refused: {reason.args[0]}")
    except OSError as reason:
        sys.exit(f"{reason.filename}: {reason.strerror}")
