"""Certificates of searched values; docs/certificates.md describes them."""

from __future__ import annotations

from collections.abc import Iterator

from noughts.core.rules import O, X
from noughts.errors import ProofError
from noughts.solver.certificates.strategy_certificate import (
    claim_of,
    named,
    require_checkable,
    require_open,
    sides_of,
)
from noughts.solver.search.one_process import Search
from noughts.solver.search.questions import reflected

STOLEN = " by strategy stealing"


class SearchedProof:
    """The proof that a side wins or never loses; if `side` is None, the proof of the value.

    The search goes on until the value is settled or a limit is met. In misère, reflection proves
    without a search that O never loses on an empty board with an even number of cells. On some
    empty boards with an odd number of cells, reflection proves that X never loses or that X wins.

    >>> from noughts import Position, Rules
    >>> from noughts.solver.search.limits import UNLIMITED
    >>> search = Search(Position(rules=Rules(2, 7, 7)), UNLIMITED, None)
    >>> print("".join(SearchedProof(search)), end="")
    noughts certificate 2: 2,7,7 drawn, X by strategy stealing
    a1 pairs b1-c1 a2-b2
    b1 pairs a1-c1 a2-b2
    c1 pairs a1-b1 a2-b2
    a2 =2/2
    b2 =3/2

    Raises `ProofError` if the side loses, if the search does not settle the value, or if the game
    is over. Raises `RulesError` for a game that the checkers do not accept, and `TooLargeError` for
    a board of more than 26 columns.
    """

    def __init__(self, search: Search, side: int | None = None) -> None:
        self._search, self._position = search, search.position
        rules = self._position.rules
        require_checkable(self._position)
        require_open(self._position)
        lower, upper = reflected(rules) if rules.misere and not self._position.ply else (-1, 1)
        # For each side: 1 if reflection proves a win, 0 if it proves that the side never loses.
        self._reflection = {X: lower, O: -upper}
        self._form = 3 if rules.misere else 2
        if self._reflection[O] == 0 and side == O:
            self._form, self._sides, said = 2, [O], "O never loses"
        else:
            self._sides, said = self._settled(side)
        self.claim: str = claim_of(self._position, said)

    def __iter__(self) -> Iterator[str]:
        """Yield the lines of the certificate, each as soon as it is known."""
        number = 1
        yield f"noughts certificate {self._form}: {self.claim}\n"
        for side in self._sides:
            if self._reflection[side] >= self.claim.endswith("wins"):
                yield "reflect\n"
                number += 1
                continue
            tree = self._search.tree(side, number)
            yield from tree.answers() if side == self._position.turn else tree.replies()
            number = tree.number

    def _settled(self, side: int | None) -> tuple[list[int], str]:
        """The sides whose answers prove the result of the search, and the text of this result."""
        search, position = self._search, self._position
        search.settle()
        value = search.lower
        if value != search.upper:
            where = f"the value of {named(position)}"
            raise ProofError(f"the search has not settled {where}, so it has no proof")
        sides, said = sides_of(position, value, side)
        if value or position.ply or position.rules.misere or side == O:
            return sides, said
        sides.remove(X)
        return sides, f"{said}{STOLEN}" if side else f"drawn, X{STOLEN}"
