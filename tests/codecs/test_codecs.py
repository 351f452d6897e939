"""What holds for every codec."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from noughts import TICTACTOE, CodeError, Game, Position, Rules
from noughts.codecs import ANY_BOARD, CODECS, CellCodec, Codec, Word, codec
from noughts.codecs.word import WordCodec
from noughts.solver.tables.table import table

DOCS = Path(__file__).parents[2] / "docs"
ALL = list(CODECS.values())
each_codec = pytest.mark.parametrize("any_codec", ALL, ids=list(CODECS))
POSITION_CODECS = [c for c in ALL if c.name not in ("word", "record", "record_class")]


def test_there_are_eleven_codecs_each_under_its_own_name() -> None:
    assert list(CODECS) == [
        *("pair", "flags", "base4", "base4_msb", "base3", "word"),
        *("balanced", "ordinal", "canonical", "record", "record_class"),
    ]
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


@pytest.mark.no_cover
@pytest.mark.parametrize("any_codec", POSITION_CODECS, ids=lambda codec: codec.name)
def test_every_reachable_position_survives_every_codec(any_codec: Codec[Position]) -> None:
    for position in table(TICTACTOE):
        code = any_codec.encode(position)
        assert code in any_codec.codes
        back = any_codec.decode(code)
        assert back == (position.canonical() if any_codec.name == "canonical" else position)


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
    for name in ("pair", "flags", "base4", "base4_msb", "base3", "word"):
        any_codec = CODECS[name]
        assert isinstance(any_codec, CellCodec | WordCodec)
        for cell in range(9):
            fields = [field for field in any_codec.layout if field.cell == cell]
            alone = any_codec.set(0, cell, 1) ^ any_codec.set(0, cell, 0)
            assert any(any_codec.radix**field.low == alone for field in fields)


def test_a_codec_of_another_board_is_made_by_name() -> None:
    for name in ANY_BOARD:
        four = codec(name, Rules(4, 4, 4))
        position = Position.parse("XO../.X../..O./....", Rules(4, 4, 4))
        assert four.decode(four.encode(position)) == position
        assert repr(four) == f"<codec {name} of 4,4,4: {four.bits} bits>"
    assert [codec(name, Rules(4, 4, 4)).bits for name in ANY_BOARD] == [32, 32, 32, 32, 26, 24]
    assert codec("record") is CODECS["record"]


def test_a_codec_that_is_none_or_not_for_the_board_is_refused() -> None:
    with pytest.raises(CodeError, match="'octal' is no codec; the codecs are pair, flags, base4"):
        codec("octal")
    with pytest.raises(CodeError, match=r"ordinal is for 3,3,3 alone; the codecs of 4,4,4 are pai"):
        codec("ordinal", Rules(4, 4, 4))


def test_a_finished_game_with_its_history_takes_the_bits_of_one_bare_grid() -> None:
    assert CODECS["record"].bits == CODECS["base4"].bits == 18
    assert CODECS["record"].encode(Game.parse("a1 a2 b1 b2 c1")) == 7316


def test_the_package_does_not_load_the_codecs_and_they_make_no_table_when_imported() -> None:
    code = """
import sys, noughts
assert not [name for name in sys.modules if name.startswith("noughts.codecs")]
import noughts.codecs, noughts.codecs.dense.reachable
assert noughts.codecs.dense.reachable.reachable.cache_info().misses == 0
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_table_of_costs_in_the_documentation_is_what_the_command_prints(
    capsys: pytest.CaptureFixture[str],
) -> None:
    runpy.run_module("noughts.codecs", run_name="__main__")
    printed = capsys.readouterr().out
    assert printed.count("\n") == len(CODECS) + 3
    assert printed in (DOCS / "representations.md").read_text(encoding="utf-8")
