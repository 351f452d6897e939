"""Puzzles: positions in which exactly one move keeps the value. Each day has a puzzle.

>>> from noughts import puzzles
>>> puzzle = puzzles.daily("2026-11-24")
>>> puzzle.level, puzzle.task
('easy', 'X to move and win in 2')
"""

from typing import TYPE_CHECKING

from noughts.system.lazy import exports

if TYPE_CHECKING:
    from noughts.puzzles.daily_collection import collection as collection
    from noughts.puzzles.daily_collection import daily as daily
    from noughts.puzzles.daily_collection import pick as pick
    from noughts.puzzles.making import make as make
    from noughts.puzzles.puzzle import LEVELS as LEVELS
    from noughts.puzzles.puzzle import Puzzle as Puzzle
    from noughts.puzzles.puzzle import Try as Try
else:
    __all__, __getattr__, __dir__ = exports(
        __name__,
        {
            "noughts.puzzles.daily_collection": "collection daily pick",
            "noughts.puzzles.making": "make",
            "noughts.puzzles.puzzle": "LEVELS Puzzle Try",
        },
    )
