"""Why one turn is better than another, in the rules' words: what they leave is compared."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from statistics import median
from typing import Final, TypeAlias

from game.rules.core.protocol import AnyGame, AnyMove, AnyState, Seat

Stakes: TypeAlias = Mapping[str, int]
"""What a seat has and could do next, as numbers that it wants to be great; what decides most first.
Of what is covered they tell nothing, so they can be had of an observation.
"""
FEW: Final = 8
"""With so many other steps a step is compared, more or less: they are enough to tell what is usual.
"""


def nothing(state: AnyState, seat: Seat) -> Stakes:
    """What games tell that say nothing of their seats."""
    return {}


def merits(
    game: AnyGame, stakes: Callable[[AnyState, Seat], Stakes], state: AnyState, seat: Seat,
    steps: Sequence[AnyMove],
) -> Iterator[tuple[str, int]]:
    """What speaks for a seat's steps, what tells most first: ``own_`` or ``rival_`` with the
    name of a stake in which other steps would usually do worse, and how great it is then for the
    seat, or for whoever of the others has most. Before that, where it grows, the same with
    ``_more`` or ``_less`` and by how much. What is usual comes last, and not at all if it was so
    before; ``won`` first of all, if the steps win the game, and ``only`` if none of them is a
    choice.
    """
    seats, end = range(len(game.scores(state))), game.outcome(reduce(game.apply, steps, state))
    if end is not None and seat in end.winners:
        yield "won", 0
    choices = list[list[list[Stakes]]]()
    for step in steps:
        others = [move for move in game.moves(state) if move != step]
        tried = [step, *others[:: len(others) // FEW + 1]]
        ends = [state, *(game.apply(state, move) for move in tried)]
        if others:
            choices.append([[stakes(end, one) for one in seats] for end in ends])
        state = ends[1]
    if not choices:
        yield "only", 0
        return
    usual = list[tuple[str, int]]()
    for name in choices[0][0][seat]:
        own = [[each[seat][name] for each in ends] for ends in choices]
        rivals = [[-max((each[one][name] for one in seats if one != seat), default=0)
                   for each in ends] for ends in choices]  # fmt: skip
        for key, change, found in ("own", "more", own), ("rival", "less", rivals):
            for before, now, *else_ in found:
                told = [(f"{key}_{name}_{change}", now - before)] if now > before else []
                told.append((f"{key}_{name}", abs(now)))
                if now > median(else_):
                    yield from told
                elif now == median(else_) != before:
                    usual += told
    yield from usual


def contrast(
    game: AnyGame, stakes: Callable[[AnyState, Seat], Stakes], state: AnyState,
    played: Sequence[AnyMove], better: Sequence[AnyMove],
) -> tuple[str, int]:
    """What the turn that was played gave away before all else, beside the better one from the same
    state: ``own_`` or ``rival_`` with the name of a stake that is less for the seat or more for
    another one, and by how much; ``won`` or ``lost`` if only one of them ends the game; "" if
    nothing of it is seen so early.
    """
    seat = game.actor(state)
    assert seat is not None, "somebody has played"
    kept = reduce(game.apply, better, state)
    if game.actor(kept) == seat:  # in the middle of a turn both are seen after as many steps
        played = played[: len(better)]
    left = reduce(game.apply, played, state)
    winners = [() if (end := game.outcome(each)) is None else end.winners for each in (left, kept)]
    if seat in winners[1] and seat not in winners[0]:
        return "won", 0
    if winners[0] not in ((), winners[1]) and seat not in winners[0]:
        return "lost", 0
    seats = range(len(game.scores(state)))
    now, then = ([stakes(each, one) for one in seats] for each in (left, kept))
    rivals = [one for one in seats if one != seat]
    for name, best in then[seat].items():
        if now[seat][name] < best:
            return f"own_{name}", best - now[seat][name]
        most, kept_at = (max((one[other][name] for other in rivals), default=0)
                         for one in (now, then))  # fmt: skip
        if most > kept_at:
            return f"rival_{name}", most - kept_at
    return "", 0
