"""Somebody on the couch with nothing but a gamepad: its buttons, as SDL reports them."""

from __future__ import annotations

from collections import deque

import pygame

from game.scenes.core.menu import MenuScene
from game.scenes.core.stack import Stack
from game.scenes.review.highlights import Course
from game.ui.intents import BUTTONS, Devices, Intent
from game.ui.layer import Focus, Thing
from game.ui.widgets import Choice, Slider, Toggle, Widget
from tests.scenes.by_keys import ENTER, STEPS, Keys

CROSS = STEPS[:4]
"""The four directions; a gamepad has no Tab."""
A, B, X, Y = range(4)
BACK, START = pygame.CONTROLLER_BUTTON_BACK, pygame.CONTROLLER_BUTTON_START
LEFT, RIGHT = (
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER,
)  # fmt: skip

SAID = {button: (said.kind, said.vector, said.value) for button, said in BUTTONS.items()}


class Pad(Keys):
    """A virtual gamepad; what its buttons mean is found out by the table's own devices."""

    @property
    def steps(self) -> tuple[Intent, ...]:  # type: ignore[override]
        """The cross, and the shoulders where they turn nothing."""
        return CROSS if self.scene.input.turns else STEPS

    def __init__(self, stack: Stack, number: int = 0, devices: Devices | None = None) -> None:
        super().__init__(stack)
        self.number = number
        self.devices = devices or Devices((1280, 720))
        self._now = 0.0

    def press(self, intent: Intent) -> None:
        """Press the button that says what a key would; the shoulders stand for Tab, too."""
        if intent.kind == "focus" and intent.value:
            intent = Intent("turn", value=intent.value)
        said = intent.kind, intent.vector, intent.value
        self.button(next(button for button, meant in SAID.items() if meant == said))

    def button(self, button: int, seconds: float = 0.0) -> None:
        """Press a button and let it go, after some seconds."""
        self.presses += 1
        self._post(pygame.CONTROLLERBUTTONDOWN, button)
        while seconds > 0:
            self.stack.update(0.1)
            seconds -= 0.1
        self._post(pygame.CONTROLLERBUTTONUP, button)

    def _post(self, kind: int, button: int) -> None:
        self._now += 0.1
        event = pygame.event.Event(kind, button=button, instance_id=self.number)
        for intent in self.devices.read(event, self._now):
            self.stack.on(intent)

    # Sheets and menus -----------------------------------------------------------------------

    def choose(self, name: str) -> None:
        """Go to the widget with this text or icon with the cross alone, and press A."""
        found = [target for target in self.things() if name in _names(target)]
        assert found, f"no {name!r} among {[_names(target) for target in self.things()]}"
        self.go_to_widget(found[0])
        self.press(ENTER)

    def set(self, values: tuple[object, ...], value: object) -> None:
        """Steer the choice between these values to one of them."""

        def choice() -> Choice[object]:
            return next(
                each for each in self.things()
                if isinstance(each, Choice) and tuple(v for v, _ in each.values) == values
            )  # fmt: skip

        self.go_to_widget(choice())
        while choice().value != value:
            here = choice()
            wanted = [v for v, _ in here.values].index(value)
            self.press(CROSS[0] if wanted > here.index else CROSS[1])

    def things(self) -> list[Widget]:
        """All that can be reached on the sheet on top."""
        layers = self.sheet.all_layers()
        first = max((n for n, layer in enumerate(layers) if layer.modal), default=0)
        return [target for layer in layers[first:] for target in layer.targets()]

    @property
    def sheet(self) -> MenuScene:
        assert isinstance(self.stack.top, MenuScene)
        return self.stack.top

    def go_to_widget(self, widget: Widget) -> None:
        """Move the focus of a sheet there."""
        if not self.sheet.focus.visible:
            self.press(CROSS[0])
        while self.sheet.focus.current is not widget:
            for step in self._way_on_sheet(widget):
                self.press(step)
            assert self.presses < 1000, "it leads nowhere"

    def _way_on_sheet(self, widget: Widget) -> list[Intent]:
        """The shortest way to a widget; the list scrolls as the focus moves."""
        layers, rows, probe = self.sheet.all_layers(), self.sheet.scrolled, Focus()
        probe.visible = True
        start = rows.offset if rows else 0.0
        ways: deque[tuple[Thing | None, float, list[Intent]]] = deque(
            [(self.sheet.focus.current, start, [])]
        )
        seen = {id(self.sheet.focus.current)}
        while ways:
            here, offset, way = ways.popleft()
            for step in CROSS:
                if step.vector[0] and isinstance(here, Widget) and _changes(here, step.vector[0]):
                    continue
                if rows:
                    rows.scroll_to(offset)
                probe.current = here
                probe.on(step, layers)
                new, scrolled = probe.current, rows.offset if rows else 0.0
                if rows:
                    rows.scroll_to(start)
                if new is widget:
                    return [*way, step]
                if id(new) not in seen:
                    seen.add(id(new))
                    ways.append((new, scrolled, [*way, step]))
        raise AssertionError(f"the cross does not lead to {_names(widget)}")


def _changes(widget: Widget, way: float) -> bool:
    """Whether left or right changes a value there instead of leading on."""
    match widget:
        case Choice():
            return bool(0 <= widget.index + way < len(widget.values))
        case Toggle():
            return widget.value != (way > 0)
    return isinstance(widget, Slider | Course)


def _names(widget: Widget) -> list[object]:
    return [found for key in ("text", "icon", "game") if (found := getattr(widget, key, None))]
