"""Whether a task has one solution, what the others do about it, and how hard it is to find."""

import random
from itertools import islice
from typing import Final, NamedTuple

from game.ai.skills import SKILLS, Skill
from game.rules.core.protocol import AnyMove
from game.services.levels.goals import Search, TooFar, Track, each_turn, moves_since
from tests.tools.daily.tasks import MOST, SAME, Task, goal_of
from tests.tools.players import choose
from tests.winning import winning_tracks

BUDGET: Final = 300_000
"""Turns that a proof may look at; the tests of puzzles allow a few more."""
FEWEST: Final = 6
"""Where there are fewer turns to choose from, nobody has to think; one less in several turns."""
PLAYERS: Final = SKILLS[:4]
"""Those whose luck with it tells how hard a task is."""
GAMES_EACH: Final = 6


class Proof(NamedTuple):
    """A task that can be done in one way."""

    task: Task
    line: tuple[Track, ...]
    """The solution: the track after each of its turns, those of others and of luck included."""
    choices: int
    """From how many turns the first one is chosen."""
    winning: int
    """How many of them reach the goal."""
    misses: float
    """How often computers of the four gentler strengths do not find the first turn, from 0 to 1."""


def prove(track: Track, task: Task, rng: random.Random) -> Proof | None:
    """The proof, if there is one."""
    start = Track(track.game, track.seat, task.state)
    same = SAME.get(track.game.info.id)
    search = Search(goal_of(task.goal), task.until != "turn", BUDGET)
    choices = sum(1 for _ in islice(each_turn(start), MOST))
    if choices < FEWEST - (task.turns > 1):
        return None
    try:
        if task.turns > 1 and search.forced(start, task.turns - 1):
            return None
        winning = winning_tracks(search, start, task.turns)
        if not 1 <= len(winning) <= min(task.alike, choices * task.share):
            return None
        if len({repr(same(each) if same else moves_since(each, start)[0]) for each in winning}) > 1:
            return None
        line = tuple(_played_out(winning[0], task, search))
    except TooFar:
        return None
    turns = {tuple(moves_since(each, start)) for each in winning}
    missed = [
        not _found(start, skill, turns, rng)
        for skill in PLAYERS for _ in range(GAMES_EACH)
    ]  # fmt: skip
    return Proof(task, line, choices, len(winning), sum(missed) / len(missed))


def _played_out(track: Track, task: Task, search: Search) -> list[Track]:
    """The solution from its first turn on: the others answer so that least is left to choose."""
    line, left = [track], task.turns - 1
    while not search.goal.met(track):
        if track.actor == track.seat:
            left -= 1
            track = winning_tracks(search, track, left + 1)[0]
        else:
            track = _hardest(track, left, search)
        line.append(track)
    return line


def _hardest(track: Track, left: int, search: Search) -> Track:
    """The answer after which the fewest turns still reach the goal."""
    answers = list(each_turn(track))
    if left == 0 or any(after.actor != track.seat for after in answers):
        return answers[0]
    return min(answers, key=lambda after: len(winning_tracks(search, after, left)))


def _found(
    track: Track, skill: Skill, turns: set[tuple[AnyMove, ...]], rng: random.Random
) -> bool:
    """Whether a computer plays one of these turns."""
    game, state, steps = track.game, track.state, list[AnyMove]()
    while game.actor(state) == track.seat:
        view = game.observation(state, track.seat)
        for step in choose(game, view, track.seat, skill, rng):
            before, state = state, game.apply(state, step)
            steps.append(step)
            if game.ends_turn(before, step, state):
                return tuple(steps) in turns
    return False
