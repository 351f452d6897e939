"""`noughts convert`."""

from __future__ import annotations

import tracemalloc
from collections import deque

import pytest

from noughts import TICTACTOE, Game, Position, Rules
from noughts.cli.commands.convert import LineConverter, convert_lines
from noughts.codecs import CODECS, Converter, codec
from noughts.codecs.word import Word
from noughts.solver.tables.table import table
from tests import commands
from tests.commands import refused


def run(*arguments: str, typed: bytes | str = b"") -> tuple[int, str, str]:
    result = commands.run("convert", *arguments, typed=typed)
    return result.exit_code, result.stdout, result.stderr


def test_codes_are_converted_from_arguments() -> None:
    assert run("--from", "base3", "--to", "pair", "88", "0") == (0, "1041\n0\n", "")


def test_codes_are_converted_from_the_lines_of_standard_input() -> None:
    assert run("--from", "base3", "--to", "pair", typed=b"88\r\n0\n 88") == (
        0,
        "1041\n0\n1041\n",
        "",
    )


def test_codes_are_read_in_four_bases() -> None:
    codes = ("1041", "0x411", "0X411", "0b00_00000100_00010001", "0o2021", "+1041", "01041")
    assert run("--from", "pair", "--to", "base3", *codes) == (0, "88\n" * 7, "")


@pytest.mark.parametrize(
    ("base", "written"),
    [("dec", "1041"), ("hex", "0x411"), ("bin", "0b10000010001"), ("oct", "0o2021")],
)
def test_codes_are_written_in_a_chosen_base_and_read_back(base: str, written: str) -> None:
    assert run("--from", "base3", "--to", "pair", "--base", base, "88") == (0, written + "\n", "")
    assert run("--from", "pair", "--to", "base3", written)[1] == "88\n"


def test_a_bad_line_is_reported_with_its_number_and_the_rest_go_on() -> None:
    typed = b"88\nseven\n\n19683\n88\n4\n\xff\n0\n"
    status, out, err = run("--from", "base3", "--to", "pair", typed=typed)
    assert status == 1
    assert out == "1041\n1041\n0\n"
    assert err.splitlines() == [
        "line 2: 'seven' is not a number; write 1041, 0x411, 0b10000010001 or 0o2021",
        "line 3: '' is not a number; write 1041, 0x411, 0b10000010001 or 0o2021",
        "line 4: 19683 is not a code of base3 for 3,3,3; codes are 0 to 19682",
        "line 6: base3 code 4: 2 X and 0 O; turns alternate, so there are as many X as O, or one "
        "more",
        "line 7: '\ufffd' is not a number; write 1041, 0x411, 0b10000010001 or 0o2021",
    ]


def test_a_bad_argument_is_reported_with_its_number() -> None:
    status, out, err = run("--from", "pair", "--to", "base3", "0", "513", "-1")
    assert (status, out) == (1, "0\n")
    assert "argument 2: pair code 513: cell 0 (a1) holds the pattern 11" in err
    assert "argument 3: -1 is not a code of pair for 3,3,3; codes are 0 to 262143" in err


def test_an_option_misspelt_is_no_code() -> None:
    for arguments in (["show", "--jsn", "XO./.../..."], ["convert", "--bse", "hex", "1041"]):
        options = ["--from", "pair", "--to", "base3"] if arguments[0] == "convert" else []
        result = commands.run(*arguments, *options)
        assert result.exit_code == 2
        assert f"No such option '{arguments[1]}'" in result.stderr


def test_a_long_code_is_refused_in_short_and_the_next_line_goes_on() -> None:
    typed = b"0x" + b"f" * 4000 + b"\n1041\n"
    status, out, err = run("--from", "pair", "--to", "base3", typed=typed)
    assert (status, out) == (1, "88\n")
    assert err == (
        "line 1: 0xffffffffffffffff... (16000 bits) is not a code of pair for 3,3,3; "
        "codes are 0 to 262143\n"
    )


@pytest.mark.wide
@pytest.mark.no_cover
def test_the_long_codes_of_a_large_board_are_converted_and_shown() -> None:
    status, out, _ = run("--board", "85,86,5", "--from", "base4", "--to", "base4", "1")
    assert (status, out) == (0, "1\n")
    mirrored = run("--board", "85,86,5", "--from", "base4", "--to", "base4_msb", "1")[1]
    assert len(mirrored) > 4301  # more digits than Python writes unasked
    shown = commands.run("show", "--board", "60,60,5", "--from", "pair", "1")
    assert shown.exit_code == 0


def test_a_very_long_line_is_reported_in_short() -> None:
    _, _, err = run("--from", "pair", "--to", "base3", typed=b"9" * 10000)
    assert err == "line 1: a number of 10000 characters is too long; up to 8000 are read\n"
    _, _, err = run("--from", "pair", "--to", "base3", typed=b"z" * 8000)
    assert err.startswith(f"line 1: '{'z' * 50}'... (8000 characters) is not a number")


def test_a_line_without_an_end_is_read_up_to_a_limit() -> None:
    status, out, err = run("--from", "pair", "--to", "base3", typed=b"0\n" + b"0" * 65_537)
    assert (status, out) == (1, "0\n")
    assert "line 2 of the input is too long; lines of up to 65,536 bytes are read" in err


