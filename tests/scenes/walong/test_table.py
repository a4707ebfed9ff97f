"""The table of Walongs: the camera, what lies, light, fingers, and the colour die."""

import math
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.rules.walong.cluster import Cluster
from game.rules.walong.geometry import (
    COLOURS,
    HOME,
    SIDES,
    Pose,
    centre,
    mate,
    side_place,
    unpack,
)
from game.scenes.play.camera import RIM, Camera, View
from game.scenes.play.fingers import Fingers, angle_between
from game.scenes.walong import colour_die
from game.scenes.walong.art import FARTHEST, WalongArt, rim_light, side_light
from game.scenes.walong.colour_die import ColourDie
from game.scenes.walong.table import FLIGHT, MIDDLES, Laid, Loose, WalongTable, flight
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.intents import Intent, Kind
from game.ui.painter import Painter
from game.ui.sprites import MISSED, SpriteCache, made_within
from game.ui.theme import LAMP, WALONG
from tests.tools import headless

BOX = Box(100, 50, 900, 700)
CLOTH = (233, 223, 203)


def chain(count: int) -> list[Pose]:
    """So many pieces in a row, side to side."""
    poses = [HOME]
    for number in range(count - 1):
        poses.append(mate(poses[-1], 2, number % 2))
    return poses


def settle(camera: Camera) -> None:
    for _ in range(200):
        if not camera.update(1 / 60):
            return
    raise AssertionError("the eye never rests")


# The camera -------------------------------------------------------------------------------------


def test_table_and_plane_are_inverse_to_each_other() -> None:
    camera = Camera(BOX, 1.5)
    for place in (0j, 1 + 2j, -3.5 + 0.25j):
        assert camera.place(camera.point(place)) == pytest.approx(place)
    assert camera.point(camera.view.middle) == BOX.center
    along, start = camera.point(1 + 0j), camera.point(0j)
    angle = math.degrees(math.atan2(start[1] - along[1], along[0] - start[0]))
    assert angle == pytest.approx(0)


def test_what_is_followed_is_seen_with_room_around_it() -> None:
    camera = Camera(BOX, 1.0)
    places = [centre(pose) for pose in chain(9)]
    camera.follow(places)
    settle(camera)
    for place in places:
        assert BOX.has(camera.point(place), -RIM * camera.unit + 1)


def test_a_view_that_will_do_is_kept() -> None:
    camera = Camera(BOX, 1.0)
    camera.follow([0j, 6 + 0j])
    settle(camera)
    before = camera.view
    camera.follow([0j, 5 + 1j])
    assert camera.goal == before


def test_views_rest_where_a_side_is_a_whole_number_of_pixels() -> None:
    camera = Camera(BOX, 1.37)
    for places in ([0j], [0j, 5j], [0j, 9 + 2j]):
        camera.follow(places)
        settle(camera)
        assert camera.unit * 1.37 == pytest.approx(camera.pixels)
        assert camera.pixels in camera.notches


def test_zooming_leaves_the_point_under_the_pointer_where_it_is_all_the_way() -> None:
    camera = Camera(BOX, 1.0)
    about = (300.0, 200.0)
    fixed = camera.place(about)
    camera.notch(-4, about)
    while camera.update(1 / 60):
        assert camera.point(fixed) == pytest.approx(about, abs=0.5)
    assert camera.point(fixed) == pytest.approx(about)


def test_a_view_held_by_hand_is_left_alone_until_something_is_out_of_sight() -> None:
    camera = Camera(BOX, 1.0)
    camera.zoom(0.8, BOX.center)
    held = camera.goal
    camera.follow([0j, 1 + 0j])
    assert camera.goal == held
    camera.follow([0j, 30 + 0j])
    assert not camera.held
    settle(camera)
    assert BOX.has(camera.point(30 + 0j))


