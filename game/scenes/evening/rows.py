"""The rows in which an evening is put together: its people, its games, what may be added."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from game.scenes.core.menu import MenuScene
from game.scenes.evening.card import lid
from game.scenes.evening.guests import Guest
from game.scenes.home.seats import Place, SeatRow
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.groups import Flowing, Group
from game.ui.surfaces import PAPER
from game.ui.text_metrics import TextMetrics
from game.ui.theme import BODY, GAP, SMALL, TOUCH
from game.ui.widgets import Action, Button, Label, Widget

ANY: Final = "jin_li"
"""Rows of people ask for a game; in an evening any will do that computers can play."""
MOST: Final = 6
"""People at an evening."""
THUMB: Final = (86.0, 62.0)
BADGE: Final = 58.0
"""What somebody's badge takes from the row."""


class PersonRow(SeatRow):
    """One of the company: the badge, person or computer, and the name or the level."""

    def __init__(
        self, scene: MenuScene, number: int, place: Place, guest: Guest,
        changed: Callable[[], object], rename: Callable[[Place], object],
    ) -> None:
        super().__init__(scene, ANY, number, place, changed, rename)
        self._guest = guest
        if place.kind == "person":
            self.label.text = scene.t("evening.person", n=number + 1)
        else:
            self.label.text = computer_name(scene, number)
        names = [computer_name(scene, each) for each in range(MOST)]
        self._labels = [scene.t("evening.person", n=MOST), *names]

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        return room, super().natural(metrics, room - BADGE)[1]

    def place(self, box: Box) -> None:
        super().place(Box(box.x + BADGE, box.y, box.w - BADGE, box.h))
        self.box = box

    def draw(self, canvas: Canvas) -> None:
        self._guest.draw(canvas, (self.box.x + 24, self.label.box.center[1]), 46)
        super().draw(canvas)


def computer_name(scene: MenuScene, number: int) -> str:
    """What a computer is called that sits at this place."""
    return scene.t(f"evening.computer.{number + 1}")


class GameRow(Group):
    """One game of the programme: its lid and name, and how it comes earlier, later or away."""

    def __init__(
        self, scene: MenuScene, number: int, game: str, note: str,
        moves: tuple[Action | None, Action | None, Action | None],
    ) -> None:
        self.game = game
        self.number = Label(str(number + 1), BODY, "serif", tone=PAPER, anchor="center")
        self.title = Label(scene.t(f"{game}.name"), BODY, "bold", tone=PAPER)
        self.note = Label(note, SMALL, tone=PAPER, color=PAPER.faded)
        self.buttons = []
        for icon, action in zip(("up", "down", "close"), moves, strict=True):
            button = Button("", action, icon=icon, tone=PAPER)
            button.enabled = action is not None
            self.buttons.append(button)
        super().__init__([self.number, self.title, self.note, *self.buttons], PAPER)
        self._metrics = TextMetrics()

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        self._metrics = metrics
        words = metrics.line(BODY, "bold") + metrics.line(SMALL)
        return room, max(TOUCH, THUMB[1], words) + 6

    def place(self, box: Box) -> None:
        super().place(box)
        metrics, middle = self._metrics, box.center[1]
        high = metrics.line(BODY, "serif")
        self.number.place(Box(box.x, middle - high / 2, 34, high))
        right = box.right
        for button in reversed(self.buttons):
            button.place(Box(right - TOUCH, middle - TOUCH / 2, TOUCH, TOUCH))
            right -= TOUCH + GAP
        left = box.x + 44 + THUMB[0] + 2 * GAP
        title, note = metrics.line(BODY, "bold"), metrics.line(SMALL)
        top = middle - (title + note) / 2
        self.title.place(Box(left, top, right - left, title))
        self.note.place(Box(left, top + title, right - left, note))

    def draw(self, canvas: Canvas) -> None:
        box = Box(self.box.x + 44, self.box.center[1] - THUMB[1] / 2, *THUMB)
        lid(canvas, self.game, box)
        super().draw(canvas)


class Chips(Flowing):
    """Buttons side by side, in as many lines as they need."""

    def __init__(self, buttons: Sequence[Button]) -> None:
        super().__init__(buttons, PAPER)

    def lay_out(self, box: Box) -> float:
        x, y, high = box.x, box.y + GAP, 0.0
        for button in self.children:
            wide, tall = button.natural(self._metrics, box.w)
            if x > box.x and x + wide > box.right:
                x, y = box.x, y + high + GAP
            button.place(Box(x, y, wide, tall))
            x, high = x + wide + GAP, max(high, tall)
        return y + high - box.y


def offers(
    scene: MenuScene, games: Sequence[str], add: Callable[[str], object]
) -> Widget:
    """A chip for every game that may be added."""
    return Chips([
        Button(scene.t(f"{game}.name"), partial(add, game), icon="plus", tone=PAPER)
        for game in games
    ])  # fmt: skip
