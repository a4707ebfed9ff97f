"""Which deal a numbered game begins with: a new one, the day's, or one that somebody has named."""

import random
from typing import Literal, TypeAlias

from game.scenes.core.menu import MenuScene
from game.scenes.core.routes import ToLine
from game.scenes.core.scene import Push
from game.services.deal_numbers import LONGEST, any_number, number_of_day, read_number
from game.ui.text_entry import TextField
from game.ui.widgets import Choice, Field, Widget

Kind: TypeAlias = Literal["new", "day", "number"]
KINDS: tuple[Kind, ...] = ("new", "day", "number")


class Deal:
    """The choice of a deal in a game's set-up, at first the day's or the one with a number; its
    words are the game's own.
    """

    def __init__(
        self, scene: MenuScene, game: str, deal: int | Literal["day"] | None = None
    ) -> None:
        self._scene, self._game = scene, game
        self.kind: Kind = "new" if deal is None else "day" if deal == "day" else "number"
        self.number = deal if isinstance(deal, int) else None

    def _word(self, key: str, **params: str | int) -> str:
        return self._scene.t(f"{self._game}.deal.{key}", **params)

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
        self._scene.go(Push(ToLine(self._word("which"), "", LONGEST, self._name, digits=True)))

    def _name(self, text: str) -> None:
        self.number = read_number(text) or self.number
        self._scene.rebuild()

    def seed(self) -> int:
        """The number to deal by; where none was named after all, a new one."""
        context = self._scene.context
        if self.kind == "day":
            return number_of_day(context.store.today())
        if self.kind == "number" and self.number is not None:
            return self.number
        return any_number(random.SystemRandom()) if context.seed is None else context.seed
