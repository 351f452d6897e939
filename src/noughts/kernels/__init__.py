"""Compiles recorded expressions and ordinary functions, and caches the compiled code."""

__all__: list[str] = []  # nothing in here is public
