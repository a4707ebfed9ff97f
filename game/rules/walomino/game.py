"""Walomino, the rules WM-1 to WM-10: pairs of Walongs are pushed against the ends of a chain."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence

from game.rules.core import protocol
from game.rules.core.listed import Listed
from game.rules.core.protocol import CHANCE, Event, Game, Outcome, Refusal, ScoreLine, Seat
from game.rules.walomino import codec, notation
from game.rules.walomino import state as steps
from game.rules.walomino.chain import End
from game.rules.walomino.state import Move, Phase, Table
from game.rules.walong.cluster import Contact
from game.rules.walong.geometry import COLOURS, EACH, Pose, side_place


class Walomino(Game[Table, Move]):
    """Everybody has pairs of Walongs; whoever has the fewest left in the end wins."""

    info = protocol.Info(
        id="walomino",
        seats=steps.SEATS,
        options=(
            protocol.Option("draft", ("choose", "die", "quick", "deal"), "WM-1"),
            protocol.Option("tie", ("share", "first_out"), "WM-10"),
        ),
    )

    words, examples = notation.WORDS, notation.EXAMPLES
    effects: Mapping[type[Move], protocol.Effect[Table]] = {
        steps.Attach: steps.lay, steps.Pass: steps.sit_out, steps.Deal: steps.deal,
        steps.Roll: steps.roll, steps.Draft: steps.draft, steps.Start: steps.start,
        steps.Join: steps.join, steps.Keep: steps.keep, steps.Reopen: steps.reopen,
    }  # fmt: skip

    set_up = staticmethod(steps.set_up)

    def actor(self, state: Table) -> Seat | None:
        if state.phase == "over":
            return None
        return CHANCE if steps.awaits_luck(state) else state.turn

    def moves(self, state: Table) -> Sequence[Move]:
        """The legal steps; none while the whole deal is luck's, which nobody could list."""
        phase, turn = state.phase, state.turn
        if phase == "play":
            return steps.attaches(state, turn) or (steps.PASS,)
        if phase == "draft":
            return steps.ROLLS if steps.awaits_luck(state) else steps.drafts(state)
        if phase == "start":
            return Listed(steps.pairs_from(state.box), steps.Start)
        if phase == "pairing":
            return Listed(steps.pairs_from(state.hands[turn]), steps.Join)
        return (steps.KEEP, steps.REOPEN) if phase == "review" else ()

    def sample_chance(self, state: Table, rng: random.Random) -> Move:
        if state.phase == "deal":
            return steps.random_deal(state, rng)
        return rng.choice(steps.ROLLS)

    def why_illegal(self, state: Table, move: Move) -> Refusal | None:
        if state.phase == "over":
            return Refusal("WM-9", "over")
        if state.phase == "draft" and steps.awaits_luck(state):
            return None if isinstance(move, steps.Roll) else ROLL_FIRST
        if not isinstance(move, EXPECTED[state.phase]):
            return _not_now(state.phase, move)
        if isinstance(move, steps.Attach):
            return _no_attaching(state, move)
        if isinstance(move, steps.Pass):
            found = steps.attaches(state, state.turn)
            params = (("pair", found[0].number),) if found else ()
            return Refusal("WM-9", "can_attach", (), params) if found else None
        if isinstance(move, steps.Draft):
            return _no_drafting(state, move)
        if isinstance(move, steps.Start | steps.Join):
            return _no_joining(state, move)
        return _no_dealing(state, move) if isinstance(move, steps.Deal) else None

    def scores(self, state: Table) -> tuple[int, ...]:
        """One minus point for every pair that is not laid (WM-10)."""
        return tuple(-pairs for pairs in steps.left(state))

    def outcome(self, state: Table) -> Outcome | None:
        """Fewest pairs win; who was out first breaks a tie if the table wants it (WM-10)."""
        if state.phase != "over":
            return None
        remaining = steps.left(state)
        best = tuple(s for s, n in enumerate(remaining) if n == min(remaining))
        if state.first_out and len(best) > 1 and state.out:
            return Outcome(state.out[:1], "first_out")
        return Outcome(best, "stuck" if min(remaining) else "out")

    def events(self, before: Table, move: Move, after: Table) -> tuple[Event, ...]:
        if isinstance(move, steps.Attach):
            return _attached(before, move, after)
        if isinstance(move, steps.Roll):
            if move.face == steps.WHITE:
                return (Event("joker", before.turn),)
            colour = (("colour", f"@colour.{steps.FACES[move.face]}"),)
            kind = "rolled" if before.box[move.face] else "gone"
            return (Event(kind, before.turn, params=colour),)
        if isinstance(move, steps.Pass):
            return (_sits_out(before),)
        if isinstance(move, steps.Reopen):
            return (Event("reopened", before.turn),)
        found = [Event("dealt", CHANCE)] if isinstance(move, steps.Deal) else []
        if after.phase != before.phase and after.phase in ("start", "pairing", "play"):
            found.append(Event(after.phase, after.turn))
        return tuple(found)

    def explain(self, state: Table) -> tuple[ScoreLine, ...]:
        """What every seat has not laid, also if that is nothing (WM-10)."""
        return tuple(
            ScoreLine(seat, -pairs, "left", (("n", pairs),))
            for seat, pairs in enumerate(steps.left(state))
        )

    def ends_turn(self, before: Table, move: Move, after: Table) -> bool:
        """Every step is a turn: joining twelve pairs is twelve turns."""
        return True

    write = staticmethod(notation.write)
    parse = staticmethod(notation.parse)
    to_plain = staticmethod(codec.to_plain)
    position = staticmethod(codec.from_plain)


