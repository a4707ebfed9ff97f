"""One thing in a list on a sheet: three lines of words and two buttons."""

from collections.abc import Sequence
from typing import Final

from game.ui.frame import Box
from game.ui.surfaces import PAPER
from game.ui.theme import BODY, GAP, SMALL, TOUCH
from game.ui.widgets import Button, Flowing, Label

MARGIN: Final = 4.0


class Entry(Flowing):
    """A line in bold, one below it, and facts in small type; the main button and another."""

    def __init__(self, words: tuple[str, str, str], main: Button, away: Button) -> None:
        title, text, facts = words
        self.labels: Sequence[Label] = (
            Label(title, BODY, "bold", tone=PAPER),
            Label(text, BODY, tone=PAPER),
            Label(facts, SMALL, tone=PAPER, color=PAPER.faded),
        )
        self.main, self.away = main, away
        super().__init__([*self.labels, main, away], PAPER)

    def lay_out(self, box: Box) -> float:
        wide = box.w - 2 * (TOUCH + GAP) - GAP
        y = box.y + MARGIN
        for label in self.labels:
            high = label.natural(self._metrics, wide)[1]
            label.place(Box(box.x, y, wide, high))
            y += high
        top = box.y + max(0.0, (y - box.y - TOUCH) / 2)
        self.away.place(Box(box.right - TOUCH, top, TOUCH, TOUCH))
        self.main.place(Box(box.right - 2 * TOUCH - GAP, top, TOUCH, TOUCH))
        return max(y + MARGIN - box.y, TOUCH)
