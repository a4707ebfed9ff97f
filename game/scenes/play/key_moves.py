"""How a match went that is over, and what was given away in it, found out while the computer
players rest.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import chain, pairwise
from typing import Final

from game.ai.analysis import Choice, chances, choices, rivals
from game.ai.skills import SKILL, STRONGEST, can_play, evaluator, strength
from game.ai.worker import IDLE, Answer, Worker
from game.rules.core.highlights import KEY, MOST
from game.rules.core.match import Match
from game.rules.core.protocol import CHANCE, AnyMove

CASUAL: Final = SKILL["old_hand"]
"""How everybody stood is seen by a player as quick as this one."""
JUDGING: Final = SKILL["master"]
"""Choices are judged by a player as quick as this one, at a glance. Of the worst of them those are
then played on from that the strongest would not have made."""


class KeyMoves:
    """Asks first how everybody stood before one turn after the other, then about the choices, and
    keeps the worst of them that are certain.
    """

    def __init__(self, worker: Worker, match: Match) -> None:
        self._worker, self.match = worker, match
        self._questions = self._asked()
        self._question: Choice | None = None
        """What is asked now, or will be next: what is right if nothing was played, or, if nobody
        was to choose, how everybody stood."""
        self._strongest: tuple[AnyMove, ...] = ()
        """What the strongest player would have done where it was asked last."""
        self._ticket = IDLE
        self._suspected: list[Choice] = []
        self.left = 0
        """How many of them are still to be proved; 0 as long as that is not known."""
        self.found: list[Choice] = []
        """The greatest loss first."""
        self.moved = dict[int, float]()
        """What share of the chance to win turns moved by a choice, by their first step."""
        self.done = False
        """Whether everything has been found out."""

    @cached_property
    def moments(self) -> list[int]:
        """The states of the course, by their index: those that begin a turn, or what luck draws
        before all eyes, and the last.
        """
        match, hidden = self.match, self.match.game.info.hidden
        begun = (steps[0] for seat, steps in match.turns() if seat != CHANCE or not hidden)
        return [*begun, match.cursor]

    @cached_property
    def course(self) -> dict[int, tuple[float, ...]]:
        """Everybody's chances to win, or points where nobody can lose or no computer can play, as
        far as they are known, by the index of the state.
        """
        match, asked = self.match, can_play(self.match.game.info.id)
        return {at: match.game.scores(match.states[at]) for at in self.moments if not asked}

    def _asked(self) -> Iterator[Choice]:
        """What is asked, one after the other: nothing where no computer can play."""
        match, game = self.match, self.match.game
        if can_play(game.info.id):
            for at in self.moments:
                yield Choice(at, CHANCE, game.observation(match.states[at], CHANCE), ())
            yield from choices(match, whole=bool(strength(game.info.id, JUDGING).rounds))
            worst = self._suspected[:MOST]
            for number, one in enumerate(worst):
                self.left, self._strongest = len(worst) - number, ()
                yield one._replace(played=())
                if self._strongest[: len(one.played)] != one.played:
                    yield one._replace(better=self._strongest or one.better)

    def rest(self) -> None:
        """Somebody else may need the computer: ask later what has not been answered."""
        if self._ticket != IDLE:
            self._worker.cancel()
            self._ticket = IDLE

    def update(self) -> None:
        """Hear what was found out, and ask what is still open."""
        if self.done:
            return
        if self._ticket != IDLE:
            answer = self._worker.poll()
            if answer is None:
                return
            if answer.ticket == self._ticket and not answer.trouble:
                self._hear(answer)
            self._question, self._ticket = None, IDLE
        asked = self._question = self._question or next(self._questions, None)
        self.done = asked is None
        if asked is not None:
            level = JUDGING if asked.played else CASUAL if asked.seat == CHANCE else STRONGEST
            self._ticket = self._worker.ask(
                self.match.game.info.id, asked.view, asked.seat, level.id, str(self.match.seed),
                choice=asked if asked.played else None,
            )  # fmt: skip

    def _hear(self, answer: Answer) -> None:
        asked = self._question
        assert asked is not None
        if asked.seat == CHANCE:
            self.course[asked.step] = self._stood(asked.step, answer.values)
            if asked.step == self.match.cursor:
                self.moved.update(self._moves())
        elif not asked.played:
            self._strongest = answer.steps
        elif answer.loss:
            into = self.found if asked.better else self._suspected
            into.append(asked._replace(loss=answer.loss, better=answer.steps))
            into.sort(key=lambda mistake: -mistake.loss)
            if asked.better:
                first = max(at for at in self.moments if at <= asked.step)
                self.moved[first] = max(self.moved.get(first, 0.0), answer.loss)

    def _stood(self, at: int, values: tuple[float, ...]) -> tuple[float, ...]:
        """What the course tells of a state that is worth so much to everybody."""
        match, judging = self.match, evaluator(self.match.game.info.id)
        state = match.states[at]
        if match.game.outcome(state) is None and rivals(match.game, judging, state):
            return chances(judging, values, at / match.cursor)
        return values

    def _moves(self) -> Iterator[tuple[int, float]]:
        """The turns in which somebody had a choice and that moved the course by KEY at least, also
        beside the turn before and the one after: who has just moved often looks better for a turn.
        """
        match, most = self.match, max(1.0, *chain(*self.course.values()))
        stood = [self.course.get(at, ()) for at in (self.moments[0], *self.moments, match.cursor)]
        for n, (at, end) in enumerate(pairwise(self.moments)):
            around = zip(*stood[n : n + 4], strict=False)
            ways = (min(abs(c - b), abs(c + d - a - b) / 2) for a, b, c, d in around)
            share, steps = max(ways, default=0.0) / most, range(at, end)
            if share >= KEY and any(match.chose(step, range(match.seats)) for step in steps):
                yield at, share
