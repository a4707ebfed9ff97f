"""Who stands better in Skud Pai Sho: harmonies, how far they run round the centre, and the end."""

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from functools import cached_property
from typing import NamedTuple

from game.ai.evaluation.evaluator import Evaluator, best
from game.rules.core.protocol import Seat
from game.rules.pai_sho import board as garden
from game.rules.pai_sho.board import Mask, Point
from game.rules.skud_pai_sho import board as skud
from game.rules.skud_pai_sho import state as steps
from game.rules.skud_pai_sho.state import Accents, Arrange, Bonus, Move, Plant, State

ANGLES = tuple(math.atan2(*reversed(garden.xy(point))) for point in range(garden.SIZE))
"""The direction in which a point lies from the centre."""


class Weights(NamedTuple):
    """What counts how much: four more make a win likely, about seven to one. Set by hand."""

    harmony: float = 0.5
    crossing: float = 0.5  # a harmony across a midline, besides
    way: float = 6.0  # harmonies all the way round the centre; less goes by squares
    bloom: float = 0.25
    growing: float = 0.1  # a flower in a gate
    lead: float = 5.0  # what decides at the last basic flower, when it is played
    tally: float = 0.0  # a harmony, when the last basic flower is played
    accent: float = 0.1  # one in hand


FITTED = Weights(0.025, -0.4, bloom=0.72, growing=0.83, tally=1.85, accent=-0.48)
"""Found by a program from games by the leaflet's rules."""


