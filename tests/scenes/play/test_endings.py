"""The end of a game: the board celebrates in the game's own language, then the results come."""

import math
from typing import Any

import pytest

from game.navigator import play_scene
from game.rules.core.match import Series
from game.scenes.core.scene import Pop
from game.scenes.pond.pool import middle
from game.scenes.review.results import ASLEEP, Results
from game.services.people import Chair
from game.ui.intents import Intent
from game.ui.scrolling import List
from game.ui.widgets import Label
from tests.tools import headless
from tests.tools.showcase.games import played_out

CHAIRS = (Chair("person", "Anna"), Chair("person", "Ben"))
GAMES = ("walomino", "ping_pao", "jin_li", "domi_jongg", "skud_pai_sho")


def at_the_end(game: str, **settings: Any) -> tuple[Any, Any]:
    """A stack and a scene in which the last step has just arrived."""
    context = headless.context(**settings)
    match = played_out(game, 2)
    match.undo()
    scene: Any = play_scene(game)(context, Series(match), CHAIRS)
    stack = headless.stack_of(context, scene)
    scene.play(match.log[match.cursor])
    while scene.queue:
        stack.update(0.02)
    return stack, scene


def close(stack: Any, scene: Any) -> None:
    stack.close()
    scene.context.ai_worker.close()
    scene.context.store.close()


@pytest.mark.parametrize("game", GAMES)
def test_results_come_after_the_celebration_and_the_board_stays(game: str) -> None:
    stack, scene = at_the_end(game)
    seconds = 0.0
    while stack.top is scene and seconds < 12:
        stack.update(0.05)
        seconds += 0.05
    assert isinstance(stack.top, Results)
    assert scene.results_after <= seconds + 0.1
    board, sheet = scene.board_box, stack.top.space
    assert board.right <= sheet.x or board.bottom <= sheet.y or sheet.right <= board.x
    scores = scene.game.scores(scene.latest)
    assert [tray.score for tray in scene.trays] == list(scores)
    close(stack, scene)


def reasons(sheet: Any) -> list[str]:
    """What the results say in words, from the edge they are read from."""
    (rows,) = [each for each in sheet.layers[0].children if isinstance(each, List)]
    return [row.text for row in rows.children if isinstance(row, Label)]


@pytest.mark.parametrize("game", GAMES)
def test_results_tell_everybody_at_the_own_edge_why_the_game_was_won_or_lost(game: str) -> None:
    stack, scene = at_the_end(game, seating="table")
    while stack.top is scene:
        stack.update(0.05)
    sheet, outcome = stack.top, scene.match.outcome
    for seat in sorted((0, 1), key=lambda seat: seat not in outcome.winners):
        names = [scene.t("table.you") if one == seat else scene.names[one] for one in (0, 1)]
        assert sheet.turn == scene.layout.trays[seat].turn
        assert scene.context.texts.outcome(game, outcome, names) in reasons(sheet)
        sheet._turn_on()
    close(stack, scene)


@pytest.mark.parametrize("game", GAMES)
def test_who_plays_alone_against_computers_reads_it_as_you(game: str) -> None:
    context = headless.context()
    match = played_out(game, 2)
    assert match.outcome is not None
    for seat in (0, 1):
        chairs = [Chair("computer", "Ben", "regular"), Chair("computer", "Cleo", "regular")]
        chairs[seat] = Chair("person", "Anna")
        scene: Any = play_scene(game)(context, Series(match), chairs)
        stack = headless.stack_of(context, scene)
        scene.open_results()
        stack.update(0.05)
        words = " ".join(reasons(stack.top)[:1])
        assert "Anna" not in words
        assert ("You" in words or "you" in words) == (seat in match.outcome.winners)
    context.ai_worker.close()
    context.store.close()


