"""The matches that were begun and not finished: go on with one, or put it away for good."""

from __future__ import annotations

from functools import partial

from game.rules import SHELF
from game.rules.match import Match, Series
from game.scenes.broken import gone_on_with
from game.scenes.chairs import Chair
from game.scenes.company import Company
from game.scenes.entry import Entry
from game.scenes.menu import MenuScene
from game.scenes.registry import GAMES
from game.scenes.scene import Push, Scene
from game.scenes.sheets import HEAD, MARGIN, PAD, Sheet
from game.scenes.shelf import ago, versus
from game.services.store import Running
from game.ui.layer import Layer
from game.ui.scrolling import List
from game.ui.skin import PAPER
from game.ui.theme import GAP
from game.ui.widgets import Button, Label


class RunningMatches(MenuScene):
    """A sheet with one line for each unfinished match."""

    name = "running"

    def build(self) -> list[Layer]:
        rows = [_entry(self, run) for run in self._runs()]
        found = List(rows or [Label(self.t("menu.running.none"), tone=PAPER)], tone=PAPER, gap=14)
        width = min(1100.0, self.size[0] - 2 * MARGIN)
        high = found.natural(self.ruler, width - 2 * PAD - GAP)[1]
        title = self.t("menu.running.title")
        sheet = Sheet(self, title, width=width, height=high + HEAD)
        found.arrange(self.ruler, sheet.body)
        return [Layer(self.frame, [*sheet.widgets, found])]

    def _runs(self) -> list[Running]:
        return [run for run in self.company.store.running() if run.game in GAMES]

    def resume(self) -> None:
        super().resume()
        if self.layers:
            self.rebuild()

    def go_on(self, run: Running) -> None:
        self.go(Push(gone_on_with(self.company, run.id)))

    def put_away(self, run: Running) -> None:
        self.ask(
            self.t("menu.running.discard"), self.t("menu.running.discard_text"),
            [(self.t("menu.running.discard_yes"), lambda: self._discard(run)),
             (self.t("menu.keep"), None)], held=True,
        )  # fmt: skip

    def _discard(self, run: Running) -> None:
        self.company.store.discard(run.id)
        self.rebuild()


def _entry(scene: RunningMatches, run: Running) -> Entry:
    """One match: what and who, how far, and its two buttons."""
    steps = scene.t("menu.running.steps", n=run.steps)
    facts = f"{steps} · {ago(scene, run.touched)}"
    words = scene.t(f"{run.game}.name"), versus(scene, run.chairs), facts
    play = Button("", partial(scene.go_on, run), icon="play", look="primary", tone=PAPER)
    return Entry(words, play, Button("", partial(scene.put_away, run), icon="close", tone=PAPER))


def samples(company: Company) -> dict[str, Scene]:
    """The scene with some matches, for pictures; they are really kept."""
    level = company.texts.t("menu.level.regular")
    computer = Chair("computer", company.texts.t("menu.computer", level=level), "regular")
    chairs = (Chair("person", "Annegret"), computer)
    for game in GAMES:
        low = SHELF[game].info.seats[0]
        match = Match(SHELF[game], low, seed=1)
        company.store.begin(Series(match), (chairs * low)[:low])
    return {"running": RunningMatches(company)}
