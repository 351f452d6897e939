"""The columns of a dataset: what each is called, what it says, and how it is worked out."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.arrays.coding.api import encode
from noughts.arrays.memory import narrowest
from noughts.arrays.positions import Positions
from noughts.codecs.registry import codec, names
from noughts.core.notation import position_text
from noughts.core.position import Position
from noughts.core.rules import Rules

Array = npt.NDArray[Any]


def codecs_of(rules: Rules) -> list[str]:
    """The codecs that give each position of a board a code.

    >>> "base4" in codecs_of(Rules(2, 2, 2)), "word" in codecs_of(Rules(3, 3, 3))
    (True, False)
    """
    return [name for name in names(rules) if codec(name, rules).holds is Position]


def texts_of(every: Positions) -> Array:
    """Each position as text."""
    pairs = zip(every.x.tolist(), every.o.tolist(), strict=True)
    return np.array([position_text(x, o, every.rules) for x, o in pairs])


def classes_of(every: Positions) -> tuple[Array, Array, Array]:
    """The number and the size of each position's class, and whether it is the least image.

    Classes are numbered in the order of the codes `x | o << cells` of their least images.
    """
    least, cells = every.canonical(), every.rules.cells
    own, codes = (each.x | each.o.astype(np.int64) << cells for each in (every, least))
    known, which, sizes = np.unique(codes, return_inverse=True, return_counts=True)
    number = which.astype(narrowest(len(known).bit_length()))
    return number, sizes.astype(np.uint16)[which], own == codes


# What each column says, and how it is worked out. A code for each codec follows.
COLUMNS: dict[str, tuple[str, Callable[[Positions], Array]]] = {
    "text": ("the board, row by row", texts_of),
    "x": ("X's stones: bit i is cell i", attrgetter("x")),
    "o": ("O's stones", attrgetter("o")),
    "ply": ("how many stones there are", Positions.plies),
    "turn": ("who moves: 1 is X, 2 is O", Positions.turns),
    "outcome": ("0: the game goes on; 1: X has won; 2: O has won; 3: a draw", Positions.outcomes),
    "legal": ("the cells that may be played, a bit a cell", Positions.legal),
    "value": ("1, 0 or -1: what best play brings to the player to move", Positions.values),
    "remoteness": ("the plies to the end if both play best", Positions.remoteness),
    "best_moves": ("the cells that keep the value, a bit a cell", Positions.best_moves),
    "class": ("the number of the symmetry class", lambda every: classes_of(every)[0]),
    "class_size": ("how many positions the class has", lambda every: classes_of(every)[1]),
    "is_least": (
        "whether the position stands for its class: it is the least image",
        lambda every: classes_of(every)[2],
    ),
}


def columns_of(every: Positions) -> dict[str, Array]:
    """All columns, an array [n] each, of all positions of a board."""
    known = {name: of(every) for name, (_, of) in COLUMNS.items()}
    return known | {name: encode(every, name) for name in codecs_of(every.rules)}


def about(name: str, rules: Rules) -> str:
    """What a column of a board says, in a line."""
    return COLUMNS[name][0] if name in COLUMNS else f"its code: {codec(name, rules).about}"
