"""The weights of a judgement, fitted to how games between strong players ended.

A level plays games against itself. Each position after a turn says what the judge thinks of it, and
the game what came of it; the weights are moved, one after the other, as long as the judge's chances
fit better to what came (the logarithm of the likelihood, as in Texel's method). Then the master
with the new weights meets the master with those it has. A file keeps the games, so that more can be
added; PyPy plays them some five times as fast.

    python -m tests.tools.tune --game skud_pai_sho --games 200 --file build/skud_pai_sho.jsonl
    python -m tests.tools.tune --game skud_pai_sho --weights way=5,lead=4 --meetings 200
"""

import argparse
import json
import math
import operator
import random
import sys
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from game.ai.evaluation.evaluator import AnyEvaluator
from game.ai.skills import SKILL, SKILLS, Skill, evaluator, strength, think
from game.rules import GAMES
from game.rules.core.protocol import CHANCE, AnyGame, AnyState, Seat
from tests.tools.players import choose
from tests.tools.progress import one_by_one
from tests.tools.tournament import (
    BASELINES,
    CONTEST,
    ENDLESS,
    HEAD,
    Contest,
    Found,
    Meeting,
    Pairing,
    Player,
    Result,
    count,
    meet,
)

Weights: TypeAlias = Any
"""The named figures of a judge, a `NamedTuple` of its module."""
TUNED: Final = tuple(name for name, contest in CONTEST.items()
                     if hasattr(evaluator(contest.game), "weights"))  # fmt: skip
"""The contests whose judges have weights."""
MASTER: Final = SKILL["master"]
OPENING, OPENED_BY = 8, SKILL["regular"]
"""So many decisions are made by whom a game begins with, or all would begin alike."""
LINEAR: Final = ("skud_pai_sho", "domi_jongg")
"""The games for two in whose judgement the logarithm of the odds is a sum of weighted figures."""
SAMPLED: Final = 6000
"""From so many positions weights are found."""
KEPT_BACK: Final = 5
"""One game of so many is none of those; it tells whether what was found is true of others too."""
SURE: Final = 1e-6  # how near to 0 and 1 a chance is taken to come
FIRST_STEP, LAST_STEP = 0.5, 0.03  # by what part of itself a weight is moved
SMALLEST: Final = 0.1  # the part of the largest that a weight is taken to be, to be moved
ENOUGH: Final = 1e-5  # a smaller gain of all weights together makes the steps smaller
EVERY: Final = 20  # after so many meetings it is told how they stand


class Position(NamedTuple):
    """What lay on the table after a turn, and how the game ended for each seat, from 0 to 1."""

    state: AnyState
    ends: tuple[float, ...]


# Games -------------------------------------------------------------------------------------------


def log_of(contest: Contest, skill: Skill, seed: int) -> list[str]:
    """The steps of a game of a level against itself."""
    game, rng, luck = GAMES[contest.game], random.Random(f"{seed}"), random.Random(f"{seed}/luck")
    state, log, decisions = game.start(contest.seats, contest.options), list[str](), 0
    while (actor := game.actor(state)) is not None and len(log) < ENDLESS:
        if actor == CHANCE:
            steps = (game.sample_chance(state, luck),)
        else:
            player, decisions = OPENED_BY if decisions < OPENING else skill, decisions + 1
            steps = choose(game, game.observation(state, actor), actor, player, rng)
        for step in steps:
            state = game.apply(state, step)
        log += map(game.write, steps)
    return log


def positions(contest: Contest, log: Sequence[str]) -> Iterator[Position]:
    """What lay there after each turn of a game; nothing if it was given up."""
    game, seen = GAMES[contest.game], list[AnyState]()
    state = game.start(contest.seats, contest.options)
    for text in log:
        move = game.read(text)
        before, state = state, game.apply(state, move)
        if game.actor(before) != CHANCE and game.ends_turn(before, move, state):
            seen.append(state)
    outcome = game.outcome(state)
    if outcome is not None:
        ends = evaluator(contest.game).returns(state, outcome, game.scores(state))
        yield from (Position(each, ends) for each in seen if game.outcome(each) is None)


