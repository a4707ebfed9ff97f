"""Hands at the guest book: they look for a button by what it says, press it, hold it, type."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from game.scenes.core.menu import MenuScene
from game.scenes.core.stack import Stack
from game.ui.frame import Point
from game.ui.intents import Intent
from game.ui.widgets import Button, Group, Label, Widget
from tests.tools import headless

ENTER = Intent("confirm", source="keys")
LET_GO = Intent("rest", source="keys")
ESCAPE = Intent("cancel", source="keys")
TAB = Intent("focus", value=1, source="keys")
DOWN, UP = (Intent("focus", vector=(0, y), source="keys") for y in (1, -1))
RIGHT = Intent("focus", vector=(1, 0), source="keys")


def top(stack: Stack) -> Any:
    assert isinstance(stack.top, MenuScene)
    return stack.top


def targets(stack: Stack) -> list[Widget]:
    """What can be touched now; under a question only its answers."""
    layers = top(stack).all_layers()
    modal = max((n for n, layer in enumerate(layers) if layer.modal), default=0)
    return [widget for layer in layers[modal:] for widget in layer.targets()]


def buttons(stack: Stack) -> dict[str, Button]:
    """The buttons by text, or by icon where they have none; the first of a name."""
    found = [widget for widget in targets(stack) if isinstance(widget, Button)]
    return {widget.text or str(widget.icon): widget for widget in reversed(found)}


def of_kind(stack: Stack, kind: str) -> list[Any]:
    """What can be touched and is of this class."""
    return [widget for widget in targets(stack) if type(widget).__name__ == kind]


def words(widget: Widget) -> list[str]:
    """The texts of all labels and buttons in it."""
    if isinstance(widget, Group):
        return [text for child in widget.children for text in words(child)]
    return [widget.text] if isinstance(widget, Label | Button) else []


def touch(stack: Stack, widget: Widget) -> None:
    headless.tap(stack, *middle(stack, widget), pointer="touch:0:7")


def middle(stack: Stack, widget: Widget) -> Point:
    layers = top(stack).all_layers()
    layer = next(la for la in layers if any(widget is each for each in la.targets()))
    x, y = layer.frame.out(widget.box.center)
    return x, y


def press(stack: Stack, name: str) -> None:
    headless.tap(stack, *middle(stack, buttons(stack)[name]))


def hold(stack: Stack, name: str, seconds: float = 1.2) -> None:
    """Hold a button with a finger, then let go, if it is still there."""
    spot = middle(stack, buttons(stack)[name])
    stack.on(Intent("press", spot, pointer="touch:0:1", source="touch"))
    headless.wait(stack, seconds)
    stack.on(Intent("release", spot, pointer="touch:0:1", source="touch"))


def keys(stack: Stack, *intents: Intent) -> None:
    for intent in intents:
        stack.on(intent)


def walk_to(stack: Stack, wanted: str | Widget) -> None:
    """Tab along until a button has the focus."""
    for _ in range(200):
        here = top(stack).focus.current
        if top(stack).focus.visible and (
            here is wanted or (isinstance(here, Button) and wanted in (here.text, here.icon))
        ):
            return
        keys(stack, TAB)
    raise AssertionError(f"the keys never come to {wanted}")


def write(stack: Stack, text: str) -> None:
    """Type on a real keyboard and confirm."""
    keys(stack, *(Intent("text", source="keys", name=letter) for letter in text), ENTER)


def texts(stack: Stack) -> Iterator[str]:
    """What the labels of a page say."""
    waiting: list[Widget] = [w for layer in top(stack).layers for w in layer.children]
    while waiting:
        widget = waiting.pop()
        waiting += getattr(widget, "children", [])
        text = getattr(widget, "text", None)
        if isinstance(text, str) and text:
            yield text
