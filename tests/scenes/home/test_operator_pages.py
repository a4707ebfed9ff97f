"""The pages of the operator's menu: what is chosen there counts at once, and is kept."""

from __future__ import annotations

import errno
import os
import zipfile
from collections.abc import Iterator
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from pathlib import Path
from threading import Event, active_count
from typing import get_args

import pytest

from game.app import App, Choices
from game.heartbeat import AGAIN, VARIABLE
from game.rules import GAMES
from game.rules.core.match import Match, Series
from game.scenes.core import routes as to
from game.scenes.core.context import Context
from game.scenes.core.idle import NOBODY, left_alone
from game.scenes.core.scene import Home, Push
from game.scenes.home.operator import WRITING, OperatorMenu
from game.scenes.home.settings import SettingsScene
from game.scenes.home.shelf import Shelf
from game.scenes.review.share import Share
from game.services.evening import Finish
from game.services.expiry import expire
from game.services.exports import FOLDER, PART, SUFFIX, export_all
from game.services.faults import LOG, faults
from game.services.history import Result
from game.services.hours import ALWAYS, USUAL
from game.services.operator import CHOICES, Operator
from game.services.people import Chair
from game.services.store import Store
from game.ui.dialog import Toasts
from game.ui.intents import Intent
from game.ui.widgets import Button, Choice, Field, Label, Slider, Stepper, Toggle
from tests.scenes.home.test_attract import Clock
from tests.scenes.home.test_kiosk import button, closed, everything, opened
from tests.tools import headless
from tests.tools.showcase.games import played_out

GUESTS = Chair("person", "Player 1"), Chair("person", "Player 2")


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[App]:
    app = opened(tmp_path, kiosk=True)
    yield app
    closed(app)


def page(app: App, name: to.OperatorPage | None) -> OperatorMenu:
    app.stack.change(Home(to.ToOperator(name)))
    scene = app.stack.top
    assert isinstance(scene, OperatorMenu)
    return scene


def control(scene: OperatorMenu, label: str) -> object:
    """What is beside a label."""
    fields = (w for layer in scene.layers for w in everything(layer) if isinstance(w, Field))
    return next(field.control for field in fields if field.label.text == label)


def kept(app: App) -> Operator:
    return Operator.of(app.context.store)


def test_every_page_is_a_touch_away_and_leads_back(kiosk: App) -> None:
    for name in get_args(to.OperatorPage):
        scene = page(kiosk, None)
        button(scene, kiosk.context.texts.t(f"operator.page.{name}")).activate()
        kiosk.frame(0.1)
        opened_page = kiosk.stack.top
        assert isinstance(opened_page, OperatorMenu)
        assert opened_page.page == name
        kiosk.deliver(Intent("cancel", source="keys"))
        assert kiosk.stack.top is scene
    kiosk.deliver(Intent("cancel", source="keys"))
    assert isinstance(kiosk.stack.top, Shelf)


def answer_first(scene: OperatorMenu) -> None:
    """Give the first answer to the question that is asked."""
    assert scene._dialog is not None
    action = scene._dialog.buttons[0].action
    assert action is not None
    action()


@pytest.mark.parametrize(("name", "key"), [
    ("idle", "still"), ("idle", "attract"), ("idle", "parked_days"), ("kept", "names_days"),
    ("kept", "results_days"),
])  # fmt: skip
def test_numbers_are_chosen_and_kept(kiosk: App, name: to.OperatorPage, key: str) -> None:
    for index, value in enumerate(CHOICES[key]):
        choice = control(page(kiosk, name), kiosk.context.texts.t(f"operator.{key}.label"))
        assert isinstance(choice, Choice)
        choice.choose(index)
        assert getattr(kiosk.context.operator, key) == getattr(kept(kiosk), key) == value


def test_a_kiosk_asks_as_soon_as_its_operator_wants(kiosk: App) -> None:
    choice = control(page(kiosk, "idle"), "Ask whether anybody is there")
    assert isinstance(choice, Choice)
    choice.choose(0)
    assert kiosk.context.patience == 60


