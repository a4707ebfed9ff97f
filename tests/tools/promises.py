"""Whether this machine keeps what the table promises: one screen, in less than a minute.

Times depend on the machine, so beside each stands what it would be on a machine of a certain
speed, and that is what its limit is about.

    python -m tests.tools.promises 1920 ping_pao

prints what was measured at a table of one size, of some games only if they are named.
"""

from __future__ import annotations

import json
import math
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from statistics import fmean, median
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import pygame

from game.ai.yardstick import REFERENCE, rounds, work
from game.app import App
from game.memory import sweep
from game.physics.place import Edges, Place, pair
from game.physics.world import World
from game.rules import GAMES
from game.rules.walong.geometry import Pose
from game.scenes.core.routes import ToAsleep
from game.scenes.core.scene import Home, Push
from game.scenes.core.stack import Stack
from game.scenes.play.computer_player import PACE
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
BLOCK = 20
"""After so many of them every third one is painted whole as well: a machine is slow for a while."""
SIZES = {"1920": (1920, 1080), "3840": (3840, 2160)}
LIMITS = {"1920": (2.5, 8.0, 160.0), "3840": (4.0, 16.0, 320.0)}
"""For a hand's frames on average, in Domi Jongg 1.6 and 2 times as much; for 99 of 100 frames; and
for the memory after all games.
"""
WORST, CHEAPER = 33.0, 4.0
SETTLED, ZOOM = 150, 25
"""Frames in which nobody does anything, enough for the table to tidy up, and after a step of the
wheel.
"""
MOVES = 2
FIXED, LOOSE, ROUND = 48, 20, 240
RESTED = 3.0
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
            f"{self.name:36} {self.value:9,.2f} {self.unit:9} {scaled:>8} {budget:>7}"
            f" {verdict:6} {self.note}"
        ).rstrip()


Measures: TypeAlias = Mapping[str, Callable[[], Iterator[Figure]]]
"""What can be measured, by the names that are asked for."""


