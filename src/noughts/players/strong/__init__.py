"""The player for every board: it proves what its time allows, and judges the rest.

`move_worths` asks the other modules in turn: `threats` proves wins by threats, `search_proofs` asks
the search of `solve`, and `alpha_beta` looks some moves ahead by the weights of lines, which
`line_weights` keeps. `budget` says when to stop. `player` has the player, and `easy_medium_hard`
the same player with mistakes.
"""
