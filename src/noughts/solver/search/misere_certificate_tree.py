"""Writes proofs of values found by search in misère: trees of one side's answers to the other.

`certificates.misere_checker` reads these proofs, and docs/certificates.md defines their lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from noughts.core.bits import cells_of
from noughts.core.rules import Rules
from noughts.core.torus import Torus
from noughts.errors import ProofError
from noughts.solver.certificates.misere_checker import Board
from noughts.solver.search.certificate_images import Images
from noughts.solver.search.engine_caller import EngineCaller

KNOWN = 2  # nodes that show whether the table contains an answer
WORTH = 2**22  # nodes to prove a win by the first answer and, if this fails, by the next
ATTEMPTS = 30  # to find an answer that the table has lost; each attempt has twice the nodes


class MisereTree:
    """A proof that a side wins or never loses, as the lines of text that follow the claim.

    The engine must already have proved the claim, so that its transposition table contains most
    answers. `mine` and `yours` are the stones of this side and of the other side at the beginning
    of the proof, and `number` is the number of the line of text before the proof.
    """

    def __init__(
        self, rules: Rules, engine: EngineCaller, winning: bool, mine: int, yours: int, number: int
    ) -> None:
        torus = isinstance(rules.geometry, Torus)
        self._board = Board(list(rules.geometry.sizes), rules.k, torus)
        self._engine, self._winning = engine, winning
        self._names = {cell: name for name, cell in self._board.cells.items()}
        self._images = Images(self._board.images)
        self._known: dict[tuple[int, ...], tuple[int, int]] = {}  # a line's number, and its image
        self._through = Counter(1 << cell for line in self._board.lines for cell in cells_of(line))
        self._start = mine, yours
        self.number: int = number

    def replies(self) -> Iterator[str]:
        """Yield the lines of text if the other side moves first.

        If pairs prove the claim, one line of text is enough, since they prove it whichever side
        moves first.
        """
        mine, yours = self._start
        pairs = self._pairs(mine, self._free(mine, yours))
        if pairs is None:
            yield from self._holds(mine, yours, 0)
        else:
            self.number += 1
            yield f"- pairs{''.join(pairs)}\n"

    def answers(self) -> Iterator[str]:
        """Yield the lines if this side moves first."""
        yield from self._stops(*self._start, 0, "-")

    def _free(self, mine: int, yours: int) -> int:
        return self._board.all & ~(mine | yours)

    def _holds(self, mine: int, yours: int, depth: int) -> Iterator[str]:
        """The lines for the other side's moves."""
        for move in self._moves(yours, mine):
            yield from self._stops(mine, yours | move, depth, self._names[move])

    def _moves(self, own: int, other: int) -> list[int]:
        """A side's moves that finish no line, at most one of them to a cell in no possible line."""
        free, matters = self._free(own, other), self._board.matters(own, other)[2]
        idle = free & ~matters
        return [1 << cell for cell in cells_of(self._board.safe(own, matters) | idle & -idle)]

    def _stops(self, mine: int, yours: int, depth: int, reply: str) -> Iterator[str]:
        """The lines for this side's answer to a reply."""
        self.number += 1
        number, begin = self.number, " " * depth + reply
        *stones, many = self._board.matters(mine, yours)
        least, image = self._images.least(tuple(stones))
        key = (*least, many)
        if key in self._known:
            known, other = self._known[key]
            back = self._images.between(other, image)
            yield f"{begin} ={known}{f'/{back}' if back else ''}\n"
            return
        pairs = self._pairs(mine, self._free(mine, yours))
        if pairs is not None:
            yield f"{begin}{' pairs' if pairs else ''}{''.join(pairs)}\n"
        else:
            answer = self._answer(mine, yours)
            pairs = self._pairs(mine | answer, self._free(mine | answer, yours))
            begin += f" {self._names[answer]}"
            if pairs is not None:
                yield f"{begin}{' pairs' if pairs else ''}{''.join(pairs)}\n"
            else:
                yield f"{begin}\n"
                yield from self._holds(mine | answer, yours, depth + 1)
        self._known[key] = number, image

    def _pairs(self, mine: int, free: int) -> list[str] | None:
        """The pairs by which this side avoids finishing a line, each as text after a space."""
        pairs = None if self._winning else self._engine.splits(mine, free)
        if pairs is None:
            return None
        return [f" {self._names[pair & -pair]}-{self._names[pair & pair - 1]}" for pair in pairs]

    def _answer(self, mine: int, yours: int) -> int:
        """The first move, in an order fixed for all positions, that the engine proves correct.

        With a fixed order, games that begin differently soon reach the same positions, each of
        which needs only one proof. Cells in few lines of the board come first.
        """
        moves = sorted(self._moves(mine, yours), key=self._through.__getitem__)
        # For a draw, a move that the table contains is better: mostly, pairs have settled it.
        nodes = WORTH if self._winning else KNOWN
        for attempt in range(ATTEMPTS):
            for move in moves:
                if self._proved(nodes << attempt, mine | move, yours):
                    return move
        raise ProofError("the search did not find again what it had proved")

    def _proved(self, nodes: int, mine: int, yours: int) -> bool:
        """Whether `nodes` nodes prove this side's claim if the other side is to move."""
        attacker, defender = (mine, yours) if self._winning else (yours, mine)
        free = self._free(mine, yours)
        won = self._engine.again(nodes, attacker, defender, free, not self._winning)
        return won is self._winning
