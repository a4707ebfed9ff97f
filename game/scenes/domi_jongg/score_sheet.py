"""Domi Jongg's score sheet: every point with its reason, turn by turn, and the round in numbers.

It can be opened at any time by touching somebody's points; at the end it is the results' sheet.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.rules.core.protocol import CHANCE
from game.scenes.core.sheets import Section
from game.scenes.domi_jongg.statistics import Record, figures
from game.scenes.review.results import Results
from game.ui.fonts import signed
from game.ui.surfaces import PAPER
from game.ui.theme import BODY
from game.ui.widgets import Button, Label, Widget


class ScoreSheet(Results):
    """The sheet at the end of a game."""

    name = "score_sheet"

    def rows(self) -> list[Widget]:
        return [
            *super().rows(),
            *self._part("turns", self._turns()),
            *self._part("figures", self._figures()),
        ]

    def _part(self, key: str, lines: Sequence[str]) -> list[Widget]:
        if not lines:
            return []
        texts = [Label(line, BODY, tone=PAPER, color=PAPER.faded) for line in lines]
        return [Section(self.t(f"domi_jongg.sheet.{key}")), *texts]

    def _turns(self) -> list[str]:
        """Every turn that brought or cost points, and what for."""
        match, lines, number = self.match, [], 0
        for seat, steps in match.turns():
            number += seat != CHANCE
            gains = [event for i in steps for event in match.step(i).events if event.points]
            if gains:
                told = ", ".join(
                    f"{signed(event.points)} {self.t(f'domi_jongg.gain.{event.kind}')}"
                    for event in gains
                )
                lines.append(f"{number}. {self.play.names[seat]}: {told}")
        return lines

    def _figures(self) -> list[str]:
        """The whole round in numbers."""
        found = figures(self.series)
        if not found.laid:
            return []
        laid = self.context.texts.listed(
            [f"{self._name(p)} {count}" for p, count in sorted(found.laid.items())]
        )
        lines = [self.t("domi_jongg.sheet.laid", list=laid)]
        for key, record in (("longest", found.longest), ("fullest", found.fullest)):
            lines += self._record(key, record)
        return [*lines, self.t("domi_jongg.sheet.heads", n=found.heads)]

    def _record(self, key: str, record: Record) -> list[str]:
        if record.person is None:
            return []
        who = self._name(record.person)
        return [self.t(f"domi_jongg.sheet.{key}", who=who, n=record.most)]

    def _name(self, person: int) -> str:
        return self.play.chairs[person].name


class RunningSheet(ScoreSheet):
    """The sheet during a game: it leads back to the table and nowhere else."""

    def headline(self) -> str:
        return self.t("domi_jongg.sheet.title")

    def buttons(self) -> list[Button]:
        back = self.t("domi_jongg.sheet.back")
        return [Button(back, self.cancel, icon="eye", tone=PAPER, look="primary")]
