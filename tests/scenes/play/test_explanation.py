"""The card that explains a tile: every tile of every game has one, it tells the truth, it keeps
secrets, and the turn goes on as if it had never been there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.navigator import play_scene
from game.rules import GAMES
from game.rules.core.match import Series
from game.rules.domi_jongg.tiles import FITS, GROUP, KINDS
from game.rules.jin_li.state import NUMBER, SQUARES
from game.rules.pai_sho.board import ALL_KINDS, BASICS, PLACES, R4, at
from game.rules.skud_pai_sho.state import DECLINE, Arrange
from game.rules.solitaire_pai_sho.state import Lay, Shift
from game.scenes.core.scene import Scene
from game.scenes.play.explanation import EDGE, Explanation, OffBoard, Sign, place_card
from game.scenes.play.pick_and_place import InTray
from game.scenes.play.play_scene import PlayScene
from game.scenes.skud_pai_sho.picks import Pick
from game.ui.frame import Box
from game.ui.intents import HOLD_AFTER, Devices
from tests.scenes.table import ANNA, BEN, COMPUTER, Table
from tests.strict_texts import StrictTexts
from tests.tools import headless
from tests.tools.showcase import games
from tests.tools.showcase.games import TURNS

SAMPLES: dict[str, Callable[..., Any]] = {
    "domi_jongg": games.domi_jongg, "jin_li": games.jin_li, "ping_pao": games.ping_pao,
    "skud_pai_sho": games.skud_pai_sho, "solitaire_pai_sho": games.solitaire_pai_sho,
    "walomino": games.walomino,
}  # fmt: skip


def play_scenes(context: Any, game: str) -> Iterator[tuple[str, Any]]:
    shown: dict[str, Scene] = SAMPLES[game](context)
    return ((name, scene) for name, scene in shown.items() if isinstance(scene, PlayScene))


def tile(table: Table, key: object) -> tuple[float, float]:
    """Where a tile lies that explains itself."""
    found = [spot.center for spot in table.scene.card.explainer.tiles() if spot.key == key]
    assert found, f"there is no tile {key!r}"
    at: tuple[float, float] = found[0]
    return at


def hold(table: Table, at: tuple[float, float], pointer: str = "touch:0") -> None:
    """Rest on a point; the finger stays."""
    table.send("press", at, pointer=pointer, source="touch")
    table.send("hold", at, pointer=pointer, source="touch")


def skud(*turns: str, chairs: Any = (ANNA, BEN), **settings: Any) -> Table:
    table = Table("skud_pai_sho", chairs, **settings)
    for text in turns:
        if table.match.state.phase == "bonus":
            table.match.play(DECLINE)
        table.match.play_text(text)
    table.scene.jump(table.match.cursor)
    table.rest()
    return table


@pytest.fixture
def garden() -> Iterator[Table]:
    table = skud(*TURNS[:4])
    yield table
    table.close()


# Every tile ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "language"), [
    pytest.param(game, language, marks=() if other == (number % 2) else pytest.mark.deep)
    for number, game in enumerate(sorted(GAMES)) for other, language in enumerate(("de", "en"))
])  # fmt: skip
def test_every_tile_in_sight_explains_itself(game: str, language: str) -> None:
    """Three games in each of the languages; in deep runs all in both."""
    context = headless.context((800, 600), language)
    context.texts = StrictTexts(language)
    explained = 0
    for name, scene in play_scenes(context, game):
        stack = headless.stack_of(context, scene)
        headless.wait(stack, 0.1)
        scene.finish_motion()
        for spot in scene.card.explainer.tiles():
            found = scene.card.explainer.explain(spot.key)
            assert found is not None, (name, spot.key)
            assert found.title
            assert found.lines, (name, spot.key)
            assert all(line.text for line in found.lines)
            for line in found.lines:
                places = [scene.place_at(place) for place in line.places]
                assert None not in places, (name, spot.key, line)
                assert line.sign is not None or not places
            explained += 1
        stack.close()
    assert explained > 20
    context.ai_worker.close()
    context.store.close()


def cards(table: Table, keys: Any) -> dict[Any, Explanation]:
    table.context.texts = StrictTexts(table.context.texts.language)
    found = {key: table.scene.card.explainer.explain(key) for key in keys}
    for key, each in found.items():
        assert each is not None, key
        table.scene.card.shown = each
        assert each.title
        assert each.lines
    table.scene.card.close()
    return found


def places(found: Explanation, *signs: Sign) -> set[str]:
    """The places that are lit with one of these signs."""
    return {place for line in found.lines if line.sign in signs for place in line.places}


@pytest.mark.parametrize(
    ("language", "ruleset"), [*product(("de", "en"), ("leaflet", "garden_gate"))]
)
def test_every_kind_of_skud_pai_sho_has_a_card(language: str, ruleset: str) -> None:
    table = Table("skud_pai_sho", options={"ruleset": ruleset}, language=language)
    table.scene.words._texts = StrictTexts(language)
    found = cards(table, [OffBoard(seat, kind, "reserve") for seat in (0, 1) for kind in ALL_KINDS])
    assert len({each.title for each in found.values()}) == len(ALL_KINDS)
    for seat, kind in product((0, 1), BASICS):
        texts = [line.text for line in found[OffBoard(seat, kind, "reserve")].lines]
        assert any(str(1 + (kind - 1) % 3 + 2) in text for text in texts), "how far it moves"
    table.close()


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_kind_of_solitaire_pai_sho_has_a_card(language: str) -> None:
    table = Table("solitaire_pai_sho", (ANNA,), language=language)
    table.scene.words._texts = StrictTexts(language)
    found = cards(table, [OffBoard(0, kind, "stock") for kind in ALL_KINDS])
    assert len({each.title for each in found.values()}) == len(ALL_KINDS)
    table.close()


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_kind_of_domi_jongg_has_a_card(language: str) -> None:
    table = Table("domi_jongg", (ANNA, COMPUTER), language=language)
    table.rest(60)
    found = cards(table, [OffBoard(0, 0, kind) for kind in KINDS])
    assert len({each.title for each in found.values()}) == len(KINDS)
    assert {GROUP[kind] for kind in FITS} == {"suit", "wind", "dragon", "special"}
    table.close()


# It tells the truth -------------------------------------------------------------------------------


def test_what_is_lit_for_a_flower_is_where_the_rules_let_it_go() -> None:
    table = skud(*TURNS[:28])
    state, scene = table.match.state, table.scene
    moves = [move for move in table.match.game.moves(state) if isinstance(move, Arrange)]
    for source in {move.source for move in moves}:
        found = scene.card.explainer.explain(source)
        goals = {PLACES[move.goal] for move in moves if move.source == source}
        assert places(found, "reach", "gain") == goals
        taken = {PLACES[p] for p in range(len(PLACES)) if state.board.cells[p]}
        assert places(found, "gain") == goals & taken
    table.close()


def test_what_is_lit_for_a_koi_is_where_the_rules_let_it_swim_and_leap() -> None:
    table = Table("jin_li", options={"start": "red"})
    for text in ("a1-b2@d4", "g7-f6@c5", "b2-c3@e3", "f6-e5@c6"):
        table.match.play_text(text)
    table.scene.jump(table.match.cursor)
    moves = table.match.game.moves(table.match.state)
    for start in {move.start for move in moves}:
        found = table.scene.card.explainer.explain(start)
        lit = places(found, "reach", "gain")
        assert lit == {SQUARES[move.end] for move in moves if move.start == start}
    assert table.scene.card.explainer.explain(InTray(1)).title == "8 stones in hand"
    table.close()


@pytest.mark.parametrize("options", [{}, {"move_instead": True}, {"draw": "choose"}])
def test_what_is_lit_for_a_tile_of_solitaire_is_where_the_rules_let_it_go(options: Any) -> None:
    table = Table("solitaire_pai_sho", (ANNA,), options)
    table.match.play_text(table.match.game.write(table.match.game.moves(table.match.state)[0]))
    table.scene.hidden = None
    table.scene.jump(table.match.cursor)
    state, moves = table.scene.shown_state, table.match.game.moves(table.scene.shown_state)
    for kind in {move.kind for move in moves if isinstance(move, Lay)}:
        part = "hand" if state.drawn[0] else "stock"
        found = table.scene.card.explainer.explain(OffBoard(0, kind, part))
        points = {PLACES[m.point] for m in moves if isinstance(m, Lay) and m.kind == kind}
        assert places(found, "reach") == points
    for source in (p for p in range(len(PLACES)) if state.board.cells[p]):
        found = table.scene.card.explainer.explain(source)
        goals = {PLACES[m.goal] for m in moves if isinstance(m, Shift) and m.source == source}
        assert places(found, "reach") == goals
    table.close()


def test_what_is_lit_for_a_tile_of_domi_jongg_are_the_heads_where_it_may_go() -> None:
    match = games.tiles_laid(2, 40)
    seat = match.state.turn
    chairs = [COMPUTER, COMPUTER]
    chairs[seat] = ANNA
    context = headless.context((800, 600))
    scene: Any = play_scene("domi_jongg")(context, Series(match), tuple(chairs))
    stack = headless.stack_of(context, scene)
    moves = match.game.moves(match.state)
    lays = [move for move in moves if hasattr(move, "tiles")]
    for kind in set(match.state.hands[seat]):
        found = scene.card.explainer.explain(OffBoard(seat, 0, kind))
        lit = places(found, "partner", "gain")
        assert lit == {move.end for move in lays if kind in move.tiles}
    stack.close()
    context.ai_worker.close()


def test_who_wants_to_find_alone_what_is_legal_sees_no_places() -> None:
    table = skud(*TURNS[:28], show_targets=False)
    for spot in table.scene.card.explainer.tiles():
        found = table.scene.card.explainer.explain(spot.key)
        assert not places(found, "reach")
        assert not places(found, "gain")
    table.close()


def test_without_harmony_aids_nothing_is_lit_that_goes_together() -> None:
    table = Table("skud_pai_sho", options={"aids": False, "accents": "random"})
    for text in ("R3(0,-8)", "R3(0,8)", "(0,-8)-(0,-5)"):
        table.match.play_text(text)
    table.scene.jump(table.match.cursor)
    for spot in table.scene.card.explainer.tiles():
        found = table.scene.card.explainer.explain(spot.key)
        assert not places(found, "partner")
        assert not places(found, "clash")
    table.close()


# Secrets ------------------------------------------------------------------------------------------


def racks_of(table: Table) -> set[int]:
    return {s.key.seat for s in table.scene.card.explainer.tiles() if isinstance(s.key, OffBoard)}


def test_a_covered_hand_explains_nothing() -> None:
    table = Table("domi_jongg", (ANNA, BEN))
    table.rest(60)
    scene = table.scene
    seat = table.match.state.turn
    assert scene.privacy.opened is None
    assert racks_of(table) == set()
    tile = table.match.state.hands[seat][0]
    assert scene.card.explainer.explain(OffBoard(seat, 0, tile)) is None
    assert not scene.card.show(OffBoard(seat, 0, tile))
    scene.open_hand(seat)
    assert racks_of(table) == {seat}
    assert scene.card.explainer.explain(OffBoard(1 - seat, 0, "B1")) is None
    table.close()


def test_the_hands_of_computers_explain_nothing() -> None:
    table = Table("domi_jongg", (ANNA, COMPUTER))
    table.rest(60)
    assert racks_of(table) <= {0}
    table.close()


def test_at_the_table_a_hand_is_explained_while_its_pad_is_held_and_nothing_is_lit() -> None:
    table = Table("domi_jongg", (ANNA, BEN), seating="table")
    table.rest(60)
    scene, seat = table.scene, table.match.state.turn
    assert racks_of(table) == set()
    pad = scene.racks.pad_at(seat)
    table.send("press", pad, pointer="touch:5", source="touch")
    first = next(s for s in scene.card.explainer.tiles() if isinstance(s.key, OffBoard))
    hold(table, first.center)
    assert scene.card.shown is not None
    assert not [place for line in scene.card.shown.lines for place in line.places]
    table.send("release", pad, pointer="touch:5", source="touch")
    table.wait(0.05)
    assert scene.card.shown is None
    assert racks_of(table) == set()
    table.close()


def test_a_tile_that_nobody_has_drawn_yet_is_not_in_hand() -> None:
    table = Table("solitaire_pai_sho", (ANNA,), draw_by_hand=True)
    table.rest()
    table.scene.play(table.match.game.moves(table.match.state)[0])
    table.rest()
    assert table.scene.input.draw_waits
    tiles = [s.key for s in table.scene.card.explainer.tiles() if isinstance(s.key, OffBoard)]
    assert not [key for key in tiles if key.what == "hand"]
    table.scene.reveal()
    table.rest()
    tiles = [s.key for s in table.scene.card.explainer.tiles() if isinstance(s.key, OffBoard)]
    assert [key.place for key in tiles if key.what == "hand"] == [table.match.state.drawn[0]]
    table.close()


# The turn goes on ---------------------------------------------------------------------------------


def test_what_is_picked_stays_picked_while_another_tile_is_looked_at(garden: Table) -> None:
    garden.tap(at(0, -8))
    picked, steps = garden.scene.input.picked, garden.match.cursor
    assert picked == Pick(source=at(0, -8))
    hold(garden, tile(garden, at(0, 8)))
    assert garden.scene.card.shown.title == "Jasmine 3"
    garden.picture()
    garden.send("release", tile(garden, at(0, 8)), pointer="touch:0", source="touch")
    garden.wait(3)
    assert garden.scene.card.shown is not None, "it can be read with the hands free"
    for kind in ("press", "release", "tap"):
        garden.send(kind, garden.spot(at(5, 5)), pointer="touch:0", source="touch")
    assert garden.scene.card.shown is None
    assert (garden.scene.input.picked, garden.match.cursor) == (picked, steps)
    assert not garden.scene.trays[0].message, "that tap meant the card alone"
    garden.tap(at(-2, -7))
    assert garden.match.cursor == steps + 1


def test_a_piece_that_was_held_still_can_be_dragged_on(garden: Table) -> None:
    start, goal = garden.spot(at(0, -8)), garden.spot(at(-2, -7))
    hold(garden, start)
    assert garden.scene.card.shown.title == "Jasmine 3"
    garden.send("drag", goal, pointer="touch:0", source="touch", moved=True, vector=(9, 9))
    assert garden.scene.card.shown is None
    garden.send("release", goal, pointer="touch:0", source="touch", moved=True)
    assert garden.match.game.write(garden.match.log[-1]) == "(0,-8)-(-2,-7)"


def test_the_press_that_closes_the_card_may_begin_a_drag(garden: Table) -> None:
    hold(garden, tile(garden, at(0, 8)))
    garden.send("release", tile(garden, at(0, 8)), pointer="touch:0", source="touch")
    garden.drag(at(0, -8), at(-2, -7))
    assert garden.scene.card.shown is None
    assert garden.match.game.write(garden.match.log[-1]) == "(0,-8)-(-2,-7)"


@pytest.mark.parametrize("button", ["menu", "rules", "hint", "undo"])
def test_a_tap_on_a_button_closes_the_card_and_presses_nothing(
    garden: Table, button: str
) -> None:
    scene, steps = garden.scene, garden.match.cursor
    hold(garden, tile(garden, at(0, 8)))
    garden.send("release", tile(garden, at(0, 8)), pointer="touch:0", source="touch")

    def pressed() -> bool:
        """Whether a tap on the button does what the button does."""
        for kind in ("press", "release", "tap"):
            there = scene.controls.buttons[button].box.center
            garden.send(kind, there, pointer="touch:0", source="touch")
        garden.wait(0.3)
        moved, busy = garden.match.cursor != steps, scene.computer_player.busy
        return garden.stack.top != scene or moved or bool(busy)

    assert not pressed()
    assert scene.card.shown is None
    assert pressed()


def test_the_tap_that_closes_the_card_takes_nothing_up(garden: Table) -> None:
    hold(garden, tile(garden, at(0, 8)))
    garden.send("release", tile(garden, at(0, 8)), pointer="touch:0", source="touch")
    garden.tap(at(0, -8))
    assert garden.scene.card.shown is None
    assert not garden.scene.input.holding
    garden.tap(at(0, -8))
    assert garden.scene.input.holding


def test_nothing_is_explained_while_another_finger_drags(garden: Table) -> None:
    garden.send("press", garden.spot(at(0, -8)), pointer="touch:0", source="touch")
    garden.send("drag", (700, 700), pointer="touch:0", source="touch", moved=True)
    hold(garden, tile(garden, at(0, 8)), "touch:1")
    assert garden.scene.card.shown is None


def test_the_right_button_explains_a_tile_and_cancels_elsewhere(garden: Table) -> None:
    garden.send("cancel", tile(garden, at(0, 8)))
    assert garden.scene.card.shown.title == "Jasmine 3"
    garden.send("lift", tile(garden, at(0, 8)))
    garden.send("cancel", tile(garden, OffBoard(0, R4, "reserve")))
    assert garden.scene.card.shown.title == "Chrysanthemum 4", "from one to the next"
    garden.send("cancel", garden.spot(at(5, 5)))
    assert garden.scene.card.shown is None
    assert garden.stack.top is garden.scene
    garden.send("cancel", garden.spot(at(5, 5)))
    assert garden.stack.top is not garden.scene, "the menu"


def test_the_right_button_puts_down_what_is_picked_wherever_it_is(garden: Table) -> None:
    garden.tap(at(0, -8))
    garden.send("cancel", tile(garden, at(0, 8)))
    assert garden.scene.card.shown is None
    assert not garden.scene.input.picked


def test_keys_walk_from_tile_to_tile(garden: Table) -> None:
    garden.tap(at(0, -8))
    garden.key("command", name="explain")
    assert garden.scene.card.shown is not None
    titles = set()
    for _ in range(12):
        garden.key("focus", vector=(0, 0), value=1)
        titles.add(garden.scene.card.shown.title)
        garden.picture()
    assert len(titles) > 5
    garden.key("cancel")
    assert garden.scene.card.shown is None
    assert garden.scene.input.picked == Pick(source=at(0, -8))
    garden.key("command", name="explain")
    garden.key("command", name="explain")
    assert garden.scene.card.shown is None


def test_captured_tiles_explain_themselves() -> None:
    table = skud(*TURNS[:28])
    table.scene.captured[0].append(R4)
    assert "Anna" in table.scene.card.explainer.explain(OffBoard(0, 0, "captured")).lines[0].text
    assert tile(table, OffBoard(0, 0, "captured"))
    table.close()


@pytest.mark.parametrize("game", sorted(GAMES))
def test_looking_changes_nothing_in_any_game(game: str) -> None:
    options = {"walomino": {"draft": "deal"}}.get(game, {})
    chairs = (ANNA,) if game == "solitaire_pai_sho" else (ANNA, COMPUTER)
    table = Table(game, chairs, options)
    table.rest(60)
    before = table.match.cursor, table.match.state
    seen = 0
    for spot in table.scene.card.explainer.tiles()[:40]:
        hold(table, spot.center)
        assert table.scene.card.shown is not None, spot.key
        table.picture()
        table.send("release", spot.center, pointer="touch:0", source="touch")
        seen += 1
    assert seen
    table.key("cancel")
    assert table.scene.card.shown is None
    assert (table.match.cursor, table.match.state) == before
    assert not table.scene.input.holding
    table.close()


def test_fingers_on_the_glass_and_the_mouse_open_the_card(garden: Table) -> None:
    """From pygame's events on."""
    size = 1280, 720
    devices, scene = Devices(size), garden.scene
    x, y = (n * min(size) / 1080 for n in tile(garden, at(0, 8)))

    def post(kind: int, now: float, **values: Any) -> None:
        for intent in (*devices.read(pygame.event.Event(kind, values), now), *devices.tick(now)):
            garden.stack.on(intent)

    finger = {"touch_id": 7, "finger_id": 1, "x": x / size[0], "y": y / size[1]}

    def title() -> str:
        return scene.card.shown.title if scene.card.shown else ""

    post(pygame.FINGERDOWN, 0.0, **finger)
    for share, told in ((0.9, ""), (1.1, "Jasmine 3")):
        for intent in devices.tick(HOLD_AFTER * share):
            garden.stack.on(intent)
        assert title() == told
    post(pygame.FINGERUP, 1.0, **finger)
    assert title() == "Jasmine 3"
    post(pygame.MOUSEBUTTONDOWN, 2.0, pos=(640, 100), button=3)
    assert not title()
    post(pygame.MOUSEBUTTONUP, 2.1, pos=(640, 100), button=3)
    post(pygame.MOUSEBUTTONDOWN, 3.0, pos=(x, y), button=3)
    assert title() == "Jasmine 3"
    post(pygame.KEYDOWN, 4.0, key=pygame.K_ESCAPE, mod=0)
    assert not title()
    post(pygame.CONTROLLERBUTTONDOWN, 5.0, instance_id=0,
         button=pygame.CONTROLLER_BUTTON_LEFTSTICK)  # fmt: skip
    assert title()


