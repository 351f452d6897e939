"""What a built site must hold to: links lead somewhere, and nothing is loaded from elsewhere."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

FETCHED = {"iframe", "img", "link", "script", "source"}  # by itself; an `a` a browser only follows


class Page(HTMLParser):
    """The targets and the links of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: set[str] = set()
        self.links: list[tuple[str, str]] = []  # a tag and an address
        self.rows: list[str] = []  # of tables that an empty line has cut
        self.begun = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what the tag names and where it leads."""
        self.begun = tag
        for name, value in attrs:
            if name in ("id", "name") and value:
                self.targets.add(value)
            elif name in ("href", "src") and value and tag != "base":
                self.links.append((tag, value))

    def handle_data(self, data: str) -> None:
        """Note a paragraph that was meant to be a row."""
        if self.begun == "p" and data.startswith("| "):
            self.rows.append(data)
        self.begun = ""


@cache
def read(path: Path) -> Page:
    """A page of the site."""
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def faults(site: Path) -> Iterator[str]:
    """Links that lead nowhere, what is loaded from elsewhere, and rows that are in no table."""
    for path in sorted(site.rglob("*.html")):
        here = path.relative_to(site)
        yield from (f"{here}: a row in no table: {row}" for row in read(path).rows)
        for tag, address in read(path).links:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                if tag in FETCHED:
                    yield f"{here} loads {address}"
                continue
            to = Path(os.path.normpath(path.parent / unquote(parts.path))) if parts.path else path
            if to.is_dir():
                to /= "index.html"
            if not to.is_file():
                yield f"{here}: {address} is not there"
            elif (
                parts.fragment
                and to.suffix == ".html"
                and unquote(parts.fragment) not in read(to).targets
            ):
                yield f"{here}: {address} names no place of that page"
    for path in sorted(site.rglob("*.css")):
        text = path.read_text(encoding="utf-8")
        for word in ("url(http", 'url("http', "url('http", "url(//", "@import"):
            if word in text:
                yield f"{path.relative_to(site)} loads from elsewhere: {word}"
