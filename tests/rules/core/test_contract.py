"""What every game promises, whatever the seats and options: the contract of `Game`."""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, seed, settings
from hypothesis import strategies as st

from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.rules.core.protocol import (
    CHANCE,
    AnyGame,
    NotationError,
    OptionError,
    Value,
    play_text,
    resolve,
    turns,
    write_turn,
)
from game.rules.core.record import read, write

WALK = 120
"""How many steps a random walk takes at most; long enough to end most games."""

LONGEST = 5000
"""More steps than any game played at random takes."""

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
Plan = tuple[int, tuple[tuple[str, Value], ...], int, int]
"""Seats, options, a seed and a number of steps."""


def few(test: Callable[..., None], examples: int = 25) -> Callable[..., None]:
    """With so many examples, always the same; most tests begin with the same plans, so that what
    was played for one serves the others.
    """
    wanted = settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
    return seed(1)(wanted(test))


@dataclass(frozen=True)
class Table:
    """A game set up and played at random: every state passed and every step taken."""

    game: AnyGame
    seats: int
    options: dict[str, Value]
    states: tuple[Any, ...]
    log: tuple[Any, ...]

    @property
    def state(self) -> Any:
        return self.states[-1]


@st.composite
def plans(draw: st.DrawFn, game: AnyGame) -> Plan:
    info = game.info
    options = tuple((o.key, draw(st.sampled_from(o.values), label=o.key)) for o in info.options)
    seats = draw(st.integers(*info.seats), label="seats")
    return seats, options, draw(st.integers(0, 10**6)), draw(st.integers(0, WALK))


@lru_cache(maxsize=500)
def walk(game: AnyGame, plan: Plan) -> Table:
    """Play at random. Options that exclude each other fall back to the defaults."""
    seats, chosen, luck, steps = plan
    options = dict(chosen)
    try:
        state = game.start(seats, options)
    except OptionError:
        options = {}
        seats = game.info.seats[0]
        state = game.start(seats, options)
    rng = random.Random(luck)
    states, log = [state], list[Any]()
    while len(log) < steps and game.actor(state) is not None:
        move = anything(game, state, rng)
        state = game.apply(state, move)
        states.append(state)
        log.append(move)
    return Table(game, seats, resolve(game.info, seats, options), tuple(states), tuple(log))


def anything(game: AnyGame, state: Any, rng: random.Random) -> Any:
    if game.actor(state) == CHANCE:
        return game.sample_chance(state, rng)
    return rng.choice(game.moves(state))


def tables(data: st.DataObject, game: AnyGame) -> Table:
    return walk(game, data.draw(plans(game), label="plan"))


def seats_of(table: Table) -> range:
    return range(len(table.game.scores(table.state)))


def distorted(texts: list[str], rng: random.Random) -> list[str]:
    """Texts near to moves: a character changed, dropped, doubled, or two texts crossed."""
    found = []
    for text in texts:
        at = rng.randrange(len(text))
        other = rng.choice(texts)
        sign = rng.choice("abcdefgrygbKWR0123456789-+,:@/>()")
        found += [
            text[:at] + sign + text[at + 1 :],
            text[:at] + text[at + 1 :],
            text[:at] + sign + text[at:],
            text[:at] + other[min(at, len(other)) :],
        ]
    return found


def readable(game: AnyGame, texts: list[str]) -> list[Any]:
    moves = []
    for text in texts:
        try:
            moves.append(game.read(text))
        except NotationError:
            continue
    return moves


@every_game
@few
@given(data=st.data())
def test_refused_is_what_is_not_among_the_moves(game: AnyGame, data: st.DataObject) -> None:
    table, other = tables(data, game), tables(data, game)
    rng = random.Random(len(table.log))
    legal = list(game.moves(table.state))
    assume(legal or game.actor(table.state) != CHANCE)  # a whole deal cannot be listed
    assert len(set(legal)) == len(legal)
    elsewhere = [move for state in other.states[-8:] for move in game.moves(state)]
    passed = [move for state in table.states[-4:] for move in game.moves(state)]
    sample = [*rng.sample(legal, min(30, len(legal))), *table.log[-30:], *other.log[-30:]]
    texts = distorted([game.write(move) for move in sample], rng)
    candidates = [*elsewhere, *passed, *table.log, *readable(game, texts)]
    known = set(legal)
    for move in (*legal, *rng.sample(candidates, min(300, len(candidates)))):
        refusal = game.why_illegal(table.state, move)
        assert (refusal is None) == (move in known), (game.write(move), refusal)


@every_game
@few
@given(data=st.data())
def test_there_are_moves_exactly_while_somebody_acts(game: AnyGame, data: st.DataObject) -> None:
    table = tables(data, game)
    for state in table.states:
        acting = game.actor(state) is not None
        assert (game.outcome(state) is None) == acting
        if game.actor(state) != CHANCE:
            assert bool(game.moves(state)) == acting
    outcome = game.outcome(table.state)
    winners = outcome.winners if outcome else ()
    assert set(winners) <= set(seats_of(table))