def test_hours_are_set_day_by_day_and_for_all_days(kiosk: App) -> None:
    scene = page(kiosk, "hours")
    choice = control(scene, "Opening hours")
    assert isinstance(choice, Choice)
    choice.choose(1)
    assert kept(kiosk).hours == USUAL
    steppers = [w for layer in scene.layers for w in everything(layer) if isinstance(w, Stepper)]
    assert len(steppers) == 14
    monday = min(steppers, key=lambda stepper: (stepper.box.y, stepper.box.x))
    monday.step(-1)
    assert kept(kiosk).hours == ((570, 1080), *USUAL[1:])
    switches = [w for layer in scene.layers for w in everything(layer) if isinstance(w, Toggle)]
    max(switches, key=lambda switch: switch.box.y).activate()
    assert kept(kiosk).hours == ((570, 1080), *USUAL[1:6], None)
    button(scene, "All days like Monday").activate()
    assert kept(kiosk).hours == ((570, 1080),) * 7
    choice = control(scene, "Opening hours")
    assert isinstance(choice, Choice)
    choice.choose(0)
    assert kept(kiosk).hours == ALWAYS


def test_the_first_language_comes_first_and_comes_back(kiosk: App) -> None:
    scene = page(kiosk, "guests")
    choice = control(scene, "First language")
    assert isinstance(choice, Choice)
    choice.choose(1)
    assert kiosk.context.languages == ["de", "en"]
    assert kiosk.context.usual.language == kiosk.context.texts.language == "de"
    assert kiosk.context.store.get("language") == "de"
    kiosk.stack.change(Home(to.ToSettings()))
    settings = kiosk.stack.top
    assert isinstance(settings, SettingsScene)
    fields = [w for layer in settings.layers for w in everything(layer) if isinstance(w, Field)]
    label = kiosk.context.texts.t("settings.language.label")
    first = next(field.control for field in fields if field.label.text == label)
    assert isinstance(first, Choice)
    assert [value for value, _ in first.values] == ["de", "en"]


def test_sound_is_set_for_good(kiosk: App) -> None:
    slider = control(page(kiosk, "guests"), kiosk.context.texts.t("settings.volume.label"))
    assert isinstance(slider, Slider)
    slider.set(35)
    assert kiosk.context.store.get("volume") == kiosk.context.usual.volume == 35


def test_without_phones_guests_are_offered_no_codes(kiosk: App) -> None:
    switch = control(page(kiosk, "guests"), "Phones")
    assert isinstance(switch, Toggle)
    chairs = Chair("person", "Anna"), Chair("person", "Ole")
    for game in ("jin_li", "skud_pai_sho"):
        series = Series(played_out(game))
        for allowed in (True, False):
            if switch.value != allowed:
                switch.activate()
            kiosk.stack.change(Push(to.ToShare(series, chairs)))
            scene = kiosk.stack.top
            assert isinstance(scene, Share)
            widgets = [w for layer in scene.layers for w in everything(layer)]
            icons = [w.icon for w in widgets if isinstance(w, Button)]
            assert ("code" in icons) == allowed
            assert "copy" in icons
    kiosk.context.kiosk = False
    assert kiosk.context.gives_codes, "at home nobody asks"


def test_a_kiosk_that_is_switched_on_fills_the_screen_and_gives_it_back(kiosk: App) -> None:
    switch = control(page(kiosk, None), "Kiosk")
    assert isinstance(switch, Toggle)
    kiosk.frame(0.1)
    for on in (False, True):
        switch.activate()
        kiosk.frame(0.1)
        assert kiosk.fullscreen == kiosk.context.kiosk == kept(kiosk).kiosk == on


def test_the_switch_says_that_the_command_line_decides_at_the_next_start(
    kiosk: App, tmp_path: Path
) -> None:
    note = "The table was started with --kiosk."
    assert note in labels(page(kiosk, None))
    (tmp_path / "other").mkdir()
    other = opened(tmp_path / "other", kiosk=False)
    assert note not in labels(page(other, None))
    closed(other)


def test_the_screen_follows_its_setting(kiosk: App) -> None:
    kiosk.context.kiosk = False
    kiosk.frame(0.1)
    for on in (True, False, True):
        kiosk.context.take(kiosk.context.settings.changed(fullscreen=on))
        kiosk.frame(0.1)
        assert kiosk.fullscreen == on