@pytest.mark.parametrize(("end", "steps"), [(-1, 1), (0, -1)])
def test_nobody_holds_a_view_that_can_come_no_closer_or_farther(end: int, steps: int) -> None:
    camera = Camera(BOX, 1.0)
    camera.view = camera.goal = View(0j, camera.notches[end])
    camera.notch(steps, (BOX.x + 20, BOX.y + 20))
    assert not camera.held
    assert not camera.moving
    camera.notch(-steps, BOX.center)
    assert camera.held
    assert camera.moving


def test_panning_moves_the_plane_with_the_finger_and_not_out_of_reach() -> None:
    camera = Camera(BOX, 1.0)
    before = camera.point(0j)
    camera.pan((40, -25))
    assert camera.point(0j) == pytest.approx((before[0] + 40, before[1] - 25))
    camera.pan((5000, 0))
    camera.keep_near([0j, 2 + 0j])
    settle(camera)
    assert BOX.has(camera.point(0j))


# What lies --------------------------------------------------------------------------------------


@pytest.fixture
def shown() -> tuple[WalongTable, Callable[..., Any]]:
    """A table with three pieces, a canvas, and a function that paints it until it is sharp."""
    pygame.display.set_mode((1100, 800))
    board = WalongTable(BOX, 1.0)
    board.show(zip(chain(3), "yrg", strict=True))
    board.camera.fit(board.places())
    board.camera.jump()
    surface = pygame.Surface((1100, 800))
    canvas = Canvas(surface, scale=1.0)

    def paint() -> pygame.Surface:
        for _ in range(60):
            board.camera.update(1 / 60)
            if board.dull:
                board.sharpen(0.004, lambda: board.paint(canvas))
            surface.fill(CLOTH)
            board.paint(canvas)
        return surface

    return board, paint


def near(color: pygame.Color, other: tuple[int, int, int]) -> bool:
    return sum(abs(a - b) for a, b in zip(color[:3], other[:3], strict=True)) < 150


def test_pieces_lie_where_their_poses_say(shown: tuple[WalongTable, Callable[..., Any]]) -> None:
    board, paint = shown
    picture = paint()
    for pose, colour in zip(chain(3), "yrg", strict=True):
        x, y = board.camera.point(centre(pose) + 0.45 * 1j ** (pose.k / 3))
        assert near(picture.get_at((round(x), round(y))), WALONG[colour])


def test_hidden_pieces_are_not_seen_until_they_are_shown_again(
    shown: tuple[WalongTable, Callable[..., Any]],
) -> None:
    board, paint = shown
    pose = chain(3)[2]
    x, y = map(round, board.camera.point(centre(pose) + 0.45 * 1j ** (pose.k / 3)))
    board.hide([pose])
    assert not near(paint().get_at((x, y)), WALONG["g"])
    board.hide(())
    assert near(paint().get_at((x, y)), WALONG["g"])


def test_what_lies_is_drawn_only_when_something_changes(
    shown: tuple[WalongTable, Callable[..., Any]], monkeypatch: pytest.MonkeyPatch,
) -> None:
    board, paint = shown
    paint()
    drawn, painter, window = [], Painter(), pygame.Surface((1100, 800))
    original = board._paint_lying
    monkeypatch.setattr(board, "_paint_lying", lambda *args: drawn.append(1) or original(*args))

    def frame() -> None:
        shown = painter.begin((1100, 800))
        board.paint(Canvas(shown, scale=1.0))
        painter.paint(window, shown)

    frame()
    frame()
    assert len(drawn) == 1
    board.hide([HOME])
    frame()
    assert len(drawn) == 2
    board.hide([HOME])
    frame()
    assert len(drawn) == 2


def test_a_scene_that_waits_for_its_pictures_begins_with_all_pieces() -> None:
    board = WalongTable(BOX, 0.43)
    board.show((pose, COLOURS[n % 5]) for n, pose in enumerate(chain(6)))
    canvas = Canvas(pygame.Surface((900, 700), pygame.SRCALPHA, 32), None, 0.43)
    frames = 1
    while not made_within(0.0, lambda: board.paint(canvas)):
        frames += 1
    assert frames > 1
    assert board._pixels == board.camera.pixels


