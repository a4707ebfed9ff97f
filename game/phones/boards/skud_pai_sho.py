"""Skud Pai Sho on a phone: tap a tile of the reserve or a flower, then where it goes."""

from collections.abc import Sequence
from itertools import permutations

from game.phones.boards import pai_sho
from game.phones.boards.picture import Board, Picture, Place, Way
from game.rules.core.protocol import Seat
from game.rules.pai_sho import board as garden
from game.rules.pai_sho.board import CODES, PLACES
from game.rules.skud_pai_sho import board as skud
from game.rules.skud_pai_sho import state as rules
from game.rules.skud_pai_sho.state import Accents, Arrange, Bonus, Decline, Move, Plant, State
from game.services.texts import Texts

_WORDS: dict[Place, Move] = {"+-": rules.DECLINE, "--": rules.PASS}


def picture(view: State, seat: Seat, texts: Texts) -> Picture:
    """The garden with its harmonies, and the seat's own reserve."""
    lines = skud.harmonies_of(view.board, view.rules)
    items = pai_sho.garden_items(view.board, lines, texts, "skud_pai_sho")
    hand = pai_sho.hand_items(view.hands[seat], seat, texts, "skud_pai_sho")
    if view.phase == "accents":  # only these are chosen from, but more than one of a kind
        hand = [tile for tile in hand if garden.KINDS[tile.place] in garden.ACCENTS]
    return Picture(pai_sho.GROUND, pai_sho.BOX, items, hand, [*map(sum, view.hands)])


def ways(view: State, move: Move) -> Sequence[Way]:
    """Accents may be picked in any order."""
    match move:
        case Accents(kinds):
            return [*dict.fromkeys(permutations([CODES[kind] for kind in kinds]))]
        case Plant(kind, gate):
            return [(CODES[kind], PLACES[gate])]
        case Arrange(source, goal):
            return [(PLACES[source], PLACES[goal])]
        case Bonus(kind, point, goal):
            carried = () if goal is None else (PLACES[goal],)
            return [(CODES[kind], PLACES[point], *carried)]
        case Decline():
            return [("+-",)]
    return [("--",)]


def wish(view: State, seat: Seat, picks: Sequence[Place]) -> Move:
    if len(picks) == 1 and picks[0] in _WORDS:
        return _WORDS[picks[0]]
    kinds, points = pai_sho.said(picks)
    match kinds, points:
        case [_, *_], [] if view.phase == "accents":
            return Accents(tuple(sorted(kinds)))
        case [kind], [point]:
            return Bonus(kind, point) if view.phase == "bonus" else Plant(kind, point)
        case [garden.BOAT], [point, goal]:
            return Bonus(garden.BOAT, point, goal)
        case [], [source]:  # asks why that one does not move
            return Arrange(source, source)
        case [], [source, goal]:
            return Arrange(source, goal)
    raise ValueError(f"{list(picks)} say no move of Skud Pai Sho; a tile and a point do")


BOARD = Board(picture, ways, wish)
