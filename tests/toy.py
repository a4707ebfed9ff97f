"""Pebbles: a tiny game with everything a game can have, to test what works for any game.

Luck deals every seat a secret card, all at once (``{"cards":[2,0]}``). Then luck rolls ``r1`` to
``r3`` for each turn; the actor takes up to as many pebbles (``t2``) and, after taking two or
more, may ask for a bonus point (``+1``) or not (``+-``, left out in the text of a turn). The last
pebble ends the game; cards count as points then. Rules are numbered T-1 to T-3.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
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
    PositionError,
    Refusal,
    Seat,
)

PHASES = ("deal", "roll", "take", "bonus")
BONUS, NO_BONUS = "+1", "+-"


@dataclass(frozen=True, slots=True)
class Pebbles:
    pile: int
    points: tuple[int, ...]
    cards: tuple[int, ...]
    turn: int
    phase: str
    rolled: int


class Toy(Game[Pebbles, str]):
    """Moves are their own texts."""

    info = Info(
        "toy",
        (2, 4),
        (Option("pile", (6, 12), "T-1"), Option("cards", (True, False), "T-1")),
        hidden=True,
        version=3,
    )
    implicit_step = NO_BONUS

    def set_up(self, seats: int, options: Options) -> Pebbles:
        phase = "deal" if options["cards"] else "roll"
        return Pebbles(int(options["pile"]), (0,) * seats, (0,) * seats, 0, phase, 0)

    def actor(self, state: Pebbles) -> Seat | None:
        if not state.pile and state.phase == "roll":
            return None
        return CHANCE if state.phase in ("deal", "roll") else state.turn

    def moves(self, state: Pebbles) -> Sequence[str]:
        if self.actor(state) is None or state.phase == "deal":
            return ()
        if state.phase == "roll":
            return ("r1", "r2", "r3")
        if state.phase == "bonus":
            return (BONUS, NO_BONUS)
        return tuple(f"t{n}" for n in range(1, min(state.rolled, state.pile) + 1))

    def chance_outcomes(self, state: Pebbles) -> Sequence[tuple[str, int]]:
        return [] if state.phase == "deal" else [("r1", 3), ("r2", 2), ("r3", 1)]

    def sample_chance(self, state: Pebbles, rng: random.Random) -> str:
        if state.phase == "deal":
            return json.dumps({"cards": [rng.randrange(5) for _ in state.cards]}, **COMPACT)
        return super().sample_chance(state, rng)

    def why_illegal(self, state: Pebbles, move: str) -> Refusal | None:
        if self.actor(state) is None:
            return Refusal("T-3", "over")
        if state.phase == "deal":
            fine = move.startswith("{") and len(json.loads(move)["cards"]) == len(state.cards)
            return None if fine else Refusal("T-1", "deal")
        return None if move in self.moves(state) else Refusal("T-2", state.phase, (move,))

    def apply(self, state: Pebbles, move: str) -> Pebbles:
        if state.phase == "deal":
            return replace(state, cards=tuple(json.loads(move)["cards"]), phase="roll")
        if state.phase == "roll":
            return replace(state, rolled=int(move[1]), phase="take")
        gain = int(move == BONUS) if state.phase == "bonus" else int(move[1])
        taken = gain if state.phase == "take" else 0
        points = tuple(p + gain * (s == state.turn) for s, p in enumerate(state.points))
        after = replace(state, pile=state.pile - taken, points=points)
        if taken > 1:
            return replace(after, phase="bonus")
        return replace(after, phase="roll", turn=(state.turn + 1) % len(points))

    def scores(self, state: Pebbles) -> tuple[int, ...]:
        return state.points

    def outcome(self, state: Pebbles) -> Outcome | None:
        if self.actor(state) is not None:
            return None
        best = max(self.series_points(state))
        return Outcome(
            tuple(s for s, w in enumerate(self.series_points(state)) if w == best), "empty"
        )

    def series_points(self, state: Pebbles) -> tuple[int, ...]:
        return tuple(p + c for p, c in zip(state.points, state.cards, strict=True))

    def events(self, before: Pebbles, move: str, after: Pebbles) -> tuple[Event, ...]:
        gain = after.points[before.turn] - before.points[before.turn]
        return (Event("taken", before.turn, gain),) if gain else ()

    def write(self, move: str) -> str:
        return move

    def read(self, text: str) -> str:
        if text.startswith("{"):
            try:
                cards = json.loads(text)["cards"]
            except (ValueError, KeyError) as error:
                raise NotationError(f"{text!r} deals no cards") from error
            if all(type(card) is int for card in cards):
                return text
        elif text in ("r1", "r2", "r3", "t1", "t2", "t3", BONUS, NO_BONUS):
            return text
        raise NotationError(f"{text!r} is no move of Pebbles; moves look like t2, t2+1, r3")

    def split(self, text: str) -> tuple[str, ...]:
        return (text[:2], text[2:]) if len(text) == 4 else (text,)

    def to_plain(self, state: Pebbles) -> dict[str, Any]:
        return {name: getattr(state, name) for name in Pebbles.__slots__}

    def position(self, plain: Mapping[str, Any], options: Options) -> Pebbles:
        if set(plain) != set(Pebbles.__slots__):
            names = ", ".join(Pebbles.__slots__)
            raise PositionError(f"a position of Pebbles has: {names}", "pile")
        if plain["phase"] not in PHASES:
            raise PositionError("phase is one of " + ", ".join(PHASES), "phase")
        tuples = {key: tuple(plain[key]) for key in ("points", "cards")}
        return Pebbles(**{**plain, **tuples})

    def observation(self, state: Pebbles, seat: Seat) -> Pebbles:
        cards = tuple(card if s == seat else -1 for s, card in enumerate(state.cards))
        return replace(state, cards=cards)

    def determinize(self, view: Pebbles, seat: Seat, rng: random.Random) -> Pebbles:
        cards = tuple(rng.randrange(5) if card < 0 else card for card in view.cards)
        return replace(view, cards=cards)

    def next_game_options(self, state: Pebbles) -> Options:
        return {"pile": 6}


COMPACT: dict[str, Any] = {"sort_keys": True, "separators": (",", ":")}
TOY = Toy()
