"""Skud Pai Sho played on the table: by taps, by dragging, by keys, against the computer."""

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import pygame
import pytest

from game.navigator import Navigator
from game.rules import GAMES
from game.rules.core.match import Match
from game.rules.pai_sho.board import CODES, KINDS, at
from game.rules.skud_pai_sho.state import Accents, Arrange, Bonus, Decline, Pass, Plant
from game.scenes.core.routes import ToLevel
from game.scenes.play.move_list import Moves
from game.scenes.review.results import Results
from game.scenes.skud_pai_sho.picks import Accent, HarmonyLensButton, Pick
from game.scenes.skud_pai_sho.view import View
from game.services import levels
from game.ui.painter import Painter
from tests.scenes.table import ANNA, BEN, COMPUTER, Table
from tests.sweep import one_in
from tests.tools import headless
from tests.tools.promises import drag
from tests.tools.showcase.games import BONUS, MIDDLE, TURNS
from tests.tools.showcase.samples import SAMPLES, samples
from tests.tools.soak import Crowd, check

GAME = GAMES["skud_pai_sho"]


def hand(code: str) -> Pick:
    """The spot of a kind in the reserve."""
    return Pick(hand=KINDS[code])


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table("skud_pai_sho")
    yield made
    made.close()


def steps_of_record(turns: tuple[str, ...] = TURNS) -> list[Any]:
    """The recorded game step by step, declined bonuses included."""
    match = Match(GAME, 2)
    for text in turns:
        if match.state.phase == "bonus":
            match.play(Decline())
        match.play_text(text)
    return match.log


def put(table: Table, *turns: str) -> None:
    """Lay a position on the table as if it had been played there."""
    for move in steps_of_record(turns):
        table.scene.match.play(move)
    table.scene.show_moment(None)


def keys_for(table: Table, move: Any) -> list[Any]:
    """What has to be picked, one after the other, to play a step."""
    match move:
        case Accents(kinds):
            wanted = {Accent(k, i) for k in set(kinds) for i in range(kinds.count(k))}
            return [*(table.scene.choice.chosen ^ wanted), move]
        case Plant(kind, gate):
            return [Pick(hand=kind), gate]
        case Arrange(source, goal):
            return [source, goal]
        case Bonus(kind, point, goal) if goal is not None:
            return [Pick(hand=kind), point, goal, goal]
        case Bonus(kind, point, _):
            often = 2 if CODES[kind] in "WB" else 1
            return [Pick(hand=kind), *[point] * often]
        case Decline():
            return [Decline()]
    raise AssertionError(move)


def keep(table: Table) -> None:
    """Tap the button that keeps the accents chosen."""
    table.tap(Accents(table.scene.choice.kinds))


def play_by_taps(table: Table, move: Any) -> None:
    for key in keys_for(table, move):
        table.tap(key)
    table.rest()


def play_by_drags(table: Table, move: Any) -> None:
    match move:
        case Plant(kind, point) | Bonus(kind, point, None):
            table.drag(Pick(hand=kind), point)
        case Arrange(source, goal):
            table.drag(source, goal)
        case Bonus(kind, point, goal):
            table.drag(Pick(hand=kind), point)
            table.drag(point, goal)
        case _:
            for key in keys_for(table, move):
                table.tap(key)
    table.rest()


def play_all(table: Table, steps: list[Any], play: Callable[..., Any]) -> None:
    """Play a whole game; where no bonus is left, doing without happens by itself."""
    for index, move in enumerate(steps):
        if table.match.cursor == index:
            play(table, move)


def go_to(table: Table, key: Any) -> None:
    """Steer the focus to a spot with the arrow keys."""
    table.scene.focus.visible = True
    for _ in range(120):
        here = getattr(table.scene.focus.current, "key", None)
        if here == key:
            return
        x1, y1 = table.spot(here) if here else (0, 0)
        x2, y2 = table.spot(key)
        across, down = x2 - x1, y2 - y1
        sideways = abs(across) > 5 and (abs(across) >= abs(down) or abs(down) < 5)
        step = (1 if across > 0 else -1, 0) if sideways else (0, 1 if down > 0 else -1)
        table.key("focus", vector=step)
    raise AssertionError(f"the focus never came to {key}")


