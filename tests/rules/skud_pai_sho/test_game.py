"""Skud Pai Sho sentence by sentence: accents chosen, flowers, harmony, clash, arranging, bonus."""

from __future__ import annotations

import pytest

from game.rules.core.protocol import CHANCE, NotationError, PositionError
from game.rules.pai_sho.board import read_point, xy
from tests.rules.skud_pai_sho.tables import (
    GAME,
    all_turns,
    board,
    bonuses,
    events,
    goals,
    harmonies,
    legal,
    play,
    refusal,
    start,
    table,
    why,
)

BASICS = {"R3", "R4", "R5", "W3", "W4", "W5"}
BOTH = pytest.mark.parametrize("ruleset", ["leaflet", "garden_gate"])


# Accents and the opening ------------------------------------------------------------------------


def test_sk_3_the_host_keeps_four_accents_then_the_guest() -> None:
    state = start()
    assert GAME.actor(state) == 1
    assert len(legal(state)) == 19
    state = play(state, "R,R,W,K")
    assert GAME.actor(state) == 0
    state = play(state, "B,B,K,K")
    plain = GAME.to_plain(state)
    assert plain["accents"] == {"H": ["R", "R", "W", "K"], "G": ["K", "K", "B", "B"]}
    assert {t: n for t, n in plain["hands"]["G"].items() if len(t) == 1} == {
        "L": 1, "O": 1, "K": 2, "B": 2,
    }  # fmt: skip


def test_sk_3_four_accents_and_at_most_two_of_each() -> None:
    assert why(start(), "R,R,R,W") == ("SK-3", "accents_two")
    assert why(start(), "R,W,K") == ("SK-3", "accents_four")
    assert why(start(), "R4(0,-8)") == ("SK-3", "accents_first")
    assert why(play(start(), "R,W,K,B", "R,W,K,B"), "R,W,K,B") == ("SK-3", "accents_kept")


def test_sk_3_the_order_of_accents_does_not_matter() -> None:
    assert play(start(), "B,K,W,R") == play(start(), "R,W,K,B")


def test_sk_3_the_host_may_decide_for_both() -> None:
    state = play(start(accents="host_decides"), "R,W,K,B")
    assert GAME.actor(state) == 0
    assert GAME.to_plain(state)["accents"] == {"G": ["R", "W", "K", "B"], "H": ["R", "W", "K", "B"]}
    assert state.phase == "open"


def test_sk_3_luck_may_draw_four_of_eight_for_each() -> None:
    state = start(accents="random")
    assert GAME.actor(state) == CHANCE
    chance_outcomes = {GAME.write(move): weight for move, weight in GAME.chance_outcomes(state)}
    assert sum(chance_outcomes.values()) == 70
    assert (chance_outcomes["R,W,K,B"], chance_outcomes["R,R,W,W"], chance_outcomes["R,R,W,K"]) == (
        16,
        1,
        4,
    )
    state = play(state, "R,R,W,W")
    assert GAME.actor(state) == CHANCE
    state = play(state, "R,W,K,B")
    assert GAME.to_plain(state)["accents"] == {"G": ["R", "W", "K", "B"], "H": ["R", "R", "W", "W"]}
    assert all_turns(start(accents="random")) == GAME.turn_texts(start(accents="random")) == []


def test_sk_4_the_guest_plants_any_basic_flower_before_him() -> None:
    state = play(start(), "R,W,K,B", "R,W,K,B")
    assert legal(state) == {f"{tile}(0,-8)" for tile in BASICS}
    assert why(state, "R3(0,8)") == ("SK-4", "first_gate")
    assert why(state, "L(0,-8)") == ("SK-4", "first_gate")


