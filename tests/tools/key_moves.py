"""How well key moves are found: blunders planted in games between masters, and games without one.

A blunder is a turn that loses much for certain, as the rest of the game shows that is played out
from it and from the master's turn, many times in worlds and with luck that the seat could expect;
no search that judges choices has a say in that. Games without one are between grandmasters: what
these would play is all that the table can know of a good turn. Where nothing is drawn they would
play the same game again and again; so its first steps are a gentler player's, and do not count.
What the table finds out about both in the minutes after a match is counted. With a file to keep
them in, games are played bit by bit: those that it has are not played again.

    python -m tests.tools.key_moves --game jin_li --games 20
    python -m tests.tools.key_moves --games 100 --file build/key_moves.jsonl
"""

import argparse
import json
import math
import random
import time
from collections.abc import Sequence
from functools import partial, reduce
from pathlib import Path
from statistics import fmean, median, pstdev
from typing import Any, Final, NamedTuple

from game.ai.analysis import LEAST, Choice
from game.ai.skills import SKILL, SKILLS, STRONGEST, Skill, evaluator, strength
from game.ai.worker import Answer, Question, Worker, reply
from game.rules import GAMES, SHELF
from game.rules.core.match import Match
from game.rules.core.protocol import CHANCE, AnyMove, AnyState, Options, Seat
from game.scenes.play.key_moves import KeyMoves
from game.services.texts import Texts
from tests.tools.players import choose
from tests.tools.progress import one_by_one

MASTER: Final = SKILL["master"]
SCOUT, PROVER = SKILL["regular"], SKILL["master"]
"""Who plays games to their end to find a bad turn, and to be certain of it."""
CARELESS: Final = 0.25
"""How often a step is played as by the next gentler skill: where nothing is drawn and nothing
covered, masters who always play their best would play one game again and again.
"""
BAD: Final = 0.25
"""A planted blunder costs so much of the chance to win, and LEAST for certain."""
TRIES, GLANCES, LOOKS = 5, 3, 15
"""So many turns are looked at to find a bad one, each played out so often, and the worst of them
so often before others have to be certain."""
ENOUGH, FEWEST, MOST = 8, 24, 96
"""How often the game is played out from both turns to give it up, and to be certain."""
CERTAIN: Final = 3.0  # standard errors, for many turns are looked at
BETWEEN: Final = {"walomino": (4, 12)}
OTHERWISE: Final = 4, 24
LATE: Final = "domi_jongg", "skud_pai_sho", "solitaire_pai_sho"
"""Between which choices a blunder is looked for first, and then at every one till it is found; in
long games those before the end are counted, for from there it is soon seen what becomes of it."""
ASKED, AT_MOST, APART = 8, 32, 2.0
"""How often grandmasters play on from both turns where one of theirs was found to be a mistake, and
how often till what it cost is so many standard errors away from LEAST."""
OPENED = 2, 8
"""Between which numbers of steps a grandmaster takes over from a SCOUT."""
LONGEST: Final = 600


class AtOnce(Worker):
    """Judges where it is asked, without a process of its own."""

    def __init__(self) -> None:
        super().__init__()
        self._answer: Answer | None = None

    def ask(
        self, game: str, view: AnyState, seat: Seat, level: str, seed: int | str,
        seconds: float = math.inf, choice: Choice | None = None,
    ) -> int:  # fmt: skip
        ticket: Any = self._current
        ticket.value = 1
        found = reply(
            Question(1, GAMES[game], evaluator(game), strength(game, SKILL[level]), view, seat,
                     seed, seconds, choice=choice),
            self._current,
        )  # fmt: skip
        assert isinstance(found, Answer), found
        self._answer = found
        return 1

    def poll(self) -> Answer | None:
        found, self._answer = self._answer, None
        return found


def seats(game_id: str) -> int:
    """How many play."""
    return max(2, GAMES[game_id].info.seats[0])


def options(game_id: str) -> Options:
    """The options they play with: those the set-up offers first, against each other."""
    return {"mode": "uncooperative"} if game_id == "solitaire_pai_sho" else SHELF[game_id].first


