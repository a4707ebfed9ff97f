"""Who stands better in the pond: the race to the target, and what can be scored next."""

from collections.abc import Hashable, Sequence

from game.ai.evaluation.evaluator import Evaluator
from game.rules.core.memory import Memory
from game.rules.jin_li import state as pond
from game.rules.jin_li.state import Board, Colour, Leap, Move, Pond, Square, Swim, Throw

NEXT = 0.9  # what the points of one's best next move count when it is one's turn
LATER = 0.5  # what they count when the other moves first and may prevent them
CLOSE = 0.08  # what each square counts that one's koi are nearer to the next koi
MOVES = 0.02  # what each way to move counts


class JinLiEvaluator(Evaluator[Pond, Move]):
    """Points, threats and nearness, as shares of what is still missing to the target."""

    sharpness = 30.0
    proving = 4
    width = 8
    duel = True
    urgent = 10.0  # how much sooner a stone is thrown where the other koi would win at once

    def evaluate(self, state: Pond) -> tuple[float, ...]:
        free = pond.free_squares(state)
        target = state.terms.target
        missing = [
            max(0.3, target - state.points[colour] - _prospects(state, colour, free))
            for colour in (0, 1)
        ]
        red = missing[1] / (missing[0] + missing[1])
        first = 1 - red if state.terms.first else red
        return first, 1 - first

    def rank(self, state: Pond, moves: Sequence[Move]) -> Sequence[Move]:
        if len(moves) < 2:
            return moves
        if state.phase == "throw":
            return self._throws(state, moves)
        if state.phase == "move":
            both = state.koi[0] | state.koi[1]
            return sorted(moves, key=lambda move: -_gain(move, both))
        return moves[: self.width]

    def _throws(self, state: Pond, moves: Sequence[Move]) -> Sequence[Move]:
        """The stones that stand most in the other's way and least in one's own; first those where
        the other could win at once, however much they are in one's own way.
        """
        free, rival = pond.free_squares(state), 1 - state.turn
        own, other = _worth(state, state.turn, free), _worth(state, rival, free)
        enough = state.terms.target - state.points[rival]
        value = {square: -points for square, points in own.items()}
        for square, points in other.items():
            urgent = self.urgent if points >= enough else 0.0
            value[square] = points + value.get(square, 0.0) + urgent
        throws = [move for move in moves if isinstance(move, Throw)]
        return sorted(throws, key=lambda move: -value.get(move.square, 0.0))[: self.width]

    def key(self, state: Pond) -> Hashable:
        return (
            state.koi, state.stones, state.hands, state.points, state.turn, state.phase, state.swum
        )  # fmt: skip


def _gain(move: Move, koi: Board) -> int:
    if isinstance(move, Swim | Leap):
        return (pond.NEAR[move.end] & koi & ~(1 << move.start)).bit_count()
    return 0


def _touched(koi: Board) -> tuple[Board, Board, Board]:
    """The squares from which a koi would touch all three of these, two at least, or one."""
    a, b, c = (pond.NEAR[square] for square in pond.squares(koi))
    return a & b & c, a & b | b & c | c & a, a | b | c


TOUCHED = Memory(1 << 15, _touched)
"""See `_touched`; there are 18,424 threes."""


def _most(ends: Board, others: Board) -> int:
    """The most points that a koi would find on one of these squares, by the three others."""
    three, two, one = TOUCHED[others]
    return 3 if ends & three else 2 if ends & two else 1 if ends & one else 0


def _within(square: Square, steps: int) -> Board:
    """The squares at most so many king's steps away."""
    rank, file = divmod(square, 7)
    return sum(
        1 << other for other in range(49)
        if max(abs(rank - other // 7), abs(file - other % 7)) <= steps
    )  # fmt: skip


WITHIN = tuple(tuple(_within(square, steps) for steps in range(7)) for square in range(49))
"""By square and number of steps, see `_within`."""


def _targets(state: Pond, square: Square, free: Board) -> Board:
    """Where this koi can get in one move."""
    near, _, beyond, _ = pond.WAYS[square]
    over = near & state.stones
    return (near | beyond[over]) & free if over else near & free


def _prospects(state: Pond, colour: Colour, free: Board) -> float:
    """What a colour can hope for beyond its points, in points."""
    both = state.koi[0] | state.koi[1]
    best, ways, far = 0, 0, 0
    for square in pond.squares(state.koi[colour]):
        others = both ^ 1 << square
        reach = _targets(state, square, free)
        ways += reach.bit_count()
        for around in WITHIN[square]:
            if around & others:
                break
            far += 1
        best = max(best, _most(reach, others))
    return best * (NEXT if colour == state.turn else LATER) + MOVES * ways - CLOSE * far


def _worth(state: Pond, colour: Colour, free: Board) -> dict[Square, float]:
    """For each square a colour can reach next, the points it would find there and a little."""
    both = state.koi[0] | state.koi[1]
    worth: dict[Square, float] = {}
    for square in pond.squares(state.koi[colour]):
        others = both ^ 1 << square
        for end in pond.squares(_targets(state, square, free)):
            worth[end] = max(worth.get(end, 0), _most(1 << end, others) + 0.1)
    return worth
