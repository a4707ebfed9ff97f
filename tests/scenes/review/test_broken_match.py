"""A stored match that breaks off is no dead end, whatever the reason and wherever it is opened."""

import errno
import os
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.navigator import Navigator
from game.rules import GAMES
from game.rules.core import record
from game.rules.core.match import Match, Series
from game.scenes.core.context import Context
from game.scenes.core.stack import Stack
from game.scenes.evening.evening_scene import EveningScene
from game.scenes.guest_book.history import History
from game.scenes.home.running import RunningMatches
from game.scenes.home.shelf import Shelf
from game.scenes.review.broken_match import BrokenMatch, to_finished, to_running
from game.scenes.review.replay import Replay
from game.services import rows
from game.services.exports import export
from game.services.history import Result
from game.services.people import Chair
from game.ui.intents import Intent
from tests.certain import top
from tests.scenes.guest_book.book_hands import (
    ENTER,
    ESCAPE,
    buttons,
    hold,
    keys,
    press,
    texts,
    touch,
    walk_to,
)
from tests.tools import headless
from tests.tools.showcase.games import played_out

CHAIRS = (Chair("person", "Annegret"), Chair("computer", "Kamille", "newcomer"))
STEPS = ("a1-b2", "@d4", "g7-f6", "@b2", "a1-b2")
"""The fourth is against the rules."""


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    made = headless.context((1280, 720), "en", tmp_path)
    yield made
    made.ai_worker.close()
    made.store.close()


def broken(context: Context, *steps: str) -> int:
    """A running match of which these steps are stored."""
    number = context.store.begin(Series(Match(GAMES["jin_li"], 2, seed=1)), CHAIRS)
    context.store.append(number, 0, 0, *(steps or STEPS))
    return number


def finished(context: Context, old: str, new: str) -> int:
    """A result whose record was changed afterwards."""
    series = Series(played_out("jin_li"))
    result = Result.of(series, CHAIRS)
    number = context.store.begin(series, CHAIRS)
    assert old in result.record
    changed = replace(result, record=result.record.replace(old, new, 1))
    return context.store.finish(number, changed)


def sheet(context: Context, scene: Any) -> Stack:
    assert isinstance(scene, BrokenMatch)
    return headless.stack_of(context, scene)


# What is said -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        (STEPS, "The rules do not allow what is kept as step 4."),
        (("a1-b2", "x" * 500), "What is kept as step 2 cannot be read."),
        (("",), "What is kept as step 1 cannot be read."),
    ],
)
def test_where_it_breaks_off_is_said_in_one_sentence(
    context: Context, steps: tuple[str, ...], told: str
) -> None:
    stack = sheet(context, Navigator(context)(to_running(context, broken(context, *steps))))
    assert any(text.startswith(told) for text in texts(stack))
    assert set(buttons(stack)) == {
        "close", "Play on from there", "Look at it", "Save as text", "Put away"
    }  # fmt: skip


def test_in_a_series_the_game_is_named(context: Context) -> None:
    number = context.store.begin(Series(Match(GAMES["jin_li"], 2), 3), CHAIRS)
    context.store._db.write(
        lambda db: rows.insert(db, "moves", match_id=number, game_no=1, step=0, text="a1-b2")
    )
    stack = sheet(context, Navigator(context)(to_running(context, number)))
    assert any("kept as step 1 of game 1." in text for text in texts(stack))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("game: jin_li 1", "game: jin_li 2", "played with a newer version of the table"),
        ("game: jin_li", "game: chess", "How this match began cannot be read"),
        ("option target: 10", "option target: 11", "How this match began cannot be read"),
        ("seats: 2", "seats: 3", "How this match began cannot be read"),
    ],
)
def test_what_cannot_be_shown_can_be_saved_and_put_away(
    context: Context, old: str, new: str, told: str
) -> None:
    number = finished(context, old, new)
    stack = sheet(context, Navigator(context)(to_finished(context, number)))
    assert any(told in text for text in texts(stack))
    assert set(buttons(stack)) == {"close", "Save as text", "Delete"}
    press(stack, "Save as text")
    assert context.store.folder is not None
    (file,) = (context.store.folder / "exports").iterdir()
    assert context.store.history.result(number).record in file.read_text("utf-8")
    press(stack, "Delete")
    hold(stack, "Delete")
    assert context.store.history.results() == []


