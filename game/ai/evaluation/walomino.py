"""Who stands better in Walomino: the colours played on quickly to the end, shapes left aside.

Counting colours is what good players do: which ends can the others not use, and which of one's
own pairs might never fit again. In the quick play a chain is two colours, a pair is two colours,
and laying one at an end turns that end into its other colour.
"""

import random
from collections.abc import Sequence

from game.ai.evaluation.evaluator import Evaluator, average, shares
from game.rules.core.protocol import Outcome
from game.rules.walomino.chain import Pair
from game.rules.walomino.state import KEEP, Attach, Draft, Join, Move, Start, Table, held
from game.rules.walong.geometry import centre

SPAN = 1.0  # so many pairs fewer than the best of the others make three wins of four
WHIM = 1.5  # how much chance has a say in the quick play, in pairs
NO_ROOM = 0.04  # how often a pair whose colour fits is taken not to find room
TRIES = 2  # how often the colours are played to the end to judge a position

Twin = tuple[int, int]  # a pair as its two colours, the smaller number first


class WalominoEvaluator(Evaluator[Table, Move]):
    """Drafts and pairs by rule of thumb; when pairs are laid, it counts colours."""

    sharpness = 12.0
    widening = 1.0

    def evaluate(self, state: Table) -> tuple[float, ...]:
        if state.phase not in ("play", "over"):
            return (0.5,) * len(state.hands)
        rng = random.Random(len(state.chain.pieces) * 4 + state.turn)
        remaining = [Colours(state, rng).played() for _ in range(TRIES)]
        return average([[-pairs for pairs in left] for left in remaining], SPAN)

    def returns(self, state: Table, outcome: Outcome, scores: tuple[int, ...]) -> tuple[float, ...]:
        """Pairs left count as well as the win, for several games decide (WM-10)."""
        won = super().returns(state, outcome, scores)
        by_pairs = shares(scores, SPAN)
        return tuple((a + b) / 2 for a, b in zip(won, by_pairs, strict=True))

    def quick_move(self, state: Table, rng: random.Random, temperature: float) -> Move | None:
        if state.phase == "draft":
            return _wanted(state, rng, 1 + temperature)
        if state.phase == "start":
            return _opened(state, rng)
        if state.phase == "pairing":
            return _paired(state, rng, 0.5 + temperature)
        return KEEP if state.phase == "review" else None

    def rank(self, state: Table, moves: Sequence[Move]) -> Sequence[Move]:
        if state.phase != "play" or len(moves) < 2:
            return moves
        return _one_of_each(state, moves)


# Laying pairs ----------------------------------------------------------------------------------


def _one_of_each(table: Table, moves: Sequence[Move]) -> Sequence[Move]:
    """Of all ways to lay the same colours at the same end, the farthest out and the farthest in.
    Farthest out keeps the end open, farthest in may close it.
    Those whose colours the seat has least of come first.
    """
    hearts = [centre(pose) for pose, _ in table.chain.pieces.pieces]
    middle = sum(hearts) / len(hearts)
    ends = [centre(end.pose) for end in table.chain.ends]
    found: dict[tuple[Twin, int], list[tuple[float, int, Move]]] = {}
    for number, move in enumerate(moves):
        pair = held(table, table.turn, move.number) if isinstance(move, Attach) else None
        if not isinstance(move, Attach) or pair is None:
            continue
        heart, other = centre(move.pose), centre(pair.second_pose(move.pose))
        near = [min(abs(heart - end), abs(other - end)) for end in ends]
        far = max(abs(heart - middle), abs(other - middle))
        kind = _twin(pair), near.index(min(near))
        found.setdefault(kind, []).append((far, number, move))
    own = [_twin(pair) for pair in table.pairs[table.turn] if pair is not None]
    count = [_holding(own, colour) for colour in range(5)]
    order = sorted(found, key=lambda kind: sum(count[colour] for colour in kind[0]))
    out = [max(found[kind])[2] for kind in order]
    inward = [min(ways)[2] for ways in found.values() if len(ways) > 1]
    return [*out, *(move for move in inward if move not in out)]


