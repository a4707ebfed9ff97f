"""Skud Pai Sho sentence by sentence: rocks, knotweeds, wheels, boats, rings and endings."""

from __future__ import annotations

import pytest

from game.rules.core.protocol import Outcome
from game.rules.pai_sho.board import at
from game.rules.skud_pai_sho.board import Harmony, crosses_midline
from game.rules.skud_pai_sho.state import State
from tests.rules.skud_pai_sho.tables import (
    GAME,
    board,
    bonuses,
    ended,
    events,
    goals,
    harmonies,
    legal,
    play,
    refusal,
    table,
    why,
)

BOTH = pytest.mark.parametrize("ruleset", ["leaflet", "garden_gate"])


def reward(tiles: str, hand: str, ruleset: str = "leaflet") -> State:
    """The guest has earned a bonus and holds these tiles, besides a rose."""
    return table(tiles, phase="bonus", guest=f"R3 {hand}", ruleset=ruleset)


# Rocks ------------------------------------------------------------------------------------------


def test_sk_15_leaflet_a_rock_blocks_like_any_tile() -> None:
    state = reward("G:R3(1,2) G:R4(4,2)", "R")
    assert harmonies(play(state, "+R(2,2)")) == set()
    assert harmonies(play(state, "+R(6,2)")) == {"G(1,2)-(4,2)"}
    assert harmonies(play(state, "+R(1,4)")) == {"G(1,2)-(4,2)"}


@pytest.mark.parametrize("owner", ["G", "H"])
def test_sk_15_garden_gate_a_rock_cancels_its_row_and_column(owner: str) -> None:
    tiles = f"{owner}:R3(1,2) {owner}:R4(4,2) {owner}:R5(4,4)"
    state = reward(tiles, "R", "garden_gate")
    assert harmonies(play(state, "+R(8,2)")) == {f"{owner}(4,2)-(4,4)"}
    assert harmonies(play(state, "+R(4,-8)")) == {f"{owner}(1,2)-(4,2)"}
    assert harmonies(play(state, "+R(5,5)")) == {f"{owner}(1,2)-(4,2)", f"{owner}(4,2)-(4,4)"}


def test_sk_15_garden_gate_a_rock_cancels_its_line_beyond_a_gate() -> None:
    tiles = "G:R3(8,2) G:R4(8,4)"
    assert harmonies(table(tiles, ruleset="garden_gate")) == {"G(8,2)-(8,4)"}
    assert harmonies(table(f"{tiles} H:R(8,-3)", ruleset="garden_gate")) == set()


def test_sk_15_garden_gate_cancelled_harmonies_earn_no_bonus() -> None:
    tiles = "G:R3(1,1) G:R4(4,2) H:R(7,2)"
    assert play(table(tiles, ruleset="garden_gate"), "(1,1)-(1,2)").phase == "turn"
    assert play(table(tiles), "(1,1)-(1,2)").phase == "bonus"


def test_sk_15_rocks_lie_on_empty_points_that_are_no_gates() -> None:
    state = reward("H:W3(0,0)", "R")
    assert why(state, "+R(0,0)") == ("SK-15", "point_taken")
    assert why(state, "+R(8,0)") == ("SK-15", "accent_on_gate")
    assert why(state, "+K(1,1)") == ("SK-16", "not_in_hand")


def test_sk_15_a_wheel_cannot_move_a_rock() -> None:
    state = reward("H:R(1,1)", "W")
    assert why(state, "+W(0,0)") == ("SK-17", "wheel_rock")
    assert refusal(state, "+W(0,0)").places == ("(1,1)",)


# Knotweeds --------------------------------------------------------------------------------------


@pytest.mark.parametrize("owner", ["G", "H"])
def test_sk_16_a_knotweed_drains_its_eight_neighbours_of_both_players(owner: str) -> None:
    state = reward(f"{owner}:R3(1,2) {owner}:R4(4,2)", "K")
    line = {f"{owner}(1,2)-(4,2)"}
    for point in ("(0,1)", "(0,2)", "(0,3)", "(1,3)", "(5,1)", "(4,1)"):
        assert harmonies(play(state, f"+K{point}")) == set()
    for point in ("(1,4)", "(6,2)", "(-1,2)"):
        assert harmonies(play(state, f"+K{point}")) == line


def test_sk_16_knotweeds_drain_lotuses_too() -> None:
    state = reward("G:L(1,2) G:R4(4,2)", "K")
    assert harmonies(play(state, "+K(1,3)")) == set()


def test_sk_16_a_drained_flower_earns_no_bonus() -> None:
    assert play(table("G:R3(1,1) G:R4(4,2) H:K(0,3)"), "(1,1)-(1,2)").phase == "turn"
    assert play(table("G:R3(1,1) G:R4(4,2) H:K(3,3)"), "(1,1)-(1,2)").phase == "turn"