# Statistics and export --------------------------------------------------------------------------


def finished(store: Store, game: str, *names: str) -> None:
    chairs = [Chair("person", name) for name in names]
    series = Series(played_out(game, len(names)))
    store.finish(-1, Result.of(series, chairs))


def test_matches_are_counted_by_day_and_by_game(tmp_path: Path) -> None:
    clock = Clock()
    store = Store(tmp_path, GAMES, clock)
    finished(store, "jin_li", "Anna", "Ole")
    store._db.write(lambda db: db.execute("UPDATE results SET match_id = NULL"))
    clock.now -= timedelta(days=2)
    finished(store, "ping_pao", "Anna", "Ole")
    clock.now += timedelta(days=2)
    days = store.statistics.finished("day")
    assert {day: count for day, (count, _) in days.items()} == {
        f"{store.today() - timedelta(days=ago)}": 1 for ago in (0, 2)
    }
    assert store.statistics.finished("game").keys() == {"jin_li", "ping_pao"}
    store.close()


def test_faults_of_the_log_are_counted(tmp_path: Path) -> None:
    (tmp_path / LOG).write_text(
        "2026-11-22 10:00:00,123 ERROR KeyError: 'x'\nTraceback\n  File\n"
        "2026-11-20 09:00:00,000 WARNING disk full\n2026-11-20 09:00:00,000 INFO nothing\n",
        encoding="utf-8",
    )
    (tmp_path / f"{LOG}.1").write_bytes(b"2026-11-21 23:59:59,9 ERROR \xff old\nnonsense ERROR x\n")
    found = faults(tmp_path, datetime(2026, 11, 21).date())
    assert [fault.text for fault in found] == ["KeyError: 'x'", "\ufffd old"]
    assert faults(None, datetime(2026, 11, 21).date()) == []
    assert faults(tmp_path / "nowhere", datetime(2026, 11, 21).date()) == []


def test_all_records_go_into_one_archive(kiosk: App) -> None:
    store = kiosk.context.store
    finished(store, "jin_li", "Anna", "Ole")
    scene = page(kiosk, "kept")
    button(scene, "Save in the data folder").activate()
    saved(kiosk)
    assert store.folder is not None
    (file,) = (store.folder / FOLDER).iterdir()
    with zipfile.ZipFile(file) as archive:
        (name,) = archive.namelist()
        assert name.endswith(SUFFIX)
        assert archive.read(name).decode() == store.history.results()[0].record
    assert scene.toasts.texts


def saved(app: App) -> None:
    """Wait for the archive, and show what became of it."""
    assert WRITING.acquire(timeout=30.0)
    WRITING.release()
    app.frame(0.1)


