"""The player for every board: it proves the values of moves as time allows, and estimates the rest.

`move_worths` calls the other modules in turn: `threats` proves wins by threats, `search_proofs`
uses the search of `solve`, and `alpha_beta` searches a few moves ahead, guided by the weights of
lines that `line_weights` maintains. `budget` limits the time. `player` has the player itself, and
`easy_medium_hard` has the same player with mistakes.
"""