# Whole games --------------------------------------------------------------------------------------


def test_a_whole_game_by_taps_ends_in_bloom_and_with_the_results(table: Table) -> None:
    steps = steps_of_record()
    play_all(table, steps, play_by_taps)
    assert table.match.log[: len(steps)] == steps
    assert table.match.log[-1] == Decline(), "no bonus is left, so it is done without"
    table.wait(5)
    assert table.match.outcome is not None
    assert table.match.outcome.reason == "ring"
    assert table.scene.plot.rings
    assert isinstance(table.stack.top, Results)


def test_a_whole_game_by_dragging() -> None:
    table = Table("skud_pai_sho", pixels=(1920, 1080), seating="table")
    steps = steps_of_record()
    play_all(table, steps, play_by_drags)
    assert table.match.log[: len(steps)] == steps
    table.close()


@pytest.mark.parametrize("accents", ["host_decides", "random"])
def test_the_other_ways_to_come_by_accents(accents: str) -> None:
    table = Table("skud_pai_sho", options={"accents": accents, "ruleset": "garden_gate"})
    if accents == "host_decides":
        assert table.scene.asked == 1
        play_by_taps(table, Accents((9, 9, 12, 12)))
    assert table.scene.asked == 0
    play_by_taps(table, Plant(KINDS["R4"], at(0, -8)))
    assert table.scene.asked == 1
    table.close()


def test_without_wheels_four_of_six_are_chosen() -> None:
    table = Table("skud_pai_sho", options={"wheels": False})
    accents = [spot.key for spot in table.scene.input.spots() if isinstance(spot.key, Accent)]
    assert sorted(CODES[accent.kind] for accent in accents) == [*"BBKKRR"]
    table.picture()
    keep(table)
    table.rest()
    assert GAME.write(table.match.log[0]) == "R,R,K,B"
    table.close()


def test_with_an_informal_start_any_gate_is_lit() -> None:
    table = Table("skud_pai_sho", options={"opening": "informal", "accents": "all"})
    play_by_taps(table, Plant(KINDS["R4"], at(8, 0)))
    play_by_taps(table, Plant(KINDS["W3"], at(0, -8)))
    assert table.match.cursor == 2
    table.close()


def test_without_aids_no_harmony_is_pointed_out() -> None:
    scenes = []
    for aids in (True, False):
        table = Table("skud_pai_sho", options={"aids": aids})
        put(table, *TURNS[:BONUS])
        table.rest()
        move = GAME.read(TURNS[BONUS].partition("+")[0])
        table.tap(move.source)
        lenses = [s for s in table.scene.input.spots() if isinstance(s.key, HarmonyLensButton)]
        reach = table.scene.input.reach
        scenes.append((bool(lenses), bool(reach.goals), bool(reach.rich)))
        table.tap(move.goal)
        table.rest()
        assert table.match.state.phase == "bonus"
        assert bool(table.scene.plot.lines) is aids
        assert table.scene.trays[0].prompt == table.scene.prompt(0)
        table.picture()
        table.close()
    assert scenes == [(True, True, True), (False, True, False)]


def test_the_computer_answers() -> None:
    table = Table("skud_pai_sho", (ANNA, COMPUTER))
    until = time.monotonic() + 60
    for move in (Accents((9, 10, 11, 12)), Plant(KINDS["R4"], at(0, -8))):
        while table.scene.asked != 0 and time.monotonic() < until:
            table.wait(0.05)
            time.sleep(0.01)
        play_by_taps(table, move)
    while table.scene.asked != 0 and time.monotonic() < until:
        table.wait(0.05)
        time.sleep(0.01)
    assert table.scene.asked == 0
    assert table.match.cursor == 4
    table.close()


# Steps --------------------------------------------------------------------------------------------


def test_accents_are_four_or_the_reason_is_told(table: Table) -> None:
    table.tap(Accent(KINDS["R"], 0))
    keep(table)
    assert table.scene.trays[1].rule == "SK-3"
    assert table.match.log == []
    table.tap(Accent(KINDS["W"], 1))
    keep(table)
    table.rest()
    assert GAME.write(table.match.log[0]) == "W,W,K,B"


