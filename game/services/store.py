"""What the table remembers: running matches move by move, settings, people, results, levels.

Every method that changes something takes effect at once and is brought to the disk in the
background; `confirm` tells when it has got there. What is damaged or cannot be written never
stops the table (see `database` and `rows`); `take_notices` tells about it.
"""

import json
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cache
from itertools import groupby, takewhile
from operator import eq, itemgetter
from pathlib import Path
from typing import Any

from filelock import BaseFileLock

from game.rules.core import record
from game.rules.core.match import Series
from game.rules.core.protocol import AnyGame
from game.rules.core.record import RecordError
from game.services import naming, rows
from game.services.checked import table
from game.services.database import Database, Row, Run
from game.services.evening import Evenings, Finish, seat_of
from game.services.history import History, MatchLog, Result, Statistics
from game.services.people import Chair, Profile, chairs_of, free_look, text_of
from game.services.terms import UNSAID, Terms

FILE = "walong-table.db"
WAITING = "not_played_yet"
"""The setting that tells since when people are known who have played nothing."""
_MOVES = "SELECT game_no, step, text FROM moves WHERE match_id = ? ORDER BY game_no, step"
IDLE = 180
"""Seconds; who thinks longer has gone for a walk, and that is no time spent playing."""
SCRIPTS: tuple[str, ...] = (
    *[""] * 3,  # what came before the first release
    *(Path(__file__).with_name(f"format_{number}.sql").read_text("utf-8") for number in (4, 5)),
)


class OutOfStep(Exception):
    """A match is not stored as this table left it, so its next step cannot be kept in it."""


@dataclass(frozen=True, slots=True)
class Running:
    """A match that can be gone on with; `steps` counts what luck and people did in all its games,
    `seconds` how long it took.
    """

    id: int
    game: str
    chairs: tuple[Chair, ...]
    begun: str
    touched: str
    steps: int
    parked: str | None = None
    """The code that it is to be asked for by."""
    seconds: int = 0


