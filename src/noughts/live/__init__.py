"""Live play: games between two people, or programs, on a server that keeps the games."""

__all__: list[str] = []  # nothing here is public
