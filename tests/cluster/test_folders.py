"""Folders, local and by URL: a file is there whole or not at all."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from noughts import ClusterError, MissingExtraError
from noughts.cluster.folders import folder_of

pytestmark = [pytest.mark.wide, pytest.mark.traced]  # to import Dask takes a second
fsspec: Any = pytest.importorskip("fsspec", reason="fsspec comes with the extra [cluster]")


@pytest.fixture(params=["path", "file", "memory"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    begin = {"path": "", "file": "file://", "memory": "memory://"}[request.param]
    return f"{begin}{tmp_path}/a/folder"


def test_what_is_written_is_there_whole_under_its_name_alone(url: str) -> None:
    folder = folder_of(url)
    assert folder.sizes() == {}
    folder.write("one", [b"ab", memoryview(b"cde")])
    folder.write("two", [])
    assert folder.sizes() == {"one": 5, "two": 0}
    assert folder.read("one", 1, 3) == b"bcd"
    assert folder.read("one", 4, 9) == b"e"
    with folder.open("one") as file:
        assert file.seek(2) == 2
        assert file.read() == b"cde"
    folder.write("one", [b"new"])
    assert folder.sizes() == {"one": 3, "two": 0}


def test_a_folder_is_the_same_in_another_process(url: str) -> None:
    folder_of(url).write("one", [b"1"])
    other = pickle.loads(pickle.dumps(folder_of(url)))
    assert str(other) == url
    assert other.sizes() == {"one": 1}


def test_a_file_that_nobody_finished_does_not_count(url: str) -> None:
    folder = folder_of(url)

    def interrupted() -> Any:
        yield b"some"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        folder.write("one", interrupted())
    assert folder.sizes() == {}
    system, path = fsspec.core.url_to_fs(url)
    system.makedirs(path, exist_ok=True)
    system.pipe_file(f"{path}/one.01234567.part", b"some")
    if "://" in url:
        assert folder.sizes() == {}


def test_an_error_of_the_system_is_raised_as_it_is(url: str) -> None:
    with pytest.raises(FileNotFoundError):
        folder_of(url).read("nothing", 0, 1)


def test_what_is_not_a_folder_is_named() -> None:
    with pytest.raises(ClusterError, match="'nowhere://a' is not a folder that fsspec can open"):
        folder_of("nowhere://a")


def test_without_the_extra_a_url_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.system.extras.find_spec", lambda _: None)
    with pytest.raises(MissingExtraError, match="folders by URL need Dask"):
        folder_of("memory://a")
