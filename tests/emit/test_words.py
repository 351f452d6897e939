"""Languages without wide integers write boards of several words, and run them as they run here."""

from __future__ import annotations

import random
import subprocess
from abc import ABC, abstractmethod
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from noughts import Rules
from noughts.emit import LANGUAGES, Function, Module, module
from noughts.emit.java import JAVA_CELLS
from noughts.emit.module import HOLDINGS
from noughts.emit.writer import camel
from noughts.errors import TooLargeError
from noughts.expressions.limbs import split, words_for
from tests.arrays.boards import some_games
from tests.tools import tool


def arguments(function: Function) -> list[str]:
    """What a function is called with: names of the driver's variables."""
    names = {"stones": "x", "code": function.name[: -len("_x")] + "_code"}
    return [names.get(name, name) for name in function.trace.parameters]


def kept(written: Module) -> list[Function]:
    return [function for function in written.functions if function.in_words]


@cache
def positions(board: str) -> list[tuple[int, int]]:
    """Of random games, and full of lines."""
    rules = Rules.parse(board)
    chance = random.Random(board)
    found = []
    for game in some_games(rules, 3):
        for ply in range(0, len(game.moves) + 1, 7):
            x, o = (sum(1 << cell for cell in game.moves[side:ply:2]) for side in (0, 1))
            found.append((x, o))
    for _ in range(20):
        x = chance.getrandbits(rules.cells) | chance.getrandbits(rules.cells)
        found.append((x, ~x & chance.getrandbits(rules.cells)))
    return found


def expected(written: Module, board: str) -> str:
    """A line for each function at each position: the words of what the Python module gives."""
    ours: dict[str, Any] = {}
    exec(LANGUAGES["python"]().write(written), ours)
    lines = []
    for x, o in positions(board):
        given = {"x": x, "o": o, "stone": ours["free_cells"](x, o)}
        for name in ("pair", "base4"):
            given[f"{name}_code"] = ours[f"encode_{name}"](x, o)
        for function in kept(written):
            value = int(ours[function.name](*(given[name] for name in arguments(function))))
            words = words_for(function.width) if function.returns == "bits" else 1
            lines.append(" ".join(format(word, "x") for word in split(value, words)))
    return "\n".join([*lines, ours["draw"](x, o).replace("\n", "/")])


class Toolchain(ABC):
    """How to build and run one language; its driver reads a position a line, in words."""

    language: str

    def run(self, written: Module, board: str, folder: Path) -> str:
        words = words_for(written.rules.cells)
        typed = [split(x, words) + split(o, words) for x, o in positions(board)]
        given = "".join(" ".join(format(word, "x") for word in line) + "\n" for line in typed)
        source = LANGUAGES[self.language]().write(written)
        command = self.build(source, written, folder)
        return done(command, folder, given)

    @abstractmethod
    def build(self, source: str, written: Module, folder: Path) -> list[str]:
        """Write and compile the module and its driver; the command that runs them."""


