"""The match: its log and cursor, luck, undo, turns and series."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.rules.core.protocol import CHANCE, IllegalMove, NotationError, OptionError
from tests.toy import TOY

JIN_LI = GAMES["jin_li"]


def played(match: Match, seed: int = 1, steps: int = 10000) -> Match:
    """The match, played on at random."""
    rng = random.Random(seed)
    while match.actor is not None and steps:
        match.play(rng.choice(match.game.moves(match.state)))
        steps -= 1
    return match


# Luck ---------------------------------------------------------------------------------------


def test_the_seed_draws_for_luck_until_somebody_else_acts() -> None:
    match = Match(TOY, 2, seed=5)
    assert match.actor == 0
    assert [match.seat_of(i) for i in range(match.cursor)] == [CHANCE, CHANCE]


def test_luck_by_hand_waits_for_its_moves() -> None:
    match = Match(TOY, 2, luck="manual")
    assert (match.actor, match.cursor) == (CHANCE, 0)
    match.play('{"cards":[1,2]}')
    assert match.actor == CHANCE
    assert [step.seat for step in match.play("r2")] == [CHANCE]
    assert match.actor == 0


def test_the_same_seed_draws_alike_whatever_the_seats_do() -> None:
    def luck(match: Match) -> list[str]:
        return [m for i, m in enumerate(match.log) if match.seat_of(i) == CHANCE]

    careful, greedy = Match(TOY, 2, {"pile": 12}, seed=9), Match(TOY, 2, {"pile": 12}, seed=9)
    while careful.actor is not None:
        careful.play(careful.game.moves(careful.state)[0])
    while greedy.actor is not None:
        greedy.play(greedy.game.moves(greedy.state)[-1])
    shorter = min(len(luck(careful)), len(luck(greedy)))
    assert shorter > 3
    assert luck(careful)[:shorter] == luck(greedy)[:shorter]


def test_another_seed_draws_otherwise() -> None:
    logs = {tuple(played(Match(TOY, 2, {"pile": 12}, seed=n)).log) for n in range(20)}
    assert len(logs) > 15


def test_a_draw_taken_back_comes_again() -> None:
    match = Match(TOY, 2, {"pile": 12}, seed=3)
    match.play("t1")
    drawn = match.log[-1]
    match.undo()
    match.play("t1")
    assert match.log[-1] == drawn


# Playing ------------------------------------------------------------------------------------


def test_an_illegal_move_changes_nothing() -> None:
    match = Match(JIN_LI, 2)
    with pytest.raises(IllegalMove, match=r"a1-c3: JL-3 not_beside"):
        match.play_text("a1-c3")
    assert (match.cursor, match.log) == (0, [])


def test_a_text_is_a_step_or_a_turn() -> None:
    match = Match(JIN_LI, 2)
    assert len(match.play_text("a1-b2@d4")) == 2
    assert len(match.play_text("g7-f6")) == 1
    assert match.actor == 1
    assert len(match.play_text("@d3")) == 1
    assert match.actor == 0


def test_a_turn_whose_second_step_is_illegal_is_not_begun() -> None:
    match = Match(JIN_LI, 2)
    with pytest.raises(IllegalMove, match=r"@b2: JL-3 koi_there"):
        match.play_text("a1-b2@b2")
    assert match.cursor == 0


def test_a_text_that_is_a_legal_step_leaves_the_rest_of_the_turn_open() -> None:
    match = Match(TOY, 2, {"cards": False}, luck="manual")
    match.play("r3")
    assert len(match.play_text("t3")) == 1
    assert (match.actor, match.state.phase) == (0, "bonus")
    match.play_text("+-")
    assert match.actor == CHANCE
    with pytest.raises(NotationError, match="moves look like"):
        match.play_text("what")


def test_playing_after_undo_forgets_what_was_undone() -> None:
    match = Match(JIN_LI, 2)
    match.play_text("a1-b2@d4")
    match.go_to(1)
    match.play_text("@e5")
    assert [JIN_LI.write(move) for move in match.log] == ["a1-b2", "@e5"]
    assert not match.redo()


def test_steps_tell_who_acted_and_what_it_brought() -> None:
    match = Match(TOY, 2, {"cards": False}, luck="manual")
    match.play("r2")
    (step,) = match.play("t2")
    assert (step.index, step.seat, step.move) == (1, 0, "t2")
    assert [(event.kind, event.points) for event in step.events] == [("taken", 2)]
    assert [(line.seat, line.points, line.key) for line in match.score_lines()] == [(0, 2, "taken")]


def test_unknown_options_and_seats_are_refused() -> None:
    with pytest.raises(OptionError, match="no option 'colour'; it has: pile, cards"):
        Match(TOY, 2, {"colour": 1})
    with pytest.raises(OptionError, match="pile takes 6, 12, not true"):
        Match(TOY, 2, {"pile": True})
    with pytest.raises(OptionError, match="2 to 4 seats, not 5"):
        Match(TOY, 5)


def test_a_match_can_begin_at_any_position() -> None:
    state = Match(JIN_LI, 2)
    state.play_text("a1-b2@d4")
    match = Match(JIN_LI, 2, start=state.state)
    assert match.from_position
    assert (match.actor, match.cursor) == (1, 0)


# Back and forth -----------------------------------------------------------------------------


@given(st.integers(0, 10**6), st.lists(st.sampled_from(["play", "undo", "redo"]), max_size=40))
@settings(max_examples=60, deadline=None)
def test_undo_and_redo_walk_over_decisions(seed: int, wishes: list[str]) -> None:
    match, rng = Match(TOY, 3, {"pile": 12}, seed=seed), random.Random(seed)
    begin = match.cursor
    for wish in wishes:
        before = (match.cursor, match.actor)
        if wish == "play" and match.actor is not None:
            match.play(rng.choice(match.game.moves(match.state)))
        elif wish == "undo" and match.undo():
            assert match.redo()
            assert (match.cursor, match.actor) == before
            match.undo()
        elif wish == "redo" and match.redo():
            assert match.undo()
            assert (match.cursor, match.actor) == before
            match.redo()
        assert match.actor != CHANCE
        assert match.cursor >= begin
        assert len(match.states) == len(match.log) + 1
    states = [match.states[0]]
    for move in match.log:
        states.append(match.game.apply(states[-1], move))
    assert states == match.states


def test_go_to_stays_on_the_log() -> None:
    match = Match(JIN_LI, 2)
    match.play_text("a1-b2@d4")
    match.go_to(0)
    assert match.cursor == 0
    for index in (-1, 3):
        with pytest.raises(IndexError, match="the log has 2 steps"):
            match.go_to(index)


def test_undo_at_the_table_stops_at_luck() -> None:
    match = Match(TOY, 2, {"pile": 12, "cards": False}, luck="manual")
    for move in ("r2", "t2"):
        match.play(move)
    assert match.undo_target({0, 1}, takeback=False) == 1
    match.play("+1")
    match.play("r3")
    assert match.undo_target({0, 1}, takeback=False) is None
    assert match.undo_target({0, 1}, takeback=True) == 2


def test_undo_at_the_table_stops_at_another_persons_decision() -> None:
    match = Match(JIN_LI, 2)
    match.play_text("a1-b2@d4")
    assert match.undo_target({0, 1}, takeback=False) == 1
    match.go_to(1)
    assert match.undo_target({0, 1}, takeback=False) == 0
    match.go_to(2)
    match.play_text("g7-f6")
    match.go_to(2)
    assert match.undo_target({0, 1}, takeback=False) is None
    assert match.undo_target({0, 1}, takeback=True) == 1


def test_undo_at_the_table_passes_over_the_computer() -> None:
    match = Match(JIN_LI, 2)
    match.play_text("a1-b2@d4")
    match.play_text("g7-f6@d3")
    assert match.undo_target({0}, takeback=False) == 1
    assert match.undo_target(set(), takeback=False) is None


def test_undo_at_the_table_passes_over_steps_without_a_choice() -> None:
    match = Match(TOY, 2, {"pile": 12, "cards": False}, luck="manual")
    for move in ("r2", "t1", "r1", "t1"):
        match.play(move)
    # Seat 1 could only take one; but luck has rolled since seat 0 chose.
    assert match.undo_target({0, 1}, takeback=False) is None
    assert match.undo_target({0, 1}, takeback=True) == 1


def test_turns_gather_steps() -> None:
    match = Match(TOY, 2, {"cards": False}, luck="manual")
    for move in ("r3", "t3", "+1", "r2", "t2", "+-", "r1", "t1"):
        match.play(move)
    assert match.turns() == [
        (CHANCE, (0,)),
        (0, (1, 2)),
        (CHANCE, (3,)),
        (1, (4, 5)),
        (CHANCE, (6,)),
        (0, (7,)),
    ]


# Series -------------------------------------------------------------------------------------


def test_seats_rotate_from_game_to_game() -> None:
    series = Series(Match(TOY, 3, seed=1), 3)
    assert [series.person_at(seat) for seat in range(3)] == [0, 1, 2]
    played(series.current)
    series.advance()
    assert [series.person_at(seat) for seat in range(3)] == [1, 2, 0]
    assert [series.seat_of(person) for person in range(3)] == [2, 0, 1]
    assert [series.person_at(seat, 0) for seat in range(3)] == [0, 1, 2]


def test_a_series_adds_up_what_games_are_worth_person_by_person() -> None:
    series = Series(Match(TOY, 3, seed=4), 3)
    expected = [0, 0, 0]
    for number in range(3):
        assert series.winners() == ()
        match = played(series.current, seed=number)
        for seat, worth in enumerate(TOY.series_points(match.state)):
            expected[(seat + number) % 3] += worth
        assert series.totals() == tuple(expected)
        if number < 2:
            series.advance()
    assert series.over
    best = max(expected)
    assert series.winners() == tuple(p for p, total in enumerate(expected) if total == best)


def test_an_open_game_counts_nothing() -> None:
    series = Series(Match(TOY, 2, seed=4), 2)
    series.current.play(TOY.moves(series.current.state)[-1])
    assert series.totals() == (0, 0)


def test_games_of_a_series_are_drawn_differently_and_take_their_options_over() -> None:
    series = Series(Match(TOY, 2, {"pile": 12, "cards": True}, seed=4), 2)
    first = played(series.current)
    second = series.advance()
    assert second.options == {"pile": 6, "cards": True}
    assert second.log != first.log[: len(second.log)]
    assert series.games == [first, second]


def test_a_series_goes_on_only_after_a_game_and_not_for_ever() -> None:
    series = Series(Match(TOY, 2, seed=4), 1)
    with pytest.raises(ValueError, match="not over"):
        series.advance()
    played(series.current)
    with pytest.raises(ValueError, match="all 1 games are played"):
        series.advance()
    with pytest.raises(ValueError, match="at least one game, not 0"):
        Series(Match(TOY, 2), 0)


def test_random_start_of_jin_li_alternates_in_a_series() -> None:
    series = Series(Match(JIN_LI, 2, {"start": "random", "stones": 6}, seed=8), 2)
    match = played(series.current)
    first = match.game.write(match.log[0])
    second = series.advance()
    assert second.options["start"] == {"red": "yellow", "yellow": "red"}[first]


def test_who_plays_on_has_luck_drawn_even_where_it_was_given_by_hand() -> None:
    match = Match(GAMES["domi_jongg"], 2, seed=1, luck="manual")
    assert match.actor == CHANCE
    assert match.played_on(0, 7).actor != CHANCE
    assert match.actor == CHANCE
