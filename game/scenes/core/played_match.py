"""What the sheets and lists around a match may ask of it and drive, whatever game it is."""

from collections.abc import Sequence
from typing import Any, Protocol

from game.rules.core.match import Match, Series
from game.rules.core.protocol import Event, Seat
from game.services.people import Chair
from game.ui.canvas import Canvas
from game.ui.frame import Point
from game.ui.theme import Color


class Board(Protocol):
    """A match on the table: who plays it, how it stands, what can be done with it, and its
    picture, which a list of moves or a replay drives.
    """

    series: Series
    chairs: tuple[Chair, ...]
    """By person; seats rotate in a series."""
    stale: bool

    @property
    def id(self) -> str:
        """The game's id."""

    @property
    def match(self) -> Match: ...

    @property
    def match_id(self) -> int | None:
        """The store's number of the match; None if it is not kept."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names in seat order."""

    def seat_color(self, seat: Seat) -> Color: ...

    def turns(self) -> list[tuple[Seat, tuple[int, ...]]]:
        """The turns played so far, as the list of moves shows them."""

    def describe(self, index: int) -> str:
        """A step in words, for the list of moves; empty for one that goes without saying."""

    def tell(self, event: Event) -> str:
        """An event in words."""

    @property
    def asked(self) -> Seat | None:
        """The person who is to act now and can."""

    @property
    def can_undo(self) -> bool: ...

    @property
    def can_redo(self) -> bool: ...

    def undo(self) -> None: ...

    def redo(self) -> None: ...

    def ask_hint(self) -> None: ...

    def next_game(self) -> None:
        """Go on with the next game of the series, the current one being over."""

    @property
    def moving(self) -> bool: ...

    def look_at(self, index: int | None) -> None:
        """Show an earlier state without changing the match; None comes back to now."""

    def relive(self, first: int, end: int) -> None:
        """Let the steps from `first` up to `end` happen once more; the match stays as it is."""

    @property
    def reliving(self) -> bool: ...

    def finish_motion(self) -> None: ...

    def mark(self, kind: Any, places: Sequence[str]) -> None: ...

    def clear_marks(self, *kinds: Any) -> None: ...

    def hush(self) -> None:
        """Take away what is said at the seats."""

    def show_buttons(self, visible: bool) -> bool:
        """Show or hide the corner buttons; gives whether they were shown before."""

    def dress(self) -> None: ...

    def pause(self) -> None: ...

    def resume(self) -> None: ...

    def leave(self) -> None: ...

    def resize(self, size: Point) -> None: ...

    def update(self, seconds: float) -> object: ...

    def draw(self, canvas: Canvas) -> None: ...
