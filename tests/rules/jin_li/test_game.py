"""The rules of Jin Li, sentence by sentence."""

from __future__ import annotations

import pytest

from game.rules.core.protocol import (
    CHANCE,
    Event,
    IllegalMove,
    NotationError,
    OptionError,
    Outcome,
    Refusal,
    play_text,
)
from game.rules.jin_li.game import JinLi
from game.rules.jin_li.state import POND, SQUARES, Leap, Pond, Throw, free_squares, names

GAME = JinLi()


def pond(
    red: str = "a1 g1",
    yellow: str = "a7 g7",
    stones: str = "",
    *,
    hand: tuple[int, int] = (0, 0),
    score: tuple[int, int] = (0, 0),
    turn: str = "R",
    phase: str = "move",
    swum: str | None = None,
    quiet: int = 0,
    **options: str | int | bool,
) -> Pond:
    """A position written down; stones in hand are none unless said otherwise."""
    plain = {
        "koi": {"R": red.split(), "Y": yellow.split()},
        "stones": stones.split(),
        "hand": {"R": hand[0], "Y": hand[1]},
        "score": {"R": score[0], "Y": score[1]},
        "turn": turn,
        "phase": phase,
        "swum": swum,
        "quiet": quiet,
    }
    return GAME.from_plain(plain, options)


def play(state: Pond, *texts: str) -> Pond:
    for text in texts:
        for move in play_text(GAME, state, text):
            state = GAME.apply(state, move)
    return state


def legal(state: Pond) -> set[str]:
    return {GAME.write(move) for move in GAME.moves(state)}


def refusal(state: Pond, text: str) -> Refusal | None:
    return GAME.why_illegal(state, GAME.read(text))


def at(rule: str, key: str, square: str) -> Refusal:
    """A refusal that names one square, in its places and in its text."""
    return Refusal(rule, key, (square,), (("at", square),))


# JL-1 ------------------------------------------------------------------------------------------


def test_jl_1_koi_in_the_corners_ten_stones_no_points() -> None:
    state = GAME.start(2, {})
    assert names(state.koi[0]) == ("a1", "g1")
    assert names(state.koi[1]) == ("a7", "g7")
    assert (state.stones, state.hands, state.points) == (0, (10, 10), (0, 0))


@pytest.mark.parametrize(("start", "koi"), [("red", "a1"), ("yellow", "a7")])
def test_jl_1_seat_0_is_the_colour_that_starts(start: str, koi: str) -> None:
    state = GAME.start(2, {"start": start})
    assert GAME.actor(state) == 0
    assert all(text.startswith((koi[0], "g")) and text[1] == koi[1] for text in legal(state))
    assert GAME.actor(play(state, "a1-a2@d4" if start == "red" else "a7-a6@d4")) == 1


@pytest.mark.parametrize(("word", "colour"), [("red", 0), ("yellow", 1)])
def test_jl_1_luck_says_who_starts(word: str, colour: int) -> None:
    state = GAME.start(2, {"start": "random"})
    assert GAME.actor(state) == CHANCE
    assert legal(state) == {"red", "yellow"}
    assert refusal(state, "a1-a2") == Refusal("JL-1", "luck_first")
    after = play(state, word)
    assert (GAME.actor(after), after.turn) == (0, colour)
    assert after == GAME.start(2, {"start": word})
    assert refusal(after, word) == Refusal("JL-1", "begun")


def test_jl_1_nobody_else_and_nothing_unknown() -> None:
    for seats, options in ((3, {}), (2, {"stones": 7}), (2, {"stone": 6}), (2, {"target": True})):
        with pytest.raises(OptionError):
            GAME.start(seats, options)


# JL-2 ------------------------------------------------------------------------------------------


def test_jl_2_only_own_koi_move() -> None:
    state = pond(stones="d4")
    assert refusal(state, "a7-a6") == at("JL-2", "not_yours", "a7")
    assert refusal(state, "b3-b4") == at("JL-2", "no_koi", "b3")
    assert refusal(state, "d4-d5") == at("JL-2", "no_koi", "d4")
    assert refusal(state, "a7/a6>a5") == at("JL-2", "not_yours", "a7")


