"""The games as phones see them, and what a seat that acts is asked."""

from collections.abc import Mapping

from game.phones.boards import domi_jongg, jin_li, pai_sho, walong
from game.phones.boards.picture import Board, Place
from game.rules import GAMES
from game.rules.core.protocol import AnyState, Plain
from game.services.texts import Texts

BOARDS: Mapping[str, Board] = {
    "ping_pao": walong.PING_PAO, "walomino": walong.WALOMINO, "jin_li": jin_li.BOARD,
    "domi_jongg": domi_jongg.BOARD, "skud_pai_sho": pai_sho.SKUD,
    "solitaire_pai_sho": pai_sho.SOLITAIRE,
}  # fmt: skip
"""The boards of our games. One that comes from elsewhere has none, and is not played on phones."""


def asked(game: str, view: AnyState, lying: frozenset[Place], texts: Texts) -> Plain:
    """What the seat is asked that acts in its own view: all ways to say a legal move, how what they
    lay would lie by their last pick, words that lie nowhere (*pass*) with their labels, and what to
    do. `lying` are the places of its picture.
    """
    board, moves = BOARDS[game], GAMES[game].moves(view)
    ways = [board.ways(view, move) for move in moves]
    drawn = zip(ways, (board.ghosts(view, move) for move in moves), strict=True)
    words = [way[0] for way, *_ in ways if len(way) == 1 and way[0] not in lying]
    phase = words[0] if words else getattr(view, "phase", "turn")
    return {
        "ways": [way for several in ways for way in several],
        "ghosts": {way[-1]: ghosts for (way, *_), ghosts in drawn if ghosts},
        "actions": [(word, texts.t(f"phone.word.{word}")) for word in words],
        "prompt": texts.t(f"phone.prompt.{game}.{phase}"),
    }
