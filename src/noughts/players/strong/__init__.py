"""The player for every board: proofs where its time allows them, else a judgement.

`player` says in which order it asks what follows; `threats` proves wins by threats; `patterns` weighs
lines; `quiet` looks a few moves ahead by these weights; `budget` says when to stop.
"""
