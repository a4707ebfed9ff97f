"""Lessons and puzzles at the table: what is asked, what is answered, what is kept."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from game.navigator import Navigator
from game.rules import GAMES
from game.rules.core.protocol import Event, Outcome, play_text
from game.rules.jin_li.state import NUMBER
from game.scenes.core.context import Context
from game.scenes.core.registry import illustrations
from game.scenes.core.routes import ToLevel
from game.scenes.core.stack import TWICE, Stack
from game.scenes.home.setup import Setup
from game.scenes.levels.level_scene import BACK, Levels, LevelScene
from game.scenes.play.pause import Pause
from game.services import levels
from game.services.levels import Level
from game.ui.intents import Intent
from game.ui.layer import Spot
from game.ui.markup import Note, Paragraph
from game.ui.widgets import Button, Picture
from tests.plain_text import plain
from tests.tools import headless

GAME = GAMES["jin_li"]
LESSON = """
kind = "lesson"
title = { en = "First strokes", de = "Erste Züge" }
text = { en = "How koi swim.", de = "Wie Koi schwimmen." }
[setup]
[[step]]
text = { en = "Look at the pond.", de = "Schau auf den Teich." }
places = ["a1"]
[[step]]
text = { en = "Swim to b2.", de = "Schwimm nach b2." }
goal = { kind = "play", turns = ["a1-b2@d4", "a1-b2@d5"] }
wrong = { en = "To b2, please.", de = "Bitte nach b2." }
hint = [{ en = "Tap a1.", de = "Tipp auf a1." }]
reply = ["g7-f6@c5"]
[[step]]
text = { en = "Now to c3.", de = "Jetzt nach c3." }
goal = { kind = "play", turns = ["b2-c3@e3"] }
"""
PUZZLE = """
kind = "puzzle"
difficulty = 2
title = { en = "One point", de = "Ein Punkt" }
text = { en = "Score.", de = "Punkte!" }
turns = 1
goal = { kind = "gain", points = 1 }
solution = ["c3-d4@a1"]
[setup]
moves = ["a1-b2@d1", "g7-f6@a5", "b2-c3@e1", "f6-e5@a6"]
"""


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Level, ...]:
    folder = tmp_path / "levels" / "jin_li"
    folder.mkdir(parents=True)
    (folder / "10_lesson.toml").write_text(LESSON, encoding="utf-8")
    (folder / "20_puzzle.toml").write_text(PUZZLE, encoding="utf-8")
    monkeypatch.setattr(levels, "LEVELS", tmp_path / "levels")
    found, errors = levels.shelf(GAME)
    assert errors == ()
    return found


def started(context: Context, shelf: tuple[Level, ...], number: int) -> tuple[Stack, LevelScene]:
    scene = Navigator(context)(ToLevel(shelf[number], shelf))
    stack = headless.stack_of(context, scene)
    headless.wait(stack, 0.1)
    assert isinstance(scene, LevelScene)
    return stack, scene


def texts(scene: LevelScene) -> list[str]:
    blocks = scene.text.blocks
    return [plain(b.runs) for b in blocks if isinstance(b, Paragraph | Note)]


def press(stack: Stack, scene: LevelScene, name: str) -> None:
    """Press a button of the sheet, once it has been seen."""
    headless.wait(stack, TWICE)
    headless.tap(stack, *next(b for b in buttons(scene) if b.text == name).box.center)
    headless.wait(stack, 0.1)


def buttons(scene: LevelScene) -> list[Button]:
    return [w for layer in scene.layers for w in layer.targets() if isinstance(w, Button)]


def pick(stack: Stack, scene: LevelScene, *places: str) -> None:
    """Tap places of the board and let everything arrive."""
    for place in places:
        point = scene.play.place_at(place)
        assert point is not None
        headless.tap(stack, *point)
        headless.wait(stack, 1.5)


def test_what_is_only_to_read_waits_for_the_reader(
    context: Context, shelf: tuple[Level, ...]
) -> None:
    stack, scene = started(context, shelf, 0)
    assert "Schau auf den Teich." in texts(scene)
    assert not scene.play.offered()
    press(stack, scene, "Weiter")
    assert "Schwimm nach b2." in texts(scene)
    assert scene.play.input.spots() != []


def test_a_lesson_is_played_through(context: Context, shelf: tuple[Level, ...]) -> None:
    stack, scene = started(context, shelf, 0)
    press(stack, scene, "Weiter")
    pick(stack, scene, "a1", "b2", "d5")
    headless.wait(stack, 3)
    assert scene.run.match.cursor == 4
    assert "Genau so!" in texts(scene)
    press(stack, scene, "Weiter")
    pick(stack, scene, "b2", "c3", "e3")
    assert texts(scene)[-2:] == ["Das kannst du jetzt:", "Wie Koi schwimmen."]
    assert context.store.levels("jin_li")["10_lesson"].solved


def marked(scene: LevelScene) -> list[str]:
    return [mark.place for mark in scene.play.pointers()]


def test_a_legal_move_that_is_not_asked_for_is_explained_and_taken_back(
    context: Context, shelf: tuple[Level, ...]
) -> None:
    stack, scene = started(context, shelf, 0)
    press(stack, scene, "Weiter")
    pick(stack, scene, "g1", "f2")
    assert scene.run.match.cursor == 1, "it is seen for a while"
    assert texts(scene)[-1] == "Bitte nach b2."
    headless.wait(stack, BACK)
    assert scene.run.match.cursor == 0
    assert texts(scene)[-1] == "Bitte nach b2. Das ist zurückgenommen."
    pick(stack, scene, "a1", "b2", "e1")
    assert texts(scene)[-1] == "Bitte nach b2."
    headless.wait(stack, BACK)
    assert scene.run.match.cursor == 1, "what was right stays"
    pick(stack, scene, "d4")
    assert not any("Bitte" in text for text in texts(scene))


def test_whoever_does_not_wait_takes_back_with_the_next_touch(
    context: Context, shelf: tuple[Level, ...]
) -> None:
    stack, scene = started(context, shelf, 1)
    begun = scene.run.match.cursor
    pick(stack, scene, "g1", "f2", "a1")
    assert scene.run.match.cursor == begun + 2
    pick(stack, scene, "c3", "d4", "a1")
    assert "Geschafft!" in texts(scene)


def test_the_places_of_a_task_are_marked_until_it_is_done(
    context: Context, shelf: tuple[Level, ...]
) -> None:
    stack, scene = started(context, shelf, 0)
    assert marked(scene) == ["a1"]
    pick(stack, scene, "d4", "a1", "g7")
    assert marked(scene) == ["a1"]
    press(stack, scene, "Weiter")
    assert marked(scene) == []


def test_the_places_are_marked_again_when_a_move_is_taken_back_before_it_has_arrived(
    context: Context, shelf: tuple[Level, ...]
) -> None:
    puzzle = shelf[1]
    stage = replace(puzzle.stages[0], places=("d4",))
    stack, scene = started(context, (replace(puzzle, stages=(stage,)),), 0)
    assert marked(scene) == ["d4"]
    scene.play.play(scene.run.game.read("c3-d4"))
    assert scene.play.moving
    assert marked(scene) == []
    scene.play.undo()
    headless.wait(stack, 1.0)
    assert scene.run.match.cursor == scene.run.begin
    assert marked(scene) == ["d4"]


def test_hints_come_one_by_one_then_the_way_is_shown_and_played(
    context: Context, shelf: tuple[Level, ...]
) -> None:
    stack, scene = started(context, shelf, 0)
    press(stack, scene, "Weiter")
    assert "Tipp auf a1." not in texts(scene)
    press(stack, scene, "Tipp")
    assert "Tipp auf a1." in texts(scene)
    assert scene.play.arrow is None
    stack.on(Intent("command", name="hint", source="keys"))
    assert scene.run.game.write(scene.play.arrow) == "a1-b2"
    assert "Der Pfeil zeigt den Weg." in texts(scene)
    pick(stack, scene, "a1", "b2")
    assert scene.run.game.write(scene.play.arrow) == "@d4"
    press(stack, scene, "Spiel es vor")
    headless.wait(stack, 4)
    assert "So geht es." in texts(scene)
    assert "Genau so!" not in texts(scene)


def test_in_a_task_no_computer_gives_hints(context: Context, shelf: tuple[Level, ...]) -> None:
    stack, scene = started(context, shelf, 1)
    stack.on(Intent("command", name="hint", source="keys"))
    assert not scene.play.computer_player.busy
    assert scene.run.game.write(scene.play.arrow) == "c3-d4"


def hinting(shelf: tuple[Level, ...], hint: str) -> tuple[Level, ...]:
    """The same levels, the puzzle with a hint."""
    stage = replace(shelf[1].stages[0], hints=({"de": hint},))
    return shelf[0], replace(shelf[1], stages=(stage,))


def test_a_hint_after_a_wrong_step_says_that_it_leads_nowhere_and_offers_to_go_back(
    context: Context, shelf: tuple[Level, ...]
) -> None:
    stack, scene = started(context, hinting(shelf, "Beginne mit dem Koi auf c3."), 1)
    begun = scene.run.match.cursor
    press(stack, scene, "Tipp")
    assert texts(scene)[-1] == "Beginne mit dem Koi auf c3."
    pick(stack, scene, "g1", "f2")
    assert "Beginne mit dem Koi auf c3." not in texts(scene)
    stack.on(Intent("command", name="hint", source="keys"))
    assert texts(scene)[-1] == "Hierher führt die Lösung nicht. Am besten zurück zum Anfang."
    press(stack, scene, "Von vorn")
    assert scene.run.match.cursor == begun
    pick(stack, scene, "c3", "d4")
    assert "Beginne mit dem Koi auf c3." not in texts(scene), "that has been done"
    pick(stack, scene, "a1")
    assert "Geschafft!" in texts(scene)
    assert context.store.levels("jin_li")["20_puzzle"].solved


def test_the_solution_of_a_puzzle_is_shown_and_played_after_its_hints(
    context: Context, shelf: tuple[Level, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    stack, scene = started(context, hinting(shelf, "Ein Tipp."), 1)
    press(stack, scene, "Tipp")
    press(stack, scene, "Lösung zeigen")
    assert scene.run.game.write(scene.play.arrow) == "c3-d4"
    heard = list[str]()
    monkeypatch.setattr(context.sound, "play", lambda cue, *_: heard.append(cue))
    press(stack, scene, "Spiel es vor")
    headless.wait(stack, 4)
    assert "So geht es." in texts(scene)
    assert "Geschafft!" not in texts(scene)
    assert "win" not in heard
    assert not context.store.levels("jin_li")["20_puzzle"].solved, "nobody has found it"


def test_who_asks_for_a_solution_twice_is_not_told_that_it_leads_nowhere(
    context: Context, shelf: tuple[Level, ...]
) -> None:
    stack, scene = started(context, hinting(shelf, "Ein Tipp."), 1)
    press(stack, scene, "Tipp")
    press(stack, scene, "Lösung zeigen")
    press(stack, scene, "Spiel es vor")
    press(stack, scene, "Spiel es vor")
    assert "Hierher führt die Lösung nicht. Am besten zurück zum Anfang." not in texts(scene)
    assert "So geht es." in texts(scene)
    assert scene.play.live


def test_a_button_does_nothing_where_what_it_stood_for_is_so_no_longer(
    context: Context, shelf: tuple[Level, ...]
) -> None:
    """Somebody takes a step back, and somebody else presses *Go on* before another frame."""
    stack, scene = started(context, shelf, 0)
    press(stack, scene, "Weiter")
    pick(stack, scene, "a1", "b2", "d5")
    headless.wait(stack, 3)
    go_on = next(b for b in buttons(scene) if b.text == "Weiter").box.center
    stack.on(Intent("command", name="undo", source="keys"))
    headless.tap(stack, *go_on)
    headless.wait(stack, 1)
    assert "Schwimm nach b2." in texts(scene)
    assert scene.run.status == "play"


def test_who_presses_twice_asks_for_one_hint_and_has_nothing_played(
    context: Context, shelf: tuple[Level, ...]
) -> None:
    """*Hint*, *Show the solution* and *Play it* stand in one place."""
    stack, scene = started(context, hinting(shelf, "Ein Tipp."), 1)
    for name in ("Tipp", "Lösung zeigen"):
        press(stack, scene, name)
        sheet, begun = texts(scene), scene.run.match.cursor
        for _ in range(3):
            headless.tap(stack, *next(b for b in buttons(scene) if b.icon == "hint").box.center)
            headless.wait(stack, 0.1)
        assert (texts(scene), scene.run.match.cursor) == (sheet, begun)
    press(stack, scene, "Spiel es vor")
    assert scene.run.match.cursor > begun


def test_who_asks_in_the_middle_of_a_turn_is_helped_at_once(
    context: Context, shelf: tuple[Level, ...]
) -> None:
    stack, scene = started(context, hinting(shelf, "Ein Tipp."), 1)
    scene.play.play(scene.run.game.read("c3-d4"))
    press(stack, scene, "Tipp")
    assert "Der Pfeil zeigt den Weg." in texts(scene)


def test_a_missed_puzzle_says_why_and_is_tried_again(
    context: Context, shelf: tuple[Level, ...]
) -> None:
    stack, scene = started(context, shelf, 1)
    begun = scene.run.match.cursor
    pick(stack, scene, "g1", "f2", "a1")
    assert texts(scene)[-1] == "Gesucht ist ein Punkt."
    assert context.store.levels("jin_li")["20_puzzle"].solved is False
    headless.wait(stack, BACK)
    assert scene.run.match.cursor == begun
    pick(stack, scene, "c3", "d4", "a1")
    assert "Geschafft!" in texts(scene)
    progress = context.store.levels("jin_li")["20_puzzle"]
    assert (progress.solved, progress.tries) == (True, 2)


def test_nothing_is_taken_back_beyond_the_beginning(
    context: Context, shelf: tuple[Level, ...]
) -> None:
    stack, scene = started(context, shelf, 1)
    begun, undo = scene.run.match.cursor, scene.play.controls.buttons["undo"]
    headless.picture(stack)
    assert not undo.enabled
    stack.on(Intent("command", name="undo"))
    assert scene.run.match.cursor == begun > 0
    pick(stack, scene, "c3", "d4")
    headless.picture(stack)
    assert undo.enabled


def test_levels_leave_no_open_match(context: Context, shelf: tuple[Level, ...]) -> None:
    stack, scene = started(context, shelf, 1)
    pick(stack, scene, "c3", "d4", "a1")
    assert context.store.running() == []


def test_a_level_is_played_with_keys_alone(context: Context, shelf: tuple[Level, ...]) -> None:
    stack, scene = started(context, shelf, 0)
    tab, enter = Intent("focus", value=1, source="keys"), Intent("confirm", source="keys")
    go_on = next(w for w in scene.layers[0].targets() if isinstance(w, Button))
    stack.on(tab)
    while scene.focus.current is not go_on:
        stack.on(tab)
    stack.on(enter)
    assert scene.run.number == 1


def test_the_board_of_a_level_is_played_with_keys(
    context: Context, shelf: tuple[Level, ...]
) -> None:
    stack, scene = started(context, shelf, 1)
    tab, enter = Intent("focus", value=1, source="keys"), Intent("confirm", source="keys")
    goals = set()
    for place in ("c3", "d4", "a1"):
        headless.wait(stack, 1.5)
        wanted = NUMBER[place]
        stack.on(tab)
        while not isinstance(scene.focus.current, Spot) or scene.focus.current.key != wanted:
            stack.on(tab)
        stack.on(enter)
        goals.add(len(scene.play.stops()))
    headless.wait(stack, 1.5)
    assert "Geschafft!" in texts(scene)
    assert max(goals) < 49, "keys lead only to where something can be done"


def test_tiles_explain_themselves_in_a_level(context: Context, shelf: tuple[Level, ...]) -> None:
    stack, scene = started(context, shelf, 0)
    stack.on(Intent("command", name="explain", source="keys"))
    seen = set()
    for _ in range(4):
        stack.on(Intent("focus", value=1, source="keys"))
        assert scene.play.card.shown is not None
        seen.add(scene.play.card.shown.title)
    assert seen == {"Roter Koi", "Gelber Koi", "10 Steine in der Hand"}
    headless.picture(stack)
    stack.on(Intent("cancel", source="keys"))
    assert scene.play.card.shown is None
    assert stack.top is scene


def test_a_tap_beside_the_board_closes_the_card_of_a_tile_and_does_no_more(
    context: Context, shelf: tuple[Level, ...]
) -> None:
    stack, scene = started(context, shelf, 0)
    for _ in range(2):
        stack.on(Intent("command", name="explain", source="keys"))
        assert scene.play.card.shown is not None
        press(stack, scene, "Weiter")
        assert scene.play.card.shown is None
        assert scene.run.number == 0, "the sheet has heard that tap"
    press(stack, scene, "Weiter")
    assert scene.run.number == 1


def test_the_menu_during_a_level_leads_back_to_all_of_them(
    context: Context, shelf: tuple[Level, ...]
) -> None:
    stack, scene = started(context, shelf, 0)
    stack.on(Intent("menu"))
    assert isinstance(stack.top, Pause)
    found = [w.text for la in stack.top.layers for w in la.targets() if isinstance(w, Button)]
    assert "Alle Aufgaben" in found
    assert "Neu beginnen" not in found
    stack.on(Intent("menu"))
    assert stack.top is scene


@pytest.mark.parametrize("pixels", [(1280, 720), (800, 600), (1080, 1920)])
def test_board_and_sheet_do_not_lie_on_each_other(
    context: Context, shelf: tuple[Level, ...], pixels: tuple[int, int]
) -> None:
    stack, scene = started(context, shelf, 0)
    context.fit(pixels)
    stack.resize((1920, 1080))
    for tray in scene.play.layout.trays:
        assert tray.box.right <= scene.room[0]
        assert tray.box.bottom <= scene.room[1]
    assert scene.play.layout.board.right <= scene.room[0]
    assert scene.play.layout.board.w > 300
    pick(stack, scene, "a1")


def test_a_level_that_begins_anew_lies_beside_its_sheet(
    context: Context, shelf: tuple[Level, ...]
) -> None:
    stack, scene = started(context, shelf, 0)
    before = scene.play
    press(stack, scene, "Weiter")
    pick(stack, scene, "a1", "b2", "d5")
    headless.wait(stack, 3)
    press(stack, scene, "Weiter")
    pick(stack, scene, "b2", "c3", "e3")
    headless.wait(stack, 3)
    press(stack, scene, "Von vorn")
    assert scene.play is not before
    assert scene.play.layout == before.layout
    assert scene.play.layout.board.right <= scene.room[0]


def test_the_list_shows_kinds_and_what_is_solved(
    context: Context, shelf: tuple[Level, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "shelf", lambda game: (shelf, ()))
    context.store.try_level("jin_li", "20_puzzle", True)
    scene = Levels(context, "jin_li")
    stack = headless.stack_of(context, scene)
    rows = {w.text: w for w in scene.layers[0].targets() if isinstance(w, Button)}
    assert rows["Erste Züge"].icon == "lesson"
    assert rows["Ein Punkt"].icon == "check"
    headless.tap(stack, *rows["Ein Punkt"].box.center)
    assert isinstance(stack.top, LevelScene)
    assert stack.top.level.id == "20_puzzle"


def test_setup_offers_levels_exactly_where_there_are_some(context: Context) -> None:
    some = bool(levels.shelf(GAME)[0])
    scene = Setup(context, "jin_li")
    headless.stack_of(context, scene)
    found = [w.text for w in scene.layers[0].targets() if isinstance(w, Button)]
    assert ("Lernen und knobeln" in found) == some


def test_the_next_level_follows(context: Context, shelf: tuple[Level, ...]) -> None:
    stack, scene = started(context, shelf[::-1], 0)
    pick(stack, scene, "c3", "d4", "a1")
    press(stack, scene, "Zur nächsten")
    assert isinstance(stack.top, LevelScene)
    assert stack.top is not scene
    assert stack.top.level.id == "10_lesson"


def test_a_solved_level_is_not_played_on(context: Context, shelf: tuple[Level, ...]) -> None:
    stack, scene = started(context, shelf, 1)
    pick(stack, scene, "c3", "d4", "a1")
    done = scene.run.match.cursor
    headless.wait(stack, 3)
    assert not scene.play.computer_player.busy
    assert scene.run.match.cursor == done
    assert all(tray.prompt == "" for tray in scene.play.trays)


def test_an_answer_to_what_was_taken_back_is_not_played(
    context: Context, shelf: tuple[Level, ...]
) -> None:
    stack, scene = started(context, shelf, 0)
    press(stack, scene, "Weiter")
    find, asked = scene.run.reply, []

    def reply() -> object:
        asked.append(scene.run.match.log[-1])
        return find()

    scene.run.reply = reply  # type: ignore[assignment]
    for stone in ("d4", "d5"):
        for place in ("a1", "b2", stone)[0 if not asked else -1 :]:
            point = scene.play.place_at(place)
            assert point is not None
            headless.tap(stack, *point)
            scene.play.finish_motion()
        headless.wait(stack, 0.3)
        assert scene._answer is not None
        scene._answer.result()
        assert len(asked) == (1 if stone == "d4" else 2)
        if stone == "d4":
            stack.on(Intent("command", name="undo", source="keys"))
            headless.wait(stack, 0.1)
    headless.wait(stack, 3)
    assert scene.run.match.cursor == 4


# Stories -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_story_points_only_at_places_on_the_table(context: Context, game: str) -> None:
    found, errors = levels.shelf(GAMES[game])
    assert errors == ()
    pointing = 0
    for story in (level for level in found if level.kind == "story"):
        scene = Navigator(context)(ToLevel(story, found))
        assert isinstance(scene, LevelScene)
        scene.resize(context.size)
        for stage in story.stages:
            if stage.places:
                scene.run.enter(story.stages.index(stage))
                scene._onward(lambda: None)
                assert tuple(marked(scene)) == stage.places
                pointing += 1
        scene.leave()
    assert pointing


@pytest.mark.parametrize(("language", "told"), [
    ("de", ["Du legst ein Paar.", "legst Schwarz und Rot", "Du hast alle Paare gelegt!"]),
    ("en", ["You lay a pair.", "lay Black and Red", "You have laid all pairs!"]),
])  # fmt: skip
def test_a_lesson_says_you_to_who_plays_it(
    context: Context, language: str, told: list[str]
) -> None:
    context.texts.switch(language)
    walomino = GAMES["walomino"]
    found, errors = levels.shelf(walomino)
    assert errors == ()
    stack, scene = started(context, found, 0)
    play = scene.play
    you = {"de": "Du", "en": "You"}[language]
    assert play.names == (you, "Assam")
    index = play.match.cursor
    play.match.play(walomino.read("0@1:0,-1,0,0"))
    event = next(each for each in play.match.step(index).events if each.kind == "attached")
    out = Event("out", event.seat, 0)
    assert [play.tell(event), play.describe(index), play.tell(out)] == told
    stack.close()


def test_a_tie_with_who_plays_names_them_first(context: Context) -> None:
    said = context.texts.outcome("ping_pao", Outcome((0, 1), "cleared"), ("Assam", "Du"))
    assert said.endswith("Du und Assam habt gleich viele Steine befreit und teilt euch den Sieg.")


ENDS = [("walomino", "11_out_of_turn", 0), ("ping_pao", "03_a_tip_holds", 1),
        ("skud_pai_sho", "06_the_ring", 2)]  # fmt: skip
"""Levels and stages that end with the end of a game."""


@pytest.mark.parametrize(("game", "name", "number"), ENDS)
def test_only_the_sheet_tells_how_a_level_has_ended(
    context: Context, game: str, name: str, number: int
) -> None:
    shelf = levels.shelf(GAMES[game])[0]
    stack, scene = started(context, shelf, [level.id for level in shelf].index(name))
    scene._onward(lambda: scene.run.enter(number))
    for text in scene.run.stage.solution:
        for move in play_text(scene.run.game, scene.run.match.state, text):
            scene.play.play(move)
            headless.wait(stack, 3)
    headless.wait(stack, 3)
    assert scene.run.match.outcome is not None
    assert {"Geschafft!", "Genau so!", "Das kannst du jetzt:"} & {*texts(scene)}
    assert scene.play.t("play.won") not in [tray.message for tray in scene.play.trays]
    if game in ("walomino", "skud_pai_sho"):
        assert [tray.score for tray in scene.play.trays] == [None, None]


def test_trying_again_takes_away_what_was_said_of_the_move_before(
    context: Context, shelf: tuple[Level, ...]
) -> None:
    stack, scene = started(context, shelf, 1)
    for move in play_text(scene.run.game, scene.run.match.state, "c3-b3@a1"):
        scene.play.play(move)
    headless.wait(stack, 1.5)
    for tray in scene.play.trays:
        tray.say("2 Punkte")
    scene._onward(scene.run.retry)
    headless.wait(stack, 0.1)
    assert not any(tray.message for tray in scene.play.trays)


@pytest.mark.parametrize(("name", "told"), [
    ("02_set_free", "befreit"), ("11_two_at_once", "nehmen"),
])  # fmt: skip
def test_only_a_lesson_foretells_what_a_piece_of_ping_pao_sets_free(
    context: Context, name: str, told: str
) -> None:
    shelf = levels.shelf(GAMES["ping_pao"])[0]
    stack, scene = started(context, shelf, [level.id for level in shelf].index(name))
    number = 2 if name.startswith("0") else 0
    scene._onward(lambda: scene.run.enter(number))
    text = scene.run.stage.solution[0]
    (move,) = play_text(scene.run.game, scene.run.match.state, text)
    point = scene.play.place_at(str(move.pose))
    assert point is not None
    headless.tap(stack, *point)
    headless.wait(stack, 0.2)
    assert told in scene.play.prompt(0).lower()


def test_a_lesson_shows_the_picture_of_its_rule(context: Context) -> None:
    for game in ("skud_pai_sho", "solitaire_pai_sho"):
        shelf = levels.shelf(GAMES[game])[0]
        for level in shelf:
            if level.kind == "lesson":
                scene = Navigator(context)(ToLevel(level, shelf))
                assert isinstance(scene, LevelScene)
                scene.resize(context.size)
                circle = illustrations(game)["circle"]
                (shown,) = [w for layer in scene.layers for w in layer.children
                            if isinstance(w, Picture)]  # fmt: skip
                assert shown.box.w / shown.box.h == pytest.approx(circle.width / circle.height)
                assert isinstance(shown.paint, partial)
                assert shown.paint.keywords == {"paint": circle.paint}
                scene.leave()


FIRST = "Zum ersten Mal? Zwei Minuten"


def offers(context: Context) -> list[str]:
    scene = Setup(context, "jin_li")
    headless.stack_of(context, scene)
    return [w.text for w in scene.layers[0].targets() if isinstance(w, Button)]


def test_a_game_that_nobody_here_has_played_offers_its_first_lesson(context: Context) -> None:
    assert FIRST in offers(context)
    context.store.try_level("jin_li", "01_first_swim", True)
    assert FIRST not in offers(context), "somebody has just learned it"


def test_a_new_box_leads_straight_into_the_first_lesson(context: Context) -> None:
    scene = Setup(context, "jin_li")
    stack = headless.stack_of(context, scene)
    button = next(w for w in scene.layers[0].targets() if isinstance(w, Button) and w.text == FIRST)
    headless.tap(stack, *button.box.center)
    assert isinstance(stack.top, LevelScene)
    assert stack.top.level.id == "01_first_swim"