# What is planted ------------------------------------------------------------------------------


def played(game_id: str, seed: int, planting: bool) -> tuple[Match, int | None, float]:
    """A game between masters where a turn was replaced by a bad one, the step where that was done
    if it was, and how much of the chance to win it cost; or a game without one, and the step from
    which on grandmasters play.
    """
    rng = random.Random(f"{game_id}/{seed}")
    match = Match(GAMES[game_id], seats(game_id), options(game_id), seed=seed)
    if not planting:
        opened = rng.randrange(*OPENED)
        play_on(match, SCOUT, rng, opened)
        at = match.cursor
        play_on(match, STRONGEST, rng)
        return match, at, 0.0
    decided = play_on(match, MASTER, rng)
    first = rng.randrange(*BETWEEN.get(game_id, OTHERWISE))
    for at, steps in decided[-first if game_id in LATE else first - 1:]:
        match.go_to(at)
        bad, cost = blunder(match, steps, rng)
        if bad:
            for step in bad:
                match.play(step)
            play_on(match, MASTER, rng)
            return match, at, cost
    match.go_to(len(match.log))
    return match, None, 0.0


def play_on(
    match: Match, level: Skill, rng: random.Random, until: int = LONGEST
) -> list[tuple[int, tuple[AnyMove, ...]]]:
    """Play a match, up to so many steps; gives where there was a choice, and what was played."""
    game, decided = match.game, list[tuple[int, tuple[AnyMove, ...]]]()
    while match.outcome is None and match.cursor < until:
        seat = match.actor
        assert seat is not None
        steps = choose(game, game.observation(match.state, seat), seat, level, rng)
        if len(game.moves(match.state)) > 1:
            decided.append((match.cursor, steps))
        for step in steps:
            if match.actor != seat or game.why_illegal(match.state, step) is not None:
                break
            match.play(step)
    return decided


def blunder(
    match: Match, best: tuple[AnyMove, ...], rng: random.Random
) -> tuple[tuple[AnyMove, ...], float]:
    """A turn that gives much away for certain, and how much; none if a few others are not bad."""
    game, whole = match.game, bool(strength(match.game.info.id, MASTER).rounds)
    others = [move for move in game.moves(match.state) if move != best[0]]
    turns = [careless_turn(match, move, rng) if whole else (move,)
             for move in rng.sample(others, min(TRIES, len(others)))]  # fmt: skip
    trial = PlayedOut(match, best if whole else best[:1], SCOUT, rng.random())
    losses = {turn: fmean(trial.loss(turn, n) for n in range(GLANCES)) for turn in turns}
    worst = max(turns, key=losses.__getitem__)
    if losses[worst] < BAD or fmean(trial.loss(worst, n) for n in range(LOOKS)) < BAD:
        return (), 0.0
    proof = PlayedOut(match, trial.best, PROVER, rng.random())
    found: list[float] = []
    while len(found) < MOST:
        found.append(proof.loss(worst, len(found)))
        cost, doubt = fmean(found), CERTAIN * pstdev(found) / math.sqrt(len(found))
        if len(found) >= FEWEST and cost >= BAD and cost - doubt >= LEAST:
            return worst, cost
        if len(found) >= ENOUGH and cost + doubt / CERTAIN < BAD:
            break
    return (), 0.0


