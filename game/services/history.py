"""What was played: the results, the best of them, what they add up to, and the chronicle.

The chronicle is everything that was played, the latest first, read a page at a time. Finished and
running matches are two streams that are merged by date. Each page asks the database for its own
rows only, so a table that has seen thousands of matches opens as quickly as a new one.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import merge
from itertools import islice
from typing import Final, Literal

from game.rules.core import record
from game.rules.core.match import Series
from game.rules.core.protocol import Value, recorded_options
from game.rules.core.record import Record
from game.services import rows
from game.services.database import Cell, Database
from game.services.people import Chair, chairs_of

PAGE: Final = 40
_CHAIR: Final = "kind, name, level, profile"
"""What a row about somebody begins with: the fields of a chair."""
_SUMS = (
    "count(*), sum(mine.won AND seats > 1), sum(mine.drawn AND seats > 1), sum(seats > 1),"
    " sum(mine.points), max(mine.best), coalesce(sum(seconds), 0)"
)
"""The fields of a tally."""
_OWN = "instr(record, char(10) || 'taken over: ') = 0"
"""A result counts only if its match was played from the start: who plays on from a moment of
another match tries things out.
"""
_HERE = "NOT EXISTS (SELECT 1 FROM standings WHERE result_id = id AND kind = 'visitor')"
"""A result of a match that was played at this table."""
_JOINED = f"standings JOIN results ON id = result_id AND {_OWN}"
_NAMED = "(SELECT *, coalesce(level, name) AS who FROM standings)"
_MINE = f"FROM standings AS mine JOIN results ON results.id = mine.result_id AND {_OWN}"


@dataclass(frozen=True, slots=True)
class Standing:
    """How one of the company came off."""

    chair: Chair
    points: int
    won: bool
    """Alone, or sharing the win with some but not with everybody."""
    drawn: bool = False
    """Nobody won, or everybody did."""
    best: int | None = None
    """The most points in one of the games; None where an older table has kept only the sum."""


@dataclass(frozen=True, slots=True)
class Result:
    """A match or a whole series that is over; standings person by person (seat 0 first)."""

    game: str
    options: Mapping[str, Value]
    seed: str
    games: int
    reason: str
    standings: tuple[Standing, ...]
    record: str = ""
    date: str = ""
    id: int = 0
    seconds: int | None = None
    """How long it was played, pauses left out; None where nobody knows."""

    @classmethod
    def of(cls, series: Series, chairs: Sequence[Chair]) -> "Result":
        """The result of a series whose games are all over. Raises ValueError if they are not."""
        match = series.current
        outcome = match.outcome
        if outcome is None or not series.over:
            raise ValueError("the match is not over")
        alone = series.length == 1
        points = _points(series)
        winners = outcome.winners if alone else series.winners()
        drawn = len(points) > 1 and len(winners) in (0, len(points))
        standings = tuple(
            Standing(chair, points[person], person in winners and not drawn, drawn, best)
            for person, (chair, best) in enumerate(zip(chairs, _best(series), strict=True))
        )
        names = {f"name {person}": chair.name for person, chair in enumerate(chairs)}
        first, info = series.games[0], match.game.info
        reason = outcome.reason if alone else "series"
        return cls(
            info.id, recorded_options(info, first.options), str(first.seed), series.length,
            reason, standings, record.write(series, names),
        )  # fmt: skip

    @classmethod
    def brought(cls, told: Record) -> "Result":
        """A match that was played at another table, to its end or not; its notes name people."""
        series, first = told.series, told.series.games[0]
        names = (told.notes.get(f"name {person}", "") for person in range(first.seats))
        chairs = [Chair("visitor", name) for name in names]
        text = record.write(series, told.notes)
        if series.over:
            return replace(cls.of(series, chairs), record=text)
        pairs = zip(chairs, _points(series), strict=True)
        standings = tuple(Standing(chair, points, False) for chair, points in pairs)
        return cls(
            first.game.info.id, first.options, str(first.seed), series.length, "open", standings,
            text,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Score:
    """One of the best: who reached how much, and when."""

    chair: Chair
    points: int
    date: str


class History:
    """The results in a database."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def keep(self, db: sqlite3.Connection, match_id: int | None, result: Result, date: str) -> int:
        """Write a result down, in the middle of a transaction. Gives its number."""
        db.execute("DELETE FROM results WHERE match_id = ?", (match_id,))
        number = rows.insert(
            db,
            "results",
            match_id=match_id,
            game=result.game,
            options=canonical(result.options),
            seed=result.seed,
            games=result.games,
            reason=result.reason,
            record=result.record,
            date=result.date or date,
            seats=len(result.standings),
            seconds=result.seconds,
        )
        for person, standing in enumerate(result.standings):
            chair, best = standing.chair, standing.best
            known = db.execute("SELECT 1 FROM profiles WHERE id = ?", (chair.profile,)).fetchone()
            rows.insert(
                db,
                "standings",
                result_id=number,
                person=person,
                kind=chair.kind,
                name=chair.name,
                level=chair.level,
                profile=chair.profile if known else None,
                points=standing.points,
                won=standing.won,
                drawn=standing.drawn,
                best=standing.points if result.games == 1 else best,
            )
        return number

    def records(self) -> list[tuple[str, str]]:
        """The records of everything that was played, each with a name for its file."""
        found = self._db.read("SELECT game, date, id, record FROM results ORDER BY id")
        return [(f"{game}-{day[:10]}-{number}", text) for game, day, number, text in found if text]

    def find(self, result: Result) -> int | None:
        """The number of a kept result with the same moves from the same start."""
        moves = result.record[result.record.index("\n\ngame 1\n") :]
        for number, kept in self._db.read(
            "SELECT id, record FROM results WHERE game = ?1 AND substr(record, -length(?2)) = ?2",
            result.game, moves,
        ):  # fmt: skip
            if _origin(kept) == _origin(result.record):
                return int(number)
        return None

    def results(self, limit: int = 50) -> list[Result]:
        """What was played to the end, the latest first."""
        return self._read("true ORDER BY id DESC LIMIT ?", limit)

    def result(self, result_id: int) -> Result:
        """The result with this number. Raises KeyError if it was struck."""
        for found in self._read("id = ?", result_id):
            return found
        raise KeyError(result_id)

    def _read(self, where: str, *values: Cell) -> list[Result]:
        found = self._db.read(
            "SELECT game, options, seed, games, reason, record, date, id, seconds FROM results"
            f" WHERE {where}", *values,
        )  # fmt: skip
        standings = standings_of(self._db, [row[7] for row in found])
        return [
            Result(game, json.loads(options), seed, games, reason, standings[number], text, date,
                   number, seconds)
            for game, options, seed, games, reason, text, date, number, seconds in found
        ]  # fmt: skip

    def forget(self, result_id: int) -> None:
        """Strike a result from the history, with the match it came from."""

        def work(db: sqlite3.Connection) -> None:
            match = "(SELECT match_id FROM results WHERE id = ?)"
            db.execute(f"DELETE FROM moves WHERE match_id = {match}", (result_id,))
            db.execute(f"DELETE FROM matches WHERE finished AND id = {match}", (result_id,))
            db.execute("DELETE FROM results WHERE id = ?", (result_id,))

        self._db.write(work)

    def best(
        self, game: str, options: Mapping[str, Value], seed: str | int | None = None,
        limit: int = 10,
    ) -> list[Score]:
        """The persons' best single games with these options, of one seed if it is given."""
        found = self._db.read(
            f"SELECT {_CHAIR}, points, date FROM {_JOINED}"
            " WHERE kind = 'person' AND games = 1 AND game = ?1 AND options = ?2"
            " AND (?3 IS NULL OR seed = ?3) ORDER BY points DESC, id, person LIMIT ?4",
            game, canonical(options), None if seed is None else str(seed), limit,
        )  # fmt: skip
        return [Score(Chair(*row[:4]), *row[4:]) for row in found]

    def option_sets(self, game: str) -> list[dict[str, Value]]:
        """With which options persons have played single games to the end, most often first."""
        found = self._db.read(
            f"SELECT options FROM results WHERE game = ? AND games = 1 AND {_OWN} AND EXISTS"
            " (SELECT 1 FROM standings WHERE result_id = id AND kind = 'person')"
            " GROUP BY options ORDER BY count(*) DESC, max(id) DESC", game,
        )  # fmt: skip
        return [json.loads(options) for (options,) in found]

    def gardens(self, game: str, options: Mapping[str, Value]) -> list[tuple[str, Score]]:
        """The seeds that were played with these options, the latest first, and who did best."""
        found = self._db.read(
            f"SELECT seed, {_CHAIR}, points, date FROM (SELECT seed, {_CHAIR}, points, date,"
            " max(id) OVER deal AS latest,"
            " row_number() OVER (PARTITION BY seed ORDER BY points DESC, id, person) AS place"
            f" FROM {_JOINED}"
            " WHERE kind = 'person' AND games = 1 AND game = ?1 AND options = ?2"
            " WINDOW deal AS (PARTITION BY seed)) WHERE place = 1 ORDER BY latest DESC LIMIT 60",
            game, canonical(options),
        )  # fmt: skip
        return [(seed, Score(Chair(*row[:4]), *row[4:])) for seed, *row in found]