def test_another_size_is_made_ready_while_the_old_one_is_shown(
    shown: tuple[WalongTable, Callable[..., Any]],
) -> None:
    board, paint = shown
    paint()
    before = board.pixels
    board.camera.notch(-3, BOX.center)
    board.camera.update(1 / 60)
    assert board.camera.moving
    assert board.pixels == before
    paint()
    assert board.pixels == board.camera.pixels < before
    assert not board.camera.moving
    assert not board.dull


def test_everything_rests_once_the_picture_is_sharp(
    shown: tuple[WalongTable, Callable[..., Any]],
) -> None:
    board, paint = shown
    paint()
    board.camera.update(1 / 60)
    assert not board.camera.moving
    assert not board.dull


def grown(count: int) -> list[Laid]:
    """So many pieces that have been laid at each other."""
    rng, cluster = random.Random(5), Cluster([(HOME, 0)])
    while len(cluster) < count:
        cluster = cluster.plus(unpack(rng.choice(sorted(cluster.spots()))), 0)
    return [(pose, COLOURS[n % 4]) for n, (pose, _) in enumerate(cluster.pieces)]


def marks_seen(board: WalongTable, picture: pygame.Surface) -> list[bool]:
    """Of every piece that lies in the box, whether its colour is seen beside its mark."""
    found = []
    for pose, colour in board.laid:
        x, y = board.camera.point(centre(pose) + 0.45 * 1j ** (pose.k / 3))
        if board.box.has((x, y), -4):
            found.append(near(picture.get_at((round(x), round(y))), WALONG[colour]))
    return found


def moving_frame(board: WalongTable, canvas: Canvas) -> None:
    """A frame of a view that moves, on bare cloth."""
    board.camera.update(1 / 60)
    canvas.surface.fill(CLOTH)
    board.paint(canvas)


@pytest.mark.parametrize("steps", [[4], [-6], [5, -9], [6, -3]])
def test_all_pieces_are_seen_while_the_view_comes_nearer_or_goes(steps: list[int]) -> None:
    board, surface = WalongTable(BOX, 1.0), pygame.Surface((1100, 800))
    board.show(grown(14))
    board.camera.fit(board.places())
    board.camera.jump()
    canvas, counts = Canvas(surface, scale=1.0), []
    for step in steps:
        board.paint(canvas)
        board.camera.notch(step, BOX.center)
        for _ in range(12):
            moving_frame(board, canvas)
            seen = marks_seen(board, surface)
            assert all(seen)
            counts.append(len(seen))
        board.camera.jump()
        for _ in range(2):  # not in the frame that brings another view
            board.sharpen(math.inf, lambda: board.paint(canvas))
    assert counts[-1] == 14 or steps[-1] > 0, "those outside come into view"


def test_a_moving_view_has_no_fringes(
    shown: tuple[WalongTable, Callable[..., Any]],
) -> None:
    board, paint = shown
    places = [(x, y) for x in range(0, 1100, 2) for y in range(300, 500, 4)]
    picture, surface = paint(), pygame.Surface((1100, 800))
    darkest = min(sum(picture.get_at(place)[:3]) for place in places)
    board.camera.notch(-1, BOX.center)
    moving_frame(board, Canvas(surface, scale=1.0))
    assert min(sum(surface.get_at(place)[:3]) for place in places) >= darkest - 24


def test_while_the_view_moves_no_picture_is_made_but_one(
    shown: tuple[WalongTable, Callable[..., Any]],
) -> None:
    board, paint = shown
    paint()
    canvas, before = Canvas(pygame.Surface((1100, 800)), scale=1.0), SpriteCache._clock
    for _ in range(4):
        board.camera.notch(1, BOX.center)
        for _ in range(5):
            moving_frame(board, canvas)
    assert SpriteCache._clock <= before + 1