def logs(
    contest: Contest, skill: Skill, games: int, seed: int, file: Path | None
) -> list[list[str]]:
    """The steps of so many games; what the file has is not played again."""
    known: dict[str, list[str]] = {}
    if file is not None and file.exists():
        known = dict(map(json.loads, file.read_text("utf-8").splitlines()))
    found = []
    for number in one_by_one(range(seed, seed + games)):
        key = f"{contest.id} {skill.id} {number}"
        if key not in known:
            known[key] = log_of(contest, skill, number)
            if file is not None:
                with file.open("a", encoding="utf-8") as out:
                    print(json.dumps((key, known[key])), file=out)
        found.append(known[key])
    return found


# Fitting -----------------------------------------------------------------------------------------


def weights_of(game: str) -> Weights:
    """Those that the judge of a game has."""
    judge: Any = evaluator(game)
    return judge.weights


def judging(game: str, weights: Weights) -> AnyEvaluator:
    """The judge of a game, with these weights."""
    made: AnyEvaluator = type(evaluator(game))()
    setattr(made, "weights", weights)  # noqa: B010 (none but those of `TUNED` have them)
    return made


Odds: TypeAlias = Callable[[Weights], list[float]]
"""The logarithms of the odds that a judge with such weights gives to each seat of each position."""


def odds(game: str, known: Sequence[Position]) -> Odds:
    """As the judge tells them."""

    def told(weights: Weights) -> list[float]:
        judge = judging(game, weights)
        values = (min(1 - SURE, max(SURE, value))
                  for state, _ in known for value in judge.evaluate(state))  # fmt: skip
        return [math.log(value / (1 - value)) for value in values]

    if game not in LINEAR:
        return told
    had: Weights = weights_of(game)
    nothing = had._make([0.0] * len(had))
    base = told(nothing)
    alone = (told(nothing._replace(**{name: 1.0})) for name in had._fields)
    figures = [list(map(operator.sub, each, base)) for each in alone]
    rows = list(zip(base, *figures, strict=True))
    return lambda weights: [sum(map(operator.mul, row, (1.0, *weights))) for row in rows]


def loss(odds: Sequence[float], ends: Sequence[float], sharpness: float) -> float:
    """How much a judge was surprised by how games ended, on average; 0.69 if it knows nothing.
    Values become chances by `sharpness`: with 1 they are chances.
    """
    total = 0.0
    for odd, end in zip(odds, ends, strict=True):
        odd *= sharpness
        total += max(odd, 0.0) + math.log1p(math.exp(-abs(odd))) - end * odd
    return total / len(ends)


def lowest(of: Callable[[float], float], low: float, high: float) -> float:
    """Where a function that falls and then rises is lowest."""
    while high - low > 0.01:
        third = (high - low) / 3
        if of(low + third) < of(high - third):
            high -= third
        else:
            low += third
    return (low + high) / 2


def fitted(
    odds: Odds, ends: Sequence[float], weights: Weights, held: Container[str] = ()
) -> tuple[Weights, float]:
    """The weights that fit best, found from these, and the sharpness at which all were compared.
    Those that are held stay as they are.
    """
    had = odds(weights)
    sharpness = lowest(lambda each: loss(had, ends, each), 0.05, 4.0)
    unit, least, step = max(map(abs, weights)), loss(had, ends, sharpness), FIRST_STEP
    while step > LAST_STEP:
        before = least
        for name in (name for name in weights._fields if name not in held):
            value = getattr(weights, name)
            for sign in (1, -1):
                moved = value + sign * step * max(abs(value), SMALLEST * unit)
                tried = weights._replace(**{name: round(moved, 4)})
                found = loss(odds(tried), ends, sharpness)
                if found < least:
                    weights, least = tried, found
                    break
        if before - least < ENOUGH:
            step /= 2
    return weights, sharpness


# Meeting -----------------------------------------------------------------------------------------


def master(weights: Weights) -> Player:
    """The master with these weights."""

    def player(game: AnyGame, view: AnyState, seat: Seat, rng: random.Random) -> tuple[Any, ...]:
        name = game.info.id
        return think(game, judging(name, weights), view, seat, strength(name, MASTER), rng)

    return player


