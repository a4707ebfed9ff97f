"""Set-up of a numbered game: which deal, and options that suit the company."""

from collections.abc import Iterator
from datetime import datetime

import pytest

from game.rules.core.match import Match
from game.scenes.core.context import Context
from game.scenes.core.stack import Stack
from game.scenes.home.setup import Setup
from game.scenes.home.writing import LineEntry
from game.scenes.solitaire_pai_sho.scene import SolitairePaiShoScene
from game.services.store import Store
from game.ui.intents import Intent
from tests.certain import sure
from tests.tools import headless

GAME = "solitaire_pai_sho"


@pytest.fixture
def context() -> Iterator[Context]:
    made = headless.context((1280, 720), "de", seed=None)
    shelf = made.store._shelf
    made.store.close()
    made.store = Store(None, shelf, lambda: datetime(2024, 5, 17, 8, 30))
    yield made
    made.ai_worker.close()
    made.store.close()


@pytest.fixture
def stack(context: Context) -> Stack:
    return headless.stack_of(context, Setup(context, GAME))


def setup(stack: Stack) -> Setup:
    assert isinstance(stack.top, Setup)
    return stack.top


def begun(stack: Stack) -> Match:
    setup(stack).start()
    headless.wait(stack, 0.1)
    assert isinstance(stack.top, SolitairePaiShoScene)
    return stack.top.match


def enter(stack: Stack, digits: str) -> LineEntry:
    """Open the keypad and write on it."""
    sure(setup(stack).deal)._take("number")
    headless.wait(stack, 0.1)
    entry = stack.top
    assert isinstance(entry, LineEntry)
    for digit in digits:
        stack.on(Intent("text", name=digit, source="keys"))
    return entry


def test_a_new_deal_has_a_number_short_enough_to_tell(stack: Stack) -> None:
    assert 1 <= int(begun(stack).seed) <= 999_999


def test_the_deal_of_the_day_is_dealt_by_the_date(stack: Stack) -> None:
    sure(setup(stack).deal)._take("day")
    assert begun(stack).seed == 20240517


def test_a_number_is_written_and_dealt_by(stack: Stack) -> None:
    enter(stack, "4711").finish()
    headless.wait(stack, 0.1)
    assert sure(setup(stack).deal).number == 4711
    headless.picture(stack)
    assert begun(stack).seed == 4711


def test_the_keypad_writes_digits_takes_them_back_and_nothing_else(stack: Stack) -> None:
    entry = enter(stack, "4a7x1")
    headless.picture(stack)
    assert entry._line.value == "471"
    stack.on(Intent("command", name="backspace", source="keys"))
    assert entry._line.value == "47"
    keys = [w for w in entry.layers[0].targets() if getattr(w, "text", "") == "9"]
    keys[0].activate()
    assert entry._line.value == "479"


@pytest.mark.parametrize("digits", ["", "0", "000"])
def test_no_number_is_no_number(stack: Stack, digits: str) -> None:
    enter(stack, digits).finish()
    headless.wait(stack, 0.1)
    assert sure(setup(stack).deal).number is None
    assert 1 <= int(begun(stack).seed) <= 999_999


def test_who_opens_the_box_of_a_game_for_one_sits_alone(stack: Stack) -> None:
    assert len(setup(stack).places) == 1


def test_the_mode_brings_the_seats_it_is_for(stack: Stack) -> None:
    for mode, seats in (("cooperative", 2), ("solitaire", 1), ("uncooperative", 2)):
        setup(stack)._take("mode", mode)
        assert len(setup(stack).places) == seats


def test_the_seats_bring_a_mode_that_suits_them(stack: Stack) -> None:
    setup(stack)._take_count(2)
    assert setup(stack).options["mode"] == "cooperative"
    setup(stack)._take("mode", "uncooperative")
    setup(stack)._take_count(2)
    assert setup(stack).options["mode"] == "uncooperative", "what suits stays"
    setup(stack)._take_count(1)
    assert setup(stack).options["mode"] == "solitaire"
    assert begun(stack).seats == 1


def test_kept_choices_that_do_not_suit_each_other_do_no_harm(context: Context) -> None:
    context.store.set(**{f"setup {GAME}": {"options": {"mode": "uncooperative"}, "length": 1}})
    stack = headless.stack_of(context, Setup(context, GAME))
    assert begun(stack).outcome is None
