"""Jin Li by W. David MacKenzie, the rules JL-1 to JL-9: two players, two koi each, a pond.

Seat 0 is the colour that moves first, be it red or yellow.
"""

import re
from collections.abc import Mapping, Sequence

from game.rules.core import protocol
from game.rules.core.protocol import CHANCE, Event, Options, Outcome, Refusal, Seat
from game.rules.jin_li import codec
from game.rules.jin_li import state as steps
from game.rules.jin_li.state import SQUARES, First, HandBack, Leap, Move, Pass, Pond, Swim, Throw

_AT = "[a-g][1-7]"
NOTATION = re.compile(
    f"(?P<start>{_AT})-(?P<to>{_AT})"
    f"|(?P<leaper>{_AT})/(?P<over>{_AT})>(?P<end>{_AT})"
    f"|@(?P<throw>{_AT})"
    f"|[+](?P<back>{_AT})"
)


class JinLi(protocol.Game[Pond, Move]):
    """Swim next to other koi, throw stones, leap over them: the first to ten points wins."""

    info = protocol.Info(
        id="jin_li",
        seats=(2, 2),
        options=(
            protocol.Option("start", ("red", "yellow", "random"), "JL-1"),
            protocol.Option("placement", ("corners", "inset"), "JL-7"),
            protocol.Option("stones", (10, 6), "JL-7"),
            protocol.Option("target", (10, 15), "JL-7"),
            protocol.Option("recycle", (False, True), "JL-7"),
            protocol.Option("repetition", ("draw", "ignore"), "JL-9"),
        ),
    )

    words: Mapping[str, Move] = {
        "red": steps.FIRSTS[0], "yellow": steps.FIRSTS[1], "--": steps.PASS,
    }  # fmt: skip
    effects: Mapping[type[Move], protocol.Effect[Pond]] = {
        First: steps.begin, Swim: steps.swim, Throw: steps.throw, Leap: steps.leap,
        HandBack: steps.hand_back, Pass: steps.pass_by,
    }  # fmt: skip
    examples = "a1-b2, @d4, a1/b2>c3, +d4, --"

    def set_up(self, seats: int, options: Options) -> Pond:
        stones = int(options["stones"])
        draws = options["repetition"] == "draw"
        terms = steps.Terms(0, stones, int(options["target"]), bool(options["recycle"]), draws)
        koi: steps.Pair = steps.KOI[str(options["placement"])]
        pond = Pond(terms, koi, 0, (stones, stones), (0, 0), 0, "luck", -1, 0, (), "")
        if options["start"] == "random":
            return pond
        return steps.begin(pond, steps.FIRSTS[options["start"] == "yellow"])

    def actor(self, state: Pond) -> Seat | None:
        if state.end:
            return None
        return CHANCE if state.phase == "luck" else state.turn ^ state.terms.first

    def moves(self, state: Pond) -> Sequence[Move]:
        if state.end:
            return ()
        phase = state.phase
        if phase == "throw":
            return steps.throws(steps.free_squares(state))
        if phase == "move":
            return steps.koi_moves(state, state.turn) or (steps.PASS,)
        return steps.FIRSTS if phase == "luck" else [*map(HandBack, steps.squares(state.stones))]

    def why_illegal(self, state: Pond, move: Move) -> Refusal | None:
        if state.end:
            return Refusal(OVER[state.end], "over")
        if not isinstance(move, EXPECTED[state.phase]):
            return _out_of_order(state, move)
        if isinstance(move, Swim | Leap):
            own, other = state.koi[state.turn], state.koi[1 - state.turn]
            if not own >> move.start & 1:
                key = "not_yours" if other >> move.start & 1 else "no_koi"
                return _at("JL-2", key, move.start)
            if isinstance(move, Leap):
                return _no_leap(state, move)
            if not steps.NEAR[move.start] >> move.end & 1:
                return Refusal("JL-3", "not_beside", (SQUARES[move.start], SQUARES[move.end]))
            return _taken(state, move.end, "JL-3")
        if isinstance(move, Throw):
            return _taken(state, move.square, "JL-3")
        if isinstance(move, HandBack):
            there = state.stones >> move.square & 1
            return None if there else _at("JL-7", "no_stone", move.square)
        koi = {each.start for each in steps.koi_moves(state, state.turn)}
        if isinstance(move, First) or not koi:
            return None
        return Refusal("JL-8", "must_move", tuple(SQUARES[square] for square in sorted(koi)))

    def scores(self, state: Pond) -> tuple[int, ...]:
        red, yellow = state.points
        return (yellow, red) if state.terms.first else (red, yellow)

    def outcome(self, state: Pond) -> Outcome | None:
        if not state.end:
            return None
        red, yellow = state.points
        if state.end in ("target", "stuck") and red != yellow:
            return Outcome((int(yellow > red) ^ state.terms.first,), state.end)
        return Outcome((), state.end)

    def events(self, before: Pond, move: Move, after: Pond) -> tuple[Event, ...]:
        seat = before.turn ^ before.terms.first
        if isinstance(move, First):
            colour = f"@colour.{steps.COLOURS[move.colour]}"
            return (Event("first", 0, params=(("colour", colour),)),)
        if isinstance(move, HandBack):
            return (Event("returned", 1 - seat, places=(SQUARES[move.square],)),)
        if isinstance(move, Pass):
            return (Event("pass", seat),)
        scored = _scored(before, move, after, seat)
        return (*scored, Event("last_stone", seat)) if after.phase == "give" else scored

    def ends_turn(self, before: Pond, move: Move, after: Pond) -> bool:
        return after.phase != "throw"

    def split(self, text: str) -> tuple[str, ...]:
        cut = text.find("@")
        return (text[:cut], text[cut:]) if cut > 0 else (text,)

    def next_game_options(self, state: Pond) -> Options:
        """The other colour moves first, so everybody keeps their colour as the seats rotate."""
        return {"start": "red" if state.terms.first else "yellow"}

    def series_points(self, state: Pond) -> tuple[int, ...]:
        """A win counts 1 in a series, whatever the points."""
        return super().scores(state)

    def write(self, move: Move) -> str:
        if isinstance(move, Swim):
            return f"{SQUARES[move.start]}-{SQUARES[move.end]}"
        if isinstance(move, Throw):
            return f"@{SQUARES[move.square]}"
        if isinstance(move, Leap):
            return f"{SQUARES[move.start]}/{SQUARES[move.over]}>{SQUARES[move.end]}"
        return f"+{SQUARES[move.square]}" if isinstance(move, HandBack) else super().write(move)

    def parse(self, text: str) -> Move | None:
        match = NOTATION.fullmatch(text)
        if not match:
            return None
        at = {key: steps.NUMBER[name] for key, name in match.groupdict().items() if name}
        if "leaper" in at:
            return Leap(at["leaper"], at["over"], at["end"])
        if "start" in at:
            return Swim(at["start"], at["to"])
        return Throw(at["throw"]) if "throw" in at else HandBack(at["back"])

    to_plain = staticmethod(codec.to_plain)
    position = staticmethod(codec.from_plain)


