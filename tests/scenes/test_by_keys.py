"""Whole games by keyboard alone, from set-up to results, with a bound for the presses of a move."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pytest

from game.ai.skills import SKILLS
from game.rules import GAMES
from game.rules.core.match import Match
from game.rules.domi_jongg import state as snake
from game.rules.jin_li.state import HandBack, Leap, Swim, Throw
from game.rules.pai_sho.board import CODES, points_of
from game.rules.ping_pao.state import Take
from game.rules.skud_pai_sho import state as skud
from game.rules.solitaire_pai_sho import state as solitaire
from game.rules.walomino.state import Attach, Draft, Join, Start
from game.scenes.core.routes import ToSetup
from game.scenes.core.scene import Push
from game.scenes.domi_jongg.spots import RackButton
from game.scenes.ping_pao.choice import Part
from game.scenes.play.play_scene import PlayScene
from game.scenes.review.results import ASLEEP, Results
from game.scenes.skud_pai_sho.picks import Accent, Pick, movable
from game.scenes.solitaire_pai_sho.garden_results import GardenResults
from game.scenes.walomino.benches import START
from game.scenes.walomino.cloth import key_of
from game.scenes.walomino.phase import Beside, Say
from game.scenes.walong.knobs import Knob
from game.ui.layer import Spot
from tests.scenes.by_keys import CLOCKWISE, ENTER, RIGHT, STEPS, Keys, Thinker, name_of
from tests.scenes.table import ANNA, BEN, Table
from tests.tools import headless
from tests.tools.players import choose
from tests.tools.showcase.games import TURNS


def jin_li(keys: Keys, move: Any) -> None:
    match move:
        case Swim(start, end) | Leap(start, _, end):
            keys.pick(start)
            keys.pick(end)
        case Throw(square) | HandBack(square):
            keys.pick(square)


def ping_pao(keys: Keys, move: Any) -> None:
    scene: Any = keys.scene
    if isinstance(move, Take):
        keys.pick(move.pose)
        keys.press(ENTER)
        return
    pieces = scene.latest.pieces
    if len(pieces):
        keys.pick(next((c.pose, c.other) for c in pieces.contacts(move.pose)))
        while scene.choice.ghost != move.pose:
            keys.press(CLOCKWISE)
    keys.pick(Part.GHOST)


def walomino(keys: Keys, move: Any) -> None:
    scene: Any = keys.scene
    match move:
        case Start():
            keys.pick(Beside(START, Knob.CHECK))
        case Join():
            keys.pick(Say(0, "rest"))
            keys.rest()
            keys.pick(Say(0, "done"))
        case Attach(number, pose):
            keys.pick(key_of(scene.asked, number))
            choice = scene.pushing.choice
            group = next(i for i, poses in enumerate(choice.groups) if pose in poses)
            if group != choice.group:
                keys.pick(group)
            while choice.ghost != pose:
                keys.press(CLOCKWISE)
            keys.pick(group)
        case Draft():
            keys.pick(move)


def domi_jongg(keys: Keys, move: Any) -> None:
    scene: Any = keys.scene
    standing = scene.racks.standing(scene.asked)
    match move:
        case snake.Lay(tile, end):
            keys.pick(standing.index(tile))
            keys.pick(end)
        case snake.Branch((one, other), end):
            first = standing.index(one)
            keys.pick(first)
            keys.pick(standing.index(other, first + 1 if one == other else 0))
            keys.pick(end)
        case _:
            keys.pick(RackButton.CLOSE)


def skud_pai_sho(keys: Keys, move: Any) -> None:
    scene: Any = keys.scene
    match move:
        case skud.Accents(kinds):
            wanted = {Accent(k, i) for k in set(kinds) for i in range(kinds.count(k))}
            for key in sorted(scene.choice.chosen ^ wanted, key=str):
                keys.pick(key)
            keys.pick(move)
        case skud.Plant(kind, gate):
            keys.pick(Pick(hand=kind))
            keys.pick(gate)
        case skud.Arrange(source, goal):
            keys.pick(source)
            keys.pick(goal)
        case skud.Bonus(kind, point, goal):
            keys.pick(Pick(hand=kind))
            keys.pick(point)
            if goal is not None:
                keys.pick(goal)
            if goal is not None or CODES[kind] in "WB":
                keys.press(ENTER)
        case skud.Decline():
            keys.pick(move)


def solitaire_pai_sho(keys: Keys, move: Any) -> None:
    scene: Any = keys.scene
    assert isinstance(move, solitaire.Lay)
    if scene.input.draw_waits:
        keys.press(ENTER)
        keys.rest()
    keys.pick(move.point)


def at_a_glance(match: Match) -> Any:
    """A sensible step, the same in every run."""
    rng, actor = random.Random(match.cursor), match.actor
    assert actor is not None
    view = match.game.observation(match.state, actor)
    return choose(match.game, view, actor, SKILLS[0], rng)[0]


def recorded() -> Sequence[Any]:
    """A whole game of Skud Pai Sho to a ring, declined bonuses included."""
    match = Match(GAMES["skud_pai_sho"], 2)
    for text in TURNS:
        if match.state.phase == "bonus":
            match.play(skud.Decline())
        match.play_text(text)
    return match.log


def as_recorded(match: Match) -> Any:
    steps = recorded()
    return steps[match.cursor] if match.cursor < len(steps) else skud.Decline()


class Way(NamedTuple):
    """How a game is played by keys, how many presses a move may take on average, and what is
    played.
    """

    play: Callable[[Keys, Any], None]
    budget: float
    wish: Callable[[Match], Any] = at_a_glance


WAYS = {
    "jin_li": Way(jin_li, 4.2),
    "ping_pao": Way(ping_pao, 4.2),
    "walomino": Way(walomino, 6.0),
    "domi_jongg": Way(domi_jongg, 3.6),
    "skud_pai_sho": Way(skud_pai_sho, 6.2, as_recorded),
    "solitaire_pai_sho": Way(solitaire_pai_sho, 7.5),
}
"""The games are the same in every run, so the presses are; they were counted."""
DEVICES = ("keys", "pad", "fingers", "mouse")


def games_by(device: str) -> list[Any]:
    """The games whose whole game is played by this device: each by one, but for a deep run."""
    return [
        pytest.param(game, marks=() if DEVICES[n % len(DEVICES)] == device else pytest.mark.deep)
        for n, game in enumerate(WAYS)
    ]


@pytest.mark.parametrize("game", games_by("keys"))
def test_a_whole_game_by_keys_from_set_up_to_results_takes_few_presses(game: str) -> None:
    way, context = WAYS[game], headless.context()
    stack = headless.stack_of(context)
    keys = Keys(stack)
    context.ai_worker = Thinker(lambda: way.wish(match))  # type: ignore[assignment]
    stack.change(Push(ToSetup(game)))
    for _ in range(2):  # the first shows where the focus is: on the button that begins
        keys.press(ENTER)
    match: Match = keys.scene.match
    keys.rest()
    keys.presses = moves = 0
    while isinstance(stack.top, PlayScene) and match.outcome is None:
        move, cursor = way.wish(match), match.cursor
        way.play(keys, move)
        keys.rest()
        assert match.cursor > cursor, f"{move} was not played"
        moves += 1
    while isinstance(stack.top, PlayScene):
        stack.update(0.1)
    assert isinstance(stack.top, (Results, GardenResults))
    headless.wait(stack, ASLEEP)
    assert keys.presses <= way.budget * moves, f"{keys.presses} presses for {moves} moves"
    keys.press(ENTER)
    assert isinstance(stack.top, (Results, GardenResults)), "the first only shows the focus"
    keys.press(ENTER)
    assert isinstance(stack.top, PlayScene), "the button of the results has the focus"
    context.store.close()


@pytest.mark.parametrize("given", [True, False])
def test_by_keys_a_move_that_waits_is_agreed_to_at_once(given: bool) -> None:
    table = Table("jin_li", confirm_moves=True)
    keys = Keys(table.stack)
    keys.pick(0)
    keys.pick(8)
    assert table.scene.waiting == Swim(0, 8)
    if not given:
        keys.press(RIGHT)
    keys.press(ENTER)
    table.wait(0.1)
    table.rest()
    assert table.match.log == ([Swim(0, 8)] if given else [])
    assert table.scene.focus.current.key == (7 if given else 0), "on the board, as near as goes"
    table.close()


def test_keys_stop_everywhere_where_what_is_legal_is_not_to_be_shown() -> None:
    table = Table("jin_li", show_targets=False)
    Keys(table.stack).go_to(24)
    assert table.scene.focus.current.key == 24
    table.scene.context.settings = table.scene.context.settings.changed(show_targets=True)
    with pytest.raises(AssertionError, match="do not lead"):
        Keys(table.stack).go_to(25)
    table.close()


def test_a_table_that_rests_looks_for_no_spots(monkeypatch: pytest.MonkeyPatch) -> None:
    table, asked = Table("ping_pao"), []
    Keys(table.stack).press(RIGHT)
    table.rest()
    table.wait(2.0)  # until the lamp of the tray has reached its brightness
    assert table.scene.focus.visible
    spots = table.scene.input.spots
    monkeypatch.setattr(table.scene.input, "spots", lambda: (asked.append(1), spots())[1])
    table.stack.update(headless.FRAME)
    assert not asked
    table.close()


@pytest.mark.parametrize("game", ["solitaire_pai_sho", "skud_pai_sho"])
def test_arrows_alone_lead_to_every_point_of_a_garden_that_fits(game: str) -> None:
    alone = game == "solitaire_pai_sho"
    table = Table(game, (ANNA,) if alone else (ANNA, BEN))
    scene, focus, rng = table.scene, table.scene.focus, random.Random(game)
    layers, checked = scene.controls.layers, 0
    while checked < 12 and table.match.actor is not None:
        scene.reveal()
        table.rest()
        if len(table.match.log) > 12 and scene.asked is not None:
            if not alone:  # a flower of the garden in hand, if there is one to be moved
                own = points_of(movable(scene.latest))
                scene.input.picked = Pick(source=rng.choice(own)) if own else Pick()
            stops = scene.stops()
            points = {spot.key for spot in stops if isinstance(spot.key, int)}
            led: dict[Any, set[Any]] = {}
            for spot in stops:
                led[spot.key] = set()
                for step in STEPS[:4]:
                    focus.current, focus.visible = spot, True
                    focus.on(step, layers, stops)
                    led[spot.key].add(name_of(focus.current))
            for start in points:
                seen, new = {start}, [start]
                while new:
                    found = led[new.pop()] & points - seen
                    new += found
                    seen |= found
                assert seen == points
            for corner in ("rules", "menu"):
                focus.current = scene.controls.buttons[corner]
                focus.on(STEPS[2], layers, stops)
                assert not points or isinstance(focus.current, Spot), "the board comes first"
            checked += bool(points)
        table.scene.commit(rng.choice(table.match.game.moves(table.match.state)))
        table.rest()
    assert checked >= 6
    table.close()
