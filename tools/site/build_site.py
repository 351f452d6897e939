"""Builds the documentation site with Sphinx: `make docs`. Any warning fails the build."""

from __future__ import annotations

import argparse
import gc
import shutil
import sys
from pathlib import Path

from sphinx.cmd.build import build_main

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))  # of reference.py

import command_pages  # noqa: E402
import here  # noqa: E402
import reference_pages  # noqa: E402
from checking import faults  # noqa: E402
from folder import run_from_folder  # noqa: E402
from staging import GAME, LINKED, ROOT, place, runs, stage, write  # noqa: E402

from noughts.web.generated import refresh  # noqa: E402


def main() -> int:
    """Stage the pages, build the site, and check the result. Return 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=ROOT / "build/site", metavar="FOLDER")
    parser.add_argument("--only-read", action="store_true", help="write no site: find what warns")
    arguments = parser.parse_args()
    folder = arguments.into
    source, site = folder / "source", folder / "html"
    shutil.rmtree(source, ignore_errors=True)
    if lacks := here.fetch():
        print(f"The site is built without Run buttons: {lacks}.")
    stage(source, running=not lacks)
    for path, text in {**reference_pages.pages(), **command_pages.pages()}.items():
        write(source / f"{path}.md", text)
    options = ["--fail-on-warning", "--keep-going", "--quiet", "--fresh-env", "-c", str(HERE)]
    options += ["-b", "dummy" if arguments.only_read else "html"]
    options += ["-D", f"running={int(not lacks)}", "-D", f"html_extra_path={source / LINKED}"]
    if arguments.only_read:  # without what warns of nothing: pages of sources, and curved quotes
        options += ["-D", "extensions=myst_parser,sphinx.ext.autodoc", "-D", "smartquotes=0"]
    shutil.rmtree(site, ignore_errors=True)
    # Sphinx runs in this process, which has already imported all that the reference describes.
    gc.disable()  # saves a fifth of the time, for a gigabyte of memory
    if status := build_main([*options, "-d", str(folder / "read"), str(source), str(site)]):
        return status
    if arguments.only_read:
        return 0
    refresh()
    run_from_folder(shutil.copytree(ROOT / GAME, site / place(GAME)))
    if not lacks:
        pages = (path.relative_to(site).with_suffix("") for path in site.rglob("*.html"))
        here.place(site, sorted(name for page in pages if runs(name := page.as_posix())))
    found = list(faults(site))
    print(*found, sep="\n", file=sys.stderr)
    if not found:
        print(f"{site / 'index.html'} is the first page.")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
