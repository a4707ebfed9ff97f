"""Whether this machine keeps what the table promises: one screen, in less than a minute.

Times depend on the machine, so beside each stands what it would be on a machine of a certain
speed, and that is what its limit is about.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from statistics import fmean, median, quantiles
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import pygame

from game.ai.yardstick import REFERENCE, rounds, work
from game.app import FRAMES, SLICE, App
from game.rules import GAMES
from game.scenes.core.scene import Home, Push
from game.scenes.core.stack import Stack
from game.scenes.play.play_scene import AnyPlayScene
from game.tools.pictures import begun, table
from game.ui.intents import Intent, Kind
from tests.tools.memory import held
from tests.tools.progress import one_by_one

ROOT = Path(__file__).resolve().parents[2]
TIMES = ("ms", "ms/frame", "s", "% of core")
"""The units of what is the less, the quicker the machine is."""
HAND = 240
"""Frames in which a hand drags something once round the middle of the board."""
SIZE = 1920, 1080
RESTED = 5.0
"""Seconds in which it is measured what a table costs that nobody touches."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One result; `budget` is what it should keep, with `<` or `>` before it."""

    name: str
    value: float
    unit: str
    budget: str = ""
    note: str = ""

    @property
    def kept(self) -> bool | None:
        """Whether the budget is kept; None where there is none."""
        if not self.budget:
            return None
        limit, value = float(self.budget[1:]), self.value if self.scaled is None else self.scaled
        return value < limit if self.budget[0] == "<" else value > limit

    @property
    def scaled(self) -> float | None:
        """What a time would be on the machine that budgets are meant for."""
        return self.value * rounds() / REFERENCE if self.unit in TIMES else None

    def line(self) -> str:
        """The figure as a line of the table."""
        verdict = {None: "", True: "kept", False: "MISSED"}[self.kept]
        budget = f"{self.budget[0]} {self.budget[1:]}" if self.budget else ""
        scaled = "" if self.scaled is None else f"{self.scaled:.2f}"
        return (
            f"{self.name:42} {self.value:14,.2f} {self.unit:10} {scaled:>8} {budget:>10}"
            f" {verdict:7} {self.note}"
        ).rstrip()


Measures: TypeAlias = Mapping[str, Callable[[], Iterator[Figure]]]
"""What can be measured, by the names that are asked for."""


def measured(measures: Measures, only: str, as_json: bool) -> list[Figure]:
    """The figures of all measures whose name has `only` in it, printed one by one."""
    figures = []
    for measure in one_by_one([each for name, each in measures.items() if only in name]):
        for figure in measure():
            figures.append(figure)
            if not as_json:
                print(figure.line(), flush=True)
    if as_json:
        found = [{**asdict(f), "scaled": f.scaled, "kept": f.kept} for f in figures]
        print(json.dumps(found, indent=1))
    if not figures:
        print(f"nothing to measure has “{only}” in its name", file=sys.stderr)
    return figures


def yardstick() -> Iterator[Figure]:
    """How quick this machine is now."""
    yield Figure("yardstick", rounds(), "rounds/s", "", f"limits are for {REFERENCE:,}")


# Start -------------------------------------------------------------------------------------------

_START = """
import os, sys; os.environ["SDL_AUDIODRIVER"] = "dummy"
import time; from pathlib import Path
work = time.process_time
from game.app import SLICE, App, Choices
from game.ui import surfaces
app = App(Choices(size=(1920, 1080), data=Path(sys.argv[2])))
app.show_table(surfaces.bare); first = time.monotonic(), work()
app.show_table(surfaces.ground)
app.stack.begin()
while not app.frame(1 / 60, SLICE): pass
begun = float(sys.argv[1])
print(first[0] - begun, first[1], time.monotonic() - begun, work(), flush=True)
app.close()
"""


