"""Recorded expressions and ordinary functions compiled: the one way in, and the one cache."""
