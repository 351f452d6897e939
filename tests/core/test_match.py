"""The match: seats, replies, undo over replies, and the score."""

import time

import pytest

from noughts import (
    Game,
    GameOverError,
    HistoryError,
    O,
    Position,
    Rules,
    TimeLimits,
    TooLargeError,
    X,
)
from noughts.core.match import Match
from noughts.players import Perfect, Player, Random, as_player


def against(player: Player, *, person: int = X, game: Game | None = None) -> Match:
    return Match(game or Game(), {person: None, X + O - person: player})


def moves(match: Match) -> tuple[int, ...]:
    return match.game.moves


def test_a_player_replies_only_in_its_turn() -> None:
    match = against(Perfect("first"))
    assert match.to_reply is None
    with pytest.raises(HistoryError, match="no player is to move"):
        match.reply()
    match.play(4)
    assert match.to_reply is not None
    assert match.reply() == 0
    assert match.to_reply is None


def test_nobody_replies_once_the_game_is_over() -> None:
    match = against(Random(1), game=Game.parse("a1 a2 b1 b2 c1"))
    assert match.game.outcome
    assert match.to_reply is None


def test_a_dead_game_is_offered_as_a_draw_and_counts_as_one() -> None:
    match = against(Random(1), game=Game.parse("c1 a1 a2 b1 b2 c2 b3"))
    assert match.status == "O (random) to move"
    match.game.push(6)
    assert match.status.endswith("no line can be made any more, and a new game takes the draw")
    assert match.score.endswith("draws 0")
    match.new_game()
    assert match.score.endswith("draws 1")


def test_undo_takes_back_the_persons_move_and_the_reply() -> None:
    match = against(Perfect("first"))
    match.play(4)
    match.reply()
    match.play(8)
    match.undo()
    assert moves(match) == (4, 0)
    match.undo()
    assert moves(match) == ()
    with pytest.raises(HistoryError, match="no move of yours"):
        match.undo()


def test_undo_leaves_an_opening_move_of_the_player_alone() -> None:
    match = against(Perfect("first"), person=O)
    match.reply()
    with pytest.raises(HistoryError, match="no move of yours"):
        match.undo()
    assert moves(match) == (0,)


def test_redo_goes_on_to_the_persons_next_choice_and_to_the_end() -> None:
    match = against(Perfect("first"))
    match.play(4)
    match.reply()
    match.play(8)
    match.undo()
    match.undo()
    match.redo()
    assert moves(match) == (4, 0)
    match.redo()
    assert moves(match) == (4, 0, 8)
    with pytest.raises(HistoryError, match="no undone move"):
        match.redo()


def test_two_people_undo_one_move_at_a_time() -> None:
    match = Match(Game.parse("b2 a1 c1"), {X: None, O: None})
    match.undo()
    assert moves(match) == (4, 0)
    match.redo()
    assert moves(match) == (4, 0, 2)


def test_two_players_have_nothing_to_undo() -> None:
    match = Match(Game(), {X: Random(1), O: Random(2)})
    match.reply()
    with pytest.raises(HistoryError, match="no move of yours"):
        match.undo()


def test_the_score_counts_the_game_on_the_board_until_it_is_undone() -> None:
    match = Match(Game.parse("a1 a2 b1 b2"), {X: None, O: None})
    assert match.score == "player #1 0, player #2 0, draws 0"
    match.play(2)
    assert match.score == "player #1 1, player #2 0, draws 0"
    match.undo()
    assert match.score == "player #1 0, player #2 0, draws 0"
    match.redo()
    match.new_game()
    assert moves(match) == ()
    assert match.score == "player #1 1, player #2 0, draws 0"


def test_draws_are_counted_and_an_abandoned_game_is_not() -> None:
    match = Match(Game.parse("a1 b1 c1 b2 a2 c2 b3 a3 c3"), {X: None, O: None})
    match.new_game()
    match.play(0)
    match.new_game()
    assert match.score == "player #1 0, player #2 0, draws 1"


def test_swapping_in_the_middle_of_a_game_changes_who_moves() -> None:
    match = against(Perfect("first"))
    match.swap()
    assert match.to_reply is not None
    assert (match.name(X), match.name(O)) == ("perfect", "you")
    match.reply()
    match.play(4)
    assert moves(match) == (0, 4)