def results(contest: Contest, weights: Weights, meetings: int, seed: int) -> Iterator[Result]:
    """How the master with these weights does against the one with those it has."""
    BASELINES.update(tuned=master(weights), untuned=master(weights_of(contest.game)))
    pairing, found = Pairing(contest, "tuned", "untuned"), list[Found]()
    for number in one_by_one(range(meetings)):
        found.append(meet(Meeting(pairing, number, seed)))
        if len(found) % EVERY == 0 or len(found) == meetings:
            yield Result.of(pairing, found)


# The command -------------------------------------------------------------------------------------


def written(weights: Weights) -> str:
    """Weights as the command line takes them."""
    return ",".join(f"{name}={value:g}" for name, value in weights._asdict().items())


def read(text: str) -> dict[str, float]:
    """The weights that a text names."""
    try:
        return {name: float(value) for name, value in (each.split("=") for each in text.split(","))}
    except ValueError:
        wrong = f"weights look like way=5,lead=4, not {text!r}"
        raise argparse.ArgumentTypeError(wrong) from None


def found_in(
    contest: Contest, played: Sequence[Sequence[str]], seed: int, held: Container[str] = ()
) -> Weights:
    """The weights that fit to these games; prints how well, beside those that the judge has."""
    had, sets = weights_of(contest.game), list[list[Position]]()
    for back in (False, True):
        some = [log for number, log in enumerate(played) if (not number % KEPT_BACK) == back]
        all_of = [position for log in some for position in positions(contest, log)]
        sets.append(random.Random(seed).sample(all_of, min(SAMPLED, len(all_of))))
    told = [(odds(contest.game, some), [end for each in some for end in each.ends])
            for some in sets]  # fmt: skip
    new, sharpness = fitted(*told[0], had, held)
    print(f"{len(played)} games, {len(sets[0])} positions to fit to and {len(sets[1])} others")
    for title, weights in ("had", had), ("fitted", new):
        ours, others = (loss(odds(weights), ends, sharpness) for odds, ends in told)
        print(f"{title:6} {ours:.4f}, others {others:.4f}: {written(weights)}", flush=True)
    return new


def tune(
    only: str, level: str, games: int, meetings: int, seed: int, *,
    hold: Sequence[str] = (), weights: Mapping[str, float] | None = None, file: Path | None = None,
) -> int:
    """Fit weights, or take these instead of some, and let them play; gives the exit code."""
    contest = CONTEST[only]
    had = weights_of(contest.game)
    if not {*hold, *(weights or ())} <= set(had._fields):
        print(f"{only} has the weights {written(had)}", file=sys.stderr)
        return 2
    if weights is None:
        new = found_in(contest, logs(contest, SKILL[level], games, seed, file), seed, hold)
    else:
        new = had._replace(**weights)
    if meetings:
        print(HEAD, flush=True)
        for result in results(contest, new, meetings, 1000 * seed):
            print(result.row(), flush=True)
    return 0


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser("tune", description="Fit a judge's weights to games.")
    option = made.add_argument
    option("--game", choices=TUNED, metavar="GAME", dest="only", required=True,
           help="one of " + ", ".join(TUNED))  # fmt: skip
    option("--level", choices=[skill.id for skill in SKILLS], default="old_hand", metavar="LEVEL",
           help="who plays the games from which weights are found (old_hand)")
    option("--games", type=count, default=200, help="from which weights are found (200)")
    option("--meetings", type=int, default=0, help="games of the new weights against the old (0)")
    option("--seed", type=int, default=1, help="of luck and thought (1)")
    option("--hold", type=lambda text: text.split(","), default=(), metavar="NAMES",
           help="weights that stay as they are, for example lead,way")  # fmt: skip
    option("--weights", type=read, help="take these and find none, for example way=5,lead=4")
    option("--file", type=Path, help="keeps the games; those it has are not played again")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; gives the exit code."""
    return tune(**vars(parser().parse_args(arguments)))


if __name__ == "__main__":
    raise SystemExit(main())
