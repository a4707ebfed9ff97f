"""A kiosk left alone with strangers keeps its promises, and a soak notices if it does not."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.scenes.core.routes import ToOperator
from game.scenes.core.scene import Push
from game.services import disk
from tests.tools import kiosk_soak
from tests.tools.kiosk_soak import (
    FAULTS,
    DiskFaults,
    Facts,
    Figures,
    Killed,
    Kiosk,
    Look,
    soak_kiosk,
)
from tests.tools.soak import Failure
from tests.tools.strangers import ACTS


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Kiosk]:
    faults = DiskFaults()
    with faults.installed():
        made = Kiosk(tmp_path, random.Random(1), faults)
        yield made
        made.disk.full = False
        made.app.stack.close()
        made.app.context.ai_worker.close()
        made.app.context.store.close()


def sit_down(kiosk: Kiosk) -> None:
    kiosk.strangers.sit_down()
    kiosk.pass_frames(3, 0.1)


@pytest.mark.deep
def test_a_kiosk_that_is_left_alone_keeps_its_promises(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak_kiosk(seed=3, intents=150) == 0
    told = capsys.readouterr().out
    for word in ("clean: seed 3", "restarts", "moves kept", "MB in 1000 acts", "frames proven"):
        assert word in told


@pytest.mark.parametrize("fault", FAULTS)
def test_after_every_fault_the_table_goes_on(kiosk: Kiosk, fault: str) -> None:
    sit_down(kiosk)
    FAULTS[fault](kiosk)
    for _ in range(3):
        try:
            kiosk.strangers.play()
            kiosk.pass_frames(2, 0.1)
        except Killed:
            kiosk._come_back()
    assert kiosk.app.stack.running


@pytest.mark.parametrize("act", ACTS)
def test_strangers_can_do_everything(
    kiosk: Kiosk, act: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those who go away do so until their match is parked and the table plays by itself."""
    context = kiosk.app.context
    context.operator = replace(context.operator, still=1)
    monkeypatch.setattr("tests.tools.strangers.AWAY", (240,))
    sit_down(kiosk)
    ACTS[act][1](kiosk.strangers)
    kiosk.pass_frames(2)
    if act == "going away":
        assert kiosk.app.stack.top.name == "attract"


def test_the_match_that_was_open_comes_back_as_it_was(kiosk: Kiosk) -> None:
    sit_down(kiosk)
    kiosk.strangers.play()
    kiosk.pass_frames(1)
    before = Facts.of(kiosk.app.context.store)
    kiosk.kill()
    assert Facts.of(kiosk.app.context.store) == before
    assert kiosk.app.stack.top.name != "shelf"


# What it notices --------------------------------------------------------------------------------


def test_a_lost_move_is_noticed(kiosk: Kiosk) -> None:
    sit_down(kiosk)
    kiosk.strangers.play()
    kiosk.pass_frames(1)
    [file] = kiosk.folder.glob("walong-table.db")
    with sqlite3.connect(file) as db:
        db.execute("DELETE FROM moves")
    with pytest.raises(Failure, match="lost"):
        kiosk.kill()


def out_by_itself(kiosk: Kiosk) -> None:
    kiosk.app.stack.running = False


def out_by_the_menu(kiosk: Kiosk) -> None:
    kiosk.app.stack.change(Push(ToOperator()))


def out_by_the_window(kiosk: Kiosk) -> None:
    kiosk.app.fullscreen = False


def out_by_the_settings(kiosk: Kiosk) -> None:
    kiosk.app.context.settings = kiosk.app.context.settings.changed(seating="table")


@pytest.mark.parametrize(
    "way", [out_by_itself, out_by_the_menu, out_by_the_window, out_by_the_settings]
)
def test_a_way_out_is_noticed(kiosk: Kiosk, way: Any) -> None:
    way(kiosk)
    with pytest.raises(Failure, match="way out"):
        kiosk.look()


def test_what_is_removed_is_noticed(kiosk: Kiosk) -> None:
    sit_down(kiosk)
    kiosk.strangers.play()
    kiosk.pass_frames(1)
    store = kiosk.app.context.store
    store.discard(store.running()[0].id)
    with pytest.raises(Failure, match="removed"):
        kiosk.look()


def test_who_is_removed_is_noticed(kiosk: Kiosk) -> None:
    store = kiosk.app.context.store
    anna = store.add_profile("Anna")
    kiosk.look()
    store.delete_profile(anna.id)
    with pytest.raises(Failure, match="somebody"):
        kiosk.look()


def test_what_fails_is_not_caught(kiosk: Kiosk) -> None:
    with pytest.raises(ZeroDivisionError):
        kiosk.app.guard(lambda: 1 / 0)


@pytest.mark.parametrize(
    ("megabytes", "files", "says"), [(0.0, 0, ""), (90.0, 0, "memory"), (0.0, 40, "descriptors")]
)
def test_growth_is_measured_from_the_first_quarter_on(
    megabytes: float, files: int, says: str,
) -> None:
    figures = Figures()
    for n in range(20):
        share = max(0, n - 5) / 14
        looks = Look(n * 100, 100 + (n < 5) * -50 + megabytes * share, 20 + round(files * share))
        figures.looks.append(looks)
    assert figures.slope(1) == pytest.approx(megabytes / 1.4, abs=0.1)
    if not says:
        figures.check_growth()
        return
    with pytest.raises(Failure, match=says):
        figures.check_growth()


def test_a_large_window_at_the_end_is_no_growth() -> None:
    figures = Figures()
    figures.looks += [Look(n * 100, 230.0 if n % 5 == 4 else 150.0, 20) for n in range(100)]
    assert figures.looks[-1].megabytes - figures.settled[0].megabytes == 80
    figures.check_growth()


def test_a_full_disk_takes_nothing_and_then_everything(kiosk: Kiosk) -> None:
    sit_down(kiosk)
    store = kiosk.app.context.store
    kiosk.disk.full = True
    store.set(volume=5)
    assert len(store._db._works) == 1
    kiosk.disk.full = False
    kiosk.times.now += 2.0
    store.tick()
    assert not store._db._works


def test_the_faults_end_with_the_soak() -> None:
    sound = disk.connect
    with DiskFaults().installed():
        assert disk.connect is not sound
    assert disk.connect is sound


@pytest.mark.deep
def test_the_same_seed_is_the_same_soak(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for _ in range(2):
        pygame.display.quit()  # a window of another size, left by another test, tells of a change
        assert soak_kiosk(seed=5, intents=40) == 0
        lines = capsys.readouterr().out.splitlines()
        told.append([one for one in lines if not one.startswith(("memory", "file desc"))])
    assert told[0] == told[1]


def test_a_failure_tells_how_to_see_it_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:
    def fails(self: Kiosk) -> None:
        raise Failure("as it was meant to")

    monkeypatch.setattr(kiosk_soak.Kiosk, "act", fails)
    assert soak_kiosk(seed=7, intents=10) == 1
    assert "tests.tools.kiosk_soak --seed 7" in capsys.readouterr().err
