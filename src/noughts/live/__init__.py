"""Live play: games of two people, or of programs, on a server that keeps them."""

__all__: list[str] = []  # nothing in here is public
