"""The card that explains a tile: its name, what it does, and places lit on the table.

A finger or the mouse that rests on a tile opens it, as do the right button and a key, and a tap on
one in a tray that can do nothing else there. It changes nothing of what is picked or half done: a
press closes it, and one that is only a tap does no more than that, wherever it is, while one that
becomes a drag is a drag like any other. A game says which tiles are in sight and what each of them
is.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import product
from math import dist, inf
from typing import Final, Literal, NamedTuple, TypeAlias

from game.rules.core.protocol import Seat
from game.scenes.play.played_match import AnyPlayedMatch
from game.scenes.play.pointer_input import spot_at
from game.ui import surfaces, theme
from game.ui.canvas import Canvas
from game.ui.frame import Box, Frame, Point, turned
from game.ui.intents import Intent
from game.ui.layer import Focus, Spot
from game.ui.markup import Picture
from game.ui.theme import GAP, GOLD, INK, IVORY, LAMP, LARGE, VERMILION, Color, mix, with_alpha

Sign: TypeAlias = Literal["reach", "gain", "partner", "clash"]
"""What a lit place means: it can be reached; that brings something; what lies there goes together
with the tile, or against it.
"""
WIDE: Final = 360.0
"""The width of the words, in units."""
PAD: Final = 22.0
SIZES: Final = (theme.BODY - 2.0, 22.0, float(theme.SMALL))
"""Sizes of type; the largest with which the card finds room."""
SIGN: Final = 38.0
"""The room of a sign before its line."""
EDGE: Final = 8.0
"""Between the card and the edge of the table."""
BESIDE: Final = 16.0
"""Between the card and the tile."""
PALM: Final = 190.0, 250.0
"""The width and the depth of what a hand hides below its fingertip."""
LIT, LYING = 200.0, 66.0
"""What it costs the card to cover a lit place, or a tile, beside its way from the tile."""
JADE_LIGHT: Final = mix((62, 142, 115), LAMP, 0.15)


class Line(NamedTuple):
    """Words, perhaps about places of the table, by the names that the rules have for them: these
    are lit with a sign, which stands before the words as well.
    """

    text: str
    sign: Sign | None = None
    places: tuple[str, ...] = ()

    @property
    def indent(self) -> float:
        """The room of the sign before the words."""
        return 0.0 if self.sign is None else SIGN


class OffBoard(NamedTuple):
    """A tile, or a piece, off the board: whose, its place there, and what it is or lies in."""

    seat: Seat
    place: int
    what: str


@dataclass(frozen=True, eq=False)
class Explanation:
    """What is to be said about one tile: `picture` stands beside the words, `below` under them."""

    title: str
    lines: tuple[Line, ...]
    picture: Picture | None = None
    below: Picture | None = None


class Explainer:
    """What a game knows about its tiles; as it is here, nothing."""

    def tiles(self) -> Sequence[Spot]:
        """All tiles in sight; the keys are the game's own."""
        return ()

    def explain(self, key: Hashable) -> Explanation | None:
        """What to say about one of them; None if that is nobody's business now."""
        return None