def test_sk_4_the_host_must_plant_the_same_and_the_guest_moves_next() -> None:
    state = play(start(), "R,W,K,B", "R,W,K,B", "W4(0,-8)")
    assert GAME.actor(state) == 1
    assert legal(state) == {"W4(0,8)"}
    assert why(state, "R3(0,8)") == ("SK-4", "same_first")
    assert why(state, "W4(8,0)") == ("SK-4", "first_gate")
    state = play(state, "W4(0,8)")
    assert GAME.actor(state) == 0
    assert {"W4(8,0)", "(0,-8)-(0,-4)"} <= legal(state)


# Growing and blooming ---------------------------------------------------------------------------


def test_sk_5_a_growing_flower_forms_no_harmony() -> None:
    assert harmonies(table("G:R3(0,-8) G:R4(0,-6)")) == set()
    assert harmonies(table("G:R3(0,-7) G:R4(0,-6)")) == {"G(0,-7)-(0,-6)"}


def test_sk_5_a_growing_flower_does_not_clash() -> None:
    assert "(0,-6)" in goals(table("G:R3(1,-6) H:W3(0,-8)"), "(1,-6)")
    assert "(0,-6)" not in goals(table("G:R3(1,-6) H:W3(0,-7)"), "(1,-6)")


def test_sk_5_a_growing_flower_is_not_captured() -> None:
    state = table("G:R3(1,-8) H:W3(0,-8)")
    assert why(state, "(1,-8)-(0,-8)") == ("SK-11", "ends_on_gate")


def test_sk_5_a_growing_orchid_does_not_trap_and_a_growing_flower_is_not_trapped() -> None:
    assert goals(table("G:R3(1,-8) H:O(0,-8)"), "(1,-8)")
    assert goals(table("G:R3(0,-8) H:O(1,-7)"), "(0,-8)")
    assert not goals(table("G:R3(0,-7) H:O(1,-7)"), "(0,-7)")


def test_sk_5_a_growing_flower_is_moved_by_neither_boat_nor_wheel() -> None:
    state = table("H:W3(0,-8)", phase="bonus", guest="R3 B W")
    assert why(state, "+B(0,-8)-(1,-8)") == ("SK-18", "boat_where")
    assert why(state, "+W(1,-7)") == ("SK-17", "wheel_gate")


# Harmony ----------------------------------------------------------------------------------------


@BOTH
def test_sk_8_two_basics_of_one_owner_beside_each_other_on_the_circle(ruleset: str) -> None:
    assert harmonies(table("G:R3(1,2) G:R4(4,2)", ruleset=ruleset)) == {"G(1,2)-(4,2)"}
    assert harmonies(table("H:W5(0,2) H:R3(0,5)", ruleset=ruleset)) == {"H(0,2)-(0,5)"}
    assert harmonies(table("G:R3(1,2) H:R4(4,2)", ruleset=ruleset)) == set()
    assert harmonies(table("G:R3(1,2) G:R5(4,2)", ruleset=ruleset)) == set()
    assert harmonies(table("G:R3(1,2) G:R3(4,2)", ruleset=ruleset)) == set()


def test_sk_8_harmonies_need_sight() -> None:
    assert harmonies(table("G:R3(1,2) G:R4(4,3)")) == set()
    assert harmonies(table("G:R3(1,2) H:K(3,5) G:R4(4,2)")) == {"G(1,2)-(4,2)"}
    assert harmonies(table("G:R3(1,2) H:B(3,2) G:R4(4,2)")) == set()


def test_sk_8_gates_part_what_lies_on_both_sides() -> None:
    assert harmonies(table("G:R3(8,-2) G:R4(8,2)")) == set()
    assert harmonies(table("G:R3(7,-2) G:R4(7,2)")) == {"G(7,-2)-(7,2)"}


def test_sk_8_a_lotus_harmonises_with_anybodys_basics_for_their_owner() -> None:
    assert harmonies(table("G:L(1,2) H:R3(4,2)")) == {"H(1,2)-(4,2)"}
    assert harmonies(table("G:L(1,2) G:W4(1,0)")) == {"G(1,0)-(1,2)"}


