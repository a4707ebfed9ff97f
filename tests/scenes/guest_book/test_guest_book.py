"""The guest book, used as people use it: signed, leafed through, and never torn by accident."""

from collections.abc import Iterator
from dataclasses import asdict
from itertools import count
from pathlib import Path

import pytest

from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.scenes.core.context import Context
from game.scenes.core.routes import ToReplay
from game.scenes.core.sheets import Row
from game.scenes.core.stack import Stack
from game.scenes.evening.setup import EveningSetup
from game.scenes.guest_book.best_scores import Records
from game.scenes.guest_book.history import History
from game.scenes.guest_book.name_entry import SHOWN, NameEntry, Portrait
from game.scenes.guest_book.people import People, Person
from game.scenes.home.running import RunningMatches
from game.scenes.home.setup import Setup
from game.scenes.home.shelf import Shelf
from game.scenes.play.play_scene import PlayScene
from game.scenes.review.broken_match import to_finished
from game.scenes.review.share import Share
from game.scenes.solitaire_pai_sho.garden_results import GardenResults
from game.scenes.solitaire_pai_sho.scene import SolitairePaiShoScene
from game.services.deal_numbers import number_of_day
from game.services.evening import Finish
from game.services.history import Result, Standing
from game.services.people import Chair, Profile
from game.ui.canvas import Canvas
from game.ui.dialog import HoldButton
from game.ui.intents import Intent
from tests.certain import sure
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
    words,
    write,
)
from tests.tools import headless
from tests.tools.showcase.samples import furnished

PAD = Intent("confirm", source="pad", pad=0)


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    made = headless.context((1280, 720), "de", tmp_path)
    yield made
    made.ai_worker.close()
    made.store.close()


def person(who: Profile) -> Chair:
    return Chair("person", who.name, profile=who.id)


NUMBERS = count(1)


def played(
    context: Context, game: str, *context_of: tuple[Chair, int],
    options: dict[str, int] | None = None, seed: int = 4,
) -> int:
    """A result, as if it had been played."""
    most = max(points for _, points in context_of)
    standings = tuple(
        Standing(chair, points, points == most and len(context_of) > 1)
        for chair, points in context_of
    )
    match = Match(GAMES[game], max(len(context_of), GAMES[game].info.seats[0]), options or {})
    kept = Result(game, match.options, str(seed), 1, "", standings, "no record at all")
    return context.store.finish(-next(NUMBERS), kept)


COMPUTER = Chair("computer", "Computer (Stammgast)", "regular")


# Ways in ----------------------------------------------------------------------------------------


def test_the_book_is_one_touch_from_the_shelf(context: Context) -> None:
    stack = headless.stack_of(context)
    touch(stack, buttons(stack)["people"])
    assert isinstance(stack.top, People)
    press(stack, "close")
    assert isinstance(stack.top, Shelf)


def test_the_book_opens_and_closes_with_keys_and_with_a_gamepad(context: Context) -> None:
    stack = headless.stack_of(context)
    for confirm, back in ((ENTER, ESCAPE), (PAD, Intent("cancel", source="pad", pad=0))):
        walk_to(stack, "people")
        keys(stack, confirm)
        assert isinstance(stack.top, People)
        keys(stack, back)
        assert isinstance(stack.top, Shelf)


def test_the_tabs_lead_from_page_to_page(context: Context) -> None:
    stack = headless.stack_of(context, People(context))
    for page in (Records, History):
        tabs = top(stack).tabs
        part = tabs.box.w / 3
        at = tabs.box.x + part * (tabs.index + 1.5), tabs.box.center[1]
        headless.tap(stack, *at)
        assert isinstance(stack.top, page)
    keys(stack, ESCAPE)
    assert isinstance(stack.top, Shelf)


def test_arrow_keys_walk_along_the_tabs_and_stay_on_them(context: Context) -> None:
    stack = headless.stack_of(context, People(context))
    keys(stack, TAB)
    while top(stack).focus.current is not top(stack).tabs:
        keys(stack, TAB)
    keys(stack, RIGHT)
    assert isinstance(stack.top, Records)
    keys(stack, RIGHT)
    assert isinstance(stack.top, History)
    assert top(stack).focus.visible
    assert top(stack).focus.current is top(stack).tabs


def test_empty_pages_say_what_will_be_there(context: Context) -> None:
    for scene in (People(context), Records(context), History(context)):
        stack = headless.stack_of(context, scene)
        assert len(max(texts(stack), key=len)) > 40
        keys(stack, ESCAPE)