@pytest.mark.usefixtures("nothing_painted")
def test_a_flight_makes_pictures_of_where_it_begins_and_ends_only(
    shown: tuple[WalongTable, Callable[..., Any]],
) -> None:
    board, paint = shown
    paint()
    art, canvas = WalongArt(board.pixels), Canvas(pygame.Surface((1100, 800)), scale=1.0)
    piece = board.loose(HOME, "y")
    goal = replace(piece, at=(900.0, 600.0), degrees=piece.degrees + 150)
    motion, most = flight(piece, goal, FLIGHT), 0
    while motion.advance(1 / 60) is None:
        before = SpriteCache._clock
        board.paint_loose(canvas, piece)
        most = max(most, SpriteCache._clock - before)
    painted = [k for k in range(12) if art.painted("y", [k])]
    assert painted == sorted({HOME.k, (HOME.k + 5) % 12})
    assert most <= 4, "a step of what it comes to, and its shadow higher up"
    board.paint_loose(canvas, goal)
    assert not piece.moves


@pytest.mark.usefixtures("nothing_painted")
def test_where_a_piece_would_lie_is_seen_once_it_is_painted(
    shown: tuple[WalongTable, Callable[..., Any]],
) -> None:
    board, paint = shown
    paint()
    headless.context()
    canvas: Any = headless.blank()
    before = SpriteCache._clock
    board.foreshadow(canvas, HOME._replace(k=7), "y")
    assert SpriteCache._clock == before, "it was painted while a hand waits"
    assert not canvas.surface.ops
    frames = 0
    while not made_within(0.0, MISSED.paint):
        frames += 1
    board.foreshadow(canvas, HOME._replace(k=7), "y")
    assert len(canvas.surface.ops) == 1
    assert frames > 2, "no frame has the time for all of it"


def test_places_are_poses_and_their_sides(shown: tuple[WalongTable, Callable[..., Any]]) -> None:
    board, _ = shown
    assert board.place_at(str(HOME)) == board.camera.point(centre(HOME) + MIDDLES[HOME.k])
    for side in SIDES:
        assert board.place_at(side_place(HOME, side)) == board.side_middle(HOME, side)
    assert board.place_at("b7") is None
    far = math.dist(board.centre(HOME), board.side_middle(HOME, 0)) / board.camera.unit
    assert 0.4 < far < FARTHEST


@pytest.mark.parametrize("degrees", [0.0, 30.0, 47.0])
def test_a_loose_piece_is_drawn_at_its_point(
    shown: tuple[WalongTable, Callable[..., Any]], degrees: float,
) -> None:
    board, _ = shown
    surface = pygame.Surface((1100, 800))
    surface.fill(CLOTH)
    at = (950.0, 120.0)
    board.paint_loose(Canvas(surface, scale=1.0), Loose("r", at, degrees, lift=1.0, size=0.6))
    way = 0.4 * board.camera.unit * 0.6
    x = at[0] - way * math.sin(math.radians(degrees))
    y = at[1] - way * math.cos(math.radians(degrees))
    assert near(surface.get_at((round(x), round(y))), WALONG["r"])
    assert surface.get_at((400, 600))[:3] == CLOTH


# Light ------------------------------------------------------------------------------------------


def test_mated_sides_share_their_light() -> None:
    pygame.display.set_mode((100, 100))
    for direction in range(6):
        assert side_light(40, direction, LAMP) is side_light(40, direction + 6, LAMP)
    assert side_light(40, 0, LAMP) is not side_light(40, 1, LAMP)


def test_a_rim_is_bright_on_the_outline_and_clear_in_the_middle() -> None:
    pygame.display.set_mode((100, 100))
    rim = rim_light(60, 0, LAMP)
    middle = rim.get_width() // 2
    assert rim.get_at((middle, middle)).a < 40
    assert max(rim.get_at((x, middle)).a for x in range(rim.get_width())) > 200


