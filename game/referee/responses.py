"""Answers of the referee protocol: what the rules say, as JSON can say it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, TypeAlias

from game.rules.core.match import Step
from game.rules.core.protocol import CHANCE, AnyGame, Event, Outcome, ScoreLine, Seat
from game.services.texts import Texts

Answer: TypeAlias = "dict[str, Any]"


def encode(answer: Answer) -> bytes:
    """An answer as a line: UTF-8; what is no Unicode is written as JSON escapes it."""
    text = json.dumps(answer, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace") + b"\n"


def error(code: str, message: str, at: Iterable[str], **more: str) -> Answer:
    return {"ok": False, "error": code, "message": message, "at": list(at), **more}


def seat(number: Seat | None) -> Seat | str | None:
    """A seat's number, ``"luck"``, or None where nobody is meant."""
    return "luck" if number == CHANCE else number


def outcome(ended: Outcome | None) -> Answer | None:
    if ended is None:
        return None
    return {"winners": list(ended.winners), "reason": ended.reason}


def step(game: AnyGame, played: Step) -> Answer:
    return {"seat": seat(played.seat), "move": game.write(played.move)}


def event(game: str, happened: Event, texts: Texts) -> Answer:
    return {
        "kind": happened.kind,
        "seat": seat(happened.seat),
        "points": happened.points,
        "places": list(happened.places),
        "params": dict(happened.params),
        "text": texts.event(game, happened),
    }


def line(game: str, scored: ScoreLine, texts: Texts) -> Answer:
    return {
        "seat": seat(scored.seat),
        "points": scored.points,
        "key": scored.key,
        "places": list(scored.places),
        "params": dict(scored.params),
        "text": texts.score_line(game, scored),
    }


def about(game: AnyGame, texts: Texts) -> Answer:
    """A game's facts and options."""
    info = game.info
    return {
        "id": info.id,
        "name": texts.t(f"{info.id}.name"),
        "seats": list(info.seats),
        "hidden": info.hidden,
        "version": info.version,
        "options": {
            option.key: {
                "values": list(option.values),
                "default": option.default,
                "rule": option.rule,
            }
            for option in info.options
        },
    }