# Signing ----------------------------------------------------------------------------------------


def test_somebody_signs_the_book_with_fingers(context: Context) -> None:
    stack = headless.stack_of(context, People(context))
    touch(stack, buttons(stack)["Sich eintragen"])
    headless.wait(stack, 0.1)
    assert isinstance(stack.top, NameEntry)
    for letter in "Ute":
        touch(stack, buttons(stack)[letter])
    press(stack, "Fertig")
    assert isinstance(stack.top, Portrait)
    colours, marks = of_kind(stack, "_Look")[:8], of_kind(stack, "_Look")[8:]
    touch(stack, colours[2])
    touch(stack, marks[8])
    press(stack, "Fertig")
    assert isinstance(stack.top, People)
    assert context.store.profiles() == [Profile(1, "Ute", "jade", "koi")]
    assert [card.text for card in of_kind(stack, "_Card")] == ["Ute", "Sich eintragen"]


def test_somebody_signs_the_book_with_keys_alone(context: Context) -> None:
    stack = headless.stack_of(context, People(context))
    walk_to(stack, "Sich eintragen")
    keys(stack, ENTER)
    headless.wait(stack, 0.1)
    write(stack, "Ole")
    walk_to(stack, "Fertig")
    keys(stack, ENTER)
    assert [profile.name for profile in context.store.profiles()] == ["Ole"]


def test_nobody_signs_without_a_name(context: Context) -> None:
    stack = headless.stack_of(context, People(context))
    press(stack, "Sich eintragen")
    headless.wait(stack, 0.1)
    keys(stack, ESCAPE)
    assert isinstance(stack.top, Portrait)
    assert "Fertig" not in buttons(stack)
    keys(stack, ESCAPE)
    assert context.store.profiles() == []


def test_a_name_stands_in_the_book_once(context: Context) -> None:
    context.store.add_profile("Änne")
    stack = headless.stack_of(context, People(context))
    touch(stack, of_kind(stack, "_Card")[-1])
    headless.wait(stack, 0.1)
    write(stack, "änne")
    assert top(stack).toasts.texts == ("änne steht schon im Gästebuch.",)
    assert "Fertig" not in buttons(stack)


def test_a_changed_name_goes_through_everything(context: Context) -> None:
    ada = context.store.add_profile("Ada")
    played(context, "jin_li", (person(ada), 9), (COMPUTER, 4))
    stack = headless.stack_of(context, Person(context, ada.id))
    press(stack, "Ändern")
    touch(stack, of_kind(stack, "TextField")[0])
    write(stack, "Adelheid")
    press(stack, "Fertig")
    assert isinstance(stack.top, Person)
    assert stack.top.profile.name == "Adelheid"
    assert context.store.history.results()[0].standings[0].chair.name == "Adelheid"
    assert stack.top.profile.mark == ada.mark


# Being forgotten --------------------------------------------------------------------------------


@pytest.fixture
def known(context: Context) -> tuple[Profile, Profile]:
    ada, bob = context.store.add_profile("Ada"), context.store.add_profile("Bob")
    played(context, "jin_li", (person(ada), 9), (person(bob), 4))
    return ada, bob


def test_a_tap_forgets_nobody(context: Context, known: tuple[Profile, Profile]) -> None:
    stack = headless.stack_of(context, Person(context, known[0].id))
    for _ in range(12):
        touch(stack, buttons(stack)["Löschen"])
        headless.wait(stack, 0.3)
    press(stack, "Behalten")
    assert len(context.store.profiles()) == 2
    assert isinstance(stack.top, Person)


def test_held_for_a_second_somebody_is_forgotten(
    context: Context, known: tuple[Profile, Profile]
) -> None:
    ada, bob = known
    stack = headless.stack_of(context, People(context), Person(context, ada.id))
    press(stack, "Löschen")
    assert isinstance(buttons(stack)["Löschen"], HoldButton)
    hold(stack, "Löschen", 0.7)
    assert len(context.store.profiles()) == 2
    hold(stack, "Löschen")
    assert isinstance(stack.top, People)
    assert [profile.name for profile in context.store.profiles()] == ["Bob"]
    chairs = [s.chair for s in context.store.history.results()[0].standings]
    assert chairs == [Chair("person", ""), person(bob)]
    assert [card.text for card in of_kind(stack, "_Card")] == ["Bob", "Sich eintragen"]


