"""A table whose file was damaged opens, and tells whatever is not as it was written.

``WALONG_DAMAGES=500 pytest tests/scenes/test_damaged_tables.py -s`` tries more and prints figures.
"""

from __future__ import annotations

import os
import random
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from game import headless
from game.rules import SHELF
from game.scenes.company import Company
from game.scenes.history import History
from game.scenes.people import People
from game.scenes.records import Records
from game.scenes.running import RunningMatches
from game.scenes.shelf import Shelf
from game.services.store import FILE, Store
from tests.services.damage import DAMAGES, content, fill

COUNT = int(os.environ.get("WALONG_DAMAGES", "40"))
NUMBERLESS = 83
"""A damage after which the file gives steps without numbers."""
FIGURES: Counter[str] = Counter()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    fill(folder)
    return folder / FILE


@pytest.fixture(scope="module")
def company() -> Company:
    return headless.company((1280, 720), "de")


@pytest.fixture(scope="module")
def written(whole: Path) -> dict:
    store = Store(whole.parent, SHELF)
    assert store.take_notices() == []
    told = content(store)
    store.close()
    return told


@pytest.fixture(scope="module", autouse=True)
def figures():
    yield
    print(f"\n{COUNT} damaged tables:", ", ".join(f"{k} {n}" for k, n in sorted(FIGURES.items())))


@pytest.mark.parametrize("seed", sorted({*range(COUNT), NUMBERLESS}))
def test_a_damaged_table_opens_and_changes_nothing_silently(
    seed: int, whole: Path, written: dict, company: Company, tmp_path: Path
) -> None:
    damage, rng = DAMAGES[seed % len(DAMAGES)], random.Random(seed)
    shutil.copy(whole, tmp_path / FILE)
    damage(tmp_path / FILE, rng)
    store = Store(tmp_path, SHELF)
    reported = [notice.key for notice in store.take_notices()]
    look_at(replace(company, store=store))
    found = content(store)
    aside = store._db.read("SELECT place, key, why FROM quarantine")
    store.close()
    FIGURES["opened"] += 1
    FIGURES["told"] += bool(reported)
    FIGURES["things in quarantine"] += len(aside)
    FIGURES["set aside"] += any(key != "store.quarantine" for key in reported)
    if not reported:
        assert found == written, damage.__name__
    mended = {key for place, key, _ in aside if place == "matches"}
    for what, told in found.items():
        if what[0] == "entry" and f"[{what[1]}]" in mended:
            continue
        if what[0] == "match" and f"[{what[1]}]" in mended:
            told, FIGURES["mended"] = (written[what][0], told[1]), FIGURES["mended"] + 1
        assert not changed(what, told, written, bool(reported)), (damage.__name__, what, aside)
    again = Store(tmp_path, SHELF)
    assert again.take_notices() == []
    assert content(again) == found
    again.close()


def look_at(company: Company) -> None:
    """Build the scenes that show what is stored."""
    for scene in (Shelf, RunningMatches, People, Records, History):
        scene(company).resize(company.size)


def changed(what: tuple, told: object, written: dict, reported: bool) -> bool:
    """Whether something is told otherwise than it was written, and not only less of it."""
    if what[0] == "figures":  # sums of results, of which some may have been put aside
        return not reported and told != written[what]
    if what[0] == "match":
        (facts, steps), (facts_before, steps_before) = told, written[what]  # type: ignore[misc]
        return facts != facts_before or steps != [s[: len(t)] for s, t in
                                                  zip(steps_before, steps, strict=True)]
    if what[0] == "person" and reported:
        return told.name != written[what].name  # type: ignore[attr-defined]
    return told != written[what]
