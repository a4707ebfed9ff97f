"""A table that a test kills or ends: it goes on with the match of a folder, or begins one, and lets
phones come. It writes which process they talk to, and where they find it, in a line each.
"""

import sys
import time
from pathlib import Path

import tests.loopback  # noqa: F401 (phones come from this machine alone)
from game.app import App, Choices
from game.phones.host import Phones
from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.scenes.core import routes as to
from game.scenes.core.scene import Push
from tests.scenes.table import ANNA, BEN


def main(folder: str) -> None:
    app = App(Choices((1280, 720), data=Path(folder), language="en", headless=True))
    app._end_when_told()
    app.stack.begin()
    app.context.phones = phones = Phones(port=0)
    begun = app.context.store.running()
    series = Series(Match(GAMES["jin_li"], 2, seed=1))
    app.stack.change(Push(to.ToMatch(begun[0].id) if begun else to.ToPlay(series, (ANNA, BEN))))
    phones.open(store=app.context.store)
    told = ""
    while app.stack.running:
        app.frame(1 / 60)
        if phones.port and not told:
            told = phones.url
            assert phones._side.process is not None
            print(phones._side.process.pid, told, sep="\n", flush=True)
        time.sleep(0.005)
    app.close()


if __name__ == "__main__":
    main(sys.argv[1])