def test_jl_2_the_turn_is_over_after_one_move() -> None:
    after = play(pond(), "a1-b2")
    assert after.turn == 1
    with pytest.raises(IllegalMove):
        play(after, "b2-c3")


# JL-3 ------------------------------------------------------------------------------------------


def test_jl_3_swim_to_each_empty_neighbour() -> None:
    state = pond(red="d4 g1", yellow="e5 g7", stones="c3")
    swims = {text for text in legal(state) if text.startswith("d4-")}
    assert swims == {"d4-c4", "d4-c5", "d4-d3", "d4-d5", "d4-e3", "d4-e4"}
    assert refusal(state, "d4-c3") == at("JL-3", "stone_there", "c3")
    assert refusal(state, "d4-e5") == at("JL-3", "koi_there", "e5")
    assert refusal(state, "d4-d6") == Refusal("JL-3", "not_beside", ("d4", "d6"))
    assert refusal(state, "d4-d4") == Refusal("JL-3", "not_beside", ("d4", "d4"))


def test_jl_3_neighbours_never_wrap_around_the_edge() -> None:
    state = pond(red="g3 a4")
    assert refusal(state, "g3-a4") == Refusal("JL-3", "not_beside", ("g3", "a4"))
    assert "g3-a5" not in legal(state)


def test_jl_3_a_stone_must_be_thrown_while_there_is_one() -> None:
    state = play(pond(hand=(1, 1)), "a1-b2")
    assert (GAME.actor(state), state.phase) == (0, "throw")
    assert all(isinstance(move, Throw) for move in GAME.moves(state))
    assert refusal(state, "b2-b3") == Refusal("JL-3", "throw_first", ("b2",))
    assert refusal(state, "--") == Refusal("JL-3", "throw_first", ("b2",))


def test_jl_3_the_stone_goes_to_any_empty_square_the_one_left_included() -> None:
    state = play(pond(stones="d4", hand=(1, 1)), "a1-b2")
    assert len(GAME.moves(state)) == 49 - 4 - 1
    assert "@a1" in legal(state)
    assert refusal(state, "@d4") == at("JL-3", "stone_there", "d4")
    assert refusal(state, "@b2") == at("JL-3", "koi_there", "b2")
    after = play(state, "@a1")
    assert (names(after.stones), after.hands, after.turn) == (("a1", "d4"), (0, 1), 1)


def test_jl_3_no_stone_no_throw() -> None:
    assert refusal(pond(hand=(0, 5)), "@d4") == Refusal("JL-3", "hand_empty")
    assert play(pond(hand=(0, 5)), "a1-b2").turn == 1


def test_jl_3_swim_before_the_throw() -> None:
    assert refusal(pond(hand=(1, 1)), "@d4") == Refusal("JL-3", "swim_first", ("a1", "g1"))


# JL-4 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("over", ["c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"])
def test_jl_4_leap_over_a_stone_in_eight_directions(over: str) -> None:
    state = pond(red="d4 g1", stones=over, hand=(3, 3))
    (leap,) = [move for move in GAME.moves(state) if isinstance(move, Leap)]
    after = GAME.apply(state, leap)
    assert SQUARES[leap.over] == over
    assert (names(after.stones), after.hands) == ((over,), (3, 3))
    assert after.koi[0] >> leap.end & 1
    assert after.turn == 1


def test_jl_4_leap_never_over_a_koi() -> None:
    state = pond(red="d4 e4", yellow="c4 g7")
    assert refusal(state, "d4/e4>f4") == at("JL-4", "over_koi", "e4")
    assert refusal(state, "d4/c4>b4") == at("JL-4", "over_koi", "c4")


