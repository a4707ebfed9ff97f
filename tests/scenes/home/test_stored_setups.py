"""Whatever was stored, every scene that reads it opens, and only what makes no sense is lost."""

from __future__ import annotations

import copy
import gc
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.rules import GAMES, SHELF
from game.rules.core.protocol import AnyGame
from game.scenes.core.context import Context
from game.scenes.core.opening import gather
from game.scenes.evening.setup import KEPT, EveningSetup
from game.scenes.home.setup import Setup
from game.scenes.levels.level_scene import Levels
from game.services import rows
from game.services.settings import VALUES, Settings
from game.services.store import FILE, Store
from tests.sweep import one_in
from tests.tools import headless

NONSENSE: tuple[Any, ...] = (
    None, True, False, 0, -1, 2.0, 9, 10**400, float("nan"), float("inf"), "", " ", "x" * 10**5,
    "\x00", "\ud800", "Anna\n", "chess", [], [[]], [None] * 3, ["jin_li", ["jin_li"], {}, 7], {},
    {"kind": "person"}, [{"kind": []}, {"level": {}, "name": 7, "profile": 10**30}], [{}] * 4,
    [{"kind": "person", "name": {}, "profile": True}, "Anna", None], {"options": {"": []}},
)  # fmt: skip
NAMES = ("Anna", "Ben", "Cem", "Dora", "Emil", "Frida")


@pytest.fixture
def context() -> Iterator[Context]:
    """A table whose store is asked thousands of times; no disk has to follow."""
    made = headless.context((1280, 720), "en")
    yield made
    made.ai_worker.close()
    made.store.close()


