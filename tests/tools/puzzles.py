"""Puzzles of the day: found in games between computers, proved, and written as level files.

    python -m tests.tools.puzzles --game jin_li --puzzles 63 --out levels/jin_li/daily

The folder `--found` keeps what was found, game by game; a search that was stopped goes on there.
"""

import argparse
import json
import random
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any, Final

from game.ai.skills import SKILL
from game.rules import GAMES
from game.rules.core.match import Match
from game.rules.core.protocol import CHANCE, AnyGame, AnyMove, write_turn
from game.services.levels.goals import Track
from tests.tools.daily.filing import write_files
from tests.tools.daily.proof import Proof, prove
from tests.tools.daily.tasks import FINDERS, OPTIONS, SEATS, as_filed
from tests.tools.players import choose
from tests.tools.progress import tell

PLAYERS: Final = ("newcomer", "neighbour", "regular", "old_hand")
"""Who plays the games: whoever is careless leaves the other something to find."""
UNEQUAL: Final = {"skud_pai_sho": ("newcomer", "old_hand")}
"""Where only an unequal pair lets happen what is looked for, such as rings."""
LONGEST: Final = 600
EACH: Final = 2
"""So many puzzles of a kind at most come from one game."""
ENOUGH: Final = {"skud_pai_sho": 3}
"""Where it takes long to look at a position, so many puzzles of a game are enough, and are looked
for from its end on."""
Found = dict[str, Any]
"""A puzzle as JSON says it, without words."""


def played(game: AnyGame, seed: int, rng: random.Random) -> Iterator[Track]:
    """Every position of a game between computers in which a turn begins."""
    seats, options = rng.choice(SEATS.get(game.info.id, (2,))), OPTIONS.get(game.info.id, {})
    match = Match(game, seats, options, seed=seed)
    pair = UNEQUAL.get(game.info.id, ())
    names = rng.sample(pair, seats) if pair else [rng.choice(PLAYERS) for _ in range(seats)]
    while match.outcome is None and match.cursor < LONGEST:
        seat = match.actor
        assert seat is not None
        yield Track(game, seat, match.state)
        view = game.observation(match.state, seat)
        for step in choose(game, view, seat, SKILL[names[seat]], rng):
            if match.actor == seat and game.why_illegal(match.state, step) is None:
                match.play(step)


def puzzles_in(game: AnyGame, seed: int) -> list[Found]:
    """The puzzles in one game."""
    name = game.info.id
    rng, found = random.Random(f"{name}/{seed}"), list[Found]()
    tracks: Iterable[Track] = played(game, seed, rng)
    if name in ENOUGH:
        tracks = reversed(list(tracks))
    for track in tracks:
        filed = as_filed(track, OPTIONS.get(name, {}))
        for task in FINDERS[name](filed[1]) if filed else ():
            alike = sum(each["kind"] == task.kind for each in found)
            proof = prove(track, task, rng) if alike < EACH else None
            if proof is not None:
                found.append(as_json(game, proof, seed))
        if len(found) >= ENOUGH.get(name, len(found) + 1):
            break
    return found


def as_json(game: AnyGame, proof: Proof, seed: int) -> Found:
    """What is kept of a puzzle; a solution does not tell what luck does."""
    task, line = proof.task, proof.line
    filed = as_filed(Track(game, line[0].seat, task.state), OPTIONS.get(game.info.id, {}))
    assert filed is not None
    turns, begun = list[str](), line[0].first
    for after in line:
        steps = []
        step: Track | None = after
        while step is not None and step is not begun:
            steps.append(step.move)
            step = step.before
        assert after.by is not None
        if after.by != CHANCE:
            turns += whole(game, steps[::-1])
        begun = after
    return {
        "kind": task.kind, "seed": seed, "seat": line[0].seat, "position": filed[0],
        "goal": task.goal, "turns": task.turns, "until": task.until, "n": task.n,
        "solution": turns, "choices": proof.choices, "winning": proof.winning,
        "misses": proof.misses,
    }  # fmt: skip


def whole(game: AnyGame, steps: Sequence[AnyMove]) -> list[str]:
    """A turn as one text, or step by step where its last one is not said in the text."""
    spoken = write_turn(game, steps)
    silent = len(steps) == 2 and steps[-1] == game.implicit_step
    return [spoken, game.write(steps[-1])] if silent else [spoken]


def search(game: AnyGame, wanted: int, first: int, file: Path) -> list[Found]:
    """So many puzzles at least, those in the file first; every game played is added to it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    games = {each["seed"]: each["found"] for each in map(json.loads, lines)}
    begun = time.monotonic()
    have = sum(map(len, games.values()))
    before = have
    for seed in count(first):
        if have >= wanted:
            break
        if seed not in games:
            games[seed] = puzzles_in(game, seed)
            with file.open("a", encoding="utf-8") as kept:
                print(json.dumps({"seed": seed, "found": games[seed]}), file=kept)
            have += len(games[seed])
            tell((have - before) / max(1, wanted - before), begun)
    return [each for found in games.values() for each in found]


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser("puzzles", description=__doc__.partition("\n")[0])
    made.add_argument("--game", choices=[*FINDERS], required=True)
    made.add_argument("--puzzles", type=int, default=63, help="how many to write (63)")
    made.add_argument("--out", type=Path, required=True, help="the folder for the level files")
    made.add_argument("--seed", type=int, default=1, help="of the first game's luck (1)")
    made.add_argument("--found", type=Path, default=Path("build/puzzles"),
                      help="the folder of what was found (build/puzzles)")  # fmt: skip
    return made


def main() -> None:
    """Run the command."""
    wish = parser().parse_args()
    found = search(GAMES[wish.game], 2 * wish.puzzles, wish.seed, wish.found / f"{wish.game}.jsonl")
    number = write_files(wish.game, found, wish.puzzles, wish.out)
    print(f"{wish.game}: {number} puzzles written of {len(found)} found")


if __name__ == "__main__":
    main()
