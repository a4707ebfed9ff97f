"""What a person wants, whatever device says it: the one place where events become intents.

Fingers are told apart by touch and finger id, and the mouse events that are made up from touches
are dropped; `contacts` knows which touches are fingers. One that is down has the lowest free
number, as systems may give every touch an id of its own. A gamepad has a number; which seat it
serves is the scene's business.
"""

from dataclasses import dataclass, field, replace
from itertools import count
from typing import Literal, TypeAlias

import pygame

from game.ui.contacts import MOUSE, Contact, Contacts, Touch
from game.ui.frame import Point

Kind: TypeAlias = Literal[
    "hover", "press", "drag", "release", "tap", "hold", "lost", "wheel",
    "focus", "confirm", "rest", "cancel", "menu", "turn", "command", "text", "lift",
]
Source: TypeAlias = Literal["mouse", "touch", "keys", "pad"]
HELD: tuple[Kind, ...] = ("press", "drag", "hold", "release", "tap", "lost")
"""What a pointer that has gone down does."""

TAP_SLACK = 16.0
"""Table units a pointer may stray and still tap."""
FINGER_PIXELS = 14.0
"""Pixels a fingertip may roll and still tap, where they are more: on small screens."""
HOLD_AFTER = 0.5
REPEAT_AFTER, REPEAT_EVERY = 0.4, 0.12
KEYBOARD = -1
"""Stands for the keyboard where gamepads have their numbers."""
REPEAT_FOR = 15.0
"""Seconds after which a direction counts as stuck, as on a gamepad that lies on its stick."""
STICK_DEAD, STICK_BACK = 0.5, 0.3
"""How far a stick is pushed before it says something, and how far back it has gone when it rests:
what trembles between them says nothing twice.
"""


