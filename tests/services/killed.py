"""A program that plays and stores without end and says what it stored, to be killed.

``python killed.py FOLDER SEED``: plays random games of the toy and of Jin Li through the store.
After each thing that has been stored it prints one JSON line: what was done.
"""

import json
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.services.history import Result
from game.services.people import Chair
from game.services.store import Store
from tests.toy import TOY

ALL_GAMES = {**GAMES, "toy": TOY}
CHAIRS = [Chair("person", "Ada"), Chair("computer", "Bob", "easy")]


def say(*done):
    print(json.dumps(done), flush=True)


def play(store, rng, series):
    number = store.begin(series, CHAIRS)
    say("begin", number, [series.current.game.write(move) for move in series.current.log])
    while not series.over:
        match, game_no = series.current, len(series.games) - 1
        if match.actor is None:
            match, game_no = series.advance(), game_no + 1
            texts = [match.game.write(move) for move in match.log]
            store.append(number, game_no, 0, *texts)
            say("append", number, game_no, 0, texts)
        elif rng.random() < 0.1 and match.undo():
            store.truncate(number, game_no, match.cursor)
            say("truncate", number, game_no, match.cursor)
        else:
            steps = match.play(rng.choice(match.game.moves(match.state)))
            texts = [match.game.write(step.move) for step in steps]
            store.append(number, game_no, steps[0].index, *texts)
            say("append", number, game_no, steps[0].index, texts)
    store.finish(number, Result.of(series, CHAIRS))
    say("finish", number)


def main(folder, seed):
    store, rng = Store(Path(folder), ALL_GAMES), random.Random(seed)
    while True:
        game = rng.choice([TOY, ALL_GAMES["jin_li"]])
        options = {"stones": 6, "recycle": True} if game is not TOY else {"pile": 12}
        play(store, rng, Series(Match(game, 2, options, seed=rng.randrange(999)), 2))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
