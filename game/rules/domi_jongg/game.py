"""Domi Jongg, the ten-headed snake by Eckhard Becker: rules DJ-1 to DJ-11.

Seats are numbered counter-clockwise, which is the order of play. Luck rolls for the dealer,
deals, turns up the singlestone, refills hands and gives penalty tiles, one tile a move.
"""

import random
import re
from collections.abc import Mapping, Sequence

from game.rules.core import protocol
from game.rules.core.protocol import CHANCE, Event, Game, Option, Options, Outcome, Refusal, Seat
from game.rules.domi_jongg import codec
from game.rules.domi_jongg import state as steps
from game.rules.domi_jongg.state import Branch, Draw, Drawn, Lay, Move, Pass, Rolled, Stop, Table
from game.rules.domi_jongg.tiles import FITS, GROUP, IN_PAIRS, KINDS, SINGLY, Group, Tile

DRAWNS = {tile: Drawn(tile) for tile in KINDS}
ROLLS = tuple(Rolled(n) for n in range(1, 21))  # the icosahedron's sides (DJ-1)
_TILE = r"[BKT][1-9]|W[ESWN]|D[RGW]|[FJ][1-4]"
_LAY = re.compile(rf"({_TILE})(?:\+({_TILE}))?>({steps.END})")


class DomiJongg(Game[Table, Move]):
    """The rules of Domi Jongg over `Table`."""

    info = protocol.Info(
        id="domi_jongg",
        seats=(2, 6),
        options=(
            Option("dealer", ("roll", 0, 1, 2, 3, 4, 5), "DJ-1", seats=True),
            Option("branch_turn", ("one_head", "any_new_head"), "DJ-7"),
            Option("identical", ("lying", "others"), "DJ-9"),
            Option("surplus", ("replace", "add"), "DJ-9"),
            Option("going_out", ("add", "only"), "DJ-9"),
        ),
        hidden=True,
    )
    words: Mapping[str, Move] = {
        "stop": steps.STOP, "draw": steps.DRAW, "--": steps.PASS,
        **DRAWNS, **{str(rolled.number): rolled for rolled in ROLLS},
    }  # fmt: skip
    effects: Mapping[type[Move], protocol.Effect[Table]] = {
        Drawn: lambda table, drawn: steps.draw(table, drawn.tile),
        Lay: steps.lay,
        Branch: steps.lay,
        Stop: lambda table, _: steps.refill(table),
        Draw: lambda table, _: steps.penalty(table),
        Pass: lambda table, _: steps.next_turn(table),
        Rolled: lambda table, rolled: steps.roll(table, rolled.number),
    }
    examples = "K4>0R, K3+WE>2, stop, draw, -- and for luck K4 or 17"
    step_separator = " "

    def set_up(self, seats: int, options: Options) -> Table:
        dealer, tally = options["dealer"], ((0,) * len(steps.REASONS),) * seats
        terms = codec.terms(options)
        if isinstance(dealer, str):
            everybody = tuple(range(seats))
            return Table(terms, "roll", None, 0, ((),) * seats, tally, rolling=everybody)
        if dealer >= seats:
            text = f"with {seats} seats the dealer is one of 0 to {seats - 1}"
            raise protocol.OptionError(text, "dealer")
        return Table(terms, "deal", dealer, dealer, ((),) * seats, tally)

    def first_seat(self, start: Table) -> Seat | None:
        return None if start.dealer is None else (start.dealer + 1) % len(start.hands)

    def actor(self, state: Table) -> Seat | None:
        if state.phase == "turn":
            return state.turn
        return None if state.phase == "over" else CHANCE

    def moves(self, state: Table) -> Sequence[Move]:
        if state.phase == "turn":
            return steps.turn_moves(state)
        if state.phase == "over":
            return ()
        if state.phase == "roll":
            return ROLLS
        return [DRAWNS[tile] for tile in dict.fromkeys(state.pile)]

    def chance_outcomes(self, state: Table) -> Sequence[tuple[Move, int]]:
        if state.phase == "roll":
            return [(rolled, 1) for rolled in ROLLS]
        return [(DRAWNS[tile], state.pile.count(tile)) for tile in dict.fromkeys(state.pile)]

    def sample_chance(self, state: Table, rng: random.Random) -> Move:
        return rng.choice(ROLLS) if state.phase == "roll" else DRAWNS[rng.choice(state.pile)]

    def why_illegal(self, state: Table, move: Move) -> Refusal | None:
        if state.phase == "over":
            return Refusal("DJ-10", "over")
        match move:
            case Rolled():
                return None if state.phase == "roll" else Refusal("DJ-1", "no_roll")
            case Drawn():
                return _refuse_drawn(state, move.tile)
            case _ if state.phase == "roll":
                return Refusal("DJ-1", "roll_first")
            case _ if state.phase != "turn":
                due = {"deal": "DJ-2", "single": "DJ-3"}.get(state.phase)
                return Refusal(due or ("DJ-8" if steps.has_laid(state) else "DJ-7"), "draw_first")
            case Lay() | Branch():
                return _refuse_end(state, move) or _refuse_tiles(state, move)
            case _:
                return _refuse_idle(state, move)

    def scores(self, state: Table) -> tuple[int, ...]:
        return tuple(map(steps.points, state.tally))

    def outcome(self, state: Table) -> Outcome | None:
        if state.phase != "over":
            return None
        points = self.scores(state)
        best = max(points)
        winners = tuple(seat for seat, got in enumerate(points) if got == best)
        return Outcome(winners, "stuck" if all(state.hands) else "out")

    def write(self, move: Move) -> str:
        if isinstance(move, Lay | Branch):
            return f"{'+'.join(move.tiles)}>{move.end}"
        return super().write(move)

    def parse(self, text: str) -> Move | None:
        found = _LAY.fullmatch(text)
        if found is None:
            return None
        tile, second, end = found.groups()
        return Branch((tile, second), end) if second else Lay(tile, end)

    to_plain = staticmethod(codec.to_plain)
    position = staticmethod(codec.from_plain)

    # Who knows what ---------------------------------------------------------------------------

    def observation(self, state: Table, seat: Seat) -> Table:
        """Other hands become counts and join the pile, of which only the kinds are known."""
        others = [tile for i, hand in enumerate(state.hands) if i != seat for tile in hand]
        hands = tuple(
            hand if i == seat else (steps.HIDDEN,) * len(hand) for i, hand in enumerate(state.hands)
        )
        unseen = (*state.pile, *(tile for tile in others if tile != steps.HIDDEN))
        return state._replace(hands=hands, pile=tuple(sorted(unseen)))

    def determinize(self, view: Table, seat: Seat, rng: random.Random) -> Table:
        unseen = list(view.pile)
        rng.shuffle(unseen)
        hands = list(view.hands)
        for i, hand in enumerate(hands):
            if hidden := hand.count(steps.HIDDEN):
                seen = [tile for tile in hand if tile != steps.HIDDEN]
                hands[i] = tuple(sorted(seen + unseen[:hidden]))
                del unseen[:hidden]
        return view._replace(hands=tuple(hands), pile=tuple(sorted(unseen)))

    # Telling about it -------------------------------------------------------------------------

    def events(self, before: Table, move: Move, after: Table) -> tuple[Event, ...]:
        match move:
            case Rolled(number):
                seat = before.rolling[len(before.rolls)]
                rolled = Event("roll", seat, params=(("n", number),))
                if after.dealer is not None:
                    return rolled, Event("dealer", after.dealer)
                return (rolled,) if after.rolls else (rolled, Event("roll_again", CHANCE))
            case Drawn(tile):  # only the singlestone for everybody to see (DJ-2, DJ-3)
                if before.phase != "single":
                    return ()
                back = GROUP[tile] == "special"
                kind, places = ("mixed_back", ()) if back else ("singlestone", ("0L", "0R"))
                return (Event(kind, CHANCE, 0, places, (("tile", f"@tile.{tile}"),)),)
            case Pass():
                return (Event("pass", before.turn),)
        return _point_events(before, move, after)

    def explain(self, state: Table) -> tuple[protocol.ScoreLine, ...]:
        return tuple(
            protocol.ScoreLine(seat, count * value, reason, (("n", count),))
            for seat, counts in enumerate(state.tally)
            for count, (reason, value) in zip(counts, steps.REASONS.items(), strict=True)
            if count
        )

    def next_game_options(self, state: Table) -> Options:
        """The dealer's job goes to the right (DJ-11); as the seats rotate by one from game to
        game, the next dealer sits where this one sat.
        """
        return {} if state.dealer is None else {"dealer": state.dealer}


