"""`choose`: a player's move in each of many positions."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.arrays.checks import refuse_first
from noughts.arrays.choosing.choosers import BatchPolicy, chooser, loops
from noughts.arrays.positions import Positions
from noughts.errors import ArrayError
from noughts.players.adapters import AnyPlayer, as_player
from noughts.players.random_numbers import STEP, Numbers


def choose(
    positions: Positions, player: AnyPlayer | BatchPolicy = "random", seed: int | None = None
) -> npt.NDArray[np.uint8]:
    """The cells [n], uint8, that a player takes, one in each position.

    `player` is a name, a `Player`, a function from a position to a cell, or a `BatchPolicy`. Named
    players choose by compiled loops, others position by position. Equal seeds draw equal moves:
    each item by a number of its own.

    >>> choose(Positions.start(3).play([0, 4, 8]), "perfect")
    array([4, 0, 4], dtype=uint8)

    Raises `GameOverError`, naming the first item without a legal cell, `PlayerError` for a player
    or probabilities that are not valid, `TooLargeError` for a board that it cannot play, or of more
    than 64 cells, and `RulesError` for a game without a law that the player needs.
    """
    if not isinstance(positions, Positions):
        raise ArrayError(f"{positions!r} is not Positions")
    rules = positions.rules
    given = player if isinstance(player, BatchPolicy) else as_player(player)
    choosing = chooser(given, rules)
    legal = positions.legal()
    if not legal.all():
        refuse_first(legal == 0, lambda item: as_player("random").ready(positions[item]))
    state = Numbers(secrets.randbits(64) if seed is None else seed).state
    steps = np.arange(len(positions), dtype=np.uint64)
    with np.errstate(over="ignore"):
        states = np.uint64(state) + steps * np.uint64(STEP)
    numbers = drawn(states, legal, rules)
    stones = choosing.stones(positions.x, positions.o, legal, numbers)
    return cells_of(stones)


def drawn(states: npt.NDArray[np.uint64], needed: Any, rules: Any) -> npt.NDArray[np.uint64]:
    """The next number of each game where `needed`, bitboards, is not 0; its state moves on."""
    numbers = np.empty_like(states)
    loops(rules).draw(states, needed, numbers)
    return numbers


def cells_of(stones: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """The cell of each stone.

    >>> cells_of(np.array([1, 256], np.uint16))
    array([0, 8], dtype=uint8)
    """
    return np.bitwise_count(stones - stones.dtype.type(1))
