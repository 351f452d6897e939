"""A search in jobs: a driver holds the top of the tree, and workers settle its leaves.

Proof-number search at the level of jobs (Wu, Lin, Lin, Lin, Chan and Sun, 2013): for a leaf of the
driver's tree, the `engine` searches some seconds. The search returns what it settled or, if it
settled nothing, the numbers of the moves, by which the driver chooses the next leaves. The driver
is given a function that takes jobs and returns reports; `cluster.searches` has such a function for
workers of Dask.

    job             what a worker is asked, and what it reports; the worker's own part
    top             the tree: proof and disproof numbers, by transposition and symmetry
    question        one question in its turns: each game has a tree, and depth first has single jobs
    driver          hands out jobs, within limits; keeps the search in a file and resumes it
    search_file     that file, which is read as untrusted input
"""