def test_sk_8_lotus_and_lotus_and_orchids_form_nothing() -> None:
    assert harmonies(table("G:L(1,2) H:L(4,2)")) == set()
    assert harmonies(table("G:L(1,2) G:O(4,2)")) == set()
    assert harmonies(table("G:O(1,2) G:R3(4,2)")) == set()


# Clash ------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("owner", ["G", "H"])
def test_sk_9_no_arrange_leaves_a_clash_whoever_owns_the_tiles(owner: str, ruleset: str) -> None:
    state = table(f"G:R3(1,1) {owner}:W3(4,0)", ruleset=ruleset)
    assert why(state, "(1,1)-(1,0)") == ("SK-9", "clash")
    told = dict(refusal(state, "(1,1)-(1,0)").params)
    assert (told["tile"], told["at"]) == ("@tile.W3", "(4,0)")
    assert "(1,2)" in goals(state, "(1,1)")


@BOTH
def test_sk_9_rocks_and_knotweeds_do_not_prevent_a_clash(ruleset: str) -> None:
    state = table("G:R3(1,1) H:W3(4,0) H:R(6,0) H:K(5,1)", ruleset=ruleset)
    assert why(state, "(1,1)-(1,0)") == ("SK-9", "clash")


def test_sk_9_a_tile_between_prevents_a_clash() -> None:
    assert "(1,0)" in goals(table("G:R3(1,1) H:R(3,0) H:W3(4,0)"), "(1,1)")


def test_sk_9_no_clash_may_be_uncovered() -> None:
    state = table("H:W3(-2,0) G:R4(0,0) H:R3(3,0)")
    assert goals(state, "(0,0)") == {"(-1,0)", "(1,0)", "(2,0)"}
    assert why(state, "(0,0)-(0,1)") == ("SK-9", "uncovers")
    assert refusal(state, "(0,0)-(0,1)").places == ("(3,0)", "(-2,0)")


def test_sk_9_capturing_one_of_the_clashing_tiles_uncovers_nothing() -> None:
    state = table("H:W3(-2,0) G:O(0,0) H:R3(3,0) G:L(5,5)")
    assert goals(state, "(0,0)") == {f"({x},0)" for x in (-2, -1, 1, 2, 3)}


def test_sk_9_a_position_with_a_clash_is_refused() -> None:
    with pytest.raises(PositionError) as error:
        table("G:R3(1,2) H:W3(0,2)")
    assert error.value.at == "board"


# Planting ---------------------------------------------------------------------------------------


def test_sk_10_a_basic_flower_from_the_hand_goes_into_any_open_gate() -> None:
    state = table("H:R4(8,0)", guest="R3 W4 L O K")
    assert legal(state) == {f"{t}{g}" for t in ("R3", "W4") for g in ("(0,8)", "(0,-8)", "(-8,0)")}
    assert why(state, "R3(8,0)") == ("SK-10", "gate_closed")
    assert why(state, "R3(1,1)") == ("SK-10", "no_gate")
    assert why(state, "R5(0,8)") == ("SK-10", "not_in_hand")
    assert why(state, "L(0,8)") == ("SK-10", "plant_basic")


def test_sk_10_a_plant_ends_the_turn_without_a_bonus() -> None:
    state = table("G:R4(0,5)", guest="R3 R3 K")
    after = play(state, "R3(0,8)")
    assert (after.phase, GAME.actor(after)) == ("turn", 1)
    assert GAME.to_plain(after)["hands"]["G"] == {"R3": 1, "K": 1}
    with pytest.raises(NotationError):
        play(state, "R3(0,8)+K(1,1)")


