"""A puzzle: what makes one, how hard it is, and what each try comes to."""

from __future__ import annotations

import pytest

from noughts import IllegalMoveError, Position, PuzzleError
from noughts.puzzles import LEVELS, Puzzle, Try

WINNING = "OX./..X/..."  # a3 wins: it threatens row 3 and, with a1, a diagonal or a column
DRAWING = "XOX/.../..."


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("X../.O./..X", "has 4 moves that keep its value, and not just one"),
        ("XX./OO./...", "is too easy: 1 plies show the answer, and a puzzle takes 3"),
        ("XXO/OO./X..", "is too easy: 2 plies show the answer, and a puzzle takes 3"),
        ("XOX/XXO/O..", "has 2 moves; a puzzle has 3 or more"),
        ("XXX/OO./...", "has 0 moves; a puzzle has 3 or more"),
    ],
)
def test_what_is_not_a_puzzle_says_why(text: str, why: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        Puzzle.of(text)
    assert str(refused.value) == f"{text} {why}"


def test_in_a_lost_position_all_moves_keep_the_value() -> None:
    with pytest.raises(PuzzleError, match="has 4 moves that keep its value"):
        Puzzle.of("XX./XO./..O")


def test_a_win_has_a_line_to_its_end_and_says_in_how_many_moves() -> None:
    puzzle = Puzzle.of(WINNING)
    assert (puzzle.task, puzzle.value, puzzle.moves) == ("O to move and win in 3", 1, 3)
    assert (puzzle.answer, puzzle.line, puzzle.remoteness) == (6, (6, 3, 4, 2, 8), 5)
    position = puzzle.position
    for move in puzzle.line:
        position = position.play(move)
    assert position.winner == puzzle.position.turn


def test_a_draw_has_its_answer_alone() -> None:
    puzzle = Puzzle.of(DRAWING)
    assert (puzzle.task, puzzle.value, puzzle.remoteness) == ("O to move and draw", 0, 6)
    assert puzzle.line == (4,)


def test_where_a_turn_has_two_stones_a_task_counts_no_moves() -> None:
    assert Puzzle.of(Position.parse("OX./.../...", "3,3,3,stones=2")).task == "O to move and win"


def test_the_effort_is_the_logarithm_of_the_tree_that_one_looks_through() -> None:
    won, drawn = Puzzle.of(WINNING), Puzzle.of(DRAWING)
    assert 2**won.effort == pytest.approx(6**5)  # until the win
    assert 2**drawn.effort == pytest.approx(6**4)  # until the last of the others has lost
    for puzzle in (won, drawn):
        assert puzzle.level == "medium"
        assert LEVELS["medium"] <= puzzle.effort < LEVELS["hard"]


def test_a_wrong_move_has_the_reply_that_is_worst_for_it() -> None:
    puzzle = Puzzle.of(WINNING)
    assert puzzle.attempt("c1") == Try(2, False, -1, 4, 4)  # the quickest win
    assert puzzle.attempt("b2") == Try(4, False, 0, 6, 8)
    assert puzzle.attempt(6) == Try(6, True, 1, 5, None)
    with pytest.raises(IllegalMoveError):
        puzzle.attempt("a1")


def test_a_wrong_move_that_ends_the_game_has_no_reply() -> None:
    puzzle = Puzzle.of(Position.parse("OO./X.X/...", "3,3,3,misere"))
    tried = puzzle.attempt("b2")
    assert (tried.value, tried.remoteness, tried.reply) == (-1, 1, None)


def test_where_the_same_player_moves_again_there_is_no_reply() -> None:
    puzzle = Puzzle.of(Position.parse(".../..O/O.X", "3,3,3,gravity,stones=2"))
    wrong = next(move for move in puzzle.position.legal_moves if move != puzzle.answer)
    assert puzzle.attempt(wrong).reply is None


def test_each_hint_takes_away_half_of_the_wrong_moves_and_leaves_the_most_tempting() -> None:
    puzzle = Puzzle.of(WINNING)
    left = [puzzle.remaining(hints) for hints in range(5)]
    assert left == [[2, 3, 4, 6, 7, 8], [4, 6, 7], [4, 6], [4, 6], [4, 6]]
    assert puzzle.remaining(2, tried=[4]) == [6, 7]
    assert puzzle.remaining(1, tried=[2, 3, 4, 7, 8]) == [6]
