"""The window on real screens and on none: real processes, real compositors where there are any."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import cli, window
from game.app import PROBED, App, Choices
from game.heartbeat import NO_SCREEN
from game.services.database import Database, in_background
from tests.opened import drawn

ROOT = Path(__file__).resolve().parents[1]
deep = partial(pytest.param, marks=pytest.mark.deep)
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", window._SWITCH)


def wait_for(file: Path, process: subprocess.Popen[Any]) -> None:
    """Wait until the table has made a file, then end it; it must not end before."""
    try:
        while not file.exists():
            assert process.stderr is not None
            assert process.poll() is None, process.stderr.read()
            time.sleep(0.05)
    finally:
        process.kill()
        process.communicate()


def environment(**values: str) -> dict[str, str]:
    """Ours without any screen, changed."""
    plain = {name: value for name, value in os.environ.items() if name not in SCREENS}
    return plain | values


def table(*arguments: str, seconds: float = 60, **values: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "main.py", *arguments],
        cwd=ROOT, capture_output=True, text=True, timeout=seconds, check=False,
        env=environment(**values),
    )  # fmt: skip


# Without a screen ---------------------------------------------------------------------------


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is a screen")
@pytest.mark.parametrize(
    ("values", "word"),
    [
        ({}, "screen"),
        ({"DISPLAY": ":9873", "LC_ALL": "de_DE.UTF-8"}, "Bildschirm"),
        deep({"DISPLAY": ":9873", "SDL_VIDEODRIVER": "x11"}, "--headless"),
        deep({"WAYLAND_DISPLAY": "nowhere", "SDL_VIDEODRIVER": "nonsense"}, "DISPLAY"),
    ],
)
def test_no_screen_is_an_error_that_says_what_to_do(
    values: dict[str, str], word: str, tmp_path: Path,
) -> None:
    done = table("--data", str(tmp_path / "kept"), seconds=60, **values)
    assert done.returncode == NO_SCREEN
    assert word in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "kept").exists(), "nothing is written"


@pytest.mark.parametrize(
    ("arguments", "values"),
    [
        (["--headless"], {}),
        ([], {"SDL_VIDEODRIVER": "dummy"}),
        deep([], {"SDL_VIDEODRIVER": "offscreen"}),
    ],
)
def test_whoever_asks_for_no_screen_gets_a_table(
    arguments: list[str], values: dict[str, str], tmp_path: Path,
) -> None:
    process = subprocess.Popen(
        [sys.executable, "main.py", "--data", str(tmp_path / "kept"), *arguments],
        cwd=ROOT, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
        env=environment(SDL_AUDIODRIVER="dummy", **values),
    )  # fmt: skip
    wait_for(tmp_path / "kept" / "walong-table.db", process)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a full device")
def test_the_table_opens_where_nothing_can_be_printed(tmp_path: Path) -> None:
    values = environment(SDL_AUDIODRIVER="dummy")
    values.pop("PYGAME_HIDE_SUPPORT_PROMPT", None)
    with open("/dev/full", "w") as full:
        process = subprocess.Popen(
            [sys.executable, "main.py", "--data", str(tmp_path / "kept"), "--headless"],
            cwd=ROOT, stdout=full, stderr=subprocess.PIPE, env=values,
        )  # fmt: skip
    wait_for(tmp_path / "kept" / "walong-table.db", process)


def test_a_window_that_never_opens_is_an_error_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(*_args: Any) -> None:
        raise pygame.error("no window today")

    closed = []
    monkeypatch.setattr("pygame.display.set_mode", fail)
    monkeypatch.setattr("pygame.quit", lambda: None)  # other tests go on
    monkeypatch.setattr(Database, "close", lambda kept: closed.append(kept))
    assert cli.main(["--data", str(tmp_path), "--lang", "en"]) == NO_SCREEN
    assert [kept._run for kept in closed][-1] is in_background, "that of the table"
    said = capsys.readouterr().err
    assert "no window today" in said
    assert "--headless" in said


# Ways to a picture ----------------------------------------------------------------------------


class Screen:
    """A screen where only some ways and modes work, as SDL tells it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *works: tuple[str, str]) -> None:
        self.works, self.real = works, pygame.display.set_mode
        self.tried: list[Any] = []
        monkeypatch.setattr("pygame.display.set_mode", self.set_mode)
        monkeypatch.setattr("pygame.display.get_driver", lambda: "wayland")
        monkeypatch.setattr("game.window._ASKED", None)
        monkeypatch.setenv(window._SWITCH, "")

    def set_mode(self, size: tuple[int, int], flags: int = 0) -> pygame.Surface:
        way = "software" if os.environ[window._SWITCH] == "0" else "hardware"
        mode = "full" if flags & pygame.FULLSCREEN else "window"
        self.tried.append((way, mode))
        if (way, mode) not in self.works:
            raise pygame.error("Window framebuffer support not available")
        return self.real(size if mode == "window" else (1600, 900))


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[..., Any]]:
    made = []

    def opened(**choices: Any) -> App:
        made.append(App(Choices(data=tmp_path, size=(1280, 720), **choices)))
        return made[-1]

    yield opened
    for app in made:
        app.context.store.close()