@pytest.mark.parametrize("confirm", [ENTER, PAD])
def test_keys_and_gamepads_hold_too(
    context: Context, known: tuple[Profile, Profile], confirm: Intent
) -> None:
    let_go = Intent("rest", source=confirm.source, pad=confirm.pad)
    stack = headless.stack_of(context, Person(context, known[0].id))
    walk_to(stack, "Löschen")
    keys(stack, confirm, let_go)
    assert top(stack).focus.current is buttons(stack)["Behalten"]
    walk_to(stack, "Löschen")
    keys(stack, confirm)
    headless.wait(stack, 0.6)
    keys(stack, let_go)
    headless.wait(stack, 2)
    assert len(context.store.profiles()) == 2
    keys(stack, confirm)
    headless.wait(stack, 0.5)
    keys(stack, TAB)
    headless.wait(stack, 2)
    assert len(context.store.profiles()) == 2
    walk_to(stack, "Löschen")
    keys(stack, confirm)
    headless.wait(stack, 1.2)
    assert len(context.store.profiles()) == 1


def test_a_running_match_of_somebody_forgotten_goes_on(context: Context) -> None:
    ada = context.store.add_profile("Ada")
    series = Series(Match(GAMES["jin_li"], 2))
    number = context.store.begin(series, [person(ada), Chair("person", "Bob")])
    context.store.delete_profile(ada.id)
    stack = headless.stack_of(context)
    press(stack, "Jin Li fortsetzen: Jemand und Bob")
    assert isinstance(stack.top, PlayScene)
    assert stack.top.names == ("Jemand", "Bob")
    assert context.store.running()[0].id == number


def test_set_up_offers_a_guest_where_somebody_was_forgotten(context: Context) -> None:
    ada = context.store.add_profile("Ada")
    kept = {"chairs": [asdict(person(ada)), asdict(person(ada))]}
    context.store.set(**{"setup jin_li": kept})
    context.store.delete_profile(ada.id)
    scene = Setup(context, "jin_li")
    headless.stack_of(context, scene)
    assert [(c.name, c.profile) for c in scene.chairs] == [("Person 1", None), ("Person 2", None)]


# Guests -----------------------------------------------------------------------------------------


def test_guests_play_as_ever_and_leave_no_profile(context: Context) -> None:
    scene = Setup(context, "jin_li")
    stack = headless.stack_of(context, scene)
    press(stack, "Los geht’s")
    assert isinstance(stack.top, PlayScene)
    assert stack.top.chairs[0] == Chair("person", "Person 1")
    assert context.store.profiles() == []
    (run,) = context.store.running()
    assert run.chairs[0].profile is None


# Being picked -----------------------------------------------------------------------------------


def crowd(context: Context, count: int) -> list[Profile]:
    return [context.store.add_profile(f"Name {n:02d}") for n in range(count)]


def test_of_many_people_only_those_in_sight_are_laid_out(context: Context) -> None:
    people = crowd(context, 200)
    stack = headless.stack_of(context, People(context))
    assert 8 < len(of_kind(stack, "_Card")) < 40
    assert of_kind(stack, "_Card")[0].text == people[-1].name
    stack.on(Intent("command", name="last"))
    headless.wait(stack, 0.1)
    assert [card.text for card in of_kind(stack, "_Card")[-2:]] == ["Name 00", "Sich eintragen"]
    touch(stack, of_kind(stack, "_Card")[-2])
    headless.wait(stack, 0.1)
    assert isinstance(stack.top, Person)
    keys(stack, ESCAPE)
    assert "Sich eintragen" in [card.text for card in of_kind(stack, "_Card")]


def test_one_leafs_among_those_who_were_here_last(context: Context) -> None:
    people = crowd(context, 40)
    played(context, "jin_li", (person(people[2]), 9), (COMPUTER, 4))
    stack = headless.stack_of(context, History(context))
    (stepper,) = [each for each in of_kind(stack, "Stepper") if len(each.values) == 31]
    assert [text for _, text in stepper.values[:3]] == ["Alle", "Name 02", "Name 39"]


def test_those_who_were_here_last_are_offered_first(context: Context) -> None:
    people = crowd(context, SHOWN + 3)
    played(context, "jin_li", (person(people[2]), 9), (COMPUTER, 4))
    stack = headless.stack_of(context, NameEntry(context, "", lambda name, number: None))
    offered = [chip.text for chip in of_kind(stack, "_Chip")]
    assert offered[0] == "Name 02"
    assert len(offered) == SHOWN


