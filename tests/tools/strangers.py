"""Strangers at a touch screen: what its devices say while people, palms and sleeves are at it.

They post raw events, whatever comes to their mind: taps that make sense, forty fingers at once,
palms that rest, contacts that never end or end twice, clicks of a mouse beside a finger, keys,
chords, gamepads, files that are dropped, and requests to close the window.
"""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

import pygame

from game.app import App
from game.scenes.core.corner import SECONDS as HELD
from game.scenes.core.corner import SIDE
from game.scenes.core.scene import Home, Scene
from game.scenes.play.play_scene import PlayScene
from game.ui.contacts import MANY, Contact
from game.ui.frame import Point
from tests.tools.soak import FRAMES_AN_INTENT, layers_of, near_the_end, next_move

PIN: Final = "31415926535"  # one digit more is another one: an entry takes twelve
"""The operator's, which no stranger guesses."""
MOST: Final = 40
"""Contacts at once."""
STEPS: Final = (1 / 60, 1 / 60, 0.1)
"""Seconds of the frames between two acts."""
AWAY: Final = (60, 200, 700, 1500)
"""Seconds for which nobody is there."""
FORGOTTEN: Final = 0.2
"""Which share of contacts never ends."""
KEYS: Final = [getattr(pygame, name) for name in dir(pygame) if name.startswith("K_")]
CHORDS: Final = (
    pygame.KMOD_NONE, pygame.KMOD_NONE, pygame.KMOD_ALT, pygame.KMOD_CTRL, pygame.KMOD_SHIFT,
    pygame.KMOD_META, pygame.KMOD_CTRL | pygame.KMOD_ALT, pygame.KMOD_CTRL | pygame.KMOD_SHIFT,
)  # fmt: skip
WINDOW: Final = (
    pygame.QUIT, pygame.WINDOWCLOSE, pygame.WINDOWMINIMIZED, pygame.WINDOWRESTORED,
    pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED, pygame.WINDOWEXPOSED, pygame.WINDOWHIDDEN,
    pygame.WINDOWSHOWN, pygame.WINDOWLEAVE, pygame.WINDOWDISPLAYCHANGED, pygame.DROPFILE,
    pygame.DROPTEXT,
)  # fmt: skip
LETTERS: Final = "aäßΩ9 0\t'\"%中\u202e"


class Place(Protocol):
    """Where strangers are."""

    @property
    def app(self) -> App:
        """The table that is open now."""

    def did(self, what: str) -> None:
        """Somebody has begun to do something."""

    def pass_frames(self, frames: int, seconds: float = ...) -> None:
        """Let the table's time pass."""


