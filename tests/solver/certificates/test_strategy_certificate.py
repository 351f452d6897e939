"""Certificates: what is accepted is proved, and what loses is refused with the game that loses.

The oracle walks a strategy by itself: from a list of answers it follows every reply.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts import Game, O, Position, ProofError, Rules, TooLargeError, X, symmetries
from noughts.core.bits import cells_of
from noughts.core.cell_names import cell_name, parse_cell
from noughts.core.rules import MARK_NAMES
from noughts.solver.certificates import strategy_checker as checker
from noughts.solver.certificates.any_form import check
from noughts.solver.certificates.strategy_certificate import Proof, claim_of, named
from noughts.solver.gravity.search import GravitySearch
from noughts.solver.search.limits import Limits
from noughts.solver.tables.table import MoveEvaluation, table
from noughts.solver.textbook_minimax import alphabeta
from tests import oracle
from tests.commands import alone
from tests.solver.certificates.forging import is_true
from tests.strategies import MISERE, NORMAL, SHAPES, board_of, grid_of

SMALL = [r for r in SHAPES if r.cells <= 9]
BOARDS = [*SMALL, *[Rules(r.rows, r.cols, r.k, misere=True) for r in SMALL]]
OTHERS = [
    *["2x2x2,2", "2x2x2,2,misere", "1x2x3,2,misere", "3,3,3,torus", "2,3,3,torus"],
    *["3,3,3,torus,misere", "1,5,2,torus", "2,2,1,torus"],
]
OF_OTHERS = [(Rules.parse(text), side) for text in OTHERS for side in "XO"]
ON_3X3 = [*product((NORMAL, MISERE), "XO")]


@cache
def proof(rules: Rules, side: str) -> tuple[str, ...]:
    return tuple(Proof(rules, MARK_NAMES.index(side), table(rules)))


def image(grid: oracle.Grid, board: oracle.Board) -> str:
    return min(map(oracle.text, oracle.images(grid, board)))


def worth_to(side: str, grid: oracle.Grid, board: oracle.Board) -> int:
    return oracle.worth(grid, board).value * (1 if oracle.turn(grid) == side else -1)


@cache
def holding(rules: Rules) -> str:
    """The sides that need not lose: one or both."""
    board = board_of(rules)
    return {1: "X", 0: "XO", -1: "O"}[worth_to("X", oracle.empty(board), board)]


def comes_true(lines: Sequence[str]) -> bool:
    """Whether answers, followed against every reply, give what the first line claims."""
    rules = Rules.parse(lines[0].split()[3])
    board, side, wins = board_of(rules), lines[0].split()[4], "wins" in lines[0]
    answers = dict(line.split() for line in lines[1:])
    enough = (side,) if wins else (side, "draw")
    guard = oracle.other(side) if rules.misere else side

    def safe(grid: oracle.Grid) -> bool:
        """Whether no line is left that would be a loss."""
        full = [[oracle.mark_at(s, grid) for s in line] for line in oracle.lines(board)]
        return not wins and all(guard in marks for marks in full)

    @cache
    def holds(grid: oracle.Grid) -> bool:
        result = oracle.result(grid, board)
        if result is not None or safe(grid):
            return safe(grid) or result in enough
        followers = oracle.after(grid, board)
        if oracle.turn(grid) != side:
            return all(map(holds, followers.values()))
        least = image(grid, board)
        answer = answers.get(least)
        if answer is None:
            return False
        after = answered(least, answer)
        return all(holds(g) for g in followers.values() if image(g, board) == after)

    def answered(least: str, answer: str) -> str:
        grid = oracle.folded(least.replace("/", ""), board)
        square = oracle.squares(board)[parse_cell(answer, rules)]
        assert oracle.mark_at(square, grid) == "."
        return image(oracle.put(grid, square, side), board)

    return holds(oracle.empty(board))


def refusal(lines: Sequence[str]) -> str:
    """Why a certificate is refused; empty where it is accepted."""
    try:
        check(lines, table)
    except ProofError as error:
        return str(error)
    return ""


# What is written.


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize(
    "rules",
    [
        *BOARDS,
        *(
            pytest.param(rules, marks=[pytest.mark.longer][: rules.cells == 9])
            for rules in map(Rules.parse, OTHERS)
        ),
    ],
    ids=str,
)
def test_every_side_that_can_hold_a_board_gets_a_proof_of_all_that_it_can_hold(
    rules: Rules,
) -> None:
    for side in holding(rules):
        lines, board = proof(rules, side), board_of(rules)
        value = worth_to(side, oracle.empty(board), board)
        claim = f"{rules} {side} {'wins' if value else 'never loses'}"
        assert check(lines, table) == claim
        assert lines[0] == f"noughts certificate 1: {claim}\n"
        assert comes_true(lines)
        for line in lines[1:]:  # nothing is said twice, and nothing of what is over
            text, _ = line.split()
            grid = oracle.folded(text.replace("/", ""), board)
            assert text == image(grid, board)
            assert oracle.turn(grid) == side
            assert oracle.result(grid, board) is None
        assert len({line.split()[0] for line in lines}) == len(lines)


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_a_side_that_loses_gets_none(rules: Rules) -> None:
    for side, other in ("XO", "OX"):
        if side not in holding(rules):
            with pytest.raises(ProofError) as refused:
                proof(rules, side)
            assert str(refused.value) == f"{side} loses {rules}: {other} wins it"


@pytest.mark.wide
@pytest.mark.no_cover
def test_certificates_of_small_boards_are_short() -> None:
    assert len(proof(NORMAL, "X")) == 22
    assert len(proof(NORMAL, "O")) == 78
    assert len(proof(Rules(3, 4, 3), "X")) < 60


def test_a_line_is_written_as_soon_as_it_is_known() -> None:
    asked = []

    class Watched:
        def moves(self, position: Position) -> list[MoveEvaluation]:
            asked.append(position)
            return table(NORMAL).moves(position)

    assert list(islice(Proof(NORMAL, X, Watched()), 3)) == list(proof(NORMAL, "X")[:3])
    assert len(asked) == 3  # the empty board for the claim, and two answers


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize(("text", "side"), [("1,13,2", X), ("4,4,2", X), ("2,7,2,misere", O)])
def test_a_board_beyond_the_table_is_proved_from_other_values(text: str, side: int) -> None:
    rules = Rules.parse(text)

    class Searched:
        """The textbook's search, which knows no remoteness."""

        def moves(self, position: Position) -> list[MoveEvaluation]:
            mover, other = position.sides
            values = {c: -alphabeta(other, mover | 1 << c, rules) for c in position.legal_moves}
            return [MoveEvaluation(cell, value, 0) for cell, value in values.items()]

    lines = list(Proof(rules, side, Searched()))
    assert check(lines, table) == f"{rules} {MARK_NAMES[side]} wins"
    assert comes_true(lines)
    assert "wants an answer" in refusal(lines[:-1])


