"""Evenings that were played long ago, for tests that look back at them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

from game.rules import GAMES
from game.services.history import Result, Standing
from game.services.people import Chair, Profile
from game.services.store import Store
from tests.toy import TOY

ALL_GAMES = {**GAMES, "toy": TOY}
OPTIONS = {"pile": 6, "cards": True}


class Clock:
    """A minute later each time it is asked."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1)

    def __call__(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now


def table(folder: Path | None = None) -> Store:
    return Store(folder, ALL_GAMES, Clock())


def seat(who: Profile | str | None) -> Chair:
    """A known person's chair, a guest's by name, or a computer's."""
    if who is None:
        return Chair("computer", "Kamille", "regular")
    if isinstance(who, str):
        return Chair("person", who)
    return Chair("person", who.name, profile=who.id)


def result(
    *people: Profile | str | None, points: Sequence[int] = (5, 3), game: str = "toy",
    seed: object = 4, games: int = 1, seconds: int | None = None,
) -> Result:
    """Whoever has most has won; all alike is a draw."""
    chairs = [seat(who) for who in people]
    drawn = len(chairs) > 1 and len(set(points[: len(chairs)])) == 1
    standings = tuple(
        Standing(chair, score, score == max(points[: len(chairs)]) and not drawn, drawn)
        for chair, score in zip(chairs, points, strict=False)
    )
    text = "\n".join([
        "Walong Table record 1", "game: toy 1", f"seats: {len(chairs)}",
        *(f"name {n}: {chair.name}" for n, chair in enumerate(chairs)), "", "game 1",
    ])
    return Result(game, OPTIONS, str(seed), games, "empty", standings, text, seconds=seconds)


def finish(store: Store, *results: Result) -> list[int]:
    """Keep results of matches that were never on this table."""
    def kept(result: Result) -> int:
        return store._db.write(lambda db: store.history.keep(db, None, result, store._now()))

    return [kept(result) for result in results]