def _attached(before: Table, move: steps.Attach, after: Table) -> tuple[Event, ...]:
    """The pair, the sides it touched if there were two or more, and whether it was the last."""
    pair, seat = steps.held(before, before.turn, move.number), before.turn
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


# Why not ------------------------------------------------------------------------------------

EXPECTED: dict[Phase, tuple[type[Move], ...]] = {
    "deal": (steps.Deal,), "draft": (steps.Draft,), "start": (steps.Start,),
    "review": (steps.Keep, steps.Reopen), "pairing": (steps.Join,),
    "play": (steps.Attach, steps.Pass),
}  # fmt: skip
FIRST: dict[Phase, Refusal] = {
    "deal": Refusal("WM-1", "deal_first"), "draft": Refusal("WM-1", "draft_first"),
    "start": Refusal("WM-2", "start_first"), "review": Refusal("WM-4", "review_first"),
    "pairing": Refusal("WM-4", "pair_first"),
}  # fmt: skip
"""What has to be done before anything else, by phase."""
ROLL_FIRST = Refusal("WM-1", "roll_first")
LATE: tuple[tuple[Phase, tuple[type[Move], ...], Refusal], ...] = (
    ("draft", (steps.Deal, steps.Roll, steps.Draft), Refusal("WM-1", "drafted")),
    ("start", (steps.Start,), Refusal("WM-2", "started")),
    ("pairing", (steps.Keep, steps.Reopen, steps.Join), Refusal("WM-4", "rigid")),
)
"""What comes too late after a phase."""


def _not_now(phase: Phase, move: Move) -> Refusal:
    """Something else is due: the move comes too late, or too early."""
    for last, moves, refusal in LATE:
        if isinstance(move, moves) and steps.PHASES.index(phase) > steps.PHASES.index(last):
            return refusal
    return FIRST[phase]


def _coloured(rule: str, key: str, colour: int, *places: str) -> Refusal:
    """A refusal whose text names a colour."""
    return Refusal(rule, key, places, (("colour", f"@colour.{steps.FACES[colour]}"),))


# Preparation --------------------------------------------------------------------------------------