def test_everybody_can_be_picked_from_the_book(context: Context) -> None:
    people = crowd(context, SHOWN + 12)
    told: list[tuple[str, int | None]] = []
    entry = NameEntry(context, "", lambda name, number: told.append((name, number)))
    stack = headless.stack_of(context, Setup(context, "jin_li"), entry)
    press(stack, "Alle zeigen")
    assert isinstance(stack.top, People)
    assert "Sich eintragen" not in buttons(stack)
    card = of_kind(stack, "_Card")[4]
    touch(stack, card)
    headless.wait(stack, 0.1)
    assert told == [(card.profile.name, card.profile.id)]
    assert people[0].name not in told[0]
    assert isinstance(stack.top, Setup)


def test_few_people_need_no_further_page(context: Context) -> None:
    crowd(context, SHOWN)
    stack = headless.stack_of(context, NameEntry(context, "", lambda name, number: None))
    assert "Alle zeigen" not in buttons(stack)


def test_known_names_lie_farther_from_the_keys_than_from_each_other(context: Context) -> None:
    crowd(context, SHOWN)
    stack = headless.stack_of(context, NameEntry(context, "", lambda name, number: None))
    chips = [chip.box for chip in of_kind(stack, "_Chip")]
    below = buttons(stack)["Q"].box.y - max(chip.bottom for chip in chips)
    assert below > 1.5 * (chips[1].x - chips[0].right)


# A person's page --------------------------------------------------------------------------------


def test_a_persons_page_tells_what_the_results_add_up_to(context: Context) -> None:
    ada, bob = context.store.add_profile("Ada"), context.store.add_profile("Bob")
    played(context, "jin_li", (person(ada), 9), (person(bob), 4))
    played(context, "jin_li", (person(ada), 12), (COMPUTER, 4))
    played(context, "ping_pao", (person(ada), 1), (person(bob), 3))
    played(context, "solitaire_pai_sho", (person(ada), 40))
    scene = Person(context, ada.id)
    headless.stack_of(context, scene)
    rows = scene.scrolled.children  # type: ignore[union-attr]
    told = words(rows[0])
    tiles = dict(zip(told[1::2], told[::2], strict=True))
    assert tiles == {
        "Partien": "4", "Siege": "2", "Siege in Folge": "2", "am liebsten": "Jin Li",
    }
    lines = [tuple(words(row)) for row in rows if isinstance(row, Row)]
    games = {name: tuple(figures[:4]) for name, *figures in lines[2:5]}
    assert games == {
        "Jin Li": ("2", "2", "12", "21"), "Ping-Pao": ("1", "0", "1", "1"),
        "Solitaire Pai Sho": ("1", "–", "40", "40"),
    }


def met(scene: Person) -> list[tuple[str, tuple[str, ...]]]:
    rows = scene.scrolled.children  # type: ignore[union-attr]
    lines = [tuple(words(row)) for row in rows if isinstance(row, Row)]
    heads = [number for number, (first, *_) in enumerate(lines) if first == "Partien"]
    return [(name, tuple(figures)) for name, *figures in lines[heads[1] + 1 :]]


def test_opponents_are_told_for_all_games_or_for_one(context: Context) -> None:
    ada, bob = context.store.add_profile("Ada"), context.store.add_profile("Bob")
    played(context, "jin_li", (person(ada), 9), (person(bob), 4))
    played(context, "jin_li", (person(ada), 1), (person(bob), 4))
    played(context, "ping_pao", (person(ada), 1), (COMPUTER, 3))
    scene = Person(context, ada.id)
    stack = headless.stack_of(context, scene)
    level = context.texts.t("menu.computer", level=context.texts.t("menu.level.regular"))
    assert met(scene) == [("Bob", ("2", "1", "0", "1")), (level, ("1", "0", "0", "1"))]
    choice = of_kind(stack, "Choice")[0]
    choice.activate()
    choice = of_kind(stack, "Choice")[0]
    assert scene._game in ("jin_li", "ping_pao")
    assert len(met(scene)) == 1


