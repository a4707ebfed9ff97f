"""The harmony lens, previews and picks: what is shown about a position of Skud Pai Sho."""

from math import dist
from typing import Any

import pytest

from game.rules import GAMES
from game.rules.pai_sho.board import KINDS, PLACES, at, code_of, points_of, xy
from game.rules.skud_pai_sho.board import harmonies_of, ring
from game.rules.skud_pai_sho.harmony_lens import nearest_ring
from game.rules.skud_pai_sho.state import DECLINE, Arrange, Bonus, Plant, State
from game.scenes.skud_pai_sho import picks
from game.scenes.skud_pai_sho.picks import Pick, preview
from game.scenes.skud_pai_sho.view import View
from game.scenes.skud_pai_sho.words import Words
from tests.scenes.table import Table
from tests.strict_texts import StrictTexts
from tests.tools.showcase.games import MIDDLE, TURNS

GAME = GAMES["skud_pai_sho"]
SQUARE = ((-4, 3, "G", "R3"), (4, 3, "G", "R4"), (4, -4, "G", "R5"))


def state(
    *tiles: tuple[int | str, ...], hands: None = None, phase: str = "turn", **options: Any,
) -> State:
    hand = {"R3": 1, "R": 1, "W": 1, "K": 1, "B": 1}
    found: State = GAME.from_plain(
        {"board": tiles, "hands": hands or {"G": hand, "H": hand}, "turn": "G", "phase": phase},
        options,
    )
    return found


def missing(position: State) -> int | None:
    gap = nearest_ring(position.board, position.rules, 0)
    return None if gap is None else len(gap.missing)


def told(position: State, seat: int = 0) -> str:
    return Words(StrictTexts("en")).seen(position, seat)[-1]


# The lens -----------------------------------------------------------------------------------------


def test_a_closed_ring_misses_nothing() -> None:
    done = state(*SQUARE, (-4, -4, "G", "R4"))
    assert missing(done) == 0
    gap = nearest_ring(done.board, done.rules, 0)
    around = ring(harmonies_of(done.board, done.rules), 0)
    assert gap is not None
    assert {start for start, _ in gap.sides} == set(around)


def test_a_ring_whose_corner_is_elsewhere_misses_its_two_sides() -> None:
    assert missing(state(*SQUARE, (-6, -4, "G", "R4"))) == 1
    assert missing(state(*SQUARE, (-6, -5, "G", "R4"))) == 2


def test_three_flowers_in_a_row_of_the_circle_are_no_ring_in_sight() -> None:
    assert missing(state(*SQUARE)) is None
    assert "ring" not in told(state(*SQUARE)), "of what nobody has looked for nothing is said"


def test_a_ring_is_one_move_away_exactly_where_a_move_closes_one() -> None:
    from_gate = state(*SQUARE, (-8, 0, "G", "R4"))
    assert missing(from_gate) is None, "it grows, so the nearest ring knows nothing of it"
    for position in (from_gate, state(*SQUARE, (-6, -4, "G", "R4")),
                     state(*SQUARE, (-7, -5, "G", "R4")), state(*SQUARE)):  # fmt: skip
        closing = [
            move for move in GAME.moves(position)
            if ring(harmonies_of(GAME.apply(position, move).board, position.rules), 0)
        ]
        assert bool(closing) == (told(position) == "A ring is one move away")
    assert told(state(*SQUARE, (-6, -4, "G", "R4"))) == "A ring is one move away"


def test_the_others_lotus_may_close_a_ring() -> None:
    assert missing(state(*SQUARE, (-4, -4, "H", "L"))) == 0


def test_drained_and_growing_flowers_do_not_count() -> None:
    ring_of = (*SQUARE, (-4, -4, "G", "R4"))
    assert missing(state(*ring_of, (5, 4, "H", "K"))) is None
    assert missing(state(*SQUARE, (0, -8, "G", "R4"))) is None


def test_a_ring_over_the_centre_is_none() -> None:
    flat = ((-4, 0, "G", "R3"), (4, 0, "G", "R4"), (4, -4, "G", "R5"), (-4, -4, "G", "R4"))
    assert missing(state(*flat)) is None


def test_the_lens_counts_harmonies_and_crossings() -> None:
    seen = Words(StrictTexts("en")).seen(state(*SQUARE, ruleset="garden_gate"), 0)
    assert seen == ("2 harmonies", "2 across the midlines")


# Previews -----------------------------------------------------------------------------------------


def test_an_arrange_tells_its_way_and_what_changes() -> None:
    shown = preview(state(*SQUARE, (-6, -4, "G", "R4")), Arrange(at(-6, -4), at(-4, -4)))
    assert [PLACES[p] for p in shown.way] == ["(-6,-4)", "(-5,-4)", "(-4,-4)"]
    assert len(shown.gained) == 2
    assert len(shown.lost) == 1


def test_a_flower_that_has_gone_comes_nowhere() -> None:
    shown = preview(state(*SQUARE), Arrange(at(-6, -4), at(-4, -4)))
    assert shown.refusal is not None
    assert (shown.way, shown.coming) == ((), ())


def test_a_wheel_tells_where_it_takes_what() -> None:
    position = state((3, 4, "G", "R4"), (5, 3, "H", "R3"), phase="bonus")
    shown = preview(position, Bonus(KINDS["W"], at(4, 4)))
    assert dict(shown.turning) == {at(3, 4): at(3, 5), at(5, 3): at(4, 3)}
    assert (at(4, 4), KINDS["W"]) in shown.coming


