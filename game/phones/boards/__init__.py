"""The games as phones see them: what a seat that acts is asked, and what its picks mean."""

from collections.abc import Mapping
from itertools import permutations, takewhile

from game.phones.boards import domi_jongg, jin_li, pai_sho, walong
from game.phones.boards.picture import Board, Picture, Way
from game.rules import GAMES
from game.rules.core.protocol import AnyMove, AnyState, Plain

BOARDS: Mapping[str, Board] = {
    "ping_pao": walong.PING_PAO, "walomino": walong.WALOMINO, "jin_li": jin_li.BOARD,
    "domi_jongg": domi_jongg.BOARD, "skud_pai_sho": pai_sho.SKUD,
    "solitaire_pai_sho": pai_sho.SOLITAIRE,
}  # fmt: skip
"""The boards of our games. One that comes from elsewhere has none, and is not played on phones."""


def ways(game: str, view: AnyState, picture: Picture) -> dict[Way, AnyMove]:
    """All ways to say a legal move of the seat that acts in its view; tiles of the hand that a way
    begins with may be tapped in any order.
    """
    board, rules, found = BOARDS[game], GAMES[game], dict[Way, AnyMove]()
    hand = {item.place for item in picture.hand}
    for move in rules.moves(view):
        for way in board.ways(view, move, rules.write(move)):
            tiles = list(takewhile(hand.__contains__, way))
            for order in permutations(tiles):
                found.setdefault((*order, *way[len(tiles) :]), move)
    return found


def asked(game: str, view: AnyState, found: Mapping[Way, AnyMove]) -> Plain:
    """What the seat is asked that acts in its view: all ways, how what they lay would lie by their
    last pick, and the key of what to do.
    """
    drawn = {way[-1]: BOARDS[game].ghosts(view, move) for way, move in found.items()}
    ghosts = {last: items for last, items in drawn.items() if items}
    prompt = f"phone.prompt.{game}.{getattr(view, 'phase', 'turn')}"
    return {"ways": list(found), "ghosts": ghosts, "prompt": prompt}
