"""The rules of Walomino, sentence by sentence, and the original's worked example."""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from game.rules.core.protocol import (
    CHANCE,
    Event,
    NotationError,
    Outcome,
    PositionError,
    Refusal,
    ScoreLine,
    Value,
)
from game.rules.walomino.chain import Pair, attachments, chain_of, replayed
from game.rules.walomino.game import Walomino
from game.rules.walomino.state import Attach, Deal, Join, Roll, Start, Table, left, proposal
from game.rules.walong.geometry import COLOURS, HOME, SIDES, Pose, corners, mate, side_contact
from tests.overlapping import overlap

GAME = Walomino()
MATINGS = list(product(SIDES, SIDES))


def pair(text: str) -> Pair:
    move = GAME.read(f"pair {text}")
    assert isinstance(move, Join)
    return move.pair


def laid(*pairs: tuple[str, Pose]) -> list[list[Any]]:
    """Pairs on the table, each with the pose of its first piece, as positions write them."""
    found: list[list[Any]] = []
    for text, pose in pairs:
        lying = pair(text)
        second = lying.second_pose(pose)
        found += [[COLOURS[lying.first], list(pose)], [COLOURS[lying.second], list(second)]]
    return found


def table(
    chain: list[list[Any]] | str, *pairs: list[str], turn: int = 0, **options: Value
) -> Table:
    """A position in play; a text is the start pair, its first piece at home."""
    lying = laid((chain, HOME)) if isinstance(chain, str) else chain
    return GAME.from_plain({"chain": lying, "pairs": list(pairs), "turn": turn}, options)


def play(state: Table, *texts: str) -> Table:
    for text in texts:
        move = GAME.read(text)
        assert GAME.why_illegal(state, move) is None, (text, GAME.why_illegal(state, move))
        state = GAME.apply(state, move)
    return state


def legal(state: Table) -> set[str]:
    return {GAME.write(move) for move in GAME.moves(state)}


def attaches(state: Table) -> list[Attach]:
    return [move for move in GAME.moves(state) if isinstance(move, Attach)]


def refusal(state: Table, text: str) -> Refusal | None:
    return GAME.why_illegal(state, GAME.read(text))


def events(state: Table, text: str) -> tuple[Event, ...]:
    move = GAME.read(text)
    return GAME.events(state, move, GAME.apply(state, move))


def drafted(seats: int, seed: int = 0, **options: Value) -> Table:
    """The draft played at random."""
    state, rng = GAME.start(seats, options), random.Random(seed)
    while state.phase == "draft":
        luck = GAME.actor(state) == CHANCE
        state = GAME.apply(
            state, GAME.sample_chance(state, rng) if luck else rng.choice(GAME.moves(state))
        )
    return state


def dealt(seats: int, seed: int = 0, **options: Value) -> Table:
    """A quick deal by luck, the pairs not yet agreed to."""
    state = GAME.start(seats, {"draft": "quick", **options})
    return GAME.apply(state, GAME.sample_chance(state, random.Random(seed)))


def both_poses(state: Table, move: Attach) -> tuple[Pose, Pose]:
    held = state.pairs[state.turn][move.number]
    assert held is not None
    return move.pose, held.second_pose(move.pose)


# WM-1 ------------------------------------------------------------------------------------------


