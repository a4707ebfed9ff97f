"""What a table would find here: screen, devices, sound, fonts, disk, clock and speed, a line each.

No folder is made, and no window opens.
"""

import platform
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import pygame

from game import VERSION, window
from game.ai.yardstick import REFERENCE, rounds
from game.services.folders import data_folder
from game.ui.fonts import FILES, usable

SLOWEST = 50
"""Pictures a second that a screen should show at least."""
ROOM = 200
"""MB that should be free."""
TOO_SLOW = 12_000
"""Rounds a second of the yardstick that are too few for hands that drag."""


class Finding(NamedTuple):
    """What was found of something, and whether it is as it should be."""

    what: str
    told: str
    fine: bool = True

    def __str__(self) -> str:
        return f"{'ok' if self.fine else 'ODD':4} {self.what:9} {self.told}"


def doctor(data: Path | None) -> int:
    """Print all findings about a table that keeps its matches there; 1 if any of them is odd."""
    folder, screens = data_folder(data), list(screen())
    findings = [
        versions(),
        *screens,
        *(devices() if pygame.display.get_init() else ()),
        sound(),
        *fonts(list(FILES.values())),
        *storage(folder),
        clock(datetime.now(), [*FILES.values(), *(folder.glob("*.db") if folder else ())]),
        speed(rounds()),
    ]
    for finding in findings:
        print(finding)
    return 0 if all(finding.fine for finding in findings) else 1


def versions() -> Finding:
    """The programs that work together."""
    packages = f"pygame-ce {pygame.version.ver}, SDL {'.'.join(map(str, pygame.get_sdl_version()))}"
    python = f"Python {platform.python_version()}"
    told = f"Walong Table {VERSION}, {python}, {packages}, {platform.platform()}"
    return Finding("versions", told, sys.version_info >= (3, 11))


def screen() -> Iterator[Finding]:
    """Every screen and its driver."""
    try:
        window.find_screen()
    except window.NoScreen as error:
        yield Finding("screen", f"none can be opened: {error}", False)
        return
    driver = pygame.display.get_driver()
    if not window.real():
        yield Finding("screen", f"the driver {driver} shows nothing", False)
    sizes, rates = pygame.display.get_desktop_sizes(), pygame.display.get_desktop_refresh_rates()
    for size, rate in zip(sizes, rates, strict=True):
        large = size[0] >= window.LEAST[0] and size[1] >= window.LEAST[1]
        told = f"{driver}, {size[0]}x{size[1]} at {rate or 'unknown'} Hz"
        least = f"; at least {window.LEAST[0]}x{window.LEAST[1]} at {SLOWEST} Hz are wanted"
        fine = large and (not rate or rate >= SLOWEST)
        yield Finding("screen", told + ("" if fine else least), fine)


def devices() -> Iterator[Finding]:
    """What can be touched and held; a table can do without either."""
    from pygame._sdl2 import controller, touch

    pygame.event.pump()  # some screens tell only now
    controller.init()
    pads = [n for n in range(controller.get_count()) if controller.is_controller(n)]
    names = [controller.Controller(n).name for n in pads]
    yield Finding("touch", f"devices: {touch.get_num_devices() or 'none'}")
    yield Finding("gamepads", ", ".join(names) or "none")


def sound() -> Finding:
    """Whether anything can be heard."""
    try:
        pygame.mixer.init()
    except pygame.error as error:
        return Finding("sound", f"none: {error}", False)
    driver = pygame.mixer.get_driver()
    audible = driver not in ("dummy", "disk")
    return Finding("sound", driver if audible else f"the driver {driver} is silent", audible)


def fonts(files: Sequence[Path]) -> Iterator[Finding]:
    """Whether the table's own fonts can be read."""
    pygame.font.init()
    bad = [file for file in files if not usable(file)]
    for file in bad:
        yield Finding("fonts", f"{file} is missing or broken", False)
    if not bad:
        yield Finding("fonts", f"{len(files)} can be read")


def storage(folder: Path | None) -> Iterator[Finding]:
    """Whether matches can be kept there, and for how long there is room."""
    if folder is None:
        yield Finding("data", "there is no folder for it; name one with --data", False)
        return
    nearest = next(each for each in (folder, *folder.parents) if each.exists())
    will = "" if nearest == folder else ", which is made at the first start"
    try:
        with tempfile.TemporaryFile(dir=nearest) as file:
            file.write(b"a match")
    except OSError as error:
        yield Finding("data", f"{folder} cannot be written: {error.strerror}", False)
    else:
        yield Finding("data", f"{folder}{will}")
    kinds = ("*.damaged-*", "*.newer-*")
    aside = sorted(file.name for kind in kinds for file in folder.glob(kind))
    if aside:
        yield Finding("data", f"set aside, as it could not be read: {', '.join(aside)}", False)
    free = shutil.disk_usage(nearest).free // 10**6
    wanted = "" if free >= ROOM else f"; {ROOM} MB are wanted"
    yield Finding("disk", f"{free:,} MB free{wanted}", free >= ROOM)


def clock(now: datetime, files: Sequence[Path]) -> Finding:
    """Whether the clock is where it must be: after all that was written before."""
    times = (file.stat().st_mtime for file in files if file.exists())
    late = datetime.fromtimestamp(max(times, default=0.0))
    behind = "" if now >= late else f", but there are files from {late:%Y-%m-%d %H:%M}"
    return Finding("clock", f"{now:%Y-%m-%d %H:%M}{behind}", now >= late)


def speed(rounds: float) -> Finding:
    """How quick this machine is beside the one that budgets are counted on."""
    told = f"{rounds:,.0f} rounds/s, {rounds / REFERENCE:.1f} times the yardstick of {REFERENCE:,}"
    return Finding("speed", told, rounds >= TOO_SLOW)
