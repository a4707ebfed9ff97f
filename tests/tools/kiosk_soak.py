"""A kiosk that is left alone with strangers, faults and restarts, for as long as wanted.

The table is a real one with a window that nobody sees. What devices would say is posted, time is
told to it and runs ahead of the clock's, its computers play like newcomers and its store writes to
the disk at once, so that everything follows from the seed. After every frame is looked at what a
kiosk promises: nothing fails, nobody gets out, nothing is lost, nothing grows.

    python -m tests.tools.kiosk_soak --minutes 10 --seed 1
"""

import argparse
import random
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest.mock import patch

import pygame
from filelock import BaseFileLock

from game import logs
from game.ai.analysis import Choice
from game.ai.skills import SKILLS
from game.ai.worker import Answer, Worker
from game.app import App, Choices
from game.rules import GAMES
from game.rules.core.protocol import AnyState, Seat
from game.scenes.core.context import Context
from game.scenes.core.opening import gather
from game.scenes.home.settings import GUESTS
from game.services import disk
from game.services.folders import LOCK
from game.services.parking import person_moved
from game.services.store import Store
from game.ui.fonts import font
from game.ui.intents import Intent
from tests.opened import drawn
from tests.tools import headless, soak
from tests.tools.checked import CheckedPainter
from tests.tools.progress import tell
from tests.tools.soak import CHECK_EVERY, LEAK_MB, Failure, Watch, needed
from tests.tools.strangers import PIN, Strangers

SIZES: Final = ((1280, 720), (800, 600), (600, 800), (1024, 768), (1920, 1080))
LOOK_EVERY: Final = 100
"""Acts between two looks at memory and file descriptors."""
FAULT_EVERY: Final = 30
"""Acts between two faults, on average."""
FULL_FOR: Final = 25
"""Acts for which a disk stays full, on average."""
LEFT_OPEN: Final = 12
"""File descriptors more than after the first quarter that are called a leak."""
OUTSIDE: Final = ("operator",)
"""Scenes that no guest gets to see without the PIN."""
FREE: Final = {key for keys in GUESTS.values() for key in keys}
"""The settings that guests may change."""
WRITES: Final = "INSERT", "UPDATE", "DELETE", "CREATE", "DROP"


class Killed(BaseException):
    """The table is killed in the midst of something, as by `kill -9`."""


class Patient(Worker):
    """Thinks like a newcomer and answers when it is asked, however slow the machine is."""

    def ask(
        self, game: str, view: AnyState, seat: Seat, level: str, seed: int | str,
        seconds: float = 2.0, choice: Choice | None = None,
    ) -> int:  # fmt: skip
        return super().ask(game, view, seat, SKILLS[0].id, seed, seconds, choice)

    def poll(self) -> Answer | None:
        found = super().poll()
        while found is None and self.busy:
            time.sleep(0.001)
            found = super().poll()
        return found


class Table(App):
    """An app in which nothing may fail."""

    figures: "Figures"

    def guard(self, action: Callable[..., object], *args: object) -> bool:
        action(*args)
        return True

    def deliver(self, *intents: Intent) -> None:
        self.figures.intents += len(intents)
        self.figures.seen[self.stack.top.name] += len(intents)
        super().deliver(*intents)


@dataclass
class Times:
    """The kiosk's time: seconds that only rise, and what the clock on the wall says."""

    now: float = 0.0
    wrong: timedelta = timedelta()
    """How far the clock on the wall has been put."""

    def wall(self) -> datetime:
        return headless.NOW + timedelta(seconds=self.now) + self.wrong

    def rising(self) -> float:
        return self.now


