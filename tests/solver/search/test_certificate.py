"""Certificates of what is searched: the checker accepts them, and they claim what is so."""

from __future__ import annotations

import re
from collections.abc import Generator
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from noughts import O, Position, ProofError, Rules, TooLargeError, X
from noughts.core.cell_names import cell_name
from noughts.solver.certificates import misere_checker
from noughts.solver.certificates.strategy_certificate import named
from noughts.solver.certificates.tree_checker import CertificateError, check
from noughts.solver.search import certificate_tree, misere_certificate_tree
from noughts.solver.search.certificate import SearchedProof
from noughts.solver.search.certificate_tree import Rest, Tree, TreeStones
from noughts.solver.search.engine import transposition_table
from noughts.solver.search.engine.transposition_table import ATTACKS, DEFENDS, WON, Key, place
from noughts.solver.search.engine_caller import new_table
from noughts.solver.search.limits import Limits
from noughts.solver.search.one_process import Search
from noughts.solver.tables.table import table
from tests import oracle
from tests.solver.certificates.test_checkers import Watched, survives
from tests.solver.search.tools import word
from tests.strategies import board_of
from tests.tools import COMPILED, longer, some

SMALL = Limits(memory=1)
BOARDS = ["1,1,1", "2,2,2", "2,3,2", "3,3,3", "1,9,4", "2,4,3", "3,3,2", "2x2x2,2", "3,3,3,torus"]
SIDES = {None: "drawn, X by strategy stealing", X: "X never loses", O: "O never loses"}


mixed = np.errstate(over="ignore")(transposition_table.mixed_key)


def proof(text: str, side: int | None = None, limits: Limits = SMALL) -> list[str]:
    return list(SearchedProof(Search(Position(rules=Rules.parse(text)), limits, None), side))


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("text", BOARDS)
def test_every_side_gets_a_proof_of_all_that_it_can_hold(text: str) -> None:
    of = board_of(Rules.parse(text))
    worth = oracle.worth(oracle.empty(of), of).value
    for side, end in SIDES.items():
        if worth and side == O:
            with pytest.raises(ProofError, match="O loses"):
                proof(text, side)
            continue
        claim = "X wins" if worth else end + " by strategy stealing" * (side == X)
        assert_proves(proof(text, side), f"{text} {claim}")


def assert_proves(lines: list[str], claim: str) -> None:
    """The checker accepts the claim, and each line proves what the oracle says."""
    assert check(lines) == claim
    watched = Watched(lines)
    for zone, stones, dead in watched.seen:
        assert survives(watched.board, zone, stones, dead, watched.winning)


def after(board: str, moves: str) -> Position:
    position = Position(rules=Rules.parse(board))
    for move in moves.split():
        position = position.play(move)
    return position


def proof_after(board: str, moves: str, side: int | None = None) -> list[str]:
    return list(SearchedProof(Search(after(board, moves), SMALL, None), side))


@pytest.mark.parametrize(
    ("board", "moves", "end"),
    [
        ("3,3,3", "b2", "drawn"),
        ("3,3,3", "b2 b1", "X wins"),
        ("3,3,3", "a1 b2 b1 c1", "drawn"),
        ("3,3,3", "b1 a1 c2 a3", "O wins"),
        ("3,3,3", "b2 a1 a2 c2", "drawn"),
        ("2,5,3", "b1 d2 e1", "O wins"),
        ("2x2x3,2", "1a1 2c2", "X wins"),  # X and O could both finish a line
        ("2,3,3", "a1 b1 a2 b2", "drawn"),  # no line is left to either side
        ("1,5,3", "c1 b1 d1", "drawn"),
    ],
)
def test_every_side_of_a_position_gets_a_proof_of_all_that_it_can_hold(
    board: str, moves: str, end: str
) -> None:
    position = after(board, moves)
    of = board_of(position.rules)
    worth = oracle.worth(oracle.grid_of(position.x, position.o, of), of).value
    worth *= 1 if position.turn == X else -1
    assert end == {1: "X wins", 0: "drawn", -1: "O wins"}[worth]
    for side, sign in ((None, 0), (X, 1), (O, -1)):
        if side and worth * sign < 0:
            with pytest.raises(ProofError, match=f"loses {board} after "):
                proof_after(board, moves, side)
            continue
        claim = f"{'.XO'[side]} never loses" if side and not worth else end
        assert_proves(proof_after(board, moves, side), f"{named(position)}: {claim}")