def test_jl_4_leap_never_over_two_stones() -> None:
    state = pond(red="d4 g1", stones="d5 d6")
    assert refusal(state, "d4/d5>d6") == Refusal("JL-4", "two_stones", ("d5", "d6"))
    assert refusal(state, "d4/d5>d7") == Refusal("JL-4", "two_stones", ("d5", "d6"))
    assert refusal(state, "d4/d5>e7") == Refusal("JL-4", "not_straight", ("d4", "d5", "e7"))
    state = pond(red="d4 g1", stones="d5")
    assert refusal(state, "d4/d5>d7") == Refusal("JL-4", "too_far", ("d6", "d7"))


def test_jl_4_leap_needs_a_stone_and_an_empty_square() -> None:
    state = pond(red="d4 g1", yellow="d6 g7", stones="d5")
    assert refusal(state, "d4/e4>f4") == at("JL-4", "over_water", "e4")
    assert refusal(state, "d4/d5>d6") == at("JL-4", "koi_there", "d6")


def test_jl_4_leap_in_a_straight_line_on_the_board() -> None:
    state = pond(red="b2 g1", stones="a1 a2 a3 b1 c1 c2")
    assert refusal(state, "b2/c2>d3") == Refusal("JL-4", "not_straight", ("b2", "c2", "d3"))
    assert {text for text in legal(state) if "/" in text} == {"b2/c2>d2"}


def test_jl_4_no_chains() -> None:
    after = play(pond(red="a1 g1", stones="b1 d1"), "a1/b1>c1")
    assert GAME.actor(after) == 1


# JL-5 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("red", "yellow", "move", "gain"),
    [
        ("a1 g1", "a7 g7", "a1-b2", 0),
        ("a1 c3", "a7 g7", "a1-b2", 1),
        ("a1 g1", "c3 g7", "a1-b2", 1),
        ("a1 c2", "c3 b3", "a1-b2", 3),
    ],
)
def test_jl_5_a_point_for_every_other_koi_beside_the_moved_one(
    red: str, yellow: str, move: str, gain: int
) -> None:
    assert play(pond(red, yellow), move).points == (gain, 0)


def test_jl_5_koi_that_did_not_move_never_score() -> None:
    state = pond(red="a1 d4", yellow="d5 e5")
    assert play(state, "a1-b1").points == (0, 0)


def test_jl_5_a_leap_scores_as_well_and_stones_never() -> None:
    assert play(pond("a1 d4", "a7 g7", "b2 c2"), "a1/b2>c3").points == (1, 0)


def test_jl_5_points_come_after_the_stone() -> None:
    state = pond("a1 c2", "c3 g7", hand=(1, 1))
    swum = play(state, "a1-b2")
    assert swum.points == (0, 0)
    throw = GAME.read("@a1")
    after = GAME.apply(swum, throw)
    assert after.points == (2, 0)
    params = (("n", 2), ("koi", "b2"))
    assert GAME.events(swum, throw, after) == (Event("score", 0, 2, ("c2", "c3"), params),)


# JL-6 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("score", "move"), [(9, "d4-e3"), (9, "d4-d5"), (8, "d4-d5")])
def test_jl_6_the_first_to_reach_ten_wins_at_once_overshooting_counts(
    score: int, move: str
) -> None:
    after = play(pond("d4 f2", "c6 e6", score=(score, 9)), move)
    assert GAME.outcome(after) == Outcome((0,), "target")
    assert GAME.actor(after) is None
    assert GAME.moves(after) == ()
    assert refusal(after, "c6-c7") == Refusal("JL-6", "over")


def test_jl_6_winner_is_named_by_seat() -> None:
    won = play(pond("d4 f2", "c6 e6", score=(9, 9), start="yellow"), "d4-d5")
    assert GAME.outcome(won) == Outcome((1,), "target")
    assert GAME.scores(won) == (9, 11)


def test_jl_6_no_win_below_the_target() -> None:
    assert GAME.outcome(play(pond("d4 g1", "c6 e6", score=(7, 0)), "d4-d5")) is None


# JL-7 ------------------------------------------------------------------------------------------


