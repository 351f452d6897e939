"""Runs a generated module on many positions, in its own language.

A driver in that language reads a line a position, x and o in hexadecimal, and answers with a
line: what every function of the module gives for it, in hexadecimal too. The last line is a
drawing of the last position, its line ends written as `/`.
"""

import subprocess
from abc import ABC, abstractmethod
from pathlib import Path

from noughts.emit import Function, Module, language
from noughts.emit.writer import camel
from tests.tools import tool


def arguments(function: Function, stone: str) -> tuple[str, ...]:
    """What a function is called with: names of the driver's variables."""
    parameters = tuple(function.trace.parameters)
    if parameters == ("code",):  # of the codec that the function's name ends or begins with
        codec = function.name.removeprefix("from_").removesuffix("_x").removesuffix("_o")
        return (f"{codec}_code",)
    if parameters == ("stones",):
        return ("x",)
    driven = {"grid": "base4_code", "stone": stone}
    return tuple(driven.get(each, each) for each in parameters)


class Toolchain(ABC):
    """How to build and run one language."""

    language: str
    camel = False

    def source(self, module: Module) -> str:
        return language(self.language).write(module)

    def call(self, name: str, *arguments: str) -> str:
        return f"{camel(name) if self.camel else name}({', '.join(arguments)})"

    def codes(self, module: Module) -> dict[str, str]:
        """The numbers that decoding starts from, by the driver's variable."""
        code = {"base4_code": self.call("encode_base4", "x", "o")}
        if module.holding == "pair":
            code["pair_code"] = self.call("encode_pair", "x", "o")
            code["base3_code"] = self.call("encode_base3", "x", "o")
        else:
            code["pair_code"] = self.call("to_pair", "base4_code")
            code["base3_code"] = self.call("to_base3", "base4_code")
        return code

    def calls(self, module: Module) -> list[str]:
        # Stones on all free cells at once: what a move gives is determined for them too.
        free = self.call("free_cells", *self.state(module))
        calls = [self.call(f.name, *arguments(f, free)) for f in module.functions]
        if module.line_tables:
            calls += [self.call(name, "base4_code") for name in ("winning_line", "has_line")]
        return calls

    def state(self, module: Module) -> tuple[str, ...]:
        return ("x", "o") if module.holding == "pair" else ("base4_code",)

    def run(self, module: Module, positions: str, folder: Path) -> str:
        command = self.build(module, folder)
        done = subprocess.run(
            command, input=positions, capture_output=True, text=True, cwd=folder, timeout=300
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    @abstractmethod
    def build(self, module: Module, folder: Path) -> list[str]:
        """Write and compile the module and its driver; the command that runs them."""

    def compile(self, *command: str, folder: Path) -> None:
        done = subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=300)
        assert done.returncode == 0, done.stdout + done.stderr


class CToolchain(Toolchain):
    language = "c"

    def build(self, module: Module, folder: Path) -> list[str]:
        compiler = tool("cc", "gcc", "clang")
        (folder / "noughts.h").write_text(self.source(module))
        codes = "".join(f"uint64_t {name} = {call};\n" for name, call in self.codes(module).items())
        prints = "".join(f'printf("%llx ", (unsigned long long){c});\n' for c in self.calls(module))
        (folder / "driver.c").write_text(f"""
            #include <stdio.h>
            #include "noughts.h"
            int main(void) {{
                unsigned long long x, o;
                char text[DRAWING];
                while (scanf("%llx %llx", &x, &o) == 2) {{
                    {codes}
                    {prints}
                    putchar('\\n');
                    draw({", ".join(self.state(module))}, text);
                    (void)pair_code, (void)base3_code, (void)base4_code;
                }}
                for (char *at = text; *at; at++) putchar(*at == '\\n' ? '/' : *at);
                putchar('\\n');
            }}
        """)
        flags = (
            "-std=c99",
            "-O1",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-pedantic",
            "-Wno-unused-function",
        )
        self.compile(compiler, *flags, "driver.c", "-o", "driver", folder=folder)
        return ["./driver"]


class JavaScriptToolchain(Toolchain):
    language = "javascript"
    camel = True

    def build(self, module: Module, folder: Path) -> list[str]:
        node = tool("node")
        (folder / "noughts.mjs").write_text(self.source(module))
        codes = "".join(f"const {name} = {call};\n" for name, call in self.codes(module).items())
        big = module.bits > 31
        (folder / "driver.mjs").write_text(f"""
            import {{ readFileSync }} from "node:fs";
            import * as noughts from "./noughts.mjs";
            const {{ {", ".join(self.names(module))} }} = noughts;
            const number = (text) => {"BigInt(`0x${text}`)" if big else "parseInt(text, 16)"};
            const lines = [];
            let text;
            for (const line of readFileSync(0, "utf8").trim().split("\\n")) {{
                const [x, o] = line.split(" ").map(number);
                {codes}
                const results = [{", ".join(self.calls(module))}];
                const text16 = (r) => (r === true ? 1 : r === false ? 0 : r).toString(16);
                lines.push(results.map(text16).join(" "));
                text = draw({", ".join(self.state(module))});
            }}
            console.log(lines.join("\\n"));
            console.log(text.replaceAll("\\n", "/"));
        """)
        return [node, "driver.mjs"]

    def names(self, module: Module) -> list[str]:
        extra = ["winning_line", "has_line"] if module.line_tables else []
        return [camel(name) for name in [*(f.name for f in module.functions), *extra, "draw"]]


