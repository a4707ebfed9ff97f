"""The operator's menu of a table among strangers, behind a PIN."""

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Final

from game.rules import SHELF
from game.scenes.core import routes as to
from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene, lay_out_chips
from game.scenes.core.scene import Home, Push, Quit
from game.scenes.core.sheets import Column, Row, Section, entry, list_sheet
from game.scenes.home.running import match_row
from game.scenes.home.settings import control
from game.scenes.review.share import WHY
from game.services import exports
from game.services.database import in_background
from game.services.evening import Evening
from game.services.expiry import days_left
from game.services.faults import faults
from game.services.hours import ALWAYS, DAY, STEP, USUAL, Span, clock_time
from game.services.operator import CHOICES, LONGEST
from game.services.parking import on_shelf, parked
from game.services.store import Running
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.surfaces import PAPER
from game.ui.text_entry import TextField
from game.ui.theme import BODY, GAP, GOLD, SHADE, SMALL, mix
from game.ui.widgets import (
    Arranged,
    Button,
    Choice,
    Faded,
    Field,
    Label,
    Picture,
    Stepper,
    Toggle,
    Widget,
    fitted,
)

ICONS: Final[Mapping[to.OperatorPage, str]] = {
    "games": "dice", "hours": "flag", "idle": "pause", "guests": "people", "parked": "list",
    "kept": "down", "played": "trophy",
}  # fmt: skip
"""The pages of the menu in their order."""
DAYS: Final = 14
"""How many days the chart shows."""
WEEK: Final = 7
LATEST: Final = 3
"""How many faults are shown in their own words."""
SHARE: Final = 0.5
WRITING: Final = Lock()
"""Held while an archive is written."""
_log = logging.getLogger(__name__)


