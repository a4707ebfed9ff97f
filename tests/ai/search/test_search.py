"""The two searches, on a game whose truth is known."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from game.ai.search.alpha_beta import AlphaBeta
from game.ai.search.budget import Candidate, Effort, Planner
from game.ai.search.mcts import MonteCarloTree
from game.ai.search.turn_search import TurnSearch
from tests.ai.search.nim import Heap, JudgeNim, Nim

NIM, JUDGE = Nim(), JudgeNim()
PLENTY = 10**6


def alpha_beta(heap: Heap, budget: int = PLENTY, seed: int = 1, turns: int = 30) -> Candidate[int]:
    search = AlphaBeta(NIM, JUDGE, Effort(budget), random.Random(seed))
    return search.best(heap, heap.turn, turns)


def tree(heap: Heap, budget: int, seed: int = 1) -> list[Candidate[int]]:
    search = MonteCarloTree(NIM, JUDGE, Effort(budget), random.Random(seed))
    return search.candidates(heap, heap.turn)


@pytest.mark.parametrize("matches", [5, 6, 7, 9, 14, 19])
@pytest.mark.parametrize("turn", [0, 1])
def test_alpha_beta_finds_the_only_winning_move(matches: int, turn: int) -> None:
    candidate = alpha_beta(Heap(matches, turn))
    assert candidate.steps == (matches % 4,)
    assert candidate.value > 0.9


def test_alpha_beta_knows_when_it_is_lost() -> None:
    assert alpha_beta(Heap(12)).value < 0.1


def test_alpha_beta_values_of_all_moves_are_exact() -> None:
    search = AlphaBeta(NIM, JUDGE, Effort(PLENTY), random.Random(1))
    candidates = search.all(Heap(7), 0, 9)
    assert candidates[0].steps == (3,)
    assert [candidate.value > 0.5 for candidate in candidates] == [True, False, False]


def test_alpha_beta_prefers_the_quicker_win() -> None:
    search = AlphaBeta(NIM, JUDGE, Effort(PLENTY), random.Random(1))
    near, far = (search.best(Heap(n), 0, 30).value for n in (3, 7))
    assert near > far


@pytest.mark.parametrize("budget", [1, 2, 5, 40])
def test_out_of_budget_there_still_is_a_legal_move(budget: int) -> None:
    assert alpha_beta(Heap(21), budget).steps[0] in (1, 2, 3)
    assert tree(Heap(21), budget)[0].steps[0] in (1, 2, 3)
    search = AlphaBeta(NIM, JUDGE, Effort(budget), random.Random(1))
    assert search.all(Heap(21), 0, 9)


def test_the_budget_is_never_exceeded() -> None:
    for budget in (1, 100, 1000):
        effort = Effort(budget)
        AlphaBeta(NIM, JUDGE, effort, random.Random(1)).best(Heap(30), 0, 30)
        assert effort.spent <= budget


@pytest.mark.parametrize("matches", [5, 6, 7, 9])
def test_tree_finds_the_only_winning_move(matches: int) -> None:
    assert tree(Heap(matches), 800)[0].steps[0] == matches % 4


def test_tree_thinks_for_every_seat_by_itself() -> None:
    """Of two matches the first of three seats takes both, before anybody else can win."""
    candidates = tree(Heap(2, seats=3), 400)
    assert candidates[0].steps == (2,)


@pytest.mark.parametrize("budget", [50, 300])
def test_the_same_seed_and_budget_give_the_same_answer(budget: int) -> None:
    for seed in range(5):
        assert tree(Heap(15), budget, seed) == tree(Heap(15), budget, seed)
        assert alpha_beta(Heap(15), budget, seed) == alpha_beta(Heap(15), budget, seed)


def test_stop_ends_a_search_at_once() -> None:
    asked = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 3

    effort = Effort(PLENTY, stop=stop)
    candidates = MonteCarloTree(NIM, JUDGE, effort, random.Random(1)).candidates(Heap(21), 0)
    assert candidates
    assert effort.spent < 1000


def test_a_playout_to_the_end_is_given_up_in_its_middle() -> None:
    """Between two looks at whether anybody waits lies a step, however long the playout."""
    asked: list[int] = []

    class Counted(Nim):
        applied = 0

        def apply(self, state: Heap, move: int) -> Heap:
            Counted.applied += 1
            return super().apply(state, move)

    def stop() -> bool:
        asked.append(Counted.applied)
        return len(asked) > 100

    search = TurnSearch(Counted(), JUDGE, Effort(PLENTY, stop=stop), random.Random(1), 64)
    assert search.candidates(Heap(300), 0)
    assert max(after - before for before, after in pairwise(asked)) <= 2


def test_no_time_still_gives_a_move() -> None:
    effort = Effort(PLENTY, seconds=0.0)
    assert AlphaBeta(NIM, JUDGE, effort, random.Random(1)).best(Heap(21), 0, 30).steps
    assert effort.spent < 1000


def test_a_glance_sees_a_win_in_one() -> None:
    candidates = Planner(NIM, JUDGE, Effort(PLENTY), random.Random(1)).glance(Heap(2), 0)
    assert candidates[0].steps == (2,)
    assert len(candidates) == 2


def test_who_notices_a_part_of_the_moves_tries_these_alone() -> None:
    def tried(seed: int) -> list[Candidate[int]]:
        search = AlphaBeta(NIM, JUDGE, Effort(PLENTY), random.Random(seed))
        return search.all(Heap(3), 0, 1, sight=0.5)

    best = [tried(seed)[0].steps[0] for seed in range(30)]
    assert {len(tried(seed)) for seed in range(30)} == {2}
    assert 3 in best  # which wins, and is played where it is seen
    assert {1, 2} & set(best)