# Fingers ----------------------------------------------------------------------------------------


def finger(
    kind: Kind, pos: tuple[float, float], pointer: str = "touch:0:1", moved: bool = True,
) -> Intent:
    return Intent(kind, pos, pointer=pointer, source="touch", moved=moved)


def test_two_fingers_zoom_by_how_far_they_go_apart() -> None:
    camera, fingers = Camera(BOX, 1.0), Fingers(lambda steps: None)
    before = camera.unit
    fingers.press(finger("press", (500, 400)))
    fingers.press(finger("press", (700, 400), "touch:0:2"))
    assert fingers.on(finger("drag", (600, 400), "touch:0:2"), camera, None)
    assert camera.unit == pytest.approx(before / 2)
    fingers.on(finger("release", (600, 400), "touch:0:2"), camera, None)
    settle(camera)
    assert camera.pixels in camera.notches


def test_a_finger_that_hardly_moves_does_not_pan() -> None:
    camera, fingers = Camera(BOX, 1.0), Fingers(lambda steps: None)
    fingers.press(finger("press", (500, 400)))
    fingers.on(finger("drag", (505, 403), moved=False), camera, None)
    assert not camera.held
    fingers.on(finger("drag", (540, 400)), camera, None)
    assert camera.held


def test_a_free_finger_turns_what_another_one_carries() -> None:
    turned: list[Any] = []
    camera, fingers = Camera(BOX, 1.0), Fingers(turned.append)
    fingers.press(finger("press", (600, 400)))
    for degrees in (15, 30, 45, 30, 0, -15):
        angle = math.radians(degrees)
        at = 500 + 100 * math.cos(angle), 400 + 100 * math.sin(angle)
        fingers.on(finger("drag", at), camera, (500, 400))
    assert sum(turned) <= 0
    assert min(turned) < 0 < max(turned)
    assert not camera.held


def test_angles_run_clockwise_as_seen_on_the_table() -> None:
    assert angle_between((0, 0), (1, 0), (0, 1)) == pytest.approx(90)
    assert angle_between((0, 0), (-1, 0.01), (-1, -0.01)) == pytest.approx(1.1459, abs=0.01)


def test_strangers_are_nobodys_business() -> None:
    camera, fingers = Camera(BOX, 1.0), Fingers(lambda steps: None)
    assert not fingers.on(finger("drag", (1, 1), "mouse"), camera, None)


# The die ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", colour_die.NORMALS)
def test_the_face_that_luck_drew_ends_on_top(face: str) -> None:
    top = colour_die.TO_TOP[face].out(colour_die.NORMALS[face])
    assert tuple(top) == pytest.approx((0, 0, 1))


@pytest.mark.parametrize("face", COLOURS)
def test_a_die_at_rest_shows_its_face(face: str) -> None:
    pygame.display.set_mode((400, 400))
    surface = pygame.Surface((400, 400))
    surface.fill(CLOTH)
    ColourDie(face, (0, 400), (200, 200), 160, share=1.0).draw(Canvas(surface, scale=1.0))
    seen = [surface.get_at((x, y)) for x in range(150, 250, 4) for y in range(120, 210, 4)]
    assert sum(near(color, WALONG[face]) for color in seen) > len(seen) / 4


def test_a_die_never_sinks_into_the_cloth_and_comes_to_rest_on_it() -> None:
    for step in range(41):
        die = ColourDie("r", (0, 900), (900, 300), 120, share=step / 40)
        _, at, height = colour_die._pose(die.face, die.start, die.end, die.size, die.share)
        assert height >= 0
    assert at == pytest.approx((900, 300))
    assert height == pytest.approx(0, abs=1e-6)


def test_opposite_faces_look_opposite_ways() -> None:
    for a, b in (("y", "w"), ("r", "v"), ("g", "b")):
        assert colour_die.NORMALS[a] == -colour_die.NORMALS[b]
