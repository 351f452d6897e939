"""The value of one position of a larger board, by search."""
