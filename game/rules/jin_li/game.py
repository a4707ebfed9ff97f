"""Jin Li by W. David MacKenzie, the rules JL-1 to JL-9: two players, two koi each, a pond.

Seat 0 is the colour that moves first, be it red or yellow.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from game.rules.core.protocol import (
    CHANCE,
    Event,
    Game,
    Info,
    NotationError,
    Option,
    Options,
    Outcome,
    Refusal,
    Seat,
    resolve,
)
from game.rules.jin_li import codec, refusals
from game.rules.jin_li.state import (
    COLOURS,
    FIRSTS,
    KOI,
    NEAR,
    PASS,
    SQUARES,
    First,
    HandBack,
    Leap,
    Move,
    Pass,
    Phase,
    Pond,
    Square,
    Swim,
    Terms,
    Throw,
    begin,
    free_squares,
    hand_back,
    hand_backs,
    koi_moves,
    leap,
    names,
    pass_by,
    swim,
    throw,
    throws,
)

__all__ = [
    "First", "HandBack", "JinLi", "Leap", "Move", "Pass", "Pond", "Swim", "Terms", "Throw",
]  # fmt: skip

WORDS: dict[str, Move] = {"red": FIRSTS[0], "yellow": FIRSTS[1], "--": PASS}
_AT = "[a-g][1-7]"
NOTATION = re.compile(
    f"(?P<start>{_AT})-(?P<to>{_AT})"
    f"|(?P<leaper>{_AT})/(?P<over>{_AT})>(?P<end>{_AT})"
    f"|@(?P<throw>{_AT})"
    f"|[+](?P<back>{_AT})"
)
NUMBER: dict[str, Square] = {name: square for square, name in enumerate(SQUARES)}


class JinLi(Game[Pond, Move]):
    """Swim next to other koi, throw stones, leap over them: the first to ten points wins."""

    info = Info(
        id="jin_li",
        seats=(2, 2),
        options=(
            Option("start", ("red", "yellow", "random"), "JL-1"),
            Option("placement", ("corners", "inset"), "JL-7"),
            Option("stones", (10, 6), "JL-7"),
            Option("target", (10, 15), "JL-7"),
            Option("recycle", (False, True), "JL-7"),
            Option("repetition", ("draw", "ignore"), "JL-9"),
        ),
    )

    def start(self, seats: int, options: Options) -> Pond:
        chosen = resolve(self.info, seats, options)
        stones = int(chosen["stones"])
        draws = chosen["repetition"] == "draw"
        terms = Terms(0, stones, int(chosen["target"]), bool(chosen["recycle"]), draws)
        koi, phase = KOI[str(chosen["placement"])], _opening(chosen)
        pond = Pond(terms, koi, 0, (stones, stones), (0, 0), 0, phase, -1, 0, (), "")
        return pond if phase == "luck" else begin(pond, int(chosen["start"] == "yellow"))

    def actor(self, state: Pond) -> Seat | None:
        if state.end:
            return None
        return CHANCE if state.phase == "luck" else state.turn ^ state.terms.first

    def moves(self, state: Pond) -> Sequence[Move]:
        if state.end:
            return ()
        phase = state.phase
        if phase == "throw":
            return throws(free_squares(state))
        if phase == "move":
            return koi_moves(state, state.turn) or (PASS,)
        return FIRSTS if phase == "luck" else hand_backs(state.stones)

    def why_illegal(self, state: Pond, move: Move) -> Refusal | None:
        return refusals.why_illegal(state, move)

    def apply(self, state: Pond, move: Move) -> Pond:
        if isinstance(move, Throw):
            return throw(state, move)
        if isinstance(move, Swim):
            return swim(state, move)
        if isinstance(move, Leap):
            return leap(state, move)
        if isinstance(move, HandBack):
            return hand_back(state, move)
        return begin(state, move.colour) if isinstance(move, First) else pass_by(state)

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
            return (Event("first", 0, params=(("colour", f"@colour.{COLOURS[move.colour]}"),)),)
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
        outcome = self.outcome(state)
        return tuple(int(outcome is not None and seat in outcome.winners) for seat in (0, 1))

    def write(self, move: Move) -> str:
        if isinstance(move, Swim):
            return f"{SQUARES[move.start]}-{SQUARES[move.end]}"
        if isinstance(move, Throw):
            return f"@{SQUARES[move.square]}"
        if isinstance(move, Leap):
            return f"{SQUARES[move.start]}/{SQUARES[move.over]}>{SQUARES[move.end]}"
        if isinstance(move, HandBack):
            return f"+{SQUARES[move.square]}"
        return ("red", "yellow")[move.colour] if isinstance(move, First) else "--"

    def read(self, text: str) -> Move:
        if text in WORDS:
            return WORDS[text]
        match = NOTATION.fullmatch(text)
        if not match:
            raise NotationError(
                f"{text!r} is no move of Jin Li; moves look like a1-b2, @d4, a1/b2>c3, +d4, --",
                text,
            )
        at = {key: NUMBER[name] for key, name in match.groupdict().items() if name}
        if "leaper" in at:
            return Leap(at["leaper"], at["over"], at["end"])
        if "start" in at:
            return Swim(at["start"], at["to"])
        return Throw(at["throw"]) if "throw" in at else HandBack(at["back"])

    def to_plain(self, state: Pond) -> dict[str, Any]:
        return codec.to_plain(state)

    def from_plain(self, plain: Mapping[str, Any], options: Options) -> Pond:
        return codec.from_plain(plain, resolve(self.info, 2, options))


def _opening(options: Options) -> Phase:
    return "luck" if options["start"] == "random" else "move"


def _scored(before: Pond, move: Swim | Throw | Leap, after: Pond, seat: Seat) -> tuple[Event, ...]:
    gain = after.points[before.turn] - before.points[before.turn]
    if not gain:
        return ()
    at = before.swum if isinstance(move, Throw) else move.end
    beside = names(NEAR[at] & (after.koi[0] | after.koi[1]))
    return (Event("score", seat, gain, beside, (("n", gain), ("koi", SQUARES[at]))),)