def test_where_stones_fall_what_a_search_says_is_proved() -> None:
    game = Game.parse("4,5,4,gravity: c b c b d b d d a")
    search = GravitySearch(game.position, Limits(memory=1), None)
    lines = [*Proof(game.position, None, search)]
    assert check(lines, table) == claim_of(game.position, "O wins")
    assert "is not a free cell of " in refusal([lines[0], lines[1][:-3] + "a1\n"])
    search.allow(None, 0)
    with pytest.raises(ProofError, match="the search has not settled the moves of "):
        Proof(game.position, None, search)
    with pytest.raises(TooLargeError, match="42 free cells; where stones fall, certificates are"):
        Proof(Rules.parse("6,7,4,gravity"), None, search)


@pytest.mark.parametrize("text", ["..../XX../OO..", "XO../XX.X/OO.O"])
def test_where_stones_fall_a_position_that_no_game_leads_to_has_no_name(text: str) -> None:
    with pytest.raises(ProofError, match=f"play cannot reach {text}"):
        named(Position.parse(text, "3,4,3,gravity"))


@pytest.mark.parametrize("text", ["9,8,3", "1,27,3"])
def test_a_board_that_the_checker_does_not_read_is_refused(text: str) -> None:
    with pytest.raises(TooLargeError, match="certificates are for up to 64 in 26"):
        Proof(Rules.parse(text), X, table(NORMAL))