class Strangers:
    """People who come, do something, and may leave their hands on the table."""

    def __init__(self, place: Place, rng: random.Random) -> None:
        self.place, self.rng = place, rng
        self._lying: dict[Contact, Point] = {}
        """The contacts that will be lifted some time, and where they are in pixels."""
        self._device, self._number = 1, 0

    @property
    def app(self) -> App:
        return self.place.app

    def act(self) -> None:
        """Somebody does something."""
        name = self.rng.choices(NAMES, WEIGHTS)[0]
        self.place.did(name)
        ACTS[name][1](self)
        self.place.pass_frames(self.rng.choice(FRAMES_AN_INTENT), self.rng.choice(STEPS))

    def leave(self) -> None:
        """Another table is here: no contact of before is known to it."""
        self._lying.clear()

    def lose_screen(self) -> None:
        """The touch screen is gone with all contacts on it, and comes back under another number
        or, now and then, the same.
        """
        self._lying.clear()
        self._device += self.rng.randrange(2)

    def pull_pad(self) -> None:
        """A gamepad is gone; some button of it was held."""
        pad = self.rng.randrange(3)
        post(pygame.CONTROLLERBUTTONDOWN, button=self.rng.randrange(15), instance_id=pad)
        post(pygame.CONTROLLERDEVICEREMOVED, instance_id=pad)

    # Where and what ------------------------------------------------------------------------------

    def _anywhere(self) -> Point:
        width, height = self.app.surface.get_size()
        return self.rng.uniform(0, width), self.rng.uniform(0, height)

    def _somewhere(self) -> Point:
        """A place where something can be touched, in pixels."""
        places = targets(self.app.stack.top)
        if not places or self.rng.random() < 0.1:
            return self._anywhere()
        x, y = self.rng.choice(places)
        return x * self.app.context.scale, y * self.app.context.scale

    def _beside(self, at: Point, near: float) -> Point:
        """Somewhere within so many pixels, each way."""
        return at[0] + self.rng.uniform(-near, near), at[1] + self.rng.uniform(-near, near)

    def _move(self, contact: Contact, at: Point) -> None:
        self._lying[contact] = at
        self._finger(pygame.FINGERMOTION, contact, at)

    def _finger(self, kind: int, contact: Contact, at: Point) -> None:
        """What the touch screen says."""
        width, height = self.app.surface.get_size()
        post(kind, touch_id=contact[0], finger_id=contact[1], x=at[0] / width, y=at[1] / height)

    def _down(self, at: Point) -> Contact:
        """A contact begins; its number may have been another one's that never ended."""
        self._number = (self._number + 1) % 1000
        contact = self._device, self._number
        self._finger(pygame.FINGERDOWN, contact, at)
        self._lying[contact] = at
        return contact

    def _up(self, contact: Contact) -> None:
        at = self._lying.pop(contact)
        if self.rng.random() > FORGOTTEN / 4:
            self._finger(pygame.FINGERUP, contact, at)

    def _wait(self) -> None:
        self.place.pass_frames(self.rng.randrange(1, 5))

    # Hands ---------------------------------------------------------------------------------------

    def tap(self) -> None:
        """A finger taps something; the system may send a click of the mouse as well."""
        at = self._somewhere()
        contact = self._down(at)
        if self.rng.random() < 0.2:
            self._click(at, self.rng.random() < 0.5)
        self._wait()
        if contact in self._lying:
            self._up(contact)
        if self.rng.random() < 0.2:
            self._click(at, self.rng.random() < 0.5)

    def _click(self, at: Point, told: bool) -> None:
        """A click that is a finger's; `told` if the system says so."""
        pos = round(at[0]), round(at[1])
        for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            post(kind, pos=pos, rel=(0, 0), button=1, touch=told)

    def drag(self) -> None:
        """A finger takes something somewhere else."""
        start, end = self._somewhere(), self._somewhere()
        contact = self._down(start)
        for share in (0.2, 0.6, 1.0):
            at = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
            self._wait()
            if contact not in self._lying:
                return  # the table has been killed, or the screen was lost
            self._move(contact, at)
        self._up(contact)

    def crowd(self) -> None:
        """Many hands at once come, wander and go."""
        for _ in range(self.rng.randrange(1, 12)):
            if self._lying and (len(self._lying) >= MOST or self.rng.random() < 0.6):
                contact = self.rng.choice(list(self._lying))
                if self.rng.random() < 0.4:
                    self._up(contact)
                else:
                    self._move(contact, self._anywhere())
            else:
                contact = self._down(self._anywhere())
                if self.rng.random() < FORGOTTEN:
                    del self._lying[contact]

    def palm(self) -> None:
        """A palm or a sleeve comes to rest, trembles, and is lifted or not."""
        x, y = self._somewhere() if self.rng.random() < 0.5 else self._anywhere()
        near = 45 * self.app.context.scale
        count = self.rng.randrange(MANY - 1, MANY + 6)
        hand = [self._down(self._beside((x, y), near)) for _ in range(count)]
        for _ in range(self.rng.randrange(8)):
            self._wait()
            for contact in hand:
                if contact in self._lying:
                    at = self._beside(self._lying[contact], 2)
                    self._finger(pygame.FINGERMOTION, contact, at)
        self.rng.shuffle(hand)
        lifted = self.rng.random() > FORGOTTEN
        for contact in hand:
            if lifted and contact in self._lying:
                self._up(contact)
            self._lying.pop(contact, None)

    def disorder(self) -> None:
        """Events without the ones that belong before them."""
        contact = self._device, self.rng.randrange(1000)
        kinds = [pygame.FINGERDOWN, pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP]
        self.rng.shuffle(kinds)
        for kind in kinds:
            self._finger(kind, contact, self._somewhere())
        self._lying.pop(contact, None)

    def mouse(self) -> None:
        """A mouse of its own, which may be pulled while its button is held."""
        at = self._somewhere()
        pos, button = (round(at[0]), round(at[1])), self.rng.choice((1, 1, 1, 2, 3, 4, 5))
        post(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))
        post(pygame.MOUSEBUTTONDOWN, pos=pos, button=button)
        self._wait()
        if self.rng.random() > FORGOTTEN:
            post(pygame.MOUSEBUTTONUP, pos=pos, button=button)
        post(pygame.MOUSEWHEEL, x=0, y=self.rng.choice((-1, 1)))

    # Keys, gamepads, the window ------------------------------------------------------------------

    def keys(self) -> None:
        """Keys and chords, and what they write."""
        for _ in range(self.rng.randrange(1, 6)):
            key, mod = self.rng.choice(KEYS), self.rng.choice(CHORDS)
            post(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0)
            if self.rng.random() < 0.4:
                post(pygame.TEXTINPUT, text=self.rng.choice(LETTERS))
            if self.rng.random() < 0.9:
                post(pygame.KEYUP, key=key, mod=mod, unicode="", scancode=0)

    def pads(self) -> None:
        """Buttons and sticks of three gamepads."""
        for _ in range(self.rng.randrange(1, 6)):
            pad, down = self.rng.randrange(3), self.rng.random() < 0.6
            kind = pygame.CONTROLLERBUTTONDOWN if down else pygame.CONTROLLERBUTTONUP
            post(kind, button=self.rng.randrange(21), instance_id=pad)
            post(
                pygame.CONTROLLERAXISMOTION, axis=self.rng.randrange(6),
                value=self.rng.choice((-1.0, 0.0, 1.0)), instance_id=pad,
            )  # fmt: skip

    def window(self) -> None:
        """What a window hears: that it is to close, is hidden, or is given files."""
        for _ in range(self.rng.randrange(1, 4)):
            kind, values = self.rng.choice(WINDOW), dict[str, object]()
            if kind == pygame.DROPFILE:
                values["file"] = str(Path(__file__))
            if kind == pygame.DROPTEXT:
                values["text"] = "[Game]"
            post(kind, **values)

    def corner(self) -> None:
        """A corner is held until it asks for the PIN, and a wrong one is given."""
        width, height = self.app.surface.get_size()
        inset = SIDE / 3 * self.app.context.scale
        at = self.rng.choice((inset, width - inset)), self.rng.choice((inset, height - inset))
        contact = self._down(at)
        self.place.pass_frames(round(HELD) + 1, 1.0)
        for digit in self.rng.choice(("0000", "1234", PIN[:-1], PIN + "0", "")):
            post(pygame.TEXTINPUT, text=digit)
        post(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=0)
        if contact in self._lying:
            self._up(contact)

    # Games ---------------------------------------------------------------------------------------

    def play(self) -> None:
        """Who is to act plays a legal move, as far as people can now."""
        scene = self.app.stack.top
        if isinstance(scene, PlayScene) and scene.asked is not None and scene.waiting is None:
            scene.commit(next_move(scene.match, self.rng))
        else:
            self.tap()

    def sit_down(self) -> None:
        """Somebody sits down to a game that is about to end."""
        if not isinstance(self.app.stack.top, PlayScene):
            self.app.stack.change(Home(near_the_end(self.rng)))

    def go_away(self) -> None:
        """Nobody is there, for minutes or for an hour."""
        self.place.pass_frames(self.rng.choice(AWAY), 1.0)


