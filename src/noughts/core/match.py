"""`Match`: successive games between two opponents, people or players (programs), with the score.

A match holds all the state that a front end needs. The front end only reads a person's input and
draws the result.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from noughts.core.cell_names import line_name
from noughts.core.clock import NO_LIMITS, Clock, TimeLimits, lost_by
from noughts.core.game import Game
from noughts.core.marks import Mark
from noughts.core.position import Position
from noughts.core.rules import O, Rules, X
from noughts.core.turns import in_turn, last_mover, mover, opponent
from noughts.errors import GameOverError, HistoryError, PlayerError


class Seated(Protocol):
    """The methods that a match needs from a player; `players.Player` provides them."""

    @property
    def name(self) -> str:
        """The name of the player."""

    def check(self, rules: Rules) -> None:
        """Raise an error if the player cannot play on this board."""

    def choose(self, position: Position) -> int:
        """The cell that the player chooses."""


def spoken(name: str) -> str:
    """The name of a player for use in a sentence, without a word that follows a colon in the name.

    >>> spoken("perfect:trap"), spoken("strong:0.3")
    ('perfect', 'strong:0.3')
    """
    player, _, rule = name.partition(":")
    return player if rule.isalpha() else name


@runtime_checkable
class Timed(Seated, Protocol):
    """A player that takes its remaining time into account."""

    def choose_within(self, position: Position, clock: Clock) -> int:
        """The cell that the player chooses; `clock` counts the player's time."""


