"""Why one turn was better than another, in the rules' words: what both leave is compared."""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import TypeAlias

from game.rules.core.protocol import AnyGame, AnyMove, AnyState, Seat

Stakes: TypeAlias = Mapping[str, int]
"""What a seat has and could do next, as numbers that it wants to be great; what decides most first.
Of what is covered they tell nothing, so they can be had of an observation.
"""


def contrast(
    game: AnyGame, stakes: Callable[[AnyState, Seat], Stakes] | None, state: AnyState,
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
    if stakes is None:
        return "", 0
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