def test_a_card_goes_with_the_tile_that_it_explains() -> None:
    table = Table("jin_li", (ANNA, BEN), {"start": "red"})
    table.rest()
    hold(table, tile(table, NUMBER["a1"]))
    assert table.scene.card.shown.title == "Red koi"
    table.scene.play(table.match.game.read("a1-b2"))
    table.rest()
    assert table.scene.card.shown is None
    table.close()


# Where it lies ------------------------------------------------------------------------------------


@given(
    st.tuples(st.floats(200, 700), st.floats(150, 700)),
    st.tuples(st.floats(0, 1), st.floats(0, 1)),
    st.floats(20, 90), st.sampled_from([(1920, 1080), (1440, 1080), (1080, 1800)]),
    st.integers(0, 3),
)  # fmt: skip
def test_the_card_stays_on_the_table_and_leaves_its_tile_in_sight(
    size: tuple[float, float], share: tuple[float, float], side: float,
    room: tuple[float, float], turn: int,
) -> None:  # fmt: skip
    center = share[0] * room[0], share[1] * room[1]
    own = Box.around(center, side, side)
    box = place_card(size, own, (), room, turn)
    assert box.x >= EDGE - 0.01
    assert box.y >= EDGE - 0.01
    assert box.right <= room[0] - EDGE + 0.01
    assert box.bottom <= room[1] - EDGE + 0.01
    assert not box.has(center)


@pytest.mark.parametrize(("turn", "side"), [(0, "above"), (2, "below"), (1, "left"), (3, "right")])
def test_the_card_lies_beyond_the_tile_for_its_reader(turn: int, side: str) -> None:
    tile = Box.around((960, 540), 50, 50)
    size = (400, 300) if turn % 2 == 0 else (300, 400)
    box = place_card(size, tile, (), (1920, 1080), turn)
    x, y = box.center[0] - 960, box.center[1] - 540
    found = {"above": y < 0, "below": y > 0, "left": x < 0, "right": x > 0}
    assert found[side]
    assert abs(x if turn % 2 == 0 else y) < 1


def test_the_card_faces_who_sits_where_its_tile_lies() -> None:
    table = skud(*TURNS[:28], seating="table")
    for seat in (0, 1):
        table.scene.card.show(OffBoard(seat, R4, "reserve"))
        point = tile(table, OffBoard(seat, R4, "reserve"))
        assert table.scene.card._turn_at(point) == table.scene.trays[seat].frame.turn
    middle = table.scene.layout.board.center
    asked = table.scene.trays[table.scene.asked].frame.turn
    assert table.scene.card._turn_at(middle) == asked
    table.close()
