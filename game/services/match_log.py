"""Everything that was played on the table, the latest first, read a page at a time.

Finished and running matches are two streams that are merged by date. Each page asks the database
for its own rows only, so a table that has seen thousands of matches opens as quickly as a new one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from heapq import merge
from itertools import islice
from typing import Final

from game.services.database import Cell, Database
from game.services.history import Standing, standings_of
from game.services.people import Chair

PAGE: Final = 40
GROWN = """
    ALTER TABLE matches ADD COLUMN seconds INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX matches_by_date ON matches (finished, touched)
"""
"""What the chronicle needs of the matches: how long they were played, and to find them by date."""

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
        self._over, self._open = "results WHERE true", "matches WHERE finished = 0"
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
            for last, game, date, games, match, seconds in rows:
                yield Entry(game, date, standings[last], games, match, last, seconds)

    def _running(self) -> Iterator[Entry]:
        touched, number = "~", 0
        while rows := self._db.read(
            f"SELECT id, game, chairs, touched, seconds FROM {self._open}"
            f" AND (touched, id) < (?, ?) ORDER BY touched DESC, id DESC LIMIT {PAGE}",
            *self._values, touched, number,
        ):  # fmt: skip
            for number, game, chairs, touched, seconds in rows:
                seated = map(Chair.of, json.loads(chairs))
                standings = tuple(Standing(chair, 0, False) for chair in seated)
                yield Entry(game, touched, standings, match=number, seconds=seconds)