def _twin(pair: Pair) -> Twin:
    return min(pair.first, pair.second), max(pair.first, pair.second)


class Colours:
    """A position reduced to colours, played to its end at once."""

    def __init__(self, table: Table, rng: random.Random) -> None:
        self.rng = rng
        self.turn = table.turn
        self.first = table.out[0] if table.out else None
        self.breaks_ties = table.first_out
        self.ends = [end.colour for end in table.chain.ends]
        self.twins = [[_twin(p) for p in pairs if p is not None] for pairs in table.pairs]
        self.count = [[_holding(own, colour) for colour in range(5)] for own in self.twins]

    def played(self) -> list[int]:
        """How many pairs every seat has left when nobody can go on. Whoever was out first has one
        less than none where that breaks a tie (WM-10).
        """
        seats = len(self.twins)
        idle = 0
        while idle < seats:
            idle = 0 if self._lay() else idle + 1
            self.turn = (self.turn + 1) % seats
        left = [len(own) for own in self.twins]
        if self.breaks_ties and self.first is not None:
            left[self.first] -= 1
        return left

    def _lay(self) -> bool:
        """One seat lays what serves it best, chance having some say; False if nothing fits."""
        own, best, chosen = self.twins[self.turn], -99.0, None
        for twin in set(own):
            for end, colour in enumerate(self.ends):
                if colour in twin and self.rng.random() > NO_ROOM:
                    value = self._promise(twin, end) + WHIM * self.rng.random()
                    if value > best:
                        best, chosen = value, (twin, end)
        if chosen is None:
            return False
        twin, end = chosen
        own.remove(twin)
        if not own and self.first is None:
            self.first = self.turn
        for colour in set(twin):
            self.count[self.turn][colour] -= 1
        self.ends[end] = twin[0] + twin[1] - self.ends[end]
        return True

    def _promise(self, twin: Twin, end: int) -> float:
        """How many more pairs one could lay next than the others, on average, after this."""
        new, other = twin[0] + twin[1] - self.ends[end], self.ends[1 - end]
        value = 0.0
        for seat, count in enumerate(self.count):
            fitting = count[new] + (count[other] if other != new else 0)
            if seat == self.turn:
                value += fitting
            else:
                value -= fitting / (len(self.count) - 1)
        return value


def _holding(twins: Sequence[Twin], colour: int) -> int:
    return sum(colour in twin for twin in twins)


# Before the play -------------------------------------------------------------------------------


def _wanted(table: Table, rng: random.Random, whim: float) -> Move:
    """A colour of which there is little in one's hand: many colours fit at many ends.
    `whim` is how much chance has a say, in pieces.
    """
    hand = table.hands[table.turn]
    free = [colour for colour, count in enumerate(table.box) if count]
    if table.rolled >= 0 and table.rolled in free:
        return Draft(table.rolled)
    return Draft(min(free, key=lambda colour: hand[colour] + whim * rng.random()))


def _opened(table: Table, rng: random.Random) -> Move:
    """The start pair, in any mating."""
    colours = [colour for colour, count in enumerate(table.box) for _ in range(count)]
    return Start(Pair(colours[0], rng.randrange(5), colours[1], rng.randrange(5)))


def _paired(table: Table, rng: random.Random, whim: float) -> Move:
    """The two colours of which most pieces are left, different ones if there are."""
    hand = list(table.hands[table.turn])
    first = _plenty(hand, rng, whim)
    hand[first] -= 1
    rest = [0 if colour == first else count for colour, count in enumerate(hand)]
    second = _plenty(rest, rng, whim) if any(rest) else first
    return Join(Pair(first, rng.randrange(5), second, rng.randrange(5)))


def _plenty(hand: Sequence[int], rng: random.Random, whim: float) -> int:
    """A colour of which there are many pieces, or about as many as `whim` has it."""
    held = [colour for colour, count in enumerate(hand) if count]
    return max(held, key=lambda colour: hand[colour] + whim * rng.random())