@pytest.mark.no_cover
def test_positions_of_3x3_are_proved_as_the_oracle_says() -> None:
    solved = table(Rules(3, 3, 3))
    for position in list(solved)[:: 40 if COMPILED else 300]:
        if position.ply and not position.outcome:
            value = solved[position].value * (1 if position.turn == X else -1)
            said = check(SearchedProof(Search(position, SMALL, None)))
            assert said.endswith({1: ": X wins", 0: ": drawn", -1: ": O wins"}[value])


def test_a_game_that_is_over_has_no_proof() -> None:
    with pytest.raises(ProofError, match=r"XXX/OO./\.\.\. needs no proof: the game is over, X"):
        proof_after("3,3,3", "a1 a2 b1 b2 c1")


def test_no_line_says_twice_what_another_says() -> None:
    lines = proof("2,5,3")
    assert all(first != second for first, second in pairwise(lines))
    assert any("=" in line for line in lines)


def threats(board: str, path: list[str]) -> list[str]:
    """The cells with which X, who has just moved, would finish a line."""
    position = after(board, " ".join(path))
    ends = {line & ~position.x for line in position.rules.lines}
    single = [end for end in ends if end & position.legal and end.bit_count() == 1]
    return [cell_name(end.bit_length() - 1, position.rules) for end in single]


@pytest.mark.parametrize(("board", "moves"), [("4,3,3", ""), ("5,5,4", "b3 e3 d5 d1")])
def test_in_a_proof_of_a_win_forced_moves_follow_in_a_line(board: str, moves: str) -> None:
    lines, begin = proof_after(board, moves), moves.split()
    assert check(lines).endswith(" X wins")
    path = begin
    for line in lines[1:]:
        depth, words = len(line) - len(line.lstrip(" ")), line.split()
        path = path[: len(begin) + max(0, 2 * depth - 1)]  # X's first move, and two a line above
        for number, (reply, answer) in enumerate(zip(words[::2], words[1::2], strict=True)):
            forced = reply != "-" and threats(board, path) == [reply]
            assert forced or number == 0, "only a forced move follows in a line"
            if answer[0] != "=":
                path = [*path, *[reply] * (reply != "-"), answer]
                quiet = not (after(board, " ".join(path)).outcome or threats(board, path))
                assert quiet or not forced or number, "it begins one only before a quiet answer"


PAGE = (Path(__file__).parents[3] / "docs/certificates.md").read_text("utf-8")
ROW = r"^\| (\d+,\d+,\d+\S*) \| \S.* \| (.{,5}) \| (.*) \| `(\w+)` \|$"  # up to 9,999 lines
ROWS = re.findall(ROW, PAGE, re.MULTILINE)


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.skipif(not COMPILED, reason="plain Python takes minutes")
@pytest.mark.parametrize("row", some(ROWS, 4))
def test_the_page_has_the_hash_of_what_is_written(row: tuple[str, ...]) -> None:
    lines = proof(row[0], limits=Limits())
    text = "".join(lines).encode()
    assert row[1:] == (f"{len(lines):,}", f"{len(text):,}", sha256(text).hexdigest())


