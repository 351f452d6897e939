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

from noughts import Position
from noughts.errors import NotationError
from noughts.web.generated import FOLDER, refresh
from tests.fuzz.target import Reading, Target

SCRIPT = """
import { createInterface } from "node:readline";
import { boardKey, format, parse } from "./address.js";
import { boardOf } from "./board_text.js";
import { rulesOf } from "./rules_by_board.js";
import { Game } from "./game.js";
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
		const game = await read(JSON.parse(line));
		const { rules, start } = game;
		const end = new Game(rules, start, game.moves).position;
		const written = format(game);
		answer = {
			written, again: format(await read(written)), board: rules.board.key,
			start: rules.positionText(start), moves: game.moves, end: rules.positionText(end),
			edited: rules.refusal(start),
		};
	} catch (error) {
		answer = error instanceof Refusal ? { refused: error.message } : { found: String(error) };
	}
	console.log(JSON.stringify(answer));
}
"""


@cache
def page(never: str = "") -> subprocess.Popen[str]:
    """The page's modules, which answer each line with one; a game may lack a condition."""
    refresh()
    folder = Path(shutil.copytree(FOLDER, Path(mkdtemp(prefix="noughts-fuzz-")) / "page"))
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    (folder / "fuzz.mjs").write_text(SCRIPT, encoding="utf-8")
    if never:
        game = (folder / "game.js").read_text(encoding="utf-8")
        (folder / "game.js").write_text(game.replace(never, "false"), encoding="utf-8")
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


def link(data: bytes) -> Reading:
    """A link: it is written as it can be read, and Python plays the same game to the same end."""
    node = page()
    assert node.stdin is not None
    assert node.stdout is not None
    node.stdin.write(json.dumps(data.decode(errors="surrogateescape")) + "\n")
    node.stdin.flush()
    answer: dict[str, Any] = json.loads(node.stdout.readline())
    if "refused" in answer:
        raise NotationError(answer["refused"])
    yield
    assert "found" not in answer, answer
    assert answer["written"] == answer["again"]
    if answer["edited"]:  # a mere grid
        assert not answer["moves"]
        return
    position = Position.parse(answer["start"], answer["board"])
    for move in answer["moves"]:
        position = position.play(move)
    assert str(position) == answer["end"]


TARGETS = [
    Target(
        "link",
        link,
        [
            *(b"#b2a1c3", b"#XO./.X./..O:a3", b"#5,1,9", b"#.../.../...", b"#a1a2b1b2c1"),
            b"#4x4x4,4:1a12b3;easy;O",
        ],
        [
            *(b"a1a1", b"c3", b"d4", b"%20", b"%3A", b"constructor", b"__proto__"),
            *("\u2028".encode(), b"/", b":"),
        ],
    )
]
