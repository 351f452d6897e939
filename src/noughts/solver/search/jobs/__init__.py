"""A search in jobs: a driver holds the top of the tree, and workers search the leaves.

This is proof-number search at the level of jobs (Wu, Lin, Lin, Lin, Chan and Sun, 2013). In a job,
the `engine` searches a leaf of the driver's tree for a few seconds. The job returns the result or,
if the leaf is not settled, the proof and disproof numbers of its moves. The driver uses these
numbers to choose the next leaves. It does not run jobs itself, but is given a function that passes
jobs to workers and yields their reports. `cluster.searches` has such a function for Dask workers.

    job             the job of a worker, its report, and the work itself
    tree_top        the tree of proof and disproof numbers; images of a position share a node
    question        one question: a tree for each game, and single depth-first jobs, in turns
    driver          hands out jobs, within limits; saves the search to a file and resumes it
    search_file     the file of a saved search, which is read as untrusted input
"""
