"""Certificates of boards that are searched; docs/certificates.md describes them."""

from __future__ import annotations

from collections.abc import Iterator

from noughts.core.rules import O, X
from noughts.errors import ProofError
from noughts.solver.proof.certificate import require_checkable
from noughts.solver.search.running import Search, has_opposites

STOLEN = " by strategy stealing"
WEAK_NODES = 2**22  # after which a draw is proved in the game itself, by a longer proof


class SearchedProof:
    """The proof that a side of an empty board wins, or never loses; of no side, that it is drawn.

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

    Raises `ProofError` if the side loses, or if that is left open or has no proof, and
    `TooLargeError` for a board of more than 26 columns.
    """

    def __init__(self, search: Search, side: int | None = None) -> None:
        rules = search.position.rules
        require_checkable(rules)
        self._search, self._weak = search, False
        self.claim = f"{rules} {self._in_misere(side) if rules.misere else self._settled(side)}"

    def __iter__(self) -> Iterator[str]:
        """Yield the lines of the certificate, each as soon as it is known."""
        search = self._search
        yield f"noughts certificate 2: {self.claim}\n"
        if search.position.rules.misere:
            yield "reflect\n"
        elif search.lower > 0:
            yield from search.tree(winning=True).answers()
        elif not self.claim.endswith(f"X never loses{STOLEN}"):
            yield from search.tree(winning=False).replies(self._weak)

    def _in_misere(self, side: int | None) -> str:
        """The one claim that has a proof."""
        rules = self._search.position.rules
        if side == X or not has_opposites(rules):
            raise ProofError(
                f"there is no proof of {rules}: in misère, of a board without a table, there is "
                "one that O never loses if the number of cells is even"
            )
        return "O never loses"

    def _settled(self, side: int | None) -> str:
        """What the search says of the side."""
        search = self._search
        search.settle()
        rules, value = search.position.rules, search.lower
        if value != search.upper:
            raise ProofError(f"the search has not settled the value of {rules}, so it has no proof")
        if value and side == O:
            raise ProofError(f"O loses {rules}: X wins it")
        if value:
            return "X wins"
        if side == X:
            return f"X never loses{STOLEN}"
        self._weak = search.held_weakly(WEAK_NODES)
        return "O never loses" if side else f"drawn, X{STOLEN}"
