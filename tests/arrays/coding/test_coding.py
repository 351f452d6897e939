"""Codes in bulk are the codes one by one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from noughts import TICTACTOE, Game, NoughtsError, Position, Rules
from noughts.arrays import Positions
from noughts.arrays.boards import empty, from_numbers, number_of
from noughts.arrays.coding.api import code_dtype, decode, encode
from noughts.arrays.coding.converting import converted
from noughts.arrays.games import Games
from noughts.arrays.words import Words
from noughts.codecs import CODECS, CellCodec, Converter, codec, names, word
from noughts.codecs.dense.ordinal import reachable
from noughts.errors import ArrayError, CodeError, GameOverError, TooLargeError
from noughts.solver.tables.table import table
from tests.arrays.boards import (
    LARGER,
    OWNED,
    SHARED,
    STRIDE,
    every_position,
    some_games,
    some_positions,
)
from tests.codecs.test_adding_a_codec import OfCells, added
from tests.games_from_outside import listed as listed
from tests.tools import longer, pairs, some

OF_POSITIONS = [name for name, each in CODECS.items() if each.holds is Position]
OF_GAMES = [name for name, each in CODECS.items() if each.holds is Game]
OF_ANY_BOARD = names(LARGER[0])
# Codes of several words: of a board of one word, and of boards of several.
SEVERAL = [
    *pairs(OF_ANY_BOARD, [Rules(9, 9, 5), Rules(6, 6, 5)]),
    *(
        pytest.param(name, Rules(15, 15, 5, misere=True), marks=pytest.mark.longer)
        for name in OF_ANY_BOARD
    ),
]


@pytest.mark.no_cover
@pytest.mark.parametrize("name", OF_POSITIONS)
def test_every_position_of_3x3_has_its_code(name: str) -> None:
    bulk = Positions.of(every_position())
    codes = encode(bulk, name)
    assert codes.tolist() == [CODECS[name].encode(position) for position in every_position()]
    assert codes.dtype == code_dtype(name)
    assert list(decode(codes, name)) == [CODECS[name].decode(code) for code in codes.tolist()]


def test_a_codec_of_what_no_array_holds_is_refused_by_name() -> None:
    with added(OfCells), pytest.raises(CodeError, match="of_cells holds values of the type int"):
        code_dtype("of_cells")


@pytest.mark.wide
@pytest.mark.parametrize("name", OF_POSITIONS)
def test_every_code_of_3x3_is_taken_or_refused_as_alone(name: str) -> None:
    twin = CODECS[name]
    good, bad = [], []
    for code in twin.codes[:: STRIDE if twin.size < 2**15 else 7 * STRIDE]:
        try:
            good.append((code, twin.decode(code)))
        except CodeError:
            bad.append(code)
    codes = [code for code, _ in good]
    assert list(decode(codes, name)) == [position for _, position in good]
    for code in [*bad[:: max(len(bad) // 40, 1)], twin.size, -1]:
        with pytest.raises(CodeError) as alone:
            twin.decode(code)
        with pytest.raises(CodeError) as bulk:
            decode([0, 0, code], name)
        assert str(bulk.value) == f"item 2: {alone.value}"


@pytest.mark.wide
@pytest.mark.parametrize(("name", "rules"), pairs(OF_ANY_BOARD, LARGER), ids=str)
def test_positions_of_larger_boards_have_their_codes(name: str, rules: Rules) -> None:
    alone, twin = some_positions(rules), codec(name, rules)
    bulk = Positions.of(alone, rules)
    codes = encode(bulk, name)
    assert [number_of(code) for code in codes] == [twin.encode(position) for position in alone]
    assert decode(codes, name, rules) == bulk


@pytest.mark.plain
@pytest.mark.wide
@pytest.mark.parametrize(("name", "rules"), SEVERAL, ids=str)
def test_codes_of_several_words_are_those_of_the_codec_by_itself(name: str, rules: Rules) -> None:
    twin = codec(name, rules)
    alone = [each for game in some_games(rules, 6) for each in (game.position,)]
    alone += [Position(rules=rules), Position(rules=rules).play(rules.cells - 1)]
    bulk = Positions.of(alone, rules)
    codes = encode(bulk, name)
    assert codes.shape == (len(alone), -(-twin.bits // 64))[: codes.ndim]
    assert [number_of(code) for code in codes] == [twin.encode(position) for position in alone]
    assert decode(codes, name, rules) == bulk
    room = empty(len(alone), rules), empty(len(alone), rules)
    assert decode(codes, name, rules, room) == bulk
    assert np.array_equal(room[0], bulk.x)
    assert len(decode(codes[:0], name, rules)) == 0
    assert len(encode(bulk[:0], name)) == 0
    words = -(-twin.bits // 64)
    for bad in (twin.size, (1 << 64 * words) - 1, twin.size - 1, 2):
        if bad < twin.size and is_code(bad, name, rules):
            continue
        with pytest.raises(CodeError) as by_itself:
            twin.decode(bad)
        with pytest.raises(CodeError) as in_bulk:
            decode(from_numbers([0, bad], words) if words > 1 else [0, bad], name, rules)
        assert str(in_bulk.value) == f"item 1: {by_itself.value}"


def is_code(number: int, name: str, rules: Rules) -> bool:
    try:
        codec(name, rules).decode(number)
    except CodeError:
        return False
    return True


def test_codes_of_several_words_must_be_arrays_of_so_many() -> None:
    rules = Rules(9, 9, 5)
    for given in ([0], [[0, 1]], np.zeros((2, 4), np.uint64)):
        with pytest.raises(CodeError, match=r"of pair on 9,9,5 are uint64 \[n, 3\], the lowest"):
            decode(given, "pair", rules)
    for name in ("pair", "balanced"):
        with pytest.raises(TooLargeError, match="up to 361 cells, and 20,20,5 has 400"):
            decode([0], name, Rules(20, 20, 5))


@pytest.mark.wide
@pytest.mark.parametrize(
    "rules", [pytest.param(Rules(3, 11, 3), marks=pytest.mark.longer), Rules(5, 8, 4)], ids=str
)
def test_base3_goes_up_to_40_cells_though_two_bits_a_cell_are_no_word(rules: Rules) -> None:
    twin = codec("base3", rules)
    full = Position(0x5555555555 & rules.board, 0xAAAAAAAAAA & rules.board, rules)
    alone = [*some_positions(rules), full]
    codes = encode(Positions.of(alone, rules), "base3")
    assert codes.tolist() == [twin.encode(position) for position in alone]
    assert list(decode(codes, "base3", rules)) == alone


def all_records() -> list[int]:
    return [*range(0, 255168, 211 * STRIDE), 255167]


@pytest.mark.plain
@pytest.mark.wide
@pytest.mark.parametrize("name", OF_GAMES)
def test_games_have_their_codes(name: str) -> None:
    twin = CODECS[name]
    alone = [CODECS["record"].decode(code) for code in all_records()]
    games = Games.of(alone)
    codes = encode(games, name)
    assert codes.tolist() == [twin.encode(game) for game in alone]
    again = decode(codes, name)
    assert [game.moves for game in again] == [twin.decode(int(code)).moves for code in codes]
    assert name == "record_class" or again == games


def test_every_record_is_a_game_of_its_own() -> None:
    codes = np.arange(0, 255168, STRIDE**2)
    games = decode(codes, "record")
    assert np.array_equal(encode(games, "record"), codes)
    outcomes = np.bincount(Games(games.moves).positions().outcomes())
    assert STRIDE > 1 or outcomes.tolist() == [0, 131184, 77904, 46080]
    classes = np.arange(0, 31896, STRIDE)
    assert np.array_equal(encode(decode(classes, "record_class"), "record_class"), classes)


@pytest.mark.wide
def test_words_are_those_of_each_position_and_take_every_step() -> None:
    bulk = Positions.of(every_position())
    words = Words.of(bulk)
    alone = [word.Word.from_position(position) for position in every_position()]
    assert [words[item] for item in range(len(words))] == alone
    assert words.positions() == bulk
    assert np.array_equal(encode(words, "word"), words.words)
    assert np.array_equal(decode(words.words, "word").words, words.words)
    going_on = [each for each in alone if not each.result]
    for number in (-3, 0, 1, 5, 9, 10, 1025, 2**31 - 1):
        stepped = Words(going_on).step([number] * len(going_on))
        assert stepped.words.tolist() == [word.step(each, number) for each in going_on]


def test_words_that_do_not_agree_are_refused_as_alone() -> None:
    good = word.new()
    for wrong in (
        good ^ 1 << 18,
        good | 3,
        good | 1 << 30,
        2**31,
        -(2**31) - 1,
        1075052565 | 1 << 29,
    ):
        with pytest.raises(CodeError) as alone:
            CODECS["word"].decode(wrong)
        with pytest.raises(CodeError) as bulk:
            Words([good, wrong])
        assert str(bulk.value) == f"item 1: {alone.value}"


def test_words_refuse_what_cannot_be_typed() -> None:
    words = Words([word.new()] * 2)
    assert words[1] == word.new()
    with pytest.raises(CodeError, match="1 numbers were given for 2 words"):
        words.step([1])
    with pytest.raises(CodeError, match="item 1: 4294967296 has more than 32 bits; inputs are"):
        words.step([1, 2**32])
    assert words.step([2**31 - 1, -(2**31)]).words.tolist() == [
        word.step(word.new(), number) for number in (2**31 - 1, -(2**31))
    ]
    over = word.Word.from_position(Position.parse("XXX/OO./..."))
    with pytest.raises(GameOverError, match=f"item 1: the game of {int(over)} is over"):
        Words([word.new(), over]).step([1, 9])
    with pytest.raises(CodeError, match="word is for 3,3,3 alone"):
        Words.of(Positions.start(1, LARGER[0]))


WRONG: list[tuple[Callable[[], Any], str, type[NoughtsError], str]] = [
    (lambda: Positions.start(1), "base5", CodeError, "'base5' is not a codec"),
    (lambda: Positions.start(1, LARGER[0]), "ordinal", CodeError, "ordinal is for 3,3,3 alone"),
    (
        lambda: Positions.start(1),
        "record",
        CodeError,
        "record holds Games, not <1 position of 3,3,3>",
    ),
    (lambda: Games.of([Game()]), "pair", CodeError, "pair holds Positions, not <1 game of 3,3,3>"),
    (lambda: Positions.start(1), "word", CodeError, "word holds Words, not <1 position"),
    (lambda: Games.of([Game()]), "record", CodeError, "item 0: record holds finished games"),
    (
        lambda: Positions([7], [0b001011000]),
        "ordinal",
        CodeError,
        "item 0: play cannot reach XXX/OO./O..",
    ),
]


@pytest.mark.parametrize(("values", "name", "error", "message"), WRONG)
def test_what_a_codec_cannot_hold_is_refused(
    values: Callable[[], Any], name: str, error: type[NoughtsError], message: str
) -> None:
    given = values()
    with pytest.raises(error, match=message):
        encode(given, name)


def test_no_codes_are_no_positions() -> None:
    for name in CODECS:
        values = decode([], name)
        assert len(values) == len(encode(values, name)) == 0


def test_codes_of_any_integer_dtype_are_taken() -> None:
    for dtype in (np.int16, np.uint16, np.int64, np.uint64):
        assert decode(np.array([88], dtype), "base3")[0] == Position.parse("XO./.X./...")
    with pytest.raises(CodeError, match="codes is an array of float64; integers are needed"):
        decode([0.5], "base3")


def test_reachable_positions_are_those_that_ordinal_numbers() -> None:
    numbers = np.arange(0, 5478, STRIDE)
    assert encode(decode(numbers, "ordinal"), "pair").tolist() == [*reachable()][::STRIDE]


def test_room_for_results_that_does_not_fit_is_refused() -> None:
    room: Any = np.empty((3, 1), np.uint16)
    with pytest.raises(ArrayError, match="out holds 3 arrays; two are needed, for x and o"):
        decode([1], "pair", out=room)
    with pytest.raises(ArrayError, match="record gives Games; out is for positions only"):
        decode([1], "record", out=(room[0], room[1]))


def test_words_are_equal_by_what_they_hold_and_say_how_many_they_are() -> None:
    words = Words([262144, 786441])
    assert words == Words(words.words) != Words([262144])
    assert words != [262144, 786441]
    assert [repr(words), repr(Words([1]))] == ["<2 words>", "<1 word>"]


@pytest.mark.parametrize("text", [*OWNED, *SHARED])
@pytest.mark.usefixtures("listed")
def test_cells_are_coded_in_bulk_as_each_is_alone(text: str) -> None:
    rules = Rules.parse(text)
    for coder in (codec(name, rules) for name in names(rules)):
        if not isinstance(coder, CellCodec):
            continue
        assert_cells_are_coded(coder)
        for cell in range(rules.cells):  # an X alone may float
            code = coder.encode_bits(1 << cell, 0)
            by_itself = or_refused(partial(coder.decode, code))
            in_bulk = or_refused(partial(decode, [code], coder.name, rules))
            expected = by_itself if isinstance(by_itself, str) else Positions.of([by_itself], rules)
            assert in_bulk == (f"item 0: {expected}" if isinstance(expected, str) else expected)


@pytest.mark.wide
@pytest.mark.parametrize("text", ["9,8,5,gravity,stones=2", *longer("8,9,4,wild")])
@pytest.mark.parametrize("name", some(["base4", "base4_msb", "pair", "flags"], 4))
def test_cells_of_several_words_are_coded_in_bulk_as_each_is_alone(name: str, text: str) -> None:
    coder = codec(name, Rules.parse(text))
    assert isinstance(coder, CellCodec)
    assert_cells_are_coded(coder)


def assert_cells_are_coded(coder: CellCodec) -> None:
    rules = coder.rules
    alone = some_positions(rules, 6)
    codes = encode(Positions.of(alone, rules), coder.name)
    assert [number_of(code) for code in codes] == [coder.encode(position) for position in alone]
    assert [*decode(codes, coder.name, rules)] == alone


def or_refused(decoded: Callable[[], Any]) -> Any:
    try:
        return decoded()
    except CodeError as error:
        return str(error)


SOME = list(table(TICTACTOE))[::300]


def codes_of(name: str) -> list[int]:
    codec = CODECS[name]
    if codec.holds is Game:
        return [0, 699, 7316]
    return [codec.encode(codec.adapt(position)) for position in SOME]


@pytest.mark.plain
@pytest.mark.wide
@pytest.mark.parametrize("source", CODECS)
def test_codes_are_converted_as_single_ones_are(source: str) -> None:
    codes = codes_of(source)
    for target in CODECS:
        if CODECS[target].holds is Game is not CODECS[source].holds:
            with pytest.raises(CodeError, match=f"{target} needs every move of a game, and "):
                Converter(CODECS[source], CODECS[target])
            with pytest.raises(CodeError, match=f"{target} needs every move of a game, and "):
                converted(codes, source, target)
            continue
        convert_one = Converter(CODECS[source], CODECS[target])
        assert converted(codes, source, target).tolist() == [*map(convert_one, codes)]
