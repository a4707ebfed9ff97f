"""A table whose file was damaged opens, and tells whatever is not as it was written.

``WALONG_DAMAGES=500 pytest tests/scenes/home/test_damaged_tables.py -s``
tries more and prints figures.
"""

from __future__ import annotations

import os
import random
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.rules import GAMES
from game.scenes.core.context import Context
from game.scenes.guest_book.best_scores import Records
from game.scenes.guest_book.history import History
from game.scenes.guest_book.people import People
from game.scenes.home.running import RunningMatches
from game.scenes.home.shelf import Shelf
from game.services.store import FILE, Store
from tests.services.damage import DAMAGES, content, fill
from tests.sweep import one_in
from tests.tools import headless

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
def context() -> Context:
    return headless.context((1280, 720), "de")


@pytest.fixture(scope="module")
def written(whole: Path) -> dict[Any, Any]:
    store = Store(whole.parent, GAMES)
    assert store.take_notices() == []
    told = content(store)
    store.close()
    return told


@pytest.fixture(scope="module", autouse=True)
def figures() -> Iterator[None]:
    yield
    print("\nDamaged tables:", ", ".join(f"{k} {n}" for k, n in sorted(FIGURES.items())))


@pytest.mark.parametrize("seed", one_in(2, dict.fromkeys([NUMBERLESS, *range(COUNT)])))
def test_a_damaged_table_opens_and_changes_nothing_silently(
    seed: int, whole: Path, written: dict[Any, Any], context: Context, tmp_path: Path
) -> None:
    damage, rng = DAMAGES[seed % len(DAMAGES)], random.Random(seed)
    shutil.copy(whole, tmp_path / FILE)
    damage(tmp_path / FILE, rng)
    store = Store(tmp_path, GAMES)
    reported = [notice.key for notice in store.take_notices()]
    look_at(replace(context, store=store))
    found = content(store)
    aside = store._db.read("SELECT place, key, why FROM quarantine")
    store.close()
    FIGURES["opened"] += 1
    FIGURES["told"] += bool(reported)
    FIGURES["things in quarantine"] += len(aside)
    FIGURES["set aside"] += "store.mended" in reported
    if not reported:
        assert found == written, damage.__name__
    mended = {key for place, key, _ in aside if place == "matches"}
    for what, told in found.items():
        if what[0] == "entry" and f"[{what[1]}]" in mended:
            continue
        if what[0] == "match" and f"[{what[1]}]" in mended:
            told, FIGURES["mended"] = (written[what][0], told[1]), FIGURES["mended"] + 1
        assert not changed(what, told, written, bool(reported)), (damage.__name__, what, aside)
    again = Store(tmp_path, GAMES)
    assert again.take_notices() == []
    assert content(again) == found
    again.close()


def look_at(context: Context) -> None:
    """Build the scenes that show what is stored."""
    for scene in (Shelf, RunningMatches, People, Records, History):
        scene(context).resize(context.size)


def changed(what: tuple[Any, ...], told: Any, written: dict[Any, Any], reported: bool) -> bool:
    """Whether something is told otherwise than it was written, and not only less of it."""
    if what[0] == "figures":  # sums of results, of which some may have been put aside
        return not reported and told != written[what]
    if what[0] == "match":
        (facts, steps), (facts_before, steps_before) = told, written[what]
        kept = [s[: len(t)] for s, t in zip(steps_before, steps, strict=True)]
        return bool(facts != facts_before or steps != kept)
    if what[0] == "person" and reported:
        return bool(told.name != written[what].name)
    return bool(told != written[what])
