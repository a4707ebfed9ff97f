"""How picks become moves in Domi Jongg: a tile and an end, or two tiles for a branch.

Tap a tile, then an end; tap two tiles, then the flower; or put one tile to a flower and then the
other. Dragging does the same. A tile that fits at one end only is laid by tapping it again.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from game.rules.core.protocol import Seat
from game.rules.domi_jongg.state import (
    DRAW,
    PASS,
    STOP,
    Branch,
    EndId,
    Lay,
    Move,
    Table,
    has_laid,
    heads,
    lays,
    pile_left,
)
from game.rules.domi_jongg.tiles import IN_PAIRS, Tile, Tiles
from game.scenes.domi_jongg.privacy import Privacy
from game.scenes.domi_jongg.rack import ORDERS, Order, ordered
from game.scenes.domi_jongg.side import ACT, Filled, Side
from game.ui.focus import Spot
from game.ui.frame import Box, Point
from game.ui.intents import Intent
from game.ui.theme import TOUCH

HEAD_REACH = 40.0
"""Half of the square in which a head can be touched, in units."""


class Laying(Privacy):
    """The part of the scene that picks and lays."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.selected: tuple[int, ...] = ()
        """Places in the rack of the tiles that are picked, in the order in which they were."""
        self.aim: EndId | None = None
        """The end at which one half of a branch waits for the other."""
        self.held: Point | None = None
        self.grabbed: int | None = None
        self.orders: dict[int, Order] = {}
        self.pages: dict[Seat, int] = {}
        super().__init__(*args, **kwargs)

    # What the scene provides -----------------------------------------------------------------

    def side(self, seat: Seat) -> Side | None:
        """Where a seat's rack and buttons are, if they are on the screen now."""
        raise NotImplementedError

    def filled(self, seat: Seat, side: Side) -> Filled:
        """A seat's rack with its tiles."""
        raise NotImplementedError

    def head_at(self, end: EndId) -> Point | None:
        """Where an open end of the snake is."""
        raise NotImplementedError

    # Hands -------------------------------------------------------------------------------------

    def order(self, seat: Seat) -> Order:
        return self.orders.get(self.series.person_at(seat), "suit")

    def fitting(self, seat: Seat) -> frozenset[Tile]:
        """What of a hand could be laid now, alone or in a branch."""
        state: Table = self.state
        found: set[Tile] = set()
        ends = heads(state) if state.turn == seat else state.ends
        for move in lays(state.hands[seat], ends):
            found.update((move.tile,) if isinstance(move, Lay) else move.tiles)
        return frozenset(found)

    def standing(self, seat: Seat) -> Tiles:
        """A hand in the order in which it stands in its rack, whether it can be seen or not."""
        state: Table = self.state
        order = self.order(seat)
        fitting = self.fitting(seat) if order == "fits" else ()
        return ordered(state.hands[seat], order, fitting)

    def outstanding(self, seat: Seat, places: Collection[int]) -> tuple[int, ...]:
        """Which places of a rack stand out for these. Face down it is always the last ones:
        where a tile stood among the others would tell something about it."""
        if self.bare(seat):
            return tuple(places)
        state: Table = self.state
        count = len(state.hands[seat])
        return tuple(range(count - 1, count - 1 - len(places), -1))

    @property
    def picked_tiles(self) -> Tiles:
        seat = self.asked
        if seat is None:
            return ()
        hand = self.standing(seat)
        return tuple(hand[i] for i in self.selected if i < len(hand))

    # Spots -------------------------------------------------------------------------------------

    def spots(self) -> list[Spot]:
        seat = self.asked
        if seat is None or not self.reachable(seat) or self.table.phase != "turn":
            return []
        side = self.side(seat)
        if side is None:
            return []
        found = self._tile_spots(side, self.filled(seat, side))
        for end in self.table.ends:
            at = self.head_at(end.id)
            if at is not None:
                found.append(Spot(f"end:{end.id}", at, HEAD_REACH, round=True))
        for key, at, reach in (
            ("act", side.act, ACT), ("sort", side.sort, TOUCH / 2), ("peek", side.pad, ACT)
        ):  # fmt: skip
            if at is not None:
                found.append(Spot(key, side.frame.out(at), reach, round=True))
        return found

    def _tile_spots(self, side: Side, filled: Filled) -> list[Spot]:
        shelf = filled.shelf
        found = []
        for number, (x, y) in enumerate(shelf.spots):
            wide = max(TOUCH - 4.0, shelf.tall * 0.75)
            box = side.frame.out_box(Box.around((x, y), wide, shelf.tall))
            key = f"tile:{shelf.first + number}"
            found.append(Spot(key, box.center, box.w / 2, half_height=box.h / 2))
        if filled.on is not None:
            found.append(Spot("page", side.frame.out(filled.on), TOUCH / 2, round=True))
        return found

    # Picking -----------------------------------------------------------------------------------

    def pick(self, key: str) -> None:
        seat = self.asked
        if seat is None:
            return
        self.clear_marks("refusal", "hint")
        kind, _, rest = key.partition(":")
        match kind:
            case "tile":
                self._pick_tile(seat, int(rest))
            case "end":
                self._pick_end(seat, rest)
            case "act":
                self.commit(self.closing_move())
            case "sort":
                self._sort(seat)
            case "page":
                self._leaf(seat, 1)
            case "peek":
                self.toggle_peek(seat)

    def gesture(self, intent: Intent) -> None:
        """The wheel and the page keys leaf through a rack of several pages."""
        ways = {"page_up": -1, "page_down": 1}
        way = -round(intent.value) if intent.kind == "wheel" else ways.get(intent.name, 0)
        if way and self.asked is not None and self.reachable(self.asked):
            self._leaf(self.asked, 1 if way > 0 else -1)

    def _leaf(self, seat: Seat, way: int) -> None:
        """To the next page of a rack or the one before; after the last comes the first."""
        side = self.side(seat)
        if side is not None:
            shelf = self.filled(seat, side).shelf
            self.pages[seat] = (shelf.page + way) % shelf.pages

    def closing_move(self) -> Move:
        """What the button at the rack does: end the turn, or do without laying."""
        if has_laid(self.table):
            return STOP
        return DRAW if pile_left(self.table) else PASS

    def _pick_tile(self, seat: Seat, index: int) -> None:
        side = self.side(seat)
        if side is not None:
            self.sound("tile_clack", side.frame.out(side.tiles.center))
        if self.aim is not None and self.selected and index not in self.selected:
            self._branch(seat, self.aim, (self.selected[0], index))
        elif index in self.selected:
            self._again(seat, index)
        elif len(self.selected) == 1 and self._could_branch(seat, self.selected[0], index):
            self.selected = (self.selected[0], index)
        else:
            self.selected, self.aim = (index,), None
            self._lead_keys(seat, self.standing(seat)[index])

    def _lead_keys(self, seat: Seat, tile: Tile) -> None:
        """Who plays by keys goes on to a head where the tile fits, where everybody may know."""
        if self.focus.visible and self.frank(seat) and self.shows_targets:
            fits = {f"end:{move.end}" for move in self._lays(seat) if move.tile == tile}
            self.focus.put(next((s for s in self.spots() if s.key in fits), self.focus.current))

    def _again(self, seat: Seat, index: int) -> None:
        """A picked tile is tapped once more: laid if it can only be laid in one way."""
        others = tuple(i for i in self.selected if i != index)
        ways = [m for m in self._lays(seat) if m.tile == self.standing(seat)[index]]
        if not others and len(ways) == 1 and self.frank(seat) and self.aim is None:
            self._try(ways[0])
        else:
            self.selected, self.aim = others, None

    def _lays(self, seat: Seat) -> list[Lay]:
        found = lays(self.table.hands[seat], heads(self.table))
        return [move for move in found if isinstance(move, Lay)]

    def _could_branch(self, seat: Seat, one: int, other: int) -> bool:
        """Whether two tiles may be picked together. Where others look on, any two may."""
        if self.padded:
            return True
        hand = self.standing(seat)
        specials = (IN_PAIRS[end.tile] for end in heads(self.table) if end.tile in IN_PAIRS)
        return any(hand[one] in fits and hand[other] in fits for fits in specials)

    def _pick_end(self, seat: Seat, end: EndId) -> None:
        tiles = self.picked_tiles
        if not tiles:
            self.trays[seat].say(self.t("domi_jongg.pick_first"))
        elif len(tiles) == 2:
            self._branch(seat, end, (self.selected[0], self.selected[1]))
        else:
            move = Lay(tiles[0], end)
            refusal = self.game.why_illegal(self.match.state, move)
            if refusal is not None and refusal.key == "needs_two":
                self.aim = end
                self.sound("tile_slide", self.head_at(end))
                self.trays[seat].say(self.t("domi_jongg.second"))
            else:
                self._try(move)

    def _branch(self, seat: Seat, end: EndId, picked: tuple[int, int]) -> None:
        hand = self.standing(seat)
        self.selected = picked
        self._try(Branch((hand[picked[0]], hand[picked[1]]), end))

    def _try(self, move: Move) -> None:
        """Play a move; if it is refused, all but the first picked tile goes back."""
        if not self.commit(move):
            self.selected, self.aim, self.held = self.selected[:1], None, None

    def _sort(self, seat: Seat) -> None:
        person = self.series.person_at(seat)
        at = ORDERS.index(self.order(seat))
        self.let_go()
        self.orders[person] = ORDERS[(at + 1) % len(ORDERS)]
        self.trays[seat].say(self.t(f"domi_jongg.order.{self.orders[person]}"))
        self.sound("tile_slide")

    # Dragging ----------------------------------------------------------------------------------

    def grab(self, key: str) -> bool:
        if self.asked is None or not key.startswith("tile:"):
            return False
        self.grabbed = int(key.partition(":")[2])
        return True

    def carry(self, point: Point) -> None:
        if self.held is None and self.grabbed is not None and self.grabbed not in self.selected:
            if self.aim is None:
                self.selected = (self.grabbed,)
            else:
                self.selected = (self.selected[0], self.grabbed)
        self.held = point
        self.stale = True

    def drop(self, key: str | None, point: Point) -> None:
        seat, grabbed = self.asked, self.grabbed
        if seat is None or grabbed is None or key is None or not key.startswith("end:"):
            self.fly_home()
            self.let_go()
            return
        end = key.partition(":")[2]
        if self.aim is not None and len(self.selected) == 2:
            self._branch(seat, end, (self.selected[0], self.selected[1]))
        else:
            self._pick_end(seat, end)
        if self.holding and self.waiting is None and self.aim is None:
            self.fly_home()
        self.grabbed = None
        if self.waiting is None:
            self.held = None

    def fly_home(self) -> None:
        """What was dragged glides back to its place."""
        raise NotImplementedError

    def let_go(self) -> None:
        self.selected, self.aim, self.held, self.grabbed = (), None, None, None
        self.stale = True

    @property
    def holding(self) -> bool:
        return bool(self.selected)
