"""The guest book, used as people use it: signed, leafed through, and never torn by accident."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.rules import SHELF
from game.rules.core.match import Match, Series
from game.scenes.core.chairs import Chair
from game.scenes.core.context import Company
from game.scenes.guest_book.best_scores import Records
from game.scenes.guest_book.history import History
from game.scenes.guest_book.name_entry import SHOWN, NameEntry
from game.scenes.guest_book.people import People
from game.scenes.guest_book.person import Person
from game.scenes.guest_book.portrait import OwnName, Portrait
from game.scenes.home.running import RunningMatches
from game.scenes.home.setup import Setup
from game.scenes.home.shelf import Shelf
from game.scenes.play.play_scene import PlayScene
from game.services.deal_numbers import number_of_day
from game.services.history import Result, Standing
from game.services.people import Profile
from game.showcase.guest_book import furnished
from game.tools import headless
from game.ui.hold_button import Held
from game.ui.intents import Intent
from tests.scenes.guest_book.book_hands import (
    DOWN,
    ENTER,
    ESCAPE,
    LET_GO,
    RIGHT,
    TAB,
    buttons,
    hold,
    keys,
    of_kind,
    press,
    texts,
    top,
    touch,
    walk_to,
    write,
)

PAD = Intent("confirm", source="pad", pad=0)


@pytest.fixture
def company(tmp_path: Path) -> Iterator[Company]:
    made = headless.company((1280, 720), "de", tmp_path)
    yield made
    made.thinker.close()
    made.store.close()


def person(who: Profile) -> Chair:
    return Chair("person", who.name, profile=who.id)


def played(company: Company, game: str, *company_of: tuple[Chair, int], options=None, seed=4):
    """A result, as if it had been played."""
    most = max(points for _, points in company_of)
    standings = tuple(
        Standing(chair, points, points == most and len(company_of) > 1)
        for chair, points in company_of
    )
    match = Match(SHELF[game], max(len(company_of), SHELF[game].info.seats[0]), options or {})
    kept = Result(game, match.options, str(seed), 1, "", standings, "no record at all")
    played.count += 1
    return company.store.finish(-played.count, kept)


played.count = 0
COMPUTER = Chair("computer", "Computer (Stammgast)", "regular")


# Ways in ----------------------------------------------------------------------------------------


def test_the_book_is_one_touch_from_the_shelf(company: Company) -> None:
    stack = headless.stack_of(company)
    touch(stack, buttons(stack)["people"])
    assert isinstance(stack.top, People)
    press(stack, "close")
    assert isinstance(stack.top, Shelf)


def test_the_book_opens_and_closes_with_keys_and_with_a_gamepad(company: Company) -> None:
    stack = headless.stack_of(company)
    for confirm, back in ((ENTER, ESCAPE), (PAD, Intent("cancel", source="pad", pad=0))):
        walk_to(stack, "people")
        keys(stack, confirm)
        assert isinstance(stack.top, People)
        keys(stack, back)
        assert isinstance(stack.top, Shelf)


def test_the_tabs_lead_from_page_to_page(company: Company) -> None:
    stack = headless.stack_of(company, People(company))
    for page in (Records, History):
        tabs = top(stack).tabs  # type: ignore[attr-defined]
        part = tabs.box.w / 3
        at = tabs.box.x + part * (tabs.index + 1.5), tabs.box.center[1]
        headless.tap(stack, *at)
        assert isinstance(stack.top, page)
    keys(stack, ESCAPE)
    assert isinstance(stack.top, Shelf)


def test_arrow_keys_walk_along_the_tabs_and_stay_on_them(company: Company) -> None:
    stack = headless.stack_of(company, People(company))
    keys(stack, TAB)
    while top(stack).focus.current is not top(stack).tabs:  # type: ignore[attr-defined]
        keys(stack, TAB)
    keys(stack, RIGHT)
    assert isinstance(stack.top, Records)
    keys(stack, RIGHT)
    assert isinstance(stack.top, History)
    assert top(stack).focus.visible
    assert top(stack).focus.current is top(stack).tabs  # type: ignore[attr-defined]


def test_empty_pages_say_what_will_be_there(company: Company) -> None:
    for scene in (People(company), Records(company), History(company)):
        stack = headless.stack_of(company, scene)
        assert len(max(texts(stack), key=len)) > 40
        keys(stack, ESCAPE)


# Signing ----------------------------------------------------------------------------------------


def test_somebody_signs_the_book_with_fingers(company: Company) -> None:
    stack = headless.stack_of(company, People(company))
    touch(stack, buttons(stack)["Sich eintragen"])
    headless.wait(stack, 0.1)
    assert isinstance(stack.top, OwnName)
    for letter in "Ute":
        touch(stack, buttons(stack)[letter])
    press(stack, "Fertig")
    assert isinstance(stack.top, Portrait)
    colours, marks = of_kind(stack, "_Chip")[:8], of_kind(stack, "_Chip")[8:]
    touch(stack, colours[2])
    touch(stack, marks[8])
    press(stack, "Fertig")
    assert isinstance(stack.top, People)
    assert company.store.profiles() == [Profile(1, "Ute", "jade", "koi")]
    assert len(of_kind(stack, "_Card")) == 1


def test_somebody_signs_the_book_with_keys_alone(company: Company) -> None:
    stack = headless.stack_of(company, People(company))
    walk_to(stack, "Sich eintragen")
    keys(stack, ENTER)
    headless.wait(stack, 0.1)
    write(stack, "Ole")
    walk_to(stack, "Fertig")
    keys(stack, ENTER)
    assert [profile.name for profile in company.store.profiles()] == ["Ole"]


def test_nobody_signs_without_a_name(company: Company) -> None:
    stack = headless.stack_of(company, People(company))
    press(stack, "Sich eintragen")
    headless.wait(stack, 0.1)
    keys(stack, ESCAPE)
    assert isinstance(stack.top, Portrait)
    assert "Fertig" not in buttons(stack)
    keys(stack, ESCAPE)
    assert company.store.profiles() == []


def test_a_name_stands_in_the_book_once(company: Company) -> None:
    company.store.add_profile("Änne")
    stack = headless.stack_of(company, People(company))
    touch(stack, of_kind(stack, "_NewCard")[0])
    headless.wait(stack, 0.1)
    write(stack, "änne")
    assert top(stack).toasts.texts == ("änne steht schon im Gästebuch.",)
    assert "Fertig" not in buttons(stack)


def test_a_changed_name_goes_through_everything(company: Company) -> None:
    ada = company.store.add_profile("Ada")
    played(company, "jin_li", (person(ada), 9), (COMPUTER, 4))
    stack = headless.stack_of(company, Person(company, ada.id))
    press(stack, "Ändern")
    touch(stack, of_kind(stack, "TextField")[0])
    write(stack, "Adelheid")
    press(stack, "Fertig")
    assert isinstance(stack.top, Person)
    assert stack.top.profile.name == "Adelheid"
    assert company.store.history.results()[0].standings[0].chair.name == "Adelheid"
    assert stack.top.profile.mark == ada.mark


# Being forgotten --------------------------------------------------------------------------------


@pytest.fixture
def known(company: Company) -> tuple[Profile, Profile]:
    ada, bob = company.store.add_profile("Ada"), company.store.add_profile("Bob")
    played(company, "jin_li", (person(ada), 9), (person(bob), 4))
    return ada, bob


def test_a_tap_forgets_nobody(company: Company, known: tuple[Profile, Profile]) -> None:
    stack = headless.stack_of(company, Person(company, known[0].id))
    for _ in range(12):
        touch(stack, buttons(stack)["Löschen"])
        headless.wait(stack, 0.3)
    press(stack, "Behalten")
    assert len(company.store.profiles()) == 2
    assert isinstance(stack.top, Person)


def test_held_for_a_second_somebody_is_forgotten(
    company: Company, known: tuple[Profile, Profile]
) -> None:
    ada, bob = known
    stack = headless.stack_of(company, People(company), Person(company, ada.id))
    press(stack, "Löschen")
    assert isinstance(buttons(stack)["Löschen"], Held)
    hold(stack, "Löschen", 0.7)
    assert len(company.store.profiles()) == 2
    hold(stack, "Löschen")
    assert isinstance(stack.top, People)
    assert [profile.name for profile in company.store.profiles()] == ["Bob"]
    chairs = [s.chair for s in company.store.history.results()[0].standings]
    assert chairs == [Chair("person", ""), person(bob)]
    assert [card.profile.name for card in of_kind(stack, "_Card")] == ["Bob"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("confirm", [ENTER, PAD])
def test_keys_and_gamepads_hold_too(
    company: Company, known: tuple[Profile, Profile], confirm: Intent
) -> None:
    let_go = Intent("rest", source=confirm.source, pad=confirm.pad)
    stack = headless.stack_of(company, Person(company, known[0].id))
    walk_to(stack, "Löschen")
    keys(stack, confirm, let_go)
    assert top(stack).focus.current is buttons(stack)["Behalten"]
    walk_to(stack, "Löschen")
    keys(stack, confirm)
    headless.wait(stack, 0.6)
    keys(stack, let_go)
    headless.wait(stack, 2)
    assert len(company.store.profiles()) == 2
    keys(stack, confirm)
    headless.wait(stack, 0.5)
    keys(stack, TAB)
    headless.wait(stack, 2)
    assert len(company.store.profiles()) == 2
    walk_to(stack, "Löschen")
    keys(stack, confirm)
    headless.wait(stack, 1.2)
    assert len(company.store.profiles()) == 1


def test_a_running_match_of_somebody_forgotten_goes_on(company: Company) -> None:
    ada = company.store.add_profile("Ada")
    series = Series(Match(SHELF["jin_li"], 2))
    number = company.store.begin(series, [person(ada), Chair("person", "Bob")])
    company.store.delete_profile(ada.id)
    stack = headless.stack_of(company)
    press(stack, "Jin Li fortsetzen: Jemand und Bob")
    assert isinstance(stack.top, PlayScene)
    assert stack.top.names == ("Jemand", "Bob")
    assert company.store.running()[0].id == number


def test_set_up_offers_a_guest_where_somebody_was_forgotten(company: Company) -> None:
    ada = company.store.add_profile("Ada")
    kept = {"chairs": [person(ada).plain(), person(ada).plain()]}
    company.store.set(**{"setup jin_li": kept})
    company.store.delete_profile(ada.id)
    scene = Setup(company, "jin_li")
    headless.stack_of(company, scene)
    assert [(c.name, c.profile) for c in scene.chairs] == [("Gast 1", None), ("Gast 2", None)]


# Guests -----------------------------------------------------------------------------------------


def test_guests_play_as_ever_and_leave_no_profile(company: Company) -> None:
    scene = Setup(company, "jin_li")
    stack = headless.stack_of(company, scene)
    press(stack, "Los geht’s")
    assert isinstance(stack.top, PlayScene)
    assert stack.top.chairs[0] == Chair("person", "Gast 1")
    assert company.store.profiles() == []
    (run,) = company.store.running()
    assert run.chairs[0].profile is None


# Being picked -----------------------------------------------------------------------------------


def crowd(company: Company, count: int) -> list[Profile]:
    return [company.store.add_profile(f"Name {n:02d}") for n in range(count)]


def test_those_who_were_here_last_are_offered_first(company: Company) -> None:
    people = crowd(company, SHOWN + 3)
    played(company, "jin_li", (person(people[2]), 9), (COMPUTER, 4))
    stack = headless.stack_of(company, NameEntry(company, "", lambda name, number: None))
    offered = [chip.text for chip in of_kind(stack, "_Chip")]  # type: ignore[attr-defined]
    assert offered[0] == "Name 02"
    assert len(offered) == SHOWN


def test_everybody_can_be_picked_from_the_book(company: Company) -> None:
    people = crowd(company, SHOWN + 12)
    told: list[tuple[str, int | None]] = []
    entry = NameEntry(company, "", lambda name, number: told.append((name, number)))
    stack = headless.stack_of(company, Setup(company, "jin_li"), entry)
    press(stack, "Alle zeigen")
    assert isinstance(stack.top, People)
    assert "Sich eintragen" not in buttons(stack)
    card = of_kind(stack, "_Card")[4]
    touch(stack, card)
    headless.wait(stack, 0.1)
    assert told == [(card.profile.name, card.profile.id)]  # type: ignore[attr-defined]
    assert people[0].name not in told[0]
    assert isinstance(stack.top, Setup)


def test_few_people_need_no_further_page(company: Company) -> None:
    crowd(company, SHOWN)
    stack = headless.stack_of(company, NameEntry(company, "", lambda name, number: None))
    assert "Alle zeigen" not in buttons(stack)


# A person's page --------------------------------------------------------------------------------


def test_a_persons_page_tells_what_the_results_add_up_to(company: Company) -> None:
    ada, bob = company.store.add_profile("Ada"), company.store.add_profile("Bob")
    played(company, "jin_li", (person(ada), 9), (person(bob), 4))
    played(company, "jin_li", (person(ada), 12), (COMPUTER, 4))
    played(company, "ping_pao", (person(ada), 1), (person(bob), 3))
    played(company, "solitaire_pai_sho", (person(ada), 40))
    scene = Person(company, ada.id)
    headless.stack_of(company, scene)
    rows = scene._list.children  # type: ignore[union-attr]
    tiles = dict(reversed(tile) for tile in rows[0]._tiles)  # type: ignore[attr-defined]
    assert tiles == {
        "Partien": "4", "Siege": "2", "Siege in Folge": "2", "am liebsten": "Jin Li",
    }
    games = {row._name: row._figures[:4] for row in rows if type(row).__name__ == "_Game"}  # type: ignore[attr-defined]
    assert games == {
        "Jin Li": ("2", "2", "12", "21"), "Ping-Pao": ("1", "0", "1", "1"),
        "Solitaire Pai Sho": ("1", "–", "40", "40"),
    }


def met(scene: Person) -> list[tuple[str, tuple[str, ...]]]:
    rows = scene._list.children  # type: ignore[union-attr]
    found = [row for row in rows if type(row).__name__ == "_Opponent"]
    return [(scene.opponent(row._chair), tuple(row._figures)) for row in found]  # type: ignore[attr-defined]


def test_opponents_are_told_for_all_games_or_for_one(company: Company) -> None:
    ada, bob = company.store.add_profile("Ada"), company.store.add_profile("Bob")
    played(company, "jin_li", (person(ada), 9), (person(bob), 4))
    played(company, "jin_li", (person(ada), 1), (person(bob), 4))
    played(company, "ping_pao", (person(ada), 1), (COMPUTER, 3))
    scene = Person(company, ada.id)
    stack = headless.stack_of(company, scene)
    level = company.texts.t("menu.computer", level=company.texts.t("menu.level.regular"))
    assert met(scene) == [("Bob", ("2", "1", "0", "1")), (level, ("1", "0", "0", "1"))]
    choice = of_kind(stack, "Choice")[0]
    choice.activate()
    choice = of_kind(stack, "Choice")[0]
    assert scene._game in ("jin_li", "ping_pao")
    assert len(met(scene)) == 1


def test_from_a_person_to_what_they_played_and_back(company: Company) -> None:
    used = furnished(company)
    ada = next(p for p in used.store.profiles() if p.name == "Lu")
    stack = headless.stack_of(used, People(used), Person(used, ada.id))
    press(stack, "Alle Partien")
    scene = stack.top
    assert isinstance(scene, History)
    assert scene.count == used.store.chronicle(profile=ada.id).count() > 0
    assert all(
        ada.id in [s.chair.profile for s in entry.standings] for entry in scene.entries
    )
    keys(stack, ESCAPE)
    assert isinstance(stack.top, Person)


# The best ---------------------------------------------------------------------------------------


def places(scene: Records) -> list[tuple[str, int]]:
    rows = scene._list.children  # type: ignore[union-attr]
    found = [row._score for row in rows if type(row).__name__ == "_Place"]  # type: ignore[attr-defined]
    return [(score.chair.name, score.points) for score in found]


def test_the_best_are_listed_by_game_and_rules(company: Company) -> None:
    ada, bob = company.store.add_profile("Ada"), company.store.add_profile("Bob")
    for points in (9, 14, 3):
        played(company, "jin_li", (person(ada), points), (COMPUTER, 99))
    played(company, "jin_li", (person(bob), 12), (COMPUTER, 4), options={"target": 15})
    played(company, "ping_pao", (person(bob), 7), (COMPUTER, 4))
    scene = Records(company, "jin_li")
    stack = headless.stack_of(company, scene)
    assert places(scene) == [("Ada", 14), ("Ada", 9), ("Ada", 3)]
    rules = next(choice for choice in of_kind(stack, "Choice") if choice is not scene.tabs)
    assert [text for _, text in rules.values] == [  # type: ignore[attr-defined]
        "nach den üblichen Regeln", "Punkte zum Sieg: 15",
    ]
    rules.activate()
    assert places(scene) == [("Bob", 12)]
    touch(stack, of_kind(stack, "_Lid")[0])
    assert scene.game == "ping_pao"
    assert places(scene) == [("Bob", 7)]


def test_the_page_opens_at_the_game_that_was_played_last(company: Company) -> None:
    ada = company.store.add_profile("Ada")
    played(company, "skud_pai_sho", (person(ada), 3), (COMPUTER, 2))
    scene = Records(company)
    headless.stack_of(company, scene)
    assert scene.game == "skud_pai_sho"


def test_a_game_without_a_best_score_offers_to_be_played(company: Company) -> None:
    stack = headless.stack_of(company, Records(company, "jin_li"))
    press(stack, "Spielen")
    assert isinstance(stack.top, Setup)
    assert stack.top.game == "jin_li"


def test_the_garden_of_the_day_and_numbered_gardens_can_be_played_again(company: Company) -> None:
    ada = company.store.add_profile("Ada")
    today = number_of_day(company.store.today())
    played(company, "solitaire_pai_sho", (person(ada), 40), seed=4711)
    played(company, "solitaire_pai_sho", (person(ada), 50), seed=20240517)
    scene = Records(company, "solitaire_pai_sho")
    stack = headless.stack_of(company, scene)
    assert "Heute hat ihn noch niemand gespielt." in set(texts(stack))
    press(stack, "Heutigen Garten spielen")
    assert isinstance(stack.top, Setup)
    assert stack.top.deal is not None
    assert stack.top.deal.seed() == today
    keys(stack, ESCAPE)
    assert {"Nr. 4711", "Garten vom 17. Mai 2024"} <= set(buttons(stack))
    touch(stack, buttons(stack)["Garten vom 17. Mai 2024"])
    assert isinstance(stack.top, Setup)
    assert stack.top.deal is not None
    assert stack.top.deal.seed() == 20240517


def test_todays_best_is_told_of_today_alone(company: Company) -> None:
    ada = company.store.add_profile("Ada")
    today = number_of_day(company.store.today())
    played(company, "solitaire_pai_sho", (person(ada), 40), seed=today)
    played(company, "solitaire_pai_sho", (person(ada), 60), seed=1)
    scene = Records(company, "solitaire_pai_sho")
    headless.stack_of(company, scene)
    assert places(scene) == [("Ada", 60), ("Ada", 40), ("Ada", 40)]


# Running matches --------------------------------------------------------------------------------


def test_keys_walk_through_the_whole_book(company: Company) -> None:
    """Down and down again: everything that can be touched can be come by."""
    used = furnished(company)
    ada = used.store.profiles()[0]
    for scene in (People(used), Records(used, "solitaire_pai_sho"), Person(used, ada.id)):
        stack = headless.stack_of(used, scene)
        seen = set()
        keys(stack, TAB)
        for _ in range(120):
            seen.add(id(top(stack).focus.current))
            keys(stack, TAB)
        assert seen >= {id(each) for layer in scene.layers for each in layer.targets()}
        keys(stack, DOWN, LET_GO)


def test_putting_a_running_match_away_wants_to_be_held(company: Company) -> None:
    company.store.begin(Series(Match(SHELF["jin_li"], 2)), [COMPUTER, COMPUTER])
    stack = headless.stack_of(company, RunningMatches(company))
    away = [b for b in of_kind(stack, "Button") if b.icon == "close"][-1]  # type: ignore[attr-defined]
    touch(stack, away)
    hold(stack, "Wegräumen", 0.6)
    assert len(company.store.running()) == 1
    hold(stack, "Wegräumen")
    assert company.store.running() == []
