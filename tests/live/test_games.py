"""What a request makes of a game, without a server: the rules of who may do what, and when."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from noughts import Game, Rules
from noughts.core.cell_names import move_name
from noughts.live.actions import ACTIONS, MAKE, Decision, decide, make, read
from noughts.live.game import DRAW, NOBODY, OTHER, SIDES, Kept, RefusedError, hashed, shown
from noughts.live.limits import RateLimit
from noughts.live.moves_as_number import added, moves_of, position_at
from noughts.web.generated import FOLDER

BOARDS = ["3,3,3", "3,3,3,wild", "3,4,3,gravity", "3,3,3,stones=2", "2,2,2,notakto"]
ANN, BOB, EVE = "Ann", "Bob", "Eve"


def made(now: int = 0, **asked: Any) -> Kept:
    """A game that Ann has made."""
    return make("id", hashed(ANN, "id"), now, read(asked, MAKE))


def ask(game: Kept, who: str, name: str, /, now: int = 0, **asked: Any) -> Decision:
    seat = hashed(who, game.series)
    fields = read(asked, ACTIONS[name].fields)
    return decide(game, name, game.seat_of(who), now, fields, seat=seat, fresh="next")


def done(game: Kept, who: str, name: str, /, now: int = 0, **asked: Any) -> Kept:
    """The game after a request that is granted."""
    decision = ask(game, who, name, now, **asked)
    assert decision.refused is None
    return decision.game


def why_not(game: Kept, who: str, name: str, /, now: int = 0, **asked: Any) -> str:
    """Why a request is refused, which then changes nothing."""
    decision = ask(game, who, name, now, **asked)
    assert decision.refused
    assert decision.game == game
    return f"{decision.refused.status} {decision.refused}"


def played(game: Kept, moves: str) -> Kept:
    """The game after moves, by whoever is on turn."""
    for cell in moves.split():
        who = ANN if game.turn == game.seat_of(ANN) else BOB
        game = done(game, who, "move", ply=game.plies, cell=cell)
    return game


def both(now: int = 0, **asked: Any) -> Kept:
    return done(made(now, **asked), BOB, "sit", now, name="Bob")


@given(board=st.sampled_from(BOARDS), data=st.data())
def test_a_record_holds_the_moves_of_a_game_of_any_kind(board: str, data: st.DataObject) -> None:
    rules, record = Rules.parse(board), 0
    game = Game(rules)
    while not game.is_over:
        move = data.draw(st.sampled_from(game.legal_moves))
        record = added(record, move, game.position)
        game.push_unchecked(move)
        assert moves_of(rules, len(game), record) == game.moves
        assert position_at(rules, len(game), record) == game.position


class LiveGame(RuleBasedStateMachine):
    """Two who play, and one who has no seat, ask for anything at any time."""

    @initialize(
        board=st.sampled_from(BOARDS),
        side=st.sampled_from(SIDES),
        seconds=st.sampled_from([0, 60]),
        increment=st.sampled_from([0, 2]),
    )
    def begin(self, board: str, side: str, seconds: int, increment: int) -> None:
        self.now = 1000
        self.model = Game(Rules.parse(board))
        self.game = made(self.now, rules=board, side=side, seconds=seconds, increment=increment)
        self.sides = {ANN: side}
        self.offered: tuple[str, str] | None = None

    def on_turn(self) -> str | None:
        """Whose turn it is, by the model."""
        if len(self.sides) < 2 or self.game.why or self.model.is_over:
            return None
        side = self.model.turn.name.lower()
        return next(who for who, has in self.sides.items() if has == side)

    @rule(milliseconds=st.sampled_from([-500, 10, 900, 30_000]))
    def time_passes(self, milliseconds: int) -> None:
        self.now += milliseconds

    def ask(self, who: str, name: str, /, **asked: Any) -> Decision:
        """Ask, and see what holds of every answer."""
        before = self.game
        decision = ask(before, who, name, self.now, **asked)
        self.game = decision.game
        assert self.game.version == before.version + (self.game != before)
        assert ask(self.game, who, name, self.now, **asked).game.plies <= self.game.plies
        ended_by_time = self.game.why == "time" and not before.why
        if ended_by_time:
            assert before.since
        if who not in self.sides and name != "sit":
            assert decision.refused
            assert decision.refused.status == 403
        if decision.refused and not ended_by_time:
            assert self.game == before
        if before.why:
            assert (self.game.record, self.game.winner) == (before.record, before.winner)
        return decision

    @rule(who=st.sampled_from([ANN, BOB, EVE]))
    def somebody_sits_down(self, who: str) -> None:
        decision = self.ask(who, "sit", name=who)
        if who in self.sides:
            assert not decision.refused
        elif decision.refused:
            assert len(self.sides) == 2 or self.game.why
        else:
            assert len(self.sides) == 1
            self.sides[who] = OTHER[self.sides[ANN]]

    @rule(
        who=st.sampled_from([ANN, BOB, EVE]),
        late=st.sampled_from([0] * 9 + [-1, 1]),
        data=st.data(),
    )
    def somebody_moves(self, who: str, late: int, data: st.DataObject) -> None:
        rules, ply = self.model.rules, max(0, len(self.model) + late)
        moves = self.model.legal_moves if data.draw(st.integers(0, 9)) else range(rules.actions)
        move = data.draw(st.sampled_from([*moves] or [0]))
        on_turn, legal = self.on_turn(), move in self.model.legal_moves
        decision = self.ask(who, "move", ply=ply, cell=move_name(move, rules))
        if self.game.plies > len(self.model):
            assert (who, ply) == (on_turn, len(self.model))
            if legal:
                self.model.push(move)
            else:  # the cell of a column is the one that is free
                self.model.push(self.game.moves[-1])
        elif (who, ply) == (on_turn, len(self.model)) and legal and not self.game.why:
            raise AssertionError(f"refused: {decision.refused}")

    @rule(who=st.sampled_from([ANN, BOB, EVE]), stale=st.booleans())
    def somebody_asks_to_take_back(self, who: str, stale: bool) -> None:
        before = self.game
        self.ask(who, "back", ply=len(self.model) + stale)
        if self.game.plies < before.plies:
            assert not stale
            assert (before.offer, before.offered_by) == ("back", OTHER[self.sides[who]])
            while len(self.model) > self.game.plies:
                self.model.pop()
            assert self.game.turn == before.offered_by

    @rule(who=st.sampled_from([ANN, BOB, EVE]))
    def somebody_offers_a_draw(self, who: str) -> None:
        before = self.game
        self.ask(who, "draw", ply=len(self.model))
        if self.game.why == "agreed" != before.why:
            assert (before.offer, before.offered_by) == (DRAW, OTHER[self.sides[who]])

    @rule(who=st.sampled_from([ANN, BOB, EVE]), name=st.sampled_from(["decline", "rematch"]))
    def somebody_asks_something_else(self, who: str, name: str) -> None:
        decision = self.ask(who, name)
        if decision.next:
            again, game = decision.next, self.game
            assert (again.id, again.plies, again.series) == (game.next, 0, game.series)
            for one, side in self.sides.items():
                assert (game.seat_of(one), again.seat_of(one)) == (side, OTHER[side])
            assert again.turn

    @rule(who=st.sampled_from([ANN, BOB, EVE]), really=st.integers(0, 7))
    def somebody_gives_up(self, who: str, really: int) -> None:
        if not really:
            self.ask(who, "resign")
            if self.game.why == "resigned" and who in self.sides:
                assert self.game.winner in SIDES

    @invariant()
    def the_game_is_that_of_its_moves(self) -> None:
        if hasattr(self, "game"):
            assert self.game.moves == self.model.moves
            told = shown(self.game, self.now)
            assert told["position"] == str(self.model.position)
            if self.model.is_over:
                winner = self.model.winner
                by_lines = DRAW if winner is None else winner.name.lower()
                assert (self.game.winner, self.game.why) == (by_lines, "board")
            for side in SIDES:
                most = self.game.seconds + self.game.increment * len(self.model)
                assert (told["players"][side]["seconds"] or 0) <= most


TestLiveGame = LiveGame.TestCase


def test_a_seat_is_a_secret_that_is_not_kept() -> None:
    game = both()
    assert (game.seat_of(ANN), game.seat_of(BOB), game.seat_of(EVE)) == ("x", "o", "")
    assert (game.seat_of(NOBODY), game.seat_of("")) == ("", "")
    assert not {ANN, BOB} & {game.x_seat, game.o_seat}
    assert hashed(ANN, "other") != game.x_seat


def test_whoever_has_no_seat_may_watch_and_take_a_free_one() -> None:
    game = made(side="o", name="Ann")
    assert why_not(game, EVE, "resign").startswith("403 ")
    assert why_not(game, ANN, "move", ply=0, cell="b2") == "409 the other seat is free"
    assert done(game, ANN, "sit") == game
    game = done(game, EVE, "sit", name="Eve")
    assert why_not(game, BOB, "sit") == "409 no seat is free; you can watch"
    told = shown(game, 0)
    assert [told["players"][side]["name"] for side in SIDES] == ["Eve", "Ann"]


def test_a_move_asked_for_again_changes_nothing_and_a_stale_one_is_refused() -> None:
    game = played(both(), "b2 a1")
    assert done(game, ANN, "move", ply=0, cell="b2") == game
    assert why_not(game, ANN, "move", ply=0, cell="c3") == (
        "409 the game has 2 moves, and this answers 0"
    )
    assert why_not(game, BOB, "move", ply=0, cell="b2").startswith("409 ")
    assert why_not(game, BOB, "move", ply=2, cell="c3") == "409 it is not your turn"
    asked: dict[str, Any] = {"ply": 2, "cell": "c3", "version": game.version}
    moved = done(game, ANN, "move", **asked)
    assert done(moved, ANN, "move", **asked) == moved
    back = done(done(moved, ANN, "back", ply=3), BOB, "back", ply=3)
    changed = "409 the game has changed: it has version 6, and this answers 3"
    assert why_not(back, ANN, "move", **asked) == changed
    assert done(back, ANN, "move", **asked | {"version": 6}).plies == 3
    taken = why_not(game, ANN, "move", ply=2, cell="a1")
    assert taken == "409 'a1' cannot be played now; these can: b1, c1, a2, c2, a3, b3, c3"
    assert why_not(game, ANN, "move", ply=2, cell="d4").startswith("400 'd4' is not a cell")
    game = played(game, "b1 a2 b3")
    assert (game.winner, game.why) == ("x", "board")
    assert why_not(game, BOB, "move", ply=5, cell="c3") == "409 the game is over"
    assert done(game, ANN, "move", ply=4, cell="b3") == game


def test_a_clock_runs_for_the_side_to_move_and_ends_the_game() -> None:
    game = done(made(seconds=10, increment=1), BOB, "sit", now=1000)
    game = done(game, ANN, "move", now=5000, ply=0, cell="b2")
    assert (game.x_left, game.o_left, game.since) == (7000, 10_000, 5000)
    assert shown(game, 8000)["players"]["o"]["seconds"] == 7
    assert shown(game, 4000)["players"]["o"]["seconds"] == 10  # a clock was set back
    late = ask(game, BOB, "move", now=15_000, ply=1, cell="a1")
    assert (late.game.winner, late.game.why, late.game.o_left) == ("x", "time", 0)
    assert str(late.refused) == "the game is over"
    assert shown(game, 15_000)["result"] == {"winner": "x", "why": "time"}


def test_a_draw_is_agreed_and_a_move_declines_it() -> None:
    game = played(both(), "b2")
    offered = done(game, ANN, "draw", ply=1)
    assert shown(offered, 0)["offer"] == {"what": "draw", "by": "x"}
    assert played(offered, "a1").offer == ""
    assert done(offered, BOB, "decline").offer == ""
    assert why_not(offered, BOB, "back", ply=1) == "409 there is no move of yours to take back"
    assert why_not(offered, BOB, "draw", ply=0).startswith("409 the game has 1 moves")
    agreed = done(offered, BOB, "draw", ply=1)
    assert (agreed.winner, agreed.why) == (DRAW, "agreed")
    assert why_not(agreed, BOB, "draw", ply=1) == "409 the game is over"
    assert why_not(made(), ANN, "draw", ply=0) == "409 the other seat is free"
    own = played(done(played(game, "a1"), ANN, "draw", ply=2), "c3")
    assert own.offer == DRAW  # one may offer a draw, and move


def test_a_move_is_taken_back_if_both_agree() -> None:
    game = played(both(), "b2 a1")
    asked = done(game, ANN, "back", ply=2)
    assert why_not(asked, BOB, "draw", ply=2) == "409 answer first what the other side asks: back"
    taken = done(asked, BOB, "back", ply=2)
    assert (taken.plies, taken.turn, taken.offer) == (0, "x", "")
    assert done(asked, ANN, "back", ply=2) == asked


def test_a_rematch_changes_sides_and_a_player_of_the_library_agrees_to_all() -> None:
    game = made(player="perfect", seconds=5)
    assert (game.o_seat, game.o_name, game.turn) == (NOBODY, "perfect", "x")
    moved = done(game, ANN, "move", ply=0, cell="b2")
    assert (done(moved, ANN, "back", ply=1).plies, moved.turn) == (0, "o")
    assert why_not(game, ANN, "rematch") == "409 the game is not over"
    over = done(moved, ANN, "resign")
    assert done(over, ANN, "resign") == over
    decision = ask(over, ANN, "rematch", now=50)
    assert decision.next
    assert (decision.next.x_seat, decision.next.seat_of(ANN)) == (NOBODY, "o")
    assert (decision.next.since, decision.next.x_left) == (50, 5000)
    assert done(decision.game, ANN, "rematch") == decision.game


@pytest.mark.parametrize(
    ("fields", "asked", "why"),
    [
        (MAKE, [], "give an object with rules, side, name, seconds, increment, player"),
        ({}, {"a": 1}, "give an object with nothing in it"),
        (ACTIONS["move"].fields, {"cell": "b2"}, "ply must be a whole number from 0 to 1000000"),
        (ACTIONS["move"].fields, {"ply": True, "cell": "b2"}, "ply must be a whole number"),
        (ACTIONS["move"].fields, {"ply": 0.5, "cell": "b2"}, "ply must be a whole number"),
        (ACTIONS["move"].fields, {"ply": 1e300, "cell": "b2"}, "ply must be a whole number"),
        (ACTIONS["move"].fields, {"ply": 0}, "cell must be a text of up to 60 characters"),
        (MAKE, {"name": "\u202ebob"}, "name must be a text of up to 40 characters that print"),
        (MAKE, {"name": "\ud800"}, "name must be a text"),
        (MAKE, {"name": "b" * 41}, "name must be a text"),
        (MAKE, {"side": "both"}, "side must be one of 'x', 'o'"),
        (MAKE, {"player": "exec:true"}, "player must be one of '', 'easy'"),
    ],
)
def test_a_request_that_does_not_fit_is_refused(fields: Any, asked: Any, why: str) -> None:
    with pytest.raises(RefusedError, match=f"^{why}") as error:
        read(asked, fields)
    assert error.value.status == 400


@pytest.mark.parametrize("board", ["3,3,4", "4x4x4x4,4", "20,20,5", "nonsense"])
def test_only_boards_of_the_page_are_played(board: str) -> None:
    with pytest.raises(RefusedError) as error:
        made(rules=board)
    assert error.value.status == 400


def test_a_limit_forgets_whoever_has_waited() -> None:
    now = 0.0
    limit = RateLimit(2, 4, lambda: now)
    assert [limit.allows("a") for _ in range(5)] == [True] * 4 + [False]
    assert limit.allows("b", 4)
    now = 0.5
    assert [limit.allows("a"), limit.allows("a")] == [True, False]
    now = 10.0
    assert limit.allows("c")
    assert {*limit._whole} == {"c"}


def test_the_page_offers_no_player_clock_or_name_that_the_server_refuses() -> None:
    source = (FOLDER / "live_dialog.js").read_text("utf-8")
    players, clocks = (
        json.loads(re.findall(rf"const {name} = (.*?);", source)[0])
        for name in ("OPPONENTS", "CLOCKS")
    )
    for player in players:
        assert read({"player": player}, MAKE)["player"] == player
    assert repr(read({"seconds": 60.0}, MAKE)["seconds"]) == "60"  # whole, as JSON Schema has it
    for seconds, increment in clocks.values():
        assert read({"seconds": seconds, "increment": increment}, MAKE)["seconds"] == seconds
    lengths = {*map(int, re.findall(r"maxlength: (\d+)", source))}
    assert lengths == {MAKE["name"]["maxLength"]}
