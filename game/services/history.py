"""What was played to the end: the results, and the best of them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.rules.core import record
from game.rules.core.match import Series
from game.rules.core.protocol import Value
from game.services import rows
from game.services.database import Cell, Database, Row, whole
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
GROWN = """
    ALTER TABLE results ADD COLUMN seats INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE results ADD COLUMN seconds INTEGER;
    UPDATE results SET seats = (SELECT count(*) FROM standings WHERE result_id = id);
    ALTER TABLE standings ADD COLUMN best INTEGER;
    UPDATE standings SET best = points
        WHERE (SELECT games FROM results WHERE id = result_id) = 1;
    DROP INDEX results_by_game;
    CREATE INDEX results_by_game ON results (game);
    CREATE INDEX results_by_match ON results (match_id)
"""
"""What later tables know besides: how many sat there, for how long, and everybody's best game."""


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
            Standing(chair, points[person], person in winners and not drawn, drawn, best)
            for person, (chair, best) in enumerate(zip(chairs, _best(series), strict=True))
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
class Score:
    """One of the best: who reached how much, when, and in which result."""

    chair: Chair
    points: int
    date: str
    result: int


@dataclass(frozen=True, slots=True)
class Garden:
    """A numbered deal that was played: how often, and the best of it."""

    seed: str
    times: int
    best: Score


class History:
    """The results in a database."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def keep(
        self, db: sqlite3.Connection, match_id: int | None, result: Result, date: str
    ) -> int:
        """Write a result down, in the middle of a transaction. Gives its number."""
        db.execute("DELETE FROM results WHERE match_id = ?", (match_id,))
        number = rows.insert(
            db, "results", match_id=match_id, game=result.game,
            options=canonical(result.options), seed=result.seed, games=result.games,
            reason=result.reason, record=result.record, date=result.date or date,
            seats=len(result.standings), seconds=result.seconds,
        )  # fmt: skip
        for person, standing in enumerate(result.standings):
            self._stand(db, number, person, standing, result.games)
        return number

    @staticmethod
    def _stand(
        db: sqlite3.Connection, number: int, person: int, standing: Standing, games: int
    ) -> None:
        """Write down how somebody came off; who is not known by now is a guest."""
        chair = standing.chair
        known = db.execute("SELECT 1 FROM profiles WHERE id = ?", (chair.profile,)).fetchone()
        rows.insert(
            db, "standings", result_id=number, person=person, kind=chair.kind, name=chair.name,
            level=chair.level, profile=chair.profile if known else None, points=standing.points,
            won=standing.won, drawn=standing.drawn,
            best=standing.points if games == 1 else standing.best,
        )  # fmt: skip

    def results(
        self, game: str | None = None, profile: int | None = None, limit: int = 50
    ) -> list[Result]:
        """What was played to the end, the latest first."""
        found = self._db.read(
            f"SELECT {_COLUMNS} FROM results"
            " WHERE (?1 IS NULL OR game = ?1) AND (?2 IS NULL OR id IN"
            " (SELECT result_id FROM standings WHERE profile = ?2))"
            " ORDER BY id DESC LIMIT ?3",
            game,
            profile,
            limit,
        )
        return [self._result(row) for row in found]

    def result(self, result_id: int) -> Result:
        """The result with this number. Raises KeyError if it was struck."""
        found = self._db.read(f"SELECT {_COLUMNS} FROM results WHERE id = ?", result_id)
        if not found:
            raise KeyError(result_id)
        return self._result(found[0])

    def _result(self, row: Row) -> Result:
        game, options, seed, games, reason, text, date, number, seconds = row
        standings = standings_of(self._db, [whole(number)])[whole(number)]
        told: dict[str, Value] = json.loads(str(options))
        return Result(
            str(game), told, str(seed), whole(games), str(reason), standings, str(text),
            str(date), whole(number), None if seconds is None else whole(seconds),
        )

    def forget(self, result_id: int) -> None:
        """Strike a result from the history, with the match it came from."""

        def work(db: sqlite3.Connection) -> None:
            match = "(SELECT match_id FROM results WHERE id = ?)"
            db.execute(f"DELETE FROM moves WHERE match_id = {match}", (result_id,))
            db.execute(f"DELETE FROM matches WHERE finished AND id = {match}", (result_id,))
            db.execute("DELETE FROM results WHERE id = ?", (result_id,))

        self._db.write(work)

    # The best ---------------------------------------------------------------------------------

    def high_scores(
        self,
        game: str,
        options: Mapping[str, Value],
        seed: str | int | None = None,
        limit: int = 10,
    ) -> list[tuple[str, int, str]]:
        """The persons' best with these options, of one seed if it is given: name, points, date."""
        found = self.best(game, options, seed, limit)
        return [(score.chair.name, score.points, score.date) for score in found]

    def best(
        self,
        game: str,
        options: Mapping[str, Value],
        seed: str | int | None = None,
        limit: int = 10,
    ) -> list[Score]:
        """The persons' best single games with these options, of one seed if it is given."""
        found = self._db.read(
            f"SELECT {_CHAIR}, points, date, id FROM standings JOIN results ON id = result_id"
            " WHERE kind = 'person' AND games = 1 AND game = ?1 AND options = ?2"
            " AND (?3 IS NULL OR seed = ?3) ORDER BY points DESC, id, person LIMIT ?4",
            game,
            canonical(options),
            None if seed is None else str(seed),
            limit,
        )
        return [_score(row) for row in found]

    def option_sets(self, game: str) -> list[dict[str, Value]]:
        """With which options persons have played single games to the end, most often first."""
        found = self._db.read(
            "SELECT options FROM results WHERE game = ? AND games = 1 AND EXISTS"
            " (SELECT 1 FROM standings WHERE result_id = id AND kind = 'person')"
            " GROUP BY options ORDER BY count(*) DESC, max(id) DESC",
            game,
        )
        return [json.loads(str(options)) for (options,) in found]

    def gardens(self, game: str, options: Mapping[str, Value], limit: int = 60) -> list[Garden]:
        """The deals that were played with these options, the latest first, and who did best."""
        found = self._db.read(
            f"SELECT {_CHAIR}, points, date, id, seed, times FROM (SELECT *, count(*) OVER deal"
            " AS times, max(id) OVER deal AS latest, row_number() OVER"
            " (PARTITION BY seed ORDER BY points DESC, id, person) AS place"
            " FROM standings JOIN results ON id = result_id"
            " WHERE kind = 'person' AND games = 1 AND game = ?1 AND options = ?2"
            " WINDOW deal AS (PARTITION BY seed)) WHERE place = 1 ORDER BY latest DESC LIMIT ?3",
            game,
            canonical(options),
            limit,
        )
        return [Garden(str(row[7]), whole(row[8]), _score(row)) for row in found]


