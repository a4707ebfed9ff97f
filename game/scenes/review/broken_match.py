"""A stored match that cannot be played again to its end: what is the matter, and what can be done.

`gone_on_with` and `watched` lead to a stored match; where it breaks off, this sheet comes first.
"""

from __future__ import annotations

import logging
from pathlib import Path

from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.rules.core.record import Fault, RecordError, rebuild, write_header
from game.scenes.core.chairs import Chair
from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene
from game.scenes.core.scene import Pop, Push, Replace, Scene
from game.scenes.core.sheets import MARGIN, PAD, Sheet, title_height
from game.scenes.home.registry import play_scene
from game.scenes.play.play_scene import PlayScene
from game.scenes.review.replay import Replay
from game.services.exports import export
from game.services.store import Resumed
from game.ui.layer import Layer
from game.ui.scrolling import List
from game.ui.surfaces import PAPER
from game.ui.theme import BODY, GAP, SMALL
from game.ui.widgets import Button, Label, Widget

WIDEST = 900.0

_log = logging.getLogger(__name__)


class BrokenMatch(MenuScene):
    """A sheet about a match of the store: one that runs, or else the result with this number."""

    overlay = True
    name = "broken"

    def __init__(
        self, context: Context, error: RecordError, told: Resumed | None,
        *, match: int | None = None, result: int | None = None,
    ) -> None:
        super().__init__(context)
        self.error, self.told = error, told
        self.match, self.result = match, result
        self.folder = context.store.folder
        self.written: Path | None = None
        """Where the text of the match was put."""
        self.failed = False
        """Whether the text of the match could not be written."""

    # Laying out ----------------------------------------------------------------------------------

    def build(self) -> list[Layer]:
        title = self.t("store.broken.title")
        width = min(WIDEST, self.size[0] - 2 * MARGIN)
        found = List([*self._words(), *self._buttons()], tone=PAPER, gap=GAP)
        head = title_height(self.metrics, title, width) + 62
        high = found.natural(self.metrics, width - 2 * PAD - GAP)[1]
        sheet = Sheet(self, title, width=width, height=head + high + 26)
        found.arrange(self.metrics, sheet.body)
        return [Layer(self.frame, [*sheet.widgets, found], modal=True)]

    def _words(self) -> list[Widget]:
        """What is the matter, what becomes of the rest, and where a text was put."""
        error = self.error
        where = ""
        if self.told is not None:
            key = "step" if self.told.series.length == 1 else "step_of"
            where = self.t(f"store.broken.{key}", step=error.step, game=error.game)
        words: list[Widget] = [
            Label(self.t(f"store.broken.{error.fault}", where=where), BODY, tone=PAPER)
        ]
        if self.failed:
            note = self.t("store.broken.unwritten")
        elif self.written is not None:
            note = self.t("store.broken.written", file=str(self.written))
        elif self._goes_on and self.folder is not None:
            note = self.t("store.broken.keeps")
        else:
            return words
        return [*words, Label(note, SMALL, tone=PAPER, color=PAPER.faded)]

    def _buttons(self) -> list[Button]:
        found = []
        if self._goes_on:
            found.append(("go_on", self.go_on, "play"))
        if self.told is not None:
            found.append(("look", self.look, "eye"))
        if self.folder is not None:
            found.append(("export", self.export, "down"))
        buttons = [
            Button(self.t(f"store.broken.{key}"), action, icon=icon, tone=PAPER,
                   look="plain" if number else "primary")
            for number, (key, action, icon) in enumerate(found)
        ]  # fmt: skip
        away = self.t(f"{self._away}_yes")
        return [*buttons, Button(away, self._ask, icon="bin", tone=PAPER)]

    @property
    def _goes_on(self) -> bool:
        return self.match is not None and self.told is not None

    @property
    def _away(self) -> str:
        """The texts with which a match of this kind is put away."""
        return "book.strike" if self.match is None else "menu.running.discard"

    # What can be done ----------------------------------------------------------------------------

    def go_on(self) -> None:
        """Play on from the last good step, once the whole match is kept as a text."""
        assert self.match is not None
        self.export()
        if self.failed:
            return
        told = self.context.store.resume(self.match)
        make = play_scene(told.series.current.game.info.id)
        scene = make(self.context, told.series, told.chairs, self.match)
        assert isinstance(scene, PlayScene)
        scene.autosave.rewrite(told.series.current)
        self.go(Replace(scene))

    def look(self) -> None:
        """Watch what can be replayed; that changes nothing."""
        assert self.told is not None
        self.go(Push(Replay(self.context, self.told.series, self.told.chairs)))

    def export(self) -> None:
        """Put the match into a text file as it was kept, where the table keeps anything."""
        if self.folder is None:
            return
        name = f"match-{self.match}" if self.match is not None else f"result-{self.result}"
        error = self.error
        where = f"game {error.game}, step {error.step}: " if error.step else ""
        self.written = None
        try:
            self.written = export(self.folder, name, f"# {where}{error}\n{error.text}")
        except OSError:
            _log.exception("a match could not be exported")
        self.failed = self.written is None
        self.rebuild()

    def _ask(self) -> None:
        key = self._away
        self.ask(
            self.t(key), self.t(f"{key}_text"),
            [(self.t(f"{key}_yes"), self.put_away), (self.t("menu.keep"), None)], held=True,
        )  # fmt: skip

    def put_away(self) -> None:
        """Forget the match for good."""
        if self.match is not None:
            self.context.store.discard(self.match)
        elif self.result is not None:
            self.context.store.history.forget(self.result)
        self.go(Pop())


def gone_on_with(context: Context, match: int) -> Scene:
    """The scene to go on with a running match. Raises KeyError if there is none such."""
    try:
        told = context.store.resume(match)
    except RecordError as error:
        return BrokenMatch(context, error, None, match=match)
    if told.broken is not None:
        return BrokenMatch(context, told.broken, told, match=match)
    make = play_scene(told.series.current.game.info.id)
    return make(context, told.series, told.chairs, match)


def watched(context: Context, result: int) -> Scene:
    """The scene to watch a finished match. Raises KeyError if there is none such."""
    try:
        told = context.store.replay(result)
    except RecordError as error:
        return BrokenMatch(context, error, None, result=result)
    if told.broken is not None:
        return BrokenMatch(context, told.broken, told, result=result)
    return Replay(context, told.series, told.chairs)


def samples(context: Context) -> dict[str, Scene]:
    """The sheet for each kind of fault, for pictures."""
    chairs = (Chair("person", "Annegret"), Chair("person", "Ole"))
    header = write_header(Series(Match(GAMES["jin_li"], 2), 3))
    found: dict[str, Scene] = {}
    faults: tuple[Fault, ...] = ("rules", "text", "older", "newer", "header")
    for fault in faults:
        told = rebuild(header, [["a1-b2", "?"]], GAMES)
        assert told.broken is not None
        told.broken.fault = fault
        resumed = Resumed(told.series, chairs, told.notes, told.broken)
        shown = None if fault in ("newer", "header") else resumed
        scene = BrokenMatch(context, told.broken, shown, match=1)
        scene.folder = Path("/home/kiosk/.local/share/walong-table")
        if fault in ("older", "header"):
            scene.written = scene.folder / "exports" / "match-1.txt"
        found[f"broken-{fault}"] = scene
    return found
