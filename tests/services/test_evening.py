"""The evening's points: fair to ties, to games of any size, and kept through everything."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest

from game.rules import GAMES
from game.rules.core.match import Match
from game.services.evening import (
    WHOLE,
    Evening,
    Finish,
    Part,
    person_at,
    seat_of,
    shares,
    spell_share,
)
from game.services.people import Chair
from game.services.store import Store

CHAIRS = tuple(Chair("person", name) for name in ("Anna", "Ben", "Clara", "David", "Eva", "Finn"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    kept = Store(tmp_path, GAMES)
    yield kept
    kept.close()


# The formula ------------------------------------------------------------------------------------


@pytest.mark.parametrize("people", range(2, 7))
def test_first_place_earns_all_last_place_nothing_the_rest_evenly(people: int) -> None:
    got = shares(range(people))
    assert got[0] == 0
    assert got[-1] == WHOLE
    steps = {b - a for a, b in pairwise(got)}
    assert len(steps) == 1


@pytest.mark.parametrize("people", range(2, 6))
def test_every_game_hands_out_the_same_however_many_tie(people: int) -> None:
    for ranks in product(range(people), repeat=people):
        got = shares(ranks)
        assert sum(got) == Fraction(WHOLE * people, 2)
        assert all((a > b) == (x > y) for a, x in zip(ranks, got, strict=True)
                   for b, y in zip(ranks, got, strict=True))  # fmt: skip


def test_who_ties_shares_the_points_of_the_places_they_fill_together() -> None:
    assert shares((9, 9, 4, 1)) == (50, 50, 20, 0)  # first and second: (60 + 40) / 2
    assert shares((3, 1, 1, 1)) == (60, 20, 20, 20)
    assert shares((5, 5)) == (30, 30)


def test_points_are_whole_or_half_for_two_to_six() -> None:
    for people in range(2, 7):
        for ranks in product(range(2), repeat=people):
            assert all(share * 2 % 1 == 0 for share in shares(ranks))
    assert spell_share(Fraction(15, 2)) == "7½"


def test_winning_counts_before_points() -> None:
    assert Finish((5, 8, 2), (0,)).shares == (60, 30, 0)


def test_sharing_the_win_is_sharing_first_place_whatever_the_points() -> None:
    assert Finish((5, 8, 2), (0, 1)).shares == (45, 45, 0)


def test_a_draw_is_worth_the_same_to_everybody() -> None:
    assert Finish((5, 8), ()).shares == (30, 30)
    assert Finish((5, 5, 5), (0, 1, 2)).shares == (30, 30, 30)


def test_totals_add_up_and_places_follow_from_them() -> None:
    parts = (
        Part("jin_li", {}, 1, Finish((10, 4), (0,))),
        Part("ping_pao", {}, 2, Finish((3, 7), (1,))),
        Part("walomino", {}, 3, Finish((-2, 0), (1,))),
        Part("jin_li", {}),
    )
    evening = Evening(1, CHAIRS[:2], parts)
    assert evening.totals() == (60, 120)
    assert evening.totals(2) == (60, 60)
    assert evening.places(2) == (1, 1)
    assert evening.places() == (2, 1)
    assert evening.number == 3


# Seats ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("people", range(2, 7))
def test_everybody_has_every_seat_in_turn(people: int) -> None:
    for person in range(people):
        assert {seat_of(person, number, people) for number in range(people)} == set(range(people))
    for seat, number in product(range(people), range(9)):
        assert seat_of(person_at(seat, number, people), number, people) == seat


def test_a_finish_is_told_person_by_person() -> None:
    match = Match(GAMES["ping_pao"], 3, seed=5)
    while match.outcome is None:
        match.play(match.game.moves(match.state)[0])
    scores, winners = match.game.scores(match.state), match.outcome.winners
    for number in range(4):
        finish = Finish.of(match, number)
        assert all(
            finish.points[person_at(seat, number, 3)] == scores[seat] for seat in range(3)
        )
        assert set(finish.winners) == {person_at(seat, number, 3) for seat in winners}


def test_a_game_that_goes_on_has_no_finish() -> None:
    with pytest.raises(ValueError, match="not over"):
        Finish.of(Match(GAMES["jin_li"], 2), 0)


# What is kept -----------------------------------------------------------------------------------

ALL_GAMES: tuple[Any, ...] = (("ping_pao", {}), ("walomino", {"draft": "quick"}))


def test_an_evening_is_kept_with_people_games_and_options(store: Store, tmp_path: Path) -> None:
    number = store.evenings.begin(CHAIRS[:3], ALL_GAMES)
    store.evenings.seat(number, 0, 17)
    store.evenings.finish(number, 0, Finish((4, 9, 9), (1, 2)))
    store.close()
    again = Store(tmp_path, GAMES)
    (kept,) = again.evenings.all_open()
    assert kept.id == number
    assert kept.chairs == CHAIRS[:3]
    assert kept.parts == (
        Part("ping_pao", {}, 17, Finish((4, 9, 9), (1, 2))), Part("walomino", {"draft": "quick"})
    )  # fmt: skip
    again.close()


def test_one_evening_is_open_at_a_time(store: Store) -> None:
    first = store.evenings.begin(CHAIRS[:2], ALL_GAMES)
    second = store.evenings.begin(CHAIRS[:2], ALL_GAMES)
    (opened,) = store.evenings.all_open()
    assert opened.id == second
    assert store.evenings.find(first).closed


def test_a_match_knows_its_evening_while_it_is_open(store: Store) -> None:
    number = store.evenings.begin(CHAIRS[:2], ALL_GAMES)
    store.evenings.seat(number, 1, 5)
    found = store.evenings.of_match(5)
    assert found is not None
    assert (found[0].id, found[1]) == (number, 1)
    assert store.evenings.of_match(6) is None
    assert store.evenings.of_match(None) is None
    store.evenings.close(number)
    assert store.evenings.of_match(5) is None


def test_past_evenings_are_those_in_which_something_was_played(store: Store) -> None:
    empty = store.evenings.begin(CHAIRS[:2], ALL_GAMES)
    played = store.evenings.begin(CHAIRS[:2], ALL_GAMES)
    store.evenings.finish(played, 0, Finish((1, 2), (1,)))
    store.evenings.close(played)
    assert [evening.id for evening in store.evenings.past()] == [played]
    assert store.evenings.find(empty).closed
    store.evenings.forget(played)
    assert store.evenings.past() == []
    with pytest.raises(KeyError):
        store.evenings.find(played)


def test_who_is_forgotten_is_forgotten_in_evenings_too(store: Store) -> None:
    known = store.add_profile("Käthe")
    chairs = (Chair("person", "Käthe", None, known.id), CHAIRS[1])
    number = store.evenings.begin(chairs, ALL_GAMES)
    store.delete_profile(known.id)
    assert [chair.name for chair in store.evenings.find(number).chairs] == ["", "Ben"]
