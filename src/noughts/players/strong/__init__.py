"""The player for every board: it proves what its time allows, and judges the rest.

`move_worths` asks the other modules in turn: `threats` proves wins by threats, `proving` asks the
search of `solve`, and `alpha_beta` looks some moves ahead by the weights of lines, which
`line_weights` keeps. `budget` says when to stop. `levels` has the player, and the same player with
mistakes.
"""