def test_jl_7_inset_placement() -> None:
    state = GAME.start(2, {"placement": "inset"})
    assert [names(koi) for koi in state.koi] == [("b2", "f2"), ("b6", "f6")]


def test_jl_7_six_stones_and_fifteen_points() -> None:
    assert GAME.start(2, {"stones": 6}).hands == (6, 6)
    state = pond("d4 g1", "c6 e6", score=(13, 0), target=15)
    assert GAME.outcome(play(pond("d4 g1", "c6 e6", score=(12, 0), target=15), "d4-d5")) is None
    assert GAME.outcome(play(state, "d4-d5")) == Outcome((0,), "target")


def test_jl_7_the_last_stone_thrown_is_owed() -> None:
    state = play(pond(stones="c3", hand=(1, 4), recycle=True), "a1-b2@d4")
    assert (GAME.actor(state), state.phase) == (1, "give")
    assert legal(state) == {"+c3", "+d4"}
    assert refusal(state, "a7-a6") == Refusal("JL-7", "give_first", ("c3", "d4"))
    assert refusal(state, "+e5") == at("JL-7", "no_stone", "e5")
    after = play(state, "+c3")
    assert (GAME.actor(after), after.phase, after.hands) == (1, "move", (1, 4))
    assert names(after.stones) == ("d4",)


def test_jl_7_handing_back_is_a_turn_text_of_its_own() -> None:
    state = play(pond(hand=(1, 4), recycle=True), "a1-b2@d4")
    move = GAME.read("+d4")
    assert GAME.ends_turn(state, move, GAME.apply(state, move))


def test_jl_7_each_time_the_last_stone_is_thrown() -> None:
    state = play(pond(hand=(1, 4), recycle=True), "a1-b2@d4", "+d4", "a7-a6@c4")
    assert play(state, "b2-b3@d4").phase == "give"
    assert play(state, "g1-g2@e4", "+c4").hands == (1, 3)


def test_jl_7_nothing_is_owed_while_stones_are_left() -> None:
    state = play(pond(hand=(2, 4), recycle=True), "a1-b2@d4")
    assert state.phase == "move"
    assert refusal(state, "+d4") == Refusal("JL-7", "nothing_owed", ("d4",))


def test_jl_7_no_recycling_unless_agreed() -> None:
    state = play(pond(hand=(1, 4)), "a1-b2@d4")
    assert state.phase == "move"
    assert refusal(state, "+d4") == Refusal("JL-7", "no_recycling", ("d4",))


def test_jl_7_no_hand_back_after_a_win() -> None:
    state = play(pond("d4 g1", "a7 b4", hand=(1, 3), score=(9, 0), recycle=True), "d4-c4@a1")
    assert (GAME.outcome(state), state.hands) == (Outcome((0,), "target"), (0, 3))


# JL-8 ------------------------------------------------------------------------------------------

WALL = "a3 a4 b1 b2 b3 c1 c2 c3 c4"
BOTH = "a3 a4 a5 b1 b2 b3 b5 b6 b7 c1 c2 c3 c4 c5 c6 c7"


def test_jl_8_without_a_legal_move_a_player_passes() -> None:
    state = pond("a1 a2", "d7 g7", WALL)
    assert legal(state) == {"--"}
    after = play(state, "--")
    assert (GAME.actor(after), GAME.outcome(after)) == (1, None)


def test_jl_8_no_pass_while_something_can_move() -> None:
    state = pond("a1 g1", "d7 g7", "a2 a3 b1 b2 c1 c3")
    assert refusal(state, "--") == Refusal("JL-8", "must_move", ("g1",))


@pytest.mark.parametrize(("score", "winners"), [((4, 3), (0,)), ((3, 4), (1,)), ((4, 4), ())])
def test_jl_8_neither_can_move_more_points_win(
    score: tuple[int, int], winners: tuple[int, ...]
) -> None:
    after = play(pond("a1 a2", "a6 a7", BOTH, score=score), "--")
    assert GAME.outcome(after) == Outcome(winners, "stuck")
    assert refusal(after, "--") == Refusal("JL-8", "over")


