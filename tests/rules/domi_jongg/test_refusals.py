"""Why moves in Domi Jongg are refused: rule, key and places for every way to be wrong."""

from __future__ import annotations

import random

import pytest

from game.rules.core.match import Match
from game.rules.core.protocol import CHANCE, Refusal
from game.rules.domi_jongg.state import Table
from tests.rules.domi_jongg.tables import GAME, draw, legal, play, refusal, table

BRANCHED = table(["WE WS B7 DR T1", "T1"], "T2 F2>0L/1")
LAID = play(table(["B2 K2 B7 DR T1", "T1"], "T2"), "B2>0L")


@pytest.mark.parametrize(
    ("hand", "step", "key"),
    [
        ("B4 K9", "B4>0L", "other_suit_and_number"),
        ("WE K9", "WE>0L", "suit_and_honour"),
        ("DR K9", "DR>0L", "suit_and_honour"),
        ("F3 K9", "F3>0L", "other_number"),
        ("DR J4", "DR>1", "dragon_and_special"),
        ("F4 J4", "F4>1", "other_kind_and_number"),
        ("K3 J4", "K3>1", "other_number"),
        ("K3 WE", "K3+WE>1", "other_number"),
        ("DR WE", "DR+WE>1", "dragon_and_special"),
    ],
)
def test_dj_5_what_does_not_fit_is_told_by_its_groups(hand: str, step: str, key: str) -> None:
    state = table([hand, "T1"], "K2 J2>0R/1")
    tile = step[:2]
    end = step.partition(">")[2]
    onto = {"0L": "K2", "1": "J2"}[end]
    params = (("tile", f"@tile.{tile}"), ("onto", f"@tile.{onto}"))
    assert GAME.why_illegal(state, GAME.read(step)) == Refusal("DJ-5", key, (end,), params)


def test_dj_6_an_end_that_is_not_there() -> None:
    assert refusal(BRANCHED, "WE>9") == ("DJ-6", "no_end", ("9",))


def test_dj_6_an_end_that_is_closed() -> None:
    assert refusal(BRANCHED, "WE>0L") == ("DJ-6", "end_closed", ("0L",))
    deeper = table(["K1", "T1"], "K5 K6>0L/1 K7>1/1")
    assert refusal(deeper, "K1>1") == ("DJ-6", "end_closed", ("1",))


def test_dj_6_one_wind_or_suit_tile_on_a_special() -> None:
    assert refusal(BRANCHED, "WE>1") == ("DJ-6", "needs_two", ("1",))


def test_dj_6_a_branch_elsewhere_than_on_a_special() -> None:
    state = table(["K3 K4", "T1"], "K5")
    assert refusal(state, "K3+K4>0L") == ("DJ-6", "no_branch", ("0L",))


def test_dj_6_a_special_in_a_branch() -> None:
    state = table(["F3 WE B2 T1", "T1"], "T2 F2>0L/1")
    assert refusal(state, "F3+WE>1") == ("DJ-6", "special_alone", ("1",))


def test_dj_6_a_special_that_could_go_there_alone_is_told_before_a_misfit() -> None:
    state = table(["F3 B9 T1", "T1"], "T2 F2>0L/1")
    assert refusal(state, "B9+F3>1") == ("DJ-6", "special_alone", ("1",))


def test_dj_7_a_tile_that_is_not_in_hand() -> None:
    found = GAME.why_illegal(BRANCHED, GAME.read("K2>0R"))
    assert found == Refusal("DJ-7", "not_in_hand", ("0R",), (("tile", "@tile.K2"), ("n", 1)))


def test_dj_7_a_pair_of_which_only_one_is_in_hand() -> None:
    found = GAME.why_illegal(BRANCHED, GAME.read("WE+WE>1"))
    assert found == Refusal("DJ-7", "not_in_hand", ("1",), (("tile", "@tile.WE"), ("n", 2)))


def test_dj_7_another_end_in_the_same_turn() -> None:
    assert refusal(LAID, "K2>0R") == ("DJ-7", "same_end", ("0R", "1"))


def test_dj_7_the_other_head_of_a_branch_after_going_on_at_one() -> None:
    state = play(table(["B2 K2 B7 K8 T1", "T1"], "T2 F2>0L/1"), "B2+K2>1")
    assert refusal(state, "T1>0R") == ("DJ-7", "same_end", ("0R", "2", "3"))
    assert refusal(play(state, "B7>2"), "K8>3") == ("DJ-7", "same_end", ("3", "4"))


