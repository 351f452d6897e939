"""Positions, symmetry classes and games, counted."""
