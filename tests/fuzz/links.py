"""The page's links and what the browser remembers, in Node.js, which waits for the next one."""

from __future__ import annotations

import atexit
import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from noughts.errors import NotationError
from noughts.web.generated import FOLDER
from tests.fuzz.target import Target

SCRIPT = """
import { createInterface } from "node:readline";
import { boardKey, format, parse } from "./address.js";
import { boardOf, rulesOf } from "./rules_by_board.js";
import { Refusal } from "./position.js";
import { TICTACTOE } from "./tictactoe.js";

async function read(hash) {
	const key = boardKey(hash);
	const rules = boardOf(key) ? await rulesOf(key) : TICTACTOE;
	const game = parse(hash, rules);
	return { rules, fromEmpty: game.start === rules.START, ...game };
}

for await (const line of createInterface({ input: process.stdin })) {
	let answer;
	try {
		const written = format(await read(JSON.parse(line)));
		answer = { written, again: format(await read(written)) };
	} catch (error) {
		answer = error instanceof Refusal ? { refused: error.message } : { found: String(error) };
	}
	console.log(JSON.stringify(answer));
}
"""


@cache
def page() -> subprocess.Popen[str]:
    """The page's modules, which answer each line with one."""
    folder = Path(shutil.copytree(FOLDER, Path(mkdtemp(prefix="noughts-fuzz-")) / "page"))
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    (folder / "fuzz.mjs").write_text(SCRIPT, encoding="utf-8")
    process = subprocess.Popen(
        ["node", str(folder / "fuzz.mjs")],  # noqa: S607 - whichever is here
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    atexit.register(end, process, folder)
    return process


def end(process: subprocess.Popen[str], folder: Path) -> None:
    """End it, for its input ends, and leave nothing behind."""
    with process:
        pass
    shutil.rmtree(folder.parent)


def link(data: bytes) -> None:
    """A link, which is a game that is written as it can be read, or is refused."""
    node = page()
    assert node.stdin is not None
    assert node.stdout is not None
    node.stdin.write(json.dumps(data.decode(errors="surrogateescape")) + "\n")
    node.stdin.flush()
    answer: dict[str, Any] = json.loads(node.stdout.readline())
    assert "found" not in answer, answer
    if "refused" in answer:
        raise NotationError(answer["refused"])
    assert answer["written"] == answer["again"]


TARGETS = [
    Target(
        "link",
        link,
        [b"#b2a1c3", b"#XO./.X./..O:a3", b"#5,1,9", b"#.../.../...", b"#4x4x4,4:1a12b3;easy;O"],
        [
            b"a1a1",
            b"d4",
            b"%20",
            b"%3A",
            b"constructor",
            b"__proto__",
            "\u2028".encode(),
            b"/",
            b":",
        ],
    )
]
