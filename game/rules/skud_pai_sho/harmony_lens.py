"""The harmony lens: how far a player's ring is.

That is the least number of harmonies that are missing for one, if only flowers that bloom now
were brought together.
"""

from collections import deque
from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from game.rules.core.protocol import Seat
from game.rules.pai_sho import board as garden
from game.rules.pai_sho.board import Board, Point
from game.rules.skud_pai_sho import board as skud
from game.rules.skud_pai_sho.state import Arrange, State, applied

Step: TypeAlias = "tuple[Point, int, int]"
"""The next tile, how often the ray from the centre to the right is crossed, and what is missing."""
MOST: Final = 2
"""Ways that wind round the centre more often than this are not looked at."""


class Gap(NamedTuple):
    """The nearest ring: its sides in order, and which of them are missing."""

    sides: tuple[tuple[Point, Point], ...]
    missing: tuple[tuple[Point, Point], ...]


@lru_cache(maxsize=16)
def nearest_ring(board: Board, rules: skud.Ruleset, seat: Seat) -> Gap | None:
    """A ring that needs as few new harmonies as possible among the flowers that bloom."""
    there = {line[:2] for line in skud.harmonies_of(board, rules) if line.owner == seat}
    graph = _graph(board, there, seat)
    best: tuple[int, list[Point]] | None = None
    for start in graph:
        best = _round_trip(graph, start, best[0] if best else len(graph)) or best
        if best and best[0] == 0:
            break
    if best is None:
        return None
    way = best[1]
    sides = tuple(zip(way, [*way[1:], way[0]], strict=True))
    return Gap(sides, tuple(side for side in sides if (min(side), max(side)) not in there))


@lru_cache(maxsize=16)
def closes_in_one(state: State, seat: Seat) -> bool:
    """Whether a ring of this player can be closed by arranging, were it their turn: only what earns
    a bonus makes a harmony (SK-14).
    """
    if state.phase not in ("turn", "bonus") or state.outcome is not None:
        return False
    mine = replace(state, turn=seat, phase="turn")
    ways = skud.survey(state.board, seat, state.rules).granting.items()
    turns = (Arrange(flower, goal) for flower, goals in ways for goal in garden.points_of(goals))
    after = (skud.harmonies_of(applied(mine, turn).board, state.rules) for turn in turns)
    return any(skud.ring(lines, seat) for lines in after)


def _graph(
    board: Board, there: Collection[tuple[Point, Point]], seat: Seat
) -> dict[Point, list[Step]]:
    """By tile: which others it is or could be in harmony with."""
    own = garden.both(board, garden.LOTUS) | garden.of_kinds(board, garden.BASICS, seat)
    able = own & skud.blooming(board) & ~skud.drained(board)
    graph: dict[Point, list[Step]] = {point: [] for point in garden.points_of(able)}
    for a, b in combinations(graph, 2):
        if skud.SUITS[board.cells[a]][board.cells[b]] == seat and not skud.meets_centre(a, b):
            cost, turn = int((a, b) not in there), skud.crosses_ray(a, b)
            graph[a].append((b, turn, cost))
            graph[b].append((a, -turn, cost))
    return graph


def _round_trip(
    graph: dict[Point, list[Step]], start: Point, limit: int
) -> tuple[int, list[Point]] | None:
    """The cheapest way from a tile round the centre and back that costs less than `limit`."""
    costs: dict[tuple[Point, int], int] = {(start, 0): 0}
    parents: dict[tuple[Point, int], tuple[Point, int]] = {}
    queue = deque([((start, 0), 0)])
    while queue:
        node, cost = queue.popleft()
        if cost > costs[node] or cost >= limit:
            continue
        if node[0] == start and node[1]:
            way = []
            while node in parents:
                node = parents[node]
                way.append(node[0])
            return cost, way
        for following, turn, extra in graph[node[0]]:
            ahead = following, node[1] + turn
            if abs(ahead[1]) < MOST and cost + extra < costs.get(ahead, limit):
                costs[ahead], parents[ahead] = cost + extra, node
                (queue.append if extra else queue.appendleft)((ahead, cost + extra))
    return None
