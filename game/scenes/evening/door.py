"""The way from the shelf into an evening: a new one, or the one that was interrupted."""

from game.scenes.core.menu import MenuScene
from game.scenes.core.routes import ToEvening, ToEveningSetup
from game.scenes.core.scene import Push
from game.services.evening import Evening
from game.ui.widgets import Button

ICON = "star"


def evening_door(scene: MenuScene, evening: Evening | None) -> Button:
    """The button that leads into an open evening, or to a new one if there is none."""
    if evening is None:
        return Button(scene.t("evening.offer"), lambda: scene.go(Push(ToEveningSetup())), icon=ICON)
    number, count = evening.number, len(evening.parts)
    text = scene.t("evening.ceremony_waits")
    if number is not None:
        text = scene.t("evening.go_on", number=number + 1, count=count)
    return Button(text, lambda: scene.go(Push(ToEvening(evening.id))), icon=ICON, look="primary")


def matches_of(evening: Evening | None) -> frozenset[int]:
    """The matches that an evening goes on with by itself."""
    parts = evening.parts if evening is not None else ()
    return frozenset(part.match_id for part in parts if part.match_id is not None)
