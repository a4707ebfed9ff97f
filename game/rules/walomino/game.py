"""Walomino, the rules WM-1 to WM-10: pairs of Walongs are pushed against the ends of a chain."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from game.rules.core.protocol import (
    CHANCE,
    Event,
    Game,
    Info,
    Option,
    Options,
    Outcome,
    Refusal,
    ScoreLine,
    Seat,
    resolve,
)
from game.rules.walomino import codec, notation, refusals
from game.rules.walomino.chain import Pair
from game.rules.walomino.state import (
    FACES,
    KEEP,
    PASS,
    REOPEN,
    ROLLS,
    WHITE,
    Attach,
    Deal,
    Draft,
    Join,
    Keep,
    Move,
    Pass,
    Reopen,
    Roll,
    Start,
    Table,
    attaches,
    awaits_luck,
    deal,
    draft,
    drafts,
    held,
    join,
    keep,
    lay,
    left,
    pairs_from,
    random_deal,
    reopen,
    roll,
    set_up,
    sit_out,
    start,
)
from game.rules.walong.geometry import COLOURS

__all__ = [
    "Attach", "Deal", "Draft", "Join", "Keep", "Move", "Pair", "Pass", "Reopen", "Roll", "Start",
    "Table", "Walomino",
]  # fmt: skip


class Walomino(Game[Table, Move]):
    """Everybody has pairs of Walongs; whoever has the fewest left in the end wins."""

    info = Info(
        id="walomino",
        seats=(2, 4),
        options=(
            Option("draft", ("choose", "die", "quick"), "WM-1"),
            Option("tie", ("share", "first_out"), "WM-10"),
        ),
    )

    def start(self, seats: int, options: Options) -> Table:
        chosen = resolve(self.info, seats, options)
        return set_up(seats, str(chosen["draft"]), str(chosen["tie"]))

    def actor(self, state: Table) -> Seat | None:
        if state.phase == "over":
            return None
        return CHANCE if awaits_luck(state) else state.turn

    def moves(self, state: Table) -> Sequence[Move]:
        """The legal steps; none while the whole deal is luck's, which nobody could list."""
        phase, turn = state.phase, state.turn
        if phase == "play":
            return attaches(state, turn) or (PASS,)
        if phase == "draft":
            return ROLLS if awaits_luck(state) else drafts(state)
        if phase == "start":
            return [Start(pair) for pair in pairs_from(state.box)]
        if phase == "pairing":
            return [Join(pair) for pair in pairs_from(state.hands[turn])]
        return (KEEP, REOPEN) if phase == "review" else ()

    def sample_chance(self, state: Table, rng: random.Random) -> Move:
        if state.phase == "deal":
            return random_deal(len(state.hands), rng)
        return rng.choice(ROLLS)

    def why_illegal(self, state: Table, move: Move) -> Refusal | None:
        return refusals.why_illegal(state, move)

    def apply(self, state: Table, move: Move) -> Table:
        if isinstance(move, Attach):
            return lay(state, move)
        if isinstance(move, Join):
            return join(state, move)
        if isinstance(move, Draft):
            return draft(state, move)
        if isinstance(move, Roll):
            return roll(state, move)
        if isinstance(move, Start):
            return start(state, move)
        if isinstance(move, Deal):
            return deal(state, move)
        if isinstance(move, Pass):
            return sit_out(state)
        return keep(state) if isinstance(move, Keep) else reopen(state)

    def scores(self, state: Table) -> tuple[int, ...]:
        """One minus point for every pair that is not laid (WM-10)."""
        return tuple(-pairs for pairs in left(state))

    def outcome(self, state: Table) -> Outcome | None:
        """Fewest pairs win; who was out first breaks a tie if the table wants it (WM-10)."""
        if state.phase != "over":
            return None
        remaining = left(state)
        best = tuple(s for s, n in enumerate(remaining) if n == min(remaining))
        if state.first_out and len(best) > 1 and state.out:
            return Outcome(state.out[:1], "first_out")
        return Outcome(best, "stuck" if min(remaining) else "out")

    def events(self, before: Table, move: Move, after: Table) -> tuple[Event, ...]:
        if isinstance(move, Attach):
            return _attached(before, move, after)
        if isinstance(move, Roll):
            return (_rolled(before, move),)
        if isinstance(move, Pass):
            return (_sits_out(before),)
        if isinstance(move, Reopen):
            return (Event("reopened", before.turn),)
        found = [Event("dealt", CHANCE)] if isinstance(move, Deal) else []
        if after.phase != before.phase and after.phase in ("start", "pairing", "play"):
            found.append(Event(after.phase, after.turn))
        return tuple(found)

    def explain(self, state: Table) -> tuple[ScoreLine, ...]:
        """What every seat has not laid, also if that is nothing (WM-10)."""
        return tuple(
            ScoreLine(seat, -pairs, "left", (("n", pairs),))
            for seat, pairs in enumerate(left(state))
        )

    def ends_turn(self, before: Table, move: Move, after: Table) -> bool:
        """Every step is a turn: joining twelve pairs is twelve turns."""
        return True

    def write(self, move: Move) -> str:
        return notation.write(move)

    def read(self, text: str) -> Move:
        return notation.read(text)

    def to_plain(self, state: Table) -> dict[str, Any]:
        return codec.to_plain(state)

    def from_plain(self, plain: Mapping[str, Any], options: Options) -> Table:
        return codec.from_plain(plain, options, self.info)


def _colour(face: int) -> tuple[tuple[str, str | int], ...]:
    return (("colour", f"@colour.{FACES[face]}"),)


def _rolled(table: Table, move: Roll) -> Event:
    if move.face == WHITE:
        return Event("joker", table.turn)
    kind = "rolled" if table.box[move.face] else "gone"
    return Event(kind, table.turn, params=_colour(move.face))


def _attached(before: Table, move: Attach, after: Table) -> tuple[Event, ...]:
    """The pair, the sides it touched if there were two or more, and whether it was the last."""
    pair, seat = held(before, before.turn, move.number), before.turn
    if pair is None:
        return ()
    poses = (move.pose, pair.second_pose(move.pose))
    places = tuple(map(str, poses))
    events = [Event("attached", seat, 1, places)]
    sides = sum(len(before.chain.pieces.contacts(pose)) for pose in poses)
    if sides > 1:
        events.append(Event("double", seat, places=places, params=(("n", sides),)))
    if seat in after.out:
        events.append(Event("out", seat))
    return tuple(events)


def _sits_out(table: Table) -> Event:
    """A seat sits out, and why it must (WM-9)."""
    seat = table.turn
    pairs = [pair for pair in table.pairs[seat] if pair is not None]
    hues = {end.colour for end in table.chain.ends}
    if not pairs:
        return Event("no_pairs", seat)
    if any(pair.first in hues or pair.second in hues for pair in pairs):
        return Event("no_room", seat)
    first, second = sorted(hues) if len(hues) > 1 else [*hues, *hues]
    params = (("first", f"@colour.{COLOURS[first]}"), ("second", f"@colour.{COLOURS[second]}"))
    return Event("no_colour" if first != second else "no_such_colour", seat, params=params)