def test_a_turn_by_keys_alone(table: Table) -> None:
    put(table, *TURNS[:4])
    for key in (at(0, -8), at(-2, -7), at(0, 8), at(1, 6)):
        go_to(table, key)
        table.key("confirm")
        table.rest()
    assert [GAME.write(m) for m in table.match.log[-2:]] == ["(0,-8)-(-2,-7)", "(0,8)-(1,6)"]


def test_keys_reach_the_reserve_and_the_buttons(table: Table) -> None:
    put(table, *TURNS[:4])
    for key in (hand("R5"), at(-8, 0)):
        go_to(table, key)
        table.key("confirm")
        table.rest()
    assert GAME.write(table.match.log[-1]) == "R5(-8,0)"
    go_to(table, HarmonyLensButton(1))
    table.key("confirm")
    assert table.scene.input.harmony_lens


def test_a_bonus_may_be_done_without(table: Table) -> None:
    put(table, *TURNS[:9])
    arrange, _, _ = TURNS[9].partition("+")
    for move in steps_of_record((*TURNS[:9], arrange))[-1:]:
        play_by_taps(table, move)
    assert table.match.state.phase == "bonus"
    table.tap(Decline())
    table.rest()
    assert isinstance(table.match.log[-1], Decline)
    assert table.scene.asked == 0


def test_wheels_and_boats_show_what_they_do_before_they_do_it(table: Table) -> None:
    put(table, *TURNS[:BONUS], TURNS[BONUS].partition("+")[0])
    before = table.match.cursor
    table.tap(hand("W"))
    table.tap(at(-2, 7))
    assert table.match.cursor == before, "the first tap only shows it"
    shown = table.scene.input.preview
    assert shown.turning
    assert shown.refusal is None
    table.picture()
    table.tap(at(-2, 7))
    table.rest()
    assert GAME.write(table.match.log[-1]) == "+W(-2,7)"


def test_the_mouse_shows_it_while_hovering(table: Table) -> None:
    put(table, *TURNS[:BONUS], TURNS[BONUS].partition("+")[0])
    table.tap(hand("W"))
    table.send("hover", table.spot(at(-2, 7)))
    assert table.scene.input.preview.turning
    table.tap(at(-2, 7))
    table.rest()
    assert GAME.write(table.match.log[-1]) == "+W(-2,7)"


def test_a_preview_of_an_arrange_shows_way_and_harmonies(table: Table) -> None:
    put(table, *TURNS[:MIDDLE])
    table.tap(at(-7, -3))
    table.send("hover", table.spot(at(-4, -2)))
    shown = table.scene.input.preview
    assert shown.way[0] == at(-7, -3)
    assert shown.way[-1] == at(-4, -2)
    assert shown.gained
    assert shown.lost
    table.picture()


BEFORE_A_CLASH = (
    "R,W,K,B", "R,W,K,B", "R3(0,-8)", "R3(0,8)", "(0,-8)-(1,-7)", "W3(0,-8)", "R3(-8,0)",
    "(0,-8)-(-1,-6)",
)  # fmt: skip
"""On (1,-6) the rose on (1,-7) would see the jasmine on (-1,-6)."""


# Refusals -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turns", "picks", "rule", "place"),
    [
        (4, (at(0, -8), at(0, 8)), "SK-11", "(0,8)"),
        (4, (at(0, -8), at(5, 5)), "SK-11", "(5,5)"),
        (4, (hand("R3"), at(3, 3)), "SK-10", "(3,3)"),
        (4, (hand("R3"), at(0, 8)), "SK-10", "(0,8)"),
    ],
)
def test_refusals_are_explained_where_they_belong(
    table: Table, turns: int, picks: tuple[Any, int], rule: str, place: str,
) -> None:
    put(table, *TURNS[:turns])
    before = table.match.cursor
    for key in picks:
        table.tap(key)
    assert table.scene.trays[0].rule == rule
    assert table.match.cursor == before
    marked = [mark.center for mark in table.scene.marks if mark.kind == "refusal"]
    assert table.scene.place_at(place) in marked


