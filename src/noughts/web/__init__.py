"""The browser game: the page itself, the generator of some of its files, and its server."""

__all__: list[str] = []  # nothing here is public
