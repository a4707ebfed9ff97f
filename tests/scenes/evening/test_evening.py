"""Evenings as people spend them: put together, played by fingers and keys, broken off, done."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from game.ai.analysis import choices
from game.rules import GAMES
from game.rules.core.match import Match
from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene
from game.scenes.core.registry import minutes
from game.scenes.core.scene import Push
from game.scenes.core.stack import Stack
from game.scenes.evening.evening_scene import (
    Ceremony,
    EveningScene,
    PastEvenings,
)
from game.scenes.evening.setup import (
    LENGTHS,
    EveningSetup,
    fitting,
    offers,
    options_for,
    ready_made,
)
from game.scenes.home.seats import objection
from game.scenes.home.shelf import Shelf
from game.scenes.play.play_scene import PlayScene
from game.scenes.review.broken_match import to_running
from game.scenes.review.highlights import Highlights
from game.scenes.review.results import ASLEEP, Results
from game.services.evening import Finish
from game.services.people import Chair
from game.ui.canvas import Canvas
from game.ui.intents import Intent
from game.ui.surfaces import PAPER
from game.ui.widgets import Button
from tests.certain import top
from tests.scenes.guest_book import book_hands
from tests.sweep import one_in
from tests.tools import headless

ENTER = Intent("confirm", source="keys")
ESCAPE = Intent("cancel", source="keys")
ANNA, BEN, CLARA = (Chair("person", name) for name in ("Anna", "Ben", "Clara"))


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    made = headless.context((1280, 720), "de", tmp_path, reduced_motion=True, speed="quick")
    yield made
    made.ai_worker.close()
    made.store.close()


def buttons(stack: Stack) -> dict[str, Button]:
    assert isinstance(stack.top, MenuScene)
    layers = stack.top.all_layers()
    modal = max((n for n, layer in enumerate(layers) if layer.modal), default=0)
    found = [w for layer in layers[modal:] for w in layer.targets() if isinstance(w, Button)]
    return {w.text or str(w.icon): w for w in reversed(found)}


def press(stack: Stack, text: str) -> None:
    """Tap the button that begins with this text."""
    assert isinstance(stack.top, MenuScene)
    known = buttons(stack)
    button = next((known[key] for key in known if key.startswith(text)), None)
    assert button is not None, f"there is no {text!r} among {list(known)}"
    layer = next(
        la for la in stack.top.all_layers() if any(w is button for w in la.targets())
    )  # fmt: skip
    layer.reveal(button)
    headless.tap(stack, *layer.frame.out(button.box.center), pointer="touch:0:1")


def begun(context: Context, chairs: tuple[Chair, ...], *games: str) -> Stack:
    """The score card of a new evening on the table."""
    number = context.store.evenings.begin(
        chairs, [(game, offers()[game]) for game in games]
    )  # fmt: skip
    return headless.stack_of(context, EveningScene(context, number))


def play_to_the_end(stack: Stack) -> None:
    """Quick moves for everybody, until the sheet with the result lies on the table."""
    play = stack.top
    assert isinstance(play, PlayScene)
    while play.match.outcome is None:
        moves = play.game.moves(play.match.state)
        play.play(moves[len(moves) // 2])
        play.finish_motion()
    for _ in range(600):
        if isinstance(stack.top, Results):
            headless.wait(stack, ASLEEP)
            return
        stack.update(1 / 20)
    raise AssertionError(f"no results but {stack.top.name}")


def card(stack: Stack) -> EveningScene:
    assert isinstance(stack.top, EveningScene), stack.top.name
    return stack.top


# The programme ----------------------------------------------------------------------------------


@pytest.mark.parametrize("people", range(2, 7))
def test_only_games_that_fit_the_number_are_offered(people: int) -> None:
    games = fitting(people, False, offers())
    assert games
    for game in offers():
        low, high = GAMES[game].info.seats
        assert (game in games) == (
            low <= people <= high and not objection(game, people, offers()[game])
        )
    for game in games:
        assert Match(GAMES[game], people, offers()[game], seed=1).seats == people


@pytest.mark.parametrize("people", range(2, 7))
@pytest.mark.parametrize("length", LENGTHS)
def test_a_ready_made_programme_repeats_nothing_too_soon(people: int, length: str) -> None:
    games = ready_made(people, length, False, offers())
    assert len(games) == LENGTHS[length]
    known = len(fitting(people, False, offers()))
    for n in range(len(games) - 1):
        assert len(set(games[n : n + known])) == len(games[n : n + known])


def test_other_people_keep_what_still_fits() -> None:
    asked = ("jin_li", "ping_pao", "jin_li", "walomino")
    assert fitting(3, False, asked) == ("ping_pao", "walomino")
    assert minutes(("ping_pao", "walomino"), 4) > minutes(("ping_pao",), 4) >= 5


def test_games_are_played_as_they_were_last_set_up(context: Context) -> None:
    context.store.set(**{"setup jin_li": {"options": {"target": 15, "gone": 1}}})
    stack = headless.stack_of(context, EveningSetup(context))
    setup(stack)._alter(("jin_li", "solitaire_pai_sho"))
    press(stack, "Der Abend beginnt")
    first, second = card(stack).evening.parts
    assert first.options == {"target": 15}
    assert second.options == {"mode": "uncooperative"}
    press(stack, "Jin Li spielen")
    play: Any = stack.top
    assert play.match.options["target"] == 15


@pytest.mark.parametrize("kept", [None, {"options": 7}, {"options": {"target": 11}}])
def test_options_that_make_no_sense_are_left_out(kept: object) -> None:
    assert options_for("jin_li", 2, kept) == {}


# Putting it together ----------------------------------------------------------------------------


def setup(stack: Stack) -> EveningSetup:
    assert isinstance(stack.top, EveningSetup), stack.top.name
    return stack.top


def test_an_evening_is_one_touch_away_from_the_shelf(context: Context) -> None:
    stack = headless.stack_of(context)
    press(stack, "Spieleabend")
    assert len(setup(stack).programme) == LENGTHS["usual"]
    press(stack, "Der Abend beginnt")
    evening = card(stack).evening
    assert [part.game for part in evening.parts] == list(ready_made(2, "usual", True, offers()))
    assert [chair.person for chair in evening.chairs] == [True, False]
    stack.on(ESCAPE)
    assert isinstance(stack.top, Shelf)


def test_games_are_added_moved_and_taken_out_by_touch(context: Context) -> None:
    stack = headless.stack_of(context, EveningSetup(context))
    before = setup(stack).programme
    press(stack, "Skud Pai Sho")
    assert setup(stack).programme == (*before, "skud_pai_sho")
    assert setup(stack).length == "own"
    press(stack, "down")
    assert setup(stack).programme[:2] == (before[1], before[0])
    press(stack, "close")
    assert setup(stack).programme == (before[0], *before[2:], "skud_pai_sho")


def test_more_people_leave_only_what_fits(context: Context) -> None:
    stack = headless.stack_of(context, EveningSetup(context))
    scene = setup(stack)
    press(stack, "Jin Li")
    scene._take_count(4)
    assert scene.programme == tuple(g for g in scene.programme if g in fitting(4, False, offers()))
    assert scene.programme
    scene._take_count(6)
    assert set(scene.programme) == {"domi_jongg"}
    assert len({chair.name for chair in scene.chairs}) == 6


def test_the_next_evening_begins_as_the_last_one(context: Context) -> None:
    stack = headless.stack_of(context, EveningSetup(context))
    setup(stack)._take_count(3)
    setup(stack).places[2].name = "Käthe"
    press(stack, "Ping-Pao")
    chosen = setup(stack).programme
    press(stack, "Der Abend beginnt")
    again = headless.stack_of(context, EveningSetup(context))
    assert setup(again).programme == chosen
    assert setup(again).places[2].name == "Käthe"


# A whole evening --------------------------------------------------------------------------------


@pytest.mark.parametrize("level", one_in(2, [None, "newcomer"]))
def test_a_whole_evening_of_three_games_by_fingers(context: Context, level: str | None) -> None:
    others = (BEN, CLARA)
    if level is not None:
        others = (Chair("computer", "Ben", level), Chair("computer", "Clara", level))
    stack = begun(context, (ANNA, *others), "ping_pao", "walomino", "domi_jongg")
    shares = [Fraction(0)] * 3
    for number, game in enumerate(("ping_pao", "walomino", "domi_jongg")):
        press(stack, f"{context.texts.t(f'{game}.name')} spielen")
        play: Any = stack.top
        assert play.id == game
        names = [chair.name for chair in play.chairs]
        assert names == [("Anna", "Ben", "Clara")[(seat + number) % 3] for seat in range(3)]
        play_to_the_end(stack)
        outcome = play.match.outcome
        press(stack, "Weiter im Abend")
        part = card(stack).evening.parts[number]
        assert part.finish == Finish.of(play.match, number)
        assert {names[seat] for seat in outcome.winners} == {
            ("Anna", "Ben", "Clara")[person] for person in part.finish.winners
        }
        shares = [a + b for a, b in zip(shares, part.finish.shares, strict=True)]
        assert card(stack).evening.totals() == tuple(shares)
        headless.wait(stack, 0.2)
    press(stack, "Zur Siegerehrung")
    assert isinstance(stack.top, Ceremony)
    headless.wait(stack, 3)
    headless.picture(stack)
    assert not context.store.evenings.all_open()
    assert len(context.store.history.results()) == 3
    press(stack, "Zu den Spielen")
    assert isinstance(stack.top, Shelf)
    assert "Spieleabend" in buttons(stack)


class Silent:
    """A worker that is asked and never answers."""

    def __init__(self) -> None:
        self.asked = 0

    def ask(self, *_: object, **__: object) -> int:
        self.asked += 1
        return self.asked

    def poll(self) -> None:
        return None

    def cancel(self) -> None:
        self.asked = 0

    def close(self) -> None:
        self.asked = 0


@pytest.mark.usefixtures("judged")
def test_an_evening_ends_with_its_greatest_fork_which_can_be_played_anew(context: Context) -> None:
    context.ai_worker = worker = Silent()  # type: ignore[assignment]
    stack = begun(context, (ANNA, BEN), "ping_pao", "jin_li")
    for game, loss in (("ping_pao", 0.3), ("jin_li", 0.4)):
        press(stack, f"{context.texts.t(f'{game}.name')} spielen")
        play: Any = stack.top
        play_to_the_end(stack)
        choice = list(choices(play.match, False))[6]
        other = next(m for m in play.game.moves(choice.view) if m != choice.played[0])
        press(stack, "Weiter im Abend")
        known = context.looked_into[card(stack).evening.parts[game == "jin_li"].match_id or 0]
        assert known.match is play.match
        headless.wait(stack, 0.3)
        assert worker.asked, "nothing is found out while people look at the card"
        if game == "ping_pao":
            known.found.append(choice._replace(loss=loss, better=(other,)))
            known.moved[max(at for at in known.moments if at <= choice.step)] = loss
    press(stack, "Zur Siegerehrung")
    headless.wait(stack, 3)
    first = next(text for text in buttons(stack) if text.startswith("Wo es sich entschied"))
    assert "Spiel 1, Ping-Pao" in first
    known.found.append(choice._replace(loss=loss, better=(other,)))
    known.moved[max(at for at in known.moments if at <= choice.step)] = loss
    headless.wait(stack, 0.2)
    who = ("Ben", "Anna")[choice.seat]
    press(stack, f"Wo es sich entschied: Spiel 2, Jin Li, {who}")
    story: Any = stack.top
    assert isinstance(story, Highlights)
    assert story.play.names == ("Ben", "Anna")
    assert story.telling.forks
    assert story.play.shown == story.telling.moment.first <= choice.step < story.telling.moment.end
    assert "Was hättest du hier gespielt" in story.telling.text
    stack.on(Intent("cancel", source="keys"))
    assert isinstance(stack.top, Ceremony)
    press(stack, "Zu den Spielen")
    assert not worker.asked, "the question is still out"


def test_an_evening_by_keys_alone_with_computers(context: Context) -> None:
    computer = Chair("computer", "Jasmin", "newcomer")
    stack = begun(context, (Chair("computer", "Kamille", "newcomer"), computer), "jin_li")
    stack.on(ENTER)
    play = stack.top
    assert isinstance(play, PlayScene)
    for _ in range(40_000):
        if isinstance(stack.top, Results):
            break
        stack.update(1 / 20)
        play.finish_motion()
        if play.computer_player.busy:
            time.sleep(0.002)  # another process is thinking
    assert isinstance(stack.top, Results)
    headless.wait(stack, ASLEEP)
    stack.on(ENTER)
    stack.on(ENTER)
    assert card(stack).evening.parts[0].finish is not None
    stack.on(ENTER)
    assert isinstance(stack.top, Ceremony)
    stack.on(ENTER)
    assert isinstance(stack.top, Shelf)


def test_seats_rotate_and_whoever_is_on_seat_one_is_told(context: Context) -> None:
    stack = begun(context, (ANNA, BEN), "jin_li", "jin_li")
    evening = card(stack).evening
    assert [chair.name for chair in evening.seated(0)] == ["Anna", "Ben"]
    assert [chair.name for chair in evening.seated(1)] == ["Ben", "Anna"]
    assert "Auf Platz 1: Anna" in words(stack)


def words(stack: Stack) -> list[str]:
    assert isinstance(stack.top, MenuScene)
    return [text for layer in stack.top.layers for text in book_hands.words(layer)]


# Broken off and gone on with --------------------------------------------------------------------


def later(folder: Path) -> tuple[Context, Stack]:
    """The table after it was switched off without a word: only what reached the disk is left."""
    made = headless.context((1280, 720), "de", folder, reduced_motion=True)
    return made, headless.stack_of(made)


def test_a_killed_evening_is_gone_on_with_from_the_shelf(context: Context, tmp_path: Path) -> None:
    stack = begun(context, (ANNA, BEN, CLARA), "ping_pao", "walomino")
    press(stack, "Ping-Pao spielen")
    play: Any = stack.top
    for _ in range(9):
        play.play(play.game.moves(play.match.state)[0])
    made, again = later(tmp_path)
    press(again, "Spieleabend fortsetzen: Spiel 1 von 2")
    press(again, "Ping-Pao fortsetzen")
    resumed: Any = again.top
    assert resumed.match.cursor == play.match.cursor
    assert resumed.match.state == play.match.state
    assert [chair.name for chair in resumed.chairs] == ["Anna", "Ben", "Clara"]
    play_to_the_end(again)
    press(again, "Weiter im Abend")
    assert card(again).evening.parts[0].finish == Finish.of(resumed.match, 0)
    made.store.close()


def dark_at_the_results(
    context: Context, tmp_path: Path, *games: str
) -> tuple[Match, Context, Stack]:
    """The first game of an evening is over, but not counted, when the light goes out: its match,
    and the table as it opens again.
    """
    stack = begun(context, (ANNA, BEN), *games)
    press(stack, next(name for name in buttons(stack) if name.endswith(" spielen")))
    match: Match = top(stack).match
    play_to_the_end(stack)
    return match, *later(tmp_path)


def test_a_game_that_was_over_when_the_light_went_out_counts(
    context: Context, tmp_path: Path
) -> None:
    match, made, again = dark_at_the_results(context, tmp_path, "ping_pao", "jin_li")
    press(again, "Spieleabend fortsetzen: Spiel 2 von 2")
    assert card(again).evening.parts[0].finish == Finish.of(match, 0)
    assert "Jin Li spielen" in buttons(again)
    made.store.close()


def test_only_the_ceremony_waits_when_the_last_game_was_over_as_the_light_went_out(
    context: Context, tmp_path: Path
) -> None:
    _, made, again = dark_at_the_results(context, tmp_path, "jin_li")
    press(again, "Spieleabend: zur Siegerehrung")
    assert card(again).evening.number is None
    made.store.close()


def test_a_game_that_was_over_counts_though_another_evening_begins(
    context: Context, tmp_path: Path
) -> None:
    match, made, _ = dark_at_the_results(context, tmp_path, "jin_li", "ping_pao")
    setup = EveningSetup(made)
    headless.stack_of(made, setup)
    setup.start()
    (past,) = made.store.evenings.past()
    assert past.parts[0].finish == Finish.of(match, 0)
    made.store.close()


def test_going_on_with_the_match_itself_still_counts_for_the_evening(context: Context) -> None:
    stack = begun(context, (ANNA, BEN), "jin_li", "ping_pao")
    press(stack, "Jin Li spielen")
    play: Any = stack.top
    play.play(play.game.moves(play.match.state)[0])
    number = play.autosave.match_id
    shelf = headless.stack_of(context)
    assert isinstance(shelf.top, Shelf)
    shelf.top.go(Push(to_running(context, number)))
    shelf.change(shelf.top._change)
    play_to_the_end(shelf)
    press(shelf, "Weiter im Abend")
    assert card(shelf).evening.parts[0].finish is not None


def test_a_match_that_was_put_away_begins_anew(context: Context) -> None:
    stack = begun(context, (ANNA, BEN), "jin_li")
    press(stack, "Jin Li spielen")
    play: Any = stack.top
    context.store.discard(play.autosave.match_id)
    again = headless.stack_of(context)
    press(again, "Spieleabend fortsetzen")
    press(again, "Jin Li spielen")
    fresh: Any = again.top
    assert fresh.match.cursor == 0
    assert fresh.autosave.match_id != play.autosave.match_id


def test_the_last_move_may_be_taken_back_before_it_counts(context: Context) -> None:
    stack = begun(context, (ANNA, BEN), "ping_pao", "jin_li")
    press(stack, "Ping-Pao spielen")
    play: Any = stack.top
    play_to_the_end(stack)
    context.settings = context.settings.changed(takeback=True)
    stack.on(Intent("command", name="undo", source="keys"))
    assert top(stack) is play
    assert play.match.outcome is None
    assert context.store.evenings.all_open()[0].parts[0].finish is None
    play_to_the_end(stack)
    press(stack, "Weiter im Abend")
    assert card(stack).evening.parts[0].finish == Finish.of(play.match, 0)


# Its end ----------------------------------------------------------------------------------------


def test_an_evening_may_end_early(context: Context) -> None:
    stack = begun(context, (ANNA, BEN), "jin_li", "ping_pao", "walomino")
    context.store.evenings.finish(card(stack).evening_id, 0, Finish((3, 10), (1,)))
    stack = headless.stack_of(context)
    press(stack, "Spieleabend fortsetzen: Spiel 2 von 3")
    press(stack, "Abend beenden")
    press(stack, "Hierbleiben")
    assert isinstance(stack.top, EveningScene)
    press(stack, "Abend beenden")
    press(stack, "Beenden")
    assert isinstance(stack.top, Ceremony)
    assert "Ben gewinnt den Abend!" in words(stack)
    assert not context.store.evenings.all_open()


def test_an_evening_without_a_game_just_ends(context: Context) -> None:
    stack = begun(context, (ANNA, BEN), "jin_li")
    press(stack, "Abend beenden")
    press(stack, "Beenden")
    assert isinstance(stack.top, Shelf)
    assert context.store.evenings.past() == []


def test_nothing_tells_the_winner_before_the_podium_does(tmp_path: Path) -> None:
    made = headless.context((1280, 720), "de", tmp_path)
    number = made.store.evenings.begin((ANNA, BEN), [("jin_li", {})])
    made.store.evenings.finish(number, 0, Finish((10, 4), (0,)))
    stack = headless.stack_of(made, Ceremony(made, number))
    headless.wait(stack, 0.2)
    assert "Der Abend geht an …" in words(stack)
    headless.wait(stack, 3)
    assert "Anna gewinnt den Abend!" in words(stack)
    made.store.close()


@pytest.mark.parametrize("text_size", ["normal", "largest"])
@pytest.mark.parametrize("pixels", [(800, 600), (600, 1000), (1280, 720)])
def test_long_names_stand_whole_on_card_and_podium(
    pixels: tuple[int, int], text_size: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = headless.context(pixels, "de", text_size=text_size)
    chairs = [
        Chair("person", name)
        for name in ("Maximiliane-Sophie", "Annegret-Luise", "Bartholomäus", "Ole", "Wilhelmine")
    ]
    number = made.store.evenings.begin(chairs, [("ping_pao", {})] * 6)
    for part in range(6):
        made.store.evenings.finish(number, part, Finish((10, 4, 3, 2, 1), (0,)))
    said: list[str] = []
    text = Canvas.text

    def heard(canvas: Canvas, words: str, *args: Any, **named: Any) -> float:
        said.append(words)
        return text(canvas, words, *args, **named)

    monkeypatch.setattr(Canvas, "text", heard)
    stack = headless.stack_of(made, Ceremony(made, number, past=True))
    headless.picture(stack)
    for chair in chairs:
        at = [words for words in said if "".join(words.split()) == chair.name]
        assert len(at) >= 2, (chair.name, said)
        assert all(part in " ".join(at) for part in re.split("(?<=-)", chair.name)), at
    made.ai_worker.close()
    made.store.close()


def test_a_shared_evening_names_all_who_share_it(context: Context) -> None:
    number = context.store.evenings.begin((ANNA, BEN, CLARA), [("ping_pao", {})])
    context.store.evenings.finish(number, 0, Finish((7, 7, 2), (0, 1)))
    stack = headless.stack_of(context, Ceremony(context, number))
    assert "Anna und Ben gewinnen den Abend gemeinsam!" in words(stack)


def test_points_come_to_the_card_before_everybodys_eyes(tmp_path: Path) -> None:
    made = headless.context((1280, 720), "de", tmp_path)
    number = made.store.evenings.begin((ANNA, BEN), [("jin_li", {}), ("ping_pao", {})])
    made.store.evenings.finish(number, 0, Finish((2, 10), (1,)))
    counted = EveningScene(made, number)
    counted.fresh = 0
    stack = headless.stack_of(made, counted)
    scene = card(stack)
    assert scene.card is not None
    assert scene.card.shown == 0
    assert scene.card._line(0) == 0
    assert scene.card._line(1) == 1
    headless.wait(stack, 5)
    assert scene.card.shown == 1
    assert scene.card._line(0) == 1
    assert scene.card._line(1) == 0
    made.store.close()


def test_a_key_skips_the_counting_and_does_nothing_else(tmp_path: Path) -> None:
    made = headless.context((1280, 720), "de", tmp_path)
    number = made.store.evenings.begin((ANNA, BEN), [("jin_li", {}), ("ping_pao", {})])
    made.store.evenings.finish(number, 0, Finish((2, 10), (1,)))
    counted = EveningScene(made, number)
    counted.fresh = 0
    stack = headless.stack_of(made, counted)
    headless.wait(stack, 0.8)
    stack.on(ENTER)
    assert card(stack).card.shown == 1  # type: ignore[union-attr]
    stack.on(ENTER)
    assert isinstance(stack.top, PlayScene)
    made.store.close()


# Long ago ---------------------------------------------------------------------------------------


def test_past_evenings_are_listed_shown_and_struck_out(context: Context) -> None:
    number = context.store.evenings.begin((ANNA, BEN), [("jin_li", {})])
    context.store.evenings.finish(number, 0, Finish((10, 4), (0,)))
    context.store.evenings.close(number)
    stack = headless.stack_of(context, EveningSetup(context))
    press(stack, "trophy")
    assert isinstance(stack.top, PastEvenings)
    press(stack, "trophy")
    assert isinstance(stack.top, Ceremony)
    assert stack.top.past
    assert "Anna gewinnt den Abend!" in words(stack)
    headless.picture(stack)
    stack.on(ESCAPE)
    assert isinstance(stack.top, PastEvenings)
    line = next(
        w for w in stack.top.layers[0].targets() if getattr(w, "tone", None) is PAPER
        and getattr(w, "icon", "") == "close" and getattr(w, "look", "") == "plain"
    )  # fmt: skip
    headless.tap(stack, *line.box.center)
    press(stack, "Behalten")
    assert len(context.store.evenings.past()) == 1
    headless.tap(stack, *line.box.center)
    press(stack, "Löschen")
    assert len(context.store.evenings.past()) == 1
    stack.on(Intent("press", buttons(stack)["Löschen"].box.center, pointer="held"))
    headless.wait(stack, 1.2)
    assert context.store.evenings.past() == []
    stack.on(ESCAPE)
    assert isinstance(stack.top, EveningSetup)
    assert "trophy" not in buttons(stack)
