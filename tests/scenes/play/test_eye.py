"""The eye over square boards: fingers, wheel and keys bring it near and back."""

from collections.abc import Hashable, Iterator
from typing import Any

import pygame
import pytest

from game.rules.pai_sho.board import KINDS
from game.rules.skud_pai_sho.state import Accents
from game.scenes.play import play_scene
from game.scenes.play.eye import NEARER, TWICE, Eye
from game.scenes.play.input import Input
from game.scenes.play.pause import Pause
from game.scenes.skud_pai_sho.picks import Pick
from game.scenes.solitaire_pai_sho.input import Stock
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.painter import Painter
from game.ui.sprites import SPRITES, SpriteCache
from game.ui.theme import SMALL
from tests.scenes.domi_jongg.hands import Players, state_with
from tests.scenes.table import ANNA, COMPUTER, Table
from tests.tools import headless
from tests.tools.showcase.games import TURNS

BOARDS = ("skud_pai_sho", "jin_li", "solitaire_pai_sho")


@pytest.fixture(params=BOARDS)
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    made = Table(request.param, options={"mode": "uncooperative"} if "sol" in request.param else {})
    if request.param == "skud_pai_sho":  # before, there lies a sheet on the board
        for turn in TURNS[:4]:
            made.match.play_text(turn)
        made.scene.show_moment(None)
    made.rest()
    yield made
    made.close()


def eye_of(table: Table) -> Eye:
    eye: Eye = table.scene.eye
    return eye


def finger(table: Table, name: str, *points: tuple[float, float]) -> None:
    """A finger goes down and moves, but does not come up."""
    table.send("press", points[0], pointer=name, source="touch")
    for point in points[1:]:
        table.send("drag", point, pointer=name, source="touch", moved=True)


def empty(table: Table) -> tuple[float, float]:
    """Ground where nothing can be picked up, left of the middle of the board."""
    x, y = eye_of(table).box.center
    return x - 0.1 * eye_of(table).box.w, y + 4.0


def test_two_fingers_bring_the_board_near_and_it_rests_in_a_notch(table: Table) -> None:
    eye, (x, y) = eye_of(table), empty(table)
    finger(table, "touch:0:1", (x - 60, y))
    finger(table, "touch:0:2", (x + 60, y), (x + 150, y))
    assert eye.camera.unit == pytest.approx(210 / 120, rel=0.05)
    table.picture()
    for name in ("touch:0:1", "touch:0:2"):
        table.send("release", (x, y), pointer=name, source="touch", moved=True)
    table.rest()
    assert any(eye.camera.unit == pytest.approx(near) for near in NEARER[1:])
    assert eye.board.w > eye.box.w
    assert not table.match.log or table.match.log == table.match.log[: table.match.cursor]
    table.picture()


def test_what_takes_the_board_from_two_fingers_lets_the_view_rest(table: Table) -> None:
    eye, (x, y) = eye_of(table), empty(table)
    finger(table, "touch:0:1", (x - 60, y))
    finger(table, "touch:0:2", (x + 60, y), (x + 150, y))
    assert not eye.camera.lasting
    table.send("menu")
    assert isinstance(table.stack.top, Pause)
    table.key("cancel")
    table.rest()
    eye = eye_of(table)
    assert eye.resting
    assert any(eye.camera.unit == pytest.approx(near) for near in NEARER[1:])


def test_a_drag_on_empty_ground_moves_what_is_near_and_never_beyond_its_edge(table: Table) -> None:
    eye, at = eye_of(table), empty(table)
    table.send("wheel", at, value=1.0)
    table.rest()
    before, cursor = eye.board, table.match.cursor
    finger(table, "mouse", at, (at[0] + 30, at[1] + 20))
    assert eye.board.x == pytest.approx(before.x + 30)
    table.send("drag", (at[0] + 3000, at[1] + 3000), moved=True)
    assert (eye.board.x, eye.board.y) == pytest.approx((eye.box.x, eye.box.y))
    table.send("release", (at[0] + 3000, at[1] + 3000), moved=True)
    table.rest()
    assert table.match.cursor == cursor
    assert all(
        eye.box.has(spot.center) for spot in table.scene.input.spots() if isinstance(spot.key, int)
    )


