"""Policies for the tests: arrays, as users write them, and the same as players in fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from noughts import Player, Position


def uniform(_: Any, masks: Any) -> Any:
    return masks / masks.sum(axis=1, keepdims=True)


def lowest(_: Any, masks: Any) -> Any:
    return np.eye(masks.shape[1])[masks.argmax(axis=1)]


def leaning(observations: Any, masks: Any) -> Any:
    """Each cell by its number, and by how many stones the other player has on the board."""
    others = observations.reshape(len(masks), 2, -1)[:, 1].sum(axis=1, keepdims=True)
    weights = masks * (1 + np.arange(masks.shape[1]) + others)
    return weights / weights.sum(axis=1, keepdims=True)


class Leaning(Player):
    """`leaning`, in fractions."""

    def probabilities(self, position: Position) -> dict[int, Fraction]:
        others = (position.o if position.turn == 1 else position.x).bit_count()
        weights = {cell: 1 + cell + others for cell in position.legal_moves}
        return {cell: Fraction(each, sum(weights.values())) for cell, each in weights.items()}


class Lowest(Player):
    """`lowest`, in fractions."""

    def probabilities(self, position: Position) -> dict[int, Fraction]:
        return {position.legal_moves[0]: Fraction(1)}
