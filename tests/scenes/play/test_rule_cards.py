"""A rule on paper in the tray of who begins to act: seen, tapped, put away, and told once."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.navigator import play_scene
from game.rules import GAMES, SHELF
from game.rules.core.match import Match, Series
from game.scenes.core.context import Context
from game.scenes.core.routes import ToPause
from game.scenes.core.scene import Pop, Push
from game.scenes.domi_jongg.curtain import Curtain
from game.scenes.home.rules_reader import RulesReader
from game.scenes.home.settings import SettingsScene, change
from game.scenes.play import rule_cards
from game.scenes.play.rule_cards import FIRST, READ, RuleCards
from game.services import cards
from game.services.history import Result
from game.services.people import Chair
from game.services.settings import TEXT_SCALES, Settings
from game.ui.canvas import Canvas
from game.ui.fonts import TextMetrics
from game.ui.frame import Box, Point
from game.ui.intents import Intent
from tests.scenes.table import ANNA, BEN, COMPUTER, Table
from tests.sweep import one_in
from tests.tools import headless

GUEST = Chair("person", "Guest")


class Playing:
    """A match on a table, and what its cards look like."""

    def __init__(
        self, context: Context, game: str = "jin_li", chairs: Any = (ANNA, BEN), steps: int = 0,
        match: int | None = None, options: Any = None,
    ) -> None:  # fmt: skip
        self.context = context
        if match is None:
            played = Match(GAMES[game], len(chairs), options or {}, seed=1)
            series, rng = Series(played), random.Random(1)
            for _ in range(steps):
                played.play(rng.choice(played.game.moves(played.state)))
        else:
            resumed = context.store.resume(match)
            series, chairs = resumed.series, resumed.chairs
        self.scene: Any = play_scene(game)(context, series, chairs, match)
        self.stack = headless.stack_of(context, self.scene)
        self.wait(0.3)

    def wait(self, seconds: float) -> None:
        headless.wait(self.stack, seconds)

    @property
    def seen(self) -> str | None:
        """The id of the card that lies there; its words are really drawn."""
        self.wait(0.02)
        headless.listed(self.stack)
        tray, card = self.scene.rule_cards.tray, self.scene.rule_cards._card
        assert self.scene.rule_cards.layer.visible == (tray is not None)
        return card.id if tray else None

    @property
    def marked(self) -> list[str]:
        """The places that glow."""
        return sorted(mark.place for mark in self.scene.pointers())

    def box(self, widget: str) -> Box:
        layer = self.scene.rule_cards.layer
        box: Box = layer.frame.out_box(getattr(self.scene.rule_cards, widget).box)
        return box

    def tap(self, at: Point, source: Any = "touch") -> None:
        for kind in ("press", "release", "tap"):
            self.stack.on(Intent(kind, at, pointer="touch:0:1", source=source))
        self.wait(0.1)

    def key(self, kind: Any, **values: Any) -> None:
        self.stack.on(Intent(kind, source="keys", **values))

    def act(self) -> None:
        """Play for whoever is asked, until somebody else is."""
        actor = self.scene.match.actor
        while self.scene.match.actor == actor:
            self.scene.play(self.scene.game.moves(self.scene.latest)[0])
            self.scene.finish_motion()
            self.wait(0.1)
        for _ in range(100):
            if not self.scene.moving:
                break
            self.wait(0.2)
        for tray in self.scene.trays:
            tray.hush()

    def close(self) -> None:
        self.stack.close()


@contextmanager
def table(folder: Path | None = None, **settings: Any) -> Iterator[Context]:
    made = headless.context(folder=folder, **{"rule_cards": True, **settings})
    yield made
    made.ai_worker.close()
    made.store.close()


@pytest.fixture(autouse=True)
def prompts_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody has read at once what is to be done."""
    monkeypatch.setattr(rule_cards, "FIRST", 0.0)


@pytest.fixture
def context() -> Iterator[Context]:
    with table() as made:
        yield made


# What is seen ---------------------------------------------------------------------------------


