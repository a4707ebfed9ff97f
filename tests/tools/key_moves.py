"""How well key moves are found: blunders planted in games between masters, and games without one.

Each game is played twice from the same luck: once a turn is replaced by a bad one. What the table
finds out about both in the minutes after a match is counted.

    python -m tests.tools.key_moves --game jin_li --games 20
"""

import argparse
import random
from typing import Any, Final

from game.ai.analysis import Choice
from game.ai.skills import SKILL, choose, compare, evaluator, strength
from game.ai.worker import Answer, Question, Worker, reply
from game.rules import GAMES
from game.rules.core.match import Match
from game.rules.core.protocol import AnyMove, AnyState, Seat
from game.scenes.play.key_moves import KeyMoves
from tests.tools.progress import one_by_one

MASTER: Final = SKILL["master"]
BAD: Final = 0.25
"""A planted blunder costs so much of the chance to win at least, as the master sees it."""
TRIES: Final = 6
"""So many turns are looked at to find a bad one."""
EARLIEST, LATEST = 4, 24
"""Between which choices a blunder is looked for first."""
LONGEST: Final = 600


class AtOnce(Worker):
    """Judges where it is asked, without a process of its own."""

    def __init__(self) -> None:
        super().__init__()
        self._answer: Answer | None = None

    def ask(
        self, game: str, view: AnyState, seat: Seat, level: str, seed: int | str,
        seconds: float = 0.0, choice: Choice | None = None,
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


def played(game_id: str, seed: int, planted: bool) -> tuple[Match, int | None]:
    """A game between masters, and where a turn of it was replaced by a bad one, if one was."""
    game = GAMES[game_id]
    rng = random.Random(f"{game_id}/{seed}")
    options = {"mode": "uncooperative"} if game_id == "solitaire_pai_sho" else {}
    match = Match(game, max(2, game.info.seats[0]), options, seed=seed)
    wait, at = rng.randrange(EARLIEST, LATEST), None
    while match.outcome is None and match.cursor < LONGEST:
        seat = match.actor
        assert seat is not None
        steps = choose(game, game.observation(match.state, seat), seat, MASTER, rng)
        if planted and at is None and len(game.moves(match.state)) > 1:
            wait -= 1
            if wait <= 0 and (bad := blunder(match, steps, rng)):
                at, steps = match.cursor, bad
        for step in steps:
            if match.actor != seat or game.why_illegal(match.state, step) is not None:
                break
            match.play(step)
    return match, at


def blunder(match: Match, best: tuple[AnyMove, ...], rng: random.Random) -> tuple[AnyMove, ...]:
    """A turn that gives much away, the worst of a few; none if these are not bad."""
    game, seat, power = match.game, match.actor, strength(match.game.info.id, MASTER)
    assert seat is not None
    judging, view = evaluator(game.info.id), game.observation(match.state, seat)
    others = [move for move in game.moves(match.state) if move != best[0]]
    worst: tuple[AnyMove, ...] = ()
    most = BAD
    for move in rng.sample(others, min(TRIES, len(others))):
        turn = careless_turn(match, move, rng) if power.rounds else (move,)
        kept, left = map(
            judging.chance, compare(game, judging, view, seat, (best, turn), power, rng)
        )
        if kept - left > most:
            worst, most = turn, kept - left
    return worst


def careless_turn(match: Match, move: AnyMove, rng: random.Random) -> tuple[AnyMove, ...]:
    """A turn that begins with this step and goes on at random."""
    game, before, steps = match.game, match.state, [move]
    after = game.apply(before, move)
    while not game.ends_turn(before, steps[-1], after):
        before = after
        steps.append(rng.choice(game.moves(before)))
        after = game.apply(before, steps[-1])
    return tuple(steps)


def key_steps(match: Match) -> list[int]:
    """At which steps something was given away, the greatest loss first."""
    found = KeyMoves(AtOnce(), match)
    while not found.done:
        found.update()
    return [mistake.choice.step for mistake in found.found]


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser("key_moves", description=__doc__.partition("\n")[0])
    made.add_argument("--game", choices=[*GAMES], required=True)
    made.add_argument("--games", type=int, default=20, help="with and without a blunder (20)")
    made.add_argument("--seed", type=int, default=1, help="of the first game's luck (1)")
    return made


def main() -> None:
    """Run the command."""
    arguments = parser().parse_args()
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    found = silent = plants = 0
    for seed in one_by_one(seeds):
        match, at = played(arguments.game, seed, planted=True)
        if at is not None:
            plants += 1
            turn = next(steps for _, steps in match.turns() if at in steps)
            hit = any(step in turn for step in key_steps(match))
            found += hit
            print(f"{seed}: planted at {at}, {'found' if hit else 'missed'}", flush=True)
        else:
            print(f"{seed}: nothing bad to plant", flush=True)
        clean, _ = played(arguments.game, seed, planted=False)
        keys = key_steps(clean)
        silent += not keys
        print(f"{seed}: clean, {keys or 'silent'}", flush=True)
    print(f"{arguments.game}: {found} of {plants} planted found, {silent} of {len(seeds)} silent")


if __name__ == "__main__":
    main()