@dataclass(frozen=True, slots=True)
class Intent:
    """One wish.

    `pos` and `vector` are in table units. `vector` is the way since the last intent of the same
    pointer, or the direction of *focus* ((0, 0) with `value` ±1: next or previous). `value` is
    the wheel's or the turn's amount. `name` is the command or the text typed. `moved` tells of a
    *release* whether the pointer strayed. `pad` is the gamepad's number. *rest* tells that the
    key or button which said *confirm* is let go of, *lift* that the mouse's right button is, which
    said *cancel* when it went down.
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


def _command(name: str) -> Intent:
    return Intent("command", name=name)


_SAID: tuple[tuple[Intent, tuple[int, ...], tuple[int, ...]], ...] = (
    (Intent("focus", vector=(-1, 0)), (pygame.K_LEFT,), (pygame.CONTROLLER_BUTTON_DPAD_LEFT,)),
    (Intent("focus", vector=(1, 0)), (pygame.K_RIGHT,), (pygame.CONTROLLER_BUTTON_DPAD_RIGHT,)),
    (Intent("focus", vector=(0, -1)), (pygame.K_UP,), (pygame.CONTROLLER_BUTTON_DPAD_UP,)),
    (Intent("focus", vector=(0, 1)), (pygame.K_DOWN,), (pygame.CONTROLLER_BUTTON_DPAD_DOWN,)),
    (Intent("focus", value=1), (pygame.K_TAB,), ()),
    (Intent("confirm"), (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE),
     (pygame.CONTROLLER_BUTTON_A,)),
    (Intent("cancel"), (pygame.K_ESCAPE,), (pygame.CONTROLLER_BUTTON_B,)),
    (Intent("menu"), (pygame.K_F10, pygame.K_MENU), (pygame.CONTROLLER_BUTTON_START,)),
    (Intent("turn", value=-1), (pygame.K_q,), (pygame.CONTROLLER_BUTTON_LEFTSHOULDER,)),
    (Intent("turn", value=1), (pygame.K_e,), (pygame.CONTROLLER_BUTTON_RIGHTSHOULDER,)),
    (_command("help"), (pygame.K_F1,), (pygame.CONTROLLER_BUTTON_BACK,)),
    (_command("rules"), (pygame.K_F2,), ()),
    (_command("fullscreen"), (pygame.K_F11,), ()),
    (_command("hint"), (pygame.K_h,), (pygame.CONTROLLER_BUTTON_X,)),
    (_command("explain"), (pygame.K_i,),
     (pygame.CONTROLLER_BUTTON_LEFTSTICK, pygame.CONTROLLER_BUTTON_RIGHTSTICK)),
    (_command("undo"), (pygame.K_u, pygame.K_BACKSPACE), (pygame.CONTROLLER_BUTTON_Y,)),
    (_command("redo"), (pygame.K_r,), ()),
    # On many keyboards plus is written with Shift on the key of the equals sign.
    (_command("zoom_in"), (pygame.K_PLUS, pygame.K_EQUALS, pygame.K_KP_PLUS), ()),
    (_command("zoom_out"), (pygame.K_MINUS, pygame.K_KP_MINUS), ()),
    (_command("page_up"), (pygame.K_PAGEUP,), ()),
    (_command("page_down"), (pygame.K_PAGEDOWN,), ()),
    (_command("first"), (pygame.K_HOME,), ()),
    (_command("last"), (pygame.K_END,), ()),
)  # fmt: skip
"""What is said by which keys, and by which buttons of a gamepad."""
KEYS = {key: replace(said, source="keys") for said, keys, _ in _SAID for key in keys}
BUTTONS = {each: replace(said, source="pad") for said, _, buttons in _SAID for each in buttons}
_CONFIRM = KEYS[pygame.K_RETURN]
CHORDS: dict[tuple[int, int], Intent] = {
    (pygame.KMOD_CTRL, pygame.K_z): KEYS[pygame.K_u],
    (pygame.KMOD_CTRL, pygame.K_y): KEYS[pygame.K_r],
    (pygame.KMOD_CTRL, pygame.K_v): Intent("command", name="paste", source="keys"),
    (pygame.KMOD_ALT, pygame.K_RETURN): KEYS[pygame.K_F11],
    (pygame.KMOD_SHIFT, pygame.K_TAB): Intent("focus", value=-1, source="keys"),
}
_ERASE = Intent("command", name="backspace", source="keys")
TYPING: dict[int, Intent] = {
    pygame.K_BACKSPACE: _ERASE,
    pygame.K_DELETE: _ERASE,
    **{
        key: intent for key, intent in KEYS.items()
        if intent.kind in ("focus", "confirm", "cancel", "menu") and key != pygame.K_SPACE
    },
}  # fmt: skip
"""The keys that are not letters while somebody is typing."""

STICK = pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY
TRIGGERS = {
    pygame.CONTROLLER_AXIS_TRIGGERLEFT: "zoom_out",
    pygame.CONTROLLER_AXIS_TRIGGERRIGHT: "zoom_in",
}


@dataclass(slots=True)
class Devices:
    """Turns pygame's events into intents.

    `size` is the window in pixels. While `typing` is true, letters are text and not commands.
    """

    size: tuple[int, int]
    typing: bool = False
    _contacts: Contacts = field(default_factory=Contacts)
    _sticks: dict[tuple[int, str], tuple[float, float, Intent]] = field(default_factory=dict)
    """Directions held on gamepads and what turns, which repeat: since when, when next, and what
    they say."""
    _levels: dict[tuple[int, int], int] = field(default_factory=dict)
    _mouse: Point = (0.0, 0.0)
    _confirming: bool = False

    def read(self, event: pygame.event.Event, now: float) -> list[Intent]:
        """The intents an event stands for; `now` in seconds."""
        if getattr(event, "touch", False):
            return []  # SDL made this mouse event up from a finger, which speaks for itself
        match event.type:
            case pygame.MOUSEBUTTONDOWN | pygame.MOUSEBUTTONUP | pygame.MOUSEMOTION:
                return self._from_mouse(event, self._units(*event.pos), now)
            case pygame.MOUSEWHEEL:
                return [Intent("wheel", self._mouse, pointer="mouse", value=float(event.y))]
            case pygame.FINGERDOWN | pygame.FINGERMOTION | pygame.FINGERUP:
                return self._finger(event, now)
            case pygame.KEYDOWN:
                return self._key(event, now)
            case pygame.KEYUP:
                self._sticks.pop((KEYBOARD, f"k{event.key}"), None)
                return self._rest() if KEYS.get(event.key) == _CONFIRM else []
            case pygame.TEXTINPUT if self.typing:
                return [Intent("text", source="keys", name=event.text)]
            case pygame.CONTROLLERBUTTONDOWN:
                return self._button(event, now)
            case pygame.CONTROLLERBUTTONUP:
                self._sticks.pop((int(event.instance_id), f"d{event.button}"), None)
                if event.button == pygame.CONTROLLER_BUTTON_A:
                    return [Intent("rest", source="pad", pad=int(event.instance_id))]
            case pygame.CONTROLLERDEVICEREMOVED:
                return self._unplugged(int(event.instance_id))
            case pygame.CONTROLLERAXISMOTION:
                return self._axis(event, now)
            case pygame.WINDOWFOCUSLOST:
                return [*self.drop(), *self._rest()]
        return []

    def tick(self, now: float) -> list[Intent]:
        """Intents that time brings: holding still, for too long, and directions that repeat."""
        found: list[Intent] = []
        for touch in self._contacts.lying.values():
            rests = touch.pointer and not touch.held and not touch.moved
            if rests and now - touch.since >= HOLD_AFTER:
                touch.held = True
                found.append(_said("hold", touch))
        for touch in self._contacts.tick(now):
            found += _lost(touch)
        for stick, (since, due, said) in list(self._sticks.items()):
            if now - since >= REPEAT_FOR:
                del self._sticks[stick]
            elif now >= due:
                self._sticks[stick] = since, now + REPEAT_EVERY, said
                found.append(said)
        return found

    def drop(self) -> list[Intent]:
        """Forget everything that is held, as when the window loses the focus."""
        lost = [intent for touch in self._contacts.lying.values() for intent in _lost(touch)]
        self._contacts.lying.clear()
        self._sticks.clear()
        self._levels.clear()
        return lost

    def _units(self, x: float, y: float) -> Point:
        scale = min(self.size) / 1080
        return x / scale, y / scale

    def _from_mouse(self, event: pygame.event.Event, pos: Point, now: float) -> list[Intent]:
        """What the mouse does, unless it only says again what a finger has said."""
        mouse = self._contacts.lying.get(MOUSE)
        match event.type, getattr(event, "button", 0):
            case pygame.MOUSEBUTTONUP, 1:
                return self._release(MOUSE, pos, now)
            case pygame.MOUSEBUTTONUP, 3:
                return [Intent("lift", pos, pointer="mouse")]
            case pygame.MOUSEMOTION, _ if mouse and mouse.pointer:
                self._mouse = pos
                return self._drag(MOUSE, pos, now)
            case _ if self._contacts.echoes(pos, now):
                return []
            case pygame.MOUSEMOTION, _:
                self._mouse = pos
                return [Intent("hover", pos, pointer="mouse")]
            case pygame.MOUSEBUTTONDOWN, 1:
                return self._press(MOUSE, pos, now)
            case pygame.MOUSEBUTTONDOWN, 3:
                return [Intent("cancel", pos, pointer="mouse")]
        return []

    def _finger(self, event: pygame.event.Event, now: float) -> list[Intent]:
        contact = event.touch_id, event.finger_id
        if event.touch_id == MOUSE[0]:
            return []  # SDL made it up from the mouse, which speaks for itself
        pos = self._units(event.x * self.size[0], event.y * self.size[1])
        if event.type == pygame.FINGERDOWN:
            mouse = self._contacts.lying.get(MOUSE)
            lost = _lost(mouse) if self._contacts.doubles(pos, now) else []
            return [*lost, *self._press(contact, pos, now)]
        read = self._drag if event.type == pygame.FINGERMOTION else self._release
        return read(contact, pos, now)

    def _press(self, contact: Contact, pos: Point, now: float) -> list[Intent]:
        lying = self._contacts.lying
        found = _lost(lying.get(contact))
        for other in self._contacts.down(contact, pos, now):
            found += _lost(other)
        touch = lying[contact]
        if touch.palm:
            return found
        names = {each.pointer for each in lying.values()}
        fingers = (f"touch:{number}" for number in count())
        touch.pointer = "mouse" if contact == MOUSE else next(n for n in fingers if n not in names)
        return [*found, _said("press", touch)]

    def _drag(self, contact: Contact, pos: Point, now: float) -> list[Intent]:
        touch = self._contacts.lying.get(contact)
        if touch is None:
            return []
        vector = pos[0] - touch.pos[0], pos[1] - touch.pos[1]
        touch.move(pos, now)
        if not touch.pointer:
            return []
        away = abs(pos[0] - touch.start[0]) + abs(pos[1] - touch.start[1])
        rolls = 0.0 if contact == MOUSE else self._units(FINGER_PIXELS, 0)[0]
        touch.moved = touch.moved or away > max(TAP_SLACK, rolls)
        return [_said("drag", touch, vector, touch.moved)]

    def _release(self, contact: Contact, pos: Point, now: float) -> list[Intent]:
        touch = self._contacts.up(contact, now)
        if touch is None or not touch.pointer:
            return []
        touch.pos = pos
        found = [_said("release", touch, moved=touch.moved)]
        if not touch.moved and not touch.held:
            found.append(_said("tap", touch))
        return found

    def _key(self, event: pygame.event.Event, now: float) -> list[Intent]:
        mod = getattr(event, "mod", 0)
        for (chord, key), intent in CHORDS.items():
            if mod & chord and event.key == key:
                return [intent]
        if mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT) and not self.typing:
            return []
        said = (TYPING if self.typing else KEYS).get(event.key)
        self._confirming = self._confirming or said == _CONFIRM
        if said and said.kind == "turn":
            return self._held(KEYBOARD, f"k{event.key}", said, now)
        return [said] if said else []

    def _rest(self) -> list[Intent]:
        """No key says *confirm* any more, if one did."""
        was, self._confirming = self._confirming, False
        return [Intent("rest", source="keys")] if was else []

    def _button(self, event: pygame.event.Event, now: float) -> list[Intent]:
        pad = int(event.instance_id)
        said = BUTTONS.get(event.button)
        if said and said.kind in ("focus", "turn"):
            return self._held(pad, f"d{event.button}", replace(said, pad=pad), now)
        return [replace(said, pad=pad)] if said else []

    def _axis(self, event: pygame.event.Event, now: float) -> list[Intent]:
        if event.axis not in (*STICK, *TRIGGERS):
            return []
        pad, key = int(event.instance_id), (int(event.instance_id), int(event.axis))
        # pygame gives −32768…32767 or −1…1, depending on its version.
        value = event.value / 32768 if abs(event.value) > 1 else float(event.value)
        before = self._levels.get(key, 0)
        level = (value > STICK_DEAD) - (value < -STICK_DEAD)
        if before * value > STICK_BACK:
            level = before
        self._levels[key] = level
        if level == before:
            return []
        if event.axis in TRIGGERS:
            return [Intent("command", name=TRIGGERS[event.axis], source="pad", pad=pad)][:level]
        if level == 0:
            self._sticks.pop((pad, f"a{event.axis}"), None)
            return []
        way = (level, 0) if event.axis == pygame.CONTROLLER_AXIS_LEFTX else (0, level)
        said = Intent("focus", vector=way, source="pad", pad=pad)
        return self._held(pad, f"a{event.axis}", said, now)

    def _unplugged(self, pad: int) -> list[Intent]:
        """Nothing is held on this gamepad any more."""
        self._sticks = {key: held for key, held in self._sticks.items() if key[0] != pad}
        self._levels = {key: level for key, level in self._levels.items() if key[0] != pad}
        return [Intent("rest", source="pad", pad=pad)]

    def _held(self, pad: int, name: str, said: Intent, now: float) -> list[Intent]:
        """Something that says the same again and again until it is let go."""
        self._sticks[pad, name] = now, now + REPEAT_AFTER, said
        return [said]


def _said(kind: Kind, touch: Touch, vector: Point = (0.0, 0.0), moved: bool = False) -> Intent:
    """What a pointer says where it is."""
    source: Source = "mouse" if touch.pointer == "mouse" else "touch"
    return Intent(kind, touch.pos, vector, touch.pointer, source, moved=moved)


def _lost(touch: Touch | None) -> list[Intent]:
    """A pointer is none any more, if it was one."""
    if touch is None or not touch.pointer:
        return []
    lost = _said("lost", touch)
    touch.pointer = ""
    return [lost]