def test_sk_16_knotweeds_lie_on_empty_points_that_are_no_gates() -> None:
    state = reward("H:W3(0,0)", "K")
    assert why(state, "+K(0,0)") == ("SK-16", "point_taken")
    assert why(state, "+K(0,8)") == ("SK-16", "accent_on_gate")


# Wheels -----------------------------------------------------------------------------------------


def test_sk_17_all_neighbours_step_clockwise_together() -> None:
    state = reward("G:R4(0,1) H:W3(1,0) G:K(-1,-1) H:B(-1,1) H:W(1,-1) G:O(0,-1)", "W")
    assert board(play(state, "+W(0,0)")) == {
        "G:R4(1,1)", "H:W3(1,-1)", "G:K(-1,0)", "H:B(0,1)", "H:W(0,-1)", "G:O(-1,-1)", "G:W(0,0)",
    }  # fmt: skip


def test_sk_17_a_wheel_may_also_turn_nothing() -> None:
    assert board(play(reward("H:W4(4,0)", "W"), "+W(0,0)")) == {"H:W4(4,0)", "G:W(0,0)"}


def test_sk_17_no_occupied_gate_among_the_neighbours() -> None:
    assert why(reward("G:R4(0,8)", "W"), "+W(1,7)") == ("SK-17", "wheel_gate")
    assert "(1,7)" in bonuses(reward("", "W"), "W")


def test_sk_17_no_tile_leaves_the_board_or_enters_a_gate() -> None:
    assert why(reward("H:K(4,8)", "W"), "+W(4,7)") == ("SK-17", "wheel_edge")
    assert why(reward("H:K(-1,8)", "W"), "+W(0,7)") == ("SK-17", "wheel_into_gate")
    assert why(reward("H:K(0,7)", "W"), "+W(1,7)") == ("SK-17", "wheel_into_gate")
    assert "(3,7)" in bonuses(reward("H:K(4,8)", "W"), "W")


def test_sk_17_no_basic_ends_in_a_wrong_garden() -> None:
    state = reward("G:R4(0,1)", "W")
    assert why(state, "+W(0,2)") == ("SK-17", "wheel_garden")
    assert "(-1,0)" in bonuses(state, "W")
    assert "(0,2)" in bonuses(reward("G:L(0,1)", "W"), "W")


def test_sk_17_no_turned_tile_may_clash() -> None:
    assert why(reward("G:R3(0,1) H:W3(-4,2)", "W"), "+W(1,1)") == ("SK-9", "clash")
    assert why(reward("G:R3(0,1) H:W3(1,0)", "W"), "+W(0,0)") == ("SK-9", "clash")
    assert "(0,0)" in bonuses(reward("G:R3(-1,-1) H:W3(4,0)", "W"), "W")


def test_sk_17_no_clash_may_be_uncovered_by_turning() -> None:
    state = reward("H:W3(-2,2) G:R4(0,2) H:R3(3,2)", "W")
    assert why(state, "+W(1,3)") == ("SK-9", "uncovers")
    assert {"(1,1)", "(1,2)"} <= bonuses(state, "W")


def test_sk_17_wheels_lie_on_empty_points_that_are_no_gates() -> None:
    state = reward("H:W3(0,0)", "W")
    assert why(state, "+W(0,0)") == ("SK-17", "point_taken")
    assert why(state, "+W(0,8)") == ("SK-17", "accent_on_gate")


# Boats ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tile", ["G:R4", "H:R4", "G:L", "H:L", "G:O", "H:O"])
def test_sk_18_a_boat_moves_a_blooming_flower_and_stays_on_its_point(tile: str) -> None:
    state = reward(f"{tile}(0,0)", "B")
    assert board(play(state, "+B(0,0)-(1,1)")) == {f"{tile}(1,1)", "G:B(0,0)"}
    assert GAME.to_plain(play(state, "+B(0,0)-(1,1)"))["hands"]["G"] == {"R3": 1}


def test_sk_18_it_goes_to_an_empty_neighbour_in_the_right_garden() -> None:
    state = reward("G:R4(0,0) H:K(0,1)", "B")
    assert bonuses(state, "B") == {
        "(0,1)", *(f"(0,0)-({x},{y})" for x, y in ((1, 0), (-1, 0), (0, -1), (1, 1), (-1, -1))),
    }  # fmt: skip
    assert why(state, "+B(0,0)-(1,-1)") == ("SK-18", "wrong_garden")
    assert why(state, "+B(0,0)-(0,1)") == ("SK-18", "point_taken")
    assert why(state, "+B(0,0)-(2,0)") == ("SK-18", "boat_far")
    assert why(state, "+B(0,0)") == ("SK-18", "boat_goal")
    assert why(state, "+B(5,5)") == ("SK-18", "boat_where")
    assert why(reward("G:R4(1,7)", "B"), "+B(1,7)-(0,8)") == ("SK-18", "boat_gate")


