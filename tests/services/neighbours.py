"""A program that plays at a table another program may be playing at too.

``python neighbours.py FOLDER SEED MOVES [MATCH]`` opens the table as people do, and takes another
folder if this one is occupied. With a MATCH it goes on with that one instead, without any lock.
After each move that has been kept it prints one JSON line: the folder, the match and all its steps.
"""

import json
import os
import random
import sys
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
sys.path.insert(0, str(Path(__file__).parents[2]))

from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.scenes.play.autosave import Autosave
from game.services.people import Chair
from game.services.store import Store

CHAIRS = (Chair("person", "Ada"), Chair("person", "Bob"))


def play(
    store: Store, series: Series, match_id: int | None, rng: random.Random, moves: int,
) -> None:
    autosave, match = Autosave(store, series, CHAIRS, match_id), series.current
    autosave.begin()
    for _ in range(moves):
        autosave.append(match.play(rng.choice(list(match.game.moves(match.state)))))
        while store._db._works:
            store.confirm(0.1)
        steps = [match.game.write(move) for move in match.log]
        print(json.dumps([str(store.folder), autosave.match_id, steps]), flush=True)
        sys.stdin.readline()


def main(folder: str, seed: str, moves: str, match_id: str | None = None) -> None:
    rng = random.Random(int(seed))
    if match_id is not None:
        store = Store(Path(folder), GAMES)
        play(store, store.resume(int(match_id)).series, int(match_id), rng, int(moves))
    else:
        from game.scenes.core.opening import gather, move_beside

        context = gather(Path(folder), "en", None)
        if context.occupied is not None:
            move_beside(context)
        match = Match(GAMES["ping_pao"], 2, seed=rng.randrange(99))
        store = context.store
        play(store, Series(match), None, rng, int(moves))
        context.ai_worker.close()
    store.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
