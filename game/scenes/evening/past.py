"""The evenings of the past: who was there and who won, each with its podium; or struck out."""

from __future__ import annotations

from functools import partial

from game.scenes.core.chairs import called
from game.scenes.core.entry import Entry
from game.scenes.core.menu import MenuScene
from game.scenes.core.routes import ToCeremony
from game.scenes.core.scene import Pop, Push
from game.scenes.core.sheets import HEAD, MARGIN, PAD, Sheet
from game.scenes.evening.ceremony import Ceremony
from game.scenes.home.shelf import ago
from game.services.evening import Evening
from game.ui.layer import Layer
from game.ui.scrolling import List
from game.ui.surfaces import PAPER
from game.ui.theme import GAP
from game.ui.widgets import Button, Label


class PastEvenings(MenuScene):
    """A sheet with a line for each evening that ended."""

    name = "past-evenings"
    renewed = True

    def build(self) -> list[Layer]:
        lines = [_entry(self, evening) for evening in self.context.store.evenings.past()]
        none = Label(self.t("evening.past_none"), tone=PAPER)
        found = List(lines or [none], tone=PAPER, gap=14)
        width = min(1100.0, self.size[0] - 2 * MARGIN)
        high = found.natural(self.metrics, width - 2 * PAD - GAP)[1]
        sheet = Sheet(self, self.t("evening.past"), width=width, height=high + HEAD)
        found.arrange(self.metrics, sheet.body)
        return [Layer(self.frame, [*sheet.widgets, found])]

    def look_at(self, evening: Evening) -> None:
        self.go(Push(ToCeremony(evening.id, past=True)))

    def strike(self, evening: Evening) -> None:
        self.ask(
            self.t("evening.strike_title"), self.t("evening.strike_text"),
            [(self.t("evening.strike_yes"), partial(self._forget, evening)),
             (self.t("menu.keep"), None)], held=True,
        )  # fmt: skip

    def _forget(self, evening: Evening) -> None:
        self.context.store.evenings.forget(evening.id)
        self.rebuild()

    def names(self, evening: Evening) -> list[str]:
        """Everybody by name; who was forgotten is somebody."""
        return [called(self.context.texts, chair) for chair in evening.chairs]


class PastCeremony(Ceremony):
    """The podium of an evening long gone; it stands at once."""

    name = "past-ceremony"

    def resume(self) -> None:
        self._begun = True
        super().resume()
        if self.podium is not None:
            self.podium.leaves = False

    def cancel(self) -> None:
        self.go(Pop())

    def buttons(self) -> list[Button]:
        return [Button(self.t("evening.back"), self.cancel, icon="back", look="primary")]


def _entry(scene: PastEvenings, evening: Evening) -> Entry:
    """One evening: who was there, when and who won, and its two buttons."""
    texts, names = scene.context.texts, scene.names(evening)
    best = [name for name, at in zip(names, evening.places(), strict=True) if at == 1]
    won = scene.t("evening.won", n=len(best), who=texts.listed(best))
    facts = f"{scene.t('evening.games', n=len(evening.played))} · {ago(scene, evening.begun)}"
    look = Button("", partial(scene.look_at, evening), icon="trophy", look="primary", tone=PAPER)
    strike = Button("", partial(scene.strike, evening), icon="close", tone=PAPER)
    return Entry((texts.listed(names), won, facts), look, strike)