def test_a_tile_of_the_opponent_is_named_when_it_is_tapped(table: Table) -> None:
    put(table, *TURNS[:4])
    table.tap(at(0, 8))
    assert table.scene.card.shown.title == "Jasmine 3"
    assert not table.scene.trays[0].message
    assert not [mark for mark in table.scene.marks if mark.kind == "refusal"]


@pytest.mark.parametrize("place", [at(3, 3), None])
def test_a_tap_on_nothing_with_nothing_chosen_says_what_to_do(
    table: Table, place: int | None,
) -> None:
    put(table, *TURNS[:4])
    beside = table.scene.layout.board.x + 4, table.scene.layout.board.y + 4
    x, y = beside if place is None else table.spot(place)
    for kind in ("press", "release", "tap"):
        table.send(kind, (x, y))
    tray = table.scene.trays[0]
    assert (tray.message, tray.tone) == (table.scene.prompt(0), "hint")
    assert not [mark for mark in table.scene.marks if mark.kind == "refusal"]


def test_a_tap_beside_a_tile_takes_the_nearest_that_fits(table: Table) -> None:
    put(table, *TURNS[:4])
    board = table.scene.board

    def tap_at(x: float, y: float) -> None:
        for kind in ("press", "release", "tap"):
            table.send(kind, board.at(x, y))

    tap_at(0.6, -7.8)
    assert table.scene.input.picked == Pick(source=at(0, -8))
    table.key("cancel")
    tap_at(0.9, -7.95)
    assert not table.scene.input.picked, "too far from anything that fits"


def test_words_and_marks_end_together(table: Table) -> None:
    put(table, *TURNS[:4])
    table.tap(at(0, -8))
    table.tap(at(5, 5))
    assert any(mark.kind == "refusal" for mark in table.scene.marks)
    table.wait(12)
    assert not table.scene.trays[0].message
    assert not any(mark.kind == "refusal" for mark in table.scene.marks)
    table.scene.show_hint(0, [Arrange(at(0, -8), at(1, -7))])
    table.key("cancel")
    assert not table.scene.trays[0].message
    assert not any(mark.kind == "hint" for mark in table.scene.marks)


def test_escape_closes_what_is_open_before_it_leaves(table: Table) -> None:
    put(table, *TURNS[:BONUS], TURNS[BONUS].partition("+")[0])
    before = table.match.cursor
    table.tap(hand("W"))
    table.key("cancel")
    assert not table.scene.input.picked
    table.tap(at(0, 8))
    assert table.scene.card.shown is not None
    table.key("cancel")
    assert table.scene.card.shown is None
    assert (table.match.cursor, table.stack.top) == (before, table.scene)
    table.key("cancel")
    assert table.stack.top is not table.scene, "nothing is open any more: the menu"


@pytest.mark.parametrize(("code", "rule"), [("L", "SK-10"), ("R", "SK-10")])
def test_tiles_that_cannot_be_planted_say_so_at_once(table: Table, code: str, rule: str) -> None:
    put(table, *TURNS[:4])
    table.tap(hand(code))
    assert table.scene.trays[0].rule == rule
    assert not table.scene.input.picked


def test_a_clash_is_shown_as_the_reason(table: Table) -> None:
    put(table, *BEFORE_A_CLASH)
    table.tap(at(1, -7))
    table.tap(at(1, -6))
    assert table.scene.trays[0].rule == "SK-9"
    assert table.scene.blamed.rule == "SK-9"
    table.picture()
    table.tap(hand("R4"))
    assert table.scene.blamed is None


def test_a_would_be_clash_is_shown_while_dragging(table: Table) -> None:
    put(table, *BEFORE_A_CLASH)
    start, goal = table.spot(at(1, -7)), table.spot(at(1, -6))
    table.send("press", start, pointer="touch:0:1")
    table.send("drag", goal, pointer="touch:0:1", moved=True)
    assert set(table.scene.input.preview.refusal.places) == {"(1,-6)", "(-1,-6)"}
    table.picture()
    table.send("release", goal, pointer="touch:0:1", moved=True)
    table.rest()
    assert table.scene.trays[0].rule == "SK-9"
    assert table.scene.plot.pieces[at(1, -7)].at == (1, -7)


