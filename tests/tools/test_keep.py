"""A program that keeps the table open, tried with real processes that crash, hang and end."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from game import cli
from game.app import App, Choices
from game.heartbeat import AGAIN, VARIABLE, Heartbeat
from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.services.faults import LOG
from game.services.people import Chair
from game.services.store import Store

ROOT = Path(__file__).resolve().parents[2]
MATCH = 7
PROGRAM = """
import os, sys, time
from pathlib import Path
from game.heartbeat import Heartbeat

folder, way, *rest = sys.argv[1:]
if rest == ["keep"]:
    from game.tools.keep import keep
    raise SystemExit(keep([folder, way], patience=1.0, opening=2.0 if way == "mute" else 30.0))
heartbeat = Heartbeat()
if way == "taken":
    with Path(folder, "starts").open("a") as starts:
        starts.write(f"{os.getpid()} {int(heartbeat.taken)}\\n")
    os._exit(76)
if way != "mute":
    heartbeat.beat(time.monotonic(), MATCH)
with Path(folder, "starts").open("a") as starts:
    starts.write(f"{os.getpid()} {heartbeat.match or 0}\\n")
if way == "screenless":
    starts = Path(folder, "starts").read_text().count("\\n")
    os._exit(0 if starts == 2 else 77)
if way == "asks":
    again = Path(folder, "starts").read_text().count("\\n") == 1
    os._exit(75 if again else 0)
while way == "mute" or heartbeat.beat(time.monotonic(), MATCH) or way == "deaf":
    if way in ("crashes", "ends"):
        os._exit(3 if way == "crashes" else 0)
    time.sleep(0.02)
