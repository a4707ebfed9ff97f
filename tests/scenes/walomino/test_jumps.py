"""Nothing leaps: from frame to frame the picture changes as far as things can move in it."""

import math
import random
from collections.abc import Callable

import pygame
import pytest

from game.rules.walomino.state import drafts
from game.scenes.walomino.benches import START
from game.scenes.walomino.phase import Beside, Say
from game.scenes.walong.knobs import Knob
from game.ui.frame import Box
from tests.scenes.walomino.bench import PairingTable
from tests.sweep import one_in

PIXELS = 640, 360
GRID = 96, 54
"""The picture is compared in so many spots."""
CLEAR = 100
"""So different are two colours that nobody takes them for the same, of 765."""
LEAP = 0.075
"""This share of what is seen never becomes another colour from one frame to the next."""


def spots(table: PairingTable, part: float) -> list[bytes]:
    """What is seen of the cloth, or of a part of it in the middle, as colours."""
    box = table.scene.layout.board
    box = Box.around(box.center, part * box.w, part * box.h)
    x, y, w, h = (round(edge * table.context.scale) for edge in box)
    small = pygame.transform.smoothscale(table.picture().subsurface((x, y, w, h)), GRID)
    seen = pygame.image.tobytes(small, "RGB")
    return [seen[n : n + 3] for n in range(0, len(seen), 3)]


def largest_leap(
    table: PairingTable, seconds: float, moved: Callable[[], object], part: float = 1.0,
) -> float:
    """The largest share of the cloth that becomes another colour between two frames."""
    before, most = spots(table, part), 0.0
    moved()
    for _ in range(round(60 * seconds)):
        table.wait(1 / 60)
        now = spots(table, part)
        other = sum(
            sum(abs(a - b) for a, b in zip(one, two, strict=True)) > CLEAR
            for one, two in zip(before, now, strict=True)
            if one != two
        )
        before, most = now, max(most, other / len(now))
    return most


@pytest.mark.parametrize("draft", ["deal", "quick"])
def test_dealing_ends_without_a_leap(draft: str) -> None:
    table = PairingTable({"draft": draft}, pixels=PIXELS)
    assert largest_leap(table, 4, lambda: None) < LEAP
    table.close()


def test_the_last_piece_of_a_draft_is_taken_without_a_leap() -> None:
    table = PairingTable({"draft": "choose"}, pixels=PIXELS)
    rng = random.Random(1)
    while sum(table.state.box) > 3:
        table.match.play(rng.choice(table.match.game.moves(table.state)))
    table.scene.show_moment(None)
    table.rest()
    take = drafts(table.state)[0]
    assert largest_leap(table, 2, lambda: table.tap(take)) < LEAP
    assert table.state.phase == "start"
    table.close()


def test_play_begins_without_a_leap_of_the_start_pair() -> None:
    table = PairingTable({"draft": "choose"})
    table.play_to("start", random.Random(2))
    table.tap(Beside(START, Knob.CHECK))
    table.rest()
    for seat in (0, 1):
        table.tap(Say(seat, "rest"))
    table.rest()
    table.tap(Say(0, "done"))
    assert largest_leap(table, 3, lambda: table.tap(Say(1, "done")), 0.12) < LEAP
    assert table.state.phase == "play"
    table.close()


FARTHEST = 18.0
"""Units that a piece moves in a frame at most, unless it is in hand: 12 pixels at 720p."""
Seen = dict[tuple[str, int], tuple[float, float]]


def unheld(table: PairingTable) -> Seen:
    """Where the pieces are seen that nobody holds."""
    cloth, held = table.cloth, table.bench(0).held
    return {
        (key, number): piece.at for key in cloth.lying if key not in held
        for number, piece in enumerate(cloth.seen(key))
    }  # fmt: skip


def farthest(before: Seen, after: Seen) -> float:
    ways = [math.dist(at, after[key]) for key, at in before.items() if key in after]
    return max(ways, default=0.0)


@pytest.mark.parametrize("times", one_in(2, [5, 15]))
def test_pieces_that_nobody_holds_never_leap_while_others_are_joined(times: int) -> None:
    rng = random.Random(2)
    table = PairingTable({"draft": "choose"})
    table.play_to("pairing", rng)
    for _ in range(times):
        one, other = rng.sample([*table.bench(0).lying], 2)
        start, end = table.cloth.middle(one), table.cloth.middle(other)
        end = end[0] + rng.uniform(-60, 60), end[1] + rng.uniform(-60, 60)
        table.touch("press", start, "touch:0:1")
        for n in range(1, 71):
            share = min(1.0, n / 40)
            at = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
            before = unheld(table)
            table.touch("drag", at, "touch:0:1", moved=True)
            table.wait(1 / 60)
            assert farthest(before, unheld(table)) < FARTHEST
        table.lift(end)
        for _ in range(40):
            before = unheld(table)
            table.wait(1 / 60)
            assert farthest(before, unheld(table)) < FARTHEST
    table.close()


@pytest.mark.parametrize("knob", [Knob.FIRST, Knob.SECOND])
def test_buttons_of_the_start_pair_never_swap_sides(knob: Knob) -> None:
    table = PairingTable({"draft": "choose"})
    table.play_to("start", random.Random(3))
    for _ in range(12):
        part, check = (table.spot(Beside(START, one)) for one in (Knob.PART, Knob.CHECK))
        table.tap(Beside(START, knob))
        table.rest()
        now = table.spot(Beside(START, Knob.PART))
        assert math.dist(now, part) < math.dist(now, check)
    table.close()


def test_nobody_is_asked_to_wait_when_all_are_ready() -> None:
    table = PairingTable({"draft": "choose"})
    table.play_to("pairing", random.Random(3))
    for seat in (0, 1):
        table.tap(Say(seat, "rest"))
    table.rest()
    words = table.scene.t("walomino.preparing.ready")
    table.tap(Say(1, "done"))
    table.wait(0.1)
    assert table.scene.trays[1].prompt == words
    table.tap(Say(0, "done"))
    for _ in range(60):
        table.wait(1 / 60)
        assert words not in [tray.prompt for tray in table.scene.trays]
    assert table.state.phase == "play"
    table.close()
