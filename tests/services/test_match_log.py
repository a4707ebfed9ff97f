"""The chronicle: everything that was played, in order, and never more of it than is asked for."""

from collections.abc import Iterator
from sqlite3 import Connection
from typing import Any

import pytest

from game.rules.core.match import Match, Series
from game.services.history import PAGE, Entry, MatchLog
from game.services.people import Profile
from game.services.store import Store
from tests.certain import sure
from tests.services.past import ALL_GAMES, finish, result, seat, table

MANY = 5000


@pytest.fixture
def store() -> Iterator[Store]:
    store = table()
    yield store
    store.close()


def begin(store: Store, *people: Any, game: str = "toy") -> int:
    series = Series(Match(ALL_GAMES[game], max(2, len(people)), seed=1))
    return store.begin(series, [seat(who) for who in people])


def read(match_log: MatchLog) -> list[Entry]:
    """All of it, page by page."""
    found = []
    while page := match_log.more():
        found += page
    return found


def test_finished_and_running_matches_stand_in_one_order(store: Store) -> None:
    ada = store.add_profile("Ada")
    finish(store, result(ada, None))
    first = begin(store, ada, None)
    finish(store, result("Guest", None, game="jin_li"))
    second = begin(store, "Guest", None, game="jin_li")
    told = [(e.game, e.over, e.match) for e in read(store.match_log())]
    assert told == [
        ("jin_li", False, second), ("jin_li", True, None), ("toy", False, first),
        ("toy", True, None),
    ]
    dates = [entry.date for entry in read(store.match_log())]
    assert dates == sorted(dates, reverse=True)


@pytest.mark.parametrize("game", [None, "toy", "jin_li"])
@pytest.mark.parametrize("person", [None, 0, 1])
def test_every_choice_finds_exactly_what_belongs_to_it(
    store: Store, game: str | None, person: int | None,
) -> None:
    people = [store.add_profile(name) for name in ("Ada", "Bob")]
    for n in range(3 * PAGE):
        who = (people[n % 2], None) if n % 3 else (people[0], people[1])
        finish(store, result(*who, game="toy" if n % 5 else "jin_li"))
        if n % 4 == 0:
            begin(store, people[n % 8 == 0], None, game="toy" if n % 3 else "jin_li")
    profile = None if person is None else people[person].id
    wanted = [
        entry for entry in read(store.match_log())
        if (game is None or entry.game == game)
        and (profile is None or profile in [s.chair.profile for s in entry.standings])
    ]
    match_log = store.match_log(game, profile)
    assert match_log.count() == len(wanted)
    assert read(match_log) == wanted
    assert len(wanted) > PAGE // 2


def test_somebody_at_two_places_has_played_once(store: Store) -> None:
    ada = store.add_profile("Ada")
    finish(store, result(ada, ada))
    assert store.match_log(profile=ada.id).count() == 1
    assert len(read(store.match_log(profile=ada.id))) == 1


def test_a_struck_result_is_gone_with_its_match(store: Store) -> None:
    number = begin(store, "Ada", "Bob")
    store.finish(number, result("Ada", "Bob"))
    (entry,) = read(store.match_log())
    assert (entry.match, entry.over) == (number, True)
    store.history.forget(sure(entry.result))
    assert read(store.match_log()) == []
    assert store._db.read("SELECT count(*) FROM matches") == [(0,)]
    assert store._db.read("SELECT count(*) FROM moves") == [(0,)]
    assert store._db.read("SELECT count(*) FROM standings") == [(0,)]


def test_striking_a_result_leaves_a_running_match_alone(store: Store) -> None:
    first, second = begin(store, "Ada", "Bob"), begin(store, "Ada", "Bob")
    store.finish(first, result("Ada", "Bob"))
    store.history.forget(sure(read(store.match_log())[0].result))
    assert [run.id for run in store.running()] == [second]


def test_how_long_a_match_was_played_leaves_out_the_pauses(store: Store) -> None:
    number = begin(store, "Ada", "Bob")
    for step in range(3):
        store.append(number, 0, step + 1, "t1")  # a minute after the one before
    clock: Any = store.clock
    clock.now = clock.now.replace(month=2)
    store.append(number, 0, 4, "t1")
    assert read(store.match_log())[0].seconds == 3 * 60 + 180
    store.finish(number, result("Ada", "Bob"))
    assert read(store.match_log())[0].seconds == 360
    assert store.history.results()[0].seconds == 360


