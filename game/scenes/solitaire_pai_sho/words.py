"""What the table says in Solitaire Pai Sho, in the people's language."""

from collections.abc import Iterable

from game.rules.pai_sho.board import CODES, PLACES, Kind
from game.rules.solitaire_pai_sho.state import Lay, Line, Move, Shift, counts, lengths
from game.scenes.solitaire_pai_sho.garden import Change
from game.services.deal_numbers import day_of, number_in
from game.services.texts import Texts

KINDS = ("harmony", "disharmony")


class Words:
    """The texts of this game: ``words("in_bag")``."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    def __call__(self, key: str, **params: str | int) -> str:
        return self._texts.t(f"solitaire_pai_sho.{key}", **params)

    def tile(self, kind: Kind) -> str:
        return self(f"tile.{CODES[kind]}") if kind else ""

    def garden(self, seed: str | int) -> str:
        """What people call a garden: its number, or the day it belongs to; some have no name."""
        number = number_in(seed)
        if number is None:
            return ""
        day = day_of(number)
        if day is None:
            return self("garden_number", number=number)
        return self("garden_day", day=day.day, month=day.month, year=day.year)

    def hint(self, move: Move) -> str | None:
        """What to do next; None for what is no decision."""
        match move:
            case Lay(kind, point):
                return self("advice.lay", tile=f"@tile_acc.{CODES[kind]}", at=PLACES[point])
            case Shift(source, goal):
                return self("advice.move", start=PLACES[source], at=PLACES[goal])
        return None

    def change(self, change: Change) -> str:
        """How many lines have grown and broken."""
        counted = [
            self(f"{sign}.{kind}", n=count)
            for lines, sign in ((change.gained, "new"), (change.lost, "broken"))
            for kind, count in zip(KINDS, counts(lines), strict=True)
            if count
        ]
        return self._texts.listed(counted)

    def legends(self, lines: Iterable[Line], by_length: bool) -> tuple[str, str]:
        """What stands under the pans: the number that does not rank."""
        if by_length:
            first, second = counts(lines)
            return self("count.harmony", n=first), self("count.disharmony", n=second)
        first, second = lengths(lines)
        return self("length", n=first), self("length", n=second)
