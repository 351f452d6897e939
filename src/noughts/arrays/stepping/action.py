"""The effects of an action, as expressions for the kernels.

An action is a cell or, where a player has several hands, a cell and a hand; see `core.move_bits`.
"""

from __future__ import annotations

from collections.abc import Callable

from noughts.core import move_bits, turns
from noughts.core.rules import Rules
from noughts.expressions.trace import Operand


def reaches(rules: Rules) -> dict[str, int]:
    """The bits that may be set in each board and in an action."""
    return {"mover": rules.board, "other": rules.board, "action": (1 << rules.actions) - 1}


def moved(
    mover: Operand, other: Operand, action: Operand, rules: Rules
) -> tuple[Operand, Operand, Operand, Operand, Operand]:
    """Both boards after an action, the next legal actions, the new lines' starts, and who moved.

    The last result is 1 if the second player moved, otherwise 0. It is always 0 if rewards do not
    depend on the player.

    >>> moved(0b011, 0b110_000, 0b100, Rules(3, 3, 3))
    (48, 7, 456, 1, 0)
    """
    planes, playable, lined = move_bits.step(
        (mover, other), move_bits.stones_of(action, rules), rules
    )
    second = mover & 0 if rules.answers.fair else turns.second(mover, other, rules)
    return *planes, move_bits.actions_of(playable, rules), lined, second


def legal(mover: Operand, other: Operand, rules: Rules) -> Operand:
    """The legal actions of a game that is not over."""
    return move_bits.actions_of(move_bits.playable((mover, other), rules), rules)


def fitting(mover: Operand, other: Operand, action: Operand, rules: Rules) -> Operand:
    """The action if it is legal, else 0."""
    return legal(mover, other, rules) & action


def unfitting(mover: Operand, other: Operand, action: Operand, rules: Rules) -> Operand:
    """The action if it is illegal, else 0."""
    return (legal(mover, other, rules) ^ (1 << rules.actions) - 1) & action


def reward(rules: Rules, second: str, number: Callable[[int], str]) -> str:
    """A move's reward as source code, from `lined`, `over` and the variable that `second` names.

    >>> reward(Rules(3, 3, 3, misere=True), "second", str)
    '-1 if lined else 0'
    """
    line, full = (
        number(x) if x == o else f"({number(o)} if {second} != 0 else {number(x)})"
        for x, o in zip(*rules.answers.line.earned, strict=True)
    )
    without = number(0) if full == number(0) else f"{full} if over else {number(0)}"
    return f"{line} if lined else {without}"
