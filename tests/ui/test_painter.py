"""Painting what differs between two frames gives what painting the second one whole gives."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product

import pygame
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from game.ui import painter, surfaces
from game.ui.canvas import Canvas
from game.ui.display_list import (
    Blit,
    DisplayList,
    Enlarged,
    Outline,
    Plate,
    Porthole,
    Shape,
    cover,
)  # fmt: skip
from game.ui.frame import Box, Frame
from game.ui.painter import Painter, merged, unaligned
from game.ui.theme import GOLD, INK, LAMP, with_alpha
from tests.tools.checked import CheckedPainter, Differs, differing
from tests.tools.headless import singles

SIZE = 160, 120
WHOLE = pygame.Rect(0, 0, *SIZE)
BOX = Box(10, 10, 140, 100)
Draw = Callable[[Canvas], object]


def picture(size: tuple[int, int], flags: int = 0) -> pygame.Surface:
    """Every pixel another colour and, with alpha, another opacity."""
    surface = pygame.Surface(size, flags, 32)
    for x in range(size[0]):
        for y in range(size[1]):
            surface.set_at((x, y), (x * 5 % 256, y * 7 % 256, (x * y) % 256, (x * 9 + y) % 256))
    return surface


GROUND, CARD, LEAF = picture(SIZE), picture((50, 30)), picture((41, 37), pygame.SRCALPHA)


def moved(image: pygame.Surface, x: float, y: float, alpha: float = 1.0) -> Draw:
    return lambda canvas: canvas.picture_as_is(image, (x, y), alpha)


def shared(alpha: int) -> Draw:
    def draw(canvas: Canvas) -> None:
        LEAF.set_alpha(alpha)
        canvas.surface.blit(LEAF, (70, 60))
        LEAF.set_alpha(255)

    return draw


def clipped(inner: Draw, box: Box) -> Draw:
    def draw(canvas: Canvas) -> None:
        before = canvas.surface.get_clip()
        canvas.surface.set_clip(canvas.rect(box).clip(before))
        inner(canvas)
        canvas.surface.set_clip(before)

    return draw


def faded(inner: Draw, box: Box) -> Draw:
    def draw(canvas: Canvas) -> None:
        inner(canvas)
        for top in (True, False):
            surfaces.veil(canvas, box, LAMP, top)

    return draw


def part(canvas: Canvas) -> None:
    """A scene that has only a part of the window."""
    below = canvas.surface.subsurface(pygame.Rect(30, 20, 70, 60))
    inner = Canvas(below, scale=1.0)
    inner.fill(Box(-10, 30, 60, 50), GOLD)
    clipped(moved(LEAF, 60, 20), Box(20, 0, 100, 25))(inner)


def turned(canvas: Canvas) -> None:
    canvas.within(Frame((90, 60), (100, 60), 3)).picture(CARD, (30, 20))


def seen_through(*inner: Draw) -> Draw:
    """Through a hole in a square of 71 pixels."""
    seen = pygame.Surface((71, 71), 0, 32)
    for each in inner:
        each(Canvas(seen, scale=1.0))
    return through_a_hole(seen, 0)


def through_a_hole(picture: pygame.Surface, changes: int) -> Draw:
    return lambda canvas: painter.put(
        canvas.surface, Porthole, canvas.rect(Box(50, 30, 71, 71)), picture, changes
    )


def enlarged(canvas: Canvas) -> None:
    """A part of the ground, three times as large."""
    painter.put(canvas.surface, Enlarged, pygame.Rect(25, 15, 90, 84), GROUND, (40, 30, 30, 28))


def sees_itself(canvas: Canvas) -> None:
    """A group, which is nothing but what it draws where it is seen through a hole."""
    canvas.group("same", moved(LEAF, canvas.size[0] / 2, 40))


DRAWS: tuple[Draw, ...] = (
    moved(GROUND, 80, 60),
    *(moved(image, x, y) for image in (CARD, LEAF) for x, y in ((20, 20), (26, 24), (150, 110))),
    moved(LEAF, -5, 60), moved(LEAF, 60, 40, 0.4), moved(CARD, 60, 40, 0.4), moved(CARD, 70, 50),
    shared(90), shared(200),
    lambda canvas: canvas.fill(Box(10, 10, 90, 70), INK),
    lambda canvas: canvas.fill(Box(-20, 50, 200, 20), with_alpha(LAMP, 0.5)),
    lambda canvas: canvas.fill(Box(40, 30, 60, 60), with_alpha(GOLD, 0.6), 14),
    lambda canvas: canvas.fill(Box(40, 30, 60, 60), GOLD, 14),
    lambda canvas: canvas.outline(Box(5, 5, 120, 100), LAMP, 4, 12),
    lambda canvas: canvas.outline(Box(60, 70, 12, 9), LAMP, 4, 6),
    lambda canvas: canvas.line((12, 15), (140, 70), GOLD, 5),
    lambda canvas: canvas.line((150, 90), (170, 20), GOLD, 2),
    lambda canvas: canvas.polygon(((30, 90), (90, 30), (120, 100)), LAMP),
    lambda canvas: canvas.disc((80, 60), 25, with_alpha(LAMP, 0.5)),
    lambda canvas: canvas.text("koi", (20, 40), 30, GOLD),
    lambda canvas: canvas.surface.fill((200, 180, 160), (30, 10, 70, 80)),
    lambda canvas: canvas.surface.fill((200, 180, 160), pygame.Rect(30, 10, 70, 0)),
    lambda canvas: canvas.surface.blit(GROUND, (40, 40), (10, 10, 60, 50)),
    lambda canvas: canvas.surface.blit(LEAF, (90, 20), (-8, 5, 30, 60)),
    lambda canvas: surfaces.paper(canvas, Box(30, 20, 100, 70), 8),
    part, turned,
    clipped(moved(GROUND, 80, 60), Box(20, 20, 60, 60)),
    clipped(lambda canvas: canvas.line((12, 15), (140, 70), GOLD, 5), Box(60, 20, 40, 60)),
    faded(moved(GROUND, 80, 60), Box(20, 10, 100, 90)),
    faded(moved(LEAF, 50, 20), Box(20, 10, 100, 90)),
    clipped(faded(moved(CARD, 60, 95), Box(20, 10, 100, 90)), Box(20, 10, 50, 90)),
    seen_through(moved(GROUND, 10, 10), moved(CARD, 30, 20), sees_itself),
    clipped(seen_through(moved(LEAF, 10, 10)), Box(20, 0, 60, 60)),
    enlarged,
    clipped(enlarged, Box(50, 40, 30, 30)),
)  # fmt: skip
"""What the frames of the tests are made of."""


@pytest.fixture(autouse=True, scope="module")
def _screen() -> None:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode(SIZE)


def listed(draws: Sequence[Draw]) -> DisplayList:
    frame = DisplayList(SIZE)
    for draw in draws:
        draw(Canvas(frame, scale=1.0))
    return frame


def at_once(draws: Sequence[Draw]) -> bytes:
    surface = pygame.Surface(SIZE, 0, 32)
    for draw in draws:
        draw(Canvas(surface, scale=1.0))
    return pygame.image.tobytes(surface, "RGB")


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


_frame = st.lists(st.integers(0, len(DRAWS) - 1), max_size=12)


@settings(max_examples=150)
@given(st.lists(_frame, min_size=2, max_size=5))
@example([[0, n] for n in range(len(DRAWS))])
@example([[0, 7, n, 9] for n in range(len(DRAWS))] + [[0, 9, 7]])
def test_frames_painted_in_parts_are_what_they_are_painted_at_once(frames: list[list[int]]) -> None:
    (below, shown), keeper = (pygame.Surface(SIZE, 0, 32) for _ in range(2)), CheckedPainter()
    for numbers in frames:
        draws = [DRAWS[number] for number in numbers]
        for area in keeper.paint(below, listed(draws)):
            shown.blit(below, area, area)
        assert pixels(below) == at_once(draws)
        assert pixels(shown) == at_once(draws), "what was painted is not all shown"


def test_a_large_picture_is_enlarged_in_bands_that_fit_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(painter, "_LARGE", 0)
    monkeypatch.setattr(painter, "_BAND", 5)
    seen = _painted(enlarged)
    for x, y in product(range(0, 90, 7), range(0, 84, 7)):
        assert seen.get_at((25 + x, 15 + y)) == GROUND.get_at((40 + x // 3, 30 + y // 3))
    keeper, surface = CheckedPainter(), pygame.Surface(SIZE, 0, 32)
    for draws in ([enlarged], [enlarged, DRAWS[1]], [enlarged, DRAWS[3]], [clipped(enlarged, BOX)]):
        keeper.paint(surface, listed(draws))
        assert pixels(surface) == at_once(draws)


def test_an_outline_damages_its_edges_alone() -> None:
    keeper, surface = Painter(), pygame.Surface(SIZE, 0, 32)
    fades = [lambda canvas, a=a: canvas.outline(BOX, with_alpha(LAMP, a), 2, 6) for a in (0.3, 0.5)]
    for fade in fades:
        areas = keeper.paint(surface, listed([DRAWS[0], fade]))
    assert not any(area.collidepoint(BOX.center) for area in areas)


def test_a_clip_that_was_taken_back_leaves_no_trace() -> None:
    keeper, surface = Painter(), pygame.Surface(SIZE, 0, 32)
    keeper.paint(surface, listed([DRAWS[0], DRAWS[1], part, DRAWS[5]]))
    areas = keeper.paint(surface, listed([DRAWS[0], clipped(DRAWS[1], BOX), part, DRAWS[5]]))
    assert [WHOLE.size] != [area.size for area in areas]
    assert areas == [pygame.Rect(0, 5, 45, 30)], "where the clipped one was or is"


def test_the_same_frame_again_paints_nothing() -> None:
    keeper, surface = Painter(), pygame.Surface(SIZE, 0, 32)
    assert keeper.paint(surface, listed(DRAWS)) == [WHOLE]
    assert keeper.paint(surface, listed(DRAWS)) == []


def test_what_moves_damages_where_it_was_and_where_it_is() -> None:
    keeper, surface = Painter(), pygame.Surface(SIZE, 0, 32)
    keeper.paint(surface, listed([DRAWS[0], moved(CARD, 30, 20), DRAWS[3]]))
    areas = keeper.paint(surface, listed([DRAWS[0], moved(CARD, 120, 90), DRAWS[3]]))
    assert sorted(map(tuple, areas)) == [(5, 5, 50, 30), (95, 75, 50, 30)]


def test_what_comes_between_others_damages_its_own_place_only() -> None:
    keeper, surface = Painter(), pygame.Surface(SIZE, 0, 32)
    keeper.paint(surface, listed([DRAWS[0], moved(LEAF, 30, 90), moved(LEAF, 90, 90)]))
    new = [DRAWS[0], moved(LEAF, 30, 90), moved(CARD, 120, 30), moved(LEAF, 90, 90)]
    assert keeper.paint(surface, listed(new)) == [pygame.Rect(95, 15, 50, 30)]


def test_a_new_picture_is_never_taken_for_one_that_is_gone() -> None:
    keeper, surface = Painter(), pygame.Surface(SIZE, 0, 32)
    for shade in range(50):  # without the list's hold on it the next one would have its address
        image = pygame.Surface((20, 20), 0, 32)
        image.fill((shade, shade, shade))
        keeper.paint(surface, listed([moved(image, 30, 30)]))
        del image
        assert surface.get_at((30, 30))[:3] == (shade,) * 3


def test_the_alpha_of_a_shared_picture_is_that_of_its_moment() -> None:
    frame = listed([shared(90)])
    LEAF.set_alpha(30)
    surface = pygame.Surface(SIZE, 0, 32)
    Painter().paint(surface, frame)
    assert LEAF.get_alpha() == 30
    LEAF.set_alpha(255)
    assert pixels(surface) == at_once([shared(90)])


def test_a_window_of_another_size_or_one_uncovered_is_painted_whole() -> None:
    keeper, surface = Painter(), pygame.Surface(SIZE, 0, 32)
    keeper.paint(surface, listed(DRAWS))
    wider = pygame.Surface((200, 120), 0, 32)
    assert keeper.paint(wider, listed(DRAWS)) == [wider.get_rect()]
    assert keeper.paint(wider, listed(DRAWS)) == []
    keeper.forget()
    assert keeper.paint(wider, listed(DRAWS)) == [wider.get_rect()]


def test_after_a_frame_that_failed_the_next_one_is_painted_whole() -> None:
    def fails(surface: pygame.Surface, *_: object) -> None:
        raise ZeroDivisionError

    keeper, surface = Painter(), pygame.Surface(SIZE, 0, 32)
    keeper.paint(surface, listed([DRAWS[0]]))
    broken = listed([DRAWS[0], moved(CARD, 30, 20)])
    broken.shape(fails, INK, [(20, 20), (30, 30)])
    with pytest.raises(ZeroDivisionError):
        keeper.paint(surface, broken)
    keeper.paint(surface, listed([DRAWS[0], moved(CARD, 30, 20)]))
    assert pixels(surface) == at_once([DRAWS[0], moved(CARD, 30, 20)])


def test_what_an_opaque_picture_covers_is_not_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []
    keeper, surface, paint = Painter(), pygame.Surface(SIZE, 0, 32), painter.PAINTS[Blit]
    monkeypatch.setitem(painter.PAINTS, Blit, lambda to, *op: (drawn.append(op[0]), paint(to, *op)))
    keeper.paint(surface, listed([moved(LEAF, 80, 60), moved(GROUND, 80, 60), moved(CARD, 9, 9)]))
    assert drawn == [GROUND, CARD]


def test_a_picture_repainted_in_place_is_found_out() -> None:
    keeper, surface, image = CheckedPainter(), pygame.Surface(SIZE, 0, 32), CARD.copy()
    keeper.paint(surface, listed([moved(image, 40, 40)]))
    image.set_at((3, 4), (1, 2, 3))
    with pytest.raises(Differs, match=r"pixels of \(160, 120\) differ, in \[Rect\(18, 29, 1, 1"):
        keeper.paint(surface, listed([moved(image, 40, 40)]))


def test_a_copy_of_a_frame_is_what_was_painted() -> None:
    frame, surface = listed(DRAWS[:9]), pygame.Surface(SIZE, 0, 32)
    Painter().paint(surface, frame)
    kept = frame.copy()
    surface.fill((0, 0, 0))
    assert pixels(kept) == at_once(DRAWS[:9])


# Groups -------------------------------------------------------------------------------------------


class Patch:
    """A card and a line of text somewhere, drawn as one group."""

    def __init__(self, at: int, shade: int = 0) -> None:
        self.at, self.shade, self.drawn = at, shade, 0

    def draw(self, canvas: Canvas, text: str) -> None:
        self.drawn += 1
        canvas.picture_as_is(CARD, (30 + self.at, 40))
        canvas.fill(Box(10 + 2 * self.shade, 60, 20, 9), GOLD, 3)
        canvas.line((20, 90), (60 + self.at, 95), LAMP, 2)
        canvas.text(text, (90, 20), 20, GOLD)

    def __call__(self, canvas: Canvas, text: str = "koi") -> None:
        canvas.group((self.at, self.shade), self.draw, text)


def begun(keeper: Painter, draws: Sequence[Draw]) -> DisplayList:
    frame = keeper.begin(SIZE)
    for draw in draws:
        draw(Canvas(frame, scale=1.0))
    return frame


def test_a_group_whose_version_stays_is_one_operation_and_not_drawn_again() -> None:
    keeper, surface, patch = Painter(), pygame.Surface(SIZE, 0, 32), Patch(3)
    for n in range(4):
        frame = begun(keeper, [DRAWS[0], patch, moved(LEAF, 20 + 9 * n, 60)])
        assert len(frame.ops) == 3
        keeper.paint(surface, frame)
    assert patch.drawn == 1
    assert pixels(surface) == at_once([DRAWS[0], patch, moved(LEAF, 47, 60)])


@pytest.mark.parametrize("clip", [Box(20, 20, 60, 60), Box(0, 0, 100, 30)])
def test_a_group_is_drawn_again_for_other_arguments_clips_and_scales(clip: Box) -> None:
    keeper, surface, patch = Painter(), pygame.Surface(SIZE, 0, 32), Patch(3)
    for draw in (patch, lambda c: patch(c, "go"), clipped(patch, clip), clipped(patch, clip)):
        keeper.paint(surface, begun(keeper, [DRAWS[0], draw]))
        assert pixels(surface) == at_once([DRAWS[0], draw])
    frame = keeper.begin(SIZE)
    patch(Canvas(frame, scale=0.5))
    assert patch.drawn == 3 + 4 + 1, "three times for the list, at once, and for the scale"


def test_of_a_group_with_another_version_only_what_differs_is_painted() -> None:
    keeper, surface, patch = Painter(), pygame.Surface(SIZE, 0, 32), Patch(3)
    keeper.paint(surface, begun(keeper, [DRAWS[0], patch]))
    patch.shade = 4
    assert keeper.paint(surface, begun(keeper, [DRAWS[0], patch])) == [pygame.Rect(9, 60, 29, 9)]


def test_a_group_that_changes_without_another_version_is_found_out() -> None:
    keeper, surface, patch = CheckedPainter(), pygame.Surface(SIZE, 0, 32), Patch(3)
    keeper.paint(surface, begun(keeper, [lambda canvas: canvas.group((), patch.draw, "koi")]))
    patch.shade = 4
    with pytest.raises(Differs, match="draws something else, and its version is the same"):
        begun(keeper, [lambda canvas: canvas.group((), patch.draw, "koi")])


@settings(max_examples=80)
@given(st.lists(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 30)),
                         max_size=6), min_size=2, max_size=5))  # fmt: skip
def test_groups_that_come_go_change_and_pass_each_other_leave_no_trace(
    frames: list[list[tuple[int, int, int]]]
) -> None:
    keeper, surface = CheckedPainter(), pygame.Surface(SIZE, 0, 32)
    patches = [Patch(0) for _ in range(4)]
    for numbers in frames:
        draws: list[Draw] = [DRAWS[0]]
        for number, shade, other in numbers:
            patches[number].at, patches[number].shade = 9 * number, shade
            draws += [partial(_as, patches[number], shade), DRAWS[other]]
        keeper.paint(surface, begun(keeper, draws))
        assert pixels(surface) == at_once(draws)


def _as(patch: Patch, shade: int, canvas: Canvas) -> None:
    patch.shade = shade
    patch(canvas)


def test_operations_of_two_kinds_are_never_equal() -> None:
    box, plain = (0, 0, 0, 0), (0, 0, 0)
    ops = [
        Blit(None, CARD, 0, 0, box, 0, 0), Plate(None, box, plain, 0),
        Outline(None, box, plain, 0, 0), Shape(None, box, shared, plain, (), ()),
        Porthole(None, box, CARD, 0), Enlarged(None, box, CARD, box),
    ]  # fmt: skip
    assert {type(op) for op in ops} == set(painter.PAINTS)
    assert all(a is b or tuple(a) != tuple(b) for a in ops for b in ops)


@pytest.mark.parametrize("side", [2, 5, 40, 71, 352, 704])
def test_through_a_porthole_the_whole_disc_is_seen_and_hardly_more(side: int) -> None:
    surface, white = pygame.Surface((side, side), 0, 32), (255, 255, 255)
    picture = surface.copy()
    picture.fill(white)
    painter.put(surface, Porthole, surface.get_rect(), picture, 0)
    for x, y in product(range(side), repeat=2):
        away = math.dist((x + 0.5, y + 0.5), (side / 2, side / 2))
        if away <= side / 2:
            assert surface.get_at((x, y))[:3] == white, (x, y)
        elif away > painter.ROUGH * side / 2 + 1.5:
            assert surface.get_at((x, y))[:3] == (0, 0, 0), (x, y)


def test_what_is_seen_through_a_porthole_is_painted_anew_when_it_is_another_one() -> None:
    surface, keeper = pygame.Surface(SIZE, 0, 32), CheckedPainter()
    picture = pygame.Surface((71, 71), 0, 32)
    keeper.paint(surface, begun(keeper, [through_a_hole(picture, 1)]))
    assert keeper.paint(surface, begun(keeper, [through_a_hole(picture, 1)])) == []
    picture.fill(GOLD)
    areas = keeper.paint(surface, begun(keeper, [through_a_hole(picture, 2)]))
    assert areas == [pygame.Rect(49, 30, 72, 71)]


@settings(max_examples=60)
@given(st.lists(st.tuples(
    st.lists(st.integers(0, len(DRAWS) - 1), max_size=8), st.integers(0, 90), st.integers(0, 70),
), min_size=2, max_size=6))  # fmt: skip
def test_a_part_that_moves_is_exact_to_the_pixel(
    frames: list[tuple[list[int], int, int]]
) -> None:
    surface, keeper = pygame.Surface((70, 50), 0, 32), CheckedPainter()
    for chosen, x, y in frames:
        frame = begun(keeper, [DRAWS[n] for n in chosen])
        keeper.paint(surface, frame, (x, y))
        whole = pygame.Surface((70, 50), 0, 32)
        whole.blit(_painted(*(DRAWS[n] for n in chosen)), (-x, -y))
        if not any(isinstance(op, Shape) for op in singles(frame.ops)):
            assert differing(surface, whole) == []


def test_a_part_that_moves_paints_no_more_than_comes_into_it() -> None:
    surface, keeper, ground = pygame.Surface((70, 50), 0, 32), Painter(), moved(GROUND, 80, 60)
    for corner, painted in (
        ((20, 20), [pygame.Rect(20, 20, 70, 50)]), ((20, 20), []),
        ((24, 20), [pygame.Rect(89, 20, 5, 50)]), ((24, 11), [pygame.Rect(24, 11, 70, 9)]),
    ):  # fmt: skip
        assert keeper.paint(surface, begun(keeper, [ground]), corner) == painted
    assert keeper.changes == 3


def test_small_rectangles_become_one_where_that_is_hardly_larger() -> None:
    small, whole = pygame.Rect(10, 10, 12, 12), pygame.Rect(0, 0, 1000, 1000)
    assert merged([small, small.move(38, 9)], whole) == [pygame.Rect(10, 10, 50, 21)]
    assert len(merged([small, small.move(300, 9)], whole)) == 2


@given(st.integers(0, 90), st.integers(1, 60), st.integers(0, 12))
def test_what_is_painted_begins_where_rows_are_copied_through_the_cache(
    x: int, wide: int, left: int
) -> None:
    surface, keeper = pygame.Surface((70, 50), 0, 32), Painter()
    picture = unaligned((wide, 20))
    assert picture.get_pitch() % 16
    assert picture.get_size() == (wide, 20)
    keeper.paint(surface, begun(keeper, [moved(GROUND, 0, 0)]), (left, 0))
    lying = begun(keeper, [moved(GROUND, 0, 0), moved(picture, x, 15)])
    for area in keeper.paint(surface, lying, (left, 0)):
        assert area.x == left or (area.x - left) % 2


def test_below_an_enlarged_picture_nothing_is_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even for the odd pixel at which it would begin: that took a third of a zoom's frames."""
    size, ground = (900, 700), pygame.Surface((900, 700), 0, 32)
    surface, keeper, blits = pygame.Surface(size, 0, 32), Painter(), list[object]()

    def frame(part: int) -> list[pygame.Rect]:
        made = keeper.begin(size)
        made.blit(ground, (0, 0))
        made.put(Enlarged, (40, 20, 800, 600), GROUND, (part, part, 80, 60))
        return keeper.paint(surface, made)

    frame(0)
    blit = painter.PAINTS[Blit]
    monkeypatch.setitem(painter.PAINTS, Blit, lambda *values: blits.append(1) or blit(*values))
    assert frame(2) == [pygame.Rect(40, 20, 800, 600)]
    assert not blits


