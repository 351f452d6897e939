"""Check a certificate of form 2: `python tree_checker.py FILE`; see docs/certificates.md.

This file contains its own plain version of the rules. Sets of cells are ints, used as bitmasks.
"""

import re
import sys
from collections.abc import Iterable
from functools import reduce
from itertools import permutations, product
from math import prod

BOARD = r"(\d\d?,\d\d?|\d\d?(?:x\d\d?){2,5}),(\d\d?)(,torus)?(,misere)?"
PROVED = "(?: after ([^:]+):)? (?:([XO]) (wins|never loses)|drawn)"
STOLEN = "(?<!misere) (X never loses|drawn, X) by strategy stealing"
CLAIM = rf"noughts certificate 2: ({BOARD}(?:{PROVED}|{STOLEN}))\n"
OTHER_FORMS = {"1": "strategy_checker.py", "3": "misere_checker.py"}
MOST_LINES = 3 * 10**6  # of a file: at most about a gigabyte of memory
Rest = tuple[int, ...]  # what a proof rests on: a zone of free cells, and stones of mine


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

    def alive(self, dead: int) -> list[int]:
        """The lines that contain none of these cells."""
        return [line for line in self.lines if not line & dead]

    def ends(self, stones: int, free: int) -> dict[int, int]:
        """Each free cell that completes a line of these stones, with the last line it completes."""
        return {c: line for line in self.lines if (c := line & ~stones) & free and not c & (c - 1)}


