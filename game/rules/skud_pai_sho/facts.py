"""What is true in the garden for whoever begins a turn: the cards of Skud Pai Sho are about it."""

from game.rules.core.protocol import Facts, Seat
from game.rules.core.stakes import Stakes
from game.rules.pai_sho import board as garden
from game.rules.pai_sho.board import PLACES, places_of
from game.rules.skud_pai_sho import board as skud
from game.rules.skud_pai_sho.harmony_lens import closes_in_one, nearest_ring
from game.rules.skud_pai_sho.state import State, basics, harmony_count

FAR = 4
"""So many harmonies a ring lacks at most that counts."""


def facts(state: State, seat: Seat) -> Facts:
    """See docs/cards.md."""
    board, turn, hand = state.board, state.phase == "turn", state.hands[seat]
    ways = skud.survey(board, seat, state.rules)
    movable, granting = (ways.goals, ways.granting) if turn else ({}, {})
    own, lines = skud.flowers(board, seat), skud.harmonies_of(board, state.rules)
    rivals = skud.opposed(board)
    return {
        **{phase: int(state.phase == phase) for phase in ("accents", "open")},
        "gates": places_of(skud.open_gates(board)) if turn and any(basics(hand)) else (),
        "flowers": [PLACES[point] for point in movable],
        "growing": places_of(own & garden.GATES),
        "bonus": {at for goals in granting.values() for at in places_of(goals)},
        "capture": {at for goals in movable.values() for at in places_of(goals & board.taken)},
        "rivals": {PLACES[point] for pair in rivals for point in pair[:2]},
        "trapped": places_of(own & skud.trapping(board, seat)),
        "rocks": places_of(garden.both(board, garden.ROCK)),
        "knotweeds": places_of(garden.both(board, garden.KNOTWEED)),
        "harmonies": max(sum(line.owner == each for line in lines) for each in (0, 1)),
        "basics": min(sum(basics(each)) for each in state.hands),
        "stuck": int(turn and not movable and not any(basics(hand))),
    }


def stakes(state: State, seat: Seat) -> Stakes:
    """See `contrast`."""
    board, ways = state.board, skud.survey(state.board, seat, state.rules)
    gap, own = nearest_ring(board, state.rules, seat), skud.flowers(board, seat)
    missing = FAR if gap is None else min(FAR, len(gap.missing))
    alive = skud.flowers(board, 1 - seat).bit_count()
    alive += sum(state.hands[1 - seat][: garden.ACCENTS[0]])
    return {
        "closed": int(not missing),
        "ring": int(closes_in_one(state, seat)),
        "prey": -alive,
        "nearer": -missing,
        "harmonies": harmony_count(state, seat),
        "capture": sum((goals & board.taken).bit_count() for goals in ways.goals.values()),
        "blooming": (own & garden.GROUND).bit_count(),
        "growing": own.bit_count(),
        "bonus": sum(goals.bit_count() for goals in ways.granting.values()),
    }