def test_under_paper_nothing_is_painted_up_to_its_edges() -> None:
    def sheet(canvas: Canvas) -> None:
        surfaces.paper(canvas, Box(30, 20, 100, 70), 8)

    surface = pygame.Surface(SIZE, 0, 32)
    for ground in (GROUND, CARD):
        Painter().paint(surface, listed([moved(ground, 80, 60), sheet]))
        part = pygame.image.tobytes(surface.subsurface((38, 20, 84, 70)), "RGB")
        assert part == pygame.image.tobytes(
            _painted(moved(ground, 80, 60), sheet).subsurface((38, 20, 84, 70)), "RGB"
        )
    laid = listed([DRAWS[0], sheet]).ops[-1]
    assert isinstance(laid, Blit)
    assert cover(laid, WHOLE) == pygame.Rect(38, 20, 84, 70)


def _painted(*draws: Draw) -> pygame.Surface:
    return pygame.image.frombytes(at_once(draws), SIZE, "RGB")


_rect = st.builds(pygame.Rect, *(st.integers(-20, 150),) * 2, *(st.integers(0, 80),) * 2)


@given(st.lists(_rect, max_size=60))
def test_merged_rectangles_hold_every_pixel(rects: list[pygame.Rect]) -> None:
    found = merged(rects, WHOLE)
    held, wanted = pygame.mask.Mask(SIZE), pygame.mask.Mask(SIZE)
    for mask, boxes in ((held, found), (wanted, [rect.clip(WHOLE) for rect in rects])):
        for box in boxes:
            mask.draw(pygame.mask.Mask(box.size, fill=True), box.topleft)
    assert all(WHOLE.contains(rect) for rect in found)
    assert held.overlap_area(wanted, (0, 0)) == wanted.count()
