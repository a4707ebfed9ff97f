"""Domi Jongg against recorded games: every legal step, every point, whole rounds."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.rules.core.match import Match, Series
from game.rules.core.protocol import CHANCE, Value
from game.rules.domi_jongg.game import DomiJongg
from game.rules.domi_jongg.state import DRAW, PASS, STOP, Branch, Drawn, Lay, Move, Table, heads

GAME = DomiJongg()
DATA = Path(__file__).parents[2] / "data"
WORDS: dict[str, Move] = {"stop": STOP, "draw": DRAW, "pass": PASS}
EVENTS = {
    "penalty": "penalty",
    "identical": "identical",
    "branch": "branch",
    "all": "whole_hand",
    "all-surplus": "surplus",
    "out": "going_out",
}


def recorded(name: str) -> list[dict[str, Any]]:
    with gzip.open(DATA / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


GAMES = [game for game in recorded("domi_jongg_games") if game["options"]["must_lay"]]


def options(game: dict[str, Any]) -> dict[str, Value]:
    told = game["options"]
    return {
        "dealer": game["dealer"],
        "branch_turn": {"one": "one_head", "any": "any_new_head"}[told["continue"]],
        "identical": told["identical"],
        "surplus": told["surplus"],
        "going_out": "add" if told["goout_adds"] else "only",
    }


def step(told: dict[str, Any]) -> Move:
    if "lay" not in told:
        return WORDS[next(iter(told))]
    first, *second = told["lay"]
    return Branch((first, second[0]), told["end"]) if second else Lay(first, told["end"])


def settled(table: Table, order: Iterator[str]) -> Table:
    """The table after luck has drawn what it owes from the recorded order."""
    while GAME.actor(table) == CHANCE:
        table = GAME.apply(table, Drawn(next(order)))
    return table


def points_told(events: list[list[Any]]) -> Counter[str]:
    """Recorded events by our names; a surplus worth 3 is our whole hand and surplus."""
    found: Counter[str] = Counter()
    for _, points, kind in events:
        found[EVENTS[kind]] += min(points, 2)
        if points == 3:
            found["whole_hand"] += 1
    return found


@pytest.mark.parametrize("game", GAMES, ids=[game["id"] for game in GAMES])
def test_recorded_games_have_the_same_steps_points_and_ends(game: dict[str, Any]) -> None:
    order = iter(game["order"])
    table = settled(GAME.start(game["players"], options(game)), order)
    start = game["start"]
    assert [list(hand) for hand in table.hands] == [sorted(hand) for hand in start["hands"]]
    assert (table.snake[0].tile, table.turn, len(table.pile)) == (
        start["single"],
        start["turn"],
        start["pile"],
    )
    for told in game["steps"]:
        assert (GAME.actor(table), len(table.pile)) == (told["player"], told["pile"])
        assert list(table.hands[table.turn]) == told["hand"]
        assert [list(end) for end in table.ends] == told["ends"]
        assert [end.id for end in heads(table)] == told["usable"]
        legal = GAME.moves(table)
        assert len(legal) == len(told["legal"])
        assert set(legal) == {step(move) for move in told["legal"]}
        table = played(table, told)
        table = settled(table, order)
    assert_final(table, game["final"])


def played(table: Table, told: dict[str, Any]) -> Table:
    move = step(told["move"])
    after = GAME.apply(table, move)
    events = {e.kind: e.points for e in GAME.events(table, move, after) if e.points}
    assert events == points_told(told["events"])
    assert list(GAME.scores(after)) == told["points"]
    return after


def assert_final(table: Table, final: dict[str, Any]) -> None:
    outcome = GAME.outcome(table)
    assert outcome is not None
    assert outcome.reason == {"out": "out", "blocked": "stuck"}[final["over"]["reason"]]
    assert list(GAME.scores(table)) == final["points"]
    assert [list(hand) for hand in table.hands] == final["hands"]
    assert len(table.pile) == final["pile"]
    assert [end.id for end in table.ends] == final["open_ends"]
    snake = [(laid.tile, laid.seat) for laid in table.snake[1:]]
    assert snake == [(tile, player) for tile, _, player, _ in final["nodes"][1:]]


@pytest.mark.parametrize("told", recorded("domi_jongg_rounds"), ids=lambda r: str(r["players"]))
def test_dj_11_recorded_rounds_have_the_same_totals_and_winners(told: dict[str, Any]) -> None:
    """The recorded seats stay and the dealer moves; ours rotate, so person p is seat p at first."""
    seats = told["players"]
    first = Match(GAME, seats, {"dealer": told["first_dealer"]}, luck="manual")
    series = Series(first, length=seats)
    for number, game in enumerate(told["games"]):
        match = series.current if number == 0 else series.advance()
        assert series.person_at(match.state.dealer) == game["dealer"]
        order = iter(game["order"])
        moves = iter(game["moves"])
        while match.outcome is None:
            luck = match.actor == CHANCE
            match.play(Drawn(next(order)) if luck else step(next(moves)))
        assert next(moves, None) is None
        points = {series.person_at(seat): n for seat, n in enumerate(GAME.scores(match.state))}
        assert [points[person] for person in range(seats)] == game["points"]
    assert list(series.totals()) == told["total"]
    assert list(series.winners()) == told["winners"]