def test_a_stick_may_have_any_name(
    kiosk: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names of what is plugged in can be any bytes."""
    stick = tmp_path / os.fsdecode(b"ST\xffCK\n1")
    stick.mkdir()
    monkeypatch.setattr("game.services.exports.sticks", lambda: [stick])
    scene = page(kiosk, "kept")
    headless.picture(kiosk.stack)
    button(scene, kiosk.context.texts.t("share.stick", name="ST CK 1")).activate()
    saved(kiosk)
    headless.picture(kiosk.stack)
    assert kiosk.stack.top is scene
    assert list(stick.iterdir())


@pytest.mark.parametrize(("error", "key"), [
    (OSError(errno.ENOSPC, "no"), "full"), (OSError(errno.EROFS, "no"), "locked"),
    (OSError(errno.EIO, "no"), "failed"),
    (ValueError("ZIP does not support timestamps before 1980"), "failed"),
])  # fmt: skip
def test_it_is_said_why_nothing_could_be_exported(
    kiosk: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, key: str
) -> None:
    said: list[str] = []
    monkeypatch.setattr(Toasts, "say", lambda _, text, *__, **___: said.append(text))
    scene = page(kiosk, "kept")

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("game.services.exports.export_all", fail)
    scene.export(tmp_path)
    saved(kiosk)
    assert said == [kiosk.context.texts.t(f"operator.export.{key}")]


def test_an_archive_never_replaces_another_one_and_leaves_nothing_half_done(tmp_path: Path) -> None:
    first = export_all(tmp_path, "all", [("a", "1")])
    second = export_all(tmp_path, "all", [("a", "2")])
    assert first != second

    def broken() -> Iterator[tuple[str, str]]:
        yield "a", "1"
        raise OSError("the stick is gone")

    with pytest.raises(OSError, match="gone"):
        export_all(tmp_path, "all", broken())
    assert sorted(tmp_path.iterdir()) == sorted([first, second])


def test_an_archive_is_finished_though_its_page_is_closed(
    kiosk: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = page(kiosk, "kept")
    began, left = Event(), Event()

    def records() -> Iterator[tuple[str, str]]:
        yield "a", "1"
        began.set()
        left.wait(30)
        yield "b", "2"

    monkeypatch.setattr(kiosk.context.store.history, "records", records)
    scene.export(tmp_path)
    assert began.wait(30)
    scene.export(tmp_path)  # somebody is impatient
    assert not list(tmp_path.glob("walong*.zip*")), "nothing is written before all of it is there"
    kiosk.deliver(Intent("cancel", source="keys"))
    left.set()
    saved(kiosk)
    (file,) = tmp_path.glob("walong*.zip*")
    with zipfile.ZipFile(file) as archive:
        assert len(archive.namelist()) == 2
    shelf = kiosk.stack.top
    assert isinstance(shelf, Shelf)
    assert str(file) in "".join(shelf.toasts.texts), "somebody is told"


def test_a_page_has_no_thread_before_anything_is_saved(kiosk: App) -> None:
    before = active_count()
    for name in get_args(to.OperatorPage):
        page(kiosk, name)
    assert active_count() <= before


def test_what_a_killed_table_was_writing_is_deleted_at_the_next_start(tmp_path: Path) -> None:
    left = tmp_path / FOLDER / f"walong-table-2026-11-22{PART}"
    left.parent.mkdir()
    left.write_text("half")
    theirs = left.with_name("film.part")
    theirs.write_text("of a browser")
    closed(opened(tmp_path, kiosk=True))
    assert list(left.parent.iterdir()) == [theirs]


# What guests have left ---------------------------------------------------------------------------


def parked_match(app: App, code: str = "KRTX") -> int:
    match = Match(GAMES["jin_li"], 2, seed=1)
    match.play(match.game.moves(match.state)[0])
    number = app.context.store.begin(Series(match), GUESTS)
    app.context.store.park(number, code)
    return number


def labels(scene: OperatorMenu) -> str:
    return "\n".join(w.text for layer in scene.layers for w in everything(layer)
                     if isinstance(w, Label))  # fmt: skip


def icon(scene: OperatorMenu, name: str) -> Button:
    widgets = (w for layer in scene.layers for w in everything(layer))
    rows = [w for w in widgets if isinstance(w, Button) and w.icon == name and w.look != "round"]
    return rows[-1]  # what is drawn first comes last


def test_the_operator_sees_every_parked_match_with_its_code(kiosk: App) -> None:
    parked_match(kiosk)
    text = labels(page(kiosk, "parked"))
    for told in ("KRTX", "Jin Li", "Player 1", "1 minute played", "for 7 more days"):
        assert told in text, text
    kiosk.context.store.clock = clock = Clock()
    clock.now = datetime.now() + timedelta(days=7)
    assert "today for the last time" in labels(page(kiosk, "parked"))
    kiosk.context.operator = replace(kiosk.context.operator, parked_days=0)
    assert "for ever" in labels(page(kiosk, "parked"))


def test_the_operator_opens_a_parked_match(kiosk: App) -> None:
    number = parked_match(kiosk)
    icon(page(kiosk, "parked"), "play").activate()
    kiosk.frame(0.1)
    assert getattr(kiosk.stack.top, "match_id", None) == number


def test_the_operator_puts_a_parked_match_away_after_a_question(kiosk: App) -> None:
    number = parked_match(kiosk)
    scene = page(kiosk, "parked")
    icon(scene, "close").activate()
    assert number in {run.id for run in kiosk.context.store.running()}, "it is asked about"
    answer_first(scene)
    assert number not in {run.id for run in kiosk.context.store.running()}
    assert "No match is parked." in labels(scene)


def test_an_evening_that_the_operator_ends_keeps_the_game_that_was_over(kiosk: App) -> None:
    store, played = kiosk.context.store, Series(played_out("jin_li", 2, 1, None))
    inside = store.begin(played, GUESTS)
    evening = store.evenings.begin(GUESTS, [("jin_li", {}), ("walomino", {})])
    store.evenings.seat(evening, 0, inside)
    store.finish(inside, Result.of(played, GUESTS))
    scene = page(kiosk, "parked")
    icon(scene, "close").activate()
    answer_first(scene)
    (past,) = store.evenings.past()
    assert past.parts[0].finish == Finish.of(played.current, 0)


def test_the_operator_ends_what_guests_have_left_on_the_shelf(kiosk: App) -> None:
    store = kiosk.context.store
    number = store.running()[0].id
    inside = store.begin(Series(Match(GAMES["jin_li"], 2, seed=2)), GUESTS)
    evening = store.evenings.begin(GUESTS, [("jin_li", {}), ("walomino", {})])
    store.evenings.seat(evening, 0, inside)
    scene = page(kiosk, "parked")
    text = labels(scene)
    for told in ("No match is parked.", "An evening", "Game 1 of 2", "1 minute"):
        assert told in text, text
    assert text.count("minute played") == 1, "the evening's match goes with the evening"
    icon(scene, "close").activate()
    answer_first(scene)
    assert not store.evenings.all_open()
    assert inside in {run.id for run in store.running()}, "nobody has put that away"
    for _ in (number, inside):
        icon(scene, "close").activate()
        answer_first(scene)
    assert not {number, inside} & {run.id for run in store.running()}
    assert labels(scene).splitlines()[::-1] == ["Matches and evenings", "No match is parked."]


def test_the_operator_opens_an_evening(kiosk: App) -> None:
    evening = kiosk.context.store.evenings.begin(GUESTS, [("jin_li", {})])
    icon(page(kiosk, "parked"), "play").activate()
    kiosk.frame(0.1)
    assert getattr(kiosk.stack.top, "evening_id", None) == evening


def test_a_match_that_was_opened_waits_as_long_again(kiosk: App) -> None:
    clock = Clock()
    kiosk.context.store.clock = clock
    number = parked_match(kiosk)
    clock.now += timedelta(days=6)
    kiosk.stack.change(Home(to.ToMatch(number)))
    kiosk.stack.change(Home())
    clock.now += timedelta(days=6)
    expire(kiosk.context.store, Operator(parked_days=7))
    assert number in {run.id for run in kiosk.context.store.running()}
    clock.now += timedelta(days=2)
    expire(kiosk.context.store, Operator(parked_days=7))
    assert number not in {run.id for run in kiosk.context.store.running()}


def test_the_match_of_a_table_that_was_killed_is_not_expired_at_its_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = opened(tmp_path, kiosk=True)
    app.context.store.clock = clock = Clock()
    clock.now = datetime(2020, 1, 1)
    number = parked_match(app)
    closed(app)
    monkeypatch.setenv(VARIABLE, f",{number},was killed")
    again = App(Choices(size=(1280, 720), data=tmp_path, language="en", kiosk=True))
    monkeypatch.delenv(VARIABLE, raising=False)
    again.open()
    assert getattr(again.stack.top, "match_id", None) == number
    closed(again)


# Expiry -----------------------------------------------------------------------------------------


def test_names_expire_and_what_was_played_stays(tmp_path: Path) -> None:
    clock = Clock()
    store = Store(tmp_path, GAMES, clock)
    anna, ole, new = (store.add_profile(name) for name in ("Anna", "Ole", "Neu"))
    for profile in (anna, ole):
        chairs = [Chair("person", profile.name, profile=profile.id), Chair("person", "Gast 7")]
        store.finish(-profile.id, Result.of(Series(played_out("jin_li")), chairs))
        clock.now += timedelta(days=20)
    store.set(setup_jin_li={"chairs": [asdict(Chair("person", "Gast 7"))]})
    store.begin(Series(played_out("ping_pao")), [Chair("person", "Anna"), Chair("person", "Ole")])
    expire(store, Operator())
    assert len(store.profiles()) == 3, "nothing expires unless somebody wants it"
    expire(store, Operator(names_days=30))
    assert {profile.name for profile in store.profiles()} == {"Ole", "Neu"}
    assert len(store.history.results()) == 2
    clock.now += timedelta(days=40)
    expire(store, Operator(names_days=30))
    assert store.profiles() == []
    assert new not in store.profiles()
    told = [s.chair for result in store.history.results() for s in result.standings]
    assert {(chair.name, chair.profile) for chair in told} == {("", None)}
    store.close()
    files = b"".join(file.read_bytes() for file in tmp_path.rglob("*.db"))
    assert not [name for name in (b"Anna", b"Gast 7") if name in files]
    again = Store(tmp_path, GAMES, clock)
    assert again.take_notices() == [], "every row still has its checksum"
    again.close()


def test_results_expire_with_matches_that_nobody_went_on_with(tmp_path: Path) -> None:
    clock = Clock()
    store = Store(tmp_path, GAMES, clock)
    chairs = [Chair("person", "Anna"), Chair("person", "Ole")]
    series = Series(played_out("jin_li"))
    over, left = (store.begin(series, chairs) for _ in range(2))
    store.finish(over, Result.of(series, chairs))
    parked = store.begin(series, chairs)
    store.park(parked, "KRTX")
    clock.now += timedelta(days=10)
    recent = store.begin(series, chairs)
    expire(store, Operator(results_days=30, parked_days=0))
    assert len(store.history.results()) == 1
    clock.now += timedelta(days=25)
    expire(store, Operator(results_days=30, parked_days=0))
    assert store.history.results() == []
    assert {run.id for run in store.running()} == {parked, recent}
    assert left not in {run.id for run in store.running()}
    store.close()
    assert Store(tmp_path, GAMES, clock).take_notices() == []


def test_it_is_looked_for_once_a_day(kiosk: App, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, looked = Clock(), list[datetime]()
    clock.now += timedelta(days=9999)  # no day on which this test may run
    kiosk.context.store.clock = clock
    monkeypatch.setattr("game.scenes.core.context.expire", lambda *_: looked.append(clock.now))
    for _ in range(100):
        kiosk.frame(1.0)
    clock.now += timedelta(days=1)
    kiosk.frame(1.0)
    clock.now -= timedelta(days=3)
    kiosk.frame(1.0)
    assert len(looked) == 3
    context: Context = kiosk.context
    context.occupied = Path("elsewhere")
    clock.now += timedelta(days=9)
    kiosk.frame(1.0)
    assert len(looked) == 3, "another table's matches are not this one's to forget"


def test_nothing_is_deleted_while_a_match_is_open(
    kiosk: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = list[Operator]()
    monkeypatch.setattr(
        "game.scenes.core.context.expire", lambda _, operator: looked.append(operator)
    )
    kiosk.context.expired_on = None
    left_alone(kiosk.context, kiosk.stack.scenes, 2 * NOBODY, match=7)
    assert not looked
    left_alone(kiosk.context, kiosk.stack.scenes, 2 * NOBODY, match=None)
    assert len(looked) == 1


def test_a_table_opens_though_nothing_can_be_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ValueError("it does not go")

    monkeypatch.setattr("game.scenes.core.context.expire", fail)
    app = opened(tmp_path, kiosk=True)
    assert isinstance(app.stack.top, Shelf)
    assert "could not be forgotten" in (tmp_path / LOG).read_text("utf-8")
    closed(app)


# The way out ------------------------------------------------------------------------------------


def test_restart_ends_the_table_with_a_code_of_its_own(kiosk: App) -> None:
    button(page(kiosk, None), "Restart").activate()
    kiosk.deliver(Intent("focus", value=-1, source="keys"))
    kiosk.deliver(Intent("confirm", source="keys"))
    assert not kiosk.stack.running
    assert kiosk.stack.again
    assert AGAIN not in (0, 1, 2)
