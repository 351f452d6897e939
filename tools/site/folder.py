"""Makes the page of the game also run from a local folder, where browsers refuse modules."""

from __future__ import annotations

import base64
import json
import re
from graphlib import TopologicalSorter
from pathlib import Path

LOADER = Path(__file__).with_suffix(".js")
IMPORTED = re.compile(r'^(?!.*@import).*\b(?:from|import) "\./([\w.-]+)"', re.MULTILINE)
ELSEWHERE = ("files.js", "sw.js")  # for a service worker, which needs HTTP
MODULES = '<script type="module" src="main.js"></script>'
EITHER = """<script>
		document.write(location.protocol === "file:"
			? '<script src="folder.js"><\\/script>'
			: '<script type="module" src="main.js"><\\/script>');
	</script>"""


GUIDE = '<meta name="guide" content="../learn/">'  # the place of the lessons on the site


def run_from_folder(page: Path) -> None:
    """Write all modules of the page as one script beside it, for browsers that refuse modules.

    The page also gets the address of the lessons of the guide.
    """
    texts = {
        path.name: path.read_text(encoding="utf-8")
        for path in page.glob("*.js")
        if path.name not in ELSEWHERE
    }
    imported = {name: IMPORTED.findall(text) for name, text in texts.items()}
    ordered = {name: texts[name] for name in TopologicalSorter(imported).static_order()}
    table = base64.b64encode((page / "table.bin").read_bytes()).decode()
    script = LOADER.read_text(encoding="utf-8")
    script = script.replace('"TEXTS"', json.dumps(ordered)).replace('"TABLE"', json.dumps(table))
    (page / "folder.js").write_text(script, encoding="utf-8")
    index = page / "index.html"
    text = index.read_text(encoding="utf-8")
    if MODULES not in text:
        raise ValueError(f"{index} has no {MODULES}")
    index.write_text(text.replace(MODULES, f"{GUIDE}\n\t{EITHER}"), encoding="utf-8")
