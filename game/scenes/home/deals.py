"""Which deal a numbered game begins with: a new one, the day's, or one that somebody has named."""

import random
from collections.abc import Callable
from functools import partial
from typing import Literal, TypeAlias

from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene, columns
from game.scenes.core.routes import ToDealNumber
from game.scenes.core.scene import Pop, Push
from game.scenes.core.sheets import list_sheet
from game.services.deal_numbers import LONGEST, any_number, number_of_day, read_number
from game.ui.intents import Intent
from game.ui.text_entry import Line, TextField
from game.ui.theme import GAP, LARGE
from game.ui.widgets import Arranged, Button, Choice, Field, Widget

Kind: TypeAlias = Literal["new", "day", "number"]
KINDS: tuple[Kind, ...] = ("new", "day", "number")
KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "0")


class Deal:
    """The choice of a deal in a game's set-up; its words are the game's own."""

    def __init__(self, scene: MenuScene, game: str) -> None:
        self._scene, self._game = scene, game
        self.kind: Kind = "new"
        self.number: int | None = None

    def _word(self, key: str, **params: str | int) -> str:
        return self._scene.t(f"{self._game}.deal.{key}", **params)

    def choose(self, deal: int | Literal["day"]) -> None:
        """Take the day's deal, or the one with this number."""
        if deal == "day":
            self.kind = "day"
        else:
            self.kind, self.number = "number", deal

    def rows(self) -> list[Widget]:
        """The choice, and the number where one is to be named."""
        values = [(kind, self._word(kind)) for kind in KINDS]
        choice = Choice(values, self.kind, self._take)
        rows: list[Widget] = [Field(self._word("label"), choice, self._word("help"), share=0.46)]
        if self.kind == "number":
            text = str(self.number) if self.number else ""
            field = TextField(text, self._ask, hint=self._word("hint"))
            rows.append(Field(self._word("which"), field, share=0.46))
        return rows

    def _take(self, kind: Kind) -> None:
        self.kind = kind
        self._scene.rebuild()
        if kind == "number" and self.number is None:
            self._ask()

    def _ask(self) -> None:
        self._scene.go(Push(ToDealNumber(self._word("which"), self._name)))

    def _name(self, number: int) -> None:
        self.number = number
        self._scene.rebuild()

    def seed(self) -> int:
        """The number to deal by; where none was named after all, a new one."""
        context = self._scene.context
        if self.kind == "day":
            return number_of_day(context.store.today())
        if self.kind == "number" and self.number is not None:
            return self.number
        return any_number(random.SystemRandom()) if context.seed is None else context.seed


class NumberEntry(MenuScene):
    """Asks for a number and hands it on; leaving it empty hands on nothing."""

    name = "number"
    overlay = True
    typing = True

    def __init__(
        self, context: Context, title: str, done: Callable[[int], object], line: Line | None = None
    ) -> None:
        super().__init__(context)
        self._title, self._done = title, done
        self._line = line or Line("", LONGEST)

    def build(self) -> list[Widget]:
        keys: list[Widget] = [
            Button(digit, partial(self._line.put, digit), size=LARGE) for digit in KEYS
        ]
        keys.insert(-1, Widget())  # the nought below the eight, as on a telephone
        keys.append(Button("", self._line.erase, icon="backspace"))
        done = Button(self.t("menu.done"), self.finish, icon="check", look="primary")
        rows = [self._line, Arranged(keys, columns(0, GAP, 3))]
        return list_sheet(self, self._title, rows, 2 * GAP, width=620, buttons=[done],
                          size=LARGE + 6)  # fmt: skip

    def finish(self) -> None:
        """Hand the number on."""
        number = read_number(self._line.value)
        if number is not None:
            self._done(number)
        self.go(Pop())

    def react(self, intent: Intent) -> None:
        if intent.kind == "confirm" and intent.source == "keys" and not self.focus.visible:
            self.finish()
        elif intent.kind == "text" and not intent.name.isdecimal():
            return
        elif not self._line.take(intent):
            super().react(intent)