def chairs(count: int, known: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [
        {"kind": "person", "name": name, "level": None, "profile": None} for name in NAMES[:count]
    ]
    found[0]["profile"] = known
    if count > 1:
        found[1] = {"kind": "computer", "name": "?", "level": "master", "profile": None}
    return found


def places(value: Any) -> Iterator[tuple[Any, ...]]:
    """Where something stands in plain data: the path to every value, the whole one included."""
    yield ()
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, each in items:
            yield from ((key, *path) for path in places(each))


def put(value: Any, path: tuple[Any, ...], nonsense: Any) -> Any:
    if not path:
        return nonsense
    changed = copy.copy(value)
    changed[path[0]] = put(value[path[0]], path[1:], nonsense)
    return changed


def told(scene: Setup | EveningSetup) -> dict[tuple[Any, ...], Any]:
    """What a set-up remembers, by the path at which it is stored."""
    found: dict[tuple[Any, ...], Any] = {("length",): scene.length}
    for number, chair in enumerate(scene.chairs):
        for key in ("kind", "name", "level", "profile"):
            found["chairs", number, key] = getattr(chair, key)
    if isinstance(scene, Setup):
        found.update((("options", key), value) for key, value in scene.options.items())
    else:
        found["programme",] = scene.programme
    return found


def opened(scene: Setup | EveningSetup) -> Any:
    scene.enter()
    scene.resize((1920.0, 1080.0))
    return told(scene)


def begins(game: AnyGame, scene: Setup) -> None:
    game.start(len(scene.places), scene.options)


@pytest.mark.parametrize("step", one_in(2, [3, 1]))
@pytest.mark.parametrize("game", SHELF)
def test_a_set_up_loses_only_what_makes_no_sense(game: str, step: int, context: Context) -> None:
    """Every third nonsense in each game, all of it in two games each; in deep runs all in all."""
    store, info = context.store, GAMES[game].info
    known = store.add_profile("Anna").id
    good = {
        "options": {o.key: o.default for o in info.options},
        "chairs": chairs(info.seats[0], known),
        "length": 3,
    }
    key = f"setup {game}"
    store.set(**{key: good})
    whole = opened(Setup(context, game))
    some = NONSENSE[list(SHELF).index(game) % step :: step]
    assert whole["length",] == 3
    assert whole["chairs", 0, "profile"] == known
    for path in places(good):
        for nonsense in (*some[:: 1 if len(path) < 2 else 5], known + 1):
            store.set(**{key: put(good, path, nonsense)})
            scene = Setup(context, game)
            for at, value in opened(scene).items():
                about = at[: len(path)] == path or at[:2] == path[:2]  # a chair's own other values
                suits = path == ("chairs",) and at[0] == "options"  # so many people
                assert about or suits or value == whole[at], (path, nonsense, at)
            begins(GAMES[game], scene)
            if path in ((), ("chairs",)):
                EveningSetup(context).enter()


def test_every_choice_that_can_be_stored_can_be_begun(context: Context) -> None:
    for game, rules in GAMES.items():
        for count in range(rules.info.seats[0], rules.info.seats[1] + 1):
            for option in rules.info.options:
                for value in option.values:
                    kept = {"options": {option.key: value}, "chairs": chairs(count, 0)}
                    context.store.set(**{f"setup {game}": kept})
                    scene = Setup(context, game)
                    opened(scene)
                    begins(rules, scene)
                    assert len(scene.places) == count


def test_an_evening_loses_only_what_makes_no_sense(context: Context) -> None:
    store = context.store
    known = store.add_profile("Anna").id
    good = {"chairs": chairs(3, known), "programme": ["jin_li", "ping_pao"], "length": "own"}
    store.set(**{KEPT: good})
    whole = opened(EveningSetup(context))
    assert whole["chairs", 0, "profile"] == known
    for path in places(good):
        for nonsense in (*NONSENSE[:: 1 if len(path) < 2 else 5], known + 1):
            store.set(**{KEPT: put(good, path, nonsense)})
            scene = EveningSetup(context)
            for at, value in opened(scene).items():
                # How many there are decides what can be played, and that how long it takes.
                about = at[: len(path)] == path or at[:2] == path[:2] or at[0] != "chairs"
                assert about or value == whole[at], (path, nonsense, at)
            assert scene.programme


def test_an_evening_begins_whatever_its_games_remember(context: Context) -> None:
    for nonsense in NONSENSE:
        for kept in (nonsense, {"options": nonsense}, {"options": {"target": nonsense}}):
            context.store.set(**{f"setup {game}": kept for game in SHELF})
            scene = EveningSetup(context)
            stack = headless.stack_of(context, scene)
            scene.start()
            stack.update(0.1)
            assert stack.top.name == "evening"


@pytest.mark.parametrize("number", range(len(NONSENSE)))
def test_settings_fall_back_one_by_one(number: int, tmp_path: Path) -> None:
    store = Store(tmp_path, {})
    nonsense = NONSENSE[number]
    odd = [key for key, values in VALUES.items()
           if not any(type(v) is type(nonsense) and v == nonsense for v in values)]  # fmt: skip
    kept = list(VALUES)[number % len(VALUES)]
    store.set(**dict.fromkeys(odd, nonsense) | {kept: VALUES[kept][-1]})
    store.close()
    context = gather(tmp_path, None, 1)
    usual = Settings.of({})
    for key in odd:
        expected = VALUES[kept][-1] if key == kept else getattr(usual, key)
        assert getattr(context.settings, key) == expected
    headless.stack_of(context)
    context.store.close()
    context.ai_worker.close()


ROWS = ("", "[" * 10**5, "[" * 10**5 + "]" * 10**5, "NaN", "1e999", "{", b"\x80\x00", "9" * 5000)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row)[:6])
def test_values_that_are_no_json_count_as_never_stored(row: Any, tmp_path: Path) -> None:
    gc.collect()  # so that nothing left over is cleared away deep in a recursion
    Store(tmp_path, {}).close()
    with sqlite3.connect(tmp_path / FILE) as db:
        keys = [*VALUES, KEPT, *(f"setup {game}" for game in SHELF)]
        for key in keys:
            value = json.dumps(25) if key == "volume" else row
            rows.insert(db, "settings", key=key, value=value)
    db.close()
    context = gather(tmp_path, None, 1)
    assert context.settings == Settings.of({"volume": 25})
    context.store.delete_profile(context.store.add_profile("Anna").id)
    headless.stack_of(context, Setup(context, "jin_li"))
    headless.stack_of(context, EveningSetup(context))
    context.store.close()
    context.ai_worker.close()


@pytest.mark.parametrize("cell", ["many", 2**60, -1, 2.5, b"\x80", None])
def test_progress_of_any_kind_leaves_the_list_of_levels(cell: Any, tmp_path: Path) -> None:
    made = headless.context((1280, 720), "en", tmp_path)
    made.store.try_level("jin_li", "01_first_swim", True, 3)
    for column in ("solved", "tries", "points"):
        with sqlite3.connect(tmp_path / FILE) as db:
            db.execute(f"UPDATE OR IGNORE levels SET {column} = ?", (cell,))
        db.close()
        headless.picture(headless.stack_of(made, Levels(made, "jin_li")))
    made.ai_worker.close()
    made.store.close()