def test_from_a_person_to_what_they_played_and_back(context: Context) -> None:
    used = furnished(context)
    ada = next(p for p in used.store.profiles() if p.name == "Lu")
    stack = headless.stack_of(used, People(used), Person(used, ada.id))
    press(stack, "Alle Partien")
    scene = stack.top
    assert isinstance(scene, History)
    assert scene.count == used.store.match_log(profile=ada.id).count() > 0
    assert all(
        ada.id in [s.chair.profile for s in entry.standings] for entry in scene.entries
    )
    keys(stack, ESCAPE)
    assert isinstance(stack.top, Person)


# The best ---------------------------------------------------------------------------------------


def places(scene: Records) -> list[tuple[str, int]]:
    rows = scene.scrolled.children  # type: ignore[union-attr]
    told = [words(row) for row in rows if isinstance(row, Row)]
    return [(name, int(points)) for name, _, points in told]


def test_the_best_are_listed_by_game_and_rules(context: Context) -> None:
    ada, bob = context.store.add_profile("Ada"), context.store.add_profile("Bob")
    for points in (9, 14, 3):
        played(context, "jin_li", (person(ada), points), (COMPUTER, 99))
    played(context, "jin_li", (person(bob), 12), (COMPUTER, 4), options={"target": 15})
    played(context, "ping_pao", (person(bob), 7), (COMPUTER, 4))
    scene = Records(context)
    stack = headless.stack_of(context, scene)
    scene.show_game("jin_li")
    assert places(scene) == [("Ada", 14), ("Ada", 9), ("Ada", 3)]
    rules = next(choice for choice in of_kind(stack, "Choice") if choice is not scene.tabs)
    assert [text for _, text in rules.values] == [
        "nach den üblichen Regeln", "Punkte zum Sieg: 15",
    ]
    rules.activate()
    assert places(scene) == [("Bob", 12)]
    touch(stack, of_kind(stack, "_Lid")[0])
    assert scene.game == "ping_pao"
    assert places(scene) == [("Bob", 7)]


def test_the_page_opens_at_the_game_that_was_played_last(context: Context) -> None:
    ada = context.store.add_profile("Ada")
    played(context, "skud_pai_sho", (person(ada), 3), (COMPUTER, 2))
    scene = Records(context)
    headless.stack_of(context, scene)
    assert scene.game == "skud_pai_sho"


def test_a_game_without_a_best_score_offers_to_be_played(context: Context) -> None:
    stack = headless.stack_of(context, Records(context))
    top(stack).show_game("jin_li")
    press(stack, "Spielen")
    assert isinstance(stack.top, Setup)
    assert stack.top.game == "jin_li"


def test_the_garden_of_the_day_and_numbered_gardens_can_be_played_again(context: Context) -> None:
    ada = context.store.add_profile("Ada")
    today = number_of_day(context.store.today())
    played(context, "solitaire_pai_sho", (person(ada), 40), seed=4711)
    played(context, "solitaire_pai_sho", (person(ada), 50), seed=20240517)
    scene = Records(context)
    stack = headless.stack_of(context, scene)
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


def test_todays_best_is_told_of_today_alone(context: Context) -> None:
    ada = context.store.add_profile("Ada")
    today = number_of_day(context.store.today())
    played(context, "solitaire_pai_sho", (person(ada), 40), seed=today)
    played(context, "solitaire_pai_sho", (person(ada), 60), seed=1)
    scene = Records(context)
    headless.stack_of(context, scene)
    assert places(scene) == [("Ada", 60), ("Ada", 40), ("Ada", 40)]


# Running matches --------------------------------------------------------------------------------


def test_keys_walk_through_the_whole_book(context: Context) -> None:
    """Down and down again: everything that can be touched can be come by."""
    used = furnished(context)
    ada = used.store.profiles()[0]
    for scene in (People(used), Records(used), Person(used, ada.id)):
        stack = headless.stack_of(used, scene)
        if isinstance(scene, Records):
            scene.show_game("solitaire_pai_sho")
        seen = set()
        keys(stack, TAB)
        for _ in range(120):
            seen.add(id(top(stack).focus.current))
            keys(stack, TAB)
        assert seen >= {id(each) for layer in scene.layers for each in layer.targets()}
        keys(stack, DOWN, LET_GO)


