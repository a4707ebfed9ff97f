"""Goals: each kind is met when it says so, and a search knows what can be forced."""

from pathlib import Path
from typing import Any

import pytest

from game.rules.core.match import Match
from game.services.levels.goals import (
    KINDS,
    TESTS,
    Goal,
    Search,
    TooFar,
    Track,
    each_turn,
    moves_since,
    read_goal,
)
from game.services.toml_reader import TomlTable
from tests.toy import TOY
from tests.winning import winning_tracks


def goal(**data: Any) -> Goal:
    table = TomlTable(Path("x.toml"), data)
    return read_goal(table)


def gain(points: int) -> Goal:
    return goal(kind="gain", points=points)


def after(*moves: str, seats: int = 2, pile: int = 6, begin: int = 0) -> Track:
    """The toy with luck by hand after these moves; seat 0 looks."""
    match = Match(TOY, seats, {"cards": False, "pile": pile}, luck="manual")
    for move in moves:
        match.play(move)
    return Track.of(match, begin, 0)


OPEN = ("r3", "t3", "+1")
OVER = (*OPEN, "r3", "t3", "+-")

MET: list[Any] = [
    ({"kind": "gain", "points": 4}, OPEN, True),
    ({"kind": "gain", "points": 5}, OPEN, False),
    ({"kind": "score", "points": 4}, OPEN, True),
    ({"kind": "score", "points": 5}, OPEN, False),
    ({"kind": "win"}, OVER, True),
    ({"kind": "win"}, OPEN, False),
    ({"kind": "win"}, ("r1", "t1", "r3", "t3", "+1", "r2", "t2", "+-"), False),
    ({"kind": "outcome", "reason": "empty"}, OVER, True),
    ({"kind": "outcome", "reason": "stuck"}, OVER, False),
    ({"kind": "outcome", "reason": "empty"}, OPEN, False),
    ({"kind": "event", "event": "taken", "count": 2}, OPEN, True),
    ({"kind": "event", "event": "taken", "count": 3}, OVER, False),
    ({"kind": "event", "event": "taken", "by": "others"}, OVER, True),
    ({"kind": "event", "event": "taken", "by": "others"}, OPEN, False),
    ({"kind": "event", "event": "lost"}, OVER, False),
    ({"kind": "state", "path": "pile", "is": 3}, OPEN, True),
    ({"kind": "state", "path": "points.0", "least": 4}, OPEN, True),
    ({"kind": "state", "path": "points.0", "most": 3}, OPEN, False),
    ({"kind": "state", "path": "points", "size": 2}, OPEN, True),
    ({"kind": "state", "path": "points", "has": 4}, OPEN, True),
    ({"kind": "state", "path": "pile", "size": 3}, OPEN, False),
    ({"kind": "state", "path": "points.7", "is": 0}, OPEN, False),
    ({"kind": "state", "path": "points.x", "is": 0}, OPEN, False),
    ({"kind": "state", "path": "phase", "least": 0}, OPEN, False),
    ({"kind": "play"}, OPEN, True),
    ({"kind": "play"}, OPEN[:2], False),
    ({"kind": "play", "turns": ["t3+1"]}, OPEN, True),
    ({"kind": "play", "turns": ["t3", "t2"]}, OPEN, False),
    ({"kind": "play", "turns": ["t3"]}, (*OPEN[:2], "+-"), True),
    ({"kind": "play", "turns": ["t1"]}, (*OPEN, "r1", "t1"), False),
    ({"kind": "all", "goals": [{"kind": "gain", "points": 4}, {"kind": "win"}]}, OVER, True),
    ({"kind": "all", "goals": [{"kind": "gain", "points": 4}, {"kind": "win"}]}, OPEN, False),
    ({"kind": "any", "goals": [{"kind": "gain", "points": 4}, {"kind": "win"}]}, OPEN, True),
    ({"kind": "prevent", "goal": {"kind": "gain", "points": 5}}, OPEN, True),
    ({"kind": "prevent", "goal": {"kind": "gain", "points": 4}}, OPEN, False),
    ({"kind": "prevent", "goal": {"kind": "gain", "points": 3}}, (*OPEN, "r1"), True),
    ({"kind": "prevent", "goal": {"kind": "win"}}, OVER, True),
    ({"kind": "prevent", "goal": {"kind": "win"}}, (*OPEN, "r1", "t1", "r1"), False),
]


@pytest.mark.parametrize(("data", "moves", "met"), MET)
def test_a_goal_is_met_when_it_says_so(
    data: dict[str, Any], moves: tuple[str, ...], met: bool,
) -> None:
    assert goal(**data).met(after(*moves)) is met


def test_every_kind_and_comparison_is_tested() -> None:
    assert {data["kind"] for data, _, _ in MET} == set(KINDS)
    assert {key for data, _, _ in MET for key in data} >= set(TESTS)


def test_what_was_before_the_task_does_not_count() -> None:
    assert not gain(1).met(after(*OPEN, begin=3))
    assert not goal(kind="event", event="taken").met(after(*OPEN, begin=3))


def test_a_track_knows_turns() -> None:
    track = after(*OPEN, "r3", "t3")
    assert (len(list(track.own_turns())), track.last_turn()) == (1, ["t3", "+1"])
    assert (track.open_turn(), track.ended_turn, track.by) == (["t3"], False, 1)
    assert len(list(track.steps())) == 5


def test_each_turn_is_complete() -> None:
    track = after("r3")
    assert [moves_since(longer, track) for longer in each_turn(track)] == [
        ["t1"], ["t2", "+1"], ["t2", "+-"], ["t3", "+1"], ["t3", "+-"],
    ]
    luck = after()
    assert [moves_since(longer, luck) for longer in each_turn(luck)] == [["r1"], ["r2"], ["r3"]]


# With a pile of 6 the dice decide much; what is certain is little.


def test_a_search_asks_for_every_roll_and_every_answer() -> None:
    assert Search(gain(4)).forced(after("r3"), 1)
    assert not Search(gain(4)).forced(after(), 1)
    assert Search(gain(1)).forced(after(), 1)
    # Whatever is rolled, three turns bring three points, if the pile lasts: it may not.
    assert not Search(gain(3)).forced(after(), 3)
    assert Search(gain(2)).forced(after(pile=12), 2)


def test_winning_turns_are_those_that_keep_the_goal() -> None:
    track = after("r3")
    found = winning_tracks(Search(gain(3)), track, 1)
    assert [moves_since(t, track) for t in found] == [["t2", "+1"], ["t3", "+1"], ["t3", "+-"]]


def test_an_answer_that_spoils_is_found() -> None:
    track = after("r1", "t1", "r3")
    spoiled = Search(goal(kind="win")).refutation(track, 1)
    assert spoiled is not None
    assert moves_since(spoiled, track)
    # Nothing spoils what is certain.
    assert Search(gain(1)).refutation(after("r3", "t3", "+1", "r1"), 1) is None


def test_waiting_lets_the_answer_count() -> None:
    taken = goal(kind="event", event="taken", by="others")
    assert not Search(taken).forced(after("r1"), 1)
    assert Search(taken, waits=True).forced(after("r1"), 1)


def test_a_search_stops_when_it_has_seen_enough() -> None:
    with pytest.raises(TooFar):
        Search(gain(9), budget=5).forced(after("r3", pile=12), 4)
