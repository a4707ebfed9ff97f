"""What cards tell of tiles, compared with the legal moves and their consequences."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules import GAMES
from game.rules.core.match import Match
from game.rules.core.protocol import AnyState
from game.rules.jin_li import state as koi
from game.rules.jin_li.state import Leap, Swim
from game.rules.pai_sho import board as garden
from game.rules.pai_sho.board import BITS, points_of
from game.rules.ping_pao import state as whirls
from game.rules.skud_pai_sho import board as skud
from game.rules.skud_pai_sho.state import Arrange, State
from game.rules.walomino.chain import end_for, fitting_ends
from game.rules.walomino.state import attaches

seeds = st.integers(0, 9999)


def moment(game: str, seats: int, seed: int, steps: int, **options: str | bool) -> AnyState:
    """A state in the middle of a match that was played at random."""
    rng = random.Random(seed)
    match = Match(GAMES[game], seats, options, seed=seed)
    for _ in range(rng.randrange(steps)):
        if match.outcome is not None:
            break
        match.play(rng.choice(list(match.game.moves(match.state))))
    return match.state


# Jin Li -------------------------------------------------------------------------------------------


@given(seeds)
@settings(max_examples=60, deadline=None)
def test_a_koi_reaches_what_it_may_move_to_and_scores_what_that_brings(seed: int) -> None:
    game, pond = GAMES["jin_li"], moment("jin_li", 2, seed, 60, start="red")
    if pond.end or pond.phase != "move":
        return
    for colour in (0, 1):
        own = pond._replace(turn=colour)
        moves = [move for move in game.moves(own) if isinstance(move, Swim | Leap)]
        for start in koi.squares(pond.koi[colour]):
            reached = koi.reach(pond, start)
            assert set(reached) == {move.end for move in moves if move.start == start}
            for move in moves:
                if move.start != start:
                    continue
                after = game.apply(own, move)
                if after.phase == "throw":
                    after = game.apply(after, game.moves(after)[0])
                assert after.points[colour] - own.points[colour] == reached[move.end]


@given(seeds)
@settings(max_examples=40, deadline=None)
def test_a_stone_knows_who_could_leap_over_it(seed: int) -> None:
    game, pond = GAMES["jin_li"], moment("jin_li", 2, seed, 60, start="red")
    if pond.end or pond.phase != "move":
        return
    leaps = [
        move for colour in (0, 1) for move in game.moves(pond._replace(turn=colour))
        if isinstance(move, Leap)
    ]
    for stone in koi.squares(pond.stones):
        told = sorted(koi.leapers(pond, stone))
        assert told == sorted(move.start for move in leaps if move.over == stone)


# Skud Pai Sho -------------------------------------------------------------------------------------


def skud_moment(seed: int) -> State:
    ruleset = ("leaflet", "garden_gate")[seed % 2]
    state: State = moment("skud_pai_sho", 2, seed, 90, ruleset=ruleset, accents="random")
    return state


@given(seeds)
@settings(max_examples=40, deadline=None)
def test_a_flower_reaches_where_it_could_be_arranged_to_in_its_own_turn(seed: int) -> None:
    game, state = GAMES["skud_pai_sho"], skud_moment(seed)
    if state.outcome is not None or state.phase != "turn":
        return
    for seat in (0, 1):
        moves = game.moves(replace(state, turn=seat))
        arranged = [move for move in moves if isinstance(move, Arrange)]
        for point in points_of(skud.flowers(state.board, seat)):
            reached = skud.survey(state.board, seat, state.rules).goals.get(point, 0)
            goals = sorted(move.goal for move in arranged if move.source == point)
            assert points_of(reached) == goals


@given(seeds)
@settings(max_examples=40, deadline=None)
def test_tiles_that_suit_or_oppose_each_other_are_those_that_would_in_sight(seed: int) -> None:
    """Two flowers alone on the board, one in sight of the other, say what suits and what clashes;
    what is drained or grows suits nothing.
    """
    state = skud_moment(seed)
    board = state.board
    for point in points_of(skud.blooming(board)):
        code = board.cells[point]
        suiting, opposing = skud.suiting(board, code), skud.opposing(board, code)
        for other in points_of(skud.blooming(board)):
            if other == point:
                continue
            two = garden.changed(
                garden.EMPTY, {garden.at(1, 1): code, garden.at(1, 3): board.cells[other]}
            )
            harmonies = bool(skud.harmonies_of(two, state.rules))
            able = not skud.drained(board) & BITS[other]
            assert bool(suiting & BITS[other]) == (harmonies and able)
            assert bool(opposing & BITS[other]) == bool(skud.clashes(two))
        assert not (suiting | opposing) & garden.GATES
    for line in skud.harmonies_of(board, state.rules):
        assert skud.suiting(board, board.cells[line.first]) & BITS[line.second]


# Ping-Pao -----------------------------------------------------------------------------------------


@given(seeds)
@settings(max_examples=25, deadline=None)
def test_a_piece_is_freed_when_all_that_hold_it_are_gone(seed: int) -> None:
    freed = ("no_contact", "no_side")[seed % 2]
    table = moment("ping_pao", 3, seed, 45, freed=freed)
    for taken in table.pieces:
        loose = set(whirls.freed(table, whirls.Take(taken)))
        alone = {
            pose for pose in table.pieces
            if pose != taken and not set(whirls.holders(table, pose)) - {taken}
        }
        assert loose == alone


@given(seeds)
@settings(max_examples=15, deadline=None)
def test_open_sides_are_those_that_some_legal_piece_would_cover(seed: int) -> None:
    game, table = GAMES["ping_pao"], moment("ping_pao", 3, seed, 20)
    if table.phase != "build" or not len(table.pieces):
        return
    for seat in range(3):
        moves = game.moves(table._replace(turn=seat))
        covered = {
            (contact.pose, contact.other)
            for move in moves if isinstance(move, whirls.Lay)
            for contact in table.pieces.contacts(move.pose)
        }
        assert whirls.open_sides(table, seat) == covered


# Walomino -----------------------------------------------------------------------------------------


@given(seeds)
@settings(max_examples=15, deadline=None)
def test_a_pair_fits_at_the_ends_where_it_may_be_attached(seed: int) -> None:
    table = moment("walomino", 2, seed, 14, draft="deal")
    if table.phase != "play":
        return
    for seat in (0, 1):
        legal = attaches(table, seat)
        for number, pair in enumerate(table.pairs[seat]):
            if pair is None:
                continue
            ends = fitting_ends(table.chain, pair)
            poses = [move.pose for move in legal if move.number == number]
            assert bool(ends) == bool(poses)
            assert {end_for(table.chain, pair, pose) for pose in poses} <= set(ends)
            for end in ends:  # the pair touches that end in one of the ways
                berth = table.chain.ends[end].pose
                assert any(
                    contact.pose == berth
                    for pose in poses for piece in (pose, pair.second_pose(pose))
                    for contact in table.chain.pieces.contacts(piece)
                )
