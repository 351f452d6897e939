"""A file is replaced whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from noughts.system.files import replacing


@pytest.mark.parametrize("sync", [False, True])
def test_a_file_takes_its_place_when_all_of_it_is_written(tmp_path: Path, sync: bool) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    with replacing(path, sync) as part:
        part.write_text("new")
        assert path.read_text() == "old"
        assert part.parent == tmp_path
    assert path.read_text() == "new"
    assert [*tmp_path.iterdir()] == [path]


def test_an_error_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path) -> None:
    def fill() -> None:
        with replacing(path) as part:
            part.write_text("half of it")
            raise KeyboardInterrupt

    path = tmp_path / "file"
    path.write_text("old")
    with pytest.raises(KeyboardInterrupt):
        fill()
    assert path.read_text() == "old"
    assert [*tmp_path.iterdir()] == [path]


def test_a_link_stays_and_what_it_leads_to_is_made_with_its_folder(
    tmp_path: Path,
) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "there" / "file")
    with replacing(tmp_path / "link") as part:
        part.write_text("new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "there" / "file").read_text() == "new"


def test_what_is_not_a_file_keeps_its_place(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(FileExistsError, match="is not a file that"), replacing(path):
            pass


def test_the_disk_is_asked_to_keep_the_file_and_its_folder_where_that_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda opened: kept.append(stat.filemode(os.fstat(opened)[0])))
    for sync, kinds in ((False, ""), (True, "-d")):  # a file, then a folder
        with replacing(tmp_path / "file", sync) as part:
            part.touch()
        assert "".join(mode[0] for mode in kept) == kinds
