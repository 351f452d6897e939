"""The package for Cargo: a crate with a module for each board, without dependencies."""

from __future__ import annotations

from collections.abc import Iterator

from noughts.emit.packages.boards import Board, about, readme
from noughts.emit.rust import Rust
from noughts.expressions.limbs import words_for

MANIFEST = """[package]
name = "%(package)s"
version = "%(version)s"
edition = "2021"
license = "MIT"
description = "%(about)s"
"""

EXAMPLE = """use %(crate)s::b%(name)s as rules;

let (x, o) = (%(zero)s, %(zero)s);
println!("{}", rules::draw(x, o));
assert_eq!(rules::turn(x, o), 1); // X moves first"""

TEST = """#[test]
fn b%(name)s_has_so_many_paths() {
    use %(crate)s::b%(name)s::*;
    fn paths(x: %(kind)s, o: %(kind)s, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut found = 0;
        for cell in (0..CELLS).filter(|cell| legal_cells(x, o) >> cell & 1 == 1) {
            for hand in 0..%(hands)s {
                let stone = 1 << (cell + hand * CELLS);
                found += paths(after_x(x, o, stone), after_o(x, o, stone), depth - 1);
            }
        }
        found
    }
    for (depth, &count) in %(paths)s.iter().enumerate() {
        assert_eq!(paths(0, 0, depth as u32), count);
    }
}"""


def files(package: str, boards: list[Board], version: str) -> Iterator[tuple[str, str]]:
    """The path and the text of each file of the package."""
    tests, crate = [], package.replace("-", "_")
    for board in boards:
        rust = Rust()
        yield f"src/b{board.name}.rs", rust.write(board.module)
        if board.in_a_word:
            tests.append(TEST % {**board.words, "crate": crate, "kind": rust.word})
    words = {
        "package": package,
        "version": version.replace(".dev", "-dev."),
        "about": about(boards),
    }
    yield "Cargo.toml", MANIFEST % words
    cells = boards[0].rules.cells
    zero = "0" if boards[0].in_a_word else f"[0; {words_for(cells)}]"
    example = EXAMPLE % {**boards[0].words, "crate": crate, "zero": zero}
    whole = ["The rules of games as bit expressions, a module each.", "", "```", example, "```"]
    docs = [f"//! {line}".rstrip() for line in "\n".join(whole).split("\n")]
    yield "src/lib.rs", "\n".join([*docs, "", *(f"pub mod b{each.name};" for each in boards)])
    yield "tests/paths.rs", "\n\n".join(tests)
    yield "README.md", readme(package, boards, "a module each", "rust", example, "cargo test")
