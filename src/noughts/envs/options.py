"""The options of an environment, checked once, with errors that list the possible values.

The opponent is any player, or a batch policy.
"""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import Any, Literal, TypeVar

import numpy as np

from noughts.arrays import BatchPolicy
from noughts.arrays.choosing.choosers import AnyChooser, OfPolicy, cells_of, player_or_policy
from noughts.arrays.memory import board_dtype, narrowest
from noughts.core import move_bits
from noughts.core.bits import legal_cells
from noughts.core.cell_names import checked_cell
from noughts.core.message_text import listed, quoted
from noughts.core.position import Position
from noughts.core.rules import O, Rules, X
from noughts.errors import CellError, EnvError, NoughtsError, PlayerError
from noughts.players.adapters import may_take_arrays
from noughts.players.base import Player
from noughts.players.move_by_number import Draw, drawing

RANDOM = 0  # the side is drawn at each reset
SIDES = {"x": X, "o": O, "random": RANDOM}
NEEDED = (
    "give a function from a Position to a cell, noughts.arrays.BatchPolicy(f) of a function f from "
    "observations and masks to probabilities, or noughts.envs.best_rated(model) of a model of "
    "Stable-Baselines3"
)

Board = Rules | str
Side = Literal["x", "o", "random"]
IllegalName = Literal["raise", "lose", "mask"]
RewardName = Literal["outcome", "value"]


class Illegal(StrEnum):
    """The effect of an illegal action, such as a taken cell."""

    RAISE = "raise"  # an error, and nothing changes
    LOSE = "lose"  # the agent has lost
    MASK = "mask"  # a legal cell is drawn in its place


class Reward(StrEnum):
    """The basis of an agent's rewards."""

    OUTCOME = "outcome"  # 1, 0 or -1 at the end
    VALUE = "value"  # at each step, the change of the exact value


class Rendering(StrEnum):
    """The ways to show a board."""

    ANSI = "ansi"
    RGB_ARRAY = "rgb_array"
    HUMAN = "human"


Choice = TypeVar("Choice", Illegal, Reward, Rendering)


def action_name(rules: Rules) -> str:
    """The word for an action: "cell" or, where a player chooses between two marks, "move"."""
    return "cell" if rules.actions == rules.cells else "move"


def checked_action(given: Any, rules: Rules) -> int:
    """The number of an action: a cell or, where a player also chooses the mark, a cell with a mark.

    >>> checked_action(8, Rules(3, 3, 3)), checked_action(17, Rules.parse("3,3,3,wild"))
    (8, 17)

    Raises `CellError` for anything else.
    """
    if rules.actions == rules.cells:
        return checked_cell(given, rules)
    if not isinstance(given, int | np.integer) or not 0 <= given < rules.actions:
        raise CellError(
            f"{quoted(given)} is not a move of {rules}; moves are 0 to {rules.actions - 1}"
        )
    return int(given)


def choice(kind: type[Choice], given: str, name: str) -> Choice:
    """The member of `kind` with the value `given`. Raises `EnvError` if no member has this value.

    >>> choice(Illegal, "pass", "illegal")
    Traceback (most recent call last):
        ...
    noughts.errors.EnvError: illegal is 'pass'; it may be raise, lose or mask
    """
    if given not in list(kind):
        _refuse(name, given, list(kind))
    return kind(given)


def rendering_of(render_mode: str | None) -> Rendering | None:
    """The render mode with a given name, or None for None. Raises `EnvError` for anything else."""
    return None if render_mode is None else choice(Rendering, render_mode, "render_mode")


def whole(given: Any, name: str, most: int | None = None) -> int:
    """`given`, if it is a positive integer up to `most`. Raises `EnvError` for anything else."""
    is_whole = isinstance(given, int) and not isinstance(given, bool) and given >= 1
    if not is_whole or (most is not None and given > most):
        upto = "" if most is None else f" to {most:,}"
        raise EnvError(f"{name} is {quoted(given)}; a whole number from 1{upto} is needed")
    return int(given)


def side_of(given: str) -> int:
    """X, O or `RANDOM` for the name of the agent's side. Raises `EnvError` for any other name."""
    if given not in SIDES:
        _refuse("side", given, list(SIDES))
    return SIDES[given]


def _refuse(name: str, given: object, choices: list[str]) -> None:
    *others, last = choices
    raise EnvError(f"{name} is {given!r}; it may be {listed(others)} or {last}")


Opponent = AnyChooser


def opponent_of(given: Opponent, rules: Rules, side: int) -> Player | BatchPolicy:
    """The opponent of an agent that plays `side`, as a `Player` or a `BatchPolicy`.

    A batch policy, or a function that accepts two arguments, is tried once on a sample position. So
    one for another board, or one that cannot play at all, is rejected before the first game. Raises
    `PlayerError` for anything that cannot play, and passes on a policy's own `NoughtsError`.
    """
    opponent = player_or_policy(given)
    if not may_take_arrays(given):
        return opponent
    position = Position(rules=rules)
    while position.turn == side and not position.is_over:
        position = position.play(position.legal_moves[0])
    if position.is_over:
        return opponent
    try:
        one_at_a_time(opponent, rules)(position.x, position.o, 0)
    except Exception as error:
        arrays = isinstance(opponent, BatchPolicy)
        if arrays and isinstance(error, NoughtsError):
            raise  # it names what is wrong
        asked = "the observation and mask of" if arrays else "the Position"
        raise PlayerError(
            f"the opponent {opponent.name} fails when it is asked with {asked} {position}: "
            f"{type(error).__name__}: {error}; {NEEDED}"
        ) from error
    return opponent


def one_at_a_time(opponent: Player | BatchPolicy, rules: Rules) -> Draw:
    """The function that draws an opponent's move in one position; see `players.move_by_number`."""
    if not isinstance(opponent, BatchPolicy):
        return drawing(opponent, rules)
    return partial(_by_policy, OfPolicy(opponent, rules), rules)


def _by_policy(policy: OfPolicy, rules: Rules, x: int, o: int, number: int) -> int:
    x_boards, o_boards = np.array([[x], [o]], board_dtype(rules))
    actions = move_bits.actions_of(legal_cells(x, o, rules), rules)
    legal = np.array([actions], narrowest(rules.actions))
    stones = policy.stones(x_boards, o_boards, legal, np.array([number], np.uint64))
    return int(cells_of(stones)[0])
