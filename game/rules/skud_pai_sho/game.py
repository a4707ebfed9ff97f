"""Skud Pai Sho: plant, arrange, grow harmonies, and close a ring of them round the centre."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

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
from game.rules.skud_pai_sho import codec, legal_moves, notation, refusals
from game.rules.skud_pai_sho.board import (
    GUEST,
    HOST,
    RULESETS,
)
from game.rules.skud_pai_sho.events import events
from game.rules.skud_pai_sho.notation import DECLINE, Accents, Arrange, Bonus, Move, Pass, Plant
from game.rules.skud_pai_sho.state import (
    WEIGHTS,
    Choosing,
    State,
    accents_left,
    arranged,
    crossings,
    harmony_count,
    kept,
    opening,
    planted,
    rewarded,
    turn_over,
)

SCORES = {"harmonies": harmony_count, "crossings": crossings, "accents": accents_left}


class SkudPaiSho(Game[State, Move]):
    """Seat 0 is the guest, who has the first turn; seat 1, the host, chooses accents first."""

    info = Info(
        id="skud_pai_sho",
        seats=(2, 2),
        options=(
            Option("ruleset", ("leaflet", "garden_gate"), "SK-12"),
            Option("accents", ("each_chooses", "host_decides", "random"), "SK-3"),
        ),
    )
    implicit_step = DECLINE

    def start(self, seats: int, options: Options) -> State:
        chosen = resolve(self.info, seats, options)
        return opening(RULESETS[str(chosen["ruleset"])], cast(Choosing, chosen["accents"]))

    def actor(self, state: State) -> Seat | None:
        if state.outcome is not None:
            return None
        drawn = state.phase == "accents" and state.choosing == "random"
        return CHANCE if drawn else state.turn

    def moves(self, state: State) -> Sequence[Move]:
        return legal_moves.moves(state)

    def why_illegal(self, state: State, move: Move) -> Refusal | None:
        return refusals.why_illegal(state, move)

    def apply(self, state: State, move: Move) -> State:
        if isinstance(move, Arrange):
            return arranged(state, move)
        if isinstance(move, Bonus):
            return rewarded(state, move)
        if isinstance(move, Plant):
            return planted(state, move)
        if isinstance(move, Accents):
            return kept(state, move.kinds)
        passes = state.passes + 1 if isinstance(move, Pass) else 0
        return turn_over(state, state.board, state.hands, passes)

    def chance_outcomes(self, state: State) -> Sequence[tuple[Move, int]]:
        return tuple(zip(self.moves(state), WEIGHTS, strict=True))

    def scores(self, state: State) -> tuple[int, ...]:
        """One point for having won; a draw is worth nothing."""
        winners = state.outcome.winners if state.outcome else ()
        return int(GUEST in winners), int(HOST in winners)

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def events(self, before: State, move: Move, after: State) -> tuple[Event, ...]:
        return events(before, move, after)

    def explain(self, state: State) -> tuple[ScoreLine, ...]:
        """What counts at the last basic flower (SK-20), and the point of who has won."""
        lines = [
            ScoreLine(seat, 0, key, (("n", count(state, seat)),))
            for seat in (GUEST, HOST)
            for key, count in SCORES.items()
        ]
        won = [ScoreLine(seat, 1, "won") for seat, score in enumerate(self.scores(state)) if score]
        return (*lines, *won)

    def ends_turn(self, before: State, move: Move, after: State) -> bool:
        return after.phase != "bonus"

    def write(self, move: Move) -> str:
        return notation.write(move)

    def read(self, text: str) -> Move:
        return notation.read(text)

    def split(self, text: str) -> tuple[str, ...]:
        return notation.split(text)

    def turn_texts(self, state: State) -> list[str]:
        """Every complete turn as text: what `protocol.turns` lists, within milliseconds."""
        return [] if self.actor(state) == CHANCE else legal_moves.turn_texts(state)

    def to_plain(self, state: State) -> dict[str, Any]:
        return codec.to_plain(state)

    def from_plain(self, plain: Mapping[str, Any], options: Options) -> State:
        chosen = resolve(self.info, 2, options)
        rules = RULESETS[str(chosen["ruleset"])]
        return codec.from_plain(plain, rules, cast(Choosing, chosen["accents"]))