def test_an_empty_gate_says_where_flowers_come_from(table: Table) -> None:
    put(table, *TURNS[:4])
    table.tap(at(8, 0))
    assert "reserve" in table.scene.trays[0].message


# Hands --------------------------------------------------------------------------------------------


def test_a_drag_to_nowhere_glides_back(table: Table) -> None:
    put(table, *TURNS[:4])
    before = table.match.cursor
    for key in (at(0, -8), hand("R4")):
        table.send("press", table.spot(key), pointer="touch:0:1")
        table.send("drag", (5, 5), pointer="touch:0:1", moved=True)
        table.picture()
        table.send("release", (5, 5), pointer="touch:0:1", moved=True)
        table.rest()
    assert table.scene.plot.pieces[at(0, -8)].at == pytest.approx((0, -8))
    assert table.scene.plot.above == []
    assert table.match.cursor == before


def test_a_second_finger_does_not_disturb_the_first(table: Table) -> None:
    put(table, *TURNS[:4])
    table.send("press", table.spot(at(0, -8)), pointer="touch:0:1")
    table.send("drag", table.spot(at(1, -6)), pointer="touch:0:1", moved=True)
    table.send("press", table.spot(hand("R3")), pointer="touch:0:2")
    table.send("drag", table.spot(at(-2, -7)), pointer="touch:0:1", moved=True)
    table.send("release", table.spot(hand("R3")), pointer="touch:0:2")
    table.send("release", table.spot(at(-2, -7)), pointer="touch:0:1", moved=True)
    table.rest()
    assert GAME.write(table.match.log[-1]) == "(0,-8)-(-2,-7)"


def test_a_resize_in_mid_drag_puts_the_flower_back(table: Table) -> None:
    put(table, *TURNS[:4])
    table.send("press", table.spot(at(0, -8)), pointer="touch:0:1")
    table.send("drag", table.spot(at(0, -5)), pointer="touch:0:1", moved=True)
    table.stack.resize((800, 600))
    table.rest()
    assert table.scene.plot.pieces[at(0, -8)].at == (0, -8)
    assert not table.scene.input.picked
    play_by_taps(table, Arrange(at(0, -8), at(-2, -7)))
    assert GAME.write(table.match.log[-1]) == "(0,-8)-(-2,-7)"


def test_the_lens_tells_harmonies_crossings_and_the_ring(table: Table) -> None:
    put(table, *TURNS[:BONUS])
    table.tap(HarmonyLensButton(0))
    assert table.scene.input.harmony_lens
    assert "A ring is one move away" in " ".join(table.scene.words.seen(table.scene.shown_state, 0))
    table.picture()
    table.tap(HarmonyLensButton(1))
    assert not table.scene.input.harmony_lens


# Going back and forth -----------------------------------------------------------------------------


def test_undo_and_redo(table: Table) -> None:
    play_by_taps(table, Accents((9, 10, 11, 12)))
    play_by_taps(table, Accents((9, 10, 11, 12)))
    play_by_taps(table, Plant(KINDS["R4"], at(0, -8)))
    table.scene.undo()
    assert table.scene.plot.pieces == {}
    table.scene.redo()
    assert list(table.scene.plot.pieces) == [at(0, -8)]


def test_undo_in_the_middle_of_a_turn_takes_back_the_arrange(table: Table) -> None:
    put(table, *TURNS[:9])
    arrange = steps_of_record((*TURNS[:9], TURNS[9].partition("+")[0]))[-1]
    play_by_taps(table, arrange)
    table.tap(hand("L"))
    table.scene.undo()
    assert table.match.state.phase == "turn"
    assert not table.scene.input.picked
    assert at(0, -8) in table.scene.plot.pieces