@every_game
@partial(few, examples=10)
@given(data=st.data())
def test_every_game_ends(game: AnyGame, data: st.DataObject) -> None:
    seats, options, luck, _ = data.draw(plans(game), label="plan")
    table = walk(game, (seats, options, luck, LONGEST))
    assert game.outcome(table.state) is not None


@every_game
@few
@given(data=st.data())
def test_apply_is_pure(game: AnyGame, data: st.DataObject) -> None:
    table = tables(data, game)
    for before, move, after in zip(table.states, table.log, table.states[1:], strict=False):
        kept = pickle.dumps(before)
        assert game.apply(before, move) == after
        assert pickle.dumps(before) == kept
        assert hash(pickle.loads(kept)) == hash(before)


@every_game
@few
@given(data=st.data())
def test_written_moves_are_read_as_they_were(game: AnyGame, data: st.DataObject) -> None:
    table = tables(data, game)
    for move in {*table.log, *game.moves(table.state)}:
        assert game.read(game.write(move)) == move
        assert pickle.loads(pickle.dumps(move)) == move


@every_game
@few
@given(text=st.text(max_size=24))
def test_any_text_is_a_move_or_a_notation_error(game: AnyGame, text: str) -> None:
    for move in readable(game, [text]):
        assert game.read(game.write(move)) == move


@every_game
@few
@given(data=st.data())
def test_whole_turns_are_read_as_they_were_written(game: AnyGame, data: st.DataObject) -> None:
    table = tables(data, game)
    if game.actor(table.state) in (None, CHANCE):
        return
    for number, (steps, _) in enumerate(turns(game, table.state)):
        spoken = tuple(step for step in steps if step != game.implicit_step) or steps
        played = play_text(game, table.state, write_turn(game, steps))
        assert played == (steps if len(spoken) > 1 else spoken)
        if number == 20:
            break


@every_game
@few
@given(data=st.data())
def test_a_record_replays_to_the_same_states(game: AnyGame, data: st.DataObject) -> None:
    table = tables(data, game)
    match = Match(game, table.seats, table.options, luck="manual")
    for move in table.log:
        match.play(game.read(game.write(move)))
    assert tuple(match.states) == table.states
    assert read(write(Series(match)), GAMES).series.current.states == match.states


@every_game
@few
@given(data=st.data())
def test_points_in_events_sum_up_to_the_change_of_scores(
    game: AnyGame, data: st.DataObject
) -> None:
    table = tables(data, game)
    for before, move, after in zip(table.states, table.log, table.states[1:], strict=False):
        gained = [0 for _ in seats_of(table)]
        for event in game.events(before, move, after):
            if event.points:
                gained[event.seat] += event.points
        change = [b - a for a, b in zip(game.scores(before), game.scores(after), strict=True)]
        assert gained == change, game.write(move)


@every_game
@few
@given(data=st.data())
def test_views_hide_and_imagined_states_agree(game: AnyGame, data: st.DataObject) -> None:
    table = tables(data, game)
    state, rng = table.state, random.Random(5)
    for seat in seats_of(table):
        view = game.observation(state, seat)
        assert game.observation(view, seat) == view
        imagined = game.determinize(view, seat, rng)
        assert game.observation(imagined, seat) == view
        assert game.actor(imagined) == game.actor(view) == game.actor(state)
        assert game.scores(view) == game.scores(state)
        if game.actor(state) == seat:
            assert set(game.moves(imagined)) == set(game.moves(state))


@every_game
@few
@given(data=st.data())
def test_imagined_states_can_be_played_to_the_end(game: AnyGame, data: st.DataObject) -> None:
    table = tables(data, game)
    rng = random.Random(6)
    state = game.determinize(game.observation(table.state, 0), 0, rng)
    for _ in range(40):
        if game.actor(state) is None:
            break
        move = anything(game, state, rng)
        assert game.why_illegal(state, move) is None
        state = game.apply(state, move)


@every_game
@few
@given(data=st.data())
def test_a_plain_state_is_the_state(game: AnyGame, data: st.DataObject) -> None:
    table = tables(data, game)
    for state in table.states[-20:]:
        plain = json.loads(json.dumps(game.to_plain(state)))
        assert game.from_plain(plain, table.options) == state


@every_game
@few
@given(data=st.data())
def test_unknown_options_are_named(game: AnyGame, data: st.DataObject) -> None:
    seats = data.draw(st.integers(-2, 9))
    low, high = game.info.seats
    if not low <= seats <= high:
        with pytest.raises(OptionError):
            game.start(seats, {})
    with pytest.raises(OptionError) as error:
        game.start(low, {"no such option": 1})
    assert error.value.at == "no such option"
