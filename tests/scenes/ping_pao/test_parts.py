"""The parts of Ping-Pao's scene, each made without a scene."""

import random
from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from game.rules.core.match import Match
from game.rules.ping_pao.game import PingPao
from game.rules.ping_pao.state import Lay, Take, freed
from game.rules.walong.geometry import COLOURS, HOME, Pose
from game.scenes.ping_pao.animation import Animation
from game.scenes.ping_pao.choice import Part, PoseChoice
from game.scenes.ping_pao.input import Input
from game.scenes.ping_pao.view import taken
from game.scenes.play.tray import Tray
from game.scenes.walong.eye import WalongEye
from game.scenes.walong.knobs import Knob
from game.scenes.walong.table import WalongTable
from game.ui.frame import Box, Frame
from game.ui.layer import Focus
from tests.certain import sure
from tests.scenes.table import ANNA, BEN, Table

RULES = PingPao()


def played(steps: int) -> Match:
    """Two players after so many steps, everybody playing the first move there is."""
    match = Match(RULES, 2, {})
    for _ in range(steps):
        match.play(RULES.moves(match.state)[0])
    return match


@pytest.mark.parametrize("steps", [0, 7, 24])
def test_a_choice_is_about_one_state_and_begins_anew_with_the_next(steps: int) -> None:
    match = played(steps)
    choice = PoseChoice(RULES, lambda: match.state)
    if choice.laying is not None:
        choice.laying.armed = True
    else:
        assert choice.taking is not None
        assert choice.taking.choose(choice.taking.poses[0]) is None
    assert choice.holding
    match.play(RULES.moves(match.state)[0])
    assert not choice.holding


def test_nobody_is_asked_and_nothing_is_planned() -> None:
    choice = PoseChoice(RULES, lambda: None)
    assert (choice.plan, choice.ghost, choice.holding) == (None, None, False)


def test_what_may_not_be_taken_is_not_chosen() -> None:
    state = played(24).state
    taking = PoseChoice(RULES, lambda: state).taking
    other = next(pose for pose in state.pieces if state.pieces.label(pose) != state.turn)
    assert taking is not None
    taking.chosen = taking.poses[0]
    assert taking is not None
    assert sure(taking.choose(other)).key == "not_yours"
    assert taking is not None
    assert taking.chosen is None


def test_words_follow_the_choice() -> None:
    table = Table("ping_pao")
    scene, choice = table.scene, table.scene.choice
    said = [scene.prompt(scene.asked)]
    table.match.play(Lay(HOME))
    scene.show_moment(None)
    said.append(scene.prompt(scene.asked))
    choice.laying.armed = True
    said.append(scene.prompt(scene.asked))
    choice.laying.at_side((HOME, 0))
    said.append(scene.prompt(scene.asked))
    assert len(set(said)) == 4
    table.close()


def test_spots_mean_sides_and_pieces() -> None:
    match = played(7)
    box = Box(100, 100, 800, 600)
    trays = [Tray(seat, "Anna", (0, 0, 0)) for seat in range(2)]
    for tray in trays:
        tray.frame = Frame((1000, 300), (200, 400))
    board, choice = WalongTable(box, 1.0), PoseChoice(RULES, lambda: match.state)
    play: Any = SimpleNamespace(trays=trays, focus=Focus())
    eye = WalongEye(board, lambda box: None)
    hands = Input(play, board, choice, Animation(play, board, choice), eye)

    def show() -> list[Any]:
        board.show((pose, COLOURS[seat]) for pose, seat in match.state.pieces.pieces)
        board.camera.fit(board.places())
        board.camera.jump()
        return [spot.key for spot in hands.spots()]

    assert choice.laying is not None
    assert set(show()) == {Part.HAND, *choice.laying.free_sides}
    assert choice.laying is not None
    choice.laying.at_side(next(iter(choice.laying.open_sides)))
    assert {Part.GHOST, Knob.CHECK} < set(show())
    match = played(24)
    assert set(show()) == {Part.HAND, *match.state.pieces}


