"""The rules of Ping-Pao, sentence by sentence."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from game.rules.core.protocol import (
    CHANCE,
    Event,
    NotationError,
    Outcome,
    PositionError,
    Refusal,
    Value,
)
from game.rules.ping_pao.game import PingPao
from game.rules.ping_pao.state import Lay, Roll, Table, Take
from game.rules.walong.geometry import HOME, SIDES, Pose, mate, side_contact, side_place
from tests.overlapping import overlap

GAME = PingPao()
TIP = Pose(6, 0, 0, 0, 0)
"""Touches a piece at home with a tip and nothing else."""


def table(
    *pieces: tuple[int, Pose],
    seats: int = 3,
    hands: list[int] | None = None,
    score: list[int] | None = None,
    phase: str = "remove",
    turn: int = 0,
    **options: Value,
) -> Table:
    """A position written down; nothing in hand and no points unless said otherwise."""
    plain = {
        "pieces": [[owner, list(pose)] for owner, pose in pieces],
        "hands": hands or [0] * seats,
        "score": score or [0] * seats,
        "phase": phase,
        "turn": turn,
    }
    return GAME.from_plain(plain, options)


def building(*pieces: tuple[int, Pose], seats: int = 3, turn: int = 0) -> Table:
    owners = [owner for owner, _ in pieces]
    hands = [10 - owners.count(seat) for seat in range(seats)]
    return table(*pieces, seats=seats, hands=hands, phase="build", turn=turn)


def play(state: Table, *texts: str) -> Table:
    for text in texts:
        move = GAME.read(text)
        assert GAME.why_illegal(state, move) is None, text
        state = GAME.apply(state, move)
    return state


def events(state: Table, text: str) -> tuple[Event, ...]:
    move = GAME.read(text)
    return GAME.events(state, move, GAME.apply(state, move))


def legal(state: Table) -> set[str]:
    return {GAME.write(move) for move in GAME.moves(state)}


def refusal(state: Table, text: str) -> Refusal | None:
    return GAME.why_illegal(state, GAME.read(text))


def walls(pose: Pose) -> list[Pose]:
    """Five pieces that wall in a piece there and do not overlap."""
    found: list[Pose] = []

    def search() -> bool:
        if len(found) == 5:
            return True
        for own in SIDES:
            wall = mate(pose, len(found), own)
            if not any(overlap(wall, other) for other in found):
                found.append(wall)
                if search():
                    return True
                found.pop()
        return False

    assert search()
    return found


def walled_in() -> list[tuple[int, Pose]]:
    """A piece of seat 0, walled in by the others in such a way that no colours meet."""
    ring = walls(HOME)
    for owners in range(2**5):
        laid = [(1 + (owners >> n & 1), wall) for n, wall in enumerate(ring)]
        clash = any(a == b and p != q and side_contact(p, q) for a, p in laid for b, q in laid)
        if not clash:
            return [(0, HOME), *laid]
    raise AssertionError("two colours always suffice for this ring")


# PP-1 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_pp_1_ten_pieces_each_and_the_first_seat_starts(seats: int) -> None:
    state = GAME.start(seats, {})
    assert (state.hands, GAME.scores(state), GAME.actor(state)) == ((10,) * seats, (0,) * seats, 0)


def test_pp_1_play_passes_clockwise() -> None:
    state = play(GAME.start(3, {}), "+0:0,0,0,0", f"+{mate(HOME, 0, 0)}", f"+{mate(HOME, 2, 2)}")
    assert (GAME.actor(state), state.hands) == (0, (9, 9, 9))


def test_pp_1_the_player_whose_colour_comes_up_starts() -> None:
    state = GAME.start(4, {"start": "die"})
    assert GAME.actor(state) == CHANCE
    assert GAME.chance_outcomes(state) == [(Roll(face), 1) for face in range(6)]
    after = play(state, "g")
    assert (GAME.actor(after), after.phase) == (2, "build")
    assert events(state, "g") == (Event("starts", 2, params=(("colour", "@colour.g"),)),)


@pytest.mark.parametrize("face", ["g", "v", "b", "w"])
def test_pp_1_white_and_unused_colours_are_rolled_again(face: str) -> None:
    state = GAME.start(2, {"start": "die"})
    assert play(state, face) == state
    assert events(state, face) == (Event("again", CHANCE, params=(("colour", f"@colour.{face}"),)),)


def test_pp_1_luck_draws_among_those_who_play() -> None:
    state = GAME.start(3, {"start": "random"})
    assert legal(state) == {"y", "r", "g"}
    assert refusal(state, "w") == Refusal("PP-1", "not_playing", (), (("colour", "@colour.w"),))
    assert GAME.actor(play(state, "r")) == 1


def test_pp_1_first_luck_then_the_first_piece() -> None:
    state = GAME.start(2, {"start": "die"})
    assert refusal(state, "+0:0,0,0,0") == refusal(state, "--") == Refusal("PP-1", "luck_first")
    assert refusal(play(state, "y"), "y") == Refusal("PP-1", "begun")


def test_pp_1_in_a_series_luck_need_not_choose_again() -> None:
    assert GAME.next_game_options(GAME.start(2, {"start": "die"})) == {"start": "first"}


# PP-2 ------------------------------------------------------------------------------------------


def test_pp_2_the_first_piece_lies_at_home() -> None:
    state = GAME.start(3, {})
    assert legal(state) == {"+0:0,0,0,0"}
    assert refusal(state, "+3:0,0,0,0") == Refusal("PP-2", "first_at_home", ("0:0,0,0,0",))


def test_pp_2_every_other_piece_shares_a_whole_side() -> None:
    state = play(GAME.start(2, {}), "+0:0,0,0,0")
    assert legal(state) == {f"+{mate(HOME, i, j)}" for i in SIDES for j in SIDES}
    assert refusal(state, "+0:0,7,0,0") == Refusal("PP-2", "apart")


def test_pp_2_a_tip_alone_does_not_connect() -> None:
    state = play(GAME.start(2, {}), "+0:0,0,0,0")
    assert refusal(state, f"+{TIP}") == Refusal("PP-2", "tip_only", ("0:0,0,0,0",))


def test_pp_2_nothing_overlaps() -> None:
    state = building((0, HOME), (1, mate(HOME, 1, 1)), turn=2)
    assert refusal(state, "+0:0,0,0,0") == Refusal("PP-2", "overlap", ("0:0,0,0,0",))
    assert refusal(state, f"+{mate(HOME, 1, 2)}") == Refusal(
        "PP-2", "overlap", (str(mate(HOME, 1, 1)),)
    )


def test_pp_2_no_side_shared_with_the_own_colour() -> None:
    second = mate(HOME, 1, 1)
    state = building((0, HOME), (1, second), turn=0)
    own = mate(HOME, 3, 0)
    colour = (("colour", "@colour.y"),)
    assert refusal(state, f"+{own}") == Refusal(
        "PP-2", "own_colour", (side_place(HOME, 3),), colour
    )
    assert all(
        not side_contact(HOME, move.pose) for move in GAME.moves(state) if isinstance(move, Lay)
    )


def test_pp_2_tips_of_equal_colours_may_touch() -> None:
    second = mate(HOME, 0, 0)
    state = building((0, HOME), (1, second), turn=0)
    tips = [
        m for m in GAME.moves(state) if isinstance(m, Lay) and HOME in state.pieces.tips(m.pose)
    ]
    assert tips


# PP-3 ------------------------------------------------------------------------------------------


def test_pp_3_building_goes_on_until_all_pieces_are_laid() -> None:
    state, rng = GAME.start(3, {}), random.Random(3)
    for ply in range(30):
        assert (state.phase, GAME.actor(state)) == ("build", ply % 3)
        state = GAME.apply(state, rng.choice(GAME.moves(state)))
    assert (state.phase, state.hands, len(state.pieces)) == ("remove", (0, 0, 0), 30)


def crowded(*hands: int) -> Table:
    """Only a piece of seat 0 is on the table, so seat 0 finds no place for another."""
    return table((0, HOME), seats=len(hands), hands=list(hands), phase="build")


def test_pp_3_who_cannot_lay_passes_the_piece_over() -> None:
    state = crowded(3, 1)
    assert legal(state) == {"--"}
    assert events(state, "--") == (Event("no_room", 0),)
    after = play(state, "--", f"+{mate(HOME, 1, 1)}")
    assert (GAME.actor(after), after.hands) == (0, (3, 0))
    assert refusal(after, "--") == Refusal("PP-3", "can_lay")


def test_pp_3_who_has_laid_everything_passes_while_others_build() -> None:
    state = play(crowded(3, 1), "--", f"+{mate(HOME, 1, 1)}")
    beside = next(text for text in sorted(legal(state)))
    state = play(state, beside)
    assert (GAME.actor(state), legal(state)) == (1, {"--"})
    assert events(state, "--") == (Event("hand_empty", 1),)
    assert refusal(state, f"+{mate(HOME, 4, 4)}") == Refusal("PP-3", "hand_empty")


def test_pp_3_if_nobody_can_lay_dismantling_begins() -> None:
    state = GAME.apply(table(seats=2, hands=[2, 0], phase="build"), Lay(HOME))
    assert (state.phase, state.hands, GAME.actor(state)) == ("remove", (1, 0), 1)


# PP-4 ------------------------------------------------------------------------------------------


def test_pp_4_dismantling_starts_with_the_start_player() -> None:
    rng = random.Random(4)
    state = play(GAME.start(2, {"start": "die"}), "r")
    while len(state.pieces) < 19:
        state = GAME.apply(state, rng.choice(GAME.moves(state)))
    move = GAME.moves(state)[0]
    after = GAME.apply(state, move)
    assert (after.phase, GAME.actor(after)) == ("remove", 1)
    assert GAME.events(state, move, after) == (Event("dismantle", 1),)


def test_pp_4_one_own_piece_with_a_free_side_is_taken() -> None:
    second, third = mate(HOME, 0, 0), mate(HOME, 2, 2)
    state = table((0, HOME), (1, second), (2, third), turn=1)
    assert legal(state) == {f"-{second}"}
    after = play(state, f"-{second}")
    assert [owner for _, owner in after.pieces.pieces] == [0, 2]


def test_pp_4_a_piece_walled_in_on_five_sides_cannot_be_taken() -> None:
    pieces = walled_in()
    free = (0, next(m for m in outside(pieces)))
    state = table(*pieces, free)
    found = refusal(state, f"-{HOME}")
    assert found is not None
    assert (found.rule, found.key, found.places[0]) == ("PP-4", "walled_in", str(HOME))
    assert len(found.places) == 6
    assert legal(state) == {f"-{free[1]}"}


def outside(pieces: list[tuple[int, Pose]]) -> list[Pose]:
    """Where seat 0 could lay one more piece."""
    laid = building(*pieces, turn=0)
    return [move.pose for move in GAME.moves(laid) if isinstance(move, Lay)]


def test_pp_4_only_own_pieces_that_are_there() -> None:
    second = mate(HOME, 0, 0)
    state = table((0, HOME), (1, second))
    assert refusal(state, f"-{second}") == Refusal(
        "PP-4", "not_yours", (str(second),), (("colour", "@colour.r"),)
    )
    assert refusal(state, f"-{TIP}") == Refusal("PP-4", "nothing_there", (str(TIP),))


def test_pp_4_building_and_taking_apart_do_not_mix() -> None:
    second = mate(HOME, 0, 0)
    laid = building((0, HOME), (1, second), turn=0)
    assert refusal(laid, f"-{HOME}") == Refusal("PP-4", "still_building", (str(HOME),))
    taken = table((0, HOME), (1, second))
    assert refusal(taken, f"+{mate(HOME, 2, 2)}") == Refusal("PP-4", "built")


# PP-5 ------------------------------------------------------------------------------------------


def test_pp_5_freed_pieces_of_others_score_a_point_each() -> None:
    """As in the original's picture: one is removed and frees two."""
    second, third = mate(HOME, 0, 0), mate(HOME, 3, 3)
    far = (Pose(0, 9, 0, 0, 0), mate(Pose(0, 9, 0, 0, 0), 1, 1))
    state = table((0, HOME), (1, second), (1, third), (2, far[0]), (0, far[1]))
    after = play(state, f"-{HOME}")
    assert GAME.scores(after) == (2, 0, 0)
    assert set(after.pieces) == set(far)
    places = (str(second), str(third))
    assert events(state, f"-{HOME}") == (Event("freed", 0, 2, places),)


