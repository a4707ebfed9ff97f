"""What a match's story tells: every game's decisive turns, in order, and never too many."""

from __future__ import annotations

import gzip
import json
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from game.rules import GAMES, SHELF
from game.rules.core import highlights
from game.rules.core.highlights import MOST, Moment, has_story, weight_of
from game.rules.core.match import Match
from game.rules.core.protocol import CHANCE, Event, IllegalMove
from game.services.texts import load
from tests.tools.showcase.games import played_out

DATA = Path(__file__).parents[2] / "data"
SEATS = {
    "ping_pao": (2, 5), "walomino": (2, 4), "jin_li": (2,), "domi_jongg": (2, 6),
    "skud_pai_sho": (2,), "solitaire_pai_sho": (2,),
}  # fmt: skip
TABLES = [(game, seats) for game, counts in SEATS.items() for seats in counts]


def story(match: Match, most: int = MOST) -> list[Moment]:
    turns = highlights.turns(match, SHELF[match.game.info.id].weights)
    return highlights.story(turns, {}, most)


@cache
def played(game: str, seats: int, seed: int = 3) -> Match:
    return played_out(game, seats, seed)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_story_keeps_the_order_and_is_never_too_long(game: str, seats: int) -> None:
    moments = story(played(game, seats))
    assert 1 <= len(moments) <= MOST
    for before, after in pairwise(moments):
        assert before.first < before.end <= after.first


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_at_most_seven_turns_are_told_and_none_left_out_has_changed_more(
    game: str, seats: int
) -> None:
    match = played(game, seats)
    told, everything = story(match), story(match, len(match.log))
    assert len(told) == min(7, len(everything))
    rest = [moment.weight for moment in everything if moment not in told]
    assert max(rest, default=0.0) <= min(moment.weight for moment in told)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_last_turn_is_always_told(game: str, seats: int) -> None:
    match = played(game, seats)
    last = story(match)[-1]
    rest = [match.seat_of(index) for index in range(last.end, match.cursor)]
    assert set(rest) <= {CHANCE}


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_totals_are_those_of_the_match_and_points_those_of_the_turn(game: str, seats: int) -> None:
    match = played(game, seats)
    for moment in story(match):
        before, after = (match.game.scores(match.states[at]) for at in (moment.first, moment.end))
        laid = sum(event.kind == "attached" for event in moment.events)  # a point with every turn
        assert after[moment.seat] - before[moment.seat] == moment.points + laid


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_moment_but_the_last_says_something(game: str, seats: int) -> None:
    for moment in story(played(game, seats))[:-1]:
        assert 1 <= len(moment.told) <= 2
        assert set(moment.told) <= set(moment.events)


@pytest.mark.parametrize("game", ["jin_li", "ping_pao"])
def test_nothing_that_scored_is_missing_where_all_of_it_can_be_told(game: str) -> None:
    match = played(game, 2)
    scored = {
        index for index in range(match.cursor) if any(e.points for e in match.step(index).events)
    }
    moments = story(match, len(match.log))
    told = {index for moment in moments for index in range(moment.first, moment.end)}
    assert scored
    assert scored <= told


def test_with_less_room_the_weightiest_stay() -> None:
    match = played("domi_jongg", 6)
    few, many = story(match, 5), story(match)
    assert len(few) == 5
    assert set(few) <= set(many)
    assert min(moment.weight for moment in few) >= sorted(m.weight for m in many)[len(many) - 5]


def test_what_was_not_played_yet_is_not_told() -> None:
    match = played_out("jin_li", 2, 4)
    match.go_to(match.cursor // 2)
    assert all(moment.end <= match.cursor for moment in story(match))
    assert story(Match(GAMES["jin_li"], 2)) == []
    assert not has_story(Match(GAMES["domi_jongg"], 2))
    assert has_story(match)


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_event_that_weighs_something_has_words(game: str) -> None:
    texts = load("de")
    for kind in SHELF[game].weights:
        key = f"{game}.event.{kind}"
        assert key in texts or f"{key}.other" in texts


# Game by game -----------------------------------------------------------------------------------


def test_walomino_tells_who_must_pass_and_who_is_out() -> None:
    kinds = {event.kind for moment in story(played("walomino", 4)) for event in moment.told}
    assert kinds & {"no_room", "no_colour", "no_such_colour"}
    match = played("walomino", 4)
    out = [n for n in range(match.cursor) if "out" in {e.kind for e in match.step(n).events}]
    told = {index for moment in story(match) for index in range(moment.first, moment.end)}
    assert set(out) <= told


def test_domi_jongg_tells_of_gains_and_losses() -> None:
    points = [moment.points for moment in story(played("domi_jongg", 6), 999)]
    assert min(points) < 0 < max(points)


def test_solitaire_tells_of_lines() -> None:
    moments = story(played("solitaire_pai_sho", 2))
    kinds = {event.kind for moment in moments for event in moment.told}
    assert {"harmony", "disharmony"} <= kinds
    assert "score" not in kinds


def test_ping_pao_tells_of_freed_pieces_with_their_places() -> None:
    freed = [e for moment in story(played("ping_pao", 2)) for e in moment.told if e.points]
    assert freed
    assert all(event.kind == "freed" and event.places for event in freed)


def _ring_match() -> Match:
    """A recorded game that ended by a harmony ring."""
    with gzip.open(DATA / "skud_pai_sho_games.jsonl.gz", "rt", encoding="utf-8") as lines:
        told = next(one for one in map(json.loads, lines) if one["id"] == "g119")
    match = Match(GAMES["skud_pai_sho"], 2)
    for turn in told["moves"]:
        text = turn.split(".", 1)[1]
        try:
            match.play_text(text)
        except IllegalMove:  # a bonus that was declined is not written down
            match.play(match.game.implicit_step)
            match.play_text(text)
    assert match.outcome is not None
    assert match.outcome.reason == "ring"
    return match


def test_skud_tells_of_the_ring() -> None:
    match = _ring_match()
    moments = story(match)
    ring = next(event for event in moments[-1].events if event.kind == "ring")
    assert ring in moments[-1].told


def test_routine_points_are_no_news() -> None:
    kinds = ("plant", "accents", "decline", "draw", "aside")
    weights = [entry.weights for entry in SHELF.values()]
    assert not any(weight_of(Event(kind, 0), each) for kind in kinds for each in weights)
