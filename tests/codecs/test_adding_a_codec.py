"""Adding a codec as docs/add-a-codec.md says: all that runs over codecs then treats it rightly.

The codecs here are the ones that would be easiest to take for another: they have the very codes of
`ordinal`, `balanced`, `pair`, `record` and `word`, in another order. Each is added by one call, as
by its line in the registry, and everything is asked about it by its name alone.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from noughts import Game, Position, Rules, store
from noughts.arrays import Games, Positions, Words
from noughts.arrays.coding.api import code_dtype, decode, encode
from noughts.arrays.coding.converting import converted
from noughts.codecs import CODECS, Bulk, Codec, GameCodec, PositionCodec, codec, names, register
from noughts.codecs.codec_base import Field, position_of
from noughts.codecs.dense.balanced import Balanced
from noughts.codecs.dense.record import Record
from noughts.codecs.pair import Pair
from noughts.codecs.word import Word, WordCodec
from noughts.core.bits import B
from noughts.core.rules import TICTACTOE
from noughts.datasets.columns import codecs_of
from noughts.errors import CodeError, EnvError
from tests.arrays.boards import every_position, some_games, some_positions
from tests.commands import good

ORDINAL, RECORD, WORD = CODECS["ordinal"], CODECS["record"], CODECS["word"]
SMALL, LARGE = Rules(3, 3, 2, misere=True), Rules(4, 4, 4)


ORDER = random.Random(1).sample(range(5478), 5478)
PLACES = dict(zip(ORDER, range(5478), strict=True))


class Shuffled(PositionCodec):
    """The positions of 3x3 that play can reach, in an order of its own: a dense codec."""

    name = "shuffled"
    about = "what play can reach, in an order without a reason"
    size = 5478

    def _encode(self, x: int, o: int) -> int:
        return PLACES[ORDINAL.encode(Position(x, o))]

    def _decode(self, code: int) -> tuple[int, int]:
        position = ORDINAL.decode(ORDER[code])
        return position.x, position.o


class Backwards(Balanced):
    """`balanced` from its end, by deriving from it: its loops must not be used for this."""

    name = "backwards"
    about = "balanced, from the last code to the first"

    def _encode(self, x: int, o: int) -> int:
        return self.size - 1 - super()._encode(x, o)

    def _decode(self, code: int) -> tuple[int, int]:
        return super()._decode(self.size - 1 - code)


class OverX(Pair):
    """`pair` with X's bitboard above O's: a codec of addressable cells, which shuffles bits."""

    name = "over_x"
    about = "two bitboards side by side, X above O"

    @property
    def layout(self) -> tuple[Field, ...]:
        other = {"X": "O", "O": "X"}
        return tuple(field._replace(name=other[field.name]) for field in super().layout)

    def encode_bits(self, x: B, o: B) -> B:
        return Pair.encode_bits(self, o, x)

    def decode_bits(self, code: B) -> tuple[B, B]:
        o, x = Pair.decode_bits(self, code)
        return x, o


class LastGameFirst(GameCodec):
    """Finished games, the last of `record` first."""

    name = "last_game_first"
    about = "a finished game, numbered from the end"
    size = 255168

    def encode(self, game: Game) -> int:
        return self.size - 1 - RECORD.encode(game)

    def decode(self, code: int) -> Game:
        game: Game = RECORD.decode(self.size - 1 - self._checked(code))
        return game


class RecordBackwards(Record):
    """The same, by deriving from `record`."""

    name = "record_backwards"
    about = "record, from the last code to the first"

    def encode(self, game: Game) -> int:
        return self.size - 1 - super().encode(game)

    def decode(self, code: int) -> Game:
        return super().decode(self.size - 1 - self._checked(code))


class Turned(WordCodec):
    """Words with all bits but the sign turned over."""

    name = "turned"
    about = "a game word, its bits turned over"

    @property
    def layout(self) -> tuple[Field, ...]:
        return (Field("number", 0, self.bits),)

    def encode(self, word: Word) -> int:
        return WORD.encode(word) ^ 0x7FFFFFFF

    def decode(self, code: int) -> Word:
        word: Word = WORD.decode(self._checked(code) ^ 0x7FFFFFFF)
        return word


ADDED: list[type[Codec[Any]]] = [
    *(Shuffled, Backwards, OverX),
    *(LastGameFirst, RecordBackwards, Turned),
]


@contextmanager
def added(kind: type[Codec[Any]]) -> Iterator[Codec[Any]]:
    register(kind)
    try:
        yield CODECS[kind.name]
    finally:
        del CODECS[kind.name]


@pytest.fixture(params=ADDED, ids=[kind.name for kind in ADDED])
def new(request: pytest.FixtureRequest) -> Iterator[Codec[Any]]:
    with added(request.param) as codec:
        yield codec


def values_of(new: Codec[Any]) -> list[Any]:
    """Some of what it holds."""
    games = some_games(TICTACTOE)
    values = games if new.holds is Game else every_position()[::40]
    return [new.adapt(value) for value in values]


def in_bulk(values: list[Any]) -> Any:
    first = values[0]
    if isinstance(first, Word):
        return Words(values)
    return Games.of(values) if isinstance(first, Game) else Positions.of(values)


@pytest.mark.no_cover
def test_its_codes_are_its_own_one_by_one(new: Codec[Any]) -> None:
    for value in values_of(new):
        assert new.decode(new.encode(value)) == value


@pytest.mark.wide
def test_its_codes_in_bulk_are_those_one_by_one(new: Codec[Any]) -> None:
    values = values_of(new)
    codes = [new.encode(value) for value in values]
    assert encode(in_bulk(values), new.name).tolist() == codes
    assert list(decode(codes, new.name)) == values


@pytest.mark.wide
def test_what_it_refuses_it_refuses_in_bulk(new: Codec[Any]) -> None:
    good = new.encode(values_of(new)[0])
    for wrong in (new.codes.stop, new.codes.start - 1):
        with pytest.raises(CodeError) as alone:
            new.decode(wrong)
        with pytest.raises(CodeError) as bulk:
            decode([good, wrong], new.name)
        assert str(bulk.value) == f"item 1: {alone.value}"


@pytest.mark.wide
def test_it_is_converted_to_and_from_every_other(new: Codec[Any]) -> None:
    codes = [new.encode(value) for value in values_of(new)[:20]]
    for name, other in CODECS.items():
        if other.holds is not Game or new.holds is Game:
            there = [other.encode(other.adapt(new.decode(code))) for code in codes]
            assert converted(codes, new.name, name).tolist() == there
            lines = "".join(f"{code}\n" for code in codes)
            said = good("convert", "--from", new.name, "--to", name, typed=lines)
            assert said == "".join(f"{code}\n" for code in there)
    back = good("convert", "--from", new.name, "--to", new.name, str(codes[0]))
    assert back == f"{codes[0]}\n"


@pytest.mark.wide
def test_a_store_holds_it(new: Codec[Any], tmp_path: Path) -> None:
    values = values_of(new)
    with store.create(tmp_path / "store", new.name) as writer:
        writer.write(in_bulk(values))
    reader = store.read(tmp_path / "store")
    assert list(reader) == [new.encode(value) for value in values]
    assert list(reader.values()) == values


@pytest.mark.wide
def test_pack_and_unpack_take_it(new: Codec[Any], tmp_path: Path) -> None:
    path, again = str(tmp_path / "store"), str(tmp_path / "again.parquet")
    values = [written(value) for value in values_of(new)[:30]]
    text = "".join(f"{value}\n" for value in values)
    good("pack", path, "--to", new.name, "--from", "text", typed=text)
    codes = [new.encode(new.adapt(value)) for value in values]
    assert good("unpack", path) == "".join(f"{code}\n" for code in codes)
    assert good("unpack", path, "--to", "text") == text
    assert json.loads(good("info", path, "--json"))["codec"] == new.name
    good("unpack", path, again)
    good("pack", path + "2", again, "--to", new.name)
    assert good("unpack", path + "2") == good("unpack", path)


def written(value: Any) -> Position | Game:
    """What people write of a value: a game, else its position."""
    return value if isinstance(value, Game) else position_of(value)


@pytest.mark.wide
def test_show_draws_it_and_every_help_lists_it(new: Codec[Any]) -> None:
    value = values_of(new)[-1]
    position = position_of(value)
    code = json.loads(good("show", str(position), "--json"))["codecs"][new.name]["code"]
    assert code == (None if new.holds is Game else new.encode(new.adapt(position)))
    shown = good("show", "--from", new.name, str(new.encode(value)))
    assert f"{new.name}: {new.about}" in shown
    for command in ("show", "convert", "pack", "unpack"):
        assert new.name in good(command, "--help")
    with pytest.raises(CodeError, match=f"'octal' is not a codec; the codecs are .*{new.name}"):
        codec("octal")


def test_a_dataset_has_its_column_and_an_environment_can_show_it(new: Codec[Any]) -> None:
    envs = pytest.importorskip("noughts.envs.observations", reason="the extra [envs]")
    assert (new.name in codecs_of(TICTACTOE)) == (new.holds is Position)
    if issubclass(new.holds, Position) and new.bits <= envs.MAX_BITS:
        assert envs.view(new.name, TICTACTOE).space.n == new.size
    else:
        with pytest.raises(EnvError, match=f"observation is '{new.name}'"):
            envs.view(new.name, TICTACTOE)


@pytest.mark.wide
@pytest.mark.parametrize("kind", [Backwards, OverX])
@pytest.mark.parametrize("rules", [SMALL, LARGE], ids=str)
def test_one_for_any_board_is_so_in_bulk(kind: type[Codec[Any]], rules: Rules) -> None:
    with added(kind):
        assert kind.name in names(rules)
        new = codec(kind.name, rules)
        positions = some_positions(rules)[:40]
        codes = encode(Positions.of(positions, rules), kind.name)
        assert codes.tolist() == [new.encode(position) for position in positions]
        assert list(decode(codes, kind.name, rules)) == positions
        x, o = np.zeros((2, len(codes)), np.uint16)
        decode(codes, kind.name, rules, out=(x, o))
        assert x.tolist() == [position.x for position in positions]


def test_one_item_that_is_refused_is_named_where_they_are_asked_one_by_one() -> None:
    with added(Backwards):
        last = codec("backwards", LARGE).size
        wrong = [0, 1, last]
        for codes in (wrong, np.array(wrong, code_dtype("backwards", LARGE))):
            with pytest.raises(CodeError, match=f"item 2: {last} is not a code of backwards for "):
                decode(codes, "backwards", LARGE)


def test_one_that_derives_from_another_runs_in_bulk_as_it_states_itself() -> None:
    assert Balanced.bulk is Bulk.SUBSETS
    assert Backwards.bulk is Bulk.ITEMS  # it encodes by itself, and states nothing
    assert OverX.bulk is Bulk.BITS  # the expressions are its own


class OfCells(Codec[int]):
    """A codec of something that no array holds."""

    name, about, holds, size = "of_cells", "a cell", int, 9

    def encode(self, value: int) -> int:
        return value

    def decode(self, code: int) -> int:
        return code

    def adapt(self, value: Any) -> int:
        return int(value)


class Signed(Codec[Position]):
    """Codes from -2739 to 2738, which no store holds."""

    name, about, holds, size = "signed", "ordinal around 0", Position, 5478

    @property
    def codes(self) -> range:
        return range(-2739, 2739)

    def encode(self, value: Position) -> int:
        return ORDINAL.encode(value) - 2739

    def decode(self, code: int) -> Position:
        position: Position = ORDINAL.decode(code + 2739)
        return position

    def adapt(self, value: Any) -> Position:
        return position_of(value)


def test_negative_codes_go_into_arrays_and_into_no_store(tmp_path: Path) -> None:
    with added(Signed):
        some = every_position()[::100]
        codes = encode(Positions.of(some), "signed")
        assert codes.dtype == np.int16
        assert codes.tolist() == [CODECS["signed"].encode(position) for position in some]
        assert list(decode(codes, "signed")) == some
        with pytest.raises(CodeError, match="negative codes in a store must have 32 bits"):
            store.create(tmp_path / "store", "signed")
