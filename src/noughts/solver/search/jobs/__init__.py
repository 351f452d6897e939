"""A search in jobs: a driver holds the top of the tree, and workers settle its leaves.

Proof-number search at the level of jobs (Wu, Lin, Lin, Lin, Chan and Sun, 2013): a leaf of the
driver's tree is not a position that is looked at, but a search of its own, by the `engine`, of some
seconds. What it settles, or the numbers of its moves if it settles nothing, comes back, and the
driver chooses the next leaves by them. Whoever does the jobs is handed over: a function that is
given jobs and gives reports, as `cluster.searches` has it for workers of Dask.

    job             what a worker is asked, and what it reports; the worker's own part
    top             the tree: proof and disproof numbers, by transposition and symmetry
    question        one question in its turns: each game has a tree, and depth first has single jobs
    driver          hands out jobs, within limits; keeps the search in a file and takes it up again
    search_file     that file, which is read as what comes from outside
"""
