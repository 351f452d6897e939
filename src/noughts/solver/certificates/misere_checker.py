"""Check a certificate of form 3: `python misere_checker.py FILE`; see docs/certificates.md.

This file has its own version of the rules: whoever finishes a line loses. Cell sets are bitmasks.
"""

import re
import sys
from collections.abc import Iterable
from functools import reduce
from itertools import permutations, product
from math import prod

POSITION = r"(\d\d?,\d\d?|\d\d?(?:x\d\d?){2,5}),(\d\d?)(,torus)?,misere(?: after ([^:]+):)?"
CLAIM = rf"noughts certificate 3: ({POSITION} (?:([XO]) (wins|never loses)|drawn))\n"
OTHER_FORMS = {"1": "strategy_checker.py", "2": "tree_checker.py"}
MOST_LINES = 3 * 10**6  # of a file: at most about a gigabyte of memory
Place = tuple[int, int, int, int]  # what matters in a position in which I am to move


class CertificateError(ValueError):
    """The reason why a file proves nothing."""


class Board:
    """The cells, lines and images of a board. An image lists where the cells 0, 1, ... go."""

    def __init__(self, sizes: list[int], k: int, wraps: bool) -> None:
        places = [*product(*map(range, sizes))] if prod(sizes) <= 64 else []
        bit, lines, images = {at: 1 << n for n, at in enumerate(places)}, set(), set()
        for way, at in product(product((-1, 0, 1), repeat=len(sizes)), places):
            axes = [*zip(at, way, sizes if wraps else [999] * len(sizes), strict=True)]
            walk = {tuple((on + step * i) % size for on, step, size in axes) for i in range(k)}
            lines.add(sum(bit.get(on, 0) for on in walk))
        steps = [range(0, prod(sizes[n:]), prod(sizes[n + 1 :]) or 1) for n in range(len(sizes))]
        for order, way in product(permutations(steps), product((1, -1), repeat=len(sizes))):
            if places and [*map(len, order)] == sizes:
                to = (axis[::turn] for axis, turn in zip(order, way, strict=True))
                images.add(tuple(reduce(lambda at, by: [c << n for c in at for n in by], to, [1])))
        self.lines = sorted(line for line in lines if line.bit_count() == k > 0)
        self.images, self.all = sorted(images), sum(bit.values())
        columns = [".".join(str(on + 1) for on in at[:-2]) + chr(97 + at[-1]) for at in places]
        self.cells = {f"{columns[n]}{at[-2] + 1}": bit[at] for n, at in enumerate(places)}

    def possible(self, other: int) -> list[int]:
        """The lines that a side can still finish if the other side has these stones."""
        return [line for line in self.lines if not line & other]

    def safe(self, own: int, free: int) -> int:
        """The free cells where a stone does not finish a line for a side that has these stones."""
        lacks = {line & ~own for line in self.lines}
        return free & ~sum(cell for cell in lacks if not cell & (cell - 1))

    def matters(self, mine: int, yours: int) -> Place:
        """My stones, yours and free cells in lines still possible, and how many cells are free."""
        own, others = (reduce(int.__or__, self.possible(stones), 0) for stones in (yours, mine))
        free = self.all & ~(mine | yours)
        return mine & own, yours & others, free & (own | others), free.bit_count()


