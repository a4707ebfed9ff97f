"""Page keys and shoulder buttons leaf through every page and sheet that is longer than seen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene
from game.scenes.core.stack import Stack
from game.scenes.play.move_list import Moves
from game.ui.intents import Intent
from game.ui.scrolling import Scroller
from tests.certain import top
from tests.tools import headless
from tests.tools.showcase.samples import SAMPLES, samples, standing

PIXELS = (800, 600)
NEXT, BEFORE = (Intent("turn", value=way, source="pad", pad=0) for way in (1, -1))
LONG = {
    "help": ("help",), "settings": ("settings",), "rules": ("rules-jin_li",),
    "results": ("results-jin_li",), "replay": ("replay-jin_li",), "setup": ("setup-jin_li",),
    "guest-book": ("history", "records"), "running": ("running",), "levels": ("levels-jin_li",),
    "operator": ("operator-hours", "operator-played"), "evening": (),
    "around": ("around-help-top", "around-settings-left", "around-results-right-ping_pao"),
}  # fmt: skip
"""Kinds of samples, and those of them that are longer than this window."""


def key(name: str) -> Intent:
    return Intent("command", name=name, source="keys")


def longest(scene: MenuScene) -> Scroller | None:
    found = [w for layer in scene.all_layers() for w in layer.children
             if isinstance(w, Scroller) and w.most]  # fmt: skip
    return max(found, key=lambda each: each.most, default=None)


@pytest.fixture
def context() -> Iterator[Context]:
    made = headless.context(PIXELS, "de", text_size="largest")
    yield made
    made.ai_worker.close()
    made.store.close()


@pytest.mark.parametrize("kind", LONG)
def test_everything_that_is_longer_than_seen_can_be_leafed_through(
    kind: str, context: Context
) -> None:
    leafed = set()
    for name, scene in samples(context, SAMPLES[kind]):
        stack = headless.stack_of(scene.context, *standing(scene))
        headless.wait(stack, 0.1)
        headless.picture(stack)
        if isinstance(scene, MenuScene) and longest(scene) is not None:
            leaf_through(stack, scene, name)
            leafed.add(name)
        stack.close()
    assert leafed >= set(LONG[kind]), leafed


def leaf_through(stack: Stack, scene: MenuScene, name: str) -> None:
    def offset(*intents: Intent) -> float:
        for intent in intents:
            stack.on(intent)
        assert top(stack) is scene, name
        rows = longest(scene)
        assert rows is not None
        return rows.offset

    rows = longest(scene)
    assert rows is not None
    assert offset(key("first")) == 0, name
    page = offset(key("page_down"))
    assert 0 < page <= rows.box.h, name
    assert offset(key("page_up")) == 0, name
    if not isinstance(scene, Moves):  # there they go through the match
        assert offset(NEXT) == pytest.approx(page), name
        assert offset(BEFORE) == 0, name
    assert offset(key("last")) == pytest.approx(rows.most), name
    assert offset(key("first")) == 0, name


def test_the_focus_goes_along_and_stays_in_sight(context: Context) -> None:
    (_, scene), = samples(context, SAMPLES["settings"])  # fmt: skip
    stack = headless.stack_of(context, *standing(scene))
    assert isinstance(scene, MenuScene)
    rows = longest(scene)
    assert rows is not None
    stack.on(key("first"))
    scene.focus.current, scene.focus.visible = next(rows.targets()), True
    for name in ("page_down", "page_down", "last", "page_up", "first"):
        before = rows.offset
        stack.on(key(name))
        ring = scene.focus.place(scene.all_layers())
        assert ring is not None
        assert rows.box.has(ring.center), name
        assert rows.offset != before, name
    stack.on(Intent("focus", vector=(0, 1), source="keys"))
    assert rows.offset < rows.box.h / 2, "the next key goes on from there"
    stack.close()
