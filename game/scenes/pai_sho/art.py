"""The wooden tiles of the Pai Sho set; their pictures are painted once per size and kept.

    tiles = TileArt(board.tile * scale)        # diameter in pixels
    tiles.put(canvas, center, "R4", "light")   # shadow and tile; also lifted or turned

Tiles are named by their codes in the notation (R3 … W5, L, O, R, W, K, B). The two woods differ
in tint, grain and rim: *light* is pale wood with burnt rings, pictures edged by fire; *dark* is
walnut with a rim of brass studs, pictures edged with brass wire.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, Literal, NamedTuple, TypeAlias

import pygame

from game.rules.pai_sho.board import KINDS
from game.scenes.pai_sho.drawings import drawing, lit
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.fonts import font
from game.ui.frame import Point
from game.ui.sprites import SPRITES, Art, Making, Size
from game.ui.theme import GOLD, INK, LAMP, USUAL, Color, Design, mix, rgb

Wood: TypeAlias = Literal["light", "dark"]
Sign: TypeAlias = Literal["trapped", "drained", "growing"]

THICK: Final = 0.075
"""How much of a tile's side is seen below its face, in radii."""
FLOWER: Final = 0.70
ALONE: Final = 0.75
"""The radius of a picture over a number or alone, in radii of the tile."""
ROOM, SIGN_ROOM = 1.1, 1.15
"""Half the side of a drawing: of a picture in its radii, of a sign in radii of the tile."""
BADGE: Final = 0.315
SMALL, SMALL_BADGE = 90, 0.37
"""The radius of the field of a basic flower's number; on tiles of fewer pixels it is larger."""
CAPITAL: Final = 0.66
"""Height of a digit as a share of the type size."""
OVER: Final = 2
"""How many times larger than life tiles are painted."""
BRASS: Final = mix(GOLD, (255, 224, 150), 0.25)
RED_FIELD: Final = (168, 28, 28)
WHITE_FIELD: Final = (250, 245, 232)


class Timber(NamedTuple):
    """How one player's tiles are made."""

    texture: str
    side: Color
    dark: Color
    edge: Color
    """The edge of the inlays."""
    polish: Color
    """How much brighter the wood is made."""


WOODS: Final[dict[Wood, Timber]] = {
    "light": Timber("wood_light.jpg", (168, 122, 74), (120, 78, 40), (74, 42, 22), (44, 42, 34)),
    "dark": Timber("wood_dark.jpg", (26, 15, 10), (18, 10, 7), BRASS, (2, 1, 1)),
}


class Lacquer(NamedTuple):
    """How one player's tiles of high contrast are made: cut like a seal, in two colours."""

    side: Color
    face: Color
    rim: Color
    sign: Color
    red: Color
    """The sign of red flowers."""


BLACK: Final = rgb("#100E0E")
CHALK: Final = rgb("#FFFDF6")
LACQUERS: Final[dict[Wood, Lacquer]] = {
    "light": Lacquer(rgb("#8E8678"), CHALK, BLACK, BLACK, rgb("#A50E1A")),
    "dark": Lacquer(rgb("#4A4648"), BLACK, CHALK, CHALK, rgb("#FF9D8C")),
}
SEAL_RIM: Final = 0.085
"""The rim of tiles of high contrast, in radii."""
SEAL_BADGE: Final = 0.43
SEAL_FLOWER: Final = 0.62
SEAL_CUT: Final = 5.5
"""How wide the cuts between petals are, in hundredths of the drawing's radius."""
SEAL_RED: Final = rgb("#A50E1A")