def test_a_move_waits_for_consent_where_moves_are_confirmed() -> None:
    table = Table("skud_pai_sho", confirm_moves=True)
    put(table, *TURNS[:4])
    before = table.match.cursor
    for consent in (False, True):
        table.tap(at(0, -8))
        table.tap(at(-2, -7))
        assert table.match.cursor == before
        table.picture()
        table.scene.consent(consent)
        assert not table.scene.input.picked
    table.rest()
    assert table.match.cursor == before + 1
    table.close()


def test_nothing_lies_under_the_question_whether_a_move_is_meant() -> None:
    table = Table("skud_pai_sho", confirm_moves=True)
    put(table, *TURNS[:4])
    scene = table.scene
    scale = table.context.scale

    def seen(seat: int, lens: bool) -> bytes:
        scene.reserves[seat].harmony_lens.chosen = lens
        spot = scene.reserves[seat].harmony_lens_spot.box
        part = table.picture().subsurface([round(n * scale) for n in spot])
        return pygame.image.tobytes(part, "RGB")

    asked = scene.asked
    assert seen(asked, True) != seen(asked, False)
    table.tap(at(0, -8))
    table.tap(at(-2, -7))
    assert seen(asked, True) == seen(asked, False)
    assert seen(1 - asked, True) != seen(1 - asked, False)
    scene.consent(False)
    assert seen(asked, True) != seen(asked, False)
    table.close()


def test_the_list_of_moves_names_the_tiles(table: Table) -> None:
    put(table, *TURNS[:12])
    table.key("command", name="moves")
    moves = table.stack.top
    assert isinstance(moves, Moves)
    rows = [row.text for _, row in moves.rows]
    assert rows[0] == "keeps: Rock, Wheel, Wheel and Knotweed"
    assert rows[2:4] == ["plants the jasmine"] * 2
    assert rows[9] == "moves the rhododendron, bonus: White lotus"
    moves.go_to(3)
    table.picture()
    assert list(table.scene.plot.pieces) == [at(0, -8)]


def test_captures_lie_on_the_shelf(table: Table) -> None:
    put(table, *TURNS[:BONUS])
    assert [CODES[code % 13] for code in table.scene.captured[1]] == ["W5"]
    table.scene.show_moment(4)
    assert table.scene.captured == ([], [])


def test_a_press_skips_the_animation(table: Table) -> None:
    put(table, *TURNS[:4])
    table.tap(at(0, -8))
    table.tap(at(-2, -7))
    assert table.scene.moving
    table.send("press", (3, 300))
    assert not table.scene.moving
    assert table.scene.plot.pieces[at(-2, -7)].at == (-2, -7)


def test_the_arrow_of_a_hint_begins_at_the_tile_in_the_reserve(table: Table) -> None:
    """Not in the middle of the tray, where another tile lies."""
    put(table, *TURNS[:9])
    seat, scene = table.match.actor, table.scene
    planted = [move for move in scene.game.moves(table.match.state) if isinstance(move, Plant)]
    assert planted
    for move in planted:
        assert scene.way_of(move)[0] == scene.reserves[seat].at(move.kind)


@pytest.mark.usefixtures("quick_hints")
def test_a_hint_marks_its_places_and_says_it_in_words(table: Table) -> None:
    put(table, *TURNS[:9])
    table.scene.ask_hint()
    until = time.monotonic() + 60
    while not any(m.kind == "hint" for m in table.scene.marks) and time.monotonic() < until:
        table.wait(0.05)
        time.sleep(0.01)
    assert any(mark.kind == "hint" for mark in table.scene.marks)
    assert table.scene.trays[1].message.endswith(".")


@pytest.mark.parametrize(
    ("move", "part"),
    [
        (Plant(KINDS["R3"], at(8, 0)), "rose"),
        (Bonus(KINDS["B"], at(1, -7), at(2, -7)), "boat"),
        (Decline(), "Decline"),
        (Pass(), "pass"),
        (Accents((9, 9, 11, 12)), "Knotweed"),
    ],
)
def test_every_step_can_be_hinted_in_words(table: Table, move: Any, part: str) -> None:
    put(table, *TURNS[:9])
    assert part in table.scene.hint_text([move])


