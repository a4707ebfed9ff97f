"""What a phone is shown of a seat's view: things that lie somewhere, and places that can be tapped.

A *place* is written as the game writes it in moves and refusals: ``d4``, ``(2,3)``, ``0R``. A *way*
is a sequence of places that says a move: a koi, then the square it swims to.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from game.rules.core.protocol import AnyMove, Seat

Place: TypeAlias = str
Way: TypeAlias = tuple[Place, ...]


class Item(NamedTuple):
    """Something that lies on the board or in the hand, or a place without anything on it: x is to
    the right and y down, and the angle in degrees clockwise.

    `face` names layers, the lowest first: ``disc_light+pai_sho/R3`` is a symbol of
    assets/phone/sprites.svg and on it a drawing of assets/art. Things with one key in a hand lie
    on one card. Tapping it says `place`, if that is not empty. `label` is said by a screen reader:
    keys of texts, and words that are none, with spaces between. `mark` is a short text on it, such
    as how many there are.
    """

    key: str
    face: str
    x: float = 0
    y: float = 0
    angle: float = 0
    size: float = 1
    place: Place = ""
    label: str = ""
    mark: str = ""


class Picture(NamedTuple):
    """All that a seat sees: `hand` is its own, `held` says how many things every seat holds.
    `ground` is the face of the board; empty for the bare cloth.
    """

    ground: str
    items: Sequence[Item]
    hand: Sequence[Item]
    held: Sequence[int]


def written(pattern: str) -> Callable[[Any, AnyMove, str], Sequence[Way]]:
    """The ways of a game whose moves are written as the places that are tapped, in their order. A
    text without any is itself a place.
    """
    return lambda view, move, text: [tuple(re.findall(pattern, text)) or (text,)]


class Board(NamedTuple):
    """A game as phones see it: pure functions of the observation of a seat.

    - ``picture(view, seat)``: what lies where, as far as the rules know; the rest is at 0, 0.
    - ``text(view, picks)``: how the game would write the move that picks mean which are no way. It
      need not be a text of a move. Raises ValueError or LookupError where they mean none.
    - ``ways(view, move, text)``: how a legal move can be said by tapping, the plainest way first.
    - ``ghosts(view, move)``: how what a move lays would lie, where places alone do not show it.
    """

    picture: Callable[[Any, Seat], Picture]
    text: Callable[[Any, Way], str]
    ways: Callable[[Any, AnyMove, str], Sequence[Way]]
    ghosts: Callable[[Any, AnyMove], Sequence[Item]] = lambda view, move: ()
