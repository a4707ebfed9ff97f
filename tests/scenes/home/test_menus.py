"""The scenes around the games, used as people use them: by touch, by keys, and by mistake."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.ai.skills import GENTLE, SKILL
from game.navigator import play_scene
from game.rules import GAMES, SHELF
from game.rules.core.match import Match, Series
from game.rules.core.protocol import CHANCE
from game.scenes.core import opening
from game.scenes.core import routes as to
from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene
from game.scenes.core.registry import UNKNOWN, facts, minutes
from game.scenes.core.scene import Push
from game.scenes.core.sheets import _title, list_sheet
from game.scenes.core.stack import Stack
from game.scenes.domi_jongg.tray import COLORS
from game.scenes.evening.setup import EveningSetup
from game.scenes.guest_book.name_entry import NameEntry
from game.scenes.home.help import Help
from game.scenes.home.rules_reader import RulesReader
from game.scenes.home.running import RunningMatches
from game.scenes.home.seats import MATCHED, SeatRow
from game.scenes.home.settings import PICTURES, SECTIONS, SettingsScene, change
from game.scenes.home.setup import ROUND, Setup
from game.scenes.home.shelf import Shelf
from game.scenes.jin_li.scene import JinLiScene
from game.scenes.play.pause import Pause
from game.scenes.play.play_scene import PlayScene
from game.scenes.play.tray import Tray
from game.scenes.review.results import ASLEEP, Results
from game.scenes.skud_pai_sho.garden import COLORS as SKUD
from game.services.deal_numbers import number_of_day
from game.services.people import Chair
from game.services.settings import VALUES, Settings
from game.ui import markup, surfaces
from game.ui.canvas import Canvas
from game.ui.fonts import TextMetrics
from game.ui.frame import Box, Point
from game.ui.intents import Intent
from game.ui.layer import Layer
from game.ui.markup import Paragraph, ScrollText
from game.ui.scrolling import List
from game.ui.sprites import SpriteCache
from game.ui.theme import GOLD, TITLE, VERMILION, WALONG
from game.ui.widgets import Button, Choice, Field, Label, PictureChoice, Widget
from tests.scenes.guest_book import book_hands
from tests.services.past import finish, result
from tests.tools import headless
from tests.tools.players import choose
from tests.tools.showcase.games import played_out

CHAIRS = (Chair("person", "Annegret"), Chair("person", "Ole"))


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    made = headless.context((1280, 720), "de", tmp_path)
    yield made
    made.ai_worker.close()
    made.store.close()


def top(stack: Stack) -> MenuScene:
    assert isinstance(stack.top, MenuScene)
    return stack.top


def buttons(stack: Stack) -> dict[str, Button]:
    """The buttons on top by text, or by icon where they have no text; the first of a name."""
    layers = top(stack).all_layers()
    modal = max((n for n, layer in enumerate(layers) if layer.modal), default=0)
    found = [w for layer in layers[modal:] for w in layer.targets()]
    return {w.text or str(w.icon): w for w in reversed(found) if isinstance(w, Button)}


def middle(stack: Stack, widget: Widget) -> Point:
    layer = next(la for la in top(stack).all_layers() if any(w is widget for w in la.targets()))
    return layer.frame.out(widget.box.center)


def press(stack: Stack, name: str) -> None:
    headless.tap(stack, *middle(stack, buttons(stack)[name]))


def keys(stack: Stack, *intents: Intent) -> None:
    for intent in intents:
        stack.on(intent)


ENTER = Intent("confirm", source="keys")
ESCAPE = Intent("cancel", source="keys")
TAB = Intent("focus", value=1, source="keys")


# The shelf --------------------------------------------------------------------------------------


def shelf(stack: Stack) -> Shelf:
    assert isinstance(stack.top, Shelf)
    return stack.top


@pytest.mark.parametrize(
    ("days", "said"), [(0, "heute um 20:15"), (1, "gestern um 20:15"), (5, "vor 5 Tagen")]
)
def test_past_times_are_counted_from_the_time_at_the_table(
    context: Context, days: int, said: str
) -> None:
    context.store.clock = lambda: datetime(2024, 5, 17, 8, 30)
    stamp = datetime(2024, 5, 17, 20, 15) - timedelta(days=days)
    assert Shelf(context).ago(stamp.isoformat()) == said


def test_every_game_with_a_scene_has_a_box(context: Context) -> None:
    stack = headless.stack_of(context)
    assert [box.game for box in shelf(stack).boxes] == list(SHELF)


def test_tapping_a_box_opens_it_and_leads_to_its_setup(context: Context) -> None:
    stack = headless.stack_of(context)
    box = shelf(stack).boxes[0]
    headless.tap(stack, *box.box.center)
    assert shelf(stack).timeline.moving
    headless.wait(stack, 1.5)
    assert isinstance(stack.top, Setup)
    assert stack.top.game == box.game


def test_a_second_tap_skips_the_opening(context: Context) -> None:
    stack = headless.stack_of(context)
    headless.tap(stack, *shelf(stack).boxes[0].box.center)
    stack.on(Intent("press", (5, 5), pointer="mouse"))
    headless.wait(stack, 0.05)
    assert isinstance(stack.top, Setup)


def test_with_reduced_motion_a_box_is_open_at_once(tmp_path: Path) -> None:
    made = headless.context((1280, 720), "de", tmp_path, reduced_motion=True)
    stack = headless.stack_of(made)
    headless.tap(stack, *shelf(stack).boxes[0].box.center)
    assert isinstance(stack.top, Setup)
    made.store.close()


def test_coming_back_the_box_is_closed_again(context: Context) -> None:
    stack = headless.stack_of(context)
    headless.tap(stack, *shelf(stack).boxes[0].box.center)
    headless.wait(stack, 1.5)
    stack.on(ESCAPE)
    assert all(box.opening == 0 for box in shelf(stack).boxes)
    headless.tap(stack, *shelf(stack).boxes[0].box.center)
    headless.wait(stack, 1.5)
    assert isinstance(stack.top, Setup)


def test_language_is_one_touch_away_and_stays(context: Context) -> None:
    stack = headless.stack_of(context)
    press(stack, "DE")
    assert context.texts.language == "en"
    assert "EN" in buttons(stack)
    assert Settings.of(context.store.all_settings()).language == "en"


def test_seating_is_one_touch_away_and_stays(context: Context) -> None:
    stack = headless.stack_of(context)
    press(stack, "couch")
    assert Settings.of(context.store.all_settings()).seating == "table"
    assert "around" in buttons(stack)


def test_leaving_the_table_asks_first(context: Context) -> None:
    stack = headless.stack_of(context)
    stack.on(ESCAPE)
    stack.on(ESCAPE)
    assert stack.running
    stack.on(ESCAPE)
    press(stack, "Verlassen")
    assert not stack.running


def begun(context: Context, *texts: str) -> int:
    match = Match(GAMES["jin_li"], 2)
    for text in texts:
        match.play_text(text)
    return context.store.begin(Series(match), CHAIRS)


def test_the_shelf_offers_to_go_on_with_what_was_begun(context: Context) -> None:
    number = begun(context, "a1-b2@d4")
    stack = headless.stack_of(context)
    press(stack, "Jin Li fortsetzen: Annegret und Ole")
    play = stack.top
    assert isinstance(play, JinLiScene)
    assert play.match.cursor == 2
    assert play.autosave.match_id == number


def test_several_matches_wait_in_a_list(context: Context) -> None:
    begun(context), begun(context, "a1-b2@d4")
    stack = headless.stack_of(context)
    press(stack, "2 offene Partien")
    assert isinstance(stack.top, RunningMatches)
    press(stack, "play")
    assert isinstance(stack.top, JinLiScene)
    assert stack.top.match.cursor == 2


def test_putting_a_match_away_asks_first(context: Context) -> None:
    begun(context)
    stack = headless.stack_of(context, RunningMatches(context))
    rows = [w for w in top(stack).layers[0].targets() if isinstance(w, Button)]
    away = next(w for w in rows if w.icon == "close" and w.look == "plain")
    headless.tap(stack, *away.box.center)
    press(stack, "Behalten")
    assert len(context.store.running()) == 1
    headless.tap(stack, *away.box.center)
    press(stack, "Wegräumen")
    headless.wait(stack, 1.5)
    assert len(context.store.running()) == 1
    stack.on(Intent("press", middle(stack, buttons(stack)["Wegräumen"]), pointer="f"))
    headless.wait(stack, 1.2)
    assert context.store.running() == []


# Set-up -----------------------------------------------------------------------------------------


def setup(stack: Stack) -> Setup:
    assert isinstance(stack.top, Setup)
    return stack.top


def fields(stack: Stack) -> dict[str, Field]:
    found: dict[str, Field] = {}
    for layer in top(stack).layers:
        for widget in layer.children:
            for child in getattr(widget, "children", ()):
                if isinstance(child, Field):
                    found[child.label.text] = child
    return found


def test_setup_shows_every_option_its_default_and_what_newcomers_get(context: Context) -> None:
    for game in SHELF:
        stack = headless.stack_of(context, Setup(context, game))
        shown = fields(stack)
        for option in GAMES[game].info.options:
            label = context.texts.option_label(game, option.key)
            assert label in shown
            usual = context.texts.option_label(game, option.key, option.default)
            assert usual in shown[label].help.text
        defaults = {option.key: option.default for option in GAMES[game].info.options}
        assert setup(stack).options == {**defaults, **SHELF[game].first}


def test_what_is_chosen_is_played(context: Context) -> None:
    stack = headless.stack_of(context, Setup(context, "jin_li"))
    for label, steps in (("Aufstellung", 1), ("Punkte zum Sieg", 1), ("Steine zurückgeben", 1)):
        for _ in range(steps):
            fields(stack)[label].control.activate()
    fields(stack)["Partien in Folge"].control.activate()
    press(stack, "Los geht’s")
    play = stack.top
    assert isinstance(play, JinLiScene)
    assert play.match.options["placement"] == "inset"
    assert play.match.options["target"] == 15
    assert play.match.options["recycle"] is True
    assert play.series.length == 2
    assert [chair.kind for chair in play.chairs] == ["person", "computer"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_setup_tells_apart_the_two_ways_to_deal_pairs(language: str) -> None:
    """What is said below the choice names both as they stand on it."""
    context = headless.context(language=language)
    stack = headless.stack_of(context, Setup(context, "walomino"))
    note = fields(stack)[context.texts.option_label("walomino", "draft")].help.text
    for value in ("quick", "deal"):
        assert context.texts.option_label("walomino", "draft", value) in note
    stack.close()


def test_setup_remembers_the_last_choices(context: Context) -> None:
    stack = headless.stack_of(context, Setup(context, "jin_li"))
    setup(stack).places[1].kind = "person"
    setup(stack).places[1].name = "Ole"
    fields(stack)["Punkte zum Sieg"].control.activate()
    press(stack, "Los geht’s")
    again = Setup(context, "jin_li")
    headless.stack_of(context, again)
    assert again.options["target"] == 15
    assert [(c.kind, c.name) for c in again.chairs] == [("person", "Person 1"), ("person", "Ole")]


def test_choices_kept_by_an_older_table_do_no_harm(context: Context) -> None:
    context.store.set(**{"setup jin_li": {"options": {"target": 11, "old": 1}, "length": 7}})
    made = Setup(context, "jin_li")
    headless.stack_of(context, made)
    assert made.options["target"] == 10
    assert made.length == 1


def test_computers_of_one_level_are_told_apart_by_name_and_keep_their_level(
    context: Context,
) -> None:
    stack = headless.stack_of(context, Setup(context, "domi_jongg"))
    setup(stack).seat(4)
    for place in setup(stack).places[1:]:
        place.kind, place.level = "computer", "neighbour"
    setup(stack).rebuild()
    expected = ["Person 1", "Assam", "Sencha", "Chai"]
    assert [chair.name for chair in setup(stack).chairs] == expected
    rows = [w for w in top(stack).scrolled.children if isinstance(w, SeatRow)]  # type: ignore[union-attr]
    assert [row.label.text for row in rows] == ["Platz 1", *expected[1:]]
    assert {chair.level for chair in setup(stack).chairs[1:]} == {"neighbour"}


def test_setup_tells_who_begins_and_in_which_colour(context: Context) -> None:
    told = "Das Los entscheidet, wer beginnt."
    for game, key, value, begins, first in (
        ("jin_li", "start", "red", "Person 1 beginnt.", VERMILION),
        ("jin_li", "start", "yellow", "Person 1 beginnt.", GOLD),
        ("jin_li", "start", "random", "Person 1 beginnt.", UNKNOWN),
        ("domi_jongg", "dealer", "roll", told, COLORS[0]),
        ("domi_jongg", "dealer", 0, "Assam beginnt.", COLORS[0]),
        ("ping_pao", "start", "die", told, WALONG["y"]),
        # before that the other one chooses accent tiles (SK-3)
        ("skud_pai_sho", "accents", "each_chooses", "Person 1 pflanzt die erste Blume.", SKUD[0]),
    ):
        stack = headless.stack_of(context, Setup(context, game))
        setup(stack)._take(key, value)
        children = top(stack).scrolled.children  # type: ignore[union-attr]
        assert begins in [w.text for w in children if isinstance(w, Label)], (game, value)
        row = next(w for w in children if isinstance(w, SeatRow))
        x, y = row.label.box.x - SeatRow.SIGN + 10, row.label.box.center[1]
        scale = context.scale
        seen = headless.picture(stack).get_at((round(x * scale), round(y * scale)))[:3]
        assert seen == pytest.approx(first[:3], abs=8), (game, value)


@pytest.mark.parametrize("seats", range(2, 7))
def test_dj_11_one_game_that_takes_as_long_as_the_box_says_is_the_default(
    context: Context, seats: int
) -> None:
    stack = headless.stack_of(context, Setup(context, "domi_jongg"))
    setup(stack)._take_count(seats)
    control = fields(stack)["Partien in Folge"].control
    assert isinstance(control, Choice)
    assert control.value == 1
    assert setup(stack).lasting(["domi_jongg"]) in fields(stack)["Partien in Folge"].help.text
    assert f"Runde: {seats}" in dict(control.values).values()
    setup(stack)._take_length(ROUND)
    told = fields(stack)["Partien in Folge"].help.text
    assert setup(stack).lasting(["domi_jongg"] * seats) in told
    press(stack, "Los geht’s")
    assert isinstance(stack.top, PlayScene)
    assert stack.top.series.length == seats


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_game_of_domi_jongg_takes_as_long_as_its_box_says(seats: int) -> None:
    """With twenty seconds a turn: to find a tile, to lay it, and to hand on."""
    turns, games, rng = 0, 6, random.Random(1)
    for seed in range(games):
        match = Match(GAMES["domi_jongg"], seats, seed=seed)
        match.settle()
        while (seat := match.actor) is not None:
            view = match.game.observation(match.state, seat)
            match.play(choose(match.game, view, seat, GENTLE, rng)[0])
        turns += sum(seat != CHANCE for seat, _ in match.turns())
    assert abs(turns / games * 20 / 60 - minutes(["domi_jongg"], seats)) <= 5


def test_only_seats_that_exist_can_deal_first(context: Context) -> None:
    stack = headless.stack_of(context, Setup(context, "domi_jongg"))
    for seats in (2, 4, 6, 3):
        setup(stack)._take_count(seats)
        control = fields(stack)["Erster Spielleiter"].control
        assert isinstance(control, Choice)
        assert [value for value, _ in control.values] == ["roll", *range(seats)]


@pytest.mark.parametrize("game", SHELF)
def test_setup_and_rules_tell_the_same_players_and_minutes(context: Context, game: str) -> None:
    told = facts(context.texts, game)
    stack = headless.stack_of(context, Setup(context, game))
    reader = RulesReader(context, game)
    reader.resize(stack.top.size)
    page = next(w for w in reader.layers[0].children if isinstance(w, ScrollText))
    assert Paragraph(markup.runs(told)) in page.blocks[:2]
    assert told in book_hands.words(top(stack).layers[0])
    readme = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
    name = context.texts.t(f"{game}.name")
    line = next(line for line in readme.splitlines() if f"**{name}**" in line)
    _, _, players, taken, *_ = (cell.strip() for cell in line.split("|"))
    low, high = GAMES[game].info.seats
    fewest, most = minutes([game], low), minutes([game], high)
    assert players == (f"{low}–{high}" if low < high else str(low))
    assert taken == (f"{fewest}–{most}" if fewest < most else str(fewest))


def test_what_games_take_adds_up(context: Context) -> None:
    """In an evening every game says its minutes, and so do several games in a row."""
    evening = EveningSetup(context)
    headless.stack_of(context, evening)
    for count in range(2, 7):
        evening._take_count(count)
        each = [minutes([game], count) for game in evening.programme]
        assert minutes(evening.programme, count) == sum(each)
    for game in SHELF:
        scene = Setup(context, game)
        headless.stack_of(context, scene)
        scene._take_length(2)
        one = minutes([game], len(scene.places))
        assert scene.lasting([game] * 2) == scene.lasting([game]).replace(str(one), str(2 * one))


def test_drawing_seats_keeps_the_company(context: Context) -> None:
    stack = headless.stack_of(context, Setup(context, "jin_li"))
    before = sorted(chair.name for chair in setup(stack).chairs)
    for _ in range(8):
        press(stack, "Plätze losen")
        assert sorted(chair.name for chair in setup(stack).chairs) == before


def test_a_name_is_written_on_the_screen(context: Context) -> None:
    stack = headless.stack_of(context, Setup(context, "jin_li"))
    place = setup(stack).places[0]
    field = next(w for w in top(stack).layers[0].targets() if getattr(w, "value", "") == "Person 1")
    headless.tap(stack, *field.box.center)
    assert isinstance(stack.top, NameEntry)
    for _ in "Person 1":
        press(stack, "backspace")
    for letter in "Ute":
        press(stack, letter)
    press(stack, "Fertig")
    assert place.name == "Ute"
    assert place.profile == context.store.profiles()[0].id


def test_a_name_is_written_on_a_keyboard(context: Context) -> None:
    stack = headless.stack_of(context, Setup(context, "jin_li"))
    place = setup(stack).places[0]
    field = next(w for w in top(stack).layers[0].targets() if getattr(w, "value", "") == "Person 1")
    headless.tap(stack, *field.box.center)
    assert stack.top.typing  # type: ignore[attr-defined]
    keys(stack, *(Intent("text", source="keys", name=c) for c in "Ole "), ENTER)
    assert isinstance(stack.top, Setup)
    assert place.name == "Ole"


def test_an_empty_name_changes_nothing(context: Context) -> None:
    told: list[str] = []
    stack = headless.stack_of(
        context, Setup(context, "jin_li"), NameEntry(context, "", lambda n, p: told.append(n))
    )
    keys(stack, Intent("text", source="keys", name=" "), ENTER)
    assert told == []
    assert isinstance(stack.top, Setup)


def test_known_people_are_one_touch_away(context: Context) -> None:
    profile = context.store.add_profile("Käthe")
    told: list[tuple[str, int | None]] = []
    entry = NameEntry(context, "", lambda name, number: told.append((name, number)))
    stack = headless.stack_of(context, entry)
    press(stack, "Käthe")
    assert told == [("Käthe", profile.id)]


def test_the_garden_of_the_day_is_one_touch_away(context: Context) -> None:
    stack = headless.stack_of(context)
    press(stack, context.texts.t("menu.shelf.day"))
    scene = top(stack)
    assert isinstance(scene, Setup)
    assert scene.game == "solitaire_pai_sho"
    assert scene.deal is not None
    assert scene.deal.seed() == number_of_day(context.store.today())


def test_from_the_shelf_into_a_match_with_keys_alone(context: Context) -> None:
    stack = headless.stack_of(context)
    keys(stack, TAB)
    scene = shelf(stack)
    while scene.focus.current is not scene.boxes[0]:
        keys(stack, TAB)
    keys(stack, ENTER)
    headless.wait(stack, 1.5)
    start = buttons(stack)["Los geht’s"]
    keys(stack, TAB)
    while top(stack).focus.current is not start:
        keys(stack, TAB)
    keys(stack, ENTER)
    assert isinstance(stack.top, PlayScene)


# Settings ---------------------------------------------------------------------------------------


def test_every_setting_is_shown_once() -> None:
    shown = [key for keys in SECTIONS.values() for key in keys]
    assert sorted(shown) == sorted(VALUES)


@pytest.mark.parametrize("key", sorted(VALUES))
def test_a_setting_is_changed_at_once_and_for_good(context: Context, key: str) -> None:
    stack = headless.stack_of(context, SettingsScene(context))
    before = getattr(context.settings, key)
    field = fields(stack)[context.texts.t(f"settings.{key}.label")]
    if not field.control.steer((1, 0)):
        assert field.control.steer((-1, 0))
    after = getattr(context.settings, key)
    assert after != before
    assert getattr(Settings.of(context.store.all_settings()), key) == after


def test_another_language_is_spoken_at_once(context: Context) -> None:
    stack = headless.stack_of(context, SettingsScene(context))
    fields(stack)["Sprache"].control.steer((-1, 0))
    assert "Language" in fields(stack)


def test_a_language_asked_for_at_the_start_is_spoken_until_another_one_is_chosen(
    tmp_path: Path,
) -> None:
    opened = opening.gather(tmp_path, "de", None)
    assert opened.settings.language == opened.texts.language == "de"
    change(opened, "hints", False)
    assert opened.texts.language == "de"
    stack = headless.stack_of(opened, Shelf(opened))
    press(stack, "DE")
    assert opened.texts.language == "en"
    opened.ai_worker.close()
    opened.store.close()


def test_sound_that_was_off_when_the_table_opened_is_heard_once_it_is_switched_on(
    tmp_path: Path,
) -> None:
    closed = headless.context(folder=tmp_path, sound=False)
    closed.store.set(**asdict(closed.settings))
    closed.store.close()
    opened = opening.gather(tmp_path, None, None)
    assert opened.sound.volume == 0
    change(opened, "sound", True)
    assert opened.sound.volume > 0
    opened.store.close()


def test_larger_text_makes_the_page_longer(context: Context) -> None:
    stack = headless.stack_of(context, SettingsScene(context))
    before = fields(stack)["Sprache"].box.h
    fields(stack)["Schriftgröße"].control.steer((1, 0))
    assert fields(stack)["Sprache"].box.h > before


# During and after a match -----------------------------------------------------------------------


def playing(context: Context, *texts: str, length: int = 1) -> tuple[Stack, JinLiScene]:
    match = Match(GAMES["jin_li"], 2, {"target": 10})
    for text in texts:
        match.play_text(text)
    play = JinLiScene(context, Series(match, length), CHAIRS)
    return headless.stack_of(context, play), play


def test_the_menu_takes_back_in_sight_of_the_match(context: Context) -> None:
    stack, play = playing(context, "a1-b2", "@d4")
    keys(stack, Intent("menu"))
    assert isinstance(stack.top, Pause)
    press(stack, "Zurücknehmen")
    assert stack.top is play
    assert play.match.cursor < 2


def test_menu_and_escape_go_back_to_the_match(context: Context) -> None:
    stack, play = playing(context)
    for intent in (Intent("menu"), ESCAPE):
        keys(stack, Intent("menu"))
        assert isinstance(stack.top, Pause)
        keys(stack, intent)
        assert stack.top is play


@pytest.mark.parametrize("route", [
    to.ToSettings(), to.ToHelp(), to.ToRules("jin_li"), to.ToSetup("jin_li"), to.ToRunning(),
])  # fmt: skip
def test_the_key_of_the_menu_leads_back_from_every_page(context: Context, route: Any) -> None:
    stack = headless.stack_of(context)
    shelf = stack.top
    stack.change(Push(route))
    headless.picture(stack)
    keys(stack, Intent("menu"))
    assert stack.top is shelf


@pytest.mark.usefixtures("nothing_painted")
@pytest.mark.parametrize("pixels", [(1280, 720), (1920, 1080)])
def test_settings_at_rest_make_no_picture_again(
    context: Context, pixels: tuple[int, int]
) -> None:
    """What the designs are painted from must not drive the painted ones out."""
    pygame.display.set_mode(pixels)
    context.fit(pixels)
    headless.forget_pictures()
    shown = headless.stack_of(context)
    shown.change(Push(to.ToSettings()))
    for _ in range(2):
        headless.picture(shown)
    made = SpriteCache._clock
    headless.picture(shown)
    assert SpriteCache._clock == made


@pytest.mark.usefixtures("nothing_painted")
def test_settings_open_before_what_is_out_of_sight_is_painted(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted = list[str]()

    def specimens(canvas: Canvas, box: Box) -> None:
        canvas.fill(box, (9, 9, 9))
        painted.append("pieces")

    monkeypatch.setitem(PICTURES, "pieces", specimens)
    headless.forget_pictures()
    stack = headless.stack_of(context)
    stack.change(Push(to.ToSettings()))
    headless.picture(stack)
    assert not painted
    headless.wait(stack, 3.0)
    assert painted, "they are painted while the page is looked at"
    made = len(painted)
    rows = next(w for w in top(stack).layers[0].children if isinstance(w, List))
    fields = [row for row in rows.children if isinstance(row, Field)]
    rows.reveal(next(row.control for row in fields if isinstance(row.control, PictureChoice)))
    for _ in range(60):
        stack.update(headless.FRAME)
        headless.picture(stack)
    assert len(painted) == made


def test_rules_settings_and_help_lose_nothing(context: Context) -> None:
    stack, play = playing(context, "a1-b2@d4")
    for name, kind in (("Spielregeln", RulesReader), ("Einstellungen", SettingsScene),
                       ("Bedienung", Help)):  # fmt: skip
        keys(stack, Intent("menu"))
        press(stack, name)
        assert isinstance(stack.top, kind)
        keys(stack, ESCAPE, ESCAPE)
        assert stack.top is play
    assert play.match.cursor == 2


def test_starting_anew_asks_and_keeps_the_match(context: Context) -> None:
    stack, _ = playing(context, "a1-b2@d4")
    keys(stack, Intent("menu"))
    press(stack, "Neu beginnen")
    press(stack, "Neu beginnen")
    assert isinstance(stack.top, Setup)
    assert len(context.store.running()) == 1


def test_what_luck_did_before_anybody_moved_is_not_told_as_played(context: Context) -> None:
    match = Match(GAMES["domi_jongg"], 2)
    assert match.cursor > 10
    context.store.begin(Series(match), CHAIRS)
    stack = headless.stack_of(context, RunningMatches(context))
    (entry,) = top(stack).scrolled.children  # type: ignore[union-attr]
    facts = entry.children[0].children[-1].text  # type: ignore[union-attr]
    assert "1 Minute gespielt" in facts
    assert str(match.cursor) not in facts


def test_going_home_keeps_the_match(context: Context) -> None:
    stack, _ = playing(context, "a1-b2@d4")
    keys(stack, Intent("menu"))
    press(stack, "Zurück zu den Spielen")
    assert isinstance(stack.top, Shelf)
    assert context.store.running()[0].steps == 2


def finished(
    context: Context, length: int = 1, awake: bool = True
) -> tuple[Stack, JinLiScene]:
    """A match played to its end by whoever gains most."""
    match = Match(GAMES["jin_li"], 2)
    game = match.game
    while match.outcome is None:
        seat = match.actor or 0
        match.play(
            max(game.moves(match.state),
                key=lambda m, s=seat: game.scores(game.apply(match.state, m))[s])  # type: ignore[misc]
        )  # fmt: skip
    play = JinLiScene(context, Series(match, length), CHAIRS)
    stack = headless.stack_of(context, play, Results(context, play))
    headless.wait(stack, ASLEEP if awake else 0.0)
    return stack, play


def test_a_sheet_leaves_room_for_every_line_of_its_title(context: Context) -> None:
    scene = SettingsScene(context)
    scene.resize(context.size)
    title = "Annegret und Computer (Großmeister) gewinnen gemeinsam!"
    tops = []
    for name in ("Ole gewinnt!", title):
        panel, head, *_, rows = list_sheet(scene, name, [Label("Ole")], 0, width=900)
        assert isinstance(rows, List)
        assert panel.box.y < head.box.y
        assert head.box.bottom < rows.box.y
        assert rows.most == 0, "nothing has to be scrolled"
        tops.append(rows.box.y - panel.box.y)
    assert tops[0] < tops[1]


@pytest.mark.parametrize("pixels", [(1280, 720), (800, 600), (600, 1000)])
@pytest.mark.parametrize("game", ["jin_li", "solitaire_pai_sho"])
def test_results_lie_beside_the_board_or_below_it(game: str, pixels: tuple[int, int]) -> None:
    context = headless.context(pixels, "de")
    match = played_out(game, GAMES[game].info.seats[0], options={})
    play = play_scene(game)(context, Series(match), CHAIRS[: match.seats])
    stack = headless.stack_of(context, play, Results(context, play))
    sheet = top(stack).layers[0].children[0].box
    board, whole = play.board_box, Box(0, 0, *context.size)
    assert board.right <= sheet.x or board.bottom <= sheet.y or sheet.right <= board.x
    for button in buttons(stack).values():
        assert sheet.has(button.box.center)
        assert whole.has(button.box.center, -button.box.h / 2)
    stack.on(Intent("cancel", source="keys"))
    assert (stack.top, play.size) == (play, context.size)
    assert play.controls.layer.visible
    context.ai_worker.close()
    context.store.close()


def test_results_cannot_be_hit_by_a_tap_that_was_meant_for_the_board(context: Context) -> None:
    stack, _ = finished(context, awake=False)
    sheet = top(stack)
    press(stack, "Noch einmal")
    assert stack.top is sheet
    stack.on(Intent("confirm", source="keys"))
    at = middle(stack, buttons(stack)["Noch einmal"])
    stack.on(Intent("press", at, pointer="one"))
    headless.wait(stack, ASLEEP)
    for kind in ("release", "tap"):
        stack.on(Intent(kind, at, pointer="one"))
    assert stack.top is sheet, "pressed before anything could be hit"
    press(stack, "Noch einmal")
    assert stack.top is not sheet


def test_results_that_were_put_away_come_back(context: Context) -> None:
    stack, play = finished(context)
    press(stack, "close")
    assert stack.top is play
    play.show_buttons(True)
    headless.wait(stack, 0.1)
    corner = play.controls.buttons["hint"]
    assert (corner.icon, corner.enabled) == ("trophy", True)
    headless.tap(stack, *play.controls.layer.frame.out(corner.box.center))
    assert isinstance(stack.top, Results)
    headless.wait(stack, ASLEEP)
    press(stack, "close")
    keys(stack, Intent("menu"))
    press(stack, "Ergebnis zeigen")
    headless.wait(stack, 3.0)
    assert isinstance(stack.top, Results)
    headless.wait(stack, ASLEEP)
    press(stack, "close")
    assert stack.top is play, "they came twice"


def test_the_score_is_explained_to_the_last_point(context: Context) -> None:
    stack, play = finished(context)
    scores = play.game.scores(play.match.state)
    for seat in range(2):
        lines = [line for line in play.match.score_lines() if line.seat == seat]
        assert sum(line.points for line in lines) == scores[seat]
    assert isinstance(stack.top, Results)


def test_once_more_moves_the_seats_by_one(context: Context) -> None:
    stack, play = finished(context)
    press(stack, "Noch einmal")
    again = stack.top
    assert isinstance(again, JinLiScene)
    assert again is not play
    assert again.match.cursor == 0
    assert [chair.name for chair in again.chairs] == ["Ole", "Annegret"]


def test_in_a_series_the_next_game_follows(context: Context) -> None:
    stack, play = finished(context, length=3)
    assert "Noch einmal" not in buttons(stack)
    press(stack, "Nächste Partie")
    assert stack.top is play
    assert len(play.series.games) == 2
    assert play.match.cursor == 0


def test_the_board_can_be_looked_at(context: Context) -> None:
    stack, play = finished(context)
    press(stack, "close")
    assert stack.top is play


def test_playing_differently_leads_to_setup(context: Context) -> None:
    stack, _ = finished(context)
    press(stack, "Anders spielen")
    assert isinstance(stack.top, Setup)


# Everywhere -------------------------------------------------------------------------------------


def test_escape_leads_home_from_everywhere(context: Context) -> None:
    for scene in (Setup(context, "jin_li"), SettingsScene(context), RunningMatches(context),
                  RulesReader(context, "jin_li"), Help(context)):  # fmt: skip
        stack = headless.stack_of(context, scene)
        keys(stack, ESCAPE)
        assert isinstance(stack.top, Shelf)


def test_notices_are_told_once(context: Context) -> None:
    context.notices.append("Die Partien liegen beiseite.")
    stack = headless.stack_of(context)
    assert top(stack).toasts.texts == ("Die Partien liegen beiseite.",)
    assert context.notices == []


def test_a_match_tells_every_notice_also_one_that_comes_while_others_are_told(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(Tray, "say", lambda tray, text, *_: tray.seat or said.append(text))
    added = ["first"]

    class Hurried(list[str]):
        """Another thread writes as soon as all have been read."""

        def __iter__(self) -> Iterator[str]:
            yield from super().__iter__()
            added.append("late")
            self.append("late")

    match = Match(GAMES["jin_li"], 2)
    play = play_scene("jin_li")(context, Series(match), (Chair("person", "Anna"),) * 2)
    stack = headless.stack_of(context, play)
    context.notices = Hurried(added)
    stack.update(0.1)
    assert said == added


def test_a_dialog_keeps_its_question_through_a_change_of_size(context: Context) -> None:
    stack = headless.stack_of(context)
    keys(stack, ESCAPE)
    context.fit((1080, 1920))
    stack.resize((1920, 1080))
    press(stack, "Verlassen")
    assert not stack.running


def test_layers_let_go_of_fingers_when_the_scene_is_covered(context: Context) -> None:
    stack = headless.stack_of(context)
    box = shelf(stack).boxes[0]
    stack.on(Intent("press", box.box.center, pointer="one"))
    layer: Layer = top(stack).layers[0]
    top(stack).pause()
    assert not box.pressed
    assert not layer.on(Intent("release", box.box.center, pointer="one"))


def test_what_a_finger_does_after_the_scene_has_changed_is_nobodys(context: Context) -> None:
    stack, play = finished(context)
    spot = middle(stack, buttons(stack)["close"])
    before = play.match.cursor
    for kind in ("press", "release", "tap", "drag"):
        stack.on(Intent(kind, spot, pointer="one", moved=True))
    assert stack.top is play
    assert play.match.cursor == before
    stack.on(Intent("press", (5, 5), pointer="one"))


def test_what_does_something_is_heard_and_nothing_else(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    monkeypatch.setattr(context.sound, "play", lambda cue, *rest: heard.append(cue))
    stack = headless.stack_of(context, SettingsScene(context))
    headless.tap(stack, 20, 540)
    assert heard == []
    headless.tap(stack, *fields(stack)["Vollbild"].control.box.center)
    assert heard == ["button"]
    press(stack, "close")
    assert heard == ["button", "button"]


@pytest.mark.parametrize("game", SHELF)
def test_rules_opened_at_a_rule_begin_with_a_whole_line(context: Context, game: str) -> None:
    context.fit((800, 600))
    stack = headless.stack_of(context, Shelf(context), RulesReader(context, game))
    headless.picture(stack)
    text = next(w for w in top(stack).layers[0].children if isinstance(w, ScrollText))
    assert text.sheet.marks
    for mark, at in text.sheet.marks.items():
        text.show_mark(mark)
        assert text.offset <= at < text.offset + text.box.h, mark
        if text.offset < text.most:
            cut = [p.text for p in text.sheet.pieces if p.y < text.offset < p.y + p.size]
            assert not cut, (mark, cut)


def test_a_title_a_little_too_long_is_written_smaller_in_one_line() -> None:
    metrics = TextMetrics()
    size, room, high = _title(metrics, "Solitaire Pai Sho: lessons and puzzles", 1100, TITLE)
    assert 0.85 * TITLE <= size < TITLE
    assert metrics.width("Solitaire Pai Sho: lessons and puzzles", size, "serif") < room
    assert high < 2 * size


def test_a_matched_computer_is_the_skill_that_suits_and_stays_matched(context: Context) -> None:
    store = context.store
    ada = store.add_profile("Ada")
    chairs = [asdict(Chair("person", "Ada", profile=ada.id)),
              {**asdict(Chair("computer", "Assam", "neighbour")), "level": MATCHED}]  # fmt: skip
    store.set(**{"setup jin_li": {"chairs": chairs}})

    def opened() -> Setup:
        setup = Setup(context, "jin_li")
        setup.enter()
        return setup

    assert opened().chairs[1].level == GENTLE.id
    finish(store, *[result(ada, None, game="jin_li") for _ in range(4)])  # beats a regular
    setup = opened()
    assert SKILL[setup.chairs[1].level or ""].rank > SKILL["regular"].rank
    finish(store, *[result(ada, None, game="toy", points=(0, 9)) for _ in range(9)])
    assert opened().chairs == setup.chairs  # other games say nothing
    setup.start()
    assert opened().places[1].level == MATCHED


def shown_of(stack: Stack, kind: type[Widget]) -> list[Any]:
    """The rows of a kind in the list on top."""
    rows = [each for each in top(stack).layers[0].children if isinstance(each, List)]
    return [row for each in rows for row in each.children if isinstance(row, kind)]


@pytest.mark.parametrize(
    ("who", "played", "words"),
    [
        ("guest", 0, "mit deinem Namen folgt es deinen Ergebnissen"),
        ("computer", 0, "mit deinem Namen folgt es deinen Ergebnissen"),
        ("Ada", 0, "beginnt so und folgt deinen Ergebnissen"),
        ("Ada", 3, "beide gewinnen etwa gleich oft"),
    ],
)  # fmt: skip
def test_a_matched_computer_claims_no_more_than_is_known(
    context: Context, who: str, played: int, words: str
) -> None:
    """Neither for guests and computers alone, nor before there are results."""
    store = context.store
    ada = store.add_profile("Ada")
    finish(store, *[result(ada, None, game="jin_li") for _ in range(played)])
    first = (Chair("computer", "Assam", "neighbour") if who == "computer"
             else Chair("person", who, profile=ada.id if who == "Ada" else None))  # fmt: skip
    second = Chair("computer", "Kamille", "neighbour")
    store.set(**{"setup jin_li": {"chairs": [asdict(first), asdict(second)]}})
    stack = headless.stack_of(context)
    stack.change(Push(to.ToSetup("jin_li")))
    choice = shown_of(stack, SeatRow)[1]._second
    left = choice.box.x + 20, choice.box.center[1]
    for _ in range(len(choice.values)):
        for kind in ("press", "release", "tap"):
            stack.on(Intent(kind, left, pointer="mouse"))
        if choice.value == MATCHED:
            break
    assert dict(choice.values)[MATCHED].split("\n")[1] == words


def test_set_up_calls_nothing_usual_that_it_does_not_preselect(context: Context) -> None:
    stack = headless.stack_of(context)
    for game in SHELF:
        stack.change(Push(to.ToSetup(game)))
        setup: Any = top(stack)
        notes = "\n".join(row.help.text for row in shown_of(stack, Field))
        for option in GAMES[game].info.options:
            value = context.texts.option_label(game, option.key, option.default)
            if setup.options[option.key] != option.default:
                assert f"Üblich: {value}" not in notes
                assert f"In der Anleitung: {value}" in notes


def test_words_beside_a_box_fade_into_the_wood_they_lie_on(tmp_path: Path) -> None:
    context = headless.context((1280, 720), "de", tmp_path, text_size="largest")
    stack = headless.stack_of(context, Setup(context, "jin_li"))
    headless.wait(stack, 0.6)
    shown = headless.picture(stack)
    wood = pygame.Surface(shown.get_size())
    surfaces.ground(Canvas(wood))
    rows = [each for each in top(stack).layers[0].children if isinstance(each, List)]
    words = next(each for each in rows if each.box.x < 400)
    assert words.most > 0
    x, y = (words.box.x - 4) * context.scale, (words.box.bottom + 4) * context.scale
    seen, bare = (surface.get_at((round(x), round(y))) for surface in (shown, wood))
    assert max(abs(a - b) for a, b in zip(seen, bare, strict=True)) < 4
    context.ai_worker.close()
    context.store.close()
