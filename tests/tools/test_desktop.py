"""The table among the programs of a desktop."""

from __future__ import annotations

import errno
import os
import re
import sys
from configparser import RawConfigParser
from pathlib import Path
from xml.etree import ElementTree

import pygame
import pytest

from game import VERSION
from game.shipped import ASSETS
from game.tools import desktop
from tests.certain import sure

ROOT = Path(__file__).parents[2]
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"
ENTRY = "applications/walong-table.desktop"


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def entry(share: Path) -> dict[str, str]:
    read = RawConfigParser(delimiters="=", comment_prefixes="#")
    read.optionxform = str  # type: ignore[assignment]
    read.read(share / ENTRY, "utf-8")
    return dict(read["Desktop Entry"])


@pytest.fixture
def share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A share folder in which the table is installed, without the desktop's own indexes."""
    monkeypatch.setenv("PATH", "")
    program = tmp_path / "Spiel $1 100%" / "walong-table"
    program.parent.mkdir()
    program.write_text("")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "argv", [str(program)])
    assert desktop.change(tmp_path / "share", remove=False) == 0
    return tmp_path / "share"


def test_everything_is_installed_and_can_be_taken_away(share: Path) -> None:
    ours = files(desktop.FOLDER)
    others = share / "applications" / "other.desktop"
    others.write_text("")
    assert files(share) == ours | {"applications/other.desktop"}
    for name in ours - {ENTRY}:
        assert (share / name).read_bytes() == (desktop.FOLDER / name).read_bytes()
    assert desktop.change(share, remove=True) == 0
    assert files(share) == {"applications/other.desktop"}
    assert [path.name for path in share.iterdir()] == ["applications"]
    assert desktop.change(share, remove=True) == 0


def test_the_folders_that_were_made_go_as_well_and_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    new, old = tmp_path / "some/where/share", tmp_path / "share"
    theirs = {old / "icons/hicolor/64x64/apps", old / "mime/packages"}
    for folder in theirs:
        folder.mkdir(parents=True)
    before = sorted(old.rglob("*"))
    for share in (new, old):
        for _ in range(2):  # a second time, as after an update
            assert desktop.change(share, remove=False) == 0
        assert desktop.change(share, remove=True) == 0
    assert not (tmp_path / "some").exists()
    assert sorted(old.rglob("*")) == before


def test_a_relative_folder_is_left_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.chdir(tmp_path)
    for share in (Path("a/share"), Path()):
        assert desktop.change(share, remove=False) == 0
        assert desktop.change(share, remove=True) == 0
        assert list(tmp_path.iterdir()) == []


def test_the_menu_starts_the_program_that_installed_it(share: Path) -> None:
    told = entry(share)["Exec"].replace("\\\\", "\\").replace("%%", "%")
    program = sure(re.fullmatch(r'"(.*)" open %f', told))[1]
    assert re.sub(r"\\(.)", r"\1", program) == sys.argv[0]


def test_a_checkout_is_started_by_its_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "argv", ["main.py", "install-desktop"])
    assert desktop.command() == [sys.executable, str(ROOT / "main.py")]


@pytest.mark.parametrize("below", ["", "share", "very/far/below"])
@pytest.mark.parametrize("remove", [False, True])
def test_a_file_is_no_share_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], below: str, remove: bool
) -> None:
    (tmp_path / "file").write_text("no folder")
    assert desktop.change(tmp_path / "file" / below, remove=remove) == 1
    told = capsys.readouterr().err
    file = tmp_path / "file"
    assert told == f"{file} is a file; --share takes the folder for icons and menu entries\n"


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (errno.EACCES, "may not be changed; choose another folder with --share"),
        (errno.EROFS, "may not be changed; choose another folder with --share"),
        (errno.ENOSPC, "No space left on device"),
    ],
)
def test_a_folder_that_cannot_be_written_is_named_without_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    number: int, told: str,
) -> None:
    def refuse(self: Path, *_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number), str(self))

    monkeypatch.setattr(Path, "mkdir", refuse)
    assert desktop.change(tmp_path / "share", remove=False) == 1
    said = capsys.readouterr().err
    assert str(tmp_path / "share") in said
    assert said.rstrip().endswith(told)
    assert "Errno" not in said


def test_the_entry_names_the_window_the_icon_and_the_file_type() -> None:
    told = entry(desktop.FOLDER)
    types = ElementTree.parse(desktop.FOLDER / "mime/packages/walong-table.xml")
    kind = sure(types.find(f"{MIME}mime-type"))
    assert told["MimeType"] == f"{kind.attrib['type']};"
    assert told["StartupWMClass"] == told["Icon"] == "walong-table"
    assert sure(kind.find(f"{MIME}glob")).attrib["pattern"] == "*.walong"
    sizes = sorted((ASSETS / "desktop/icons/hicolor").glob(f"*/apps/{told['Icon']}.png"))
    assert len(sizes) > 5
    for file in sizes:
        width, height = pygame.image.load(file).get_size()
        assert file.parents[1].name == f"{width}x{height}"


def test_the_newest_release_of_the_description_is_this_one() -> None:
    told = ElementTree.parse(desktop.FOLDER / "metainfo/local.walong.table.metainfo.xml")
    newest = sure(told.find("releases/release")).attrib
    log = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.findall(r"^## (\d\S+) – (\S+)$", log, re.MULTILINE)[0] == (VERSION, newest["date"])
    assert newest["version"] == VERSION


def test_a_disk_that_keeps_something_else_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:
    sound = Path.write_bytes
    monkeypatch.setattr(Path, "write_bytes", lambda file, data: sound(file, data[:-1]))
    assert desktop.change(tmp_path / "share", remove=False) == 1
    told = capsys.readouterr()
    assert "does not hold what was written" in told.err
    assert "is now in" not in told.out
