"""The Pai Sho family of pictures: board, tiles, harmonies, clashes, the pages' sketches."""

import itertools
import math
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.rules.pai_sho.board import BITS, CODES, FITS, GATES, POINTS, kind_of, points_of
from game.rules.skud_pai_sho.board import clashes, harmonies_of, ring
from game.scenes.pai_sho.art import TileArt
from game.scenes.pai_sho.board import RED, SOILS, WHITE, PaiShoBoard, _garden, garden
from game.scenes.pai_sho.drawings import drawing, drawing_in_bands
from game.scenes.pai_sho.lines import (
    draw_clash_line,
    draw_harmony_line,
    draw_ring_bloom,
)
from game.scenes.skud_pai_sho.illustrations import RULES, SKETCHES
from game.ui import sprites
from game.ui.art import SVG
from game.ui.canvas import Canvas
from game.ui.frame import Box
from tests.tools.headless import forget_pictures

TILES = CODES[1:]


@pytest.fixture(autouse=True)
def display() -> None:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((64, 64))


def sheet(side: int = 400) -> tuple[pygame.Surface, Canvas]:
    surface = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    return surface, Canvas(surface, scale=1.0)


def ink(surface: pygame.Surface) -> int:
    """How much is painted: the sum of all opacities."""
    return pygame.mask.from_surface(surface, 20).count()


def middle_color(surface: pygame.Surface, part: float) -> tuple[int, ...]:
    rect = surface.get_rect()
    inner = rect.inflate(-rect.w * (1 - part), -rect.h * (1 - part))
    return pygame.transform.average_color(surface, inner)


def light(color: Any) -> float:
    found: float = sum(color[:3]) / 3
    return found


# The board ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", range(4))
def test_every_point_has_its_place_and_is_found_there(turn: int) -> None:
    board = PaiShoBoard(Box(100, 20, 1040, 1040), turn, 1.0)
    for point in POINTS:
        at = board.place(point)
        assert board.box.inset(board.tile / 2).has(at)
        assert board.near((at[0] + board.cell * 0.4, at[1] - board.cell * 0.4)) == point
    assert board.near((101, 21)) is None, "the cloth's corner is no point"


@pytest.mark.parametrize("turn", range(4))
def test_the_guests_gate_lies_at_the_guests_edge(turn: int) -> None:
    board = PaiShoBoard(Box(0, 0, 1000, 1000), turn, 1.0)
    x, y = board.at(0, -8)
    edge = {0: (500, 900), 1: (900, 500), 2: (500, 100), 3: (100, 500)}[turn]
    assert math.dist((x, y), edge) < 5


@pytest.mark.parametrize("turn", range(4))
def test_gardens_are_painted_where_the_rules_say(turn: int) -> None:
    side = 600
    board = PaiShoBoard(Box(0, 0, side, side), turn, 1.0)
    painted = garden(side, turn)
    for x, y, tone in ((2, 2, RED), (-2, -2, RED), (2, -2, WHITE), (-2, 2, WHITE)):
        at = board.at(x + 0.5, y + 0.5)
        found = painted.get_at((round(at[0]), round(at[1])))
        other = WHITE if tone is RED else RED
        assert math.dist(found[:3], tone) < math.dist(found[:3], other)


def test_the_ground_covers_the_whole_box() -> None:
    surface, canvas = sheet(300)
    PaiShoBoard(Box(0, 0, 300, 300), 0, 1.0).paint_ground(canvas)
    assert ink(surface) > 0.99 * 300 * 300


# Tiles --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("diameter", [24, 40, 200])
def test_tiles_are_round_and_as_large_as_asked(diameter: int) -> None:
    tile = TileArt(diameter).tile("R3", "light")
    found = tile.get_bounding_rect(20)
    assert found.w == pytest.approx(diameter, abs=4)
    area = math.pi * diameter**2 / 4
    assert ink(tile) == pytest.approx(area, rel=0.16)


def test_all_tiles_look_different_even_when_small() -> None:
    pictures = [TileArt(40).tile(code, "light") for code in TILES]
    for a, b in itertools.combinations(pictures, 2):
        assert differing(a, b) > 120


def differing(a: pygame.Surface, b: pygame.Surface) -> int:
    """How many pixels of two pictures are plainly not the same."""
    places = itertools.product(range(a.get_width()), range(a.get_height()))
    return sum(math.dist(a.get_at(at)[:3], b.get_at(at)[:3]) > 60 for at in places)


