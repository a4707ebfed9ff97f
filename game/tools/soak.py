"""Random people at the table: intents without end over all scenes, until time is up or it breaks.

Everything that happens comes from the seed, so a failure's report says how to see it again.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

from game import memory
from game.scenes.core.scene import Scene
from game.scenes.core.stack import Stack
from game.scenes.play.play_scene import PlayScene
from game.tools import headless
from game.ui.intents import Intent, Kind

SIZES = ((1280, 720), (800, 600), (1080, 1920), (1920, 1080))
LEAK_MB = 60.0
"""How much more memory than after the first quarter is called a leak."""
WARM_UP_SHARE = 0.25
FRAMES_AN_INTENT = (0, 1, 1, 2, 6, 30)
RESIZE_EVERY = 4000
KEYS: tuple[Intent, ...] = (
    Intent("focus", vector=(1, 0), source="keys"),
    Intent("focus", vector=(-1, 0), source="keys"),
    Intent("focus", vector=(0, 1), source="keys"),
    Intent("focus", vector=(0, -1), source="keys"),
    Intent("focus", value=1, source="keys"),
    Intent("confirm", source="keys"),
    Intent("confirm", source="pad", pad=0),
    Intent("cancel", source="keys"),
    Intent("menu", source="keys"),
    Intent("turn", value=1, source="keys"),
    Intent("turn", value=-1, source="pad", pad=1),
    *(
        Intent("command", name=name, source="keys")
        for name in ("undo", "redo", "hint", "rules", "help", "zoom_in", "zoom_out", "page_down")
    ),
    Intent("text", name="ß", source="keys"),
)


class Failure(Exception):
    """The table did something it must not do."""


class Crowd:
    """The random people: fingers that press, drag and let go, keys, and taps that make sense."""

    def __init__(self, stack: Stack, rng: random.Random) -> None:
        self.stack, self.rng = stack, rng
        self.fingers: dict[str, tuple[float, float]] = {}
        self.intents = 0
        self.seen: Counter[str] = Counter()

    def act(self) -> None:
        """One intent, or a whole tap, of somebody."""
        roll = self.rng.random()
        if roll < 0.45 and self._sensible_tap():
            return
        if roll < 0.60:
            self._send(self.rng.choice(KEYS))
        elif roll < 0.66:
            self._send(Intent("wheel", self._point(), value=self.rng.choice((-1.0, 1.0))))
        else:
            self._finger()

    def _send(self, intent: Intent) -> None:
        self.intents += 1
        self.seen[self.stack.top.name] += 1
        self.stack.on(intent)

    def _point(self) -> tuple[float, float]:
        w, h = self.stack.context.size
        return self.rng.uniform(0, w), self.rng.uniform(0, h)

    def _tap(self, at: tuple[float, float], pointer: str) -> None:
        kinds: tuple[Kind, ...] = ("press", "release", "tap")
        for kind in kinds:
            self._send(Intent(kind, at, pointer=pointer, source="touch"))

    def _sensible_tap(self) -> bool:
        """Tap or drag something that is there: a place of a board, or a widget."""
        scene = self.stack.top
        if isinstance(scene, PlayScene) and self.rng.random() < 0.9:
            spots = scene.spots() if scene.live else []
            if not spots:
                return False
            first, second = self.rng.choice(spots), self.rng.choice(spots)
            if self.rng.random() < 0.3:
                self._drag(first.center, second.center)
            else:
                self._tap(first.center, "touch:0:9")
            return True
        layers = [getattr(scene, "layer", None), *getattr(scene, "layers", ())]
        boxes = [
            layer.frame.out_box(widget.box).center
            for layer in layers
            if layer is not None
            for widget in layer.targets()
        ]
        if not boxes:
            return False
        self._tap(self.rng.choice(boxes), "touch:0:9")
        return True

    def _drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        name = "touch:0:8"
        self._send(Intent("press", start, pointer=name, source="touch"))
        for share in (0.3, 0.7, 1.0):
            at = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
            self._send(Intent("drag", at, (10, 10), name, "touch", moved=True))
        self._send(Intent("release", end, pointer=name, source="touch", moved=True))

    def _finger(self) -> None:
        """Fingers that come, wander and go as they like."""
        name = f"touch:0:{self.rng.randrange(5)}"
        at = self._point()
        if name not in self.fingers:
            self.fingers[name] = at
            self._send(Intent("press", at, pointer=name, source="touch"))
            return
        old = self.fingers[name]
        vector = at[0] - old[0], at[1] - old[1]
        if self.rng.random() < 0.5:
            self.fingers[name] = at
            self._send(Intent("drag", at, vector, name, "touch", moved=True))
        else:
            kind: Kind = self.rng.choice(("release", "lost"))
            del self.fingers[name]
            self._send(Intent(kind, at, pointer=name, source="touch", moved=True))


def soak(minutes: float = 1.0, seed: int = 1, intents: int | None = None) -> int:
    """Let random people play; prints what was seen. Gives 0 if nothing broke, else 1."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        made = headless.context(SIZES[0], "en", Path(folder), seed)
        stack = headless.stack_of(made)
        crowd = Crowd(stack, rng)
        try:
            _play(crowd, time.monotonic() + minutes * 60, minutes * 60, intents)
        except Exception:
            _report(crowd, seed)
            return 1
        finally:
            made.ai_worker.close()
        stack.close()
        made.store.close()
    scenes = ", ".join(f"{name} {count}" for name, count in crowd.seen.most_common())
    print(f"clean: {crowd.intents} intents, seed {seed}, peak memory {memory.peak():.0f} MB")
    print(f"intents by scene: {scenes}")
    return 0


