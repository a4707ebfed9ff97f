"""How well key moves are found: blunders planted in games between masters, and games without one.

    python -m tests.tools.key_moves --game jin_li --games 20
"""

import argparse
import random
from typing import Final

from game.ai.analysis import Choice, choices, judge
from game.ai.skills import SKILL, choose, compare, evaluator, strength
from game.rules import GAMES
from game.rules.core.match import Match
from game.rules.core.protocol import AnyMove
from tests.tools.progress import one_by_one

MASTER: Final = SKILL["master"]
BAD: Final = 0.25
"""A planted blunder costs so much of the chance to win at least, as the master sees it."""
TRIES: Final = 6
"""So many steps are looked at to find a bad one."""
LEAST: Final = 0.15
LONGEST: Final = 600


def played(game_id: str, seed: int, planted: bool) -> tuple[Match, int | None]:
    """A game between masters, and where one step of it was replaced by a bad one, if any was."""
    game = GAMES[game_id]
    rng = random.Random(f"{game_id}/{seed}")
    match = Match(game, max(2, game.info.seats[0]), seed=seed)
    wait, at = rng.randrange(4, 24), None
    while match.outcome is None and match.ply < LONGEST:
        seat = match.actor
        assert seat is not None
        view = game.observation(match.state, seat)
        steps = choose(game, view, seat, MASTER, rng)
        if planted and at is None and len(game.moves(match.state)) > 1:
            wait -= 1
            bad = blunder(match, steps, rng) if wait <= 0 else None
            if bad is not None:
                at, steps = match.ply, bad
        for step in steps:
            if match.actor != seat or game.why_illegal(match.state, step) is not None:
                break
            match.play(step)
    return match, at


def blunder(
    match: Match, best: tuple[AnyMove, ...], rng: random.Random
) -> tuple[AnyMove, ...] | None:
    """A legal step that gives much away, the worst of a few; None if these are not bad."""
    game, seat = match.game, match.actor
    assert seat is not None
    judge_of, view = evaluator(game.info.id), game.observation(match.state, seat)
    power = strength(game.info.id, MASTER)
    others = [move for move in game.moves(match.state) if move != best[0]]
    losses: list[tuple[float, tuple[AnyMove, ...]]] = []
    for move in rng.sample(others, min(TRIES, len(others))):
        turn = careless_turn(match, move, rng) if power.rounds else (move,)
        kept, left = map(judge_of.chance, compare(game, view, seat, (best, turn), power, rng))
        losses.append((kept - left, turn))
    loss, worst = max(losses, key=lambda each: each[0], default=(0.0, ()))
    return worst if loss >= BAD else None


def careless_turn(match: Match, move: AnyMove, rng: random.Random) -> tuple[AnyMove, ...]:
    """A turn that begins with this step and goes on at random."""
    game, before, steps = match.game, match.state, [move]
    after = game.apply(before, move)
    while not game.ends_turn(before, steps[-1], after):
        before = after
        steps.append(rng.choice(game.moves(before)))
        after = game.apply(before, steps[-1])
    return tuple(steps)


def key_choices(match: Match, seeds: tuple[int, ...]) -> list[tuple[float, Choice]]:
    """What was given away most, the greatest loss first."""
    game = match.game
    found = [
        (mistake.loss, choice)
        for choice in choices(match, bool(strength(game.info.id, MASTER).rounds))
        if (mistake := judge(game, choice, strength(game.info.id, MASTER), seeds, LEAST))
    ]
    return sorted(found, key=lambda loss: -loss[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", choices=[*GAMES], required=True)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    found = silent = plants = 0
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    for seed in seeds:
        match, at = played(arguments.game, seed, planted=True)
        if at is not None:
            plants += 1
            keys = [choice.index for _, choice in key_choices(match, (7, 8))[:7]]
            turn = next(steps for _, steps in match.turns() if at in steps)
            found += any(index in turn for index in keys)
            print(seed, "planted", at, "found" if any(i in turn for i in keys) else "missed", keys, flush=True)
        match, _ = played(arguments.game, seed, planted=False)
        keys = key_choices(match, (7, 8))
        silent += not keys
        print(seed, "clean", [(round(l, 2), c.index) for l, c in keys], flush=True)
    print(f"{arguments.game}: {found} of {plants} planted found; {silent} of {len(seeds)} silent")


if __name__ == "__main__":
    main()
