"""What was given away in a match that is over, looked for while the computer players rest."""

from collections import deque
from collections.abc import Iterator
from typing import Final, NamedTuple

from game.ai.analysis import Choice, Judgement, choices
from game.ai.skills import SKILL, STRONGEST, can_play, strength
from game.ai.worker import Worker
from game.rules.core.highlights import MOST
from game.rules.core.match import Match

GLANCE: Final = SKILL["master"]
"""At first all choices are judged by a player as quick as this one; the worst by the strongest."""


class Mistake(NamedTuple):
    """A choice, and what it gave away."""

    choice: Choice
    judgement: Judgement

    @property
    def loss(self) -> float:
        return self.judgement.loss


class KeyMoves:
    """Asks about one choice after the other, and keeps the worst of them that are certain."""

    def __init__(self, worker: Worker, match: Match) -> None:
        self._worker, self._match = worker, match
        game = match.game.info.id
        self._choices: Iterator[Choice] = iter(())
        if can_play(game):  # else nobody can say what was given away
            self._choices = choices(match, whole=bool(strength(game, GLANCE).rounds))
        self._left: deque[Choice] = deque()
        """What is to be judged before the next of them, or when there are no more."""
        self._suspected: list[Mistake] = []
        self._asked: tuple[int, Choice] | None = None
        """The question that is out."""
        self._certain = False
        """Whether it is put to the strongest player."""
        self.found: list[Mistake] = []
        """The greatest loss first."""

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
            if answer.ticket == ticket and answer.loss and not answer.trouble:
                into = self.found if self._certain else self._suspected
                into.append(Mistake(asked, Judgement(answer.loss, answer.steps)))
                into.sort(key=lambda mistake: -mistake.loss)
        choice = self._left.popleft() if self._left else next(self._choices, None)
        if choice is None and not self._certain:
            self._certain = True
            self._left.extend(mistake.choice for mistake in self._suspected[:MOST])
        elif choice is not None:
            game, seed = self._match.game.info.id, str(self._match.seed)
            level = (STRONGEST if self._certain else GLANCE).id
            ticket = self._worker.ask(game, choice.view, choice.seat, level, seed, choice=choice)
            self._asked = ticket, choice