# Events -------------------------------------------------------------------------------------


def _point_events(before: Table, move: Move, after: Table) -> tuple[Event, ...]:
    """One event for each reason; the tiles a reason lies in are its places."""
    seat = before.turn
    tiles = tuple(str(i) for i in range(before.lying, len(after.snake)))
    onto = (move.end,) if isinstance(move, Lay | Branch) else ()
    fresh = (*onto, *(str(i) for i in range(len(before.snake), len(after.snake))))
    places = {"identical": fresh, "branch": fresh, "penalty": ()}
    counts = zip(before.tally[seat], after.tally[seat], steps.REASONS.items(), strict=True)
    return tuple(
        Event(reason, seat, (now - then) * value, places.get(reason, tiles))
        for then, now, (reason, value) in counts
        if now != then
    )


# Why not ------------------------------------------------------------------------------------

# Why two kinds may not lie side by side, by their groups (DJ-5).
MISFITS: dict[frozenset[Group], str] = {
    frozenset({"suit"}): "other_suit_and_number",
    frozenset({"special"}): "other_kind_and_number",
    frozenset({"suit", "special"}): "other_number",
    frozenset({"suit", "wind"}): "suit_and_honour",
    frozenset({"suit", "dragon"}): "suit_and_honour",
    frozenset({"dragon", "special"}): "dragon_and_special",
}


