"""The columns of a dataset: what each is called, what it says, and how it is worked out."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.arrays.coding.api import encode
from noughts.arrays.dtypes import narrowest
from noughts.arrays.positions import Positions
from noughts.codecs.registry import codec, names
from noughts.core.notation import position_text
from noughts.core.position import Position
from noughts.core.rules import Rules

Array = npt.NDArray[Any]

ABOUT = {  # the columns of every board; a code for each codec follows
    "text": "the board, row by row",
    "x": "X's stones: bit i is cell i",
    "o": "O's stones",
    "ply": "how many stones there are",
    "turn": "who moves: 1 is X, 2 is O",
    "outcome": "0: the game goes on; 1: X has won; 2: O has won; 3: a draw",
    "legal": "the cells that may be played, a bit a cell",
    "value": "1, 0 or -1: what best play brings to the player to move",
    "remoteness": "the plies to the end if both play best",
    "best_moves": "the cells that keep the value, a bit a cell",
    "class": "the number of the symmetry class",
    "class_size": "how many positions the class has",
    "is_least": "whether the position stands for its class: it is the least image",
}


def codecs_of(rules: Rules) -> list[str]:
    """The codecs that give each position of a board a code.

    >>> "base4" in codecs_of(Rules(2, 2, 2)), "word" in codecs_of(Rules(3, 3, 3))
    (True, False)
    """
    return [name for name in names(rules) if codec(name, rules).holds is Position]


def columns_of(every: Positions) -> dict[str, Array]:
    """All columns, an array [n] each, of all positions of a board; `ABOUT` says what they are."""
    rules = every.rules
    number, size, is_least = classes_of(every)
    pairs = zip(every.x.tolist(), every.o.tolist(), strict=True)
    known = {
        "text": np.array([position_text(x, o, rules) for x, o in pairs]),
        "x": every.x,
        "o": every.o,
        "ply": every.plies(),
        "turn": every.turns(),
        "outcome": every.outcomes(),
        "legal": every.legal(),
        "value": every.values(),
        "remoteness": every.remoteness(),
        "best_moves": every.best_moves(),
        "class": number,
        "class_size": size,
        "is_least": is_least,
    }
    return known | {name: encode(every, name) for name in codecs_of(rules)}


def classes_of(every: Positions) -> tuple[Array, Array, Array]:
    """The number and the size of each position's class, and whether it is the least image.

    Classes are numbered in the order of the codes `x | o << cells` of their least images.
    """
    least, cells = every.canonical(), every.rules.cells
    own, codes = (each.x | each.o.astype(np.int64) << cells for each in (every, least))
    known, which, sizes = np.unique(codes, return_inverse=True, return_counts=True)
    number = which.astype(narrowest(len(known).bit_length()))
    return number, sizes.astype(np.uint16)[which], own == codes
