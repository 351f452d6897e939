"""Functions and recorded expressions compiled: the one way in, and the one cache.

recorded    a bit expression as a loop over arrays, or as a function for other kernels
compiler    functions to one source that holds all that they use
loader      source to compiled module, kept so that it is compiled once a machine
words       what kernels share
"""

__all__: list[str] = []  # nothing in here is public
