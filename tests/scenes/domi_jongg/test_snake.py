"""The snake on the table: nothing overlaps, nothing falls off, nothing that lies ever moves."""

import math
import random
from typing import Any

import pygame
import pytest

from game.rules import GAMES
from game.rules.core.match import Match
from game.rules.domi_jongg.state import Branch, End, Laid, Lay, grow, number, single_out
from game.rules.domi_jongg.tiles import FULL_SET, GROUP, IN_PAIRS, SINGLY, without
from game.scenes.domi_jongg.felt import Felt
from game.scenes.domi_jongg.snake import (
    EAST,
    MANNERS,
    WAYS,
    Placement,
    Shape,
    Snake,
    head_numbers,
    lie,
    moments,
    overlap,
)
from game.scenes.domi_jongg.tile_art import Faces
from game.scenes.domi_jongg.tray import plan
from game.scenes.play.loupe import Close
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.theme import SMALL
from tests.sweep import one_in

ASPECTS = (0.375, 0.75, 1.0, 1.5, 2.25, 3.25)
SNAKES = 3, 6
"""For each aspect, every time and in deep runs. Laying one out takes a sixth of a second; two
thousand were looked at once.
"""


def finished(rng: random.Random) -> tuple[Laid, ...]:
    """A snake as random play leaves it when nothing more fits, branching wherever it can."""
    pool = list(FULL_SET)
    rng.shuffle(pool)
    single = next(tile for tile in pool if GROUP[tile] != "special")
    snake, ends = single_out(single)
    left = without(FULL_SET, single)
    while (step := _step(left, ends, rng)) is not None:
        tiles, end = step
        snake, ends = grow(snake, ends, tiles, end, 0)
        for tile in tiles:
            left = without(left, tile)
    return snake


def _step(
    left: tuple[str, ...], ends: tuple[End, ...], rng: random.Random,
) -> tuple[tuple[str, ...], str] | None:
    kinds = list(dict.fromkeys(left))
    rng.shuffle(kinds)
    for end in rng.sample(ends, len(ends)):
        pair = [tile for tile in kinds if tile in IN_PAIRS.get(end.tile, ())][:2]
        one = [tile for tile in kinds if tile in SINGLY[end.tile]][:1]
        if len(pair) == 2 and rng.random() < 0.9:
            return tuple(pair), end.id
        if one:
            return tuple(one), end.id
    return None


def overlaps(places: list[Placement]) -> list[Any]:
    return [(i, j) for i in range(len(places)) for j in range(i) if overlap(places[i], places[j])]


def outside(snake: Snake, felt: Felt) -> list[Any]:
    """Tiles that a view, of any moment, or the felt on the screen does not hold."""
    found = []
    left, top, right, bottom = felt._inner.x, felt._inner.y, felt._inner.right, felt._inner.bottom
    for one in grown(snake):
        camera = felt.looking_at(one.section)
        for place in one.places:
            x1, y1 = camera.at((place.x, place.y))
            x2, y2 = camera.at((place.box.right, place.box.bottom))
            if x1 < left - 1 or y1 < top - 1 or x2 > right + 1 or y2 > bottom + 1:
                found.append((len(one.laid), place))
    return found


def grown(snake: Snake) -> list[Snake]:
    """A snake after each of its steps."""
    found = [snake]
    while found[-1].before is not None and found[-1].before.laid:
        found.append(found[-1].before)
    return found[::-1]


def felt_of(aspect: float) -> Felt:
    """The felt of the smallest window that has this shape, more or less."""
    felt = Felt(Faces("en"))
    felt.arrange(Box(20, 20, 620 * aspect, 620), 0.5556)
    return felt


@pytest.mark.parametrize("snakes", one_in(2, SNAKES))
@pytest.mark.parametrize("aspect", one_in(4, ASPECTS))
def test_random_finished_snakes_lie_well(aspect: float, snakes: int) -> None:
    rng, felt = random.Random(f"snakes {aspect}"), felt_of(aspect)
    for _ in range(snakes):
        laid = finished(rng)
        snake = lie(Shape(aspect), laid)
        for one in grown(snake):
            assert snake.places[: len(one.laid)] == one.places, "a tile moved after it was laid"
        assert len(snake.places) == len(laid) > 100
        assert overlaps(snake.places) == []
        assert outside(snake, felt) == []
        assert len(snake.heads) <= 10


def test_a_snake_lies_alike_however_it_came_to_be() -> None:
    """Whatever was taken back, and whatever else was laid before."""
    laid = finished(random.Random(3))
    for manner in MANNERS:
        shape = Shape(1.5, manner=manner)
        lie.cache_clear()
        whole = lie(shape, laid)
        lie.cache_clear()
        for count in (*moments(laid), 90, 40, 1, len(laid)):
            snake = lie(shape, laid[:count])
            assert snake.places == whole.places[: len(snake.places)]
        assert (snake.section, snake.heads) == (whole.section, whole.heads)


