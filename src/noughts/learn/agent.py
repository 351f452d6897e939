"""The base class of all agents: players with a weight for each move in each state of a graph."""

from __future__ import annotations

import secrets
from abc import abstractmethod
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

import numpy as np

from noughts.arrays.choosing.choosers import BatchPolicy
from noughts.arrays.positions import Positions
from noughts.core.position import Position
from noughts.core.rules import Rules, as_rules
from noughts.errors import PlayerError
from noughts.evaluate.policies import AnyPolicy, OfPositions, as_policy
from noughts.kernels.dtypes import Array, Float64s, Int64s
from noughts.learn.graph import Graph, graph_of
from noughts.learn.update_kernel import NO_MOVE
from noughts.players.agent_constants import MOST
from noughts.players.base import Player
from noughts.players.random_numbers import Numbers

Weights = Int64s


class Agent(Player):
    """A player that learns on one board. `games` is the number of games it has learned from.

    An agent has its own stream of random numbers, so the same seed and the same training give the
    same agent.
    """

    kind: ClassVar[str]  # its name in files and commands

    def __init__(self, rules: Rules | str, shared: bool, seed: int | None) -> None:
        super().__init__(seed)
        self.rules: Rules = as_rules(rules)
        self.graph: Graph = graph_of(self.rules, shared)
        state = Numbers(secrets.randbits(64) if seed is None else seed).state
        self.stream: Array = np.array([state], np.uint64)
        self.games = 0

    @abstractmethod
    def weights(self) -> Weights:
        """The weight of each move in each state, int64 [states, actions]."""

    @abstractmethod
    def settings(self) -> dict[str, object]:
        """The arguments that construct the agent, without board and seed, as JSON values."""

    @abstractmethod
    def tables(self) -> dict[str, Array]:
        """The learned state: arrays that files store, and that `load_agent` fills."""

    @abstractmethod
    def flawed(self, tables: dict[str, Array]) -> bool:
        """Whether arrays of the right shapes and dtypes hold values that learning never gives."""

    @cached_property
    def policy(self) -> BatchPolicy:
        """The agent as a batch policy, which changes as the agent learns."""
        return OfPositions(self._stated, self.rules, self.name)

    def probabilities(self, position: Position) -> dict[int, Fraction]:
        """Each move's share of the total weight. Raises `PlayerError` for another board."""
        if position.rules != self.rules:
            raise PlayerError(f"{self.name} has learnt {self.rules}, not {position.rules}")
        weights, sharing = self._shared(Positions.of([position], self.rules))
        total = sum(Fraction(int(w), int(n)) for w, n in zip(weights[0], sharing[0], strict=True))
        return {
            move: Fraction(int(weight), int(sharing[0, move])) / total
            for move, weight in enumerate(weights[0])
            if weight
        }

    def _stated(self, positions: Positions) -> Float64s:
        weights, sharing = self._shared(positions)
        chances: Float64s = weights / sharing
        chances /= chances.sum(axis=1, keepdims=True)
        return chances

    def _shared(self, positions: Positions) -> tuple[Weights, Weights]:
        """By position, the weight of each move, and how many equivalent moves share this weight.

        If all legal moves of a position have weight 0, each of them gets weight 1.
        """
        states, moves = self.graph.find(positions)
        rows = states[:, np.newaxis]
        legal = self.graph.after[rows, moves] != NO_MOVE
        alike = self.graph.alike[rows, moves]
        weights = self.weights()[rows, alike] * legal
        sharing = self.graph.alike_count[rows, moves]
        empty = ~weights.any(axis=1)
        weights[empty], sharing[empty] = legal[empty], 1
        return weights, sharing


def weights_of(policy: AnyPolicy, graph: Graph) -> Weights:
    """A policy's probabilities as weights, to within 2**-27, in one position of each state."""
    chances = as_policy(policy, graph.rules).probabilities(graph.positions)
    weights = np.rint(chances * MOST).astype(np.int64)
    weights[chances > 0] = np.maximum(weights[chances > 0], 1)
    return weights
