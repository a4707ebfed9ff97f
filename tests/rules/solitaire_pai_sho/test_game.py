"""Solitaire Pai Sho sentence by sentence, alone and for two."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from typing import Any

import pytest

from game.rules.core.match import Match
from game.rules.core.protocol import (
    CHANCE,
    Event,
    NotationError,
    OptionError,
    Outcome,
    PositionError,
    Refusal,
    Value,
)
from game.rules.solitaire_pai_sho.game import SolitairePaiSho
from game.rules.solitaire_pai_sho.state import Garden, counts, lines

GAME = SolitairePaiSho()
COOP: dict[str, Value] = {"mode": "cooperative"}
SHARED: dict[str, Value] = {"mode": "cooperative", "bag": "shared"}
MOVING: dict[str, Value] = {"move_instead": True}


def garden(
    board: str = "",
    drawn: str | None = None,
    *,
    left: str = "B",
    turn: str = "H",
    options: dict[str, Value] | None = None,
    **more: Any,
) -> Garden:
    """A garden written down: ``"R3(0,2) G:W4(1,0)"``, tiles of the host where nobody is named."""
    found = re.findall(r"(?:([GH]):)?([A-Z]\d?)\((-?\d+),(-?\d+)\)", board)
    assert len(found) == len(board.split())
    chosen = options or {}
    bag = dict(Counter(left.split()))
    own = chosen.get("mode", "solitaire") != "solitaire" and chosen.get("bag") != "shared"
    plain = {
        "board": [[int(x), int(y), owner or "H", tile] for owner, tile, x, y in found],
        "drawn": drawn,
        "left": {"H": bag, "G": bag} if own else bag,
        "turn": turn,
        **more,
    }
    return GAME.from_plain(plain, chosen)


def legal(state: Garden) -> set[str]:
    return {GAME.write(move) for move in GAME.moves(state)}


def points(state: Garden, tile: str) -> set[str]:
    """Where this tile may be laid."""
    return {text.removeprefix(tile) for text in legal(state) if text.startswith(f"{tile}(")}


def play(state: Garden, *texts: str) -> Garden:
    for text in texts:
        move = GAME.read(text)
        assert GAME.why_illegal(state, move) is None, GAME.why_illegal(state, move)
        state = GAME.apply(state, move)
    return state


def refusal(state: Garden, text: str) -> Refusal:
    found = GAME.why_illegal(state, GAME.read(text))
    assert found is not None, f"{text} is legal"
    return found


def why(state: Garden, text: str) -> tuple[str, str]:
    found = refusal(state, text)
    return found.rule, found.key


def events(state: Garden, text: str) -> list[Event]:
    move = GAME.read(text)
    return list(GAME.events(state, move, GAME.apply(state, move)))


def formed(board: str) -> tuple[int, int]:
    """How many harmonies and disharmonies a garden has."""
    return counts(lines(garden(board).board))


# Drawing ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("sets", [1, 2])
def test_so_1_tiles_are_drawn_one_by_one_from_all_sets(sets: int) -> None:
    state = GAME.start(1, {"sets": sets})
    assert GAME.actor(state) == CHANCE
    chance_outcomes = {GAME.write(move): weight for move, weight in GAME.chance_outcomes(state)}
    assert sum(chance_outcomes.values()) == 28 * sets
    assert (chance_outcomes["R3"], chance_outcomes["L"], chance_outcomes["K"]) == (
        3 * sets,
        sets,
        2 * sets,
    )
    state = play(state, "L")
    assert "L" not in GAME.to_plain(state)["left"] or sets == 2
    assert GAME.to_plain(state)["drawn"] == "L"


def test_so_1_the_tile_is_seen_then_laid() -> None:
    state = GAME.start(1, {})
    assert why(state, "R3(0,0)") == ("SO-1", "draw_first")
    state = play(state, "R3")
    assert GAME.actor(state) == 0
    assert why(state, "R4") == ("SO-1", "lay_first")
    assert why(state, "R4(0,0)") == ("SO-1", "other_tile")
    state = play(state, "R3(0,0)")
    assert GAME.actor(state) == CHANCE
    assert why(play(state, "L", "L(5,0)"), "L") == ("SO-1", "none_left")


def test_so_1_nothing_is_captured_and_tiles_do_not_move() -> None:
    state = garden("W3(0,0)", "R3")
    assert why(state, "R3(0,0)") == ("SO-3", "point_taken")
    assert why(state, "(0,0)-(0,1)") == ("SO-6", "no_moving")


def test_so_2_gates_are_ordinary_points() -> None:
    assert "(0,8)" in points(garden("", "R3"), "R3")
    assert formed("R3(0,8) R4(0,5)") == (1, 0)
    assert formed("R3(8,-2) R4(8,2)") == (1, 0)
    assert formed("R3(8,-2) R4(8,2) B(7,0)") == (1, 0)
    assert formed("R3(8,-2) R4(8,2) L(8,0)") == (2, 0)


# Laying -----------------------------------------------------------------------------------------


def test_so_3_flowers_go_where_their_colour_fits() -> None:
    rose = points(garden("", "R3"), "R3")
    assert {"(1,1)", "(0,3)", "(8,0)", "(7,3)", "(-3,4)"} <= rose
    assert "(-1,1)" not in rose
    assert why(garden("", "R3"), "R3(-1,1)") == ("SO-3", "wrong_garden")
    for tile in ("L", "O"):
        assert len(points(garden("", tile), tile)) == 249


def test_so_3_where_it_can_form_something_it_must() -> None:
    state = garden("R3(1,1)", "R4")
    assert points(state, "R4") == {
        *(f"({x},1)" for x in (0, 2, 3, 4, 5, 6, 7, 8, -6, -7, -8)),
        *(f"(1,{y})" for y in (0, 2, 3, 4, 5, 6, 7, 8, -6, -7, -8)),
    }
    assert why(state, "R4(2,2)") == ("SO-3", "forms_nothing")
    assert "(2,2)" in points(garden("R3(1,1)", "R5"), "R5")


def test_so_3_existing_lines_may_be_broken() -> None:
    state = garden("R3(1,1) R4(5,1)", "R5")
    told = events(state, "R5(3,1)")
    assert [(e.kind, e.places) for e in told if e.kind != "score"] == [
        ("harmony", ("(3,1)", "(5,1)")),
        ("broken_harmony", ("(1,1)", "(5,1)")),
    ]


def test_so_4_accents_take_up_room_within_two_of_a_coloured_garden() -> None:
    state = garden("R3(1,1)", "K")
    spots = points(state, "K")
    assert {"(7,1)", "(4,4)", "(0,0)", "(-1,7)"} <= spots
    assert not {"(8,1)", "(5,4)", "(1,1)", "(8,0)"} & spots
    assert why(state, "K(5,4)") == ("SO-4", "accent_far")
    assert why(state, "K(8,0)") == ("SO-4", "accent_on_gate")
    assert formed("R3(1,1) K(2,2) R4(4,1)") == (1, 0)
    assert formed("R3(1,1) R(2,1) R4(4,1)") == (0, 0)
    assert formed("R3(1,1) R(6,1) R4(4,1)") == (1, 0)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("R3", "R4", (1, 0)),
        ("R3", "W5", (1, 0)),
        ("R3", "R5", (0, 0)),
        ("R3", "R3", (0, 0)),
        ("R3", "W3", (0, 1)),
        ("R4", "W4", (0, 1)),
        ("R5", "W5", (0, 1)),
        ("L", "W4", (1, 0)),
        ("L", "L", (0, 0)),
        ("L", "O", (1, 1)),
        ("O", "L", (1, 1)),
        ("O", "R4", (0, 1)),
        ("O", "O", (0, 1)),
        ("O", "K", (0, 0)),
        ("L", "K", (0, 0)),
    ],
)
def test_so_5_what_forms_what(one: str, other: str, expected: tuple[int, int]) -> None:
    assert formed(f"{one}(0,2) {other}(0,5)") == expected
    assert formed(f"{one}(0,2) {other}(0,5) B(0,4)") == (0, 0)


# Moving instead ---------------------------------------------------------------------------------


def test_so_6_a_flower_may_be_moved_and_the_drawn_tile_stays_drawn() -> None:
    state = garden("R3(1,1)", "W4", options=MOVING)
    after = play(state, "(1,1)-(2,3)")
    plain = GAME.to_plain(after)
    assert plain["drawn"] == "W4"
    assert plain["board"] == [[2, 3, "H", "R3"]]
    assert GAME.actor(after) == 0
    assert GAME.ends_turn(state, GAME.read("(1,1)-(2,3)"), after)


def test_so_6_it_moves_as_far_as_in_skud_over_empty_points_and_captures_nothing() -> None:
    state = garden("R3(0,1) W3(0,4) K(1,1)", "B", options=MOVING)
    assert why(state, "(0,1)-(0,4)") == ("SO-6", "point_taken")
    assert why(state, "(0,1)-(0,5)") == ("SO-6", "too_far")
    assert why(state, "(0,1)-(3,1)") == ("SO-6", "no_way")
    assert why(state, "(0,1)-(-1,1)") == ("SO-6", "wrong_garden")
    assert why(state, "(1,1)-(1,2)") == ("SO-6", "accents_stay")
    assert why(state, "(3,3)-(3,4)") == ("SO-6", "nothing_there")
    assert "(0,1)-(1,2)" in legal(state)


def test_so_6_gates_may_be_ended_on_and_nothing_need_be_formed() -> None:
    state = garden("R3(0,6) W3(-4,-4)", "B", options=MOVING)
    assert "(0,6)-(0,8)" in legal(state)
    assert "(0,6)-(1,6)" in legal(state)


def test_so_6_for_two_only_own_flowers_move_and_form_nothing_of_the_other_kind() -> None:
    options = {**COOP, **MOVING}
    state = garden("H:R3(1,1) G:W3(4,0) G:R4(5,5)", "B", left="K", options=options)
    assert why(state, "(5,5)-(5,6)") == ("SO-6", "not_yours")
    assert why(state, "(1,1)-(1,0)") == ("SO-8", "no_disharmony")
    assert "(1,1)-(1,2)" in legal(state)
    after = play(state, "(1,1)-(1,2)", "K")
    plain = GAME.to_plain(after)
    assert (plain["turn"], plain["drawn"], plain["waiting"]) == ("G", "K", "B")


# The end and the scores -------------------------------------------------------------------------


def test_so_7_the_game_ends_when_no_tiles_are_left() -> None:
    state = garden("R3(1,1)", left="R4 K")
    state = play(state, "K", "K(0,0)")
    assert GAME.outcome(state) is None
    state = play(state, "R4", "R4(4,1)")
    assert GAME.outcome(state) == Outcome((0,), "finished")
    assert GAME.actor(state) is None
    assert legal(state) == set()
    assert why(state, "K") == ("SO-7", "over")


def full_board(*, empty: str = "") -> str:
    """A board without room for a rose: whatever fits one is taken by lotuses."""
    spots = [text for text in points(garden("", "R3"), "R3") if text not in empty.split()]
    return " ".join(f"L{spot}" for spot in spots)


def test_so_7_a_tile_without_a_legal_point_is_laid_aside() -> None:
    state = garden(full_board(), "R3")
    assert legal(state) == {"--"}
    after = play(state, "--")
    assert GAME.to_plain(after)["aside"] == {"R3": 1}
    assert [e.kind for e in events(state, "--")] == ["aside"]
    room = garden(full_board(empty="(3,3)"), "R3")
    assert legal(room) == {"R3(3,3)"}
    assert why(room, "--") == ("SO-7", "must_lay")
    stuck = garden(full_board(), "R3", options=MOVING)
    assert legal(stuck) == {"--"}
    assert why(stuck, "(1,1)-(-1,1)") == ("SO-7", "aside_first")


# Harmonies R3-R4 (length 4) and R4-R5 (length 2); disharmony W3-R3 (length 6).
LINES = "R3(1,2) R4(4,2) R5(4,3) W3(1,-3)"


def test_so_7_both_scores_take_the_smaller_side() -> None:
    plain = GAME.to_plain(garden(LINES))
    assert plain["harmonies"] == [[1, 2, 4, 2], [4, 2, 4, 3]]
    assert plain["disharmonies"] == [[1, -3, 1, 2]]
    assert (plain["simple"], plain["full"]) == (1, 6)
    one_sided = GAME.to_plain(garden("R3(1,2) R4(4,2)"))
    assert (one_sided["simple"], one_sided["full"]) == (0, 0)


@pytest.mark.parametrize(("scoring", "score"), [("full", 6), ("simple", 1)])
def test_so_7_the_option_says_which_one_ranks(scoring: str, score: int) -> None:
    state = garden(LINES, options={"scoring": scoring})
    assert GAME.scores(state) == (score,)
    sheet = [(e.key, dict(e.params)["n"], e.points) for e in GAME.explain(state)]
    assert sheet == [
        ("harmony", 4, 0),
        ("harmony", 2, 0),
        ("disharmony", 6, 0),
        ("simple", 1, 1 if scoring == "simple" else 0),
        ("full", 6, 6 if scoring == "full" else 0),
    ]


def test_so_7_gains_and_losses_are_told() -> None:
    told = [e for e in events(garden(LINES, "K"), "K(1,0)") if e.kind == "score"]
    assert [(e.seat, e.points, dict(e.params)["n"]) for e in told] == [(0, -6, 0)]


# For two ----------------------------------------------------------------------------------------


def test_so_8_each_has_a_set_and_the_host_begins() -> None:
    state = GAME.start(2, COOP)
    assert GAME.to_plain(state)["left"]["G"] == GAME.to_plain(state)["left"]["H"]
    state = play(state, "R3", "R3(0,0)")
    assert GAME.to_plain(state)["turn"] == "G"
    assert GAME.to_plain(state)["left"]["G"]["R3"] == 3
    assert GAME.to_plain(state)["board"] == [[0, 0, "H", "R3"]]


def test_so_8_the_host_forms_harmonies_only() -> None:
    state = garden("R3(1,1) W4(1,6)", "R4", options=COOP)
    spots = points(state, "R4")
    assert {"(2,1)", "(8,1)"} <= spots
    assert not {"(1,3)", "(0,6)", "(3,3)"} & spots
    assert why(state, "R4(1,3)") == ("SO-8", "no_disharmony")
    assert why(state, "R4(3,3)") == ("SO-8", "forms_no_harmony")
    assert dict(refusal(state, "R4(1,3)").params)["other"] == "@tile.W4"


def test_so_8_the_guest_forms_disharmonies_only() -> None:
    state = garden("R3(1,1) W4(1,6)", "R4", turn="G", options=COOP)
    spots = points(state, "R4")
    assert "(0,6)" in spots
    assert not {"(1,3)", "(2,1)", "(3,3)"} & spots
    assert why(state, "R4(2,1)") == ("SO-8", "no_harmony")
    assert why(state, "R4(3,3)") == ("SO-8", "forms_no_disharmony")


def test_so_8_without_such_a_point_it_forms_nothing_of_the_other_kind() -> None:
    state = garden("W4(1,6)", "R4", options=COOP)
    spots = points(state, "R4")
    assert "(3,3)" in spots
    assert not {"(3,6)", "(1,1)"} & spots


def test_so_8_without_any_such_point_it_is_laid_aside() -> None:
    board = full_board(empty="(3,3)").replace("L(4,3)", "O(4,3)")
    state = garden(board, "R3", options=COOP)
    assert legal(state) == {"--"}
    assert why(state, "R3(3,3)") == ("SO-8", "no_disharmony")
    assert legal(garden(board, "R3")) == {"R3(3,3)"}


def test_so_8_lotus_and_orchid_are_laid_as_alone() -> None:
    host = garden("R3(1,1)", "O", options=COOP)
    assert "(1,3)" in points(host, "O")
    assert "(3,3)" not in points(host, "O")
    assert why(host, "O(3,3)") == ("SO-3", "forms_nothing")
    guest = garden("R3(1,1)", "L", turn="G", options=COOP)
    assert "(1,3)" in points(guest, "L")


def test_so_8_with_a_shared_bag_lotus_and_orchid_are_bound_too() -> None:
    host = garden("R3(1,1)", "O", options=SHARED)
    assert "(1,3)" not in points(host, "O")
    assert "(3,3)" in points(host, "O")
    assert why(host, "O(1,3)") == ("SO-8", "no_disharmony")
    state = GAME.start(2, SHARED)
    assert sum(GAME.to_plain(state)["left"].values()) == 28
    state = play(state, "R3", "R3(0,0)", "R3")
    assert GAME.to_plain(state)["left"]["R3"] == 1


def test_so_8_tiles_may_be_chosen_from_ones_own_set() -> None:
    options = {**COOP, "draw": "choose"}
    state = GAME.start(2, options)
    assert GAME.actor(state) == 0
    state = play(state, "L(0,0)")
    assert GAME.actor(state) == 1
    assert why(play(state, "K(3,3)"), "L(1,5)") == ("SO-8", "none_left")
    alone = play(GAME.start(1, {"draw": "choose"}), "W4(0,0)")
    assert GAME.to_plain(alone)["left"]["W4"] == 2


def test_so_8_who_may_choose_lays_aside_only_if_nothing_fits() -> None:
    state = garden(full_board(), left="R3 R3", options={"draw": "choose"})
    assert legal(state) == {"--"}
    assert GAME.to_plain(play(state, "--"))["left"] == {"R3": 1}
    assert GAME.outcome(play(state, "--", "--")) == Outcome((0,), "finished")


def test_so_8_the_team_shares_the_score() -> None:
    assert GAME.scores(garden(LINES, options=COOP)) == (6, 6)
    done = garden(LINES, "K", left="", options=COOP)
    assert GAME.outcome(play(done, "K(0,0)")) == Outcome((0, 1), "finished")


def test_so_8_a_player_without_tiles_is_left_out() -> None:
    plain = {"board": [], "left": {"H": {"K": 2}, "G": {}}, "turn": "H"}
    state = play(GAME.from_plain(plain, COOP), "K", "K(0,0)")
    assert (GAME.to_plain(state)["turn"], GAME.actor(state)) == ("H", CHANCE)


AGAINST: dict[str, Value] = {"mode": "uncooperative"}


@pytest.mark.parametrize(
    ("board", "outcome"),
    [
        (LINES, Outcome((0,), "harmonies")),
        ("R3(1,2) W3(1,-3)", Outcome((1,), "disharmonies")),
        ("R3(1,2) W3(1,-3) R4(4,2)", Outcome((1,), "disharmonies")),
        ("", Outcome((1,), "disharmonies")),
    ],
)
def test_so_9_the_host_wins_with_more_harmonies_otherwise_the_guest(
    board: str, outcome: Outcome
) -> None:
    state = play(garden(board, "K", left="", options=AGAINST), "K(0,-4)")
    assert GAME.outcome(state) == outcome


def test_so_9_each_counts_the_own_lines() -> None:
    state = garden(LINES, options=AGAINST)
    assert GAME.scores(state) == (2, 1)
    assert [(line.seat, line.points) for line in GAME.explain(state)] == [(0, 1), (0, 1), (1, 1)]
    told = [(e.seat, e.points) for e in events(garden(LINES, "K", options=AGAINST), "K(1,0)")]
    assert (1, -1) in told


# The rest of the contract -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "mode"), [(2, "solitaire"), (1, "cooperative"), (1, "uncooperative")]
)
def test_the_mode_says_how_many_seats(seats: int, mode: str) -> None:
    with pytest.raises(OptionError) as error:
        GAME.start(seats, {"mode": mode})
    assert error.value.at == "mode"


@pytest.mark.parametrize("text", ["R9", "R4(0,9)", "R4(0,0", "(1,1)-", "x", "", "-", "+R(1,1)"])
def test_what_cannot_be_read_is_a_notation_error(text: str) -> None:
    with pytest.raises(NotationError):
        GAME.read(text)


@pytest.mark.parametrize("mode", ["solitaire", "cooperative", "uncooperative"])
@pytest.mark.parametrize("more", [{}, {"draw": "choose"}, {"bag": "shared", "sets": 2}, MOVING])
def test_refusals_and_moves_agree_and_positions_read_back(
    mode: str, more: dict[str, Value]
) -> None:
    options: dict[str, Value] = {"mode": mode, **more}
    rng = random.Random(f"{mode} {more}")
    match = Match(GAME, 1 if mode == "solitaire" else 2, options, seed=1)
    texts: set[str] = set()
    while match.actor is not None and match.cursor < 120:
        state = match.state
        moves = {GAME.write(move) for move in GAME.moves(state)}
        texts |= set(rng.sample(sorted(moves), min(8, len(moves))))
        assert moves
        for text in texts | moves if match.cursor % 6 < 2 else ():  # a draw and what comes of it
            assert (GAME.why_illegal(state, GAME.read(text)) is None) == (text in moves)
        told = json.loads(json.dumps(GAME.to_plain(state)))
        assert GAME.from_plain(told, options) == state
        match.play_text(rng.choice(sorted(moves)))
    assert match.actor is None or more == MOVING


@pytest.mark.parametrize(
    ("changes", "at"),
    [
        ({"tiles": []}, "tiles"),
        ({"board": 1}, "board"),
        ({"board": [[0, 0, "H"]]}, "board"),
        ({"board": [[0, 0, "G", "R3"]]}, "board"),
        ({"board": [[9, 9, "H", "R3"]]}, "board"),
        ({"board": [[-1, 1, "H", "R3"]]}, "board"),
        ({"board": [[8, 0, "H", "K"]]}, "board"),
        ({"board": [[8, 1, "H", "K"]]}, "board"),
        ({"board": [[0, 0, "H", "K"], [0, 0, "H", "K"]]}, "board"),
        ({"left": None}, "left"),
        ({"left": {"R3": -1}}, "left"),
        ({"left": {"X": 1}}, "left"),
        ({"drawn": "X"}, "drawn"),
        ({"waiting": "R3"}, "waiting"),
        ({"turn": "G"}, "turn"),
        ({"aside": []}, "aside"),
    ],
)
def test_positions_that_make_no_sense_are_refused_by_key(changes: dict[str, Any], at: str) -> None:
    with pytest.raises(PositionError) as error:
        GAME.from_plain({"board": [], "left": {"R3": 1}, **changes}, {})
    assert error.value.at == at


def test_positions_for_two_are_checked() -> None:
    with pytest.raises(PositionError, match="left"):
        GAME.from_plain({"board": [], "left": {"R3": 1}}, COOP)
    with pytest.raises(PositionError, match="no tile"):
        GAME.from_plain({"board": [], "left": {"H": {}, "G": {"K": 1}}, "turn": "H"}, COOP)
    with pytest.raises(PositionError, match="choose"):
        GAME.from_plain({"board": [], "left": {}, "drawn": "K"}, {"draw": "choose"})


def test_a_position_takes_any_bag() -> None:
    state = garden("", left="L L L L L")
    assert GAME.to_plain(state)["left"] == {"L": 5}
