"""Arrays as the columns of Arrow tables, which pandas, Polars and Parquet share.

An array [n] becomes a column of numbers. An array [n, words], for numbers of several words, becomes
a column of fixed-size lists of words, each with the lowest word first. The table's metadata holds
the rules under the key `noughts.rules`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from noughts.core.rules import Rules
from noughts.kernels.dtypes import Array
from noughts.system.extras import require

RULES = b"noughts.rules"


def pyarrow() -> Any:
    """The module `pyarrow`. Raises `MissingExtraError` if it is not installed."""
    require("parquet", "tables of Arrow")
    import pyarrow  # late: it is slow to import, and is an extra

    return pyarrow


def column(array: Array) -> Any:
    """An array converted to an Arrow array, which can become a column."""
    pa = pyarrow()
    if array.ndim == 1:
        return pa.array(array)
    flat = pa.array(np.ascontiguousarray(array).reshape(-1))
    return pa.FixedSizeListArray.from_arrays(flat, array.shape[1])


def table_of(
    columns: Mapping[str, Array], rules: Rules, about: Mapping[str, str] | None = None
) -> Any:
    """A `pyarrow.Table` of named columns for one board; `about` describes each column."""
    pa = pyarrow()
    held = {name: column(array) for name, array in columns.items()}
    fields = [
        pa.field(name, each.type, False, {"about": about[name]} if about else None)
        for name, each in held.items()
    ]
    return pa.table([*held.values()], schema=pa.schema(fields, {RULES: str(rules)}))