class PlayedOut:
    """What became of a game after the best turn and after others, in worlds that the seat could
    expect: the n-th of one turn is the n-th of all, and so are those who play on.
    """

    def __init__(
        self, match: Match, best: tuple[AnyMove, ...], level: Skill, seed: float
    ) -> None:
        assert match.actor is not None
        self.game, self.seat, self.best = match.game, match.actor, best
        self.level, self.seed = level, seed
        self.view = match.game.observation(match.state, match.actor)
        self._kept: dict[int, float] = {}

    def loss(self, turn: tuple[AnyMove, ...], n: int) -> float:
        """How much less of a win it brought than the best one in the n-th world."""
        if n not in self._kept:
            self._kept[n] = self.share(self.best, n)
        return self._kept[n] - self.share(turn, n)

    def share(self, turn: tuple[AnyMove, ...], n: int) -> float:
        """What share of the win the seat had in the end; nothing is won if there is none."""
        rng = random.Random(f"{self.seed}/{n}")
        game, state = self.game, self.game.determinize(self.view, self.seat, rng)
        state, steps = reduce(game.apply, turn, state), 0
        while (actor := game.actor(state)) is not None and steps < LONGEST:
            steps += 1
            if actor == CHANCE:
                state = game.apply(state, game.sample_chance(state, rng))
                continue
            level = SKILLS[self.level.rank - (rng.random() < CARELESS)]
            for step in choose(game, game.observation(state, actor), actor, level, rng):
                if game.actor(state) != actor or game.why_illegal(state, step) is not None:
                    break
                state = game.apply(state, step)
        end, everybody = game.outcome(state), range(len(game.scores(state)))
        winners = everybody if end is None else end.winners or everybody
        return (self.seat in winners) / len(winners)


def careless_turn(match: Match, move: AnyMove, rng: random.Random) -> tuple[AnyMove, ...]:
    """A turn that begins with this step and goes on at random."""
    game, before, steps = match.game, match.state, [move]
    after = game.apply(before, move)
    while not game.ends_turn(before, steps[-1], after):
        before = after
        steps.append(rng.choice(game.moves(before)))
        after = game.apply(before, steps[-1])
    return tuple(steps)


# What is found --------------------------------------------------------------------------------


def mistakes(match: Match) -> list[Choice]:
    """What was given away, the greatest loss first."""
    found = KeyMoves(AtOnce(), match)
    while not found.done:
        found.update()
    return found.found


class Played(NamedTuple):
    """A game as a file keeps it: what luck it began with, its steps, and what was found in it."""

    game: str
    seed: int
    planting: bool
    """Whether a blunder was to be planted, in a game between masters."""
    at: int | None
    """The step that was replaced by a bad one, if one was; in a game without one the first of a
    grandmaster."""
    cost: float
    """How much of the chance to win that cost, as games played to their end show; in a game without
    one what the least of the mistakes cost that grandmasters are said to have made, if any, as
    games show in which grandmasters play on.
    """
    steps: tuple[str, ...]
    keys: tuple[tuple[int, float, tuple[str, ...]], ...]
    """Steps that gave something away, how much of the chance to win, and what was better; the
    greatest loss first."""
    seconds: float
    """The processor's time that it took to find them."""

    @property
    def hit(self) -> tuple[int, float, tuple[str, ...]] | None:
        """What was found in the turn that was planted."""
        if not self.planting:
            return None
        turns = (steps for _, steps in again(self).turns() if self.at in steps)
        turn = next(turns, ())
        return next((key for key in self.keys if key[0] in turn), None)

    @property
    def blamed(self) -> list[tuple[int, float, tuple[str, ...]]]:
        """What was found in what grandmasters played."""
        return [key for key in self.keys if not self.planting and key[0] >= (self.at or 0)]

    @property
    def why(self) -> str:
        """What it is said to have given away, in the rules' words."""
        if self.hit is None:
            return ""
        step, _, better = self.hit
        match = again(self)
        turn = next(steps for _, steps in match.turns() if step in steps)
        bad, view = match.log[step : turn[-1] + 1], match.game.observation(
            match.states[step], match.seat_of(step)
        )
        return Texts().contrast(self.game, view, bad, tuple(map(match.game.read, better)))


def again(found: Played) -> Match:
    """The match of a game that a file has kept."""
    game = GAMES[found.game]
    match = Match(game, seats(found.game), options(found.game), seed=found.seed, luck="manual")
    for text in found.steps:
        match.play(game.read(text))
    return match


