"""The loupe: a finger that hides a place of the board sees it above the hand, and aims with it."""

import math
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import pygame
import pytest

from game.navigator import Navigator
from game.rules import GAMES
from game.rules.pai_sho.board import PLACES, WHEEL, at
from game.scenes.core.routes import ToLevel
from game.scenes.domi_jongg.felt import Felt
from game.scenes.domi_jongg.view import View
from game.scenes.play import loupe
from game.scenes.play.eye import Eye
from game.scenes.play.loupe import AWAY, RADIUS, REST, RIM, Close, lens_at
from game.scenes.play.marks import Mark
from game.scenes.skud_pai_sho.picks import Pick
from game.scenes.solitaire_pai_sho.input import Desktop
from game.services import levels
from game.ui.frame import Box
from game.ui.intents import Intent
from game.ui.painter import Painter
from tests.scenes.domi_jongg.hands import Players, state_with
from tests.scenes.table import ANNA, COMPUTER, Table
from tests.tools import headless
from tests.tools.checked import CheckedPainter
from tests.tools.showcase.games import TURNS, skud_pai_sho

At: TypeAlias = tuple[float, float]
FIRST, SECOND = "touch:0:1", "touch:0:2"
SIZES = ((1920.0, 1080.0), (1440.0, 1080.0), (1080.0, 1800.0), (1400.0, 1080.0))


@dataclass
class Case:
    """A table at which a tile is to be chosen that goes to `goal`; `other` is another place."""

    table: Table
    tile: Hashable
    goal: Any
    other: Any
    begun: int = 0
    """How many steps there were when the tile was chosen."""

    @property
    def scene(self) -> Any:
        return self.table.scene

    @property
    def eye(self) -> Eye:
        eye: Eye = self.scene.eye
        return eye

    @property
    def marked(self) -> Hashable:
        """What the loupe marks."""
        spot = self.scene.loupe.spot
        return None if spot is None else spot.key

    @property
    def played(self) -> list[str]:
        """What people did; draws of luck left out."""
        match = self.table.match
        return [match.game.write(match.log[i]) for i in range(self.begun, match.cursor)
                if match.seat_of(i) == 0]  # fmt: skip

    def finger(self, kind: Any, where: At, name: str = FIRST, moved: bool = False) -> None:
        self.table.send(kind, where, pointer=name, source="touch", moved=moved)

    def choose(self) -> None:
        """Have the tile chosen by a tap, where it is not in hand anyway."""
        if self.tile is not Desktop.HAND:
            self.table.tap(self.tile, pointer="touch:0:7")
        self.begun = self.table.match.cursor

    def at(self, key: Hashable) -> At:
        return self.table.spot(key)

    def aim(self, key: Hashable, name: str = FIRST) -> None:
        """A finger goes down at a place and stays there long enough."""
        self.finger("press", self.at(key), name)
        self.table.wait(REST + 0.1)

    def nowhere(self) -> At:
        """Beside the board."""
        box = self.eye.box
        return (box.x - 30, box.center[1]) if box.x > 60 else (box.center[0], box.y - 30)


def skud(**settings: Any) -> Case:
    table = Table("skud_pai_sho", takeback=True, **settings)
    for turn in TURNS[:4]:
        table.match.play_text(turn)
    table.scene.show_moment(None)
    table.rest()
    return Case(table, at(0, -8), at(-2, -7), at(-1, -6))


def solitaire(**settings: Any) -> Case:
    table = Table("solitaire_pai_sho", (ANNA,), **settings)
    table.rest()
    return Case(table, Desktop.HAND, at(2, 1), at(-3, 2))


def domi(**settings: Any) -> Case:
    hands = ("B5", "B7", "F3", "T9", "WE"), ("K1", "K2", "T4", "T5", "T6"), ("DR", "DG", "WN", "T1")
    start = state_with(hands, (("K3", None, None), ("B3", "0R", 1)))
    table = Players(start=start, chairs=(ANNA, COMPUTER, COMPUTER), **settings)
    table.calm()
    return Case(table, table.place("B5"), "1", "0L")