def _refuse_drawn(table: Table, tile: Tile) -> Refusal | None:
    if table.phase == "roll":
        return Refusal("DJ-1", "roll_first")
    if table.phase == "turn":
        return Refusal("DJ-7", "no_draw")
    if tile not in table.pile:
        return Refusal("DJ-2", "all_drawn", params=(("tile", f"@tile.{tile}"),))
    return None


def _refuse_end(table: Table, move: Lay | Branch) -> Refusal | None:
    """What can be wrong with the place or the hand, whatever lies at the end."""
    end, hand = move.end, table.hands[table.turn]
    if all(end != open_end.id for open_end in table.ends):
        there = steps.number(end) < len(table.snake)
        return Refusal("DJ-6", "end_closed" if there else "no_end", (end,))
    for tile in move.tiles:
        if hand.count(tile) < move.tiles.count(tile):
            params = (("tile", f"@tile.{tile}"), ("n", move.tiles.count(tile)))
            return Refusal("DJ-7", "not_in_hand", (end,), params)
    usable = tuple(head.id for head in steps.heads(table))
    return None if end in usable else Refusal("DJ-7", "same_end", (end, *usable))


def _refuse_tiles(table: Table, move: Lay | Branch) -> Refusal | None:
    """Why tiles do not go onto the one that lies at an end, alone or two at once."""
    onto = next(end.tile for end in table.ends if end.id == move.end)
    alone, at, lying = isinstance(move, Lay), (move.end,), ("onto", f"@tile.{onto}")
    if not alone and onto not in IN_PAIRS:
        return Refusal("DJ-6", "no_branch", at, (lying,))
    # A half that could go there alone comes first: leaving out the other one would be enough.
    for tile in sorted(move.tiles, key=lambda tile: tile not in SINGLY[onto]):
        names = ("tile", f"@tile.{tile}"), lying
        if tile not in FITS[onto]:
            return Refusal("DJ-5", MISFITS[frozenset({GROUP[tile], GROUP[onto]})], at, names)
        if (tile in SINGLY[onto]) != alone:
            return Refusal("DJ-6", "needs_two" if alone else "special_alone", at, names)
    return None


# Not laying ---------------------------------------------------------------------------------


def _refuse_idle(table: Table, move: Stop | Draw | Pass) -> Refusal | None:
    """Stopping is for those who have laid; drawing and passing for those who cannot.
    No places are given: the ends that fit would tell the others what is in the hand.
    """
    stopping = isinstance(move, Stop)
    if steps.has_laid(table):
        return None if stopping else Refusal("DJ-7", "stop_instead")
    if steps.can_lay(table.hands[table.turn], table.ends):
        return Refusal("DJ-7", "lay_first" if stopping else "can_lay")
    if steps.pile_left(table):
        return None if isinstance(move, Draw) else Refusal("DJ-7", "must_draw")
    if isinstance(move, Pass):
        return None
    return Refusal("DJ-8", "must_pass" if stopping else "pile_empty")
