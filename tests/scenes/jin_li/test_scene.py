"""Jin Li played on the table: by taps, by dragging, by keys, against the computer."""

import math
import random
import time
from collections.abc import Iterator
from typing import Any

import pytest

from game.rules.core.match import Match, Series
from game.rules.jin_li.state import SQUARES, HandBack, Leap, Pond, Swim, Throw
from game.scenes.jin_li.input import goals
from game.scenes.jin_li.scene import JinLiScene
from game.scenes.play.pick_and_place import InTray
from game.scenes.pond import view
from game.scenes.pond.pool import middle
from game.scenes.review.results import Results
from game.ui.intents import Intent
from tests.certain import sure, top
from tests.scenes.table import ANNA, BEN, COMPUTER, Table
from tests.sweep import one_in
from tests.tools import headless

NUMBER = {name: square for square, name in enumerate(SQUARES)}


class PondTable(Table):
    """A table whose squares are picked by their names."""

    def spot(self, key: Any) -> tuple[float, float]:
        return super().spot(NUMBER.get(key, key))


@pytest.fixture
def table() -> Iterator[PondTable]:
    made = PondTable("jin_li")
    yield made
    made.close()


def play_by_taps(table: PondTable, move: Any) -> None:
    if isinstance(move, Swim | Leap):
        table.tap(SQUARES[move.start])
        table.tap(SQUARES[move.end])
    elif isinstance(move, Throw | HandBack):
        table.tap(SQUARES[move.square])
    table.rest()


def sensible(table: PondTable, rng: random.Random) -> Any:
    """A move that scores if there is one, else any: so that games come to an end."""
    game, state = table.match.game, table.match.state
    moves = game.moves(state)
    seat = sure(game.actor(state))
    before = game.scores(state)[seat]
    scoring = [m for m in moves if game.scores(game.apply(state, m))[seat] > before]
    return rng.choice(scoring or moves)


def test_a_turn_by_taps(table: PondTable) -> None:
    table.tap("a1")
    assert table.scene.input.holding
    table.tap("b2")
    table.rest()
    table.tap("d4")
    table.rest()
    assert [table.match.game.write(m) for m in table.match.log] == ["a1-b2", "@d4"]
    assert table.scene.asked == 1


def test_the_words_say_where_to_touch_and_what_brings_points(table: PondTable) -> None:
    def prompt() -> str:
        found: str = table.scene.trays[0].prompt
        return found

    assert prompt() == table.scene.t("jin_li.prompt.first")
    table.tap("a1")
    assert prompt() == table.scene.t("jin_li.prompt.swim")
    table.key("cancel")
    assert prompt() == table.scene.t("jin_li.prompt.first")
    table.tap("a1")
    table.tap("b2")
    table.rest()
    assert prompt() == table.scene.t("jin_li.phase.throw")


def test_jl_5_squares_show_the_points_that_a_koi_would_find_there() -> None:
    table = PondTable("jin_li")
    rng = random.Random(5)
    shown = 0
    for _ in range(60):
        if table.match.outcome is not None:
            break
        state, game = table.match.state, table.match.game
        for move in game.moves(state):
            if isinstance(move, Leap):
                seat, after = sure(game.actor(state)), game.apply(state, move)
                gain = game.scores(after)[seat] - game.scores(state)[seat]
                assert goals(state, move.start)[move.end] == gain
            elif isinstance(move, Swim):
                beside = len(koi_beside(state, move))
                assert goals(state, move.start)[move.end] == beside
                shown += beside
        table.match.play(sensible(table, rng))
    assert shown > 0
    table.close()


