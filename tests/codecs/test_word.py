"""The game word, as docs/representations.md describes it."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache, reduce
from itertools import accumulate

import numpy as np
import pytest
import z3
from hypothesis import given
from hypothesis import strategies as st

from noughts import CodeError, Game, GameOverError, O, Position, Rules, X
from noughts.codecs import CODECS, word
from noughts.codecs.word import LOW_BITS, Word, WordCodec, step_bits
from noughts.errors import CellError
from tests.codecs.word_oracle import Machine, judge

WORD = WordCodec()
INT32 = st.integers(-(2**31), 2**31 - 1)


def play(*numbers: int) -> Word:
    return reduce(word.step, numbers, word.new())


@cache
def words_of_play() -> frozenset[int]:
    """Every word that play meets, error words with an input of each refused kind included."""
    seen = {int(word.new()), int(word.refuse(word.new()))}
    front = list(seen)
    while front:
        before = front.pop()
        for number in range(11):
            after = int(word.step(before, number))
            if after not in seen:
                seen.add(after)
                # An error word goes on as the word before it, which is met anyway.
                if not Word(after).result and not Word(after).error:
                    front.append(after)
    return frozenset(seen)


def test_the_trace_of_the_specification() -> None:
    trace = list(accumulate((1, 5, 2, 9, 3), word.step, initial=word.new()))
    assert trace == [262144, 1, 2359809, 524805, 4588037, 1074922005]


def test_an_input_out_of_range_that_wraps_acts_as_the_cell_it_wraps_to() -> None:
    assert word.step(word.new(), 268435459) == word.step(word.new(), 3)


def test_nine_of_every_1024_inputs_are_accepted_on_an_empty_board() -> None:
    # The step sees ten bits of the input, so 2**10 inputs stand for 2**22 each.
    for start in (-(2**31), 0, 2**31 - 1024):
        accepted = sum(not word.step(word.new(), start + n).error for n in range(1024))
        assert accepted * 2**22 == 9 * 2**22


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("stride", [145, pytest.param(1, marks=pytest.mark.longer)])
def test_every_word_of_play_steps_as_the_second_implementation_does(stride: int) -> None:
    extremes = (-(2**31), -1023, 64, 1024, 1025, 1033, 268435459, 2**31 - 1)
    for code in sorted(words_of_play())[::stride]:
        machine = Machine.from_int(code)
        assert machine.to_int() == code
        if not machine.result:
            # A word with the error bit steps as the one without, which has its turn too.
            for number in (extremes[code % 8],) if machine.error else range(-1, 12):
                assert word.step(code, number) == machine.step(number).to_int()


@pytest.mark.longer
def test_every_one_of_the_255168_games_ends_as_the_second_implementation_says() -> None:
    @cache  # a word says all that matters for what follows
    def walk(before: int) -> Counter[int]:
        ends: Counter[int] = Counter()
        for number in range(1, 10):
            after = word.step(before, number)
            machine = Machine.from_int(before).step(number)
            assert after == machine.to_int()
            if after.error:
                continue
            ends += Counter([after.result]) if after.result else walk(int(after))
        return ends

    results = walk(int(word.new()))
    assert results == {1: 131184, 2: 77904, 3: 46080}
    assert results.total() == 255168


@given(INT32, INT32)
def test_any_word_and_any_input_step_as_the_second_implementation_does(
    before: int, number: int
) -> None:
    before &= (1 << 30) - 1  # no result
    both = before & before >> 1 & LOW_BITS
    before ^= both | both << 1  # no cell with the pattern 11, which is nothing's
    assert word.step(before, number) == Machine.from_int(before).step(number).to_int()


@given(st.lists(INT32 | st.integers(-3, 13), max_size=30))
def test_a_session_of_any_inputs_ends_as_the_second_implementation_says(typed: list[int]) -> None:
    now, machine = word.new(), Machine()
    for number in typed:
        if now.result:
            with pytest.raises(GameOverError, match="is over"):
                word.step(now, number)
            break
        now, machine = word.step(now, number), machine.step(number)
        assert now == machine.to_int()


def test_the_step_is_right_for_all_words_and_inputs_by_proof() -> None:
    before, number = z3.BitVecs("before number", 32)
    after = step_bits(before, number)

    typed = z3.LShR((number - 1) << 22, 3)
    cleared = before & 0x7FFFF | typed
    cell = z3.LShR(cleared, 19)
    refused = z3.Or(z3.UGT(cell, 8), z3.Extract(1, 0, z3.LShR(cleared, (cell & 15) * 2) & 3) != 0)
    mark = z3.If(cleared & 1 << 18 != 0, z3.BitVecVal(1, 32), z3.BitVecVal(2, 32))
    moved = cleared ^ (mark << cell * 2 | 1 << 18)

    def wins(player: int) -> z3.BoolRef:
        lines = ("012", "345", "678", "036", "147", "258", "048", "246")

        def bit(cell: int) -> z3.BoolRef:
            return moved & player << 2 * cell != 0

        return z3.Or(*(z3.And(*(bit(int(cell)) for cell in line)) for line in lines))

    full = z3.And(*(moved & 3 << 2 * cell != 0 for cell in range(9)))
    result = z3.If(
        wins(1),
        z3.BitVecVal(1, 32),
        z3.If(wins(2), z3.BitVecVal(2, 32), z3.If(full, z3.BitVecVal(3, 32), z3.BitVecVal(0, 32))),
    )
    expected = z3.If(refused, cleared | 1 << 29, moved | result << 30)
    solver = z3.Solver()
    solver.push()
    solver.add(after != expected)
    assert solver.check() == z3.unsat
    solver.pop()
    solver.add(step_bits(before, number + 1) != expected)
    assert solver.check() == z3.sat  # a wrong step is refuted, so the proof is not vacuous


@pytest.mark.wide
@pytest.mark.parametrize("dtype", [np.int32, np.uint32, np.int64, np.uint64])
def test_a_whole_array_of_words_steps_in_one_call(dtype: type[np.generic]) -> None:
    chance = random.Random(5)
    words = [w for w in sorted(words_of_play()) if w >> 30 == 0]
    words = chance.sample(words, 2000)
    numbers = [chance.randrange(12) for _ in words]
    after = step_bits(np.array(words).astype(dtype), np.array(numbers).astype(dtype))
    assert after.dtype == dtype
    stepped = [word.step(w, n) for w, n in zip(words, numbers, strict=True)]
    assert after.astype(np.int64).astype(np.int32).tolist() == stepped


@pytest.mark.wide
@pytest.mark.no_cover
def test_every_word_that_play_meets_is_decoded_and_encoded_back_to_itself() -> None:
    for code in words_of_play():
        assert WORD.encode(WORD.decode(code)) == code


@pytest.mark.wide
@pytest.mark.no_cover
def test_a_word_is_decoded_or_refused_with_a_reason_and_never_nonsense() -> None:
    chance = random.Random(1)
    reasons: Counter[str] = Counter()
    grids = [CODECS["base4"].encode(CODECS["balanced"].decode(n)) for n in range(6046)]
    for _ in range(20000):
        code = chance.randrange(-(2**31), 2**31)
        if chance.random() < 0.9:
            code = code & ~0x3FFFF | chance.choice(grids)
        if chance.random() < 0.5:
            code &= (1 << 29) - 1
        machine = Machine.from_int(code)
        counts = [machine.cells.count(mark) for mark in range(4)]
        sound = (
            not counts[3]
            and counts[1] - counts[2] in (0, 1)
            and machine.turn == (counts[1] == counts[2])
            and machine.result == judge(machine.cells)
            and not (machine.error and machine.result)
        )
        try:
            decoded = WORD.decode(code)
        except CodeError as error:
            assert not sound
            reasons[str(error).partition(": ")[2][:10]] += 1
        else:
            assert sound
            assert WORD.encode(decoded) == code
    assert len(reasons) >= 4


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (2**31, "2147483648 is not a code of word for 3,3,3; codes are -2147483648 to 2147483647"),
        (-(2**31) - 1, "is not a code of word"),
        (2**31 - 1, "word code 2147483647: in its cells"),
        (-(2**31), "word code -2147483648: the turn bit"),
        (262147, r"in its cells, base4 code 3: cell 0 \(a1\) holds the pattern 11"),
        (262144 | 5, "in its cells, base4 code 5: 2 X and 0 O; turns alternate"),
        (0, "the turn bit says O, but by the stones it is the turn of X"),
        (1 << 30 | 262144, "the result bits say X won, but by the stones it is in progress"),
        (1074922005 & (1 << 30) - 1, "say in progress, but by the stones it is X won"),
        (1074922005 | 1 << 29, "the error bit is set, but the game is over"),
    ],
)
def test_a_word_whose_fields_do_not_agree_is_refused(code: int, reason: str) -> None:
    with pytest.raises(CodeError, match=reason):
        WORD.decode(code)


def test_only_a_word_is_encoded_and_only_a_sound_one() -> None:
    with pytest.raises(CodeError, match="262144 is not a Word"):
        WORD.encode(262144)  # type: ignore[arg-type] # refused, as it should be
    with pytest.raises(CodeError, match="the turn bit"):
        WORD.encode(Word(0))


def test_the_fields_of_a_word_have_names() -> None:
    now = play(5, 10)
    assert (now.turn, now.input, now.error, now.result) == (O, 9, True, 0)
    assert now.cells == 1 << 8
    assert now.position == Position().play(4)
    assert play(5, 1).turn == X


def test_an_input_that_is_no_number_sets_the_error_bit_alone() -> None:
    now = play(5, 3)
    assert word.refuse(now) == now | 1 << 29
    assert word.step(word.refuse(now), 1) == word.step(now, 1)


def test_a_win_on_a_full_board_is_no_tie() -> None:
    assert play(1, 2, 3, 4, 5, 6, 8, 7, 9).result == X
    assert play(1, 2, 3, 5, 4, 6, 8, 7, 9).result == 3


@pytest.mark.wide
def test_the_signed_results_are_those_of_the_specification() -> None:
    finished = {code for code in words_of_play() if Word(code).result}
    masks = {1: 1073741824, 2: -2147483648, 3: -1073741824}
    for code in finished:
        assert code >> 30 << 30 == masks[Word(code).result]


@pytest.mark.parametrize("number", [2**31, -(2**31) - 1, 2**32 + 1])
def test_a_number_of_more_than_32_bits_is_refused(number: int) -> None:
    with pytest.raises(CodeError, match=f"{number} has more than 32 bits"):
        word.step(word.new(), number)
    with pytest.raises(CodeError, match=f"{number} is not a code of word"):
        word.step(number, 1)


def test_a_finished_word_takes_no_input() -> None:
    with pytest.raises(GameOverError, match=r"the game of 1074922005 is over \(X won\)"):
        word.step(1074922005, 4)


def test_a_game_becomes_the_word_that_its_moves_lead_to() -> None:
    assert Word.from_game(Game.parse("a1 b2 b1 c3 c1")) == 1074922005
    assert Word.from_game(Game()) == word.new()
    assert WORD.adapt(Game.parse("a1 b2")) == Word.from_game(Game.parse("a1 b2"))
    later = Game(Position.parse("XO./.../..."))
    later.push(8)
    assert Word.from_game(later) == word.step(Word.from_position(later.start), 9)


@pytest.mark.wide
@pytest.mark.no_cover
def test_a_position_becomes_a_word_without_input() -> None:
    for code in words_of_play():
        now = Word(code)
        without = Word.from_position(now.position)
        assert without.position == now.position
        assert (without.turn, without.result) == (now.turn, now.result)
        assert without.input == without.error == 0


def test_a_word_holds_no_other_board() -> None:
    with pytest.raises(CodeError, match="base4 of 3,3,3 cannot hold a position of 4,4,4"):
        Word.from_position(Position(rules=Rules(4, 4, 4)))


def test_a_cell_of_a_word_is_read_and_written_with_the_other_fields_as_they_were() -> None:
    code = int(play(1, 2, 10))
    assert [WORD.get(code, cell) for cell in range(4)] == [X, O, 0, 0]
    assert WORD.get(WORD.set(-(2**31), 8, O), 8) == O
    changed = WORD.set(code, 0, O)
    assert changed ^ code == 0b11
    assert changed >> 18 == code >> 18
    with pytest.raises(CellError, match="9 is not a cell of a 3x3 board"):
        WORD.get(code, 9)
    with pytest.raises(CellError, match="-1 is not a cell of a 3x3 board"):
        WORD.set(code, -1, X)
    with pytest.raises(CodeError, match="is not a code of word"):
        WORD.get(2**31, 0)
    with pytest.raises(CodeError, match="is not a code of word"):
        WORD.set(2**31, 0, X)


def test_a_position_is_taken_as_the_word_of_its_stones_and_a_word_as_it_is() -> None:
    position = Position.parse("XO./.../...")
    word = WORD.adapt(position)
    assert word == Word.from_position(position)
    assert word.position == position
    assert WORD.adapt(word) is word
