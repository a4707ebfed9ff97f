"""The sheet on which a player chooses the four accent tiles to keep (SK-3)."""

from itertools import product
from typing import Final

from game.rules.core.protocol import Seat
from game.rules.pai_sho.board import ACCENTS, CODES, Hand, Kind
from game.rules.skud_pai_sho.state import Accents
from game.scenes.pai_sho.art import TileArt
from game.scenes.pai_sho.garden import WOOD
from game.scenes.skud_pai_sho.picks import Accent
from game.scenes.skud_pai_sho.words import Words
from game.ui import theme
from game.ui.canvas import Canvas
from game.ui.frame import Box, Frame, Point
from game.ui.layer import Spot
from game.ui.theme import GAP, TOUCH
from game.ui.widgets import Button, fitted

NEEDED: Final = 4
LEFT_OUT: Final = 0.30
"""How much is seen of a tile that is not kept."""


class AccentChoice:
    """What is chosen at the moment, and where the sheet lies: turned to who chooses."""

    def __init__(self, words: Words, hand: Hand) -> None:
        self._words = words
        self._kinds = tuple(kind for kind in ACCENTS if hand[kind])
        self._each = max(hand[kind] for kind in ACCENTS)
        self._seat: Seat = 0
        self._frame = Frame((0, 0), (0, 0))
        self._keep = Button(look="primary", icon="check")
        self.chosen: set[Accent] = set()
        self.take((*self._kinds, *self._kinds)[:NEEDED])  # each once first, which is never wrong

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The accents chosen, as the rules want them."""
        return tuple(sorted(accent.kind for accent in self.chosen))

    def take(self, kinds: tuple[Kind, ...]) -> None:
        """Choose these, as a hint proposes."""
        self.chosen = {Accent(kind, i) for kind in ACCENTS for i in range(kinds.count(kind))}

    # Laying out --------------------------------------------------------------------------------

    def arrange(self, board: Box, seat: Seat, turn: int) -> None:
        """Put the sheet onto the board, right way up for a seat."""
        self._seat = seat
        side = min(board.w, board.h)
        self._frame = Frame(board.center, (side * 0.94, min(side * 0.86, 720.0)), turn)
        width, height = self._frame.size
        self._column = (width - 2 * GAP) / len(self._kinds)
        self._tile = min(116.0, self._column * 0.60)
        self._keep.text = self._words.t("table.keep")
        wide = min(420.0, width - 4 * GAP)
        self._keep.place(Box((width - wide) / 2, height - TOUCH - 2 * GAP, wide, TOUCH))

    def _center(self, kind: Kind, number: int) -> Point:
        """Where a tile lies on the sheet."""
        x = GAP + (self._kinds.index(kind) + 0.5) * self._column
        return x, 96 + (number + 0.5) * (self._tile + 2 * GAP)

    def spots(self) -> list[Spot]:
        """The accents, and the button that keeps those chosen."""
        found = [
            Spot(Accent(*each), self._frame.out(self._center(*each)), self._tile / 2, round=True)
            for each in product(self._kinds, range(self._each))
        ]
        return [*found, Spot.over(Accents(self.kinds), self._frame.out_box(self._keep.box))]

    # Painting ----------------------------------------------------------------------------------

    def paint(self, canvas: Canvas, ruleset: str) -> None:
        inner = canvas.within(self._frame)
        box = Box(0, 0, *self._frame.size)
        inner.fill(box, theme.WALNUT_LIGHT, 26)
        inner.fill(box.inset(2), theme.mix(theme.WALNUT, theme.SHADE, 0.55), 26)
        owned = len(self._kinds) * self._each
        title = self._words.t(f"table.choose.{owned}", n=len(self.chosen))
        size, lines = fitted(inner, title, theme.LARGE, "serif", (box.w - 4 * GAP, 84))
        inner.label("\n".join(lines), (box.center[0], 50), size, theme.IVORY, "serif")
        art, wood = TileArt(self._tile * canvas.scale, canvas.design), WOOD[self._seat]
        for kind, number in product(self._kinds, range(self._each)):
            center, code = self._center(kind, number), CODES[kind]
            if Accent(kind, number) in self.chosen:
                inner.picture(art.glow(theme.LAMP, 0.8), center)
                art.put(inner, center, code, wood)
            else:
                inner.ring(center, self._tile / 2, theme.with_alpha(theme.LINEN, 0.35), 2)
                inner.picture(art.tile(code, wood), center, LEFT_OUT)
        top, room = 96 + self._each * (self._tile + 2 * GAP), self._column - GAP
        for kind in self._kinds:
            x, code = self._center(kind, 0)[0], CODES[kind]
            name = self._words.t(f"tile.{code}")
            inner.label(name, (x, top + 14), theme.BODY, theme.IVORY, "bold", room=room)
            words, low = self._words.t(f"about.{ruleset}.{code}"), top + 38
            space = room, self._keep.box.y - GAP - low
            size, lines = fitted(inner, words, theme.SMALL + 1, "sans", space)
            inner.text("\n".join(lines), (x, low), size, theme.LINEN, anchor="center")
        self._keep.enabled = len(self.chosen) == NEEDED
        self._keep.draw(inner)