_COLUMNS = "game, options, seed, games, reason, record, date, id, seconds"
_CHAIR = "kind, name, level, profile"


def canonical(options: Mapping[str, Value]) -> str:
    """Options as a text that is the same for the same options."""
    return json.dumps(dict(options), sort_keys=True)


def standings_of(db: Database, results: Sequence[int]) -> dict[int, tuple[Standing, ...]]:
    """How everybody came off in some results, by the results' numbers."""
    found: dict[int, list[Standing]] = {number: [] for number in results}
    for number, *row in db.read(
        f"SELECT result_id, {_CHAIR}, points, won, drawn, best FROM standings"
        f" WHERE result_id IN ({', '.join('?' * len(results))}) ORDER BY result_id, person",
        *results,
    ):
        points, won, drawn, best = row[4:]
        kept = None if best is None else whole(best)
        standing = Standing(chair_in(row), whole(points), bool(won), bool(drawn), kept)
        found[whole(number)].append(standing)
    return {number: tuple(standings) for number, standings in found.items()}


def chair_in(row: Sequence[Cell]) -> Chair:
    """The chair that a row begins with: kind, name, level and profile."""
    kind, name, level, profile = row[:4]
    what: ChairKind = "computer" if kind == "computer" else "person"
    return Chair(
        what, str(name), None if level is None else str(level),
        None if profile is None else whole(profile),
    )


def _score(row: Sequence[Cell]) -> Score:
    points, date, number = row[4:7]
    return Score(chair_in(row), whole(points), str(date), whole(number))


def _best(series: Series) -> list[int]:
    """The most points that each person had in one of the games."""
    scores = [match.game.scores(match.state) for match in series.games]
    return [
        max(
            points[seat]
            for number, points in enumerate(scores)
            for seat in range(len(points))
            if series.person_at(seat, number) == person
        )
        for person in range(series.current.seats)
    ]
