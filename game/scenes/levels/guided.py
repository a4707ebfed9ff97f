"""A game's play scene with a coach beside it: the coach says which moves count and who answers.

Nothing of it is kept in the store as a match, and its end is the coach's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from game.scenes.play.play_scene import PlayScene
from game.ui.focus import Spot
from game.ui.frame import Point


class Coach(Protocol):
    """What a guided scene asks."""

    @property
    def open(self) -> bool:
        """Whether the person may play now."""

    @property
    def lets_think(self) -> bool:
        """Whether a computer may think now, about its own move or about a hint."""

    @property
    def first(self) -> int:
        """The step that nothing is taken back beyond."""

    @property
    def room(self) -> Point:
        """How large the play scene may be, in units."""

    def objects(self, move: Any) -> bool:
        """Whether a legal move is not what is asked for; the coach then says so."""

    def advise(self) -> bool:
        """Give a hint of the level's own; False if there is none."""


class Guided(PlayScene):
    """Comes before a game's scene in the bases of a guided scene, see `guided`."""

    coach: Coach

    def enter(self) -> None:
        """A level is no match to be gone on with: nothing is kept."""

    def resize(self, size: Point) -> None:
        super().resize(self.coach.room)

    def spots(self) -> list[Spot]:
        return super().spots() if self.coach.open else []

    def commit(self, move: Any) -> bool:
        if self.game.why_illegal(self.match.state, move) is None and self.coach.objects(move):
            self.let_go()
            self.refresh()
            return False
        return super().commit(move)

    def answer(self, steps: Sequence[Any]) -> None:
        """Play steps for the others or for luck."""
        for step in steps:
            self._play(step)

    def ask_hint(self) -> None:
        if self.coach.open and not self.coach.advise():
            super().ask_hint()

    def undo_target(self) -> int | None:
        target = super().undo_target()
        return target if target is not None and target >= self.coach.first else None

    def open_results(self) -> None:
        """The coach tells how it ended."""

    def _think(self, seconds: float) -> None:
        if self.coach.lets_think:
            super()._think(seconds)


def guided(scene: type[PlayScene]) -> type[Guided]:
    """The class of a game's scene with a coach beside it."""
    return type(f"Guided{scene.__name__}", (Guided, scene), {})
