"""Going back and forth in a match: undo and redo at the table, and looking at any moment of it."""

from __future__ import annotations

from collections import deque
from typing import Any

from game.rules.core.match import Step
from game.scenes.play.autosave import Autosave
from game.scenes.play.computer_player import ComputerPlayer
from game.scenes.play.game_hooks import GameHooks


class Rewinding(GameHooks):
    """The part of a play scene that moves the cursor of its match."""

    computer_player: ComputerPlayer
    autosave: Autosave
    replaying = False
    """Whether an earlier moment is shown while the match stands where it stood."""
    waiting: Any = None
    """The move that waits for its player's consent, where moves are confirmed."""
    told_end = False
    _queue: deque[Step]
    """The steps that are still to happen before everybody's eyes."""

    def settled(self) -> None:
        """Nothing is on its way any more: say what is expected, and of whom."""
        raise NotImplementedError

    def show_scores(self) -> None:
        """Show the points as they stand in the picture."""
        raise NotImplementedError

    def undo_target(self) -> int | None:
        """The step that *undo* leads back to, as far as the house rule lets."""
        return self.match.undo_target(self.persons, self.context.settings.takeback)

    @property
    def can_undo(self) -> bool:
        return self.undo_target() is not None

    def undo(self) -> None:
        """Back to the last decision of a person."""
        self.finish_motion()
        target = self.undo_target()
        if target is not None:
            self._jump(target)
            return
        actor = self.match.actor
        seat = actor if actor in self.persons else min(self.persons, default=None)
        if seat is not None:
            self.trays[seat].say(self.t("play.no_undo"), "refusal")

    @property
    def can_redo(self) -> bool:
        return self.match.cursor < len(self.match.log)

    def redo(self) -> None:
        """Forward along what was taken back, to the next decision of a person."""
        self.finish_motion()
        if not self.can_redo:
            return
        while self.match.redo() and self.can_redo and self.match.actor not in self.persons:
            pass
        self._jump(self.match.cursor)

    def _jump(self, cursor: int) -> None:
        self.computer_player.cancel()
        self.waiting = None
        self.let_go()
        self.marks.clear()
        self.match.go_to(cursor)
        self.autosave.rewrite(self.match)
        self.told_end = False
        self.shown = cursor
        self.refresh()
        self.settled()

    def look_at(self, index: int | None) -> None:
        """Show an earlier state without changing the match; None comes back to now."""
        self.finish_motion()
        self.let_go()
        self.marks.clear()
        self.replaying = index is not None
        self.shown = self.match.cursor if index is None else index
        if index:
            self.mark("last", self.places_of(self.match.log[index - 1]))
        self.refresh()
        self.show_scores()
        if index is None:
            self.settled()

    def relive(self, first: int, end: int) -> None:
        """Let the steps from `first` up to `end` happen once more; the match stays as it is."""
        self.look_at(first)
        self._queue.extend(self.match.step(index) for index in range(first, end))
        self._next()

    @property
    def reliving(self) -> bool:
        """Whether something is still on its way to where it ends."""
        return bool(self._queue) or self.timeline.moving

    def _next(self) -> None:
        """Animate the next step of the queue."""
        raise NotImplementedError

    def finish_motion(self) -> None:
        """Put everything where it ends; a tap skips every animation."""
        self.timeline.skip()
