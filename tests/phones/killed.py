"""A table that a test kills: it goes on with the match of a folder, or begins one, and lets phones
come. It writes where they find it in a line of its own.
"""

import sys
import time
from pathlib import Path

from game.phones.host import Phones
from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.scenes.core import routes as to
from game.scenes.core.scene import Push
from tests.opened import opened
from tests.scenes.table import ANNA, BEN


def main(folder: str) -> None:
    with opened(Path(folder)) as app:
        app.context.phones = phones = Phones(port=0)
        begun = app.context.store.running()
        series = Series(Match(GAMES["jin_li"], 2, seed=1))
        app.stack.change(Push(to.ToMatch(begun[0].id) if begun else to.ToPlay(series, (ANNA, BEN))))
        phones.open(store=app.context.store)
        told = ""
        while True:
            app.frame(1 / 60)
            if phones.port and not told:
                told = phones.url
                print(told, flush=True)
            time.sleep(0.005)


if __name__ == "__main__":
    main(sys.argv[1])
