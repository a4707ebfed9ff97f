"""An input for games in which something is picked and brought to a place on the board."""

from collections.abc import Callable, Sequence
from itertools import compress
from typing import Any, Generic, NamedTuple

from game.rules.core.protocol import Seat
from game.scenes.play.input import Input
from game.scenes.play.play_scene import PlayScene
from game.scenes.play.played_match import K, M
from game.scenes.play.tray import Tray
from game.ui.frame import Point
from game.ui.layer import Spot


class InTray(NamedTuple):
    """The pieces of a seat that lie in its tray and are brought to the board from there."""

    seat: Seat


class PickAndPlace(Input[K | InTray], Generic[K, M]):
    """A tap selects something and the next one brings it to a place, or a drag does both.

    `board` gives the spots of the board, `lay` the move that lays a piece of the tray at the key of
    one; such a place may be tapped at once. Subclasses say what else can be taken, and what that
    means.
    """

    def __init__(
        self, play: PlayScene[Any, M, Any], board: Callable[[], Sequence[Spot]],
        lay: Callable[[K], M],
    ) -> None:  # fmt: skip
        self._play, self._board, self._lay = play, board, lay
        self.selected: K | InTray | None = None
        """What was tapped or is carried."""

    def takes(self, key: K | InTray) -> bool:
        """Whether what is there can be taken now: what lies in the tray, if not said otherwise."""
        return isinstance(key, InTray)

    def meant(self, selected: K | InTray | None, key: K | InTray) -> M | None:
        """The move that is meant by bringing what is selected, if anything is, to a spot."""
        return None if isinstance(key, InTray) else self._lay(key)

    def tray_at(self, tray: Tray) -> Point:
        """Where pieces lie in a tray, as a point of the table."""
        return tray.middle

    def spots(self) -> list[Spot]:
        seat = self._play.asked
        if seat is None:
            return []
        pieces = InTray(seat)
        trays = [Spot(pieces, self.tray_at(self._play.trays[seat]), 60)] * self.takes(pieces)
        return [*self._board(), *trays]

    def fitting(self, spots: Sequence[Spot]) -> list[Spot]:
        keys: Sequence[Any] = [spot.key for spot in spots]
        fits = [self.leads_to(key) or self.takes(key) for key in keys]
        return list(compress(spots, fits))

    def leads_to(self, key: K | InTray) -> bool:
        """Whether the rules let what is selected, if anything is, go there."""
        play, move = self._play, self.meant(self.selected, key)
        return move is not None and play.game.why_illegal(play.latest, move) is None

    def pick(self, key: K | InTray) -> None:
        if self.grab(key):
            self.select(None if key == self.selected and isinstance(key, InTray) else key)
        else:
            self._bring(self.selected, key)

    def select(self, key: K | InTray | None) -> None:
        """Select this by a tap; None gives up what is selected or carried."""
        self.selected, self.at = key, None
        self._play.say_prompt()

    def grab(self, key: K | InTray) -> bool:
        return self._play.asked is not None and self.takes(key)

    def carry(self, grabbed: K | InTray, point: Point) -> None:
        self.selected, self.at = grabbed, point
        self._play.say_prompt()

    def drop(self, grabbed: K | InTray, key: K | InTray | None, point: Point) -> bool:
        return key is not None and key != grabbed and self._bring(grabbed, key)

    def _bring(self, selected: K | InTray | None, key: K | InTray) -> bool:
        """Play the move that is meant, if there is one and the rules allow it."""
        move = self.meant(selected, key)
        self._play.say_prompt()
        return move is not None and self._play.commit(move)

    def set_off(self) -> None:
        self.selected = self.at = None

    def let_go(self) -> None:
        self.select(None)

    @property
    def holding(self) -> bool:
        return self.selected is not None
