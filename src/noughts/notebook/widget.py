"""A game to play and explore in a notebook, as a widget.

The script `widget.js` only draws the game and sends the user's actions. Python applies the rules,
runs the players and computes the hints, so any player can be the opponent.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import anywidget
import traitlets
from IPython.display import display

from noughts.core.cell_names import Cell
from noughts.core.game import Game, as_game
from noughts.core.match import Match
from noughts.core.message_text import quoted
from noughts.core.position import Position
from noughts.core.rules import TICTACTOE, O, Rules, X
from noughts.errors import NoughtsError, PlayerError, RulesError, TooLargeError
from noughts.notebook.widget_state import shown
from noughts.players.adapters import AnyPlayer, as_player
from noughts.players.judgement import Judgement
from noughts.players.registry import SIDES, usual_opponent
from noughts.players.strong.player import Strong

FOLDER = Path(__file__).parent
STILL = "noughts-still"  # the class of a picture that `widget.css` hides if the widget runs


class GameWidget(anywidget.AnyWidget):
    """A game against a player, or between two people, on any board.

    `start` is a board, a position or a game, each of which may be given as text. `opponent` is
    anything that `as_player` accepts, such as a player's name or a function from a position to a
    cell; by default, it is `perfect` on boards with a table and `strong` on other boards. You play
    `side`: "x", "o" or "both".

    >>> widget = GameWidget("3,3,3", opponent="perfect:first")
    >>> widget.play("b2")
    >>> print(widget.game, "|", widget.game.position)
    b2 a1 | O../.X./...
    >>> widget.game = "b2 c1 a1"    # to look at something else

    `game` is a copy of the game; assign to `game` to show another game. The trait `record` holds
    the current game as text; use `observe` to be told of its changes. Hints take up to
    `hint_seconds` to compute. `dark` is True for dark colours and False for light ones; None
    follows the notebook's theme.

    Raises `PlayerError` for an unknown side or opponent, `TooLargeError` for an opponent that
    cannot play this board, `RulesError` for a board on which a click on a cell does not determine
    the mark, and what `Game.parse` raises.
    """

    _esm = FOLDER / "widget.js"
    _css = FOLDER / "widget.css"
    shown = traitlets.Dict(read_only=True).tag(sync=True)
    record = traitlets.Unicode(read_only=True)

    def __init__(
        self,
        start: Game | Position | Rules | str = TICTACTOE,
        opponent: AnyPlayer | None = None,
        side: str = "x",
        *,
        hint_seconds: float = 1,
        dark: bool | None = None,
    ) -> None:
        game = _shown_game(start)
        if side not in SIDES:
            raise PlayerError(f"{quoted(side)} is not a side; write 'x', 'o' or 'both'")
        player = as_player(usual_opponent(game.rules) if opponent is None else opponent)
        seats = {mark: None if mark in SIDES[side] else player for mark in (X, O)}
        self._match = Match(deepcopy(game), seats)
        self._advisor = Strong(hint_seconds)
        self._hinting = False
        self._hints: tuple[Position, list[Judgement]] | None = None
        self._dark, self._follows = dark, dark is None
        super().__init__()
        self.on_msg(self._hear)
        self._show()
        if not game.moves:  # a game that has begun is shown as it was given
            self._reply()

    @property
    def game(self) -> Game:
        """A copy of the game. Set it to a game, a position or a board; each may be given as text.

        The widget shows no hints on a board that is too large for them.
        """
        return deepcopy(self._match.game)

    @game.setter
    def game(self, game: Game | Position | Rules | str) -> None:
        self._match = Match(deepcopy(_shown_game(game)), self._match.seats)
        try:
            self._advisor.check(self._match.game.rules)
        except TooLargeError:
            self._hinting = False
        self._show()

    @property
    def hints(self) -> bool:
        """Whether the widget shows the value of each move. You can set this property.

        Setting `hints` to True raises `TooLargeError` for a board that is too large for hints.
        """
        return self._hinting

    @hints.setter
    def hints(self, wanted: bool) -> None:
        if wanted:
            self._advisor.check(self._match.game.rules)
        self._hinting = bool(wanted)
        self._show()

    def _repr_mimebundle_(self, **asked: Any) -> Any:
        """The output that a notebook saves: the widget, and a picture and text as fallbacks."""
        bundle, metadata = super()._repr_mimebundle_(**asked) or ({}, {})
        game = self._match.game
        still = {"text/plain": f"{game.diagram()}\n{game}", "image/svg+xml": game._repr_svg_()}
        return {**bundle, **still}, metadata

    def _ipython_display_(self) -> None:
        """Show the widget, then a picture of the game; the widget's style sheet hides the picture.

        There are two outputs because nbconvert keeps only one form of each output. Of the first
        output it keeps the widget, so the picture needs an output of its own.
        """
        bundle, metadata = self._repr_mimebundle_()
        display(bundle, metadata=metadata, raw=True)
        drawn = self._match.game._repr_html_()
        still = drawn.replace("<figure", f'<figure class="{STILL}"', 1)
        display({"text/html": still}, raw=True)

    def play(self, cell: Cell) -> None:
        """Play a cell, by number or name; the opponent replies. Raises what `Game.push` raises."""
        self._match.play(self._match.game.position.checked_move(cell))
        self._reply()

    def undo(self) -> None:
        """Undo your last move and all later moves. Raises `HistoryError` if you have not moved."""
        self._match.undo()
        self._show()

    def redo(self) -> None:
        """Replay the moves that `undo` took back. Raises `HistoryError` if none is left."""
        self._match.redo()
        self._show()

    def new_game(self) -> None:
        """Begin the next game. The score counts the current game if it is over or a sure draw."""
        self._match.new_game()
        self._reply()

    def swap(self) -> None:
        """Swap sides with the opponent, even during a game."""
        self._match.swap()
        self._reply()

    def reply(self) -> None:
        """Let the opponent move. Raises `HistoryError` if it is not the opponent's turn."""
        self._show(thinks=self._match.to_reply is not None)
        try:
            self._match.reply()
        finally:
            self._show()  # even after an error, since the page waits for an update

    def _reply(self) -> None:
        """Show the game. On the opponent's turn, let the opponent move, and show the game again."""
        if self._match.to_reply:
            self.reply()
        else:
            self._show()

    def _hint(self) -> None:
        self.hints = not self._hinting

    def _hear(self, _: object, said: object, __: object) -> None:
        """Perform the action that the user chose on the page; ignore any other message."""
        asked = said if isinstance(said, dict) else {}
        actions: dict[object, Callable[[], None]] = {
            "new_game": self.new_game,
            "undo": self.undo,
            "redo": self.redo,
            "reply": self.reply,
            "swap": self.swap,
            "hint": self._hint,
            "play": lambda: self.play(asked.get("cell", "")),
            "dark": lambda: self._choose_dark(asked.get("dark") is True),
        }
        action = actions.get(asked.get("do") if isinstance(asked.get("do"), str) else None)
        try:
            if action:
                action()
        except NoughtsError as error:
            self._show(note=str(error))

    def _choose_dark(self, dark: bool) -> None:
        if self._follows:
            self._dark = dark or None
            self._show()

    def _show(self, note: str = "", thinks: bool = False) -> None:
        """Show the current state of the match and then, if hints are on, the hints as well."""
        match, position = self._match, self._match.game.position
        known = self._hints[1] if self._hints and self._hints[0] == position else None
        asks = self._hinting and known is None and not match.is_over and not match.to_reply

        def show(hints: list[Judgement] | None, thinks: bool) -> None:
            state = shown(
                *(match, (hints or []) if self._hinting else None),
                note=note,
                thinks=thinks,
                dark=self._dark,
                follows=self._follows,
            )
            self.set_trait("shown", state)

        show(known, thinks or asks)
        if asks:
            judged = self._advisor.judge(position)
            self._hints = position, judged
            show(judged, thinks=False)
        self.set_trait("record", str(match.game))


def _shown_game(game: Game | Position | Rules | str) -> Game:
    """`game` as a `Game`. Raises `RulesError` if a click on a cell does not determine the mark."""
    known = as_game(game)
    if known.rules.actions > known.rules.cells:
        raise RulesError(
            f"a widget cannot take {known.rules}: a move is a cell and a mark, and a click a cell"
        )
    return known