def _play(crowd: Crowd, until: float, seconds: float, intents: int | None) -> None:
    stack, rng, settled = crowd.stack, crowd.rng, None
    while (time.monotonic() < until) if intents is None else (crowd.intents < intents):
        crowd.act()
        for _ in range(rng.choice(FRAMES_AN_INTENT)):
            stack.update(headless.FRAME)
        if stack.stale and rng.random() < 0.25:
            headless.picture(stack)
        if not stack.running:
            _reopen(crowd)
        check(stack.top)
        if crowd.intents % RESIZE_EVERY < 3:
            _change_window(stack, rng)
        if settled is None and time.monotonic() > until - seconds * (1 - WARM_UP_SHARE):
            settled = memory.held()
    grown = memory.held() - settled if settled is not None else 0.0
    if grown > LEAK_MB:
        raise Failure(f"memory has grown by {grown:.0f} MB since the first quarter")


def _reopen(crowd: Crowd) -> None:
    """Somebody switched the table off; somebody switches it on again."""
    crowd.seen["switched off"] += 1
    crowd.stack.close()
    crowd.stack.running = True
    crowd.stack.begin()


def check(scene: Scene) -> None:
    """What must hold at any moment: the match is exactly what its moves make it."""
    if not isinstance(scene, PlayScene):
        return
    match = scene.match
    if not 0 <= match.cursor <= len(match.log) == len(match.states) - 1:
        raise Failure(f"the cursor {match.cursor} has left the log of {len(match.log)}")
    if match.cursor and not scene.replaying:
        before, move = match.states[match.cursor - 1], match.log[match.cursor - 1]
        if match.from_position or match.game.why_illegal(before, move) is None:
            return
        raise Failure(f"an illegal move was played: {match.game.write(move)}")


def _change_window(stack: Stack, rng: random.Random) -> None:
    import pygame

    pixels = rng.choice(SIZES)
    pygame.display.set_mode(pixels)
    stack.resize(pixels)


def _report(crowd: Crowd, seed: int) -> None:
    print(traceback.format_exc(), file=sys.stderr)
    names = " > ".join(scene.name for scene in crowd.stack.scenes)
    print(f"after {crowd.intents} intents in {names}", file=sys.stderr)
    print(f"again: python main.py soak --seed {seed} --intents {crowd.intents}", file=sys.stderr)