def test_what_was_taken_is_what_the_rules_set_free() -> None:
    match = played(0)
    while match.actor is not None:
        moves = RULES.moves(match.state)
        match.play(max(moves, key=lambda m: isinstance(m, Take) and len(freed(match.state, m))))
    for cursor in (match.cursor, 25):
        expected: list[list[Any]] = [[], []]
        for state, move in zip(match.states, match.log[:cursor], strict=False):
            if isinstance(move, Take):
                seats = [state.turn, *map(state.pieces.label, freed(state, move))]
                expected[state.turn] += [COLOURS[seat] for seat in seats]
        assert taken(match, cursor) == expected
    assert sum(map(len, taken(match, match.cursor))) == 20


def test_one_touch_asks_the_rules_at_most_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    table, asked = Table("ping_pao"), Counter[str]()
    for steps in (7, 24):
        while table.match.cursor < steps:
            table.match.play(RULES.moves(table.match.state)[0])
        table.scene.show_moment(None)
        table.rest()
        table.scene.input.let_go()
        keys = [s.key for s in table.scene.input.spots() if isinstance(s.key, tuple)]
        with monkeypatch.context() as patched:
            for name in ("moves", "why_illegal"):
                real = getattr(PingPao, name)

                def counting(self: Any, *args: Any, real: Callable[..., Any] = real) -> Any:
                    asked["asked"] += 1
                    return real(self, *args)

                patched.setattr(PingPao, name, counting)
            plan = table.scene.choice.plan
            fits = plan.poses if isinstance(keys[0], Pose) else plan.open_sides
            table.tap(next(key for key in keys if key in fits))
            assert table.scene.input.holding
            assert 1 <= asked["asked"] <= 2
            asked.clear()
    table.close()


def test_a_mark_of_another_moment_does_not_come_back_when_the_view_moves() -> None:
    table = Table("ping_pao")
    for _ in range(6):
        table.match.play(RULES.moves(table.match.state)[0])
    table.scene.show_moment(None)
    table.rest()
    table.scene.show_hint(0, RULES.moves(table.match.state)[:1])
    table.scene.show_moment(3)
    table.key("command", name="zoom_out")
    table.rest()
    assert [mark.kind for mark in table.scene.marks] == ["last"]
    table.close()


@pytest.mark.parametrize("seed", range(6))
def test_a_hint_gives_only_reasons_that_are_true(seed: int) -> None:
    rng, told = random.Random(seed), Counter[str]()
    table = Table("ping_pao", (ANNA, BEN), {"freed": ("no_contact", "no_side")[seed % 2]})
    scene, match, t = table.scene, table.match, table.scene.t
    while match.actor is not None:
        state, moves = match.state, RULES.moves(match.state)
        move: Any = rng.choice(moves)
        said, after, own = words(scene, state, move), RULES.apply(state, move), state.turn
        key, why = type(move).__name__.lower(), ""
        if key == "pass":
            assert said == t("ping_pao.phase.pass")
        elif not len(state.pieces):
            assert said == t("ping_pao.hint.first")
        else:
            why, parts = scene.context.texts.why("ping_pao", state, [move]), []
            if key == "take":
                gone = len(state.pieces) - len(after.pieces) - 1
                points = after.points[own] - state.points[own]
                parts += [t("ping_pao.prompt.frees", n=points)] * bool(points)
                parts += [t("ping_pao.prompt.frees_own", n=gone - points)] * bool(gone - points)
            tick = t(f"ping_pao.hint.tick_{key}")
            assert said == " ".join([t(f"ping_pao.hint.{key}"), *parts, why, tick])
            assert (why == t("ping_pao.why.only")) == (len(moves) == 1)
            if why == t("ping_pao.why.rival_gain_none"):
                theirs = after._replace(phase="remove", turn=1 - own)
                takes = [each for each in RULES.moves(theirs) if isinstance(each, Take)]
                assert not any(RULES.apply(theirs, each).points[1 - own] > after.points[1 - own]
                               for each in takes)  # fmt: skip
        told[why] += 1
        match.play(move)
        scene.shown = match.cursor
    assert len(told) > 4
    table.close()


def words(scene: Any, state: Any, move: Any) -> str:
    """What a hint says in this state."""
    before, scene.choice = scene.choice, PoseChoice(RULES, lambda: state)
    said: str = scene.hint_text([move])
    scene.choice = before
    return said
