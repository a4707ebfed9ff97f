"""The referee: every command, every error, and nothing that a line could break."""

import ast
import io
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import VERSION
from game.ai import skills
from game.referee import server
from game.referee.requests import LIMIT
from game.referee.server import SHAPES, TURNS_LIMIT, Referee, main
from game.rules import GAMES
from game.rules.core import record
from game.rules.core.match import Match
from game.rules.core.protocol import turns, write_turn
from game.services.texts import LANGUAGES, Texts
from tests.strict_texts import StrictTexts
from tests.toy import TOY, Pebbles, Toy

ROOT = Path(__file__).parents[2]
ALL_GAMES = {**GAMES, "toy": TOY}
EACH_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


class Session:
    """A referee spoken to in requests instead of lines."""

    def __init__(self, shelf: dict[str, Any] = ALL_GAMES) -> None:
        self.referee = Referee(shelf)

    def __call__(self, cmd: str, **values: Any) -> dict[str, Any]:
        return self.line(json.dumps({"cmd": cmd, **values}).encode())

    def line(self, line: bytes | None) -> dict[str, Any]:
        reply = self.referee.reply(line)
        assert reply.endswith(b"\n")
        assert reply.count(b"\n") == 1
        found: dict[str, Any] = json.loads(reply)
        return found

    def ok(self, cmd: str, **values: Any) -> dict[str, Any]:
        answer = self(cmd, **values)
        assert answer.pop("ok") is True, answer
        return answer

    def error(self, cmd: str, **values: Any) -> str:
        answer = self(cmd, **values)
        assert answer["ok"] is False
        found: str = answer["error"]
        return found


@pytest.fixture
def ask() -> Session:
    return Session()


@pytest.fixture
def koi(ask: Session) -> Session:
    """A session in which Jin Li has begun."""
    ask.ok("new", game="jin_li", seed=1)
    return ask


def talk(*requests: Any) -> tuple[int, list[dict[str, Any]]]:
    """What `main` writes when these lines come in."""
    raw = b"".join(r if isinstance(r, bytes) else json.dumps(r).encode() + b"\n" for r in requests)
    sink = io.TextIOWrapper(io.BytesIO())
    code = main(io.TextIOWrapper(io.BytesIO(raw)), sink)
    written = sink.buffer.getvalue().decode("utf-8").split("\n")
    return code, [json.loads(line) for line in written if line]


# The session --------------------------------------------------------------------------------


def test_each_line_is_answered_until_quit() -> None:
    code, answers = talk({"cmd": "hello"}, b"\n", {"cmd": "quit"}, {"cmd": "hello"})
    assert code == 0
    assert [answer["ok"] for answer in answers] == [True, False, True]


def test_the_end_of_the_input_is_the_end() -> None:
    assert talk({"cmd": "hello"}) == (0, talk({"cmd": "hello"}, {"cmd": "quit"})[1][:1])
    code, answers = talk(b'{"cmd":"hello"}')
    assert (code, answers[0]["ok"]) == (0, True)


def test_a_listener_that_goes_away_is_no_disaster() -> None:
    class Gone(io.RawIOBase):
        def writable(self) -> Any:
            return True

        def write(self, data: Any) -> int:
            raise BrokenPipeError

    class Streams:
        buffer = Gone()

    assert main(io.TextIOWrapper(io.BytesIO(b"{}\n")), Streams()) == 1  # type: ignore[arg-type]


