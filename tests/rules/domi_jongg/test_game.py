"""The rules of Domi Jongg, sentence by sentence."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from game.rules.core.match import Match, Series
from game.rules.core.protocol import (
    CHANCE,
    Event,
    NotationError,
    OptionError,
    Outcome,
    ScoreLine,
    play_text,
)
from game.rules.domi_jongg.state import START_TILES, Table, heads
from game.rules.domi_jongg.tiles import FULL_SET
from tests.rules.domi_jongg.tables import GAME, draw, events, legal, play, table

DEAL = "B1 T1 B2 T2 B3 T3 B4 T4 B5 T5 B6 T6"


# Dealing: DJ-1 to DJ-4 ----------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "tiles"), [(2, 6), (3, 5), (4, 4), (5, 4), (6, 4)])
def test_dj_1_start_number_of_tiles(seats: int, tiles: int) -> None:
    state = GAME.start(seats, {"dealer": 0})
    kinds = [kind for kind in ("B", "K", "T") for _ in range(8)]
    dealt = [f"{kind}{1 + i % 8}" for i, kind in enumerate(kinds)][: seats * tiles]
    state = draw(state, " ".join(dealt))
    assert [len(hand) for hand in state.hands] == [tiles] * seats
    assert state.phase == "single"


def test_dj_1_the_highest_roll_deals() -> None:
    state = draw(GAME.start(3, {}), "4 19 7")
    assert (state.dealer, state.turn, state.phase) == (1, 1, "deal")


def test_dj_1_ties_for_the_highest_roll_again() -> None:
    state = draw(GAME.start(4, {}), "12 3 12")
    assert GAME.moves(state) == tuple(map(GAME.read, map(str, range(1, 21))))
    assert [e.kind for e in _luck_events(state, "12")] == ["roll", "roll_again"]
    state = draw(state, "12")
    assert state.rolling == (0, 2, 3)
    state = draw(state, "5 8 8 20")
    assert _luck_events(state, "1") == [
        Event("roll", 3, params=(("n", 1),)),
        Event("dealer", 2),
    ]
    assert draw(state, "1").dealer == 2


def test_dj_1_a_dealer_who_does_not_sit_there_is_refused() -> None:
    with pytest.raises(OptionError) as error:
        GAME.start(3, {"dealer": 3})
    assert error.value.at == "dealer"


def test_dj_2_each_draws_one_tile_at_a_time_counter_clockwise_from_the_dealer() -> None:
    state = draw(GAME.start(3, {"dealer": 1}), "B1 B2 B3 B4")
    assert state.hands == (("B3",), ("B1", "B4"), ("B2",))
    assert state.turn == 2


def test_dj_2_hands_are_hidden_from_the_others() -> None:
    state = draw(GAME.start(2, {"dealer": 0}), DEAL + " K1")
    view = GAME.to_plain(GAME.observation(state, 0))
    assert view["hands"] == [["B1", "B2", "B3", "B4", "B5", "B6"], 6]
    assert view["pile"]["number"] == 131
    assert sum(view["pile"]["tiles"].values()) == 137


def test_dj_3_the_dealer_turns_up_the_singlestone() -> None:
    state = draw(GAME.start(2, {"dealer": 0}), DEAL)
    assert _luck_events(state, "K1") == [
        Event("singlestone", CHANCE, 0, ("0L", "0R"), (("tile", "@tile.K1"),))
    ]
    state = draw(state, "K1")
    assert state.ends == (("0L", "K1"), ("0R", "K1"))
    assert len(state.pile) == 131


@pytest.mark.parametrize("special", ["F1", "F4", "J2"])
def test_dj_3_a_special_is_mixed_back_and_another_tile_drawn(special: str) -> None:
    before = draw(GAME.start(2, {"dealer": 0}), DEAL)
    assert [e.kind for e in _luck_events(before, special)] == ["mixed_back"]
    assert draw(before, special) == before
    assert draw(before, f"{special} DR").snake[0].tile == "DR"


@pytest.mark.parametrize("dealer", [0, 1])
def test_dj_4_the_player_to_the_dealers_right_begins(dealer: int) -> None:
    state = draw(GAME.start(2, {"dealer": dealer}), DEAL + " K1")
    assert GAME.actor(state) == 1 - dealer


def _luck_events(state: Table, text: str) -> list[Event]:
    move = GAME.read(text)
    return list(GAME.events(state, move, GAME.apply(state, move)))


# The snake: DJ-5, DJ-6 ----------------------------------------------------------------------


def test_dj_5_only_what_fits_is_laid() -> None:
    state = table(["B3 K7 K9 T4 T8 WE DR F3", "T1"], "T4")
    assert legal(state) == {"T4>0L", "T4>0R", "T8>0L", "T8>0R"}


def test_dj_6_the_singlestone_has_two_open_ends() -> None:
    state = table(["B3 K1", "T1"], "B3")
    assert legal(state) == {"B3>0L", "B3>0R"}


def test_dj_6_a_laid_tile_leaves_one_open_end() -> None:
    state = play(table(["B3 B4", "T1"], "B3"), "B4>0R")
    assert [end.id for end in state.ends] == ["0L", "1"]


def test_dj_6_onto_a_special_goes_one_fitting_special() -> None:
    state = table(["F2 F3 J4 B1", "T1"], "B2 J2>0L/1")
    assert legal(state) == {"F2>0R", "F2>1", "J4>1", "B1>0R"}
    assert [end.id for end in play(state, "F2>1").ends] == ["0R", "2"]


def test_dj_6_or_two_tiles_at_once_of_its_number_or_winds() -> None:
    state = table(["B2 K2 T3 WE DR", "T1"], "T2 F2>0L/1")
    onto_special = {text for text in legal(state) if text.endswith(">1")}
    assert onto_special == {"B2+K2>1", "B2+WE>1", "K2+WE>1"}


def test_dj_6_two_equal_tiles_branch_if_both_are_in_hand() -> None:
    assert "B2+B2>1" in legal(table(["B2 B2", "T1"], "T2 F2>0L/1"))
    assert "B2+B2>1" not in legal(table(["B2 K2", "T1"], "T2 F2>0L/1"))


def test_dj_6_a_single_suit_tile_or_wind_is_never_laid_onto_a_special() -> None:
    state = table(["B2 WE", "T1"], "T3 J3>0L/1 J2>1/1 F2>2/1 F3>0R/1")
    assert legal(state) == {"B2+WE>3"}
    assert legal(table(["WE DR", "T1"], "T3 J3>0L/1 F3>0R/1")) == {"draw"}


def test_dj_6_a_branch_turns_one_end_into_two() -> None:
    state = play(table(["B2 WE T9", "T1"], "T2 F2>0L/1"), "B2+WE>1")
    assert state.ends == (("0R", "T2"), ("2", "B2"), ("3", "WE"))


def test_dj_6_eight_branches_make_the_ten_headed_snake() -> None:
    laid = (
        "WE F1>0L/0 WE+WE>1/0 F2>2/0 WS+WS>4/0 F3>5/0 WS+WS>7/0 F4>8/0 WW+WW>10/0"
        " J1>11/0 WW+WW>13/0 J2>14/0 WN+WN>16/0 J3>17/0 WN+WN>19/0 J4>20/0 B4+T4>22/0"
    )
    assert len(table(["DR", "DR"], laid).ends) == 10


# The turn: DJ-7, DJ-8 -----------------------------------------------------------------------


def test_dj_7_who_cannot_lay_draws_a_penalty_tile_and_loses_a_point() -> None:
    state = table(["B1 DR", "T1"], "K5")
    assert legal(state) == {"draw"}
    assert events(state, "draw") == [Event("penalty", 0, -1)]
    state = draw(play(state, "draw"), "K9")
    assert state.hands[0] == ("B1", "DR", "K9")
    assert GAME.scores(state) == (-1, 0)


def test_dj_7_after_the_penalty_the_turn_is_over_even_if_the_tile_would_fit() -> None:
    state = draw(play(table(["B1 DR", "T1"], "K5"), "draw"), "K9")
    assert GAME.actor(state) == 1


def test_dj_7_who_can_lay_must_lay_at_least_one_tile() -> None:
    state = table(["B1 K4", "T1"], "K5")
    assert legal(state) == {"K4>0L", "K4>0R"}
    assert "stop" in legal(play(state, "K4>0L"))


def test_dj_7_each_further_tile_goes_onto_what_he_has_just_laid() -> None:
    state = play(table(["B4 K4 K7 T1", "T1"], "K5"), "K4>0L")
    assert legal(state) == {"B4>1", "K7>1", "stop"}
    assert legal(play(state, "B4>1")) == {"stop"}


@pytest.mark.parametrize(
    ("option", "after_branch", "then"),
    [("one_head", {"2", "3"}, {"4"}), ("any_new_head", {"2", "3"}, {"3", "4"})],
)
def test_dj_7_after_a_branch_he_goes_on_at_new_heads(
    option: str, after_branch: set[str], then: set[str]
) -> None:
    state = table(["B2 WE B7 DR T1", "T1"], "T2 F2>0L/1", options={"branch_turn": option})
    state = play(state, "B2+WE>1")
    assert {end.id for end in heads(state)} == after_branch
    state = play(state, "B7>2")
    assert {end.id for end in heads(state)} == then


def test_dj_7_a_turn_may_branch_several_times() -> None:
    state = table(["WE WS J2 WN WW F3", "T1"], "T2 F2>0L/1")
    state = play(state, "WE+WS>1 J2>3 WN+WW>4 F3>6")
    assert GAME.scores(state)[0] == 2 + 1
    assert state.phase == "draw"


def test_dj_8_after_laying_he_refills_to_the_start_number() -> None:
    state = play(table(["K1 K2 K3 B9 B8 B7", "T1"], "K5"), "K1>0L K2>1 stop")
    assert (state.phase, state.owed) == ("draw", 2)
    state = draw(state, "WE WS")
    assert state.hands[0] == ("B7", "B8", "B9", "K3", "WE", "WS")
    assert GAME.actor(state) == 1


def test_dj_8_as_far_as_the_pile_goes() -> None:
    state = play(table(["K1 K2 K3 B9", "K1"], "K5", pile="WE"), "K1>0L stop")
    assert state.owed == 1
    state = draw(state, "WE")
    assert state.hands[0] == ("B9", "K2", "K3", "WE")


def test_dj_8_with_that_many_or_more_in_hand_he_draws_nothing() -> None:
    state = play(table(["K1 K2 B3 B4 B5 B6 B7", "T1"], "K5"), "K1>0L stop")
    assert len(state.hands[0]) == START_TILES[2]
    assert GAME.actor(state) == 1


def test_dj_8_who_cannot_lay_while_the_pile_is_empty_passes_without_a_penalty() -> None:
    state = table(["B1", "K1"], "K5", pile="")
    assert legal(state) == {"--"}
    assert events(state, "--") == [Event("pass", 0)]
    after = play(state, "--")
    assert (GAME.actor(after), GAME.scores(after)) == (1, (0, 0))


# Points: DJ-9 -------------------------------------------------------------------------------


def test_dj_9_a_tile_onto_an_identical_tile_that_lay_there_is_a_point() -> None:
    state = table(["K5 T1", "T1"], "K5")
    assert events(state, "K5>0R") == [Event("identical", 0, 1, ("0R", "1"))]


def test_dj_9_not_onto_a_tile_of_this_turn() -> None:
    state = play(table(["K4 K4 T1", "T1"], "K5"), "K4>0R")
    assert events(state, "K4>1") == []


@pytest.mark.parametrize(("option", "points"), [("lying", 1), ("others", 0)])
def test_dj_9_identical_to_an_own_tile_of_an_earlier_turn(option: str, points: int) -> None:
    state = table(["K4 T1", "T1"], "K5 K4>0L/0", options={"identical": option})
    assert GAME.scores(play(state, "K4>1"))[0] == points


@pytest.mark.parametrize("option", ["lying", "others"])
@pytest.mark.parametrize("laid", ["K4", "K5 K4>0L/1"])
def test_dj_9_the_singlestone_counts_as_anothers(option: str, laid: str) -> None:
    state = table(["K4 T1", "T1"], laid, options={"identical": option})
    end = state.ends[-1].id
    assert GAME.scores(play(state, f"K4>{end}"))[0] == 1


def test_dj_9_each_branch_is_a_point() -> None:
    state = table(["B2 WE T9", "T1"], "T2 F2>0L/1")
    assert events(state, "B2+WE>1") == [Event("branch", 0, 1, ("1", "2", "3"))]


def test_dj_9_laying_ones_whole_hand_in_one_turn_is_a_point() -> None:
    state = table(["K1 K2", "T1"], "K5")
    assert events(state, "K1>0L K2>1") == [Event("whole_hand", 0, 1, ("1", "2"))]


@pytest.mark.parametrize(
    ("option", "gained"),
    [("replace", {"surplus": 2}), ("add", {"whole_hand": 1, "surplus": 2})],
)
def test_dj_9_a_hand_above_the_start_number_is_worth_more(
    option: str, gained: dict[str, int]
) -> None:
    state = table(["K1 K2 K3 K4 K5 K6 K7", "T1"], "K9", options={"surplus": option})
    found = events(state, "K1>0L K2>1 K3>2 K4>3 K5>4 K6>5 K7>6")
    assert {e.kind: e.points for e in found} == gained


def test_dj_9_a_hand_that_was_left_with_the_last_tile_counts_as_it_was_at_the_start() -> None:
    state = play(table(["K1 K2 K3 K4 K5 K6 K7", "WE"], "K9"), "K1>0L stop")
    state = play(draw(play(state, "draw"), "T2"), "K2>1 K3>2 K4>3 K5>4 K6>5 K7>6")
    assert GAME.scores(state)[0] == 1


@pytest.mark.parametrize(
    ("option", "gained"),
    [("add", {"whole_hand": 1, "going_out": 2}), ("only", {"going_out": 2})],
)
def test_dj_9_ending_the_game_with_ones_last_tile(option: str, gained: dict[str, int]) -> None:
    state = table(["K1", "T1"], "K5", pile="", options={"going_out": option})
    assert {e.kind: e.points for e in events(state, "K1>0L")} == gained


def test_dj_9_no_going_out_while_the_pile_has_tiles() -> None:
    state = play(table(["K1", "T1"], "K5", pile="WE"), "K1>0L")
    assert GAME.scores(state)[0] == 1
    assert GAME.actor(draw(state, "WE")) == 1


def test_dj_9_the_score_sheet_tells_every_plus_and_minus() -> None:
    state = play(table(["K5 K1", "T9"], "K5", pile="", points=[3, -2]), "K5>0L K1>1")
    assert GAME.explain(state) == (
        ScoreLine(0, 1, "identical", (("n", 1),)),
        ScoreLine(0, 1, "whole_hand", (("n", 1),)),
        ScoreLine(0, 2, "going_out", (("n", 1),)),
        ScoreLine(0, 3, "given", (("n", 3),)),
        ScoreLine(1, -2, "given", (("n", -2),)),
    )
    assert GAME.scores(state) == (7, -2)


# Ending: DJ-10, DJ-11 -----------------------------------------------------------------------


def test_dj_10_the_game_ends_when_the_pile_is_empty_and_somebody_has_laid_all() -> None:
    state = play(table(["K1", "K2"], "K5", pile=""), "K1>0L")
    assert GAME.actor(state) is None
    assert GAME.outcome(state) == Outcome((0,), "out")
    assert GAME.moves(state) == ()


def test_dj_10_or_when_nobody_can_lay() -> None:
    state = play(table(["K1 DR", "T3 WE"], "K5", pile=""), "K1>0L stop")
    assert GAME.outcome(state) == Outcome((0, 1), "stuck")


def test_dj_10_is_looked_at_after_the_last_penalty_tile_too() -> None:
    before = table(["B1 DR", "T3 WE"], "K5", pile="WS")
    assert GAME.outcome(play(before, "draw", "WS")) == Outcome((1,), "stuck")


def test_dj_10_not_while_somebody_can_lay() -> None:
    state = play(table(["K1 DR", "T1 WE"], "K5", pile=""), "K1>0L stop")
    assert legal(state) == {"T1>1"}


def test_dj_10_tiles_left_in_hand_cost_nothing() -> None:
    state = play(table(["K1", "K2 B7 B8 DR WE"], "K5", pile=""), "K1>0L")
    assert GAME.scores(state) == (3, 0)


def test_dj_10_highest_points_win_and_ties_share() -> None:
    state = play(table(["K1", "K2", "K3"], "K5", pile="", points=[0, 3, 9]), "K1>0L")
    assert GAME.outcome(state) == Outcome((2,), "out")
    tied = play(table(["K1", "K2", "K3"], "K5", pile="", points=[0, 3, 1]), "K1>0L")
    assert GAME.outcome(tied) == Outcome((0, 1), "out")


def test_dj_11_the_next_dealer_sits_to_the_right() -> None:
    """The seats rotate by one, so the person to the right sits where the dealer sat."""
    series = Series(Match(GAME, 3, {"dealer": 2, "surplus": "add"}, seed=4), length=3)
    dealers = [series.person_at(2)]
    for _ in range(2):
        rng = random.Random(1)
        while series.current.actor is not None:
            series.current.play(rng.choice(GAME.moves(series.current.state)))
        match = series.advance()
        assert match.options["surplus"] == "add"
        dealers.append(series.person_at(match.state.dealer))
    assert dealers == [2, 0, 1]


# The worked example -------------------------------------------------------------------------

# Seat 0 is P1 and deals; the original names only the tiles that are laid, the others are ours.
HANDS = ("J3 B3 K8 B9 T6", "B3 WE WS DR WW", "F2 T1 T5 T7 DG")


def test_the_worked_example_of_the_original() -> None:
    deal = " ".join(" ".join(tiles) for tiles in zip(*map(str.split, HANDS), strict=True))
    state = draw(GAME.start(3, {"dealer": 0}), deal + " K3")
    assert_line(state, (0, 0, 0), (5, 5, 5), 128, 2)
    state = draw(play(state, "B3>0R stop"), "K3")
    assert_line(state, (0, 0, 0), (5, 5, 5), 127, 2)
    state = draw(play(state, "draw"), "T9")
    assert_line(state, (0, 0, -1), (5, 5, 6), 126, 2)
    state = draw(play(state, "J3>0L stop"), "K7")
    assert_line(state, (0, 0, -1), (5, 5, 6), 125, 2)
    state = draw(play(state, "K3+WE>2 WS>4 DR>5 WW>6"), "T3 T3 B1 B2 K1")
    assert_line(state, (0, 2, -1), (5, 5, 6), 120, 3)
    state = play(state, "F2>7 stop")
    assert_line(state, (0, 2, -1), (5, 5, 5), 120, 3)
    state = draw(play(state, "B3>1 stop"), "DW")
    assert_line(state, (1, 2, -1), (5, 5, 5), 119, 3)
    state = draw(play(state, "T3>9 T3>10 stop"), "K2 K4")
    assert_line(state, (1, 2, -1), (5, 5, 5), 117, 3)


def assert_line(
    state: Table, points: tuple[int, ...], hands: tuple[int, ...], pile: int, ends: int
) -> None:
    """A line of the table in the rules: points, hands after, pile, open ends."""
    assert GAME.scores(state) == points
    assert tuple(map(len, state.hands)) == hands
    assert len(state.pile) == pile
    assert len(state.ends) == ends


# Notation and luck --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["K4>0R", "K3+WE>2", "B2+B2>143", "stop", "draw", "--", "K4", "J4", "1", "10", "20"]
)
def test_steps_are_written_as_they_are_read(text: str) -> None:
    assert GAME.write(GAME.read(text)) == text


def test_the_tiles_of_a_branch_may_be_named_in_any_order() -> None:
    assert GAME.read("WE+K3>2") == GAME.read("K3+WE>2")


@pytest.mark.parametrize(
    "text", ["", "K0", "k4", "K4>", "K4>0", "K4>00", "K4>2R", "K4+>2", "0", "21", "WE+K3+B1>2"]
)
def test_other_texts_are_not_steps(text: str) -> None:
    with pytest.raises(NotationError, match="K3\\+WE>2"):
        GAME.read(text)


def test_a_turn_is_its_steps_with_a_space_between() -> None:
    state = table(["B2 WE T9", "T1"], "T2 F2>0L/1")
    assert play_text(GAME, state, "B2+WE>1 stop") == (GAME.read("B2+WE>1"), GAME.read("stop"))
    with pytest.raises(NotationError, match="complete"):
        play_text(GAME, table(["K1 K2 K3", "T1"], "K5"), "K1>0L K2>1")


def test_luck_draws_each_tile_as_often_as_it_is_there() -> None:
    state = draw(GAME.start(2, {"dealer": 0}), "B1 B1 K1")
    chance_outcomes = {GAME.write(move): weight for move, weight in GAME.chance_outcomes(state)}
    assert sum(chance_outcomes.values()) == 141
    assert (
        chance_outcomes["B1"],
        chance_outcomes["K1"],
        chance_outcomes["DR"],
        chance_outcomes["F1"],
    ) == (2, 3, 4, 1)
    rng = random.Random(3)
    drawn = Counter(GAME.write(GAME.sample_chance(state, rng)) for _ in range(20000))
    assert set(drawn) == set(chance_outcomes)
    assert all(abs(n / 20000 - chance_outcomes[tile] / 141) < 0.005 for tile, n in drawn.items())


def test_no_tile_is_ever_lost() -> None:
    rng = random.Random(2)
    for seats in range(2, 7):
        match = Match(GAME, seats, seed=seats)
        while match.actor is not None:
            match.play(rng.choice(GAME.moves(match.state)))
            state = match.state
            laid = [one.tile for one in state.snake]
            held = [tile for hand in state.hands for tile in hand]
            assert tuple(sorted([*state.pile, *held, *laid])) == FULL_SET