@dataclass(frozen=True, slots=True)
class Resumed:
    """A match as it was left, ready to go on, and who sits at it.

    The series of a `broken` match ends before the step that the error is about.
    """

    series: Series
    chairs: tuple[Chair, ...]
    notes: Mapping[str, str]
    broken: record.RecordError | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far somebody has come with a level; `points` are the most reached, where they count."""

    solved: bool
    tries: int
    points: int | None = None


class Store:
    """The table's memory in a folder; None keeps everything only until the end.

    Times are ISO texts in local time, given by `clock`. What concerns the disk is done by `run`,
    or before a method returns; `seconds` only rise and tell when it is tried again. `lock` keeps
    other tables out of the folder until the disk is done. To `look` at the folder of another table
    keeps what it holds now in memory, and leaves it untouched.
    """

    def __init__(
        self, folder: Path | None, shelf: Mapping[str, AnyGame],
        clock: Callable[[], datetime] = datetime.now, run: Run | None = None,
        lock: BaseFileLock | None = None, seconds: Callable[[], float] = time.monotonic, *,
        look: bool = False,
    ) -> None:  # fmt: skip
        self._shelf = shelf
        self.clock = clock
        opened = self._now()
        self._db = Database(
            folder / FILE if folder else None, SCRIPTS, run, seconds, lock=lock, look=look,
            mend=lambda db: rows.mend(db, _schema(), self._plays, opened),
        )  # fmt: skip
        self.tick, self.confirm, self.close = self._db.tick, self._db.confirm, self._db.close
        self.take_notices = self._db.take_notices
        self.history = History(self._db)
        self.statistics = Statistics(self._db)
        self.evenings = Evenings(self._db, self._now)

    @property
    def folder(self) -> Path | None:
        """Where things are kept; None if they are not."""
        return self._db.file.parent if self._db.file else None

    def _plays(self, header: Any, games: list[list[str]]) -> tuple[str, list[str]] | None:
        """The game and the persons' names of a match, if all of it can be played again.

        A damaged header can be anything that a cell holds.
        """
        try:
            header.encode()  # bytes that are no UTF-8 cannot be stored again
            told = record.rebuild(header, games, self._shelf)
        except (RecordError, UnicodeError, TypeError, AttributeError):
            return None
        played = [len(match.log) for match in told.series.games]
        if len(played) < len(games) or any(map(int.__lt__, played, map(len, games))):
            return None
        first = told.series.games[0]
        names = [told.notes.get(f"name {person}", "") for person in range(first.seats)]
        return first.game.info.id, names

    def _now(self) -> str:
        return self.clock().isoformat(timespec="seconds")

    def today(self) -> date:
        """The day it is at the table."""
        return self.clock().date()

    # Running matches --------------------------------------------------------------------------

    def begin(self, series: Series, chairs: Sequence[Chair], terms: Terms = UNSAID) -> int:
        """Keep a match from now on, with what luck has done already. Gives its number."""
        now = self._now()
        notes = {f"name {person}": chair.name for person, chair in enumerate(chairs)}
        header = record.write_header(series, {**notes, "date": now, **terms.notes()})
        people = text_of(chairs)
        game = series.current.game.info.id
        games = [[match.game.write(move) for move in match.log[: match.cursor]]
                 for match in series.games]  # fmt: skip

        def work(db: sqlite3.Connection) -> int:
            number = rows.insert(
                db, "matches", game=game, header=header, chairs=people, begun=now, touched=now
            )
            for game_no, texts in enumerate(games):
                _put(db, number, game_no, 0, texts)
            return number

        return self._db.write(work)

    def part(
        self, match_id: int, series: Series, chairs: Sequence[Chair], terms: Terms = UNSAID
    ) -> int:
        """Keep a match under a number of its own from now on, as the old one does not take its
        steps any more. Gives the new number.
        """
        number = self.begin(series, chairs, terms)
        place = self.evenings.of_match(match_id)
        if place is not None:
            self.evenings.seat(place[0].id, place[1], number)
        self._db.notices.append(rows.Notice("store.parted"))
        return number

    def call(self, match_id: int, chairs: Sequence[Chair]) -> None:
        """These play a match, who may be called otherwise than before, in its evening as well."""
        evening = self.evenings.of_match(match_id)

        def work(db: sqlite3.Connection) -> None:
            match, count = rows.find(db, "matches", match_id), len(chairs)
            if match is not None:
                names = {person: chair.name for person, chair in enumerate(chairs)}
                header = naming.noted(str(match["header"]), names)
                rows.update(db, "matches", match_id, header=header, chairs=text_of(chairs))
            if evening is not None:
                people = [chairs[seat_of(each, evening[1], count)] for each in range(count)]
                rows.update(db, "evenings", evening[0].id, chairs=text_of(people))

        self._db.write(work)

    def count(self, evening_id: int) -> int | None:
        """Count the game of an evening that is over but has not been counted, as when nobody was
        there to go on from its results; forget the match of one that is gone. Gives the number of
        the game that was counted. Raises KeyError if there is no such evening.
        """
        found = self.evenings.find(evening_id)
        number = found.number
        if number is None or (match_id := found.parts[number].match_id) is None:
            return None
        try:
            match = self.resume(match_id).series.current
        except RecordError:
            return None
        except KeyError:
            self.evenings.seat(evening_id, number, None)
            return None
        if match.outcome is None:
            return None
        self.evenings.finish(evening_id, number, Finish.of(match, number))
        return number

    def append(self, match_id: int, game_no: int, index: int, *texts: str) -> None:
        """Keep the steps of a game of the series (from 0) from `index` on, in place of what stood
        there and after it, which had been undone.

        What is kept already is not written again. Raises OutOfStep if the match is over or gone,
        or if these steps do not follow what it holds.
        """
        now = self._now()

        def work(db: sqlite3.Connection) -> None:
            match = _running(db, match_id)
            games = [*_steps(db.execute(_MOVES, (match_id,))), []]
            before, kept = games[:game_no], games[min(game_no, len(games) - 1)]
            if len(before) < game_no or len(kept) < index or not all((*before, *kept[:index])):
                raise OutOfStep(
                    f"step {index + 1} of game {game_no + 1} does not follow in match {match_id}:"
                    f" {len(before)} games and {len(kept[:index])} steps stand before it"
                )
            pairs = zip(texts, kept[index:], strict=False)
            same = sum(1 for _ in takewhile(lambda pair: eq(*pair), pairs))
            following = "match_id = ? AND (game_no, step) >= (?, ?)"
            db.execute(f"DELETE FROM moves WHERE {following}", (match_id, game_no, index + same))
            _put(db, match_id, game_no, index + same, texts[same:])
            seconds = match["seconds"] + _passed(match["touched"], now)
            rows.update(db, "matches", match_id, seconds=seconds, touched=now)

        self._db.write(work)

    def running(self) -> list[Running]:
        """The matches that can be gone on with, the latest first."""
        found = self._db.read(
            "SELECT id, game, chairs, begun, touched,"
            " (SELECT count(*) FROM moves WHERE match_id = id), parked, seconds FROM matches"
            " WHERE finished = 0 ORDER BY touched DESC, id DESC"
        )
        return [Running(id_, game, chairs_of(text), *rest) for id_, game, text, *rest in found]

    def park(self, match_id: int, code: str) -> None:
        """Put a match aside: from now on it is asked for by this code."""
        self._db.write(lambda db: rows.update(db, "matches", match_id, parked=code))

    def renew(self, match_id: int) -> None:
        """Somebody has opened a match: it is the latest one, and a parked one's days begin anew."""
        now = self._now()

        def work(db: sqlite3.Connection) -> None:
            match = rows.find(db, "matches", match_id)
            if match is not None and not match["finished"]:
                rows.update(db, "matches", match_id, touched=now)

        self._db.write(work)

    def resume(self, match_id: int) -> Resumed:
        """A match as it was left, as far as it can be played again.

        Raises RecordError if nothing of it can be shown, KeyError.
        """
        found = self._db.read("SELECT header, chairs FROM matches WHERE id = ?", match_id)
        if not found:
            raise KeyError(match_id)
        header, chairs = found[0]
        told = record.rebuild(header, self.steps(match_id), self._shelf)
        return _resumed(told, chairs_of(chairs))

    def steps(self, match_id: int) -> list[list[str]]:
        """The steps of all games of a match as they are kept; empty ones where some are missing."""
        return _steps(self._db.read(_MOVES, match_id))

    def finish(self, match_id: int, result: Result) -> int:
        """The match is over: keep its result. Gives the result's number. Raises OutOfStep."""
        now = self._now()

        def work(db: sqlite3.Connection) -> int:
            timed = result
            if rows.find(db, "matches", match_id) is not None:
                timed = replace(result, seconds=_running(db, match_id)["seconds"])
                rows.update(db, "matches", match_id, finished=1)
            return self.history.keep(db, match_id, timed, now)

        return self._db.write(work)

    def reopen(self, match_id: int) -> None:
        """The last move was taken back after all: the match runs again, its result is void.

        Raises OutOfStep.
        """

        def work(db: sqlite3.Connection) -> None:
            _running(db, match_id, finished=1)
            db.execute("DELETE FROM results WHERE match_id = ?", (match_id,))
            rows.update(db, "matches", match_id, finished=0)

        self._db.write(work)

    def discard(self, match_id: int) -> None:
        """Forget a match that nobody wants to go on with; results stay."""

        def work(db: sqlite3.Connection) -> None:
            _drop(db, "id = ?", match_id)
            kept = db.execute("SELECT id FROM results WHERE match_id = ?", (match_id,))
            for (number,) in kept.fetchall():
                rows.update(db, "results", number, match_id=None)

        self._db.write(work)

    # What was played --------------------------------------------------------------------------

    def match_log(self, game: str | None = None, profile: int | None = None) -> MatchLog:
        """Everything that was played, the latest first: of a game, of a person, or all of it."""
        return MatchLog(self._db, game, profile)

    def replay(self, result_id: int) -> Resumed:
        """A finished match from its record, as far as it can be played again.

        Raises RecordError if nothing of it can be shown, KeyError.
        """
        result = self.history.result(result_id)
        told = record.recover(result.record, self._shelf)
        return _resumed(told, tuple(standing.chair for standing in result.standings))

    def bring(self, told: record.Record) -> tuple[int, bool]:
        """Keep a match that was played elsewhere among the finished ones: its number, and whether
        it is new. One that is there already, whoever played it, is not kept again.
        """
        result, now = Result.brought(told), self._now()
        known = self.history.find(result)
        if known is not None:
            return known, False
        return self._db.write(lambda db: self.history.keep(db, None, result, now)), True

    def forget_results(self, before: date) -> None:
        """Delete what was played before a day: results, and evenings and open matches that nobody
        has touched since; but no parked ones.
        """
        day = before.isoformat()
        old = (
            "finished AND id IN (SELECT match_id FROM results WHERE date < ?1)"
            " OR NOT finished AND parked IS NULL AND touched < ?1"
        )

        def work(db: sqlite3.Connection) -> None:
            _drop(db, old, day)
            db.execute("DELETE FROM results WHERE date < ?", (day,))
            db.execute("DELETE FROM evenings WHERE touched < ?", (day,))

        self._db.write(work)
        self._db.tidy()

    # Settings ---------------------------------------------------------------------------------

    def get(self, key: str) -> Any:
        """A setting's value as it was set, which JSON can say; None if it never was."""
        return self.all_settings().get(key)

    def set(self, **values: object) -> None:
        """Keep settings; values are what JSON can say."""
        texts = {key: json.dumps(value) for key, value in values.items()}

        def work(db: sqlite3.Connection) -> None:
            for key, text in texts.items():
                db.execute("DELETE FROM settings WHERE key = ?", (key,))
                rows.insert(db, "settings", key=key, value=text)

        self._db.write(work)

    def all_settings(self) -> dict[str, object]:
        """Every setting that was ever set; a value that cannot be read is left out."""
        found = {}
        for key, value in self._db.read("SELECT key, value FROM settings"):
            with suppress(ValueError, RecursionError):
                found[key] = json.loads(value)
        return found

    # People -----------------------------------------------------------------------------------

    def profile(self, profile_id: int) -> Profile | None:
        """Somebody the table knows."""
        return next(iter(self._profiles("WHERE id = ?", profile_id)), None)

    def named(self, name: str) -> Profile | None:
        """Who is called so, be it in other letters, large or small."""
        called = (one for one in self.profiles() if one.name.casefold() == name.casefold())
        return next(called, None)

    def profiles(self) -> list[Profile]:
        """The people the table knows, by name."""
        return self._profiles("ORDER BY name COLLATE NOCASE")

    def regulars(self, most: int = -1) -> list[Profile]:
        """The people the table knows, or so many of them, those first who were here last."""
        return self._profiles(
            "ORDER BY (SELECT max(result_id) FROM standings WHERE profile = profiles.id) DESC"
            " NULLS LAST, id DESC LIMIT ?", most,
        )  # fmt: skip

    def _profiles(self, which: str, *values: int) -> list[Profile]:
        found = self._db.read(f"SELECT id, name, colour, mark FROM profiles {which}", *values)
        return [Profile(*row).dressed() for row in found]

    def add_profile(self, name: str, colour: str = "", mark: str = "") -> Profile:
        """Get to know somebody; who chooses no colour and no mark gets some that are free.

        Raises ValueError if the name is empty or taken.
        """
        name = self._free_name(name, None)
        free = free_look(self.profiles())
        colour, mark = colour or free[0], mark or free[1]
        number = self._db.write(
            lambda db: rows.insert(db, "profiles", name=name, colour=colour, mark=mark)
        )
        return Profile(number, name, colour, mark)

    def change_profile(self, profile: Profile) -> Profile:
        """Give a known person another name, colour or mark. Raises ValueError as above.

        What was played under another name is told under the new one from now on.
        """
        changed = replace(profile, name=self._free_name(profile.name, profile.id))
        before = self.profile(profile.id) or changed

        def work(db: sqlite3.Connection) -> None:
            rows.update(
                db, "profiles", changed.id,
                name=changed.name, colour=changed.colour, mark=changed.mark,
            )  # fmt: skip
            if before.name != changed.name:
                naming.rename(db, changed.id, changed)

        self._db.write(work)
        return changed

    def delete_profile(self, profile_id: int) -> None:
        """Forget a person and the name; the others keep their results, against nobody known."""
        known = self.profile(profile_id)
        if known is None:
            return

        def work(db: sqlite3.Connection) -> None:
            naming.forget(db, known)
            db.execute("DELETE FROM profiles WHERE id = ?", (profile_id,))

        self._db.write(work)
        self._db.tidy()

    def forget_names(self, before: date) -> None:
        """Forget everybody who last played before a day, and all names in what was played then.

        Of somebody who has played nothing it counts since when that is known.
        """
        today, day = self.today().isoformat(), before.isoformat()
        waiting, new = table(self.get(WAITING)), self._unplayed()
        since = {number: waiting.get(str(number), today) for number in new}
        self._db.write(lambda db: naming.forget_before(db, day))
        for number in self._unplayed():
            if since.get(number, "") < day:
                self.delete_profile(number)
        self.set(**{WAITING: since})
        self._db.tidy()

    def _unplayed(self) -> list[int]:
        """The people who are neither in a result nor in a match that is open."""
        found = self._db.read(
            "SELECT id FROM profiles EXCEPT SELECT profile FROM standings"
            " EXCEPT SELECT json_extract(value, '$.profile') FROM matches, json_each(chairs)"
        )
        return [number for (number,) in found]

    def _free_name(self, name: str, own: int | None) -> str:
        name = " ".join(name.split())
        if not name:
            raise ValueError("a person needs a name")
        known = self.named(name)
        if known is not None and known.id != own:
            raise ValueError(f"{name!r} is at the table already")
        return name

    # Levels -----------------------------------------------------------------------------------

    def try_level(self, game: str, level: str, solved: bool, points: int | None = None) -> None:
        """Keep that somebody tried a level, and how well it went."""

        def work(db: sqlite3.Connection) -> None:
            new: rows.Fields = {"solved": False, "points": None, "tries": 0}
            before = rows.find(db, "levels", game, level) or new
            reached = [p for p in (points, before["points"]) if p is not None]
            db.execute("DELETE FROM levels WHERE game = ? AND level = ?", (game, level))
            rows.insert(
                db, "levels", game=game, level=level, solved=solved or before["solved"],
                points=max(reached, default=None), tries=before["tries"] + 1,
            )  # fmt: skip

        self._db.write(work)

    def levels(self, game: str) -> dict[str, Progress]:
        """What was tried of a game's levels."""
        found = self._db.read(
            "SELECT level, solved, tries, points FROM levels WHERE game = ?", game
        )
        return {level: Progress(bool(solved), *rest) for level, solved, *rest in found}


