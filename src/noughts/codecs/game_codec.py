"""What the codecs of finished games share."""

from __future__ import annotations

from typing import Any

from noughts.codecs.codec_base import Codec
from noughts.core.game import Game
from noughts.core.rules import MARK_NAMES, Rules
from noughts.errors import CodeError


class GameCodec(Codec[Game]):
    """A codec of finished games from the empty board, with every move in order.

    >>> from noughts.codecs import codec
    >>> record = codec("record")
    >>> isinstance(record, GameCodec), str(record.decode(7316))
    (True, 'a1 a2 b1 b2 c1')
    """

    holds = Game

    def adapt(self, value: Any) -> Game:
        """The game itself. Raises `CodeError` for a position or a word, which hold no moves."""
        if not isinstance(value, Game):
            raise CodeError(f"{self.name} needs the moves of a finished game")
        return value

    def _checked_moves(self, game: Game) -> tuple[int, ...]:
        """The moves of a game that the codec holds. Raises `CodeError` for any other."""
        if not isinstance(game, Game):
            self._refuse_value(game)
        check_board(self, game.rules)
        start = game.start
        if start.ply:
            reason = f": {start.unreachable}" if start.unreachable else ""
            raise CodeError(
                f"{self.name} holds whole games, but this one starts from {start}{reason}"
            )
        if not game.outcome:
            raise CodeError(
                f"{self.name} holds finished games, but after {len(game.moves)} moves "
                f"{MARK_NAMES[game.turn]} is to move in this one"
            )
        return game.moves


def check_board(codec: Codec[Any], rules: Rules) -> None:
    """Raise `CodeError` unless a codec of games holds those of this board."""
    if rules != codec.rules:
        raise CodeError(f"{codec.name} holds games of {codec.rules}, not of {rules}")
