"""Check a certificate: `python checker.py FILE`. docs/theory.md describes what it says.

This needs nothing from the project: the rules stand here once more, written the slow way.
"""

import re
import sys
from collections.abc import Iterable

CLAIM = r"noughts certificate 1: ((\d\d?),(\d\d?),(\d\d?)(,misere)? ([XO]) (wins|never loses))\n"


class CertificateError(ValueError):
    """Why it proves nothing; if answers are missing, also the boards to answer, with moves."""


class Claim:
    """What is to be proved. A board is text such as `XO./.X./..O`, a cell an index into it."""

    def __init__(self, text: str) -> None:
        match = re.fullmatch(CLAIM, text, re.ASCII)
        rows, cols, k = (range(int(match[group]) if match else 0) for group in (2, 3, 4))
        cell = {(r, c): r * (len(cols) + 1) + c for r in rows for c in cols}
        steps = ((0, 1), (1, 0), (1, 1), (1, -1)) if len(cell) <= 64 else ()  # row, column, slants
        runs = ([(r + i * d, c + i * e) for i in k] for r, c in cell for d, e in steps if k)
        self.lines = [[cell[at] for at in run] for run in runs if all(at in cell for at in run)]
        if not match or not self.lines or len(cols) > 26:
            raise CertificateError(f"line 1 is not a claim on up to 64 cells, a-z: {text[:80]!r}")
        self.text, self.side, self.wins = match[1], match[6], match[7] == "wins"
        self.breaker = "OX"[(self.side == "O") != bool(match[5])]  # whose line breaks the claim
        self.start = "/".join("." * len(cols) for _ in rows)
        self.names = {n: chr(ord("a") + c) + str(r + 1) for (r, c), n in cell.items()}
        ways = [(a, b) for a in (rows, rows[::-1]) for b in (cols, cols[::-1])]
        images = [{cell[r, c]: cell[a[r], b[c]] for r, c in cell} for a, b in ways]
        images += [{cell[r, c]: cell[b[c], a[r]] for r, c in cell} for a, b in ways if rows == cols]
        self.images = [[image.get(n, n) for n in range(len(self.start))] for image in images]

    def open(self, board: str, moves: list[int]) -> bool:
        """Whether the claim is still undecided. If it fails, raises an error with the moves."""
        last = "OX"[len(moves) % 2]
        ended = any(all(board[n] == last for n in line) for line in self.lines)
        if (ended and last == self.breaker) or (self.wins and not ended and "." not in board):
            end = "does not win" if self.wins else "loses"
            raise CertificateError(f"{self.side} {end}: {' '.join(self.names[n] for n in moves)}")
        # If the other has a stone in every line, the breaker can no longer make one.
        possible = any(all(board[n] in "." + self.breaker for n in line) for line in self.lines)
        return not ended and (self.wins or possible)

    def replies(self, board: str, moves: list[int]) -> dict[str, list[int]]:
        """The boards to answer after each reply, as least images, with the moves to each."""
        asked = {}
        for after, game in steps(board, moves):
            if self.open(after, game):
                least, way = min(("".join(after[n] for n in way), way) for way in self.images)
                asked[least] = [way.index(n) for n in game]
        return asked


def steps(board: str, moves: list[int]) -> list[tuple[str, list[int]]]:
    """Every board one move away, with the moves that lead there."""
    free, mark = [n for n, at in enumerate(board) if at == "."], "XO"[len(moves) % 2]
    return [(board[:n] + mark + board[n + 1 :], [*moves, n]) for n in free]


def check(lines: Iterable[str]) -> str:
    """The claim that the lines prove. Raises `CertificateError` if they prove nothing."""
    file = enumerate(lines, 1)
    claim = Claim(next(file, (1, ""))[1])
    asked = {claim.start: []} if claim.side == "X" else claim.replies(claim.start, [])
    following: dict[str, list[int]] = {}
    while asked:
        number, text = next(file, (0, ""))
        board, _, cell = text.partition(" ")
        if board not in asked:
            missing = {at: " ".join(claim.names[n] for n in moves) for at, moves in asked.items()}
            found = f"line {number}, {text[:80]!r}," if text else "the end"
            wanted = ", ".join(f"{board} ({game})" for board, game in list(missing.items())[:3])
            raise CertificateError(f"{found} stands where {wanted} wants an answer", missing)
        answers = {claim.names[step[1][-1]] + "\n": step for step in steps(board, asked.pop(board))}
        if cell not in answers:
            raise CertificateError(f"line {number}: {cell[:80]!r} is not a free cell of {board}")
        following |= claim.replies(*answers[cell]) if claim.open(*answers[cell]) else {}
        if len(asked) + len(following) > 10**6:  # a gigabyte, or somewhat less
            raise CertificateError(f"line {number}: more than a million boards want an answer")
        asked, following = (asked, following) if asked else (following, {})  # the ply is done
    for number, text in file:
        raise CertificateError(f"line {number}: {text[:80]!r} is more than the proof needs")
    return claim.text


if __name__ == "__main__":
    try:
        for path in sys.argv[1:] or sys.exit("name a file: python checker.py FILE"):
            with open(path, errors="replace") as lines:
                print("proved:", check(iter(lambda: lines.readline(200), "")))  # noqa: T201
    except CertificateError as reason:
        sys.exit(f"refused: {reason.args[0]}")
    except OSError as reason:
        sys.exit(f"{reason.filename}: {reason.strerror}")
