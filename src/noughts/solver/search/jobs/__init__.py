"""A search in jobs: a driver holds the top of the tree, and workers settle its leaves.

This is proof-number search at the level of jobs (Wu, Lin, Lin, Lin, Chan and Sun, 2013). In a job,
the `engine` searches a leaf of the driver's tree for some seconds. It returns the result or, if it
did not settle the leaf, the numbers of the moves, by which the driver chooses the next leaves. The
driver gets a function that takes jobs and returns reports; `cluster.searches` has such a function
for Dask workers.

    job             the job of a worker, its report, and the work itself
    tree_top        the tree: proof and disproof numbers, by transposition and symmetry
    question        one question in its turns: a tree for each game, and single depth-first jobs
    driver          hands out jobs, within limits; saves the search to a file and resumes it
    search_file     this file, which is read as untrusted input
"""
