"""Domi Jongg's score sheet: every point with its reason, turn by turn, and the round in numbers.

It can be opened at any time by touching somebody's points; at the end it is the results' sheet.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from operator import itemgetter

from game.rules.core.protocol import CHANCE
from game.rules.domi_jongg.state import Branch, Lay
from game.scenes.core.sheets import Section
from game.scenes.review.results import Results
from game.ui.fonts import signed
from game.ui.theme import BODY
from game.ui.widgets import Button, Faded, Widget


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
        texts = [Faded(line, BODY) for line in lines]
        return [Section(self.t(f"domi_jongg.sheet.{key}")), *texts]

    def _turns(self) -> list[str]:
        """Every turn that brought or cost points, and what for."""
        lines, number = [], 0
        for seat, steps in self.match.turns():
            number += seat != CHANCE
            told = ", ".join(
                f"{signed(event.points)} {self.t(f'domi_jongg.gain.{event.kind}')}"
                for index in steps
                for event in self.match.step(index).events
                if event.points
            )
            if told:
                lines.append(f"{number}. {self.play.names[seat]}: {told}")
        return lines

    def _figures(self) -> list[str]:
        """The round in numbers that everybody may know, all its games together.

        Records are the most and who did it first.
        """
        laid: Counter[int] = Counter()
        longest = fullest = 0, -1
        heads = 0
        for game, match in enumerate(self.series.games):
            for index, (before, after) in enumerate(pairwise(match.states[: match.cursor + 1])):
                person = self.series.person_at(before.turn, game)
                if isinstance(match.log[index], Lay | Branch):
                    laid[person] += len(after.snake) - len(before.snake)
                    turn = len(after.snake) - before.lying, person
                    longest = max(longest, turn, key=itemgetter(0))
                fullest = max(fullest, (len(after.hands[before.turn]), person), key=itemgetter(0))
                heads = max(heads, len(after.ends))
        if not laid:
            return []
        each = [f"{self._name(person)} {count}" for person, count in sorted(laid.items())]
        return [
            self.t("domi_jongg.sheet.laid", list=self.context.texts.listed(each)),
            *(self.t(f"domi_jongg.sheet.{key}", who=self._name(person), n=most)
              for key, (most, person) in (("longest", longest), ("fullest", fullest)) if most),
            self.t("domi_jongg.sheet.heads", n=heads),
        ]  # fmt: skip

    def _name(self, person: int) -> str:
        return self.play.chairs[person].name


class RunningSheet(ScoreSheet):
    """The sheet during a game: it leads back to the table and nowhere else."""

    beside = False

    def headline(self) -> str:
        return self.t("domi_jongg.sheet.title")

    def buttons(self) -> list[Button]:
        back = self.t("domi_jongg.sheet.back")
        return [Button(back, self.cancel, icon="eye", look="primary")]
