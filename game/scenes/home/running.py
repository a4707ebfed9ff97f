"""The matches that were begun and not finished: go on with one, or put it away for good."""

from functools import partial

from game.rules import SHELF
from game.scenes.core.menu import MenuScene
from game.scenes.core.scene import Push
from game.scenes.core.sheets import Row, entry, list_sheet
from game.scenes.review.broken_match import to_running
from game.services.store import Running
from game.ui.widgets import Label, Widget


class RunningMatches(MenuScene):
    """A sheet with one line for each unfinished match."""

    name = "running"
    renewed = True

    def build(self) -> list[Widget]:
        runs = self.context.store.running()
        rows = [self._entry(run) for run in runs if run.game in SHELF and run.parked is None]
        none = Label(self.t("menu.running.none"))
        title = self.t("menu.running.title")
        return list_sheet(self, title, rows or [none], 14)

    def _entry(self, run: Running) -> Row:
        """One match: what and who, how far, and its two buttons."""
        facts = self.t("menu.running.minutes", n=run.seconds // 60), self.ago(run.touched)
        name, who = self.t(f"{run.game}.name"), self.context.company(run.chairs)
        discard = partial(self._discard, run)
        ask = partial(self.ask_before, "menu.running.discard", discard, held=True)
        return entry(name, who, facts, partial(self.go_on, run), ask)

    def go_on(self, run: Running) -> None:
        self.go(Push(to_running(self.context, run.id)))

    def _discard(self, run: Running) -> None:
        self.context.store.discard(run.id)
        self.rebuild()
