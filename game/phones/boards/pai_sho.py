"""Skud Pai Sho and Solitaire Pai Sho on a phone: tap a tile or a flower, then where it goes."""

import re
from collections.abc import Iterable, Sequence
from itertools import permutations

from game.phones.boards.picture import Board, Item, Picture, Place, Spot, Way, line
from game.rules.core.protocol import Seat
from game.rules.pai_sho import board as garden
from game.rules.pai_sho.board import ACCENTS, CODES, PLACES, Hand, Kind, Point
from game.rules.skud_pai_sho import state as skud
from game.rules.skud_pai_sho.board import harmonies_of
from game.rules.solitaire_pai_sho import state as solitaire
from game.services.texts import Texts

_BOX = (-9.98, -9.98, 19.96, 19.96)
"""What the drawing of the garden shows."""
_WOOD = ("light", "dark")
"""The wood of each seat's tiles."""


def _picture(
    board: garden.Board, lines: Iterable[tuple[Point, Point, int]], hand: Hand, seat: Seat,
    held: Sequence[int], texts: Texts,
) -> Picture:  # fmt: skip
    """Lines, each with the number of its kind, then tiles, then all points; a card in the hand for
    each kind.
    """
    items, spots = list[Item](), list[Item]()
    for one, other, number in lines:
        key = f"line {number} {PLACES[one]}{PLACES[other]}"
        items.append(line(key, f"line_{number}", _spot(one), _spot(other)))
    for point in garden.POINTS:
        at, place, code = _spot(point), PLACES[point], board.cells[point]
        what = texts.t("phone.board.gate" if garden.GATES >> point & 1 else "phone.board.empty")
        if code:
            tile = _tile(garden.kind_of(code), garden.owner_of(code), texts)
            items.append(tile._replace(key=f"{code}@{place}", x=at.real, y=at.imag))
            what = tile.label
        label = f"{place}: {what}"
        spots.append(Item(f"at {place}", "spot", at.real, at.imag, 0, 1, place, label))
    own = [(_tile(kind, seat, texts), CODES[kind], n) for kind, n in enumerate(hand) if n]
    cards = [
        tile._replace(place=place, label=f"{tile.label}: {n}", mark=f"{n}" if n > 1 else "")
        for tile, place, n in own
    ]
    return Picture("garden+pai_sho/garden", _BOX, [*items, *spots], cards, held)


def _spot(point: Point) -> Spot:
    return complex(*garden.xy(point)).conjugate()


def _tile(kind: Kind, seat: Seat, texts: Texts) -> Item:
    """A tile of a seat's wood, with the number of a basic flower."""
    number = f"+number_{CODES[kind][1]}" if kind in garden.BASICS else ""
    face = f"disc_{_WOOD[seat]}+pai_sho/{CODES[kind]}{number}"
    name = texts.t(f"skud_pai_sho.tile.{CODES[kind]}")
    return Item(face, face, label=texts.t(f"phone.board.{_WOOD[seat]}", what=name))


def _way(text: str) -> Way:
    """The tiles and points in the text of a move; a word is itself a place."""
    return tuple(re.findall(r"[A-Z]\d?|\([^)]*\)", text)) or (text,)


def _text(picks: Sequence[Place]) -> str:
    """The move that picks say, as a text: a tile and its point, or two points. A lone point asks
    why the flower there does not move.
    """
    match picks:
        case [tile, *points] if tile in garden.KINDS:
            return tile + "-".join(points)
        case [point] if point in PLACES:
            return f"{point}-{point}"
    return "-".join(picks)


# Skud Pai Sho -----------------------------------------------------------------------------------


def _skud(view: skud.State, seat: Seat, texts: Texts) -> Picture:
    """The garden with its harmonies, and the seat's own reserve, from which accents are chosen."""
    first = ACCENTS[0] if view.phase == "accents" else 0
    reserve = (*(0,) * first, *view.hands[seat][first:])
    held = [*map(sum, view.hands)]
    return _picture(view.board, harmonies_of(view.board, view.rules), reserve, seat, held, texts)


def _skud_ways(view: skud.State, move: skud.Move) -> Sequence[Way]:
    """Accents may be picked in any order."""
    way = _way(skud.write(move))
    return [*dict.fromkeys(permutations(way))] if isinstance(move, skud.Accents) else [way]


def _skud_wish(view: skud.State, seat: Seat, picks: Sequence[Place]) -> skud.Move:
    if view.phase == "accents":
        return skud.read(",".join(picks))
    text = _text(picks)
    return skud.read(f"+{text}" if view.phase == "bonus" and text[:1].isalpha() else text)


SKUD = Board(_skud, _skud_ways, _skud_wish)


# Solitaire Pai Sho ------------------------------------------------------------------------------


def _solitaire(view: solitaire.Garden, seat: Seat, texts: Texts) -> Picture:
    """The garden with harmonies and disharmonies, and what the seat may lay."""
    lines = [(line.first, line.second, line.kind) for line in solitaire.lines(view.board)]
    stock = [solitaire.bag_of(view, each) for each in range(len(view.drawn))]
    drawn = tuple(int(kind == view.drawn[seat] > 0) for kind in range(len(CODES)))
    held = [sum(bag) + (kind > 0) for bag, kind in zip(stock, view.drawn, strict=True)]
    hand = stock[seat] if view.terms.choose else drawn
    return _picture(view.board, lines, hand, seat, held, texts)


def _to_lay(view: solitaire.Garden, seat: Seat, picks: Sequence[Place]) -> solitaire.Move:
    """A lone empty point is where the tile in hand is meant to go."""
    match picks:
        case [point] if point in PLACES and not view.board.cells[PLACES.index(point)]:
            picks = (CODES[view.drawn[seat]], point)
    return solitaire.read(_text(picks))


SOLITAIRE = Board(_solitaire, lambda view, move: [_way(solitaire.write(move))], _to_lay)