@pytest.mark.usefixtures("nothing_painted")
@pytest.mark.parametrize("carries", [False, True])
@pytest.mark.parametrize("table", ["jin_li"], indirect=True)
def test_a_view_that_has_come_to_rest_makes_its_pictures_frame_by_frame(
    table: Table, carries: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play_scene, "BRIEFLY", 0.0)
    eye, made = eye_of(table), list[int]()
    headless.forget_pictures(SPRITES)
    table.picture()
    eye.camera.notch(1 if carries else 2, empty(table))
    while eye.camera.moving:
        table.wait(headless.FRAME)
        table.picture()
    if carries:
        carry(table, empty(table))
    before = pygame.image.tobytes(table.picture(), "RGB")
    while table.scene.moving:
        known = SpriteCache._clock
        table.wait(headless.FRAME)
        now = pygame.image.tobytes(table.picture(), "RGB")
        made.append(SpriteCache._clock - known)
    assert sum(map(bool, made)) > 3
    few = 8 if carries else 5
    assert max(made) <= few, "with those that one picture is made of, and what is carried"
    assert now != before, "it has become sharp"


def test_whoever_is_lost_sees_the_whole_board_again(table: Table) -> None:
    eye = eye_of(table)
    assert not shown(table)
    table.key("command", name="zoom_in")
    table.rest()
    assert shown(table)
    table.scene.controls.buttons["whole"].activate()
    table.rest()
    assert eye.whole
    assert not shown(table)


@pytest.mark.parametrize("table", ["jin_li", "solitaire_pai_sho"], indirect=True)
def test_a_hint_out_of_sight_shows_the_whole_board(table: Table) -> None:
    eye, scene = eye_of(table), table.scene
    steps = {place: step for step in scene.game.moves(scene.shown_state)
             for place in scene.places_of(step) if eye.box.has(scene.place_at(place) or (0, 0))}
    across = sorted(steps, key=lambda place: scene.place_at(place) or (0, 0))
    eye.camera.notch(3, scene.place_at(across[-1]) or (0, 0))
    table.rest()
    scene.show_hint(0, [steps[across[-1]]])
    table.rest()
    assert not eye.whole
    scene.show_hint(0, [steps[across[0]]])
    table.rest()
    assert eye.whole


@pytest.mark.parametrize("dragged", [False, True])
def test_a_tile_that_fits_nowhere_in_sight_shows_the_whole_board(dragged: bool) -> None:
    table = Table("skud_pai_sho", reduced_motion=True)
    for turn in TURNS[:4]:
        table.match.play_text(turn)
    table.scene.show_moment(None)
    table.rest()
    check_goals(table, Pick(hand=KINDS["R3"]), dragged, "(-8,0)")
    table.close()


@pytest.mark.parametrize("dragged", [False, True])
def test_a_tile_from_the_stock_shows_the_whole_board_too(dragged: bool) -> None:
    table = Table("solitaire_pai_sho", (ANNA,), options={"draw": "choose"}, reduced_motion=True)
    for lay in ("R5(3,0)", "K(-4,1)", "R3(-8,2)", "W3(-8,3)", "W4(-6,3)"):
        table.match.play_text(lay)  # R3 fits at the edge only
    table.scene.show_moment(None)
    table.rest()
    check_goals(table, Stock(KINDS["R3"]), dragged, "(-7,3)")
    table.close()


def check_goals(table: Table, tile: Hashable, dragged: bool, goal: str) -> None:
    """The board is seen whole if a tile is taken up far from its goals, but not near this one."""
    eye = eye_of(table)
    for about, whole in ((eye.box.center, True), (table.scene.place_at(goal), False)):
        eye.camera.notch(3, about)
        table.rest()
        assert not eye.whole
        place = table.spot(tile)
        if dragged:
            table.send("press", place)
            table.send("drag", (place[0] + 20, place[1]), moved=True)
        else:
            table.tap(tile)
        assert table.scene.input.holding
        table.rest()
        assert eye.whole == whole
        table.send("lost" if dragged else "cancel", place)


def shown(table: Table) -> bool:
    """Whether there is a button that shows everything."""
    assert table.scene.controls.layers
    return bool(table.scene.controls.buttons["whole"].visible)


