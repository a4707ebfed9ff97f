"""Domi Jongg's score sheet: every point with its reason, turn by turn, and the round in numbers.

It can be opened at any time by touching somebody's points; at the end it is the results' sheet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from game.rules.core.match import Series
from game.rules.core.protocol import CHANCE
from game.rules.domi_jongg.state import Branch, Lay
from game.scenes.core.sheets import Section
from game.scenes.review.results import Results
from game.ui.fonts import signed
from game.ui.surfaces import PAPER
from game.ui.theme import BODY
from game.ui.widgets import Button, Label, Widget


@dataclass(slots=True)
class Figures:
    """A round in numbers, all its games together. Records are the most and who did it first."""

    laid: Counter[int] = field(default_factory=Counter)
    """How many tiles everybody laid, by person."""
    longest: tuple[int, int] = (0, -1)
    """The most tiles in one turn."""
    fullest: tuple[int, int] = (0, -1)
    """The most tiles on one hand."""
    heads: int = 0
    """The most heads that a snake had."""


def figures(series: Series) -> Figures:
    """Count through all games of a series, the current one as far as it has come."""
    found = Figures()
    for game, match in enumerate(series.games):
        for index in range(match.cursor):
            before, after = match.states[index], match.states[index + 1]
            person = series.person_at(before.turn, game)
            if isinstance(match.log[index], Lay | Branch):
                found.laid[person] += len(after.snake) - len(before.snake)
                turn = len(after.snake) - before.lying, person
                found.longest = max(found.longest, turn, key=lambda record: record[0])
            hand = len(after.hands[before.turn]), person
            found.fullest = max(found.fullest, hand, key=lambda record: record[0])
            found.heads = max(found.heads, len(after.ends))
    return found


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
        """The whole round in numbers that everybody may know."""
        found = figures(self.series)
        if not found.laid:
            return []
        laid = self.context.texts.listed(
            [f"{self._name(p)} {count}" for p, count in sorted(found.laid.items())]
        )
        records = (("longest", found.longest), ("fullest", found.fullest))
        return [
            self.t("domi_jongg.sheet.laid", list=laid),
            *(self.t(f"domi_jongg.sheet.{key}", who=self._name(person), n=most)
              for key, (most, person) in records if most),
            self.t("domi_jongg.sheet.heads", n=found.heads),
        ]  # fmt: skip

    def _name(self, person: int) -> str:
        return self.play.chairs[person].name


class RunningSheet(ScoreSheet):
    """The sheet during a game: it leads back to the table and nowhere else."""

    def headline(self) -> str:
        return self.t("domi_jongg.sheet.title")

    def buttons(self) -> list[Button]:
        back = self.t("domi_jongg.sheet.back")
        return [Button(back, self.cancel, icon="eye", tone=PAPER, look="primary")]