# Arranging --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tile", "steps"),
    [("R3", 3), ("R4", 4), ("R5", 5), ("W3", 3), ("W4", 4), ("W5", 5), ("L", 2), ("O", 6)],
)
def test_sk_11_flowers_go_as_far_as_their_number_says(tile: str, steps: int) -> None:
    points = [xy(read_point(text)) for text in goals(table(f"G:{tile}(0,0)"), "(0,0)")]
    sizes = {abs(x) + abs(y) for x, y in points}
    assert sizes == set(range(1, steps + 1))


def test_sk_11_paths_turn_freely_but_never_cross_tiles() -> None:
    wall = "H:K(1,2) H:K(2,1) G:K(1,0) G:K(0,1)"
    assert goals(table(f"G:R3(1,1) {wall}"), "(1,1)") == set()
    assert why(table(f"G:R3(1,1) {wall}"), "(1,1)-(2,2)") == ("SK-11", "no_way")
    assert "(3,1)" in goals(table("G:R4(1,1) H:R(2,1)"), "(1,1)")
    assert "(3,1)" not in goals(table("G:R3(1,1) H:R(2,1)"), "(1,1)")
    assert why(table("G:R3(1,1)"), "(1,1)-(5,1)") == ("SK-11", "too_far")


def test_sk_11_an_empty_gate_may_be_crossed_but_not_ended_on() -> None:
    assert "(-1,8)" in goals(table("G:R3(1,8)"), "(1,8)")
    assert "(-1,8)" not in goals(table("G:R3(1,8) H:R4(0,8)"), "(1,8)")
    assert why(table("G:R3(1,8)"), "(1,8)-(0,8)") == ("SK-11", "ends_on_gate")


def test_sk_11_basics_end_in_their_own_or_neutral_ground_and_cross_any() -> None:
    state = table("G:R3(0,1) H:R(0,0)")
    assert why(state, "(0,1)-(-1,1)") == ("SK-11", "wrong_garden")
    assert {"(-1,0)", "(1,1)", "(0,4)"} <= goals(state, "(0,1)")
    assert {"(-3,4)", "(-3,5)"} <= goals(table("G:R5(0,5)"), "(0,5)")
    assert "(-2,4)" not in goals(table("G:R5(0,5)"), "(0,5)")


@pytest.mark.parametrize("tile", ["L", "O"])
def test_sk_11_lotus_and_orchid_end_anywhere(tile: str) -> None:
    assert {"(1,1)", "(-1,1)", "(1,-1)", "(-1,-1)"} <= goals(table(f"G:{tile}(0,0)"), "(0,0)")


def test_sk_11_drained_flowers_move_normally() -> None:
    free, drained = table("G:R3(1,1)"), table("G:R3(1,1) H:K(0,0)")
    assert goals(free, "(1,1)") - {"(0,0)"} >= goals(drained, "(1,1)") > {"(3,2)", "(1,4)"}


def test_sk_11_only_ones_own_flowers_are_arranged() -> None:
    state = table("H:R3(1,1) G:K(3,3)")
    assert why(state, "(1,1)-(1,2)") == ("SK-11", "not_yours")
    assert why(state, "(3,3)-(3,4)") == ("SK-11", "accents_stay")
    assert why(state, "(2,2)-(2,3)") == ("SK-11", "nothing_there")


# Capturing --------------------------------------------------------------------------------------


def test_sk_12_a_basic_captures_a_clashing_basic() -> None:
    state = table("G:R3(1,1) H:W3(3,0)")
    assert board(play(state, "(1,1)-(3,0)")) == {"G:R3(3,0)"}
    told = [(e.kind, e.seat, e.places) for e in events(state, "(1,1)-(3,0)")]
    assert told == [("capture", 0, ("(3,0)",))]


def test_sk_12_a_basic_captures_no_other_basic_and_nothing_of_its_owner() -> None:
    assert why(table("G:R3(1,1) H:W4(3,0)"), "(1,1)-(3,0)") == ("SK-12", "basic_takes")
    assert why(table("G:R3(1,1) G:W3(3,0)"), "(1,1)-(3,0)") == ("SK-11", "point_taken")


