"""Who chooses a move, and how well players do against each other."""

from noughts.players.policies import Graded, Level, Minimax, Perfect, Player, Random
from noughts.players.versus import best_response, versus

__all__ = [
    "Graded",
    "Level",
    "Minimax",
    "Perfect",
    "Player",
    "Random",
    "best_response",
    "versus",
]