def _no_dealing(table: Table, move: steps.Deal) -> Refusal | None:
    """A deal gives every seat its share, and the box exactly once; with *deal* it is final."""
    if move.review and table.draft == "deal":
        return Refusal("WM-1", "final")
    if [len(pairs) for pairs in move.pairs] != [steps.share(table)] * len(table.hands):
        return Refusal("WM-2", "uneven", (), (("n", steps.share(table)),))
    dealt = Counter[int]()
    for pair in (move.start, *(pair for pairs in move.pairs for pair in pairs)):
        dealt.update((pair.first, pair.second))
    wrong = [colour for colour in range(len(COLOURS)) if dealt[colour] != EACH]
    return _coloured("WM-1", "miscounted", wrong[0]) if wrong else None


def _no_drafting(table: Table, move: steps.Draft) -> Refusal | None:
    if move in steps.drafts(table):
        return None
    if 0 <= table.rolled < steps.WHITE:
        return _coloured("WM-1", "rolled", table.rolled)
    return _coloured("WM-1", "gone", move.colour)


def _no_joining(table: Table, move: steps.Start | steps.Join) -> Refusal | None:
    """Both pieces have to be there: in the box for the start pair, else in the hand."""
    hues = table.box if isinstance(move, steps.Start) else table.hands[table.turn]
    needed = Counter((move.pair.first, move.pair.second))
    missing = next((colour for colour, n in needed.items() if hues[colour] < n), None)
    if missing is None:
        return None
    rule, key = ("WM-2", "not_left") if isinstance(move, steps.Start) else ("WM-4", "not_in_hand")
    return _coloured(rule, key, missing)


# Play ---------------------------------------------------------------------------------------------


def _no_attaching(table: Table, move: steps.Attach) -> Refusal | None:
    """Why a pair cannot lie there (WM-6), what is most to the point first."""
    if move.number >= len(table.pairs[table.turn]):
        return Refusal("WM-4", "no_such_pair", (), (("pair", move.number),))
    pair = steps.held(table, table.turn, move.number)
    if pair is None:
        return Refusal("WM-4", "laid", (), (("pair", move.number),))
    pieces, lying = pair.pieces(move.pose), table.chain.pieces
    places = dict.fromkeys(str(p) for pose, _ in pieces for p in lying.overlapped(pose))
    if places:
        return Refusal("WM-6", "overlap", tuple(places))
    return _wrong_contacts(table, pieces)


def _wrong_contacts(table: Table, pieces: tuple[tuple[Pose, int], ...]) -> Refusal | None:
    lying, ends = table.chain.pieces, table.chain.ends
    touched = [(c, colour) for p, colour in pieces for c in lying.contacts(p)]
    if not touched:
        tips = tuple(str(tip) for p, _ in pieces for tip in lying.tips(p))
        return Refusal("WM-6", "tip_only", tips) if tips else Refusal("WM-6", "apart")

    def clashes(end: End) -> list[tuple[Contact, int]]:
        own = [one for one in touched if one[0].pose in (end.pose, end.partner)]
        return [one for one in own if lying.label(one[0].pose) != one[1]]

    at_end = [end for end in ends if any(c.pose == end.pose for c, _ in touched)]
    if not at_end:
        return Refusal("WM-6", "not_at_end", _sides([c for c, _ in touched]))
    meant = min(at_end, key=lambda end: len(clashes(end)))
    if clash := clashes(meant):
        there, here = lying.label(clash[0][0].pose), clash[0][1]
        params = (("there", f"@colour.{COLOURS[there]}"), ("here", f"@colour.{COLOURS[here]}"))
        return Refusal("WM-6", "colours", _sides([c for c, _ in clash]), params)
    astray = [c for c, _ in touched if c.pose not in (meant.pose, meant.partner)]
    if len(at_end) > 1 and astray:
        return Refusal("WM-6", "loop", tuple(sorted(str(end.pose) for end in ends)))
    return Refusal("WM-6", "branch", _sides(astray)) if astray else None


def _sides(contacts: list[Contact]) -> tuple[str, ...]:
    """The sides of lying pieces that are touched."""
    return tuple(side_place(contact.pose, contact.other) for contact in contacts)
