"""The sheet on which a player chooses the four accent tiles to keep (SK-3)."""

from __future__ import annotations

from typing import Final

from game.rules.core.protocol import Seat
from game.rules.pai_sho.board import ACCENTS, CODES, Kind
from game.scenes.pai_sho.art import TileArt
from game.scenes.pai_sho.garden import WOOD
from game.scenes.skud_pai_sho.picks import Accent, Keep
from game.scenes.skud_pai_sho.words import Words
from game.ui import theme
from game.ui.canvas import Canvas
from game.ui.frame import Box, Frame, Point
from game.ui.layer import Spot
from game.ui.theme import GAP, TOUCH
from game.ui.widgets import Button

EACH: Final = 2
"""How many of every accent a player has."""
NEEDED: Final = 4
LEFT_OUT: Final = 0.30
"""How much is seen of a tile that is not kept."""


class Choice:
    """What is chosen at the moment, and where the sheet lies: turned to who chooses."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._seat: Seat = 0
        self._frame = Frame((0, 0), (0, 0))
        self._keep = Button(look="primary", icon="check")
        self.chosen: set[Accent] = set()
        self.take(ACCENTS)  # one of each, which is never wrong

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
        self._keep.text = self._words.t("table.keep")
        wide = min(420.0, width - 4 * GAP)
        self._keep.place(Box((width - wide) / 2, height - TOUCH - 2 * GAP, wide, TOUCH))

    @property
    def _column(self) -> float:
        return (self._frame.size[0] - 2 * GAP) / len(ACCENTS)

    @property
    def _tile(self) -> float:
        return min(116.0, self._column * 0.60)

    def _center(self, kind: Kind, number: int) -> Point:
        """Where a tile lies on the sheet."""
        x = GAP + (ACCENTS.index(kind) + 0.5) * self._column
        return x, 96 + (number + 0.5) * (self._tile + 2 * GAP)

    def spots(self) -> list[Spot]:
        """The accents, and the button that keeps those chosen."""
        found = [
            Spot(Accent(kind, i), self._frame.out(self._center(kind, i)), self._tile / 2,
                 round=True)
            for kind in ACCENTS
            for i in range(EACH)
        ]  # fmt: skip
        box = self._frame.out_box(self._keep.box)
        return [*found, Spot(Keep(), box.center, box.w / 2, half_height=box.h / 2)]

    # Painting ----------------------------------------------------------------------------------

    def paint(self, canvas: Canvas, ruleset: str) -> None:
        inner = canvas.within(self._frame)
        box = Box(0, 0, *self._frame.size)
        _sheet(inner, box, theme.WALNUT_LIGHT)
        _sheet(inner, box.inset(2), theme.mix(theme.WALNUT, theme.SHADE, 0.55))
        title = self._words.t("table.choose", n=len(self.chosen))
        inner.label(
            title, (box.center[0], 50), theme.LARGE, theme.IVORY, "serif", room=box.w - 4 * GAP
        )
        art = TileArt(self._tile * canvas.scale)
        for kind in ACCENTS:
            for number in range(EACH):
                self._paint_tile(inner, art, kind, number)
            self._paint_words(inner, kind, ruleset)
        self._keep.enabled = len(self.chosen) == NEEDED
        self._keep.draw(inner)

    def _paint_tile(self, canvas: Canvas, art: TileArt, kind: Kind, number: int) -> None:
        center, code = self._center(kind, number), CODES[kind]
        wood = WOOD[self._seat]
        if Accent(kind, number) in self.chosen:
            canvas.picture(art.glow(theme.LAMP, 0.8), center)
            art.put(canvas, center, code, wood)
        else:
            canvas.ring(center, self._tile / 2, theme.with_alpha(theme.LINEN, 0.35), 2)
            canvas.picture(art.tile(code, wood), center, LEFT_OUT)

    def _paint_words(self, canvas: Canvas, kind: Kind, ruleset: str) -> None:
        """Its name and what it does, in the largest size at which no word is divided."""
        code = CODES[kind]
        x, top = self._center(kind, EACH)[0], 96 + EACH * (self._tile + 2 * GAP)
        room = self._column - GAP
        name = self._words.t(f"tile.{code}")
        canvas.label(name, (x, top + 14), theme.BODY, theme.IVORY, "bold", room=room)
        words = self._words.t(f"about.{ruleset}.{code}")
        space = self._keep.box.y - GAP - (top + 38)
        size = float(theme.SMALL + 1)
        while size > 14 and (
            max(canvas.text_size(word, size)[0] for word in words.split()) > room
            or len(canvas.wrapped(words, size, room)) * canvas.line_height(size) > space
        ):
            size -= 1
        canvas.text(words, (x, top + 38), size, theme.LINEN, anchor="center", room=room)


def _sheet(canvas: Canvas, box: Box, color: theme.Color, radius: float = 26) -> None:
    """An opaque sheet with round corners, painted without a large transparent picture."""
    canvas.fill(Box(box.x + radius, box.y, box.w - 2 * radius, box.h), color)
    canvas.fill(Box(box.x, box.y + radius, box.w, box.h - 2 * radius), color)
    for x in (box.x + radius, box.right - radius):
        for y in (box.y + radius, box.bottom - radius):
            canvas.disc((x, y), radius, color)
