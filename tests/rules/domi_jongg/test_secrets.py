"""What a seat may know in Domi Jongg: views, imagined states, and nothing beyond."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules.core.protocol import CHANCE
from game.rules.domi_jongg.state import HIDDEN, Drawn, Table, pile_left
from tests.rules.domi_jongg.tables import GAME, play, table

some = settings(max_examples=80, deadline=None, derandomize=True)


def reached(seats: int, seed: int, steps: int) -> Table:
    """A state some random steps into a game."""
    rng = random.Random(seed)
    state = GAME.start(seats, {"dealer": seed % seats})
    for _ in range(steps):
        if GAME.actor(state) is None:
            break
        luck = GAME.actor(state) == CHANCE
        state = GAME.apply(
            state, GAME.sample_chance(state, rng) if luck else rng.choice(GAME.moves(state))
        )
    return state


@st.composite
def states(draw: st.DrawFn) -> Table:
    return reached(draw(st.integers(2, 6)), draw(st.integers(0, 999)), draw(st.integers(0, 330)))


def shuffled(state: Table, seat: int, rng: random.Random) -> Table:
    """The state with everything that the seat cannot see dealt anew."""
    sizes = [len(hand) for hand in state.hands]
    unseen = [t for i, hand in enumerate(state.hands) if i != seat for t in hand]
    unseen += state.pile
    rng.shuffle(unseen)
    hands = []
    for i, hand in enumerate(state.hands):
        size = 0 if i == seat else sizes[i]
        hands.append(hand if i == seat else tuple(sorted(unseen[:size])))
        del unseen[:size]
    return state._replace(hands=tuple(hands), pile=tuple(sorted(unseen)))


@some
@given(state=states(), seed=st.integers(0, 999))
def test_states_that_differ_only_in_secrets_have_equal_views(state: Table, seed: int) -> None:
    rng = random.Random(seed)
    for seat in range(len(state.hands)):
        other = shuffled(state, seat, rng)
        assert GAME.observation(other, seat) == GAME.observation(state, seat)
        told = json.dumps(GAME.to_plain(GAME.observation(state, seat)))
        assert told == json.dumps(GAME.to_plain(GAME.observation(other, seat)))
        assert repr(GAME.observation(other, seat)) == repr(GAME.observation(state, seat))


@some
@given(state=states())
def test_what_is_public_can_be_told_from_every_view(state: Table) -> None:
    for seat in range(len(state.hands)):
        view = GAME.observation(state, seat)
        assert pile_left(view) == pile_left(state)
        assert [len(hand) for hand in view.hands] == [len(hand) for hand in state.hands]
        assert (view.snake, view.ends, view.turn) == (state.snake, state.ends, state.turn)
        assert GAME.scores(view) == GAME.scores(state)
        assert GAME.actor(view) == GAME.actor(state)
        assert GAME.outcome(view) == GAME.outcome(state)
        assert view.hands[seat] == state.hands[seat]


@some
@given(state=states())
def test_no_view_holds_a_tile_of_another_hand(state: Table) -> None:
    for seat in range(len(state.hands)):
        view = GAME.observation(state, seat)
        others = [hand for i, hand in enumerate(view.hands) if i != seat]
        assert {tile for hand in others for tile in hand} <= {HIDDEN}


@some
@given(state=states(), seed=st.integers(0, 999))
def test_imagined_states_agree_with_the_view(state: Table, seed: int) -> None:
    rng = random.Random(seed)
    for seat in range(len(state.hands)):
        view = GAME.observation(state, seat)
        imagined = GAME.determinize(view, seat, rng)
        assert GAME.observation(imagined, seat) == view
        assert imagined.hands[seat] == state.hands[seat]
        assert all(HIDDEN not in hand for hand in imagined.hands)
        assert everything(imagined) == everything(state)
        if GAME.actor(state) == seat:
            assert GAME.moves(imagined) == GAME.moves(state) == GAME.moves(view)


def everything(state: Table) -> Counter[str]:
    return Counter([*state.pile, *(tile for hand in state.hands for tile in hand)])


def test_imagined_hands_are_dealt_by_chance_alone() -> None:
    """Of 3 unseen tiles in 1 hand and a pile of 2, each is in the hand a third of the time."""
    view = GAME.observation(table(["K1", "K2"], "K5", pile="WE DR"), 0)
    rng = random.Random(1)
    held = Counter(GAME.determinize(view, 0, rng).hands[1] for _ in range(3000))
    assert set(held) == {("K2",), ("WE",), ("DR",)}
    assert all(900 < n < 1100 for n in held.values())


@some
@given(state=states(), seed=st.integers(0, 99))
def test_events_of_hidden_draws_tell_nothing(state: Table, seed: int) -> None:
    if state.phase not in ("deal", "draw"):
        return
    told = {
        GAME.events(state, Drawn(tile), GAME.apply(state, Drawn(tile)))
        for tile in dict.fromkeys(state.pile)
    }
    assert told == {()}


@pytest.mark.parametrize("seat", [0, 1])
def test_a_view_of_a_view_is_the_view(seat: int) -> None:
    view = GAME.observation(reached(3, 1, 60), seat)
    assert GAME.observation(view, seat) == view


def test_who_is_only_looking_on_sees_no_hand() -> None:
    state = reached(3, 1, 60)
    view = GAME.observation(state, CHANCE)
    assert all(set(hand) == {HIDDEN} for hand in view.hands)


def test_an_imagined_game_goes_on_though_nobody_in_it_could_lay() -> None:
    """That the game went on tells that somebody could lay; whoever imagines must cope."""
    state = table(["DR", "K1 WE", "K2"], "K5", pile="", turn=0)
    stuck = state._replace(hands=(("DR",), ("WE", "WS"), ("WN",)))
    assert GAME.actor(stuck) == 0
    assert GAME.actor(play(stuck, "--")) is None