class OperatorMenu(MenuScene):
    """What guests find, when, and for how long it is kept; what was played; and the way out.

    Without a page it shows the way to all of them.
    """

    name = "operator"
    renewed = True
    for_good = True

    def __init__(self, context: Context, page: to.OperatorPage | None = None) -> None:
        super().__init__(context)
        self.page = page

    def build(self) -> list[Widget]:
        rows: Mapping[to.OperatorPage | None, Callable[[], list[Widget]]] = {
            None: self._contents, "games": self._games, "hours": self._hours, "idle": self._idle,
            "guests": self._guests, "parked": self._parked, "kept": self._kept,
            "played": self._played,
        }  # fmt: skip
        title = self.t("operator.title" if self.page is None else f"operator.page.{self.page}")
        buttons = [] if self.page else self._ways_out()
        return list_sheet(self, title, rows[self.page](), 10, buttons=buttons)

    def _ways_out(self) -> list[Button]:
        again = partial(self.go, Quit(operator=True, again=True))
        leave = partial(self.go, Quit(operator=True))
        return self.buttons_of((
            ("operator.settings", "settings", partial(self.go, Push(to.ToSettings(all=True)))),
            ("operator.restart", "replay", partial(self.ask_before, "operator.restart", again)),
            ("operator.quit_yes", "off", partial(self.ask_before, "operator.quit", leave)),
        ))

    def _contents(self) -> list[Widget]:
        pages = [
            Button(self.t(f"operator.page.{page}"), partial(self.go, Push(to.ToOperator(page))),
                   icon=icon, look="row", detail=self._detail(page))
            for page, icon in ICONS.items()
        ]  # fmt: skip
        switch = self._switch("kiosk", self.context.kiosk, self._lock)
        asked = Faded(self.t("operator.kiosk.asked"))
        return [switch, *([asked] if self.context.kiosk_asked else []), *pages]

    def _detail(self, page: to.OperatorPage) -> str:
        """What stands on a page, in a word or two."""
        operator = self.context.operator
        if page == "games":
            return f"{len(SHELF) - len(operator.hidden)} / {len(SHELF)}"
        if page == "hours":
            closed = "open_now" if self.context.open else "closed_now"
            return self.t(f"operator.hours.{closed if operator.hours else 'always'}")
        if page == "parked":
            store = self.context.store
            return str(len([*parked(store), *on_shelf(store), *store.evenings.all_open()]))
        if page == "played":
            count, _ = self._finished(self.context.store.today())
            return f"{self.t('operator.today')}: {self.t('operator.matches', n=count)}"
        return ""

    # Parts of pages ------------------------------------------------------------------------------

    def _switch(self, key: str, value: bool, action: Callable[[bool], object]) -> Field:
        return self.field(f"operator.{key}", Toggle(value, action), SHARE)

    def _number(self, key: str, unit: str) -> Field:
        """One of the operator's numbers, of minutes or days; 0 has a name of its own."""
        values = [
            (n, self.t(f"operator.{unit}", n=n) if n else self.t(f"operator.{key}.never"))
            for n in CHOICES[key]
        ]  # fmt: skip
        value: int = getattr(self.context.operator, key)
        choice = Choice(values, value, lambda n: self._choose(**{key: n}))
        return self.field(f"operator.{key}", choice, SHARE)

    def _text(self, key: str) -> Field:
        """A line that the operator has written, which a tap changes."""
        label, value = self.t(f"operator.{key}.label"), getattr(self.context.operator, key)
        write = to.ToLine(label, value, LONGEST, lambda text: self._choose(**{key: text}))
        return self.field(f"operator.{key}", TextField(value, partial(self.go, Push(write))), SHARE)

    def _choose(self, **values: object) -> None:
        decided = replace(self.context.operator, **values)  # type: ignore[arg-type]
        self.context.decide(decided)
        self.rebuild()

    def _lock(self, on: bool) -> None:
        self.context.kiosk = on
        self._choose(kiosk=on)

    # Games, hours, idle times, guests ------------------------------------------------------------

    def _games(self) -> list[Widget]:
        hidden = self.context.operator.hidden
        return [
            Field(self.t(f"{game}.name"),
                  Toggle(game not in hidden, partial(self._offer, game)), share=SHARE)
            for game in SHELF
        ]  # fmt: skip

    def _offer(self, game: str, on: bool) -> None:
        """Offer a game or not; the last one stays on the shelf."""
        hidden = set(self.context.operator.hidden) - {game} | (set() if on else {game})
        if hidden >= set(SHELF):
            self.toasts.say(self.t("operator.last"), "refusal")
        else:
            self._choose(hidden=tuple(each for each in SHELF if each in hidden))

    def _hours(self) -> list[Widget]:
        week = self.context.operator.hours
        values = [(False, self.t("operator.hours.always")), (True, self.t("operator.hours.week"))]
        choice = Choice(values, bool(week), lambda on: self._choose(hours=USUAL if on else ALWAYS))
        label, note = self.t("operator.page.hours"), self.t("operator.hours.help")
        rows: list[Widget] = [Field(label, choice, note, share=SHARE)]
        rows += [self._day(number, span) for number, span in enumerate(week)]
        if week:
            same = partial(self._open_from, week[0])
            text = self.t("operator.hours.same")
            rows.append(Arranged([Button(text, same, icon="copy")], lay_out_chips))
        return rows

    def _day(self, number: int, span: Span) -> Row:
        """A day of the week: whether it is open, and from when to when."""
        name = Column([Label(self.t(f"operator.day.{number}"), BODY, "bold")])
        usual = USUAL[number]
        switch = Toggle(span is not None, lambda on: self._open_from(usual if on else None, number))
        if span is None:
            return Row(name, switch)
        times = [(minute, clock_time(minute)) for minute in range(0, DAY, STEP)]
        begins, ends = span
        first = Stepper(times, begins, lambda at: self._open_from((at, ends), number))
        last = Stepper(times, ends, lambda at: self._open_from((begins, at), number))
        return Row(name, first, last, switch)

    def _open_from(self, span: Span, day: int | None = None) -> None:
        """Open a day, or every day, from when to when; or not at all."""
        week = self.context.operator.hours
        self._choose(hours=tuple(span if day in (None, n) else each for n, each in enumerate(week)))

    def _idle(self) -> list[Widget]:
        minutes = [self._number(key, "minutes") for key in ("still", "attract")]
        return [*minutes, self._number("parked_days", "days")]

    def _guests(self) -> list[Widget]:
        phones, sound = self.context.operator.phones, self.t("settings.sound.label")
        note, volume = self.t("operator.sound.help"), self.t("settings.volume.label")
        return [
            self._switch("phones", phones, lambda on: self._choose(phones=on)),
            self._switch("played_on_phones", self.context.operator.played_on_phones,
                         lambda on: self._choose(played_on_phones=on)),
            self._text("network"), self._text("network_key"),
            self.field("operator.language", control(self, "language"), SHARE),
            Field(sound, control(self, "sound"), note, share=SHARE),
            Field(volume, control(self, "volume"), share=SHARE),
        ]

    # What guests have left -----------------------------------------------------------------------

    def _parked(self) -> list[Widget]:
        """Every parked match with its code, for guests who have not seen or kept it; then what
        lies on the shelf for all, where guests put nothing away.
        """
        store = self.context.store
        help = Faded(self.t("operator.parked.list"))
        found = [match_row(self, run, self._until(run), by=Home)
                 for run in parked(store) if run.game in SHELF]  # fmt: skip
        none = Label(self.t("operator.parked.none"))
        begun = [self._evening(evening) for evening in store.evenings.all_open()]
        begun += [match_row(self, run, by=Home) for run in on_shelf(store) if run.game in SHELF]
        shelf = [Section(self.t("operator.parked.shelf")), *begun] if begun else []
        return [*([help, *found] if found else [none]), *shelf]

    def _until(self, run: Running) -> str:
        """How long a match stays parked."""
        left = days_left(run, self.context.operator, self.context.store.today())
        if left == 0:
            return self.t("operator.parked.last")
        key = "parked_days.never" if left is None else "parked.left"
        return self.t(f"operator.{key}", n=left or 0)

    def _evening(self, evening: Evening) -> Row:
        """An evening that is not over: who, how far, and since when."""
        count, facts = len(evening.parts), [self.ago(evening.begun)]
        if evening.next is not None:
            facts.insert(0, self.t("evening.round", number=evening.next + 1, count=count))
        play = partial(self.go, Home(to.ToEvening(evening.id)))
        stop = partial(self.ask_before, "evening.stop", partial(self._stop, evening.id))
        who = self.context.company(evening.chairs)
        return entry(self.t("evening.title"), who, facts, play, stop)

    def _stop(self, evening: int) -> None:
        self.context.store.count(evening)
        self.context.store.evenings.close(evening)
        self.rebuild()

    # What is kept --------------------------------------------------------------------------------

    def _kept(self) -> list[Widget]:
        places = [] if self.context.store.folder is None else [
            (self.t("operator.export.folder"), self.context.store.folder / exports.FOLDER)
        ]  # fmt: skip
        places += [(self.t("share.stick", name=exports.printable(each.name)), each)
                   for each in exports.sticks()]
        buttons = [Button(text, partial(self.export, folder), icon="down")
                   for text, folder in places]  # fmt: skip
        return [
            self._number("names_days", "days"), self._number("results_days", "days"),
            Section(self.t("operator.export.title")),
            Faded(self.t("operator.export.help")),
            Arranged(buttons, lay_out_chips),
        ]  # fmt: skip

    def export(self, folder: Path) -> None:
        """Write all records into an archive there, unless one is being written. The table goes on
        meanwhile, and says how it ended wherever people are then.
        """
        store = self.context.store
        if WRITING.acquire(blocking=False):
            name, records = f"walong-table-{store.today():%Y-%m-%d}", store.history.records()
            in_background(partial(self._export, folder, name, records))

    def _export(self, folder: Path, name: str, records: Iterable[tuple[str, str]]) -> None:
        try:
            file = exports.printable(str(exports.export_all(folder, name, records)))
            self.context.notices.append(self.t("share.saved", file=file))
        except Exception as error:  # whatever it is, somebody waits to hear of it
            _log.warning("the records could not be exported: %s", error)
            why = WHY.get(getattr(error, "errno", None) or 0, "failed")
            self.context.notices.append(self.t(f"operator.export.{why}"))
        finally:
            WRITING.release()

    # What was played -----------------------------------------------------------------------------

    def _played(self) -> list[Widget]:
        """Finished matches and minutes, day by day and game by game, and what went wrong."""
        store = self.context.store
        today, finished = store.today(), store.statistics.finished
        spans = {"today": today, "week": today - timedelta(days=WEEK - 1), "ever": date.min}
        games = [self._sum(f"{game}.name", sums) for game, sums in finished("game").items()
                 if game in SHELF]  # fmt: skip
        return [
            *(self._sum(f"operator.{key}", self._finished(day)) for key, day in spans.items()),
            Section(self.t("operator.days_title", n=DAYS)),
            Picture(partial(self._draw_days, finished("day")), 190.0),
            *([Section(self.t("operator.games_title"))] if games else []),
            *games,
            Section(self.t("operator.faults_title")), *self._faults(),
        ]  # fmt: skip

    def _finished(self, first: date) -> tuple[int, int]:
        """How many matches were finished since a day, and their seconds."""
        days = self.context.store.statistics.finished("day").items()
        some = [sums for day, sums in days if day >= first.isoformat()]
        return sum(count for count, _ in some), sum(seconds for _, seconds in some)

    def _sum(self, key: str, sums: tuple[int, int]) -> Label:
        matches, seconds = sums
        return Label(f"{self.t(key)}: {self.t('operator.matches', n=matches)} \u00b7 "
                     f"{self.t('operator.minutes', n=seconds // 60)}")  # fmt: skip

    def _draw_days(self, finished: Mapping[str, tuple[int, int]], canvas: Canvas, box: Box) -> None:
        """How many matches were finished on each of the last days."""
        today = self.context.store.today()
        days = [today - timedelta(days=ago) for ago in reversed(range(DAYS))]
        counts = [finished.get(day.isoformat(), (0, 0))[0] for day in days]
        wide, line = box.w / DAYS, canvas.line_height(SMALL)
        room = box.h - 2 * line - GAP
        for number, (day, count) in enumerate(zip(days, counts, strict=True)):
            x, high = box.x + number * wide, max(3.0, room * count / max(1, *counts))
            bar = Box(x + wide * 0.18, box.bottom - line - 6 - high, wide * 0.64, high)
            canvas.fill(bar, mix(GOLD, SHADE, 0.15) if count else PAPER.line, 4)
            middle, name = x + wide / 2, self.t(f"operator.day.{day.weekday()}")
            size, _ = fitted(canvas, name, SMALL, "sans", (wide - 4, line))
            canvas.text(name, (middle, box.bottom - line), size, PAPER.faded, anchor="center")
            if count:
                top = bar.y - line - 2
                canvas.text(str(count), (middle, top), SMALL, PAPER.text, "bold", "center")

    def _faults(self) -> list[Widget]:
        """How often the log tells of trouble, and what it said last."""
        store = self.context.store
        found = faults(store.folder, store.today() - timedelta(days=WEEK - 1))
        today = sum(fault.when.date() == store.today() for fault in found)
        spans = ("today", today), ("week", len(found))
        counts = " \u00b7 ".join(f"{self.t(f'operator.{span}')}: {n}" for span, n in spans)
        latest = [f"{fault.when:%Y-%m-%d %H:%M}  {fault.text}" for fault in found[:LATEST]]
        return [Label(counts), *(Faded(exports.printable(text[:200])) for text in latest)]