# Pictures -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seating", ["couch", "table"])
@pytest.mark.parametrize("pixels", [(800, 600), (600, 800), (1080, 1920), (1920, 1080)])
def test_any_screen_and_seating(seating: str, pixels: tuple[int, int]) -> None:
    table = Table("skud_pai_sho", pixels=pixels, seating=seating, language="de")
    table.picture()
    put(table, *TURNS[:BONUS], TURNS[BONUS].partition("+")[0])
    table.tap(HarmonyLensButton(0))
    table.picture()
    width, height = table.context.size
    for spot in table.scene.input.spots():
        assert 0 < spot.box.x < spot.box.right < width
        assert 0 < spot.box.y < spot.box.bottom < height
        if not isinstance(spot.key, int):
            assert min(spot.box.w, spot.box.h) >= 66, f"{spot.key} is too small for a finger"
    table.close()


def test_what_lies_in_a_tray_does_not_overlap() -> None:
    for seating in ("couch", "table"):
        for pixels in ((800, 600), (600, 800), (1280, 720), (1080, 1920)):
            table = Table("skud_pai_sho", pixels=pixels, seating=seating)
            for reserve in table.scene.reserves:
                spots = [*reserve.spots(), reserve.harmony_lens_spot, reserve.decline_spot]
                boxes = [spot.box for spot in spots]
                for i, a in enumerate(boxes):
                    for b in boxes[i + 1 :]:
                        apart = a.right <= b.x or b.right <= a.x or a.bottom <= b.y
                        assert apart or b.bottom <= a.y
            table.close()


def test_the_petals_rest_when_nobody_touches_the_table(table: Table) -> None:
    put(table, *TURNS[:MIDDLE])
    table.wait(40)
    assert not table.lives(1.0)
    table.send("hover", (10, 10))
    assert table.lives(1.0)


def test_reduced_motion_moves_nothing_by_itself() -> None:
    table = Table("skud_pai_sho", reduced_motion=True)
    put(table, *TURNS[:MIDDLE])
    table.wait(5)
    assert not table.lives(1.0)
    play_by_taps(table, Arrange(at(-7, -3), at(-4, -2)))
    assert table.match.state.phase == "bonus"
    table.close()


def test_a_game_goes_on_after_the_results() -> None:
    table = Table("skud_pai_sho", games=2)
    put(table, *TURNS)
    table.rest()
    table.wait(5)
    assert table.match.outcome is not None
    table.scene.next_game()
    table.scene.resume()
    assert table.scene.plot.pieces == {}
    assert table.scene.names == ("Ben", "Anna")
    table.close()


@pytest.mark.parametrize("frames", one_in(2, [150, 500]))
def test_random_hands_never_break_it(frames: int) -> None:
    table = Table("skud_pai_sho", (ANNA, BEN))
    put(table, *TURNS[:MIDDLE])
    crowd = Crowd(table.stack, random.Random(4))
    for _ in range(frames):
        crowd.act()
        table.stack.update(1 / 60)
        check(table.stack.top)
    assert crowd.intents > frames
    table.close()


def test_a_pick_is_something_and_nothing_is_not() -> None:
    assert not Pick()
    assert Pick(hand=1)


def test_points_are_counted_only_when_somebody_has_won(table: Table) -> None:
    steps = steps_of_record()
    for move in steps[:-1]:
        table.match.play(move)
    table.scene.show_moment(None)
    assert [tray.score for tray in table.scene.trays] == [None, None]
    table.match.play(steps[-1])
    while table.match.outcome is None:
        table.match.play(Decline())
    table.scene.show_moment(None)
    assert sorted(tray.score for tray in table.scene.trays) == [0, 1]


@pytest.mark.parametrize("shown", [True, False])
def test_gates_glow_for_a_flower_where_targets_are_to_be_shown(shown: bool) -> None:
    table = Table("skud_pai_sho", show_targets=shown)
    put(table, *TURNS[:2])
    x, y = table.spot(at(0, -8))
    scale, side = table.context.scale, 90
    gate = pygame.Rect(x * scale - side / 2, y * scale - side / 2, side, side)
    before = pygame.image.tobytes(table.picture().subsurface(gate), "RGB")
    table.tap(hand("R3"))
    after = pygame.image.tobytes(table.picture().subsurface(gate), "RGB")
    assert (before != after) == shown
    table.close()


