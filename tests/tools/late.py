"""How many frames of a table are late while a grandmaster thinks in its process.

A match is played at a real table, sixty frames a second: while the grandmaster thinks about its
turn a hand looks nearer, moves the view and looks at tiles; while it thinks about a hint the hand
carries what it has taken. Frames count only while it thinks.

    python -m tests.tools.bench --only late
"""

from __future__ import annotations

import json
import math
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from game.ai.skills import STRONGEST
from game.ai.yardstick import work
from game.app import FRAMES, App, Choices
from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.rules.core.protocol import Value
from game.scenes.core.routes import ToPlay
from game.scenes.core.scene import Home, Push
from game.scenes.play.play_scene import AnyPlayScene, PlayScene
from game.services.people import Chair
from game.ui.intents import Intent, Kind
from tests.tools.progress import one_by_one
from tests.tools.promises import ROOT, SETTLED, Figure, drag, drivers

SIZE = 1920, 1080
COUNTED = 600
"""So many frames of each game, in which somebody thinks."""
FRAME = 1 / FRAMES
BEGUN = 12
"""Steps that have been played at random when the match is opened."""
HINTED = 90
"""Frames that a hand carries something for while a hint is looked for, at the most."""
GESTURE = 120
"""Frames until a hand that looks around does the same again."""
OPTIONS: dict[str, dict[str, Value]] = {
    "solitaire_pai_sho": {"mode": "uncooperative"}, "walomino": {"draft": "quick"},
}  # fmt: skip


@dataclass(slots=True)
class Late:
    """Milliseconds of the frames in which somebody thought: of the work of the table's thread, and
    by the clock.
    """

    work: list[float] = field(default_factory=list)
    clock: list[float] = field(default_factory=list)


class Hand:
    """A person who never rests, against a grandmaster."""

    def __init__(self, app: App, game: str) -> None:
        self.app, self.game, self.rng = app, game, random.Random(1)
        self.carries = 0
        """For how many frames more something is carried."""
        self.n = 0
        self.scene = self.sit_down()

    def sit_down(self) -> AnyPlayScene:
        """A new match, some steps old."""
        rules, stack = GAMES[self.game], self.app.stack
        match = Match(rules, max(2, rules.info.seats[0]), OPTIONS.get(self.game, {}), seed=self.n)
        while match.outcome is None and (match.cursor < BEGUN or match.actor not in (0, 1)):
            match.play(self.rng.choice(list(rules.moves(match.state))))
        chairs = [Chair("person", "Annegret"), Chair("computer", "", STRONGEST.id)]
        stack.change(Home())
        stack.change(Push(ToPlay(Series(match), chairs)))
        assert isinstance(stack.top, PlayScene)
        for _ in range(SETTLED):
            self.app.frame(FRAME)
        return stack.top

    def move(self) -> None:
        """What the hand does in this frame."""
        self.n += 1
        if self.scene.over or self.app.stack.top is not self.scene:
            self.scene, self.carries = self.sit_down(), 0
        elif self.carries:
            self._carry()
        elif self.scene.asked is None:
            self._look()
        elif drag(self.app.deliver, self.app.stack, self.scene):
            self.scene.ask_hint()
            self.carries = HINTED
        else:
            self._play()

    def _post(self, kind: Kind, at: tuple[float, float], **values: float | bool) -> None:
        vector = (9.0, 9.0) if kind == "drag" else (0.0, 0.0)
        source = "touch" if kind != "wheel" and kind != "hover" else "mouse"
        pointer = "touch:0:1" if source == "touch" else "mouse"
        self.app.deliver(Intent(kind, at, vector, pointer, source, **values))  # type: ignore[arg-type]

    def _point(self) -> tuple[float, float]:
        (x, y), box, angle = self.scene.layout.board.center, self.scene.layout.board, self.n / 30
        return x + 0.3 * box.w * math.cos(angle), y + 0.3 * box.h * math.sin(angle)

    def _carry(self) -> None:
        self.carries -= 1
        if self.carries and self.scene.computer_player.busy:
            self._post("drag", self._point(), moved=True)
            return
        self.carries = 0
        self._post("lost", self._point(), moved=True)
        self._play()

    def _play(self) -> None:
        if self.scene.asked is not None:
            self.scene.commit(self.rng.choice(list(self.scene.game.moves(self.scene.match.state))))

    def _look(self) -> None:
        """Look nearer, move the view, look at the whole again, and point at things."""
        n, center = self.n % GESTURE, self.scene.layout.board.center
        if n in (0, 10):
            self._post("wheel", center, value=1.0)
        elif n == 20:
            self._post("press", center)
        elif 20 < n < 60:
            self._post("drag", self._point(), moved=True)
        elif n == 60:
            self._post("release", self._point(), moved=True)
        elif n in (70, 80):
            self._post("wheel", center, value=-1.0)
        else:
            self._post("hover", self._point())


def late(app: App, game: str) -> Late:
    """What the frames of one game take."""
    seen, hand, due = Late(), Hand(app, game), time.monotonic()
    while len(seen.work) < COUNTED:
        thinks, scene = app.context.ai_worker.busy, hand.scene
        began, worked = time.perf_counter(), work()
        hand.move()
        app.round(time.monotonic())
        worked, passed = work() - worked, time.perf_counter() - began
        if thinks and scene is app.stack.top:
            seen.work.append(1000 * worked)
            seen.clock.append(1000 * passed)
        due = max(due + FRAME, time.monotonic())
        time.sleep(max(0.0, due - time.monotonic()))
    return seen


def at_table() -> dict[str, Late]:
    """The same of all games at one table: in a window where there is a screen, and people stand
    around it, so that nothing hides a hand.
    """
    with TemporaryDirectory() as data:
        headless = not os.environ.get("DISPLAY")
        app = App(Choices(SIZE, fullscreen=False, headless=headless, data=Path(data), seed=1))
        with closing(app):
            app.context.settings = app.context.settings.changed(seating="table")
            app.open()
            return {game: late(app, game) for game in one_by_one(list(GAMES))}


def beside_a_grandmaster() -> Iterator[Figure]:
    """Late frames of each game: by the work of the table's thread, and by the clock, which depends
    on what else the machine does.
    """
    done = subprocess.run(
        [sys.executable, "-m", "tests.tools.late"], cwd=ROOT, env=os.environ | drivers(),
        stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    for game, found in json.loads(done.stdout.splitlines()[-1]).items():
        for name, times in found.items():
            count = sum(time > 1000 * FRAME for time in times)
            note = f"of {len(times)}; slowest {max(times):.1f} ms; load {os.getloadavg()[0]:.1f}"
            budget = "<1" if name == "work" else ""
            yield Figure(f"late by {name}, {game}", count, "frames", budget, note)


if __name__ == "__main__":
    print(json.dumps({game: asdict(found) for game, found in at_table().items()}))
