"""The scene manager: a stack of scenes, what is visible of it, and the fade between pictures."""

from collections.abc import Callable
from math import dist, inf

import pygame

from game.scenes.core.context import Context
from game.scenes.core.routes import Route, ToShelf
from game.scenes.core.scene import Change, Home, Pop, Push, Quit, Replace, Scene
from game.ui import icons, surfaces
from game.ui.canvas import Canvas
from game.ui.display_list import Target
from game.ui.frame import Box
from game.ui.intents import HELD, Intent
from game.ui.theme import RADIUS, SHADE, with_alpha

FADE = 0.22
SIGN = 40.0
"""How high the signs of a gamepad's controls are, in units: to be read from three metres."""
SAME_PLACE = 40.0
"""Units between two clicks that may be meant as one."""
TWICE = 0.6
"""Seconds between them, for hands that are slow."""
_DEEDS = ("press", "focus", "confirm", "cancel", "menu", "command", "text")


class Stack:
    """Scenes, the last one on top; the shelf is always at the bottom.

    `navigator` makes the scene that a route leads to.
    """

    def __init__(self, context: Context, navigator: Callable[[Route], Scene]) -> None:
        self.context = context
        self.running = True
        self.again = False
        """Whether the table, once it is closed, is to open anew."""
        self._navigator = navigator
        self._scenes: list[Scene] = []
        self._awake = False
        """Whether the top scene has been resumed and not yet paused."""
        self.fresh = True
        """Whether the top scene has never been seen since it came on top."""
        self.announce: Callable[[Box], object] = lambda box: None
        """Shows that what lies there was taken, before anything is done; see `draw_taken`."""
        self._mouse: Intent | None = None
        """Where the mouse rests, unless fingers are used."""
        self.picture: Target | None = None
        """What people see, at first a table without a scene."""
        self._old: pygame.Surface | None = None
        self._fade = 0.0
        self._pointers: set[str] = set()
        self._strangers: set[str] = set()
        self._done = self._led = Intent("rest")
        """What was done last, and what was when the scene changed."""
        self._seen = inf
        """Seconds for which people have seen the top scene, and what its buttons mean."""
        self._meaning: object = None

    @property
    def top(self) -> Scene:
        return self._scenes[-1]

    @property
    def scenes(self) -> tuple[Scene, ...]:
        return tuple(self._scenes)

    def begin(self) -> None:
        """Open the shelf."""
        self._keep_picture()
        self.open(self._navigator(ToShelf()))

    def close(self) -> None:
        """Leave every scene, the top one first."""
        self._shut_all(0)

    def renew(self, route: Route) -> None:
        """Drop every scene without a word to it, and open another one."""
        self._scenes.clear()
        self._awake = False
        self._old, self._fade = None, 0.0
        self.open(self._navigator(route))

    # What the app passes on ----------------------------------------------------------------------

    def on(self, intent: Intent) -> None:
        if not self.running:
            return
        self.context.pads.hear(intent)
        if intent.kind == "hover" or intent.source == "touch":
            self._mouse = intent if intent.kind == "hover" else None
        if not self._strange(intent):
            self._react(intent)

    def _react(self, intent: Intent) -> None:
        if intent.kind in _DEEDS:
            self._done = intent
        if not self.fresh and (box := self.top.taken(intent)) is not None:
            self.announce(box)
        self.change(self.top.on(intent))

    def _strange(self, intent: Intent) -> bool:
        """Whether a pointer went down on another scene: what it still does is not for this one.

        Nor is a further click where the last one led here, or a further key, when it comes so soon
        that the scene before, or what stood in that place, was meant.
        """
        again = self._seen < TWICE and intent.kind == self._led.kind
        if intent.kind == "confirm":
            return again and self._done is self._led
        if intent.kind == "press":
            again = again and dist(intent.pos, self._led.pos) < SAME_PLACE
            self._pointers.add(intent.pointer)
            (self._strangers.add if again else self._strangers.discard)(intent.pointer)
        return intent.kind in HELD and intent.pointer in self._strangers

    def update(self, seconds: float) -> None:
        self.context.store.tick()
        self.context.phones.tick()
        self._seen += seconds
        self._fade = max(0.0, self._fade - seconds)
        self._old = self._old if self._fade else None
        self.change(self.top.update(seconds))

    def resize(self, pixels: tuple[int, int]) -> None:
        """The window has another size."""
        self.context.fit(pixels)
        size = self.context.size
        self._old, self._fade = None, 0.0
        for scene in self._scenes:
            scene.resize(size)

    @property
    def moving(self) -> bool:
        """Whether there is more to be seen than people did: scenes that come, or that move."""
        return self.fresh or self._fade > 0 or any(scene.moving for scene in self.visible())

    def visible(self) -> list[Scene]:
        """The scenes that can be seen, the lowest first."""
        low = len(self._scenes) - 1
        while low > 0 and self._scenes[low].overlay:
            low -= 1
        return self._scenes[low:]

    def draw(self, canvas: Canvas) -> None:
        for scene in self.visible():
            scene.draw(canvas.showing(scene.context.design))
        self._draw_signs(canvas)
        if self._old is not None and self._old.get_size() == canvas.surface.get_size():
            self._old.set_alpha(round(255 * self._fade / FADE))
            canvas.surface.blit(self._old, (0, 0))
        self.picture = canvas.surface
        self.fresh = False

    def draw_taken(self, canvas: Canvas, box: Box) -> None:
        """Draw, with light around what was taken: what comes of it may take a while."""
        self.draw(canvas)
        canvas.fill(box, with_alpha(SHADE, 0.3), RADIUS)
        surfaces.focus_ring(canvas, box, RADIUS)

    def _draw_signs(self, canvas: Canvas) -> None:
        """Whoever holds a gamepad sees at the corners of things which button does them."""
        style = self.top.context.pads.style
        if style is None:
            return
        for control, box in self.top.signs():
            x = min(box.right - 5, canvas.size[0] - icons.pad_width(control, SIGN) / 2 - 3)
            y = min(box.bottom - 5, canvas.size[1] - SIGN / 2 - 3)
            icons.draw_pad(canvas, style, control, (x, y), SIGN)

    # Changes -------------------------------------------------------------------------------------

    def change(self, change: Change) -> None:
        """Do what a scene asked for."""
        if self._meaning != self.top.meaning:
            self._meaning, self._led, self._seen = self.top.meaning, self._done, 0.0
        if change is None:
            return
        match change:
            case Push(route) | Replace(route):
                scene = self._navigator(route)
                self._keep_picture()
                self._shut_all(len(self._scenes) - isinstance(change, Replace))
                self.open(scene)
                if isinstance(change, Replace) and change.over is not None:
                    self.change(Push(change.over))
            case Home(route):
                found = None if route is None else self._navigator(route)
                self._keep_picture()
                self.home()
                if found is not None:
                    self.open(found)
            case Pop():
                self._keep_picture()
                self._shut_all(len(self._scenes) - 1)
                self._wake()
            case Quit(operator, again):
                self.running = self.running and self.context.kiosk and not operator
                self.again = again

    def home(self) -> None:
        """Clear the table down to the shelf."""
        self._shut_all(1)
        self._wake()

    def _keep_picture(self) -> None:
        if self.picture is not None:
            self._old = self.picture = self.picture.copy()  # its pictures are in use no longer
            self._fade, self._led, self._seen = FADE, self._done, 0.0

    def open(self, scene: Scene) -> None:
        """Put a scene on top."""
        self._strangers |= self._pointers
        if self._awake:
            self.top.pause()
        self._awake = True
        self._scenes.append(scene)
        self.fresh = True
        scene.enter()
        scene.resize(self.context.size)
        scene.resume()
        self._point()

    def _point(self) -> None:
        """The mouse may rest where the scene that has come has something."""
        if self._mouse is not None:
            self.change(self.top.on(self._mouse))

    def _shut_all(self, below: int) -> None:
        """Leave the scenes on top, until there are only so many."""
        while len(self._scenes) > below:
            scene = self._scenes.pop()
            self._strangers |= self._pointers
            awake, self._awake = self._awake, False
            try:
                if awake:
                    scene.pause()
            finally:
                scene.leave()

    def _wake(self) -> None:
        if not self._scenes:
            self.open(self._navigator(ToShelf()))
            return
        if self.top.size != self.context.size:
            self.top.resize(self.context.size)
        self._awake = True
        self.fresh = True
        self.top.resume()
        self._point()
