"""An evening: several games in a row by the same people, their seats rotating, and one result.

In every game first place earns `WHOLE` points and last place none; the places between are evenly
spread, and whoever ties shares the points of the places they fill together. So every game is
worth the same, however many points it counts by itself and however many sit at it.
"""

import json
import sqlite3
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeVar

from game.rules.core.match import Match
from game.rules.core.protocol import Value
from game.services import rows
from game.services.database import Cell, Database
from game.services.people import Chair, chairs_of, text_of

Rank = TypeVar("Rank", Fraction, tuple[bool, int], int)

WHOLE: Final = 60
"""What first place earns in a game; it divides evenly among two to six, but for halves."""


@dataclass(frozen=True, slots=True)
class Finish:
    """How one game ended, person by person: the game's own points, and who won it."""

    points: tuple[int, ...]
    winners: tuple[int, ...]

    @classmethod
    def of(cls, match: Match, number: int) -> "Finish":
        """How the evening's game with this number ended. Raises ValueError while it goes on."""
        outcome, seats = match.outcome, match.seats
        if outcome is None:
            raise ValueError("the game is not over")
        scores = match.game.scores(match.state)
        points = tuple(scores[seat_of(person, number, seats)] for person in range(seats))
        winners = sorted(person_at(seat, number, seats) for seat in outcome.winners)
        return cls(points, tuple(winners))

    @property
    def shares(self) -> tuple[Fraction, ...]:
        """What the game brings everybody in the evening: winning counts first, then points."""
        if not self.winners:  # nobody won, so nobody was worse than another
            return shares([(False, 0)] * len(self.points))
        return shares([
            (True, 0) if person in self.winners else (False, points)
            for person, points in enumerate(self.points)
        ])


@dataclass(frozen=True, slots=True)
class Part:
    """One game of an evening; without a finish it is still to be played or to be gone on with."""

    game: str
    options: Mapping[str, Value]
    match_id: int | None = None
    finish: Finish | None = None
    over: bool = False
    """Its match is over, whether it has been counted or not."""


@dataclass(frozen=True, slots=True)
class Evening:
    """The people by number, and the games in order. `closed` evenings have ended."""

    id: int
    chairs: tuple[Chair, ...]
    parts: tuple[Part, ...]
    begun: str = ""
    closed: bool = False

    @property
    def played(self) -> tuple[Part, ...]:
        """The games that are over."""
        return tuple(part for part in self.parts if part.finish is not None)

    @property
    def number(self) -> int | None:
        """Which game is next, the first being 0; None when only the result is left to be seen."""
        if self.closed:
            return None
        return next((n for n, part in enumerate(self.parts) if part.finish is None), None)

    @property
    def next(self) -> int | None:
        """As `number`, but a game that is over is so before it has been counted."""
        number = self.number
        if number is None or not self.parts[number].over:
            return number
        return number + 1 if number + 1 < len(self.parts) else None

    def seated(self, number: int) -> tuple[Chair, ...]:
        """Who sits where in a game, in seat order: everybody moves up by one each time."""
        count = len(self.chairs)
        return tuple(self.chairs[person_at(seat, number, count)] for seat in range(count))

    def totals(self, games: int | None = None) -> tuple[Fraction, ...]:
        """What everybody has earned, in the first so many games or in all."""
        earned = [part.finish.shares for part in self.parts[:games] if part.finish is not None]
        return tuple(
            sum((shares[person] for shares in earned), Fraction(0))
            for person in range(len(self.chairs))
        )

    def places(self, games: int | None = None) -> tuple[int, ...]:
        """Everybody's place in the evening, from 1; who ties has the same."""
        return placed(self.totals(games))


def person_at(seat: int, number: int, count: int) -> int:
    """Who sits at a seat in the evening's game with this number.

    >>> [person_at(seat, 1, 3) for seat in range(3)]
    [1, 2, 0]
    """
    return (seat + number) % count


def seat_of(person: int, number: int, count: int) -> int:
    """Where a person sits in the evening's game with this number."""
    return (person - number) % count


def placed(ranks: Sequence[Rank]) -> tuple[int, ...]:
    """The place of each rank, the highest being first; who ties has the same.

    >>> placed((5, 9, 5, 1))
    (2, 1, 2, 4)
    """
    return tuple(1 + sum(other > rank for other in ranks) for rank in ranks)


def shares(ranks: Sequence[Rank]) -> tuple[Fraction, ...]:
    """What each rank earns: `WHOLE` for the first, nothing for the last, ties shared.

    >>> [int(share) for share in shares((5, 9, 5, 1))]
    [30, 60, 30, 0]
    """
    others = len(ranks) - 1
    if others < 1:
        return (Fraction(WHOLE),) * len(ranks)
    return tuple(
        Fraction(WHOLE, 2 * others)
        * (2 * sum(other < rank for other in ranks) + ranks.count(rank) - 1)
        for rank in ranks
    )