def measured(measures: Measures, only: str, as_json: bool) -> list[Figure]:
    """The figures of all measures whose name has `only` in it, printed one by one."""
    figures = []
    if not as_json:
        print(f"{'':46} {'':9} {'scaled':>8} {'limit':>7}")
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
from game.app import App, Choices
from game.ui import surfaces
app = App(Choices(size=(1920, 1080), data=Path(sys.argv[2])))
app.show_table(surfaces.bare); first = time.monotonic(), work()
app.show_table(surfaces.ground)
app.stack.begin()
app.frame(1 / 60)
begun = float(sys.argv[1])
print(first[0] - begun, first[1], time.monotonic() - begun, work(), flush=True)
app.close()
"""


def child(script: str, folder: str = "") -> list[float]:
    """What a process of its own prints; it may keep data, and what Python compiles, in a folder."""
    kept = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": folder} if folder else {}
    done = subprocess.run(
        [sys.executable, "-c", script, str(time.monotonic()), f"{folder}/data"], cwd=ROOT,
        env=os.environ | drivers() | kept, stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    return [float(word) for word in done.stdout.splitlines()[-1].split()]


def drivers() -> dict[str, str]:
    """Nothing is heard; without a screen pictures go nowhere."""
    silent = {"SDL_AUDIODRIVER": "dummy"}
    return silent if os.environ.get("DISPLAY") else silent | {"SDL_VIDEODRIVER": "dummy"}


def start() -> Iterator[Figure]:
    """The median of three starts on a machine that has started the table before.

    The very first one compiles, and finds out how pictures get into the window soonest.
    """
    with TemporaryDirectory() as folder:
        runs = [child(_START, folder) for _ in one_by_one(range(4))][1:]
    first, first_work, shelf, shelf_work = zip(*runs, strict=True)
    for name, times, spent, budget, told in (
        ("the first picture", first, first_work, "<0.4", ""),
        ("the shelf", shelf, shelf_work, "<0.6", "; a second feels long"),
    ):
        note = f"{median(spent):.2f} s of work{told}"
        yield Figure(f"start to {name}", median(times), "s", budget, note)


# At the table ------------------------------------------------------------------------------------


def spent(*actions: Callable[[], object]) -> float:
    """Milliseconds of work."""
    begun = work()
    for action in actions:
        action()
    return 1000 * (work() - begun)


def most_of(times: Sequence[float]) -> float:
    """What 99 of 100 frames do not exceed."""
    return sorted(times)[math.ceil(0.99 * len(times)) - 1]


def drag(
    on: Callable[[Intent], object], stack: Stack, scene: AnyPlayScene
) -> list[Callable[[], None]]:
    """Take the first thing that can be taken, and play nothing meanwhile; gives the steps that
    carry it round.
    """

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
        post("lost", start)
    return []


@dataclass(slots=True)
class AtTable:
    """What was measured at a table of one size; times by game, in seconds for what is opened, else
    in milliseconds a frame.
    """

    opened: dict[str, tuple[float, float]]
    whole: dict[str, tuple[float, float]]
    """A frame in which a hand drags, painted whole, and how many times cheaper it is in parts."""
    hands: dict[str, list[float]]
    zooms: dict[str, list[float]]
    moves: dict[str, list[float]]
    idle: float = 0.0
    asleep: float = 0.0
    memory: float = 0.0


def at_table(width: str, *games: str) -> AtTable:
    """Measure these games, or all, at a table of this size, which has to be the first one of its
    process.
    """
    found = AtTable({}, {}, {}, {}, {})
    with TemporaryDirectory() as data, closing(table(Path(data), SIZES[width])) as app:
        app.open()
        app.context.sound.play("button")  # who taps on the shelf has loudspeakers opened
        for game in one_by_one(games or list(GAMES)):
            _play(app, game, found)
            app.stack.change(Home())
            app.frame(0.0)
        _settle(app)
        sweep()  # as the table does after every change of scene
        found.memory = held()
        if width == min(SIZES) and not games:
            app.stack.change(Push(begun("domi_jongg")))
            found.idle = _idle(app)
            app.stack.change(Home(ToAsleep()))
            found.asleep = _idle(app)
    return found


def _play(app: App, game: str, found: AtTable) -> None:
    """Open a match twice; look nearer, let others move, and drag something."""
    first = _opened(app, game)
    app.stack.change(Home())
    app.frame(0.0)
    found.opened[game] = first, _opened(app, game)
    scene: AnyPlayScene = app.stack.top  # type: ignore[assignment]  # a match
    _settle(app)
    found.zooms[game] = list(_zooms(app, scene))
    _settle(app)
    found.moves[game] = list(_moves(app, scene))
    _settle(app)
    steps = drag(app.screen.on, app.stack, scene)[::2]
    frame, forget = partial(app.screen.frame, 1 / 60), app.screen.forget
    hands, whole, cheaper = list[float](), list[float](), [0.0]
    for part in (steps[n : n + BLOCK] for n in range(0, len(steps), BLOCK)):
        hands += (parts := [spent(step, frame) for step in part])
        whole += (wholes := [spent(forget, step, frame) for step in part[::3]])
        cheaper.append(median(wholes) / median(parts))
    found.hands[game] = hands
    found.whole[game] = median(whole or [0.0]), median(cheaper[1:] or [0.0])


def _settle(app: App) -> None:
    for _ in range(SETTLED):
        app.frame(1 / 60)


def _opened(app: App, game: str) -> float:
    """Seconds of work until a match is seen that has just been asked for."""
    return spent(partial(app.stack.change, Push(begun(game))), partial(app.frame, 0.0)) / 1000


def _zooms(app: App, scene: AnyPlayScene) -> Iterator[float]:
    """Frames of a wheel that brings the board closer and back."""
    for value in (1.0, 1.0, -1.0, -1.0):
        app.screen.on(Intent("wheel", scene.layout.board.center, pointer="mouse", value=value))
        for _ in range(ZOOM):
            yield spent(partial(app.frame, 1 / 60))


def _moves(app: App, scene: AnyPlayScene) -> Iterator[float]:
    """Frames in which moves arrive as those of computers do, each after a pause as theirs."""
    rng, frame = random.Random(1), partial(app.frame, 1 / 60)
    for _ in range(MOVES):
        if scene.match.outcome is None:
            move = rng.choice(list(scene.game.moves(scene.match.state)))
            yield spent(partial(scene.play, move), frame)
        while scene.reliving:
            took = spent(frame)
            if scene not in app.stack.scenes:
                raise RuntimeError(f"{scene.id} failed while a move was shown: the log tells why")
            if scene.timeline.moving or not scene.reliving:  # else the disk is waited for
                yield took
        for _ in range(round(60 * PACE)):
            frame()


def _idle(app: App) -> float:
    """Per cent of a core that a table takes which nobody touches."""
    for _ in range(1000):  # what moves for a while has come to rest
        app.frame(0.02)
    _rest(app, 1.0)  # it hears that its window has come, and paints all of it once more
    begun = work()
    _rest(app, RESTED)
    return 100 * (work() - begun) / RESTED


def _rest(app: App, seconds: float) -> None:
    """Nobody does anything."""
    clock, until = pygame.time.Clock(), time.monotonic() + seconds
    while (now := time.monotonic()) < until:
        app.round(now)
        app.wait(clock)


def tables(width: str) -> Iterator[Figure]:
    """What a table of one size does, the slowest of all games."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.tools.promises", width], cwd=ROOT,
        env=os.environ | drivers(), stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    at = AtTable(**json.loads(done.stdout.splitlines()[-1]))
    mean, most, memory = LIMITS[width]
    if width == "1920":
        for time_of, limit in enumerate((0.6, 0.25)):
            slow = {game: times[time_of] for game, times in at.opened.items()}
            name = f"{width}: a match is opened, time {time_of + 1}"
            yield _slowest(name, slow, "s", limit, "; 0.1 s feels at once")
    means = {game: fmean(times) for game, times in at.hands.items() if times}
    tiles = {"domi_jongg": means.pop("domi_jongg")}
    yield _slowest(f"{width}: hands, mean", means, "ms/frame", mean)
    limit = 2 * mean if width == "3840" else 1.6 * mean
    yield _slowest(f"{width}: hands, mean", tiles, "ms/frame", limit)
    for name, times in (("hands", at.hands), ("zooms", at.zooms), ("moves", at.moves)):
        slow = {game: most_of(each) for game, each in times.items() if each}
        yield _slowest(f"{width}: {name}, 99 %", slow, "ms/frame", most, "; a frame has 16.7")
    worst = {
        f"{game}, {name}": max(each)
        for name, times in (("hands", at.hands), ("zooms", at.zooms), ("moves", at.moves))
        for game, each in times.items() if each
    }
    yield _slowest(f"{width}: the worst frame", worst, "ms/frame", WORST, "; two frames have 33")
    cheaper = {game: at.whole[game][1] for game, times in at.hands.items() if times}
    game = min(cheaper, key=cheaper.__getitem__)
    note = f"{game}; painted whole {at.whole[game][0]:.1f} ms"
    yield Figure(f"{width}: cheaper than whole", cheaper[game], "times", f">{CHEAPER:g}", note)
    yield Figure(f"{width}: memory after all games", at.memory, "MB", f"<{memory:g}")
    if width == "1920":
        yield Figure("idle", at.idle, "% of core", "<0.8", "domi_jongg; the loop alone 0.13")
        yield Figure("asleep", at.asleep, "% of core", "<0.3", "a kiosk outside of its hours")


