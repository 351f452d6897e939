"""The browser game: the page as the browser gets it, what makes parts of it, and its server."""
