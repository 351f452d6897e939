"""The player for every board: it proves the values of moves as time allows, and estimates the rest.

`move_worths` calls three modules in turn: `threats` proves wins by threats, `search_proofs` uses
the search of `noughts.solve`, and `alpha_beta` searches a few moves ahead, guided by the weights of
lines that `line_weights` maintains. For games without the laws that `move_worths` needs, `gravity`
or `tree_search` takes its place. `budget` limits the time. `player` defines `Strong`, and
`easy_medium_hard` defines weaker players, which make some of their moves without looking ahead.
"""
