"""What the drawn lines find: inputs, and files of every kind, whole, cut and with bytes flipped."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

from click.testing import CliRunner

from noughts.cli.main import main
from noughts.system.cache import cache_folder

BAD = 12  # damaged copies of each file


def inputs(draw: random.Random, folder: Path) -> list[Path]:
    """What may be typed."""
    typed = {
        "nothing": b"",
        "codes": "".join(f"{draw.randrange(20_000)}\n" for _ in range(3000)).encode(),
        "positions": b"XO./.X./...\nX../.../...\n" * 500,
        "games": b"b2 a1 c3 a3 a2\n1000,1000,3: a1\n" * 100,
        "a game": b"5\n1\n3\n7\n4\n6\n2\n8\n9\nn\nh\ns\nu\nr\nv\n?\nq\n",
        "junk": draw.randbytes(20_000),
        "a line": b"0" * 2_000_000,
        "lines": b"h\n" * 20_000,
        "numbers": b"1" * 9000 + b"\n" + b"z" * 65_000 + b"\n-5\n0x" + b"f" * 7000 + b"\n",
    }
    for name, content in typed.items():
        (folder / name).write_bytes(content)
    return [*(folder / name for name in typed), Path("/dev/zero"), Path("/dev/urandom")]


def files(draw: random.Random, folder: Path) -> list[str]:
    """Stores, tables, proofs, agents and other programs' files; and what is no file.

    Writing them also reads, once, what is compiled, and not in each process.
    """
    (folder / "cache").mkdir()
    for compiled in cache_folder().glob("*.compiled"):  # to compile them again takes long
        shutil.copy(compiled, folder / "cache")
    os.environ["NOUGHTS_CACHE"] = str(folder / "cache")
    (folder / "classes").write_text("".join(f"{code}\n" for code in range(765)))
    (folder / "few").write_text("1\n1041\n0\n" * 9000)
    written = {
        "store.store": ["pack", "store.store", str(folder / "classes"), "--to", "canonical"],
        "many.store": ["pack", "many.store", str(folder / "few"), "--to", "pair"],
        "table.table": ["table", "2,2,2", "-o", "table.table"],
        "proof.proof": ["certify", "-o", "proof.proof"],
        "tree.proof": ["certify", "5,4,3", "-o", "tree.proof"],
        "misere.proof": ["certify", "4,4,4,misere", "-o", "misere.proof"],
        "agent.npz": ["learn", "menace", "--games", "20", "-o", "agent.npz"],
        "values.npz": ["learn", "q", "--board", "2,3,2", "--games", "20", "-o", "values.npz"],
        "whole.parquet": ["unpack", "many.store", "whole.parquet"],
        "whole.arrow": ["dataset", "2,2,2", "-o", "whole.arrow"],
    }
    run, here = CliRunner(), Path.cwd()
    os.chdir(folder)
    for line in [
        *written.values(),
        ["unpack", "store.store", "--to", "pair"],
        ["solve", "4,4,4", "--time=1", "--line"],
        ["solve", "4,4,3,misere", "--time=1", "--line"],
    ]:
        result = run.invoke(main, line)
        if result.exit_code and line[0] not in ("unpack", "solve"):  # which may say what is wrong
            raise RuntimeError(f"{line}: {result.output}")
    os.chdir(here)
    (folder / "games.store").write_bytes(b"\x89noughts" + bytes(200))
    (folder / "bad.parquet").write_bytes(b"PAR1" + draw.randbytes(99) + b"PAR1")
    paths = [str(folder / name) for name in (*written, "games.store")]
    paths += [str(bad) for path in paths for bad in _damaged(draw, Path(path))]
    for board in ("3,3,3", "4,4,4", "1,10,3"):
        target = folder / "cache" / f"{board}.table"
        target.write_bytes(Path(draw.choice(paths)).read_bytes())
    others = [str(folder), "/dev/null", "/dev/full", "/dev/zero", "missing", "bad.parquet"]
    return [*paths, *others]


def _damaged(draw: random.Random, path: Path) -> list[Path]:
    content, written = path.read_bytes(), []
    for number in range(BAD):
        bad = bytearray(content)
        for _ in range(draw.randrange(1, 9)):
            at = draw.randrange(len(bad) + 1)
            bad[at : at + 1] = draw.randbytes(draw.choice([0, 1, 1, 1, 2]))
        if draw.random() < 0.5:
            del bad[draw.randrange(len(bad) + 1) :]
        # The end of a name says what a file is.
        name = f"{number}{path.suffix}" if path.suffix in (".npz", ".parquet") else f"{number}"
        written.append(path.with_name(f"{path.name}.{name}"))
        written[-1].write_bytes(bad)
    return written
