"""The browser game: the page as the browser gets it, what makes parts of it, and its server."""

__all__: list[str] = []  # nothing in here is public
