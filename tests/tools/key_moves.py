"""How well key moves are found: blunders planted in games between masters, and games without one.

Each game is played twice from the same luck: once a turn is replaced by a bad one. What the table
finds out about both in the minutes after a match is counted. With a file to keep them in, games are
played bit by bit: those that it has are not played again.

    python -m tests.tools.key_moves --game jin_li --games 20
    python -m tests.tools.key_moves --games 100 --file build/key_moves.jsonl
"""

import argparse
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from game.ai.analysis import Choice
from game.ai.skills import SKILL, choose, compare, evaluator, strength
from game.ai.worker import Answer, Question, Worker, reply
from game.rules import GAMES
from game.rules.core.match import Match
from game.rules.core.protocol import AnyMove, AnyState, Options, Seat
from game.scenes.play.key_moves import KeyMoves, Mistake
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


def seats(game_id: str) -> int:
    """How many play."""
    return max(2, GAMES[game_id].info.seats[0])


def options(game_id: str) -> Options:
    """The options they play with."""
    return {"mode": "uncooperative"} if game_id == "solitaire_pai_sho" else {}


def played(game_id: str, seed: int, planted: bool) -> tuple[Match, int | None]:
    """A game between masters, and where a turn of it was replaced by a bad one, if one was."""
    game = GAMES[game_id]
    rng = random.Random(f"{game_id}/{seed}")
    match = Match(game, seats(game_id), options(game_id), seed=seed)
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


def mistakes(match: Match) -> list[Mistake]:
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
    """Whether a blunder was to be planted."""
    at: int | None
    """The step that was replaced by a bad one, if one was."""
    steps: tuple[str, ...]
    keys: tuple[tuple[int, float, tuple[str, ...]], ...]
    """Steps that gave something away, how much of the chance to win, and what was better; the
    greatest loss first."""

    @property
    def hit(self) -> bool:
        """Whether the turn that was planted is among those that were found."""
        turns = (steps for _, steps in again(self).turns() if self.at in steps)
        turn = next(turns, ())
        return any(step in turn for step, _, _ in self.keys)


def again(found: Played) -> Match:
    """The match of a game that a file has kept."""
    game = GAMES[found.game]
    match = Match(game, seats(found.game), options(found.game), seed=found.seed, luck="manual")
    for text in found.steps:
        match.play(game.read(text))
    return match


def looked_at(game_id: str, seed: int, planting: bool) -> Played:
    """Play a game, and find out what was given away in it."""
    match, at = played(game_id, seed, planting)
    write = match.game.write
    keys = tuple(
        (one.choice.step, round(one.loss, 3), tuple(map(write, one.judgement.better)))
        for one in mistakes(match)
    )
    return Played(game_id, seed, planting, at, tuple(map(write, match.log)), keys)


def kept(file: Path | None) -> dict[tuple[str, int, bool], Played]:
    """The games that a file holds, by what tells one from the other."""
    if file is None or not file.exists():
        return {}
    lines = map(json.loads, file.read_text("utf-8").splitlines())
    found = [
        Played(game, seed, planting, at, tuple(steps),
               tuple((step, loss, tuple(better)) for step, loss, better in keys))
        for game, seed, planting, at, steps, keys in lines
    ]  # fmt: skip
    return {one[:3]: one for one in found}


def summary(games: Sequence[Played]) -> str:
    """How many planted blunders were found, and in how many games without one nothing was said."""
    planted = [one for one in games if one.at is not None]
    clean = [one for one in games if not one.planting]
    found, silent = sum(one.hit for one in planted), sum(not one.keys for one in clean)
    return f"| {found} of {len(planted)} | {silent} of {len(clean)} |"


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
        print(*one, f"planted at {found.at}" if found.at else "-", *said, flush=True)
        if given.file is not None:
            with given.file.open("a", encoding="utf-8") as out:
                print(json.dumps(found), file=out)
    print("| game | planted blunders found | silent without one |\n|---|--:|--:|")
    for game in [given.game] if given.game else GAMES:
        print(f"| {game} {summary([known[key] for key in wanted if key[0] == game])}")


if __name__ == "__main__":
    main()