def test_in_a_process_of_its_own_nothing_draws() -> None:
    script = (
        "import sys; from game.referee.server import main; code = main(sys.stdin, sys.stdout);"
        "sys.exit(code if not {'pygame', 'pymunk'} & set(sys.modules) else 9)"
    )
    requests = [{"cmd": "new", "game": "jin_li"}, {"cmd": "suggest"}, {"cmd": "quit"}]
    raw = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run(
        [sys.executable, "-c", script], input=raw, capture_output=True, text=True, cwd=ROOT
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert [json.loads(line)["ok"] for line in done.stdout.splitlines()] == [True] * 3


def test_hello_tells_versions_and_chooses_the_language(ask: Session) -> None:
    assert ask.ok("hello") == {
        "protocol": 1, "program": "Walong Table", "version": VERSION, "lang": "en",
    }
    assert ask.ok("hello", lang="de")["lang"] == "de"
    assert ask("state")["message"] == Texts("de").t("referee.error.no_match")
    assert ask.ok("hello")["lang"] == "de"
    assert ask("hello", lang="fr")["message"] == (
        "„lang“ kann nicht „fr“ sein. Bekannt sind: en, de."
    )


@EACH_GAME
def test_games_are_told_with_seats_and_options(game: Any) -> None:
    told = {about["id"]: about for about in Session(GAMES).ok("games")["games"]}
    assert list(told) == list(GAMES)
    about = told[game.info.id]
    assert about["seats"] == list(game.info.seats)
    assert about["name"] == Texts("en").t(f"{game.info.id}.name")
    assert {key: option["values"] for key, option in about["options"].items()} == {
        option.key: list(option.values) for option in game.info.options
    }
    assert all(option["default"] == option["values"][0] for option in about["options"].values())


# Beginning ----------------------------------------------------------------------------------


def test_new_resolves_options(ask: Session) -> None:
    assert ask.ok("new", game="toy", seats=3, options={"cards": False}, seed="tea") == {
        "game": "toy", "seats": 3, "options": {"pile": 6, "cards": False}, "seed": "tea",
        "luck": "auto", "games": 1, "number": 1, "actor": 0, "ply": 1, "scores": [0, 0, 0],
        "outcome": None,
    }


def test_a_seed_that_is_not_given_is_made_and_told(ask: Session) -> None:
    seeds = {ask.ok("new", game="toy")["seed"] for _ in range(20)}
    assert len(seeds) == 20


def test_the_seed_told_plays_the_same_again(ask: Session) -> None:
    first = ask.ok("new", game="toy", options={"pile": 12})
    log = ask.ok("record")["record"]
    ask.ok("new", game="toy", options={"pile": 12}, seed=first["seed"])
    assert ask.ok("record")["record"] == log


WRONG_BEGINNINGS = [
    ({"game": "chess"}, "unknown_game", "game"),
    ({"game": "toy", "seats": 9}, "bad_seats", "seats"),
    ({"game": "toy", "options": {"size": 3}}, "unknown_option", "options.size"),
    ({"game": "toy", "options": {"pile": "6"}}, "bad_option", "options.pile"),
    ({"game": "toy", "options": {"cards": 1}}, "bad_option", "options.cards"),
    ({"game": "toy", "options": {"pile": [6]}}, "bad_option", "options.pile"),
    ({"game": "toy", "luck": "good"}, "bad_value", "luck"),
    ({"game": "toy", "games": 0}, "bad_games", "games"),
    ({"game": "toy", "games": 1000}, "bad_games", "games"),
    ({"game": 3}, "bad_type", "game"),
    ({"game": "toy", "seats": True}, "bad_type", "seats"),
    ({"game": "toy", "seats": 2.0}, "bad_type", "seats"),
    ({"game": "toy", "seed": 1.5}, "bad_type", "seed"),
    ({"game": "toy", "seed": "a\nb"}, "bad_type", "seed"),
    ({"game": "toy", "seed": "a  b"}, "bad_type", "seed"),
    ({"game": "toy", "seed": ""}, "bad_type", "seed"),
    ({"game": "toy", "seed": None}, "bad_type", "seed"),
    ({"game": "toy", "options": []}, "bad_type", "options"),
    ({}, "missing_key", "game"),
    ({"game": "toy", "sets": 2}, "unknown_key", "sets"),
]


@pytest.mark.parametrize(("values", "code", "at"), WRONG_BEGINNINGS)
def test_what_is_wrong_with_a_beginning_is_named(
    koi: Session, values: dict[str, Any], code: str, at: str,
) -> None:
    before = koi.ok("record")
    answer = koi("new", **values)
    assert (answer["error"], answer["at"]) == (code, [at])
    assert koi.ok("record") == before


def test_nothing_goes_without_a_match(ask: Session) -> None:
    free = {"hello", "games", "new", "position", "load", "quit"}
    needs: dict[str, dict[str, object]] = {"play": {"move": "a1-b2"}, "view": {"seat": 0}}
    for command in SHAPES.keys() - free:
        assert ask.error(command, **needs.get(command, {})) == "no_match"


# Lines --------------------------------------------------------------------------------------

WRONG_LINES = {
    b"": "bad_json",
    b"\n": "bad_json",
    b"hello": "bad_json",
    b'{"cmd":"hello"': "bad_json",
    b'{"cmd":"hello"}{}': "bad_json",
    b'{"cmd":"hello","cmd":"quit"}': "bad_json",
    b'{"cmd":"suggest","seconds":NaN}': "bad_json",
    b'{"cmd":"suggest","seconds":-Infinity}': "bad_json",
    b'{"cmd":"suggest","seconds":1e999}': "bad_json",
    b'{"cmd":"new","game":"toy","seed":' + b"9" * 5000 + b"}": "bad_json",
    b'{"cmd":"position","game":"toy","state":' + b'{"a":' * 100_000: "bad_json",
    b"[" * 100_000 + b"]" * 100_000: "bad_json",
    b'{"cmd":"hell\xff"}': "bad_utf8",
    b"\xed\xa0\x80": "bad_utf8",
    b"[]": "not_object",
    b"null": "not_object",
    b'"quit"': "not_object",
    b"{}": "missing_key",
    b'{"cmd":null}': "missing_key",
    b'{"cmd":["hello"]}': "bad_type",
    b'{"cmd":"__init__"}': "unknown_command",
    b'{"cmd":"\\ud800"}': "unknown_command",
    b'{"cmd":"HELLO"}': "unknown_command",
    b'{"cmd":"hello","\\ud800":1}': "unknown_key",
    b'{"cmd":"play"}': "missing_key",
    b'{"cmd":"play","move":"' + b"x" * 5000 + b'"}': "bad_type",
    b'{"cmd":"play","move":"\\ud800"}': "bad_notation",
    b'{"cmd":"suggest","seconds":0}': "bad_type",
    b'{"cmd":"suggest","seconds":true}': "bad_type",
    b'{"cmd":"legal","turns":1}': "bad_type",
    b'{"cmd":"view","seat":1e1}': "bad_type",
    b"x" * (LIMIT + 2): "too_long",
}


@pytest.mark.parametrize("line", WRONG_LINES, ids=[str(line[:40]) for line in WRONG_LINES])
def test_wrong_lines_get_an_error_and_the_match_goes_on(koi: Session, line: bytes) -> None:
    before = koi.ok("record")
    for reply in (koi.line(line if len(line) <= LIMIT else None), talk(line + b"\n")[1][0]):
        assert reply["ok"] is False
        assert reply["error"] == WRONG_LINES[line] or reply["error"] == "no_match"
        assert len(json.dumps(reply)) < 1500
    assert koi.ok("record") == before


def test_ten_megabytes_are_one_error() -> None:
    long = b'{"cmd":"' + b"x" * 10_000_000 + b'"}\n'
    code, answers = talk({"cmd": "games"}, long, long, {"cmd": "hello"}, long[:-1])
    assert [answer.get("error") for answer in answers] == [
        None, "too_long", "too_long", None, "too_long",
    ]
    assert code == 0


def test_a_line_of_just_the_limit_is_read() -> None:
    line = b'{"cmd":"hello"}'.ljust(LIMIT)
    assert [answer["ok"] for answer in talk(line + b"\n", line + b"\n")[1]] == [True, True]
    assert talk(line + b" \n")[1][0]["error"] == "too_long"


def test_line_ends_and_marks_of_other_systems_are_read() -> None:
    assert talk(b'\xef\xbb\xbf{"cmd":"hello"}\r\n')[1][0]["ok"]


# Playing ------------------------------------------------------------------------------------


def test_play_answers_what_happened(koi: Session) -> None:
    assert koi.ok("play", move="a1-b2") == {
        "steps": [{"seat": 0, "move": "a1-b2"}], "events": [], "actor": 0, "ply": 1,
        "scores": [0, 0], "outcome": None,
    }
    assert koi.ok("play", move="@d4")["actor"] == 1
    assert [s["move"] for s in koi.ok("play", move="g7-f6@d3")["steps"]] == ["g7-f6", "@d3"]


def test_points_are_events_with_words(ask: Session) -> None:
    ask.ok("hello", lang="de")
    state = {"koi": {"R": ["c3", "g1"], "Y": ["c5", "g7"]}, "stones": [], "hand": {"R": 0, "Y": 0}}
    plain = {**koi_state(), **state, "past": []}
    ask.ok("position", game="jin_li", state=plain)
    told = ask.ok("play", move="c3-c4")
    (event,) = told["events"]
    assert event["params"]["koi"] == "c4"
    assert (event["kind"], event["seat"], event["points"], event["places"], event["text"]) == (
        "score", 0, 1, ["c5"], "1 Punkt für einen Koi daneben.",
    )
    assert told["scores"] == [1, 0]


def koi_state() -> dict[str, Any]:
    game = GAMES["jin_li"]
    return dict(game.to_plain(game.start(2, {})))


@pytest.mark.parametrize(
    ("move", "rule", "at", "message"),
    [
        ("a1-c3", "JL-3", ["a1", "c3"], "A koi swims only to one of the eight squares around it."),
        ("a7-a6", "JL-2", ["a7"], "The koi on a7 is not yours."),
        ("a1-b2@b2", "JL-3", ["b2"], "There is a koi on b2."),
        ("--", "JL-8", ["a1", "g1"], Texts("en").t("jin_li.refusal.must_move")),
    ],
)
def test_an_illegal_move_says_rule_places_and_reason(
    koi: Session, move: str, rule: str, at: list[str], message: str,
) -> None:
    assert koi("play", move=move) == {
        "ok": False, "error": "illegal", "message": message, "at": at, "rule": rule,
    }
    assert koi.ok("state")["ply"] == 0


@EACH_GAME
def test_what_is_no_move_is_told_how_moves_look(game: Any) -> None:
    ask = Session()
    answer = ask.ok("new", game=game.info.id, seed=2)
    assert answer["actor"] != "luck"
    told = ask("play", move="?!")
    assert told["error"] == "bad_notation"
    assert StrictTexts("en").t(f"{game.info.id}.notation") in told["message"]
    for example in Texts("en").t(f"{game.info.id}.notation").split(", "):
        parts = game.split(example)
        assert all(game.write(game.read(part)) for part in parts), example


def test_legal_steps_and_turns(koi: Session) -> None:
    game, match = GAMES["jin_li"], Match(GAMES["jin_li"], 2)
    assert koi.ok("legal")["moves"] == [game.write(move) for move in game.moves(match.state)]
    told = koi.ok("legal", turns=True)
    assert told["actor"] == 0
    assert len(told["moves"]) == len(set(told["moves"])) == 270
    assert set(told["moves"]) == {write_turn(game, s) for s, _ in turns(game, match.state)}
    assert koi.ok("legal", turns=False) == koi.ok("legal")


def test_a_game_with_a_fast_way_to_list_turns_is_asked_for_it() -> None:
    class Fast(Toy):
        def turn_texts(self, state: Pebbles) -> list[str]:
            return ["t1", "t2", "t1"]

    ask = Session({"toy": Fast()})
    ask.ok("new", game="toy")
    assert ask.ok("legal", turns=True)["moves"] == ["t1", "t2"]


def test_too_many_turns_are_not_listed() -> None:
    class VirtualList(Toy):
        def turn_texts(self, state: Pebbles) -> Any:
            return (f"t{n}" for n in range(10**9))

    ask = Session({"toy": VirtualList()})
    ask.ok("new", game="toy")
    assert ask("legal", turns=True)["message"] == (
        f"There are more than {TURNS_LIMIT} turns here. Ask for steps instead."
    )


@EACH_GAME
def test_a_whole_game_is_what_the_match_plays(game: Any) -> None:
    rng, ask = random.Random(5), Session()
    begun = ask.ok("new", game=game.info.id, seed=5)
    match = Match(game, begun["seats"], begun["options"], seed=5)
    answer = begun
    for _ in range(60):
        if answer["actor"] is None:
            break
        moves = ask.ok("legal")["moves"]
        move = rng.choice(moves)
        answer = ask.ok("play", move=move)
        match.play(game.read(move))
        assert (answer["actor"], answer["ply"]) == (match.actor, match.cursor)
        assert answer["scores"] == list(game.scores(match.state))
    assert ask.ok("state")["state"] == json.loads(json.dumps(game.to_plain(match.state)))
    text = ask.ok("record")["record"]
    assert text == record.write(record.read(text, ALL_GAMES).series)
    assert ask.ok("load", record=text)["ply"] == match.cursor


def test_the_end_is_told(ask: Session) -> None:
    ask.ok("new", game="toy", luck="manual", options={"cards": False})
    for move in ("r3", "t3", "+1", "r3", "t3", "+-"):
        answer = ask.ok("luck" if move[0] == "r" else "play",
                        **{"outcome" if move[0] == "r" else "move": move})
    assert (answer["actor"], answer["outcome"]) == (None, {"winners": [0], "reason": "empty"})
    assert ask.ok("legal") == {"actor": None, "moves": []}
    assert ask.ok("legal", turns=True)["moves"] == []
    for command, values in {"play": {"move": "t1"}, "suggest": {}}.items():
        assert ask.error(command, **values) == "game_over"
    assert ask.error("luck") == "not_luck"


# Luck ---------------------------------------------------------------------------------------


def test_luck_by_hand_tells_outcomes_and_weights(ask: Session) -> None:
    ask.ok("new", game="toy", luck="manual", options={"cards": False})
    assert ask.ok("luck")["outcomes"] == [
        {"outcome": "r1", "weight": 3}, {"outcome": "r2", "weight": 2},
        {"outcome": "r3", "weight": 1},
    ]
    assert ask.ok("legal") == {"actor": "luck", "moves": ["r1", "r2", "r3"]}
    assert ask.ok("legal", turns=True) == ask.ok("legal")
    told = ask.ok("luck", outcome="r3")
    assert told["steps"] == [{"seat": "luck", "move": "r3"}]
    assert ask.ok("legal", turns=True)["moves"] == ["t1", "t2+1", "t2", "t3+1", "t3"]


@pytest.mark.parametrize("outcome", [{"cards": [1, 2]}, '{"cards":[1,2]}'])
def test_an_outcome_can_be_an_object(ask: Session, outcome: Any) -> None:
    assert ask.ok("new", game="toy", luck="manual")["actor"] == "luck"
    assert ask.ok("luck")["outcomes"] == []
    assert ask.ok("luck", outcome=outcome)["steps"][0]["move"] == '{"cards":[1,2]}'


def test_luck_and_seats_do_not_take_each_others_turns(ask: Session) -> None:
    ask.ok("new", game="toy", luck="manual", options={"cards": False})
    assert ask.error("play", move="r2") == "luck_acts"
    assert ask.error("suggest") == "luck_acts"
    ask.ok("luck", outcome="r2")
    assert ask.error("luck", outcome="r2") == "not_luck"
    assert ask.error("play", move="r2") == "illegal"


def test_luck_that_cannot_be_is_refused(ask: Session) -> None:
    ask.ok("new", game="toy", luck="manual", options={"cards": False})
    assert ask.error("luck", outcome="t2") == "illegal"
    assert ask.error("luck", outcome="r9") == "bad_notation"
    assert ask.error("luck", outcome={"r": 9}) == "bad_notation"
    assert ask.error("luck", outcome=2) == "bad_type"


# Looking ------------------------------------------------------------------------------------


def test_a_view_shows_what_the_seat_may_know(ask: Session) -> None:
    ask.ok("new", game="toy", luck="manual")
    ask.ok("luck", outcome={"cards": [3, 4]})
    assert ask.ok("state")["state"]["cards"] == [3, 4]
    assert ask.ok("view", seat=1)["view"]["cards"] == [-1, 4]
    answer = ask("view", seat=2)
    assert (answer["error"], answer["at"]) == ("bad_seat", ["seat"])
    assert ask.error("view", seat=-1) == "bad_seat"


@EACH_GAME
def test_a_state_begins_the_same_match_as_a_position(game: Any) -> None:
    ask, rng = Session(), random.Random(7)
    begun = ask.ok("new", game=game.info.id, seed=3)
    for _ in range(8):
        ask.ok("play", move=rng.choice(ask.ok("legal")["moves"]))
    state, legal = ask.ok("state")["state"], ask.ok("legal")
    told = ask.ok("position", game=game.info.id, options=begun["options"], state=state, seed=3)
    assert (told["seats"], told["ply"]) == (begun["seats"], 0)
    assert ask.ok("state")["state"] == state
    assert ask.ok("legal") == legal
    text = ask.ok("record")["record"]
    assert ask.ok("load", record=text)["actor"] == told["actor"]


def test_a_bag_too_full_to_draw_from_is_no_position(ask: Session) -> None:
    state: dict[str, Any] = {"board": [], "left": {"R3": 10**400, "W3": 2}}
    answer = ask("position", game="solitaire_pai_sho", state=state)
    assert (answer["error"], answer["at"]) == ("bad_position", ["left"])
    state["left"]["R3"] = 999
    ask.ok("position", game="solitaire_pai_sho", state=state)
    ask.ok("play", move=ask.ok("legal")["moves"][0])


def test_a_position_that_makes_no_sense_is_refused(koi: Session) -> None:
    before = koi.ok("record")
    plain = koi_state()
    answer = koi("position", game="jin_li", state={**plain, "koi": {"R": ["a1"], "Y": []}})
    assert answer["error"] == "bad_position"
    assert "koi" in answer["message"]
    assert answer["detail"]
    assert koi.error("position", game="toy", state={}) == "bad_position"
    assert koi.error("position", game="jin_li", state=plain, options={"x": 1}) == "unknown_option"
    assert koi.ok("record") == before


# Back and forth -----------------------------------------------------------------------------


def test_undo_and_redo_take_decisions_with_the_luck_after_them(ask: Session) -> None:
    begun = ask.ok("new", game="toy", options={"pile": 12}, seed=2)
    assert ask.error("undo") == "nothing_to_undo"
    played = ask.ok("play", move="t1")
    assert ask.error("redo") == "nothing_to_redo"
    assert ask.ok("undo")["ply"] == begun["ply"]
    assert ask.ok("redo")["ply"] == played["ply"]


def test_score_is_explained_line_by_line(ask: Session) -> None:
    ask.ok("new", game="toy", luck="manual", options={"cards": False})
    ask.ok("luck", outcome="r2")
    ask.ok("play", move="t2+1")
    told = ask.ok("score")
    assert told["scores"] == [3, 0]
    assert [(line["seat"], line["points"], line["key"]) for line in told["lines"]] == [
        (0, 2, "taken"), (0, 1, "taken"),
    ]
    assert (told["totals"], told["winners"]) == ([0, 0], [])


def test_a_series_goes_from_game_to_game(ask: Session) -> None:
    assert ask.ok("new", game="toy", games=2, seed=1)["games"] == 2
    assert ask.error("next") == "not_over"
    while ask.ok("state")["actor"] is not None:
        ask.ok("play", move=ask.ok("legal")["moves"][-1])
    told = ask.ok("next")
    assert (told["number"], told["scores"]) == (2, [0, 0])
    text = ask.ok("record")["record"]
    assert ask.ok("load", record=text)["number"] == 2
    while ask.ok("state")["actor"] is not None:
        ask.ok("play", move=ask.ok("legal")["moves"][-1])
    score = ask.ok("score")
    assert score["number"] == 2
    assert [score["totals"][p] for p in score["winners"]] == [max(score["totals"])]
    assert ask.error("next") == "series_over"


def test_a_wrong_record_names_the_line(koi: Session) -> None:
    before = koi.ok("record")["record"]
    answer = koi("load", record=before.replace("jin_li 1", "jin_li 9"))
    assert (answer["error"], answer["at"]) == ("bad_record", ["line 2"])
    assert answer["message"] == "The record is wrong in line 2."
    assert answer["detail"] == "line 2: jin_li has rules version 1 here, not 9"
    assert koi.ok("record")["record"] == before


# Suggestions --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", sorted(filter(skills.can_play, GAMES)))
def test_a_suggestion_is_a_legal_step(game: str) -> None:
    ask = Session()
    actor = ask.ok("new", game=game, seed=4)["actor"]
    told = ask.ok("suggest", seat=actor, seconds=0.2)
    assert told["seat"] == actor
    assert told["move"] == told["steps"][0]
    assert told["move"] in ask.ok("legal")["moves"]
    for step in told["steps"]:
        ask.ok("play", move=step)


def test_what_cannot_be_suggested_is_said(koi: Session) -> None:
    assert koi.error("suggest", level="genius") == "bad_value"
    assert koi("suggest", seat=1)["message"] == "It is the turn of seat 0."
    koi.ok("new", game="toy", options={"cards": False})
    assert koi.error("suggest") == "no_computer"


def test_a_suggestion_sees_only_the_view(monkeypatch: pytest.MonkeyPatch, koi: Session) -> None:
    seen = []

    def think(
        game: Toy, evaluator: str, view: Pebbles, seat: int, strength: str, rng: random.Random,
        seconds: float | None = None,
    ) -> tuple[str]:
        seen.append((view, seat, strength, seconds))
        return (game.moves(view)[0],)

    monkeypatch.setattr(skills, "think", think)
    monkeypatch.setattr(skills, "evaluator", lambda game: f"of {game}")
    monkeypatch.setattr(skills, "strength", lambda game, skill: skill.id)
    monkeypatch.setattr(skills, "can_play", lambda game: True)
    koi.ok("new", game="toy", luck="manual")
    koi.ok("luck", outcome={"cards": [3, 4]})
    koi.ok("luck", outcome="r2")
    told = koi.ok("suggest", level="master", seconds=2)
    assert told == {"seat": 0, "level": "master", "move": "t1", "steps": ["t1"]}
    ((view, seat, level, seconds),) = seen
    assert (view.cards, seat, level, seconds) == ((3, -1), 0, "master", 2)


# Robustness ---------------------------------------------------------------------------------


def test_a_mistake_of_the_table_changes_nothing(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(Toy):
        def apply(self, state: Pebbles, move: str) -> Pebbles:
            if move == "+1":
                raise ZeroDivisionError("a bug")
            return super().apply(state, move)

        def to_plain(self, state: Pebbles) -> dict[str, float]:
            return {"bad": float("nan")}

    ask = Session({"toy": Broken()})
    ask.ok("new", game="toy", luck="manual", options={"cards": False})
    ask.ok("luck", outcome="r3")
    ask.ok("play", move="t3")
    before = ask.ok("record")
    answer = ask("play", move="+1")
    assert (answer["error"], answer["detail"]) == ("internal", "ZeroDivisionError: a bug")
    assert ask.error("state") == "internal"
    assert ask.ok("record") == before
    assert [r.message for r in caplog.records if r.levelname == "ERROR"] == ["a request failed"] * 2


@cache
def codes() -> set[str]:
    """Every error code in the source of the referee."""
    found = {"illegal"}
    for name in ("server", "requests"):
        tree = ast.parse((ROOT / "game" / "referee" / f"{name}.py").read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused":
                assert isinstance(node.args[0], ast.Constant)
                found.add(str(node.args[0].value))
    return found


def test_every_error_has_a_text_and_every_text_an_error() -> None:
    prefix = "referee.error."
    texts = {key.removeprefix(prefix) for key in referee_texts() if key.startswith(prefix)}
    assert texts == codes() - {"illegal"}


def referee_texts() -> dict[str, str]:
    from game.services.texts import load

    return dict(load("en"))


def test_every_command_and_error_is_documented() -> None:
    page = (ROOT / "docs" / "referee.md").read_text("utf-8")
    assert [code for code in sorted(codes()) if f"`{code}`" not in page] == []
    assert [command for command in SHAPES if f'"cmd":"{command}"' not in page] == []
    assert [level for level in skills.SKILL if f'"{level}"' not in page] == []


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner,
                                                                max_size=3),
    max_leaves=6,
)
LIKELY = st.sampled_from(
    ["jin_li", "toy", "a1-b2", "@d4", "a1-b2@d4", "r2", "t2+1", 0, 1, 2, -1, True, 0.001, "de",
     "auto", "manual", "newcomer", {"cards": [1, 2]}, {"cards": ["x"]}, {"pile": 12}, {},
     "Walong Table record 1\ngame: toy\nseats: 2\n", koi_state()]
)
KEYS = st.sampled_from(sorted({k for s in SHAPES.values() for k in (*s.needs, *s.takes)} | {"x"}))


@st.composite
def fuzzed_requests(draw: st.DrawFn) -> dict[str, Any]:
    command = draw(st.sampled_from([*SHAPES, "?"]))
    shape = SHAPES.get(command)
    keys = [*shape.needs, *draw(st.lists(st.sampled_from([*shape.takes, "x"]), max_size=2))] \
        if shape else draw(st.lists(KEYS, max_size=2))
    return {"cmd": command, **{key: draw(LIKELY | JSON) for key in keys}}


@given(st.lists(st.binary(max_size=60) | st.text(max_size=60).map(str.encode), max_size=6))
@settings(max_examples=150, deadline=None)
def test_no_bytes_break_the_session(fuzz: list[bytes]) -> None:
    ask = Session()
    ask.ok("new", game="jin_li", seed=1)
    before = ask.ok("record")
    for line in fuzz:
        answer = ask.line(line)
        assert answer["ok"] is False or "{" in line.decode()
        assert answer.get("error") != "internal"
    assert ask.ok("record") == before


@given(st.lists(fuzzed_requests(), max_size=8))
@settings(max_examples=80, deadline=None)
def test_no_request_breaks_the_session(fuzz: list[Any]) -> None:
    ask = Session()
    ask.ok("new", game="toy", luck="manual", seed=1)
    for request in fuzz:
        before = record_of(ask)
        answer = ask.line(json.dumps(request).encode())
        assert answer["ok"] in (True, False)
        if not answer["ok"]:
            assert answer["error"] in codes() - {"internal"}, answer
            assert answer["message"]
            assert record_of(ask) == before


def record_of(ask: Session) -> str | None:
    series = ask.referee.series
    return record.write(series) if series else None


def test_answers_are_unicode_in_any_case() -> None:
    for language in LANGUAGES:
        told = talk({"cmd": "hello", "lang": language}, b'{"cmd":"\\ud800\xe2\x80\xa8"}\n')[1][1]
        assert told["error"] == "unknown_command"


def test_the_module_says_what_is_public() -> None:
    assert set(server.COMMANDS) == set(SHAPES)


# Every game against nonsense ----------------------------------------------------------------

JUNK: tuple[Any, ...] = (
    None, True, -1, 0, 10**30, 1.5, "", "x", [], [[]], {}, {"a": 1}, [1, 2], "ö",
)  # fmt: skip


def places_in(plain: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every path into a JSON value but the empty one."""
    items = plain.items() if isinstance(plain, dict) else enumerate(plain)
    for key, value in items:
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from places_in(value, (*path, key))


def spoiled(plain: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A copy of a state with something in it replaced or left out."""
    plain = json.loads(json.dumps(plain))
    *path, last = rng.choice(list(places_in(plain)))
    inner = plain
    for key in path:
        inner = inner[key]
    if rng.random() < 0.2:
        del inner[last]
    else:
        inner[last] = json.loads(json.dumps(rng.choice(JUNK)))
    return plain


@EACH_GAME
def test_a_spoiled_state_is_refused_or_can_be_played(game: Any) -> None:
    rng, ask = random.Random(f"spoil {game.info.id}"), Session()
    for seed in range(3):
        begun = ask.ok("new", game=game.info.id, seed=seed)
        for _ in range(20 * seed):
            if ask.ok("state")["actor"] is not None:
                ask.ok("play", move=rng.choice(ask.ok("legal")["moves"]))
        state = ask.ok("state")["state"]
        given = {"game": game.info.id, "options": begun["options"]}
        assert ask.ok("position", state=state, **given)
        for _ in range(60):
            answer = ask("position", state=spoiled(state, rng), **given)
            assert answer.get("error", "bad_position") in ("bad_position", "bad_options"), answer
            for command in ("legal", "state", "score", "record"):
                ask.ok(command)


@EACH_GAME
def test_spoiled_moves_are_no_moves_or_refused(game: Any) -> None:
    rng, ask = random.Random(f"moves {game.info.id}"), Session()
    ask.ok("new", game=game.info.id, seed=1)
    for _ in range(15):
        moves = ask.ok("legal")["moves"]
        before = ask.ok("record")
        for _ in range(12):
            signs = list(rng.choice(moves) + rng.choice(("", rng.choice(moves))))
            signs[rng.randrange(len(signs))] = rng.choice(["", "0", "99", "-", "(", ",", "²", " "])
            answer = ask("play", move="".join(signs))
            if answer["ok"]:
                ask.ok("load", **before)
            else:
                assert answer["error"] in ("bad_notation", "illegal"), answer
        assert ask.ok("record") == before
        if ask.ok("play", move=rng.choice(moves))["actor"] is None:
            break
