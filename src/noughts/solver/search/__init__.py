"""What one position is worth: looked up if its board has a table, otherwise searched."""

from noughts.solver.search.api import solve
from noughts.solver.search.limits import SEARCH_CELLS, UNLIMITED, Limits, Progress, Solution

__all__ = ["SEARCH_CELLS", "UNLIMITED", "Limits", "Progress", "Solution", "solve"]
