"""The worth of every position of a board: in memory, in a file, made by retrograde analysis."""