def test_each_tile_touches_the_one_it_was_laid_onto_and_looks_away_from_it() -> None:
    rng = random.Random(5)
    for _ in range(3):
        laid = finished(rng)
        snake = lie(Shape(1.5), laid)
        for i in range(1, len(laid)):
            parent = number(laid[i].end)
            assert snake.ground.parents[i] == parent
            if i not in snake.loose:
                mine, its = snake.places[i].center, snake.places[parent].center
                dx, dy = WAYS[snake.places[i].way]
                assert (mine[0] - its[0]) * dx + (mine[1] - its[1]) * dy > 0


def test_hardly_any_tile_needs_a_thread() -> None:
    """A tile that finds no room beside its neighbour hangs on a thread; that must stay rare, in as
    little room as a window of 800x600 leaves as well.
    """
    rng, loose, tiles = random.Random(6), 0, 0
    for _ in range(6):
        laid = finished(rng)
        tiles += len(laid)
        loose += len(lie(Shape(1.5), laid).loose)
    assert loose / tiles < 0.004


def test_the_view_only_ever_eases_out() -> None:
    snake = lie(Shape(1.5), finished(random.Random(7)))
    stages = [one.stage for one in grown(snake)]
    assert stages == sorted(stages)
    assert stages[-1] > stages[0]


