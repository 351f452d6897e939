"""Work on many machines, or on all cores of one, by Dask. Needs the extra `[cluster]`.

Functions take a cluster as `connect` does: `local`, `tcp://host:8786`, or a client of Dask.
"""

from typing import TYPE_CHECKING

from noughts.system.lazy import exports

if TYPE_CHECKING:
    from noughts.cluster.connecting import Workers as Workers
    from noughts.cluster.connecting import connect as connect
else:
    __all__, __getattr__, __dir__ = exports(
        __name__, {"noughts.cluster.connecting": "Workers connect"}
    )
