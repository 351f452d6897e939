"""What holds for every codec."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from noughts import TICTACTOE, CodeError, Game, Position, Rules, TooLargeError
from noughts.codecs import CODECS, CellCodec, Codec, Word, codec, names, register
from noughts.codecs.codec_base import CODEC_CELLS
from noughts.codecs.converting import Converter, parsed
from noughts.codecs.dense.ordinal import Ordinal
from noughts.codecs.word import WordCodec
from noughts.core.rules import EMPTY, O, X
from noughts.solver.tables.table import table

DOCS = Path(__file__).parents[2] / "docs"
ALL = list(CODECS.values())
each_codec = pytest.mark.parametrize("any_codec", ALL, ids=list(CODECS))
POSITION_CODECS = [each for each in ALL if each.holds is Position]
FOUR = Rules(4, 4, 4)


def test_every_codec_of_0_1_is_there_under_its_own_name() -> None:
    assert {
        *("pair", "flags", "base4", "base4_msb", "base3", "word"),
        *("balanced", "ordinal", "canonical", "record", "record_class"),
    } <= set(CODECS)
    assert all(codec.name == name and codec.about for name, codec in CODECS.items())


@each_codec
def test_bits_are_the_least_that_hold_every_code_in_range(any_codec: Codec[object]) -> None:
    assert 1 << any_codec.bits - 1 < any_codec.size <= 1 << any_codec.bits
    assert len(any_codec.codes) == any_codec.size


@each_codec
def test_the_fields_of_a_code_cover_its_digits_once_from_the_top_down(
    any_codec: Codec[object],
) -> None:
    digits = [
        digit
        for field in any_codec.layout
        for digit in reversed(range(field.low, field.low + field.width))
    ]
    assert digits == list(reversed(range(len(digits))))
    assert any_codec.radix ** (len(digits) - 1) < any_codec.size <= any_codec.radix ** len(digits)


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("any_codec", POSITION_CODECS, ids=lambda codec: codec.name)
def test_every_reachable_position_survives_every_codec(any_codec: Codec[Position]) -> None:
    for position in table(TICTACTOE):
        code = any_codec.encode(position)
        assert code in any_codec.codes
        back = any_codec.decode(code)
        # With fewer codes than positions, it is one that stands for this one too.
        alike = back == position or any_codec.size < 5478
        assert alike, f"{any_codec.name} makes {back} of {position}"
        assert back.canonical() == position.canonical()
        assert any_codec.encode(back) == code


@pytest.mark.wide
def test_every_reachable_position_survives_a_word() -> None:
    for position in table(TICTACTOE):
        code = CODECS["word"].encode(Word.from_position(position))
        assert CODECS["word"].decode(code).position == position


def test_pair_codes_are_in_the_order_of_positions() -> None:
    positions = list(table(TICTACTOE))
    assert sorted(positions, key=CODECS["pair"].encode) == positions == sorted(positions)


@pytest.mark.parametrize("any_codec", POSITION_CODECS, ids=lambda codec: codec.name)
def test_the_cells_in_a_code_are_those_of_the_position(any_codec: Codec[Position]) -> None:
    if isinstance(any_codec, CellCodec):
        for position in list(table(TICTACTOE))[::10]:
            code = any_codec.encode(position)
            assert [any_codec.get(code, c) for c in range(9)] == [position[c] for c in range(9)]


def test_the_layout_says_where_a_cell_stands() -> None:
    addressable = [each for each in ALL if isinstance(each, CellCodec | WordCodec)]
    assert len(addressable) >= 6
    for any_codec in addressable:
        for cell in range(9):
            fields = [field for field in any_codec.layout if field.cell == cell]
            empty = any_codec.set(0, cell, EMPTY)
            alone = [any_codec.set(0, cell, mark) ^ empty for mark in (X, O)]
            assert any(any_codec.radix**field.low in alone for field in fields)


def test_a_codec_of_another_board_is_made_by_name() -> None:
    for name in names(FOUR):
        four = codec(name, FOUR)
        position = Position.parse("XO../.X../..O./....", FOUR)
        assert four.decode(four.encode(position)) == position
        assert repr(four) == f"<codec {name} of 4,4,4: {four.bits} bits>"
    bits = {name: codec(name, FOUR).bits for name in ("pair", "base4", "base3", "balanced")}
    assert bits == {"pair": 32, "base4": 32, "base3": 26, "balanced": 24}
    assert codec("record") is CODECS["record"]


@each_codec
def test_a_codec_of_3x3_alone_is_made_for_no_other_board(any_codec: Codec[object]) -> None:
    if any_codec.any_board:
        assert type(any_codec)(FOUR).rules == FOUR
    else:
        with pytest.raises(CodeError, match=f"{any_codec.name} is for 3,3,3 alone, not for 4,4,4"):
            type(any_codec)(FOUR)


def test_a_codec_that_is_none_or_not_for_the_board_is_refused() -> None:
    with pytest.raises(CodeError, match="'octal' is not a codec; the codecs are pair, "):
        codec("octal")
    with pytest.raises(CodeError, match=r"ordinal is for 3,3,3 alone; the codecs of 4,4,4 are pai"):
        codec("ordinal", Rules(4, 4, 4))


def test_a_codec_is_made_for_boards_up_to_its_limit_and_for_none_beyond() -> None:
    largest = codec("pair", Rules(CODEC_CELLS // 100, 100, 5))
    assert largest.decode(1).x == 1
    with pytest.raises(TooLargeError, match=f"codecs are for boards of up to {CODEC_CELLS}"):
        codec("pair", Rules(CODEC_CELLS + 1, 1, 1))


@pytest.mark.parametrize(
    "name", ["", "Pair", "9", "two words", "sixteen_and_more_", "text", "pair"]
)
def test_a_name_that_no_codec_can_have_is_not_registered(name: str) -> None:
    class Named(Ordinal):
        pass

    Named.name = name
    with pytest.raises(CodeError, match=r"is not a name for a codec|there already is a codec pair"):
        register(Named)
    assert "Named" not in {type(each).__name__ for each in CODECS.values()}


@pytest.mark.no_cover
def test_a_finished_game_with_its_history_takes_the_bits_of_one_bare_grid() -> None:
    assert CODECS["record"].bits == CODECS["base4"].bits == 18
    assert CODECS["record"].encode(Game.parse("a1 a2 b1 b2 c1")) == 7316


def test_the_package_does_not_load_the_codecs_and_they_make_no_table_when_imported() -> None:
    code = """