def test_a_double_tap_on_nothing_leads_near_and_back(table: Table) -> None:
    eye, cursor = eye_of(table), table.match.cursor
    box = eye.box
    spots = table.scene.input.fitting(table.scene.offered())
    at = next(
        (x, y) for x in range(int(box.x) + 40, int(box.right), 25)
        for y in range(int(box.y) + 40, int(box.bottom), 25)
        if not any(spot.box.has((x, y), 8) for spot in spots)
    )
    for near in (True, False):
        for _ in range(2):
            for kind in ("press", "release", "tap"):
                table.send(kind, at)
        table.rest()
        assert (eye.camera.unit > 1) == near
    assert table.match.cursor == cursor


def test_impatient_taps_on_what_covers_the_board_do_not_lead_near() -> None:
    table = Table("skud_pai_sho")

    def click(at: Point) -> None:
        table.send("press", at)
        table.send("release", at)
        table.send("tap", at)

    while table.scene.covered:
        spots = table.scene.input.spots()
        (at,) = (spot.center for spot in spots if isinstance(spot.key, Accents))
        for _ in range(4):
            click(at)
            table.wait(0.1)
        table.rest()
    assert eye_of(table).whole
    table.wait(TWICE)
    click(at)
    click(at)
    table.rest()
    assert not eye_of(table).whole
    table.close()


def in_reach(table: Table) -> Point:
    """Where something lies that can be taken up."""
    hand: Input[Any] = table.scene.input
    return next(spot.center for spot in hand.spots() if hand.grab(spot.key))


def carry(table: Table, at: Point, source: str = "touch") -> Point:
    """A pointer takes something up and drags it over ground of the board; where to."""
    begin, pointer = in_reach(table), f"{source}:1"
    table.send("press", begin, pointer=pointer, source=source)
    table.send("drag", at, pointer=pointer, source=source, moved=True)
    assert table.scene.pointer_input.carrying == pointer
    return at