# JL-9 ------------------------------------------------------------------------------------------

ROUND = ("a1-b1", "a7-b7", "b1-a1", "b7-a7")


def test_jl_9_the_third_occurrence_is_a_draw() -> None:
    state = play(pond(), *ROUND, *ROUND[:3])
    assert GAME.outcome(state) is None
    state = play(state, ROUND[3])
    assert GAME.outcome(state) == Outcome((), "repetition")
    assert refusal(state, "a1-b1") == Refusal("JL-9", "over")


def test_jl_9_another_player_to_move_is_another_position() -> None:
    state = play(pond(), "a1-b1", "a7-b7", "b1-a2", "b7-a7", "a2-a1")
    assert (state.koi, state.turn) == (pond().koi, 1)
    state = play(state, "a7-b7", "a1-b1", "b7-a7", "b1-a2", "a7-b7", "a2-a1", "b7-a7")
    assert GAME.outcome(state) is None


def test_jl_9_points_are_no_part_of_the_position() -> None:
    state = play(pond("a1 b2"), *ROUND, *ROUND)
    assert (state.points, GAME.outcome(state)) == ((4, 0), Outcome((), "repetition"))


def test_jl_9_leaps_repeat_although_stones_are_in_hand() -> None:
    state = pond(stones="b1 b7", hand=(5, 5))
    shuttle = ("a1/b1>c1", "a7/b7>c7", "c1/b1>a1", "c7/b7>a7")
    assert GAME.outcome(play(state, *shuttle, *shuttle)) == Outcome((), "repetition")


def test_jl_9_a_hundred_turns_without_a_point_are_a_draw() -> None:
    state = play(pond(quiet=98), "a1-b1")
    assert GAME.outcome(state) is None
    assert GAME.outcome(play(state, "a7-b7")) == Outcome((), "quiet")


def test_jl_9_a_point_starts_the_count_anew() -> None:
    state = play(pond("a1 b3", "a7 g7", quiet=99), "a1-b2")
    assert (state.quiet, GAME.outcome(state)) == (0, None)


def test_jl_9_ignore_switches_both_off() -> None:
    state = pond(repetition="ignore")
    for _ in range(30):
        state = play(state, *ROUND)
    assert (GAME.outcome(state), state) == (None, pond(repetition="ignore"))


# The other answers -----------------------------------------------------------------------------


def test_a_series_lets_everybody_keep_their_colour() -> None:
    assert GAME.next_game_options(GAME.start(2, {})) == {"start": "yellow"}
    assert GAME.next_game_options(play(GAME.start(2, {"start": "random"}), "yellow")) == {
        "start": "red"
    }


def test_a_win_counts_one_in_a_series() -> None:
    won = play(pond("d4 g1", "c6 e6", score=(9, 7)), "d4-d5")
    assert GAME.series_points(won) == (1, 0)
    drawn = play(pond("a1 a2", "a6 a7", BOTH), "--")
    assert GAME.series_points(drawn) == (0, 0)


@pytest.mark.parametrize("text", ["", "a1", "a1-h2", "a0-a1", "a1-a2@", "d4", "++d4", "a1/b2-c3"])
def test_what_is_no_move_is_no_notation(text: str) -> None:
    with pytest.raises(NotationError, match="moves look like"):
        GAME.read(text)


def test_events_of_the_hand_back_and_the_pass() -> None:
    before = pond(hand=(1, 4), recycle=True)
    swum = play(before, "a1-b2")
    thrown = play(swum, "@d4")
    assert GAME.events(swum, GAME.read("@d4"), thrown) == (Event("last_stone", 0),)
    back = GAME.read("+d4")
    returned = Event("returned", 0, places=("d4",))
    assert GAME.events(thrown, back, GAME.apply(thrown, back)) == (returned,)


def test_squares_free_of_koi_and_stones() -> None:
    assert free_squares(pond(stones="d4")).bit_count() == POND.bit_count() - 5