def test_wm_1_each_takes_one_of_a_chosen_colour_in_turn() -> None:
    state = GAME.start(3, {})
    assert (state.box, GAME.actor(state)) == ((10,) * 5, 0)
    assert legal(state) == {"take y", "take r", "take g", "take v", "take b"}
    state = play(state, "take v", "take v", "take y")
    assert (GAME.actor(state), state.box) == (0, (9, 10, 10, 8, 10))
    assert state.hands[0] == state.hands[1] == (0, 0, 0, 1, 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_wm_1_until_two_are_left(seats: int) -> None:
    state = drafted(seats)
    assert sum(state.box) == 2
    assert [sum(hand) for hand in state.hands] == [48 // seats] * seats
    assert (state.phase, GAME.actor(state)) == ("start", 0)


def test_wm_1_a_colour_that_is_gone_cannot_be_taken() -> None:
    state = play(GAME.start(2, {}), *["take r"] * 10)
    assert "take r" not in legal(state)
    assert refusal(state, "take r") == Refusal("WM-1", "gone", (), (("colour", "@colour.r"),))


def test_wm_1_the_rolled_colour_must_be_taken() -> None:
    state = GAME.start(2, {"draft": "die"})
    assert GAME.actor(state) == CHANCE
    assert GAME.chance_outcomes(state) == [(Roll(face), 1) for face in range(6)]
    assert refusal(state, "take g") == Refusal("WM-1", "roll_first")
    rolled = play(state, "g")
    assert (GAME.actor(rolled), legal(rolled)) == (0, {"take g"})
    assert refusal(rolled, "take r") == Refusal("WM-1", "rolled", (), (("colour", "@colour.g"),))
    assert GAME.actor(play(rolled, "take g")) == CHANCE
    assert refusal(rolled, "g") == Refusal("WM-1", "draft_first")


def test_wm_1_white_is_a_free_choice() -> None:
    state = GAME.start(2, {"draft": "die"})
    assert len(legal(play(state, "w"))) == 5
    assert events(state, "w") == (Event("joker", 0),)


def test_wm_1_a_colour_that_is_gone_is_rolled_again() -> None:
    state = play(GAME.start(2, {"draft": "die"}), *["b", "take b"] * 10)
    assert play(state, "b") == state
    assert events(state, "b") == (Event("gone", 0, params=(("colour", "@colour.b"),)),)
    assert events(state, "y") == (Event("rolled", 0, params=(("colour", "@colour.y"),)),)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_wm_1_quick_deals_at_random_and_proposes_pairs(seats: int) -> None:
    state = GAME.start(seats, {"draft": "quick"})
    assert (GAME.actor(state), GAME.moves(state), GAME.chance_outcomes(state)) == (CHANCE, (), [])
    deals = [GAME.sample_chance(state, random.Random(seed)) for seed in range(20)]
    assert len(set(deals)) == 20
    for deal in deals:
        assert isinstance(deal, Deal)
        assert GAME.why_illegal(state, deal) is None
        assert deal.review


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_wm_1_deal_is_final_and_begins_at_once(seats: int) -> None:
    state = GAME.start(seats, {"draft": "deal"})
    deal = GAME.sample_chance(state, random.Random(seats))
    assert isinstance(deal, Deal)
    assert GAME.why_illegal(state, deal) is None
    assert GAME.why_illegal(state, replace(deal, review=True)) == Refusal("WM-1", "final")
    after = GAME.apply(state, deal)
    assert (after.phase, GAME.actor(after), after.pairs) == ("play", 0, deal.pairs)
    assert refusal(after, "repair") == Refusal("WM-4", "rigid")


def test_wm_1_nothing_is_reviewed_or_joined_after_a_final_deal() -> None:
    plain = dict(GAME.to_plain(dealt(2)))
    with pytest.raises(PositionError, match="does not go with the option draft"):
        GAME.from_plain(plain, {"draft": "deal"})


def test_wm_1_a_deal_uses_every_piece_once() -> None:
    state = GAME.start(4, {"draft": "quick"})
    deal = GAME.sample_chance(state, random.Random(1))
    assert isinstance(deal, Deal)
    short = replace(deal, pairs=(*deal.pairs[:3], deal.pairs[3][:-1]))
    assert GAME.why_illegal(state, short) == Refusal("WM-2", "uneven", (), (("n", 6),))
    fewer = replace(deal, pairs=deal.pairs[:3])
    assert GAME.why_illegal(state, fewer) == Refusal("WM-2", "uneven", (), (("n", 6),))
    other = deal.start._replace(first=(deal.start.first + 1) % 5)
    wrong = min(deal.start.first, other.first)
    colour = (("colour", f"@colour.{COLOURS[wrong]}"),)
    assert GAME.why_illegal(state, replace(deal, start=other)) == Refusal(
        "WM-1", "miscounted", (), colour
    )
    assert refusal(state, "take r") == Refusal("WM-1", "deal_first")


# WM-2 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "pairs"), [(2, 12), (3, 8), (4, 6)])
def test_wm_2_pairs_for_every_number_of_players(seats: int, pairs: int) -> None:
    assert left(GAME.start(seats, {})) == (pairs,) * seats
    assert [len(own) for own in dealt(seats).pairs] == [pairs] * seats


def test_wm_2_the_start_player_lays_the_last_two_in_any_mating() -> None:
    state = drafted(3, seed=4)
    hues = [colour for colour, count in enumerate(state.box) for _ in range(count)]
    pairs = {move.pair for move in GAME.moves(state) if isinstance(move, Start)}
    orders = {(hues[0], hues[1]), (hues[1], hues[0])}
    assert pairs == {Pair(a, i, b, j) for a, b in orders for i, j in MATINGS}
    after = GAME.apply(state, GAME.moves(state)[7])
    assert (after.phase, GAME.actor(after), len(after.chain.pieces)) == ("pairing", 0, 2)


def test_wm_2_the_start_pair_is_made_of_what_is_left() -> None:
    state = drafted(2, seed=4)
    missing = next(letter for letter, n in zip(COLOURS, state.box, strict=True) if not n)
    assert refusal(state, f"start {missing}0-{missing}0") == Refusal(
        "WM-2", "not_left", (), (("colour", f"@colour.{missing}"),)
    )
    assert refusal(state, "take r") == Refusal("WM-1", "drafted")


def test_wm_2_the_first_piece_of_the_start_pair_lies_at_home() -> None:
    chain = play(GAME.start(2, {"draft": "quick"}), GAME.write(dealt_by("r1-g4"))).chain
    assert chain.pieces.pieces == ((HOME, 1), (mate(HOME, 1, 4), 2))


def dealt_by(start: str) -> Deal:
    """A deal for two with this start pair and everything else in pairs of any kind."""
    first = pair(start)
    pieces = [colour for colour in range(5) for _ in range(10)]
    pieces.remove(first.first)
    pieces.remove(first.second)
    rng = random.Random(0)
    return Deal(first, (proposal(pieces[::2], rng), proposal(pieces[1::2], rng)), False)


# WM-3 and WM-4 ---------------------------------------------------------------------------------


def test_wm_3_a_pair_turns_but_never_turns_over() -> None:
    state = table("r0-g0", ["r1-y3"], ["b0-b0"])
    shapes = {
        (second.k - first.k) % 12
        for first, second in (both_poses(state, m) for m in attaches(state))
    }
    assert shapes == {mate(HOME, 1, 3).k}


def test_wm_4_pieces_are_joined_in_any_mating_and_any_colours() -> None:
    state = play(drafted(2, seed=1), GAME.write(GAME.moves(drafted(2, seed=1))[0]))
    hand = state.hands[0]
    expected = {
        Pair(a, i, b, j)
        for a, b in product(range(5), range(5))
        for i, j in MATINGS
        if hand[a] and hand[b] > (a == b)
    }
    assert {move.pair for move in GAME.moves(state) if isinstance(move, Join)} == expected


def test_wm_4_pairs_are_numbered_in_the_order_of_joining() -> None:
    state = paired_partly(2)
    moves = [move for move in GAME.moves(state) if isinstance(move, Join)]
    after = GAME.apply(state, moves[3])
    again = GAME.apply(after, GAME.moves(after)[0])
    assert after.pairs[0] == (moves[3].pair,)
    assert again.pairs[0][0] == moves[3].pair
    assert GAME.actor(again) == 0


def paired_partly(seats: int) -> Table:
    state = drafted(seats, seed=1)
    return GAME.apply(state, GAME.moves(state)[0])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_wm_4_one_after_the_other_then_play_starts(seats: int) -> None:
    state, rng = paired_partly(seats), random.Random(2)
    order = []
    while state.phase == "pairing":
        order.append(state.turn)
        state = GAME.apply(state, rng.choice(GAME.moves(state)))
    assert order == [seat for seat in range(seats) for _ in range(24 // seats)]
    assert (state.phase, GAME.actor(state)) == ("play", 0)


def test_wm_4_only_pieces_in_hand_are_joined() -> None:
    state = paired_partly(2)
    state = replace(state, hands=((1, 0, 0, 0, 1), state.hands[1]))
    assert legal(state) == {f"pair {a}{i}-{b}{j}" for a, b in ("yb", "by") for i, j in MATINGS}
    for text, colour in (("pair y0-y0", "y"), ("pair r0-b0", "r")):
        assert refusal(state, text) == Refusal(
            "WM-4", "not_in_hand", (), (("colour", f"@colour.{colour}"),)
        )
    assert refusal(state, "--") == Refusal("WM-4", "pair_first")


def test_wm_4_a_person_keeps_the_dealt_pairs_or_joins_anew() -> None:
    state = dealt(3, seed=3)
    assert (state.phase, GAME.actor(state), legal(state)) == ("review", 0, {"keep", "repair"})
    assert refusal(state, "--") == Refusal("WM-4", "review_first")
    kept = play(state, "keep")
    assert (kept.phase, GAME.actor(kept), kept.pairs) == ("review", 1, state.pairs)
    loose = play(kept, "repair")
    assert (loose.phase, GAME.actor(loose), loose.pairs[1]) == ("pairing", 1, ())
    pieces = Counter(c for p in state.pairs[1] if p for c in (p.first, p.second))
    assert loose.hands[1] == tuple(pieces[colour] for colour in range(5))
    assert events(kept, "repair") == (Event("reopened", 1),)


def test_wm_4_after_the_last_has_paired_the_first_begins() -> None:
    state = play(dealt(2, seed=3), "keep", "repair")
    while state.phase == "pairing":
        state = GAME.apply(state, GAME.moves(state)[-1])
    assert (state.phase, GAME.actor(state), sum(state.hands[1])) == ("play", 0, 0)
    kept = play(dealt(2, seed=3), "keep")
    assert events(kept, "keep") == (Event("play", 0),)


def test_wm_4_a_deal_by_hand_skips_joining_anew() -> None:
    deal = dealt_by("r1-g4")
    state = GAME.start(2, {"draft": "quick"})
    after = play(state, GAME.write(deal))
    assert (after.phase, GAME.actor(after), after.pairs) == ("play", 0, deal.pairs)
    assert events(state, GAME.write(deal)) == (Event("dealt", CHANCE), Event("play", 0))


@pytest.mark.parametrize(
    ("text", "rule", "key"),
    [
        ("take r", "WM-1", "drafted"),
        ("w", "WM-1", "drafted"),
        ('{"start":"r0-r0","pairs":[]}', "WM-1", "drafted"),
        ("start r0-g0", "WM-2", "started"),
        ("pair r0-g0", "WM-4", "rigid"),
        ("keep", "WM-4", "rigid"),
        ("repair", "WM-4", "rigid"),
    ],
)
def test_wm_4_pairs_are_rigid_once_play_has_begun(text: str, rule: str, key: str) -> None:
    assert refusal(table("r0-g0", ["r1-y3"], ["b0-b0"]), text) == Refusal(rule, key)


def test_wm_4_proposed_pairs_mix_the_colours() -> None:
    pieces = [0] * 6 + [1] * 4 + [2] * 2
    pairs = proposal(pieces, random.Random(0))
    assert Counter(c for p in pairs for c in (p.first, p.second)) == Counter(pieces)
    assert all(p.first != p.second for p in pairs)
    assert len(proposal([3] * 4, random.Random(0))) == 2
    with pytest.raises(ValueError, match="even"):
        proposal([3] * 3, random.Random(0))


# WM-5 ------------------------------------------------------------------------------------------


def test_wm_5_the_start_pieces_are_the_first_ends() -> None:
    state = table("r1-g4", ["r0-y0"], ["g0-b0"])
    ends = [(end.colour, end.pose) for end in state.chain.ends]
    assert ends == [(1, HOME), (2, mate(HOME, 1, 4))]


def test_wm_5_the_far_piece_of_the_pair_is_the_new_end() -> None:
    state = table("r1-g4", ["r0-y0"], ["g0-b0"])
    move = at_end(state, 0)
    after = GAME.apply(state, move)
    first, second = both_poses(state, move)
    end, other = after.chain.ends
    assert (end.colour, end.pose, end.partner) == (0, second, first)
    assert other == state.chain.ends[1]


def at_end(state: Table, number: int) -> Attach:
    """An attachment that touches this end with the first piece and nothing else."""
    end = state.chain.ends[number].pose
    for move in attaches(state):
        first, second = both_poses(state, move)
        near = [c.pose for c in state.chain.pieces.contacts(first)]
        if near == [end] and not state.chain.pieces.contacts(second):
            return move
    raise AssertionError("no such attachment")


def test_wm_5_either_piece_of_a_pair_may_be_at_the_end() -> None:
    state = table("r1-g4", ["y0-r0"], ["b0-b0"])
    after = GAME.apply(state, attaches(state)[0])
    assert after.chain.ends[0].colour == 0


# WM-6 ------------------------------------------------------------------------------------------


def allowed(state: Table, held: Pair, pose: Pose) -> bool:
    """WM-6 word for word."""
    lying = state.chain.pieces
    pieces = ((pose, held.first), (held.second_pose(pose), held.second))
    touched = [(p, hue, c.pose) for p, hue in pieces for c in lying.contacts(p)]
    if any(overlap(p, other) for p, _ in pieces for other in lying):
        return False
    if any(hue != lying.label(other) for _, hue, other in touched):
        return False
    return any(
        any(other == end.pose for _, _, other in touched)
        and all(other in (end.pose, end.partner) for _, _, other in touched)
        for end in state.chain.ends
    )


@pytest.mark.parametrize("seed", range(6))
def test_wm_6_exactly_what_the_rule_says_is_legal(seed: int) -> None:
    rng = random.Random(seed)
    state = play(dealt(2 + seed % 3, seed), *["keep"] * (2 + seed % 3))
    while state.phase == "play":
        held = state.pairs[state.turn]
        numbers = [n for n, own in enumerate(held) if own][:2]
        spots = {mate(p, i, j) for p in state.chain.pieces for i, j in MATINGS}
        for number in numbers:
            own = held[number]
            assert own is not None
            poses = spots | {mate(p, own.other, own.side) for p in spots}
            for pose in rng.sample(sorted(poses), min(len(poses), 25)):
                legal_here = GAME.why_illegal(state, Attach(number, pose)) is None
                assert legal_here == allowed(state, own, pose)
                assert legal_here == (Attach(number, pose) in GAME.moves(state))
        state = GAME.apply(state, rng.choice(GAME.moves(state)))


def test_wm_6_1_only_at_an_end_with_a_whole_side() -> None:
    state = table("r1-g4", ["r0-y0"], ["b0-b0"])
    assert refusal(state, "0@0:9,0,0,0") == Refusal("WM-6", "apart")


def test_wm_6_1_a_tip_alone_does_not_connect() -> None:
    state = table("r1-g4", ["r0-y0"], ["b0-b0"])
    found = [refusal(state, f"0@{Pose(k, *corner)}") for k in range(12) for corner in corners(HOME)]
    tips = [r for r in found if r is not None and r.key == "tip_only"]
    assert tips
    assert {str(HOME)} in [set(r.places) for r in tips]


def test_wm_6_1_the_chain_goes_on_only_at_its_ends() -> None:
    state = longer("r1-g4", ["r2-y2", "g2-y3"], ["b0-b0"])
    inner = state.chain.ends[0].partner
    found = [refusal(state, f"1@{mate(inner, i, j)}") for i, j in MATINGS]
    assert Refusal("WM-6", "not_at_end") in [replace(r, places=()) for r in found if r is not None]


def longer(start: str, *pairs: list[str]) -> Table:
    """A chain of two pairs: seat 0 has attached pair 0, and it is seat 1's turn, then seat 0's."""
    state = table(start, *pairs)
    after = GAME.apply(state, at_end(state, 0))
    return replace(after, turn=0)


def test_wm_6_2_side_contacts_join_equal_colours() -> None:
    state = table("r1-g4", ["r0-y0"], ["b0-b0"])
    green = mate(HOME, 1, 4)
    wrong = next(
        f"0@{mate(green, i, 3)}" for i in SIDES
        if free(state, mate(green, i, 3)) and free(state, mate(mate(green, i, 3), 0, 0))
        and not state.chain.pieces.contacts(mate(mate(green, i, 3), 0, 0))
    )  # fmt: skip
    found = refusal(state, wrong)
    assert found is not None
    assert (found.rule, found.key) == ("WM-6", "colours")
    assert found.params == (("there", "@colour.g"), ("here", "@colour.r"))
    assert all(place.startswith(str(green)) for place in found.places)


def free(state: Table, pose: Pose) -> bool:
    return not state.chain.pieces.overlapped(pose)


def test_wm_6_3_no_branching() -> None:
    """Touching the end and a piece before its partner is a branch, even in equal colours."""
    found = [r for r in all_refusals() if r.key == "branch"]
    assert found
    assert all(r.rule == "WM-6" and r.places for r in found)


def test_wm_6_3_no_loop() -> None:
    found = [r for r in all_refusals() if r.key == "loop"]
    assert found
    assert all(r.rule == "WM-6" and len(r.places) == 2 for r in found)


def all_refusals() -> list[Refusal]:
    """What is refused around a short chain of red pieces that bends back on itself."""
    found = set[Refusal]()
    for i, j in MATINGS:
        for bend in MATINGS:
            state = table(f"r{i}-r{j}", [f"r{bend[0]}-r{bend[1]}", "r0-r0"], ["b0-b0"])
            after = replace(GAME.apply(state, attaches(state)[0]), turn=0)
            spots = {mate(end.pose, *m) for end in after.chain.ends for m in MATINGS}
            found |= {
                r for pose in spots if (r := GAME.why_illegal(after, Attach(1, pose))) is not None
            }
        if {"branch", "loop"} <= {r.key for r in found}:
            break
    return sorted(found, key=repr)


def test_wm_6_3_tips_may_touch_anything() -> None:
    state, rng = play(dealt(2, 5), "keep", "keep"), random.Random(5)
    touching = 0
    while state.phase == "play":
        for move in attaches(state):
            tips = [tip for p in both_poses(state, move) for tip in state.chain.pieces.tips(p)]
            near = {q for end in state.chain.ends for q in (end.pose, end.partner)}
            touching += any(tip not in near for tip in tips)
        state = GAME.apply(state, rng.choice(GAME.moves(state)))
    assert touching


def test_wm_6_4_nothing_overlaps() -> None:
    state = table("r1-g4", ["r0-y0"], ["b0-b0"])
    found = refusal(state, f"0@{HOME}")
    assert found is not None
    assert (found.rule, found.key, found.places[0]) == ("WM-6", "overlap", str(HOME))
    for pose in state.chain.pieces:
        second = mate(pose, 0, 0)
        assert state.pairs[0][0] == pair("r0-y0")
        found = refusal(state, f"0@{second}")
        assert found is not None
        assert str(pose) in found.places, "the second piece would lie on it"


def both_touch(state: Table) -> list[Attach]:
    """Attachments in which both pieces of the pair share a side with the second end."""
    end = state.chain.ends[1].pose
    return [m for m in attaches(state) if all(side_contact(p, end) for p in both_poses(state, m))]


def test_wm_6_if_both_touch_the_piece_with_more_free_sides_is_the_new_end() -> None:
    seen = Counter[str]()
    for i, j in MATINGS:
        state = table("r0-g0", [f"g{i}-g{j}"], ["b0-b0"])
        for move in both_touch(state):
            first, second = both_poses(state, move)
            after = GAME.apply(state, move)
            free_sides = [len(after.chain.pieces.free_sides(p)) for p in (first, second)]
            expected = first if free_sides[0] > free_sides[1] else second
            seen["tie" if free_sides[0] == free_sides[1] else "more"] += 1
            assert after.chain.ends[1].pose == expected
    assert seen["tie"], "on a tie it is the pair's second piece"


def test_wm_6_a_pair_touching_both_start_pieces_counts_at_the_first_end() -> None:
    seen = 0
    for i, j in MATINGS:
        state = table(f"r{i}-r{j}", ["r0-r0", "r1-r2", "r3-r4"], ["b0-b0"])
        ends = [end.pose for end in state.chain.ends]
        for move in attaches(state):
            poses = both_poses(state, move)
            if all(any(side_contact(p, end) for p in poses) for end in ends):
                after = GAME.apply(state, move)
                assert after.chain.ends[1] == state.chain.ends[1]
                assert after.chain.ends[0].pose in poses
                seen += 1
    assert seen


def test_wm_6_one_piece_each_in_two_colours_may_touch_both_start_pieces() -> None:
    seen = 0
    for (i, j), (m, n) in product(MATINGS, MATINGS):
        state = table(f"r{i}-g{j}", [f"r{m}-g{n}"], ["b0-b0"])
        red, green = (end.pose for end in state.chain.ends)
        for move in attaches(state):
            first, second = both_poses(state, move)
            seen += bool(side_contact(first, red) and side_contact(second, green))
        if seen:
            return
    raise AssertionError("no pair lies against both")


def test_wm_6_the_start_piece_that_is_no_end_any_more_stays_a_partner() -> None:
    """After the first pair, the other end may still be touched together with its partner."""
    seen = 0
    for i, j in MATINGS:
        state = table(f"r{i}-r{j}", ["r0-b0", "r1-r1", "r2-r4"], ["b0-b0"])
        after = replace(GAME.apply(state, at_end(state, 0)), turn=0)
        end = after.chain.ends[1]
        for move in attaches(after):
            poses = both_poses(after, move)
            seen += all(any(side_contact(p, q) for p in poses) for q in (end.pose, end.partner))
    assert seen


# WM-7 and WM-8 ---------------------------------------------------------------------------------


def test_wm_7_a_double_contact_involves_three_pieces_and_is_not_worth_more() -> None:
    seen = 0
    for i, j in MATINGS:
        state = table(f"r{i}-r{j}", ["r0-y0"], ["b0-b0"])
        for move in attaches(state):
            first, _ = both_poses(state, move)
            if len(state.chain.pieces.contacts(first)) == 2:
                after = GAME.apply(state, move)
                kinds = [(e.kind, e.points) for e in GAME.events(state, move, after)]
                assert ("attached", 1) in kinds
                assert ("double", 0) in kinds
                assert len({c.pose for c in state.chain.pieces.contacts(first)}) == 2
                seen += 1
    assert seen


# WM-9 ------------------------------------------------------------------------------------------


def test_wm_9_who_cannot_attach_sits_out() -> None:
    state = table("r0-g0", ["b0-b0"], ["r1-b2"])
    assert legal(state) == {"--"}
    assert GAME.actor(play(state, "--")) == 1
    params = (("first", "@colour.r"), ("second", "@colour.g"))
    assert events(state, "--") == (Event("no_colour", 0, params=params),)


def test_wm_9_sitting_out_is_for_those_who_cannot_attach() -> None:
    state = table("r0-g0", ["b0-b0", "g0-y0"], ["r1-b2"])
    assert refusal(state, "--") == Refusal("WM-9", "can_attach", (), (("pair", 1),))


def test_wm_9_the_reason_for_sitting_out_is_told() -> None:
    none = table("r0-r0", [], ["r1-b2"])
    assert events(none, "--") == (Event("no_pairs", 0),)
    same = table("r0-r0", ["b0-b0"], ["r1-b2"])
    params = (("first", "@colour.r"), ("second", "@colour.r"))
    assert events(same, "--") == (Event("no_such_colour", 0, params=params),)


def test_wm_9_no_room_is_a_reason_too() -> None:
    """In recorded and random games it is rare: look for it among many."""
    for seed in range(400):
        state, rng = play(dealt(4, seed), *["keep"] * 4), random.Random(seed)
        while state.phase == "play":
            moves = GAME.moves(state)
            kinds = {e.kind for e in GAME.events(state, moves[0], GAME.apply(state, moves[0]))}
            if "no_room" in kinds:
                hues = {end.colour for end in state.chain.ends}
                held = [p for p in state.pairs[state.turn] if p]
                assert any({p.first, p.second} & hues for p in held)
                return
            doubles = [m for m in moves if isinstance(m, Attach) and crowds(state, m)]
            state = GAME.apply(state, rng.choice(doubles or moves))
    raise AssertionError("nobody ever was without room")


def crowds(state: Table, move: Attach) -> bool:
    """Whether the new pair touches many corners."""
    return sum(len(state.chain.pieces.tips(p)) for p in both_poses(state, move)) > 3


def test_wm_9_the_game_ends_when_nobody_can_attach() -> None:
    state = table("r0-g0", ["r1-b2"], ["y0-y0"])
    after = play(state, GAME.write(next(m for m in attaches(state))))
    assert (GAME.actor(after), GAME.moves(after)) == (None, ())
    assert refusal(after, "--") == Refusal("WM-9", "over")


def test_wm_9_it_may_end_before_it_begins() -> None:
    assert table("r0-g0", ["b0-b0"], ["y0-y0"]).phase == "over"


# WM-10 -----------------------------------------------------------------------------------------


def test_wm_10_one_minus_point_per_pair_left() -> None:
    state = table("r0-g0", ["r1-b2", "y0-y0"], ["y0-y0", "v0-v0", "v1-v1"])
    assert GAME.scores(state) == (-2, -3)
    after = GAME.apply(state, attaches(state)[0])
    assert GAME.scores(after) == GAME.series_points(after) == (-1, -3)
    assert GAME.outcome(after) == Outcome((0,), "stuck")
    assert GAME.explain(after) == (
        ScoreLine(0, -1, "left", (("n", 1),)), ScoreLine(1, -3, "left", (("n", 3),)),
    )  # fmt: skip


def test_wm_10_who_has_no_pair_left_is_told_so_as_well() -> None:
    over = table("r0-g0", [], [])
    assert GAME.explain(over) == tuple(ScoreLine(s, 0, "left", (("n", 0),)) for s in (0, 1))


def test_wm_10_fewest_pairs_win_and_ties_share() -> None:
    assert GAME.outcome(table("r0-g0", ["b0-b0"], ["y0-y0"])) == Outcome((0, 1), "stuck")
    assert GAME.outcome(table("r0-g0", [], ["y0-y0"])) == Outcome((0,), "out")


@pytest.mark.parametrize(("tie", "winners"), [("share", (0, 1)), ("first_out", (1,))])
def test_wm_10_the_table_may_choose_who_was_out_first(tie: str, winners: tuple[int, ...]) -> None:
    state = table("r0-g0", ["g1-b2"], ["r0-y0"], turn=1, tie=tie)
    state = GAME.apply(state, at_end(state, 0))
    state = GAME.apply(state, at_end(state, 1))
    reason = "out" if tie == "share" else "first_out"
    assert (state.out, GAME.outcome(state)) == ((1, 0), Outcome(winners, reason))


def test_wm_10_ties_with_pairs_left_are_always_shared() -> None:
    state = table("r0-g0", ["b0-b0"], ["y0-y0"], tie="first_out")
    assert GAME.outcome(state) == Outcome((0, 1), "stuck")


def test_wm_10_laying_the_last_pair_is_an_event() -> None:
    state = table("r0-g0", ["r1-b2"], ["g0-y0"])
    text = GAME.write(at_end(state, 0))
    assert [event.kind for event in events(state, text)] == ["attached", "out"]


# The original's worked example -----------------------------------------------------------------

EXAMPLE_DEAL = (
    '{"start":"r2-g3","pairs":[["g3-b3","r1-y1","r1-v0","r4-b1","b2-v2","g3-b2","r4-y0","y2-g3",'
    '"v1-v3","y0-b2","g2-y4","g0-b1"],["r3-g2","r0-r0","g2-b3","g1-v1","v2-b3","y0-b0","r1-r0",'
    '"g0-y4","v1-v0","y3-v2","y4-y2","v2-b3"]]}'
)
EXAMPLE = [
    "0@11:1,0,1,1", "0@0:-1,0,0,0", "3@6:0,0,3,3", "2@8:-2,-2,1,2", "6@0:-2,0,3,2",
    "4@2:0,-1,-3,0", "2@5:0,0,-3,-1", "5@10:-4,-1,4,3", "5@3:-4,-1,5,3", "3@0:-5,-1,5,4",
    "4@6:-2,-1,6,6", "6@7:0,2,-3,-1", "1@9:1,2,-4,-1", "9@2:2,3,-5,-4", "8@6:2,2,-5,-4",
    "8@5:1,2,-5,-5", "9@1:-3,-2,6,7", "7@3:-4,-2,6,6", "10@5:-5,-2,7,7", "11@7:0,0,-5,-3",
    "7@3:-5,-3,6,8", "--", "11@5:-6,-4,7,10",
]  # fmt: skip
RED_RED = 1


def example(plies: int) -> Table:
    state = GAME.start(2, {"draft": "quick"})
    return play(state, EXAMPLE_DEAL, *EXAMPLE[:plies])


def hues_at_ends(state: Table) -> str:
    return "".join(sorted(COLOURS[end.colour] for end in state.chain.ends))


def test_example_after_green_black_only_red_or_black_can_follow() -> None:
    state = example(1)
    assert hues_at_ends(example(0)) == "gr"
    assert hues_at_ends(state) == "br"
    pairs = [state.pairs[1][move.number] for move in attaches(state)]
    assert all(p and {p.first, p.second} & {1, 4} for p in pairs)
    barred = {n for n, p in enumerate(state.pairs[1]) if p and not {p.first, p.second} & {1, 4}}
    assert barred
    assert barred.isdisjoint(move.number for move in attaches(state))


def test_example_after_red_yellow_player_2_never_gets_rid_of_red_red() -> None:
    assert left(example(12)) == (6, 6)
    before, after = example(12), example(13)
    assert "r" in hues_at_ends(before)
    assert "r" not in hues_at_ends(after)
    assert str(after.pairs[1][RED_RED]) == "r0-r0"
    rng = random.Random(0)
    for _ in range(40):
        state = after
        while GAME.actor(state) is not None:
            state = GAME.apply(state, rng.choice(GAME.moves(state)))
        assert state.pairs[1][RED_RED] is not None


def test_example_player_2_sits_out_and_has_two_minus_points() -> None:
    state = example(21)
    assert (hues_at_ends(state), left(state), GAME.actor(state)) == ("bg", (1, 2), 1)
    assert legal(state) == {"--"}
    over = example(23)
    assert (hues_at_ends(over), GAME.actor(over)) == ("bb", None)
    assert (GAME.scores(over), GAME.outcome(over)) == ((0, -2), Outcome((0,), "out"))


# Notation and positions ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["", "take", "take w", "take  r", "start r5-g0", "pair r1g4", "1@", "1@0:0,0,0", "30@0:0,0,0,0",
     "-1@0:0,0,0,0", "0@12:0,0,0,0", "{}", "{", '{"start":"r0-g0"}', '{"start":1,"pairs":[]}',
     '{"start":"r0-g0","pairs":{}}', '{"start":"r0-g0","pairs":["r0-g0"]}',
     '{"start":"r0-g0","pairs":[["r0"]]}', '{"start":"r0-g0","pairs":[],"x":1}',
     '{"start":"r0-g0","pairs":[],"review":1}', "[" * 4000, '{"pairs":' + "[" * 100_000],
)  # fmt: skip
def test_texts_that_are_no_moves(text: str) -> None:
    with pytest.raises(NotationError):
        GAME.read(text)


def test_moves_are_written_as_they_are_read() -> None:
    texts = ("take v", "start r1-g4", "pair g4-g0", "11@0:-1,2,0,14", "keep", "repair", "--", "w")
    for text in (*texts, EXAMPLE_DEAL):
        assert GAME.write(GAME.read(text)) == text
    deal = GAME.sample_chance(GAME.start(3, {"draft": "quick"}), random.Random(0))
    assert GAME.read(GAME.write(deal)) == deal
    spread = json.dumps(json.loads(EXAMPLE_DEAL), indent=1)
    assert GAME.read(spread) == GAME.read(EXAMPLE_DEAL)


def test_pairs_of_other_numbers_are_refused() -> None:
    state = example(3)
    pair_number = (("pair", 0),)
    assert refusal(state, "0@0:0,0,0,0") == Refusal("WM-4", "laid", (), pair_number)
    assert refusal(state, "12@0:0,0,0,0") == Refusal("WM-4", "no_such_pair", (), (("pair", 12),))


def test_every_step_is_a_turn() -> None:
    state = paired_partly(2)
    move = GAME.moves(state)[0]
    assert GAME.ends_turn(state, move, GAME.apply(state, move))


@pytest.mark.parametrize("seed", range(4))
def test_what_an_end_knows_from_the_chain_before_is_what_is_found_anew(seed: int) -> None:
    rng, state = random.Random(seed), dealt(2, seed)
    while GAME.actor(state) is not None:
        chain, own = state.chain, state.pairs[state.turn]
        for other in (chain_of(chain.pieces, chain.ends), pickle.loads(pickle.dumps(chain))):
            assert other == chain
            assert attachments(other, own) == attachments(chain, own)
        state = GAME.apply(state, rng.choice(GAME.moves(state)))


def test_a_chain_that_could_not_have_been_laid_is_none() -> None:
    assert replayed([]) is None
    assert replayed([(HOME, 0), (Pose(0, 5, 0, 0, 0), 1)]) is None


@pytest.mark.parametrize(
    ("seats", "draft"), list(product((2, 3, 4), ("choose", "die", "quick", "deal")))
)
def test_every_state_of_a_game_can_be_set_up(seats: int, draft: str) -> None:
    options = {"draft": draft}
    state, rng = GAME.start(seats, options), random.Random(seats)
    while GAME.actor(state) is not None:
        assert GAME.from_plain(json.loads(json.dumps(GAME.to_plain(state))), options) == state
        luck = GAME.actor(state) == CHANCE
        move = GAME.sample_chance(state, rng) if luck else rng.choice(GAME.moves(state))
        state = GAME.apply(state, move)
    assert GAME.from_plain(json.loads(json.dumps(GAME.to_plain(state))), options) == state


def in_play() -> dict[str, Any]:
    return dict(GAME.to_plain(table("r0-g0", ["r1-b2", "y0-y0"], ["y0-y0", "v0-v0"])))


def without_derived(plain: dict[str, Any]) -> dict[str, Any]:
    """A position without the keys that follow from the others."""
    return {key: value for key, value in plain.items() if key not in ("ends", "left", "out")}


def preparing() -> dict[str, Any]:
    return dict(GAME.to_plain(paired_partly(2)))


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"colour": 1}, "colour"),
        ({"pairs": [["r1-b2"]]}, "pairs"),
        ({"seats": 3}, "pairs"),
        ({"pairs": [["r1-b2"], "x"]}, "pairs"),
        ({"pairs": [["r1-b7"], []]}, "pairs"),
        ({"pairs": [[None, 3], []]}, "pairs"),
        ({"pairs": [["y0-y0"] * 13, []]}, "box"),
        ({"pairs": [[None] * 13, ["r0-r0"]]}, "pairs"),
        ({"turn": 2}, "turn"),
        ({"phase": "game"}, "phase"),
        ({"phase": "over"}, "phase"),
        ({"phase": "draft"}, "box"),
        ({"chain": []}, "chain"),
        ({"chain": [["r", [0, 0, 0, 0, 0]]]}, "chain"),
        ({"chain": [["r", [0, 0, 0, 0, 0]], ["g", [0, 0, 0, 0, 0]]]}, "chain"),
        ({"chain": [["x", [0, 0, 0, 0, 0]], ["g", [6, 1, 0, 0, 0]]]}, "chain"),
        ({"chain": "r0-g0"}, "chain"),
        ({"ends": []}, "ends"),
        ({"ends": [["g", [6, 1, 0, 0, 0]], ["r", [0, 0, 0, 0, 0]]]}, "ends"),
        ({"left": [2, 1]}, "left"),
        ({"out": [0]}, "out"),
        ({"box": {"y": 1}}, "hands"),
        ({"box": {"w": 1}}, "box"),
        ({"box": [1]}, "box"),
        ({"hands": [{"y": 1}, {}]}, "hands"),
        ({"hands": [{}]}, "hands"),
        ({"rolled": "x"}, "rolled"),
        ({"rolled": "y"}, "hands"),
    ],
)
def test_positions_in_play_that_break_a_rule_are_refused(change: dict[str, Any], at: str) -> None:
    good = in_play()
    assert GAME.to_plain(GAME.from_plain(good, {})) == good
    with pytest.raises(PositionError) as error:
        GAME.from_plain({**without_derived(good), **change}, {})
    assert error.value.at == at


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"phase": "review"}, "phase"),
        ({"phase": "start"}, "chain"),
        ({"chain": []}, "box"),
        ({"turn": 1}, "hands"),
        ({"pairs": [[None], []]}, "pairs"),
        ({"rolled": "r"}, "rolled"),
    ],
)
def test_positions_before_play_that_break_a_rule_are_refused(
    change: dict[str, Any], at: str
) -> None:
    good = preparing()
    assert GAME.to_plain(GAME.from_plain(good, {})) == good
    with pytest.raises(PositionError) as error:
        GAME.from_plain({**without_derived(good), **change}, {})
    assert error.value.at == at


def test_the_chain_may_lie_anywhere() -> None:
    """Positions need not begin at home."""
    start = Pose(5, 3, -2, 0, 7)
    state = table(laid(("r1-g4", start)), ["r0-y0"], ["b0-b0"])
    home = table("r1-g4", ["r0-y0"], ["b0-b0"])
    assert len(attaches(state)) == len(attaches(home))
    assert len(set(corners(start))) == 5