def _origin(text: str) -> list[str]:
    """How the match of a record began, but for what luck it had and who played it."""
    told = ("game: ", "games: ", "option ", "position: ", "seats: ")
    return sorted(line for line in text.split("\n\n")[0].split("\n") if line.startswith(told))


def canonical(options: Mapping[str, Value]) -> str:
    """Options as a text that is the same for the same options."""
    return json.dumps(dict(options), sort_keys=True)


def standings_of(db: Database, results: Sequence[int]) -> dict[int, tuple[Standing, ...]]:
    """How everybody came off in some results, by the results' numbers."""
    found: dict[int, tuple[Standing, ...]] = dict.fromkeys(results, ())
    for number, kind, name, level, profile, points, won, drawn, best in db.read(
        f"SELECT result_id, {_CHAIR}, points, won, drawn, best FROM standings"
        f" WHERE result_id IN ({', '.join('?' * len(results))}) ORDER BY result_id, person",
        *results,
    ):
        chair = Chair(kind, name, level, profile)
        found[number] += (Standing(chair, points, bool(won), bool(drawn), best),)
    return found


def _points(series: Series) -> tuple[int, ...]:
    """What everybody has, person by person."""
    match = series.current
    return match.game.scores(match.state) if series.length == 1 else series.totals()


def _best(series: Series) -> list[int]:
    """The most points that each person had in one of the games."""
    games = [(n, match.game.scores(match.state)) for n, match in enumerate(series.games)]
    seats = series.current.seats
    return [max(scores[(person - n) % seats] for n, scores in games) for person in range(seats)]