def test_pp_5_own_freed_pieces_are_taken_without_points() -> None:
    second = mate(HOME, 0, 0)
    tip = next(p for p in tips_at(second) if not side_contact(p, HOME))
    state = table((0, second), (0, tip), (1, Pose(0, 9, 0, 0, 0)), (2, Pose(0, 10, 0, 0, 0)))
    after = play(state, f"-{second}")
    assert GAME.scores(after)[0] == 0
    assert events(state, f"-{second}")[-1] == Event(
        "freed_own", 0, places=(str(tip),), params=(("n", 1),)
    )


def tips_at(pose: Pose) -> list[Pose]:
    """Poses that touch a piece with a tip only."""
    shift = pose.point
    return [Pose(k, *shift) for k in range(12) if not overlap(pose, Pose(k, *shift))
            and not side_contact(pose, Pose(k, *shift))]  # fmt: skip


def held_by_a_tip(**options: Value) -> Table:
    """A piece of seat 1 that touches a piece of seat 2 with a tip and one of seat 0 with a side."""
    for own in SIDES:
        for side in SIDES:
            middle = mate(TIP, side, own)
            if not overlap(middle, HOME) and not side_contact(middle, HOME):
                return table((2, HOME), (1, TIP), (0, middle), **options)  # type: ignore[arg-type]
    raise AssertionError("no such place")


