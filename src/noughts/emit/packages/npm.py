"""The package for npm: ES modules with types, without dependencies."""

from __future__ import annotations

import json
from collections.abc import Iterator

from noughts.emit.javascript import PLAIN_BITS, JavaScript
from noughts.emit.module import Module
from noughts.emit.packages.boards import Board, about, readme
from noughts.emit.writer import camel

EXAMPLE = """import { afterX, afterO, draw, legalCells, result } from "%(whence)s";

let [x, o] = [%(zero)s, %(zero)s];
while (result(x, o) == 0) {
  const cells = legalCells(x, o);
  const stone = cells & -cells; // the lowest cell that may be played
  [x, o] = [afterX(x, o, stone), afterO(x, o, stone)];
}
console.log(draw(x, o));"""

COUNTING = """import assert from "node:assert/strict";
import test from "node:test";

function paths(rules, hands, depth, x, o = x) {
  if (depth === 0) return 1;
  const [none, one] = typeof x === "bigint" ? [0n, 1n] : [0, 1];
  const cells = rules.legalCells(x, o);
  let found = 0;
  for (let cell = none; cell < rules.CELLS; cell += one) {
    if (((cells >> cell) & one) === none) continue;
    for (let hand = none; hand < hands; hand += one) {
      const stone = one << (cell + hand * rules.CELLS);
      found += paths(rules, hands, depth - 1, rules.afterX(x, o, stone), rules.afterO(x, o, stone));
    }
  }
  return found;
}"""

TEST = """test("%(rules)s: paths of 0, 1, 2, ... moves", async () => {
  const rules = await import("%(package)s/%(name)s");
  const counts = %(paths)s;
  counts.forEach((count, depth) => assert.equal(paths(rules, %(hands)s, depth, %(zero)s), count));
});"""


def files(package: str, boards: list[Board], version: str) -> Iterator[tuple[str, str]]:
    """The path and the text of each file of the package."""
    names = [board.name.replace("_", "-") for board in boards]
    tests = []
    for name, board in zip(names, boards, strict=True):
        yield f"{name}.js", JavaScript().write(board.module)
        yield f"{name}.d.ts", _types(board.module)
        tests.append(TEST % {**_words(board), "package": package, "name": name})
    exports = {
        f"./{name}": {"types": f"./{name}.d.ts", "default": f"./{name}.js"} for name in names
    }
    whence = f"{package}/{names[0]}"
    if len(names) == 1:
        exports["."], whence = exports[f"./{names[0]}"], package
    whole = {
        "name": package,
        "version": version.replace(".dev", "-dev."),
        "description": about(boards),
        "license": "MIT",
        "type": "module",
        "sideEffects": False,
        "exports": exports,
        "files": ["*-*.js", "*.d.ts"],
        "scripts": {"test": "node --test"},
    }
    yield "package.json", json.dumps(whole, indent=2)
    yield "paths.test.js", "\n\n".join([COUNTING, *tests])
    example = EXAMPLE % {**_words(boards[0]), "whence": whence}
    yield (
        "README.md",
        readme(package, boards, "an ES module each, with types", "js", example, "npm test"),
    )


def _words(board: Board) -> dict[str, object]:
    zero = "0" if board.module.bits <= PLAIN_BITS else "0n"
    return {**board.words, "rules": board.rules, "zero": zero}


def _types(held: Module) -> str:
    """The TypeScript declarations of a module."""
    kind = "number" if held.bits <= PLAIN_BITS else "bigint"
    lines = [f"/** {held.rules.about}. */"]

    def declare(comment: str, what: str) -> None:
        lines.extend(["", f"/** {comment} */", f"export declare {what};"])

    for constant in held.constants:
        one = isinstance(constant.value, int)
        declare(constant.about, f"const {constant.name}: {kind if one else f'readonly {kind}[]'}")
    for function in held.functions:
        given = ", ".join(f"{name}: {kind}" for name in function.trace.parameters)
        number = "number" if function.is_small else kind
        returned = number if function.returns == "bits" else "boolean"
        declare(function.about, f"function {camel(function.name)}({given}): {returned}")
    state = ", ".join(f"{name}: {kind}" for name in held.state)
    declare("The grid as lines of text.", f"function draw({state}): string")
    return "\n".join(lines)
