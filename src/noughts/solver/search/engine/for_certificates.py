"""Queries for certificates: which moves are settled, and which pairs save the defender."""

from __future__ import annotations

from noughts.solver.search.engine.board import ZERO, Board, Memory, Node, Verdict, Words
from noughts.solver.search.engine.lines import gather, split
from noughts.solver.search.engine.matching import held_by_pairs
from noughts.solver.search.engine.move_order import sort, weigh
from noughts.solver.search.engine.proof_numbers import look
from noughts.solver.search.engine.transposition_table import row_of


def survey(node: Node, ply: int, memory: Memory, table: Words, board: Board) -> int:
    """Sort the moves, enter the `numbers` of each into the ply's frame, and return the count."""
    row, order = row_of(ply, memory, board), memory.orders[ply]
    weigh(node.free, row, gather(node.attacker, node.free, row, board), memory.weight, board)
    size = sort(node.free, memory.weight, order)
    for i in range(size):
        look(i, node, ply, memory, table, board)
    return size


def pairs(node: Node, ply: int, memory: Memory, _: Words, board: Board) -> Verdict:
    """Whether pairs and weights fail to stop the attacker; fills `memory.pairs`."""
    row = row_of(ply, memory, board)
    size = gather(node.attacker, node.free, row, board)
    refuted, cells, _ = held_by_pairs(node.free, row, size, node.attacks, memory, board)
    return Verdict(not refuted, cells)


def splits(node: Node, ply: int, memory: Memory, _: Words, board: Board) -> Verdict:
    """In misère, whether pairs fail to stop the attacker; fills `memory.pairs`."""
    row = row_of(ply, memory, board)
    size = gather(node.defender, node.free, row, board)
    return Verdict(not split(node.free, row, size, memory.pairs, board), ZERO)
