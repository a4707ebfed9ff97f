"""The racks at Domi Jongg's table: where each is, how its tiles stand, and which are picked."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from game.rules.core.protocol import Seat
from game.rules.domi_jongg.state import HIDDEN, EndId, Lay, heads, lays
from game.rules.domi_jongg.tiles import Tile, Tiles
from game.scenes.domi_jongg import layout
from game.scenes.domi_jongg.layout import Rack
from game.scenes.domi_jongg.privacy import Privacy
from game.scenes.domi_jongg.spots import Play
from game.scenes.domi_jongg.tray import SeatTray
from game.ui.frame import Box, Point

Order: TypeAlias = Literal["suit", "number", "fits"]
ORDERS: Final[tuple[Order, ...]] = ("suit", "number", "fits")
SUITS: Final = "BKTWDFJ"


def ordered(hand: Tiles, order: Order, fitting: Collection[Tile] = ()) -> Tiles:
    """The hand as it stands: by suits, by numbers, or what fits somewhere first."""

    def key(tile: Tile) -> tuple[object, ...]:
        first = {
            "suit": "", "fits": tile not in fitting,
            "number": tile[1] if tile[1].isdigit() else "W",
        }  # fmt: skip
        return first[order], SUITS.index(tile[0]), tile

    return tuple(sorted(hand, key=key))


@dataclass(slots=True)
class Selection:
    """What the person whose turn it is has picked."""

    tiles: tuple[int, ...] = ()
    """Places in the rack, in the order in which they were picked."""
    aim: EndId | None = None
    """The end at which one half of a branch waits for the other."""
    held: Point | None = None
    """Where the fingers are that carry the tiles."""

    def clear(self) -> None:
        self.tiles, self.aim, self.held = (), None, None


@dataclass(eq=False)
class Racks:
    """All racks of one table, with what is picked from the one whose turn it is."""

    play: Play
    privacy: Privacy
    couch: Box | None = None
    """The rack that all share on the couch; at the table there is none."""
    selection: Selection = field(default_factory=Selection)
    _orders: dict[int, Order] = field(default_factory=dict)
    """By person."""
    _pages: dict[Seat, int] = field(default_factory=dict)

    # Where they are ----------------------------------------------------------------------------

    @property
    def front(self) -> Seat | None:
        """On the couch: whose hand stands in the rack, open or not."""
        if self.couch is None:
            return None
        persons = sorted(self.play.persons)
        if not self.privacy.shared:
            return persons[0] if persons else None
        if self.privacy.opened is not None:
            return self.privacy.opened
        actor = self.play.match.actor
        return actor if actor in self.play.persons else persons[0]

    def tray(self, seat: Seat) -> SeatTray:
        tray = self.play.trays[seat]
        assert isinstance(tray, SeatTray)
        return tray

    def at(self, seat: Seat) -> Rack | None:
        """A seat's rack, if it is on the screen now."""
        count, page = len(self.play.state.hands[seat]), self._pages.get(seat, 0)
        if self.couch is not None:
            if seat != self.front:
                return None
            return layout.couch_rack(self.play.size, self.couch, count, page)
        if seat not in self.play.persons:
            return layout.computer_rack(self.tray(seat), count)
        return layout.table_rack(self.tray(seat), self.privacy.padded, count, page)

    def home(self, seat: Seat) -> tuple[Point, float]:
        """Where a seat's tiles are on the table, and how tall they are there."""
        rack, tray = self.at(seat), self.tray(seat)
        if rack is not None:
            return rack.frame.out(rack.tiles.center), rack.shelf.tall
        return tray.frame.out(tray.content.center), tray.content.h - 6

    def pad_at(self, seat: Seat) -> Point | None:
        """The middle of a seat's peek pad on the table, if it has one."""
        rack = self.at(seat)
        return None if rack is None or rack.pad is None else rack.frame.out(rack.pad)

    def pad_under(self, point: Point) -> Seat | None:
        """Whose peek pad lies under a point; a pad reaches a little beyond its edge."""
        reach = 2 * layout.ACT
        pads = ((seat, self.pad_at(seat)) for seat in self.play.persons)
        return next(
            (seat for seat, pad in pads if pad and Box.around(pad, reach, reach).has(point, 6)),
            None,
        )

    # How tiles stand -----------------------------------------------------------------------------

    def fitting(self, seat: Seat) -> frozenset[Tile]:
        """What of a hand could be laid now, alone or in a branch."""
        state = self.play.state
        found: set[Tile] = set()
        for move in lays(state.hands[seat], heads(state) if state.turn == seat else state.ends):
            found.update((move.tile,) if isinstance(move, Lay) else move.tiles)
        return frozenset(found)

    def standing(self, seat: Seat) -> Tiles:
        """A hand in the order in which it stands in its rack, whether it can be seen or not."""
        order = self._orders.get(self.play.series.person_at(seat), "suit")
        fitting = self.fitting(seat) if order == "fits" else ()
        return ordered(self.play.state.hands[seat], order, fitting)

    def seen(self, seat: Seat) -> Tiles:
        """A hand as the screen shows it."""
        hand = self.standing(seat)
        return hand if self.privacy.bare(seat) else (HIDDEN,) * len(hand)

    def outstanding(self, seat: Seat, places: Collection[int]) -> tuple[int, ...]:
        """Which places of a rack stand out for these. Face down it is always the last ones:
        where a tile stood among the others would tell something about it."""
        if self.privacy.bare(seat):
            return tuple(places)
        count = len(self.play.state.hands[seat])
        return tuple(range(count - 1, count - 1 - len(places), -1))

    @property
    def picked(self) -> Tiles:
        """The tiles that are picked, in the order in which they were."""
        seat = self.play.asked
        if seat is None:
            return ()
        hand = self.standing(seat)
        return tuple(hand[place] for place in self.selection.tiles if place < len(hand))

    def sort(self, seat: Seat) -> Order:
        """Let a person's hands stand in another order from now on: which one."""
        person = self.play.series.person_at(seat)
        at = ORDERS.index(self._orders.get(person, "suit"))
        self._orders[person] = ORDERS[(at + 1) % len(ORDERS)]
        return self._orders[person]

    def leaf(self, seat: Seat, way: int) -> None:
        """To the next page of a rack or the one before; after the last comes the first."""
        rack = self.at(seat)
        if rack is not None:
            self._pages[seat] = (rack.shelf.page + way) % rack.shelf.pages