import sys, noughts
assert not [name for name in sys.modules if name.startswith("noughts.codecs")]
import noughts.codecs, noughts.codecs.dense.ordinal
assert noughts.codecs.dense.ordinal.reachable.cache_info().misses == 0
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_table_of_costs_in_the_documentation_is_what_the_command_prints(
    capsys: pytest.CaptureFixture[str],
) -> None:
    runpy.run_module("noughts.codecs", run_name="__main__")
    printed = capsys.readouterr().out
    assert printed.count("\n") == len(CODECS) + 3
    assert printed in (DOCS / "representations.md").read_text(encoding="utf-8")


def test_a_converter_refuses_at_once_what_it_could_never_turn() -> None:
    with pytest.raises(CodeError):
        Converter(codec("base3"), codec("record"))


def test_a_converter_notes_what_play_cannot_reach_and_nothing_else() -> None:
    convert = Converter(codec("pair"), codec("base3"))
    assert convert.with_note(1041) == (88, None)
    code, note = convert.with_note(7 | 7 << 3 << 9)
    assert code == Converter(codec("pair"), codec("base3"))(7 | 7 << 3 << 9)
    assert note == ("play cannot reach XXX/OOO/...: X has a line (cells 0, 1, 2), but O moved last")


def test_text_is_a_position_for_a_codec_of_positions_and_a_game_for_one_of_games() -> None:
    assert parsed("XO./.../...", codec("pair")) == Position.parse("XO./.../...")
    assert parsed("a1 b1", codec("record")) == Game.parse("a1 b1")