def _scored(before: Pond, move: Swim | Throw | Leap, after: Pond, seat: Seat) -> tuple[Event, ...]:
    gain = after.points[before.turn] - before.points[before.turn]
    if not gain:
        return ()
    at = before.swum if isinstance(move, Throw) else move.end
    beside = steps.names(steps.NEAR[at] & (after.koi[0] | after.koi[1]))
    return (Event("score", seat, gain, beside, (("n", gain), ("koi", SQUARES[at]))),)


# Why not ------------------------------------------------------------------------------------

OVER = {"target": "JL-6", "stuck": "JL-8", "repetition": "JL-9", "quiet": "JL-9"}
EXPECTED: dict[steps.Phase, tuple[type[Move], ...]] = {
    "luck": (First,), "move": (Swim, Leap, Pass), "throw": (Throw,), "give": (HandBack,),
}  # fmt: skip


def _out_of_order(pond: Pond, move: Move) -> Refusal:
    """Something else has to be done first, or this move belongs nowhere."""
    if pond.phase == "luck":
        return Refusal("JL-1", "luck_first")
    if isinstance(move, First):
        return Refusal("JL-1", "begun")
    if pond.phase == "throw":
        return Refusal("JL-3", "throw_first", (SQUARES[pond.swum],))
    if pond.phase == "give":
        return Refusal("JL-7", "give_first", steps.names(pond.stones))
    if isinstance(move, HandBack):
        key = "nothing_owed" if pond.terms.recycle else "no_recycling"
        return Refusal("JL-7", key, (SQUARES[move.square],))
    if not pond.hands[pond.turn]:
        return Refusal("JL-3", "hand_empty")
    return Refusal("JL-3", "swim_first", steps.names(pond.koi[pond.turn]))


def _at(rule: str, key: str, square: steps.Square) -> Refusal:
    return Refusal.at(rule, key, SQUARES[square])


def _taken(pond: Pond, square: steps.Square, rule: str) -> Refusal | None:
    bit = 1 << square
    if pond.stones & bit:
        return _at(rule, "stone_there", square)
    if (pond.koi[0] | pond.koi[1]) & bit:
        return _at(rule, "koi_there", square)
    return None


def _no_leap(pond: Pond, move: Leap) -> Refusal | None:
    behind = steps.behind(move)
    if behind is None:
        places = (SQUARES[move.start], SQUARES[move.over], SQUARES[move.end])
        return Refusal("JL-4", "not_straight", places)
    over = 1 << move.over
    if (pond.koi[0] | pond.koi[1]) & over:
        return _at("JL-4", "over_koi", move.over)
    if not pond.stones & over:
        return _taken(pond, move.end, "JL-4") or _at("JL-4", "over_water", move.over)
    if pond.stones >> behind & 1:
        return Refusal("JL-4", "two_stones", (SQUARES[move.over], SQUARES[behind]))
    if move.end != behind:
        return Refusal("JL-4", "too_far", (SQUARES[behind], SQUARES[move.end]))
    return _taken(pond, move.end, "JL-4")
