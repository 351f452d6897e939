"""Live play: games between two players, people or programs, on a server that stores the games."""

__all__: list[str] = []  # nothing here is public
