"""The story of a match as its own scene shows it: the turns that decided, one by one."""

from typing import Literal, TypeAlias

from game.ai.analysis import Choice, rivals
from game.ai.skills import can_play, evaluator
from game.rules import SHELF
from game.rules.core.highlights import Moment, story, turns
from game.rules.core.protocol import Seat
from game.scenes.play.play_scene import AnyPlayScene

Phase: TypeAlias = Literal["before", "happening", "after", "better"]
"""The fork, the turn that cost most, is not told before who watches goes on: what would they have
played? After a mistake comes what would have been better."""

BEFORE = 0.45
"""Seconds that the board is seen as it was before a turn."""
STAY = 2.3
"""Seconds that a moment stays when everything lies where it belongs; what would have been better
stays twice as long, for it takes longer to read."""
PATIENCE = 5.0
"""Seconds after which what still moves is put where it ends."""


class Telling:
    """Lets the moments of the match that a play scene holds happen there once more."""

    def __init__(self, play: AnyPlayScene, at: int = 0) -> None:
        self.play = play
        self.turns = turns(play.match, SHELF[play.id].weights)
        self.moments = story(self.turns, play.key_moves.moved)
        """Those of all turns that are told one after the other, as far as is known."""
        self.moment = next((one for one in self.moments if at < one.end), self.moments[0])
        """The turn that is told now, be it one of these or another one."""
        self.rivals = can_play(play.id) and rivals(play.game, evaluator(play.id), play.shown_state)
        """Whether there are chances to win."""
        self.running = True
        """Whether one moment follows the other by itself."""
        self.phase: Phase = "before"
        self._since = 0.0
        self._why = ""
        """What was given away by the mistake that is told, in the rules' words."""

    @property
    def index(self) -> int:
        """Which of the moments is told, or was the last one before the present turn; −1 if none."""
        return sum(moment.first <= self.moment.first for moment in self.moments) - 1

    @property
    def last(self) -> bool:
        return self.moment is self.moments[-1]

    @property
    def mistake(self) -> Choice | None:
        """The worst choice in the present turn, if it gave anything away."""
        turn = range(self.moment.first, self.moment.end)
        return next((one for one in self.play.key_moves.found if one.step in turn), None)

    @property
    def forks(self) -> bool:
        """Whether the present turn is the one that cost a person most; anybody, where computers
        played among themselves.
        """
        play = self.play
        people = [seat for seat in range(play.match.seats) if play.chair(seat).person]
        asked = (one for one in play.key_moves.found if one.seat in people or not people)
        return self.mistake is not None and self.mistake is next(asked, None)

    @property
    def ended(self) -> bool:
        """Whether everything has been told."""
        return self.last and self.phase == ("after" if self.mistake is None else "better")

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who has won, once the last turn has happened."""
        outcome = self.play.match.outcome
        return outcome.winners if outcome and self.last and self.phase == "after" else ()

    @property
    def gained(self) -> int:
        """The points to show: none before they have been earned."""
        return self.moment.points if self.phase == "after" else 0

    @property
    def place(self) -> int:
        """Where on the course that lies which the board shows: before the turn, or after it."""
        return self.play.key_moves.moments.index(self.moment.first) + (self.phase == "after")

    @property
    def chances(self) -> list[float]:
        """The chance to win of the seat whose turn is told, before it and, once it has happened,
        after it; nothing where that is not known, nobody can lose or it is over, or what that seat
        knew is told.
        """
        known, seat, end = self.play.key_moves, self.moment.seat, self.place + 1
        if not self.rivals or self.phase == "better" or self.winners:
            return []
        told = known.moments[end - 1 - (self.phase == "after") : end]
        return [known.course[at][seat] for at in told if at in known.course]

    @property
    def text(self) -> str:
        """What the present moment is about, in words."""
        play, match, names = self.play, self.play.match, self.play.names
        mistake = self.mistake
        if self.phase == "before" and self.forks:
            return play.t("story.fork")
        if self.phase == "better" and mistake is not None:
            hint = play.hint_text(mistake.better).rstrip(".") + "."
            lost = play.t("story.better", n=round(100 * mistake.loss))
            return " ".join(filter(None, (hint, self._why, lost)))
        steps = range(self.moment.first, self.moment.end)
        plain = ", ".join(filter(None, map(play.describe, steps)))
        told = " ".join(map(play.tell, self.moment.told)) or (plain and f"{plain}.")
        if told and names[self.moment.seat] not in told:
            acts = not self.moment.told and play.acts(self.moment.first)
            key = "story.does" if acts else "story.says"
            told = play.t(key, who=names[self.moment.seat], text=told)
        if self.last and match.outcome is not None:
            end = play.context.texts.outcome(play.id, match.outcome, names)
            return f"{told} {end}".strip()
        return told

    def show(self, index: int) -> None:
        """Begin to tell one of the moments."""
        self.show_turn(self.moments[max(0, min(len(self.moments) - 1, index))])

    def show_turn(self, moment: Moment) -> None:
        """Begin to tell any turn."""
        self.moment = moment
        self.phase, self._since = "before", 0.0
        self.play.hush()
        self.play.show_moment(self.moment.first)
        self.running &= not self.forks

    def go_on(self) -> None:
        """What is on its way arrives; else the next thing is told."""
        if self.phase == "before" and self.forks:
            self._let_happen()
        elif self.phase in ("before", "happening"):
            self.finish()
        elif self.phase == "after" and self.mistake is not None:
            self._show_better(self.mistake)
        elif not self.last:
            self.show(self.index + 1)

    def finish(self) -> None:
        """Put everything where it lies after the present turn, and mark what it was about."""
        if self.phase == "before":
            self._let_happen()
        self.play.finish_motion()
        self.phase, self._since = "after", 0.0
        self.play.clear_marks("last")
        places = [place for event in self.moment.told for place in event.places]
        if not places:  # a plain turn: where its steps led
            steps = self.play.match.log[self.moment.first : self.moment.end]
            places = [place for step in steps for place in self.play.places_of(step)]
        self.play.mark("held", list(dict.fromkeys(places)))
        self.running &= not self.last

    def _let_happen(self) -> None:
        self.phase, self._since = "happening", 0.0
        self.play.show_moment(self.moment.first)
        steps = map(self.play.match.step, range(self.moment.first, self.moment.end))
        self.play.queue.extend(steps)
        self.play.proceed()

    def _show_better(self, mistake: Choice) -> None:
        """Where it was decided: what would have kept what was given away."""
        self.phase, self._since = "better", 0.0
        first, better, match = mistake.step, mistake.better, self.play.match
        turn = next(steps for _, steps in match.turns() if first in steps)
        self._why = self.play.context.texts.contrast(
            self.play.id, mistake.view, match.log[first : turn[-1] + 1], better
        )
        self.play.hush()
        self.play.show_moment(first)
        self.play.ghost = better[0]
        for step in better:
            self.play.mark("hint", self.play.places_of(step))

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self.play.update(seconds)
        self.moments = story(self.turns, self.play.key_moves.moved)
        self._since += seconds
        if self.phase == "before" and self._since >= BEFORE and (self.running or not self.forks):
            self._let_happen()
        elif self.phase == "happening":
            if self._since > PATIENCE or not self.play.reliving:
                self.finish()
        elif self._since < STAY * self.play.context.settings.pace * (1 + (self.phase == "better")):
            pass
        elif self.phase == "after" and self.mistake is not None:
            self._show_better(self.mistake)
        elif self.running and not self.last:
            self.show(self.index + 1)