def test_dj_7_stopping_before_laying() -> None:
    assert refusal(BRANCHED, "stop") == ("DJ-7", "lay_first", ())


def test_dj_7_stopping_when_nothing_can_be_laid() -> None:
    assert refusal(table(["DR", "T1"], "K5"), "stop") == ("DJ-7", "must_draw", ())
    assert refusal(table(["DR", "T1"], "T5", pile=""), "stop") == ("DJ-8", "must_pass", ())


@pytest.mark.parametrize("step", ["draw", "--"])
def test_dj_7_who_can_lay_neither_draws_nor_passes(step: str) -> None:
    """No places: where it fits is nobody else's business."""
    assert refusal(BRANCHED, step) == ("DJ-7", "can_lay", ())


@pytest.mark.parametrize("step", ["draw", "--"])
def test_dj_7_who_has_laid_stops(step: str) -> None:
    assert refusal(LAID, step) == ("DJ-7", "stop_instead", ())


def test_dj_7_passing_while_there_is_a_pile() -> None:
    assert refusal(table(["DR", "T1"], "K5"), "--") == ("DJ-7", "must_draw", ())


def test_dj_8_drawing_from_an_empty_pile() -> None:
    state = table(["DR", "T1"], "T5", pile="")
    assert refusal(state, "draw") == ("DJ-8", "pile_empty", ())


def test_dj_10_nothing_is_played_after_the_end() -> None:
    state = play(table(["K1", "K2"], "K5", pile=""), "K1>0L")
    for step in ("K2>1", "stop", "draw", "--", "K2", "7"):
        assert refusal(state, step) == ("DJ-10", "over", ())


def test_dj_1_luck_rolls_before_anything_else() -> None:
    state = GAME.start(2, {})
    for step in ("K1>0L", "stop", "draw", "--", "K1"):
        assert refusal(state, step) == ("DJ-1", "roll_first", ())


def test_dj_1_nobody_rolls_later() -> None:
    assert refusal(GAME.start(2, {"dealer": 0}), "7") == ("DJ-1", "no_roll", ())
    assert refusal(BRANCHED, "7") == ("DJ-1", "no_roll", ())


@pytest.mark.parametrize(
    ("rule", "state"),
    [
        ("DJ-2", GAME.start(2, {"dealer": 0})),
        ("DJ-3", draw(GAME.start(2, {"dealer": 0}), "K1 B1 " * 3 + "T1 T2 " * 3)),
        ("DJ-7", play(table(["DR", "T1"], "K5"), "draw")),
        ("DJ-8", play(LAID, "stop")),
    ],
)
def test_luck_deals_turns_up_and_refills_before_anybody_plays(rule: str, state: Table) -> None:
    assert GAME.actor(state) == CHANCE
    for step in ("K2>1", "stop", "draw", "--"):
        assert refusal(state, step) == (rule, "draw_first", ())


def test_dj_2_a_tile_that_is_all_gone_cannot_be_drawn() -> None:
    state = draw(GAME.start(2, {"dealer": 0}), "F1")
    assert refusal(state, "F1") == ("DJ-2", "all_drawn", ())


def test_dj_7_luck_draws_nothing_in_a_turn() -> None:
    assert refusal(BRANCHED, "K1") == ("DJ-7", "no_draw", ())


def test_refused_is_exactly_what_is_not_legal() -> None:
    """Every tile and pair of the set at every end, in positions of a random game."""
    rng = random.Random(7)
    match = Match(GAME, 3, seed=7)
    checked = 0
    while match.actor is not None:
        if rng.random() < 0.2:
            checked += _check_all(match.state, rng)
        match.play(rng.choice(GAME.moves(match.state)))
    assert checked > 2000


def _check_all(state: Table, rng: random.Random) -> int:
    hand = (*dict.fromkeys(state.hands[state.turn]), "WE", "F1", "B2")
    ends = [end.id for end in state.ends] + ["0L", str(rng.randrange(1, 150))]
    texts = {f"{tile}>{end}" for tile in hand for end in ends}
    texts |= {f"{one}+{other}>{end}" for one in hand for other in hand for end in ends}
    texts |= {"stop", "draw", "--", "K1", "12"}
    for text in texts:
        move = GAME.read(text)
        assert (GAME.why_illegal(state, move) is None) == (GAME.write(move) in legal(state)), text
    return len(texts)
