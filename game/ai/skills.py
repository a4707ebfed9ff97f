"""The players a computer can be: six skills, and how strong each of them plays every game.

A skill is a name people know, which records, stores and the referee call a chair's *level*; what
it means in a game stands in the game's row on the shelf.
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pkgutil import resolve_name
from statistics import pstdev

from game.ai.evaluation.evaluator import AnyEvaluator
from game.ai.search.alpha_beta import AlphaBeta
from game.ai.search.budget import Candidate, Effort, Planner, never
from game.ai.search.mcts import MonteCarloTree
from game.ai.search.turn_search import TurnSearch
from game.rules import SHELF
from game.rules.core.protocol import AnyGame, AnyMove, AnyState, Seat


@dataclass(frozen=True, slots=True)
class Skill:
    """One of the players people can sit down with."""

    id: str
    rank: int  # how many are gentler


@dataclass(frozen=True, slots=True)
class Strength:
    """How a skill plays one game."""

    budget: int
    """Nodes or playouts it spends on one decision at most; what one costs differs by game."""
    turns: int
    """How many turns ahead it looks at most; with 1 it only judges what it has done itself."""
    temperature: float
    """How readily it plays a lesser move: 0 never; 1 often those that are one ordinary
    difference (standard deviation of all choices) worse."""
    rounds: int = 0
    """If not 0, whole turns compete, judged after so many more turns of the same seat."""
    sight: float = 1.0
    """What part of its moves it notices where it is a duel; the best one, and what would have met
    a threat, may be among the others."""


SKILLS: tuple[Skill, ...] = tuple(
    Skill(name, rank)
    for rank, name in enumerate(
        ("newcomer", "neighbour", "regular", "old_hand", "master", "grandmaster")
    )
)
"""From the gentlest to the strongest."""
SKILL: dict[str, Skill] = {skill.id: skill for skill in SKILLS}
GENTLE = SKILL["neighbour"]
"""Whom one plays if one has not said otherwise: knows the game, and can be beaten."""
STRONGEST = SKILLS[-1]
"""Thinks as long as people may wait, and less on a machine that is slow."""


@cache
def _made(path: str) -> AnyEvaluator:
    evaluator: AnyEvaluator = resolve_name(path)()
    return evaluator


def evaluator(game: str) -> AnyEvaluator:
    """What judges for the computer players of a game."""
    return _made(SHELF[game].evaluator)


def can_play(game: str) -> bool:
    """Whether a computer can sit down to this game."""
    return game in SHELF and bool(SHELF[game].evaluator)


def strength(game: str, skill: Skill) -> Strength:
    """How strong a skill is in a game; where the game knows fewer, as strong as its strongest."""
    known = SHELF[game].strengths
    return Strength(*known[min(skill.rank, len(known) - 1)])


def think(
    game: AnyGame, evaluator: AnyEvaluator, view: AnyState, seat: Seat, strength: Strength,
    rng: random.Random, seconds: float | None = None, stop: Callable[[], bool] = never,
) -> tuple[AnyMove, ...]:
    """The next step of this seat, and the steps of the same turn that are already decided.
    Sees nothing but `view`. The same random numbers give the same choice unless `seconds` cut the
    thinking short.
    """
    effort = Effort(strength.budget, seconds, stop)
    state = game.determinize(view, seat, rng)
    moves, heat = game.moves(state), strength.temperature
    known = moves[0] if len(moves) == 1 else evaluator.quick_move(state, rng, heat)
    if known is not None:
        return (known,)
    if evaluator.duel and not heat:
        return AlphaBeta(game, evaluator, effort, rng).best(view, seat, strength.turns).steps
    if strength.turns == 1 and not evaluator.duel:
        candidates = Planner(game, evaluator, effort, rng).glance(view, seat)
    else:
        candidates = _weighed(game, evaluator, view, seat, strength, effort, rng)
    return _tempered(candidates, heat, rng).steps


def compare(
    game: AnyGame, evaluator: AnyEvaluator, view: AnyState, seat: Seat,
    turns: Sequence[tuple[AnyMove, ...]], strength: Strength, rng: random.Random,
    stop: Callable[[], bool] = never,
) -> list[float]:
    """What some turns are worth to a seat, from 0 (lost) to 1 (won), as far as is known from its
    view and as one search sees them all; nothing if it was stopped. Each begins with another step,
    unless `strength` has rounds: then they are whole.
    """
    effort = Effort(strength.budget, stop=stop)
    found = _weighed(game, evaluator, view, seat, strength, effort, rng, turns)
    value = {each: one.value for one in found for each in (one.steps[:1], one.steps)}
    worth = [value.get(turn, value.get(turn[:1])) for turn in turns]
    return [each for each in worth if each is not None] if None not in worth else []


def _weighed(
    game: AnyGame, evaluator: AnyEvaluator, view: AnyState, seat: Seat, strength: Strength,
    effort: Effort, rng: random.Random, among: Sequence[tuple[AnyMove, ...]] = (),
) -> list[Candidate[AnyMove]]:
    """What may be played, with its value: of all that is legal, or of these turns."""
    if evaluator.duel:
        return AlphaBeta(game, evaluator, effort, rng).all(
            view, seat, strength.turns, strength.sight, among
        )
    if strength.rounds:
        search = TurnSearch(game, evaluator, effort, rng, strength.rounds)
        return search.candidates(view, seat, among)
    return MonteCarloTree(game, evaluator, effort, rng).candidates(view, seat, among)


def first_glance(game: AnyGame, view: AnyState, seat: Seat, rng: random.Random) -> AnyMove:
    """A legal step without any search: the one most promising at sight, or else any."""
    state = game.determinize(view, seat, rng)
    moves = game.moves(state)
    try:
        return evaluator(game.info.id).rank(state, moves)[0]
    except Exception:  # what keeps a judgement from judging must not keep the game from going on
        return rng.choice(moves)


def _tempered(
    candidates: list[Candidate[AnyMove]], temperature: float, rng: random.Random,
) -> Candidate[AnyMove]:
    """The best candidate, or a lesser one: the less likely, the more it falls behind."""
    best = max(candidate.value for candidate in candidates)
    spread = pstdev(candidate.value for candidate in candidates) * temperature
    if not spread:
        return candidates[0]
    weights = [math.exp((candidate.value - best) / spread) for candidate in candidates]
    return rng.choices(candidates, weights)[0]
