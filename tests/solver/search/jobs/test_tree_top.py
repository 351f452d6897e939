"""The tree of a driver: transpositions, workers on different leaves, zones, and when it is full."""

from __future__ import annotations

import pytest

from noughts import Position, Rules
from noughts.core.bits import cells_of
from noughts.core.rules import TICTACTOE, X
from noughts.solver.search.jobs import tree_top as top_module
from noughts.solver.search.jobs.job import ENDLESS, Move, Report
from noughts.solver.search.jobs.question import Question
from noughts.solver.search.jobs.tree_top import Top, TopPosition

EMPTY = Position()
ALL = TICTACTOE.board


def open_report(free: int, proof: int = 1, disproof: int = 1) -> Report:
    """A job that has settled nothing, with the same numbers for each move."""
    moves = [Move(1 << cell, proof, disproof, 0) for cell in cells_of(free)]
    return Report(1, 1, 0, None, 0, moves)


def settled(won: bool, zone: int = ALL) -> Report:
    return Report(1, 1, 0, won, zone, [])


def expanded(position: Position = EMPTY, attacker: int = X, weak: bool = False) -> Top:
    """A tree whose root has moves."""
    top = Top(position, attacker, weak=weak)
    way = top.begin()
    assert way
    top.end(way, open_report(way[-1].key[0]))
    return top


def begun(top: Top) -> list[TopPosition]:
    way = top.begin()
    assert way
    return way


def test_images_of_a_position_are_one() -> None:
    top = expanded()
    assert len([*top.rows()]) == 1 + 3  # a corner, an edge, the centre
    assert len(top.root.open) == 3
    assert top.root.numbers == (1, 3)  # the greatest disproof number, and one for each other


def test_ways_to_a_position_meet() -> None:
    top = expanded(Position.parse("XO./.../..."))
    for _ in range(7):
        way = begun(top)
        top.end(way, open_report(way[-1].key[0]))
    # Seven moves of X, then pairs of moves. Two of X in either order would come to one position.
    rows = [*top.rows()]
    assert len(rows) == len({row[:2] for row in rows})


def test_each_worker_comes_to_another_leaf_while_there_is_one() -> None:
    top = expanded()
    ways = [begun(top) for _ in range(3)]
    assert len({way[-1] for way in ways}) == 3
    assert top.begin() is None
    for way in ways:
        top.end(way, open_report(way[-1].key[0]))
    assert top.root.jobs == 0
    many = [begun(top) for _ in range(6)]
    assert len({way[-1] for way in many}) == 6
    assert len({way[1] for way in many}) == 3  # not all below the move that seems best


def test_a_move_is_settled_by_a_zone_that_it_is_not_in() -> None:
    top = expanded(Position.parse("X../.O./..."), X)
    edge = top.root.edges
    assert edge
    first = begun(top)
    (mine,) = [each for each in edge if each.to is first[-1]][:1]
    # Refuted, and only the cell of another move was needed for it.
    (other,) = [each for each in edge if each.to is not mine.to][:1]
    zone = top_module.images_of(TICTACTOE).turned(other.cell, mine.image)
    top.end(first, settled(False, zone))
    assert top.root.open == [other.to]
    second = begun(top)
    assert second[-1] is other.to
    top.end(second, settled(False, 0))
    assert top.won is False
    assert top.root.zone & (mine.cell | other.cell) == mine.cell | other.cell
    assert top.begin() is None


def test_a_win_of_the_strong_game_needs_the_board_while_the_defender_has_a_line() -> None:
    for weak in (False, True):
        top = expanded(weak=weak)
        top.end(begun(top), settled(True, 1))
        assert top.won is True
        assert (top.root.zone == ALL) == (not weak)
    stands = Position.parse("XOO/OXX/OX.")  # X has stones in each line
    assert all(line & stands.x for line in TICTACTOE.lines)
    top = expanded(stands)
    top.end(begun(top), settled(True, 0))
    assert top.root.zone.bit_count() == 1


