"""Recorded expressions and other sources as compiled loops: the one way in, and the one cache."""

__all__: list[str] = []  # nothing in here is public
