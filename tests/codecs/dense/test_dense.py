"""The dense numbers: balanced, ordinal, canonical, record and record_class."""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import TICTACTOE, CodeError, Game, Position, Rules, symmetries
from noughts.codecs.dense.balanced import Balanced
from noughts.codecs.dense.canonical import Canonical
from noughts.codecs.dense.ordinal import Ordinal, reachable
from noughts.codecs.dense.record import Record, RecordClass, _least_cells
from noughts.core.symmetry import transform_cell
from noughts.solver.tables.table import table
from tests.tools import longer


def game(*cells: int) -> Game:
    played = Game()
    for cell in cells:
        played.push(cell)
    return played


@cache
def games_from(position: Position) -> list[tuple[int, ...]]:
    """How play can go on from a position to the end, in lexicographic order of the moves."""
    if position.outcome:
        return [()]
    return [
        (cell, *rest)
        for cell in position.legal_moves
        for rest in games_from(position.play_unchecked(cell))
    ]


def finished_games() -> list[tuple[int, ...]]:
    return games_from(Position())


@pytest.mark.no_cover
def test_the_examples_of_the_specification() -> None:
    assert Balanced().encode(Position.parse("X.O/..O/.X.")) == 523
    assert Ordinal().encode(Position()) == 0
    assert Ordinal().encode(Position.parse("XO./.X./...")) == 53
    assert Canonical().encode(Position.parse("XO./.X./...")) == 31
    assert Record().encode(game(0, 3, 1, 4, 2)) == 7316
    assert Record().encode(game(4, 0, 2, 6, 3, 5, 1, 7, 8)) == 115352
    assert RecordClass().encode(game(0, 3, 1, 4, 2)) == 699
    assert RecordClass().decode(699) == game(0, 1, 3, 4, 6)
    assert RecordClass().encode(game(4, 0, 2, 6, 3, 5, 1, 7, 8)) == 29366


def test_the_sizes_and_bits_of_the_specification() -> None:
    codecs = (Balanced(), Ordinal(), Canonical(), Record(), RecordClass())
    assert [codec.size for codec in codecs] == [6046, 5478, 765, 255168, 31896]
    assert [codec.bits for codec in codecs] == [13, 13, 10, 18, 15]