class Match:
    """Games in succession between two seats. A seat is a player (a program), or None for a person.

    >>> from noughts.players import Perfect
    >>> match = Match(Game(), {X: None, O: Perfect("first")})
    >>> match.play(4)
    >>> match.reply()
    0
    >>> match.undo()    # the person's move too
    >>> match.game.moves
    ()
    """

    def __init__(
        self, game: Game, seats: Mapping[Any, Seated | None], limits: TimeLimits = NO_LIMITS
    ) -> None:
        """Begin a match whose first game is `game`, in which `seats` gives the seat of each mark.

        `limits` are the time limits of the players; people have no limits. If a player cannot play
        on the board of `game`, raises what the player's `check` raises.
        """
        for player in seats.values():
            if player:
                player.check(game.rules)
        self.game: Game = game
        self.seats: dict[int, Seated | None] = dict(seats)
        full = {mark: player.name if player else "player" for mark, player in seats.items()}
        names = {mark: spoken(name) for mark, name in full.items()}
        if names[X] == names[O] and full[X] != full[O]:
            names = full
        if names[X] == names[O]:
            names = {mark: f"{name} #{mark:d}" for mark, name in names.items()}
        self._names = {mark: "you" if name == "player" else name for mark, name in names.items()}
        self._won = dict.fromkeys(self._names.values(), 0)
        self._drawn = 0
        self.limits = limits
        self._begin()

    def _begin(self) -> None:
        self._clocks = {mark: Clock(self.limits) for mark in (X, O)}
        self.lost: tuple[Mark, str] | None = None

    def name(self, mark: int) -> str:
        """The name of the mark's seat: `you`, a player's name, or a numbered name (`player #1`)."""
        return self._names[mark]

    @property
    def status(self) -> str:
        """A sentence that says who is to move, or how the game ended.

        >>> Match(Game.parse("a1 a2 b1 b2"), {X: None, O: None}).status
        'X (player #1) to move'
        """
        game, outcome = self.game, self.game.outcome
        if self.lost:
            mark, reason = self.lost
            winner = Mark(opponent(mark))
            return f"{winner} ({self.name(winner)}) wins: {reason}."
        if outcome is None:
            dead = "; no line can be made any more, and a new game takes the draw"
            stone, many = in_turn(game.position.ply, game.rules)
            which = f", stone {stone} of {many}" * (many > 1)
            return f"{game.turn} ({self.name(game.turn)}) to move{which}{dead * self.is_dead}"
        if outcome.winner is None:
            return "Draw."
        line = line_name(outcome.line, game.rules)
        made = f" with the line {line}"
        if not line:
            made = ": nothing is left to play"
        elif last_mover(game.position.ply, game.rules) != outcome.winner:
            made = f": the other side made the line {line}"
        return f"{outcome.winner} ({self.name(outcome.winner)}) wins{made}."

    @property
    def is_over(self) -> bool:
        """Whether the game has ended: on the board, or because a player took too long or failed."""
        return self.lost is not None or self.game.is_over

    @property
    def is_dead(self) -> bool:
        """Whether the game goes on, but must end in a draw, since no later move can make a line."""
        return self.game.rules.has("fair") and self.game.position.is_dead

    @property
    def to_reply(self) -> Seated | None:
        """The player to move; None if a person is to move or the game is over."""
        return None if self.is_over else self.seats[self.game.turn]

    def play(self, cell: int) -> None:
        """Play a move for the person whose turn it is. Raises what `Game.push` raises."""
        if self.lost:
            raise GameOverError(f"the game is over: {self.status}")
        self.game.push(cell)

    def reply(self) -> int | None:
        """Let the player to move choose a cell; play this cell and return it.

        A player that takes too long or raises `PlayerError`, for example because its program
        answers with an invalid move, loses the game. The method then returns None, and `lost` holds
        the player's mark and the reason.
        """
        player, position, clock = self.to_reply, self.game.position, self._clocks[self.game.turn]
        if player is None:
            raise HistoryError("no player is to move")
        try:
            if isinstance(player, Timed):
                cell = player.choose_within(position, clock)
            else:
                with clock.running(player.name):
                    cell = player.choose(position)
        except PlayerError as error:
            self.lost = position.turn, lost_by(error, player.name)
            return None
        self.game.push(cell)
        return cell

    @property
    def can_undo(self) -> bool:
        """Whether a person has made a move that `undo` can take back."""
        return any(map(self._person_moved, range(len(self.game.moves))))

    def undo(self) -> None:
        """Take back the last move that a person made, and all later moves."""
        if not self.can_undo:
            raise HistoryError("there is no move of yours to take back")
        while not self._person_moved(len(self.game.moves) - 1):
            self.game.undo()
        self.game.undo()
        self.lost = None

    def redo(self) -> None:
        """Play undone moves again, until a person is to move or no undone moves are left."""
        self.game.redo()
        while self.game.undone and self.seats[self.game.turn] is not None:
            self.game.redo()

    def _person_moved(self, ply: int) -> bool:
        return self.seats[mover(self.game.start.ply + ply, self.game.rules)] is None

    def new_game(self) -> None:
        """Begin a new game. The previous game counts in the score if it is over or dead."""
        self._won, self._drawn = self._tally()
        self._drawn += self.is_dead and not self.lost
        self.game = Game(self.game.start)
        self._begin()

    def swap(self) -> None:
        """Exchange the seats' marks, even in mid-game; if the game is over, begin another first."""
        if self.is_over:
            self.new_game()
        self.seats = {X: self.seats[O], O: self.seats[X]}
        self._names = {X: self._names[O], O: self._names[X]}
        self._clocks = {X: self._clocks[O], O: self._clocks[X]}

    @property
    def score(self) -> str:
        """Each seat's wins, and the number of draws; the current game counts only if it is over."""
        won, drawn = self._tally()
        wins = [f"{name} {games}" for name, games in won.items()]
        return ", ".join([*wins, f"draws {drawn}"])

    def _tally(self) -> tuple[dict[str, int], int]:
        # The current game is counted at each call, since its moves can still be undone.
        won, drawn = dict(self._won), self._drawn
        outcome = self.game.outcome
        if self.lost:
            won[self._names[opponent(self.lost[0])]] += 1
        elif outcome and outcome.winner:
            won[self._names[outcome.winner]] += 1
        elif outcome:
            drawn += 1
        return won, drawn
