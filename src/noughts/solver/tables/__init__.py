"""The value of every position of a board: in memory, or in a file made by retrograde analysis."""
