"""Players that choose moves, and the results of players against each other.

`registry` lists the named players. The docstring of `Player` explains how to write a player, and
the docstring of `as_player` lists what else can serve as a player. `versus` computes exact results,
`best_response` finds the best response to a player, and `tournament` computes results or plays
games.
"""

from typing import TYPE_CHECKING

from noughts.system.lazy import exports

if TYPE_CHECKING:
    from noughts.players.adapters import AnyPlayer as AnyPlayer
    from noughts.players.adapters import as_player as as_player
    from noughts.players.base import Player as Player
    from noughts.players.exact_results import Response as Response
    from noughts.players.exact_results import Result as Result
    from noughts.players.exact_results import Versus as Versus
    from noughts.players.exact_results import best_response as best_response
    from noughts.players.exact_results import versus as versus
    from noughts.players.graded import Graded as Graded
    from noughts.players.judgement import Judgement as Judgement
    from noughts.players.level_by_score import Level as Level
    from noughts.players.maps import strategy_map as strategy_map
    from noughts.players.random_and_perfect import Minimax as Minimax
    from noughts.players.random_and_perfect import Perfect as Perfect
    from noughts.players.random_and_perfect import Random as Random
    from noughts.players.strong.easy_medium_hard import Easy as Easy
    from noughts.players.strong.easy_medium_hard import Hard as Hard
    from noughts.players.strong.easy_medium_hard import Medium as Medium
    from noughts.players.strong.player import Strong as Strong
    from noughts.players.tournaments import Fault as Fault
    from noughts.players.tournaments import Interval as Interval
    from noughts.players.tournaments import Pairing as Pairing
    from noughts.players.tournaments import Standing as Standing
    from noughts.players.tournaments import Tournament as Tournament
    from noughts.players.tournaments import tournament as tournament
else:
    __all__, __getattr__, __dir__ = exports(
        __name__,
        {
            "noughts.players.adapters": "AnyPlayer as_player",
            "noughts.players.base": "Player",
            "noughts.players.graded": "Graded",
            "noughts.players.judgement": "Judgement",
            "noughts.players.random_and_perfect": "Minimax Perfect Random",
            "noughts.players.exact_results": "Response Result Versus best_response versus",
            "noughts.players.level_by_score": "Level",
            "noughts.players.maps": "strategy_map",
            "noughts.players.strong.easy_medium_hard": "Easy Hard Medium",
            "noughts.players.strong.player": "Strong",
            "noughts.players.tournaments": "Fault Interval Pairing Standing Tournament tournament",
        },
    )
