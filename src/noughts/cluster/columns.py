"""Writes and reads Dask arrays as folders of Parquet files, which other programs can read too.

s3://bucket/games/part-00000.parquet, part-00001.parquet, ... <──> a Dask array
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from io import BytesIO
from pathlib import Path

import numpy as np

from noughts.arrays.coding.api import code_dtype
from noughts.arrays.coding.converting import counted_from
from noughts.cluster.codes import Array, shape
from noughts.cluster.folders import folder_of
from noughts.codecs import codec
from noughts.core.rules import TICTACTOE, Rules, as_rules
from noughts.errors import StoreError
from noughts.expressions.limbs import words_for
from noughts.kernels.dtypes import Codes
from noughts.store import parquet
from noughts.system.extras import require
from noughts.system.folders import Folder

FILES = "*.parquet"


def write_parquet(
    codes: Array,
    url: str | Path,
    name: str,
    rules: Rules | str = TICTACTOE,
    target: str | None = None,
) -> None:
    """Write a Dask array of codes of the codec `name` as Parquet files in a folder.

    Each partition becomes a file, `part-00000.parquet` and so on, which is written whole or not at
    all. `store.parquet.write` describes the columns and the effect of `target`. `url` is the path
    of the folder, or a URL that fsspec understands, and all workers must have access to the folder.
    Existing files with these names are replaced.

    >>> import dask.array as da
    >>> write_parquet(da.arange(765, chunks=500), "memory://classes", "canonical")
    >>> len(read_parquet("memory://classes", "pair"))
    765

    Raises what `store.parquet.write` and `convert` raise, `ClusterError` for a URL that
    fsspec cannot open, and `OSError` if a file cannot be written.
    """
    rules = as_rules(rules)
    require("cluster", "arrays of Dask")
    import dask
    from dask import delayed

    folder = folder_of(url)
    whole = codes.rechunk({1: -1}) if codes.ndim > 1 else codes
    blocks = whole.to_delayed().ravel()
    firsts = np.cumsum([0, *whole.chunks[0]]).tolist()
    dask.compute(
        *(
            delayed(_write)(folder, number, firsts[number], block, name, rules, target)
            for number, block in enumerate(blocks)
        )
    )


def read_parquet(
    url: str | Path, name: str, rules: Rules | str = TICTACTOE, source: str | None = None
) -> Array:
    """Read all Parquet files of a folder, in order of file name, as a Dask array [n] of codes.

    The codes are of the codec `name`. Each partition is a row group of a file, and is read when
    Dask needs it. `source` is the codec of the column `code`, as in `store.parquet.read`.

    >>> import dask.array as da
    >>> write_parquet(da.arange(765, chunks=500), "memory://classes", "canonical")
    >>> read_parquet("memory://classes", "canonical").chunks
    ((500, 265),)

    Raises `StoreError` for a folder without Parquet files, `ClusterError` for a URL that fsspec
    cannot open, and what `store.parquet.read` raises. An error about a row gives the row's number
    among the rows of all files.
    """
    rules = as_rules(rules)
    require("cluster", "arrays of Dask")
    import dask
    import dask.array as da
    from dask import delayed

    folder, dtype = folder_of(url), code_dtype(name, rules)
    words = words_for(codec(name, rules).bits)
    files = sorted(each for each in folder.sizes() if fnmatchcase(each, FILES))
    if not files:
        raise StoreError(f"{folder} has no files {FILES}")
    parts, first = [], 0
    groups_of = dask.compute(*(delayed(_groups)(folder, file) for file in files))
    for file, groups in zip(files, groups_of, strict=True):
        for group, length in enumerate(groups):
            if not length:  # PyArrow writes an empty row group for a table without rows
                continue
            read = delayed(_read)(folder, file, group, first, name, rules, source)
            parts.append(da.from_delayed(read, shape(length, words), dtype))
            first += length
    return da.concatenate(parts) if parts else da.empty(shape(0, words), dtype=dtype)


def _write(
    folder: Folder,
    number: int,
    first: int,
    codes: Codes,
    name: str,
    rules: Rules,
    target: str | None,
) -> None:
    file = BytesIO()
    with counted_from(first):
        parquet.write_to(file, [codes], name, rules, target)
    folder.write(f"part-{number:05}.parquet", [file.getbuffer()])


def _groups(folder: Folder, file: str) -> list[int]:
    with folder.open(file) as opened:
        return parquet.rows_of_groups(opened, f"{folder}/{file}")


def _read(
    folder: Folder, file: str, group: int, first: int, name: str, rules: Rules, source: str | None
) -> Codes:
    label = f"{folder}/{file}"
    with folder.open(file) as opened, counted_from(first):
        return np.concatenate([*parquet.read_from(opened, label, name, rules, source, [group])])