def test_a_clock_set_back_takes_no_time_away(store: Store) -> None:
    number = begin(store, "Ada", "Bob")
    clock: Any = store.clock
    clock.now = clock.now.replace(year=2025)
    store.append(number, 0, 1, "t1")
    assert read(store.match_log())[0].seconds == 0


# Thousands ----------------------------------------------------------------------------------


class Counted:
    """The reads of a store: how many, how many rows came of them, how much work they were."""

    def __init__(self, store: Store) -> None:
        self.queries = self.rows = self.work = 0
        self._db, self._read = store._db, store._db.read
        store._db.read = self
        store._db._db.set_progress_handler(self._tick, 100)

    def __call__(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        rows = self._read(sql, *values)
        self.queries += 1
        self.rows += len(rows)
        return rows

    def _tick(self) -> int:
        self.work += 100
        return 0


@pytest.fixture(scope="module")
def crowded() -> Iterator[tuple[Store, Profile, Profile]]:
    """A table with five thousand matches; the first person played all, the last only five."""
    store = table()
    ada, bob, rare = (store.add_profile(name) for name in ("Ada", "Bob", "Rare"))

    def fill(db: Connection) -> None:
        for n in range(MANY):
            other = rare if n % 1000 == 999 else bob if n % 2 else None
            played = result(ada, other, points=(n % 17, 8), game="toy" if n % 3 else "jin_li")
            store.history.keep(db, None, played, store._now())

    store._db.write(fill)
    for _ in range(300):
        begin(store, ada, None)
    yield store, ada, rare
    store.close()


def counted(store: Store) -> Counted:
    return Counted(store)


@pytest.fixture
def reads(crowded: tuple[Store, Profile, Profile]) -> Iterator[Counted]:
    counter = counted(crowded[0])
    yield counter
    crowded[0]._db.read = counter._read
    crowded[0]._db._db.set_progress_handler(None, 0)


def test_a_page_of_thousands_reads_a_page(
    crowded: tuple[Store, Profile, Profile], reads: Counted,
) -> None:
    store, _, _ = crowded
    assert len(store.match_log().more()) == PAGE
    assert reads.queries <= 4
    assert reads.rows <= 2 * PAGE + PAGE + 2 * PAGE


def test_the_pages_of_a_person_and_a_game_are_as_small(
    crowded: tuple[Store, Profile, Profile], reads: Counted,
) -> None:
    store, ada, _ = crowded
    for game, profile in ((None, ada.id), ("toy", None), ("jin_li", ada.id)):
        before = reads.queries, reads.rows
        assert len(store.match_log(game, profile).more()) == PAGE
        assert reads.queries - before[0] <= 4
        assert reads.rows - before[1] <= 5 * PAGE


def test_the_first_page_is_no_more_work_than_with_few_matches(
    crowded: tuple[Store, Profile, Profile], reads: Counted,
) -> None:
    small = table()
    ada = small.add_profile("Ada")
    finish(small, *(result(ada, None) for _ in range(2 * PAGE)))
    few = Counted(small)
    small.match_log().more()
    crowded[0].match_log().more()
    assert 0 < reads.work < 3 * few.work
    small.close()


def test_a_page_far_down_is_no_more_work_than_the_first(
    crowded: tuple[Store, Profile, Profile], reads: Counted,
) -> None:
    store, _, _ = crowded
    match_log = store.match_log()
    match_log.more(600)  # the running matches lie above
    begun = reads.work
    match_log.more(10 * PAGE)
    near = reads.work - begun
    match_log.more(3000)
    begun = reads.work
    match_log.more(10 * PAGE)
    assert reads.work - begun < 1.5 * near


def test_somebody_rare_is_found_without_reading_everything(
    crowded: tuple[Store, Profile, Profile], reads: Counted,
) -> None:
    store, _, rare = crowded
    assert len(read(store.match_log(profile=rare.id))) == 5
    assert reads.rows < 40


def test_all_of_thousands_are_there_once(crowded: tuple[Store, Profile, Profile]) -> None:
    store, _, _ = crowded
    entries = read(store.match_log())
    assert len(entries) == store.match_log().count() == MANY + 300
    keys = {(entry.result, entry.match) for entry in entries}
    assert len(keys) == MANY + 300


def test_figures_of_thousands_are_few_rows(
    crowded: tuple[Store, Profile, Profile], reads: Counted,
) -> None:
    store, ada, _ = crowded
    tallies = store.statistics.by_game(ada.id)
    assert sum(tally.played for tally in tallies.values()) == MANY
    store.statistics.by_opponent(ada.id)
    store.statistics.streak(ada.id)
    assert reads.queries == 3
    assert reads.rows <= 2 + 4 + 1
