"""Check a certificate of any form. Its first line names the form, and each form has a checker."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from itertools import chain

from noughts.core.cell_names import cell_name, parse_cell
from noughts.core.game import Game
from noughts.core.rules import Rules
from noughts.errors import ProofError, TableFileError, TooLargeError
from noughts.solver.certificates import misere_checker, strategy_checker, tree_checker
from noughts.solver.certificates.strategy_certificate import Values
from noughts.solver.tables.table import MoveEvaluation

FORM_2, FORM_3 = "noughts certificate 2: ", "noughts certificate 3: "


def check(lines: Iterable[str], values_of: Callable[[Rules], Values]) -> str:
    """The claim that the text lines of a file prove. Raises `ProofError` if they prove nothing.

    `strategy_checker` reads form 1, `tree_checker` form 2, and `misere_checker` form 3. In form 1,
    an answer may be missing because the side that has to answer can no longer reach the claimed
    result. The error then shows a game in which the claim fails. `values_of` returns the values by
    which both sides play this game to its end. The values do not affect the verdict: the checker
    alone decides whether the claim is proved.

    >>> from noughts import X
    >>> from noughts.solver.certificates.strategy_certificate import Proof
    >>> from noughts.solver.tables.table import table
    >>> check(Proof(Rules(2, 2, 2), X, table(Rules(2, 2, 2))), table)
    '2,2,2 X wins'
    """
    rest = iter(lines)
    first = next(rest, "")
    try:
        if first.startswith(FORM_2):
            return tree_checker.check(chain([first], rest))
        if first.startswith(FORM_3):
            return misere_checker.check(chain([first], rest))
    except (tree_checker.CertificateError, misere_checker.CertificateError) as error:
        raise ProofError(str(error)) from error
    try:
        return strategy_checker.check(chain([first], rest))
    except strategy_checker.CertificateError as error:
        reason, *missing = error.args
        if missing:
            side, boards = missing
            with suppress(TooLargeError, TableFileError, OSError):
                reason = _lost_game(first.partition(": ")[2], side, boards, values_of) or reason
        raise ProofError(reason) from error


def _lost_game(
    claim: str, side: str, missing: Mapping[str, str], values_of: Callable[[Rules], Values]
) -> str | None:
    """A game that refutes the claim, through a position without an answer; None if none does."""
    rules, goal = Rules.parse(claim.split()[0]), int(claim.endswith(" wins\n"))
    values = values_of(rules)
    for moves in missing.values():
        game = Game(rules)
        for name in moves.split():
            game.push(parse_cell(name, rules))
        if max(move.value for move in values.moves(game.position)) < goal:
            while not game.outcome:
                game.push(max(values.moves(game.position), key=_hurry).cell)
            fails = "does not win" if goal else "loses"
            return f"{side} {fails}: {' '.join(cell_name(cell, rules) for cell in game.moves)}"
    return None


def _hurry(move: MoveEvaluation) -> tuple[int, int]:
    return move.value, -move.value * move.remoteness  # the winner hurries, the loser delays
