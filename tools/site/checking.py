"""Checks a built site: all links have targets, and nothing is loaded from another host."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

FETCHED = {"iframe", "img", "link", "script", "source"}  # by the browser itself


# The HTML from Sphinx is regular enough for these expressions, and a parser takes three times as
# long.
TAG = re.compile(r'<([a-z]\w*)((?:[^"<>]|"[^"]*")*)>')
ATTRIBUTE = re.compile(r'\s(id|name|href|src)="([^"]+)"')
ROW = re.compile(r"<p>(\| [^<]*)")  # of a table that an empty line has broken


class Page(NamedTuple):
    """The targets of a page, its links (tag and address), and its table rows outside any table."""

    targets: set[str]
    links: list[tuple[str, str]]
    rows: list[str]


@cache
def read(path: Path) -> Page:
    """Read a page of the site."""
    text = path.read_text(encoding="utf-8")
    page = Page(set(), [], ROW.findall(text))
    for tag, attributes in TAG.findall(text):
        for name, value in ATTRIBUTE.findall(attributes):
            if name in ("id", "name"):
                page.targets.add(unescape(value))
            elif tag != "base":
                page.links.append((tag, unescape(value)))
    return page


def faults(site: Path) -> Iterator[str]:
    """Yield broken links, files loaded from another host, and table rows outside any table."""
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
