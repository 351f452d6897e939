"""The player for every board: proofs where its time allows them, else a judgement.

`move_worths` asks the others in turn: `threats` proves wins by threats, `proving` asks the search
of `solve`, and `alpha_beta` looks some moves ahead by the weights of lines, which `patterns` keeps.
`budget` says when to stop. `player` has the player, and the same player with mistakes.
"""