@pytest.mark.parametrize("game", ["walomino", "ping_pao", "jin_li"])
def test_the_board_stays_beside_the_results_while_they_are_shared(game: str) -> None:
    stack, scene = at_the_end(game)
    for _ in range(240):
        if isinstance(stack.top, Results):
            break
        stack.update(0.05)
    results: Any = stack.top
    assert results.name == "results"
    board = scene.board_box
    (share,) = [one for one in results.layers[0].targets() if getattr(one, "icon", "") == "share"]
    headless.wait(stack, ASLEEP)
    headless.tap(stack, *results.frame.out(share.box.center))
    assert stack.top.name == "share"
    assert scene.board_box == board
    stack.change(Pop())
    headless.wait(stack, 0.5)
    assert stack.top is results
    assert scene.board_box == board
    stack.change(Pop())
    headless.wait(stack, 0.5)
    assert stack.top is scene
    assert scene.board_box.w >= board.w
    close(stack, scene)


@pytest.mark.parametrize("game", ["walomino", "ping_pao", "domi_jongg"])
def test_a_tap_skips_the_celebration(game: str) -> None:
    stack, scene = at_the_end(game)
    stack.update(0.3)
    assert scene.timeline.moving
    stack.on(Intent("press", scene.board_box.center, pointer="mouse"))
    stack.on(Intent("release", scene.board_box.center, pointer="mouse"))
    headless.wait(stack, scene.results_after + 0.2)
    assert isinstance(stack.top, Results)
    close(stack, scene)


def test_light_runs_through_the_whole_chain() -> None:
    stack, scene = at_the_end("walomino")
    lights, chain = scene.pushing._lights, scene.latest.chain
    headless.wait(stack, 0.3)
    assert lights[chain.ends[0].pose] > 0 == lights[chain.ends[1].pose], "from end to end"
    scene.finish_motion()
    assert set(lights) == set(chain.pieces)
    assert 0 < min(lights.values()) == max(lights.values())
    scene.undo()
    assert not lights
    close(stack, scene)


def test_what_was_taken_is_counted_one_by_one() -> None:
    stack, scene = at_the_end("ping_pao")
    whole = [list(own) for own in scene.animation.taken]
    seen = []
    while scene.timeline.moving:
        stack.update(0.02)
        seen.append(sum(map(len, scene.animation.taken)))
    assert seen[5] < sum(map(len, whole))
    assert set(range(seen[5], sum(map(len, whole)))) & set(seen)
    assert scene.animation.taken == whole
    close(stack, scene)


def astray(scene: Any) -> list[float]:
    """How far from their squares koi swim."""
    return [math.dist(koi.at, middle(square)) for square, koi in scene.pool.koi.items()]


def test_koi_leap_for_joy_and_lie_where_the_match_ended() -> None:
    stack, scene = at_the_end("jin_li")
    leapt, seconds = set[int](), 0.0
    while stack.top is scene and seconds < 12:
        stack.update(0.05)
        seconds += 0.05
        leapt |= {square for square, koi in scene.pool.koi.items() if koi.lift > 0.5}
        assert astray(scene) == [0.0] * 4
    assert leapt == set(scene.pool.koi)
    assert isinstance(stack.top, Results)
    headless.wait(stack, 3)
    assert astray(scene) == [0.0] * 4
    assert not any(koi.lift for koi in scene.pool.koi.values())
    close(stack, scene)


def test_behind_a_sheet_koi_lie_where_the_match_ended() -> None:
    stack, scene = at_the_end("jin_li")
    headless.wait(stack, 1.0)
    stack.on(Intent("menu", source="keys"))
    assert stack.top is not scene
    assert not any(koi.lift for koi in scene.pool.koi.values())
    assert astray(scene) == [0.0] * 4
    stack.on(Intent("cancel", source="keys"))
    headless.wait(stack, 3)
    assert isinstance(stack.top, Results), "they come all the same"
    stack.on(Intent("cancel", source="keys"))
    headless.wait(stack, 8)
    assert stack.top is scene, "they come once"
    close(stack, scene)


def test_calm_tables_celebrate_without_ways() -> None:
    stack, scene = at_the_end("jin_li", reduced_motion=True)
    headless.wait(stack, 0.8)
    assert astray(scene) == [0.0] * 4
    close(stack, scene)
    stack, scene = at_the_end("domi_jongg", reduced_motion=True)
    headless.wait(stack, 0.5)
    assert scene.animation.bow == 0
    close(stack, scene)
