"""What was played to the end: results, high scores and statistics."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.rules import record
from game.rules.match import Series
from game.rules.protocol import Value
from game.services.database import Cell, Database, Row
from game.services.people import Chair, ChairKind

SCRIPT = """
    CREATE TABLE results (
        id INTEGER PRIMARY KEY AUTOINCREMENT, match_id INTEGER, game TEXT NOT NULL,
        options TEXT NOT NULL, seed TEXT NOT NULL, games INTEGER NOT NULL,
        reason TEXT NOT NULL, record TEXT NOT NULL, date TEXT NOT NULL
    );
    CREATE INDEX results_by_game ON results (game, date);
    CREATE TABLE standings (
        result_id INTEGER NOT NULL REFERENCES results ON DELETE CASCADE, person INTEGER NOT NULL,
        kind TEXT NOT NULL, name TEXT NOT NULL, level TEXT,
        profile INTEGER REFERENCES profiles ON DELETE SET NULL,
        points INTEGER NOT NULL, won INTEGER NOT NULL, drawn INTEGER NOT NULL,
        PRIMARY KEY (result_id, person)
    ) WITHOUT ROWID;
    CREATE INDEX standings_by_profile ON standings (profile)
"""


@dataclass(frozen=True, slots=True)
class Standing:
    """How one of the company came off."""

    chair: Chair
    points: int
    won: bool
    """Alone, or sharing the win with some but not with everybody."""
    drawn: bool = False
    """Nobody won, or everybody did."""


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

    @classmethod
    def of(cls, series: Series, chairs: Sequence[Chair]) -> Result:
        """The result of a series whose games are all over. Raises ValueError if they are not."""
        match = series.current
        outcome = match.outcome
        if outcome is None or not series.over:
            raise ValueError("the match is not over")
        alone = series.length == 1
        points = match.game.scores(match.state) if alone else series.totals()
        winners = outcome.winners if alone else series.winners()
        drawn = len(points) > 1 and len(winners) in (0, len(points))
        standings = tuple(
            Standing(chair, points[person], person in winners and not drawn, drawn)
            for person, chair in enumerate(chairs)
        )
        names = {f"name {person}": chair.name for person, chair in enumerate(chairs)}
        first = series.games[0]
        return cls(
            match.game.info.id,
            first.options,
            str(first.seed),
            series.length,
            outcome.reason if alone else "series",
            standings,
            record.write(series, names),
        )


@dataclass(frozen=True, slots=True)
class Tally:
    """A line of statistics: `of` is a game or an opponent, `best` the most points in one game."""

    of: str
    played: int
    won: int
    drawn: int
    best: int


class History:
    """The results in a database."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def keep(
        self, db: sqlite3.Connection, match_id: int | None, result: Result, date: str
    ) -> int:
        """Write a result down, in the middle of a transaction. Gives its number."""
        db.execute("DELETE FROM results WHERE match_id = ?", (match_id,))
        cursor = db.execute(
            "INSERT INTO results (match_id, game, options, seed, games, reason, record, date)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                match_id, result.game, canonical(result.options), result.seed, result.games,
                result.reason, result.record, result.date or date,
            ),
        )
        number = cursor.lastrowid or 0
        known = {row[0] for row in db.execute("SELECT id FROM profiles")}
        for person, standing in enumerate(result.standings):
            chair = standing.chair
            profile = chair.profile if chair.profile in known else None
            row = (
                number, person, chair.kind, chair.name, chair.level, profile,
                standing.points, standing.won, standing.drawn,
            )
            db.execute("INSERT INTO standings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        return number

    def results(
        self, game: str | None = None, profile: int | None = None, limit: int = 50
    ) -> list[Result]:
        """What was played to the end, the latest first."""
        rows = self._db.read(
            "SELECT game, options, seed, games, reason, record, date, id FROM results"
            " WHERE (?1 IS NULL OR game = ?1) AND (?2 IS NULL OR id IN"
            " (SELECT result_id FROM standings WHERE profile = ?2))"
            " ORDER BY date DESC, id DESC LIMIT ?3",
            game,
            profile,
            limit,
        )
        return [self._result(row) for row in rows]

    def _result(self, row: Row) -> Result:
        game, options, seed, games, reason, text, date, number = row
        standings = self._db.read(
            "SELECT kind, name, level, profile, points, won, drawn FROM standings"
            " WHERE result_id = ? ORDER BY person",
            number,
        )
        told: dict[str, Value] = json.loads(str(options))
        return Result(
            str(game), told, str(seed), _int(games), str(reason),
            tuple(map(_standing, standings)), str(text), str(date), _int(number),
        )

    def forget(self, result_id: int) -> None:
        """Strike a result from the history."""
        self._db.write(lambda db: db.execute("DELETE FROM results WHERE id = ?", (result_id,)))

    def high_scores(
        self,
        game: str,
        options: Mapping[str, Value],
        seed: str | int | None = None,
        limit: int = 10,
    ) -> list[tuple[str, int, str]]:
        """The persons' best with these options, of one seed if it is given: name, points, date."""
        rows = self._db.read(
            "SELECT name, points, date FROM standings JOIN results ON id = result_id"
            " WHERE kind = 'person' AND games = 1 AND game = ?1 AND options = ?2"
            " AND (?3 IS NULL OR seed = ?3) ORDER BY points DESC, date, id LIMIT ?4",
            game,
            canonical(options),
            None if seed is None else str(seed),
            limit,
        )
        return [(str(name), _int(points), str(date)) for name, points, date in rows]

    def by_game(self, profile: int) -> list[Tally]:
        """How somebody came off, game by game."""
        return self._tallies("results.game", "", profile)

    def by_opponent(self, profile: int, game: str | None = None) -> list[Tally]:
        """How somebody came off against each opponent, by name; a computer is ``@level``."""
        return self._tallies(
            "CASE other.kind WHEN 'computer' THEN '@' || coalesce(other.level, '')"
            " ELSE other.name END",
            " JOIN standings AS other ON other.result_id = mine.result_id"
            " AND other.person <> mine.person AND (?2 IS NULL OR results.game = ?2)",
            profile,
            game,
        )

    def _tallies(self, of: str, joined: str, *values: Cell) -> list[Tally]:
        rows = self._db.read(
            f"SELECT {of} AS subject, count(*), sum(mine.won), sum(mine.drawn),"
            " max(mine.points) FROM standings AS mine JOIN results ON results.id = mine.result_id"
            f"{joined} WHERE mine.profile = ?1 GROUP BY subject ORDER BY count(*) DESC, subject",
            *values,
        )
        return [Tally(str(subject), *map(_int, figures)) for subject, *figures in rows]


def canonical(options: Mapping[str, Value]) -> str:
    """Options as a text that is the same for the same options."""
    return json.dumps(dict(options), sort_keys=True)


def _standing(row: Row) -> Standing:
    kind, name, level, profile, points, won, drawn = row
    what: ChairKind = "computer" if kind == "computer" else "person"
    chair = Chair(
        what, str(name), None if level is None else str(level),
        None if profile is None else _int(profile),
    )
    return Standing(chair, _int(points), bool(won), bool(drawn))


def _int(cell: Cell) -> int:
    return int(cell or 0)
