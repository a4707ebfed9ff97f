"""Whatever numbers stand in a position, it is refused with its key or can be played."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules import GAMES
from game.rules.core.match import Match
from game.rules.core.protocol import CHANCE, OptionError, PositionError

ABSURD = (
    10**400, -(10**400), 2**63, 10**30, 10**6, 99, 5, 1, 0, -1, 1.0, 0.5, -0.0, 1e308, True, False
)  # fmt: skip


def entries(value: Any) -> list[Any]:
    """The keys or indices of what a value holds."""
    if isinstance(value, dict):
        return list(value)
    return list(range(len(value))) if isinstance(value, list) else []


def spots(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to everything in a position."""
    for key in entries(value):
        yield (*path, key)
        yield from spots(value[key], (*path, key))


def changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """The position with something else in one place, which may be new."""
    if not path:
        return new
    copy = value.copy()
    before = value[path[0]] if path[0] in entries(value) else None
    copy[path[0]] = changed(before, path[1:], new)
    return copy


@pytest.mark.parametrize("game", sorted(GAMES))
@given(data=st.data())
@settings(max_examples=60)
def test_absurd_numbers_are_refused_or_can_be_played(game: str, data: st.DataObject) -> None:
    rules = GAMES[game]
    rng = random.Random(data.draw(st.integers(0, 30), label="seed"))
    match = Match(rules, rules.info.seats[0], seed=1)
    for _ in range(rng.choice((0, 3, 20, 60))):
        if match.actor is not None:
            match.play(rng.choice(rules.moves(match.state)))
    plain = json.loads(json.dumps(rules.to_plain(match.state)))
    keys = tuple(plain)
    plain.pop(data.draw(st.sampled_from([None, *plain]), label="missing"), None)
    places = [*spots(plain), *((key,) for key in keys)]
    path = data.draw(st.sampled_from(places), label="place")
    number = data.draw(st.sampled_from(ABSURD), label="number")
    wrong = data.draw(st.sampled_from([number, [number], [[number] * 4], {"R3": number}]))
    try:
        start = rules.from_plain(changed(plain, path, wrong), {})
        match = Match(rules, len(rules.scores(start)), start=start, seed=1)
    except (PositionError, OptionError):
        return
    for _ in range(8):
        if match.actor not in (None, CHANCE):
            match.play(rng.choice(rules.moves(match.state)))
        json.dumps(rules.to_plain(match.state))
        match.score_lines()


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_key_that_no_position_has_is_refused(game: str) -> None:
    rules = GAMES[game]
    plain = rules.to_plain(rules.start(rules.info.seats[0], {}))
    with pytest.raises(PositionError) as caught:
        rules.from_plain({**plain, "colour": 1}, {})
    assert caught.value.at == "colour"
    assert str(caught.value).endswith(f"has no 'colour'; it has: {', '.join(plain)}")


@pytest.mark.parametrize("count", [1000, 10**400, -1, 1.0, True], ids="{!r:.9}".format)
@pytest.mark.parametrize("key", ["left", "aside"])
def test_a_bag_holds_a_number_of_tiles_that_can_be_drawn_from(key: str, count: Any) -> None:
    plain = {"board": [], "left": {"R3": 5}}
    with pytest.raises(PositionError) as caught:
        GAMES["solitaire_pai_sho"].from_plain({**plain, key: {"R4": count}}, {})
    assert caught.value.at == key
    assert "there are 0 to 999 R4, not" in str(caught.value)


POINTS: tuple[Any, ...] = (5, 10**400, [1.5, 0], [0, True], [1000, 0], {}, "x")


@pytest.mark.parametrize("points", POINTS, ids=map("{!r:.9}".format, POINTS))
def test_points_without_a_tally_are_a_list_of_numbers(points: Any) -> None:
    plain = {"hands": [["B3"], ["T1"]], "snake": [["K3", None, None]], "points": points}
    with pytest.raises(PositionError) as caught:
        GAMES["domi_jongg"].from_plain(plain, {})
    assert caught.value.at == "points"