# Rows ---------------------------------------------------------------------------------------


@cache
def _schema() -> rows.Schema:
    """The tables and indices of a new database."""
    built = Database(None, SCRIPTS)
    found = built.read(
        "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' AND name <> 'kept'"
    )
    built.close()
    return dict(found)


def _running(db: sqlite3.Connection, match_id: int, finished: int = 0) -> rows.Fields:
    """The row of a match that runs, or of one that is `finished`. Raises OutOfStep."""
    match = rows.find(db, "matches", match_id)
    if match is None:
        raise OutOfStep(f"match {match_id} is not stored")
    if match["finished"] != finished:
        raise OutOfStep(f"match {match_id} is {'not ' * finished}over")
    return match


def _steps(found: Iterable[Row]) -> list[list[str]]:
    """The steps of all games, as `_MOVES` finds them; empty ones where some are missing."""
    games: list[list[str]] = []
    for game_no, steps in groupby(found, itemgetter(0)):
        if game_no != len(games):
            games.append([])  # a game is missing; the next one cannot begin
        games.append([])
        for _, step, text in steps:
            if step != len(games[-1]):
                games[-1].append("")  # a step is missing; nothing can be read there
            games[-1].append(text)
    return games


def _drop(db: sqlite3.Connection, which: str, *values: str | int) -> None:
    """Forget some matches with their steps."""
    which = f"(SELECT id FROM matches WHERE {which})"
    db.execute(f"DELETE FROM moves WHERE match_id IN {which}", values)
    db.execute(f"DELETE FROM matches WHERE id IN {which}", values)


def _put(
    db: sqlite3.Connection, match_id: int, game_no: int, index: int, texts: Sequence[str]
) -> None:
    for step, text in enumerate(texts, index):
        rows.insert(db, "moves", match_id=match_id, game_no=game_no, step=step, text=text)


def _passed(before: str, now: str) -> int:
    """The seconds of play between two moments; a long pause counts as a short one."""
    seconds = datetime.fromisoformat(now) - datetime.fromisoformat(before)
    return max(0, min(IDLE, int(seconds.total_seconds())))


def _resumed(told: record.Record, chairs: tuple[Chair, ...]) -> Resumed:
    """The match with somebody at every seat, whatever was kept of the company."""
    seats = told.series.current.seats
    context = (*chairs, *[Chair("person", "")] * seats)[:seats]
    return Resumed(told.series, context, told.notes, told.broken)
