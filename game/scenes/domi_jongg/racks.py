"""The racks at Domi Jongg's table: where each is, how its tiles stand, and which are picked."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from game.rules.core.protocol import Seat
from game.rules.domi_jongg.state import HIDDEN, Branch, End, EndId, Lay, Move, heads, lays
from game.rules.domi_jongg.tiles import Tile, Tiles
from game.scenes.domi_jongg.privacy import Privacy
from game.scenes.domi_jongg.spots import Play, RackButton
from game.scenes.domi_jongg.tray import SeatTray
from game.ui.frame import Box, Frame, Point
from game.ui.theme import GAP, TOUCH
from game.ui.timeline import Tween, ease_in_out

ACT: Final = 50.0
"""The radius of the button that ends a turn, in units."""
LABEL: Final = 24.0
"""How high the words below a button are."""
HEIGHTS: Final = (124.0, 108.0, 96.0, 84.0)
"""How tall tiles in a rack may be, in units: a few steps, for each costs pictures."""
ABOVE: Final = 12.0
"""Between the rows of a rack."""
LIFT: Final = 20.0
"""How far a picked tile stands out of its row."""
Order: TypeAlias = Literal["suit", "number", "fits"]
ORDERS: Final[tuple[Order, ...]] = ("suit", "number", "fits")
SUITS: Final = "BKTWDFJ"


@lru_cache(maxsize=50)
def ordered(hand: Tiles, order: Order, fitting: frozenset[Tile] = frozenset()) -> Tiles:
    """The hand as it stands: by suits, by numbers, or what fits somewhere first."""

    def key(tile: Tile) -> tuple[object, ...]:
        first = {
            "suit": "",
            "fits": tile not in fitting,
            "number": tile[1] if tile[1].isdigit() else "W",
        }
        return first[order], SUITS.index(tile[0]), tile

    return tuple(sorted(hand, key=key))


@lru_cache(maxsize=50)
def ways_to_lay(hand: Tiles, ends: tuple[End, ...], tiles: Tiles) -> Sequence[Lay | Branch]:
    """The ways to lay these tiles of a hand at these ends, perhaps with another one."""
    least = Counter(tiles)
    return [way for way in lays(hand, ends) if not least - Counter(way.tiles)]


# Tiles in a rack ---------------------------------------------------------------------------------


class RackPage(NamedTuple):
    """How a rack is filled: the tiles' height, the middles of those that show, which comes
    first, and how many pages there are.
    """

    tall: float
    spots: tuple[Point, ...]
    first: int
    page: int
    pages: int


@lru_cache(maxsize=100)
def shelve(box: Box, count: int, page: int = 0) -> RackPage:
    """Stand so many tiles into a box: as large as it goes, no nearer than fingers can tell apart.

    What does not fit is on further pages.
    """
    tall, rows = _shape(box, count)
    across = pitch(tall)
    columns = max(1, int(box.w // across))
    each = rows * columns
    pages = max(1, -(-count // each))
    page = min(max(0, page), pages - 1)
    first = page * each
    here = min(each, count - first)
    columns = min(columns, max(1, -(-here // rows)))
    (middle, center), high = box.center, tall + ABOVE
    top, spots = center - high * -(-here // columns) / 2, []
    for row, column in (divmod(number, columns) for number in range(here)):
        wide = min(columns, here - row * columns)
        x = middle + (column - (wide - 1) / 2) * across
        spots.append((x, top + (row + 0.5) * high + ABOVE / 2 - 2))
    return RackPage(tall, tuple(spots), first, page, pages)


def pitch(tall: float) -> float:
    """From one tile's middle to the next one's."""
    return max(float(TOUCH), tall * 0.75 + 6)


def _shape(box: Box, count: int) -> tuple[float, int]:
    """The tallest tiles with which everything fits, else the smallest in as many rows as go."""
    found = (HEIGHTS[-1], 1)
    for tall in HEIGHTS:
        for rows in (1, 2, 3):
            if rows * (tall + ABOVE) > box.h + 1:
                break
            if int(box.w // pitch(tall)) * rows >= count:
                return tall, rows
            found = tall, rows
    return found


class Rack(NamedTuple):
    """Where things lie at a seat's rack, in the units of a frame."""

    frame: Frame
    tiles: Box
    """The room for tiles."""
    shelf: RackPage
    buttons: Mapping[RackButton, Point]
    """Their middles."""


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
    mixed: float = 0.0
    """How far the tiles of who is asked are shuffled, 0…1; they are covered then."""
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
        if self.couch is not None:
            return self._shared(self.couch, seat) if seat == self.front else None
        tray = self.tray(seat)
        box, buttons = tray.content, dict[RackButton, Point]()
        left, right, middle = box.x, box.right, box.center[1] - LABEL / 2
        if seat in self.play.persons:
            if self.privacy.padded and not self.play.phones.play(seat):
                buttons[RackButton.PEEK] = left + ACT, middle
                left += 2 * ACT + GAP
            buttons[RackButton.CLOSE] = right - ACT, middle
            right -= 2 * ACT + GAP
            if tray.narrow:  # above the tiles, beside the points
                buttons[RackButton.SORT] = box.right - 2 * TOUCH, tray.head.center[1] + 4
            else:
                buttons[RackButton.SORT] = right - TOUCH / 2, middle
                right -= TOUCH + GAP
        return self._filled(seat, tray.frame, Box(left, box.y, right - left, box.h), buttons)

    def stands(self, seat: Seat) -> bool:
        """Whether a seat's tiles stand in a rack; else small backs tell how many they are."""
        return seat == self.front or (self.couch is None and self.tray(seat).flat)

    def _shared(self, box: Box, seat: Seat) -> Rack:
        """The couch's rack with a seat's hand: buttons left and right of the tiles."""
        size, middle, room = self.play.size, box.center[1] - LABEL / 2, TOUCH + 3 * GAP
        right = box.right - ACT - 2 * GAP
        tiles = Box(box.x + room, box.y, right - ACT - 2 * GAP - box.x - room, box.h)
        buttons = {
            RackButton.CLOSE: (right, middle),
            RackButton.SORT: (box.x + GAP + TOUCH / 2, middle),
        }
        return self._filled(seat, Frame((size[0] / 2, size[1] / 2), size), tiles, buttons)

    def _filled(
        self, seat: Seat, frame: Frame, tiles: Box, buttons: dict[RackButton, Point]
    ) -> Rack:
        """A rack with a seat's tiles; where they take several pages there is an arrow as well."""
        count = len(self.play.shown_state.hands[seat])
        page = self._pages.get(seat, 0) if seat in self.play.persons else 0
        shelf = shelve(tiles, count, page)
        if shelf.pages > 1:
            shelf = shelve(tiles._replace(w=tiles.w - TOUCH), count, page)
            buttons[RackButton.PAGE] = tiles.right - TOUCH / 2, tiles.center[1]
        return Rack(frame, tiles, shelf, buttons)

    def home(self, seat: Seat) -> tuple[Point, float]:
        """Where a seat's tiles are on the table, and how tall they are there."""
        rack, tray = self.at(seat), self.tray(seat)
        if rack is not None:
            return rack.frame.out(rack.tiles.center), rack.shelf.tall
        return tray.middle, tray.content.h - 6

    def pad_at(self, seat: Seat) -> Point | None:
        """The middle of a seat's peek pad on the table, if it has one."""
        rack = self.at(seat)
        pad = rack and rack.buttons.get(RackButton.PEEK)
        return rack.frame.out(pad) if rack and pad else None

    def pad_under(self, point: Point) -> Seat | None:
        """Whose peek pad lies under a point; a pad reaches a little beyond its edge."""
        for seat in self.play.persons:
            pad = self.pad_at(seat)
            if pad is not None and Box.around(pad, 2 * ACT, 2 * ACT).has(point, 6):
                return seat
        return None

    # How tiles stand -----------------------------------------------------------------------------

    def ways(self, seat: Seat, tiles: Tiles = ()) -> Sequence[Lay | Branch]:
        """The ways to lay these tiles of a hand, perhaps with another one, or anything at all:
        now or, if it is somebody else's turn, once it is the hand's.
        """
        state = self.play.shown_state
        ends = heads(state) if state.turn == seat else state.ends
        return ways_to_lay(state.hands[seat], ends, tiles)

    def fitting(self, seat: Seat) -> frozenset[Tile]:
        """The tiles of a hand that could be laid, alone or in a branch."""
        return frozenset(tile for way in self.ways(seat) for tile in way.tiles)

    def standing(self, seat: Seat) -> Tiles:
        """A hand in the order in which it stands in its rack, whether it can be seen or not."""
        order = self._orders.get(self.play.series.person_at(seat), "suit")
        fitting = self.fitting(seat) if order == "fits" else frozenset()
        return ordered(self.play.shown_state.hands[seat], order, fitting)

    def seen(self, seat: Seat) -> Tiles:
        """A hand as the screen shows it."""
        hand = self.standing(seat)
        return hand if self.privacy.bare(seat) else (HIDDEN,) * len(hand)

    def outstanding(self, seat: Seat, places: Collection[int]) -> tuple[int, ...]:
        """Which places of a rack stand out for these. Face down it is always the last ones:
        where a tile stood among the others would tell something about it.
        """
        if self.privacy.bare(seat):
            return tuple(places)
        count = len(self.play.shown_state.hands[seat])
        return tuple(range(count - 1, count - 1 - len(places), -1))

    def shuffle(self) -> None:
        """Let people see why it is another back that stands out: a covered hand is shuffled."""
        timeline, seat = self.play.timeline, self.play.asked
        if not self.picked or self.mixed or timeline.reduced or self.privacy.bare(seat or 0):
            return

        def show(share: float) -> None:
            self.mixed = share % 1

        timeline.play(Tween(0.35, show, ease_in_out))

    @property
    def picked(self) -> Tiles:
        """The tiles that are picked, in the order in which they were."""
        seat = self.play.asked
        if seat is None:
            return ()
        hand = self.standing(seat)
        return tuple(hand[place] for place in self.selection.tiles if place < len(hand))

    def hinted(self, seat: Seat) -> Move | None:
        """The step that a hint is about, for who may read the hand."""
        told = seat == self.play.asked and self.privacy.bare(seat)
        return self.play.hinted if told else None

    def sort(self, seat: Seat) -> Order:
        """Let a person's hands stand in another order from now on: which one."""
        person = self.play.series.person_at(seat)
        at = ORDERS.index(self._orders.get(person, "suit"))
        self._orders[person] = ORDERS[(at + 1) % len(ORDERS)]
        return self._orders[person]

    def sortable(self, seat: Seat) -> bool:
        """Whether a person may sort his tiles now: at the couch's rack only who is asked."""
        play = self.play
        if self.couch is not None and seat != play.asked:
            return False
        free = play.latest.phase in ("turn", "draw") and not play.replaying
        return free and self.privacy.reachable(seat)

    def leaf(self, seat: Seat, way: int) -> None:
        """To the next page of a rack or the one before; after the last comes the first."""
        rack = self.at(seat)
        if rack is not None:
            self._pages[seat] = (rack.shelf.page + way) % rack.shelf.pages
