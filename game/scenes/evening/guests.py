"""Who is at an evening, as its pictures show them: a name, and a badge of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from game.scenes.core.chairs import Chair, called
from game.scenes.core.context import Context
from game.services.people import COLOURS
from game.ui import badges
from game.ui.canvas import Canvas
from game.ui.frame import Point

VISITING: Final = ("lantern", "cup", "fan", "bell", "boat", "snail")
"""The marks of people whom the table does not know."""
THINKING: Final = "blossom"
"""The mark of computers; they are called after flowers."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody for an evening. No two have the same colour unless they chose it themselves."""

    name: str
    colour: str
    mark: str
    person: bool

    def draw(self, canvas: Canvas, center: Point, size: float) -> None:
        """The badge; `size` is its width in units."""
        badges.draw(canvas, self.colour, self.mark, center, size)


def guests(context: Context, chairs: Sequence[Chair]) -> tuple[Guest, ...]:
    """Everybody with a badge: the own one, or a visitor's in a colour that is left."""
    known = {profile.id: profile.dressed() for profile in context.store.profiles()}
    own = {chair.profile: known[chair.profile] for chair in chairs if chair.profile in known}
    taken = {profile.colour for profile in own.values()}
    left = iter([colour for colour in COLOURS if colour not in taken] * 2)
    found = []
    for number, chair in enumerate(chairs):
        name = called(context.texts, chair)
        if chair.profile in own:
            profile = own[chair.profile]
            found.append(Guest(name, profile.colour, profile.mark, True))
        else:
            mark = VISITING[number % len(VISITING)] if chair.person else THINKING
            found.append(Guest(name, next(left), mark, chair.person))
    return tuple(found)