FALLING = ["3,4,3,gravity", "4x4x4,4,gravity", "3,3,3,torus,gravity,misere", "3x3x2x2,3,gravity"]
LARGER = ["4x4x4,4", "3x3x3,3", "3x3x3,2", "4x4x2,4", "2x2x2x2,2", "4,4,4,torus", "3,4,12,torus"]


@pytest.mark.no_cover
@pytest.mark.parametrize("text", [*OTHERS, *LARGER, *FALLING, "3,3,3", "4,4,4", "3,4,3", "1,1,1"])
def test_the_checker_knows_the_lines_symmetries_and_names_that_the_rules_have(text: str) -> None:
    rules = Rules.parse(text)
    claim = checker.Claim(f"noughts certificate 1: {rules} X wins\n")
    assert claim.start == str(Position(rules=rules))
    cell_at = [n for n, at in enumerate(claim.start) if at == "."]  # in the text
    assert [claim.names[n] for n in cell_at] == [
        cell_name(cell, rules) for cell in range(rules.cells)
    ]
    assert {frozenset(cell_at[cell] for cell in cells_of(line)) for line in rules.lines} == {
        frozenset(line) for line in claim.lines
    }
    images = {
        tuple(rules.geometry.image(cell, by) for cell in range(rules.cells))
        for by in symmetries(rules)
    }
    # An image has in each place what stood at another one.
    assert {tuple(way.index(n) for n in cell_at) for way in claim.images} == {
        tuple(cell_at[cell] for cell in image) for image in images
    }


@pytest.mark.parametrize(
    "claim", ["2x2,2", "2x2x2,2,torus", "9x9x9,3", "2,2,2,2", "2x2x2x2x2x2x2,2"]
)
def test_what_is_not_a_board_that_the_checker_knows_is_not_a_claim(claim: str) -> None:
    assert "line 1 is not a claim" in refusal([f"noughts certificate 1: {claim} X wins\n"])


def values_after(moves: str, rules: Rules = NORMAL) -> Position:
    game = Game(rules)
    for move in moves.split():
        game.push(move)
    return game.position


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("text", "moves", "end"),
    [
        pytest.param("3,3,3", "b2", "drawn", marks=pytest.mark.no_cover),
        ("3,3,3", "a1 b1", "X wins"),
        ("3,3,3", "b1 a1 c2 a3", "O wins"),
        pytest.param("3,3,3,misere", "b2", "drawn", marks=pytest.mark.no_cover),
        ("2,3,3", "a1 b1 a2 b2", "drawn"),  # nothing is left to answer
        ("2x2x2,2,misere", "1a1 2b2", "O wins"),
        pytest.param("3,3,3,torus", "a1", "X wins", marks=pytest.mark.no_cover),
    ],
)
def test_a_position_is_proved_as_the_oracle_says(text: str, moves: str, end: str) -> None:
    rules = Rules.parse(text)
    position, board = values_after(moves, rules), board_of(rules)
    sign = 1 if position.turn == X else -1
    worth = sign * oracle.worth(grid_of(position), board).value
    assert end == {1: "X wins", 0: "drawn", -1: "O wins"}.get(worth)
    for side, own in ((None, 0), (X, worth), (O, -worth)):
        if own < 0:
            with pytest.raises(ProofError, match=f"{MARK_NAMES[side or 0]} loses {text} after "):
                Proof(position, side, table(rules))
            continue
        lines = list(Proof(position, side, table(rules)))
        said = f"{MARK_NAMES[side]} never loses" if side and not worth else end
        assert check(lines, table) == f"{text} after {moves}: {said}"
        for number in range(1, len(lines)):
            assert refusal([*lines[:number], *lines[number + 1 :]])


def test_a_drawn_board_is_proved_for_both_sides() -> None:
    lines = list(Proof(NORMAL, None, table(NORMAL)))
    assert check(lines, table) == "3,3,3 drawn"
    assert lines[1:] == [*proof(NORMAL, "X")[1:], *proof(NORMAL, "O")[1:]]


