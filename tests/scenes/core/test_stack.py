"""The scene manager keeps the lifecycle, whatever scenes ask for."""


from collections.abc import Iterator
from typing import Any

import pytest

from game.scenes.core.context import Context
from game.scenes.core.routes import Route
from game.scenes.core.scene import Home, Pop, Push, Quit, Replace, Scene
from game.scenes.core.stack import Stack
from game.screen import REST
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.intents import Intent
from tests.certain import top
from tests.tools import headless


class Diary(Scene):
    """Writes down what happens to it."""

    def __init__(self, context: Context, name: str, log: list[str], overlay: bool = False) -> None:
        super().__init__(context)
        self.name, self.log, self.overlay = name, log, overlay
        self.wish = None

    def _note(self, what: str) -> None:
        self.log.append(f"{self.name} {what}")

    def enter(self) -> None:
        self._note("enter")

    def leave(self) -> None:
        self._note("leave")

    def resume(self) -> None:
        self._note("resume")

    def pause(self) -> None:
        self._note("pause")

    def draw(self, canvas: Canvas) -> None:
        self._note("draw")

    def on(self, intent: Intent) -> Any:
        return self.wish


class To(Route):
    """Leads to a diary."""

    diary: Diary


@pytest.fixture(scope="module")
def context() -> Iterator[Context]:
    made = headless.context()
    yield made
    made.store.close()


@pytest.fixture
def log() -> list[Any]:
    return []


@pytest.fixture
def stack(context: Context, log: list[Any]) -> Stack:
    shelf = Diary(context, "shelf", log)
    made = Stack(context, lambda route: route.diary if isinstance(route, To) else shelf)
    made.begin()
    log.clear()
    return made


def ask(stack: Stack, change: Any) -> None:
    top(stack).wish = change
    stack.on(Intent("confirm"))


def test_push_pauses_what_is_below_and_pop_resumes_it(
    stack: Stack, context: Context, log: list[Any],
) -> None:
    ask(stack, Push(To(Diary(context, "a", log))))
    assert log == ["shelf pause", "a enter", "a resume"]
    log.clear()
    ask(stack, Pop())
    assert log == ["a pause", "a leave", "shelf resume"]


def test_replace_leaves_before_the_next_one_enters(
    stack: Stack, context: Context, log: list[Any],
) -> None:
    ask(stack, Push(To(Diary(context, "a", log))))
    log.clear()
    ask(stack, Replace(To(Diary(context, "b", log))))
    assert log == ["a pause", "a leave", "b enter", "b resume"]


def test_home_leaves_everything_but_the_shelf(
    stack: Stack, context: Context, log: list[Any],
) -> None:
    ask(stack, Push(To(Diary(context, "a", log))))
    ask(stack, Push(To(Diary(context, "b", log))))
    log.clear()
    ask(stack, Home(To(Diary(context, "c", log))))
    assert [scene.name for scene in stack.scenes] == ["shelf", "c"]
    assert log.index("b leave") < log.index("a leave") < log.index("c enter")


def test_popping_the_shelf_lays_out_a_new_one(stack: Stack) -> None:
    ask(stack, Pop())
    assert [scene.name for scene in stack.scenes] == ["shelf"]


def test_quit_ends_the_table_and_closing_leaves_all(
    stack: Stack, context: Context, log: list[Any],
) -> None:
    ask(stack, Push(To(Diary(context, "a", log))))
    ask(stack, Quit())
    assert not stack.running
    stack.close()
    assert log[-1] == "shelf leave"


def test_overlays_do_not_hide_what_is_below(stack: Stack, context: Context, log: list[Any]) -> None:
    ask(stack, Push(To(Diary(context, "a", log))))
    ask(stack, Push(To(Diary(context, "b", log, overlay=True))))
    log.clear()
    headless.picture(stack)
    assert log == ["a draw", "b draw"]


def test_every_frame_is_drawn_after_a_touch_and_few_of_a_table_that_rests(stack: Stack) -> None:
    screen = headless.screen_of(stack)
    headless.live(screen, 3.0)
    assert not screen.awake
    drawn = screen.drawn
    headless.live(screen, 10.0)
    assert screen.drawn - drawn <= 10.0 / REST
    screen.on(Intent("hover"))
    drawn = screen.drawn
    headless.live(screen, 1.0)
    assert screen.drawn - drawn == round(1.0 / headless.FRAME)


def test_what_changes_by_itself_is_seen_within_half_a_second(
    stack: Stack, context: Context, log: list[Any]
) -> None:
    scene = Diary(context, "a", log)
    ask(stack, Push(To(scene)))
    screen = headless.screen_of(stack)
    headless.live(screen, 3.0)
    scene.draw = lambda canvas: canvas.fill(Box(0, 0, 900, 900), (200, 10, 10))
    assert headless.untrue(screen)
    headless.live(screen, 0.5)
    assert not headless.untrue(screen)


