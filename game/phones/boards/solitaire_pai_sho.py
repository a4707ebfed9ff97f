"""Solitaire Pai Sho on a phone: tap the tile drawn, then its point."""

from collections.abc import Sequence

from game.phones.boards import pai_sho
from game.phones.boards.picture import Board, Picture, Place, Way
from game.rules.core.protocol import Seat
from game.rules.pai_sho.board import CODES, PLACES
from game.rules.solitaire_pai_sho import state as rules
from game.rules.solitaire_pai_sho.state import Garden, Lay, Move, Shift
from game.services.texts import Texts


def picture(view: Garden, seat: Seat, texts: Texts) -> Picture:
    """The garden with harmonies and disharmonies, and what the seat may lay."""
    lines = [(line.first, line.second, line.kind) for line in rules.lines(view.board)]
    items = pai_sho.garden_items(view.board, lines, texts, "solitaire_pai_sho")
    seats = range(len(view.drawn))
    stock = [rules.bag_of(view, each) for each in seats]
    chosen = stock[seat] if view.terms.choose else _counted(view.drawn[seat])
    hand = pai_sho.hand_items(chosen, seat, texts, "solitaire_pai_sho")
    held = [sum(stock[each]) + bool(view.drawn[each]) for each in seats]
    return Picture(pai_sho.GROUND, pai_sho.BOX, items, hand, held)


def _counted(kind: int) -> tuple[int, ...]:
    """A hand of one tile, or of none if `kind` is 0."""
    return tuple(int(each == kind > 0) for each in range(len(CODES)))


def ways(view: Garden, move: Move) -> Sequence[Way]:
    match move:
        case Lay(kind, point):
            return [(CODES[kind], PLACES[point])]
        case Shift(source, goal):
            return [(PLACES[source], PLACES[goal])]
    return [("--",)]


def wish(view: Garden, seat: Seat, picks: Sequence[Place]) -> Move:
    """A lone point is where the drawn tile is meant to go, or asks why a flower does not move."""
    if tuple(picks) == ("--",):
        return rules.ASIDE
    kinds, points = pai_sho.said(picks)
    match kinds, points:
        case [kind], [point]:
            return Lay(kind, point)
        case [], [source, goal]:
            return Shift(source, goal)
        case [], [point] if view.board.cells[point]:
            return Shift(point, point)
        case [], [point] if view.drawn[seat]:
            return Lay(view.drawn[seat], point)
    raise ValueError(f"{list(picks)} say no move of Solitaire Pai Sho; a tile and a point do")


BOARD = Board(picture, ways, wish)
