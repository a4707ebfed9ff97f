"""How fast values become chances to win: an evaluator's `sharpness`, from how games ended.

Masters play to the end what a few careless turns have begun. Every few turns after these a search
says what the master's turn is worth beside another one; the curve that makes the results most
likely is the one looked for. Positions of one game are not independent: its interval counts games.

    python -m tests.tools.sharpness --game jin_li --games 30
"""

import argparse
import math
import random
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from game.ai.skills import SKILL, compare, evaluator, strength
from game.rules import GAMES
from game.rules.core.match import Match
from tests.tools.key_moves import LONGEST, MASTER, careless_turn, options, seats
from tests.tools.players import choose
from tests.tools.progress import one_by_one

SLIPS, WITHIN = 3, 30
"""At most so many careless turns there are, within so many first ones."""
EVERY: Final = 6
"""At every so-manieth turn a value is taken."""
STEEPEST: Final = 40.0


class Valued(NamedTuple):
    """A position: what it was worth to the seat that acted, and what share of the win it got."""

    game: int
    value: float
    share: float


def valued(game_id: str, seed: int, level: str) -> Iterator[Valued]:
    """The positions of a game, as this level values them."""
    game, judging, power = GAMES[game_id], evaluator(game_id), strength(game_id, SKILL[level])
    rng = random.Random(f"{game_id}/{seed}/sharpness")
    match = Match(game, seats(game_id), options(game_id), seed=f"sharpness {seed}")
    slips = {rng.randrange(2, WITHIN) for _ in range(rng.randrange(SLIPS + 1))}
    first, turn = max(slips, default=0) + rng.randrange(1, EVERY + 1), 0
    whole = bool(strength(game_id, MASTER).rounds)
    found: list[tuple[int, float]] = []
    while match.outcome is None and match.cursor < LONGEST:
        seat = match.actor
        assert seat is not None
        view, moves = game.observation(match.state, seat), game.moves(match.state)
        steps = choose(game, view, seat, MASTER, rng)
        others = [move for move in moves if move != steps[0]]
        if others and (turn in slips or (turn >= first and (turn - first) % EVERY == 0)):
            move = rng.choice(others)
            other = careless_turn(match, move, rng) if whole else (move,)
            if turn in slips:
                steps = other
            elif values := compare(game, judging, view, seat,
                                   (steps if whole else steps[:1], other), power, rng):  # fmt: skip
                found.append((seat, values[0]))
        for step in steps:
            if match.actor != seat or game.why_illegal(match.state, step) is not None:
                break
            match.play(step)
        turn += 1
    if match.outcome is not None:
        winners = match.outcome.winners or range(match.seats)
        for seat, value in found:
            yield Valued(seed, value, (seat in winners) / len(winners))


def likelihood(sharpness: float, positions: Sequence[Valued]) -> float:
    """The logarithm of how likely these results are."""
    total = 0.0
    for _, value, share in positions:
        chance = 1 / (1 + math.exp(-sharpness * (value - 0.5)))
        chance = min(max(chance, 1e-6), 1 - 1e-6)
        total += share * math.log(chance) + (1 - share) * math.log(1 - chance)
    return total


def interval(positions: Sequence[Valued]) -> tuple[float, float, float]:
    """The likeliest sharpness, and between what it lies two times of three; STEEPEST at most."""
    tried = {n / 4: likelihood(n / 4, positions) for n in range(1, int(4 * STEEPEST) + 1)}
    best = max(tried, key=tried.__getitem__)
    games = len({each.game for each in positions}) / max(1, len(positions))
    near = [each for each in tried if 2 * games * (tried[best] - tried[each]) < 1]
    return best, near[0], near[-1]


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser("sharpness", description=__doc__.partition("\n")[0])
    made.add_argument("--game", choices=[*GAMES], required=True)
    made.add_argument("--games", type=int, default=30)
    made.add_argument("--level", choices=[*SKILL], default="master", help="who values (master)")
    return made


def main() -> None:
    """Run the command."""
    given = parser().parse_args()
    positions = [each for seed in one_by_one(range(given.games))
                 for each in valued(given.game, seed, given.level)]  # fmt: skip
    best, low, high = interval(positions)
    print(f"{given.game}: {best} ({low} to {high}), from {len(positions)} positions")


if __name__ == "__main__":
    main()
