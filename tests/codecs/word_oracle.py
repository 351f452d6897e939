"""The game word again, from its description alone: fields by name, moves by list, no bit tricks."""

from __future__ import annotations

from dataclasses import dataclass, replace

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@dataclass(frozen=True)
class Machine:
    cells: tuple[int, ...] = (0,) * 9
    turn: bool = True  # player 1's
    typed: int = 0
    error: bool = False
    result: int = 0

    def step(self, number: int) -> Machine:
        typed = (number - 1) % 1024
        if typed > 8 or self.cells[typed]:
            return replace(self, typed=typed, error=True)
        mark = 1 if self.turn else 2
        cells = (*self.cells[:typed], mark, *self.cells[typed + 1 :])
        return Machine(cells, not self.turn, typed, False, judge(cells))

    def to_int(self) -> int:
        text = f"{self.result:02b}{self.error:b}{self.typed:010b}{self.turn:b}"
        text += "".join(f"{mark:02b}" for mark in reversed(self.cells))
        return int.from_bytes(int(text, 2).to_bytes(4, "big"), "big", signed=True)

    @classmethod
    def from_int(cls, word: int) -> Machine:
        text = f"{int.from_bytes(word.to_bytes(4, 'big', signed=True), 'big'):032b}"
        pairs = [text[at : at + 2] for at in range(14, 32, 2)]
        return cls(
            cells=tuple(int(pair, 2) for pair in reversed(pairs)),
            turn=text[13] == "1",
            typed=int(text[3:13], 2),
            error=text[2] == "1",
            result=int(text[:2], 2),
        )


def judge(cells: tuple[int, ...]) -> int:
    for player in (1, 2):
        if any(all(cells[cell] == player for cell in line) for line in LINES):
            return player
    return 0 if 0 in cells else 3