def test_sk_18_the_moved_flower_may_not_clash_but_the_boat_uncovers_nothing() -> None:
    state = reward("G:R3(0,0) H:W3(-4,1)", "B")
    assert why(state, "+B(0,0)-(1,1)") == ("SK-9", "clash")
    covered = reward("H:W3(-2,0) G:R4(0,0) H:R3(3,0)", "B")
    assert "(0,0)-(0,1)" in bonuses(covered, "B")


def test_sk_18_a_boat_on_an_accent_takes_both_off_the_board() -> None:
    state = reward("H:R(0,0) G:W(1,0) H:K(2,0)", "B")
    assert board(play(state, "+B(0,0)")) == {"G:W(1,0)", "H:K(2,0)"}
    assert bonuses(state, "B") == {"(0,0)", "(1,0)", "(2,0)"}
    assert why(state, "+B(0,0)-(0,1)") == ("SK-18", "boat_sinks")


def test_sk_18_no_clash_may_be_uncovered() -> None:
    state = reward("H:W3(-2,0) G:K(0,0) H:R3(3,0)", "B")
    assert why(state, "+B(0,0)") == ("SK-9", "uncovers")
    assert "(0,0)" in bonuses(reward("H:W3(-2,0) G:K(0,0) H:K(1,0) H:R3(3,0)", "B"), "B")


def test_sk_18_leaflet_a_boat_removes_no_boat() -> None:
    for text in ("+B(0,0)", "+B(0,0)-(0,1)"):
        assert why(reward("H:B(0,0)", "B"), text) == ("SK-18", "boat_on_boat")


def test_sk_18_garden_gate_a_boat_removes_a_boat_too() -> None:
    assert board(play(reward("H:B(0,0)", "B", "garden_gate"), "+B(0,0)")) == set()


# Rings ------------------------------------------------------------------------------------------

RING = "G:R5(3,2) G:W3(-3,2) G:R5(-3,-2)"


@BOTH
def test_sk_19_a_ring_of_harmonies_round_the_centre_wins(ruleset: str) -> None:
    state = table(f"{RING} G:W3(4,-1)", ruleset=ruleset)
    after = play(state, "(4,-1)-(3,-2)", "+-")
    assert ended(after) == Outcome((0,), "ring")
    assert GAME.to_plain(after)["ring"] == ["G"]
    assert GAME.scores(after) == (1, 0)
    assert legal(after) == set()
    assert why(after, "R3(0,8)") == ("SK-19", "over")


def test_sk_19_the_ring_is_told_point_by_point() -> None:
    told = events(table(f"{RING} G:W3(4,-1)"), "(4,-1)-(3,-2)+-")
    ring = next(e for e in told if e.kind == "ring")
    assert sorted(ring.places) == ["(-3,-2)", "(-3,2)", "(3,-2)", "(3,2)"]
    assert [(e.seat, e.points) for e in told if e.points] == [(0, 1)]


def test_sk_19_a_ring_beside_the_centre_is_none() -> None:
    state = table("G:W3(0,2) G:R5(0,5) G:W3(2,5) G:R5(2,2)")
    assert len(harmonies(state)) == 4
    assert GAME.to_plain(state)["ring"] == []


def test_sk_19_harmonies_over_or_at_the_centre_do_not_count() -> None:
    over = table("G:R5(-3,0) G:W3(3,0) G:R5(3,4) G:W3(-3,4)")
    assert len(harmonies(over)) == 4
    assert over.outcome is None
    ends = table("G:L(0,0) G:R5(4,0) G:W3(4,4) G:R5(-3,4) G:W3(-3,0)")
    assert len(harmonies(ends)) == 5
    assert ends.outcome is None


def test_sk_19_a_ring_may_use_an_enemy_lotus_and_turn_at_many_corners() -> None:
    lotus = table("G:R5(3,2) H:L(-3,2) G:R5(-3,-2) G:W3(3,-2)")
    assert ended(lotus) == Outcome((0,), "ring")
    corners = table("G:R5(5,2) G:W3(-3,2) G:R5(-3,-2) G:W3(2,-2) G:W4(2,-4) G:W3(5,-4)")
    assert ended(corners) == Outcome((0,), "ring")
    assert table("G:R5(5,2) G:W3(-3,2) G:R5(-3,-2) G:W3(2,-2) G:W4(2,-4)").outcome is None