def test_pp_5_a_tip_holds_a_piece_unless_the_table_chose_otherwise() -> None:
    state = held_by_a_tip()
    taken = f"-{list(state.pieces)[2]}"
    assert set(play(state, taken).pieces) == {HOME, TIP}
    loose = play(held_by_a_tip(freed="no_side"), taken)
    assert (len(loose.pieces), GAME.scores(loose)) == (0, (2, 0, 0))


def test_pp_5_pieces_already_isolated_count_with_the_next_taking() -> None:
    state = table((0, HOME), (1, mate(HOME, 0, 0)), (2, Pose(0, 9, 0, 0, 0)))
    assert GAME.scores(play(state, f"-{HOME}")) == (2, 0, 0)


# PP-6 ------------------------------------------------------------------------------------------


def test_pp_6_who_has_no_piece_on_the_table_is_skipped() -> None:
    state = table((0, HOME), (1, mate(HOME, 0, 0)), turn=2)
    assert legal(state) == {"--"}
    assert events(state, "--") == (Event("none_left", 2),)
    assert GAME.actor(play(state, "--")) == 0


def test_pp_6_whose_pieces_are_all_walled_in_is_skipped() -> None:
    state = table(*walled_in())
    assert legal(state) == {"--"}
    assert events(state, "--") == (Event("walled_in", 0, places=(str(HOME),)),)


