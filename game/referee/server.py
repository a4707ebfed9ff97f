"""The referee: every game of the table as a text protocol for bots, scripts and tests.

One JSON object a line comes in, one goes out, until ``quit`` or the end of the input. The
protocol is described in docs/referee.md. Nothing here draws, and nothing here is random but the
seed of a match that was not given one.
"""

import json
import logging
import random
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import asdict
from itertools import islice
from typing import Any, TextIO, TypeAlias

from game import VERSION
from game.ai import skills
from game.referee.requests import Refused, Shape, check_options, lines, parse
from game.rules import GAMES
from game.rules.core import protocol
from game.rules.core import record as records
from game.rules.core.match import Match, Series, Step
from game.rules.core.protocol import CHANCE, AnyGame, AnyState, Options, Plain, Seat, cut
from game.services.texts import LANGUAGES, Texts

PROTOCOL = 1
TURNS_LIMIT = 200_000  # more complete turns than this are not listed
SERIES_LIMIT = 999
USUAL: Options = {}  # what is not named has its default

Answer: TypeAlias = "dict[str, object]"

_log = logging.getLogger(__name__)

_BEGIN = {"seed": "seed", "luck": "text"}
SHAPES: dict[str, Shape] = {
    "hello": Shape(takes={"lang": "text"}),
    "new": Shape({"game": "text"},
                 {"seats": "number", "options": "object", "games": "number", **_BEGIN}),
    "position": Shape({"game": "text", "state": "object"}, {"options": "object", **_BEGIN}),
    "load": Shape(needs={"record": "text"}),
    "legal": Shape(takes={"turns": "flag"}),
    "play": Shape(needs={"move": "words"}),
    "luck": Shape(takes={"outcome": "outcome"}),
    "view": Shape(needs={"seat": "number"}),
    "suggest": Shape(takes={"level": "text", "seconds": "seconds", "seat": "number"}),
    **dict.fromkeys(("games", "state", "undo", "redo", "score", "next", "record", "quit"), Shape()),
}  # fmt: skip
"""Every command with the keys it knows."""