def boards_in_order(cells: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """(X's cells, O's cells) of every balanced board, as docs/representations.md says it."""
    return [
        (tuple(cell for cell in where if cell not in o), o)
        for stones in range(cells + 1)
        for where in combinations(range(cells), stones)
        for o in combinations(where, stones // 2)
    ]


@pytest.mark.no_cover
@pytest.mark.parametrize("rules", [TICTACTOE, Rules(1, 1, 1), Rules(2, 4, 3)], ids=str)
def test_balanced_numbers_every_balanced_board_in_the_order_of_the_specification(
    rules: Rules,
) -> None:
    codec = Balanced(rules)
    boards = boards_in_order(rules.cells)
    assert codec.size == len(boards)
    for code, (x, o) in enumerate(boards):
        position = Position(sum(1 << cell for cell in x), sum(1 << cell for cell in o), rules)
        assert codec.encode(position) == code
        assert codec.decode(code) == position


@given(st.sampled_from([Rules(4, 4, 4), Rules(6, 7, 4), Rules(15, 15, 5)]), st.data())
def test_balanced_holds_the_boards_of_any_size(rules: Rules, data: st.DataObject) -> None:
    codec = Balanced(rules)
    code = data.draw(st.integers(0, codec.size - 1))
    assert codec.encode(codec.decode(code)) == code


@pytest.mark.no_cover
def test_ordinal_counts_the_reachable_positions_in_their_order() -> None:
    codec = Ordinal()
    assert [codec.decode(code) for code in codec.codes] == list(table(TICTACTOE))
    assert all(codec.encode(codec.decode(code)) == code for code in codec.codes)


@pytest.mark.wide
def test_canonical_numbers_the_classes_by_their_least_members() -> None:
    codec = Canonical()
    assert [codec.decode(code) for code in codec.codes] == sorted(
        {position.canonical() for position in table(TICTACTOE)}
    )
    for position in table(TICTACTOE):
        assert codec.decode(codec.encode(position)) == position.canonical()


@pytest.mark.parametrize("codec", [Ordinal(), Canonical()], ids=["ordinal", "canonical"])
@pytest.mark.parametrize(
    ("step", "number"), [(20, 22), pytest.param(1, 6046 - 5478, marks=pytest.mark.wide)]
)
def test_what_play_cannot_reach_is_refused_in_the_words_of_the_position(
    codec: Ordinal | Canonical, step: int, number: int
) -> None:
    refused = 0
    for code in Balanced().codes[::step]:
        position = Balanced().decode(code)
        if position.unreachable:
            refused += 1
            with pytest.raises(CodeError) as caught:
                codec.encode(position)
            assert str(caught.value) == f"play cannot reach {position}: {position.unreachable}"
    assert refused == number


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("step", [5, *longer(1)])
def test_record_numbers_every_finished_game_in_lexicographic_order(step: int) -> None:
    codec = Record()
    games = finished_games()
    assert len(games) == codec.size
    assert all(codec._number(games[code]) == code for code in range(0, codec.size, step))
    assert all(tuple(codec._moves(code)) == games[code] for code in range(0, codec.size, 4 * step))
    for code in range(0, codec.size, 1999):
        assert codec.decode(code) == game(*games[code])
        assert codec.encode(game(*games[code])) == code


@pytest.mark.wide
@pytest.mark.no_cover
def test_record_class_numbers_the_least_of_eight_images_in_the_same_order() -> None:
    codec = RecordClass()
    images = [
        [transform_cell(cell, symmetry, TICTACTOE) for cell in range(9)]
        for symmetry in symmetries(TICTACTOE)
    ]

    def least(moves: tuple[int, ...]) -> tuple[int, ...]:
        return min(tuple(image[cell] for cell in moves) for image in images)

    # The least image of a game that starts on an edge or a far corner starts elsewhere.
    games = [moves for moves in finished_games() if moves[0] in (0, 1, 4) and least(moves) == moves]
    assert len(games) == codec.size
    for code, moves in enumerate(games):
        assert tuple(codec._moves(code)) == moves
        assert codec._number(moves) == code
    for code in range(0, codec.size, 997):
        assert codec.decode(code) == game(*games[code])
        for image in images:
            assert codec.encode(game(*(image[cell] for cell in games[code]))) == code


@pytest.mark.no_cover
@pytest.mark.parametrize("codec", [Record(), RecordClass()], ids=["record", "record_class"])
def test_there_is_a_code_for_each_game_that_the_choices_make(codec: Record) -> None:
    assert codec._games(0) == codec.size


@pytest.mark.parametrize("codec", [Record(), RecordClass()], ids=["record", "record_class"])
def test_only_whole_finished_games_are_encoded(codec: Record) -> None:
    with pytest.raises(CodeError, match="is not a Game, which is what record"):
        codec.encode(Position())  # type: ignore[arg-type] # refused, as it should be
    with pytest.raises(CodeError, match=r"^record\w* needs the moves of a finished game$"):
        codec.adapt(Position())
    finished = game(0, 3, 1, 4, 2)
    assert codec.adapt(finished) is finished
    with pytest.raises(CodeError, match="holds finished games, but after 2 moves X is to move"):
        codec.encode(game(0, 1))
    with pytest.raises(CodeError, match="holds games of 3,3,3, not of 3,3,3,misere"):
        codec.encode(Game(Rules(3, 3, 3, misere=True)))
    later = Game(Position.parse("XX./OO./..."))
    later.push(2)
    with pytest.raises(
        CodeError, match=r"holds whole games, but this one starts from XX\./OO\./\.\.\.$"
    ):
        codec.encode(later)
    with pytest.raises(CodeError, match=r"starts from XXX/OO\./O\.\.: X has a line"):
        codec.encode(Game(Position.parse("XXX/OO./O..")))


@pytest.mark.no_cover
def test_what_was_undone_does_not_count() -> None:
    undone = game(0, 3, 1, 4, 2)
    undone.undo()
    with pytest.raises(CodeError, match="after 4 moves X is to move"):
        Record().encode(undone)
    undone.redo()
    assert Record().encode(undone) == 7316


@pytest.mark.parametrize("codec", [Balanced(), Ordinal(), Canonical(), Record(), RecordClass()])
def test_a_code_out_of_range_is_refused(codec: Balanced) -> None:
    for code in (-1, codec.size):
        with pytest.raises(
            CodeError, match=f"{code} is not a code of {codec.name} for 3,3,3; codes"
        ):
            codec.decode(code)


@pytest.mark.wide
def test_the_games_of_five_moves_are_counted_as_arithmetic_says() -> None:
    # X wins in five moves on one of 8 lines, in any order; O takes any two others, in any order.
    shortest = sum(len(moves) == 5 for moves in finished_games())
    assert shortest == 8 * len(list(permutations(range(3)))) * 6 * 5


def test_what_is_worked_out_once_is_the_same_when_it_is_worked_out_again() -> None:
    assert reachable.__wrapped__() == reachable()
    for stones in (0, 0b000_010_000, 0b000_000_001):
        assert _least_cells.__wrapped__(stones) == _least_cells(stones)
