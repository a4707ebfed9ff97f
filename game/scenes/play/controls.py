"""The buttons every game has, always in the same corners: menu, rules, undo, redo, hint, moves.

Menu top left, rules top right, going back bottom left, help bottom right. Where trays leave only
the corners themselves, redo and the list of moves are reached through the menu.
"""

from __future__ import annotations

from typing import Any, Protocol

from game.scenes.core.context import Context
from game.scenes.core.played_match import Board
from game.scenes.core.routes import ToHelp, ToMoveList, ToPause, ToRules
from game.scenes.core.scene import Change, Push
from game.scenes.play.layout import CORNER, Layout
from game.scenes.play.tray import Tray
from game.ui.canvas import Canvas
from game.ui.frame import Box, Frame, Point
from game.ui.intents import Intent
from game.ui.layer import Layer
from game.ui.theme import GAP, TOUCH
from game.ui.widgets import Button

_COMMANDS = ("undo", "redo", "hint", "rules", "help", "moves")


class Commanded(Board, Protocol):
    """The play scene, as far as the buttons need it."""

    context: Context
    size: Point
    trays: list[Tray]
    waiting: Any
    """The move that waits for its player's consent, where moves are confirmed."""
    last_rule: str

    def consent(self, given: bool) -> None:
        """The answer to a move that waits."""

    def go(self, change: Change) -> None:
        """Ask for another scene."""


class Controls:
    """The corner buttons of a play scene and the commands they stand for."""

    def __init__(self, play: Commanded) -> None:
        self._play = play
        self.buttons = {
            "menu": Button("", self.open_menu, icon="menu", look="round"),
            "rules": Button("", self.open_rules, icon="rules", look="round"),
            "undo": Button("", play.undo, icon="undo", look="round"),
            "redo": Button("", play.redo, icon="redo", look="round"),
            "hint": Button("", play.ask_hint, icon="hint", look="round"),
            "moves": Button("", self.open_moves, icon="list", look="round"),
        }
        self.layer = Layer(Frame((0, 0), (0, 0)), self.buttons.values())
        self._yes = Button("", lambda: play.consent(True), icon="check", look="primary")
        self._no = Button("", lambda: play.consent(False), icon="close")
        self._question = Layer(Frame((0, 0), (0, 0)), (self._yes, self._no))
        self._question.visible = False

    def arrange(self, layout: Layout) -> None:
        """Put the buttons into the corners of a layout."""
        size = self._play.size
        self.layer.frame = Frame((size[0] / 2, size[1] / 2), size)
        top_left, top_right, bottom_left, bottom_right = layout.corners
        step = TOUCH + GAP
        room = _beside(bottom_left, layout) >= 2 * step
        places = {
            "menu": (top_left, 0.0), "rules": (top_right, 0.0),
            "undo": (bottom_left, 0.0), "redo": (bottom_left, step),
            "hint": (bottom_right, 0.0), "moves": (bottom_right, -step),
        }  # fmt: skip
        for name, (corner, aside) in places.items():
            button = self.buttons[name]
            button.place(Box.around(corner.center, TOUCH, TOUCH).moved(aside, 0))
            button.visible = room or aside == 0

    @property
    def layers(self) -> tuple[Layer, ...]:
        return self.layer, self._question

    def ask(self) -> None:
        """Ask the player at whose tray it lies whether the move is meant."""
        seat = self._play.match.actor or 0
        tray = self._play.trays[seat].frame
        self._question.frame = tray
        width, height = (tray.size[0] - 3 * GAP) / 2, TOUCH + GAP
        top = tray.size[1] - height - GAP
        self._yes.place(Box(GAP, top, width, height))
        self._no.place(Box(2 * GAP + width, top, width, height))

    def update(self) -> None:
        """Show what can be done now."""
        self.buttons["undo"].enabled = self._play.can_undo
        self.buttons["redo"].enabled = self._play.can_redo
        self.buttons["hint"].enabled = self._play.asked is not None
        self.buttons["hint"].visible = self._play.context.settings.hints
        self.buttons["moves"].enabled = bool(self._play.match.log)

    def on(self, intent: Intent) -> bool:
        if intent.kind == "menu":
            self.open_menu()
            return True
        if intent.kind == "command" and intent.name in _COMMANDS:
            self._command(intent.name)
            return True
        self._question.visible = self._play.waiting is not None
        return self._question.on(intent) or self.layer.on(intent)

    def _command(self, name: str) -> None:
        match name:
            case "undo":
                self._play.undo()
            case "redo":
                self._play.redo()
            case "hint":
                self._play.ask_hint()
            case "rules":
                self.open_rules()
            case "help":
                self.open_help()
            case "moves":
                self.open_moves()

    def draw(self, canvas: Canvas) -> None:
        self.layer.draw(canvas)
        self._question.visible = self._play.waiting is not None
        self._question.draw(canvas)

    # What lies behind them -------------------------------------------------------------------

    def open_menu(self) -> None:
        self._play.go(Push(ToPause(self._play)))

    def open_rules(self) -> None:
        self._play.go(Push(ToRules(self._play.id, self._play.last_rule or None)))

    def open_help(self) -> None:
        self._play.go(Push(ToHelp()))

    def open_moves(self) -> None:
        if self._play.match.log:
            self._play.go(Push(ToMoveList(self._play)))


def _beside(corner: Box, layout: Layout) -> float:
    """How much width a corner's row of buttons has before something else lies there."""
    row = Box(0, corner.y, 10_000, CORNER)
    boxes = [layout.board, *(tray.box for tray in layout.trays)]
    return min((b.x for b in boxes if b.bottom > row.y + 8 and b.right > CORNER), default=10_000.0)