def test_players_that_differ_only_by_their_rule_are_told_apart() -> None:
    match = Match(Game(), {X: Perfect("first"), O: Perfect("trap")})
    assert (match.name(X), match.name(O)) == ("perfect:first", "perfect:trap")


def test_swapping_after_a_game_credits_the_winner_and_begins_the_next() -> None:
    match = against(Random(1), game=Game.parse("a1 a2 b1 b2 c1"))
    match.swap()
    assert moves(match) == ()
    assert match.score == "you 1, random 0, draws 0"
    assert match.name(O) == "you"


def test_a_misere_line_is_scored_for_the_other_seat() -> None:
    match = against(Random(1), game=Game.parse("3,3,3,misere: a1 a2 b1 b2 c1"))
    assert match.score == "you 0, random 1, draws 0"


def test_equal_names_are_numbered() -> None:
    match = Match(Game(), {X: Random(1), O: Random(2)})
    assert match.score == "random #1 0, random #2 0, draws 0"


def test_a_new_game_starts_where_the_last_one_did() -> None:
    match = Match(Game.parse("XO./.../...: b2"), {X: None, O: None})
    match.new_game()
    assert str(match.game) == "XO./.../...:"


def test_a_player_that_cannot_play_the_board_is_refused_at_the_start() -> None:
    with pytest.raises(TooLargeError, match="perfect:trap player cannot play 4,4,4"):
        against(Perfect(), game=Game(Rules(4, 4, 4)))


@pytest.mark.parametrize(
    ("record", "status"),
    [
        ("b2", "O (player #2) to move"),
        ("a1 a2 b1 b2 c1", "X (player #1) wins with the line a1 b1 c1."),
        (
            "3,3,3,misere: a1 a2 b1 b2 c1",
            "O (player #2) wins: the other side made the line a1 b1 c1.",
        ),
        ("a1 b1 c1 b2 a2 c2 b3 a3 c3", "Draw."),
    ],
)
def test_the_status_says_who_is_to_move_or_how_it_ended(record: str, status: str) -> None:
    assert Match(Game.parse(record), {X: None, O: None}).status == status


# Games that are lost off the board.


def late(position: Position) -> int:
    time.sleep(0.25)
    return position.legal_moves[0]


def test_who_makes_a_move_that_is_not_one_has_lost_and_the_person_goes_on() -> None:
    match = against(as_player(lambda _: 4, "cheat"))
    match.play(4)
    assert match.reply() is None
    assert match.lost
    mark, why = match.lost
    assert (mark, why[:31]) == (O, "cheat takes 4 in '.../.X./...';")
    assert match.status.startswith("X (you) wins: cheat takes 4")
    assert match.score == "you 1, cheat 0, draws 0"
    assert (match.is_over, match.to_reply) == (True, None)
    with pytest.raises(GameOverError, match="the game is over: X"):
        match.play(0)
    with pytest.raises(HistoryError):
        match.reply()
    match.undo()
    assert not match.lost
    assert (match.is_over, match.score) == (False, "you 0, cheat 0, draws 0")
    match.play(0)
    assert match.reply() == 4
    match.play(1)
    assert match.reply() is None
    match.new_game()
    assert not match.lost
    assert match.score == "you 1, cheat 0, draws 0"
    match.swap()
    assert match.reply() == 4
    match.play(0)
    assert match.reply() is None
    match.swap()
    assert not match.lost
    assert match.score == "you 2, cheat 0, draws 0"


def test_who_takes_too_long_has_lost() -> None:
    limits = TimeLimits(move=0.1)
    match = Match(Game.parse("a1 b1"), {X: as_player(late, "late"), O: None}, limits)
    assert match.reply() is None
    assert match.status.startswith("O (you) wins: late has thought for 0.")
    assert match.status.endswith(" s; the limit is 0.1 s.")
    match.new_game()
    assert match.score == "late 0, you 1, draws 0"


def test_a_player_that_knows_no_clock_is_timed_too() -> None:
    class Plain:
        name = "plain"

        def check(self, rules: Rules) -> None:
            """It plays every board."""

        def choose(self, position: Position) -> int:
            return late(position)

    match = Match(Game(), {X: Plain(), O: None}, TimeLimits(game=0.1))
    assert match.reply() is None
    assert "plain has thought for 0." in match.status
