"""The draft of Walomino at the table: by taps, by dragging, by keys, with the die."""

import random
from collections.abc import Iterator

import pytest

from game.rules.core.protocol import CHANCE
from game.rules.walomino.state import Draft, Roll
from game.rules.walong.geometry import COLOURS
from game.scenes.walomino.box import Chest, rows
from game.scenes.walomino.phase import Say
from game.services.people import Chair
from game.ui.frame import Box
from tests.scenes.table import ANNA, BEN
from tests.scenes.walomino.bench import PairingTable

FOUR = (ANNA, BEN, Chair("person", "Clara"), Chair("person", "David"))


@pytest.fixture
def table() -> Iterator[PairingTable]:
    made = PairingTable({"draft": "choose"})
    yield made
    made.close()


def take(colour: str) -> Draft:
    return Draft(COLOURS.index(colour))


def taken(table: PairingTable) -> str:
    return "".join(COLOURS[m.colour] for m in table.match.log if isinstance(m, Draft))


def test_wm_1_a_tap_takes_a_piece_and_the_next_seat_is_asked(table: PairingTable) -> None:
    table.tap(take("r"))
    table.rest()
    assert taken(table) == "r"
    assert table.scene.asked == 1
    assert table.state.box == (10, 9, 10, 10, 10)


def test_the_words_count_what_is_still_to_be_taken(table: PairingTable) -> None:
    left = table.scene.t("walomino.prompt.draft", n=24)
    assert table.scene.trays[0].prompt == left
    assert "24" in left
    for colour in "rg":
        table.tap(take(colour))
        table.rest()
    assert table.scene.trays[0].prompt == table.scene.t("walomino.prompt.draft", n=23)


def test_a_piece_can_be_dragged_out_of_the_box(table: PairingTable) -> None:
    start = table.spot(take("g"))
    table.pull(start, table.scene.trays[0].frame.center, steps=6)
    table.lift(table.scene.trays[0].frame.center)
    table.rest()
    assert taken(table) == "g"


def test_a_piece_dropped_in_the_box_goes_back(table: PairingTable) -> None:
    start, end = table.spot(take("g")), table.spot(take("v"))
    table.pull(start, end, steps=6)
    assert table.scene.input.holding
    table.lift(end)
    table.rest()
    assert taken(table) == ""
    assert not table.scene.input.holding


def test_the_draft_by_keys_alone(table: PairingTable) -> None:
    table.scene.focus.visible = True
    for _ in range(2):
        table.key("focus", vector=(1, 0))
    table.key("confirm")
    table.rest()
    assert len(taken(table)) == 1


def test_wm_1_a_colour_that_is_gone_is_refused_with_the_reason(table: PairingTable) -> None:
    for _ in range(10):
        table.tap(take("b"))
        table.rest()
    table.tap(take("b"))
    table.rest()
    assert taken(table) == "b" * 10
    assert table.scene.trays[0].rule == "WM-1"


def test_wm_2_the_whole_draft_by_taps_leaves_two_pieces(table: PairingTable) -> None:
    rng = random.Random(3)
    while table.state.phase == "draft":
        table.tap(rng.choice(table.match.game.moves(table.state)))
        table.scene.finish_motion()
        table.wait(1 / 30)
    assert table.state.phase == "start"
    assert sum(table.state.box) == 2
    assert [sum(hand) for hand in table.state.hands] == [24, 24]


def test_pieces_are_seen_in_the_tray_of_who_took_them(table: PairingTable) -> None:
    for colour in "rgv":
        table.tap(take(colour))
        table.rest()
    piles = table.scene.drafting._piles
    assert [[one.colour for one in pile] for pile in piles] == [["r", "v"], ["g"]]
    for tray, pile in zip(table.scene.trays, piles, strict=True):
        assert all(tray.frame.box.has(one.at) for one in pile)


def test_the_last_piece_of_the_draft_finds_a_place_of_its_own(table: PairingTable) -> None:
    rng = random.Random(2)
    while table.state.phase == "draft":
        table.tap(rng.choice(table.match.game.moves(table.state)))
        table.rest()
    for pile in table.scene.drafting._piles:
        places = {(round(one.at[0]), round(one.at[1])) for one in pile}
        assert len(places) == len(pile) == 24


def test_the_picture_follows_an_undo_and_an_earlier_state(table: PairingTable) -> None:
    for colour in "rgv":
        table.tap(take(colour))
        table.rest()
    table.scene.show_moment(1)
    piles = table.scene.drafting._piles
    assert [len(pile) for pile in piles] == [1, 0]
    table.scene.show_moment(None)
    table.scene.undo()
    assert taken(table)[: table.match.cursor] == "rg"


