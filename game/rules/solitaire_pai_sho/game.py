"""Solitaire Pai Sho: lay what the bag gives, and keep harmonies and disharmonies in balance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from game.rules.core.protocol import (
    CHANCE,
    Event,
    Game,
    Info,
    Option,
    OptionError,
    Options,
    Outcome,
    Refusal,
    ScoreLine,
    Seat,
    resolve,
)
from game.rules.pai_sho.board import changed, code_of, points_of
from game.rules.solitaire_pai_sho import codec, notation, refusals
from game.rules.solitaire_pai_sho.notation import ASIDE, Draw, Lay, Move, Shift, draw, lay, shift
from game.rules.solitaire_pai_sho.score import events, explain, outcome, scores
from game.rules.solitaire_pai_sho.state import (
    SEATS,
    Garden,
    Mode,
    Terms,
    bag_of,
    fresh,
    goals_of,
    handed_on,
    legal_points,
    lines,
    over,
    own_flowers,
    rebagged,
    to_lay,
    without,
)


class SolitairePaiSho(Game[Garden, Move]):
    """Alone, or for two: seat 0, the host, grows harmonies, seat 1, the guest, disharmonies."""

    info = Info(
        id="solitaire_pai_sho",
        seats=(1, 2),
        options=(
            Option("mode", ("solitaire", "cooperative", "uncooperative"), "SO-8"),
            Option("sets", (1, 2), "SO-1"),
            Option("move_instead", (False, True), "SO-6"),
            Option("scoring", ("full", "simple"), "SO-7"),
            Option("draw", ("random", "choose"), "SO-8"),
            Option("bag", ("own", "shared"), "SO-8"),
        ),
    )

    def start(self, seats: int, options: Options) -> Garden:
        return fresh(self._terms(seats, options))

    def _terms(self, seats: int, options: Options) -> Terms:
        chosen = resolve(self.info, seats, options)
        mode = cast(Mode, chosen["mode"])
        if seats != SEATS[mode]:
            raise OptionError(f"mode {mode} is for {SEATS[mode]} seats, not {seats}", "mode")
        return Terms(
            mode,
            int(chosen["sets"]),
            bool(chosen["move_instead"]),
            chosen["scoring"] == "full",
            chosen["draw"] == "choose",
            chosen["bag"] == "shared",
        )

    def actor(self, state: Garden) -> Seat | None:
        if over(state):
            return None
        return state.turn if any(to_lay(state)) else CHANCE

    def moves(self, state: Garden) -> Sequence[Move]:
        if over(state):
            return ()
        kinds = to_lay(state)
        if not any(kinds):
            return [draw(kind) for kind, count in enumerate(bag_of(state, state.turn)) if count]
        found: list[Move] = [
            lay(kind, point) for kind in kinds for point in points_of(legal_points(state, kind))
        ]
        return [*found, *_shifts(state)] if found else (ASIDE,)

    def chance_outcomes(self, state: Garden) -> Sequence[tuple[Move, int]]:
        bag = bag_of(state, state.turn)
        return [(draw(kind), count) for kind, count in enumerate(bag) if count]

    def why_illegal(self, state: Garden, move: Move) -> Refusal | None:
        return refusals.why_illegal(state, move)

    def apply(self, state: Garden, move: Move) -> Garden:
        if isinstance(move, Draw):
            return _drawn(state, move)
        if isinstance(move, Shift):
            code = state.board.cells[move.source]
            board = changed(state.board, {move.source: 0, move.goal: code})
            return handed_on(replace(state, board=board))
        kind = move.kind if isinstance(move, Lay) else to_lay(state)[0]
        spent = _spent(state, kind)
        if isinstance(move, Lay):
            board = changed(state.board, {move.point: code_of(kind, state.turn)})
            return handed_on(replace(spent, board=board))
        aside = (*state.aside[:kind], state.aside[kind] + 1, *state.aside[kind + 1 :])
        return handed_on(replace(spent, aside=aside))

    def scores(self, state: Garden) -> tuple[int, ...]:
        return scores(state.terms, lines(state.board))

    def outcome(self, state: Garden) -> Outcome | None:
        return outcome(state)

    def events(self, before: Garden, move: Move, after: Garden) -> tuple[Event, ...]:
        return events(before, move, after)

    def explain(self, state: Garden) -> tuple[ScoreLine, ...]:
        return explain(state)

    def ends_turn(self, before: Garden, move: Move, after: Garden) -> bool:
        return True

    def write(self, move: Move) -> str:
        return notation.write(move)

    def read(self, text: str) -> Move:
        return notation.read(text)

    def to_plain(self, state: Garden) -> dict[str, Any]:
        return codec.to_plain(state)

    def from_plain(self, plain: Mapping[str, Any], options: Options) -> Garden:
        mode = options.get("mode", self.info.options[0].default)
        return codec.from_plain(
            plain, self._terms(SEATS.get(str(mode), 1), options)
        )


def _shifts(state: Garden) -> list[Move]:
    if not state.terms.move_instead:
        return []
    return [
        shift(source, goal)
        for source in points_of(own_flowers(state))
        for goal in points_of(goals_of(state, source))
    ]


def _drawn(state: Garden, move: Draw) -> Garden:
    bags = rebagged(state, without(bag_of(state, state.turn), move.kind))
    drawn = (*state.drawn[: state.turn], move.kind, *state.drawn[state.turn + 1 :])
    return replace(state, bags=bags, drawn=drawn)


def _spent(state: Garden, kind: int) -> Garden:
    """The state with a tile gone from the hand, or from the bag it was chosen from."""
    if state.terms.choose:
        return replace(state, bags=rebagged(state, without(bag_of(state, state.turn), kind)))
    return replace(state, drawn=(*state.drawn[: state.turn], 0, *state.drawn[state.turn + 1 :]))
