"""A disk that stays full for long: the table waits for it and holds no more files than before."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.services.people import Chair
from game.services.store import Store
from tests.tools.kiosk_soak import DiskFaults, Times

OPEN = Path("/proc/self/fd")


def opened(folder: Path) -> int:
    """How often this process has a file in the folder open."""
    found = 0
    for link in OPEN.iterdir():
        try:
            found += str(link.readlink()).startswith(str(folder))
        except FileNotFoundError:  # of looking itself
            continue
    return found


@pytest.mark.skipif(not OPEN.exists(), reason="the system does not tell what is open")
def test_trying_again_and_again_leaves_no_files_open(tmp_path: Path) -> None:
    faults, times = DiskFaults(), Times()
    with faults.installed():
        store = Store(tmp_path, GAMES, times.wall, seconds=times.rising)
        match = Match(GAMES["jin_li"], 2, seed=1)
        number = store.begin(Series(match), [Chair("person", "Ada"), Chair("person", "Ben")])
        first = [match.game.write(move) for move in match.game.moves(match.state)]
        store.append(number, 0, match.cursor, *first[:6])
        before = opened(tmp_path)
        faults.full = True
        store.append(number, 0, match.cursor, *first[6:12])
        for _ in range(100):
            times.now += 2.0
            store.tick()
        assert store._db._works
        assert opened(tmp_path) <= before
        faults.full = False
        times.now += 2.0
        store.tick()
        assert not store._db._works
        store.close()
