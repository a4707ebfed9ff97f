"""Questions that the table asks by itself: whether anybody is still there, whether to close, and
what to do where another table is open in the same folder.
"""

from abc import abstractmethod
from math import ceil

from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene, stack
from game.scenes.core.opening import move_beside
from game.scenes.core.routes import ToParked
from game.scenes.core.scene import Change, Home, Pop, Quit, Scene
from game.services.parking import can_park
from game.ui.dialog import Answer
from game.ui.frame import Box, Frame, Point
from game.ui.intents import Intent
from game.ui.layer import Layer
from game.ui.theme import GAP, LARGE, TITLE
from game.ui.widgets import Label, Panel, Widget

SECONDS = 20.0
"""How long there is to answer."""
TOUCHES = ("press", "confirm", "cancel", "focus", "menu", "text", "wheel", "command")
"""What tells that somebody is there. A mouse that only moves may have been nudged."""


class Plates(MenuScene):
    """The same words on a plate at every edge where people may stand."""

    overlay = True
    wide = 520.0
    """The width of the words, for texts of the usual size."""

    @abstractmethod
    def rows(self) -> list[Widget]:
        """What stands on a plate."""

    def lay(self) -> list[Layer]:
        wide = min(self.wide * self.metrics.text_scale, self.size[0] - 10 * GAP)
        high = stack(self.metrics, Box(0, 0, wide, 0), self.rows(), GAP)
        return [self._plate(frame) for frame in plates(self, (wide + 6 * GAP, high + 4 * GAP))]

    def _plate(self, frame: Frame) -> Layer:
        rows = self.rows()
        stack(self.metrics, Box(3 * GAP, 2 * GAP, frame.size[0] - 6 * GAP, 0), rows, GAP)
        self.focus.current = self.focus.current or next(rows[-1].targets(), None)
        return Layer(frame, [Panel("glass", Box(0, 0, *frame.size)), *rows])


class StillThere(Plates):
    """Counts down at every edge where people may stand; whatever they do goes on with the game.

    In a kiosk the `match` that is open is put aside when nobody does anything.
    """

    name = "still_there"
    hushed = True

    def __init__(self, context: Context, match: int | None = None) -> None:
        super().__init__(context)
        self.left = SECONDS
        self._then = Home()
        if match is not None and context.kiosk and can_park(context.store, match):
            self._then = Home(ToParked(match))

    def rows(self) -> list[Widget]:
        left = str(max(1, ceil(self.left)))
        return [
            Label(self.t("operator.still.title"), TITLE * 0.8, "serif", anchor="center"),
            Label(self.t("operator.still.text"), anchor="center"),
            Label(left, LARGE, "bold", anchor="center"),
        ]

    def on(self, intent: Intent) -> Change:
        return Pop() if intent.kind in TOUCHES else None

    def update(self, seconds: float) -> Change:
        before, self.left = self.left, self.left - seconds
        if self.left > 0:
            if ceil(self.left) < ceil(before):
                self.rebuild()
            return None
        self.context.disown()
        return self._then


def plates(scene: Scene, plate: Point) -> list[Frame]:
    """Where plates of a size lie in a scene: one for the couch, and one at every edge of a table,
    or as many as have room there.
    """
    wide, high = scene.size
    if scene.context.settings.seating == "couch":
        return [Frame((wide / 2, high / 2), plate)]
    near = plate[1] / 2 + 2 * GAP
    middles = ((wide / 2, high - near), (wide - near, high / 2), (wide / 2, near), (near, high / 2))
    found = [Frame(at, plate, turn) for turn, at in enumerate(middles)]
    covered = [found[0].box.overlaps(other.box) for other in found]
    if not (covered[1] or covered[3]):
        return found
    return found[:1] if covered[2] else found[::2]


class Leave(MenuScene):
    """Asks before a table among strangers is closed, as by its window's button."""

    name = "leave"
    overlay = True

    def enter(self) -> None:
        self.ask_before("menu.shelf.leave", lambda: self.go(Quit()))

    def react(self, intent: Intent) -> None:
        super().react(intent)
        if self._dialog is None and self._change is None:
            self.go(Pop())


class SecondTable(MenuScene):
    """Offers a folder of its own to a second table, or to look at what the first one has kept."""

    name = "second_table"
    hushed = True
    overlay = True

    def enter(self) -> None:
        answers: list[Answer] = [
            (self.t("table.second.beside"), self._beside),
            (self.t("table.second.leave"), lambda: self.go(Quit())),
            (self.t("table.second.look"), lambda: self.go(Home())),
        ]
        text = self.t("table.second.text", folder=str(self.context.occupied))
        self.ask(self.t("table.second.title"), text, answers)

    def _beside(self) -> None:
        move_beside(self.context)
        text = self.t("table.second.moved", folder=str(self.context.store.folder))
        self.context.notices.append(text)
        self.go(Home())

    def leave(self) -> None:
        if self.context.occupied is not None:
            self.context.notices.append(self.t("table.second.looking"))