def test_sk_12_the_garden_of_the_landing_point_counts() -> None:
    state = table("G:R3(1,0) H:W3(2,-1)")
    assert why(state, "(1,0)-(2,-1)") == ("SK-11", "wrong_garden")


@BOTH
@pytest.mark.parametrize("tile", ["R3", "W4", "L", "O"])
def test_sk_12_any_enemy_flower_captures_a_wild_orchid(tile: str, ruleset: str) -> None:
    state = table(f"G:{tile}(0,1) H:O(0,3) H:L(5,5)", ruleset=ruleset)
    assert "(0,3)" in goals(state, "(0,1)")


@pytest.mark.parametrize("tile", ["R3", "W4", "L", "O"])
@pytest.mark.parametrize("lotus", ["", "H:L(8,0)"])
def test_sk_12_leaflet_an_orchid_that_is_not_wild_is_never_captured(tile: str, lotus: str) -> None:
    own_lotus = "" if tile == "L" else "G:L(5,5)"
    state = table(f"G:{tile}(0,1) H:O(0,3) {own_lotus} {lotus}")
    assert why(state, "(0,1)-(0,3)") == ("SK-12", "orchid_tame")


def test_sk_12_garden_gate_a_wild_orchid_captures_an_orchid_that_is_not_wild() -> None:
    wild = table("G:O(0,1) H:O(0,3) G:L(5,5)", ruleset="garden_gate")
    assert "(0,3)" in goals(wild, "(0,1)")
    tame = table("G:O(0,1) H:O(0,3)", ruleset="garden_gate")
    assert why(tame, "(0,1)-(0,3)") == ("SK-12", "orchid_takes"), "it would take being wild"


@BOTH
@pytest.mark.parametrize("tile", ["R3", "W4"])
def test_sk_12_a_wild_orchid_captures_any_enemy_basic(tile: str, ruleset: str) -> None:
    wild = table(f"G:O(0,1) H:{tile}(0,3) G:L(5,5)", ruleset=ruleset)
    assert "(0,3)" in goals(wild, "(0,1)")
    tame = table(f"G:O(0,1) H:{tile}(0,3)", ruleset=ruleset)
    assert why(tame, "(0,1)-(0,3)") == ("SK-12", "orchid_takes")


@BOTH
def test_sk_12_wild_orchids_capture_each_other(ruleset: str) -> None:
    state = table("G:O(0,1) H:O(0,3) G:L(5,5) H:L(-5,-5)", ruleset=ruleset)
    assert "(0,3)" in goals(state, "(0,1)")


def test_sk_12_leaflet_a_lotus_is_never_captured() -> None:
    state = table("G:O(0,1) H:L(0,3) G:L(5,5)")
    assert why(state, "(0,1)-(0,3)") == ("SK-12", "lotus_safe")


def test_sk_12_garden_gate_a_wild_orchid_captures_a_lotus() -> None:
    state = table("G:O(0,1) H:L(0,3) G:L(5,5)", ruleset="garden_gate")
    assert "(0,3)" in goals(state, "(0,1)")
    assert why(table("G:L(0,1) H:L(0,3)", ruleset="garden_gate"), "(0,1)-(0,3)")[1] == "lotus_takes"


@BOTH
def test_sk_12_accents_are_never_captured(ruleset: str) -> None:
    state = table("G:O(0,1) H:K(0,4) G:L(5,5)", ruleset=ruleset)
    assert why(state, "(0,1)-(0,4)") == ("SK-12", "accent_safe")


# Trapping ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("tile", ["R3", "L", "O"])
@pytest.mark.parametrize("orchid", ["(0,1)", "(1,1)", "(-1,-1)"])
def test_sk_13_a_flower_beside_an_enemy_orchid_cannot_be_arranged(tile: str, orchid: str) -> None:
    state = table(f"G:{tile}(0,0) H:O{orchid}")
    assert not goals(state, "(0,0)")
    assert why(state, "(0,0)-(1,0)") == ("SK-13", "trapped")
    assert refusal(state, "(0,0)-(1,0)").places == ("(0,0)", orchid)