def done(command: list[str], folder: Path, typed: str = "") -> str:
    run = subprocess.run(
        command, input=typed, capture_output=True, text=True, cwd=folder, timeout=300
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


class InC(Toolchain):
    language = "c"

    def build(self, source: str, written: Module, folder: Path) -> list[str]:
        (folder / "noughts.h").write_text(source)
        cells = written.rules.cells
        board = "uint64_t" if cells <= 64 else "noughts_board"

        def kind(function: Function) -> tuple[str, int]:
            words = words_for(function.width) if function.returns == "bits" else 1
            return ("uint64_t" if words == 1 else board if function.width == cells
                    else "noughts_code"), words  # fmt: skip

        shows = []
        for function in kept(written):
            named, words = kind(function)
            call = f"{function.name}({', '.join(arguments(function))})"
            shows.append(f"{{ {named} r = {call}; show((const uint64_t *)&r, {words}); }}")
        (folder / "driver.c").write_text(f"""
            #include <stdio.h>
            #include "noughts.h"
            static void show(const uint64_t *words, int n) {{
                for (int i = 0; i < n; i++)
                    printf(i ? " %llx" : "%llx", (unsigned long long)words[i]);
                putchar('\\n');
            }}
            static bool get(uint64_t *words, int n) {{
                for (int i = 0; i < n; i++) {{
                    unsigned long long word;
                    if (scanf("%llx", &word) != 1) return false;
                    words[i] = word;
                }}
                return true;
            }}
            int main(void) {{
                {board} x, o;
                char text[DRAWING];
                const int n = sizeof x / 8;
                while (get((uint64_t *)&x, n) && get((uint64_t *)&o, n)) {{
                    const noughts_code pair_code = encode_pair(x, o);
                    const noughts_code base4_code = encode_base4(x, o);
                    const {board} stone = free_cells(x, o);
                    {" ".join(shows)}
                    draw(x, o, text);
                }}
                for (char *at = text; *at; at++) putchar(*at == '\\n' ? '/' : *at);
            }}
        """)
        flags = ["-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-pedantic"]
        flags.append("-Wno-unused-function")
        done([tool("cc", "gcc", "clang"), *flags, "driver.c", "-o", "driver"], folder)
        return ["./driver"]


class InJava(Toolchain):
    language = "java"

    def build(self, source: str, written: Module, folder: Path) -> list[str]:
        (folder / "Noughts.java").write_text(source)
        shows = "".join(
            f"show(Noughts.{camel(f.name)}({', '.join(arguments(f))}));\n" for f in kept(written)
        )
        (folder / "Driver.java").write_text(f"""
            import java.io.*;
            public class Driver {{
                static final StringBuilder out = new StringBuilder();
                static void show(long... words) {{
                    for (int i = 0; i < words.length; i++)
                        out.append(i > 0 ? " " : "").append(Long.toHexString(words[i]));
                    out.append('\\n');
                }}
                static void show(boolean is) {{ show(is ? 1 : 0); }}
                static long word(String text) {{ return Long.parseUnsignedLong(text, 16); }}
                public static void main(String[] arguments) throws IOException {{
                    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
                    String text = "";
                    for (String row = in.readLine(); row != null; row = in.readLine()) {{
                        String[] line = row.split(" ");
                        long x = word(line[0]), o = word(line[1]);
                        long[] pair_code = Noughts.encodePair(x, o);
                        long[] base4_code = Noughts.encodeBase4(x, o);
                        long stone = Noughts.freeCells(x, o);
                        {shows}
                        text = Noughts.draw(x, o);
                    }}
                    System.out.print(out);
                    System.out.println(text.replace('\\n', '/'));
                }}
            }}
        """)
        quick = ["-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]  # to start
        strict = ["-Xlint:all", "-Werror"]
        compiler = [tool("javac"), *(f"-J{flag}" for flag in quick), *strict]
        done([*compiler, "Noughts.java", "Driver.java"], folder)
        return [tool("java"), *quick, "Driver"]


class InRust(Toolchain):
    language = "rust"

    def build(self, source: str, written: Module, folder: Path) -> list[str]:
        (folder / "noughts.rs").write_text(source)
        words = words_for(written.rules.cells)
        shows = []
        for function in kept(written):
            call = f"{function.name}({', '.join(arguments(function))})"
            several = function.returns == "bits" and words_for(function.width) > 1
            shows.append(f"show(&{call});" if several else f"show(&[{call} as u64]);")
        (folder / "driver.rs").write_text(f"""
            mod noughts;
            use noughts::*;
            use std::io::BufRead;
            fn show(words: &[u64]) {{
                let texts: Vec<String> = words.iter().map(|word| format!("{{:x}}", word)).collect();
                println!("{{}}", texts.join(" "));
            }}
            fn main() {{
                let mut text = String::new();
                for line in std::io::stdin().lock().lines() {{
                    let line = line.unwrap();
                    let mut words = line.split(' ').map(|w| u64::from_str_radix(w, 16).unwrap());
                    let x: Board = std::array::from_fn(|_| words.next().unwrap());
                    let o: Board = std::array::from_fn(|_| words.next().unwrap());
                    let (pair_code, base4_code) = (encode_pair(x, o), encode_base4(x, o));
                    let stone = free_cells(x, o);
                    {" ".join(shows)}
                    text = draw(x, o);
                }}
                println!("{{}}", text.replace('\\n', "/"));
            }}
        """)
        assert words > 1  # narrower boards are not written in words
        flags = ["--edition=2021", "-D", "warnings", "-C", "debug-assertions"]
        done([tool("rustc"), *flags, "driver.rs"], folder)
        return ["./driver"]


BOARDS = {"c": ["6,6,5", "9,9,5", "15,15,5", "19,19,5"]}
BOARDS["java"] = ["6,6,5", "8,8,5", "2x2x2x2x2x2,2"]  # the last has the most lines
BOARDS["rust"] = BOARDS["c"][1:]


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("toolchain", "board"),
    [
        pytest.param(
            toolchain,
            board,
            id=f"{toolchain.language}-{board}",
            marks=[] if board in few else [pytest.mark.longer],
        )
        # Each number of words is taken by one language, and all of them in `make longer`.
        for toolchain, few in [
            (InC(), ["9,9,5", "15,15,5"]),
            (InJava(), ["6,6,5", "2x2x2x2x2x2,2"]),
            (InRust(), ["19,19,5"]),
        ]
        for board in BOARDS[toolchain.language]
    ],
)
def test_every_function_gives_what_the_same_one_of_python_gives(
    toolchain: Toolchain, board: str, tmp_path: Path
) -> None:
    written = module(Rules.parse(board))
    answered = toolchain.run(written, board, tmp_path).splitlines()
    wanted = expected(written, board).splitlines()
    assert len(answered) == len(wanted)
    pairs = zip(answered, wanted, strict=True)
    assert next((pair for pair in pairs if pair[0] != pair[1]), None) is None


def test_java_is_refused_past_the_cells_of_a_long_by_name_and_limit() -> None:
    java = LANGUAGES["java"]()
    assert "long legalCells(" in java.write(module(Rules(8, 8, 5)))
    for holding in HOLDINGS:
        with pytest.raises(TooLargeError) as refused:
            java.write(module(Rules(5, 13, 5), holding))
        said = f"5,13,5 has 65 cells; Java is written for boards of up to {JAVA_CELLS}"
        assert str(refused.value) == said


@pytest.mark.parametrize(
    ("language", "board"),
    [("c", "9,9,5"), ("rust", "9,9,5"), ("c", "6,6,5"), ("java", "6,6,5")],
)
def test_boards_of_several_words_are_written_without_base_3(language: str, board: str) -> None:
    written = module(Rules.parse(board))
    source = LANGUAGES[language]().write(written)
    assert "Base 3 is left" in source
    for function in written.functions:
        name = camel(function.name) if language == "java" else function.name
        assert (f"{name}(" in source) == ("base3" not in name.lower())


def test_parameters_that_a_result_ignores_are_marked_so_in_c() -> None:
    source = LANGUAGES["c"]().write(module(Rules(9, 9, 1)))  # every cell completes a line of one
    assert "(void)stones;" in source
