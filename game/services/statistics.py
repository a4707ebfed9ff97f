"""What somebody's results add up to: by game, by opponent, and wins in a row."""

from __future__ import annotations

from dataclasses import dataclass

from game.services.database import Database
from game.services.people import Chair

_SUMS = (
    "count(*), sum(mine.won AND seats > 1), sum(mine.drawn AND seats > 1), sum(seats > 1),"
    " sum(mine.points), max(mine.best), coalesce(sum(seconds), 0)"
)
"""The fields of a tally."""
_MINE = "FROM standings AS mine JOIN results ON results.id = mine.result_id"


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

    def __add__(self, other: Tally) -> Tally:
        bests = [best for best in (self.best, other.best) if best is not None]
        return Tally(
            self.played + other.played, self.won + other.won, self.drawn + other.drawn,
            self.rivals + other.rivals, self.points + other.points, max(bests, default=None),
            self.seconds + other.seconds,
        )


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

    def visits(self) -> dict[int, tuple[int, str]]:
        """How often each known person has played, and what the most, by the person's number."""
        found: dict[int, tuple[int, str]] = {}
        for profile, game, played in self._db.read(
            "SELECT profile, game, count(*) FROM standings JOIN results ON id = result_id"
            " WHERE profile IS NOT NULL GROUP BY profile, game"
            " ORDER BY profile, count(*) DESC, sum(seconds) DESC, max(id) DESC"
        ):
            before, favourite = found.get(profile, (0, game))
            found[profile] = before + played, favourite
        return found

    def by_opponent(self, profile: int, game: str | None = None) -> list[tuple[Chair, Tally]]:
        """How somebody came off against each opponent, the most frequent first.

        Known persons are one opponent whatever they were called then; a computer is its level.
        """
        rows = self._db.read(
            f"SELECT other.kind, other.name, other.level, other.profile, {_SUMS} {_MINE}"
            " JOIN standings AS other ON other.result_id = mine.result_id"
            " AND other.person <> mine.person AND other.profile IS NOT mine.profile"
            " WHERE mine.profile = ?1 AND (?2 IS NULL OR game = ?2)"
            " GROUP BY other.kind, other.level, other.profile,"
            " CASE WHEN other.kind = 'person' THEN other.name END"
            " ORDER BY count(*) DESC, max(results.id) DESC", profile, game,
        )  # fmt: skip
        return [(Chair(*row[:4]), Tally(*row[4:])) for row in rows]

    def streak(self, profile: int) -> Streak:
        """Wins in a row among the results in which there was somebody to win against."""
        ((longest, current),) = self._db.read(
            "WITH mine AS (SELECT result_id AS number, won, row_number() OVER (ORDER BY result_id)"
            " - row_number() OVER (PARTITION BY won ORDER BY result_id) AS island"
            " FROM standings JOIN results ON id = result_id WHERE profile = ? AND seats > 1),"
            " runs AS (SELECT count(*) AS length, max(number) AS last FROM mine WHERE won"
            " GROUP BY island)"
            " SELECT max(length), sum(CASE WHEN last = (SELECT max(number) FROM mine)"
            " THEN length END) FROM runs", profile,
        )  # fmt: skip
        return Streak(longest or 0, current or 0)
