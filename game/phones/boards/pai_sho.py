"""The Pai Sho garden on a phone: every point, the tiles in it, and lines between them."""

import math
import re
from collections.abc import Iterable, Sequence

from game.phones.boards.picture import Item, Place, Way
from game.rules.core.protocol import Seat
from game.rules.pai_sho import board as garden
from game.rules.pai_sho.board import CODES, PLACES, Board, Hand, Kind, Point
from game.services.texts import Texts

GROUND = "garden+pai_sho/garden"
BOX = (-9.98, -9.98, 19.96, 19.96)
"""What the drawing of the garden shows."""
WOOD = ("light", "dark")
"""The wood of each seat's tiles."""


def face(kind: Kind, seat: Seat) -> str:
    """A tile of a seat's wood, with the number of a basic flower."""
    number = f"+number_{CODES[kind][1]}" if kind in garden.BASICS else ""
    return f"disc_{WOOD[seat]}+pai_sho/{CODES[kind]}{number}"


def garden_items(
    board: Board, lines: Iterable[tuple[Point, Point, int]], texts: Texts, game: str
) -> list[Item]:
    """Lines, each with the number of its kind, then tiles, then all points."""
    strung = [_line(*line) for line in lines]
    tiles, spots = list[Item](), list[Item]()
    for point in garden.POINTS:
        (x, y), place, code = garden.xy(point), PLACES[point], board.cells[point]
        what = texts.t("phone.board.gate" if garden.GATES >> point & 1 else "phone.board.empty")
        if code:
            kind, owner = garden.kind_of(code), garden.owner_of(code)
            tile = texts.t(f"{game}.tile.{CODES[kind]}")
            what = texts.t(f"phone.board.{WOOD[owner]}", what=tile)
            tiles.append(Item(f"{code}@{place}", face(kind, owner), x, -y))
        label = texts.t("phone.board.at", place=place, what=what)
        spots.append(Item(f"at {place}", "spot", x, -y, 0, 1, place, label))
    return [*strung, *tiles, *spots]


def _line(one: Point, other: Point, kind: int) -> Item:
    (x1, y1), (x2, y2) = garden.xy(one), garden.xy(other)
    angle = -math.degrees(math.atan2(y2 - y1, x2 - x1))
    key = f"line {kind} {PLACES[one]}{PLACES[other]}"
    length = math.dist((x1, y1), (x2, y2))
    return Item(key, f"line_{kind}", (x1 + x2) / 2, -(y1 + y2) / 2, angle, length)


def hand_items(hand: Hand, seat: Seat, texts: Texts, game: str) -> list[Item]:
    """The tiles in a hand, a card for each kind."""
    return [
        Item(
            f"hand {CODES[kind]}", face(kind, seat), 0, 0, 0, 1, CODES[kind],
            texts.t("phone.board.count", what=texts.t(f"{game}.tile.{CODES[kind]}"), n=count),
            f"{count}" if count > 1 else "",
        )
        for kind, count in enumerate(hand) if count
    ]  # fmt: skip


def way_of(text: str) -> Way:
    """The tiles and points in the text of a move; a word is itself a place."""
    return tuple(re.findall(r"[A-Z]\d?|\([^)]*\)", text)) or (text,)


def text_of(picks: Sequence[Place]) -> str:
    """The move that picks say, as a text: a tile and its point, or two points. A lone point asks
    why the flower there does not move.
    """
    match picks:
        case [tile, *points] if tile in garden.KINDS:
            return tile + "-".join(points)
        case [point] if point in PLACES:
            return f"{point}-{point}"
    return "-".join(picks)
