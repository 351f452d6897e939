"""Exact counts of positions, symmetry classes and games."""
