"""Compiles recorded expressions and ordinary functions: the one way in, and the one cache."""

__all__: list[str] = []  # nothing in here is public