def test_what_was_covered_during_a_resize_is_laid_out_when_it_comes_back(
    stack: Stack, context: Context, log: list[Any],
) -> None:
    ask(stack, Push(To(Diary(context, "a", log))))
    stack.resize((800, 600))
    ask(stack, Pop())
    assert stack.top.size == pytest.approx((1440, 1080))
    stack.resize((1280, 720))


class Opens(Diary):
    """Opens another scene by itself, as results do after a while."""

    def update(self, seconds: float) -> Push:
        return Push(To(Diary(self.context, "results", self.log)))

    def on(self, intent: Intent) -> None:
        self._note(intent.kind)


def test_a_pointer_pressed_before_a_scene_opened_by_itself_is_not_for_it(
    stack: Stack, context: Context, log: list[Any],
) -> None:
    ask(stack, Push(To(Opens(context, "a", log))))
    stack.on(Intent("press", pointer="mouse"))
    stack.update(0.1)
    results = stack.top
    assert results.name == "results"
    results.on = lambda intent: log.append(f"results {intent.kind}")
    for kind in ("drag", "release", "tap", "press", "release", "tap"):
        stack.on(Intent(kind, pointer="mouse"))
    assert [line for line in log if line.startswith("results ")][-3:] == [
        "results press", "results release", "results tap"
    ]  # fmt: skip
    assert "results drag" not in log
    assert log.count("results tap") == 1


def test_a_press_belongs_to_the_scene_that_is_still_seen(
    stack: Stack, context: Context, log: list[Any],
) -> None:
    """As in a triple click: the first one opens a scene, the others are not meant for it."""
    headless.picture(stack)
    top(stack).wish = Push(To(opened := Diary(context, "a", log)))
    stack.on(Intent("press", (9, 9)))
    opened.on = lambda intent: log.append(intent.kind)
    log.clear()
    for frame in range(42):
        if frame in (1, 2, 30, 38):
            headless.tap(stack, 5, 5)
        assert log.count("tap") == (frame >= 38)
        stack.update(headless.FRAME)
        headless.picture(stack)
    assert [kind for kind in log if kind != "a draw"] == ["press", "release", "tap"]


def test_fast_clicks_and_keys_all_count_where_no_scene_changes(
    stack: Stack, log: list[Any]
) -> None:
    """Ten a second on one button, or by one key; only what led to a scene is not done twice."""
    headless.picture(stack)
    headless.wait(stack, 1.0)
    stack.top.on = lambda intent: log.append(intent.kind)
    log.clear()
    for _ in range(10):
        headless.tap(stack, 5, 5)
        stack.on(Intent("confirm", source="keys"))
        headless.wait(stack, 0.1)
    assert (log.count("press"), log.count("tap"), log.count("confirm")) == (10, 10, 10)


@pytest.mark.parametrize(
    ("between", "frames", "heard"), [(None, 2, False), ("focus", 2, True), (None, 38, True)]
)
def test_a_key_pressed_twice_is_not_meant_for_the_scene_that_it_opened(
    stack: Stack, context: Context, log: list[Any],
    between: Any, frames: int, heard: bool,
) -> None:
    headless.picture(stack)
    ask(stack, Push(To(opened := Diary(context, "a", log))))
    opened.on = lambda intent: log.append(intent.kind)
    headless.picture(stack)
    headless.wait(stack, frames * headless.FRAME)
    for kind in ("rest", between, "confirm"):
        if kind is not None:
            stack.on(Intent(kind))
    assert ("confirm" in log) == heard


def test_a_press_elsewhere_is_for_the_scene_that_has_just_come(
    stack: Stack, context: Context, log: list[Any],
) -> None:
    headless.picture(stack)
    stack.on(Intent("press", (5, 5)))
    ask(stack, Push(To(opened := Diary(context, "a", log))))
    opened.on = lambda intent: log.append(intent.kind)
    headless.tap(stack, 500, 5)
    assert log[-3:] == ["press", "release", "tap"]


class Heavy(Diary):
    """Cannot pause."""

    def pause(self) -> None:
        raise RuntimeError("too heavy")


def test_a_scene_that_cannot_pause_leaves_all_the_same(
    stack: Stack, context: Context, log: list[Any],
) -> None:
    ask(stack, Push(To(Heavy(context, "a", log))))
    with pytest.raises(RuntimeError):
        stack.home()
    assert log[-1] == "a leave"
    assert [scene.name for scene in stack.scenes] == ["shelf"]


@pytest.mark.parametrize(
    ("change", "opened"),
    [
        (Push, ["a pause", "b enter", "b resume"]),
        (Replace, ["a pause", "a leave", "b enter", "b resume"]),
        (Home, ["a pause", "a leave", "shelf resume", "shelf pause", "b enter", "b resume"]),
    ],
)
def test_what_a_scene_leaves_below_it_depends_on_the_change(
    stack: Stack, context: Context, log: list[Any], change: Any, opened: list[str],
) -> None:
    ask(stack, Push(To(Diary(context, "a", log))))
    log.clear()
    ask(stack, change(To(Diary(context, "b", log))))
    assert log == opened
