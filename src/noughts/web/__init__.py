"""The browser game: the page as the browser gets it, its generator and its server."""

__all__: list[str] = []  # nothing in here is public
