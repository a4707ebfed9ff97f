"""Stories as people watch them: every game, by touch, by keys and by pad, and skipped by a tap."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pygame
import pytest

from game.navigator import Navigator, play_scene
from game.rules import SHELF
from game.rules.core.highlights import story, turns
from game.rules.core.match import Series
from game.scenes.core.context import Context
from game.scenes.core.routes import ToReplay
from game.scenes.core.stack import Stack
from game.scenes.review.highlights import Highlights
from game.scenes.review.results import ASLEEP, Results
from game.scenes.review.telling import Telling
from game.services.people import Chair
from game.ui.frame import Box
from game.ui.intents import Intent, Kind
from game.ui.widgets import Picture
from tests.certain import top
from tests.strict_texts import StrictTexts
from tests.sweep import one_in
from tests.tools import headless
from tests.tools.showcase.games import played_out

CHAIRS = tuple(Chair("person", name) for name in ("Anna", "Ben", "Clara", "David"))
ENTER = Intent("confirm", source="keys")
ESCAPE = Intent("cancel", source="keys")


@pytest.fixture
def context() -> Iterator[Context]:
    made = headless.context((1280, 720), "de")
    made.texts = StrictTexts(made.texts.language)
    yield made
    made.ai_worker.close()
    made.store.close()


def told(
    context: Context, game: str = "jin_li", seats: int = 2, turn: int = 0
) -> tuple[Stack, Any, Highlights]:
    """A finished match with its results at an edge, and its story opened by a tap."""
    series = Series(played_out(game, seats))
    play = play_scene(game)(context, series, CHAIRS[:seats])
    stack = headless.stack_of(context, play)
    stack.open(Results(context, play, (turn,)))
    sheet = top(stack)
    assert isinstance(sheet, Results)
    button = next(
        w for w in sheet.layers[0].targets()
        if getattr(w, "text", "") == context.texts.t("story.offer")
    )  # fmt: skip
    headless.wait(stack, ASLEEP)
    at = sheet.layers[0].frame.out(button.box.center)
    headless.tap(stack, *at, pointer="touch:0:1")
    scene = top(stack)
    assert isinstance(scene, Highlights)
    return stack, play, scene


def watch(stack: Stack, limit: float = 90.0) -> float:
    """Watch the story to its end; gives how many seconds it took."""
    scene = top(stack)
    assert isinstance(scene, Highlights)
    passed = 0.0
    while scene.telling.running:
        stack.update(1 / 20)
        passed += 1 / 20
        assert passed < limit, "the story never ends"
    return passed


@pytest.mark.parametrize("game", SHELF)
def test_every_games_story_runs_to_its_end_in_about_a_minute(context: Context, game: str) -> None:
    stack, play, scene = told(context, game)
    seen: list[int] = []
    passed = 0.0
    while scene.telling.running:
        stack.update(1 / 20)
        passed += 1 / 20
        if not seen or seen[-1] != scene.telling.index:
            seen.append(scene.telling.index)
            assert scene.telling.text
    assert seen == list(range(len(scene.telling.moments)))
    assert passed < 60
    assert play.shown == scene.telling.moments[-1].end
    headless.picture(stack)


@pytest.mark.parametrize("game", SHELF)
def test_running_totals_stand_at_the_seats(context: Context, game: str) -> None:
    stack, play, scene = told(context, game)
    for moment in scene.telling.moments:
        if moment is not scene.telling.moments[0]:
            scene.step(1)
        stack.on(Intent("release", (20, 20), pointer="touch:0:2"))
        stack.update(1 / 20)
        play.show_scores()
        shown = [tray.score for tray in play.trays]
        scores = list(play.game.scores(play.match.states[moment.end]))
        assert shown == scores or shown == [None] * len(shown)
        assert scene.telling.moment is moment


def test_the_match_is_left_as_it_was(context: Context) -> None:
    stack, play, _ = told(context)
    cursor, state, box = play.match.cursor, play.match.state, play.layout.board
    watch(stack)
    stack.on(ESCAPE)
    assert isinstance(top(stack), Results)
    assert (play.match.cursor, play.match.state) == (cursor, state)
    assert play.shown == cursor
    assert not play.replaying
    assert play.layout.board == play.divide(play.size).board != box
    stack.on(ESCAPE)
    assert top(stack) is play
    assert play.controls.layer.visible
    assert play.layout.board == play.divide(context.size).board


def test_nothing_that_was_told_goes_on_standing_at_the_seats(context: Context) -> None:
    stack, play, _ = told(context)
    headless.wait(stack, 6)
    assert any(tray.message for tray in play.trays)
    stack.on(ESCAPE)
    assert not any(tray.message for tray in play.trays)


def test_the_last_caption_says_who_won_and_why(context: Context) -> None:
    stack, play, scene = told(context)
    scene.telling.show(len(scene.telling.moments) - 1)
    outcome = context.texts.outcome(play.id, play.match.outcome, play.names)
    assert scene.telling.text.endswith(outcome)
    assert not scene.telling.text.startswith(outcome)
    scene.telling.show(0)
    assert outcome not in scene.telling.text
    stack.close()


def test_points_are_shown_once_they_are_earned(context: Context) -> None:
    stack, _, scene = told(context)
    assert scene.telling.gained == 0
    headless.wait(stack, 3)
    assert scene.telling.index > 0 or scene.telling.gained == scene.telling.moment.points != 0


def test_a_tap_on_the_board_skips_and_goes_on(context: Context) -> None:
    stack, play, scene = told(context)
    headless.tap(stack, 900, 300, pointer="touch:0:3")
    stack.update(1 / 60)
    assert scene.telling.index == 0
    assert play.shown == scene.telling.moment.end
    headless.tap(stack, 900, 300, pointer="touch:0:3")
    assert scene.telling.index == 1
    assert play.shown == scene.telling.moment.first


def test_keys_stop_it_and_leaf_through_it(context: Context) -> None:
    stack, _, scene = told(context)
    stack.on(ENTER)
    assert not scene.telling.running
    headless.wait(stack, 8)
    assert scene.telling.index == 0
    stack.on(Intent("command", name="page_down", source="keys"))
    assert scene.telling.index == 1
    stack.on(Intent("command", name="page_up", source="keys"))
    assert scene.telling.index == 0
    stack.on(ENTER)
    assert scene.telling.running


def test_a_pads_shoulder_buttons_leaf_through_it(context: Context) -> None:
    stack, _, scene = told(context)
    stack.on(Intent("turn", value=1, source="pad", pad=0))
    assert scene.telling.phase == "after", "it shows where the turn led"
    stack.on(Intent("turn", value=1, source="pad", pad=0))
    assert scene.telling.index == 1
    stack.on(Intent("turn", value=-1, source="pad", pad=0))
    assert scene.telling.index == 0
    stack.on(Intent("cancel", source="pad", pad=0))
    assert isinstance(top(stack), Results)


def test_a_bead_leads_to_its_moment(context: Context) -> None:
    stack, play, scene = told(context)
    course = scene._course
    layer = scene.layers[0]
    at = layer.frame.out(course.bead(scene.telling.moments[5]))
    headless.tap(stack, *at, pointer="touch:0:4")
    assert scene.telling.index == 5
    assert play.shown == scene.telling.moments[5].first


def test_at_the_end_it_can_be_told_again(context: Context) -> None:
    stack, _, scene = told(context)
    scene.telling.show(len(scene.telling.moments) - 1)
    watch(stack)
    assert scene.telling.ended
    stack.on(ENTER)
    assert scene.telling.running
    assert scene.telling.index == 0


@pytest.mark.parametrize(
    "at", one_in(4, product([1, 2, 3], [(1280, 720), (800, 600), (1080, 1920)]))
)
def test_from_turned_results_it_is_told_to_the_same_reader(
    at: tuple[int, tuple[int, int]]
) -> None:
    """Each turn and each window once every time; in deep runs each turn in each window."""
    turn, pixels = at
    context = headless.context(pixels, "de", seating="table")
    stack, play, scene = told(context, "ping_pao", 4, turn)
    (layer,) = scene.layers
    assert layer.frame.turn == turn
    strip, board = layer.frame.box, scene.board
    assert Box(0, 0, *context.size) == board.joined(strip)
    assert board.w * board.h + strip.w * strip.h == pytest.approx(
        context.size[0] * context.size[1]
    )
    x, y = scene.frame.into(strip.center)
    assert x == pytest.approx(scene.frame.size[0] / 2)
    assert y > scene.frame.size[1] / 2, "near whoever reads it"
    headless.picture(stack)
    course = scene._course
    bead = course.bead(scene.telling.moments[3])
    headless.tap(stack, *layer.frame.out(bead), pointer="touch:0:1")
    assert scene.telling.index == 3
    stack.on(Intent("focus", vector=(1, 0), source="pad", pad=0))
    scene.focus.current = course
    stack.on(Intent("focus", vector=(1, 0), source="pad", pad=0))
    assert scene.telling.index == 4, "right is right for the reader"
    near = play.layout.board.center
    touched = near[0] + board.x, near[1] + board.y
    kinds: tuple[Kind, ...] = ("press", "hold", "release")
    for kind in kinds:
        stack.on(Intent(kind, touched, pointer="t:1", source="touch"))
    assert [stroke.start for stroke in play.talk.strokes] == [near]
    watch(stack)
    headless.picture(stack)
    stack.on(ESCAPE)
    assert isinstance(stack.top, Results)
    assert stack.top.turn == turn
    context.store.close()


@pytest.mark.parametrize("pixels", [(800, 600), (1080, 1920)])
def test_another_window_keeps_the_moment(context: Context, pixels: tuple[int, int]) -> None:
    stack, play, scene = told(context, "ping_pao", 4)
    scene.telling.show(2)
    headless.wait(stack, 0.8)
    pygame.display.set_mode(pixels)
    stack.resize(pixels)
    assert scene.telling.index == 2
    board, room = play.layout.board, scene.board
    assert board.bottom <= room.h < context.size[1]
    watch(stack)
    headless.picture(stack)


def test_without_motion_it_still_tells_everything() -> None:
    made = headless.context((1280, 720), "en", reduced_motion=True)
    stack, play, scene = told(made, "walomino")
    watch(stack)
    assert scene.telling.last
    assert play.shown == scene.telling.moments[-1].end
    made.store.close()


def test_a_match_of_long_ago_has_its_story_too(context: Context) -> None:
    replay: Any = Navigator(context)(ToReplay(Series(played_out("jin_li")), CHAIRS[:2]))
    stack = headless.stack_of(context, replay)
    board = replay.play.layout.board
    button = next(
        w for w in replay.layers[0].targets()
        if getattr(w, "text", "") == context.texts.t("story.offer")
    )  # fmt: skip
    x, y = replay.layers[0].frame.out(button.box.center)
    headless.tap(stack, x, y, pointer="touch:0:5")
    assert isinstance(top(stack), Highlights)
    watch(stack)
    stack.on(ESCAPE)
    assert top(stack) is replay
    assert replay.play.layout.board == board
    assert not replay.play.controls.layer.visible
    headless.picture(stack)


def test_who_plays_alone_has_a_story_as_well(context: Context) -> None:
    match = played_out("solitaire_pai_sho", 1, options={})
    play = play_scene("solitaire_pai_sho")(context, Series(match), CHAIRS[:1])
    stack = headless.stack_of(context, play, Highlights(context, play))
    watch(stack)
    scene = top(stack)
    assert isinstance(scene, Highlights)
    assert scene.telling.ended
    assert context.texts.outcome(play.id, match.outcome, play.names) in scene.telling.text  # type: ignore[arg-type]


def test_in_a_series_the_story_is_that_of_the_present_game(context: Context) -> None:
    series = Series(played_out("jin_li"), 2)
    second = series.advance()
    while second.outcome is None:
        second.play(second.game.moves(second.state)[0])
    play = play_scene("jin_li")(context, series, CHAIRS[:2])
    stack = headless.stack_of(context, play, Highlights(context, play))
    scene = top(stack)
    assert isinstance(scene, Highlights)
    assert scene.telling.moments == story(turns(second, SHELF["jin_li"].weights), {})
    assert play.names == ("Ben", "Anna")
    watch(stack)
    assert play.shown == scene.telling.moments[-1].end


@pytest.mark.parametrize(
    ("game", "language", "said"),
    [("ping_pao", "de", "{} legt einen Stein."), ("ping_pao", "en", "{} lays a piece."),
     ("jin_li", "de", "{}: von "), ("jin_li", "en", "{}: from ")],
)  # fmt: skip
def test_a_plain_turn_is_told_with_the_name_of_who_made_it(
    game: str, language: str, said: str
) -> None:
    context = headless.context((1280, 720), language)
    match = played_out(game)
    telling = Telling(play_scene(game)(context, Series(match), CHAIRS[:2]))
    telling.moment = next(moment for moment in telling.turns if not moment.told)
    telling.phase = "after"
    assert telling.text.startswith(said.format(CHAIRS[telling.moment.seat].name))
    context.ai_worker.close()
    context.store.close()


@pytest.mark.parametrize("game", SHELF)
def test_what_a_plain_turn_did_is_marked_on_the_board(context: Context, game: str) -> None:
    match = played_out(game)
    play = play_scene(game)(context, Series(match), CHAIRS[: match.seats])
    headless.stack_of(context, play)
    telling, marked = Telling(play), 0
    for moment in [moment for moment in telling.turns if not moment.told][-9:]:
        steps = match.log[moment.first : moment.end]
        telling.show_turn(moment)
        telling.finish()
        if any(play.place_at(place) for step in steps for place in play.places_of(step)):
            assert play.marks, f"{steps} cannot be told from what lies around"
            marked += 1
    assert marked or game == "walomino"  # where pairs are put together on no board


@pytest.mark.parametrize("game", ["jin_li", "solitaire_pai_sho"])
def test_every_turn_is_told_in_whole_sentences(context: Context, game: str) -> None:
    """Also one of which nothing stands out, when a touch on the curve asks for it."""
    match = played_out(game)
    play = play_scene(game)(context, Series(match), CHAIRS[: match.seats])
    telling = Telling(play)
    plain = [moment for moment in telling.turns if not moment.told]
    for moment in plain[:9]:
        telling.show_turn(moment)
        telling.phase = "after"
        assert telling.text.endswith("."), telling.text
    assert plain


@pytest.mark.parametrize(("size", "above"), [("normal", False), ("large", True), ("largest", True)])
def test_large_letters_have_the_width_of_a_narrow_screen(size: str, above: bool) -> None:
    made = headless.context((800, 600), "de", text_size=size)
    series = Series(played_out("domi_jongg", 4))
    play = play_scene("domi_jongg")(made, series, CHAIRS)
    scene = Highlights(made, play)
    stack = headless.stack_of(made, play, scene)
    course = scene._course
    words = next(w for w in scene.build() if isinstance(w, Picture))
    assert (words.box.bottom <= course.box.y) == above
    assert (words.box.w > 0.9 * scene.frame.size[0]) == above
    headless.picture(stack)
    made.ai_worker.close()
    made.store.close()