def test_the_tiles_that_are_left_are_told_where_no_tile_lies(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[Box] = []
    monkeypatch.setattr(Canvas, "fill", lambda self, box, *look: told.append(box))
    rng, felt = random.Random(4), felt_of(1.5)
    canvas = Canvas(pygame.Surface((900, 600)), None, 0.5556)
    w, h = canvas.text_size("The pile is empty", SMALL, "italic")

    def text(canvas: Canvas, text: str, at: Point, *look: object) -> None:
        told.append(Box(*at, w, h))

    monkeypatch.setattr(Canvas, "text", text)
    patches = 0
    for _ in range(3):
        felt.follow(finished(rng))
        home = felt.whole
        for unit in (home.unit, 1.6 * home.unit):
            felt.camera = home._replace(unit=unit)
            felt.paint_count(canvas, "The pile is empty")
            *patch, words = told
            covered = any(pygame.FRect(box).colliderect(words) for box in felt.tile_boxes())
            assert bool(patch) or not covered
            patches += len(patch)
            told.clear()
    assert 0 < patches < 6, "a patch is for when there is no other place"


def test_no_head_is_seen_on_another_tile() -> None:
    """It looks out to where the next tile could go; where nothing can, it lies on its own tile."""
    rng, felt = random.Random(11), Felt(Faces("en"))
    felt.arrange(Box(20, 20, 930, 620), 3.0)
    for _ in range(2):
        laid = finished(rng)
        for count in moments(laid):
            felt.follow(laid[:count])
            felt.camera = felt.whole
            boxes = felt.tile_boxes()
            for end in felt.snake.heads:
                body = Box.around(felt.head_at(end), 0.7 * felt.head, 0.7 * felt.head)
                others = (box for tile, box in enumerate(boxes) if tile != number(end))
                assert not any(pygame.FRect(body).colliderect(box) for box in others), (count, end)


def test_heads_at_the_rim_go_out_of_the_way() -> None:
    """Where a small felt shows a part of the snake, those out of sight are on no tile and on no
    other head, as far as there is room near.
    """
    rng, felt = random.Random(5), Felt(Faces("en"))
    felt.arrange(Box(150, 150, 640, 400), 0.6)
    rim = on_tiles = 0
    for _ in range(2):
        laid = finished(rng)
        for count in list(moments(laid))[40::6]:
            felt.follow(laid[:count])
            felt.camera = felt.best
            boxes, side = felt.tile_boxes(), felt.head
            bodies = {
                end: pygame.FRect(Box.around(felt.head_at(end), 0.7 * side, 0.7 * side))
                for end in felt.snake.heads
            }
            for end, body in bodies.items():
                others = [felt.head_at(other) for other in bodies if other != end]
                assert all(math.dist(felt.head_at(end), at) > 0.7 * side for at in others)
                seen = pygame.FRect(felt.box.inset(side)).contains(body)
                rim += not seen
                on_tiles += not seen and body.collidelist([pygame.FRect(box) for box in boxes]) >= 0
    assert rim > 80
    assert on_tiles < 0.1 * rim


def test_a_lens_shows_every_head_where_it_is_only_larger() -> None:
    """One that is out of sight is seen at the rim of the felt, and not at that of the lens."""
    felt = felt_of(1.5)
    felt.follow(finished(random.Random(4)))
    felt.camera = felt.whole
    felt.camera = felt.camera._replace(unit=1.6 * felt.camera.unit)
    heads = {end: felt.head_at(end) for end in felt.snake.heads}
    for at in heads.values():
        close = Close((90.0 - 2 * at[0], 90.0 - 2 * at[1]), 2.0)
        seen = felt.seen_close(close)
        for end, home in heads.items():
            assert seen.head_at(end) == pytest.approx(close.point(home), abs=4), end
        assert felt.head_at("0L" if "0L" in heads else next(iter(heads))) in heads.values()


def test_overlap_knows_touching_from_overlapping() -> None:
    here = Placement(0, 0, EAST)
    assert not overlap(here, Placement(3, 0, EAST))
    assert overlap(here, Placement(2, 0, EAST))
    assert overlap(here, Placement(3, 0, EAST), 1)


def test_heads_keep_their_numbers_and_branches_get_new_ones() -> None:
    laid = finished(random.Random(8))
    given = {"0L": 1, "0R": 2}
    highest = 2
    for count in list(moments(laid))[1:]:
        now = head_numbers(laid[:count])
        assert len(set(now.values())) == len(now)
        kept = {end: n for end, n in given.items() if end in now}
        assert all(now[end] == n for end, n in kept.items())
        assert set(given.values()) <= set(now.values())
        given, highest = dict(now), max(highest, *now.values())
    assert highest == len(given) <= 10


@pytest.mark.parametrize("seats", one_in(2, range(2, 7)))
def test_tiles_are_never_too_small_to_be_read_in_a_whole_game(seats: int) -> None:
    """At 1280x720 on a couch: 40 pixels high, with nearly all heads in view.

    Two dozen games for each company were looked at once: in 8 of 120 a head was out of sight now
    and then, and is seen at the rim; in 107 all tiles were in view to the end.
    """
    scale, match, rng = 720 / 1080, Match(GAMES["domi_jongg"], seats, seed=seats), random.Random(1)
    felt = Felt(Faces("en"))
    felt.arrange(plan((1920.0, 1080.0), seats, "couch")[0].board, scale)
    hidden = heads = laid = 0
    while match.outcome is None:
        moves = match.game.moves(match.state)
        lays = [move for move in moves if isinstance(move, Lay | Branch)]
        branches = [move for move in lays if isinstance(move, Branch)]
        chosen = branches or lays
        match.play(rng.choice(chosen) if chosen and rng.random() < 0.8 else moves[-1])
        count = len(match.state.snake)
        if count == laid:
            continue
        felt.follow(match.state.snake)
        laid, camera = count, felt.best
        assert camera.tall >= 40
        seen = pygame.Rect(felt._inner).inflate(2, 2)
        for end in felt.snake.heads:
            x, y, w, h = felt.snake.front(end)
            corners = camera.at((x, y)), camera.at((x + w, y + h))
            heads += 1
            hidden += not all(seen.collidepoint(corner) for corner in corners)
    assert laid > 100
    assert hidden < 0.1 * heads


def test_a_snake_that_is_laid_anew_glides_and_lies_as_before_when_it_is_taken_back() -> None:
    laid = next(
        snake for snake in (finished(random.Random(seed)) for seed in range(20))
        if changed_at(snake)
    )  # fmt: skip
    felt = Felt(Faces("en"))
    felt.arrange(FELT, 720 / 1080)
    at = changed_at(laid)
    steps = [count for count in moments(laid) if count <= at]
    for count in steps[:-1]:
        felt.follow(laid[:count])
        before = list(felt.snake.places)
        felt.shift(1.0)
    felt.follow(laid[:at])
    after = list(felt.snake.places)
    assert felt.laid_anew
    assert after[: len(before)] != before
    assert [felt.center(n) for n in range(len(before))] == [place.center for place in before]
    felt.shift(1.0)
    assert not felt.laid_anew
    assert felt.center(1) == after[1].center
    assert overlaps(after) == []
    felt.follow(laid[: len(before)])
    assert felt.snake.places == before
    felt.shift(1.0)
    felt.follow(laid[:at])
    assert felt.snake.places == after


FELT = Box(8, 153, 1904, 765)


def changed_at(laid: tuple[Laid, ...]) -> int:
    """After how many tiles this snake is laid anew for the first time; 0 if it never is."""
    felt = Felt(Faces("en"))
    felt.arrange(FELT, 720 / 1080)
    for count in moments(laid):
        felt.follow(laid[:count])
        if felt.laid_anew:
            return count
    return 0


def test_a_snake_is_laid_anew_in_few_steps_where_there_was_time_to_prepare(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    laid = next(
        snake for snake in (finished(random.Random(seed)) for seed in range(20))
        if changed_at(snake)
    )  # fmt: skip
    looked, look = list[str](), Snake._choose

    def noted(snake: Snake, end: str, tiles: tuple[str, ...]) -> tuple[Placement, ...]:
        looked.append(end)
        return look(snake, end, tiles)

    monkeypatch.setattr(Snake, "_choose", noted)
    lie.cache_clear()
    felt = Felt(Faces("en"))
    felt.arrange(FELT, 720 / 1080)
    anew = 0
    for count in moments(laid):
        looked.clear()
        felt.follow(laid[:count])
        assert len(looked) <= 3, count
        anew += felt.laid_anew
        felt.shift(1.0)
        for find_out in felt.wishes(laid[:count]):
            find_out()
    assert anew
    looked.clear()
    for count in moments(laid):
        felt.follow(laid[:count])
    assert not looked, "where tiles of a snake went is known"