def test_a_draw_that_needs_threats_of_the_defender_is_proved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So that every position counts as one, the weak game gets no nodes."""
    monkeypatch.setattr(certificate_tree, "SMALL", 0)
    assert check(proof("3,3,3", O)) == "3,3,3 O never loses"


def test_what_the_table_has_lost_is_searched_again() -> None:
    search = Search(Position(rules=Rules(3, 3, 3)), SMALL, None)
    claimed = SearchedProof(search, O)
    search._engine._table[:] = 0
    assert check(claimed) == "3,3,3 O never loses"


def test_an_answer_that_is_not_found_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificate_tree, "ATTEMPTS", 0)
    with pytest.raises(ProofError, match="did not find again what it had proved"):
        proof("3,3,2")


def test_in_misere_the_second_player_of_an_even_board_needs_no_search() -> None:
    assert proof("8,8,3,misere", O) == [
        "noughts certificate 2: 8,8,3,misere O never loses\n",
        "reflect\n",
    ]


MISERE = ["1,1,1", "2,2,2", "2,3,3", "1,5,3", "1,6,2", "3,3,2", *longer("3,3,3", "3,3,3,torus")]


@pytest.mark.parametrize("text", MISERE)
def test_in_misere_every_side_gets_a_proof_of_all_that_it_can_hold(text: str) -> None:
    rules = Rules.parse(f"{text},misere")
    worth = table(rules)[Position(rules=rules)].value
    for side, sign in ((None, 0), (X, 1), (O, -1)):
        if worth * sign < 0:
            with pytest.raises(ProofError, match=f"{'.XO'[side or 0]} loses {rules}"):
                proof(str(rules), side)
            continue
        lines = proof(str(rules), side)
        if lines[1:] != ["reflect\n"]:
            end = {1: "X wins", 0: "drawn", -1: "O wins"}[worth]
            said = f"{'.XO'[side]} never loses" if side and not worth else end
            assert misere_checker.check(lines) == f"{rules} {said}"


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("3,3,3,misere", "b2"),
        ("3,3,3,misere", "a1 b2 c3"),
        ("3,3,3,misere", "b2 a1 a2 c2"),
        ("2,3,3,misere", "a1 b1 a2 b2"),  # no line is left to either side
        ("1,9,3,misere", "b1 e1"),
        ("2,5,3,misere", "c1"),
    ],
)
def test_in_misere_a_position_is_proved_as_its_table_says(text: str, moves: str) -> None:
    position = after(text, moves)
    worth = table(position.rules)[position].value * (1 if position.turn == X else -1)
    lines = proof_after(text, moves)
    said = {1: "X wins", 0: "drawn", -1: "O wins"}[worth]
    assert misere_checker.check(lines) == f"{named(position)}: {said}"


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "text", ["3,3,2,misere", pytest.param("3,3,3,misere", marks=pytest.mark.wide)]
)
def test_in_misere_what_the_table_has_lost_is_searched_again(text: str) -> None:
    search = Search(Position(rules=Rules.parse(text)), SMALL, None)
    claimed = SearchedProof(search)
    search._engine._table[:] = 0
    assert misere_checker.check(claimed) == claimed.claim


def test_in_misere_pairs_may_begin_after_an_answer() -> None:
    lines = proof("7,7,6,misere")
    assert lines[1].startswith("- a1 pairs ")
    assert misere_checker.check(lines) == "7,7,6,misere drawn"


def test_in_misere_an_answer_that_is_not_found_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(misere_certificate_tree, "ATTEMPTS", 0)
    with pytest.raises(ProofError, match="did not find again what it had proved"):
        proof("3,3,2,misere")


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("4,4,4,misere", "drawn"),
        ("4,4,3,misere", "O wins"),
        ("6,5,5,misere", "drawn"),
        ("9,6,6,misere", "drawn"),
    ],
)
def test_in_misere_larger_boards_are_proved(text: str, said: str) -> None:
    assert misere_checker.check(proof(text, limits=Limits())) == f"{text} {said}"


def test_what_the_limits_leave_open_has_no_proof() -> None:
    with pytest.raises(ProofError, match="has not settled the value of 5,5,4"):
        proof("5,5,4", limits=Limits(nodes=0, memory=1))


def test_a_board_that_the_checker_does_not_read_is_refused() -> None:
    with pytest.raises(TooLargeError, match="1,27,3 has 27 cells in 27 columns; certificates"):
        proof("1,27,3")


def test_a_won_position_is_found_where_it_was_entered() -> None:
    table = new_table(2**10)
    for kind in (ATTACKS, DEFENDS):
        key = Key(word(3), word(0), word(0b11100), kind)
        for won in (0, int(WON)):
            entered = Key(key.attacker, key.defender, key.free, kind | word(won))
            assert place(mixed(entered), table) == place(mixed(key), table)


def test_a_position_and_the_next_have_places_of_their_own() -> None:
    table = new_table(2**16)
    for cell in range(8):
        free = 0xFF00FF
        before = Key(word(0x7000), word(0), word(free), DEFENDS)
        after = Key(word(0x7000), word(0), word(free ^ 1 << cell), ATTACKS)
        assert place(mixed(before), table) != place(mixed(after), table)


PROVED = {
    "4,4,4": "drawn, X by strategy stealing",
    "5,4,3": "X wins",
    "5,4,4": "drawn, X by strategy stealing",
    "5,5,4": "drawn, X by strategy stealing",
    "6,5,4": "X wins",
    "6,6,4": "X wins",
    "6,6,5": "drawn, X by strategy stealing",
    "7,6,5": "drawn, X by strategy stealing",
    "3x3x2,3": "drawn, X by strategy stealing",
    "4,5,4,torus": "X wins",
}


@pytest.mark.wide
@pytest.mark.no_cover
@pytest.mark.parametrize("text", some(PROVED))
def test_larger_boards_are_proved(text: str) -> None:
    assert check(proof(text, limits=Limits())) == f"{text} {PROVED[text]}"


@pytest.mark.longer
@pytest.mark.no_cover
@pytest.mark.parametrize("text", ["7,7,5", "9,5,5", "8,6,5"])
def test_draws_that_were_hard_are_proved(text: str) -> None:
    lines = proof(text, limits=Limits())
    assert check(lines) == f"{text} drawn, X by strategy stealing"
    assert len(lines) < 20_000


def test_a_certificate_may_have_twenty_six_columns() -> None:
    assert check(proof("1,26,26")) == "1,26,26 drawn, X by strategy stealing"
    with pytest.raises(CertificateError, match="is not a claim on up to 64 cells, a-z"):
        check(["noughts certificate 2: 1,27,27 drawn, X by strategy stealing\n"])


@pytest.mark.parametrize(
    ("text", "moves"), [("1,9,3,misere", "a1 b1"), ("2,3,3,misere", "b1"), ("3,3,3", "c1")]
)
def test_a_tree_counts_its_lines(text: str, moves: str) -> None:
    position = after(text, moves)
    search = Search(position, SMALL, None)
    search.settle()
    for side in (X, O):
        tree = search.tree(side, 7)
        lines = [*(tree.answers() if side == position.turn else tree.replies())]
        assert tree.number == 7 + len(lines)


def test_a_side_that_is_safe_in_the_weak_game_is_proved_there() -> None:
    search = Search(after("4,4,4", "a1"), SMALL, None)
    search.settle()
    tree = search.tree(O, 1)
    assert isinstance(tree, Tree)
    place = TreeStones(mine=0, yours=1, dead=0, weak=False)
    assert tree._weakened(place) == place._replace(weak=True)


def test_in_the_weak_game_lines_with_cells_of_their_own_are_met_by_pairs_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def held(at: TreeStones, depth: int, line: str) -> Generator[str, None, Rest]:
        yield from (line, f"{at.dead:b} {depth}")
        return Rest(0, 0)

    search = Search(after("2,7,7", "a1"), SMALL, None)
    search.settle()
    tree = search.tree(O, 1)
    assert isinstance(tree, Tree)
    monkeypatch.setattr(tree, "_leaf", lambda *_, **__: None)  # as where weights do not suffice
    monkeypatch.setattr(tree, "_holds", held)
    lines = [*tree._answered(TreeStones(0, 1, 0, weak=True), 1 << 1, "a1 b1", 0)]
    assert lines == ["a1 b1 pairs a2-b2", f"{1 << 7 | 1 << 8 | 1 << 1:b} 1"]
