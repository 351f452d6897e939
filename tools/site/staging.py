"""Stages the pages for Sphinx: copies the pages of the repository to their places on the site.

A page keeps its text. Its links are rewritten for the places of their targets on the site, so the
same page can be read in the repository. `docs/pages.md` lists the pages by section, and these lists
become the site's navigation.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path, PurePosixPath
from textwrap import indent

from notebooks import answer, exercises, notebook

ROOT = Path(__file__).parents[2]
AT_THE_TOP = ("CHANGELOG.md", "CONTRIBUTING.md", "README.md")
PICTURES = (".png", ".svg")
OPENED = (*PICTURES, ".html")  # linked as files; Sphinx would make them downloads
GAME = PurePosixPath("src/noughts/web/page")
LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!\w+:|#)([^)#\s]+)((?:#[^)]*)?)\)")
# The pages that are made only for the site, by section of the index.
MADE = {
    "Reference": {"reference/index": "Every public name", "commands/index": "Every command"},
}
# On the front page, after the first example.
TRY_HERE = "To have it on your own computer"
TRY = """\
Try something of your own:

```{code-block} python
:class: answer

from noughts import Game
print(Game.parse("b2 a1 c1 a3").diagram())
```

"""
LINKED = "linked"  # the folder of files that Sphinx copies unchanged
FENCED = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
SECTION = re.compile(r"^## (.+)\n((?:(?!## ).*\n?)*)", re.MULTILINE)


def runs(page: str) -> bool:
    """Whether readers can run the examples of a page on the page itself."""
    return page.startswith("learn/") or page in ("index", "start", "README")


def repository_pages() -> list[Path]:
    """Every page of the repository that becomes a page of the site."""
    return [*(ROOT / name for name in AT_THE_TOP), *sorted((ROOT / "docs").rglob("*.md"))]


def place(file: PurePosixPath) -> PurePosixPath:
    """The place of a file of the repository on the site.

    Documents and their pictures are at the top, and a source file becomes a page that shows it. The
    page of the game stays as it is.
    """
    if file.is_relative_to(GAME):
        return PurePosixPath("play") / file.relative_to(GAME)
    if file.parts[0] == "docs":
        return file.relative_to("docs")
    return file if file.suffix == ".md" else PurePosixPath("source", f"{file}.md")


def turned(text: str, page: PurePosixPath) -> tuple[str, set[PurePosixPath]]:
    """The text of a page with rewritten links, and the source files to which it links."""
    sources = set()

    def turn(link: re.Match[str]) -> str:
        mark, said, target, after = link.groups()
        file = PurePosixPath(os.path.normpath(page.parent / target))
        if not (ROOT / file).is_file():
            return link[0]  # a page that is made here, or an error that Sphinx reports
        there = os.path.relpath(place(file), place(page).parent)
        opened = not mark and file.suffix in OPENED
        if not file.is_relative_to(GAME) and (opened or file.suffix not in (".md", *PICTURES)):
            sources.add(file)
        if opened:
            return f'<a href="{there}">{said}</a>'
        return f"{mark}[{said}]({there}{after})"

    parts = FENCED.split(text)
    parts[::2] = [LINK.sub(turn, part) for part in parts[::2]]
    # A doctest ends with an empty line, which readers do not need.
    parts[1::2] = [part.replace("\n\n```", "\n```") for part in parts[1::2]]
    return "".join(parts), sources


def with_navigation(pages: str, made: dict[str, dict[str, str]]) -> tuple[str, str]:
    """Add the pages that are `made` for the site to the list of pages, and a hidden contents table.

    `made` maps sections to their pages and titles, which come first in the section.
    """
    trees = []

    def section(found: re.Match[str]) -> str:
        title, listed = found.groups()
        more = "".join(f"- [{about}]({page}.md)\n" for page, about in made.get(title, {}).items())
        text = f"{more}{listed.lstrip()}".rstrip()
        entries = "\n".join(
            f"{link[2]} <{link[3].removesuffix('.md')}>"
            for link in LINK.finditer(text)
            if link[3].endswith(".md")
        )
        trees.append(f"```{{toctree}}\n:hidden:\n:caption: {title}\n\n{entries}\n```\n")
        return f"## {title}\n\n{text}\n\n"

    return SECTION.sub(section, pages), "\n".join(trees)


def with_cells(text: str) -> str:
    """The text of a lesson with a block after each exercise; the block becomes a cell."""
    written = []
    for part, exercise in exercises(text):
        written.append(part)
        if exercise:
            begun = answer(exercise, part)
            block = f"```{{code-block}} python\n:class: answer\n\n{begun}\n```\n"
            written.append("\n\n" + indent(block, "   ") + "\n")
    return "".join(written)


def stage(target: Path, running: bool) -> None:
    """Write the repository's pages and their files; if `running`, make their examples run."""
    sources: set[PurePosixPath] = set()
    for file in repository_pages():
        page = PurePosixPath(file.relative_to(ROOT))
        text, linked = turned(file.read_text(encoding="utf-8"), page)
        sources |= linked
        if page.name == "pages.md":
            listed, trees = with_navigation(text, MADE)
            text = f"---\norphan: true\n---\n\n{listed}"  # the front page has its trees
        if page.parent.name == "learn":
            notebook_name = f"{page.stem}.ipynb"
            write(target / place(page).with_name(notebook_name), notebook(file))
            text = with_cells(text) if running else text
            title, _, rest = text.partition("\n")
            text = f"{title}\n\n{{download}}`As a notebook <{notebook_name}>`\n{rest}"
        write(target / place(page), text)
    front = target / "index.md"
    text = front.read_text(encoding="utf-8")
    if running:
        text = text.replace(TRY_HERE, TRY + TRY_HERE)
    write(front, f"{text}\n{trees}")
    for picture in sorted(each for each in (ROOT / "docs").rglob("*") if each.suffix in PICTURES):
        copy(PurePosixPath(picture.relative_to(ROOT)), target)
    for source in sorted(sources):
        if source.suffix in OPENED:
            copy(source, target / LINKED)
            continue
        language = {".c": "c", ".py": "python", ".js": "javascript"}.get(source.suffix, "text")
        code = (ROOT / source).read_text(encoding="utf-8")
        block = f"````{{code-block}} {language}\n:linenos:\n\n{code}````"
        write(target / place(source), f"---\norphan: true\n---\n\n# `{source}`\n\n{block}\n")


def copy(file: PurePosixPath, into: Path) -> None:
    """Copy a file of the repository to its place on the site."""
    kept = into / place(file)
    kept.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(ROOT / file, kept)


def write(path: Path, text: str) -> None:
    """Write a page, and create the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