def test_putting_a_running_match_away_wants_to_be_held(context: Context) -> None:
    context.store.begin(Series(Match(GAMES["jin_li"], 2)), [COMPUTER, COMPUTER])
    stack = headless.stack_of(context, RunningMatches(context))
    away = [b for b in of_kind(stack, "Button") if b.icon == "close"][-1]
    touch(stack, away)
    hold(stack, "Wegräumen", 0.6)
    assert len(context.store.running()) == 1
    hold(stack, "Wegräumen")
    assert context.store.running() == []


# A kiosk ------------------------------------------------------------------------------------


def test_a_kiosk_names_nobody_to_strangers(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What others have played is there, but neither a page about them nor their names."""
    known = [context.store.add_profile(name) for name in ("Zacharias", "Wilhelmine")]
    zach, mina = map(person, known)
    played(context, "jin_li", (zach, 7), (mina, 5))
    played(context, "solitaire_pai_sho", (zach, 9))
    garden = Series(Match(GAMES["solitaire_pai_sho"], 1, seed=4))
    evening = context.store.evenings.begin([zach, mina], [("jin_li", {}), ("jin_li", {})])
    context.store.evenings.finish(evening, 0, Finish((3, 5), (1,)))
    context.store.evenings.finish(evening, 1, Finish((3, 5), (1,)))
    context.store.evenings.close(evening)
    written: list[str] = []
    draw = Canvas.text
    monkeypatch.setattr(Canvas, "text", lambda canvas, text, *rest, **named: (
        written.append(text), draw(canvas, text, *rest, **named)
    )[1])  # fmt: skip

    def named(stack: Stack) -> set[str]:
        written.clear()
        headless.picture(stack)
        told = [*written, *texts(stack)]
        return {name for name in ("Zacharias", "Wilhelmine") for each in told if name in each}

    everybody = {"Zacharias", "Wilhelmine"}
    for kiosk in (False, True):
        context.kiosk = kiosk
        shelf = headless.stack_of(context, Shelf(context))
        press(shelf, "people")
        first = top(shelf)
        assert type(first) is (Records if kiosk else People)
        pages = [page for page, _ in sure(first.tabs).values]
        assert pages == ["people", "records", "history"][kiosk:]
        history = headless.stack_of(context, History(context))
        assert named(history) == (set() if kiosk else everybody)
        assert len(of_kind(history, "Stepper")) == (1 if kiosk else 2)
        setup = headless.stack_of(context, EveningSetup(context))
        assert ("trophy" in buttons(setup)) is not kiosk
        records = Records(context)
        records.game = "solitaire_pai_sho"
        assert named(headless.stack_of(context, records)) == (set() if kiosk else {"Zacharias"})
        sheet = GardenResults(context, SolitairePaiShoScene(context, garden, [COMPUTER]))
        score = headless.stack_of(context, sheet)
        score.on(Intent("wheel", sheet.frame.out(sure(sheet.scrolled).box.center), value=-9))
        assert named(score) == (set() if kiosk else {"Zacharias"})
        assert "Die besten" in " ".join(written), "the best were seen"


def test_a_kiosk_hands_no_name_of_a_match_to_whoever_takes_it_along(context: Context) -> None:
    zach = person(context.store.add_profile("Zacharias"))
    series = Series(Match(GAMES["skud_pai_sho"], 2, seed=4))
    series.current.play(series.current.game.moves(series.current.state)[0])
    context.store.begin(series, [zach, COMPUTER])
    for kiosk, name in ((False, "Zacharias"), (True, "")):
        context.kiosk = kiosk
        stack = headless.stack_of(context, History(context))
        touch(stack, next(b for b in of_kind(stack, "Button") if b.icon == "share"))
        shared = top(stack)
        assert isinstance(shared, Share)
        assert shared.chairs == (zach if name else Chair("person", ""), COMPUTER)


def test_a_kiosk_names_nobody_who_played_a_match_that_is_looked_at_again(context: Context) -> None:
    series = Series(Match(GAMES["jin_li"], 2, seed=4))
    while series.current.actor is not None:
        series.current.play(series.current.game.moves(series.current.state)[0])
    people = [person(context.store.add_profile(name)) for name in ("Zacharias", "Wilhelmine")]
    number = context.store.finish(1, Result.of(series, people))
    route = to_finished(context, number)
    assert isinstance(route, ToReplay)
    assert [chair.name for chair in route.chairs] == ["Zacharias", "Wilhelmine"]
    context.kiosk = True
    route = to_finished(context, number)
    assert isinstance(route, ToReplay)
    assert [chair.name for chair in route.chairs] == ["Platz 1", "Platz 2"]
