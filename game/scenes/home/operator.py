"""The operator's menu of a table among strangers, behind a PIN."""

from dataclasses import replace
from functools import partial
from math import ceil

from game.scenes.core import routes as to
from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene
from game.scenes.core.registry import GAME_SCENES
from game.scenes.core.scene import Change, Home, Push, Quit, Replace
from game.scenes.core.sheets import Section, list_sheet
from game.scenes.home.deals import NumberEntry
from game.services.operator import Operator
from game.ui.canvas import Canvas
from game.ui.layer import Layer
from game.ui.surfaces import PAPER
from game.ui.text_entry import Line
from game.ui.widgets import Button, Field, Label, Toggle, Widget


class Secret(Line):
    """A line that shows how many digits were written, and not which."""

    def draw(self, canvas: Canvas) -> None:
        written, self.value = self.value, "\u2022" * len(self.value)
        super().draw(canvas)
        self.value = written


class PinEntry(NumberEntry):
    """Asks for the PIN. After some wrong ones it rests first, longer with every other one."""

    name = "pin"

    def __init__(self, context: Context) -> None:
        self._pin = Secret("", 12)
        super().__init__(context, context.texts.t("operator.pin.title"), lambda _: None, self._pin)
        self._rest = context.operator.rest

    def finish(self) -> None:
        operator, pin = self.context.operator, self._pin.value
        self._pin.value = ""
        if not pin:
            return
        if self._rest > 0:
            self._say("operator.pin.rest", n=ceil(self._rest))
        elif operator.fits(pin):
            self._keep(replace(operator, wrong=0))
            self.go(Replace(to.ToOperator()))
        else:
            self._keep(replace(operator, wrong=operator.wrong + 1))
            self._rest = self.context.operator.rest
            self._say("operator.pin.wrong")

    def _keep(self, operator: Operator) -> None:
        self.context.operator = operator
        operator.keep(self.context.store)

    def _say(self, key: str, **params: int) -> None:
        self.toasts.clear()
        self.toasts.say(self.t(key, **params), "refusal")

    def update(self, seconds: float) -> Change:
        self._rest -= seconds
        return super().update(seconds)


class OperatorMenu(MenuScene):
    """What guests find, all settings, what was played, and the way out."""

    name = "operator"

    def build(self) -> list[Layer]:
        leave = partial(self.ask_before, "operator.quit", lambda: self.go(Quit(operator=True)))
        settings = partial(self.go, Push(to.ToSettings(all=True)))
        buttons = [
            Button(self.t("operator.settings"), settings, icon="settings", tone=PAPER),
            Button(self.t("operator.quit_yes"), leave, icon="off", tone=PAPER),
        ]
        rows = [*self._guests(), *self._games(), *self._played()]
        title = self.t("operator.title")
        return [Layer(self.frame, list_sheet(self, title, rows, 10, buttons=buttons))]

    def cancel(self) -> None:
        self.go(Home())

    def _guests(self) -> list[Widget]:
        kiosk = Toggle(self.context.kiosk, self._lock, tone=PAPER)
        label, note = self.t("operator.kiosk.label"), self.t("operator.kiosk.help")
        return [Section(self.t("operator.guests"), first=True),
                Field(label, kiosk, note, tone=PAPER, share=0.5)]  # fmt: skip

    def _lock(self, on: bool) -> None:
        self.context.kiosk = on
        self._decide(replace(self.context.operator, kiosk=on))

    def _decide(self, operator: Operator) -> None:
        self.context.operator = operator
        operator.keep(self.context.store)

    def _games(self) -> list[Widget]:
        hidden = self.context.operator.hidden
        return [
            Section(self.t("operator.games")),
            *(
                Field(self.t(f"{game}.name"),
                      Toggle(game not in hidden, partial(self._offer, game), tone=PAPER),
                      tone=PAPER, share=0.5)
                for game in GAME_SCENES
            ),
        ]  # fmt: skip

    def _offer(self, game: str, on: bool) -> None:
        """Offer a game or not; the last one stays on the shelf."""
        hidden = set(self.context.operator.hidden) - {game} | (set() if on else {game})
        if hidden >= set(GAME_SCENES):
            self.toasts.say(self.t("operator.last"), "refusal")
        else:
            kept = tuple(each for each in GAME_SCENES if each in hidden)
            self._decide(replace(self.context.operator, hidden=kept))
        self.rebuild()

    def _played(self) -> list[Widget]:
        """Finished matches and minutes: today, in seven days, and ever."""
        played = self.context.store.statistics.played(self.context.store.today())
        return [
            Section(self.t("operator.played")),
            *(
                Label(f"{self.t(f'operator.{span}')}: {self.t('operator.matches', n=count)} \u00b7 "
                      f"{self.t('operator.minutes', n=seconds // 60)}", tone=PAPER)
                for span, (count, seconds) in played.items()
            ),
        ]  # fmt: skip
