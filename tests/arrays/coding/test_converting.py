"""Codes to codes, in bulk and through Parquet."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from noughts import TICTACTOE, CodeError, Game
from noughts.arrays.coding.converting import converted
from noughts.codecs import CODECS, Converter
from noughts.solver.tables.table import table
from noughts.store import parquet

SOME = list(table(TICTACTOE))[::300]


def codes_of(name: str) -> list[int]:
    codec = CODECS[name]
    if codec.holds is Game:
        return [0, 699, 7316]
    return [codec.encode(codec.adapt(position)) for position in SOME]


@pytest.mark.plain
@pytest.mark.wide
@pytest.mark.parametrize("source", CODECS)
def test_codes_are_converted_as_single_ones_are(source: str) -> None:
    codes = codes_of(source)
    for target in CODECS:
        if CODECS[target].holds is Game is not CODECS[source].holds:
            with pytest.raises(CodeError, match=f"{target} needs every move of a game, and "):
                Converter(CODECS[source], CODECS[target])
            with pytest.raises(CodeError, match=f"{target} needs every move of a game, and "):
                converted(codes, source, target)
            continue
        convert_one = Converter(CODECS[source], CODECS[target])
        assert converted(codes, source, target).tolist() == [*map(convert_one, codes)]


def test_a_long_table_is_written_and_read_group_by_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "AT_ONCE", 5)
    codes = np.array(codes_of("base3"), np.uint16)
    path = tmp_path / "table.parquet"
    for count in (0, 10, 12):
        blocks = (codes[at : min(at + 3, count)] for at in range(0, count, 3))
        parquet.write(path, blocks, "base3")
        assert parquet.rows(path) == count
        file = pq.ParquetFile(path)
        groups = [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)]
        assert max(groups, default=0) <= 5
        read = [*parquet.read(path, "base3")]
        assert np.concatenate([codes[:0], *read]).tolist() == codes[:count].tolist()
        assert max(map(len, read), default=0) <= 5
    with pytest.raises(CodeError, match="item 0: base3 code 4: "):
        parquet.write(path, [np.array([4], np.uint16)], "base3")