def test_by_keys_a_flower_of_the_reserve_leads_on_to_a_gate(table: Table) -> None:
    put(table, *TURNS[:2])
    go_to(table, hand("R3"))
    table.key("confirm")
    assert table.scene.focus.current.key == at(0, -8)
    table.key("confirm")
    table.rest()
    assert table.match.log[-1] == Plant(KINDS["R3"], at(0, -8))


def test_no_light_is_spoken_of_where_targets_are_not_to_be_shown() -> None:
    table = Table("skud_pai_sho", show_targets=False)
    put(table, *TURNS[:9])
    move = next(m for m in GAME.moves(table.match.state) if isinstance(m, Arrange))
    table.tap(move.source)
    assert table.scene.trays[table.scene.asked].prompt == "Where should this flower go?"
    table.close()


def test_a_tap_on_the_other_reserve_explains_it(table: Table) -> None:
    put(table, *TURNS[:6])
    table.rest()
    scene = table.scene
    other = scene.reserves[1 - scene.asked]
    kind = next(kind for kind, left in enumerate(scene.shown_state.hands[1 - scene.asked]) if left)
    at = other.at(kind)
    for step in ("press", "release", "tap"):
        table.send(step, at)
    assert scene.card.shown is not None
    assert scene.card.shown.title == scene.words.about(kind, scene.shown_state.rules.id)[0]
    assert not scene.input.picked


def test_two_harmonies_made_at_once_are_both_named(table: Table) -> None:
    steps, both = steps_of_record(), 65
    for move in steps[:both]:
        table.match.play(move)
    table.scene.show_moment(None)
    table.scene.play(steps[both])
    while table.scene.shown <= both:
        table.wait(1 / 60)
    made = [event for event in table.match.step(both).events if event.kind == "harmony"]
    said = table.scene.trays[made[0].seat].message
    assert len(made) == 2
    assert all(table.scene.tell(event) in said for event in made)


@pytest.mark.parametrize("pixels", [(1280, 720), (1920, 1080), (800, 600), (720, 1280)])
@pytest.mark.parametrize("name", ["01_gates_and_gardens", "41_a_late_ring"])
def test_beside_a_sheet_trays_have_room_for_captured_tiles_and_the_lens(
    name: str, pixels: tuple[int, int]
) -> None:
    context = headless.context(pixels)
    shelf = levels.shelf(GAME)[0]
    level = next(level for level in shelf if level.id == name)
    scene: Any = Navigator(context)(ToLevel(level, shelf))
    stack = headless.stack_of(context, scene)
    seen = [one for one in scene.play.reserves if not one.tray.folded]
    assert seen
    for reserve in seen:
        (captured,), half = reserve.captured_at(1), reserve.captured_side / 2
        assert reserve.captured_side >= 40
        assert not any(
            abs(captured[0] - cell.center[0]) < half + cell.w / 2
            and abs(captured[1] - cell.center[1]) < half + cell.h / 2
            for cell in reserve._cells.values()
        )
    stack.close()
    context.ai_worker.close()
    context.store.close()


def test_where_a_tile_can_go_is_drawn_once_while_a_hand_drags(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    context, drawn, paint = headless.context(), list[View](), View._paint_reach
    scene: Any = dict(samples(context, SAMPLES["skud_pai_sho"]))["skud_pai_sho-middle"]
    stack, painter = headless.stack_of(context, scene), Painter()
    headless.picture(stack, painter)

    def counted(view: View, *args: Any) -> None:
        drawn.append(view)
        paint(view, *args)

    monkeypatch.setattr(View, "_paint_reach", counted)
    counts, lenses = [], []
    for step in drag(stack.on, stack, scene)[:60]:
        step()
        headless.picture(stack, painter)
        counts.append(len(drawn))
        lenses.append(scene.loupe._sheet)
    assert counts[:2] == [1, 2], "on the board, and in the next frame in the lens"
    assert counts[-1] == counts[10]
    assert all(lens is lenses[10] for lens in lenses[10:]), "also where it has a fraction of pixels"
    stack.close()