def spell_share(share: Fraction) -> str:
    """Points of an evening as people read them.

    >>> spell_share(Fraction(105, 2)), spell_share(Fraction(1, 2)), spell_share(Fraction(60))
    ('52½', '½', '60')
    """
    whole, rest = divmod(share, 1)
    if rest == Fraction(1, 2):
        return f"{whole or ''}½"
    return f"{float(share):.1f}" if rest else str(whole)


class Evenings:
    """The evenings in a database. Times are ISO texts, given by `now`."""

    def __init__(self, db: Database, now: Callable[[], str]) -> None:
        self._db = db
        self._now = now

    def begin(
        self, chairs: Sequence[Chair], games: Sequence[tuple[str, Mapping[str, Value]]],
        beside: Collection[int] = (),
    ) -> int:
        """Begin an evening of these people and games. Gives its number. One that was open ends,
        unless it may go on `beside` this one.
        """
        people, now = text_of(chairs), self._now()
        planned = [(game, json.dumps(dict(options))) for game, options in games]

        def work(db: sqlite3.Connection) -> int:
            for (before,) in db.execute("SELECT id FROM evenings WHERE NOT closed").fetchall():
                if before not in beside:
                    rows.update(db, "evenings", before, closed=1)
            evening = rows.insert(db, "evenings", chairs=people, begun=now, touched=now)
            for n, (game, options) in enumerate(planned):
                rows.insert(
                    db, "evening_games", evening_id=evening, number=n, game=game, options=options
                )
            return evening

        return self._db.write(work)

    def seat(self, evening_id: int, number: int, match_id: int | None) -> None:
        """The game with this number is played as a match of the store."""
        self._change(evening_id, number, match_id=match_id)

    def finish(self, evening_id: int, number: int, finish: Finish) -> None:
        """A game is over. The evening stays open until its result has been seen."""
        points, winners = json.dumps(finish.points), json.dumps(finish.winners)
        self._change(evening_id, number, points=points, winners=winners)

    def _change(self, evening_id: int, number: int, **changes: Cell) -> None:
        now = self._now()

        def work(db: sqlite3.Connection) -> None:
            rows.update(db, "evening_games", evening_id, number, **changes)
            rows.update(db, "evenings", evening_id, touched=now)

        self._db.write(work)

    def close(self, evening_id: int) -> None:
        """The evening ends here, whatever was still to be played."""
        self._db.write(lambda db: rows.update(db, "evenings", evening_id, closed=1))

    def forget(self, evening_id: int) -> None:
        """Strike an evening; matches and results stay."""
        self._db.write(lambda db: db.execute("DELETE FROM evenings WHERE id = ?", (evening_id,)))

    def find(self, evening_id: int) -> Evening:
        """An evening by its number. Raises KeyError."""
        for found in self._read("id = ?", evening_id):
            return found
        raise KeyError(evening_id)

    def all_open(self) -> list[Evening]:
        """The evenings that can be gone on with, the latest first."""
        return self._read("NOT closed ORDER BY touched DESC, id DESC")

    def of_match(self, match_id: int | None) -> tuple[Evening, int] | None:
        """The open evening that a match belongs to, and which of its games it is."""
        for evening, number in self._db.read(
            "SELECT evening_id, number FROM evening_games JOIN evenings ON evenings.id = evening_id"
            " WHERE match_id = ? AND NOT closed", match_id,
        ):  # fmt: skip
            return self.find(evening), number
        return None

    def past(self, limit: int = 20) -> list[Evening]:
        """The evenings that ended with at least one game played, the latest first."""
        return self._read(
            "closed AND EXISTS (SELECT 1 FROM evening_games WHERE evening_id = id"
            " AND points IS NOT NULL) ORDER BY touched DESC, id DESC LIMIT ?", limit,
        )  # fmt: skip

    def _read(self, where: str, *values: Cell) -> list[Evening]:
        return [
            Evening(number, chairs_of(chairs), self._parts(number), begun, bool(closed))
            for number, chairs, begun, closed in self._db.read(
                f"SELECT id, chairs, begun, closed FROM evenings WHERE {where}", *values
            )
        ]  # fmt: skip

    def _parts(self, evening_id: int) -> tuple[Part, ...]:
        found = []
        for game, options, match_id, points, winners, over in self._db.read(
            "SELECT game, options, match_id, points, winners,"
            " (SELECT finished FROM matches WHERE id = match_id)"
            " FROM evening_games WHERE evening_id = ? ORDER BY number", evening_id,
        ):  # fmt: skip
            finish = None
            if points is not None:
                finish = Finish(tuple(json.loads(points)), tuple(json.loads(winners)))
            found.append(Part(game, json.loads(options), match_id, finish, bool(over)))
        return tuple(found)
