"""Somebody who plays with fingers or with a mouse, and moves the view between two moves."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import pygame

from game.scenes.core.stack import Stack
from game.scenes.play.camera import Camera
from game.scenes.play.pointer_input import spot_at
from game.scenes.solitaire_pai_sho.input import Desktop
from game.scenes.walong.knobs import Knob
from game.ui.intents import Devices, Intent
from game.ui.layer import Spot
from game.ui.widgets import Button
from tests.scenes.by_keys import CLOCKWISE, Keys

Point = tuple[float, float]
CLEAR: Final = 60.0
"""How far from anything that can be picked ground is empty, in units."""


class Hands(Keys):
    """Fingers, or the mouse, at the table: what they do comes in as SDL posts it.

    What is played by keys is played by taps here: *confirm* is a tap on what says that it is
    meant, else a second one where the last was; *clockwise* is one on the turn arrow.
    """

    def __init__(self, stack: Stack, rng: random.Random, *, touch: bool) -> None:
        super().__init__(stack)
        self.rng, self.touch = rng, touch
        self.looks = 0
        """How often a gesture has moved the view."""
        context = stack.context
        self._pixels = (
            round(context.size[0] * context.scale),
            round(context.size[1] * context.scale),
        )
        self._devices = Devices(self._pixels)
        self._last: Hashable = None
        self._now = 0.0

    # Events --------------------------------------------------------------------------------------

    def _post(self, kind: int, **values: Any) -> None:
        for intent in self._devices.read(pygame.event.Event(kind, **values), self._now):
            self.stack.on(intent)

    def _point(self, what: str, at: Point, finger: int) -> None:
        """A finger or the mouse's button goes *down*, moves (*on*) or comes *up*."""
        x, y = (round(n * self.stack.context.scale) for n in at)
        if self.touch:
            kind = {"down": pygame.FINGERDOWN, "on": pygame.FINGERMOTION, "up": pygame.FINGERUP}
            w, h = self._pixels
            self._post(kind[what], touch_id=1, finger_id=finger, x=x / w, y=y / h)
        elif what == "on":
            self._post(pygame.MOUSEMOTION, pos=(x, y), rel=(0, 0), buttons=(1, 0, 0))
        else:
            kinds = {"down": pygame.MOUSEBUTTONDOWN, "up": pygame.MOUSEBUTTONUP}
            self._post(kinds[what], pos=(x, y), button=1)

    def wait(self, seconds: float) -> None:
        self._now += seconds
        self.stack.update(seconds)

    def tap_at(self, at: Point) -> None:
        self._point("down", at, 1)
        self.wait(0.05)
        self._point("up", at, 1)
        self.wait(0.05)

    # Playing -------------------------------------------------------------------------------------

    def press(self, intent: Intent) -> None:
        if intent == CLOCKWISE:
            self.pick(Knob.TURN)
            return
        for key in (Knob.CHECK, Desktop.BAG if self._waits else None, self._last):
            if self._spot(key) is not None:
                self.pick(key)
                return
        raise AssertionError("nothing says that it is meant")

    @property
    def _waits(self) -> bool:
        return bool(getattr(self.scene.input, "draw_waits", False))

    def _spot(self, key: Hashable) -> Spot | None:
        return next((spot for spot in self.scene.input.spots() if spot.key == key), None)

    def pick(self, key: Hashable) -> None:
        """Tap a spot that has come to rest; who does not see it looks at the whole board."""
        self.rest()
        spot = self._spot(key)
        if spot is None:
            self.show_all()
            spot = self._spot(key)
        assert spot is not None, f"{key!r} is nowhere"
        self._last = key
        self.presses += 1
        self.tap_at(spot.center)

    def tap_button(self, button: Button, frame: Any) -> None:
        self.tap_at(frame.out(button.box.center))

    # Looking -------------------------------------------------------------------------------------

    @property
    def camera(self) -> Camera | None:
        """What looks at the board, if it can be moved now."""
        scene: Any = self.scene
        return scene.eye.camera if scene.eye.box.w else None

    def show_all(self) -> None:
        """Tap the button that shows the whole board."""
        whole = self.scene.controls.buttons["whole"]
        layer = self.scene.controls.layers[0]
        if whole.visible:
            self.tap_button(whole, layer.frame)
        self.rest()

    def look_around(self) -> None:
        """One gesture of the view, on ground where there is nothing to be picked up."""
        camera = self.camera
        at = next(self._empty(), None)
        if camera is None or at is None:
            return
        before, cursor = camera.goal, self.scene.match.cursor
        nearer = [self._pinch if self.touch else self._roll]
        nearer += [self._tap_twice] if self.camera is not None else []
        self.rng.choice([self._pan] if camera.held else nearer)(at)
        self.rest()
        assert self.scene.match.cursor == cursor, "who only looks plays nothing"
        self.looks += camera.goal != before
        if self.rng.random() < 0.3:
            self.show_all()

    def _empty(self) -> Iterator[Point]:
        scene: Any = self.scene
        box, spots = scene.layout.board, scene.input.fitting(scene.offered())
        for _ in range(40):
            at = (
                self.rng.uniform(box.x + 90, box.right - 90),
                self.rng.uniform(box.y + 90, box.bottom - 90),
            )
            taken = [spot.box.inset(-CLEAR) for spot in spots]
            if (
                not any(one.has(at) for one in taken)
                and spot_at(at, scene.input.covering(scene.offered())) is None
                and not (scene.id == "walomino" and scene.pushing.cloth.under(at))
            ):
                yield at

    def _pan(self, at: Point) -> None:
        with self._finger(at, 1) as move:
            for n in range(1, 5):
                move((at[0] + 20 * n, at[1] + 12 * n))

    def _pinch(self, at: Point) -> None:
        x, y = at
        with self._finger((x - 40, y), 1), self._finger((x + 40, y), 2) as move:
            for n in range(1, 6):
                move((x + 40 + 14 * n, y))

    def _roll(self, at: Point) -> None:
        self._point("on", at, 1)
        self._post(pygame.MOUSEWHEEL, x=0, y=1)

    def _tap_twice(self, at: Point) -> None:
        self.tap_at(at)
        self.tap_at(at)

    @contextmanager
    def _finger(self, at: Point, finger: int) -> Iterator[Callable[[Point], None]]:
        where = [at]

        def move(to: Point) -> None:
            where[0] = to
            self._point("on", to, finger)
            self.wait(0.02)

        self._point("down", at, finger)
        yield move
        self._point("up", where[0], finger)