def test_a_position_in_which_the_game_is_over_has_no_proof() -> None:
    with pytest.raises(ProofError, match="the game is over, draw"):
        Proof(Position.parse("XOX/XOO/OXX"), X, table(NORMAL))


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        ("3,3,3 after: drawn", "line 1 is not a claim"),
        ("3,3,3 after a1 a1: drawn", "line 1: no play goes on after the move 'a1'"),
        ("3,3,3 after a1 d1: drawn", "line 1: no play goes on after the move 'd1'"),
        ("3,3,3 after a1 a2 b1 b2 c1: X wins", "line 1: no play goes on after the move 'c1'"),
        ("3,3,3 after a1 a2 b1 b2 c1 c3: X wins", "line 1: no play goes on after the move 'c1'"),
        ("3,3,3 after b2 b1: O never loses", "O loses: "),
        ("3,3,3 after a1 b2: O wins", "O does not win: "),
        ("1,2,2 after a1 b1: X wins", "X does not win: a1 b1"),  # a full board
        ("1,2,2 after a1 b1: O wins", "O does not win: a1 b1"),
        ("1,3,3,misere after a1 b1 c1: X wins", "X does not win: a1 b1 c1"),
    ],
)
def test_a_claim_of_a_position_that_is_not_so_is_refused(claim: str, reason: str) -> None:
    assert refusal([f"noughts certificate 1: {claim}\n"]).startswith(reason)


@pytest.mark.parametrize(
    "board", ["1,3,2", "1,4,3", "1,4,3,misere", pytest.param("2,3,3", marks=pytest.mark.wide)]
)
def test_what_needs_no_answers_is_proved_only_where_it_is_so(board: str) -> None:
    proved = 0
    for position in table(Rules.parse(board)):
        for end in ("X wins", "O wins", "X never loses", "O never loses", "drawn"):
            lines = [f"noughts certificate 1: {claim_of(position, end)}\n"]
            if not refusal(lines):
                assert is_true(check(lines, table))
                proved += 1
    assert proved > 0


@pytest.mark.no_cover
@pytest.mark.parametrize("edit", ["after b2 a1", "after a2", "after b2 a1 c3 a3"])
def test_the_proof_of_one_position_is_not_that_of_another(edit: str) -> None:
    lines = list(Proof(values_after("b2"), None, table(NORMAL)))
    assert refusal([lines[0].replace("after b2", edit), *lines[1:]])


# What is refused.


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("rules", "side"),
    [
        ON_3X3[0],
        *(
            pytest.param(*case, marks=[pytest.mark.longer][: case[0].cells == 9])
            for case in [*ON_3X3[1:], *OF_OTHERS]
        ),
    ],
    ids=str,
)
def test_a_changed_move_is_refused_with_a_game_exactly_where_it_loses(
    rules: Rules, side: str
) -> None:
    if side not in holding(rules):
        return
    board, lines = board_of(rules), list(proof(rules, side))
    lost, least = 0, int("wins" in lines[0])
    for number, line in enumerate(lines[1:], 1):
        text, answer = line.split()
        grid = oracle.folded(text.replace("/", ""), board)
        for square, after in oracle.after(grid, board).items():
            name = cell_name(oracle.cell_of(square, board), rules)
            if name == answer:
                continue
            changed = [*lines[:number], f"{text} {name}\n", *lines[number + 1 :]]
            reason = refusal(changed)
            if worth_to(side, after, board) < least:
                lost += 1
                assert reason
                if not least:
                    follows(reason.removeprefix(f"{side} loses: "), changed, side, rules)
            else:
                assert not reason.startswith(f"{side} loses")
                told = "wants an answer" in reason or (least and "more than" in reason)
                assert told or (not reason and comes_true(changed))
    assert lost > 10 * (rules.geometry.sizes == (3, 3)) or rules.k < 3