class TileArt(Art):
    """The pictures of tiles of one diameter in pixels; all are blitted by their middles."""

    def __init__(self, diameter: float, design: Design = USUAL) -> None:
        self.diameter = max(10, round(diameter))
        self.design = design
        super().__init__(self.diameter, design.pieces)

    def shadow(self, lift: float = 0.0) -> pygame.Surface:
        """A tile's shadow, already moved away from the lamp; `lift` 0 lies, 1 is in the hand."""
        return self._shadow(round(max(0.0, min(1.0, lift)) * 6))

    @SPRITES.keeping
    def ghost(self, code: str, wood: Wood, turn: int) -> pygame.Surface:
        """The tile where it would lie, seen through."""
        return sprites.faded(self.tile(code, wood, False, turn).copy(), 0.55)

    @SPRITES.keeping
    def sign(self, sign: Sign, turn: int) -> pygame.Surface:
        """What is the matter with a tile, laid over it: snared, withered, or still a sprout."""
        side = round(self.diameter * SIGN_ROOM)
        return pygame.transform.rotate(drawing(f"sign_{sign}", (side, side)), 90 * turn)

    @SPRITES.keeping
    def glow(self, color: Color, opacity: float) -> pygame.Surface:
        """Light around a tile; blit it before the tile."""
        return sprites.glow(self.tile("R", "light", False, 0), self.diameter * 0.14, color, opacity)

    @SPRITES.keeping
    def halo(self, color: Color) -> pygame.Surface:
        """A ring of light around a tile that something is about to happen to."""
        side = round(self.diameter * 1.7)
        return lit(drawing("halo", (side, side), color), self.diameter * 0.10, color)

    @SPRITES.keeping
    def bead(self, strong: bool) -> pygame.Surface:
        """A soft light on a point that can be gone to; a larger one where more comes of it."""
        name = "bead_ringed" if strong else "bead"
        return lit(drawing(name, (self.diameter,) * 2, LAMP), self.diameter * 0.15, LAMP)

    def wishes(self, wood: Wood, turn: int = 0) -> Iterator[Callable[[], object]]:
        """Paint the tiles of one wood that are still missing, one each."""
        for code in KINDS:
            yield partial(self.tile, code, wood, False, turn)

    def put(
        self, canvas: Canvas, center: Point, code: str, wood: Wood, *,
        faded: bool = False, turn: int = 0, lift: float = 0.0,
    ) -> None:
        """Lay a tile down, with its shadow; lifted ones are higher, and stay as large."""
        canvas.picture_as_is(self.shadow(lift), center)
        up = center[0], center[1] - lift * 0.18 * self.diameter / canvas.scale
        canvas.picture_as_is(self.tile(code, wood, faded, turn + canvas.turn), up)

    # Painting -------------------------------------------------------------------------------------

    @SPRITES.keeping
    def tile(self, code: str, wood: Wood, faded: bool = False, turn: int = 0) -> Making:
        """A tile, its colours gone if `faded`, read from another edge after quarter turns; painted
        too large and made smaller.
        """
        if self.design.contrast:
            return self._sealed(code, wood, faded, turn)
        sprites.image(WOODS[wood].texture)
        yield
        timber, picture = WOODS[wood], self._clear()
        sheet = self._body(mix(timber.side, timber.dark, 0.3))
        sheet.blit(_face(self.diameter * OVER / 2, sheet.get_size(), KINDS[code], wood), (0, 0))
        yield
        self._inlay(picture, code, timber.edge)
        if faded:  # most of its colour gone
            picture = pygame.transform.grayscale(picture)
            picture.fill((226, 218, 204, 255), special_flags=pygame.BLEND_RGBA_MULT)
        depth = max(1, round(self.diameter * OVER * 0.008))
        sunk = sprites.faded(sprites.silhouette(picture, timber.dark), 0.5)
        for layer, shift in ((sunk, -depth), (picture, 0)):
            sheet.blit(pygame.transform.rotate(layer, 90 * turn), (shift, shift))
        return pygame.transform.smoothscale(sheet, (self._side, self._side))

    @property
    def _side(self) -> int:
        """The side in pixels of a picture with the tile and its edge."""
        return self.diameter + 2 * max(2, round(self.diameter * THICK))

    def _clear(self) -> pygame.Surface:
        """Where the tile is painted, too large."""
        return pygame.Surface((self._side * OVER, self._side * OVER), pygame.SRCALPHA, 32)

    def _at(self, right: float, down: float) -> Point:
        """A place in radii of the tile from its middle, in pixels of what is painted too large."""
        unit, middle = self.diameter * OVER / 2, self._side * OVER / 2
        return middle + right * unit, middle + down * unit

    def _disc(
        self, sheet: pygame.Surface, radius: float, color: Color, down: float = 0, right: float = 0
    ) -> None:
        pygame.draw.circle(sheet, color, self._at(right, down), radius * self.diameter * OVER / 2)

    def _body(self, side: Color) -> pygame.Surface:
        """A thick disc with sides of this colour."""
        sheet = self._clear()
        for share in (0, 0.25, 0.5, 0.75, 1):
            self._disc(sheet, 0.995, side, share * THICK, share * 0.032)
        return sheet

    def _sealed(self, code: str, wood: Wood, faded: bool, turn: int) -> pygame.Surface:
        """The same in high contrast."""
        lacquer, picture = LACQUERS[wood], self._clear()
        sheet = self._body(lacquer.side)
        for radius, color in ((1, BLACK), (0.97, lacquer.rim), (1 - SEAL_RIM, lacquer.face)):
            self._disc(sheet, radius, color)
        self._cut(picture, code, lacquer)
        if faded:  # most of it gone
            sprites.faded(picture, 0.4)
        sheet.blit(pygame.transform.rotate(picture, 90 * turn), (0, 0))
        return pygame.transform.smoothscale(sheet, (self._side, self._side))

    def _cut(self, sheet: pygame.Surface, code: str, lacquer: Lacquer) -> None:
        """The flower or accent as a seal shows it: red flowers are filled, white ones are lines."""
        numbered, red = len(code) == 2, code[0] == "R"
        size = SEAL_FLOWER if numbered else ALONE
        fill, cut = lacquer.sign, lacquer.face
        if numbered:
            fill, cut = (lacquer.red, lacquer.face) if red else (CHALK, BLACK)
        wide = max(SEAL_CUT, 210 / (self.diameter * size))
        field = SEAL_RED if red else CHALK
        self._sign(sheet, code, size, -0.22, wide, SEAL_BADGE, lacquer.rim, field, cut, fill)

    def _inlay(self, sheet: pygame.Surface, code: str, edge: Color) -> None:
        """The flower or accent as wood shows it."""
        wide = 100 * max(0.036, 2.1 / (self.diameter * FLOWER))
        size = FLOWER if len(code) == 2 else ALONE
        radius = SMALL_BADGE if self.diameter < SMALL else BADGE
        field = RED_FIELD if code[0] == "R" else WHITE_FIELD
        self._sign(sheet, code, size, -0.13, wide, radius, edge, field, edge)

    def _sign(
        self, sheet: pygame.Surface, code: str, size: float, up: float, wide: float,
        radius: float, edge: Color, field: Color, *tones: Color,
    ) -> None:
        """A drawing in some tones, its lines so wide; over a basic flower's lower edge, which moves
        it `up`, its number on a field. Without its drawing a tile is told by its code.
        """
        numbered, side = len(code) == 2, round(ROOM * size * self.diameter * OVER)
        image = drawing(code, (side, side), *tones, stroke_width=wide)
        if not image.get_bounding_rect():
            image = font("bold", side // 2).render(code, True, edge)
        sheet.blit(image, image.get_rect(center=self._at(0, up * numbered)))
        if numbered:
            down = 0.945 - radius
            self._disc(sheet, radius + 0.05, edge, down)
            self._disc(sheet, radius, field, down)
            tall = round(radius * 0.68 * self.diameter * OVER / CAPITAL)
            ink = (255, 246, 226) if code[0] == "R" else INK
            digit = font("bold", tall).render(code[1], True, ink)
            digit = digit.subsurface(digit.get_bounding_rect())
            sheet.blit(digit, digit.get_rect(center=self._at(0, down)))

    @SPRITES.keeping
    def _shadow(self, sixths: int) -> pygame.Surface:
        lift = sixths / 6
        reach = self.diameter * (0.05 + 0.10 * lift)
        fall = round(self.diameter * (0.06 + 0.12 * lift))
        disc = pygame.Surface((self.diameter, self.diameter), pygame.SRCALPHA, 32)
        middle = self.diameter / 2
        pygame.draw.circle(disc, (255, 255, 255), (middle, middle), middle)
        dark = sprites.shadow(disc, reach, 0.62 - 0.18 * lift)
        wide = dark.get_width() + 2 * fall
        image = pygame.Surface((wide, wide), pygame.SRCALPHA, 32)
        image.blit(dark, (fall + round(fall * 0.6), 2 * fall))
        return image


@SPRITES.keeping
def _rim(wood: Wood, side: int) -> pygame.Surface:
    return drawing(f"rim_{wood}", (side, side))


def _face(radius: float, size: Size, kind: int, wood: Wood) -> pygame.Surface:
    """A disc of wood with its rim, every kind from another place of the board."""
    timber, middle = WOODS[wood], (size[0] / 2, size[1] / 2)
    board = sprites.image(timber.texture)
    part = min(190, *board.get_size())
    span = max(1, min(board.get_size()) - part)
    at = (kind - 1) * 149 % span, (kind - 1) * 227 % span
    face = pygame.Surface(size, pygame.SRCALPHA, 32)
    face.blit(pygame.transform.smoothscale(board.subsurface((*at, part, part)), size), (0, 0))
    face.fill(timber.polish, special_flags=pygame.BLEND_RGB_ADD)
    rim = _rim(wood, round(2 * radius))
    face.blit(rim, rim.get_rect(center=middle))
    mask = pygame.Surface(size, pygame.SRCALPHA, 32)
    mask.fill((255, 255, 255, 0))
    pygame.draw.aacircle(mask, (255, 255, 255), middle, radius)
    face.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return face
