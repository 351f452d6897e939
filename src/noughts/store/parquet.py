"""Reads and writes positions and codes as Parquet files, whose columns other programs can read.

A file has the columns `x` and `o`, with a bitboard in each row, or the column `code`. In the file's
metadata, `noughts.rules` is the board, and `noughts.codec` is the codec of the column `code`. A
number that needs several 64-bit words is a list of fixed length, with the lowest word first.

>>> from tempfile import TemporaryDirectory
>>> with TemporaryDirectory() as folder:
...     write(folder + "/grids.parquet", [np.array([88, 5], np.uint16)], "base3")
...     rows(folder + "/grids.parquet"), [*read(folder + "/grids.parquet", "pair")]
(2, [array([1041,  514], dtype=uint32)])
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

import numpy as np

from noughts.arrays.arrow import RULES, column
from noughts.arrays.coding.api import code_dtype, decode, encode
from noughts.arrays.coding.converting import converted, counted_from, values_for
from noughts.arrays.memory import board_dtype
from noughts.arrays.positions import Positions
from noughts.codecs import codec
from noughts.core.message_text import listed, shortened
from noughts.core.position import Position
from noughts.core.rules import TICTACTOE, Rules
from noughts.errors import StoreError
from noughts.expressions.limbs import words_for
from noughts.kernels.dtypes import Codes
from noughts.system.extras import require
from noughts.system.files import checked_path, naming

PathLike = str | os.PathLike[str]

CODEC = b"noughts.codec"
AT_ONCE = 1 << 20  # rows in a row group


def write(
    path: PathLike,
    blocks: Iterable[Codes],
    name: str,
    rules: Rules = TICTACTOE,
    target: str | None = None,
) -> None:
    """Write codes of the codec `name`, given in arrays, to a Parquet file, a row for each code.

    If `target` names a codec, the codes are converted to this codec and become the column `code`.
    Otherwise codes of positions are decoded and become the columns `x` and `o`, and codes of games
    or words become the column `code`. Raises `MissingExtraError` if PyArrow is not installed.
    """
    columns = _schema(name, rules, target)  # first, so that an error leaves an existing file alone
    # The file is opened here, since PyArrow takes some file names for URLs.
    with naming(path), open(checked_path(path), "wb") as file:
        _write_rows(file, blocks, name, rules, *columns)


def write_to(
    file: BinaryIO, blocks: Iterable[Codes], name: str, rules: Rules, target: str | None
) -> None:
    """Write to an open file what `write` writes."""
    _write_rows(file, blocks, name, rules, *_schema(name, rules, target))


def _schema(name: str, rules: Rules, target: str | None) -> tuple[Any, str | None]:
    """The schema of a file, and the codec of the column `code` (None for columns `x` and `o`)."""
    pa, _ = _pyarrow()
    if target is None and codec(name, rules).holds is not Position:
        target = name
    if target:
        words = words_for(codec(target, rules).bits)
        fields = {"code": _type(code_dtype(target, rules), words)}
    else:
        fields = dict.fromkeys("xo", _type(board_dtype(rules), words_for(rules.cells)))
    told = {RULES: str(rules), **({CODEC: target} if target else {})}
    return pa.schema([pa.field(field, kind, False) for field, kind in fields.items()], told), target


def _write_rows(
    file: BinaryIO,
    blocks: Iterable[Codes],
    name: str,
    rules: Rules,
    schema: Any,
    target: str | None,
) -> None:
    _, pq = _pyarrow()
    with pq.ParquetWriter(file, schema) as writer:
        for batch in _batches(blocks, name, rules, schema, target):
            writer.write_batch(batch, AT_ONCE)


def stream(blocks: Iterable[Codes], name: str, rules: Rules) -> Any:
    """The rows that `write` writes, as a `pyarrow.RecordBatchReader` that makes batches on demand.

    Raises `MissingExtraError` if PyArrow is not installed.
    """
    pa, _ = _pyarrow("Arrow tables")
    schema, target = _schema(name, rules, None)
    batches = _batches(blocks, name, rules, schema, target)
    return pa.RecordBatchReader.from_batches(schema, batches)


def _batches(
    blocks: Iterable[Codes], name: str, rules: Rules, schema: Any, target: str | None
) -> Iterator[Any]:
    pa, _ = _pyarrow()
    for codes in _groups(blocks):
        if target:
            columns = [codes if target == name else converted(codes, name, target, rules)]
        else:
            positions = decode(codes, name, rules)
            columns = [positions.x, positions.o]
        yield pa.record_batch([column(each) for each in columns], schema=schema)


def read(
    path: PathLike, name: str, rules: Rules = TICTACTOE, source: str | None = None
) -> Iterator[Codes]:
    """Yield the rows of a Parquet file as arrays of codes of the codec `name`.

    `source` is the codec of the column `code`; the default is the codec that the file names, or
    `name` if the file names none. Raises `StoreError` for a file that is not Parquet, is damaged,
    is of another board, or lacks the needed columns. Raises `MissingExtraError` if PyArrow is not
    installed. For a row that cannot be encoded, raises what encoding raises, with the row's number.
    """
    _pyarrow()  # first: without PyArrow, the state of the file does not matter
    with open(checked_path(path), "rb") as file:
        yield from read_from(file, path, name, rules, source)


def read_from(
    file: BinaryIO,
    path: PathLike,
    name: str,
    rules: Rules,
    source: str | None,
    groups: list[int] | None = None,
) -> Iterator[Codes]:
    """Read from an open file what `read` reads, or only the given row groups.

    Error messages name the file by `path`, and count rows from the first row that is read.
    """
    with _readable(path):
        table = _pyarrow()[1].ParquetFile(file)
    yield from _columns(path, table, name, rules, source, groups)


def rows_of_groups(file: BinaryIO, path: PathLike) -> list[int]:
    """The number of rows in each row group of an open file. Raises what `read` raises."""
    with _readable(path):
        about = _pyarrow()[1].ParquetFile(file).metadata
    return [about.row_group(number).num_rows for number in range(about.num_row_groups)]


def rows(path: PathLike) -> int:
    """The number of rows of a Parquet file. Raises what `read` raises."""
    _, pq = _pyarrow()
    with open(checked_path(path), "rb") as file, _readable(path):
        return int(pq.ParquetFile(file).metadata.num_rows)


def _columns(
    path: PathLike,
    file: Any,
    name: str,
    rules: Rules,
    source: str | None,
    groups: list[int] | None,
) -> Iterator[Codes]:
    with _readable(path):
        schema = file.schema_arrow
    told = schema.metadata or {}
    board = told.get(RULES, str(rules).encode()).decode(errors="replace")
    if board != str(rules):
        raise StoreError(f"{os.fspath(path)} is of the board {shortened(board)}, not of {rules}")
    fields = ["x", "o"] if {"x", "o"} <= set(schema.names) else ["code"]
    if any(schema.names.count(field) != 1 for field in fields):
        raise StoreError(
            f"{os.fspath(path)} has the columns {shortened(listed(schema.names))}; x and o are "
            "needed, or code, each once"
        )
    source = source or told.get(CODEC, name.encode()).decode(errors="replace")
    with _readable(path):
        batches = file.iter_batches(AT_ONCE, groups, columns=fields)
    taken = 0
    while columns := _next_columns(path, batches, fields):
        with counted_from(taken):
            if fields == ["code"]:
                yield converted(columns[0], source, name, rules)
            else:
                positions = Positions(columns[0], columns[1], rules)
                yield encode(values_for(codec(name, rules), positions), name)
        taken += len(columns[0])
    about = file.metadata
    if groups is None:
        said = about.num_rows
    else:
        said = sum(about.row_group(number).num_rows for number in groups)
    if taken != said:
        raise StoreError(f"{os.fspath(path)} is damaged: it says {said} rows and has {taken}")


def _next_columns(path: PathLike, batches: Iterator[Any], fields: list[str]) -> list[Codes]:
    """The columns of the next batch; empty at the end."""
    with _readable(path):
        for batch in batches:
            return [_array(batch.column(field)) for field in fields]
    return []


def _type(dtype: np.dtype[Any], words: int) -> Any:
    """The type of a column with a number or, for several words, a list of numbers in each row."""
    pa, _ = _pyarrow()
    number = pa.from_numpy_dtype(dtype)
    return number if words <= 1 else pa.list_(number, words)


def _array(given: Any) -> Codes:
    """A column as an array."""
    pa, _ = _pyarrow()
    if not pa.types.is_fixed_size_list(given.type):
        array: Codes = given.to_numpy(zero_copy_only=False)
        return array
    words = given.flatten().to_numpy(zero_copy_only=False)
    return words.reshape(-1, given.type.list_size)  # type: ignore[no-any-return] # of PyArrow


def _groups(blocks: Iterable[Codes]) -> Iterator[Codes]:
    """The same codes in arrays of at least `AT_ONCE` codes, except that the last may have fewer."""
    parts: list[Codes] = []
    for block in blocks:
        parts.append(block)
        if sum(map(len, parts)) >= AT_ONCE:
            yield np.concatenate(parts)
            parts = []
    if parts:
        yield np.concatenate(parts)


@contextmanager
def _readable(path: PathLike) -> Iterator[None]:
    """Raise `StoreError` for the file if PyArrow cannot read it."""
    pa, _ = _pyarrow()
    try:
        yield
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        if getattr(error, "errno", None):  # an error of the system, and not of PyArrow
            raise
        reason = shortened(str(error).partition("\n")[0])
        raise StoreError(f"{os.fspath(path)} cannot be read as Parquet: {reason}") from None


def _pyarrow(what: str = "Parquet files") -> tuple[Any, Any]:
    require("parquet", what)
    import pyarrow as pa
    import pyarrow.parquet as pq

    return pa, pq