@dataclass
class DiskFaults:
    """What befalls the disk: it can be full, or the table is killed in the middle of a write."""

    snatch: Callable[[], None] = lambda: None
    """Saves what the disk holds at the moment of a kill."""
    full: bool = False
    until_killed: int | None = None
    """After so many more statements; None: not now."""

    def statement(self, sql: str) -> None:
        """A connection is about to execute this."""
        if self.until_killed is not None:
            self.until_killed -= 1
            if self.until_killed < 0:
                self.until_killed = None
                self.snatch()
                raise Killed
        if self.full and sql.lstrip().startswith(WRITES):
            self._refuse()

    def opened(self, file: Path | str) -> None:
        """A file is about to be opened; on a full disk nobody writes a new one."""
        if self.full and not Path(file).name.endswith(".db"):
            self._refuse()

    def _refuse(self) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Let every file that is opened from now on have these faults; none is ever synced."""
        faults, sound = self, disk.connect

        class Faulty(sqlite3.Connection):
            def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:  # as sqlite3 takes them
                faults.statement(sql)
                return super().execute(sql.replace("= FULL", "= OFF"), *values)

        def connect(file: Path | str) -> sqlite3.Connection:
            if file == ":memory:":
                return sound(file)
            faults.opened(file)
            db = sqlite3.connect(
                file, timeout=0, isolation_level=None, check_same_thread=False, factory=Faulty,
                uri=isinstance(file, str),
            )  # fmt: skip
            db.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
            return db

        with patch.object(disk, "connect", connect), patch.object(disk, "sync", lambda path: None):
            yield


# What is looked at ------------------------------------------------------------------------------


class Facts(NamedTuple):
    """What a store holds that nobody may lose."""

    running: tuple[tuple[int, int], ...]
    """The matches that can be gone on with, and how many steps they have."""
    texts: tuple[tuple[str, ...], ...]
    """The steps of the one that was played last."""
    finished: int
    people: int

    @classmethod
    def of(cls, store: Store) -> "Facts":
        running = store.running()
        latest = store.steps(running[0].id) if running else []
        finished = sum(count for count, _ in store.statistics.finished("game").values())
        return cls(
            tuple((each.id, each.steps) for each in running), tuple(map(tuple, latest)),
            finished, len(store.profiles()),
        )  # fmt: skip


class Look(NamedTuple):
    """What the process held after so many acts."""

    acts: int
    megabytes: float
    """Beside the pictures in the caches, which fill up to a limit of their own."""
    descriptors: int


@dataclass
class Figures:
    """What happened."""

    intents: int = 0
    acts: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    restarts: int = 0
    begun: int = 0
    finished: int = 0
    moves: int = 0
    proven: int = 0
    seconds: float = 0.0
    seen: Counter[str] = field(default_factory=Counter)
    looks: list[Look] = field(default_factory=list)

    def look(self) -> None:
        """See how much the process holds now."""
        self.looks.append(Look(self.acts.total(), needed(), descriptors()))

    @property
    def settled(self) -> list[Look]:
        """The looks after the first quarter, in which caches and modules are filled."""
        return self.looks[len(self.looks) // 4 :]

    def slope(self, index: int) -> float:
        """By how much something grows in a thousand acts: the straight line that fits best."""
        points = [(look.acts / 1000, float(look[index])) for look in self.settled]
        x, y = (sum(values) / len(points) for values in zip(*points, strict=True))
        across = sum((a - x) ** 2 for a, _ in points)
        return sum((a - x) * (b - y) for a, b in points) / across if across else 0.0

    def check_growth(self) -> None:
        """Raise Failure if what is held has grown since the first quarter."""
        first, last = self.settled[0], self.settled[-1]
        # By the line through all looks, for what is held follows the size of the window too.
        grown = self.slope(1) * (last.acts - first.acts) / 1000
        if grown > LEAK_MB:
            raise Failure(f"memory has grown by {grown:.0f} MB since the first quarter")
        if last.descriptors - first.descriptors > LEFT_OPEN:
            raise Failure(f"file descriptors: {first.descriptors}, and now {last.descriptors}")

    def __str__(self) -> str:
        first, last = self.looks[0], self.looks[-1]
        return "\n".join((
            f"{self.intents} intents in {self.acts.total()} acts and {self.seconds / 3600:.1f}"
            f" hours of the table: {_counted(self.acts)}",
            f"{self.restarts} restarts, {self.faults.total()} faults: {_counted(self.faults)}",
            f"matches begun {self.begun}, finished {self.finished}; moves kept {self.moves}",
            f"memory {first.megabytes:.0f} MB, at the end {last.megabytes:.0f} MB,"
            f" {self.slope(1):+.2f} MB in 1000 acts",
            f"file descriptors {first.descriptors}, at the end {last.descriptors},"
            f" {self.slope(2):+.2f} in 1000 acts",
            f"frames proven {self.proven}",
            f"intents by scene: {_counted(self.seen)}",
        ))  # fmt: skip


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.most_common()) or "none"


def descriptors() -> int:
    """How many files this process has open, beside those of fonts, of which so many are kept open
    at most; 0 where the system does not tell.
    """
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) - font.cache_info().currsize if folder.exists() else 0


# The kiosk --------------------------------------------------------------------------------------


class Kiosk:
    """The table, what it has promised to keep, and everything that is broken on purpose."""

    def __init__(self, folder: Path, rng: random.Random, disk_faults: DiskFaults) -> None:
        self.times, self.figures, self.rng = Times(), Figures(), rng
        self.disk = disk_faults
        self.disk.snatch = self._snatch
        self._root, self._number = folder, 0
        self._store: Store | None = None
        self._kept: Facts | None = None
        """What was on the disk when nothing was left to write; None before the first time."""
        self._maybe: list[Facts] = []
        """What may have reached it since."""
        self._moved: dict[tuple[int, int], bool] = {}
        """Whether a person had moved in a match that was kept with so many steps."""
        self._painted = 0
        self.app = self._start(None)
        self._watch = Watch(self.app.stack)
        self.strangers = Strangers(self, rng)

    @property
    def folder(self) -> Path:
        """Where the table keeps everything; another one after every violent end."""
        return self._root / str(self._number)

    def act(self) -> None:
        """Somebody does something, or something breaks."""
        try:
            if self.rng.random() < 1 / FAULT_EVERY:
                name = self.rng.choice(tuple(FAULTS))
                self.figures.faults[name] += 1
                FAULTS[name](self)
            if self.disk.full and self.rng.random() < 1 / FULL_FOR:
                self.disk.full = False
            self.strangers.act()
        except Killed:
            self._come_back()

    def did(self, what: str) -> None:
        """Somebody has begun to do something."""
        self.figures.acts[what] += 1

    def pass_frames(self, frames: int, seconds: float = headless.FRAME) -> None:
        """Let the table's time pass; nothing it promises may be broken in any frame."""
        for _ in range(frames):
            self.times.now += seconds
            self.figures.seconds += seconds
            self.app.listen(self.times.now)
            self.look()
            painter = self.app.screen.painter
            if not isinstance(painter, CheckedPainter):  # a table that has just opened
                self.app.screen.painter = painter = CheckedPainter()
            painter.checked = self._painted % CHECK_EVERY == 0
            painted = drawn(self.app, seconds)
            self._painted += painted
            self.figures.proven += painted and painter.checked
            self.look(seconds)

    def look(self, seconds: float = 0.0) -> None:
        """Raise Failure if a promise is broken."""
        app, stack = self.app, self.app.stack
        self._watch.look(seconds)
        if not stack.running:
            raise Failure("a way out: the table has ended")
        if not app.fullscreen or not app.context.kiosk:
            raise Failure("a way out: the kiosk is none any more")
        if found := [scene.name for scene in stack.scenes if scene.name in OUTSIDE]:
            raise Failure(f"a way out: {found[0]} is open")
        settings, usual = asdict(app.context.settings), asdict(app.context.usual)
        if changed := {key for key in usual if settings[key] != usual[key]} - FREE:
            raise Failure(f"a way out: guests have changed {changed}")
        if self._maybe and not app.context.store._db._works:
            self._keep(Facts.of(app.context.store))

    def _keep(self, facts: Facts) -> None:
        """All of this is on the disk now; nothing of what was there has gone."""
        before, self._kept, self._maybe = self._kept, facts, []
        moved, self._moved = self._moved, {}
        if self._store is not None:
            for run in self._store.running():
                at = run.id, run.steps
                self._moved[at] = moved[at] if at in moved else person_moved(self._store, run)
        if before is None:
            return
        earlier, running = dict(before.running), dict(facts.running)
        gone = facts.finished - before.finished
        lost = {one for one in earlier.keys() - running.keys() if moved[one, earlier[one]]}
        if len(lost) > max(0, gone):
            raise Failure(f"matches were removed: {sorted(lost)}, and {gone} have ended")
        if facts.people < before.people:
            raise Failure("somebody was removed")
        self.figures.finished += max(0, gone)
        both = earlier.keys() & running.keys()
        self.figures.moves += sum(max(0, running[one] - earlier[one]) for one in both)
        self.figures.begun = max([self.figures.begun, *running])

    # Start and end -------------------------------------------------------------------------------

    def _start(self, match: int | None) -> Table:
        """Open the table as `keep` would, with the match that was open."""
        choices = Choices(
            size=SIZES[0], data=self.folder, language="en", headless=True,
            seed=self.rng.randrange(2**32), kiosk=True,
        )  # fmt: skip
        app = Table(choices, self._services)
        app.figures = self.figures
        store, self._store = app.context.store, app.context.store
        if self._kept is None:
            app.context.operator = app.context.operator.with_pin(PIN)
            app.context.operator.keep(store)
            self._keep(Facts.of(store))
        elif (found := Facts.of(store)) not in (self._kept, *self._maybe):
            raise Failure(f"lost: {self._kept} was kept, and {found} is there")
        elif not store._db._works:
            self._keep(found)
        app.heartbeat.match = match
        app.open()
        return app

    def _services(
        self, data: Path | None, language: str | None, seed: int | None, kiosk: bool
    ) -> Context:
        return gather(data, language, seed, kiosk, self._make_store, Patient)

    def _make_store(self, folder: Path | None, lock: BaseFileLock | None) -> Store:
        return Store(folder, GAMES, self.times.wall, self._run, lock, self.times.rising)

    def _run(self, work: Callable[[], None]) -> None:
        """Let the disk do something; the table may be killed before it has."""
        if self._store is not None:
            facts = Facts.of(self._store)
            if facts not in self._maybe:
                self._maybe.append(facts)
        work()

    def _snatch(self) -> None:
        """What the disk holds at this moment is all that is left."""
        source = self.folder
        self._number += 1
        shutil.copytree(source, self.folder, ignore=shutil.ignore_patterns(LOCK))

    def kill(self) -> None:
        """The table is killed between two writes, and comes back."""
        self._snatch()
        self._come_back()

    def _come_back(self) -> None:
        """What was killed is left as it is; another table opens with what the disk holds."""
        self._end()
        shutil.rmtree(self._root / str(self._number - 1))
        self._begin_again()

    def close(self) -> None:
        """The table is closed by the system, and comes back."""
        self.disk.full = False
        self.app.stack.close()
        self.app.context.store.close()
        self._end()
        self._begin_again()

    def _end(self) -> None:
        self._store, self.disk.until_killed = None, None
        self.app.context.ai_worker.close()
        logs.close_logs()

    def _begin_again(self) -> None:
        self.figures.restarts += 1
        self.app = self._start(self.app.open_match())
        self._watch = Watch(self.app.stack)
        self.strangers.leave()

    # Faults --------------------------------------------------------------------------------------

    def fill_disk(self) -> None:
        """Nothing more can be written, for a while."""
        self.disk.full = True

    def kill_in_a_write(self) -> None:
        """The table is killed in the middle of one of its next writes."""
        self.disk.until_killed = self.rng.randrange(40)

    def kill_worker(self) -> None:
        """The process in which computers think dies."""
        process = self.app.context.ai_worker._side.process
        if process is not None and process.pid is not None:
            process.kill()

    def put_clock(self) -> None:
        """The clock on the wall is put forward or back, or right again."""
        hours = self.rng.choice((0.0, 0.0, self.rng.uniform(-26, 26)))
        self.times.wrong = timedelta(hours=hours)

    def resize(self) -> None:
        """The window has another size, or another density."""
        pixels = self.rng.choice(SIZES)
        pygame.display.set_mode(pixels)
        pygame.event.post(
            pygame.event.Event(pygame.VIDEORESIZE, w=pixels[0], h=pixels[1], size=pixels)
        )

    def lose_screen(self) -> None:
        """The touch screen is pulled and comes back: no contact has ended."""
        self.strangers.lose_screen()

    def pull_pad(self) -> None:
        """A gamepad is pulled, whatever was held on it."""
        self.strangers.pull_pad()