def test_whoever_begins_is_told_a_rule_and_its_places_glow(context: Context) -> None:
    playing = Playing(context)
    assert playing.seen == "JL-3"
    assert playing.marked == ["a1", "g1"]
    assert "Or it leaps over a stone." in playing.scene.rule_cards._words.text
    tray = playing.scene.trays[playing.scene.asked].frame.box
    box = playing.box("_panel")
    assert tray.x <= box.x
    assert box.right <= tray.right
    assert tray.y <= box.y
    assert box.bottom <= tray.bottom


@pytest.mark.parametrize("game", SHELF)
def test_what_is_to_be_done_is_read_before_a_rule_is_told(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first card comes when the prompt has stood in its place for a while."""
    monkeypatch.setattr(rule_cards, "FIRST", FIRST)
    with table(seating="table") as context:
        options = _options(game, most=False)
        one, written = Playing(context, game, crowd(game, most=False), options=options), []
        for _ in range(300):
            headless.listed(one.stack)
            if one.scene.rule_cards.layer.visible:
                break
            written += [tray.words for tray in one.scene.trays if tray.seat == one.scene.asked]
            one.wait(0.1)
        assert one.scene.rule_cards.layer.visible
        assert written[-38:] == 38 * [one.scene.prompt(one.scene.asked)]
        one.close()


@pytest.mark.parametrize("game", ["jin_li", "ping_pao"])
def test_no_card_comes_while_the_view_moves(
    context: Context, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """Nor in the frame in which all of the board is painted as it will be seen at rest."""
    monkeypatch.setattr(rule_cards, "FIRST", 3.0)
    one, due = Playing(context, game), 0
    assert not one.scene.rule_cards.layer.visible
    for value in (1.0, 1.0, -1.0, -1.0) * 20:
        at = one.scene.layout.board.center
        one.stack.on(Intent("wheel", at, pointer="mouse", source="mouse", value=value))
        for _ in range(4):
            one.wait(1 / 60)
            assert not one.scene.rule_cards.layer.visible
            due += not one.scene.rule_cards.waits
    assert due > 60
    while not one.scene.eye.resting:
        one.wait(1 / 60)
        assert not one.scene.rule_cards.layer.visible
    one.wait(2.0)
    assert one.scene.rule_cards.layer.visible
    one.close()


@pytest.mark.parametrize("text_size", TEXT_SCALES)
@pytest.mark.parametrize("game", ["jin_li", "ping_pao"])
def test_a_card_leaves_the_score_to_be_seen(game: str, text_size: str) -> None:
    with table(text_size=text_size) as context:
        playing = Playing(context, game)
        assert playing.seen is not None
        tray = playing.scene.trays[playing.scene.asked]
        surface = pygame.Surface(pygame.display.get_window_size(), pygame.SRCALPHA)
        canvas = Canvas(surface, None, context.scale, context.settings.text_scale)
        tray.draw_score(canvas.within(tray.frame), (tray.head.right, tray.head.y + 28), 44)
        score, card = surface.get_bounding_rect(128), canvas.rect(playing.box("_panel"))
        assert score.h > 10
        assert card.top - score.bottom >= 2
        playing.close()


def test_the_card_is_gone_once_the_person_has_acted(context: Context) -> None:
    playing = Playing(context)
    swim, *_ = playing.scene.game.moves(playing.scene.latest)
    playing.scene.play(swim)
    playing.wait(2)
    assert playing.scene.asked == 0
    assert playing.seen is None
    assert playing.marked == []


def test_everybody_is_told_at_their_own_place_and_one_a_turn(context: Context) -> None:
    playing, heard = Playing(context), list[tuple[int, str | None]]()
    for _ in range(8):
        heard.append((playing.scene.asked, playing.seen))
        playing.act()
    for seat in (0, 1):
        own = [card for who, card in heard if who == seat and card is not None]
        assert own[0] == "JL-3"
        assert len(own) > 1
        assert len(set(own)) == len(own)
    assert [who for who, _ in heard] == [0, 1] * 4


def test_a_card_is_out_of_the_way_while_something_is_in_hand(context: Context) -> None:
    playing = Playing(context)
    koi = next(spot for spot in playing.scene.input.spots())
    playing.tap(koi.center)
    assert playing.scene.input.holding
    assert playing.seen is None
    playing.key("cancel")
    assert not playing.scene.input.holding
    assert playing.seen == "JL-3"


def test_a_refusal_is_read_before_the_card(context: Context) -> None:
    playing = Playing(context)
    tray = playing.scene.trays[0]
    tray.say("No.", "refusal", 2)
    assert playing.seen is None
    playing.wait(2.1)
    assert playing.seen == "JL-3"


def test_undoing_does_not_bring_another_card(context: Context) -> None:
    playing = Playing(context, chairs=(ANNA, COMPUTER))
    assert playing.seen == "JL-3"
    swim, *_ = playing.scene.game.moves(playing.scene.latest)
    playing.scene.play(swim)
    playing.scene.undo()
    assert playing.scene.asked == 0
    assert playing.scene.match.cursor == 0
    assert playing.seen in ("JL-3", None)
    assert cards.told(context.store, playing.scene.rule_cards._who, "jin_li") == ["JL-3"]


def test_computers_are_told_nothing(context: Context) -> None:
    playing = Playing(context, chairs=(COMPUTER, COMPUTER))
    playing.wait(0.2)
    assert playing.seen is None
    assert context.store.get(cards.KEY) is None


def test_what_is_only_shown_tells_nothing(context: Context) -> None:
    """A scene that is not played itself, as in a replay or while the table plays by itself."""
    scene: Any = play_scene("jin_li")(context, Series(Match(GAMES["jin_li"], 2)), (ANNA, BEN))
    scene.resize(context.size)
    scene.resume()
    assert scene.asked == 0
    assert scene.rule_cards.tray is None


@pytest.mark.parametrize("speed", ["quick", "normal"])
def test_a_turn_that_passes_by_itself_leaves_time_to_read(
    speed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rule_cards, "FIRST", FIRST)
    plain = {
        "koi": {"R": ["a1", "a2"], "Y": ["f6", "g7"]},
        "stones": ["b1", "b2", "b3", "a3", "c1", "c2", "c3", "c4", "a4", "b4", "a5", "c5"],
        "hand": {"R": 4, "Y": 4}, "score": {"R": 0, "Y": 0}, "turn": "R", "phase": "move",
    }  # fmt: skip
    game = GAMES["jin_li"]
    match = Match(game, 2, seed=1, start=game.from_plain(plain, {}))
    assert [game.write(move) for move in game.moves(match.state)] == ["--"]
    with table(speed=speed) as context:
        scene: Any = play_scene("jin_li")(context, Series(match), (ANNA, BEN))
        stack, lay = headless.stack_of(context, scene), 0.0
        while match.cursor == 0:
            headless.wait(stack, 0.1)
            lay += 0.1 * scene.rule_cards.layer.visible
        assert scene.rule_cards._card.id == "JL-8"
        assert READ * context.settings.pace - 0.3 < lay < READ * context.settings.pace + 0.3
        stack.close()


# What people do -------------------------------------------------------------------------------


def test_a_tap_opens_the_rule(context: Context) -> None:
    playing = Playing(context)
    playing.tap(playing.box("_words").center)
    reader = playing.stack.top
    assert isinstance(reader, RulesReader)
    assert reader.at == "JL-3"
    playing.key("cancel")
    playing.wait(0.5)
    assert playing.stack.top is playing.scene
    assert playing.seen is None


def test_keys_reach_the_card_and_its_cross(context: Context) -> None:
    playing = Playing(context)
    for widget in ("_open", "_away"):
        for _ in range(30):
            playing.key("focus", value=1)
            if playing.scene.focus.current is getattr(playing.scene.rule_cards, widget):
                break
        assert playing.scene.focus.current is getattr(playing.scene.rule_cards, widget)
    playing.key("confirm")
    assert playing.seen is None
    assert playing.scene.trays[0].message.startswith("Put away.")


@pytest.mark.parametrize("edge", ["bottom", "left", "top", "right"])
def test_at_a_table_the_rule_opens_at_the_edge_of_the_seat(edge: str) -> None:
    with table(seating="table") as context:
        playing = Playing(context, "ping_pao", [GUEST] * 4)
        for _ in range(("bottom", "left", "top", "right").index(edge)):
            playing.act()
        turn = playing.scene.layout.trays[playing.scene.asked].turn
        assert playing.seen == "PP-2"
        playing.tap(playing.box("_words").center)
        reader = playing.stack.top
        assert isinstance(reader, RulesReader)
        assert (reader.turn, reader.at) == (turn, "PP-2")
        playing.close()


def test_whoever_puts_two_away_is_told_no_more_even_after_a_restart(tmp_path: Path) -> None:
    with table(tmp_path) as context:
        playing = Playing(context, chairs=(GUEST, GUEST))
        number = playing.scene.match_id
        playing.tap(playing.box("_away").center)
        assert playing.seen is None
        assert playing.scene.trays[0].message.startswith("Put away.")
        playing.act()
        assert playing.scene.asked == 1
        assert playing.seen == "JL-3", "the other place is not muted"
        playing.act()
        assert playing.scene.asked == 0
        assert playing.seen in ("JL-4", "JL-5")
        playing.tap(playing.box("_away").center)
        assert playing.scene.trays[0].message.startswith("No more rules")
        for _ in range(6):
            playing.act()
            assert playing.scene.asked == 1 or playing.seen is None
        playing.close()
    with table(tmp_path) as context:
        playing, seen = Playing(context, match=number), dict[int, list[str | None]]({0: [], 1: []})
        for _ in range(8):
            seen[playing.scene.asked].append(playing.seen)
            playing.act()
        assert seen[0] == [None] * 4
        assert any(seen[1])
        playing.close()


def test_the_table_can_be_muted(context: Context) -> None:
    playing = Playing(context)
    assert playing.seen == "JL-3"
    context.take(context.settings.changed(rule_cards=False))
    assert playing.seen is None
    assert playing.marked == []
    playing.act()
    assert playing.seen is None
    assert cards.told(context.store, f"match {playing.scene.match_id} 1", "jin_li") == []


def test_a_muted_table_stays_so_and_what_was_told_stays_too(tmp_path: Path) -> None:
    """Settings and what was told are kept in the same place, under names of their own."""
    with table(tmp_path) as context:
        anna = context.store.add_profile("Anna")
        chairs = Chair("person", "Anna", profile=anna.id), GUEST
        playing = Playing(context, chairs=chairs)
        assert playing.seen == "JL-3"
        change(context, "rule_cards", False)
        assert playing.seen is None
        playing.close()
    with table(tmp_path) as context:
        context.take(Settings.of(context.store.all_settings()))
        playing = Playing(context, chairs=chairs)
        assert playing.seen is None
        change(context, "rule_cards", True)
        assert cards.told(context.store, f"person {anna.id}", "jin_li") == ["JL-3"]
        playing.close()


# Who is told ----------------------------------------------------------------------------------


def test_nobody_is_told_twice_in_another_match_but_somebody_else_is(context: Context) -> None:
    anna, ben = (context.store.add_profile(name) for name in ("Anna", "Ben"))
    one, other = (Chair("person", each.name, profile=each.id) for each in (anna, ben))
    playing = Playing(context, chairs=(one, GUEST))
    assert playing.seen == "JL-3"
    playing.close()
    playing = Playing(context, chairs=(one, GUEST))
    assert playing.seen == "JL-5", "the next one"
    playing.close()
    playing = Playing(context, chairs=(other, GUEST))
    assert playing.seen == "JL-3"
    playing.close()
    playing = Playing(context, chairs=(GUEST, one))
    assert playing.seen == "JL-3", "a guest without a page is somebody new"
    playing.close()


def test_whoever_has_finished_a_match_of_a_game_is_told_nothing_of_it(context: Context) -> None:
    anna = context.store.add_profile("Anna")
    chairs = Chair("person", "Anna", profile=anna.id), GUEST
    match, rng = Match(GAMES["jin_li"], 2, seed=1), random.Random(1)
    while match.actor is not None:
        match.play(rng.choice(match.game.moves(match.state)))
    number = context.store.begin(Series(match), chairs)
    context.store.finish(number, Result.of(Series(match), chairs))
    playing = Playing(context, chairs=chairs)
    assert playing.seen is None
    playing.act()
    assert playing.seen == "JL-3", "the other one plays for the first time"
    playing.close()
    playing = Playing(context, "ping_pao", chairs)
    assert playing.seen == "PP-2", "another game is new to both"
    playing.close()


def test_a_match_gone_on_with_goes_on_telling(tmp_path: Path) -> None:
    with table(tmp_path) as context:
        playing = Playing(context, chairs=(GUEST, GUEST))
        number = playing.scene.match_id
        playing.act()
        playing.act()
        assert (second := playing.seen) in ("JL-4", "JL-5")
        playing.close()
    with table(tmp_path) as context:
        playing = Playing(context, match=number)
        assert playing.seen not in ("JL-3", second)
        playing.close()


# Hidden hands ---------------------------------------------------------------------------------


def test_nothing_is_told_before_the_curtain_is_drawn() -> None:
    with table() as context:
        playing = Playing(context, "domi_jongg", [GUEST] * 3, options={"dealer": 0})
        for _ in range(200):
            if playing.stack.top.name == "curtain":
                break
            playing.wait(0.2)
        playing.wait(1)
        assert playing.stack.top.name == "curtain"
        assert playing.scene.rule_cards.tray is None
        assert context.store.get(cards.KEY) is None
        curtain = playing.stack.top
        assert isinstance(curtain, Curtain)
        curtain.tile.activate()
        playing.wait(1)
        assert playing.stack.top is playing.scene
        assert playing.seen is not None
        playing.close()


def test_around_a_table_cards_are_about_nobodys_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    real = cards.facts_of

    def watched(game: str, view: Any, seat: int) -> Any:
        asked.append(view)
        return real(game, view, seat)

    with table(seating="table") as context:
        monkeypatch.setattr(cards, "facts_of", watched)
        playing = Playing(context, "domi_jongg", [GUEST] * 3, options={"dealer": 0})
        for _ in range(200):
            if playing.seen:
                break
            playing.wait(0.2)
        assert playing.seen == "DJ-7"
        view = asked[-1]
        assert {tile for hand in view.hands for tile in hand} == {"??"}
        playing.close()


# How it lies ----------------------------------------------------------------------------------


def crowd(game: str, most: bool) -> list[Chair]:
    low, high = GAMES[game].info.seats
    return [Chair("person", "Annegret")] * (high if most else low)


@pytest.mark.parametrize("text_size", one_in(2, TEXT_SCALES))
@pytest.mark.parametrize("seating", ["couch", "table"])
@pytest.mark.parametrize("pixels", one_in(2, [(800, 600), (1280, 720), (600, 1000), (1920, 1080)]))
@pytest.mark.parametrize("game", SHELF)
def test_every_card_can_be_read_in_every_tray(
    game: str, pixels: tuple[int, int], seating: str, text_size: str
) -> None:
    """In its tray, in both languages, in type of 18 at least and with no word divided at the usual
    size.
    """
    for most in (False, True):
        one = Table(
            game, crowd(game, most), _options(game, most), pixels=pixels, seating=seating,
            text_size=text_size, rule_cards=True,
        )  # fmt: skip
        scene, seats = one.scene, one.match.seats
        layer = scene.rule_cards
        for seat in range(seats):
            tray, facts = scene.trays[seat], cards.facts_of(game, one.match.state, seat)
            for language in ("de", "en"):
                one.context.texts.switch(language)
                for card in cards.cards_of(game):
                    layer._card, layer._facts = card, facts
                    with pytest.MonkeyPatch.context() as patched:
                        patched.setattr(RuleCards, "tray", tray)
                        _check(layer, tray, one.context)
        one.close()


def _options(game: str, most: bool) -> dict[str, Any]:
    chosen = dict(SHELF[game].first)
    if game == "solitaire_pai_sho" and most:
        chosen["mode"] = "cooperative"
    return chosen


def _check(layer: Any, tray: Any, context: Context) -> None:
    layer.follow(0.1)
    assert layer.layer.visible
    words, panel, (wide, high) = layer._words, layer._panel.box, tray.frame.size
    scale = context.settings.text_scale
    told = f"{words.text} {words.size} {words.box} {tray.frame.size}"
    assert 0 <= panel.x < panel.right <= wide, told
    assert 0 <= panel.y < panel.bottom <= high, told
    assert words.size >= 18 or scale > 1, told
    metrics = TextMetrics(scale)
    natural = words.natural(metrics, words.box.w)[1]
    assert panel.y - 1 <= words.box.y <= panel.bottom + 3 - natural, told
    if scale == 1:
        longest = max(metrics.width(word, words.size) for word in words.text.split())
        assert longest <= words.box.w, told


def test_a_card_is_about_its_position_and_goes_when_another_line_has_led_there() -> None:
    context = headless.context(rule_cards=True)
    table = Playing(context, "jin_li", steps=0)
    scene = table.scene
    assert table.seen is not None
    first, *others = scene.game.moves(scene.latest)
    scene.play(first)
    scene.finish_motion()
    while scene.match.actor != 0 or not scene.match.opens_turn(scene.match.cursor):
        table.act()
    cursor, there = scene.match.cursor, table.seen
    assert there is not None
    scene.jump(0)
    scene.play(others[-1])
    scene.finish_motion()
    while scene.match.cursor < cursor:
        scene.play(scene.game.moves(scene.latest)[-1])
        scene.finish_motion()
    assert scene.match.cursor == cursor
    assert table.seen is None


def test_a_card_that_nobody_could_see_has_not_been_told() -> None:
    context = headless.context(rule_cards=True)
    table = Playing(context, "jin_li")
    for tray in table.scene.trays:
        tray.say("The disk is full.", "alarm", 60)
    table.act()
    table.scene.trays[1].say("The disk is full.", "alarm", 60)
    table.wait(0.2)
    assert table.seen is None
    who = table.scene.rule_cards._who
    card = table.scene.rule_cards._card
    assert card is not None
    assert card.id not in cards.told(context.store, who, "jin_li")
    table.scene.trays[1].hush()
    assert table.seen == card.id
    assert card.id in cards.told(context.store, who, "jin_li")


def test_two_taps_on_the_cross_at_once_put_one_card_away() -> None:
    context = headless.context(rule_cards=True)
    table = Playing(context, "jin_li")
    assert table.seen is not None
    who = table.scene.rule_cards._who
    table.scene.rule_cards.put_away()
    table.scene.rule_cards.put_away()
    assert len(cards.told(context.store, who, "jin_li")) == 2


@pytest.mark.parametrize("what", ["text_size", "window"])
def test_a_card_lies_in_its_tray_also_if_that_becomes_another_one_behind_the_menu(
    what: str,
) -> None:
    with table() as context:
        playing = Playing(context)
        playing.wait(READ)
        assert playing.seen is not None
        before = playing.box("_panel")
        playing.scene.go(Push(ToPause(playing.scene)))
        playing.wait(0.1)
        if what == "text_size":
            settings = SettingsScene(context)
            playing.stack.open(settings)
            change(context, "text_size", "largest")
            settings.go(Pop())
        else:
            playing.stack.resize((900, 900))
        playing.wait(0.1)
        assert playing.stack.top.name == "pause", "the match is seen below"
        behind = playing.box("_panel")
        playing.scene.rule_cards.follow(0.0)
        assert behind == playing.box("_panel") != before
        playing.close()


def test_a_card_speaks_the_language_chosen_behind_the_menu_at_once() -> None:
    with table() as context:
        playing = Playing(context)
        playing.wait(READ)
        assert playing.seen is not None
        before = playing.scene.rule_cards._words.text
        playing.scene.go(Push(ToPause(playing.scene)))
        playing.wait(0.1)
        settings = SettingsScene(context)
        playing.stack.open(settings)
        change(context, "language", "de" if context.texts.language == "en" else "en")
        settings.go(Pop())
        playing.wait(0.1)
        assert playing.stack.top.name == "pause", "the match is seen below"
        assert playing.scene.rule_cards._words.text != before
        playing.close()
