"""The table on screens that people look at: started as `keep` starts it, seen, and played with the
mouse.

All screens are windows of an X server that shows its picture in a file. There the table opens
either by itself or as the only program of a Wayland compositor, so that a click of the server's
mouse goes the way of any other click: through the compositor, to the table's window.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

import pygame
import pytest

from game.app import PROBED
from game.heartbeat import VARIABLE
from game.navigator import play_scene
from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.services.people import Chair
from game.services.store import Store
from tests.tools import headless

pytestmark = pytest.mark.deep

ROOT = Path(__file__).resolve().parents[1]
KIOSK = ROOT / "assets" / "kiosk"
SIZE = (1024, 768)
"""Of the screen; cage makes no other window."""
STILL: dict[str, object] = {
    "reduced_motion": True, "speed": "quick", "rule_cards": False,
    PROBED: {"x11": "software", "wayland": "hardware"},
}  # fmt: skip
"""With these settings a table soon looks the same all the time, and tries no other windows."""
PATIENCE = 90.0
"""Seconds until something that has to happen counts as missing."""
ALIKE = 4.0
"""How far colours may be apart on average, of 255: a cursor and a highlight below it are less."""
MOVE = "a1-b2"

Environment: TypeAlias = dict[str, str]


def wait_until(true: Callable[[], bool], what: str) -> None:
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until, what
        time.sleep(0.2)


@contextmanager
def running(
    command: list[str],
    environment: Mapping[str, str],
    *pipes: int,
) -> Iterator[subprocess.Popen[bytes]]:
    """A program and whatever it starts, until it is no longer needed."""
    process = subprocess.Popen(
        command, env=environment, pass_fds=pipes, start_new_session=True, cwd=ROOT,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield process
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


# What is to be seen ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Expected:
    """A match in a folder, what it looks like from click to click, and where these go."""

    folder: Path
    match: int
    pictures: tuple[pygame.Surface, ...]
    """Before, with the koi picked, and after the move."""
    clicks: tuple[tuple[int, int], ...]

    def number(self, seen: pygame.Surface) -> int | None:
        """Which of the pictures this is; None if it is none of them."""
        far = [apart(seen, picture) for picture in self.pictures]
        return far.index(min(far)) if min(far) < ALIKE else None


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> Expected:
    """The match as a table without a window shows and plays it."""
    folder = tmp_path_factory.mktemp("table")
    context = headless.context(SIZE, folder=folder, reduced_motion=True, speed="quick")
    match = Match(GAMES["jin_li"], 2, seed=1)
    people = Chair("person", "Anna"), Chair("person", "Ben")
    scene = play_scene("jin_li")(context, Series(match), people)
    stack = headless.stack_of(context, scene)
    context.store.set(**STILL)
    (run,) = context.store.running()
    assert context.store.confirm(PATIENCE)
    kept = Path(shutil.copytree(folder, tmp_path_factory.mktemp("kept") / "before"))
    headless.wait(stack, 5.0)
    pictures, clicks = [headless.picture(stack).copy()], []
    for key in (0, 8):
        x, y = next(spot.center for spot in scene.input.spots() if spot.key == key)
        clicks.append((round(x * context.scale), round(y * context.scale)))
        headless.tap(stack, x, y)
        headless.wait(stack, 5.0)
        pictures.append(headless.picture(stack).copy())
    stack.close()
    context.store.close()
    return Expected(kept, run.id, tuple(pictures), tuple(clicks))


def apart(one: pygame.Surface, other: pygame.Surface) -> float:
    """How far the colours of two pictures are apart on average, from 0 to 255."""
    lighter, darker = one.copy(), one.copy()
    lighter.blit(other, (0, 0), special_flags=pygame.BLEND_RGB_MAX)
    darker.blit(other, (0, 0), special_flags=pygame.BLEND_RGB_MIN)
    lighter.blit(darker, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    return sum(pygame.transform.average_color(lighter)[:3]) / 3


def moves(folder: Path) -> list[str]:
    """What has been played in the match, as the file has it."""
    store = Store(folder, GAMES, look=True)
    (run,) = store.running()
    return [GAMES[run.game].write(move) for move in store.resume(run.id).series.current.log]


# Screens --------------------------------------------------------------------------------------


class Server:
    """An X server, and what it shows."""

    def __init__(self, display: str, folder: Path) -> None:
        self.display, self._file = display, folder / "Xvfb_screen0"

    def seen(self) -> pygame.Surface:
        """The screen as it is: the file is an X window dump, which the server keeps up to date."""
        dump = self._file.read_bytes()
        head = struct.unpack_from(">25I", dump)
        begin, size, line = head[0] + 12 * head[19], (head[4], head[5]), head[12]
        assert line == 4 * size[0]
        return pygame.image.frombuffer(dump[begin:][: line * size[1]], size, "BGRA").convert(24)

    def click(self, at: tuple[int, int]) -> None:
        x, y = map(str, at)
        subprocess.run(
            ["xdotool", "mousemove", x, y, "click", "1"], check=True, timeout=PATIENCE,
            env=os.environ | {"DISPLAY": self.display},
        )  # fmt: skip


@contextmanager
def x_server(folder: Path) -> Iterator[Server]:
    here, there = os.pipe()
    width, height = SIZE
    command = ["Xvfb", "-displayfd", str(there), "-screen", "0", f"{width}x{height}x24",
               "-fbdir", str(folder), "-nolisten", "tcp"]  # fmt: skip
    with running(command, os.environ, there), os.fdopen(here) as told:
        os.close(there)
        yield Server(f":{told.readline().strip()}", folder)


def alone(table: list[str], environment: Environment, folder: Path) -> list[str]:
    """On X11, without even a window manager."""
    environment["SDL_VIDEODRIVER"] = "x11"
    return table


def weston(table: list[str], environment: Environment, folder: Path) -> list[str]:
    """As `assets/kiosk/weston.ini` says, but for the table that it opens."""
    environment["SDL_VIDEODRIVER"] = "wayland"
    opens = folder / "open-table"
    opens.write_text(f"#!/bin/sh\nexec {shlex.join(table)}\n")
    opens.chmod(0o700)
    shipped = (KIOSK / "weston.ini").read_text("utf-8")
    told, count = re.subn("(?m)^path=.*", f"path={opens}", shipped)
    assert count == 1
    (folder / "weston.ini").write_text(told, "utf-8")
    width, height = SIZE
    return ["weston", "--backend=x11-backend.so", "--use-pixman", f"--width={width}",
            f"--height={height}", f"--config={folder / 'weston.ini'}"]  # fmt: skip


def cage(table: list[str], environment: Environment, folder: Path) -> list[str]:
    """Cage, which refuses to run as root and wants an Xwayland it never uses."""
    environment |= {"SDL_VIDEODRIVER": "wayland", "WLR_BACKENDS": "x11",
                    "WLR_RENDERER": "pixman", "WLR_XWAYLAND": "/bin/true",
                    "SDL_VIDEO_WAYLAND_ALLOW_LIBDECOR": "0"}  # as open-table  # fmt: skip
    user = ["unshare", "--user", "--map-user=1000"] if os.geteuid() == 0 else []
    if subprocess.run([*user, "true"], check=False, capture_output=True).returncode:
        pytest.skip("cage does not run as root")
    return [*user, "cage", "--", *table]


@pytest.mark.parametrize(("screen", "needs"), [
    (alone, []), (weston, ["weston"]), (cage, ["cage", "unshare"]),
])  # fmt: skip
def test_a_move_that_is_clicked_is_seen_and_kept(
    screen: Callable[[list[str], Environment, Path], list[str]],
    needs: list[str],
    expected: Expected,
    tmp_path: Path,
) -> None:
    if missing := [name for name in ("Xvfb", "xdotool", *needs) if shutil.which(name) is None]:
        pytest.skip(f"there is no {', '.join(missing)}")
    kept = Path(shutil.copytree(expected.folder, tmp_path / "kept"))
    (tmp_path / "run").mkdir(mode=0o700)
    here, there = os.pipe()
    with ExitStack() as open_, os.fdopen(here, "rb"):
        server = open_.enter_context(x_server(tmp_path))
        environment = dict(os.environ) | {
            "DISPLAY": server.display, "XDG_RUNTIME_DIR": str(tmp_path / "run"),
            "SDL_AUDIODRIVER": "dummy", VARIABLE: f"{there},{expected.match}",
        }  # fmt: skip
        environment.pop("WAYLAND_DISPLAY", None)
        table = [sys.executable, str(ROOT / "main.py"), "--kiosk", "--lang=en", f"--data={kept}"]
        command = screen(table, environment, tmp_path)
        process = open_.enter_context(running(command, environment, there))
        os.close(there)

        def shows(number: int) -> bool:
            assert process.poll() is None, "it has ended"
            return expected.number(server.seen()) == number

        for number, click in enumerate(expected.clicks):
            wait_until(partial(shows, number), f"picture {number}")
            server.click(click)
        wait_until(lambda: moves(kept) == [MOVE], "the move in the file")
        wait_until(partial(shows, len(expected.clicks)), "the picture after the move")
        pygame.image.save(server.seen(), tmp_path / "screen.png")
    assert not (kept / "trouble.log").exists()
