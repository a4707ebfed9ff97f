"""A computer's thoughts at the table: one question at a time, answered at human pace.

It hands on what the seat may know and nothing else; the thinking is done in another process.
"""

import random
from collections.abc import Callable, Sequence

from game.ai.skills import STRONGEST
from game.ai.worker import IDLE, Answer, Worker
from game.rules.core.match import Match
from game.rules.core.protocol import AnyGame, AnyMove, AnyState, Seat

PACE = 0.75
"""Seconds a computer takes at least, so that people can follow."""


class ComputerPlayer:
    """The question a scene has out. `hinting` tells whether it was asked for a person."""

    def __init__(self, ai_worker: Worker) -> None:
        self._thinker = ai_worker
        self._ticket: int | None = None
        self._answer: Answer | None = None
        self._waited = 0.0
        self._game: AnyGame
        self._view: AnyState
        self._hints: dict[AnyState, tuple[AnyMove, ...]] = {}
        """What is left of turns hinted at, by what the seat knew: a position has one answer."""
        self.hinting = False
        self.tell: Callable[[Seat, Sequence[AnyMove]], object] | None = None
        """What a hint of a seat is told by, if it is not shown to everybody."""
        self.seat: Seat = 0
        self.pace = PACE
        """The least time of a move; less where many small ones follow each other."""

    @property
    def busy(self) -> bool:
        return self._ticket is not None

    def ask(self, match: Match, seat: Seat, level: str | None = None) -> None:
        """Ask for a move of a seat; without a level it is a hint for the person there."""
        self.cancel()
        self.hinting = level is None
        self.seat = seat
        game, strength = match.game, level or STRONGEST.id
        self._game, self._view = game, game.observation(match.state, seat)
        if self.hinting and self._view in self._hints:
            self._ticket, self._answer = IDLE, Answer(IDLE, self._hints[self._view])
            return
        seed = random.Random(f"{match.seed}/{match.cursor}").getrandbits(32)
        self._ticket = self._thinker.ask(game.info.id, self._view, seat, strength, seed)

    def poll(self, seconds: float) -> Answer | None:
        """The answer, once it is there and has had its time; then nothing is out any more."""
        if self._ticket is None:
            return None
        self._waited += seconds
        if self._answer is None:
            found = self._thinker.poll()
            if found is not None and found.ticket == self._ticket:
                self._answer = found
        answer = self._answer
        if answer is None or (not self.hinting and self._waited < self.pace):
            return None
        self._ticket, self._answer, self._waited = None, None, 0.0
        if self.hinting and not answer.trouble:
            for at, step in enumerate(answer.steps):
                self._hints[self._view] = answer.steps[at:]
                self._view = self._game.apply(self._view, step)
        return answer

    def cancel(self) -> None:
        if self._ticket is not None:
            self._thinker.cancel()
        self._ticket, self._answer, self._waited, self.tell = None, None, 0.0, None