def test_a_position_that_play_cannot_reach_is_converted_and_pointed_out() -> None:
    position = Position.parse("XXX/OO./O..")
    code = CODECS["pair"].encode(position)
    expected = f"{CODECS['base4'].encode(position)}\n"
    for _ in range(2):
        status, out, err = run("--from", "pair", "--to", "base4", str(code), str(code))
        assert (status, out) == (0, expected * 2)
        assert err.splitlines() == [
            f"argument {number}: note: play cannot reach XXX/OO./O..: "
            "X has a line (cells 0, 1, 2), but O moved last"
            for number in (1, 2)
        ]
    status, out, err = run("--from", "pair", "--to", "ordinal", str(code))
    assert (status, out) == (1, "")
    assert err.startswith("argument 1: play cannot reach XXX/OO./O..: X has a line")


def test_negative_words_are_codes_and_no_options() -> None:
    won_by_o = Word.from_position(Position.parse("XX./OOO/X.."))
    assert won_by_o < 0
    assert run("--from", "word", "--to", "ordinal", str(int(won_by_o)))[0] == 0
    typed = f"{won_by_o:d}\n"
    assert run("--from", "word", "--to", "word", "--base", "hex", typed=typed) == (
        0,
        f"{int(won_by_o):#x}\n",
        "",
    )


def test_every_codec_of_positions_and_the_word_convert_into_each_other() -> None:
    codecs = [codec for codec in CODECS.values() if codec.holds is not Game]
    for position in list(table(TICTACTOE))[::500]:
        for source in codecs:
            code = source.encode(source.adapt(position))
            held = source.decode(code)  # of a class, another position of it
            for target in codecs:
                convert = LineConverter(Converter(source, target))
                assert convert(b"%d" % code) == (b"%d\n" % target.encode(target.adapt(held)), None)


def test_a_game_converts_to_its_class_its_last_position_and_its_word() -> None:
    assert run("--from", "record", "--to", "record_class", "7316")[1] == "699\n"
    assert run("--from", "record_class", "--to", "record", "699")[1] == "699\n"
    assert run("--from", "record_class", "--to", "record", "29366")[1] == "115352\n"
    assert run("--from", "record", "--to", "pair", "7316")[1] == f"{7 | 24 << 9}\n"
    assert run("--from", "record", "--to", "word", "7316")[1] == f"{1 << 30 | 2 << 19 | 661}\n"


@pytest.mark.parametrize("source", ["pair", "word", "canonical"])
def test_what_holds_no_moves_is_not_converted_to_a_game(source: str) -> None:
    assert f"record needs every move of a game, and {source} does not hold them" in refused(
        "convert", "--from", source, "--to", "record", "0"
    )


def test_other_boards_are_converted_too() -> None:
    rules = Rules(4, 4, 4)
    position = Position.parse("XO../.X../..O./....", rules)
    code, expected = codec("base3", rules).encode(position), codec("flags", rules).encode(position)
    arguments = ("--from", "base3", "--to", "flags", "--board", "4,4,4")
    assert run(*arguments, str(code)) == (0, f"{expected}\n", "")
    unreachable = Position.parse("XXXX/OOO./O.../....", rules)
    code = codec("base3", rules).encode(unreachable)
    assert (
        "note: play cannot reach XXXX/OOO./O.../....: X has a line" in run(*arguments, str(code))[2]
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--from", "octal", "--to", "pair"), "'octal' is not a codec; the codecs are pair, "),
        (("--from", "pair", "--to", "ordinal", "--board", "4,4,4"), "ordinal is for 3,3,3 alone"),
        (("--from", "pair", "--to", "pair", "--board", "4,4"), "'4,4' is not a valid board"),
        (("--from", "pair", "--to", "pair", "--base", "12"), "'12' is not one of"),
        (("--to", "pair"), "Missing option '--from'"),
    ],
)
def test_bad_options_are_refused_with_status_2(arguments: tuple[str, ...], message: str) -> None:
    assert message in refused("convert", *arguments, "0")


@pytest.mark.no_cover
def test_what_is_remembered_of_a_stream_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.cli.commands.convert.REMEMBERED", 300)
    rules = Rules(4, 4, 4)
    converter = LineConverter(Converter(codec("balanced", rules), codec("pair", rules)))

    def held_after(numbers: range) -> int:
        lines = (b"%d\n" % number for number in numbers)
        written: deque[bytes] = deque(maxlen=1)
        assert convert_lines(lines, converter, written.append, print)
        return tracemalloc.get_traced_memory()[0]

    held_after(range(9000))  # subsets are remembered too, up to a number
    tracemalloc.start()
    try:
        some = held_after(range(10_000, 11_000))
        more = held_after(range(11_000, 14_000))
    finally:
        tracemalloc.stop()
    assert more < some * 1.5


def test_a_person_is_answered_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _: True, raising=False)
    assert run("--from", "pair", "--to", "base3", typed=b"1\n2\n") == (0, "1\n3\n", "")
