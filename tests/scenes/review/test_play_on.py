"""Playing on from a moment of a replay or a story: a new match, and the old one as it was."""

from collections.abc import Iterator
from typing import Any

import pytest

from game.navigator import Navigator, play_scene
from game.rules import GAMES, SHELF
from game.rules.core import record
from game.rules.core.match import Match, Series
from game.scenes.core.context import Context
from game.scenes.core.routes import ToHighlights
from game.scenes.core.scene import Push
from game.scenes.home.setup import PlayOn
from game.scenes.play.play_scene import PlayScene
from game.scenes.review.replay import Replay
from game.services.history import Result
from game.services.people import Chair
from game.ui.intents import Intent
from game.ui.widgets import Button
from tests.certain import top
from tests.strict_texts import StrictTexts
from tests.tools import headless
from tests.tools.showcase.games import played_out

ANNA, BEN = Chair("person", "Anna"), Chair("person", "Ben")


@pytest.fixture
def context() -> Iterator[Context]:
    made = headless.context((1280, 720), "de", seed=9)
    made.texts = StrictTexts(made.texts.language)
    yield made
    made.ai_worker.close()
    made.store.close()


def watched(context: Context, match: Match) -> tuple[Any, Any]:
    """A stack with the replay of a match on it, and the replay."""
    series = Series(match)
    chairs = (ANNA, BEN)[: match.seats]
    scene = Replay(context, series, chairs)
    return headless.stack_of(context, scene), scene


def begun(stack: Any) -> Any:
    """Press Enter on what the focus is on, which begins the match; gives its scene."""
    assert isinstance(top(stack), PlayOn)
    stack.on(Intent("confirm", source="keys"))
    stack.update(1 / 60)
    return next(scene for scene in stack.scenes if isinstance(scene, PlayScene))


@pytest.mark.parametrize("game", SHELF)
def test_a_new_match_begins_at_the_moment_shown(context: Context, game: str) -> None:
    old = played_out(game)
    text, half = record.write(Series(old)), len(old.log) // 2
    stack, replay = watched(context, old)
    replay.go_to(half)
    headless.tap(stack, *replay.layers[0].frame.out(replay.on_from_here.box.center))
    scene = begun(stack)
    new = scene.match
    assert record.write(Series(old)) == text
    assert new.log[:half] == old.log[:half]
    assert new.states[: half + 1] == old.states[: half + 1]
    assert (new.taken_over, new.seed) == (half, 9)
    assert new.undo_target(range(new.seats), takeback=True) is None
    kept = context.store.resume(scene.match_id)
    assert record.write(kept.series) == record.write(scene.series)
    assert [chair.name for chair in scene.chairs] == ["Anna", "Ben"][: new.seats]


@pytest.mark.parametrize("keys", [True, False])
def test_a_double_tap_begins_no_match_that_nobody_has_seen(context: Context, keys: bool) -> None:
    stack, replay = watched(context, played_out("jin_li"))
    replay.go_to(0)
    headless.picture(stack)
    button = replay.on_from_here
    replay.focus.current = button
    for _ in range(2):
        if keys:
            for kind in ("confirm", "rest"):
                stack.on(Intent(kind, source="keys"))
        else:
            headless.tap(stack, *replay.layers[0].frame.out(button.box.center))
        headless.wait(stack, 0.2)
        headless.picture(stack)
    headless.wait(stack, 1.0)
    assert isinstance(top(stack), PlayOn)
    assert not context.store.running()


def test_nothing_can_be_played_on_where_the_game_is_over(context: Context) -> None:
    _, replay = watched(context, played_out("jin_li"))
    assert replay.index == len(replay.play.match.log)
    assert not replay.on_from_here.enabled
    for earlier in (replay.index - 1, 0):
        replay.go_to(earlier)
        assert replay.on_from_here.enabled


def test_a_story_goes_on_from_its_moment(context: Context) -> None:
    old = played_out("jin_li")
    play = play_scene("jin_li")(context, Series(old), (ANNA, BEN))
    stack = headless.stack_of(context, play)
    stack.open(Navigator(context)(ToHighlights(play)))
    story = top(stack)
    story.telling.show(len(story.telling.moments) - 1)
    story.telling.go_on()
    story.play_on()
    stack.update(1 / 60)
    assert begun(stack).match.log == old.log[: story.telling.moment.first]


def test_it_is_said_after_which_turn_and_who_is_next(context: Context) -> None:
    match = Match(GAMES["jin_li"], 2)
    for text in ("a1-b2@d4", "g7-f6@d3"):
        match.play_text(text)
    said = {
        0: "Nach 0 Zügen ist Anna", 2: "Nach 1 Zug ist Ben", 3: "Nach 2 Zügen ist Ben",
    }  # fmt: skip
    for index, words in said.items():
        scene = PlayOn(context, match, index, (ANNA, BEN))
        scene.enter()
        assert scene.moment.startswith(words)


def test_what_was_played_on_is_told_but_counts_nowhere(context: Context) -> None:
    store, anna = context.store, context.store.add_profile("Anna")
    chairs = (Chair("person", "Anna", profile=anna.id), BEN)
    old = played_out("jin_li")
    new = old.played_on(len(old.log) - 1, 9)
    new.play(old.log[-1])
    for match, times in ((old, 1), (new, 1)):
        number = store.begin(Series(match), chairs)
        store.finish(number, Result.of(Series(match), chairs))
        assert store.statistics.by_game(anna.id)["jin_li"].played == times
        assert len(store.history.best("jin_li", old.options)) == 2 * times
    assert store.match_log().count() == 2
    assert store.replay(2).series.current.taken_over == len(old.log) - 1


@pytest.mark.parametrize("gap", [0.1, 0.3, 0.5])
def test_a_double_tap_on_playing_on_does_not_begin_at_once(context: Context, gap: float) -> None:
    """In a story that button lies where the set-up has the one that begins."""
    stack, replay = watched(context, played_out("jin_li"))
    stack.change(Push(ToHighlights(replay.play, 0)))
    headless.wait(stack, 1)
    headless.picture(stack)
    at = next(
        layer.frame.out(each.box.center)
        for layer in stack.top.all_layers() for each in layer.targets()
        if isinstance(each, Button) and each.icon == "branch"
    )  # fmt: skip
    headless.tap(stack, at[0], at[1], "touch:0:1")
    headless.picture(stack)
    headless.wait(stack, gap)
    headless.tap(stack, at[0], at[1], "touch:0:2")
    headless.wait(stack, 0.5)
    assert isinstance(stack.top, PlayOn)
    stack.close()
