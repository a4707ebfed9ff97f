"""Power failures: whatever the disk had not synced is lost or torn, and no step is lost.

SQLite syncs its journal with every commit (`synchronous = FULL`, which is checked), so when a
step is acknowledged the file and the whole journal are on the disk. What is written until the
next step is acknowledged may be there in any part: the tests build such disks from copies that
are made after each step and before each checkpoint. While a checkpoint copies pages from the
journal into the file the journal is complete; only after the file has been synced does the journal
begin anew.
"""

import itertools
import random
import shutil
import sqlite3
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.services import disk
from game.services.disk import Disk
from game.services.people import Chair
from game.services.store import FILE, Store
from tests.certain import sure

PAGE, HEAD, FRAME, SECTOR = 4096, 32, 24 + 4096, 512
CHAIRS = (Chair("person", "Ada"), Chair("person", "Bob"))


@pytest.fixture
def shots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[bytes, bytes, int]]:
    """File, journal and steps of a match after each step, and before each of several checkpoints.

    Every fifth step is taken a second after the one before, so that pages change that the journal
    did not have.
    """
    monkeypatch.setattr(disk, "JOURNAL", 10 * PAGE)
    now, file = [datetime(2026, 1, 1)], tmp_path / "data" / FILE
    store = Store(file.parent, GAMES, lambda: now[0])
    assert sure(sure(store._db._disk)._db).execute("PRAGMA synchronous").fetchone() == (2,)
    series = Series(Match(GAMES["jin_li"], 2, {}, seed=1))
    number = store.begin(series, CHAIRS)
    found, seal = [], Disk._seal

    def look() -> None:
        journal = file.with_name(file.name + "-wal")
        found.append((file.read_bytes(), journal.read_bytes(), series.current.cursor))

    def look_and_seal(self: Disk) -> None:
        look()
        seal(self)

    monkeypatch.setattr(Disk, "_seal", look_and_seal)
    for n in range(16):
        now[0] += timedelta(seconds=n % 5 == 4)
        match = series.current
        (step,) = match.play(match.game.moves(match.state)[0])
        store.append(number, 0, step.index, match.game.write(step.move))
        look()
    store.close()
    return found


def steps_on(folder: Path, file: bytes, journal: bytes) -> int:
    """How many steps the table finds on such a disk."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / FILE).write_bytes(file)
    (folder / f"{FILE}-wal").write_bytes(journal)
    db = sqlite3.connect(folder / FILE)
    try:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        found: int = db.execute("SELECT count(*) FROM moves").fetchone()[0]
        return found
    finally:
        db.close()


def same(before: bytes, after: bytes) -> int:
    """How many bytes at the beginning of two journals are alike, in whole frames."""
    size = HEAD if before[:HEAD] == after[:HEAD] else 0
    while size and before[size : size + FRAME] == after[size : size + FRAME] != b"":
        size += FRAME
    return size


def torn(journal: bytes, synced: int, rng: random.Random) -> Iterator[bytes]:
    """Journals of which only the beginning is sure to be there."""
    ends = [*range(synced, len(journal), FRAME), len(journal)]
    for end in ends:
        yield journal[:end]
        yield journal[: min(len(journal), end + rng.randrange(FRAME))]
    for _ in range(6):
        sectors = bytearray(journal)
        for at in range(synced, len(journal), SECTOR):
            if rng.random() < 0.3:
                sectors[at : at + SECTOR] = bytes(len(sectors[at : at + SECTOR]))
        yield bytes(sectors)


def mixed(before: bytes, after: bytes, rng: random.Random) -> Iterator[bytes]:
    """Files of which some pages were written and some were not."""
    for _ in range(4):
        size = rng.choice([len(before), len(after)])
        pages = [
            (after if rng.random() < 0.5 or at >= len(before) else before)[at : at + PAGE]
            for at in range(0, size, PAGE)
        ]
        yield b"".join(pages)


def test_a_power_failure_loses_no_step_that_was_acknowledged(
    shots: list[tuple[bytes, bytes, int]], tmp_path: Path,
) -> None:
    rng, disks, checkpoints = random.Random(1), 0, 0
    for (file, journal, steps), (later, grown, _) in itertools.pairwise(shots):
        synced = same(journal, grown)
        cases = [(later, part) for part in torn(grown, synced, rng)]
        if later != file:
            checkpoints += 1
            cases += [(mix, journal) for mix in (*mixed(file, later, rng), later)]
            # The journal was cut off before it began anew, but the cut may be lost.
            cases += [(later, part + journal[len(part):]) for part in torn(grown, synced, rng)]
        else:
            assert synced == len(journal)
        for number, case in enumerate(cases):
            assert steps_on(tmp_path / f"{number % 2}", *case) in (steps, steps + 1)
            disks += 1
    print(f"{disks} disks after a power failure, {checkpoints} checkpoints, no step lost")
    assert checkpoints > 2
