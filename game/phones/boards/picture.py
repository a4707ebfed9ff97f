"""What a phone is shown of a seat's view: things that lie somewhere, and places that can be tapped.

A *place* is written as the game writes it in moves and refusals: ``d4``, ``(2,3)``, ``0R``. A *way*
is a sequence of places that says a move: a koi, then the square it swims to.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from game.rules.core.protocol import AnyMove, Seat
from game.services.texts import Texts

Place: TypeAlias = str
Way: TypeAlias = tuple[Place, ...]
Spot: TypeAlias = complex
"""Where something lies, in the board's units: x to the right and iy down."""
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height."""


class Item(NamedTuple):
    """Something that lies on the board or in the hand, or a place without anything on it.

    Angles are degrees clockwise. `face` names layers, the lowest first: ``disc_light+pai_sho/R3``
    is a symbol of assets/phone/sprites.svg and on it a drawing of assets/art. Things with one key
    in a hand lie on one card. Tapping it says `place`, if that is not empty; a screen reader says
    `label`, and `mark` is a short text on it, such as how many there are.
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
    `ground` is a face that fills the box; empty for the bare cloth.
    """

    ground: str
    box: Box
    items: Sequence[Item]
    hand: Sequence[Item]
    held: Sequence[int]


class Board(NamedTuple):
    """A game as phones see it: pure functions of the observation of a seat.

    - ``picture(view, seat, texts)``: what lies where, in the language of the texts.
    - ``ways(view, move)``: how a legal move can be said by tapping, the plainest way first.
    - ``wish(view, seat, picks)``: the move that picks say, legal or not. Raises ValueError where
      they say none.
    - ``ghosts(view, move)``: how what a move lays would lie, where places alone do not show it.
    """

    picture: Callable[[Any, Seat, Texts], Picture]
    ways: Callable[[Any, AnyMove], Sequence[Way]]
    wish: Callable[[Any, Seat, Sequence[Place]], AnyMove]
    ghosts: Callable[[Any, AnyMove], Sequence[Item]] = lambda view, move: ()


def line(key: str, face: str, one: Spot, other: Spot) -> Item:
    """A line between two spots of a row or a column; its size is its length."""
    at, angle = (one + other) / 2, 90 * (one.real == other.real)
    return Item(key, face, at.real, at.imag, angle, abs(other - one))


def around(items: Sequence[Item], margin: float, least: float) -> Box:
    """The box around things, with a margin, no side shorter than `least`."""
    xs, ys = [item.x for item in items] or [0.0], [item.y for item in items] or [0.0]
    w, h = (max(least, max(at) - min(at) + 2 * margin) for at in (xs, ys))
    return (max(xs) + min(xs) - w) / 2, (max(ys) + min(ys) - h) / 2, w, h
