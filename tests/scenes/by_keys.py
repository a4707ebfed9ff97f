"""Somebody who plays with the keys alone, by the shortest way there is, and counts the presses."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from game.ai.worker import Answer
from game.scenes.core.stack import Stack
from game.scenes.play.play_scene import AnyPlayScene, PlayScene
from game.ui.intents import Intent
from game.ui.layer import Focus, Layer, Spot
from game.ui.widgets import Widget

WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))
STEPS = (
    *(Intent("focus", vector=way, source="keys") for way in WAYS),
    *(Intent("focus", value=value, source="keys") for value in (1, -1)),
)
RIGHT, ENTER = STEPS[0], Intent("confirm", source="keys")
CLOCKWISE = Intent("turn", value=1, source="keys")
BEAT = 0.1
"""Seconds of a frame: nobody looks."""
PATIENCE = 40.0
"""Seconds in which a table comes to rest."""


def name_of(thing: object) -> Hashable:
    """What a thing under the focus is known by."""
    return thing.key if isinstance(thing, Spot) else thing


class Keys:
    """Hands on a keyboard: arrows, Tab, Enter and Q and E; `presses` counts them.

    `steps` lead from one thing to the next.
    """

    steps: tuple[Intent, ...] = STEPS

    def __init__(self, stack: Stack) -> None:
        self.stack = stack
        self.presses = 0

    @property
    def scene(self) -> AnyPlayScene:
        assert isinstance(self.stack.top, PlayScene)
        return self.stack.top

    @property
    def around(self) -> Sequence[Layer]:
        """The buttons around the board."""
        return self.scene.controls.layers

    def press(self, intent: Intent) -> None:
        self.presses += 1
        self.stack.on(intent)

    def pick(self, key: Hashable) -> None:
        """Go to a spot and confirm it."""
        self.go_to(key)
        self.press(ENTER)

    def go_to(self, key: Hashable) -> None:
        focus = self.scene.focus
        if not focus.visible:
            self.press(STEPS[0])  # the first key only shows where the focus is
        if name_of(focus.current) != key:
            for intent in self._way_to(key):
                self.press(intent)
        assert focus.visible
        assert name_of(focus.current) == key

    def _way_to(self, key: Hashable) -> list[Intent]:
        """The shortest way to a spot: what to press, found by what the focus does then."""
        scene, probe = self.scene, Focus()
        spots, layers = scene.stops(), self.around
        probe.visible = True
        seen: set[Hashable] = set()
        ways: deque[tuple[Any, list[Intent]]] = deque([(scene.focus.current, [])])
        while ways:
            here, way = ways.popleft()
            for intent in self.steps:
                probe.current = here
                probe.on(intent, layers, spots)
                name = name_of(probe.current)
                if name == key:
                    return [*way, intent]
                if name not in seen:
                    seen.add(name)
                    ways.append((probe.current, [*way, intent]))
        raise AssertionError(f"keys do not lead to {key!r}, only to {seen}")

    def rest(self) -> None:
        """Wait until a person is asked and nothing moves, or another scene is on top."""
        left = PATIENCE
        while isinstance(self.stack.top, PlayScene) and left > 0:
            self.stack.update(BEAT)
            left -= BEAT
            top = self.stack.top
            if isinstance(top, PlayScene) and not top.moving and top.live and (
                top.match.actor in top.persons and top.offered()
            ):
                focus, stops = top.focus, {spot.key for spot in top.stops()}
                alive = isinstance(focus.current, Widget) or name_of(focus.current) in stops
                assert alive or not focus.visible, "the focus is on nothing"
                return
        assert left > 0, "nobody is asked any more"


class Thinker:
    """Stands for the process in which computers think: plays what it is told to, at once, and
    blames no choice.
    """

    def __init__(self, wish: Callable[[], Any]) -> None:
        self._wish, self._ticket, self._judging = wish, 0, False

    def ask(self, *_question: object, choice: object = None) -> int:
        self._ticket, self._judging = self._ticket + 1, choice is not None
        return self._ticket

    def poll(self) -> Answer:
        return Answer(self._ticket, () if self._judging else (self._wish(),))

    def cancel(self) -> None: ...
