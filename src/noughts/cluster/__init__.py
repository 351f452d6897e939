"""Calculations on many machines, or on all cores of one, with Dask. Needs the extra `[cluster]`.

The argument `cluster` of a function is anything that `connect` takes: for example, `local`,
`tcp://host:8786` or a Dask client. The functions on Dask arrays have no such argument: they run
wherever Dask computes the arrays.
"""

from typing import TYPE_CHECKING

from noughts.system.lazy import exports

if TYPE_CHECKING:
    from noughts.cluster.codes import convert as convert
    from noughts.cluster.codes import decode as decode
    from noughts.cluster.codes import encode as encode
    from noughts.cluster.codes import values as values
    from noughts.cluster.columns import read_parquet as read_parquet
    from noughts.cluster.columns import write_parquet as write_parquet
    from noughts.cluster.games import playout_moves as playout_moves
    from noughts.cluster.games import playouts as playouts
    from noughts.cluster.searches import solve as solve
    from noughts.cluster.tables import table as table
    from noughts.cluster.workers import Workers as Workers
    from noughts.cluster.workers import connect as connect
else:
    __all__, __getattr__, __dir__ = exports(
        __name__,
        {
            "noughts.cluster.columns": "read_parquet write_parquet",
            "noughts.cluster.workers": "Workers connect",
            "noughts.cluster.games": "playout_moves playouts",
            "noughts.cluster.codes": "convert decode encode values",
            "noughts.cluster.searches": "solve",
            "noughts.cluster.tables": "table",
        },
    )