class Referee:
    """One session: at most one series of games at a time, and a language for messages."""

    def __init__(self, shelf: Mapping[str, AnyGame] = GAMES) -> None:
        self.shelf = shelf
        self.texts = Texts("en")
        self.series: Series | None = None
        self.over = False

    def reply(self, line: bytes | None) -> bytes:
        """The answer to a line, as a line. Never raises; after an error nothing has changed."""
        before = self.series and _copied(self.series)
        try:
            command, values = parse(line, SHAPES)
            return _encode({"ok": True, **COMMANDS[command](self, **values)})
        except Refused as refused:
            return self._refusal(refused)
        except protocol.OptionError as error:
            return self._refusal(Refused("bad_options", at=("options",), detail=str(error)))
        except protocol.IllegalMove as illegal:
            refusal = illegal.refusal
            message = self.texts.refusal(self._match().game.info.id, refusal)
            return _error("illegal", message, refusal.places, rule=refusal.rule)
        except Exception as error:
            _log.exception("a request failed")
            self.series = before
            return self._refusal(Refused("internal", detail=f"{type(error).__name__}: {error}"))

    def _refusal(self, refused: Refused) -> bytes:
        message = self.texts.t(f"referee.error.{refused.code}", **refused.params)
        detail = {"detail": cut(refused.detail, 300)} if refused.detail else {}
        return _error(refused.code, message, refused.at, **detail)

    # What commands share ----------------------------------------------------------------------

    def _series(self) -> Series:
        if self.series is None:
            raise Refused("no_match")
        return self.series

    def _match(self) -> Match:
        return self._series().current

    def _game(self, name: str) -> AnyGame:
        if name not in self.shelf:
            raise Refused("unknown_game", at=("game",), game=cut(name), known=", ".join(self.shelf))
        return self.shelf[name]

    def _name(self, game: AnyGame) -> str:
        return self.texts.t(f"{game.info.id}.name")

    def _check_seat(self, seat: Seat) -> None:
        seats = self._match().seats
        if not 0 <= seat < seats:
            raise Refused("bad_seat", at=("seat",), last=seats - 1, seat=cut(str(seat)))

    def _begin(self, series: Series) -> Answer:
        self.series = series
        match = series.current
        return {
            "game": match.game.info.id,
            "seats": match.seats,
            "options": match.options,
            "seed": match.seed,
            "luck": match.luck,
            "games": series.length,
            "number": len(series.games),
            **self._standing(),
        }

    def _standing(self) -> Answer:
        """Where the match stands, as every command that moves it answers."""
        match = self._match()
        outcome = match.outcome
        return {
            "actor": _seat(match.actor),
            "ply": match.cursor,
            "scores": list(match.game.scores(match.state)),
            "outcome": outcome and {"winners": list(outcome.winners), "reason": outcome.reason},
        }

    def _told(self, steps: Iterable[Step]) -> Answer:
        """Where the match stands after some steps, and what they were and brought about."""
        game, steps = self._match().game, tuple(steps)
        events = [event for step in steps for event in step.events]
        return {
            "steps": [{"seat": _seat(s.seat), "move": game.write(s.move)} for s in steps],
            "events": [_plain(each, self.texts.event(game.info.id, each)) for each in events],
            **self._standing(),
        }

    # Commands: sessions -----------------------------------------------------------------------

    def hello(self, lang: str | None = None) -> Answer:
        if lang is not None:
            _choose("lang", lang, LANGUAGES)
            self.texts.switch(lang)
        known = {"protocol": PROTOCOL, "program": "Walong Table", "version": VERSION}
        return {**known, "lang": self.texts.language}

    def games(self) -> Answer:
        return {"games": [_about(game, self.texts) for game in self.shelf.values()]}

    def quit(self) -> Answer:
        self.over = True
        return {}

    # Commands: matches ------------------------------------------------------------------------

    def new(
        self, game: str, seats: int | None = None, options: Options = USUAL, games: int = 1,
        **begin: Any,
    ) -> Answer:  # fmt: skip
        rules = self._game(game)
        seats = rules.info.seats[0] if seats is None else seats
        if not 1 <= games <= SERIES_LIMIT:
            raise Refused("bad_games", at=("games",), last=SERIES_LIMIT)
        check_options(rules.info, self._name(rules), seats, options)
        return self._begin(Series(Match(rules, seats, options, **_luck(**begin)), games))

    def position(self, game: str, state: Plain, options: Options = USUAL, **begin: Any) -> Answer:
        rules = self._game(game)
        check_options(rules.info, self._name(rules), rules.info.seats[0], options)
        try:
            start = rules.from_plain(state, options)
            seats = len(rules.scores(start))
            match = Match(rules, seats, options, start=start, **_luck(**begin))
        except protocol.PositionError as error:
            at = cut(error.at) or "state"
            raise Refused("bad_position", at=(at,), detail=str(error), key=at) from error
        return self._begin(Series(match))

    def load(self, record: str) -> Answer:
        try:
            told = records.read(record, self.shelf)
        except records.RecordError as error:
            raise Refused(
                "bad_record", at=(error.at,), detail=str(error), line=error.line
            ) from error
        return self._begin(told.series)

    def record(self) -> Answer:
        return {"record": records.write(self._series())}

    def next(self) -> Answer:
        series = self._series()
        if series.current.outcome is None:
            raise Refused("not_over")
        if series.over:
            raise Refused("series_over", games=series.length)
        series.advance()
        return self._begin(series)

    # Commands: playing ------------------------------------------------------------------------

    def legal(self, turns: bool = False) -> Answer:
        match = self._match()
        game, state = match.game, match.state
        if turns and match.actor not in (None, CHANCE):
            texts = list(islice(_turn_texts(game, state), TURNS_LIMIT + 1))
            if len(texts) > TURNS_LIMIT:
                raise Refused("too_many", limit=TURNS_LIMIT)
        else:
            texts = list(dict.fromkeys(map(game.write, game.moves(state))))
        return {"actor": _seat(match.actor), "moves": texts}

    def play(self, move: str) -> Answer:
        match = self._match()
        if match.actor is None:
            raise Refused("game_over")
        if match.actor == CHANCE:
            raise Refused("luck_acts")
        return self._told(self._playing(move))

    def _playing(self, text: str) -> tuple[Step, ...]:
        match = self._match()
        try:
            return match.play_text(text)
        except protocol.NotationError as error:
            examples = self.texts.t(f"{match.game.info.id}.notation")
            raise Refused(
                "bad_notation", detail=str(error), text=cut(text), name=self._name(match.game),
                examples=examples,
            ) from error  # fmt: skip

    def luck(self, outcome: str | Plain | None = None) -> Answer:
        match = self._match()
        if match.actor != CHANCE:
            raise Refused("not_luck", actor=str(match.actor))
        if outcome is None:
            weights = match.game.chance_outcomes(match.state)
            outcomes = [{"outcome": match.game.write(m), "weight": w} for m, w in weights]
            return {"outcomes": outcomes}
        if not isinstance(outcome, str):
            outcome = json.dumps(outcome, sort_keys=True, separators=(",", ":"))
        return self._told(self._playing(outcome))

    def state(self) -> Answer:
        match = self._match()
        return {"state": match.game.to_plain(match.state), **self._standing()}

    def view(self, seat: Seat) -> Answer:
        self._check_seat(seat)
        match = self._match()
        view = match.game.observation(match.state, seat)
        return {"seat": seat, "view": match.game.to_plain(view)}

    def undo(self) -> Answer:
        if not self._match().undo():
            raise Refused("nothing_to_undo")
        return self._standing()

    def redo(self) -> Answer:
        if not self._match().redo():
            raise Refused("nothing_to_redo")
        return self._standing()

    def score(self) -> Answer:
        series, match = self._series(), self._match()
        game, lines = match.game.info.id, match.score_lines()
        return {
            **self._standing(),
            "lines": [_plain(each, self.texts.score_line(game, each)) for each in lines],
            "number": len(series.games),
            "games": series.length,
            "totals": list(series.totals()),
            "winners": list(series.winners()),
        }

    def suggest(
        self, level: str = skills.GENTLE.id, seconds: float | None = None, seat: Seat | None = None
    ) -> Answer:
        match = self._match()
        if seat is not None:
            self._check_seat(seat)
        _choose("level", level, tuple(skills.SKILL))
        actor = match.actor
        if actor is None:
            raise Refused("game_over")
        if actor == CHANCE:
            raise Refused("luck_acts")
        if seat not in (None, actor):
            raise Refused("not_to_act", at=("seat",), actor=actor)
        game, name = match.game, match.game.info.id
        if not skills.can_play(name):
            raise Refused("no_computer", name=self._name(game))
        rng = random.Random(f"{match.seed}/{match.cursor}")
        view = game.observation(match.state, actor)
        able, judge = skills.strength(name, skills.SKILL[level]), skills.evaluator(name)
        steps = skills.think(game, judge, view, actor, able, rng, seconds)
        texts = [game.write(step) for step in steps]
        return {"seat": actor, "level": level, "move": texts[0], "steps": texts}