class Card:
    """The card of one table, whether it is open or not."""

    def __init__(self, play: AnyPlayedMatch, carries: Callable[[str], bool]) -> None:
        self._play, self._carries, self.explainer = play, carries, Explainer()
        self.shown: Explanation | None = None
        self._key: Hashable = None
        self._state: object = None
        """The state that is explained."""
        self._keys = Focus()
        """Where keys are that go from tile to tile."""
        self._closing: dict[str, Intent] = {}
        """The presses that have closed it, by pointer: unless they become drags they do no more."""

    # What people do ----------------------------------------------------------------------------

    def leaves(self, intent: Intent) -> Sequence[Intent]:
        """Heed what closes the card; gives what is left to do for the table."""
        pointer = intent.pointer
        match intent.kind:
            case "press":
                self._closing.pop(pointer, None)
                if self.shown is not None:
                    self._closing[pointer] = intent
                    self.close()
                    return ()
            case "drag" if intent.moved:
                self.close()
                pressed = self._closing.pop(pointer, None)
                return (intent,) if pressed is None else (pressed, intent)
            case "drag" | "release" | "lost" if pointer in self._closing:
                return ()
            case "tap" if self._closing.pop(pointer, None) is not None:
                return ()
            case "focus" if self.shown is not None:
                self._walk(intent)
                return ()
            case "cancel" | "confirm" if self.shown is not None:
                key = self._under(intent) if pointer else None
                if key in (None, self._key) or not self.show(key):
                    self.close()
                return ()
        return (intent,)

    def opened_by(self, intent: Intent) -> bool:
        """Whether this asks for an explanation, and there is one."""
        half_done = self._play.waiting is not None or self._play.input.holding
        match intent.kind:
            case "hold" if not self._carries(intent.pointer):
                return self.show(self._under(intent))
            case "cancel" if intent.pointer and not half_done:
                return self.show(self._under(intent))
            case "tap" if not half_done and self._idle_in_tray(intent.pos):
                return self.show(self._under(intent))
            case "command" if intent.name == "explain":
                self._look_around()
                return True
        return False

    def _idle_in_tray(self, at: Point) -> bool:
        """Whether this is in a tray, where nothing else comes of a tap."""
        within = any(tray.box.has(at) for tray in self._play.layout.trays)
        return within and spot_at(at, self._play.offered()) is None

    def _under(self, intent: Intent) -> Hashable:
        """The tile that a pointer is on; None if it is on none."""
        key: Hashable = spot_at(intent.pos, self.explainer.tiles())
        return key

    def _look_around(self) -> None:
        """A key: close the card, or open it where the keys are, for the arrows to go on from."""
        if self.shown is not None:
            self.close()
            return
        focus, tiles = self._play.focus, self.explainer.tiles()
        here = focus.current.center if focus.visible and isinstance(focus.current, Spot) else None
        middle = here or (self._play.size[0] / 2, self._play.size[1] / 2)
        tile = min(tiles, key=lambda tile: dist(tile.center, middle), default=None)
        if tile is not None and self.show(tile.key):
            self._keys.visible, self._keys.current = True, tile

    def _walk(self, intent: Intent) -> None:
        """To the next tile in the direction of a key."""
        if not self._keys.visible:
            self._keys.visible, self._keys.current = True, self._spot
        self._keys.on(intent, (), self.explainer.tiles())
        if isinstance(self._keys.current, Spot):
            self.show(self._keys.current.key)

    def show(self, key: Hashable) -> bool:
        """Explain the tile with this key; False if there is none or nothing to say about it."""
        found = None if key is None else self.explainer.explain(key)
        if found is None:
            return False
        if self.shown is None:
            self._play.sound("paper")
        self.shown, self._key, self._state = found, key, self._play.shown_state
        return True

    def _turn_at(self, at: Point) -> int:
        """From which edge it is read about a tile there: by whose tray that lies in, else by who
        is asked, else by who sits nearest.
        """
        trays, asked = self._play.trays, self._play.asked
        own = [tray for tray in trays if tray.frame.box.has(at)]
        if not own and asked is not None:
            own = [trays[asked]]
        people = [tray for tray in trays if tray.seat in self._play.persons] or trays
        nearest = min(own or people, key=lambda tray: dist(tray.frame.center, at))
        return nearest.frame.turn

    def close(self) -> None:
        """Put the card away."""
        self.shown, self._keys.visible = None, False

    # Time ----------------------------------------------------------------------------------------

    @property
    def _spot(self) -> Spot | None:
        """The tile that is explained, where it is seen now."""
        if self.shown is None:
            return None
        tiles = self.explainer.tiles()
        return next((tile for tile in tiles if tile.key == self._key), None)

    def update(self, busy: bool) -> None:
        """Follow the table: what is not in sight any more is not explained either. Nothing is
        looked for while the table is not `busy` and stands where it stood.
        """
        state = self._play.shown_state
        if self.shown is None or (state is self._state and not busy):
            return
        if self._spot is None:
            self.close()
        elif state is not self._state:
            again = self.explainer.explain(self._key)
            if again is None or again.title != self.shown.title:
                self.close()
            else:
                self.shown, self._state = again, state

    # Painting ------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """Paint the lit places, and the card over everything else."""
        shown, spot = self.shown, self._spot
        if shown is None or spot is None:
            return
        eye, radius, lit = self._play.eye, self._play.mark_radius, list[Point]()
        for line in shown.lines:
            for at in filter(None, map(self._play.place_at, line.places)):
                if line.sign is not None and eye.sees(at, radius):
                    lit.append(at)
                    paint_sign(canvas, line.sign, at, radius)
        if spot.round:
            canvas.ring(spot.center, spot.half + 5, with_alpha(INK, 0.5), 8)
            canvas.ring(spot.center, spot.half + 4, LAMP, 5)
        else:
            surfaces.focus_ring(canvas, spot.box, 12)
        turn = self._turn_at(spot.center)
        wide, high = turned(self._play.size, turn)
        layouts = [CardLayout.of(canvas, shown, size, wide - 2 * EDGE) for size in SIZES]
        layout = next((one for one in layouts if one.size[1] <= high - 2 * EDGE), layouts[-1])
        others = [tile.center for tile in self.explainer.tiles()]
        worth = [*((at, LIT) for at in lit), *((at, LYING) for at in others)]
        box = place_card(turned(layout.size, turn), spot.box, worth, self._play.size, turn)
        inner = canvas.within(Frame(box.center, layout.size, turn))
        inner.group((), _paint_card, shown, layout)