class Checker:
    """Reads a file line by line, and keeps the positions for which it has proved the claim.

    "I" am the side that answers; "you" are the other side. `depth` is the current line's indent.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self.file, self.number = enumerate(lines, 1), 0
        self.next()
        if form := re.match("noughts certificate ([12]): ", self.text):
            raise self.error(f"it is of form {form[1]}, which {OTHER_FORMS[form[1]]} reads")
        match = re.fullmatch(CLAIM, self.text, re.ASCII)
        sizes = [int(size) for size in re.split("[,x]", match[2])] if match else [0]
        self.board = Board(sizes, int(match[3]) if match else 0, bool(match and match[4]))
        if not match or not self.board.lines or sizes[-1] > 26 or (match[4] and "x" in match[2]):
            raise self.error(f"{self.text[:80]!r} is not a claim on up to 64 cells, a-z")
        self.claim, moves, sides, end = match.group(1, 5, 6, 7)
        turns, mover, other, self.words = "XO", 0, 0, moves.split(" ") if moves else []
        while self.words:
            cell = self.take(self.board.all & ~(mover | other))
            turns, mover, other = turns[::-1], other, mover | cell
        if any(line in (line & mover, line & other) for line in self.board.lines):
            raise self.error("the game is over after", [moves])
        self.winning = end == "wins"
        self.next()
        for me in sides or turns:
            self.known = dict[int, Place]()
            mine, yours = (mover, other) if me == turns[0] else (other, mover)
            if self.text == "reflect\n" and not moves and self.reflects(me):
                self.next()
            elif me == turns[0] or self.words[:2] == ["-", "pairs"]:
                if self.words.pop(0) != "-" or self.depth:
                    raise self.error(f"{me} moves first, and its line begins with -")
                self.stops(mine, yours, [], 0)
            else:
                self.holds(mine, yours, [], 0)
        if self.text:
            raise self.error(f"{self.text[:80]!r} is more than the proof needs")

    def reflects(self, me: str) -> bool:
        """Whether the claim holds if I always take the cell opposite to your last stone."""
        centre, rest = divmod(len(self.board.cells), 2)
        if me == "O" or not rest:
            return me == "O" and not rest and not self.winning
        begin = 1 << centre  # X begins in the centre
        through = [line for line in self.board.lines if line & begin]
        fits = all(line == self.opposite(line) != begin for line in through)
        return fits and not (self.winning and self.splits(begin, 0))

    def opposite(self, cells: int) -> int:
        """The cells opposite to the given cells."""
        many = len(self.board.cells)
        return sum(1 << many - 1 - n for n in range(many) if cells >> n & 1)

    def splits(self, mine: int, yours: int) -> bool:
        """Whether the sides can split each free pair of opposite cells without finishing a line."""
        if any(line in (line & mine, line & yours) for line in self.board.lines):
            return False
        free = self.board.all & ~(mine | yours)
        one, other = free & -free, self.opposite(free & -free)
        ways = ((mine | one, yours | other), (mine | other, yours | one))
        return not free or any(self.splits(*way) for way in ways)

    def error(self, reason: str, game: Iterable[str] = ()) -> CertificateError:
        """The error for the current line, with the reason and the moves of a game."""
        return CertificateError(f"line {self.number}: {reason} {' '.join(game)}".rstrip())

    def next(self) -> None:
        """Read the next line: its depth and its words."""
        self.number, self.text = next(self.file, (self.number + 1, ""))
        self.words = self.text.lstrip(" ").removesuffix("\n").split(" ")
        self.depth = len(self.text) - len(self.text.lstrip(" "))
        if self.text[-1:] not in ("", "\n") or self.number > MOST_LINES + (not self.text):
            raise self.error(f"it is cut off, too long, or one of more than {MOST_LINES:,} lines")

    def take(self, free: int) -> int:
        """The free cell that the next word names."""
        word = self.words.pop(0)
        if not self.board.cells.get(word, 0) & free:
            raise self.error(f"{word[:80]!r} is not a cell to be taken")
        return self.board.cells[word]

    def holds(self, mine: int, yours: int, game: list[str], depth: int) -> None:
        """You move. Moves that finish no line need answers; cells in no possible line share one."""
        free, (_, _, matters, _) = self.board.all & ~(mine | yours), self.board.matters(mine, yours)
        safe = asked = self.board.safe(yours, free)
        while self.depth == depth and self.text:
            after, reply = [*game, self.words[0]], self.take(safe)
            asked &= ~reply if reply & matters else matters  # all other cells are alike
            self.stops(mine, yours | reply, after, depth)
        if asked or (self.winning and not free):
            words = [word for word, cell in self.board.cells.items() if cell & asked]
            raise self.error("there is no answer to", [*game, *words[:1]])

    def stops(self, mine: int, yours: int, game: list[str], depth: int) -> None:
        """My side answers, with the current line and the lines below it."""
        number, words, place = self.number, self.words, self.board.matters(mine, yours)
        rest, free = self.board.possible(yours), self.board.all & ~(mine | yours)
        if match := re.fullmatch(r"=([0-9]{1,7})(?:/([0-9]{1,5}))?", " ".join(words)):
            known, to = self.known.get(int(match[1])), self.board.images[int(match[2] or 0) :]
            if not known or not to:
                raise self.error(f"{match[0]} has not been proved")
            turned = (sum(t for n, t in enumerate(to[0]) if c >> n & 1) for c in known[:3])
            if (*turned, known[3]) != place:
                raise self.error(f"{match[0]} proves nothing of", game)
            self.next()
            return
        answer = pairs = 0
        if words and words[0] != "pairs":
            game = [*game, words[0]]
            answer = self.take(self.board.safe(mine, free))
            free ^= answer
        if words[:1] == ["pairs"]:
            words.pop(0)
            while words and "-" in words[0]:
                words[:1] = words[0].split("-", 1)
                pair = self.take(free)
                pair |= self.take(free ^ pair)
                free, pairs = free ^ pair, pairs | pair
                rest = [line for line in rest if pair & ~line]
        below = rest or self.winning
        if words or (below and (pairs or not answer)):
            raise self.error(f"{self.text.strip()[:80]!r} does not keep the claim after", game)
        self.next()
        if below:
            self.holds(mine | answer, yours, game, depth + 1)
        self.known[number] = place


def check(lines: Iterable[str]) -> str:
    """The claim that the lines prove. Raises `CertificateError` if they prove nothing."""
    return Checker(line.replace("\r\n", "\n") for line in lines).claim


if __name__ == "__main__":
    try:
        for path in sys.argv[1:] or sys.exit("name a file: python misere_checker.py FILE"):
            with open(path, errors="replace", newline="\n") as lines:
                print("proved:", check(iter(lambda: lines.readline(1000), "")))  # noqa: T201
    except (CertificateError, OSError) as reason:
        sys.exit(f"refused: {reason}")
