"""The rows of a set-up in which people agree on takebacks, consent and a clock."""

from dataclasses import replace
from functools import partial
from typing import Any

from game.scenes.core.menu import MenuScene
from game.scenes.core.sheets import Section
from game.services.terms import SECONDS, TIMINGS, UNSAID, USUAL
from game.ui.surfaces import PAPER
from game.ui.widgets import Choice, Field, Toggle, Widget


class TermsRows:
    """What is chosen at the moment. What the settings want at every match is not asked again."""

    def __init__(self, scene: MenuScene, computers: bool) -> None:
        self._scene, self._computers = scene, computers
        self.terms = UNSAID

    def rows(self) -> list[Widget]:
        """The rows under their heading."""
        settings, terms = self._scene.context.settings, self.terms
        rows: list[Widget] = [Section(self._scene.t("menu.terms.title"))]
        for key, always in (("takeback", settings.takeback), ("confirm", settings.confirm_moves)):
            if not always:
                on = Toggle(getattr(terms, key), partial(self._turn, key), tone=PAPER)
                rows.append(self._field(key, on))
        timings = [(each, self._scene.t(f"menu.terms.clock.{each}")) for each in TIMINGS]
        rows.append(self._field("clock", Choice(
            timings, terms.clock, lambda to: self._take(clock=to, seconds=USUAL[to]), tone=PAPER
        )))  # fmt: skip
        if terms.clock != "none":
            times = [(each, self._spell(each)) for each in SECONDS[terms.clock]]
            rows.append(self._field("time", Choice(
                times, terms.seconds, lambda to: self._take(seconds=to), tone=PAPER
            )))  # fmt: skip
            if self._computers:
                ends = [(each, self._scene.t(f"menu.terms.end.{word}"))
                        for each, word in ((False, "notice"), (True, "moves"))]  # fmt: skip
                rows.append(self._field("end", Choice(
                    ends, terms.strict, lambda to: self._take(strict=to), tone=PAPER
                )))  # fmt: skip
        return rows

    def _field(self, key: str, control: Widget) -> Field:
        label, note = (self._scene.t(f"menu.terms.{key}.{part}") for part in ("label", "help"))
        return Field(label, control, note, tone=PAPER, share=0.46)

    def _spell(self, seconds: int) -> str:
        if seconds < 60:
            return self._scene.t("menu.terms.seconds", n=seconds)
        return self._scene.t("menu.terms.minutes", n=seconds // 60)

    def _turn(self, key: str, on: bool) -> None:
        self._take(**{key: on})

    def _take(self, **values: Any) -> None:  # fields of `Terms`, which checks them
        self.terms = replace(self.terms, **values)
        self._scene.rebuild()