""".replace("MATCH", str(MATCH))
"""Stands in for the table: it can do nothing but tell that it lives."""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows has no such pipes")


class Kept:
    """A keeper, and the tables that it has started so far."""

    def __init__(self, folder: Path, way: str, **environment: str) -> None:
        self._starts = folder / "starts"
        script = folder / "program.py"
        script.write_text(PROGRAM)
        self.process = subprocess.Popen(
            [sys.executable, str(script), str(folder), way, "keep"], stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT), **environment}, text=True, cwd="/",
        )  # fmt: skip

    @property
    def tables(self) -> list[tuple[int, int]]:
        """The process of every table, and the match that it was to open."""
        if not self._starts.exists():
            return []
        lines = self._starts.read_text().splitlines(keepends=True)
        numbers = [line.split() for line in lines if line.endswith("\n")]
        return [(int(process), int(match)) for process, match in numbers]

    def started(self, count: int) -> list[tuple[int, int]]:
        wait_until(lambda: len(self.tables) >= count)
        return self.tables[:count]

    def end(self) -> tuple[int, str]:
        """The exit code and all that was told."""
        told = self.process.communicate(timeout=60)[1]
        return self.process.returncode, told


def wait_until(true: Callable[[], bool]) -> None:
    """However slow the machine is."""
    until = time.monotonic() + 60
    while not true():
        assert time.monotonic() < until, "it never happened"
        time.sleep(0.02)


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Callable[..., Kept]]:
    made: list[Kept] = []

    def start(way: str = "", **environment: str) -> Kept:
        made.append(Kept(tmp_path, way, **environment))
        return made[-1]

    yield start
    for keeper in made:
        keeper.process.kill()
        keeper.process.communicate()
        for process, _ in keeper.tables:
            if alive(process):
                os.kill(process, signal.SIGKILL)


@pytest.mark.deep
@pytest.mark.parametrize(("number", "told"), [
    (signal.SIGKILL, "was ended by SIGKILL"), (signal.SIGSTOP, "has not answered for 1 s"),
])  # fmt: skip
def test_a_table_that_crashes_or_hangs_comes_back_with_its_match(
    kept: Callable[..., Kept], number: signal.Signals, told: str,
) -> None:
    keeper = kept()
    (process, match), = keeper.started(1)
    assert match == 0
    os.kill(process, number)
    assert keeper.started(2)[1][1] == MATCH
    assert not alive(process)
    keeper.process.terminate()
    code, said = keeper.end()
    assert (code, f"The table {told}. It is started again at once." in said) == (0, True)
    assert not any(alive(process) for process, _ in keeper.tables)


@pytest.mark.deep
def test_a_table_that_never_answers_is_given_the_time_of_an_opening_and_no_more(
    kept: Callable[..., Kept],
) -> None:
    keeper = kept("mute")
    keeper.started(2)
    keeper.process.terminate()
    assert "The table has not answered for 2 s. It is started again at once." in keeper.end()[1]


@pytest.mark.deep
def test_after_three_failures_in_a_row_it_opens_later_and_without_the_match(
    kept: Callable[..., Kept],
) -> None:
    keeper = kept("crashes")
    assert [match for _, match in keeper.started(4)] == [0, MATCH, MATCH, 0]
    keeper.process.terminate()
    code, said = keeper.end()
    assert code == 0
    assert said.splitlines()[:3] == [
        "The table ended with code 3. It is started again at once.",
        "The table ended with code 3. It is started again at once.",
        "The table ended with code 3. It is started again in 2 s, with the shelf.",
    ]


@pytest.mark.deep
def test_a_kiosk_whose_folder_is_taken_is_tried_less_and_less_often(
    kept: Callable[..., Kept],
) -> None:
    keeper = kept("taken")
    assert [again for _, again in keeper.started(2)] == [0, 1], "it knows, and writes it once"
    keeper.process.terminate()
    code, said = keeper.end()
    assert code == 0
    told = "The table did not open, as another table is open in its folder. It is started again"
    assert said.splitlines()[0] == f"{told} in 2 s, with the shelf."
    assert all(line == f"{told} in 4 s, with the shelf." for line in said.splitlines()[1:])


@pytest.mark.deep
def test_a_table_whose_screen_has_gone_is_tried_until_there_is_one(
    kept: Callable[..., Kept],
) -> None:
    keeper = kept("screenless")
    assert keeper.end() == (0, "The table has no screen. It is started again in 2 s.\n")
    assert [match for _, match in keeper.tables] == [0, MATCH], "no match is to blame"


def test_a_table_that_somebody_closes_stays_closed(kept: Callable[..., Kept]) -> None:
    keeper = kept("ends")
    assert keeper.end() == (0, "")
    assert len(keeper.tables) == 1


def test_a_table_that_is_to_be_started_again_comes_back_without_a_word(
    kept: Callable[..., Kept],
) -> None:
    keeper = kept("asks")
    assert keeper.end() == (0, "")
    assert [match for _, match in keeper.tables] == [0, 0]


def test_a_table_writes_down_why_it_was_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for told, match, wrong in (
        ("{},7,was ended by SIGKILL", 7, "was ended by SIGKILL"), ("{},,", None, ""),
        ("{},", None, ""),
    ):
        here, there = os.pipe()
        monkeypatch.setenv(VARIABLE, told.format(there))
        heartbeat = Heartbeat()
        assert (heartbeat.match, heartbeat.wrong, heartbeat.kept) == (match, wrong, True)
        os.close(here)
        os.close(there)
    here, there = os.pipe()
    monkeypatch.setenv(VARIABLE, f"{there},,has not answered for 5 s")
    app = App(Choices(size=(1280, 720), data=tmp_path, language="en"))
    app.context.ai_worker.close()
    app.context.store.close()
    log = (tmp_path / LOG).read_text("utf-8")
    assert "ERROR The table has not answered for 5 s and was started again." in log
    os.close(here)
    os.close(there)


@pytest.mark.parametrize("kept", [True, False])
def test_a_table_that_nobody_keeps_starts_itself_again(
    kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[list[str]] = []

    class Told:
        heartbeat = SimpleNamespace(kept=kept)

        def __init__(self, choices: Choices) -> None:
            assert choices.kiosk

        def run(self) -> int:
            return AGAIN

    monkeypatch.setattr("game.app.App", Told)
    monkeypatch.setattr(os, "execv", lambda program, words: ran.append(words))
    monkeypatch.setattr(sys, "argv", [str(ROOT / "main.py"), "--kiosk"])
    assert cli.main(["--kiosk"]) == AGAIN
    assert [words[-2:] for words in ran] == [[str(ROOT / "main.py"), "--kiosk"]] * (not kept)
    if not kept:
        monkeypatch.setattr(subprocess, "call", lambda words: 5)
        monkeypatch.setattr(sys, "platform", "win32")
        assert cli.main(["--kiosk"]) == 5, "on Windows the new one runs below this one"


@pytest.mark.deep
@pytest.mark.parametrize("way", ["", "deaf"])
def test_a_keeper_that_is_to_end_ends_the_table_as_well(
    kept: Callable[..., Kept], way: str,
) -> None:
    keeper = kept(way)
    (process, _), = keeper.started(1)
    keeper.process.terminate()
    assert keeper.end() == (0, "")
    assert not alive(process)


@pytest.mark.deep
def test_a_table_does_not_outlive_its_keeper(kept: Callable[..., Kept]) -> None:
    keeper = kept()
    (process, _), = keeper.started(1)
    keeper.process.kill()
    wait_until(lambda: not alive(process))


@pytest.mark.deep
def test_systemd_is_told_when_the_table_is_open_lives_and_ends(
    kept: Callable[..., Kept], tmp_path: Path,
) -> None:
    address, told = tmp_path / "notify", ""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(address))
        systemd.settimeout(60)
        keeper = kept(NOTIFY_SOCKET=str(address))
        for wanted in ("WATCHDOG=1", "READY=1\nSTATUS=The table is open."):
            while wanted not in told:
                told += systemd.recv(200).decode() + ";"
        keeper.process.terminate()
        while "STOPPING=1" not in told:
            told += systemd.recv(200).decode() + ";"
    assert keeper.end()[0] == 0


# The table's own part ---------------------------------------------------------------------------


@pytest.mark.deep
def test_a_kept_table_goes_on_with_the_match_and_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = Store(tmp_path, GAMES)
    series = Series(Match(GAMES["jin_li"], 2, seed=1))
    number = store.begin(series, (Chair("visitor", "Ada"), Chair("visitor", "Bo")))
    store.close()
    here, there = os.pipe()
    monkeypatch.setenv(VARIABLE, f"{there},{number}")
    monkeypatch.setattr("pygame.quit", lambda: None)  # other tests go on
    app = App(Choices(size=(1280, 720), data=tmp_path, language="en"))
    assert VARIABLE not in os.environ, "no other process is to tell that the table lives"
    told: list[bytes] = []

    def hear() -> None:
        while b"%d\n" % number not in told:  # the first lines may be told by the shelf
            told.extend(os.read(here, 100).splitlines(keepends=True))
        os.close(here)

    ear = threading.Thread(target=hear)
    ear.start()
    assert app.run() == 0, "it ends when nobody listens any more"
    ear.join()
    os.close(there)


def test_a_heartbeat_that_nobody_hears_ends_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = os.pipe()
    monkeypatch.setenv(VARIABLE, f"{there},")
    heartbeat = Heartbeat()
    assert heartbeat.match is None
    assert heartbeat.beat(0.0, None)
    assert os.read(here, 100) == b"0\n"
    os.close(here)
    assert heartbeat.beat(0.1, None), "it is not due yet"
    assert not heartbeat.beat(1.0, None)
    os.close(there)


def test_without_a_keeper_there_is_no_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert Heartbeat().beat(0.0, None)
