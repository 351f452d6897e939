"""The value of a position, and the moves that keep it."""

from typing import TYPE_CHECKING

from noughts.system.lazy import exports

if TYPE_CHECKING:
    from noughts.solver.certificates.any_form import check as check
    from noughts.solver.certificates.strategy_certificate import Proof as Proof
    from noughts.solver.counting.counts import Count as Count
    from noughts.solver.counting.counts import counts as counts
    from noughts.solver.counting.perft import PlyCount as PlyCount
    from noughts.solver.counting.perft import perft as perft
    from noughts.solver.known.value_list import BoardValue as BoardValue
    from noughts.solver.known.value_list import Source as Source
    from noughts.solver.known.value_list import sources as sources
    from noughts.solver.known.value_list import values as values
    from noughts.solver.search.api import solve as solve
    from noughts.solver.search.limits import UNLIMITED as UNLIMITED
    from noughts.solver.search.limits import Limits as Limits
    from noughts.solver.search.limits import Progress as Progress
    from noughts.solver.search.limits import Solution as Solution
    from noughts.solver.tables.retrograde import write_table as write_table
    from noughts.solver.tables.table import Evaluation as Evaluation
    from noughts.solver.tables.table import MoveEvaluation as MoveEvaluation
    from noughts.solver.tables.table import Table as Table
    from noughts.solver.tables.table import table as table
    from noughts.solver.textbook_minimax import alphabeta as alphabeta
    from noughts.solver.textbook_minimax import minimax as minimax
else:
    __all__, __getattr__, __dir__ = exports(
        __name__,
        {
            "noughts.solver.counting.perft": "PlyCount perft",
            "noughts.solver.counting.counts": "Count counts",
            "noughts.solver.known.value_list": "BoardValue Source sources values",
            "noughts.solver.certificates.any_form": "check",
            "noughts.solver.certificates.strategy_certificate": "Proof",
            "noughts.solver.search.api": "solve",
            "noughts.solver.search.limits": "UNLIMITED Limits Progress Solution",
            "noughts.solver.tables.retrograde": "write_table",
            "noughts.solver.tables.table": "Evaluation MoveEvaluation Table table",
            "noughts.solver.textbook_minimax": "alphabeta minimax",
        },
    )