class JavaToolchain(Toolchain):
    language = "java"
    camel = True

    def call(self, name: str, *arguments: str) -> str:
        return f"Noughts.{super().call(name, *arguments)}"

    def build(self, module: Module, folder: Path) -> list[str]:
        compiler, java = tool("javac"), tool("java")
        (folder / "Noughts.java").write_text(self.source(module))
        word = "int" if module.bits <= 31 else "long"
        box = "Integer.parseInt" if word == "int" else "Long.parseUnsignedLong"
        codes = "".join(f"{word} {name} = {call};\n" for name, call in self.codes(module).items())
        prints = "".join(f"hex({call});\n" for call in self.calls(module))
        (folder / "Driver.java").write_text(f"""
            import java.io.*;
            public class Driver {{
                static final StringBuilder out = new StringBuilder();
                static void hex(int n) {{ out.append(Integer.toHexString(n)).append(' '); }}
                static void hex(long n) {{ out.append(Long.toHexString(n)).append(' '); }}
                static void hex(boolean n) {{ out.append(n ? "1 " : "0 "); }}
                public static void main(String[] arguments) throws IOException {{
                    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
                    String text = "";
                    for (String line = in.readLine(); line != null; line = in.readLine()) {{
                        String[] words = line.split(" ");
                        {word} x = {box}(words[0], 16), o = {box}(words[1], 16);
                        {codes}
                        {prints}
                        out.append('\\n');
                        text = Noughts.draw({", ".join(self.state(module))});
                    }}
                    System.out.print(out);
                    System.out.println(text.replace('\\n', '/'));
                }}
            }}
        """)
        quick = ("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")  # to start
        self.compile(
            compiler, *(f"-J{flag}" for flag in quick), "-Xlint:all", "-Werror",
            "Noughts.java", "Driver.java", folder=folder,
        )  # fmt: skip
        return [java, *quick, "Driver"]


class RustToolchain(Toolchain):
    language = "rust"

    def build(self, module: Module, folder: Path) -> list[str]:
        compiler = tool("rustc")
        (folder / "noughts.rs").write_text(self.source(module))
        codes = "".join(f"let {name} = {call};\n" for name, call in self.codes(module).items())
        writes = "".join(
            f'write!(out, "{{:x}} ", ({call}) as u128).unwrap();\n' for call in self.calls(module)
        )
        word = next(width for width in (32, 64, 128) if module.bits <= width)
        (folder / "driver.rs").write_text(f"""
            mod noughts;
            use noughts::*;
            use std::io::{{self, BufRead, Write}};
            fn main() {{
                let mut out = io::BufWriter::new(io::stdout());
                let mut text = String::new();
                for line in io::stdin().lock().lines() {{
                    let line = line.unwrap();
                    let number = |w| u{word}::from_str_radix(w, 16).unwrap();
                    let mut words = line.split(' ').map(number);
                    let (x, o) = (words.next().unwrap(), words.next().unwrap());
                    {codes}
                    {writes}
                    let _ = (pair_code, base3_code, base4_code);
                    writeln!(out).unwrap();
                    text = draw({", ".join(self.state(module))});
                }}
                writeln!(out, "{{}}", text.replace('\\n', "/")).unwrap();
            }}
        """)
        self.compile(
            compiler, "--edition=2021", "-D", "warnings", "-C", "debug-assertions", "driver.rs",
            folder=folder,
        )  # fmt: skip
        return ["./driver"]


class PythonToolchain(Toolchain):
    language = "python"

    def build(self, module: Module, folder: Path) -> list[str]:
        (folder / "module.py").write_text(self.source(module))
        codes = "".join(f"    {name} = {call}\n" for name, call in self.codes(module).items())
        (folder / "driver.py").write_text(
            "import sys\n"
            "from module import *\n"
            "for line in sys.stdin:\n"
            "    x, o = (int(word, 16) for word in line.split())\n"
            f"{codes}"
            f"    print(*(format(int(n), 'x') for n in [{', '.join(self.calls(module))}]))\n"
            f"print(draw({', '.join(self.state(module))}).replace('\\n', '/'))\n"
        )
        return [tool("python3"), "driver.py"]


TOOLCHAINS = [
    CToolchain(),
    JavaScriptToolchain(),
    JavaToolchain(),
    RustToolchain(),
    PythonToolchain(),
]
