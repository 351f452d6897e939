"""Boards, positions and results, as text for a screen."""
