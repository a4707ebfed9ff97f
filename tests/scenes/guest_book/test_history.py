"""Everything that was played, as people leaf through it: quick with thousands, safe from slips."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from sqlite3 import Connection
from typing import Any

import pytest

from game.rules import GAMES, SHELF
from game.rules.core import record
from game.rules.core.match import Match, Series
from game.scenes.core.context import Context
from game.scenes.core.stack import Stack
from game.scenes.guest_book.history import History
from game.scenes.home.shelf import Shelf
from game.scenes.review.broken_match import BrokenMatch
from game.scenes.review.replay import Replay
from game.services.history import PAGE, Result, Standing
from game.services.people import Chair
from game.services.store import Store
from game.ui.canvas import Canvas
from game.ui.fonts import number
from game.ui.frame import Box
from game.ui.intents import Intent
from game.ui.surfaces import PAPER
from game.ui.theme import Color
from tests.scenes.guest_book.book_hands import (
    DOWN,
    ENTER,
    ESCAPE,
    buttons,
    hold,
    keys,
    of_kind,
    press,
    texts,
    top,
    touch,
)
from tests.tools import headless
from tests.tools.showcase.games import played_out

MANY = 5000
CHAIRS = (Chair("person", "Annegret"), Chair("person", "Ole"))


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    made = headless.context((1280, 720), "de", tmp_path)
    yield made
    made.ai_worker.close()
    made.store.close()


def finish(context: Context, game: str = "jin_li", chairs: tuple[Chair, ...] = CHAIRS) -> Series:
    """A match that was really played, kept as play scenes keep it."""
    series = Series(played_out(game))
    number = context.store.begin(series, chairs)
    context.store.finish(number, Result.of(series, chairs))
    return series


def begin(context: Context, *steps: str) -> int:
    match = Match(GAMES["jin_li"], 2)
    for text in steps:
        match.play_text(text)
    return context.store.begin(Series(match), CHAIRS)


def history(context: Context) -> tuple[Stack, History]:
    scene = History(context)
    return headless.stack_of(context, scene), scene


def faces(stack: Stack) -> list[Any]:
    return of_kind(stack, "_Face")


# What stands there ------------------------------------------------------------------------------


def test_finished_and_running_matches_stand_there_the_latest_first(context: Context) -> None:
    finish(context)
    begin(context)
    stack, scene = history(context)
    assert [entry.over for entry in scene.entries] == [False, True]
    assert "2 Partien" in set(texts(stack))
    assert len(faces(stack)) == 2


def test_points_below_0_have_a_minus(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    standings = tuple(Standing(chair, -n, not n) for n, chair in enumerate(CHAIRS))
    kept = Result("walomino", {}, "1", 1, "", standings, "", "2025-01-01T12:00:00")
    context.store._db.write(lambda db: context.store.history.keep(db, None, kept, kept.date))
    said: list[str] = []
    monkeypatch.setattr(Canvas, "text", lambda self, text, *a, **k: said.append(text) or 0.0)
    headless.listed(headless.stack_of(context, History(context)))
    assert "−1" in said
    assert "-1" not in said


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("pixels", [(640, 480), (800, 600), (1280, 720), (1080, 1920)])
def test_nobody_reads_points_as_a_part_of_a_name(
    tmp_path: Path, pixels: tuple[int, int], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """*Person 1* with one point: its number is set in another face, on a plate of its own."""
    made = headless.context(pixels, language, tmp_path)
    guests = (Chair("person", ""), Chair("person", ""))
    standings = tuple(Standing(chair, 1 + n, bool(n)) for n, chair in enumerate(guests))
    kept = Result("ping_pao", {}, "1", 1, "", standings, "", "2025-01-01T12:00:00")
    made.store._db.write(lambda db: made.store.history.keep(db, None, kept, kept.date))
    plates, said = list[Box](), list[tuple[str, float, str]]()
    fill, text = Canvas.fill, Canvas.text

    def plated(self: Canvas, box: Box, *more: Any, **others: Any) -> Any:
        plates.append(box)
        return fill(self, box, *more, **others)

    def told(self: Canvas, line: str, point: Any, *more: Any, **others: Any) -> float:
        said.append((line, point[0], more[2] if len(more) > 2 else others.get("face", "sans")))
        return text(self, line, point, *more, **others)

    monkeypatch.setattr(Canvas, "fill", plated)
    monkeypatch.setattr(Canvas, "text", told)
    headless.listed(headless.stack_of(made, History(made)))
    faces = {face for line, _, face in said if line in ("1", "2")}
    assert faces == {"serif"}
    for line, x, _ in said:
        if line in ("1", "2"):
            assert any(p.x < x < p.right and p.w < 60 for p in plates), "there is no plate"
    made.store.close()


@pytest.mark.parametrize("pixels", [(800, 600), (1280, 720), (1920, 1080)])
def test_lines_between_matches_are_seen_in_every_window(
    tmp_path: Path, pixels: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = headless.context(pixels, "de", tmp_path)
    fill(made.store, 6)
    stack, _ = history(made)
    high = []
    paint = Canvas.fill

    def watch(canvas: Canvas, box: Box, color: Color, radius: float = 0) -> None:
        if color[:3] == PAPER.line[:3] and box.h < 4:
            high.append(canvas.rect(box).h)
        paint(canvas, box, color, radius)

    monkeypatch.setattr(Canvas, "fill", watch)
    for face in faces(stack)[:6]:
        for _ in range(8):  # wherever it comes to lie
            face.box = face.box.moved(0, 0.4)
            face.draw(headless.blank())
    assert high
    assert min(high) >= 1
    made.store.close()


def test_a_running_match_goes_on_where_it_was_left(context: Context) -> None:
    number = begin(context, "a1-b2@d4")
    stack, _ = history(context)
    touch(stack, faces(stack)[0])
    assert stack.top.autosave.match_id == number  # type: ignore[attr-defined]
    assert stack.top.match.cursor == 2  # type: ignore[attr-defined]


def test_what_was_played_meanwhile_stands_there_on_return(context: Context) -> None:
    finish(context)
    stack, scene = history(context)
    touch(stack, faces(stack)[0])
    begin(context)
    keys(stack, ESCAPE)
    assert stack.top is scene
    assert [entry.over for entry in scene.entries] == [False, True]


def test_a_game_and_a_person_can_be_asked_for(context: Context) -> None:
    ada = context.store.add_profile("Ada")
    known = Chair("person", "Ada", profile=ada.id)
    finish(context, "jin_li", (known, CHAIRS[1]))
    finish(context, "ping_pao")
    stack, scene = history(context)
    games, people = of_kind(stack, "Stepper")
    games.choose([value for value, _ in games.values].index("ping_pao"))
    assert [entry.game for entry in scene.entries] == ["ping_pao"]
    people = of_kind(stack, "Stepper")[1]
    people.choose(1)
    assert scene.entries == []
    assert "Dazu gibt es keine Partie." in set(texts(stack))
    of_kind(stack, "Stepper")[0].choose(0)
    assert [entry.game for entry in scene.entries] == ["jin_li"]


# Striking ---------------------------------------------------------------------------------------


def test_a_match_is_struck_by_holding_and_by_nothing_less(context: Context) -> None:
    finish(context)
    finish(context, "ping_pao")
    stack, scene = history(context)
    bins = [b for b in of_kind(stack, "Button") if b.icon == "bin"]
    touch(stack, bins[0])
    press(stack, "Löschen")
    headless.wait(stack, 2)
    assert scene.count == 2
    keys(stack, ESCAPE)
    touch(stack, bins[0])
    hold(stack, "Löschen")
    assert [entry.game for entry in scene.entries] == ["jin_li"]
    assert [r.game for r in context.store.history.results()] == ["jin_li"]
    assert len(faces(stack)) == 1


def test_striking_far_down_stays_where_it_was(context: Context) -> None:
    fill(context.store, 300)
    stack, scene = history(context)
    rows = scene._list
    assert rows is not None
    rows.show(150)
    offset, known = rows.offset, len(scene.entries)
    wanted = scene.entries[152].result
    scene.ask_to_strike(scene.entries[152])
    hold(stack, "Löschen")
    assert scene._list is not None
    assert scene._list.offset == pytest.approx(offset)
    assert len(scene.entries) == known
    assert wanted not in [entry.result for entry in scene.entries]


# Thousands --------------------------------------------------------------------------------------


def fill(store: Store, many: int) -> None:
    standings = tuple(Standing(chair, n, n > 0) for n, chair in enumerate(CHAIRS))

    def work(db: Connection) -> None:
        for n in range(many):
            game = "jin_li" if n % 2 else "walomino"
            date = f"2025-{n * 12 // many + 1:02d}-01T12:00:00"
            kept = Result(game, {}, str(n), 1, "", standings, "", date)
            store.history.keep(db, None, kept, date)

    store._db.write(work)


@cache
def thick() -> Connection:
    """What a book with thousands of matches holds."""
    store = Store(None, GAMES)
    fill(store, MANY)
    return store._db._db


@pytest.fixture
def thousands() -> Iterator[Context]:
    """A table that has been there for long. No disk knows of it."""
    made = headless.context((1280, 720), "de")
    thick().backup(made.store._db._db)
    yield made
    made.ai_worker.close()
    made.store.close()


class Reads:
    """Counts what is read of a store from now on."""

    def __init__(self, context: Context) -> None:
        self.queries = self.rows = 0
        self._read = context.store._db.read
        context.store._db.read = self

    def __call__(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        rows = self._read(sql, *values)
        self.queries, self.rows = self.queries + 1, self.rows + len(rows)
        return rows


def test_thousands_open_with_a_page(thousands: Context) -> None:
    reads = Reads(thousands)
    stack, scene = history(thousands)
    assert scene.count == MANY
    assert len(scene.entries) == PAGE
    assert len(faces(stack)) < 15
    assert reads.queries <= 12  # the shelf below asks for its own
    assert reads.rows <= 4 * PAGE + 6  # numbers, results, two standings each; a few counts


def test_a_flick_through_thousands_reads_only_what_comes_into_sight(thousands: Context) -> None:
    stack, scene = history(thousands)
    reads = Reads(thousands)
    for _ in range(40):
        stack.on(Intent("wheel", (960, 700), value=-3))
        headless.wait(stack, 0.02)
    assert scene._list is not None
    seen = scene._list.offset / scene._list.step
    assert 40 < seen < len(scene.entries) < seen + 2.5 * PAGE
    assert reads.queries <= 4 * (len(scene.entries) / PAGE + 1)
    assert reads.rows <= 4 * len(scene.entries)
    assert len(faces(stack)) < 15


def test_the_end_of_thousands_can_be_reached(thousands: Context) -> None:
    stack, scene = history(thousands)
    assert scene._list is not None
    scene._list.show(MANY - 1)
    assert scene.entries[-1].seconds is None
    assert len(scene.entries) == MANY
    assert len(faces(stack)) < 15
    picture = headless.picture(stack)
    assert picture.get_size() == (1280, 720)


def test_keys_walk_down_a_long_history(context: Context) -> None:
    fill(context.store, 200)
    stack, scene = history(context)
    keys(stack, DOWN)
    top(stack).focus.current = faces(stack)[0]
    for _ in range(60):
        keys(stack, DOWN)
    here = top(stack).focus.current
    assert here._entry in scene.entries[55:]


def test_keys_leap_to_the_end_of_thousands_and_back(thousands: Context) -> None:
    stack, scene = history(thousands)
    rows = scene._list
    assert rows is not None

    def leap(name: str) -> float:
        keys(stack, Intent("command", name=name, source="keys"))
        return rows.offset

    page = leap("page_down")
    assert 0 < page <= rows.box.h
    assert leap("page_down") == pytest.approx(2 * page)
    assert leap("page_up") == pytest.approx(page)
    assert leap("last") == pytest.approx(rows.most)
    assert faces(stack)[-1]._entry is scene.entries[MANY - 1]
    assert leap("first") == 0
    assert faces(stack)[0]._entry is scene.entries[0]


# Watching ---------------------------------------------------------------------------------------


def watched(context: Context, game: str = "jin_li") -> tuple[Stack, Any]:
    finish(context, game)
    stack, _ = history(context)
    touch(stack, faces(stack)[0])
    assert isinstance(stack.top, Replay)
    return stack, stack.top


@pytest.mark.parametrize("game", SHELF)
@pytest.mark.parametrize("pixels", [(800, 600), (1280, 720)])
def test_a_finished_match_opens_with_its_score_at_the_trays(
    tmp_path: Path, game: str, pixels: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    made, said = headless.context(pixels, "de", tmp_path), list[str]()
    stack, scene = watched(made, game)
    monkeypatch.setattr(Canvas, "text", lambda self, text, *a, **k: said.append(text) or 0.0)
    headless.wait(stack, 0.5)
    for tray in scene.play.trays:
        tray.draw(headless.blank())
    for standing in made.store.history.results()[0].standings:
        assert number(standing.points) in said
    stack.close()
    made.store.close()


@pytest.mark.parametrize(
    "game", ["jin_li", "ping_pao", "walomino", "domi_jongg", "skud_pai_sho", "solitaire_pai_sho"]
)
def test_every_game_can_be_watched_to_its_end_and_changes_nothing(
    context: Context, game: str
) -> None:
    stack, scene = watched(context, game)
    match = scene.play.match
    before = [record.write(Series(match)), context.store.history.results(),
              context.store.running()]  # fmt: skip
    steps = len(scene.play.match.log)
    assert (scene.index, scene.play.shown) == (steps, steps), "how it ended is seen first"
    for wish in (1, 2, steps // 2, steps, steps - 1):
        scene.go_to(wish)
        headless.wait(stack, 0.1)
        assert scene.play.shown == wish
        headless.picture(stack)
    headless.wait(stack, 3)
    assert stack.top is scene
    keys(stack, ESCAPE)
    assert isinstance(stack.top, History)
    after = [record.write(Series(match)), context.store.history.results(),
             context.store.running()]  # fmt: skip
    assert after == before


def test_step_by_step_with_fingers_and_keys(context: Context) -> None:
    stack, scene = watched(context)
    press_icon(stack, scene, "first")
    press_icon(stack, scene, "right")
    press_icon(stack, scene, "right")
    assert scene.index == 2
    press_icon(stack, scene, "left")
    assert scene.index == 1
    keys(stack, Intent("turn", value=1, source="keys"))
    assert scene.index == 2
    headless.tap(stack, 400, 500)
    assert scene.index == 3
    press_icon(stack, scene, "last")
    assert scene.index == len(scene.play.match.log)
    press_icon(stack, scene, "play")
    headless.wait(stack, 2)
    assert 0 < scene.index < 5
    press_icon(stack, scene, "last")
    headless.tap(stack, 400, 500)
    headless.wait(stack, 2)
    assert 0 < scene.index < 5, "a tap on the board where it ended plays all of it again"
    keys(stack, Intent("menu", source="pad"))
    assert isinstance(stack.top, History)


def press_icon(stack: Stack, scene: Replay, icon: str) -> None:
    button = next(b for b in scene.layers[0].targets() if getattr(b, "icon", None) == icon)
    headless.tap(stack, *scene.layers[0].frame.out(button.box.center))


def test_the_picture_shows_the_state_that_was(context: Context) -> None:
    _, scene = watched(context)
    scene.go_to(4)
    assert scene.play.shown_state == scene.play.match.states[4]


@pytest.mark.parametrize("pixels", [(1280, 720), (800, 600), (1080, 1920)])
def test_board_and_moves_never_overlap(tmp_path: Path, pixels: tuple[int, int]) -> None:
    made = headless.context(pixels, "de", tmp_path)
    _, scene = watched(made, "skud_pai_sho")
    room = scene.layers[0].frame.box
    for part in (scene.play.layout.board, *(frame.box for frame in scene.play.layout.trays)):
        beside = part.right <= room.x + 1 or part.bottom <= room.y + 1
        assert beside
    made.store.close()


def test_a_series_is_watched_game_by_game(context: Context) -> None:
    series = Series(played_out("jin_li"), 2)
    second = series.advance()
    for move in played_out("jin_li", options=second.options).log:
        if second.outcome is None:
            second.play(move)
    number = context.store.begin(series, CHAIRS)
    context.store.finish(number, Result.of(series, CHAIRS))
    stack, _ = history(context)
    touch(stack, faces(stack)[0])
    scene = stack.top
    assert isinstance(scene, Replay)
    assert (scene.number, scene.play.names) == (1, ("Ole", "Annegret"))
    scene.go_to(3)
    left = next(b for b in scene.layers[0].targets() if getattr(b, "icon", "") == "left")
    headless.tap(stack, *scene.layers[0].frame.out(left.box.center))
    assert (scene.number, scene.index) == (0, len(series.games[0].log))
    assert scene.play.names == ("Annegret", "Ole")
    headless.picture(stack)


def test_a_record_nobody_can_read_says_so(context: Context) -> None:
    fill(context.store, 1)
    stack, scene = history(context)
    touch(stack, faces(stack)[0])
    assert isinstance(stack.top, BrokenMatch)
    keys(stack, ESCAPE)
    assert stack.top is scene


def test_a_replay_from_the_book_with_a_gamepad_alone(context: Context) -> None:
    finish(context)
    stack, scene = history(context)
    confirm = Intent("confirm", source="pad", pad=0)
    keys(stack, Intent("focus", vector=(0, 1), source="pad", pad=0))
    for _ in range(20):
        if top(stack).focus.current is faces(stack)[0]:
            break
        keys(stack, Intent("focus", value=1, source="pad", pad=0))
    keys(stack, confirm)
    assert isinstance(stack.top, Replay)
    keys(stack, Intent("cancel", source="pad", pad=0), Intent("cancel", source="pad", pad=0))
    assert isinstance(stack.top, Shelf)
    assert scene.entries
    assert ENTER.kind == confirm.kind
    assert buttons(stack)
