"""Who is matched to a person: as strong, after a few games, whoever it is."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping
from statistics import mean

import pytest

from game.ai.matching import matched, standing
from game.ai.skills import GENTLE, SKILL, SKILLS
from game.rules import GAMES
from tests.ai.evaluation.arena import at
from tests.sweep import one_in
from tests.tools.tournament import play


def test_a_guest_meets_the_gentle_one() -> None:
    assert matched({}) is GENTLE
    assert standing({}) == GENTLE.rank, "to the last bit, for the part before the point counts"


def test_each_win_moves_up_and_each_loss_down() -> None:
    some = standing({"regular": (2.0, 2.0)})
    assert standing({"regular": (3.0, 2.0)}) > some > standing({"regular": (2.0, 3.0)})
    assert standing({"master": (1.0, 0.0)}) > standing({"newcomer": (1.0, 0.0)})
    assert standing({"master": (0.0, 1.0)}) > standing({"newcomer": (0.0, 1.0)})


def test_nobody_is_beyond_the_skills() -> None:
    assert matched({"grandmaster": (500.0, 0.0)}) is SKILLS[-1]
    assert matched({"newcomer": (0.0, 500.0)}) is SKILLS[0]


@pytest.mark.parametrize("slope", one_in(3, [1.2, 0.8, 2.0]))
@pytest.mark.parametrize("truth", [0.5, 1.0, 1.7, 2.5, 3.4, 4.2])
def test_after_ten_games_both_win_about_as_often(truth: float, slope: float) -> None:
    """Sixty people of a known rank, ten games each, then twenty that count; also where skills
    lie nearer to each other, or farther apart, than is taken for granted.
    """
    rng, shares = random.Random(f"{truth}/{slope}"), []
    for _ in range(60):
        results: defaultdict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        for game in range(30):
            skill = matched(told(results))
            lost = rng.random() > 1 / (1 + 2.718281828 ** (slope * (skill.rank - truth)))
            results[skill.id][lost] += 1
            if game >= 10:
                shares.append(lost)
    assert 0.45 <= mean(shares) <= 0.6


@pytest.mark.parametrize("seeded", one_in(2, ["neighbour", "regular"]))
def test_a_player_of_known_strength_is_found(seeded: str) -> None:
    """In the pond, where a skill beats the one below it in nine of ten games."""
    game, results = GAMES["jin_li"], defaultdict[str, list[float]](lambda: [0.0, 0.0])
    for number in range(20):
        seat, skill = number % 2, matched(told(results))
        players = [at(skill.id)] * 2
        players[seat] = at(seeded)
        outcome = game.outcome(play(game, players, {}, number)[0])
        assert outcome is not None
        results[skill.id][seat not in outcome.winners] += 1
    assert abs(standing(told(results)) - SKILL[seeded].rank) < 1


def told(results: Mapping[str, list[float]]) -> dict[str, tuple[float, float]]:
    return {level: (won, lost) for level, (won, lost) in results.items()}
