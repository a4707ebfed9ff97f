"""Looking ahead: whether a level's goal can be forced, and what the others best do about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from game.services.goals import Goal, Track, each_turn


class TooFar(Exception):
    """A search has looked at as many turns as it may."""


class Search:
    """Whether a goal can be forced within a number of own turns, whatever luck and others do.

    `waits` lets the others' answer to the last own turn still count. `budget` is the number of
    turns to look at before TooFar is raised; None for no end.
    """

    def __init__(self, goal: Goal, waits: bool = False, budget: int | None = None) -> None:
        self.goal = goal
        self.waits = waits
        self.budget = budget

    def forced(self, track: Track, turns: int) -> bool:
        """Whether the seat can reach the goal from here for certain."""
        actor = track.actor
        if actor is None:
            return False
        if actor == track.seat:
            return turns > 0 and any(self.kept(after, turns - 1) for after in self._each(track))
        return all(self.still(after, turns) for after in self._each(track))

    def kept(self, track: Track, turns: int) -> bool:
        """Right after an own turn: whether the goal is reached or can still be forced."""
        if self.goal.met(track):
            return True
        return (turns > 0 or self.waits) and self.forced(track, turns)

    def still(self, track: Track, turns: int) -> bool:
        """Right after a turn of luck or others: the same."""
        return self.goal.met(track) or self.forced(track, turns)

    def winning(self, track: Track, turns: int) -> list[Track]:
        """Every own turn after which the goal is reached or can still be forced."""
        return [after for after in self._each(track) if self.kept(after, turns - 1)]

    def refutation(self, track: Track, turns: int) -> Track | None:
        """A turn of another seat after which the goal cannot be forced, if there is one."""
        return next((after for after in self._each(track) if not self.still(after, turns)), None)

    def _each(self, track: Track) -> Iterator[Track]:
        for after in each_turn(track):
            if self.budget is not None:
                self.budget -= 1
                if self.budget < 0:
                    raise TooFar
            yield after


def moves_since(track: Track, start: Track) -> list[Any]:
    """The steps that lead from an earlier track to a later one."""
    moves = []
    for step in track.steps():
        if step is start:
            break
        moves.append(step.move)
    return moves[::-1]