def follows(record: str, lines: Sequence[str], side: str, rules: Rules) -> None:
    """The game is legal, lost by the side, and has its answers as long as there are any."""
    answers = dict(line.split() for line in lines[1:])
    board, game = board_of(rules), Game(rules)
    followed = 0
    for name in record.split():
        grid = grid_of(game.position)
        if oracle.turn(grid) == side and image(grid, board) in answers:
            least = Position.parse(image(grid, board), rules)
            there = least.play(parse_cell(answers[str(least)], rules))
            followed += 1
            game.push(parse_cell(name, rules))
            assert image(grid_of(game.position), board) == image(grid_of(there), board)
        else:
            game.push(parse_cell(name, rules))
    assert oracle.result(grid_of(game.position), board) == oracle.other(side)
    assert followed


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize(("rules", "side"), [*ON_3X3, *OF_OTHERS], ids=str)
def test_a_missing_answer_is_refused(rules: Rules, side: str) -> None:
    lines = proof(rules, side) if side in holding(rules) else ()
    for number, line in enumerate(lines[1:], 1):
        reason = refusal([*lines[:number], *lines[number + 1 :]])
        assert "wants an answer" in reason
        assert line.split()[0] in reason


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize(("rules", "side"), [(NORMAL, "X"), (Rules(3, 4, 3), "X")], ids=str)
def test_whatever_the_end_is_cut_off_it_is_refused(rules: Rules, side: str) -> None:
    text = "".join(proof(rules, side))
    for length in range(0, len(text), 1 if rules == NORMAL else 10):
        assert refusal(text[:length].splitlines(keepends=True)), text[:length]


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (lambda t: t.replace("never loses", "wins"), r"X does not win: (\w\d ?){9}"),
        (lambda t: t.replace("X never", "O never"), "line 2, .* wants an answer"),
        (lambda t: t.replace("3,3,3", "3,3,2"), "line 5: .* is more than the proof needs"),
        (lambda t: t.replace("3,3,3", "3,3,4"), "line 1 is not a claim on up to 64 cells"),
        (lambda t: t.replace("3,3,3", "9,9,3"), "line 1 is not a claim on up to 64 cells"),
        (lambda t: t.replace("3,3,3", "2,27,2"), "line 1 is not a claim on up to 64 cells"),
        (lambda t: t.replace("3,3,3", "3,3,0"), "line 1 is not a claim on up to 64 cells"),
        (lambda t: t.replace("certificate 1", "certificate 2"), "line 2: X moves first, and its"),
        (lambda t: t.replace("certificate 1", "certificate 3"), "line 1: .* is not a claim"),
        (lambda t: t.replace("certificate 1", "certificate 4"), "line 1 is not a claim"),
        (lambda t: "\n" + t, "line 1 is not a claim on up to 64 cells, a-z: '\\\\n'"),
        (lambda _: "", "line 1 is not a claim on up to 64 cells, a-z: ''"),
        (lambda t: t.replace("... b2", "... b4"), "line 2: 'b4\\\\n' is not a free cell of "),
        (
            lambda t: t.replace("..O a1", "..O c3"),
            "line 3: 'c3\\\\n' is not a free cell of .../.X./..O",
        ),
        (lambda t: t.replace("... b2", "...  b2"), "line 2: ' b2\\\\n' is not a free cell of"),
        (lambda t: t + "\n", "line 23: '\\\\n' is more than the proof needs"),
        (lambda t: t + ".../.../... b2\n", "line 23: .* is more than the proof needs"),
        (lambda t: t.replace("... b2\n", "... b2\nrubbish\n"), "line 3, 'rubbish.n', stands where"),
    ],
)
def test_what_is_wrong_is_refused_with_the_reason(edit: Callable[[str], str], reason: str) -> None:
    text = edit("".join(proof(NORMAL, "X")))
    with pytest.raises(ProofError, match=reason):
        check(text.splitlines(keepends=True), table)


def test_at_most_three_of_the_missing_answers_are_named() -> None:
    reason = refusal(["noughts certificate 1: 5,5,5 O never loses\n"])
    assert reason.count(" (") == 3
    assert reason.endswith(" wants an answer")


