"""The harmony lens: each player's harmonies, those across the midlines, how far a ring is.

How far a ring is: the least number of harmonies that are missing for one, if only flowers that
bloom now were brought together.
"""

from collections import deque
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from game.rules.core.protocol import Seat
from game.rules.pai_sho.board import BASICS, LOTUS, Board, Point, both, of_kinds, points_of, xy
from game.rules.skud_pai_sho import board as skud
from game.rules.skud_pai_sho.board import Harmony, Ruleset

Step: TypeAlias = "tuple[Point, int, int]"
"""The next tile, how often the ray from the centre to the right is crossed, and what is missing."""
MOST: Final = 2
"""Ways that wind round the centre more often than this are not looked at."""


class Gap(NamedTuple):
    """The nearest ring: its sides in order, and which of them are missing."""

    sides: tuple[tuple[Point, Point], ...]
    missing: tuple[tuple[Point, Point], ...]


class Survey(NamedTuple):
    """What the lens tells about one player; `gap` is None if no ring is in sight."""

    harmonies: int
    crossings: int
    gap: Gap | None


@lru_cache(maxsize=16)
def survey(board: Board, rules: Ruleset, seat: Seat) -> Survey:
    """Look through the lens at one player's harmonies."""
    lines = [line for line in skud.harmonies_of(board, rules) if line.owner == seat]
    across = sum(map(skud.crosses_midline, lines))
    return Survey(len(lines), across, nearest_ring(board, lines, seat))


def nearest_ring(board: Board, lines: Iterable[Harmony], seat: Seat) -> Gap | None:
    """A ring that needs as few new harmonies as possible among the flowers that bloom."""
    graph = _graph(board, lines, seat)
    best: tuple[int, list[Point]] | None = None
    for start in graph:
        best = _round_trip(graph, start, best[0] if best else len(graph)) or best
        if best and best[0] == 0:
            break
    if best is None:
        return None
    way = best[1]
    sides = tuple(zip(way, [*way[1:], way[0]], strict=True))
    there = {frozenset(line[:2]) for line in lines}
    return Gap(sides, tuple(side for side in sides if frozenset(side) not in there))


def _graph(board: Board, lines: Iterable[Harmony], seat: Seat) -> dict[Point, list[Step]]:
    """By tile: which others it is or could be in harmony with."""
    there = {frozenset(line[:2]) for line in lines}
    able = skud.blooming(board) & ~skud.drained(board)
    own = points_of((both(board, LOTUS) | of_kinds(board, BASICS, seat)) & able)
    graph: dict[Point, list[Step]] = {point: [] for point in own}
    for a, b in combinations(own, 2):
        if skud.SUITS[board.cells[a]][board.cells[b]] != seat or _meets_centre(a, b):
            continue
        cost = int(frozenset((a, b)) not in there)
        turn = _crosses_ray(a, b)
        graph[a].append((b, turn, cost))
        graph[b].append((a, -turn, cost))
    return graph


def _meets_centre(a: Point, b: Point) -> bool:
    (x1, y1), (x2, y2) = xy(a), xy(b)
    return x1 * y2 == x2 * y1 and x1 * x2 + y1 * y2 <= 0


def _crosses_ray(a: Point, b: Point) -> int:
    """+1 or −1 where the straight way from a to b crosses the ray to the right, else 0."""
    (x1, y1), (x2, y2) = xy(a), xy(b)
    if (y1 < 0) == (y2 < 0):
        return 0
    cut = x1 + (x2 - x1) * (0 - y1) / (y2 - y1)
    return (1 if y2 > y1 else -1) if cut > 0 else 0


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
