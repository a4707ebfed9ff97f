"""The couch has nothing but a gamepad: everything can be reached, done and left with it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from game.rules.core.match import Match
from game.scenes.core.menu import MenuScene
from game.scenes.core.routes import ToSetup
from game.scenes.core.scene import Push
from game.scenes.guest_book.book_page import BookPage
from game.scenes.guest_book.history import History
from game.scenes.home.settings import SettingsScene
from game.scenes.home.setup import Setup
from game.scenes.home.shelf import Shelf
from game.scenes.play.pause import Pause
from game.scenes.play.play_scene import PlayScene
from game.scenes.review.replay import Replay
from game.scenes.review.results import Results
from game.ui.intents import Devices
from game.ui.layer import Focus, Layer
from tests.scenes.by_keys import Thinker
from tests.scenes.by_pad import CROSS, START, A, B, Pad
from tests.scenes.table import Table
from tests.scenes.test_by_keys import WAYS, games_by
from tests.sweep import one_in
from tests.tools import headless
from tests.tools.showcase.samples import SAMPLES, samples, standing

DECK = (1280, 800)
"""The screen of a Steam Deck, which has a gamepad and no keyboard."""
SHORT: dict[str, dict[str, Any]] = {"jin_li": {"stones": 6}, "walomino": {"draft": "deal"}}
"""What is chosen in set-up so that a game is soon over."""
AVERAGE = {
    "jin_li": 4.5, "ping_pao": 5.0, "walomino": 6.4, "domi_jongg": 4.0,
    "skud_pai_sho": 8.0, "solitaire_pai_sho": 8.0,
}  # fmt: skip
"""How many presses a move may take. The games are the same in every run, so the presses are."""
PLIES = 24, 60
"""Moves of a game by chance that are counted at most, every time and in deep runs; some have no
end."""
MENUS = (
    "number", "evening-setup", "help", "levels", "guest-book", "person", "pause", "play_on",
    "replay", "results", "rules", "running", "second_table", "settings", "setup", "share", "shelf",
)  # fmt: skip
"""The samples of sheets and menus."""


def by_chance(match: Match) -> Any:
    """Any legal move, the same in every run."""
    moves = list(match.game.moves(match.state))
    return random.Random(match.cursor).choice(moves)


@pytest.fixture
def begun() -> Iterator[Callable[[str, Callable[[Match], Any]], Pad]]:
    """Seats a pad at a game; the computers play what is wished for."""
    tables: list[Pad] = []

    def begin(game: str, wish: Callable[[Match], Any]) -> Pad:
        pad = at_the_shelf(lambda: wish(pad.scene.match))
        tables.append(pad)
        pad.stack.change(Push(ToSetup(game)))
        for _ in range(2):  # the first shows where the focus is: on the button that begins
            pad.button(A)
        return pad

    yield begin
    for pad in tables:
        pad.stack.context.store.close()


def at_the_shelf(wish: Callable[[], Any]) -> Pad:
    """A pad before the shelf; computers play what is wished for."""
    context = headless.context(DECK)
    context.ai_worker = Thinker(wish)  # type: ignore[assignment]
    context.pads.styles[0] = "letters"
    pad = Pad(headless.stack_of(context), devices=Devices(DECK))
    pad.button(A)  # the first press is answered by a question
    pad.button(B)
    return pad


def play(pad: Pad, wish: Callable[[Match], Any], most: int = 999) -> int:
    """Play a game, or as much as is counted of it; gives how many moves the pad has made."""
    scene = pad.scene
    pad.rest()
    pad.presses = moves = 0
    while pad.stack.top is scene and scene.match.outcome is None and moves < most:
        move, cursor = wish(scene.match), scene.match.cursor
        WAYS[scene.id].play(pad, move)
        pad.rest()
        assert scene.match.cursor > cursor, f"{move} was not played"
        moves += 1
    return moves


@pytest.mark.parametrize("plies", one_in(2, PLIES))
@pytest.mark.parametrize("game", WAYS)
def test_any_move_takes_a_pad_few_presses(
    game: str, plies: int, begun: Callable[[str, Callable[[Match], Any]], Pad]
) -> None:
    pad = begun(game, by_chance)
    moves = play(pad, by_chance, plies)
    assert moves >= 8
    assert pad.presses <= AVERAGE[game] * moves, f"{pad.presses} presses for {moves} moves"


@pytest.mark.parametrize("game", games_by("pad"))
def test_a_game_by_pad_from_the_shelf_to_the_results_and_back(game: str) -> None:
    wish = WAYS[game].wish
    match: Match
    pad = at_the_shelf(lambda: wish(match))
    stack, t = pad.stack, pad.stack.context.texts.t
    pad.choose(game)  # its box
    headless.wait(stack, 1.5)
    for each in pad.things():  # everything in set-up can be reached
        pad.go_to_widget(each)
    setup = stack.top
    assert isinstance(setup, Setup)
    pad.set(setup.lengths, 1)
    for option in setup.info.options:
        if option.key in SHORT.get(game, {}):
            pad.set(option.values, SHORT[game][option.key])
    pad.choose(t("menu.setup.start"))
    match = pad.scene.match
    moves = play(pad, wish)
    assert pad.presses <= AVERAGE[game] * moves, f"{pad.presses} presses for {moves} moves"
    headless.wait(stack, 20)
    assert isinstance(stack.top, Results)
    for each in pad.things():
        pad.go_to_widget(each)
    alone = game == "solitaire_pai_sho"
    again = "solitaire_pai_sho.end.new" if alone else "menu.results.again"
    pad.choose(t(again))
    assert isinstance(stack.top, PlayScene)
    assert stack.top.match is not match
    pad.button(START)
    assert isinstance(stack.top, Pause)
    pad.choose(t("menu.pause.settings"))
    assert isinstance(stack.top, SettingsScene)
    pad.button(B)
    pad.choose(t("menu.pause.home"))
    assert isinstance(stack.top, Shelf)
    pad.choose("people")
    for page in ("people", "records", "history"):
        assert isinstance(stack.top, BookPage)
        assert stack.top.page == page
        if page != "history":
            assert stack.top.tabs is not None
            pad.go_to_widget(stack.top.tabs)
            pad.press(CROSS[0])
    assert isinstance(stack.top, History)
    things = pad.things()
    share = [n for n, each in enumerate(things) if getattr(each, "icon", "") == "share"][-1]
    pad.go_to_widget(things[share - 1])  # the match that is over, below the one that is open
    pad.button(A)
    replay: Any = stack.top
    assert isinstance(replay, Replay)
    assert replay.play.match.log == match.log
    pad.button(B)
    pad.button(B)
    assert isinstance(stack.top, Shelf)
    stack.context.store.close()


def test_large_texts_are_offered_once_to_who_sits_far_away() -> None:
    context = headless.context()
    context.pads.styles[0] = "letters"
    stack = headless.stack_of(context)
    pad, shelf = Pad(stack), stack.top
    assert isinstance(shelf, Shelf)
    pad.button(START)
    assert stack.top is shelf, "the question comes before the settings"
    assert [getattr(each, "text", "") for each in pad.things()] == [
        context.texts.t("menu.shelf.far_yes"), context.texts.t("menu.shelf.far_no")
    ]  # fmt: skip
    pad.button(A)
    assert context.settings.text_size == "largest"
    assert context.store.get("text_size") == "largest"
    context.take(context.settings.changed(text_size="normal"))
    pad.button(START)
    assert isinstance(stack.top, SettingsScene), "it is asked once"
    context.store.close()


@pytest.mark.parametrize("kind", one_in(2, [*MENUS, "setup in largest"]))
def test_the_cross_leads_to_everything_on_every_sheet_and_back(kind: str) -> None:
    kind, _, text_size = kind.partition(" in ")
    context = headless.context(text_size=text_size or "normal")
    for name, scene in samples(context, SAMPLES[kind]):
        stack = headless.stack_of(context, *standing(scene))
        headless.wait(stack, 1.0)
        if isinstance(scene, MenuScene):
            ways = led(scene.all_layers())
            back: dict[int, set[int]] = {thing: set() for thing in ways}
            for start, ends in ways.items():
                for end in ends:
                    back[end].add(start)
            start = next(iter(ways))
            assert reached(start, ways) == reached(start, back) == set(ways), name
        stack.close()
    context.store.close()


def led(layers: Sequence[Layer]) -> dict[int, set[int]]:
    """Where the cross leads from everything that can be reached; whoever comes to something that
    left and right change can go on from its ends. Long lists have more to come, which is left out.
    """
    first = max((n for n, layer in enumerate(layers) if layer.modal and layer.visible), default=0)
    things = {id(each): (each, layer) for layer in layers[first:] for each in layer.targets()}
    found: dict[int, set[int]] = {number: set() for number in things}
    focus = Focus()
    focus.visible = True
    for number, (thing, layer) in things.items():
        vars(thing)["steer"] = lambda vector: False
        for step in CROSS:
            layer.reveal(thing)
            focus.current = thing
            focus.on(step, layers)
            found[number] |= {id(focus.current)} & things.keys()
    return found


def reached(start: int, ways: dict[int, set[int]]) -> set[int]:
    seen, new = {start}, [start]
    while new:
        found = ways[new.pop()] - seen
        new += found
        seen |= found
    return seen


def test_two_pads_play_domi_jongg_behind_the_curtain() -> None:
    table = Table("domi_jongg", seating="couch")
    table.context.pads.styles.update({0: "letters", 1: "shapes"})
    pads = [Pad(table.stack, number) for number in (0, 1)]
    seen: set[int] = set()
    while len(seen) < 2 or len(table.match.log) < 12:
        actor = table.match.actor
        assert actor is not None
        own, other = pads[actor], pads[1 - actor]
        headless.wait(table.stack, 6.0)
        if table.stack.top is not table.scene:  # the curtain has fallen
            if len(seen) == 2:
                other.button(A, 1.5)
                assert table.stack.top is not table.scene, "it is not for the other's hand"
            own.button(A, 1.5)
            headless.wait(table.stack, 1.0)
        assert table.stack.top is table.scene
        if table.match.actor == actor:
            move, cursor = by_chance(table.match), table.match.cursor
            WAYS["domi_jongg"].play(own, move)
            table.rest()
            assert table.match.cursor > cursor
        seen.add(actor)
    table.close()