def test_a_boat_tells_where_the_flower_goes_and_what_sinks() -> None:
    position = state((3, 4, "H", "R4"), (6, 3, "H", "K"), phase="bonus")
    ferry = preview(position, Bonus(KINDS["B"], at(3, 4), at(4, 5)))
    assert ferry.turning == ((at(3, 4), at(4, 5)),)
    sunk = preview(position, Bonus(KINDS["B"], at(6, 3)))
    assert (sunk.coming, sunk.turning) == ((), ())


def test_a_would_be_clash_names_both_flowers() -> None:
    shown = preview(state((2, -5, "G", "R3"), (4, -3, "H", "W3")), Arrange(at(2, -5), at(3, -3)))
    assert shown.refusal is not None
    assert shown.refusal.rule == "SK-11", "the white garden is wrong already"
    shown = preview(state((2, -6, "G", "R3"), (5, -5, "H", "W3")), Arrange(at(2, -6), at(3, -5)))
    assert shown.refusal is not None
    assert set(shown.refusal.places) == {"(3,-5)", "(5,-5)"}


# Picks --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_what_picks_can_reach_is_what_the_rules_allow(seed: int) -> None:
    from game.rules.core.match import Match
    from tests.tools.showcase.games import MIDDLE, TURNS

    match = Match(GAME, 2)
    for text in TURNS[: MIDDLE - 7 * seed]:
        if match.state.phase == "bonus":
            match.play(GAME.implicit_step)
        match.play_text(text)
    position = match.state
    moves = set(GAME.moves(position))
    found = set()
    for kind in picks.playable(position):
        pick = Pick(hand=kind)
        found |= {picks.meant(position, pick, p)
                  for p in points_of(picks.reach_of(position, pick).goals)}  # fmt: skip
    for source in points_of(picks.movable(position)):
        pick = Pick(source=source)
        found |= {picks.meant(position, pick, p)
                  for p in points_of(picks.reach_of(position, pick).goals)}  # fmt: skip
    assert found == {m for m in moves if isinstance(m, Arrange | Plant)}


def test_a_boat_is_picked_in_two_steps() -> None:
    position = state((3, 4, "H", "R4"), (6, 3, "H", "K"), phase="bonus")
    boat = Pick(hand=KINDS["B"])
    assert set(points_of(picks.reach_of(position, boat).goals)) == {at(3, 4), at(6, 3)}
    assert picks.meant(position, boat, at(3, 4)) is None
    assert picks.meant(position, boat, at(6, 3)) == Bonus(KINDS["B"], at(6, 3))
    loaded = Pick(hand=KINDS["B"], ferry=at(3, 4))
    goals = points_of(picks.reach_of(position, loaded).goals)
    assert len(goals) == 8
    assert picks.meant(position, loaded, goals[0]) == Bonus(KINDS["B"], at(3, 4), goals[0])


def test_only_what_moves_other_tiles_is_shown_first() -> None:
    position = state((3, 4, "H", "R4"), phase="bonus")
    assert picks.weighty(position, Bonus(KINDS["W"], at(1, 1)))
    assert picks.weighty(position, Bonus(KINDS["B"], at(3, 4), at(4, 5)))
    assert not picks.weighty(position, Bonus(KINDS["R"], at(1, 1)))
    assert not picks.weighty(position, Arrange(at(3, 4), at(4, 4)))


def test_dots_of_missing_harmonies_stay_at_their_flowers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines across the garden, from corner to corner, would be a tangle."""
    table = Table("skud_pai_sho")
    for turn in TURNS[:MIDDLE]:
        if table.match.state.phase == "bonus":
            table.match.play(DECLINE)
        table.match.play_text(turn)
    table.scene.show_moment(None)
    table.rest()
    board, rules = table.scene.shown_state.board, table.scene.shown_state.rules
    gaps = [gap for seat in (0, 1) if (gap := nearest_ring(board, rules, seat))]
    absent = [[xy(point) for point in side] for gap in gaps for side in gap.missing]
    dots = list[tuple[float, float]]()
    monkeypatch.setattr(
        View, "_bead", lambda self, canvas, place, size, color: dots.append(place)
    )
    table.scene.input.harmony_lens = True
    table.picture()
    assert any(a[0] != b[0] and a[1] != b[1] for a, b in absent), "none runs across the points"
    near = [min(dist(at, end) for side in absent for end in side) for at in dots]
    told = [any(abs(dist(a, at) + dist(at, b) - dist(a, b)) < 1e-6 for a, b in absent)
            for at in dots]  # fmt: skip
    assert any(told)
    assert max(far for far, on in zip(near, told, strict=True) if on) < 2
    table.close()


# What is in hand ----------------------------------------------------------------------------------


def test_a_flower_in_hand_shows_the_circle_around_it(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("skud_pai_sho", options={"accents": "all"})
    shown: list[int] = []
    monkeypatch.setattr(
        type(table.scene.reserves[0]), "paint_ties",
        lambda reserve, canvas, code: shown.append(code),
    )
    table.picture()
    assert shown == []
    table.tap(Pick(hand=KINDS["W4"]))
    table.picture()
    assert shown == [code_of(KINDS["W4"], 0)]
    table.close()