def test_wm_1_with_the_die_only_the_rolled_colour_can_be_taken() -> None:
    table = PairingTable({"draft": "die"}, seed=4)
    table.rest()
    rolled = table.state.rolled
    assert rolled < 5, "this seed begins with a colour"
    assert table.scene.drafting.die.face == COLOURS[rolled]
    table.tap(Draft((rolled + 1) % 5))
    table.rest()
    assert table.scene.asked == 0
    table.tap(Draft(rolled))
    table.rest()
    assert table.scene.asked == 1
    assert [type(move) for move in table.match.log[:3]] == [Roll, Draft, Roll]
    table.close()


def test_what_the_die_did_before_anybody_looked_is_shown() -> None:
    table = PairingTable({"draft": "die"}, seed=4)
    assert table.scene.shown == 0
    assert table.scene.drafting.die is not None
    table.rest()
    assert table.match.seat_of(0) == CHANCE
    assert table.scene.shown == table.match.cursor
    table.close()


@pytest.mark.parametrize("seating", ["couch", "table"])
@pytest.mark.parametrize("pixels", [(1280, 720), (800, 600), (720, 1280)])
def test_every_compartment_can_be_touched_wherever_people_sit(
    seating: str, pixels: tuple[int, int],
) -> None:
    table = PairingTable({"draft": "die"}, FOUR, pixels=pixels, seating=seating)
    table.rest()
    board = table.scene.layout.board
    spots = [one for one in table.scene.input.spots() if isinstance(one.key, Draft)]
    assert len(spots) == 5
    for spot in spots:
        assert min(spot.box.w, spot.box.h) >= 72
        assert board.has((spot.box.x, spot.box.y))
        assert board.has((spot.box.right - 1, spot.box.bottom - 1))
    die = table.scene.drafting.die
    assert board.has(die.end)
    assert not any(spot.box.has(die.end) for spot in spots)
    table.picture()
    table.close()


def test_a_new_window_in_the_middle_of_a_drag_puts_the_piece_back(table: PairingTable) -> None:
    table.pull(table.spot(take("g")), (5.0, 300.0), steps=4)
    table.context.fit((800, 600))
    table.scene.resize(table.context.size)
    assert not table.scene.input.holding
    assert taken(table) == ""
    table.rest()
    table.tap(take("y"))
    table.rest()
    assert taken(table) == "y"


def test_hints_name_a_colour_and_show_it(table: PairingTable) -> None:
    table.scene.show_hint(0, [Draft(3)])
    assert "Violet" in table.scene.trays[0].message
    assert [mark.center for mark in table.scene.marks] == [table.spot(take("v"))]


# The box -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", range(1, 11))
def test_the_pieces_in_a_compartment_mesh_without_overlap(columns: int) -> None:
    from game.rules.walong.cluster import Cluster

    lying = Cluster()
    for pose in rows(columns).poses:
        assert not list(lying.overlapped(pose))
        lying = lying.plus(pose, 0)
    assert len(lying) == 10
    touching = [len(list(lying.contacts(pose))) for pose in lying]
    assert min(touching) > 0


def test_all_fifty_pieces_lie_inside_their_compartments() -> None:
    for room in (Box(0, 0, 1100, 1000), Box(0, 0, 1800, 600), Box(0, 0, 700, 1000)):
        chest = Chest(room, 1.0)
        for colour in range(5):
            cell = chest.cell(colour)
            for number in range(10):
                assert cell.inset(0.9 * chest.side).has(chest.piece(colour, number).at)
        assert room.has((chest.box.x, chest.box.y))
        assert room.has((chest.box.right - 1, chest.box.bottom - 1))


@pytest.mark.parametrize("draft", ["choose", "die"])
def test_one_tap_draws_the_rest_for_everybody(draft: str) -> None:
    table = PairingTable({"draft": draft})
    table.wait(4)
    if draft == "choose":
        table.tap(Draft(2))
        table.rest()
    table.tap(Say(1, "draw"))
    for _ in range(40):
        table.wait(0.5)
    assert table.state.phase == "start"
    table.scene.undo()
    table.wait(3)
    assert table.state.phase == "draft", "what was taken back is not drawn again by itself"
    table.close()


def test_another_tap_ends_the_drawing() -> None:
    table = PairingTable({"draft": "choose"})
    table.tap(Say(0, "draw"))
    table.wait(1)
    table.tap(Say(0, "draw"))
    table.rest()
    taken = 50 - sum(table.state.box)
    assert 2 < taken < 30
    table.wait(2)
    assert 50 - sum(table.state.box) == taken
    table.close()