CASES: dict[str, Callable[..., Case]] = {"skud": skud, "solitaire": solitaire, "domi": domi}


@pytest.fixture(autouse=True)
def _checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is seen in a lens is painted in parts and whole as well, and compared."""
    monkeypatch.setattr(loupe, "Painter", CheckedPainter)


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest) -> Iterator[Case]:
    made = CASES[request.param]()
    yield made
    made.table.close()


def test_a_finger_that_rests_sees_the_place_and_lays_what_is_marked(case: Case) -> None:
    case.choose()
    case.finger("press", case.at(case.goal))
    case.table.wait(REST / 2)
    assert not case.scene.loupe.shown
    case.table.wait(REST)
    assert case.scene.loupe.shown
    assert case.marked == case.goal
    case.finger("hold", case.at(case.goal))
    case.finger("release", case.at(case.goal))
    assert not case.scene.loupe.shown
    case.table.rest()
    assert len(case.played) == 1
    assert case.played[0] == case.table.match.game.write(laid(case))


def laid(case: Case) -> Any:
    """The step that takes the tile to its goal."""
    match = case.table.match
    moves = match.game.moves(match.states[case.begun])
    places = {move: case.scene.places_of(move) for move in moves}
    goal = case.goal if isinstance(case.goal, str) else PLACES[case.goal]
    return next(move for move, named in places.items()
                if named[-1:] == (goal,) and move in match.log)  # fmt: skip


def test_no_mark_is_painted_for_the_lens_that_is_not_seen_in_it(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    case, drawn = domi(), list[float]()
    scene = case.table.scene
    case.choose()
    case.aim(case.goal)
    scene.clear_marks("hint", "held", "news")
    scene.mark("hint", [case.other])
    monkeypatch.setattr(Mark, "draw", lambda mark, canvas: drawn.append(mark.radius))
    headless.picture(case.table.stack)
    radius = scene.mark_radius
    assert drawn == [radius] * len(scene.marks), "on the board, and nowhere larger"
    case.table.close()


def test_sliding_moves_the_aim_and_not_the_view(case: Case) -> None:
    case.choose()
    case.aim(case.other)
    assert case.marked == case.other
    seen = case.eye.board
    for share in (0.25, 0.5, 0.75, 1.0):
        a, b = case.at(case.other), case.at(case.goal)
        where = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
        case.finger("drag", where, moved=True)
        case.table.wait(0.02)
    assert case.eye.board == seen
    assert case.marked == case.goal
    case.finger("release", case.at(case.goal), moved=True)
    case.table.rest()
    assert case.played == [case.table.match.game.write(laid(case))]


def test_letting_go_beside_the_board_lays_nothing_and_keeps_the_tile(case: Case) -> None:
    case.choose()
    case.aim(case.goal)
    case.finger("drag", case.nowhere(), moved=True)
    assert not case.scene.loupe.shown
    case.finger("drag", case.at(case.goal), moved=True)
    assert case.scene.loupe.shown, "whoever comes back goes on aiming"
    case.finger("drag", case.nowhere(), moved=True)
    case.finger("release", case.nowhere(), moved=True)
    case.table.rest()
    assert case.played == []
    assert case.scene.input.choosing
    case.table.tap(case.goal, pointer=FIRST)
    case.table.rest()
    assert len(case.played) == 1, "a tap means what it always does"


def test_a_tap_that_ends_before_a_hold_lays_but_once(case: Case) -> None:
    """A finger that has rested and comes up soon is a tap as well, which means nothing more."""
    case.choose()
    case.aim(case.goal)
    where = case.at(case.goal)
    case.finger("release", where)
    case.finger("tap", where)
    case.table.rest()
    assert len(case.played) == 1


def test_a_second_finger_closes_the_loupe_and_moves_the_view(case: Case) -> None:
    case.choose()
    case.aim(case.goal)
    x, y = case.at(case.goal)
    case.finger("press", (x + 120, y), SECOND)
    assert not case.scene.loupe.shown
    case.finger("drag", (x + 240, y), SECOND, moved=True)
    assert case.eye.closeness > 1.2
    for name, where in ((FIRST, (x, y)), (SECOND, (x + 240, y))):
        case.finger("release", where, name, moved=name == SECOND)
        case.finger("tap", where, name)
    case.table.rest()
    assert case.played == []
    assert case.scene.input.choosing


def test_a_finger_that_is_lost_lays_nothing(case: Case) -> None:
    case.choose()
    case.aim(case.goal)
    case.finger("lost", case.at(case.goal))
    case.table.rest()
    assert not case.scene.loupe.shown
    assert case.played == []
    assert case.scene.input.choosing


def test_what_is_dragged_is_seen_above_the_hand_and_lands_where_it_is_marked(case: Case) -> None:
    start, end = case.at(case.tile), case.at(case.goal)
    case.begun = case.table.match.cursor
    case.finger("press", start)
    for share in (0.4, 0.8, 1.0):
        where = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        case.finger("drag", where, moved=True)
        case.table.wait(0.05)
    case.table.rest()
    assert case.scene.loupe.shown
    assert case.marked == case.goal
    case.finger("release", end, moved=True)
    assert not case.scene.loupe.shown
    case.table.rest()
    assert case.played == [case.table.match.game.write(laid(case))]


def test_what_is_dragged_back_to_its_start_stays_there(case: Case) -> None:
    start, end = case.at(case.tile), case.at(case.goal)
    case.begun = case.table.match.cursor
    case.finger("press", start)
    for where in (end, start):
        case.finger("drag", where, moved=True)
    assert case.marked is None
    case.finger("release", start, moved=True)
    case.table.rest()
    assert case.played == []


def test_the_mouse_needs_no_loupe(case: Case) -> None:
    case.choose()
    case.table.send("press", case.at(case.goal))
    case.table.wait(2 * REST)
    assert not case.scene.loupe.shown
    case.table.send("release", case.at(case.goal))


def test_where_nothing_is_chosen_there_is_nothing_to_aim_with() -> None:
    for make in (skud, domi):
        case = make()
        case.aim(case.goal)
        assert not case.scene.loupe.shown
        case.table.close()


def test_a_finger_that_drags_at_once_moves_what_is_near() -> None:
    case = solitaire()
    case.table.send("wheel", case.eye.box.center, value=1.0)
    case.table.rest()
    x, y = case.at(case.goal)
    before = case.eye.board
    case.finger("press", (x, y))
    case.finger("drag", (x + 40, y), moved=True)
    case.table.wait(2 * REST)
    assert case.eye.board.x == pytest.approx(before.x + 40)
    assert not case.scene.loupe.shown
    case.finger("release", (x + 40, y), moved=True)
    case.table.close()


def test_a_second_finger_that_rests_belongs_to_the_one_that_moves_the_view() -> None:
    case = solitaire()
    case.table.send("wheel", case.eye.box.center, value=1.0)
    case.table.rest()
    (x, y), before = case.at(case.goal), case.eye.camera.unit
    case.finger("press", (x, y))
    case.finger("drag", (x + 40, y), moved=True)
    case.finger("press", (x + 200, y), SECOND)
    case.table.wait(2 * REST)
    assert not case.scene.loupe.shown
    case.finger("drag", (x + 280, y), SECOND, moved=True)
    assert case.eye.camera.unit > before
    for name in (FIRST, SECOND):
        case.finger("release", (x, y), name, moved=True)
    case.table.rest()
    case.aim(case.goal)
    assert case.scene.loupe.shown, "alone, a finger aims again"
    case.table.close()


def test_whoever_rests_on_a_tile_of_the_garden_asks_for_it() -> None:
    case = solitaire()
    case.table.tap(case.goal)
    case.table.rest()
    case.begun = case.table.match.cursor
    case.aim(case.goal)
    assert not case.scene.loupe.shown
    case.finger("release", case.at(case.goal))
    case.aim(case.other)
    assert case.scene.loupe.shown
    case.table.close()


def test_whoever_aims_over_a_tile_is_told_nothing_about_it() -> None:
    case = skud()
    case.choose()
    tile = at(0, 8)
    assert case.table.match.state.board.cells[tile]
    case.aim(tile)
    case.finger("hold", case.at(tile))
    assert case.scene.loupe.shown
    assert case.scene.card.shown is None
    case.finger("lost", case.at(tile))
    case.scene.input.let_go()
    case.aim(tile)
    case.finger("hold", case.at(tile))
    assert case.scene.card.shown is not None
    case.table.close()


def test_a_sheet_that_comes_over_the_board_closes_the_loupe() -> None:
    case = solitaire()
    case.aim(case.goal)
    case.table.stack.on(Intent("command", name="help", source="keys"))
    assert not case.scene.loupe.shown
    case.table.stack.on(Intent("cancel", source="keys"))
    case.aim(case.other)
    assert case.scene.loupe.shown
    case.table.close()


def test_the_loupe_closes_when_the_table_goes_on() -> None:
    """As when the time of whoever aims is up."""
    case = solitaire()
    case.aim(case.goal)
    case.scene.play(case.table.match.game.moves(case.table.match.state)[0])
    case.table.wait(0.1)
    assert not case.scene.loupe.shown
    played = len(case.played)
    case.finger("release", case.at(case.goal) if case.scene.asked else (9, 9))
    case.table.rest()
    assert len(case.played) == played
    case.table.close()


def test_what_is_taken_back_meanwhile_is_aimed_at_anew() -> None:
    case = solitaire(takeback=True)
    case.table.tap(case.other)
    case.table.rest()
    case.aim(case.goal)
    assert case.scene.loupe.shown
    case.scene.undo()
    case.table.wait(0.1)
    assert not case.scene.loupe.shown
    cursor = case.table.match.cursor
    case.finger("release", case.at(case.goal))
    case.finger("tap", case.at(case.goal))
    case.table.rest()
    assert case.table.match.cursor == cursor
    case.table.close()


def test_a_press_beside_the_board_does_not_disturb_who_aims() -> None:
    case = skud()
    case.choose()
    case.aim(case.goal)
    case.finger("press", case.nowhere(), SECOND)
    assert case.scene.loupe.shown
    case.finger("release", case.nowhere(), SECOND)
    case.finger("release", case.at(case.goal))
    case.table.rest()
    assert len(case.played) == 1
    case.table.close()


def test_what_does_not_fit_is_marked_but_faintly_and_refused_with_its_reason() -> None:
    case = domi()
    case.choose()
    case.aim(case.other)
    assert case.marked == case.other
    case.finger("release", case.at(case.other))
    case.table.rest()
    assert case.played == []
    assert case.scene.trays[0].tone == "refusal"
    assert case.scene.trays[0].message
    case.table.close()


def test_a_move_that_has_to_be_confirmed_waits_after_the_loupe_too() -> None:
    case = skud(confirm_moves=True)
    case.choose()
    case.aim(case.goal)
    case.finger("release", case.at(case.goal))
    assert case.scene.waiting is not None
    assert not case.scene.loupe.shown
    case.scene.consent(True)
    case.table.rest()
    assert len(case.played) == 1
    case.table.close()


def test_what_a_wheel_would_turn_is_seen_in_the_loupe_and_laid_at_once() -> None:
    """A tap shows it first, but who aims has seen it already."""
    context = headless.context()
    scene: Any = skud_pai_sho(context)["skud_pai_sho-wheel"]
    stack = headless.stack_of(context, scene)
    scene.input.select(Pick(hand=WHEEL))
    x, y = scene.board.place(at(-2, 7))
    stack.on(Intent("press", (x, y), pointer=FIRST, source="touch"))
    headless.wait(stack, REST + 0.1)
    assert scene.input.pinned
    cursor = scene.match.cursor
    stack.on(Intent("release", (x, y), pointer=FIRST, source="touch"))
    assert scene.match.cursor > cursor
    stack.close()
    context.ai_worker.close()
    context.store.close()


@pytest.mark.parametrize("steps", [1, 3])
def test_near_the_board_the_lens_is_larger_still(case: Case, steps: int) -> None:
    case.choose()
    x, y = case.at(case.goal)
    case.eye.camera.notch(steps, (x, y))
    case.table.rest()
    painter = CheckedPainter()
    headless.picture(case.table.stack, painter)
    case.aim(case.goal)
    assert case.scene.loupe.shown
    assert case.marked == case.goal
    headless.picture(case.table.stack, painter)
    case.finger("release", case.at(case.goal))
    case.table.rest()
    assert case.played == [case.table.match.game.write(laid(case))]


def test_in_a_lesson_the_lens_stays_beside_the_sheet() -> None:
    context = headless.context()
    scene: Any = Navigator(context)(all_lessons("solitaire_pai_sho"))
    stack = headless.stack_of(context, scene)
    for _ in range(8):
        if scene.play.input.choosing and scene.play.offered():
            break
        scene._onward(scene.run.go_on)
        headless.wait(stack, 1.5)
    box = scene.play.eye.box
    stack.on(Intent("press", (box.right - 60, box.center[1]), pointer=FIRST, source="touch"))
    headless.wait(stack, REST + 0.1)
    assert scene.play.loupe.shown
    painter = CheckedPainter()
    headless.picture(stack, painter)
    middle = lens_at((box.right - 60, box.center[1]), scene.play.size, 0)
    assert middle[0] + RADIUS < scene.play.size[0]
    stack.close()
    context.ai_worker.close()
    context.store.close()


def all_lessons(game: str) -> ToLevel:
    shelf = levels.shelf(GAMES[game])[0]
    return ToLevel(next(level for level in shelf if level.kind == "lesson"), shelf)


# Where it is, and what is seen -------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_the_lens_is_in_the_window_and_never_under_the_finger(size: At, turn: int) -> None:
    room = Box(0, 0, *size).inset(RADIUS + RIM - 0.1)
    for i in range(33):
        for j in range(33):
            finger = size[0] * i / 32, size[1] * j / 32
            middle = lens_at(finger, size, turn)
            assert room.has(middle), finger
            assert math.dist(finger, middle) == pytest.approx(AWAY)


@pytest.mark.parametrize(("turn", "way"), [(0, (0, -1)), (1, (-1, 0)), (2, (0, 1)), (3, (1, 0))])
def test_the_lens_is_beyond_the_hand_of_every_seat(turn: int, way: At) -> None:
    x, y = lens_at((960, 540), (1920, 1080), turn)
    assert (x, y) == pytest.approx((960 + way[0] * AWAY, 540 + way[1] * AWAY))


@pytest.mark.parametrize("seat", range(4))
def test_at_a_table_the_lens_lies_beyond_the_hand_of_whoever_is_asked(seat: int) -> None:
    """Every edge has its turn."""
    hands = tuple(("B5", "B7", f"T{n}", f"K{n}") for n in range(1, 5))
    start = state_with(hands, (("K3", None, None), ("B3", "0R", 1)), turn=seat)
    chairs = tuple(ANNA if n == seat else COMPUTER for n in range(4))
    table = Players(start=start, chairs=chairs, seating="table")
    table.calm()
    case = Case(table, table.place("B5"), "1", "0L")
    case.choose()
    case.aim(case.goal)
    frame, here = table.scene.trays[seat].frame, case.at(case.goal)
    middle = lens_at(here, table.scene.size, frame.turn)
    away = frame.into_vector((middle[0] - here[0], middle[1] - here[1]))
    assert away[1] < -0.4 * AWAY, "beyond the hand, even near an edge of the window"
    with_lens = table.picture().copy()
    case.finger("lost", here)
    without, scale = table.picture(), table.context.scale
    for x, y in ((0.0, 0.0), (0.9, 0.0), (-0.9, 0.0), (0.0, 0.9), (0.0, -0.9)):
        where = [round((middle[n] + RADIUS * (x, y)[n]) * scale) for n in (0, 1)]
        part = pygame.Rect(where[0] - 4, where[1] - 4, 9, 9)
        assert _bytes(with_lens, part) != _bytes(without, part), (x, y)
    table.close()


def _bytes(picture: pygame.Surface, part: pygame.Rect) -> bytes:
    return pygame.image.tobytes(picture.subsurface(part), "RGB")


def test_what_is_seen_close_is_as_much_larger_as_its_distances() -> None:
    close = Close((500, 100), 2.0)
    assert close.point((300, 400)) == (1100, 900)
    assert close.box(Box(290, 390, 20, 40)) == Box(1080, 880, 40, 80)


def test_every_frame_of_a_sliding_finger_is_exact_to_the_pixel(case: Case) -> None:
    painter = CheckedPainter()
    case.choose()
    headless.picture(case.table.stack, painter)
    case.aim(case.other)
    a, b = case.at(case.other), case.at(case.goal)
    shares = []
    for step in range(9):
        share = step / 8
        where = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
        case.finger("drag", where, moved=True)
        case.table.wait(headless.FRAME)
        headless.picture(case.table.stack, painter)
        shares.append(painter.share)
    assert sorted(shares)[4] < 0.25, "it costs what the lens covers"
    case.finger("release", b, moved=True)
    case.table.wait(headless.FRAME)
    headless.picture(case.table.stack, painter)


def test_a_resting_finger_costs_nothing_but_what_moves(case: Case) -> None:
    case.choose()
    case.table.rest()
    case.aim(case.goal)
    painter = Painter()
    headless.picture(case.table.stack, painter)
    for _ in range(40):  # pictures that are painted meanwhile
        case.table.wait(0.2)
        headless.picture(case.table.stack, painter)
    case.table.wait(30)
    headless.picture(case.table.stack, painter)
    headless.picture(case.table.stack, painter)
    assert painter.share == 0


@pytest.mark.parametrize("high", [600, 720, 768, 1080, 1440, 2160])
def test_nothing_of_brass_and_shadow_lies_beyond_what_is_painted_of_them(high: int) -> None:
    mount = loupe._mount(round(2 * RADIUS * high / 1080))
    plain = pygame.Surface(mount.get_size(), pygame.SRCALPHA, 32)
    plain.blit(mount, (0, 0), special_flags=pygame.BLEND_RGBA_MAX)
    part = pygame.Rect([round(n * mount.get_width() / loupe.DRAWN) for n in loupe.SEEN])
    assert part.contains(plain.get_bounding_rect())


def test_a_lens_draws_wall_and_heads_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loupe, "Painter", Painter)  # the checked one draws every group again
    drawn: list[str] = []
    for of, name in ((Felt, "paint_wall"), (View, "_paint_heads")):
        monkeypatch.setattr(of, name, _noting(getattr(of, name), drawn))
    case, painter = domi(), Painter()
    case.choose()
    case.aim(case.other)
    headless.picture(case.table.stack, painter)
    assert drawn
    drawn.clear()
    x, y = case.at(case.other)
    for n in range(6):
        case.finger("drag", (x + 3 * n, y + n), moved=True)
        headless.picture(case.table.stack, painter)
    case.table.close()
    assert not drawn


def _noting(draw: Callable[..., None], drawn: list[str]) -> Callable[..., None]:
    """The same function, which notes its name whenever it is called."""

    def noting(*args: Any, **named: Any) -> None:
        drawn.append(draw.__name__)
        draw(*args, **named)

    return noting
