"""Luck under a veil: a draw that nobody sees before the person whose turn it is reaches for it.

The match draws at once, as it always does; only the picture waits. So a move can be taken back
as long as nobody has seen what comes after it.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from game.rules.core.match import Step
from game.rules.core.protocol import Seat
from game.scenes.play.play_scene import K, M, PlayScene, S


class Veiled(PlayScene[S, M, K]):
    """The base of games in which people draw for themselves."""

    _hidden = -1
    """How long the log is while its last step is veiled."""

    # What a game's scene provides ----------------------------------------------------------

    def hides(self, step: Step) -> bool:
        """Whether this step of luck waits for a hand."""
        return False

    @abstractmethod
    def reach_prompt(self, seat: Seat) -> str:
        """What the seat that is to reach for the veiled draw should do."""

    # The veil --------------------------------------------------------------------------------

    @property
    def veiled(self) -> bool:
        """Whether a draw waits to be seen, and nothing else is going on."""
        waits = self._hidden == self.match.cursor and self.shown == self._hidden - 1
        return waits and not self.queue and not self.replaying

    def reveal(self) -> None:
        """Let the veiled draw happen before everybody's eyes."""
        if self.veiled:
            self._hidden = -1
            self.queue.append(self.match.step(self.match.cursor - 1))
            super().proceed()

    def play(self, move: Any) -> None:
        self.reveal()
        super().play(move)

    def proceed(self) -> None:
        last = self.queue[0] if len(self.queue) == 1 else None
        if last is not None and last.index == self.match.cursor - 1 and self.hides(last):
            self.queue.clear()
            self._hidden = self.match.cursor
            self.settled()
        else:
            super().proceed()

    def _veil_again(self) -> None:
        """Back where a draw was veiled: nobody has seen it yet."""
        if self._hidden == self.match.cursor == self.shown:
            self.shown -= 1
            self.refresh()
            self.settled()

    # What it changes ---------------------------------------------------------------------------

    @property
    def live(self) -> bool:
        return super().live or self.veiled

    @property
    def asked(self) -> Seat | None:
        return None if self.veiled else super().asked

    @property
    def lamp(self) -> Seat | None:
        return self.match.actor if self.veiled else super().lamp

    def settled(self) -> None:
        if not self.veiled:
            super().settled()
            return
        self.show_scores()
        self.controls.update()
        seat = self.match.actor
        for tray in self.trays:
            tray.prompt = self.reach_prompt(tray.seat) if tray.seat == seat else ""

    def undo_target(self) -> int | None:
        """A move may be taken back while what was drawn after it is veiled."""
        cursor = self.match.cursor
        if self.veiled and cursor == len(self.match.log):
            target = self.match.undo_target(self.persons, True)
            if target == cursor - 2:
                return target
        return super().undo_target()

    def turns(self) -> list[tuple[Seat, tuple[int, ...]]]:
        turns = super().turns()
        if turns and self._hidden == self.match.cursor == turns[-1][1][-1] + 1:
            seat, steps = turns.pop()
            return [*turns, (seat, steps[:-1])] if steps[:-1] else turns
        return turns

    def look_at(self, index: int | None) -> None:
        if index is not None and index >= self._hidden:
            self._hidden = -1
        super().look_at(index)
        if index is None:
            self._veil_again()

    def next_game(self) -> None:
        self._hidden = -1
        super().next_game()

    def jump(self, cursor: int) -> None:
        super().jump(cursor)
        self._veil_again()

    def pass_by(self) -> None:
        if not self.veiled:
            super().pass_by()
