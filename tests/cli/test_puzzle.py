"""`noughts puzzle`: a try, a hint, the solution and what is shared."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from noughts import Position
from noughts.cli.terminal.puzzle import refutation, solution
from noughts.core.cell_names import move_name
from noughts.puzzles import Puzzle, daily, pick
from tests.commands import good, refused, run, told

DAY = "2026-11-24"
PUZZLE = daily(DAY)
ANSWER = move_name(PUZZLE.answer, PUZZLE.rules)
WRONG = [
    move_name(move, PUZZLE.rules) for move in PUZZLE.position.legal_moves if move != PUZZLE.answer
]


def typed(*lines: str, options: tuple[str, ...] = ("--date", DAY)) -> str:
    return good("puzzle", *options, typed="".join(f"{line}\n" for line in lines))


def test_the_right_move_solves_it_and_the_result_can_be_shared() -> None:
    shown = typed(ANSWER, "q")
    assert shown.startswith(f"Puzzle {DAY}, easy, on {PUZZLE.rules}\n")
    assert f"{PUZZLE.task}, 1-" in shown
    assert f"{solution(PUZZLE)}\n" in shown
    shared = shown[shown.index("To share:") :]
    assert f"Puzzle {DAY}, easy, on {PUZZLE.rules} 🟩\n  noughts puzzle --date {DAY}\n" in shared
    assert "Goodbye" not in shown
    assert ANSWER not in shared


def test_on_3x3_nobody_is_told_the_rules() -> None:
    for board, says in (("3,3,3", False), ("4,4,4", True)):
        shown = typed("q", options=("--board", board, "--date", DAY))
        assert (f"{board}: " in shown) == says


def test_a_wrong_move_is_refuted_and_may_be_followed_by_others() -> None:
    shown = typed(WRONG[0], WRONG[1].upper(), ANSWER, "q")
    tries = [PUZZLE.attempt(name) for name in WRONG[:2]]
    assert all(f"{refutation(PUZZLE, one)}\n" in shown for one in tries)
    squares = "".join({-1: "🟥", 0: "🟨"}[one.value] for one in tries)
    assert f"{squares}🟩\n" in shown


def test_a_hint_leaves_fewer_moves_and_is_told_in_the_result() -> None:
    shown = typed("h", "hint", "s", "q")
    few = [f"{move + 1} ({move_name(move, PUZZLE.rules)})" for move in PUZZLE.remaining(2)]
    assert f"It is one of {', '.join(few)}.\n" in shown
    assert "💡💡🟥\n" in shown


def test_an_output_without_squares_gets_letters() -> None:
    result = run("puzzle", "--date", DAY, typed=f"h\n{WRONG[0]}\n{ANSWER}\nq\n")
    assert result.exit_code == 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("noughts.cli.terminal.puzzle.writes_unicode", lambda: False)
        shown = typed("h", WRONG[0], ANSWER, "q")
    value = PUZZLE.attempt(WRONG[0]).value
    assert f"on {PUZZLE.rules} h{'LD'[value + 1]}+\n" in shown


@pytest.mark.parametrize(
    ("line", "why"),
    [("zz", "'zz' is not a cell or a command; free cells: "), ("", "'' is not a cell")],
)
def test_what_is_not_a_move_is_refused_and_does_not_count(line: str, why: str) -> None:
    shown = typed(line, ANSWER, "q")
    assert why in shown
    assert f"on {PUZZLE.rules} 🟩\n" in shown


def test_help_lists_the_words() -> None:
    shown = typed("?", "q")
    first = PUZZLE.position.legal_moves[0]
    example = f"{first + 1} or {move_name(first, PUZZLE.rules)}"
    assert f"A number or a name ({example}) tries that move." in shown
    assert "  s solution  show the answer\n" in shown


def test_once_it_is_over_there_is_another_or_none() -> None:
    shown = typed("s", "a1", "h", "s", "next", "q")
    assert "The puzzle is over, so 'a1' means nothing now; try n" in shown
    assert shown.count("The puzzle is over; try n") == 2
    assert "Puzzle " in shown[shown.index("try n") :]
    assert "noughts puzzle --seed " in shown  # by which the other one is found again


def test_who_leaves_is_told_how_to_come_back() -> None:
    for lines in ((), ("q",), (WRONG[0],)):
        shown = typed(*lines)
        assert shown.endswith(
            f"Goodbye. To go on with this puzzle:\n  noughts puzzle --date {DAY}\n"
        )


def test_ctrl_c_leaves_with_status_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> Iterator[bytes]:
        yield b"?\n"
        raise KeyboardInterrupt

    monkeypatch.setattr("noughts.cli.input_lines.typed", interrupted)
    result = run("puzzle", "--date", DAY)
    assert result.exit_code == 130
    assert result.output.endswith(f"  noughts puzzle --date {DAY}\n")


def test_seeds_follow_each_other() -> None:
    shown = typed("n", "q", options=("--seed", "7", "--board", "4,4,4", "--level", "easy"))
    assert "Puzzle 7, easy, on 4,4,4\n4,4,4: 4 in a row win.\n" in shown
    assert shown.endswith("  noughts puzzle --board 4,4,4 --level easy --seed 8\n")


def test_a_program_gets_the_puzzle_with_its_solution() -> None:
    assert told("puzzle", "--date", DAY) == {
        "date": DAY,
        "seed": None,
        "board": str(PUZZLE.rules),
        "position": str(PUZZLE.position),
        "task": PUZZLE.task,
        "level": "easy",
        "value": PUZZLE.value,
        "remoteness": PUZZLE.remoteness,
        "answer": PUZZLE.answer,
        "line": [*PUZZLE.line],
    }
    drawn = told("puzzle", "--seed", "7", "--board", "4,3,3,gravity")
    assert (drawn["date"], drawn["seed"]) == (None, 7)
    assert drawn["answer"] == pick(7, "4,3,3,gravity").answer


def test_without_a_date_it_is_the_puzzle_of_today() -> None:
    assert told("puzzle")["position"] == str(daily().position)


def test_what_contradicts_itself_or_does_not_exist_is_refused() -> None:
    assert "give --date or --seed, not both" in refused("puzzle", "--date", DAY, "--seed", "1")
    assert "'x' is not a date" in refused("puzzle", "--date", "x")
    assert "2,2,2 has no puzzle among" in refused("puzzle", "--board", "2,2,2")
    assert "puzzles are made on boards of up to 36" in refused("puzzle", "--board", "15,15,5")


def test_refutations_and_solutions_say_what_happens() -> None:
    won = Puzzle.of("OX./..X/...")
    lost = "c1 loses: X answers b2 and wins in 2 moves of its own."
    assert refutation(won, won.attempt("c1")) == lost
    assert refutation(won, won.attempt("b2")) == "b2 only draws: X answers c3."
    assert solution(won) == "a3 wins: a3 a2 b2 c1 c3, if both play best."
    drawn = Puzzle.of("XOX/.../...")
    assert solution(drawn) == "b2 draws, and every other move loses."
    line = Puzzle.of(Position.parse("OO./X.X/...", "3,3,3,misere"))
    assert refutation(line, line.attempt("b2")) == "b2 loses: it makes a line."
    two = Puzzle.of(Position.parse(".../..O/O.X", "3,3,3,gravity,stones=2"))
    wrong = next(move for move in two.position.legal_moves if move != two.answer)
    assert refutation(two, two.attempt(wrong)).endswith(("draws.", "loses."))
