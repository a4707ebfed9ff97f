"""A program that plays and stores without end and says what it stored, to be killed.

``python killed.py FOLDER SEED``: plays random games of the toy and of Jin Li through the store,
as fast as the disk takes them, with many undos. Before it stores something it prints one JSON
line: what; and once that is on the disk another: how many things are.
"""

import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.services.database import in_background
from game.services.history import Result
from game.services.people import Chair
from game.services.store import Store
from tests.toy import TOY

ALL_GAMES = {**GAMES, "toy": TOY}
CHAIRS = [Chair("person", "Ada"), Chair("computer", "Bob", "easy")]


class Teller:
    """Says what will be stored, and how much of that is on the disk."""

    def __init__(self, store: Store, rng: random.Random) -> None:
        self.store, self.rng, self.done = store, rng, 0

    def will(self, *what: Any) -> None:
        print(json.dumps(["will", *what]), flush=True)
        self.done += 1

    def kept(self) -> None:
        """Look whether everything is on the disk; sometimes the next thing comes before that."""
        if self.rng.random() < 0.3:
            return
        while not (self.store.confirm(0.01) and not self.store._db._works):
            pass
        print(json.dumps(["kept", self.done]), flush=True)


def play(store: Store, tell: Teller, rng: random.Random, series: Series) -> None:
    tell.will("begin", texts_of(series.current.game, series.current.log))
    number = store.begin(series, CHAIRS)
    tell.kept()
    while not series.over:
        match, game_no = series.current, len(series.games) - 1
        if match.actor is None:
            match, game_no = series.advance(), game_no + 1
            append(store, tell, number, game_no, 0, texts_of(match.game, match.log))
        elif rng.random() < 0.1 and match.undo():
            tell.will("truncate", game_no, match.cursor)
            store.append(number, game_no, match.cursor)
        else:
            steps = match.play(rng.choice(match.game.moves(match.state)))
            texts = texts_of(match.game, [step.move for step in steps])
            append(store, tell, number, game_no, steps[0].index, texts)
        tell.kept()
    tell.will("finish")
    store.finish(number, Result.of(series, CHAIRS))
    tell.kept()


def texts_of(game: Any, moves: Sequence[Any]) -> list[str]:
    return [game.write(move) for move in moves]


def append(
    store: Store, tell: Teller, number: int, game_no: int, index: int, texts: Sequence[str],
) -> None:
    tell.will("append", game_no, index, texts)
    store.append(number, game_no, index, *texts)


def main(folder: str, seed: str) -> None:
    rng = random.Random(seed)
    store = Store(Path(folder), ALL_GAMES, run=in_background)
    tell = Teller(store, rng)
    while True:
        game = rng.choice([TOY, ALL_GAMES["jin_li"]])
        options = {"stones": 6, "recycle": True} if game is not TOY else {"pile": 12}
        play(store, tell, rng, Series(Match(game, 2, options, seed=rng.randrange(999)), 2))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
