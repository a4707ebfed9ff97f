"""What results, the pause and the list of moves ask of a match on the table, whatever its game."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from game.rules.core.match import Match, Series
from game.rules.core.protocol import Seat
from game.services.people import Chair
from game.services.terms import Terms
from game.ui.frame import Box, Point
from game.ui.talk import Talk
from game.ui.theme import Color


class PlayedMatch(Protocol):
    """Who plays, how it stands, and what can be done with it. A play scene is one."""

    series: Series

    @property
    def chairs(self) -> Sequence[Chair]:
        """By person; seats rotate in a series."""

    @property
    def id(self) -> str:
        """The game's id."""

    @property
    def match(self) -> Match: ...

    @property
    def terms(self) -> Terms:
        """What its people agreed on."""

    @property
    def match_id(self) -> int | None:
        """The store's number of the match; None if it is not kept."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names in seat order."""

    def seat_color(self, seat: Seat) -> Color: ...

    @property
    def asked(self) -> Seat | None:
        """The person who is to act now and can."""

    @property
    def over(self) -> bool:
        """Whether it has results to be looked at."""

    def why_over(self, edge: int) -> str:
        """What ended the game, as told to who reads it from an edge of the table."""

    @property
    def can_undo(self) -> bool: ...

    @property
    def can_redo(self) -> bool: ...

    def undo(self) -> None: ...

    def redo(self) -> None: ...

    def ask_hint(self) -> None: ...

    def open_results(self) -> None: ...

    def next_game(self) -> None:
        """Go on with the next game of the series, the current one being over."""

    def turns(self) -> list[tuple[Seat, tuple[int, ...]]]:
        """The turns played so far, as the list of moves shows them."""

    def describe(self, index: int) -> str:
        """A step in words, for the list of moves; empty for one that goes without saying."""

    @property
    def talk(self) -> Talk:
        """What people draw on the board to talk about it."""

    @property
    def moving(self) -> bool: ...

    def show_buttons(self, visible: bool) -> bool:
        """Show or hide the corner buttons; gives whether they were shown before."""

    def look_at(self, index: int | None) -> None:
        """Show an earlier state without changing the match; None comes back to now."""

    def seen_at(self, index: int) -> Sequence[Point]:
        """Where on the table the last of so many steps is seen."""

    def update(self, seconds: float) -> object: ...

    def follow(self) -> None:
        """The settings may have changed: lay everything out as they want it now."""

    def fold(self, seats: Iterable[Seat]) -> None:
        """Leave the board the room of these seats' trays, once it is laid out anew."""

    def resize(self, size: Point) -> None:
        """Lay everything out anew on so large a part of the table, from the upper left corner."""

    @property
    def board_box(self) -> Box:
        """Where the board lies, with what is to be seen beside it when the match is over."""
