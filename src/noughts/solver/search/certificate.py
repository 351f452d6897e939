"""Certificates of what is searched; docs/certificates.md describes them."""

from __future__ import annotations

from collections.abc import Iterator

from noughts.core.rules import O, X
from noughts.errors import ProofError
from noughts.solver.proof.certificate import (
    claim_of,
    named,
    require_checkable,
    require_open,
    sides_of,
)
from noughts.solver.search.running import Search, has_opposites

STOLEN = " by strategy stealing"
WEAK_NODES = 2**22  # after which a draw is proved in the game itself, by a longer proof


class SearchedProof:
    """The proof that a side wins, or never loses; of no side, that of the value.

    The search goes on until its value is settled. In misère there is one proof without a search:
    O never loses a board with an even number of cells.

    >>> from noughts import Position, Rules
    >>> from noughts.solver.search import UNLIMITED
    >>> search = Search(Position(rules=Rules(2, 7, 7)), UNLIMITED, None)
    >>> print("".join(SearchedProof(search)), end="")
    noughts certificate 2: 2,7,7 drawn, X by strategy stealing
    a1 pairs b1-c1 a2-b2
    b1 pairs a1-c1 a2-b2
    c1 pairs a1-b1 a2-b2
    a2 =2/2
    b2 =3/2

    Raises `ProofError` if the side loses, if that is left open or has no proof, or if the game is
    over, and `TooLargeError` for a board of more than 26 columns.
    """

    def __init__(self, search: Search, side: int | None = None) -> None:
        self._search, self._position = search, search.position
        require_checkable(self._position.rules)
        require_open(self._position)
        self._sides: list[int] = []  # that have a tree of lines, who moves first
        end = self._in_misere(side) if self._position.rules.misere else self._settled(side)
        self.claim = claim_of(self._position, end)

    def __iter__(self) -> Iterator[str]:
        """Yield the lines of the certificate, each as soon as it is known."""
        search, number = self._search, 1
        yield f"noughts certificate 2: {self.claim}\n"
        if self._position.rules.misere:
            yield "reflect\n"
        for side in self._sides:
            tree = search.tree(side, number)
            if side == self._position.turn:
                yield from tree.answers()
            else:
                yield from tree.replies(search.lower == 0 and search.held_weakly(WEAK_NODES))
            number = tree.number

    def _in_misere(self, side: int | None) -> str:
        """The one claim that has a proof."""
        rules = self._position.rules
        if side == X or self._position.ply or not has_opposites(rules):
            raise ProofError(
                f"there is no proof of {rules}: in misère, of a board without a table, there is "
                "one that O never loses if the number of cells is even"
            )
        return "O never loses"

    def _settled(self, side: int | None) -> str:
        """What the search says of the side."""
        search, position = self._search, self._position
        search.settle()
        value = search.lower
        if value != search.upper:
            where = f"the value of {named(position)}"
            raise ProofError(f"the search has not settled {where}, so it has no proof")
        self._sides, said = sides_of(position, value, side)
        if value or position.ply or side == O:
            return said
        self._sides.remove(X)
        return f"{said}{STOLEN}" if side else f"drawn, X{STOLEN}"
