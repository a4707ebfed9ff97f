"""The living picture of a Pai Sho garden: what lies in it, lines of petals that drift, and a view.

Positions are the garden's own: (0, 0) is the centre, x to the right, y up as the rules see it.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, TypeAlias, TypeVar

from game.rules.pai_sho import board as rules
from game.rules.pai_sho.board import CODES, Board, Code, Mask, kind_of, owner_of, points_of, xy
from game.scenes.pai_sho.art import Sign, TileArt, Wood
from game.scenes.pai_sho.board import PaiShoBoard
from game.scenes.play.loupe import ENLARGED
from game.ui.canvas import Canvas
from game.ui.timeline import Ease, Tween, between, ease_out

Place: TypeAlias = tuple[float, float]
"""A position in the garden."""
L = TypeVar("L", bound=Hashable)

WOOD: Final[tuple[Wood, Wood]] = ("light", "dark")
"""The wood of each seat's tiles."""
DRIFT: Final = 0.35
"""How fast petals drift, in petals a second."""
BEAT: Final = 1 / 30
"""Drifting petals are painted anew so often."""
FALL_ASLEEP: Final = 3.0
"""Seconds in which drifting petals come to rest."""


@dataclass(slots=True)
class Piece:
    """One tile as it is shown."""

    code: Code
    at: Place
    lift: float = 0.0
    alpha: float = 1.0


@dataclass(slots=True)
class Bed(Generic[L]):
    """Everything that lies in the garden, with lines of type L between the tiles.

    Petals drift until nobody has touched the table for `awake` seconds; `life` is 1 then and 0
    when they are at rest.
    """

    pieces: dict[rules.Point, Piece] = field(default_factory=dict)
    above: list[Piece] = field(default_factory=list)
    """Tiles on their way, painted over all others."""
    lines: dict[L, float] = field(default_factory=dict)
    """Lines and how far each has grown, 0…1."""
    signs: dict[Sign, Mask] = field(default_factory=dict)
    """Where tiles carry a sign; the first one of a tile is shown."""
    awake: float = 25.0
    phase: float = 0.0
    life: float = 0.0
    _idle: float = 0.0
    _since: float = 0.0

    def lay(self, board: Board, lines: Iterable[L]) -> None:
        """Bring tiles and lines in line with a position."""
        self.pieces = {p: Piece(board.cells[p], xy(p)) for p in points_of(board.taken)}
        self.above.clear()
        self.lines = dict.fromkeys(lines, 1.0)

    @property
    def lying(self) -> object:
        """Values that are equal as long as the same tiles lie in the same way."""
        pieces = [(each.code, each.at, each.lift, each.alpha) for each in self.pieces.values()]
        return pieces, tuple(self.signs.items())

    def wake(self, reduced: bool) -> None:
        """Let the petals drift for a while; with reduced motion they rest."""
        self._idle, self.life = 0.0, 0.0 if reduced else 1.0

    def update(self, seconds: float) -> None:
        """Let petals drift."""
        self._idle += seconds
        if self._idle > self.awake:
            self.life = max(0.0, self.life - seconds / FALL_ASLEEP)
        if self.life <= 0 or not self.lines:
            return
        self._since += seconds
        if self._since >= BEAT:
            self.phase += DRIFT * self.life * self._since
            self._since = 0.0


def growing(
    lines: dict[L, float], some: Iterable[L], seconds: float,
    start: float = 0.0, end: float = 1.0, ease: Ease = ease_out,
) -> Tween:
    """A motion that lets some of these lines grow, or fade if `end` is less."""

    def show(t: float) -> None:
        lines.update({line: start + (end - start) * t for line in some if line in lines})

    show(0.0)
    return Tween(seconds, show, ease)


def gliding(piece: Piece, start: Place, end: Place, seconds: float) -> Tween:
    """A motion that takes a piece straight from one place to another."""

    def show(t: float) -> None:
        piece.at = between(start, end, t)

    return Tween(seconds, show)


def along(piece: Piece, way: Sequence[Place], share: float) -> None:
    """Put a piece some share of a way along it, lifted while it is under way."""
    reached = share * (len(way) - 1)
    leg = min(int(reached), len(way) - 2) if len(way) > 1 else 0
    following = way[min(leg + 1, len(way) - 1)]
    piece.at = between(way[leg], following, reached - leg)
    piece.lift = 0.0 if share >= 1 else min(1.0, 6 * share, 6 * (1 - share)) * 0.7


class BedView:
    """Paints a bed onto the board; `turns` are the quarter turns by which each seat's tiles lie."""

    def __init__(self, board: PaiShoBoard, turns: tuple[int, int]) -> None:
        self.board, self.turns = board, turns
        self.tiles, self.closer = (
            TileArt(size * board.tile * board.scale, board.design) for size in (1, ENLARGED)
        )

    def wishes(self) -> Iterator[Callable[[], object]]:
        """Paint what is missing of the tiles, and of the loupe's."""
        for art in (self.tiles, self.closer):
            for wood, turn in zip(WOOD, self.turns, strict=True):
                yield from art.wishes(wood, turn)

    def paint_tiles(self, canvas: Canvas, bed: Bed[L], without: Mask = 0) -> None:
        """All tiles with their signs, but for those on some points, and those on their way."""
        for point, piece in bed.pieces.items():
            if without >> point & 1:
                continue
            signs = [sign for sign, mask in bed.signs.items() if mask >> point & 1]
            self.paint_piece(canvas, piece, "drained" in signs)
            if signs and piece.lift == 0:
                image = self.tiles.sign(signs[0], self.turns[owner_of(piece.code)])
                canvas.picture_as_is(image, self.board.at(*piece.at))

    def paint_above(self, canvas: Canvas, bed: Bed[L]) -> None:
        for piece in bed.above:
            self.paint_piece(canvas, piece)

    def paint_piece(self, canvas: Canvas, piece: Piece, faded: bool = False) -> None:
        owner, code = owner_of(piece.code), CODES[kind_of(piece.code)]
        center, turn, wood = self.board.at(*piece.at), self.turns[owner], WOOD[owner]
        if piece.alpha < 1:
            image = self.tiles.tile(code, wood, faded, turn)
            canvas.picture_as_is(image, center, piece.alpha)
        else:
            self.tiles.put(canvas, center, code, wood, faded=faded, turn=turn, lift=piece.lift)

    def paint_ghost(self, canvas: Canvas, code: Code, point: rules.Point) -> None:
        """A tile where it would come to lie."""
        owner = owner_of(code)
        image = self.tiles.ghost(CODES[kind_of(code)], WOOD[owner], self.turns[owner])
        canvas.picture_as_is(image, self.board.place(point))
