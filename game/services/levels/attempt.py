"""A person working through a level: what to show, what is asked, whether it is solved.

A run owns the match that is played. Whoever plays a step in it, takes one back or goes to an
earlier one calls nothing: where the run stands follows from the match alone, and from which
stage of the level it is at.
"""

from collections.abc import Sequence
from contextlib import suppress
from itertools import islice, takewhile
from typing import Literal, TypeAlias

from game.rules.core.match import Match
from game.rules.core.protocol import CHANCE, AnyGame, AnyMove, AnyState, play_text
from game.services.levels import Level, Stage
from game.services.levels.goals import Goal, Search, TooFar, Track, each_turn, moves_since
from game.services.toml_reader import Words

Status: TypeAlias = Literal["read", "play", "reply", "missed", "done", "solved"]
"""read: there is only something to read, then `go_on`. play: the person is to act. reply: the
others are, see `reply`. missed: not reached, or a step that was not asked for, `retry`. done:
reached, `go_on`. solved: all of it.
"""

BUDGET = 20_000
"""Turns to look at for the answer that spoils most; a second or so."""
GLANCE = 2_000
"""Turns to look at for a way to the goal within a frame that nobody minds."""


class LevelAttempt:
    """One try at a level."""

    def __init__(self, level: Level, game: AnyGame) -> None:
        self.level, self.game = level, game
        self.match: Match
        self._spoiled: AnyState = None
        """What the others have led to where that spoils the goal."""
        self.restart()

    def restart(self) -> None:
        """Begin the level, or begin it anew."""
        self._over = False
        self.enter(0)

    def enter(self, number: int) -> None:
        """Begin a stage; where it has no set-up of its own, from where the match stands."""
        self.number, self._read, self._hints = number, False, 0
        if self.stage.setup is not None:
            self.match = self.stage.setup.match(self.game)
        self.begin = self.match.taken_over = self.match.cursor  # nothing is taken back beyond it

    @property
    def stage(self) -> Stage:
        return self.level.stages[self.number]

    @property
    def last(self) -> bool:
        return self.number == len(self.level.stages) - 1

    @property
    def track(self) -> Track:
        """What has been played in this stage."""
        return Track.of(self.match, min(self.begin, self.match.cursor), self.level.seat)

    @property
    def status(self) -> Status:
        if self._over:
            return "solved"
        if self.level.kind == "setup":
            return "play"
        stage, actor = self.stage, self.match.actor
        if stage.goal is None and not self._read:
            return "read"
        if self._strayed is not None:
            return "missed"
        if stage.goal is None or self._reached(stage.goal):
            if actor not in (self.level.seat, None) and self._answers() < len(stage.reply):
                return "reply"
            return "solved" if self.last and stage.goal is not None else "done"
        asked = actor == self.level.seat
        if actor is None or (self.turns_left == 0 and (stage.until == "turn" or asked)):
            return "missed"
        return "play" if asked else "reply"

    def _reached(self, goal: Goal) -> bool:
        """Whether it was met at the end of a turn since the stage began, or is at the end."""
        if self.stage.until == "end":
            return self.match.actor is None and goal.met(self.track)
        return any(
            goal.met(step) for step in self.track.steps() if step.ended_turn or step.by == CHANCE
        )

    def _answers(self) -> int:
        """How many turns the others have made in this stage."""
        own = self.level.seat, CHANCE
        return sum(step.by not in own and step.ended_turn for step in self.track.steps())

    @property
    def turns_left(self) -> int | None:
        """How many own turns are left; None if there is no limit."""
        turns = self.stage.turns
        return max(0, turns - sum(1 for _ in self.track.own_turns())) if turns else None

    @property
    def hint(self) -> Words | None:
        """The hint that was asked for last; those to a puzzle are about its beginning."""
        begun = self.level.kind == "puzzle" and self.match.cursor > self.begin
        hints = () if begun or not self.on_course else self.stage.hints
        return hints[min(self._hints, len(hints)) - 1] if hints and self._hints else None

    def ask_hint(self) -> bool:
        """Go to the next hint, then to what `solves`. False if there is nothing more, which where
        hints help means: play it.
        """
        solved = self.level.kind == "puzzle" and self.stage.solution != ()
        given = len(self.stage.hints) + (solved or self.level.kind == "lesson")
        more = self.on_course and self._hints < given
        self._hints += more
        while more and self._hints < given and self.hint is None:
            self._hints += 1
        return more

    @property
    def on_course(self) -> bool:
        """Whether hints help: in a puzzle not once a turn was played that they do not lead to."""
        return self.level.kind != "puzzle" or not self.stage.solution or bool(self._planned())

    @property
    def lost(self) -> bool:
        """Whether the others have answered in a way after which the goal cannot be forced."""
        played = self.match.states[self.begin : self.match.cursor + 1]
        return bool(self.turns_left) and self._spoiled in played

    @property
    def shown(self) -> bool:
        """Whether the next step of the solution was asked for."""
        return self._hints > len(self.stage.hints)

    def solves(self) -> tuple[AnyMove, ...]:
        """The steps by which the person reaches the goal with this turn; none if it is too late
        for that. As the solution says, as long as it was followed, else found by looking.
        """
        goal = self.stage.goal
        if goal is None or self.status != "play":
            return ()
        planned = self._planned()
        if planned or self.stage.turns != 1:
            return planned
        track = self.track
        found = (after for after in islice(each_turn(track), GLANCE) if goal.met(after))
        return tuple(moves_since(next(found, track), track))

    @property
    def _strayed(self) -> int | None:
        """The own step that is not one of those asked for, where a stage wants certain turns."""
        goal, match = self.stage.goal, self.match
        if goal is None or not goal.turns:
            return None
        own = [at for at in range(self.begin, match.cursor) if match.seat_of(at) == self.level.seat]
        if not own:
            return None
        steps, start = [match.log[at] for at in own], match.states[own[0]]
        turns = [play_text(self.game, start, text) for text in goal.turns]
        fits = [(_common(turn, steps), len(turn)) for turn in turns]
        if any(fit in (len(steps), long) for fit, long in fits):
            return None
        return own[max(fits)[0]]

    def reply(self) -> tuple[AnyMove, ...]:
        """The steps the others are to play now: as the level says, else what spoils most."""
        if self.match.actor in (self.level.seat, None):
            return ()
        answers, track = self._answers(), self.track
        if answers < len(self.stage.reply):
            return play_text(self.game, track.state, self.stage.reply[answers])
        return self._planned() or self._spoiling(track)

    def _planned(self) -> tuple[AnyMove, ...]:
        """What is left of the turn in the solution, if so far each step was played as it says.
        A solution may write a turn as one text or step by step.
        """
        game, match, at, answer = self.game, self.match, self.begin, list[AnyMove]()
        state = match.states[at]
        for text in self.stage.solution:
            for move in play_text(game, state, text):
                if at < match.cursor:
                    if match.log[at] != move:
                        return ()
                    at += 1
                    while at < match.cursor and match.seat_of(at) == CHANCE:
                        at += 1  # no solution tells what the seed drew
                    state = match.states[at]
                    continue
                answer.append(move)
                before, state = state, game.apply(state, move)
                if game.ends_turn(before, move, state):
                    return tuple(answer)
        return tuple(answer)

    def _spoiling(self, track: Track) -> tuple[AnyMove, ...]:
        """The turn after which the goal is out of reach; any turn if there is none."""
        found: Track | None = None
        if self.stage.goal is not None:
            search = Search(self.stage.goal, self.stage.until != "turn", BUDGET)
            with suppress(TooFar):
                found = search.refutation(track, self.turns_left or 0)
                self._spoiled = found.state if found else None
        return tuple(moves_since(found or next(each_turn(track)), track))

    def go_on(self) -> None:
        """The next stage, or the end of the level. Raises ValueError while something is asked."""
        status = self.status
        if status == "read" and self.stage.reply:
            self._read = True
        elif status not in ("read", "done"):
            raise ValueError(f"there is nothing to go on from: {status}")
        elif self.last:
            self._over = True
        else:
            self.enter(self.number + 1)

    @property
    def back(self) -> int:
        """The step to which what missed the goal is taken back: what fits is kept."""
        strayed = self._strayed
        return self.begin if strayed is None else strayed

    def retry(self) -> None:
        """Back to where the goal can still be reached."""
        self.match.go_to(self.back)


def _common(turn: Sequence[AnyMove], steps: Sequence[AnyMove]) -> int:
    """With how many equal steps both begin."""
    pairs = zip(turn, steps, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