FAULTS: Final[dict[str, Callable[[Kiosk], None]]] = {
    "disk full": Kiosk.fill_disk,
    "killed in a write": Kiosk.kill_in_a_write,
    "killed": Kiosk.kill,
    "closed": Kiosk.close,
    "worker killed": Kiosk.kill_worker,
    "clock put": Kiosk.put_clock,
    "window resized": Kiosk.resize,
    "touch screen lost": Kiosk.lose_screen,
    "gamepad pulled": Kiosk.pull_pad,
}


def soak_kiosk(minutes: float = 1.0, seed: int = 1, intents: int | None = None) -> int:
    """Leave a kiosk alone; prints what happened. Gives 0 if it kept its promises, else 1."""
    begun, faults, done = time.monotonic(), DiskFaults(), 0.0
    with tempfile.TemporaryDirectory() as name, faults.installed():
        kiosk = Kiosk(Path(name), random.Random(seed), faults)
        figures = kiosk.figures
        signal.signal(signal.SIGTERM, signal.SIG_DFL)  # SDL takes it for a request to close
        try:
            figures.look()
            while done < 1:
                tell(done, begun)
                kiosk.act()
                passed = (time.monotonic() - begun) / (60 * minutes)
                done = figures.intents / intents if intents else passed
                if figures.acts.total() % LOOK_EVERY == 0:
                    figures.look()
            tell(1.0, begun)
            figures.look()
            figures.check_growth()
        except Exception:
            names = " > ".join(scene.name for scene in kiosk.app.stack.scenes)
            print(traceback.format_exc(), file=sys.stderr)
            print(f"after {figures.intents} intents in {names}", file=sys.stderr)
            again = f"python -m tests.tools.kiosk_soak --seed {seed} --intents {figures.intents}"
            print(f"again: {again}", file=sys.stderr)
            return 1
        finally:
            kiosk.app.context.ai_worker.close()
            logs.close_logs()
    print(f"clean: seed {seed}\n{figures}")
    return 0


def parser() -> argparse.ArgumentParser:
    """The command line."""
    return soak.parser("kiosk_soak", "Strangers at a kiosk, with faults and restarts.")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; gives the exit code."""
    return soak_kiosk(**vars(parser().parse_args(arguments)))


if __name__ == "__main__":
    raise SystemExit(main())
