"""`noughts pack`, `noughts unpack` and `noughts info`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from noughts import TICTACTOE, Game, Position, Rules, store
from noughts.arrays.positions import Positions
from noughts.codecs import CODECS, Packing, codec
from noughts.solver.tables.table import table
from noughts.store.file_layout import HEADER_LENGTH
from tests import commands
from tests.commands import refused

SOME = list(table(TICTACTOE))[::300]
GAMES = [Game.parse("a1 a2 b1 b2 c1"), Game.parse("b2 a1 b1 b3 c2 a2 a3 c1 c3")]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str, typed: str | bytes = "") -> tuple[int, str, str]:
    result = commands.run(*arguments, typed=typed)
    return result.exit_code, result.stdout, result.stderr


def good(*arguments: str, typed: str | bytes = "") -> str:
    status, out, err = run(*arguments, typed=typed)
    assert (status, err) == (0, "")
    return out


def lines(values: Iterable[object]) -> str:
    return "".join(f"{value}\n" for value in values)


CODES = [CODECS["base3"].encode(position) for position in SOME]


def test_codes_are_packed_from_lines_and_unpacked_to_lines() -> None:
    good("pack", "codes", "--to", "base3", typed=lines(CODES))
    assert good("unpack", "codes") == lines(CODES)
    assert good("unpack", "codes", "--base", "hex") == lines([f"{code:#x}" for code in CODES])
    assert good("unpack", "codes", "--only", "3:5") == lines(CODES[3:5])
    assert good("unpack", "codes", "--only", "-2:") == lines(CODES[-2:])
    assert good("unpack", "codes", "--only", "5:3") == ""


def test_positions_of_several_words_are_packed_and_unpacked_as_text() -> None:
    position = Position(rules=Rules(9, 9, 5)).play(4)
    texts = lines([position, position.play(80), position])
    good("pack", "codes", "--to", "base3", "--from", "text", "--board", "9,9,5", typed=texts)
    assert good("unpack", "codes", "--to", "text") == texts


def test_codes_are_packed_from_a_file_and_unpacked_to_one(here: Path) -> None:
    (here / "lines").write_text(lines(CODES))
    good("pack", "codes", "lines", "--to", "base3")
    good("unpack", "codes", "again")
    assert (here / "again").read_text() == lines(CODES)
    assert sorted(path.name for path in here.iterdir()) == ["again", "codes", "lines"]


def test_positions_are_read_and_written_as_text() -> None:
    good("pack", "codes", "--to", "ordinal", "--from", "text", typed=lines(SOME))
    assert good("unpack", "codes", "--to", "text") == lines(SOME)
    assert good("unpack", "codes", "--to", "base3") == lines(CODES)


@pytest.mark.no_cover
def test_games_are_read_and_written_as_text() -> None:
    good("pack", "games", "--to", "record", "--from", "text", typed=lines(GAMES))
    assert good("unpack", "games", "--to", "text") == lines(GAMES)
    ends = [CODECS["pair"].encode(game.position) for game in GAMES]
    assert good("unpack", "games", "--to", "pair") == lines(ends)


def test_words_are_read_and_written_as_text() -> None:
    good("pack", "words", "--to", "word", "--from", "record", typed="7316\n")
    assert good("unpack", "words") == good("convert", "--from", "record", "--to", "word", "7316")
    assert good("unpack", "words", "--to", "text") == f"{GAMES[0].position}\n"


def test_codes_of_one_codec_are_packed_as_those_of_another() -> None:
    good("pack", "codes", "--from", "base3", "--to", "pair", typed=lines(CODES))
    assert store.read("codes").values() == Positions.of(SOME)


def test_other_boards_and_plain_packing_are_named() -> None:
    good(
        "pack",
        "codes",
        "--to",
        "pair",
        "--board",
        "6,6,4,misere",
        "--plain",
        typed="1\n0x2000000001\n",
    )
    reader = store.read("codes")
    assert reader.rules == Rules(6, 6, 4, misere=True)
    assert reader.packing.bits_each == codec("pair", reader.rules).bits == 72
    assert good("unpack", "codes") == "1\n137438953473\n"


@pytest.mark.traced
@pytest.mark.wide
def test_bare_numbers_go_in_and_out(here: Path) -> None:
    raw = np.array(CODES, "<u2").tobytes()
    good("pack", "codes", "--to", "base3", "--raw", typed=raw)
    good("unpack", "codes", "again", "--raw")
    assert (here / "again").read_bytes() == raw
    (here / "bits").write_bytes(np.array([1041], "<u4").tobytes())
    good("pack", "other", "bits", "--from", "pair", "--to", "base3", "--raw")
    good("unpack", "other", "again", "--raw", "--to", "canonical")
    assert (here / "again").read_bytes() == b"\x1f\0"


@pytest.mark.parametrize(
    ("options", "typed", "message"),
    [
        ([], b"88\nseven\n", "line 2: 'seven' is not a number"),
        ([], b"4\n", "line 1: base3 code 4: 2 X and 0 O"),
        (["--from", "text"], b"X../.../...\n\nX..", "line 2: "),
        (["--from", "text"], b"\xff\n", "line 1: "),
        (["--raw"], b"\1\0\4\0", "item 1: base3 code 4: 2 X and 0 O"),
        (["--raw"], b"\1\0\4", "Error: 1 byte is left over at the end; each base3 code has 2"),
    ],
)
def test_where_something_is_wrong_there_is_no_store(
    here: Path, options: list[str], typed: bytes, message: str
) -> None:
    assert message in refused("pack", "codes", "--to", "base3", *options, typed=typed, status=1)
    assert not [*here.iterdir()]


def test_an_item_is_named_by_its_number_in_all_of_the_input(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("noughts.cli.commands.pack.AT_ONCE", 2)
    monkeypatch.setattr("noughts.store.parquet.AT_ONCE", 2)
    pq.write_table(pa.table({"code": [1, 0, 0, 4]}), "codes.parquet")
    wrong = "Error: item 3: base3 code 4: 2 X and 0 O"
    status, _, err = run("pack", "new", "--to", "base3", "--raw", typed=b"\1\0\0\0\0\0\4\0")
    assert (status, err[: len(wrong)]) == (1, wrong)
    status, _, err = run("pack", "new", "codes.parquet", "--to", "base3")
    assert (status, err[: len(wrong)]) == (1, wrong)


def test_bare_numbers_that_cannot_be_converted_at_all_are_a_wrong_use() -> None:
    assert "record needs every move of a game" in refused(
        "pack", "new", "--from", "pair", "--to", "record", "--raw"
    )


def test_a_very_long_line_is_quoted_from_its_beginning() -> None:
    for target, text in (("base3", "X" * 60_000), ("record", "c" * 60_000)):
        status, _, err = run("pack", "new", "--to", target, "--from", "text", typed=text)
        assert status == 1
        assert f"{text[:50]!r}... (60000 characters)" in err
        assert len(err) < 300


@pytest.mark.parametrize(("good", "source"), [("1", "base3"), ("X../.../...", "text")])
def test_a_line_without_an_end_is_read_up_to_a_limit(good: str, source: str) -> None:
    typed = f"{good}\n" + "1" * 10**6
    assert run("pack", "new", "--to", "base3", "--from", source, typed=typed) == (
        1,
        "",
        "Error: line 2 of the input is too long; lines of up to 65,536 bytes are read\n",
    )
    assert not Path("new").exists()


def test_a_name_is_that_of_a_file_whatever_it_looks_like() -> None:
    good("pack", "codes", "--to", "base3", typed="88\n")
    for name in ("s3:codes.parquet", os.fsdecode(b"caf\xe9.parquet")):
        good("unpack", "codes", name)
        good("pack", f"{name}.codes", name, "--to", "base3")
        assert good("unpack", f"{name}.codes") == "88\n"
    for name, command in (("gone", ["info"]), ("gone.parquet", ["pack", "--to", "base3", "new"])):
        said = f"Error: {name}: No such file or directory\n"
        assert run(*command, name) == (1, "", said)


def test_a_link_to_nothing_is_filled(here: Path) -> None:
    (here / "link").symlink_to("codes")
    good("pack", "link", "--to", "base3", typed="88\n")
    assert (here / "link").is_symlink()
    assert good("unpack", "codes") == "88\n"


def test_codes_are_added_to_a_store_without_writing_another(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good("pack", "codes", "--to", "base3", typed=lines(CODES[:5]))
    file = (here / "codes").stat().st_ino
    monkeypatch.delattr(store, "create")
    good("pack", "codes", "--append", typed=lines(CODES[5:]))
    assert (here / "codes").stat().st_ino == file
    assert good("unpack", "codes") == lines(CODES)


def test_a_store_that_is_there_is_added_to_or_left_alone(here: Path) -> None:
    good("pack", "codes", "--to", "base3", typed=lines(CODES[:5]))
    good("pack", "codes", "--append", typed=lines(CODES[5:]))
    good("pack", "codes", "--append", "--from", "text", typed="X../.../...\n")
    before = (here / "codes").read_bytes()
    assert good("unpack", "codes") == lines([*CODES, 1])
    for options, typed, message in (
        (["--append"], "88\nseven\n", "line 2: 'seven' is not a number"),
        (["--to", "base3"], "88\n", "codes exists already; --append adds to it, and to start anew"),
        (["--append", "--to", "pair"], "88\n", "--append excludes --to, --board and --plain"),
        ([], "88\n", "name the codec of the store: --to ordinal keeps each position"),
        (["--board", "15,15,5"], "88\n", "--to base3 keeps each position"),
        (["--append"], "X../.../...\n", "0b10000010001 or 0o2021; --from text reads it"),
    ):
        status, _, err = run("pack", "codes", *options, typed=typed)
        assert status > 0
        assert message in err
    assert (here / "codes").read_bytes() == before
    assert [path.name for path in here.iterdir()] == ["codes"]


def test_codes_that_were_read_for_a_store_are_not_added_to_another_of_its_name(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good("pack", "codes", "--to", "canonical", typed="31\n")
    append = store.append

    def replaced(path: str) -> store.Writer:
        (here / path).unlink()
        good("pack", path, "--to", "base3", "--board", "4,4,4", typed="7\n")
        return append(path)

    monkeypatch.setattr(store, "append", replaced)
    status, out, err = run("pack", "codes", "--append", typed="764\n")
    assert (status, out) == (1, "")
    assert err == (
        "Error: codes is now another store, of base3 codes of 4,4,4; INPUT was read for "
        "canonical codes of 3,3,3, and nothing is added\n"
    )
    assert good("unpack", "codes") == "7\n"


def test_an_interrupted_append_says_how_much_was_added(monkeypatch: pytest.MonkeyPatch) -> None:
    good("pack", "codes", "--to", "canonical", typed=lines(range(10)))
    write_codes = store.Writer.write_codes
    times = iter([False, True])

    def interrupted(writer: store.Writer, codes: npt.ArrayLike) -> None:
        if next(times):
            raise KeyboardInterrupt
        write_codes(writer, codes)

    monkeypatch.setattr(store.Writer, "write_codes", interrupted)
    monkeypatch.setattr("noughts.cli.commands.pack.AT_ONCE", 5)
    status, _, err = run("pack", "codes", "--append", typed=lines(range(10, 20)))
    assert (status, err) == (1, "interrupted: the first 5 codes of INPUT were added\n\nAborted!\n")
    assert good("unpack", "codes") == lines(range(15))


@pytest.mark.parametrize(
    ("options", "typed"),
    [
        (["--to", "base3"], [0, 1, 88, 2350]),
        (["--to", "word"], [262144, -2147056042, 1073748329]),  # which may be negative
        (["--to", "pair", "--board", "6,6,4"], [0, 1, 1 << 70 | 3]),  # two words each
    ],
)
def test_what_is_added_waits_for_the_end_of_the_input_in_memory_or_in_a_file(
    here: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], typed: list[int]
) -> None:
    monkeypatch.setattr("noughts.cli.commands.pack.AT_ONCE", 2)
    good("pack", "codes", *options, typed=lines(typed))
    for held, times in ((1 << 20, 2), (16, 3)):
        monkeypatch.setattr("noughts.cli.commands.pack.IN_MEMORY", held)
        good("pack", "codes", "--append", typed=lines(typed))
        assert good("unpack", "codes") == lines(typed * times)
        before = (here / "codes").read_bytes()
        status, _, err = run("pack", "codes", "--append", typed=lines([*typed, "last"]))
        assert (status, f"line {len(typed) + 1}: 'last' is not a number" in err) == (1, True)
        assert (here / "codes").read_bytes() == before
    assert [path.name for path in here.iterdir()] == ["codes"]


def test_codes_are_added_to_a_store_whose_packing_has_room_for_larger_ones(here: Path) -> None:
    packing = Packing(1 << 20, 3, 8)
    with store.create(here / "codes", "canonical", packing=packing) as writer:
        writer.write_codes([764])
    good("pack", "codes", "--append", typed="1\n2\n3\n")
    assert good("unpack", "codes") == "764\n1\n2\n3\n"


def test_what_a_store_cannot_be_unpacked_to_is_refused_at_once(here: Path) -> None:
    good("pack", "codes", "--to", "base3", typed="88\n")
    _, _, err = run("unpack", "codes", "a.arrow")
    assert "a.arrow would be lines and no .arrow; name it .txt, or .parquet for a table" in err
    (here / "codes").unlink()
    good("pack", "none", "--to", "canonical")
    for target, message in (
        ("octal", "'octal' is not a codec; the codecs are pair"),
        ("record", "record needs every move of a game, and canonical does not hold them"),
    ):
        for output in ("-", "out", "out.parquet"):
            assert message in refused("unpack", "none", output, "--to", target)
    assert [path.name for path in here.iterdir()] == ["none"]


def damaged(path: Path, blocks: int = 3) -> list[int]:
    """A store with its middle block damaged; the codes of the others."""
    codes = [code % 765 for code in range(10 * blocks)]
    with store.create(path, "canonical", block=10) as writer:
        writer.write_codes(codes)
    whole = bytearray(path.read_bytes())
    whole[store.read(path).header.place(1) + 4] ^= 1
    path.write_bytes(whole)
    return codes[:10] + codes[20:]


def test_a_store_is_not_unpacked_over_itself(here: Path) -> None:
    good("pack", "a", "--to", "canonical", typed="1\n2\n")
    before = (here / "a").read_bytes()
    (here / "link").symlink_to("a")
    for output in ("a", "link"):
        assert f"{output} is the store to read; name another file" in refused("unpack", "a", output)
    assert (here / "a").read_bytes() == before


def test_a_link_is_written_through_and_a_missing_folder_named(here: Path) -> None:
    good("pack", "a", "--to", "canonical", typed="1\n2\n")
    (here / "codes").touch()
    (here / "link").symlink_to("codes")
    good("unpack", "a", "link")
    assert (here / "codes").read_text() == "1\n2\n"
    assert (here / "link").is_symlink()
    assert "nowhere/codes cannot be written: there is no folder" in refused(
        "unpack", "a", "nowhere/codes"
    )


def test_a_damaged_block_ends_it_or_is_left_out_and_named(here: Path) -> None:
    codes = damaged(here / "codes")
    named = "block 1 of codes, codes 10 to 19, is damaged: its checksum fails"
    for output in ("again", "again.parquet"):
        status, out, err = run("unpack", "codes", output)
        assert (status, out, err) == (1, "", f"Error: {named}\n")
        assert [path.name for path in here.iterdir()] == ["codes"]
    assert run("unpack", "codes", "--skip-damaged") == (1, lines(codes), f"{named}\n")
    assert good("unpack", "codes", "--only", ":10") == lines(codes[:10])
    status, out, _ = run("info", "codes", "--check")
    assert (status, out.splitlines()[-1]) == (1, f"damaged   {named}")


def test_what_no_writer_has_finished_is_noted(here: Path) -> None:
    good("pack", "codes", "--to", "base3", typed=lines(CODES))
    whole = (here / "codes").read_bytes()
    (here / "codes").write_bytes(whole + b"torn")
    torn = "4 bytes behind the last code, which no writer has finished"
    assert run("unpack", "codes") == (0, lines(CODES), f"note: {torn}\n")
    assert good("info", "codes").splitlines()[-1] == f"dropped   {torn}"
    assert run("pack", "codes", "--append", typed="88\n") == (0, "", f"note: {torn}\n")
    assert good("unpack", "codes") == lines([*CODES, 88])


def test_codes_that_are_missing_are_told_and_make_it_fail(here: Path) -> None:
    codes = [code % 765 for code in range(25)]
    with store.create(here / "codes", "canonical", block=10) as writer:
        writer.write_codes(codes)
    whole = (here / "codes").read_bytes()
    (here / "codes").write_bytes(whole[:-1])
    missing = f"codes 20 to 24 are missing: it has {len(whole) - 1} of {len(whole)} bytes"
    status, out, _ = run("info", "codes")
    assert (status, out.splitlines()[-1]) == (1, f"missing   {missing}")
    status, out, _ = run("info", "codes", "--check")
    assert (status, out.splitlines()[-1]) == (1, f"damaged   codes: {missing}")
    assert json.loads(run("info", "codes", "--json")[1])["missing"] == missing
    for output in ("-", "out"):
        status, _, err = run("unpack", "codes", output)
        assert (status, err) == (1, f"Error: codes: {missing}\n")
    assert not (here / "out").exists()
    assert run("unpack", "codes", "--skip-damaged") == (1, lines(codes[:20]), f"codes: {missing}\n")
    assert good("unpack", "codes", "--only", ":20") == lines(codes[:20])
    status, _, err = run("pack", "codes", "--append", typed="1\n")
    assert (status, err) == (1, f"Error: codes cannot be added to: {missing}\n")
    assert (here / "codes").read_bytes() == whole[:-1]


def test_a_store_is_repaired_in_one_step(here: Path) -> None:
    good("pack", "codes", "--to", "base3", typed=lines(CODES))
    whole = (here / "codes").read_bytes()
    (here / "codes").write_bytes(whole + b"torn")
    torn = "4 bytes behind the last code, which no writer has finished"
    assert good("repair", "codes") == f"cut off: {torn}\n"
    assert (here / "codes").read_bytes() == whole
    assert good("repair", "codes") == "codes is whole\n"


@pytest.mark.parametrize("copy", ["first", "second"])
def test_a_damaged_copy_of_the_commit_is_written_again_for_no_code_is_lost_with_it(
    here: Path, copy: str
) -> None:
    good("pack", "codes", "--to", "base3", typed=lines(CODES))
    whole = bytearray((here / "codes").read_bytes())
    at = HEADER_LENGTH + (store.read(here / "codes").header.commit_length * (copy == "second"))
    (here / "codes").write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :] + b"torn")
    told = f"written again: the {copy} copy of its commit\ncut off: 4 bytes behind the last code"
    assert good("repair", "codes").startswith(told)
    assert (here / "codes").read_bytes() == whole


def test_codes_that_are_lost_are_named_and_the_others_kept_in_a_new_store(here: Path) -> None:
    codes = damaged(here / "codes")
    before = (here / "codes").read_bytes()
    named = "block 1 of codes, codes 10 to 19, is damaged: its checksum fails"
    status, out, err = run("repair", "codes")
    assert (status, out) == (1, "")
    assert err == (
        f"{named}\nError: codes has lost codes, and stays as it is; to keep the others: "
        "noughts repair codes NEW\n"
    )
    kept = f"new has {len(codes)} of {len(codes) + 10} codes\n"
    assert run("repair", "codes", "new") == (1, kept, f"{named}\n")
    assert good("unpack", "new") == lines(codes)
    assert (here / "codes").read_bytes() == before
    assert "new exists already" in refused("repair", "codes", "new")
    assert run("repair", "new", "again") == (
        0,
        f"again has {len(codes)} of {len(codes)} codes\n",
        "",
    )
    (here / "codes").write_bytes(before[:-1])
    status, out, err = run("repair", "codes", "other")
    assert (status, err.splitlines()[0][:6]) == (1, "codes ")
    assert "are missing" in err


def test_a_long_block_is_unpacked_in_parts_and_its_damage_told_once(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.cli.commands.unpack.AT_ONCE", 4)
    codes = damaged(here / "codes")
    status, out, err = run("unpack", "codes", "--skip-damaged")
    assert (status, out) == (1, lines(codes))
    assert err == "block 1 of codes, codes 10 to 19, is damaged: its checksum fails\n"


def test_of_two_that_take_one_name_at_once_the_first_has_it(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = os.link

    def late(part: Path, target: Path) -> None:
        monkeypatch.setattr("os.link", link)
        good("pack", "codes", "--to", "base3", typed="88\n")
        link(part, target)

    monkeypatch.setattr("os.link", late)
    status, out, err = run("pack", "codes", "--to", "base3", typed="1\n")
    said = "Error: another process has made codes meanwhile; it stays as it is\n"
    assert (status, out, err) == (1, "", said)
    assert good("unpack", "codes") == "88\n"
    assert [path.name for path in here.iterdir()] == ["codes"]


@pytest.mark.wide
def test_of_processes_that_take_one_name_at_once_exactly_one_succeeds(here: Path) -> None:
    (here / "lines").write_text(lines([*range(765)]))
    command = [sys.executable, "-m", "noughts", "pack", "codes", "lines", "--to", "canonical"]
    plain = os.environ | {"NUMBA_DISABLE_JIT": "1"}  # so that they start in half the time
    racing = [
        subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=plain) for _ in range(4)
    ]
    ends = [(process.communicate()[1], process.returncode) for process in racing]
    assert sorted(status != 0 for _, status in ends) == [False, True, True, True]
    assert all("codes" in said for said, status in ends if status)
    assert len(store.read("codes")) == 765


def test_info_tells_what_a_store_holds() -> None:
    good("pack", "codes", "--to", "canonical", typed=lines([*range(765)]))
    assert good("info", "codes", "--check") == (
        "codes     765 of canonical, board 3,3,3\n"
        "packing   5 in 6 bytes, 9.6 bits each\n"
        "blocks    1 of up to 54,600 codes\n"
        "size      1,046 bytes, 10.94 bits per code\n"
        "damaged   none\n"
    )
    assert json.loads(good("info", "codes", "--json")) == {
        "codec": "canonical",
        "board": "3,3,3",
        "codes": 765,
        "packing": {"items": 5, "bytes": 6, "bits_each": 9.6},
        "blocks": 1,
        "codes_a_block": 54600,
        "bytes": 1046,
        "version": 2,
        "dropped": None,
        "missing": None,
        "damaged": None,
    }
    good("pack", "none", "--to", "canonical")
    assert "size      128 bytes\n" in good("info", "none")


def test_what_is_no_store_is_refused_in_one_line(here: Path) -> None:
    (here / "no").write_text("This is no store.")
    for command in ("info", "unpack"):
        status, _, err = run(command, "no")
        assert (status, err) == (
            1,
            "Error: no is not a store, or its header is damaged: it does not begin as one\n",
        )
    assert run("unpack", "missing")[0] == 1
    status, _, err = run("unpack", "no", "--only", "5")
    assert (status, err.splitlines()[-1][:30]) == (1, "Error: no is not a store, or i")
    good("pack", "codes", "--to", "base3", typed="88\n")
    assert "'5' names no codes; write START:STOP" in run("unpack", "codes", "--only", "5")[2]


def test_positions_go_to_parquet_and_back() -> None:
    good("pack", "codes", "--to", "base3", typed=lines(CODES))
    good("unpack", "codes", "positions.parquet")
    read = pq.read_table("positions.parquet")
    assert read.schema.metadata == {b"noughts.rules": b"3,3,3"}
    assert read.schema.names == ["x", "o"]
    assert {str(kind) for kind in read.schema.types} == {"uint16"}
    assert read.column("x").to_pylist() == [position.x for position in SOME]
    good("pack", "again", "positions.parquet", "--to", "ordinal")
    assert good("unpack", "again", "--to", "base3") == lines(CODES)


def test_codes_and_games_go_to_parquet_and_back() -> None:
    good("pack", "games", "--to", "record", "--from", "text", typed=lines(GAMES))
    good("unpack", "games", "games.parquet")
    read = pq.read_table("games.parquet")
    assert read.schema.metadata == {b"noughts.rules": b"3,3,3", b"noughts.codec": b"record"}
    assert read.to_pydict() == {"code": [CODECS["record"].encode(game) for game in GAMES]}
    good("pack", "again", "games.parquet", "--to", "record")
    assert good("unpack", "again", "--to", "text") == lines(GAMES)
    good("unpack", "games", "ends.parquet", "--to", "pair")
    good("pack", "ends", "ends.parquet", "--to", "base3")
    assert good("unpack", "ends", "--to", "text") == lines([game.position for game in GAMES])


def test_a_table_that_0_1_wrote_still_names_its_board() -> None:
    metadata = {b"noughts.rules": b"4,4,4", b"noughts.codec": b"pair"}
    written = pa.table({"code": [1 | 2 << 16, 0]}).replace_schema_metadata(metadata)
    pq.write_table(written, "codes.parquet")
    good("pack", "codes", "codes.parquet", "--board", "4,4,4", "--to", "base3")
    _, _, err = run("pack", "other", "codes.parquet", "--to", "base3")
    assert "codes.parquet is of the board 4,4,4, not of 3,3,3" in err


def test_a_table_of_somebody_elses_is_read_as_it_is_said_to_be(here: Path) -> None:
    pq.write_table(pa.table({"id": [1, 2], "code": [1041, 0]}), "codes.parquet")
    good("pack", "codes", "codes.parquet", "--from", "pair", "--to", "base3")
    assert good("unpack", "codes") == "88\n0\n"
    pq.write_table(pa.table({"x": [7, 511], "o": [56, 0]}), "sides.parquet")
    pq.write_table(pa.table({"y": [7]}), "other.parquet")
    (here / "no.parquet").write_text("This is not a Parquet.")
    good("unpack", "codes", "sides4.parquet")
    for name, options, message in (
        ("sides", [], "Error: item 1: "),
        ("other", [], "other.parquet has the columns y; x and o are needed, or code"),
        ("no", [], "no.parquet cannot be read as Parquet: "),
        ("sides4", ["--board", "4,4,4"], "sides4.parquet is of the board 3,3,3, not of 4,4,4"),
    ):
        assert message in refused(
            "pack", "new", f"{name}.parquet", "--to", "base3", *options, status=1
        )
        assert not (here / "new").exists()


def test_without_pyarrow_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    status, _, err = run("pack", "new", "some.parquet", "--to", "base3")
    assert status == 1
    assert err.startswith("Error: Parquet files need PyArrow; install with: ")
    assert err.count("\n") == 1