class SkudPaiShoEvaluator(Evaluator[State, Move]):
    """Counts what leads to a ring, and towards the end what decides without one."""

    weights = FITTED
    """Not for the rules by which harmonies across the midlines decide."""
    sharpness = 5.0
    width = 12
    duel = True

    def evaluate(self, state: State) -> tuple[float, ...]:
        lines = skud.harmonies_of(state.board, state.rules)
        # how near the last basic flower is, from 0 to 1, rising slowly at first
        least = min(sum(steps.basics(hand)) for hand in state.hands)
        late = (1 - least / sum(garden.SET[kind] for kind in garden.BASICS)) ** 6
        weights = Weights() if state.rules.midlines_decide else self.weights
        weights = weights._replace(lead=weights.lead * late, tally=weights.tally * late)
        guest, host = (_standing(state, seat, lines, weights) for seat in (0, 1))
        share = 1 / (1 + math.exp((host - guest) / 2))
        return share, 1 - share

    def rank(self, state: State, moves: Sequence[Move]) -> Sequence[Move]:
        if len(moves) < 2:
            return moves
        if state.phase == "accents":
            # the nearer to one of each kind the better
            chosen = {move: Counter(move.kinds) for move in moves if isinstance(move, Accents)}
            return sorted(chosen, key=lambda move: sum(n * n for n in chosen[move].values()))[:3]
        if state.phase == "bonus":
            return self._bonuses(state, moves)
        return self._turns(state, moves) if state.phase == "turn" else moves

    def key(self, state: State) -> Hashable:
        return state.board.cells, state.hands, state.turn, state.phase, state.passes

    def _turns(self, state: State, moves: Sequence[Move]) -> Sequence[Move]:
        """Arranges by what they gain at a glance, and a few plants."""
        glance = Glance(state)
        plants = {move: glance.plant(move) for move in moves if isinstance(move, Plant)}
        others = {move: glance.arrange(move) for move in moves if isinstance(move, Arrange)}
        few = self.width // 4
        first = best(others, self.width - min(few, len(plants)))
        return [*first[:2], *best(plants, few), *first[2:]] or moves

    def _bonuses(self, state: State, moves: Sequence[Move]) -> Sequence[Move]:
        """The best bonus tiles; none at all is always worth a look."""
        glance = Glance(state)
        worth = {move: glance.bonus(move) for move in moves if isinstance(move, Bonus)}
        return [steps.DECLINE, *best(worth, self.width // 2)]


# Judging ---------------------------------------------------------------------------------------


def _standing(state: State, seat: Seat, lines: Sequence[skud.Harmony], weights: Weights) -> float:
    """What a player has."""
    own = [line for line in lines if line.owner == seat]
    across = sum(map(skud.crosses_midline, own))
    there = skud.flowers(state.board, seat)
    value = weights.harmony * len(own) + weights.crossing * across
    value += weights.way * _way_round(own) ** 2
    value += weights.bloom * (there & garden.GROUND).bit_count()
    value += weights.growing * (there & garden.GATES).bit_count()
    accents = steps.accents_left(state, seat)
    value += weights.lead * (across if state.rules.midlines_decide else accents)
    return value + weights.tally * len(own) + weights.accent * accents


def _way_round(lines: Sequence[skud.Harmony]) -> float:
    """How far the longest chain of harmonies runs round the centre: 1 is all the way."""
    ways: dict[Point, list[tuple[Point, float]]] = {}
    for first, second, _ in lines:
        turn = (ANGLES[second] - ANGLES[first] + math.pi) % math.tau - math.pi
        ways.setdefault(first, []).append((second, turn))
        ways.setdefault(second, []).append((first, -turn))
    farthest = low = high = 0.0
    seen: dict[Point, float] = {}
    stack = list(reversed(ways))  # whatever the first one does not lead to begins anew
    while stack:
        point = stack.pop()
        if point not in seen:
            seen[point] = low = high = 0.0
        for following, turn in ways[point]:
            if following not in seen:
                angle = seen[following] = seen[point] + turn
                low, high = min(low, angle), max(high, angle)
                stack.append(following)
        farthest = max(farthest, high - low)
    return min(1.0, farthest / math.tau)


# At a glance -----------------------------------------------------------------------------------


class Glance:
    """What a move is worth at a glance, without making it."""

    def __init__(self, state: State) -> None:
        self.state = state
        board, seat = state.board, state.turn
        self.board, self.seat, self.taken = board, seat, board.taken
        self.able = skud.blooming(board) & ~skud.drained(board)
        self.granting = skud.survey(board, seat, state.rules).granting
        lines = skud.harmonies_of(board, state.rules)
        self.own = _ends(lines, seat)
        self.other = _ends(lines, 1 - seat)
        self.barring = _between(lines, 1 - seat)
        self.partners: dict[int, Mask] = {}
        self.meeting: dict[Point, list[Mask]] = {}
        """By flower that may move, see `_meeting`."""

    @cached_property
    def around(self) -> Counter[Point]:
        """By point: how many more harmonies of the other player than own ones end around it."""
        found = Counter[Point]()
        for ends, sign in ((self.other, 1), (self.own, -1)):
            for end, count in ends.items():
                for point in garden.points_of(garden.KING[end]):
                    found[point] += sign * count
        return found

    def arrange(self, move: Arrange) -> float:
        """New harmonies, the bonus, a capture, and harmonies given up."""
        source, bit = move.source, garden.BITS[move.goal]
        if source not in self.meeting:
            self.meeting[source] = self._meeting(source)
        value = -float(self.own[source])
        for seen in self.meeting[source]:
            if seen & bit:
                value += 1.0
        if self.granting.get(source, 0) & bit:
            value += 1.5
        if self.taken & bit:
            value += 1.5 + self.other[move.goal]
        elif self.barring & bit:
            value += 0.7
        if garden.GATES & garden.BITS[source]:
            value += 0.4
        return value

    def plant(self, move: Plant) -> float:
        """A kind whose neighbours on the circle are out, from a gate not too far off."""
        partners = self.partners_of(garden.code_of(move.kind, self.seat))
        return partners.bit_count() + 0.1 * self.state.hands[self.seat][move.kind]

    def bonus(self, move: Bonus) -> float:
        """What the tile makes or breaks."""
        if move.kind == garden.BOAT:
            return self._boat(move)
        if move.kind not in garden.ACCENTS:
            return 0.9 + 0.1 * self.partners_of(garden.code_of(move.kind, self.seat)).bit_count()
        if move.kind == garden.KNOTWEED:
            return self.around[move.point] - 0.2
        barred = 0.9 if self.barring & garden.BITS[move.point] else 0.0
        return barred + 0.2 * self.around[move.point]

    def partners_of(self, code: int) -> Mask:
        """Where the tiles are that would harmonise with such a tile, for its owner."""
        found = self.partners.get(code)
        if found is None:
            found, masks = 0, self.board.masks
            for other, owner in enumerate(skud.SUITS[code]):
                if owner == self.seat and garden.kind_of(other):
                    found |= masks[other]
            self.partners[code] = found = found & self.able
        return found

    def _meeting(self, source: Point) -> list[Mask]:
        """What each tile sees that would harmonise with this flower, once that has left."""
        taken = self.taken ^ garden.BITS[source]
        partners = garden.points_of(self.partners_of(self.board.cells[source]))
        return [garden.sight(there, taken, garden.BEHIND_GATES) for there in partners]

    def _boat(self, move: Bonus) -> float:
        if move.goal is None:
            return 0.2
        code = self.board.cells[move.point]
        if garden.owner_of(code) == self.seat:
            seen = garden.sight(move.goal, self.taken, garden.BEHIND_GATES)
            return (seen & self.partners_of(code)).bit_count() - self.own[move.point]
        return self.other[move.point] - 0.1


def _ends(lines: Sequence[skud.Harmony], seat: Seat) -> Counter[Point]:
    """How many of a player's harmonies end at each point."""
    return Counter(end for line in lines if line.owner == seat for end in line[:2])


def _between(lines: Sequence[skud.Harmony], seat: Seat) -> Mask:
    """The points a player's harmonies run over."""
    mask = 0
    for first, second, owner in lines:
        if owner == seat:
            mask |= garden.between(first, second, garden.BEHIND_GATES)
    return mask
