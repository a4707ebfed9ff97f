"""The matches that were begun and not finished: go on with one, or put it away for good."""

from collections.abc import Callable
from functools import partial

from game.rules import SHELF
from game.scenes.core.menu import MenuScene
from game.scenes.core.scene import Change, Push, Route
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
        rows = [match_row(self, run) for run in runs if run.game in SHELF and run.parked is None]
        none = Label(self.t("menu.running.none"))
        return list_sheet(self, self.t("menu.running.title"), rows or [none], 14)


def match_row(
    scene: MenuScene, run: Running, *facts: str, by: Callable[[Route], Change] = Push
) -> Row:
    """A match: its code, what and who, how far, since when and other facts; buttons to go on with
    it `by` a change and to put it away.
    """

    def go_on() -> None:
        scene.go(by(to_running(scene.context, run.id)))

    def discard() -> None:
        scene.context.store.discard(run.id)
        scene.rebuild()

    title = " \u00b7 ".join(filter(None, (run.parked, scene.t(f"{run.game}.name"))))
    played = scene.t("menu.running.minutes", n=max(1, round(run.seconds / 60)))
    facts = played, scene.ago(run.touched), *facts
    away = partial(scene.ask_before, "menu.running.discard", discard, held=True)
    return entry(title, scene.context.company(run.chairs), facts, go_on, away)
