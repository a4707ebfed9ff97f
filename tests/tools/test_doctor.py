"""What the doctor finds odd, and that it says so in plain lines."""

from __future__ import annotations

import os
import shutil
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from game import window
from game.cli import main
from game.rules import GAMES
from game.scenes.core.context import Context
from game.scenes.jin_li.scene import JinLiScene
from game.tools import doctor, pictures
from game.ui import sprites
from game.ui.fonts import FILES
from tests.sweep import one_in
from tests.tools.headless import forget_pictures

FONT = FILES["sans"]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test measures this machine."""
    monkeypatch.setattr(doctor, "rounds", lambda: 50_000)


def test_everything_is_told_in_a_line_and_a_screen_that_shows_nothing_is_odd(
    tmp_path: Path, capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["doctor", "--data", str(tmp_path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    told = {line.split()[1] for line in lines}
    assert told == {
        "versions", "screen", "touch", "gamepads", "sound", "fonts", "data", "disk", "clock",
        "speed",
    }
    assert "ODD  screen    the driver dummy shows nothing" in lines
    assert f"ok   data      {tmp_path}" in lines


def test_without_a_screen_the_rest_is_told_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:
    def none() -> None:
        raise window.NoScreen("DISPLAY=''")

    monkeypatch.setattr(window, "find_screen", none)
    monkeypatch.setattr("pygame.display.get_init", lambda: False)
    assert doctor.doctor(tmp_path) == 1
    told = capsys.readouterr().out
    assert "ODD  screen    none can be opened: DISPLAY=''" in told
    assert "touch" not in told
    assert "speed" in told


def test_a_healthy_machine_has_nothing_odd(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(window, "real", lambda: True)
    monkeypatch.setattr(doctor, "sound", lambda: doctor.Finding("sound", "alsa"))
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=10**10))
    assert doctor.doctor(tmp_path) == 0


def test_a_folder_is_not_made_but_told_to_be_made(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "table"
    data, _ = doctor.storage(folder)
    assert data == ("data", f"{folder}, which is made at the first start", True)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_or_a_full_disk_is_odd(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=199 * 10**6))
    assert list(doctor.storage(file)) == [
        ("data", f"{file} cannot be written: {os.strerror(20)}", False),
        ("disk", "199 MB free; 200 MB are wanted", False),
    ]
    assert [finding.fine for finding in doctor.storage(None)] == [False]


def test_what_was_set_aside_is_odd(tmp_path: Path) -> None:
    (tmp_path / "walong-table.backup.damaged-20260101-120000.db").touch()
    (tmp_path / "walong-table.before-20260101-120000.db").touch()
    told = [finding.told for finding in doctor.storage(tmp_path) if not finding.fine]
    name = "walong-table.backup.damaged-20260101-120000.db"
    assert f"set aside, as it could not be read: {name}" in told


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_clock_that_is_behind_what_was_saved_is_odd(tmp_path: Path, hours: int) -> None:
    file = tmp_path / "walong-table.db"
    file.touch()
    now = datetime.fromtimestamp(file.stat().st_mtime) + timedelta(hours=hours)
    assert doctor.clock(now, [file, tmp_path / "gone"]).fine == (hours > 0)


def test_fonts_that_are_gone_or_cut_are_odd(tmp_path: Path) -> None:
    cut = tmp_path / "cut.ttf"
    cut.write_bytes(FONT.read_bytes()[:100])
    found = list(doctor.fonts([FONT, cut, tmp_path / "gone.ttf"]))
    assert [finding.fine for finding in found] == [False, False]
    assert all(finding.fine for finding in doctor.fonts([FONT]))


@pytest.mark.parametrize(("rounds", "fine"), [(11_000, False), (37_000, True)])
def test_a_machine_that_is_too_slow_is_odd(rounds: float, fine: bool) -> None:
    found = doctor.speed(rounds)
    assert found.fine == fine
    assert f"{rounds:,} rounds/s" in found.told


@pytest.mark.usefixtures("nothing_painted")
@pytest.mark.parametrize("games", one_in(2, [["ping_pao", "jin_li"], [*GAMES]], "-".join))
def test_a_picture_of_each_game_is_drawn_and_always_the_same(
    games: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pictures, "GAMES", {game: GAMES[game] for game in games})
    monkeypatch.setattr(Context, "hear_store", lambda self: None)  # a slow disk is told of
    monkeypatch.setattr("pygame.quit", lambda: None)  # other tests go on
    there, again = tmp_path / "there", tmp_path / "again"
    for folder, step in (there, 0), (again, 1):  # on a machine that is quick, and on a slow one
        now = count(step=step)
        monkeypatch.setattr(sprites, "time", SimpleNamespace(perf_counter=partial(next, now)))
        forget_pictures()  # as a program has it that has just begun
        assert main(["doctor", "--pictures", str(folder)]) == 0
    drawn = {file.name: file.read_bytes() for file in there.iterdir()}
    assert drawn.keys() == {f"{game}.png" for game in games}
    assert len({*drawn.values()}) == len(games)
    assert drawn == {file.name: file.read_bytes() for file in again.iterdir()}


def test_a_game_that_does_not_open_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:
    def fails(self: JinLiScene, *_: object) -> None:
        raise RuntimeError("as it was meant to")

    monkeypatch.setattr("pygame.quit", lambda: None)
    monkeypatch.setattr(pictures, "GAMES", {"jin_li": GAMES["jin_li"]})
    monkeypatch.setattr(JinLiScene, "draw", fails)
    assert main(["doctor", "--pictures", str(tmp_path)]) == 1
    assert "could not be shown: jin_li" in capsys.readouterr().err
