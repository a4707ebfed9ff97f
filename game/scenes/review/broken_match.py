"""A stored match that cannot be played again to its end: what is the matter, and what can be done.

`to_running` and `to_finished` lead to a stored match; where it breaks off, this sheet comes first.
"""

import logging
from dataclasses import replace
from functools import partial

from game.rules.core.record import RecordError
from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene
from game.scenes.core.routes import Route, ToBrokenMatch, ToPlay, ToReplay
from game.scenes.core.scene import Pop, Push, Replace
from game.scenes.core.sheets import list_sheet
from game.scenes.play.autosave import Autosave
from game.services.exports import FOLDER, export
from game.services.store import Resumed
from game.services.terms import Terms
from game.ui.theme import BODY, GAP
from game.ui.widgets import Button, Faded, Label, Widget

WIDEST = 900.0

_log = logging.getLogger(__name__)


class BrokenMatch(MenuScene):
    """A sheet about a match of the store: one that runs, or else the result with this number."""

    overlay = True
    name = "broken"

    def __init__(
        self, context: Context, error: RecordError, told: Resumed | None,
        match: int | None = None, result: int | None = None,
    ) -> None:
        super().__init__(context)
        self.error, self.told = error, told
        self.match, self.result = match, result
        self.folder = context.store.folder
        self.exported = ""
        """What became of the text of the match, in words."""

    def build(self) -> list[Widget]:
        title = self.t("store.broken.title")
        rows = [*self._words(), *self._buttons()]
        return list_sheet(self, title, rows, GAP, width=WIDEST)

    def _words(self) -> list[Widget]:
        """What is the matter, what becomes of the rest, and where a text was put."""
        error, where = self.error, ""
        if self.told is not None:
            key = "step" if self.told.series.length == 1 else "step_of"
            where = self.t(f"store.broken.{key}", step=error.step, game=error.game)
        fault = self.t(f"store.broken.{error.fault}", where=where)
        words: list[Widget] = [Label(fault, BODY)]
        keeps = self._goes_on and self.folder is not None
        if note := self.exported or (self.t("store.broken.keeps") if keeps else ""):
            words.append(Faded(note))
        return words

    def _buttons(self) -> list[Button]:
        away = "book.strike" if self.match is None else "menu.running.discard"
        ask = partial(self.ask_before, away, self.put_away, held=True)
        wishes = (
            (self._goes_on, ("store.broken.go_on", "play", self.go_on)),
            (self.told is not None, ("store.broken.look", "eye", self.look)),
            (self.folder is not None, ("store.broken.export", "down", self.export)),
            (True, (f"{away}_yes", "bin", ask)),
        )
        found = self.buttons_of(wish for offered, wish in wishes if offered)
        found[0].look = "plain" if len(found) == 1 else "primary"
        return found

    @property
    def _goes_on(self) -> bool:
        return self.match is not None and self.told is not None

    def go_on(self) -> None:
        """Play on from the last good step, once the whole match is kept as a text."""
        assert self.match is not None
        if not self.export():
            return
        store = self.context.store
        told = store.resume(self.match)
        terms = Terms.noted(told.notes)
        autosave = Autosave(store, told.series, told.chairs, self.match, terms)
        autosave.rewrite(told.series.current)
        self.go(Replace(to_play(told, autosave.match_id)))

    def look(self) -> None:
        """Watch what can be replayed; that changes nothing."""
        assert self.told is not None
        self.go(Push(ToReplay(self.told.series, self.told.chairs)))

    def export(self) -> bool:
        """Put the match into a text file as it was kept, where the table keeps anything. False if
        it could not be written.
        """
        if self.folder is None:
            return True
        name = f"match-{self.match}" if self.match is not None else f"result-{self.result}"
        error = self.error
        where = f"game {error.game}, step {error.step}: " if error.step else ""
        key, file = "unwritten", ""
        try:
            text = f"# {where}{error}\n{error.text}"
            key, file = "written", str(export(self.folder / FOLDER, f"{name}.txt", text))
        except OSError:
            _log.exception("a match could not be exported")
        self.exported = self.t(f"store.broken.{key}", file=file)
        self.rebuild()
        return key == "written"

    def put_away(self) -> None:
        """Forget the match for good."""
        if self.match is not None:
            self.context.store.discard(self.match)
        elif self.result is not None:
            self.context.store.history.forget(self.result)
        self.go(Pop())


def to_running(context: Context, match: int) -> Route:
    """The way to go on with a running match. Raises KeyError if there is none such."""
    try:
        told = context.store.resume(match)
    except RecordError as error:
        return ToBrokenMatch(error, None, match)
    if told.broken is not None:
        return ToBrokenMatch(told.broken, told, match)
    return to_play(told, match)


def to_play(told: Resumed, match: int | None) -> ToPlay:
    """Going on with a match of the store, on the terms on which it was begun."""
    return ToPlay(told.series, told.chairs, match, terms=Terms.noted(told.notes))


def to_finished(context: Context, result: int) -> Route:
    """The way to watch a finished match. Raises KeyError if there is none such."""
    try:
        told = context.store.replay(result)
    except RecordError as error:
        return ToBrokenMatch(error, None, result=result)
    chairs = tuple(
        replace(chair, name=context.texts.t("table.seat", number=number))
        if not chair.name and (chair.kind == "visitor" or context.kiosk) else chair
        for number, chair in enumerate(map(context.seen_by_strangers, told.chairs), 1)
    )  # fmt: skip
    if told.broken is not None:
        return ToBrokenMatch(told.broken, replace(told, chairs=chairs), result=result)
    return ToReplay(told.series, chairs)
