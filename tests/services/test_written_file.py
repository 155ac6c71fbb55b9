"""A file that leaves the store is whole or not there, and never lies over a store."""

import os
import stat
from pathlib import Path

import pytest

from db.store import Store
from workbench.errors import InputError
from workbench.services.written_file import written_file


def test_what_is_written_stands_there_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "表 1.csv"
    with written_file(path) as out:
        out.write(b"new")
        assert not path.exists()
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("trouble", [ValueError, KeyboardInterrupt, InputError])
def test_a_trouble_half_way_leaves_what_stood_there(
    tmp_path: Path, trouble: type[BaseException]
) -> None:
    path = tmp_path / "table.csv"
    path.write_bytes(b"old")

    def half_way() -> None:
        with written_file(path) as out:
            out.write(b"ha")
            raise trouble

    with pytest.raises(trouble):
        half_way()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_store_is_never_written_over(sqlite_store: Store) -> None:
    path = Path(str(sqlite_store.engine.url.database))
    before = path.read_bytes()
    with pytest.raises(InputError, match="is a SQLite database"), written_file(path) as out:
        out.write(b"table")
    assert path.read_bytes() == before


def test_a_full_disk_is_an_expected_trouble() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no /dev/full")
    with pytest.raises(InputError, match="/dev/full cannot be written"), written_file(full) as out:
        out.write(b"x" * 100_000)


def test_a_folder_is_no_file_to_write(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written"), written_file(tmp_path):
        pass
    with pytest.raises(InputError, match="No such file"), written_file(tmp_path / "no" / "x.csv"):
        pass


def test_a_link_stays_a_link_and_a_file_keeps_its_mode(tmp_path: Path) -> None:
    path, link = tmp_path / "table.csv", tmp_path / "newest.csv"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)
    with written_file(link) as out:
        out.write(b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_pipe_is_written_as_it_is(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with written_file(pipe) as out:
            out.write(b"through")
        assert os.read(reader, 100) == b"through"
    finally:
        os.close(reader)