def test_sk_13_two_orchids_trap_each_other_and_nobody_is_trapped_by_his_own() -> None:
    tiles = "G:O(0,0) H:O(1,1)"
    assert not goals(table(tiles), "(0,0)")
    assert not goals(table(tiles, turn="H"), "(1,1)")
    assert goals(table("G:R3(0,0) G:O(1,1)"), "(0,0)")


def test_sk_13_boats_and_wheels_still_move_trapped_flowers() -> None:
    state = table("G:R3(0,0) H:O(1,1)", phase="bonus", guest="R3 B W")
    assert "(0,0)-(1,0)" in bonuses(state, "B")
    assert "G:R3(1,0)" in board(play(state, "+W(0,-1)"))


# Harmony bonus ----------------------------------------------------------------------------------


def test_sk_14_a_new_harmony_of_the_mover_earns_a_bonus() -> None:
    state = table("G:R3(1,1) G:R4(4,3)", guest="R3 K")
    assert play(state, "(1,1)-(2,3)").phase == "bonus"
    assert GAME.actor(play(state, "(1,1)-(2,3)")) == 0
    assert play(state, "(1,1)-(2,2)").phase == "turn"
    assert events(state, "(1,1)-(2,3)")[-1].kind == "bonus_due"


def test_sk_14_a_harmony_by_unblocking_earns_a_bonus_too() -> None:
    state = table("G:R3(1,2) G:R5(3,2) G:R4(5,2)")
    assert play(state, "(3,2)-(3,3)").phase == "bonus"
    assert "G(1,2)-(5,2)" in harmonies(play(state, "(3,2)-(3,3)"))
    own_way = table("G:R3(1,2) G:O(3,2) G:R4(5,2)")
    assert play(own_way, "(3,2)-(4,2)").phase == "turn"


def test_sk_14_keeping_the_same_two_tiles_in_harmony_is_nothing_new() -> None:
    state = table("G:R3(1,1) G:R4(4,1)")
    assert play(state, "(1,1)-(2,1)").phase == "turn"
    assert play(state, "(4,1)-(1,2)").phase == "turn"
    more = table("G:R3(1,1) G:R4(4,1) G:R4(2,4)")
    assert play(more, "(1,1)-(2,1)").phase == "bonus"


def test_sk_14_a_harmony_of_the_other_player_earns_nothing() -> None:
    assert play(table("G:L(1,1) H:R4(4,2)"), "(1,1)-(1,2)").phase == "turn"
    assert play(table("G:L(1,1) G:R4(4,2)"), "(1,1)-(1,2)").phase == "bonus"
    assert play(table("H:L(1,1) G:R4(4,2)"), "(4,2)-(4,1)").phase == "bonus"


def test_sk_14_the_bonus_is_any_accent_a_special_flower_or_a_basic_one() -> None:
    state = table("G:R3(1,1) G:R4(4,3)", guest="R3 W4 L O R W K B")
    state = play(state, "(1,1)-(2,3)")
    gates = {"(0,8)", "(0,-8)", "(8,0)", "(-8,0)"}
    assert all(bonuses(state, tile) == gates for tile in ("R3", "W4", "L", "O"))
    assert bonuses(state, "R") == bonuses(state, "K")
    assert len(bonuses(state, "R")) == 249 - 4 - 2
    assert "(0,0)" in bonuses(state, "W")
    assert "(4,3)-(3,4)" in bonuses(state, "B")
    assert why(state, "+R5(0,8)") == ("SK-14", "not_in_hand")
    assert why(state, "(2,3)-(2,4)") == ("SK-14", "bonus_open")
    assert why(state, "R3(0,8)") == ("SK-14", "bonus_open")


