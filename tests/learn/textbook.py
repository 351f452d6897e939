"""The four methods of learning as textbooks have them, on the same graph: slow and obvious."""

from __future__ import annotations

from typing import Any

import numpy as np

from noughts.learn.graph import Graph
from noughts.learn.kernel import LINED, TAKEN
from noughts.players.random_numbers import Numbers


class Textbook:
    """Values in a dict, by state and cell, or for `td` by state; float32, as the agent's."""

    def __init__(self, method: str, graph: Graph, rate: float, numbers: Numbers) -> None:
        self.method, self.graph, self.rate, self.numbers = method, graph, rate, numbers
        self.values = np.zeros((len(graph), 1 if method == "td" else graph.rules.cells))
        self.visits = np.zeros(self.values.shape)
        self.line = -1 if graph.rules.misere else 1

    def legal(self, state: int) -> list[int]:
        return [
            cell for cell in range(self.graph.rules.cells) if self.graph.after[state, cell] != TAKEN
        ]

    def worth(self, state: int, cell: int) -> float:
        if self.method != "td":
            return float(np.float32(self.values[state, cell]))
        after = self.graph.after[state, cell]
        if after >= 0:
            return -float(np.float32(self.values[after, 0]))
        return self.line if after == LINED else 0

    def best(self, state: int) -> int:
        return max(self.legal(state), key=lambda cell: (self.worth(state, cell), -cell))

    def play(self, games: int, opponent: Any, explore: tuple[float, float]) -> list[int]:
        results = []
        for game in range(games):
            chance = explore[0] + (explore[1] - explore[0]) * game / games
            moves: list[tuple[int, int, bool]] = []
            state, result = 0, None
            while result is None:
                number = self.numbers.draw()
                theirs = opponent and opponent[1] != "xo"[len(moves) % 2]
                cell, greedy = self.best(state), True
                if theirs:
                    weights = opponent[0][state]
                    drawn = (number >> 32) * sum(weights) >> 32
                    ends = np.cumsum(weights)
                    cell = int((ends <= drawn).sum())
                elif number % 2**32 < int(chance * 2**32):
                    legal = self.legal(state)
                    cell, greedy = legal[(number >> 32) * len(legal) >> 32], False
                moves.append((state, cell, greedy))
                after = int(self.graph.after[state, cell])
                if after < 0:
                    mine = self.line if after == LINED else 0
                    result = mine if len(moves) % 2 else -mine
                state = after
            self.learn(moves, result, opponent and "xo".index(opponent[1]))
            results.append(-result if opponent and opponent[1] == "o" else result)
        return results

    def learn(self, moves: list[tuple[int, int, bool]], result: int, side: int | None) -> None:
        """From the last decision to the first."""
        decisions = [at for at in range(len(moves)) if side is None or at % 2 == side]
        for at in reversed(decisions):
            state, cell, greedy = moves[at]
            mine = result if at % 2 == 0 else -result
            then = at + (1 if side is None else 2)
            sign = -1 if side is None else 1
            last = then >= len(moves)
            if self.method == "td" and side is None:
                if greedy:
                    self.update(state, 0, mine if last else -self.values[moves[then][0], 0])
            elif self.method == "td":
                if at == len(moves) - 2:
                    self.update(moves[at + 1][0], 0, -mine)
                if greedy and at >= 2:
                    ended = at == len(moves) - 1
                    target = -mine if ended else self.values[moves[at + 1][0], 0]
                    self.update(moves[at - 1][0], 0, target)
            elif last or self.method == "mc":
                self.update(state, cell, mine)
            elif self.method == "sarsa":
                self.update(state, cell, sign * self.values[moves[then][0], moves[then][1]])
            else:
                best = max(self.worth(moves[then][0], each) for each in self.legal(moves[then][0]))
                self.update(state, cell, sign * best)

    def update(self, state: int, cell: int, target: float) -> None:
        self.visits[state, cell] += 1
        step = np.float32(max(self.rate, 1 / self.visits[state, cell]))
        old = np.float32(self.values[state, cell])
        self.values[state, cell] = old + step * (np.float32(target) - old)
