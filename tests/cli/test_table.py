"""`noughts table`: the file it makes, and who knows the board from then on."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from noughts import TICTACTOE
from noughts.cli.main import main
from noughts.solver.tables.table_file import path_of
from tests.cluster.conftest import Started
from tests.cluster.conftest import started as started
from tests.commands import lines, refused, run, told


@pytest.mark.wide
def test_a_table_is_kept_in_the_cache_folder_and_found_there(own_tables: Path) -> None:
    unknown = told("show", "1,13,3", "XOX.O........")
    assert "and of up to 25 by 'noughts table'" in unknown["moves_unknown"]
    assert lines("table", "1,13,3") == [
        "1,13,3 is drawn, in 13 plies.",
        "343,914 positions, 172,137 up to symmetry, in 228,522 bytes:",
        str(own_tables / "1,13,3.table"),
    ]
    assert told("solve", "1,13,3")["remoteness"] == 13
    shown = told("show", "1,13,3", "XOX.O........")
    assert shown["moves_unknown"] is None
    assert shown["remoteness"] == 9


@pytest.mark.usefixtures("own_tables")
def test_a_table_goes_where_it_is_told(tmp_path: Path) -> None:
    file = tmp_path / "3x3"
    (line,) = lines("table", "-o", str(file), "--json")
    assert json.loads(line) == {
        "board": "3,3,3",
        "positions": 5478,
        "classes": 765,
        "value": 0,
        "remoteness": 9,
        "bytes": file.stat().st_size,
        "file": str(file),
    }
    assert not path_of(TICTACTOE).exists()  # nor in the usual place


def test_one_ply_is_told_as_one(own_tables: Path) -> None:
    assert lines("table", "1,1,1")[0] == "1,1,1 is won by X, in 1 ply."
    assert own_tables.exists()


def test_a_damaged_table_is_refused_in_a_line_that_says_how_to_mend_it(own_tables: Path) -> None:
    own_tables.mkdir()
    (own_tables / "3,3,3.table").write_bytes(b"something else")
    assert "it does not begin as a noughts table; 'noughts table 3,3,3' writes" in refused("solve")
    lines("table")
    assert run("solve").exit_code == 0


def test_no_folder_is_made_for_a_file_that_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "typo", tmp_path / "file"):
        assert f"a.table cannot be written: there is no folder {folder}" in refused(
            "table", "-o", str(folder / "a.table")
        )
        assert not folder.is_dir()


def test_a_cache_folder_that_cannot_be_made_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NOUGHTS_CACHE", str(tmp_path / "file" / "cache"))
    result = run("table", "2,2,2")
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1


def test_a_large_table_is_not_made_unless_somebody_says_so(own_tables: Path) -> None:
    result = run("table", "5,5,4")
    assert result.exit_code == 2
    assert "A table of 5,5,4 takes 20 GB of disk, 13 GB of memory and, as a rough" in result.stderr
    assert "give --yes to go on: there is no terminal to ask on" in result.stderr
    assert result.stdout == ""
    assert not own_tables.exists()


@pytest.mark.parametrize(("answer", "made"), [("y\n", True), ("n\n", False), ("\n", False)])
def test_on_a_terminal_it_asks_before_a_large_table(
    answer: str, made: bool, own_tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.cli.progress.DISK", 1)
    runner = CliRunner()
    with runner.isolation(answer) as (out, err, _):
        monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
        if made:
            main(["table", "2,2,2"], standalone_mode=False)
        else:
            with pytest.raises(Exception, match=r"^$") as ended:
                main(["table", "2,2,2"], standalone_mode=False)
            assert ended.typename == "Abort"
        assert b"Go on? [y/N]: " in err.getvalue()
        assert b"Go on" not in out.getvalue()
    assert own_tables.exists() == made


def test_who_says_yes_is_told_the_cost_and_not_asked(
    own_tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.cli.progress.DISK", 1)
    told = run("table", "2,2,2", "--yes").stderr
    assert told.startswith("A table of 2,2,2 takes ")
    assert told.count("\n") == 1
    assert own_tables.exists()


def test_a_board_beyond_any_table_is_refused_and_not_asked_for() -> None:
    assert "6,6,4 has 36 cells" in refused("table", "6,6,4")


@pytest.mark.usefixtures("own_tables")
def test_a_folder_of_shards_is_made_and_told_like_a_file(tmp_path: Path) -> None:
    folder, file = tmp_path / "shards", tmp_path / "3x2.table"
    told = lines("table", "3,2,2", "--to", str(folder))
    assert told[0] == "3,2,2 is won by X, in 3 plies."
    assert told[-1] == str(folder)
    assert told[1].endswith(f"in {sum(each.stat().st_size for each in folder.iterdir()):,} bytes:")
    assert lines("table", "3,2,2", "--to", str(folder), "-o", str(file))[-1] == str(file)
    lines("table", "3,2,2", "-o", str(tmp_path / "one"))
    assert file.read_bytes() == (tmp_path / "one").read_bytes()


@pytest.mark.wide
@pytest.mark.usefixtures("own_tables")
def test_a_cluster_makes_the_shards(tmp_path: Path, started: Started) -> None:
    address = started(1).scheduler.address
    made = told("table", "2,2,2", "--to", str(tmp_path / "a"), "--cluster", address)
    assert made["file"] == str(tmp_path / "a")


def test_a_cluster_without_a_folder_is_refused() -> None:
    assert "--cluster 'local' needs --to FOLDER, for the shards" in refused(
        "table", "2,2,2", "--cluster", "local"
    )


@pytest.mark.traced
@pytest.mark.wide
def test_what_is_not_a_cluster_or_not_a_folder_is_one_line(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="Dask comes with the extra [cluster]")
    assert "'nowhere' is not a cluster; give local, local:N for N workers" in refused(
        "table", "2,2,2", "--to", str(tmp_path / "a"), "--cluster", "nowhere"
    )
    assert "'nowhere://a' is not a folder that fsspec can open" in refused(
        "table", "2,2,2", "--to", "nowhere://a"
    )


def test_a_large_folder_of_shards_says_that_it_needs_less_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    assert "A table of 5,5,4 takes 20 GB of disk, 3 GB of memory and, as a rough" in refused(
        "table", "5,5,4", "--to", str(tmp_path / "a")
    )
    assert not (tmp_path / "a").exists()
    result = run("table", "6,6,4", "--to", str(tmp_path / "a"))
    assert "6,6,4 has 36 cells" in result.stderr