def test_sk_14_leaflet_a_basic_flower_is_always_a_bonus() -> None:
    state = table("G:R3(8,0)", phase="bonus")
    assert bonuses(state, "R3") == {"(0,8)", "(0,-8)", "(-8,0)"}


def test_sk_14_garden_gate_a_basic_flower_only_while_none_is_growing() -> None:
    growing = table("G:R3(8,0) H:R3(-8,0)", phase="bonus", guest="R3 L", ruleset="garden_gate")
    assert bonuses(growing, "R3") == set()
    assert bonuses(growing, "L") == {"(0,8)", "(0,-8)"}
    assert why(growing, "+R3(0,8)") == ("SK-14", "gates_not_bare")
    enemy = table("H:R3(8,0)", phase="bonus", ruleset="garden_gate")
    assert bonuses(enemy, "R3") == {"(0,8)", "(0,-8)", "(-8,0)"}


def test_sk_14_the_bonus_is_judged_on_the_position_after_the_arrange() -> None:
    state = table("G:R3(0,8) G:R4(3,5)", guest="R3", ruleset="garden_gate")
    after = play(state, "(0,8)-(0,5)")
    assert "(0,8)" in bonuses(after, "R3")


def test_sk_14_the_bonus_is_optional() -> None:
    state = table("G:R3(1,1) G:R4(4,3)", guest="R3 K")
    after = play(state, "(1,1)-(2,3)", "+-")
    assert (after.phase, GAME.actor(after)) == ("turn", 1)
    assert why(table(), "+-") == ("SK-14", "no_bonus")
    assert {"(1,1)-(2,3)", "(1,1)-(2,3)+K(0,0)"} <= set(GAME.turn_texts(state))
    assert play(state, "(1,1)-(2,3)+-") == after


def test_sk_14_a_bonus_earns_no_further_bonus() -> None:
    state = table("G:R3(1,1) G:R4(4,3) G:R5(4,6) H:K(4,5)", guest="R3 B")
    after = play(state, "(1,1)-(2,3)+B(4,5)")
    assert "G(4,3)-(4,6)" in harmonies(after)
    assert GAME.actor(after) == 1


def test_sk_14_a_bonus_without_any_tile_to_play_is_still_declined() -> None:
    gates = "H:R4(0,8) H:R4(0,-8) H:R5(8,0) H:R5(-8,0)"
    after = play(table(f"G:R3(1,1) G:R4(4,3) {gates}"), "(1,1)-(2,3)")
    assert legal(after) == {"+-"}


def test_sk_14_no_bonus_without_a_new_harmony() -> None:
    assert why(table(guest="R3 K"), "+K(1,1)") == ("SK-14", "no_bonus")


# Turns as a whole -------------------------------------------------------------------------------


@BOTH
def test_turn_texts_are_the_generic_turns(ruleset: str) -> None:
    state = table(
        "G:R3(1,1) G:R4(4,3) H:W5(-2,3) H:K(0,-3) G:L(-4,-4) H:R(6,-1) G:W4(0,8)",
        guest="R3 W4 O R W K B",
        ruleset=ruleset,
    )
    assert GAME.turn_texts(state) == all_turns(state)
    assert any("+" in text for text in GAME.turn_texts(state))
    bonus = play(state, next(t for t in GAME.turn_texts(state) if "+" in t).partition("+")[0])
    assert GAME.turn_texts(bonus)[0] == "+-"
    assert set(GAME.turn_texts(bonus)) == legal(bonus)


@pytest.mark.parametrize(
    "text", ["R4", "R4(9,0)", "(1,1)-", "+R4(0,8)-(1,1)", "+(1,1)", "K(1,1)", "X,Y", "R,", "", "-"]
)
def test_what_cannot_be_read_is_a_notation_error(text: str) -> None:
    with pytest.raises(NotationError):
        GAME.read(text)
