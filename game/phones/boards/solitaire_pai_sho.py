"""Solitaire Pai Sho on a phone: tap the tile drawn, then its point."""

from collections.abc import Sequence

from game.phones.boards import pai_sho
from game.phones.boards.picture import Board, Picture, Place, Way
from game.rules.core.protocol import Seat
from game.rules.pai_sho.board import CODES, PLACES
from game.rules.solitaire_pai_sho import state as rules
from game.rules.solitaire_pai_sho.state import Garden, Move
from game.services.texts import Texts


def picture(view: Garden, seat: Seat, texts: Texts) -> Picture:
    """The garden with harmonies and disharmonies, and what the seat may lay."""
    lines = [(line.first, line.second, line.kind) for line in rules.lines(view.board)]
    items = pai_sho.garden_items(view.board, lines, texts, "solitaire_pai_sho")
    seats = range(len(view.drawn))
    stock = [rules.bag_of(view, each) for each in seats]
    drawn = tuple(int(kind == view.drawn[seat] > 0) for kind in range(len(CODES)))
    chosen = stock[seat] if view.terms.choose else drawn
    hand = pai_sho.hand_items(chosen, seat, texts, "solitaire_pai_sho")
    held = [sum(stock[each]) + bool(view.drawn[each]) for each in seats]
    return Picture(pai_sho.GROUND, pai_sho.BOX, items, hand, held)


def ways(view: Garden, move: Move) -> Sequence[Way]:
    return [pai_sho.way_of(rules.write(move))]


def wish(view: Garden, seat: Seat, picks: Sequence[Place]) -> Move:
    """A lone empty point is where the tile in hand is meant to go."""
    match picks:
        case [point] if point in PLACES and not view.board.cells[PLACES.index(point)]:
            picks = (CODES[view.drawn[seat]], point)
    return rules.read(pai_sho.text_of(picks))


BOARD = Board(picture, ways, wish)