def test_the_woods_differ_in_more_than_tint() -> None:
    """Without any colour they still differ: in brightness, and in the studs of the dark rim."""
    for code in TILES:
        plain, studded = (rim_light(code, wood) for wood in ("light", "dark"))
        assert sorted(plain)[160] > sorted(studded)[160] + 45
        assert shining(studded) >= 10
        assert shining(plain) <= 3


def rim_light(code: str, wood: Any) -> list[float]:
    """The brightness along the upper part of the rim, where studs are."""
    picture = pygame.transform.grayscale(TileArt(200).tile(code, wood))
    middle = picture.get_width() / 2
    turns = [math.radians(-170 + i / 2) for i in range(320)]
    spots = [(middle + 80 * math.cos(t), middle + 80 * math.sin(t)) for t in turns]
    return [light(picture.get_at((round(x), round(y)))) for x, y in spots]


def shining(values: list[float]) -> int:
    """How often something bright is passed."""
    bound = sorted(values)[len(values) // 2] + 60
    return sum(a <= bound < b for a, b in itertools.pairwise(values))


def test_numbers_are_told_by_their_garden() -> None:
    red, white = (TileArt(60).tile(code, "light") for code in ("R4", "W4"))
    place = (30 + 4 + 8, 30 + 4 + 17)
    assert light(white.get_at(place)) > light(red.get_at(place)) + 60


def test_faded_and_ghost_tiles_are_paler_than_real_ones() -> None:
    art = TileArt(60)
    tile, pale, ghost = art.tile("R3", "light"), art.tile("R3", "light", True), art.ghost(
        "R3", "light", 0)
    tone, grey = middle_color(tile, 0.3), middle_color(pale, 0.3)
    assert max(tone[:3]) - min(tone[:3]) > max(grey[:3]) - min(grey[:3]) + 40
    assert ghost.get_at(ghost.get_rect().center)[3] < 200


@pytest.mark.parametrize("sign", ["trapped", "drained", "growing"])
def test_signs_leave_the_flower_to_be_seen(sign: Any) -> None:
    mark = TileArt(60).sign(sign, 0)
    assert ink(mark) > 60
    assert mark.get_at(mark.get_rect().center)[3] == 0


def test_turned_tiles_keep_the_light() -> None:
    """The picture turns with the reader, the lamp does not."""
    upright, turned = (TileArt(80).tile("R", "light", turn=t) for t in (0, 2))
    middle = upright.get_width() // 2
    far = round(38 / math.sqrt(2))
    for picture in (upright, turned):
        lit = picture.get_at((middle - far, middle - far))
        dark = picture.get_at((middle + far, middle + far))
        assert light(lit) > light(dark) + 40
    assert differing(upright, turned) > 200


# Lines --------------------------------------------------------------------------------------------


def test_petals_drift_from_the_first_tile_to_the_second() -> None:
    pictures = []
    for phase in (0.0, 0.5, 1.0, 2.0):
        surface, canvas = sheet(200)
        draw_harmony_line(canvas, (20, 100), (180, 100), (240, 180, 80), 40, phase)
        pictures.append(pygame.image.tobytes(surface, "RGBA"))
    assert len(set(pictures[:3])) == 3, "after one petal the next one leans the other way"
    assert pictures[0] == pictures[3], "after two the line looks as before"


def test_lines_fade_in() -> None:
    amounts = []
    for strength in (0.0, 0.4, 1.0):
        surface, canvas = sheet(200)
        draw_harmony_line(canvas, (20, 100), (180, 100), (240, 180, 80), 40, 0, strength)
        amounts.append(light(pygame.transform.average_color(surface)) * ink(surface))
    assert amounts[0] == 0
    assert amounts[0] < amounts[1] <= amounts[2]


def test_a_clash_is_told_from_a_harmony_without_colour() -> None:
    shapes = []
    drawers: Any = (
        lambda c: draw_harmony_line(c, (20, 100), (180, 100), (200, 60, 40), 40),
        lambda c: draw_clash_line(c, (20, 100), (180, 100), 40, (200, 60, 40)),
    )
    for draw in drawers:
        surface, canvas = sheet(200)
        draw(canvas)
        mask = pygame.mask.from_surface(surface, 20)
        along = [mask.get_at((x, 100)) for x in range(40, 160)]
        shapes.append(along)
    assert all(shapes[0]), "a harmony is one unbroken line"
    assert shapes[1].count(0) > 20, "a clash is broken"


def test_a_ring_blooms_more_and_more() -> None:
    points = ((100, 100), (300, 100), (300, 300), (100, 300))
    amounts = []
    for share in (0.0, 0.3, 0.7, 1.0):
        surface, canvas = sheet(400)
        draw_ring_bloom(canvas, points, share, (240, 180, 80), 40)
        amounts.append(ink(surface))
    assert amounts[0] == 0
    assert amounts == sorted(set(amounts))


def test_points_that_promise_more_are_marked_stronger() -> None:
    amounts = []
    for strong in (False, True):
        surface, canvas = sheet(100)
        canvas.picture_as_is(TileArt(46).bead(strong), (50, 50))
        amounts.append(ink(surface))
    assert amounts[1] > amounts[0]


# Sketches -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SKETCHES)
def test_sketches_show_what_the_rules_allow(name: str) -> None:
    sketch = SKETCHES[name]
    board = sketch.board()
    for point in points_of(board.taken):
        assert BITS[point] & (FITS[kind_of(board.cells[point])] | GATES), name
    assert bool(clashes(board)) == sketch.clashing


def test_the_sketches_show_what_their_captions_say() -> None:
    found = {name: harmonies_of(sketch.board(), RULES) for name, sketch in SKETCHES.items()}
    assert len(found["harmony"]) == 3
    assert found["blocked"] == found["rock"] == ()
    assert len(found["knotweed"]) == 1
    assert {line.owner for line in found["lotus"]} == {0, 1}
    assert len(ring(found["ring"], 0)) == 6
    assert len(found["centre"]) == 4
    assert ring(found["centre"], 0) == ()


# Drawings -----------------------------------------------------------------------------------------

DRAWINGS = sorted(path.stem for path in (sprites.ART / "pai_sho").glob("*.svg"))


@pytest.mark.parametrize("name", DRAWINGS)
def test_every_drawing_fills_its_sheet(name: str) -> None:
    made = drawing(name, (96, 96))
    assert made.get_size() == (96, 96)
    assert ink(made) > 60


def test_parts_that_are_used_again_are_seen_wherever_they_are_used() -> None:
    petals = drawing("promise_1", (120, 120))
    spots = [(60 + 34 * math.sin(t), 60 - 34 * math.cos(t))
             for t in (math.tau * i / 6 for i in range(6))]  # fmt: skip
    assert all(petals.get_at((round(x), round(y)))[3] == 255 for x, y in spots)


def test_a_drawing_takes_the_colour_and_the_turn_that_is_asked_for() -> None:
    upright = drawing("petal_pointed", (60, 60), (200, 40, 30))
    lying = drawing("petal_pointed", (60, 60), (200, 40, 30), transform="rotate(90)")
    assert upright.get_at((30, 50))[0] > 180
    tall, wide = upright.get_bounding_rect(), lying.get_bounding_rect()
    assert tall.h > 1.5 * tall.w
    assert wide.w > 1.5 * wide.h


def test_a_drawing_that_is_none_is_logged_and_nothing_is_seen(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(sprites, "ART", tmp_path)
    (tmp_path / "pai_sho").mkdir()
    wrong = {"use": f'<svg xmlns="{SVG}"><use href="#none"/></svg>', "no_svg": "<p/>"}
    for name, text in wrong.items():
        (tmp_path / "pai_sho" / f"{name}.svg").write_text(text, "utf-8")
        assert ink(drawing(name, (40, 40))) == 0
        assert f"{name}.svg" in caplog.text


@pytest.mark.usefixtures("nothing_painted")
def test_tiles_without_their_drawings_are_still_told_apart(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(sprites, "ART", tmp_path)
    forget_pictures(sprites.SPRITES)
    art = TileArt(48)
    pictures = [art.tile(code, "light") for code in TILES]
    forget_pictures(sprites.SPRITES)
    assert "R3.svg" in caplog.text
    assert all(differing(a, b) > 20 for a, b in itertools.combinations(pictures, 2))


@pytest.mark.parametrize("name", ["garden", "garden_classic"])
def test_a_drawing_in_bands_is_the_drawing(name: str) -> None:
    side = 700
    banded = sprites.SpriteCache().get(name, lambda: drawing_in_bands(name, side))
    whole = drawing(name, (side, side))
    near = pygame.mask.from_threshold(banded, (0, 0, 0), (64, 64, 64, 255), whole)
    near.invert()
    assert near.count() < side, "edges of a band may differ by a hair, and nothing else"


def test_no_step_of_a_garden_paints_all_of_it() -> None:
    """Each of them is one slice of a frame at the least."""
    steps = _garden(900, 0, SOILS["painted"], quiet=False)
    assert sum(1 for _ in steps) > 12
