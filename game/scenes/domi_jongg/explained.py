"""What a tile of Domi Jongg is: what fits beside it, and where it could go now.

A hand is explained only while it can be read on the screen, and where it would go only where
that may be shown on the felt.
"""

from collections.abc import Hashable, Sequence
from functools import partial
from typing import Final

from game.rules.core.protocol import Seat
from game.rules.domi_jongg.state import Lay, Table, number
from game.rules.domi_jongg.tiles import COPIES, FITS, GROUP, IN_PAIRS, SINGLY, Tile, Tiles
from game.scenes.domi_jongg import illustrations
from game.scenes.domi_jongg import tile_art as art
from game.scenes.domi_jongg.felt import Felt
from game.scenes.domi_jongg.privacy import Privacy
from game.scenes.domi_jongg.racks import Racks, ordered
from game.scenes.domi_jongg.snake import head_numbers
from game.scenes.domi_jongg.spots import Play
from game.scenes.play.explanation import Explainer, Explanation, Line, OffBoard
from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.layer import Spot
from game.ui.markup import Picture

TALL: Final = 150.0
"""The height of the tile on the card, in units."""
SMALLER: Final = 0.75
"""How large those are that fit beside it, compared with those in the rules."""
ROW: Final = 9
"""How many of them stand in a row."""


class OpenTiles(Explainer):
    """Explains what lies open: tiles of the snake by their numbers, and those of open racks."""

    def __init__(self, play: Play, privacy: Privacy, racks: Racks, felt: Felt) -> None:
        self._play, self._privacy, self._racks, self._felt = play, privacy, racks, felt
        self._t = play.card_text

    def tiles(self) -> Sequence[Spot]:
        felt, found = self._felt, list[Spot]()
        boxes = felt.tile_boxes()[: len(self._play.shown_state.snake)]
        for tile, box in enumerate(boxes):
            if felt.box.has(box.center):
                found.append(Spot.over(tile, box))
        for seat in range(len(self._play.shown_state.hands)):
            found += self._open_rack(seat)
        return found

    def _open_rack(self, seat: Seat) -> list[Spot]:
        """The tiles of a hand that can be read on the screen."""
        rack = self._racks.at(seat) if self._privacy.bare(seat) else None
        if rack is None or not self._racks.stands(seat):
            return []
        shelf, hand, found = rack.shelf, self._racks.standing(seat), []
        for place, at in enumerate(shelf.spots, shelf.first):
            box = rack.frame.out_box(Box.around(at, shelf.tall * 0.75, shelf.tall))
            key = OffBoard(seat, place, hand[place])
            found.append(Spot.over(key, box))
        return found

    def explain(self, key: Hashable) -> Explanation | None:
        state = self._play.shown_state
        match key:
            case int(tile) if tile < len(state.snake):
                return self._in_snake(state, tile)
            case OffBoard(seat, _, tile) if self._privacy.bare(seat):
                return self._in_rack(seat, tile)
        return None

    def _in_snake(self, state: Table, tile: int) -> Explanation:
        laid = state.snake[tile]
        lines = [Line(self._t("laid", who=self._play.names[laid.seat]) if laid.end else
                      self._t("single"))]  # fmt: skip
        ends = [end.id for end in state.ends if number(end.id) == tile]
        if ends and state.phase != "over":
            numbers = head_numbers(state.snake)
            heads = self._play.context.texts.listed([str(numbers[end]) for end in ends])
            lines.append(Line(self._t("open", n=len(ends), heads=heads), "partner", tuple(ends)))
        else:
            lines.append(Line(self._t("closed")))
        lying = sum(other.tile == laid.tile for other in state.snake)
        lines.append(Line(self._t("copies", n=lying, all=COPIES[laid.tile])))
        return self._said(laid.tile, lines)

    def _in_rack(self, seat: Seat, tile: Tile) -> Explanation:
        play, lines = self._play, list[Line]()
        told = self._privacy.frank(seat) and play.shows_targets
        if told and play.shown_state.phase in ("turn", "draw"):
            ways = self._racks.ways(seat, (tile,))
            alone = {way.end for way in ways if isinstance(way, Lay)}
            if alone:
                places = tuple(sorted(alone))
                lines.append(Line(self._t("fits", n=len(alone)), "partner", places))
            if branches := {way.end for way in ways} - alone:
                places = tuple(sorted(branches))
                lines.append(Line(self._t("branches", n=len(branches)), "gain", places))
            if not ways:
                lines.append(Line(self._t("nowhere")))
        return self._said(tile, lines)

    def _said(self, tile: Tile, lines: Sequence[Line]) -> Explanation:
        title = self._play.t(f"domi_jongg.tile.{tile}")
        letters = self._felt.faces.letters
        told = Line(self._t(f"beside.{GROUP[tile]}"))
        picture = Picture(partial(_paint, tile, letters), 0.75 * TALL, TALL)
        return Explanation(title, (*lines, told), picture, _beside(tile, letters))


def _beside(tile: Tile, letters: str) -> Picture:
    """What fits beside a tile: alone, and below that what fits two at a time."""
    alone = ordered(tuple(FITS[tile] & SINGLY[tile]), "suit")
    pairs = ordered(tuple(IN_PAIRS.get(tile, ())), "suit")
    felt = illustrations.Felt((*_rows(alone), *_rows(pairs)), letters=letters)
    paint = partial(surfaces.upright, paint=felt.paint)
    return Picture(paint, *(SMALLER * length for length in felt.size))


def _rows(tiles: Tiles) -> list[str]:
    """As many rows as are needed, as even as can be."""
    each = -(-len(tiles) // -(-len(tiles) // ROW)) if tiles else 1
    return [" ".join(tiles[at : at + each]) for at in range(0, len(tiles), each)]


def _paint(tile: Tile, letters: str, canvas: Canvas, box: Box) -> None:
    pixels, turns, (x, y) = canvas.px(TALL), -canvas.turn % 4, box.center
    canvas.picture_as_is(art.shadow(pixels, turns), (x + 2, y + 3))
    canvas.picture_as_is(art.face(tile, pixels, letters, turns, canvas.design), (x, y))
