"""The players a computer can be: how much they think, and how often they look away.

A level is data; each game's judgement says what thinking at full strength costs there.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from statistics import pstdev
from typing import Any

from game.ai.alpha_beta import AlphaBeta
from game.ai.judge_domi_jongg import JudgeDomiJongg
from game.ai.judge_jin_li import JudgeJinLi
from game.ai.judge_ping_pao import JudgePingPao
from game.ai.judge_skud_pai_sho import JudgeSkudPaiSho
from game.ai.judge_solitaire_pai_sho import JudgeSolitairePaiSho
from game.ai.judge_walomino import JudgeWalomino
from game.ai.judgement import AnyJudgement
from game.ai.plans import Plans
from game.ai.search import Choice, Effort, never
from game.ai.tree import Tree, glance
from game.rules.protocol import AnyGame, Seat


@dataclass(frozen=True, slots=True)
class Level:
    """One strength, the same for every game."""

    id: str
    share: float
    """Which part of the game's full budget it spends."""
    turns: int
    """How many turns ahead it looks at most; with 1 it only judges what it has done itself."""
    temperature: float
    """How readily it plays a lesser move: 0 never; 1 often those that are one ordinary
    difference (standard deviation of all choices) worse."""


LEVELS: tuple[Level, ...] = (
    Level("newcomer", 0.05, 1, 3.0),
    Level("regular", 0.15, 2, 0.3),
    Level("master", 1.0, 64, 0.0),
)
"""From the gentlest to the strongest."""
LEVEL: dict[str, Level] = {level.id: level for level in LEVELS}
GENTLE = LEVELS[0]

JUDGEMENTS: dict[str, AnyJudgement] = {
    "ping_pao": JudgePingPao(),
    "walomino": JudgeWalomino(),
    "jin_li": JudgeJinLi(),
    "domi_jongg": JudgeDomiJongg(),
    "skud_pai_sho": JudgeSkudPaiSho(),
    "solitaire_pai_sho": JudgeSolitairePaiSho(),
}


def choose(
    game: AnyGame,
    view: Any,
    seat: Seat,
    level: Level,
    rng: random.Random,
    seconds: float | None = None,
    stop: Callable[[], bool] = never,
) -> tuple[Any, ...]:
    """The next step of this seat, and the steps of the same turn that are already decided.

    Sees nothing but `view`. The same random numbers give the same choice unless `seconds` or
    `stop` cut the thinking short.
    """
    judgement = JUDGEMENTS[game.info.id]
    state = game.imagine(view, seat, rng)
    moves = game.moves(state)
    known = moves[0] if len(moves) == 1 else judgement.instinct(state, rng)
    if known is not None:
        return (known,)
    effort = Effort(max(1, round(judgement.budget * level.share)), seconds, stop)
    if judgement.duel and not level.temperature:
        return AlphaBeta(game, judgement, effort).best(view, seat, rng, level.turns).steps
    choices = _choices(game, judgement, view, seat, level, effort, rng)
    return _tempered(choices, level.temperature, rng).steps


def _choices(
    game: AnyGame,
    judgement: AnyJudgement,
    view: Any,
    seat: Seat,
    level: Level,
    effort: Effort,
    rng: random.Random,
) -> list[Choice[Any]]:
    """What could be played, the best first."""
    if judgement.duel:
        return AlphaBeta(game, judgement, effort).all(view, seat, rng, level.turns)
    if level.turns == 1:
        return glance(game, judgement, view, seat, rng)
    if judgement.rounds:
        return Plans(game, judgement, effort, rng).choices(view, seat)
    return Tree(game, judgement, effort, rng).choices(view, seat)


def _tempered(choices: list[Choice[Any]], temperature: float, rng: random.Random) -> Choice[Any]:
    """The best choice, or a lesser one: the less likely, the more it falls behind."""
    best = max(choice.value for choice in choices)
    spread = pstdev(choice.value for choice in choices) * temperature
    if not spread:
        return choices[0]
    weights = [math.exp((choice.value - best) / spread) for choice in choices]
    return rng.choices(choices, weights)[0]
