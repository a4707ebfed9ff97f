"""What results add up to: counted by hand for a few evenings."""

import random
from collections.abc import Iterator
from itertools import groupby

import pytest

from game.services.history import Streak, Tally
from game.services.people import Chair, Profile
from game.services.store import Store
from tests.services.past import finish, result, table


@pytest.fixture
def store() -> Iterator[Store]:
    store = table()
    yield store
    store.close()


@pytest.fixture
def people(store: Store) -> list[Profile]:
    return [store.add_profile(name) for name in ("Ada", "Bob")]


def test_what_is_played_most_comes_first(store: Store, people: list[Profile]) -> None:
    ada, bob = people
    finish(
        store,
        result(ada, bob, seconds=60), result(ada, bob, points=(2, 2), seconds=30),
        result(ada, None, points=(1, 9)), result(ada, None, points=(10, 1), game="jin_li"),
    )
    assert store.statistics.by_game(ada.id) == {
        "toy": Tally(3, 1, 1, 3, 8, 5, 90), "jin_li": Tally(1, 1, 0, 1, 10, 10, 0),
    }
    assert store.statistics.by_game(ada.id)["toy"].lost == 1
    assert store.statistics.by_game(99) == {}


def test_alone_nobody_wins(store: Store, people: list[Profile]) -> None:
    ada, _ = people
    finish(store, result(ada, points=(40,)), result(ada, points=(50,)))
    assert store.statistics.by_game(ada.id) == {"toy": Tally(2, 0, 0, 0, 90, 50, 0)}
    assert store.statistics.streak(ada.id) == Streak(0, 0)


def test_a_series_has_a_sum_and_a_best_game(store: Store, people: list[Profile]) -> None:
    ada, bob = people
    finish(store, result(ada, bob, points=(30, 20), games=3), result(ada, bob, points=(9, 1)))
    assert store.statistics.by_game(ada.id)["toy"].best == 9
    assert store.statistics.by_game(ada.id)["toy"].points == 39


def test_opponents_are_persons_guests_and_levels(store: Store, people: list[Profile]) -> None:
    ada, bob = people
    finish(
        store, result(ada, bob), result(ada, bob, points=(1, 2)), result(ada, "Guest 2"),
        result(ada, None), result(ada, None), result(ada, None, game="jin_li", points=(0, 1)),
        result(ada, ada),
    )
    told = [(c, t.played, t.won, t.lost) for c, t in store.statistics.by_opponent(ada.id)]
    assert told == [
        (Chair("computer", "Kamille", "regular"), 3, 2, 1),
        (Chair("person", "Bob", profile=bob.id), 2, 1, 1),
        (Chair("person", "Guest 2"), 1, 1, 0),
    ]
    (only,) = store.statistics.by_opponent(ada.id, "jin_li")
    assert (only[0].level, only[1].played) == ("regular", 1)


def test_several_computers_of_a_level_are_one_opponent_in_a_match(
    store: Store, people: list[Profile]
) -> None:
    ada, _ = people
    finish(store, result(ada, None, None, None, points=(5, 3, 2, 1)), result(ada, None))
    ((chair, tally),) = store.statistics.by_opponent(ada.id)
    assert (chair.level, tally.played, tally.won) == ("regular", 2, 2)


def test_somebody_renamed_stays_one_opponent(store: Store, people: list[Profile]) -> None:
    ada, bob = people
    finish(store, result(ada, bob))
    bob = store.change_profile(type(bob)(bob.id, "Robert", bob.colour, bob.mark))
    finish(store, result(ada, bob))
    ((chair, tally),) = store.statistics.by_opponent(ada.id)
    assert (chair.name, tally.played) == ("Robert", 2)


def test_wins_in_a_row_are_counted_as_by_hand(store: Store, people: list[Profile]) -> None:
    ada, bob = people
    rng = random.Random(3)
    told = [rng.choice(("won", "lost", "drawn")) for _ in range(60)] + ["won", "won"]
    points = {"won": (2, 1), "lost": (1, 2), "drawn": (2, 2)}
    finish(store, *(result(ada, bob, points=points[each]) for each in told))
    runs = [len(list(run)) for what, run in groupby(told) if what == "won"]
    assert store.statistics.streak(ada.id) == Streak(max(runs), runs[-1])
    finish(store, result(ada, bob, points=(1, 2)))
    assert store.statistics.streak(ada.id) == Streak(max(runs), 0)


def test_best_scores_are_found_without_a_look_into_any_record(
    store: Store, people: list[Profile],
) -> None:
    finish(store, *(result(*people) for _ in range(3)))
    asked: list[str] = []
    store._db._db.set_trace_callback(asked.append)
    (options,) = store.history.option_sets("toy")
    assert store.history.best("toy", options)
    assert store.history.gardens("toy", options)
    store._db._db.set_trace_callback(None)
    for sql in asked:
        plan = [told for *_, told in store._db.read(f"EXPLAIN QUERY PLAN {sql}")]
        assert any("INDEX results_played (game=?" in told for told in plan), plan


def test_the_best_of_every_garden(store: Store, people: list[Profile]) -> None:
    ada, bob = people
    finish(
        store, result(ada, points=(12,), seed=7), result(bob, points=(15,), seed=7),
        result(ada, points=(40,), seed=20260101), result(None, points=(99,), seed=7),
    )
    options = store.history.option_sets("toy")
    assert options == [{"cards": True, "pile": 6}]
    gardens = store.history.gardens("toy", options[0])
    assert [(seed, best.chair.name, best.points) for seed, best in gardens] == [
        ("20260101", "Ada", 40), ("7", "Bob", 15),
    ]
    assert [s.points for s in store.history.best("toy", options[0])] == [40, 15, 12]
    assert [s.points for s in store.history.best("toy", options[0], 7)] == [15, 12]