def test_the_attacker_wins_where_no_answer_is_left() -> None:
    top = expanded(Position.parse("X../.../..."), X)
    while top.won is None:
        top.end(begun(top), settled(True))
    assert top.won is True
    assert len([*top.rows()]) == 1  # what it was proved by is needed no more


def test_what_is_settled_already_is_not_settled_again() -> None:
    top = expanded()
    ways = [begun(top) for _ in range(3)]
    top.end(ways[0], settled(True))
    assert top.won is True
    before = [*top.rows()]
    for way in ways[1:]:
        top.end(way, open_report(way[-1].key[0]))
    assert [*top.rows()] == before


def test_a_report_may_settle_a_position_that_another_move_leads_to() -> None:
    top = expanded(Position.parse("XO./.../..."), X)
    while True:  # until a leaf has a move to a position that has been there without it
        leaf, open_ones = begun(top), {row[:2] for row in top.rows() if row.disproof}
        report = open_report(leaf[-1].key[0])
        after = [top._after(leaf[-1], move.cell)[0] for move in report.moves]
        met = [number for number, key in enumerate(after) if key in open_ones]
        if met and leaf[-1].attacks:  # a move that does not win for the attacker settles no more
            break
        top.end(leaf, report)
    refuted = report.moves[met[0]]._replace(proof=ENDLESS, disproof=0, zone=ALL)
    report.moves[met[0]] = refuted
    top.end(leaf, report)
    (known,) = [row for row in top.rows() if row[:2] == after[met[0]]]
    assert (known.proof, known.disproof, known.zone) == (ENDLESS, 0, ALL)


def test_a_full_tree_gives_longer_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(top_module, "MOST_POSITIONS", 10)
    rules = Rules(3, 3, 3, misere=True)
    question = Question(Position(rules=rules), X, 100, 1)
    given = []
    for _ in range(12):
        job = question.job(10**9)
        assert job
        given.append(job.nodes)
        found = open_report(job.free, *((9, 1) if job.attacks else (20, 9)))
        question.report(found._replace(number=job.number))
    # The root, its three moves, and then those that seem best again and again.
    assert given == [100] * 4 + [100 << tries for tries in (1, 2, 3, 4, 5, 6, 6, 6)]
    assert len([*question.tops[False].rows()]) == 4


def test_a_full_tree_takes_the_numbers_of_a_position_from_those_of_its_moves() -> None:
    moves = [Move(1, 1, 5, 0), Move(2, 3, 2, 0), Move(4, 2, 2, 0)]
    assert top_module._seeming(True, moves) == (1, 7)
    assert top_module._seeming(False, moves) == (5, 2)
    assert top_module._seeming(True, [Move(1, 0, ENDLESS, 7)]) == (1, ENDLESS - 1)


def test_a_question_has_seen_nothing_before_its_first_job() -> None:
    assert Question(EMPTY, X, 100, 1).depth == 0


def test_a_question_asks_the_weak_game_no_more_once_it_is_won() -> None:
    question = Question(Position(rules=Rules(4, 4, 4)), X, 100, 1)
    jobs = [question.job(10**9) for _ in range(3)]
    assert [(job.way, job.weak) for job in jobs if job] == [
        *[("wins", False), ("proves", True), ("proves", False)]
    ]
    assert question.job(10**9) is None
    weak = jobs[1]
    assert weak
    question.report(settled(True)._replace(number=weak.number))
    assert question.won is None
    assert question.won_weakly
    wins, strong = jobs[0], jobs[2]
    assert wins
    assert strong
    question.report(Report(wins.number, wins.nodes, 1, None, 0, []))
    again = question.job(10**9)
    assert again
    assert (again.way, again.nodes) == ("wins", 2**21)
    assert question.job(10**9) is None
    question.report(settled(False)._replace(number=strong.number))
    assert question.won is False
    assert question.job(10**9) is None
    # One that comes later leaves it as it is.
    question.report(Report(again.number, 5, 1, None, 0, []))
    assert question.won is False
