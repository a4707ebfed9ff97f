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

from game.services.database import Database, Row, whole
from game.services.history import Standing, standings_of
from game.services.people import Chair

PAGE: Final = 40
GROWN = """
    ALTER TABLE matches ADD COLUMN seconds INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX matches_by_date ON matches (finished, touched)
"""
"""What the chronicle needs of the matches: how long they were played, and to find them by date."""

_SEATED: Final = (
    " AND EXISTS (SELECT 1 FROM json_each(matches.chairs)"
    " WHERE json_extract(value, '$.profile') = ?)"
)


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
        self._profile = profile
        self._of_game = " AND game = ?" if game else ""
        self._game = (game,) if game else ()
        """What `_of_game` is asked with."""
        self._seated = "" if profile is None else _SEATED
        self._person = () if profile is None else (profile,)
        """What `_seated` is asked with."""
        streams = self._finished(), self._running()
        self._all = merge(*streams, key=lambda e: (e.date, not e.over), reverse=True)

    def more(self, count: int = PAGE) -> list[Entry]:
        """The next entries; fewer than asked for at the end."""
        return list(islice(self._all, count))

    def count(self) -> int:
        """How many there are."""
        if self._profile is None:
            finished = f"SELECT count(*) FROM results WHERE true{self._of_game}"
        else:
            finished = (
                "SELECT count(DISTINCT result_id) FROM standings JOIN results ON id = result_id"
                f" WHERE true{self._of_game} AND profile = ?"
            )
        running = f"SELECT count(*) FROM matches WHERE finished = 0{self._of_game}{self._seated}"
        values = *self._game, *self._person
        return sum(whole(self._db.read(sql, *values)[0][0]) for sql in (finished, running))

    # What is over -----------------------------------------------------------------------------

    def _finished(self) -> Iterator[Entry]:
        last = 2**62
        while numbers := self._numbers(last):
            yield from self._entries(numbers)
            last = numbers[-1]

    def _numbers(self, last: int) -> list[int]:
        """The results before one, a page of them."""
        game = self._of_game
        if self._profile is None:
            sql = f"SELECT id FROM results WHERE id < ?{game} ORDER BY id DESC LIMIT {PAGE}"
            rows = self._db.read(sql, last, *self._game)
        else:
            joined = " JOIN results ON id = result_id" if game else ""
            rows = self._db.read(
                f"SELECT DISTINCT result_id FROM standings{joined} WHERE result_id < ?{game}"
                f" AND profile = ? ORDER BY result_id DESC LIMIT {PAGE}",
                last, *self._game, self._profile,
            )  # fmt: skip
        return [whole(number) for (number,) in rows]

    def _entries(self, numbers: list[int]) -> list[Entry]:
        standings = standings_of(self._db, numbers)
        rows = self._db.read(
            "SELECT id, game, date, games, match_id, seconds FROM results"
            f" WHERE id IN ({', '.join('?' * len(numbers))}) ORDER BY id DESC",
            *numbers,
        )
        return [_result(row, standings[whole(row[0])]) for row in rows]

    # What is still running --------------------------------------------------------------------

    def _running(self) -> Iterator[Entry]:
        date, number = "~", 0
        while rows := self._db.read(
            "SELECT id, game, chairs, touched, seconds FROM matches WHERE finished = 0"
            f" AND (touched, id) < (?, ?){self._of_game}{self._seated}"
            f" ORDER BY touched DESC, id DESC LIMIT {PAGE}",
            date, number, *self._game, *self._person,
        ):  # fmt: skip
            yield from map(_match, rows)
            date, number = str(rows[-1][3]), whole(rows[-1][0])


def _result(row: Row, standings: tuple[Standing, ...]) -> Entry:
    number, game, date, games, match, seconds = row
    return Entry(
        str(game), str(date), standings, whole(games),
        None if match is None else whole(match), whole(number),
        None if seconds is None else whole(seconds),
    )


def _match(row: Row) -> Entry:
    number, game, chairs, touched, seconds = row
    seated = (Chair.of(plain) for plain in json.loads(str(chairs)))
    standings = tuple(Standing(chair, 0, False) for chair in seated)
    return Entry(
        str(game), str(touched), standings, match=whole(number), seconds=whole(seconds)
    )
