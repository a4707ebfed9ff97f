"""Skud Pai Sho on a phone: tap a tile of the reserve or a flower, then where it goes."""

from collections.abc import Sequence
from itertools import permutations
from typing import Final

from game.phones.boards import pai_sho
from game.phones.boards.picture import Board, Picture, Place, Way
from game.rules.core.protocol import Seat
from game.rules.pai_sho.board import ACCENTS
from game.rules.skud_pai_sho.board import harmonies_of
from game.rules.skud_pai_sho.game import SkudPaiSho
from game.rules.skud_pai_sho.state import Accents, Move, State
from game.services.texts import Texts

RULES: Final = SkudPaiSho()


def picture(view: State, seat: Seat, texts: Texts) -> Picture:
    """The garden with its harmonies, and the seat's own reserve, from which accents are chosen."""
    lines = harmonies_of(view.board, view.rules)
    items = pai_sho.garden_items(view.board, lines, texts, "skud_pai_sho")
    first = ACCENTS[0] if view.phase == "accents" else 0
    reserve = (*(0,) * first, *view.hands[seat][first:])
    hand = pai_sho.hand_items(reserve, seat, texts, "skud_pai_sho")
    return Picture(pai_sho.GROUND, pai_sho.BOX, items, hand, [*map(sum, view.hands)])


def ways(view: State, move: Move) -> Sequence[Way]:
    """Accents may be picked in any order."""
    way = pai_sho.way_of(RULES.write(move))
    return [*dict.fromkeys(permutations(way))] if isinstance(move, Accents) else [way]


def wish(view: State, seat: Seat, picks: Sequence[Place]) -> Move:
    if view.phase == "accents":
        return RULES.read(",".join(picks))
    text = pai_sho.text_of(picks)
    return RULES.read(f"+{text}" if view.phase == "bonus" and text[:1].isalpha() else text)


BOARD = Board(picture, ways, wish)