def koi_beside(state: Pond, swim: Swim) -> list[int]:
    """The koi beside the square where a swim ends, without the one that swims."""
    others = (state.koi[0] | state.koi[1]) & ~(1 << swim.start)
    x, y = swim.end % 7, swim.end // 7
    return [n for n in range(49) if others >> n & 1 and max(abs(n % 7 - x), abs(n // 7 - y)) == 1]


def test_jl_8_who_cannot_move_is_told_so(table: PondTable) -> None:
    walled = {
        "koi": {"R": ["a1", "a2"], "Y": ["d7", "g7"]},
        "stones": ["b1", "b2", "b3", "a3", "a4", "c1", "c2", "c3", "c4"],
        "hand": {"R": 0, "Y": 0}, "score": {"R": 0, "Y": 0},
        "turn": "R", "phase": "move", "swum": None, "quiet": 0,
    }  # fmt: skip
    rules = table.match.game
    match = Match(rules, 2, {}, start=rules.from_plain(walled, {}))
    scene = JinLiScene(table.context, Series(match), (ANNA, BEN))
    assert scene.prompt(0) == scene.t("jin_li.phase.pass")


def test_tapping_a_koi_of_the_other_side_is_a_question(table: PondTable) -> None:
    table.tap("a7")
    tray = table.scene.trays[0]
    assert tray.message == table.scene.t("jin_li.about_koi", who="Ben")
    assert (tray.tone, table.scene.marks) == ("news", [])


def test_keys_begin_at_a_koi_that_can_move() -> None:
    """The koi on a1 is walled in: the first key finds the one on d4."""
    free = {"repetition": "ignore"}
    table, walls = PondTable("jin_li", options=free), ["a2", "a3", "b1", "b2", "c1", "c3"]
    plain = dict(table.match.game.to_plain(table.match.state))
    plain.update(koi={"R": ["a1", "d4"], "Y": ["a7", "g7"]}, stones=walls)
    plain["hand"] = {"R": 7, "Y": 7}
    match = Match(table.match.game, 2, free, start=table.match.game.from_plain(plain, free))
    scene = JinLiScene(table.context, Series(match), (ANNA, BEN))
    stack = headless.stack_of(table.context, scene)
    stack.on(Intent("focus", vector=(1, 0), source="keys"))
    assert scene.focus.current is not None
    assert getattr(scene.focus.current, "key", None) == NUMBER["d4"]
    stack.close()
    table.close()


def test_a_mis_thrown_stone_is_taken_back_after_resuming(table: PondTable) -> None:
    play_by_taps(table, Swim(0, 8))
    play_by_taps(table, Throw(24))
    kept = table.context.store.resume(table.scene.match_id)
    again = JinLiScene(table.context, kept.series, kept.chairs, table.scene.match_id)
    stack = headless.stack_of(table.context, again)
    assert again.controls.buttons["undo"].enabled
    again.undo()
    assert (again.match.cursor, again.asked) == (1, 0)
    stack.close()


def test_words_of_a_refusal_go_when_somebody_acts_again(table: PondTable) -> None:
    table.tap("d4")
    assert table.scene.last_rule == "JL-2"
    assert table.scene.trays[0].message
    table.tap("a1")
    assert table.scene.trays[0].message == ""


def test_a_turn_by_dragging(table: PondTable) -> None:
    table.drag("a1", "b2")
    table.rest()
    table.drag(InTray(0), "d4")
    table.rest()
    assert [table.match.game.write(m) for m in table.match.log] == ["a1-b2", "@d4"]


def test_a_turn_by_keys_alone(table: PondTable) -> None:
    def go_to(key: int) -> None:
        table.scene.focus.visible = True
        for _ in range(40):
            current = getattr(table.scene.focus.current, "key", None)
            if current == key:
                return
            x1, y1 = table.spot(current) if current is not None else (0, 0)
            x2, y2 = table.spot(key)
            step = (1 if x2 > x1 else -1, 0) if abs(x2 - x1) > 5 else (0, 1 if y2 > y1 else -1)
            table.key("focus", vector=step)
        raise AssertionError(f"the focus never came to {key}")

    for square in (0, 8):
        go_to(square)
        table.key("confirm")
    table.rest()
    go_to(16)
    table.key("confirm")
    table.rest()
    assert [table.match.game.write(m) for m in table.match.log] == ["a1-b2", "@c3"]


def test_a_whole_game_by_taps_ends_with_the_results(table: PondTable) -> None:
    rng = random.Random(5)
    while table.match.outcome is None:
        play_by_taps(table, sensible(table, rng))
    table.wait(3)
    assert isinstance(top(table.stack), Results)
    assert table.match.outcome.reason == "target"


def test_a_whole_game_with_every_option_by_taps() -> None:
    options = {"placement": "inset", "stones": 6, "recycle": True, "target": 15}
    table = PondTable("jin_li", options=options)
    rng = random.Random(2)
    while table.match.outcome is None:
        rules, state = table.match.game, table.match.state
        handed = any(isinstance(move, HandBack) for move in table.match.log)
        play_by_taps(table, sensible(table, rng) if handed else rng.choice(rules.moves(state)))
    assert any(isinstance(move, HandBack) for move in table.match.log)
    table.close()


def test_points_reach_the_tray(table: PondTable) -> None:
    for text in ("a1-b2@d4", "g7-f6@c5", "b2-c3@e3", "f6-e5@c6"):
        table.scene.match.play_text(text)
    table.scene.show_moment(None)
    table.tap("c3")
    table.tap("d4")
    table.rest()
    assert table.match.cursor == 8, "a stone is in the way; nothing was played"
    table.tap("d3")
    table.rest()
    table.tap("a3")
    table.rest()
    assert table.scene.trays[0].score == table.match.game.scores(table.match.state)[0]


@pytest.mark.parametrize(
    ("picks", "rule", "place"),
    [
        (("a1", "a4"), "JL-3", "a4"),
        (("a1", "c3"), "JL-4", "b2"),
        (("d4",), "JL-2", "d4"),
    ],
)
def test_refusals_are_explained_where_they_belong(
    table: PondTable, picks: tuple[str, ...], rule: str, place: str,
) -> None:
    for key in picks:
        table.tap(key)
    tray = table.scene.trays[0]
    assert (tray.tone, tray.rule) == ("refusal", rule)
    assert rule not in tray.message
    assert table.match.log == []
    marked = [mark.center for mark in table.scene.marks if mark.kind == "refusal"]
    assert table.scene.place_at(place) in marked


def test_the_words_of_a_refusal_lead_to_its_rule(table: PondTable) -> None:
    tray = table.scene.trays[0]
    at = tray.frame.out(tray.head.center)

    def touch() -> None:
        for kind in ("press", "release", "tap"):
            table.send(kind, at)
        table.wait(0.1)

    touch()
    assert top(table.stack) is table.scene, "a prompt leads nowhere"
    table.tap("d4")
    assert tray.words != tray.message
    touch()
    assert (top(table.stack).name, top(table.stack).at) == ("rules", "JL-2")


def test_a_hint_is_in_words_and_says_what_it_brings(table: PondTable) -> None:
    hint = table.scene.hint_text([Swim(0, 8), Throw(24)])
    told = "A good move: from a1 to b2, stone on d4 – "
    assert hint == told + "what it is good for shows later"
    for text in ("a1-b2", "@d4", "a7-b6", "@d3", "b2-b3", "@e3", "b6-b5", "@e4"):
        table.match.play(table.match.game.read(text))
    table.scene.shown = table.match.cursor
    hint = table.scene.hint_text([Swim(15, 22), Throw(0)])
    assert hint == "A good move: from b3 to b4, stone on a1 – 1 point"


@pytest.mark.parametrize(("language", "counted"), [("en", "moves"), ("de", "Züge")])
def test_no_hint_counts_the_moves_that_are_left(language: str, counted: str) -> None:
    """A number of moves says nothing to anybody: what can be scored does."""
    table, rng = PondTable("jin_li", language=language), random.Random(5)
    told = list[str]()
    for _ in range(20):
        table.rest()
        moves = table.scene.game.moves(table.scene.latest)
        for move in rng.sample(moves, min(3, len(moves))):
            table.scene.show_hint(table.scene.asked, [move])
            told.append(table.scene.trays[table.scene.asked].words)
        table.scene.play(rng.choice(moves))
    assert len(told) > 50
    assert not [words for words in told if counted in words]
    table.close()


@pytest.mark.parametrize("act", ["empty", "koi", "undo"])
def test_words_and_marks_of_a_hint_go_with_the_next_act(table: PondTable, act: str) -> None:
    play_by_taps(table, Swim(0, 8))
    table.scene.show_hint(0, [Throw(24)])
    tray = table.scene.trays[0]
    assert tray.tone == "hint"
    assert tray.message
    if act == "undo":
        table.scene.undo()
    else:
        at = (5, table.scene.size[1] / 2) if act == "empty" else table.spot("g1")
        for kind in ("press", "release", "tap"):
            table.send(kind, at)
    assert tray.tone != "hint" or not tray.message
    assert not [mark for mark in table.scene.marks if mark.kind == "hint"]


def test_a_stone_that_was_dragged_falls_out_of_the_hand(table: PondTable) -> None:
    table.drag("a1", "b2")
    table.rest()
    end = table.scene.place_at("d4")
    table.send("press", table.spot(InTray(0)), pointer="touch:0:1")
    for kind in ("drag", "release"):
        table.send(kind, end, pointer="touch:0:1", moved=True)
    table.wait(1 / 60)
    (stone,) = table.scene.pool.stones.values()
    assert math.dist(stone.at, (3.5, 3.5)) < 0.2, "it does not come from the tray once more"


def test_a_drag_to_nowhere_glides_back(table: PondTable) -> None:
    home = table.scene.pool.koi[0].at
    at = table.spot("a1")
    table.send("press", at, pointer="touch:0:1")
    table.send("drag", (5, 5), pointer="touch:0:1", moved=True)
    table.send("release", (5, 5), pointer="touch:0:1", moved=True)
    table.rest()
    assert table.scene.pool.koi[0].at == pytest.approx(home)
    assert table.match.log == []


def test_a_second_finger_does_not_disturb_the_first(table: PondTable) -> None:
    a = table.spot("a1")
    table.send("press", a, pointer="touch:0:1")
    table.send("drag", table.spot("a2"), pointer="touch:0:1", moved=True)
    table.tap("g1", pointer="touch:0:2")
    table.send("drag", table.spot("b2"), pointer="touch:0:1", moved=True)
    table.send("release", table.spot("b2"), pointer="touch:0:1", moved=True)
    table.rest()
    assert [table.match.game.write(m) for m in table.match.log] == ["a1-b2"]


def test_a_stone_in_one_hand_is_played_by_no_other(table: PondTable) -> None:
    table.drag("a1", "b2")
    table.rest()
    table.send("press", table.spot(InTray(0)), pointer="touch:0:1")
    table.send("drag", table.spot("d3"), pointer="touch:0:1", moved=True)
    table.tap("d4", pointer="touch:0:2")
    table.send("drag", table.scene.place_at("c3"), pointer="touch:0:1", moved=True)
    table.rest()
    table.send("release", table.scene.place_at("c3"), pointer="touch:0:1", moved=True)
    table.rest()
    assert [table.match.game.write(m) for m in table.match.log] == ["a1-b2", "@c3"]
    assert not table.scene.input.holding


@pytest.mark.parametrize("taps", [("a1",), ("a1", "c4"), ("d4",)])
def test_a_tap_asks_the_rules_at_most_twice(
    table: PondTable, taps: tuple[str, ...], monkeypatch: pytest.MonkeyPatch,
) -> None:
    for key in taps[:-1]:
        table.tap(key)
    asked = []
    for name in ("moves", "why_illegal"):
        rule = getattr(table.match.game, name)
        told = lambda *about, rule=rule: asked.append(about) or rule(*about)  # noqa: E731
        monkeypatch.setattr(table.match.game, name, told)
    table.tap(taps[-1])
    assert len(asked) <= 2


def test_a_resize_in_mid_drag_puts_the_koi_back(table: PondTable) -> None:
    table.send("press", table.spot("a1"), pointer="touch:0:1")
    table.send("drag", table.spot("d4"), pointer="touch:0:1", moved=True)
    table.stack.resize((800, 600))
    table.rest()
    assert table.scene.pool.koi[0].at == (0.5, 0.5)
    table.tap("a1")
    table.tap("b1")
    table.rest()
    assert len(table.match.log) == 1


def test_undo_and_redo(table: PondTable) -> None:
    play_by_taps(table, Swim(0, 8))
    play_by_taps(table, Throw(24))
    table.scene.undo()
    assert table.match.cursor == 1
    table.scene.undo()
    assert table.match.cursor == 0
    assert table.scene.pool.stones == {}
    table.scene.redo()
    table.scene.redo()
    assert table.match.cursor == 2
    assert list(table.scene.pool.stones) == [24]


def test_undo_never_takes_back_somebody_elses_turn(table: PondTable) -> None:
    play_by_taps(table, Swim(0, 8))
    play_by_taps(table, Throw(24))
    play_by_taps(table, Swim(42, 35))
    table.scene.undo()
    table.scene.undo()
    assert table.match.cursor == 2
    assert table.scene.trays[1].message


def test_the_house_rule_takeback_lifts_that() -> None:
    table = PondTable("jin_li", takeback=True)
    for move in (Swim(0, 8), Throw(24), Swim(42, 35)):
        play_by_taps(table, move)
    for _ in range(3):
        table.scene.undo()
    assert table.match.cursor == 0
    table.close()


def test_a_move_waits_for_consent_where_moves_are_confirmed() -> None:
    table = PondTable("jin_li", confirm_moves=True)
    table.tap("a1")
    table.tap("b2")
    assert table.match.log == []
    table.scene.consent(False)
    assert table.match.log == []
    table.tap("a1")
    table.tap("b2")
    table.scene.consent(True)
    table.rest()
    assert len(table.match.log) == 1
    table.close()


def test_the_list_of_moves_shows_any_moment_and_comes_back(table: PondTable) -> None:
    for move in (Swim(0, 8), Throw(24), Swim(42, 35), Throw(30)):
        play_by_taps(table, move)
    table.key("command", name="moves")
    moves = top(table.stack)
    moves.go_to(1)
    assert list(table.scene.pool.stones) == []
    table.picture()
    moves.go_to(3)
    assert list(table.scene.pool.stones) == [24]
    table.key("cancel")
    table.wait(0.1)
    assert top(table.stack) is table.scene
    assert table.scene.live
    assert sorted(table.scene.pool.stones) == [24, 30]


def test_a_press_skips_the_animation(table: PondTable) -> None:
    table.tap("a1")
    table.tap("b2")
    assert table.scene.moving
    table.send("press", (3, 300))
    assert not table.scene.moving
    assert table.scene.pool.koi[8].at == (1.5, 1.5)


def test_every_step_is_stored_before_its_animation(table: PondTable) -> None:
    table.tap("a1")
    table.tap("b2")
    assert table.scene.moving
    stored = table.context.store.resume(table.scene.autosave.match_id)
    assert stored.series.current.log == table.match.log


def test_the_computer_answers(table: PondTable) -> None:
    table.close()
    table = PondTable("jin_li", (ANNA, COMPUTER))
    play_by_taps(table, Swim(0, 8))
    play_by_taps(table, Throw(24))
    until = time.monotonic() + 60
    while table.scene.asked != 0 and time.monotonic() < until:
        table.wait(0.05)
        time.sleep(0.01)
    assert table.match.cursor >= 3
    assert table.scene.asked == 0
    table.close()


@pytest.mark.usefixtures("quick_hints")
def test_a_hint_marks_its_places(table: PondTable) -> None:
    table.scene.ask_hint()
    until = time.monotonic() + 60
    while not any(m.kind == "hint" for m in table.scene.marks) and time.monotonic() < until:
        table.wait(0.05)
        time.sleep(0.01)
    assert any(mark.kind == "hint" for mark in table.scene.marks)
    assert table.match.log == [], "a hint is not a move"


@pytest.mark.parametrize("seating", ["couch", "table"])
@pytest.mark.parametrize("pixels", [(800, 600), (1080, 1920), (1920, 1080)])
def test_any_screen_and_seating(seating: str, pixels: tuple[int, int]) -> None:
    table = PondTable("jin_li", pixels=pixels, seating=seating, language="de")
    play_by_taps(table, Swim(0, 8))
    table.picture()
    width, height = table.context.size
    for spot in table.scene.input.spots():
        assert 0 < spot.center[0] < width
        assert 0 < spot.center[1] < height
        assert spot.half * 2 >= 66, "too small for a finger"
    table.close()


def test_the_pond_falls_calm_when_nobody_touches_it(table: PondTable) -> None:
    for _ in range(160):
        table.stack.update(0.25)
    assert not table.lives()
    table.send("hover", (10, 10))
    assert table.lives()


def test_reduced_motion_keeps_the_water_still() -> None:
    table = PondTable("jin_li", reduced_motion=True)
    table.wait(5)
    assert not table.lives()
    table.close()


@pytest.mark.parametrize("frames", one_in(2, [200, 600]))
def test_random_hands_never_break_it(frames: int) -> None:
    from tests.tools.soak import Crowd, check

    table = PondTable("jin_li", (ANNA, BEN))
    crowd = Crowd(table.stack, random.Random(3))
    for _ in range(frames):
        crowd.act()
        table.stack.update(1 / 60)
        check(top(table.stack))
    assert crowd.intents > frames
    table.close()


def test_a_koi_that_is_carried_may_have_gone_when_it_is_let_go(table: Table) -> None:
    """As when a turn is taken back that was still on its way."""
    hand = table.scene.input
    empty = next(square for square in range(49) if square not in table.scene.pool.koi)
    hand.selected, hand.at = empty, (100.0, 100.0)
    hand.let_go()
    assert (hand.selected, hand.at) == (None, None)


def test_the_light_rests_while_a_hand_carries(table: PondTable) -> None:
    pool = table.scene.pool
    table.send("press", table.spot("a1"), pointer="touch:0:1")
    table.send("drag", table.spot("b2"), pointer="touch:0:1", moved=True)
    before = pool.shining
    headless.wait(table.stack, 0.5)
    assert pool.shining == before
    table.send("release", table.spot("g7"), pointer="touch:0:1", moved=True)
    headless.wait(table.stack, 0.5)
    assert pool.shining > before


@pytest.mark.parametrize("yellow", [0, 1])
def test_who_is_alone_on_a_couch_has_the_own_koi_in_front(yellow: int) -> None:
    company = (COMPUTER, ANNA) if yellow else (ANNA, COMPUTER)
    table = PondTable("jin_li", company)
    (own,) = table.scene.persons
    koi = table.match.state.koi[own ^ table.match.state.terms.first]
    mine = [table.scene.board.square(square)[1] for square in range(49) if koi >> square & 1]
    assert min(mine) > table.scene.layout.board.center[1]
    table.close()


def test_a_hint_marks_the_squares_of_the_koi_and_of_the_stone(table: PondTable) -> None:
    table.scene.show_hint(0, (Swim(NUMBER["a1"], NUMBER["b2"]), Throw(NUMBER["d4"])))
    assert {mark.place for mark in table.scene.marks} == {"a1", "b2", "d4"}


def test_the_cross_of_a_refusal_goes_with_its_words(table: PondTable) -> None:
    """Whatever else is said then, and as soon as the next koi is taken up."""
    table.tap("a1")
    table.tap("a4")
    assert "refusal" in {mark.kind for mark in table.scene.marks}
    table.scene.trays[0].say("The computer is looking.", "hint")
    table.wait(0.1)
    assert table.scene.marks == []
    table.tap("a4")
    assert "refusal" in {mark.kind for mark in table.scene.marks}
    table.send("press", table.spot("a1"))
    table.send("drag", table.spot("b2"), vector=(9, 9), moved=True)
    assert table.scene.marks == []


def test_a_double_tap_on_empty_water_leads_near_a_koi(table: PondTable) -> None:
    table.wait(1)
    for _ in range(2):
        table.tap("g4")
        table.wait(0.05)
    table.rest()
    eye, koi = table.scene.eye, table.scene.centre_of_interest()
    assert eye.closeness > 1.2
    assert len(koi) == 4
    assert any(eye.sees(at, 50.0) for at in koi)


def test_a_stone_that_was_dropped_is_seen_there_until_the_disk_has_it_and_falls_from_there(
    table: PondTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.drag("a1", "b2")
    table.rest()
    known = [False]
    monkeypatch.setattr(table.context.store, "confirm", lambda seconds=0.0: known[0])
    table.drag(InTray(0), "d4")
    table.wait(1)
    held = []
    with monkeypatch.context() as patch:
        patch.setattr(view, "paint_stone", lambda _canvas, _number, at, *_: held.append(at))
        table.picture()
    assert held == [table.scene.place_at("d4")]
    known[0] = True
    table.wait(headless.FRAME)
    assert math.dist(table.scene.pool.stones[NUMBER["d4"]].at, middle(NUMBER["d4"])) < 0.1
    table.rest()
    assert table.scene.input.at is None
    assert not table.scene.input.holding