def _slowest(
    name: str, times: Mapping[str, float], unit: str, limit: float, note: str = ""
) -> Figure:
    game = max(times, key=times.__getitem__)
    return Figure(name, times[game], unit, f"<{limit:g}", game + note)


# Pushing -----------------------------------------------------------------------------------------


def pushing() -> Iterator[Figure]:
    """A pair that a finger pushes around a chain, through loose ones, on a full cloth."""
    for name, form, mean, most in (
        ("along the chain", 0.0, 0.55, 2.0), ("through loose pairs", 1.0, 1.3, 8.0),
    ):  # fmt: skip
        world = _cloth(form > 0)
        world.step(ROUND // 4)  # pairs that were laid on each other come apart
        times = []
        for n in range(2 * ROUND):
            angle = 2 * math.pi * n / ROUND
            reach = 5.0 + 4.0 * form + 3.5 * math.sin(2.3 * angle)
            world.drag("hand", complex(reach * math.cos(angle), reach * math.sin(angle)))
            times.append(spent(world.step, world.events))
        note = f"{FIXED} fixed, {LOOSE} loose pairs"
        yield Figure(f"pushing {name}, mean", fmean(times), "ms/frame", f"<{mean}", note)
        slow = most_of(times)
        yield Figure(f"pushing {name}, 99 %", slow, "ms/frame", f"<{most:g}", "a frame has 16.7")


def _cloth(crowded: bool) -> World:
    """A chain of 24 pairs, one pair in hand, and the loose ones near it or along the edges."""
    game, rng = GAMES["walomino"], random.Random(3)
    best: tuple[Pose, ...] = ()
    while len(best) < FIXED:
        state = game.start(2, {"draft": "quick"})
        while game.actor(state) is not None:
            if game.actor(state) == -1:
                state = game.apply(state, game.sample_chance(state, rng))
            else:
                state = game.apply(state, rng.choice(game.moves(state)))
            best = max(best, tuple(state.chain.pieces), key=len)
    world = World(Edges(-22.0, -16.0, 22.0, 16.0))
    for pose in best[:FIXED]:
        world.fix(pose)
    for n in range(LOOSE):
        angle, far = 2 * math.pi * n / LOOSE, 9.0 if crowded else 14.0
        spot = complex(1.3 * far * math.cos(angle), far * math.sin(angle))
        world.add(f"loose {n}", pair(0, 0), Place(spot.real, spot.imag, angle))
    world.add("pair", pair(0, 2), Place(13.0, 4.0, 0.0))
    world.grip("hand", complex(13.0, 4.0), "pair")
    return world


PROMISES: Measures = {
    "yardstick": yardstick,
    "start": start,
    **{width: partial(tables, width) for width in SIZES},
    "pushing": pushing,
}


def measure(*arguments: str) -> None:
    """Print what a process of its own measures at a table of one size, perhaps of some games."""
    print(json.dumps(asdict(at_table(*arguments))))


if __name__ == "__main__":
    measure(*sys.argv[1:])
