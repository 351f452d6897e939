"""Endgame tables: the values of all positions of a board, in memory or in files."""