# What results add up to ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tally:
    """A sum of results. Whoever played alone has neither won nor lost."""

    played: int = 0
    won: int = 0
    drawn: int = 0
    rivals: int = 0
    """How many of them had somebody else in them."""
    points: int = 0
    best: int | None = None
    """The most points in one game, as far as it is known."""
    seconds: int = 0
    """How long all of it took, as far as it is known."""

    @property
    def lost(self) -> int:
        return self.rivals - self.won - self.drawn


@dataclass(frozen=True, slots=True)
class Streak:
    """Wins in a row: the most there ever were, and how many there are now."""

    longest: int
    current: int


class Statistics:
    """The figures of the people in a database."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def by_game(self, profile: int) -> dict[str, Tally]:
        """How somebody came off, game by game; what is played most comes first."""
        rows = self._db.read(
            f"SELECT game, {_SUMS} {_MINE} WHERE mine.profile = ? GROUP BY game"
            " ORDER BY count(*) DESC, sum(seconds) DESC, max(results.id) DESC", profile,
        )  # fmt: skip
        return {game: Tally(*sums) for game, *sums in rows}

    def finished(self, by: Literal["day", "game"]) -> dict[str, tuple[int, int]]:
        """Matches that were ever finished at this table, and their seconds, by day (in ISO form) or
        by game; the most come first.
        """
        key = {"day": "substr(date, 1, 10)", "game": "game"}[by]
        rows = self._db.read(
            f"SELECT {key}, count(*), coalesce(sum(seconds), 0) FROM results"
            f" WHERE {_HERE} GROUP BY 1 ORDER BY 2 DESC, 3 DESC, 1"
        )
        return {key: (count, seconds) for key, count, seconds in rows}

    def by_opponent(self, profile: int, game: str | None = None) -> list[tuple[Chair, Tally]]:
        """How somebody came off against each opponent, the most frequent first.

        Known persons are one opponent whatever they were called then; a computer is its level,
        and all of a level in a match are one.
        """
        rows = self._db.read(
            f"SELECT other.kind, other.name, other.level, other.profile, {_SUMS} {_MINE}"
            f" JOIN {_NAMED} AS other"
            " ON other.result_id = mine.result_id AND other.profile IS NOT mine.profile"
            " WHERE mine.profile = ?1 AND (?2 IS NULL OR game = ?2) AND NOT EXISTS ("
            f"SELECT 1 FROM {_NAMED} AS same"
            " WHERE same.result_id = other.result_id AND same.person < other.person"
            " AND (same.kind, same.profile, same.who) IS (other.kind, other.profile, other.who))"
            " GROUP BY other.kind, other.profile, other.who"
            " ORDER BY count(*) DESC, max(results.id) DESC", profile, game,
        )  # fmt: skip
        return [(Chair(*row[:4]), Tally(*row[4:])) for row in rows]

    def streak(self, profile: int) -> Streak:
        """Wins in a row among the results in which there was somebody to win against."""
        ((longest, current),) = self._db.read(
            "WITH mine AS (SELECT result_id AS number, won, row_number() OVER (ORDER BY result_id)"
            " - row_number() OVER (PARTITION BY won ORDER BY result_id) AS island"
            f" FROM {_JOINED} WHERE profile = ? AND seats > 1),"
            " runs AS (SELECT count(*) AS length, max(number) AS last FROM mine WHERE won"
            " GROUP BY island)"
            " SELECT max(length), sum(CASE WHEN last = (SELECT max(number) FROM mine)"
            " THEN length END) FROM runs", profile,
        )  # fmt: skip
        return Streak(longest or 0, current or 0)


# The chronicle ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the chronicle: a result, or else a match that is still running."""

    game: str
    date: str
    standings: tuple[Standing, ...]
    """Person by person; in a running match nobody has points yet."""
    games: int = 1
    match: int | None = None
    result: int | None = None
    seconds: int | None = None

    @property
    def over(self) -> bool:
        return self.result is not None


