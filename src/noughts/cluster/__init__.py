"""Work on many machines, or on all cores of one, by Dask. Needs the extra `[cluster]`.

Functions that take a `cluster` take what `connect` does: `local`, `tcp://host:8786`, or a client of
Dask. Those on arrays of Dask are worked out where Dask works out any other.
"""

from typing import TYPE_CHECKING

from noughts.system.lazy import exports

if TYPE_CHECKING:
    from noughts.cluster.columns import read_parquet as read_parquet
    from noughts.cluster.columns import write_parquet as write_parquet
    from noughts.cluster.connecting import Workers as Workers
    from noughts.cluster.connecting import connect as connect
    from noughts.cluster.games import playout_moves as playout_moves
    from noughts.cluster.games import playouts as playouts
    from noughts.cluster.partitions import convert as convert
    from noughts.cluster.partitions import decode as decode
    from noughts.cluster.partitions import encode as encode
    from noughts.cluster.partitions import values as values
    from noughts.cluster.searches import solve as solve
    from noughts.cluster.tables import table as table
else:
    __all__, __getattr__, __dir__ = exports(
        __name__,
        {
            "noughts.cluster.columns": "read_parquet write_parquet",
            "noughts.cluster.connecting": "Workers connect",
            "noughts.cluster.games": "playout_moves playouts",
            "noughts.cluster.partitions": "convert decode encode values",
            "noughts.cluster.searches": "solve",
            "noughts.cluster.tables": "table",
        },
    )