def child(script: str, folder: str = "") -> list[float]:
    """What a process of its own prints; it may keep data, and what Python compiles, in a folder."""
    drivers = {} if os.environ.get("DISPLAY") else {"SDL_VIDEODRIVER": "dummy"}
    kept = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": folder} if folder else {}
    done = subprocess.run(
        [sys.executable, "-c", script, str(time.monotonic()), f"{folder}/data"], cwd=ROOT,
        env=os.environ | drivers | kept, stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    return [float(word) for word in done.stdout.splitlines()[-1].split()]


def start() -> Iterator[Figure]:
    """The median of five starts on a machine that has started the table before.

    The very first one compiles, and finds out how pictures get into the window soonest.
    """
    with TemporaryDirectory() as folder:
        runs = [child(_START, folder) for _ in one_by_one(range(6))][1:]
    first, first_work, shelf, shelf_work = zip(*runs, strict=True)
    for name, times, spent, budget in (
        ("the first picture", first, first_work, "<0.4"), ("the shelf", shelf, shelf_work, "<0.6"),
    ):
        note = f"{min(times):.2f} to {max(times):.2f} s, {median(spent):.2f} s of work"
        yield Figure(f"start to {name}", median(times), "s", budget, note)


# At the table ------------------------------------------------------------------------------------


def spent(action: Callable[[], object]) -> float:
    """Milliseconds of work."""
    begun = work()
    action()
    return 1000 * (work() - begun)


def drag(
    on: Callable[[Intent], object], stack: Stack, scene: AnyPlayScene
) -> list[Callable[[], None]]:
    """Take the first thing that can be taken; gives the steps that carry it round."""

    def post(kind: Kind, at: tuple[float, float], **values: Any) -> None:  # fields of Intent
        on(Intent(kind, at, pointer="touch:0:1", source="touch", **values))

    def step(angle: float) -> None:
        (x, y), box = scene.layout.board.center, scene.layout.board
        at = x + 0.35 * box.w * math.cos(angle), y + 0.35 * box.h * math.sin(angle)
        post("drag", at, vector=(9, 9), moved=True)
        stack.update(1 / 60)

    for spot in scene.input.spots():
        start = spot.center
        post("press", start)
        post("drag", (start[0] + 20, start[1]), vector=(20, 0), moved=True)
        if scene.input.holding:
            return [partial(step, 2 * math.pi * n / HAND) for n in range(HAND)]
        post("release", start, moved=True)
    return []


def tables() -> Iterator[Figure]:
    """Every game opened twice, and a hand that drags something there; a table left alone."""
    opened: dict[int, list[float]] = {1: [], 2: []}
    with TemporaryDirectory() as data, closing(table(Path(data), SIZE)) as app:
        app.open()
        for game in one_by_one(list(GAMES)):
            for time_of, found in opened.items():
                app.stack.change(Push(begun(game)))
                found.append(_shown(app))
                if time_of == 1:
                    app.stack.change(Home())
                    _shown(app)
            for _ in range(3 * FRAMES):
                app.frame(1 / FRAMES)
            yield from _dragged(app, game)
            app.stack.change(Home())
        for time_of, limit in ((1, "<0.6"), (2, "<0.25")):
            name = f"a match is opened for time {time_of}"
            yield Figure(name, max(opened[time_of]), "s", limit, "the slowest of all games")
        yield Figure("idle", _idle(app), "% of core", "<0.8", "the last game")
        yield Figure("memory after all games", held(), "MB", "<160")


def _shown(app: App) -> float:
    """Seconds of work until a scene that has just been asked for can be seen."""
    begun = work()
    while not app.frame(0.0, SLICE):
        pass
    return work() - begun


def _dragged(app: App, game: str) -> Iterator[Figure]:
    """Frames in which a hand drags something."""
    scene: AnyPlayScene = app.stack.top  # type: ignore[assignment]  # a match
    steps = drag(app.screen.on, app.stack, scene)
    times = [spent(step) + spent(partial(app.screen.frame, 0.0)) for step in steps]
    if times:
        app.screen.forget()
        whole = spent(partial(app.screen.frame, 0.0))
        mean, limit = fmean(times), "<4" if game == "domi_jongg" else "<2.5"
        note = f"painted whole {whole:.1f}; worst {max(times):.1f}"
        yield Figure(f"dragging, mean: {game}", mean, "ms/frame", limit, note)
        slow = quantiles(times, n=100)[98]
        yield Figure(f"dragging, 99 of 100: {game}", slow, "ms/frame", "<8", "16.7 is a frame")


def _idle(app: App) -> float:
    """Per cent of a core that a table takes which nobody touches."""
    clock = pygame.time.Clock()
    for _ in range(2000):  # what moves for a while has come to rest
        app.frame(0.02)
    begun = work(), time.perf_counter()
    while time.perf_counter() < begun[1] + RESTED:
        app.listen(time.monotonic())
        app.frame(1 / app.pace)
        clock.tick(app.pace)
    return 100 * (work() - begun[0]) / RESTED


PROMISES: Measures = {"yardstick": yardstick, "start": start, "tables": tables}