@dataclass(frozen=True)
class CardLayout:
    """How a card is laid out: its size, where the words begin and how wide they are, and how large
    they are written.
    """

    size: Point
    left: float
    room: float
    type: float

    @classmethod
    def of(cls, canvas: Canvas, shown: Explanation, size: float, widest: float) -> "CardLayout":
        """The card for type of this size, no wider than that."""
        beside = shown.picture.size if shown.picture is not None else (-PAD, 0.0)
        below = shown.below.size if shown.below is not None else (0.0, -PAD)
        room = min(WIDE * canvas.text_scale, widest - beside[0] - 3 * PAD)
        room = max(room, below[0] - beside[0] - PAD)
        titles = len(canvas.wrapped(shown.title, LARGE, room, "serif"))
        texts = [canvas.wrapped(line.text, size, room - line.indent) for line in shown.lines]
        lines = sum(map(len, texts)) * canvas.line_height(size)
        head = titles * canvas.line_height(LARGE, "serif")
        high = max(beside[1], head + lines + len(texts) * GAP / 2)
        wide = 3 * PAD + beside[0] + room
        return cls((wide, 3 * PAD + high + below[1]), wide - PAD - room, room, size)


def _paint_card(canvas: Canvas, shown: Explanation, layout: CardLayout) -> None:
    (wide, high), left = layout.size, layout.left
    surfaces.paper(canvas, Box(0, 0, wide, high), 16)
    y = PAD + canvas.text(shown.title, (left, PAD), LARGE, INK, "serif", room=layout.room)
    for line in shown.lines:
        y += GAP / 2
        if line.sign is not None:
            middle = y + canvas.line_height(layout.type) / 2
            paint_sign(canvas, line.sign, (left + 14, middle), 13)
        at, room = (left + line.indent, y), layout.room - line.indent
        y += canvas.text(line.text, at, layout.type, INK, room=room)
    if shown.picture is not None:
        shown.picture.paint(canvas, Box(PAD, PAD, *shown.picture.size))
    if shown.below is not None:
        below = shown.below.size
        shown.below.paint(canvas, Box((wide - below[0]) / 2, high - PAD - below[1], *below))


_COLORS: Final[dict[Sign, Color]] = {
    "reach": LAMP, "gain": GOLD, "partner": JADE_LIGHT, "clash": VERMILION,
}


def paint_sign(canvas: Canvas, sign: Sign, at: Point, radius: float) -> None:
    """A lit place, told by its shape as well: a dot, a dot in a ring, a double ring, a cross."""
    color, thick = _COLORS[sign], max(3.0, radius * 0.16)
    if sign == "reach":
        canvas.disc(at, radius * 0.34 + 2, with_alpha(INK, 0.55))
        canvas.disc(at, radius * 0.34, color)
        return
    canvas.ring(at, radius + 2, with_alpha(INK, 0.55), thick + 4)
    canvas.ring(at, radius, color, thick)
    if sign == "gain":
        canvas.disc(at, radius * 0.42, color)
    elif sign == "partner":
        canvas.ring(at, radius - thick - 1.5, IVORY, max(1.5, thick / 2))
    elif sign == "clash":
        (x, y), r = at, radius * 0.5
        for way in (1, -1):
            canvas.line((x - r, y - way * r), (x + r, y + way * r), color, thick)


def place_card(
    size: Point, tile: Box, worth: Sequence[tuple[Point, float]], room: Point, turn: int
) -> Box:
    """Where a card of this size lies on a table: never over its tile, if there is any room beside
    it; away from the hand of a reader at that edge; near, but rather farther away by so many units
    than over a place that is worth seeing.
    """
    (w, h), (x, y) = size, tile.center
    near = tile.inset(-EDGE)
    down = Frame((0, 0), (0, 0), turn).out_vector((0, 1))
    palm = turned(PALM, turn)
    hand = Box.around((x + down[0] * PALM[1] / 2, y + down[1] * PALM[1] / 2), *palm)
    above = x - down[0] * (tile.w + w) / 2, y - down[1] * (tile.h + h) / 2

    lit = [at for at, units in worth if units >= LIT]

    def along(axis: int, half: float) -> set[float]:
        """Middles worth trying: at the edges, at the tile and beside it, beyond all lit places."""
        middle, length, whole = tile.center[axis], size[axis], room[axis]
        least, most = EDGE + length / 2, whole - EDGE - length / 2
        far, off = max(half, PALM[0] / 2) + BESIDE + length / 2, 2 * BESIDE + length / 2
        seen = [at[axis] for at in lit] or [middle]
        beyond = min(seen) - off, max(seen) + off
        wanted = (least, middle - far, middle, middle + far, most, *beyond)
        return {min(max(one, least), most) if most > least else whole / 2 for one in wanted}

    def cost(box: Box) -> float:
        covered = sum(units for at, units in worth if box.has(at))
        hides = 1e6 * box.overlaps(near) + 3e3 * box.overlaps(hand)
        return hides + covered + 0.7 * dist(box.center, above)

    best, least = Box.around((room[0] / 2, room[1] / 2), w, h), inf
    for middle in product(along(0, tile.w / 2), along(1, tile.h / 2)):
        box = Box.around(middle, w, h)
        if (found := cost(box)) < least:
            best, least = box, found
    return best