def test_a_match_of_earlier_rules_says_so(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = broken(context)
    game = GAMES["jin_li"]
    monkeypatch.setattr(game, "info", replace(game.info, version=2), raising=False)
    stack = sheet(context, Navigator(context)(to_running(context, number)))
    assert any("played by earlier rules, and today’s rules stop at step 4" in text
               for text in texts(stack))  # fmt: skip


# What can be done -------------------------------------------------------------------------------


def test_play_goes_on_from_the_last_good_step_and_nothing_is_lost(context: Context) -> None:
    number = broken(context)
    stack = sheet(context, Navigator(context)(to_running(context, number)))
    press(stack, "Play on from there")
    scene: Any = stack.top
    assert scene.match.cursor == 3
    assert scene.autosave.match_id == number
    told = context.store.resume(number)
    assert (told.broken, told.series.current.cursor) == (None, 3)
    assert context.store.folder is not None
    (file,) = (context.store.folder / "exports").iterdir()
    assert file.read_text("utf-8").startswith("# game 1, step 4: @b2 is against JL-3\n")
    assert file.read_text("utf-8").endswith("\ngame 1\n" + "\n".join(STEPS) + "\n")


def test_play_goes_on_under_another_number_if_the_match_takes_no_step(context: Context) -> None:
    number, store = broken(context), context.store
    stack = sheet(context, Navigator(context)(to_running(context, number)))
    store._db.write(lambda db: rows.update(db, "matches", number, finished=1))
    press(stack, "Play on from there")
    scene: Any = stack.top
    (running,) = store.running()
    assert scene.autosave.match_id == running.id != number
    scene.play(scene.game.moves(scene.match.state)[0])
    assert [run.id for run in store.running()] == [running.id]
    assert store.resume(running.id).series.current.log == scene.match.log


def test_play_does_not_go_on_while_the_rest_cannot_be_saved(context: Context) -> None:
    number = broken(context)
    assert context.store.folder is not None
    (context.store.folder / "exports").write_text("in the way")
    stack = sheet(context, Navigator(context)(to_running(context, number)))
    for name in ("Play on from there", "Save as text"):
        press(stack, name)
        assert isinstance(stack.top, BrokenMatch)
        assert any("could not be saved" in text for text in texts(stack))
    assert context.store.resume(number).broken is not None


def test_looking_at_it_changes_nothing(context: Context) -> None:
    number = broken(context)
    stack = sheet(context, Navigator(context)(to_running(context, number)))
    press(stack, "Look at it")
    scene = stack.top
    assert isinstance(scene, Replay)
    assert len(scene.play.match.log) == 3
    for index in (3, 0, 2, 3):
        scene.go_to(index)
        headless.wait(stack, 2)
    assert len(scene.play.match.log) == 3
    keys(stack, ESCAPE)
    assert isinstance(stack.top, BrokenMatch)
    told = context.store.resume(number)
    assert told.broken is not None
    assert told.broken.text.endswith("\n".join(STEPS) + "\n")


def test_the_first_step_may_be_the_broken_one(context: Context) -> None:
    stack = sheet(context, Navigator(context)(to_running(context, broken(context, "b2-b2"))))
    press(stack, "Look at it")
    headless.picture(stack)
    keys(stack, ESCAPE)
    press(stack, "Play on from there")
    assert stack.top.match.cursor == 0  # type: ignore[attr-defined]


def test_the_text_that_is_saved_says_where_it_is(context: Context) -> None:
    stack = sheet(context, Navigator(context)(to_running(context, broken(context))))
    press(stack, "Save as text")
    press(stack, "Save as text")
    assert context.store.folder is not None
    (file,) = (context.store.folder / "exports").iterdir()
    assert f"Saved as {file}" in texts(stack)


def test_a_text_never_overwrites_another(tmp_path: Path) -> None:
    texts = ("a", "b", "a", "\ud800")
    files = [export(tmp_path / "exports", "match-1.txt", text) for text in texts]
    assert [file.name for file in files] == [
        "match-1.txt", "match-1-2.txt", "match-1.txt", "match-1-3.txt"
    ]  # fmt: skip
    assert [file.read_text("utf-8") for file in files] == ["a", "b", "a", "\\ud800"]


@pytest.mark.parametrize("fails", ["fsync", "rename"])
def test_a_disk_that_is_full_keeps_no_part_of_a_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no space left")

    with monkeypatch.context() as patch:
        patch.setattr(os, fails, full)
        with pytest.raises(OSError, match="no space left"):
            export(tmp_path / "exports", "match-1.txt", "a")
    assert list((tmp_path / "exports").iterdir()) == []
    assert export(tmp_path / "exports", "match-1.txt", "a").name == "match-1.txt"


def test_keys_and_pads_get_along_with_it(context: Context) -> None:
    stack = sheet(context, Navigator(context)(to_running(context, broken(context))))
    walk_to(stack, "Save as text")
    keys(stack, ENTER)
    assert any(text.startswith("Saved as") for text in texts(stack))
    keys(stack, Intent("cancel", source="pad"))
    assert isinstance(stack.top, Shelf)


def test_it_can_be_put_away(context: Context) -> None:
    number = broken(context)
    stack = headless.stack_of(context, RunningMatches(context))
    top: Any = stack.top
    touch(stack, next(w for w in top.layers[0].targets() if getattr(w, "icon", "") == "play"))
    assert isinstance(stack.top, BrokenMatch)
    press(stack, "Put away")
    hold(stack, "Put away")
    assert isinstance(stack.top, RunningMatches)
    assert context.store.running() == []
    with pytest.raises(KeyError):
        context.store.resume(number)


# Wherever it is opened --------------------------------------------------------------------------


def test_the_shelf_leads_to_it(context: Context) -> None:
    broken(context)
    stack = headless.stack_of(context)
    (name,) = [name for name in buttons(stack) if name.startswith("Continue")]
    press(stack, name)
    assert isinstance(stack.top, BrokenMatch)


@pytest.mark.parametrize("over", [False, True])
def test_the_guest_book_leads_to_it(context: Context, over: bool) -> None:
    if over:
        finished(context, "  1  seat 0  ", "  1  seat 0  x ")
    else:
        broken(context)
    stack = headless.stack_of(context, History(context))
    scene: Any = stack.top
    scene.open(scene.entries[0])
    headless.wait(stack, 0.1)
    assert isinstance(stack.top, BrokenMatch)
    assert ("Play on from there" in buttons(stack)) is not over
    for act in (press, hold):
        act(stack, "Delete" if over else "Put away")
    assert isinstance(stack.top, History)
    assert stack.top.count == 0


def test_an_evening_leads_to_it_and_forgets_nothing(context: Context) -> None:
    evening = context.store.evenings.begin(CHAIRS, [("jin_li", {}), ("ping_pao", {})])
    number = broken(context)
    context.store.evenings.seat(evening, 0, number)
    stack = headless.stack_of(context, EveningScene(context, evening))
    scene: Any = stack.top
    assert scene.evening.parts[0].match_id == number
    scene.sit_down()
    headless.wait(stack, 0.1)
    assert isinstance(stack.top, BrokenMatch)
    stack.top.put_away()
    headless.wait(stack, 0.1)
    assert top(stack) is scene
    assert scene.evening.parts[0].match_id is None


def test_an_evening_keeps_a_match_whose_beginning_is_unreadable(context: Context) -> None:
    evening = context.store.evenings.begin(CHAIRS, [("jin_li", {})])
    number = context.store.begin(Series(Match(GAMES["jin_li"], 2)), CHAIRS)
    context.store.evenings.seat(evening, 0, number)
    damage(context, number, header="?")
    stack = headless.stack_of(context, EveningScene(context, evening))
    assert stack.top.evening.parts[0].match_id == number  # type: ignore[attr-defined]


# Whatever the damage ----------------------------------------------------------------------------


def damage(context: Context, number: int, *, header: str) -> None:
    context.store._db.write(lambda db: rows.update(db, "matches", number, header=header))


@given(data=st.data(), game=st.sampled_from(sorted(GAMES)))
@settings(max_examples=25)
def test_any_change_of_a_stored_match_leaves_something_to_do(
    whole: Context, data: st.DataObject, game: str
) -> None:
    rules = GAMES[game]
    seats = rules.info.seats[0]
    seed = data.draw(st.integers(0, 99), label="seed")
    series = Series(Match(rules, seats, seed=seed))
    rng = random.Random(seed)
    while series.current.actor is not None and series.current.cursor < 25:
        series.current.play(rng.choice(rules.moves(series.current.state)))
    header = record.write_header(series)
    steps = [rules.write(move) for move in series.current.log]
    if data.draw(st.booleans(), label="in the header"):
        header = changed(data, header)
    else:
        index = data.draw(st.integers(0, len(steps) - 1))
        steps[index] = changed(data, steps[index])
    number = whole.store.begin(series, [Chair("person", f"P{seat}") for seat in range(seats)])
    damage(whole, number, header=header)
    whole.store.append(number, 0, 0, *steps)
    scene = Navigator(whole)(to_running(whole, number))
    stack = headless.stack_of(whole, scene)
    headless.picture(stack)
    if isinstance(scene, BrokenMatch):
        assert scene.export()
        if scene.told is not None:
            press(stack, "Look at it")
            headless.picture(stack)
            keys(stack, ESCAPE)
            press(stack, "Play on from there")
            headless.picture(stack)
            assert whole.store.resume(number).broken is None
    whole.store.discard(number)
    stack.close()


def changed(data: st.DataObject, text: str) -> str:
    """The text with some of its signs replaced."""
    low = data.draw(st.integers(0, len(text)))
    high = data.draw(st.integers(low, min(len(text), low + 4)))
    new = data.draw(st.text("0123456789-,:;()[]{}@abglrGHKRW \n", max_size=4) | st.text(max_size=3))
    return text[:low] + new.encode("utf-8", "replace").decode() + text[high:]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    made = headless.context((800, 600), "de", tmp_path_factory.mktemp("table"))
    made.texts.switch("en")
    yield made
    made.ai_worker.close()
    made.store.close()
