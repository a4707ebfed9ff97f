"""What a round of Domi Jongg looks like in numbers that everybody may know."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from game.rules.core.match import Match, Series
from game.rules.domi_jongg.state import Branch, Lay, Table

Person = int


@dataclass(slots=True)
class Record:
    """The most of something, and who did it; nobody while it has not happened."""

    most: int = 0
    person: Person | None = None

    def claim(self, person: Person, count: int) -> None:
        if count > self.most:
            self.most, self.person = count, person


@dataclass(slots=True)
class Figures:
    """The round up to now, all its games together."""

    laid: Counter[Person] = field(default_factory=Counter)
    """How many tiles everybody laid."""
    longest: Record = field(default_factory=Record)
    """The most tiles in one turn."""
    fullest: Record = field(default_factory=Record)
    """The most tiles on one hand."""
    heads: int = 0
    """The most heads that a snake had."""


def figures(series: Series) -> Figures:
    """Count through all games of a series, the current one as far as it has come."""
    found = Figures()
    for game, match in enumerate(series.games):
        _count(found, series, match, game)
    return found


def _count(found: Figures, series: Series, match: Match, game: int) -> None:
    for index in range(match.cursor):
        before: Table = match.states[index]
        after: Table = match.states[index + 1]
        person = series.person_at(before.turn, game)
        if isinstance(match.log[index], Lay | Branch):
            found.laid[person] += len(after.snake) - len(before.snake)
            found.longest.claim(person, len(after.snake) - before.lying)
        found.fullest.claim(person, len(after.hands[before.turn]))
        found.heads = max(found.heads, len(after.ends))