def looked_at(game_id: str, seed: int, planting: bool) -> Played:
    """Play a game, and find out what was given away in it; nothing is looked for in a game where
    nothing could be planted.
    """
    match, at, cost = played(game_id, seed, planting)
    write, begun = match.game.write, time.process_time()
    keys = tuple(
        (one.step, round(one.loss, 3), tuple(map(write, one.better)))
        for one in (mistakes(match) if at is not None else ())
    )
    seconds = round(time.process_time() - begun, 1)
    steps = tuple(map(write, match.log))
    found = Played(game_id, seed, planting, at, round(cost, 3), steps, keys, seconds)
    costs = map(partial(confirmed, match), found.blamed)
    return found._replace(cost=min(costs, default=found.cost))


def confirmed(match: Match, key: tuple[int, float, tuple[str, ...]]) -> float:
    """What a mistake of a grandmaster cost if grandmasters play on."""
    step, _, better = key
    turn = next(steps for _, steps in match.turns() if step in steps)
    match.go_to(step)
    trial = PlayedOut(match, tuple(map(match.game.read, better)), STRONGEST, step)
    bad = tuple(match.log[step : turn[-1] + 1])
    found: list[float] = []
    while len(found) < AT_MOST:
        found.append(trial.loss(bad, len(found)))
        doubt = APART * pstdev(found) / math.sqrt(len(found))
        if len(found) >= ASKED and abs(fmean(found) - LEAST) >= doubt:
            break
    return round(fmean(found), 3)


def kept(file: Path | None) -> dict[tuple[str, int, bool], Played]:
    """The games that a file holds, by what tells one from the other."""
    if file is None or not file.exists():
        return {}
    lines = map(json.loads, file.read_text("utf-8").splitlines())
    found = [
        Played(game, seed, planting, at, cost, tuple(steps),
               tuple((step, loss, tuple(better)) for step, loss, better in keys), seconds)
        for game, seed, planting, at, cost, steps, keys, seconds in lines
    ]  # fmt: skip
    return {one[:3]: one for one in found}


def summary(games: Sequence[Played]) -> str:
    """How many planted blunders were found, of how many of these a reason was told, how many games
    between grandmasters are not blamed wrongly, in how many of those nothing was found at all, and
    how long it took to look at a game.
    """
    planted = [one for one in games if one.planting and one.at is not None]
    clean = [one for one in games if not one.planting]
    found, silent = [one for one in planted if one.hit], sum(not one.blamed for one in clean)
    right = sum(not one.blamed or one.cost >= LEAST for one in clean)
    took = median([one.seconds for one in (*planted, *clean)] or [0.0])
    told = sum(bool(one.why) for one in found)
    return (f"| {len(found)} of {len(planted)} | {told} of {len(found)} "
            f"| {right} of {len(clean)} | {silent} | {took:.0f} |")  # fmt: skip


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser("key_moves", description=__doc__.partition("\n")[0])
    made.add_argument("--game", choices=[*GAMES], help="only this one")
    made.add_argument("--games", type=int, default=20, help="with and without a blunder (20)")
    made.add_argument("--seed", type=int, default=1, help="of the first game's luck (1)")
    made.add_argument("--file", type=Path, help="keeps the games; what it has is not played")
    return made


def main() -> None:
    """Run the command."""
    given = parser().parse_args()
    known = kept(given.file)
    seeds = range(given.seed, given.seed + given.games)
    wanted = [(game, seed, planting) for seed in seeds for planting in (True, False)
              for game in ([given.game] if given.game else GAMES)]  # fmt: skip
    for one in one_by_one([key for key in wanted if key not in known]):
        found = known[one] = looked_at(*one)
        said = [f"{step}: {loss}" for step, loss, _ in found.keys]
        print(*one, f"at {found.at}: {found.cost}", *said, flush=True)
        if given.file is not None:
            with given.file.open("a", encoding="utf-8") as out:
                print(json.dumps(found), file=out)
    print("| game | planted blunders found | with a reason | nobody blamed wrongly | silent | s |")
    print("|---|--:|--:|--:|--:|--:|")
    for game in [given.game] if given.game else GAMES:
        print(f"| {game} {summary([known[key] for key in wanted if key[0] == game])}")


if __name__ == "__main__":
    main()
