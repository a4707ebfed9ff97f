"""Skud Pai Sho and Solitaire Pai Sho on a phone: tap a tile or a flower, then where it goes."""

from collections.abc import Iterable, Sequence

from game.phones.boards.picture import Board, Item, Picture, Way, written
from game.rules.core.protocol import Seat
from game.rules.pai_sho import board as garden
from game.rules.pai_sho.board import CODES, KINDS, PLACES, Hand, Kind, Point
from game.rules.skud_pai_sho import state as skud
from game.rules.skud_pai_sho.board import harmonies_of
from game.rules.solitaire_pai_sho import state as solitaire

_WOOD = ("light", "dark")
"""The wood of each seat's tiles."""


def _picture(
    board: garden.Board, lines: Iterable[tuple[Point, Point, int]], hand: Hand, seat: Seat,
    held: Sequence[int],
) -> Picture:  # fmt: skip
    """Lines, each with the number of its kind, then all points with their tiles; a card in the
    hand for each kind.
    """
    items = list[Item]()
    for one, other, number in lines:
        (x, y), (x1, y1), key = garden.xy(one), garden.xy(other), f"{number} {one} {other}"
        middle, angle = ((x + x1) / 2, -(y + y1) / 2), 90 * (x == x1)
        items.append(Item(key, f"line_{number}", *middle, angle, abs(x - x1) + abs(y - y1)))
    for point in garden.POINTS:
        (x, y), place, code = garden.xy(point), PLACES[point], board.cells[point]
        what = "gate" if garden.GATES >> point & 1 else "empty"
        tile = Item("", "spot", label=f"phone.board.{what}")
        if code:
            tile = _tile(garden.kind_of(code), garden.owner_of(code))
        label, key = f"{place} {tile.label}", f"{code}@{place}"
        items.append(tile._replace(key=key, x=x, y=-y, place=place, label=label))
    own = [(_tile(kind, seat), CODES[kind], n) for kind, n in enumerate(hand) if n]
    cards = [tile._replace(place=code, label=f"{tile.label} {n}", mark=f"{n}"[n == 1 :])
             for tile, code, n in own]  # fmt: skip
    return Picture("garden+pai_sho/garden", items, cards, held)


def _tile(kind: Kind, seat: Seat) -> Item:
    """A tile of a seat's wood, with the number of a basic flower."""
    code, wood = CODES[kind], _WOOD[seat]
    number = f"+number_{code[1]}" if kind in garden.BASICS else ""
    face = f"disc_{wood}+pai_sho/{code}{number}"
    return Item(face, face, label=f"skud_pai_sho.tile.{code} phone.board.{wood}")


_ways = written(r"[A-Z]\d?|\([^)]*\)")


def _text(view: object, picks: Way) -> str:
    """A tile and its point, or two points; a lone one asks why the flower there does not move."""
    if picks[0] in KINDS:
        return picks[0] + "-".join(picks[1:])
    return "-".join(picks * 2 if len(picks) == 1 else picks)


# Skud Pai Sho -----------------------------------------------------------------------------------


def _skud(view: skud.State, seat: Seat) -> Picture:
    """The garden with its harmonies, and the seat's own reserve, from which accents are chosen."""
    lines, held = harmonies_of(view.board, view.rules), [*map(sum, view.hands)]
    return _picture(view.board, lines, view.hands[seat], seat, held)


def _skud_text(view: skud.State, picks: Way) -> str:
    if view.phase == "accents":
        return ",".join(picks)
    return "+" * (view.phase == "bonus" and picks[0] in KINDS) + _text(view, picks)


SKUD = Board(_skud, _skud_text, _ways)


# Solitaire Pai Sho ------------------------------------------------------------------------------


def _solitaire(view: solitaire.Garden, seat: Seat) -> Picture:
    """The garden with harmonies and disharmonies, and what the seat may lay."""
    lines = [(line.first, line.second, line.kind) for line in solitaire.lines(view.board)]
    held = [sum(solitaire.bag_of(view, n)) + (kind > 0) for n, kind in enumerate(view.drawn)]
    drawn = tuple(int(kind == view.drawn[seat] > 0) for kind in range(len(CODES)))
    hand = solitaire.bag_of(view, seat) if view.terms.choose else drawn
    return _picture(view.board, lines, hand, seat, held)


SOLITAIRE = Board(_solitaire, _text, _ways)
