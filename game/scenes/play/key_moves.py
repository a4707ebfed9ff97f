"""How a match went that is over, and what was given away in it, found out while the computer
players rest.
"""

from collections import deque
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from game.ai.analysis import Choice, Judgement, choices
from game.ai.skills import SKILL, STRONGEST, can_play, strength
from game.ai.worker import Answer, Worker
from game.rules.core.highlights import MOST
from game.rules.core.match import Match
from game.rules.core.protocol import CHANCE

CASUAL: Final = SKILL["old_hand"]
"""How everybody stood is seen by a player as quick as this one."""
GLANCE: Final = SKILL["master"]
"""At first all choices are judged by a player as quick as this one; the worst by the strongest."""


class KeyMoves:
    """Asks first how everybody stood before one turn after the other, then about the choices, and
    keeps the worst of them that are certain.
    """

    def __init__(self, worker: Worker, match: Match) -> None:
        self._worker, self.match = worker, match
        self._open = self._questions()
        self._left: deque[int | Choice] = deque()
        """What is to be asked before the next of them, or when there are no more."""
        self._suspected: list[Judgement] = []
        self._asked: tuple[int, int | Choice] | None = None
        """The question that is out."""
        self._certain = False
        """Whether it is put to the strongest player."""
        self.found: list[Judgement] = []
        """The greatest loss first."""

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
        match = self.match
        asked = can_play(match.game.info.id)
        return {at: match.game.scores(match.states[at]) for at in self.moments if not asked}

    def _questions(self) -> Iterator[int | Choice]:
        """What is asked first of all, and then: nothing where no computer can play."""
        game = self.match.game.info.id
        if can_play(game):
            yield from self.moments
            yield from choices(self.match, whole=bool(strength(game, GLANCE).rounds))

    @property
    def done(self) -> bool:
        """Whether everything has been found out."""
        return self._certain and not self._left and self._asked is None

    def rest(self) -> None:
        """Somebody else may need the computer: ask later what has not been answered."""
        if self._asked is not None:
            self._worker.cancel()
            self._left.appendleft(self._asked[1])
            self._asked = None

    def update(self) -> None:
        """Hear what was found out, and ask what is still open."""
        if self._asked is not None:
            answer = self._worker.poll()
            if answer is None:
                return
            (ticket, asked), self._asked = self._asked, None
            if answer.ticket == ticket and not answer.trouble:
                self._hear(asked, answer)
        following = self._left.popleft() if self._left else next(self._open, None)
        if following is None and not self._certain:
            self._certain = True
            worst = self._suspected[:MOST]
            self._left.extend(one.choice._replace(better=one.better) for one in worst)
        elif following is not None:
            self._asked = self._ask(following), following

    def _hear(self, asked: int | Choice, answer: Answer) -> None:
        if isinstance(asked, int):
            self.course[asked] = answer.chances
        elif answer.loss:
            into = self.found if self._certain else self._suspected
            into.append(Judgement(asked, answer.loss, answer.steps))
            into.sort(key=lambda mistake: -mistake.loss)

    def _ask(self, asked: int | Choice) -> int:
        game, seed = self.match.game, str(self.match.seed)
        if isinstance(asked, int):
            view = game.observation(self.match.states[asked], CHANCE)
            return self._worker.ask(game.info.id, view, CHANCE, CASUAL.id, seed)
        level = (STRONGEST if self._certain else GLANCE).id
        return self._worker.ask(game.info.id, asked.view, asked.seat, level, seed, choice=asked)