COMMANDS: dict[str, Callable[..., Answer]] = {name: getattr(Referee, name) for name in SHAPES}


def _copied(series: Series) -> Series:
    """The series as it stands, whatever becomes of its last game."""
    made, match = copy(series), copy(series.current)
    match.log, match.states = match.log.copy(), match.states.copy()
    made.games = [*series.games[:-1], match]
    return made


def _seat(number: Seat | None) -> Seat | str | None:
    """A seat's number, ``"luck"``, or None where nobody is meant."""
    return "luck" if number == CHANCE else number


def _encode(answer: Answer) -> bytes:
    """An answer as a line: UTF-8; what is no Unicode is written as JSON escapes it."""
    text = json.dumps(answer, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace") + b"\n"


def _plain(told: protocol.Event | protocol.ScoreLine, text: str) -> Answer:
    """Something that happened, or a line of the score sheet, with the words for it."""
    seat, places, params = _seat(told.seat), list(told.places), dict(told.params)
    return {**asdict(told), "seat": seat, "places": places, "params": params, "text": text}


def _about(game: AnyGame, texts: Texts) -> Answer:
    """A game's facts and options."""
    info = game.info
    options = {o.key: {"values": list(o.values), "default": o.default, "rule": o.rule}
               for o in info.options}  # fmt: skip
    return {
        "id": info.id, "name": texts.t(f"{info.id}.name"), "seats": list(info.seats),
        "hidden": info.hidden, "version": info.version, "options": options,
    }  # fmt: skip


def _error(code: str, message: str, at: Iterable[str], **more: str) -> bytes:
    return _encode({"ok": False, "error": code, "message": message, "at": list(at), **more})


def _turn_texts(game: AnyGame, state: AnyState) -> Iterator[str]:
    """The complete turns as texts, each once; a game that has a faster way uses it."""
    own: Callable[[AnyState], Iterable[str]] | None = getattr(game, "turn_texts", None)
    found = own(state) if own else (
        protocol.write_turn(game, steps) for steps, _ in protocol.turns(game, state)
    )
    seen = set()
    for text in found:
        if text not in seen:
            seen.add(text)
            yield text


def _choose(key: str, value: str, values: Iterable[str]) -> None:
    if value not in values:
        raise Refused("bad_value", at=(key,), key=key, value=cut(value), known=", ".join(values))


def _luck(luck: str = "auto", seed: int | str | None = None) -> dict[str, Any]:  # for `Match`
    """Who draws and from what seed; without a seed a new one is made and told."""
    _choose("luck", luck, ("auto", "manual"))
    return {"luck": luck, "seed": secrets.randbelow(10**9) if seed is None else seed}


# The session --------------------------------------------------------------------------------


def main(stdin: TextIO, stdout: TextIO) -> int:
    """Referee until ``quit`` or the end of the input. Gives the exit code.
    Both streams need a `buffer`: what comes in may be no text at all.
    """
    referee = Referee()
    try:
        for line in lines(stdin.buffer):
            stdout.buffer.write(referee.reply(line))
            stdout.buffer.flush()
            if referee.over:
                break
    except BrokenPipeError:
        return 1
    return 0
