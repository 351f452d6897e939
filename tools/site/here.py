"""Python for the pages whose examples run: Pyodide from its npm package, and this library.

All files are part of the site, so no page sends requests to another host. A service worker caches
the files that these pages need, so that they work offline after the first visit.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import zipfile
from pathlib import Path

from staging import GAME, ROOT

HERE = Path(__file__).parent
SCRIPTS = HERE / "here"
PYODIDE = HERE / "node_modules/pyodide"
# The files that Pyodide fetches, the larger ones last.
PARTS = (
    "pyodide.mjs",
    "pyodide-lock.json",
    "pyodide.asm.mjs",
    "python_stdlib.zip",
    "pyodide.asm.wasm",
)
# The files that are cached beside the pages: their styles, scripts and images, and the files that
# the board of the front page needs.
SHOWN = ("_static", "_images", "here")
OF_THE_GAME = (
    "board_text.js",
    "boards.js",
    "position.js",
    "rules.js",
    "table.bin",
    "table.js",
    "tictactoe.js",
)


def fetch() -> str:
    """Have npm install Pyodide, once for each version; return the reason if it cannot, else ""."""
    lock, installed = HERE / "package-lock.json", HERE / "node_modules/installed.json"
    if installed.is_file() and installed.read_bytes() == lock.read_bytes():
        return ""
    npm = shutil.which("npm")
    if not npm:
        return "there is no npm on this machine"
    command = [npm, "ci", "--silent", "--no-audit", "--no-fund"]
    if subprocess.run(command, cwd=HERE).returncode:
        return "npm cannot install Pyodide"
    shutil.copyfile(lock, installed)
    return ""


def place(site: Path, pages: list[str]) -> None:
    """Put Python into a built site, and the service worker that caches these pages."""
    version = json.loads((PYODIDE / "package.json").read_text(encoding="utf-8"))["version"]
    python = site / f"python-{version}"
    python.mkdir()
    for part in PARTS:
        shutil.copyfile(PYODIDE / part, python / part)
    shutil.copytree(SCRIPTS, site / "here", ignore=shutil.ignore_patterns("sw.js", "__pycache__"))
    shutil.copyfile(SCRIPTS / "sw.js", site / "sw.js")  # it serves the files below it
    _pack(site / "here/noughts.zip")
    sizes = [(python / part).stat().st_size for part in PARTS if not part.endswith(".mjs")]
    (site / "files.js").write_text(_files(site, pages, python.name, sum(sizes)), encoding="utf-8")


def _pack(archive: Path) -> None:
    """Pack the library into one file, without the page of the game."""
    sources = ROOT / "src"
    page = ROOT / GAME
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in sorted((sources / "noughts").rglob("*")):
            if file.suffix in (".py", ".toml", ".txt") and page not in file.parents:
                packed.write(file, file.relative_to(sources))


def _files(site: Path, pages: list[str], python: str, size: int) -> str:
    """A script, not a module, with the files that a service worker caches, and Python's place."""
    kept = [site / f"{page}.html" for page in pages]
    kept += [file for folder in SHOWN for file in (site / folder).rglob("*") if file.is_file()]
    kept += [site / "play" / name for name in OF_THE_GAME]
    every = hashlib.sha256()
    for file in sorted(kept):
        every.update(f"{file.relative_to(site)} {file.stat().st_size} ".encode())
        every.update(file.read_bytes())
    names = json.dumps(
        ["./", "files.js", *(file.relative_to(site).as_posix() for file in sorted(kept))]
    )
    return (
        f'self.VERSION = "{every.hexdigest()[:16]}";\n'
        f'self.PYTHON = "{python}/";\n'
        f"self.PYTHON_BYTES = {size};\n"
        f"self.FILES = {names};\n"
    )
