"""Commands that write: they say where, and end with 1 where they could not."""

from __future__ import annotations

import gzip
import io
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest

from game import cli
from game.rules import GAMES
from game.services import database, disk, exports
from game.services.operator import Operator
from game.services.store import Store
from tests.tools import shots

RECORDS = Path(__file__).parent / "data" / "records"


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(database, "CLOSING", 0.0)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", io.StringIO("2468\n"))


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = cli.main(list(words))
    told = capsys.readouterr()
    return code, told.out, told.err


def test_a_pin_is_set_and_it_is_said_where(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "data"
    code, said, _ = run(capsys, "pin", "--data", str(folder))
    assert (code, str(folder) in said) == (0, True)
    assert Operator.of(Store(folder, GAMES)).fits("2468")


@pytest.mark.parametrize("what", ["a folder that cannot be made", "a file that takes nothing"])
def test_a_pin_that_was_not_kept_is_no_success(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, what: str,
) -> None:
    folder = tmp_path / "data"
    if what == "a folder that cannot be made":
        folder.write_text("in the way")
    else:
        Store(folder, GAMES).close()

        def read_only(*_: Any) -> None:
            raise sqlite3.OperationalError("attempt to write a readonly database")

        monkeypatch.setattr(disk.Disk, "keep", read_only)
    code, said, why = run(capsys, "pin", "--data", str(folder))
    assert (code, said) == (1, "")
    assert f"could not be kept in {folder}" in why


def test_a_pin_without_any_folder_is_no_success(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.services.folders.data_folder", lambda given: None)
    assert run(capsys, "pin")[0] == 1


@pytest.mark.parametrize("content", [None, b"no match", b"\xff"])
def test_a_match_that_cannot_be_opened_is_no_success(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    content: bytes | None,
) -> None:
    opened: list[Any] = []
    monkeypatch.setattr(cli, "_play", lambda chosen: opened.append(chosen.record) or 0)
    file = tmp_path / "match.walong"
    if content is not None:
        file.write_bytes(content)
    code, said, why = run(capsys, "open", str(file))
    assert (code, said, opened) == (1, "", [file]), "the table says it too"
    assert f"nothing could be taken from {file}: " in why
    assert len(why.splitlines()) == 1
    file.write_bytes(gzip.decompress(next(iter(RECORDS.glob("*.gz"))).read_bytes()))
    assert run(capsys, "open", str(file)) == (0, "", "")
    assert run(capsys, "open") == (0, "", "")


def test_pictures_that_cannot_be_written_end_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert shots.main([str(tmp_path / "file" / "below")]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "shelf-opening-en-1280x720.png").mkdir()
    words = "--only", "shelf-opening", "--lang", "en", "--size", "1280x720"
    assert shots.main([str(tmp_path / "full"), *words]) == 1
    assert "no pictures can be written" in capsys.readouterr().err


def test_what_a_broken_export_has_left_goes_with_the_next_one(tmp_path: Path) -> None:
    (tmp_path / f"match{exports.PART}").touch()
    exports.export(tmp_path, "another.walong", "text")
    assert [file.name for file in tmp_path.iterdir()] == ["another.walong"]