def post(kind: int, **values: object) -> None:
    """Let a device say something."""
    pygame.event.post(pygame.event.Event(kind, values))


def targets(scene: Scene) -> list[Point]:
    """Where a scene can be touched, in units: widgets, and the places of a board."""
    found = [
        box.center for layer in layers_of(scene) for box in layer.tappable()
    ]
    if isinstance(scene, PlayScene):
        found += [spot.center for spot in scene.offered()]
    return found


ACTS: Final[dict[str, tuple[float, Callable[[Strangers], None]]]] = {
    "taps": (40, Strangers.tap),
    "moves": (30, Strangers.play),
    "drags": (12, Strangers.drag),
    "crowds": (8, Strangers.crowd),
    "palms": (5, Strangers.palm),
    "disorder": (3, Strangers.disorder),
    "mice": (3, Strangers.mouse),
    "keys": (4, Strangers.keys),
    "gamepads": (3, Strangers.pads),
    "window": (2, Strangers.window),
    "corners": (0.5, Strangers.corner),
    "sitting down": (4, Strangers.sit_down),
    "going away": (0.4, Strangers.go_away),
}
"""What strangers do, and how often."""
NAMES: Final = tuple(ACTS)
WEIGHTS: Final = tuple(weight for weight, _ in ACTS.values())