def test_a_proof_of_a_win_takes_the_soonest_one_everywhere() -> None:
    rules = Rules(3, 3, 2, misere=True)
    solved = table(rules)
    for line in proof(rules, "O")[1:]:
        text, name = line.split()
        wins = [m for m in solved.moves(Position.parse(text, rules)) if m.value > 0]
        (chosen,) = (win for win in wins if win.cell == parse_cell(name, rules))
        assert chosen.remoteness == min(win.remoteness for win in wins)


def test_on_a_board_that_nobody_has_solved_the_reason_is_the_missing_answer() -> None:
    reason = refusal(["noughts certificate 1: 5,5,5 X never loses\n"])
    assert reason == "the end stands where ...../...../...../...../..... () wants an answer"


@pytest.mark.wide
@given(data=st.data())
@settings(max_examples=150)
def test_what_is_accepted_after_any_change_comes_true(
    data: st.DataObject,
) -> None:
    rules = data.draw(st.sampled_from(BOARDS))
    lines = list(proof(rules, data.draw(st.sampled_from(holding(rules)))))
    for _ in range(data.draw(st.integers(1, 3))):
        here, there = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        match data.draw(st.sampled_from(["copy", "drop", "swap", "cell", "claim"])):
            case "copy":
                lines.insert(here, lines[there])
            case "drop":
                del lines[here]
            case "swap":
                lines[here], lines[there] = lines[there], lines[here]
            case "cell":
                name = data.draw(st.sampled_from(["a1", "b1", "a2", "b2", "c1", "c3"]))
                lines[here] = lines[here].split()[0] + f" {name}\n"
            case "claim":
                lines[0] = lines[0].replace("never loses", "wins")
        if not lines:
            return
    if not refusal(lines):
        assert comes_true(lines)


# The checker by itself.


def test_no_answer_is_asked_where_the_claim_is_decided() -> None:
    rules = Rules(2, 2, 2, misere=True)  # any second stone of X completes a line
    lines = [line.strip() for line in Proof(rules, O, table(rules))]
    assert lines == ["noughts certificate 1: 2,2,2,misere O wins", "../.X a1"]


def test_a_reply_that_ends_the_game_at_once_is_seen() -> None:
    with pytest.raises(checker.CertificateError, match="O loses: a1"):
        checker.check(["noughts certificate 1: 1,1,1 O never loses\n"])
    assert checker.check(["noughts certificate 1: 1,1,1,misere O wins\n"]) == "1,1,1,misere O wins"


def test_no_more_than_a_million_boards_want_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    moves: list[int] = []
    many = {str(number): moves for number in range(10**6 + 1)}
    monkeypatch.setattr(checker.Claim, "replies", lambda *_: many)
    lines = ["noughts certificate 1: 3,3,3 X never loses\n", ".../.../... b2\n"]
    with pytest.raises(checker.CertificateError, match="line 2: more than a million boards want"):
        checker.check(lines)


def test_a_claim_on_a_large_board_is_refused_before_its_lines_are_looked_for() -> None:
    with pytest.raises(checker.CertificateError, match="line 1 is not a claim on up to 64 cells"):
        checker.Claim("noughts certificate 1: 99,99,50 X wins\n")


def test_a_line_without_an_end_is_not_read_whole() -> None:
    done = alone(str(checker.__file__), "/dev/zero")
    assert done.returncode == 1
    assert done.stderr.startswith("refused: line 1 is not a claim on up to 64 cells")


def test_values_that_contradict_each_other_give_no_proof() -> None:
    class Wrong:
        def moves(self, position: Position) -> list[MoveEvaluation]:
            return [MoveEvaluation(cell, -(position.ply > 0), 1) for cell in position.legal_moves]

    with pytest.raises(ProofError, match="the values contradict each other at "):
        list(Proof(NORMAL, X, Wrong()))


def test_a_board_with_more_images_than_can_be_looked_at_is_refused() -> None:
    with pytest.raises(checker.CertificateError, match="its board has 92160 images, over 4000"):
        checker.check(["noughts certificate 1: 2x2x2x2x2x2,2 O wins\n"])