class Checker:
    """Reads a file line by line, and keeps what each line of the file has proved.

    "I" means the side that answers, "you" the other. `dead` cells have my stones or are in pairs.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self.file, self.number = enumerate(lines, 1), 0
        self.next()
        if form := re.match("noughts certificate ([13]): ", self.text):
            raise self.error(f"it is of form {form[1]}, which {OTHER_FORMS[form[1]]} reads")
        match = re.fullmatch(CLAIM, self.text, re.ASCII)
        sizes = [int(size) for size in re.split("[,x]", match[2])] if match else [0]
        self.board = Board(sizes, int(match[3]) if match else 0, bool(match and match[4]))
        if not match or not self.board.lines or sizes[-1] > 26 or (match[4] and "x" in match[2]):
            raise self.error(f"{self.text[:80]!r} is not a claim on up to 64 cells, a-z")
        self.claim, misere, moves, side, end, stolen = match.group(1, 5, 6, 7, 8, 9)
        turns, mover, other, self.words = "XO", 0, 0, moves.split(" ") if moves else []
        while self.words:
            cell = self.take(self.board.all & ~(mover | other))
            turns, mover, other = turns[::-1], other, mover | cell
        if any(line in (line & mover, line & other) for line in self.board.lines):
            raise self.error("the game is over after", [moves])
        self.winning = end == "wins"
        self.next()
        for me in side or {None: turns, "drawn, X": "O", "X never loses": ""}[stolen]:
            self.you, self.known = "XO"[me == "X"], dict[int, tuple[int, ...]]()
            mine, yours = (mover, other) if me == turns[0] else (other, mover)
            if misere:  # O takes the cell opposite
                reflected = (me, end, moves, prod(sizes) % 2, self.text)
                if reflected != ("O", "never loses", None, 0, "reflect\n"):
                    raise self.error("in misere `reflect` proves that O never loses an even board")
                self.next()
            elif me == turns[1]:
                self.holds(mine, yours, mine, [], 0)
            elif self.words.pop(0) != "-" or self.depth:
                raise self.error(f"{me} moves first, and its line begins with -")
            else:
                self.stops(mine, yours, mine, [], 0)
        if self.text:
            raise self.error(f"{self.text[:80]!r} is more than the proof needs")

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
            raise self.error(f"{word[:80]!r} is not a free cell")
        return self.board.cells[word]

    def holds(self, mine: int, yours: int, dead: int, game: list[str], depth: int) -> Rest:
        """You move. Unless I threaten, each cell in the zones of all answers needs an answer."""
        free, found = self.board.all & ~(yours | dead), dict[int, Rest]()
        zone, stones, asked = 0, 0, free
        while self.depth == depth and self.text:
            after, reply = [*game, self.words[0]], self.take(free)
            found[reply] = own = self.stops(mine, yours | reply, dead, after, depth)
            zone, stones, asked = zone | own[0], stones | own[1], asked & own[0]
        asked &= ~sum(found)
        if found and not asked:
            return zone, stones
        threats = self.board.ends(mine, free)  # your side can do nothing but stop them
        if len(threats) == 1 and found.keys() >= threats.keys():
            zone, stones, *_ = found[min(threats)]
        elif len(threats) < 2:
            words = [word for word, cell in self.board.cells.items() if cell & asked]
            raise self.error("there is no answer to", [*game, *words[:1]])
        for cell, line in sorted(threats.items())[:2]:
            zone, stones = zone | cell, stones | line & ~cell
        return self.widened(zone, free, dead, 2, game), stones

    def widened(self, zone: int, free: int, dead: int, least: int, game: list[str]) -> int:
        """The zone and the free cells of lines with no `dead` cell and fewer than `least` in it."""
        for line in self.board.alive(dead):
            zone |= line & free if (line & zone).bit_count() < least else 0
            if (line & zone).bit_count() < least:
                raise self.error(f"{self.you} is the first to finish a line after", game)
        return zone

    def stops(self, mine: int, yours: int, dead: int, game: list[str], depth: int) -> Rest:
        """I answer, here and in lines below. A reference to a line means only its first answer."""
        number, before, words = self.number * (not self.text[:depth].strip()), dead, self.words
        rest, free = self.board.alive(dead), self.board.all & ~(yours | dead)
        if any(not line & ~yours for line in rest):
            raise self.error(f"{self.you} has a line:", game)
        if match := re.fullmatch(r"=([0-9]{1,7})(?:/([0-9]{1,5}))?", " ".join(words)):
            known, to = self.known.get(int(match[1]) or -1), self.board.images[int(match[2] or 0) :]
            if not known or not to:
                raise self.error(f"{match[0]} has not been proved")
            zone, stones, there = (sum(t for n, t in enumerate(to[0]) if c >> n & 1) for c in known)
            if zone & ~free or stones & ~mine or any(line & there for line in rest):
                raise self.error(f"{match[0]} proves nothing of", game)
            self.next()
            return zone, stones, there
        answer = paired = zone = stones = 0
        if words and words[0] not in ("pairs", "weights"):
            game, answer = [*game, words[0]], self.take(free)
            rest, free = [line for line in rest if not line & answer], free ^ answer
        on = bool(answer and words and words[0] in self.board.cells)  # your next move follows
        if words[:1] == ["pairs"]:
            words.pop(0)
            while words and "-" in words[0]:
                words[:1] = words[0].split("-", 1)
                pair = (one := self.take(free)) | self.take(free ^ one)
                rest, free, paired = [x for x in rest if pair & ~x], free ^ pair, paired | pair
        line, dead = self.board.ends(mine, answer).get(answer, 0), dead | answer | paired
        weight = sum(1 << 64 - (line & free).bit_count() for line in rest) << (answer > 0)
        light = words == ["weights"] and weight < 1 << 64 and not self.winning
        below, cells = not light and (rest or self.winning), reduce(int.__or__, rest, 0)
        if (words and not (light or (on and below))) or (below and (not answer or cells & paired)):
            raise self.error(f"{self.text.strip()[:80]!r} does not stop {self.you} after", game)
        self.depth += on
        if not on:
            self.next()
        zone = cells & free
        if line and not (paired or light) and self.depth <= depth:
            zone, stones = self.widened(answer, free | answer, before, 1, game), line
        elif below:
            zone, stones, *_ = self.holds(mine | answer, yours, dead, game, depth + 1)
        self.known[number] = zone | answer | paired, stones & ~answer, before
        return self.known[number]


def check(lines: Iterable[str]) -> str:
    """The claim that the lines prove. Raises `CertificateError` if they prove nothing."""
    return Checker(line.replace("\r\n", "\n") for line in lines).claim


if __name__ == "__main__":
    try:
        for path in sys.argv[1:] or sys.exit("name a file: python tree_checker.py FILE"):
            with open(path, errors="replace", newline="\n") as lines:
                print("proved:", check(iter(lambda: lines.readline(1000), "")))  # noqa: T201
    except (CertificateError, OSError) as reason:
        sys.exit(f"refused: {reason}")
