"""The browser game: the page that the browser gets, the generator of its files, and its server."""

__all__: list[str] = []  # nothing here is public