def test_sk_19_a_ring_is_looked_for_only_after_the_whole_turn() -> None:
    state = play(table(f"{RING} G:W3(4,-1)", guest="R3 K"), "(4,-1)-(3,-2)")
    assert state.outcome is None
    assert play(state, "+K(4,-3)").outcome is None
    assert ended(play(state, "+K(6,-3)")).reason == "ring"


def test_sk_19_a_ring_of_the_other_player_wins_for_him() -> None:
    rivals = RING.replace("G:", "H:")
    state = table(f"{rivals} H:W3(3,-2) G:O(0,2)")
    assert ended(play(state, "(0,2)-(0,3)")) == Outcome((1,), "ring")


def test_sk_19_two_rings_at_once_are_a_draw() -> None:
    state = table(f"{RING} G:W3(4,-2) H:R5(4,5) H:W3(-4,5) H:R5(-4,-5) H:W3(4,-5)")
    after = play(state, "(4,-2)-(3,-2)", "+-")
    assert GAME.to_plain(after)["ring"] == ["G", "H"]
    assert ended(after) == Outcome((), "rings")
    assert GAME.scores(after) == (0, 0)


# The last basic flower --------------------------------------------------------------------------


def test_sk_20_the_game_ends_when_a_hand_holds_no_basic_flower() -> None:
    state = table(guest="R3 R4 L O", host="R3")
    assert play(state, "R3(0,8)").outcome is None
    assert ended(play(state, "R3(0,8)", "R3(0,-8)")) == Outcome((), "level")


def test_sk_20_leaflet_more_accents_in_hand_win() -> None:
    assert ended(play(table(guest="R3 K", host="R3"), "R3(0,8)")) == Outcome((0,), "accents")
    assert ended(play(table(guest="R3 K", host="R3 B B"), "R3(0,8)")) == Outcome((1,), "accents")


def test_sk_20_leaflet_then_more_harmonies() -> None:
    tiles = "H:R3(1,2) H:R4(4,2) G:W5(-1,5)"
    assert ended(play(table(tiles), "R3(0,8)")) == Outcome((1,), "harmonies")
    assert ended(play(table(tiles, guest="R3 K"), "R3(0,8)")) == Outcome((0,), "accents")


def test_sk_20_garden_gate_more_harmonies_across_midlines_win() -> None:
    tiles = "H:R3(1,2) H:R4(4,2) H:R5(4,4) G:W3(-2,1) G:R5(2,1)"
    state = table(tiles, host="R3 K K B", ruleset="garden_gate")
    assert ended(play(state, "R3(0,8)")) == Outcome((0,), "midlines")
    level = table("H:R3(1,2) H:R4(4,2)", host="R3 K", ruleset="garden_gate")
    assert ended(play(level, "R3(0,8)")) == Outcome((), "level")


@pytest.mark.parametrize(
    ("first", "second", "crosses"),
    [
        ((-2, 1), (2, 1), True),
        ((3, -1), (3, 4), True),
        ((0, 1), (2, 1), False),
        ((-2, 0), (2, 0), False),
        ((0, -2), (0, 2), False),
        ((1, 1), (4, 1), False),
    ],
)
def test_sk_20_what_crossing_a_midline_means(
    first: tuple[int, int], second: tuple[int, int], crosses: bool
) -> None:
    assert crosses_midline(Harmony(at(*first), at(*second), 0)) == crosses


def test_sk_20_a_ring_of_the_same_turn_comes_first() -> None:
    state = table(f"{RING} G:W3(4,-1)", guest="R3", host="R3 K")
    after = play(state, "(4,-1)-(3,-2)", "+R3(0,8)")
    assert ended(after) == Outcome((0,), "ring")


# Passing ----------------------------------------------------------------------------------------

STUCK = "G:R3(1,1) H:O(2,2) H:R4(0,8) H:R4(0,-8) H:R5(8,0) H:R5(-8,0)"


def test_sk_21_only_who_has_no_legal_turn_passes() -> None:
    state = table(STUCK)
    assert legal(state) == {"--"} == set(GAME.turn_texts(state))
    after = play(state, "--")
    assert (GAME.actor(after), after.outcome) == (1, None)
    assert why(after, "--") == ("SK-21", "must_play")
    assert [e.kind for e in events(state, "--")] == ["pass"]


def test_sk_21_if_both_must_pass_the_counts_decide() -> None:
    state = table(STUCK, passes=1, guest="R3 K")
    assert ended(play(state, "--")) == Outcome((0,), "accents")
    assert any(e.kind == "stuck" for e in events(state, "--"))


def test_sk_21_any_other_turn_makes_passing_count_anew() -> None:
    state = play(table(STUCK), "--", "(2,2)-(3,2)")
    assert state.passes == 0
    assert goals(state, "(1,1)")