def differing(one: pygame.Surface, other: pygame.Surface) -> int:
    """How many pixels differ by more than rounding."""
    size, found = one.get_size(), 0
    for a, b in ((one, other), (other, one)):
        rest = a.copy()
        rest.blit(b, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
        alike = pygame.mask.from_threshold(rest, (0, 0, 0), (5, 5, 5, 255))
        found += size[0] * size[1] - alike.count()
    return found


@pytest.mark.usefixtures("nothing_painted")
@pytest.mark.parametrize("source", ["touch", "mouse"])
@pytest.mark.parametrize("table", BOARDS[:2], indirect=True)
def test_what_is_taken_follows_the_hand_while_pictures_are_made(
    table: Table, source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play_scene, "BRIEFLY", 0.0)
    eye, seen = eye_of(table), list[bytes]()
    headless.forget_pictures(SPRITES)
    eye.camera.notch(1, empty(table))
    while eye.camera.moving:
        table.wait(headless.FRAME)
        table.picture()
    (x, y), pointer = in_reach(table), f"{source}:1"
    table.send("press", (x, y), pointer=pointer, source=source)
    for way in range(4):
        table.wait(headless.FRAME)
        shown = table.picture().copy()
        seen.append(pygame.image.tobytes(shown, "RGB"))
        eye.refresh()
        assert differing(shown, table.picture()) == 0
        at = x + 30.0 * (way + 1), y + 12.0 * way
        table.send("drag", at, pointer=pointer, source=source, moved=True)
    assert eye.dull, "it is not painted as it is seen at rest"
    assert len(set(seen)) == 4


def test_what_is_let_go_of_while_the_view_moves_hangs_nowhere(table: Table) -> None:
    eye, cursor = eye_of(table), table.match.cursor
    table.send("wheel", empty(table), value=1.0)
    table.rest()
    beside = in_reach(table)
    carry(table, empty(table))
    eye.fit()
    table.wait(0.05)
    assert eye.camera.moving
    table.send("release", beside, pointer="touch:1", source="touch", moved=True)
    table.rest()
    assert table.scene.pointer_input.carrier is None
    assert not table.scene.input.holding
    assert table.scene.input.at is None
    assert table.match.cursor == cursor


def test_a_tile_that_is_brought_at_once_to_a_gate_out_of_view_is_laid() -> None:
    table = Table("skud_pai_sho")
    for turn in TURNS[:4]:
        table.match.play_text(turn)
    table.scene.show_moment(None)
    table.rest()
    cursor, scene = table.match.cursor, table.scene
    for _ in range(3):
        table.send("wheel", eye_of(table).box.center, value=1.0)
        table.rest()
    carry(table, empty(table), "mouse")

    def gates() -> list[Point]:
        goals = scene.input.reach.goals
        spots = [spot for spot in scene.input.spots() if isinstance(spot.key, int)]
        return [spot.center for spot in spots if goals >> spot.key & 1]

    while not gates():
        table.wait(headless.FRAME)
    assert eye_of(table).camera.moving, "the gates are brought into view"
    (goal, *_) = gates()
    table.send("release", goal, pointer="mouse:1", source="mouse", moved=True)
    table.rest()
    assert table.match.cursor == cursor + 1
    table.close()


def test_who_carries_something_keeps_it_while_another_finger_slips_on_the_board(
    table: Table,
) -> None:
    eye, (x, y) = eye_of(table), empty(table)
    table.send("wheel", (x, y), value=1.0)
    table.rest()
    before = eye.camera.view
    finger(table, "touch:9", (x, y + 60))
    carry(table, (x, y))
    table.send("drag", (x + 90, y + 60), pointer="touch:9", source="touch", moved=True)
    assert table.scene.pointer_input.carrying == "touch:1"
    table.send("release", (x + 90, y + 60), pointer="touch:9", source="touch", moved=True)
    assert table.scene.pointer_input.carrying == "touch:1"
    table.rest()
    assert eye.whole or eye.camera.view == before, "gates out of view are shown"


def test_no_hand_moves_the_board_behind_the_sheet_of_accents() -> None:
    table = Table("skud_pai_sho")
    eye, (x, y) = eye_of(table), eye_of(table).box.center
    assert table.scene.covered
    table.send("wheel", (x, y), value=1.0)
    table.key("command", name="zoom_in")
    finger(table, "touch:0:1", (x - 60, y))
    finger(table, "touch:0:2", (x + 60, y), (x + 150, y))
    for name in ("touch:0:1", "touch:0:2"):
        table.send("release", (x, y), pointer=name, source="touch", moved=True)
    table.rest()
    assert eye.whole
    while table.scene.covered:
        table.scene.play(table.scene.game.moves(table.match.state)[0])
        table.rest()
    table.send("wheel", (x, y), value=1.0)
    assert not eye.whole
    table.close()


def test_a_finger_that_was_on_the_board_before_the_sheet_of_accents_is_not_there_after_it() -> None:
    table = Table("skud_pai_sho", takeback=True)
    for turn in TURNS[:4]:
        table.match.play_text(turn)
    table.scene.show_moment(None)
    table.rest()
    eye, (x, y) = eye_of(table), empty(table)
    finger(table, "touch:0:2", (x, y))
    while not table.scene.covered:  # somebody else takes back as much
        table.scene.undo()
        table.rest()
    table.send("release", (x, y), pointer="touch:0:2", source="touch")
    while table.scene.covered:
        table.scene.redo()
        table.rest()
    assert eye is table.scene.eye
    finger(table, "touch:0:1", (x + 200, y), (x + 260, y))
    assert eye.whole
    table.close()


def test_the_button_that_shows_everything_leaves_the_count_of_the_pile_alone() -> None:
    start = state_with((("B5", "WE"), ("K1", "K2")), (("K3", None, None), ("B3", "0R", 1)))
    table = Players(start=start, chairs=(ANNA, COMPUTER))
    table.calm()
    table.send("wheel", eye_of(table).box.center, value=1.0)
    table.calm()
    assert shown(table)
    button = table.scene.controls.buttons["whole"].box
    told: list[Box] = []

    class Told(Canvas):
        def text(self, text: str, point: tuple[float, float], *args: Any, **named: Any) -> float:
            told.append(Box(*point, *self.text_size(text, SMALL, "italic")))
            return super().text(text, point, *args, **named)

    table.scene.felt.paint_count(Told(headless.blank().surface), "71 tiles left")
    x, y = told[0].center
    assert abs(x - button.center[0]) > (told[0].w + button.w) / 2 or (
        abs(y - button.center[1]) > (told[0].h + button.h) / 2
    )
    table.close()


def test_a_drag_where_nothing_can_be_moved_asks_for_no_way_back(table: Table) -> None:
    at = empty(table)
    finger(table, "touch:0:1", at, (at[0] + 60, at[1]))
    table.send("release", (at[0] + 60, at[1]), pointer="touch:0:1", source="touch", moved=True)
    table.rest()
    assert not shown(table)


def test_what_lies_near_is_as_crisp_as_the_whole_and_in_its_place() -> None:
    seen: list[Box] = []
    eye = Eye(Box(100, 20, 1000, 1000), 2 / 3, seen.append)
    eye.camera.notch(2, (100, 20))
    while eye.camera.moving:
        eye.update(1 / 60, False)
    assert seen[-1] == pytest.approx(Box(100, 20, 1600, 1600))
    eye.fit()
    eye.update(0.0, True)
    assert eye.whole
    assert seen[-1] == pytest.approx(eye.box)


def test_what_is_taken_back_is_seen_at_once_while_fingers_hold_the_view() -> None:
    table = Table("jin_li", takeback=True)
    table.rest()
    while table.match.cursor < 4:
        table.scene.play(table.scene.game.moves(table.match.state)[0])
        table.rest()
    eye, (x, y) = eye_of(table), empty(table)
    table.send("wheel", (x, y), value=1.0)
    table.rest()
    finger(table, "touch:0:1", (x - 60, y))
    finger(table, "touch:0:2", (x + 60, y), (x + 75, y))
    assert not eye.resting
    before = table.picture().copy()
    table.scene.undo()
    assert not eye.resting
    after = table.picture().copy()
    table.scene.eye.refresh()
    right = table.picture()
    rect = pygame.Rect(*(round(n * table.context.scale) for n in eye.box))
    seen = [pygame.image.tobytes(each.subsurface(rect), "RGB") for each in (before, after, right)]
    assert seen[0] != seen[2]
    assert seen[1] == seen[2]
    table.close()


@pytest.mark.parametrize("pixels", [(1280, 720), (720, 1280)])
@pytest.mark.parametrize("game", [*BOARDS, "ping_pao"])
def test_a_match_that_is_gone_on_with_is_seen_as_hands_left_it(
    game: str, pixels: tuple[int, int]
) -> None:
    table = Table(game, (ANNA,) if "sol" in game else (ANNA, COMPUTER), pixels=pixels)
    if game == "skud_pai_sho":
        for turn in TURNS[:4]:
            table.match.play_text(turn)
    else:
        table.match.play(table.match.game.moves(table.match.state)[0])
    table.scene.show_moment(None)
    table.rest()
    x, y = eye_of(table).box.center
    for _ in range(2):
        table.send("wheel", (x + 0.2 * eye_of(table).box.w, y), value=1.0)
        table.wait(1)
    left = eye_of(table).camera.view
    table.key("menu")
    table.wait(0.5)
    table.key("cancel")
    table.wait(1)
    assert eye_of(table).camera.view == left
    table.close()


def test_a_view_that_begins_to_move_paints_what_differs_alone(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole board, and new memory for it, would take more than a frame at 4K."""
    shares, paint = list[float](), Painter.paint
    board = table.context.trial(table.context.size).rect(eye_of(table).box)

    def noted(painter: Painter, surface: pygame.Surface, *rest: Any) -> list[pygame.Rect]:
        found = paint(painter, surface, *rest)
        if surface.get_size() == board.size:
            shares.append(painter.share)
        return found

    headless.picture(table.stack)
    monkeypatch.setattr(Painter, "paint", noted)
    table.send("wheel", empty(table), value=1.0)
    table.wait(0.1)
    headless.picture(table.stack)
    assert len(shares) == 1, "there is one picture of the board"
    assert shares[0] < 0.7 or table.scene.id == "jin_li", "all water moves, of the rest less"