def test_pp_6_passing_is_for_those_who_can_take_nothing() -> None:
    state = table((0, HOME), (1, mate(HOME, 0, 0)))
    assert refusal(state, "--") == Refusal("PP-6", "can_take", (str(HOME),))


@pytest.mark.parametrize("seed", range(6))
def test_pp_6_somebody_can_always_take_a_piece(seed: int) -> None:
    state, rng, passes = GAME.start(3, {}), random.Random(seed), 0
    while GAME.actor(state) is not None:
        move = rng.choice(GAME.moves(state))
        passes = passes + 1 if GAME.write(move) == "--" else 0
        assert passes < 3
        state = GAME.apply(state, move)


# PP-7 and PP-8 ---------------------------------------------------------------------------------


def chain(*owners: int) -> list[tuple[int, Pose]]:
    """Pieces side by side in a row, touching only their neighbours."""
    pieces = [(owners[0], HOME)]
    for owner in owners[1:]:
        last = pieces[-1][1]
        others = [pose for _, pose in pieces[:-1]]
        pieces.append((owner, next(
            pose for pose in (mate(last, i, j) for i in SIDES for j in SIDES)
            if not any(overlap(pose, p) or p in table((0, p), (1, pose)).pieces.tips(pose)
                       or side_contact(pose, p) for p in others)
            and not overlap(pose, last)
        )))  # fmt: skip
    return pieces


def test_pp_7_play_goes_on_in_separate_groups() -> None:
    pieces = chain(1, 2, 0, 1, 2)
    state = table(*pieces)
    middle = f"-{pieces[2][1]}"
    after = play(state, middle)
    assert len(after.pieces.heaps()) == 2
    assert events(state, middle) == (Event("split", 0, params=(("n", 2),)),)
    assert legal(after) == {f"-{pieces[0][1]}", f"-{pieces[3][1]}"}


def test_pp_8_the_game_ends_when_the_table_is_empty() -> None:
    state = table((0, HOME), (1, mate(HOME, 0, 0)), score=[1, 0, 4])
    assert GAME.outcome(state) is None
    after = play(state, f"-{HOME}")
    assert (GAME.actor(after), GAME.scores(after), GAME.moves(after)) == (None, (2, 0, 4), ())
    assert GAME.outcome(after) == Outcome((2,), "cleared")
    assert refusal(after, f"-{HOME}") == Refusal("PP-8", "over")