@pytest.mark.parametrize("works", [
    ("hardware", "window"), ("software", "window"), ("hardware", "full"), ("software", "full"),
])  # fmt: skip
@pytest.mark.parametrize("fullscreen", [False, True])
def test_the_window_opens_if_one_way_works(
    works: tuple[str, str], fullscreen: bool, make: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Screen(monkeypatch, works)
    app = make(fullscreen=fullscreen)
    assert app.surface.get_size() == ((1600, 900) if works[1] == "full" else (1280, 720))
    assert app.fullscreen == (works[1] == "full")


def test_the_answer_is_remembered_by_driver(
    make: Callable[..., Any], monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = Screen(monkeypatch, ("hardware", "window"))
    app = make()
    assert app.context.store.get(PROBED) == {"wayland": "hardware"}
    app.context.store.close()
    screen.tried.clear()
    make()
    assert screen.tried == [("hardware", "window")]


def test_an_answer_that_fails_later_is_forgotten(
    make: Callable[..., Any], monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = make()
    app.context.store.set(**{PROBED: {"wayland": "software", "x11": "software"}})
    app.context.store.close()
    Screen(monkeypatch, ("hardware", "window"))
    again = make()
    assert again.surface.get_size() == (1280, 720)
    assert again.context.store.get(PROBED) == {"wayland": None, "x11": "software"}


def test_filling_the_screen_may_fail_while_the_table_is_open(
    make: Callable[..., Any], monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = make()
    Screen(monkeypatch, ("software", "window"))
    app.stack.begin()
    app.set_fullscreen(True)
    assert not app.fullscreen
    assert drawn(app, 0.0)
    app.stack.close()


# Wayland --------------------------------------------------------------------------------------


def start_weston(
    folder: Path, command: list[str], env: dict[str, str],
) -> subprocess.CompletedProcess[str]:
    """The command's output, having run under weston's kiosk shell."""
    weston = subprocess.Popen(
        ["weston", "--backend=headless-backend.so", "--shell=kiosk-shell.so",
         "--socket=table", "--width=1280", "--height=720"],
        env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        for _ in range(200):
            if (folder / "table").exists() or weston.poll() is not None:
                break
            time.sleep(0.05)
        if weston.poll() is not None:
            pytest.skip("weston does not start here")
        return subprocess.run(
            command, env=env | {"WAYLAND_DISPLAY": "table"}, capture_output=True, text=True,
            timeout=120, check=False,
        )  # fmt: skip
    finally:
        weston.terminate()
        weston.wait()


def start_cage(
    folder: Path, command: list[str], env: dict[str, str],
) -> subprocess.CompletedProcess[str]:
    """The same under cage, which refuses to run as root and wants an Xwayland it never uses."""
    more = {"WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1",
            "WLR_RENDERER": "pixman", "WLR_XWAYLAND": "/bin/true",
            "SDL_VIDEO_WAYLAND_ALLOW_LIBDECOR": "0"}  # else cage 0.2 shows nothing  # fmt: skip
    user = ["unshare", "--user", "--map-user=1000"] if os.geteuid() == 0 else []
    if subprocess.run([*user, "true"], check=False, capture_output=True).returncode:
        pytest.skip("cage does not run as root")
    return subprocess.run(
        [*user, "cage", "--", *command], env=env | more, capture_output=True, text=True,
        timeout=120, check=False,
    )  # fmt: skip


@pytest.mark.deep
@pytest.mark.parametrize("compositor", ["weston", "cage"])
def test_a_move_is_played_and_kept_on_wayland(compositor: str, tmp_path: Path) -> None:
    if shutil.which(compositor) is None:
        pytest.skip(f"there is no {compositor}")
    folder = tmp_path / "run"
    folder.mkdir(mode=0o700)
    env = environment(
        SDL_VIDEODRIVER="wayland", SDL_AUDIODRIVER="dummy", XDG_RUNTIME_DIR=str(folder)
    )
    command = [sys.executable, str(ROOT / "tests" / "played.py"), str(tmp_path / "kept")]
    start = start_weston if compositor == "weston" else start_cage
    done = start(folder, command, env)
    assert "wayland" in done.stdout, done.stderr
    assert "played a1-b2\nkept 1 trouble 0" in done.stdout
    assert not (tmp_path / "kept" / "trouble.log").exists()


@pytest.mark.deep
def test_a_screen_that_starts_anew_with_its_last_client_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pygame.display.init()
    init, tries, rests = pygame.display.init, list[int](), list[float]()

    def busy() -> None:
        tries.append(1)
        if len(tries) < 3:
            raise pygame.error("the server is not there yet")
        init()

    monkeypatch.setattr(pygame.display, "init", busy)
    monkeypatch.setattr(time, "sleep", rests.append)
    window._start_again()
    assert pygame.display.get_driver() == "dummy"
    assert rests == list(window.RESTS[:3])


@pytest.mark.parametrize(("size", "least"), [
    ((600, 1000), (600, 800)), ((1280, 720), (800, 600)), ((800, 600), (800, 600)),
])  # fmt: skip
def test_a_tall_window_opens_as_large_as_it_was_asked_for(
    size: tuple[int, int], least: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is the least size of a window must not be more than what was asked for."""
    pygame.display.init()
    monkeypatch.setattr(window, "real", lambda: True)
    assert window._set_mode(size, fullscreen=False).get_size() == size
    assert tuple(pygame.Window.from_display_module().minimum_size) == least


@pytest.mark.parametrize("size", ["٨٠٠x٦٠٠", "８００x６００", "800", "0x0", "500x500", "800x99999"])
def test_a_size_is_written_in_plain_digits_and_within_limits(size: str) -> None:
    assert cli.window_size("600x1000") == cli.window_size("600×1000") == (600, 1000)
    with pytest.raises(argparse.ArgumentTypeError, match=r"1280x720|800x600"):
        cli.window_size(size)
