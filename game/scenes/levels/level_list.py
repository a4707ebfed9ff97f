"""The lessons, puzzles and set-ups of a game: what there is, and what is solved already."""

from __future__ import annotations

from functools import partial

from game.rules import GAMES
from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene
from game.scenes.core.routes import ToLevel
from game.scenes.core.scene import Push
from game.scenes.core.sheets import HEAD, MARGIN, PAD, Section, Sheet
from game.services import levels
from game.services.levels import Kind, Level
from game.services.store import Progress
from game.ui.layer import Layer
from game.ui.scrolling import List
from game.ui.surfaces import PAPER
from game.ui.theme import GAP
from game.ui.widgets import Button, Widget

KINDS: tuple[Kind, ...] = ("lesson", "puzzle", "challenge", "setup")
ICONS: dict[Kind, str] = {
    "lesson": "lesson", "puzzle": "puzzle", "challenge": "trophy", "setup": "flag",
}


class Levels(MenuScene):
    """A sheet with a line for each level."""

    name = "levels"
    renewed = True

    def __init__(self, context: Context, game: str) -> None:
        super().__init__(context)
        self.game = game
        self.levels, _ = levels.shelf(GAMES[game])
        self._list: List | None = None

    def build(self) -> list[Layer]:
        offset = self._list.offset if self._list else 0.0
        self._list = List(self._rows(), tone=PAPER, gap=4)
        self._list.offset = offset
        width = min(1100.0, self.size[0] - 2 * MARGIN)
        high = self._list.natural(self.metrics, width - 2 * PAD - GAP)[1]
        title = self.t("menu.levels.title", game=self.t(f"{self.game}.name"))
        sheet = Sheet(self, title, width=width, height=high + HEAD)
        self._list.arrange(self.metrics, sheet.body)
        return [Layer(self.frame, [*sheet.widgets, self._list])]

    def _rows(self) -> list[Widget]:
        progress = self.context.store.levels(self.game)
        rows: list[Widget] = []
        for kind in KINDS:
            some = [level for level in self.levels if level.kind == kind]
            if some:
                rows.append(Section(self.t(f"menu.levels.{kind}"), first=not rows))
                rows.extend(self._row(level, progress.get(level.id)) for level in some)
        return rows

    def _row(self, level: Level, progress: Progress | None) -> Button:
        solved = progress is not None and progress.solved
        detail = self._earned(level, progress) or self.t(f"menu.levels.hard_{level.difficulty}")
        return Button(
            level.title.get(self.context.texts.language, level.id), partial(self._open, level),
            icon="check" if solved else ICONS[level.kind], look="row", detail=detail, tone=PAPER,
        )  # fmt: skip

    def _earned(self, level: Level, progress: Progress | None) -> str:
        """The best mark so far and its points; nothing where there is none."""
        points = progress.points if progress is not None else None
        mark = level.mark(points) if points is not None else None
        return self.t(f"menu.levels.{mark}", n=points or 0) if mark else ""

    def _open(self, level: Level) -> None:
        self.go(Push(ToLevel(level, self.levels)))