class MatchLog:
    """One reading of the chronicle: of a game, of a person, or of everything."""

    def __init__(self, db: Database, game: str | None = None, profile: int | None = None) -> None:
        self._db = db
        self._values: list[Cell] = []
        self._over = "results WHERE true"
        self._open = "matches WHERE finished = 0 AND parked IS NULL"
        if game:
            self._values.append(game)
            self._over += " AND game = ?"
            self._open += " AND game = ?"
        if profile is not None:
            self._values.append(profile)
            self._over += " AND id IN (SELECT result_id FROM standings WHERE profile = ?)"
            self._open += (
                " AND EXISTS (SELECT 1 FROM json_each(matches.chairs)"
                " WHERE json_extract(value, '$.profile') = ?)"
            )
        streams = self._finished(), self._running()
        self._all = merge(*streams, key=lambda e: (e.date, not e.over), reverse=True)

    def more(self, count: int = PAGE) -> list[Entry]:
        """The next entries; fewer than asked for at the end."""
        return list(islice(self._all, count))

    def count(self) -> int:
        """How many there are."""
        counts = (f"SELECT count(*) FROM {table}" for table in (self._over, self._open))
        return sum(self._db.read(sql, *self._values)[0][0] for sql in counts)

    def _finished(self) -> Iterator[Entry]:
        last = 2**62
        while rows := self._db.read(
            f"SELECT id, game, date, games, match_id, seconds FROM {self._over}"
            f" AND id < ? ORDER BY id DESC LIMIT {PAGE}", *self._values, last,
        ):  # fmt: skip
            standings = standings_of(self._db, [row[0] for row in rows])
            for last, game, day, games, match, seconds in rows:
                yield Entry(game, day, standings[last], games, match, last, seconds)

    def _running(self) -> Iterator[Entry]:
        touched, number = "~", 0
        while rows := self._db.read(
            f"SELECT id, game, chairs, touched, seconds FROM {self._open}"
            f" AND (touched, id) < (?, ?) ORDER BY touched DESC, id DESC LIMIT {PAGE}",
            *self._values, touched, number,
        ):  # fmt: skip
            for number, game, chairs, touched, seconds in rows:
                standings = tuple(Standing(chair, 0, False) for chair in chairs_of(chairs))
                yield Entry(game, touched, standings, match=number, seconds=seconds)
