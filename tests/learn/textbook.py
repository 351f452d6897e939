"""The four methods of learning as textbooks have them, on the same graph: slow and obvious."""

from __future__ import annotations

from typing import Any

import numpy as np

from noughts.learn.graph import Graph
from noughts.learn.update_kernel import DRAWN, NO_MOVE
from noughts.players.random_numbers import Numbers


class Textbook:
    """Values by state and move, or for `td` by state; float32, as the agent's."""

    def __init__(self, method: str, graph: Graph, rate: float, numbers: Numbers) -> None:
        self.method, self.graph, self.rate, self.numbers = method, graph, rate, numbers
        self.values = np.zeros((len(graph), 1 if method == "td" else graph.rules.actions))
        self.visits = np.zeros(self.values.shape)
        self.movers = [position.turn - 1 for position in graph.positions]

    def legal(self, state: int) -> list[int]:
        return [move for move, after in enumerate(self.graph.after[state]) if after != NO_MOVE]

    def worth(self, state: int, cell: int) -> float:
        if self.method != "td":
            return float(np.float32(self.values[state, cell]))
        after = self.graph.after[state, cell]
        if after >= 0:
            return self.sign(state, after) * float(np.float32(self.values[after, 0]))
        return float(after - DRAWN)

    def sign(self, state: int, then: int) -> int:
        """How what the mover of one state has counts for that of the other."""
        return 1 if self.movers[state] == self.movers[then] else -1

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
                theirs = opponent and opponent[1] != "xo"[self.movers[state]]
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
                    result = (after - DRAWN) * (1 - 2 * self.movers[state])
                state = after
            self.learn(moves, result, opponent and "xo".index(opponent[1]))
            results.append(-result if opponent and opponent[1] == "o" else result)
        return results

    def learn(self, moves: list[tuple[int, int, bool]], result: int, side: int | None) -> None:
        """From the last decision to the first."""
        states = [state for state, _, _ in moves]
        decisions = [at for at, s in enumerate(states) if side is None or self.movers[s] == side]

        def worth(at: int, to: int) -> float:
            """What a state of the game is worth to another one's mover; the result, at the end."""
            if at == len(moves):
                return result * (1 - 2 * self.movers[states[to]])
            return self.sign(states[to], states[at]) * float(self.values[states[at], 0])

        for number in reversed(range(len(decisions))):
            at, then = (*decisions, len(moves))[number : number + 2]
            state, cell, greedy = moves[at]
            mine = result * (1 - 2 * self.movers[state])
            last = then == len(moves)
            if self.method == "td" and side is None:
                if greedy:
                    self.update(state, 0, worth(then, at))
            elif self.method == "td":
                if last and at + 1 < len(moves):
                    self.update(states[at + 1], 0, worth(len(moves), at + 1))
                if greedy and number:
                    before = decisions[number - 1] + 1
                    self.update(states[before], 0, worth(at + 1, before))
            elif last or self.method == "mc":
                self.update(state, cell, mine)
            elif self.method == "sarsa":
                value = self.values[states[then], moves[then][1]]
                self.update(state, cell, self.sign(state, states[then]) * value)
            else:
                best = max(self.worth(states[then], each) for each in self.legal(states[then]))
                self.update(state, cell, self.sign(state, states[then]) * best)

    def update(self, state: int, cell: int, target: float) -> None:
        self.visits[state, cell] += 1
        step = np.float32(max(self.rate, 1 / self.visits[state, cell]))
        old = np.float32(self.values[state, cell])
        self.values[state, cell] = old + step * (np.float32(target) - old)
