"""The games as phones see them, a module each, and what a seat that acts is asked."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import NamedTuple, cast

from game.phones.boards.picture import Board, Ghost, Place, Way
from game.rules import SHELF
from game.rules.core.protocol import AnyState
from game.services.texts import Texts


class Asked(NamedTuple):
    """What the seat that acts may do: all ways to say a legal move, how what they lay would lie by
    their last pick, words that lie nowhere (*pass*) with their labels, and what to do.
    """

    ways: Sequence[Way]
    ghosts: Mapping[Place, tuple[Ghost, ...]]
    actions: Sequence[tuple[Place, str]]
    prompt: str


def board_of(game: str) -> Board | None:
    """The board of a game; None if it has none, and so cannot be played on phones."""
    name = SHELF[game].board
    return cast(Board, import_module(name).BOARD) if name else None


def asked(game: str, view: AnyState, lying: frozenset[Place], texts: Texts) -> Asked:
    """What the seat is asked that acts in its own view; `lying` are the places of its picture."""
    board = cast(Board, board_of(game))
    moves = SHELF[game].rules.moves(view)
    ways = [tuple(board.ways(view, move)) for move in moves]
    drawn = zip(ways, (board.ghosts(view, move) for move in moves), strict=True)
    words = [way[0] for way, *_ in ways if len(way) == 1 and way[0] not in lying]
    phase = words[0] if words else getattr(view, "phase", "turn")
    return Asked(
        [way for several in ways for way in several],
        {way[0][-1]: ghosts for way, ghosts in drawn if ghosts},
        [(word, texts.t(f"phone.word.{word}")) for word in words],
        texts.t(f"phone.prompt.{game}.{phase}"),
    )
