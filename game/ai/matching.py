"""Which skill suits a person: the one against which somebody wins about every other game.

What is known of a person is a curve over the scale of ranks, to which Bayes' rule applies every
result. It needs no more than how often somebody has won against each skill, which the guest book
adds up; ratings such as Glicko or openskill would need every game, in its order.
"""

import math
from collections.abc import Mapping
from statistics import fmean

from game.ai.skills import GENTLE, SKILL, SKILLS, Skill

STEP = 1.2  # by how much a skill is above the one below: it beats it in 77 % of games
DOUBT = 5.0  # by how many ranks people are off from the gentle skill, before they have played
FINE = 5  # how many points of the curve there are for each rank
FAR = 6  # how many ranks the curve goes to both sides of the gentle skill
GOLDEN = (math.sqrt(5) - 1) / 2  # the parts of its multiples lie evenly, wherever one stops


def standing(results: Mapping[str, tuple[float, float]]) -> float:
    """At which rank somebody stands who has won and lost so often against each level; a draw is
    half of both.
    """
    apart = [n / FINE for n in range(-FAR * FINE, FAR * FINE + 1)]
    chances = []
    for ranks in apart:
        log = -((ranks / DOUBT) ** 2) / 2
        for level, (won, lost) in results.items():
            ahead = STEP * (GENTLE.rank + ranks - SKILL[level].rank)
            log -= won * math.log1p(math.exp(-ahead)) + lost * math.log1p(math.exp(ahead))
        chances.append(log)
    weights = [math.exp(log - max(chances)) for log in chances]
    return GENTLE.rank + fmean(apart, weights)


def matched(results: Mapping[str, tuple[float, float]]) -> Skill:
    """Whom to play next. For somebody between two skills they take turns, the nearer one more
    often.
    """
    games = math.fsum(map(math.fsum, results.values()))
    rank = math.floor(standing(results) + games * GOLDEN % 1)
    return SKILLS[min(max(rank, 0), len(SKILLS) - 1)]