def test_pp_8_ties_share_the_win() -> None:
    state = table((0, HOME), (1, mate(HOME, 0, 0)), score=[1, 2, 0])
    assert GAME.outcome(play(state, f"-{HOME}")) == Outcome((0, 1), "cleared")


# Notation and positions ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["", "+", "+12:0,0,0,0", "*0:0,0,0,0", "-0:0,0,0", "yy", "---", "+w"]
)
def test_texts_that_are_no_moves(text: str) -> None:
    with pytest.raises(NotationError):
        GAME.read(text)


def test_moves_are_written_as_they_are_read() -> None:
    for text in ("+0:0,0,0,0", "-11:-3,2,0,14", "--", "w"):
        assert GAME.write(GAME.read(text)) == text


def test_legal_moves_are_ordered_by_pose() -> None:
    state = building((0, HOME), (1, mate(HOME, 1, 1)), turn=2)
    poses = [move.pose for move in GAME.moves(state) if isinstance(move, Lay | Take)]
    assert poses == sorted(poses)


def test_pieces_may_be_named_by_colour() -> None:
    plain = GAME.to_plain(table((0, HOME), (1, mate(HOME, 0, 0))))
    named = {**plain, "pieces": [["yrgvb"[seat], pose] for seat, pose in plain["pieces"]]}
    assert GAME.from_plain(named, {}) == GAME.from_plain(json.loads(json.dumps(plain)), {})


GOOD: dict[str, Any] = {
    "pieces": [[0, [0, 0, 0, 0, 0]], [1, [6, 1, 0, 0, 0]]],
    "hands": [0, 0], "score": [0, 0], "phase": "remove", "turn": 1,
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"colour": 1}, "colour"),
        ({"seats": 3}, "hands"),
        ({"seats": 1}, "seats"),
        ({"hands": [0]}, "seats"),
        ({"hands": [0, -1]}, "hands"),
        ({"hands": [0, 10]}, "hands"),
        ({"score": [0, "1"]}, "score"),
        ({"score": [0, 0, 0]}, "hands"),
        ({"phase": "end"}, "phase"),
        ({"phase": "over"}, "phase"),
        ({"phase": "build"}, "phase"),
        ({"phase": "luck"}, "phase"),
        ({"turn": 2}, "turn"),
        ({"pieces": []}, "phase"),
        ({"pieces": {}}, "pieces"),
        ({"pieces": [[0]]}, "pieces"),
        ({"pieces": [[2, [0, 0, 0, 0, 0]]]}, "pieces"),
        ({"pieces": [["x", [0, 0, 0, 0, 0]]]}, "pieces"),
        ({"pieces": [[0, [12, 0, 0, 0, 0]]]}, "pieces"),
        ({"pieces": [[0, [0, 0, 0, 0, 0]], [1, [0, 0, 0, 0, 0]]]}, "pieces"),
        ({"pieces": [[0, [0, 0, 0, 0, 0]], [0, [6, 1, 0, 0, 0]]]}, "pieces"),
        ({"pieces": [[0, [0, n * 3, 0, 0, 0]] for n in range(11)]}, "pieces"),
    ],
)
def test_positions_that_break_a_rule_are_refused(change: dict[str, Any], at: str) -> None:
    assert GAME.from_plain(GOOD, {}).turn == 1
    with pytest.raises(PositionError) as error:
        GAME.from_plain({**GOOD, **change}, {})
    assert error.value.at == at


@pytest.mark.parametrize("key", ["pieces", "hands", "score", "phase"])
def test_positions_that_lack_something_are_refused(key: str) -> None:
    with pytest.raises(PositionError) as error:
        GAME.from_plain({k: v for k, v in GOOD.items() if k != key}, {})
    assert error.value.at == key


def test_while_building_all_pieces_hang_together() -> None:
    far = [[0, list(HOME)], [1, [0, 9, 0, 0, 0]]]
    with pytest.raises(PositionError) as error:
        GAME.from_plain({**GOOD, "pieces": far, "hands": [9, 9], "phase": "build"}, {})
    assert error.value.at == "pieces"


def test_luck_chooses_only_before_anything_is_laid() -> None:
    plain = {**GOOD, "phase": "luck"}
    with pytest.raises(PositionError):
        GAME.from_plain(plain, {"start": "die"})
    fresh = GAME.start(2, {"start": "die"})
    assert GAME.from_plain(GAME.to_plain(fresh), {"start": "die"}) == fresh
