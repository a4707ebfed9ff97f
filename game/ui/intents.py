"""What a person wants, whatever device says it: the one place where events become intents.

Fingers are told apart by touch and finger id, and the mouse events that SDL makes up from
touches are dropped. A finger that is down has the lowest free number, as systems may give every
touch an id of its own. A gamepad has a number; which seat it serves is the scene's business.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import Literal, TypeAlias

import pygame

from game.ui.frame import Point

Kind: TypeAlias = Literal[
    "hover", "press", "drag", "release", "tap", "hold", "lost", "wheel",
    "focus", "confirm", "rest", "cancel", "menu", "turn", "command", "text",
]
Source: TypeAlias = Literal["mouse", "touch", "keys", "pad"]

TAP_SLACK = 16.0
"""Table units a pointer may stray and still tap."""
FINGER_PIXELS = 14.0
"""Pixels a fingertip may roll and still tap, where they are more: on small screens."""
HOLD_AFTER = 0.5
REPEAT_AFTER, REPEAT_EVERY = 0.4, 0.12
STICK_DEAD = 0.5


@dataclass(frozen=True, slots=True)
class Intent:
    """One wish.

    `pos` and `vector` are in table units. `vector` is the way since the last intent of the same
    pointer, or the direction of *focus* ((0, 0) with `value` ±1: next or previous). `value` is
    the wheel's or the turn's amount. `name` is the command or the text typed. `moved` tells of a
    *release* whether the pointer strayed. `pad` is the gamepad's number. *rest* tells that the
    key or button which said *confirm* is let go of.
    """

    kind: Kind
    pos: Point = (0.0, 0.0)
    vector: Point = (0.0, 0.0)
    pointer: str = ""
    source: Source = "mouse"
    value: float = 0.0
    name: str = ""
    moved: bool = False
    pad: int | None = None


@dataclass(slots=True)
class _Pointer:
    """A finger or the mouse while it is down."""

    source: Source
    start: Point
    pos: Point
    since: float
    moved: bool = False
    held: bool = False


@dataclass(slots=True)
class _Stick:
    """A direction held on a gamepad, repeating like a key."""

    vector: Point
    pad: int
    next_at: float


KEYS: dict[int, Intent] = {
    pygame.K_LEFT: Intent("focus", vector=(-1, 0), source="keys"),
    pygame.K_RIGHT: Intent("focus", vector=(1, 0), source="keys"),
    pygame.K_UP: Intent("focus", vector=(0, -1), source="keys"),
    pygame.K_DOWN: Intent("focus", vector=(0, 1), source="keys"),
    pygame.K_TAB: Intent("focus", value=1, source="keys"),
    pygame.K_RETURN: Intent("confirm", source="keys"),
    pygame.K_KP_ENTER: Intent("confirm", source="keys"),
    pygame.K_SPACE: Intent("confirm", source="keys"),
    pygame.K_ESCAPE: Intent("cancel", source="keys"),
    pygame.K_F10: Intent("menu", source="keys"),
    pygame.K_MENU: Intent("menu", source="keys"),
    pygame.K_q: Intent("turn", value=-1, source="keys"),
    pygame.K_e: Intent("turn", value=1, source="keys"),
    pygame.K_F1: Intent("command", name="help", source="keys"),
    pygame.K_F2: Intent("command", name="rules", source="keys"),
    pygame.K_F11: Intent("command", name="fullscreen", source="keys"),
    pygame.K_h: Intent("command", name="hint", source="keys"),
    pygame.K_u: Intent("command", name="undo", source="keys"),
    pygame.K_r: Intent("command", name="redo", source="keys"),
    pygame.K_BACKSPACE: Intent("command", name="undo", source="keys"),
    pygame.K_PLUS: Intent("command", name="zoom_in", source="keys"),
    pygame.K_KP_PLUS: Intent("command", name="zoom_in", source="keys"),
    pygame.K_MINUS: Intent("command", name="zoom_out", source="keys"),
    pygame.K_KP_MINUS: Intent("command", name="zoom_out", source="keys"),
    pygame.K_PAGEUP: Intent("command", name="page_up", source="keys"),
    pygame.K_PAGEDOWN: Intent("command", name="page_down", source="keys"),
    pygame.K_HOME: Intent("command", name="first", source="keys"),
    pygame.K_END: Intent("command", name="last", source="keys"),
}

CHORDS: dict[tuple[int, int], Intent] = {
    (pygame.KMOD_CTRL, pygame.K_z): Intent("command", name="undo", source="keys"),
    (pygame.KMOD_CTRL, pygame.K_y): Intent("command", name="redo", source="keys"),
    (pygame.KMOD_ALT, pygame.K_RETURN): Intent("command", name="fullscreen", source="keys"),
    (pygame.KMOD_SHIFT, pygame.K_TAB): Intent("focus", value=-1, source="keys"),
}

TYPING: dict[int, Intent] = {
    pygame.K_BACKSPACE: Intent("command", name="backspace", source="keys"),
    pygame.K_DELETE: Intent("command", name="backspace", source="keys"),
}
_TYPING_PASSES = {"focus", "confirm", "cancel", "menu"}

BUTTONS: dict[int, Intent] = {
    pygame.CONTROLLER_BUTTON_A: Intent("confirm", source="pad"),
    pygame.CONTROLLER_BUTTON_B: Intent("cancel", source="pad"),
    pygame.CONTROLLER_BUTTON_X: Intent("command", name="hint", source="pad"),
    pygame.CONTROLLER_BUTTON_Y: Intent("command", name="undo", source="pad"),
    pygame.CONTROLLER_BUTTON_BACK: Intent("command", name="help", source="pad"),
    pygame.CONTROLLER_BUTTON_START: Intent("menu", source="pad"),
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: Intent("turn", value=-1, source="pad"),
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: Intent("turn", value=1, source="pad"),
}
DIRECTIONS: dict[int, Point] = {
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: (-1, 0),
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: (1, 0),
    pygame.CONTROLLER_BUTTON_DPAD_UP: (0, -1),
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: (0, 1),
}


@dataclass(slots=True)
class Devices:
    """Turns pygame's events into intents.

    `size` is the window in pixels. While `typing` is true, letters are text and not commands.
    """

    size: tuple[int, int]
    typing: bool = False
    _down: dict[str, _Pointer] = field(default_factory=dict)
    _fingers: dict[tuple[int, int], str] = field(default_factory=dict)
    _sticks: dict[tuple[int, str], _Stick] = field(default_factory=dict)
    _axes: dict[tuple[int, int], float] = field(default_factory=dict)
    _mouse: Point = (0.0, 0.0)
    _confirming: bool = False

    def read(self, event: pygame.event.Event, now: float) -> list[Intent]:
        """The intents an event stands for; `now` in seconds."""
        if getattr(event, "touch", False):
            return []  # SDL made this mouse event up from a finger, which speaks for itself
        reader = _READERS.get(event.type)
        return reader(self, event, now) if reader else []

    def tick(self, now: float) -> list[Intent]:
        """Intents that time brings: holding still, and directions that repeat."""
        found: list[Intent] = []
        for name, pointer in self._down.items():
            if not pointer.held and not pointer.moved and now - pointer.since >= HOLD_AFTER:
                pointer.held = True
                found.append(Intent("hold", pointer.pos, pointer=name, source=pointer.source))
        for stick in self._sticks.values():
            if now >= stick.next_at:
                stick.next_at = now + REPEAT_EVERY
                found.append(Intent("focus", vector=stick.vector, source="pad", pad=stick.pad))
        return found

    def drop(self) -> list[Intent]:
        """Forget everything that is held, as when the window loses the focus."""
        lost = [
            Intent("lost", pointer.pos, pointer=name, source=pointer.source)
            for name, pointer in self._down.items()
        ]
        self._down.clear()
        self._fingers.clear()
        self._sticks.clear()
        self._axes.clear()
        return lost

    # Pointers ----------------------------------------------------------------------------------

    def _units(self, x: float, y: float) -> Point:
        scale = min(self.size) / 1080
        return x / scale, y / scale

    def _slack(self, source: Source) -> float:
        """How far a pointer may stray, in table units, and still tap."""
        if source == "touch":
            return max(TAP_SLACK, self._units(FINGER_PIXELS, 0)[0])
        return TAP_SLACK

    def _press(self, name: str, source: Source, pos: Point, now: float) -> list[Intent]:
        lost = self._lose(name)
        self._down[name] = _Pointer(source, pos, pos, now)
        return [*lost, Intent("press", pos, pointer=name, source=source)]

    def _lose(self, name: str) -> list[Intent]:
        """A pointer that went down twice never came up: the first one is lost."""
        old = self._down.pop(name, None)
        return [Intent("lost", old.pos, pointer=name, source=old.source)] if old else []

    def _drag(self, name: str, pos: Point) -> list[Intent]:
        pointer = self._down.get(name)
        if pointer is None:
            return []
        vector = pos[0] - pointer.pos[0], pos[1] - pointer.pos[1]
        pointer.pos = pos
        away = abs(pos[0] - pointer.start[0]) + abs(pos[1] - pointer.start[1])
        pointer.moved = pointer.moved or away > self._slack(pointer.source)
        moved = pointer.moved
        return [Intent("drag", pos, vector, name, pointer.source, moved=moved)]

    def _release(self, name: str, pos: Point) -> list[Intent]:
        pointer = self._down.pop(name, None)
        if pointer is None:
            return []
        source = pointer.source
        found = [Intent("release", pos, pointer=name, source=source, moved=pointer.moved)]
        if not pointer.moved and not pointer.held:
            found.append(Intent("tap", pos, pointer=name, source=source))
        return found

    # Events ------------------------------------------------------------------------------------

    def _mouse_down(self, event: pygame.event.Event, now: float) -> list[Intent]:
        pos = self._units(*event.pos)
        if event.button == 1:
            return self._press("mouse", "mouse", pos, now)
        if event.button == 3:
            return [Intent("cancel", pos, pointer="mouse")]
        return []

    def _mouse_move(self, event: pygame.event.Event, now: float) -> list[Intent]:
        self._mouse = self._units(*event.pos)
        if "mouse" in self._down:
            return self._drag("mouse", self._mouse)
        return [Intent("hover", self._mouse, pointer="mouse")]

    def _mouse_up(self, event: pygame.event.Event, now: float) -> list[Intent]:
        return self._release("mouse", self._units(*event.pos)) if event.button == 1 else []

    def _wheel(self, event: pygame.event.Event, now: float) -> list[Intent]:
        return [Intent("wheel", self._mouse, pointer="mouse", value=float(event.y))]

    def _finger(self, event: pygame.event.Event, now: float) -> list[Intent]:
        finger = event.touch_id, event.finger_id
        pos = self._units(event.x * self.size[0], event.y * self.size[1])
        if event.type == pygame.FINGERDOWN:
            names = (f"touch:{number}" for number in count())
            free = next(name for name in names if name not in self._down)
            return self._press(self._fingers.setdefault(finger, free), "touch", pos, now)
        if event.type == pygame.FINGERMOTION:
            return self._drag(self._fingers.get(finger, ""), pos)
        return self._release(self._fingers.pop(finger, ""), pos)

    def _key(self, event: pygame.event.Event, now: float) -> list[Intent]:
        mod = getattr(event, "mod", 0)
        for (chord, key), intent in CHORDS.items():
            if mod & chord and event.key == key:
                return [intent]
        if self.typing:
            plain = TYPING.get(event.key) or KEYS.get(event.key)
            letter = event.key == pygame.K_SPACE
            passes = plain and (event.key in TYPING or plain.kind in _TYPING_PASSES)
            return self._said(plain) if passes and not letter else []
        if mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return []
        return self._said(KEYS.get(event.key))

    def _said(self, intent: Intent | None) -> list[Intent]:
        if intent is None:
            return []
        self._confirming = self._confirming or intent.kind == "confirm"
        return [intent]

    def _key_up(self, event: pygame.event.Event, now: float) -> list[Intent]:
        plain = KEYS.get(event.key)
        return self._rest() if plain and plain.kind == "confirm" else []

    def _rest(self) -> list[Intent]:
        """No key says *confirm* any more, if one did."""
        was, self._confirming = self._confirming, False
        return [Intent("rest", source="keys")] if was else []

    def _text(self, event: pygame.event.Event, now: float) -> list[Intent]:
        return [Intent("text", source="keys", name=event.text)] if self.typing else []

    def _button(self, event: pygame.event.Event, now: float) -> list[Intent]:
        pad = int(event.instance_id)
        if event.button in DIRECTIONS:
            return self._stick(pad, f"d{event.button}", DIRECTIONS[event.button], now)
        template = BUTTONS.get(event.button)
        if template is None:
            return []
        kind, value, name = template.kind, template.value, template.name
        return [Intent(kind, source="pad", value=value, name=name, pad=pad)]

    def _button_up(self, event: pygame.event.Event, now: float) -> list[Intent]:
        pad = int(event.instance_id)
        self._sticks.pop((pad, f"d{event.button}"), None)
        plain = BUTTONS.get(event.button)
        if plain is None or plain.kind != "confirm":
            return []
        return [Intent("rest", source="pad", pad=pad)]

    def _axis(self, event: pygame.event.Event, now: float) -> list[Intent]:
        if event.axis not in (pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY):
            return []
        pad, key = int(event.instance_id), (int(event.instance_id), int(event.axis))
        before = self._axes.get(key, 0.0)
        # pygame gives −32768…32767 or −1…1, depending on its version.
        value = event.value / 32768 if abs(event.value) > 1 else float(event.value)
        self._axes[key] = value
        level = (value > STICK_DEAD) - (value < -STICK_DEAD)
        old = (before > STICK_DEAD) - (before < -STICK_DEAD)
        if level == old:
            return []
        if level == 0:
            self._sticks.pop((pad, f"a{event.axis}"), None)
            return []
        across = event.axis == pygame.CONTROLLER_AXIS_LEFTX
        return self._stick(pad, f"a{event.axis}", (level, 0) if across else (0, level), now)

    def _stick(self, pad: int, name: str, vector: Point, now: float) -> list[Intent]:
        self._sticks[pad, name] = _Stick(vector, pad, now + REPEAT_AFTER)
        return [Intent("focus", vector=vector, source="pad", pad=pad)]

    def _focus_lost(self, event: pygame.event.Event, now: float) -> list[Intent]:
        return [*self.drop(), *self._rest()]


_READERS = {
    pygame.MOUSEBUTTONDOWN: Devices._mouse_down,
    pygame.MOUSEMOTION: Devices._mouse_move,
    pygame.MOUSEBUTTONUP: Devices._mouse_up,
    pygame.MOUSEWHEEL: Devices._wheel,
    pygame.FINGERDOWN: Devices._finger,
    pygame.FINGERMOTION: Devices._finger,
    pygame.FINGERUP: Devices._finger,
    pygame.KEYDOWN: Devices._key,
    pygame.KEYUP: Devices._key_up,
    pygame.TEXTINPUT: Devices._text,
    pygame.CONTROLLERBUTTONDOWN: Devices._button,
    pygame.CONTROLLERBUTTONUP: Devices._button_up,
    pygame.CONTROLLERAXISMOTION: Devices._axis,
    pygame.WINDOWFOCUSLOST: Devices._focus_lost,
}
