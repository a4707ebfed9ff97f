"""The games as phones see them: every legal move can be said by tapping."""

from __future__ import annotations

import gzip
import math
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from game.phones.boards import BOARDS, asked, ways
from game.phones.boards.picture import Board, Picture
from game.rules import GAMES
from game.rules.core.match import Match
from game.rules.core.protocol import CHANCE, AnyGame
from game.rules.core.record import read
from game.rules.domi_jongg.state import number
from game.rules.pai_sho.board import CODES, at
from game.rules.ping_pao.state import Lay
from game.rules.solitaire_pai_sho import state as pai_sho
from game.rules.walong import geometry
from game.rules.walong.geometry import HOME, centre
from game.scenes.domi_jongg.snake import calmest
from game.scenes.play.play_scene import play_scene
from game.services.texts import LANGUAGES, load
from game.shipped import ASSETS
from tests.phones.phones import wish
from tests.phones.sprites import outline, symbols

RECORDS = Path(__file__).parents[1] / "data" / "records"
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
languages = pytest.mark.parametrize("language", LANGUAGES)
laid_once = cache(calmest)
"""To lay a snake takes long, and it lies alike whatever is asked about it."""


@cache
def positions(game: AnyGame) -> list[Any]:
    """Positions of recorded games in which a seat acts: some dozens, from all parts of them, in
    the order in which they were played (the next snake then begins as the one before).
    """
    found = []
    for file in sorted(RECORDS.glob(f"{game.info.id}-*.txt.gz")):
        series = read(gzip.decompress(file.read_bytes()).decode("utf-8"), GAMES).series
        for match in series.games:
            found += [state for state in match.states if game.actor(state) not in (None, CHANCE)]
    chosen = random.Random(7).sample(range(len(found)), min(36, len(found)))
    return [found[number] for number in sorted(chosen)]


def views(game: AnyGame) -> Iterator[tuple[Any, int]]:
    """What the seat that acts sees, and the seat."""
    for state in positions(game):
        seat = game.actor(state)
        if seat is not None:
            yield game.observation(state, seat), seat


def board(game: AnyGame) -> Board:
    return BOARDS[game.info.id]


def picture(game: AnyGame, view: Any, seat: int) -> Picture:
    """What a phone shows."""
    scene: Any = object.__new__(play_scene(game.info.id))
    scene.match = SimpleNamespace(game=game)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("game.scenes.domi_jongg.scene.calmest", laid_once)
        return cast(Picture, scene.picture(view, seat))


@every_game
def test_every_legal_move_has_a_way_that_says_it_and_no_other(game: AnyGame) -> None:
    for view, seat in views(game):
        seen = picture(game, view, seat)
        said = ways(game.info.id, view, seen)
        assert {*said.values()} == {*game.moves(view)}
        for way, move in random.Random(1).sample([*said.items()], min(4, len(said))):
            assert wish(game.info.id, view, seen, way) == move


@every_game
def test_what_can_be_tapped_leads_to_every_move(game: AnyGame) -> None:
    """Every pick is a place of something seen, a word, or the last of several ways to lie."""
    for view, seat in views(game):
        seen = picture(game, view, seat)
        places = {item.place for item in (*seen.items, *seen.hand)}
        duty = asked(game.info.id, view, ways(game.info.id, view, seen))
        words = {way[0] for way in duty["ways"] if len(way) == 1} - places
        known = {*places, *words, *duty["ghosts"]}
        assert {pick for way in duty["ways"] for pick in way} <= known
        asks, _, phase = duty["prompt"].rpartition(".")
        for texts in map(load, LANGUAGES):
            assert {f"phone.word.{word}" for word in words} <= {*texts}
            assert f"{asks}.{next(iter(words), phase)}" in texts


@every_game
@languages
def test_every_seat_sees_every_position(game: AnyGame, language: str) -> None:
    """All faces are drawn, all that can be tapped is labelled, keys are one of a kind."""
    drawn, texts = symbols(), load(language)
    for state in positions(game):
        for seat in range(len(game.scores(state))):
            seen = picture(game, game.observation(state, seat), seat)
            keys = [item.key for item in seen.items]
            assert len(keys) == len({*keys})
            places = [item.place for item in seen.items if item.place]
            assert len(places) - len({*places}) <= len(getattr(state, "ends", ()))
            assert len(seen.held) == len(game.scores(state))
            for item in (*seen.items, *seen.hand):
                assert item.label or not item.place
                for word in (*item.label.split(), item.mark):
                    assert "." not in word or word in texts
                for layer in item.face.split("+"):
                    drawing = ASSETS / "art" / f"{layer}.svg"
                    assert drawing.exists() if "/" in layer else layer in drawn, layer


@every_game
def test_picks_that_say_no_move_are_told_apart_from_wrong_moves(game: AnyGame) -> None:
    rng = random.Random(3)
    for view, seat in views(game):
        seen = picture(game, view, seat)
        places = sorted({item.place for item in (*seen.items, *seen.hand)} - {""})
        places += ["", "zz", "--", "9@9", "'", "0", "a1/b2", "\x00", "(99,99)"]
        for _ in range(10):
            picks = tuple(rng.choice(places) for _ in range(rng.randrange(5)))
            try:
                move = wish(game.info.id, view, seen, picks)
            except (ValueError, LookupError):
                continue
            # it is a move of the game: the rules know what to say about it
            assert game.why_illegal(view, move) is None or move not in game.moves(view)


def refused(game: str, picks: str, state: Any = None) -> str | None:
    """Why picks are refused in a position, else at the start, as the refusal's key."""
    rules = GAMES[game]
    view = Match(rules, rules.info.seats[0], {}, seed=1).state if state is None else state
    seat = rules.actor(view)
    assert seat is not None
    view = rules.observation(view, seat)
    said = wish(game, view, picture(rules, view, seat), tuple(picks.split()))
    refusal = rules.why_illegal(view, said)
    return None if refusal is None else refusal.key


def test_what_does_not_glow_says_why_not() -> None:
    assert refused("jin_li", "a1 a2") is None
    assert refused("jin_li", "d4") == "no_koi"
    assert refused("jin_li", "a1 a3") == "over_water"
    assert refused("jin_li", "a1 g7") == "not_beside"
    assert refused("skud_pai_sho", "R R R R") == "accents_two"
    garden = Match(GAMES["solitaire_pai_sho"], 1, {"mode": "solitaire"}, seed=1)
    assert refused("solitaire_pai_sho", "K (1,1)", garden.state) is None
    garden.play(pai_sho.lay(garden.state.drawn[0], at(1, 1)))
    again = f"{CODES[garden.state.drawn[0]]} (1,1)"
    assert refused("solitaire_pai_sho", again, garden.state) == "point_taken"
    table = Match(GAMES["ping_pao"], 2, {"start": "first"}, seed=1)
    assert refused("ping_pao", "+0:0,0,0,0", table.state) is None
    table.play(Lay(HOME))
    assert refused("ping_pao", "0:0,0,0,0", table.state) == "still_building"
    table.play(table.game.moves(table.state)[0])
    assert refused("ping_pao", "0:0,0,0,0/2", table.state) == "own_colour"


def test_a_hand_is_told_to_nobody_else() -> None:
    """Two tables that differ in one seat's hand look alike to all others."""
    game = GAMES["domi_jongg"]
    for state in positions(game):
        for seat in range(len(state.hands)):
            hidden = game.determinize(game.observation(state, seat), seat, random.Random(1))
            twins = [picture(game, game.observation(each, seat), seat) for each in (state, hidden)]
            assert twins[0] == twins[1]


def test_a_snake_lies_on_phones_as_on_the_table() -> None:
    """Tiles overlap nothing, and what a head may be tapped at lies beside its tile."""
    game = GAMES["domi_jongg"]
    for state in positions(game):
        seat = game.actor(state)
        items = picture(game, state, seat or 0).items
        tiles = [item for item in items if item.key.startswith("tile")]
        assert [f"tile+domi_jongg/{laid.tile}" for laid in state.snake] == [t.face for t in tiles]
        assert {item.place for item in items if item.face == "head"} == {e.id for e in state.ends}
        boxes = [(t.x, t.y, *((2, 1.5) if t.angle else (1.5, 2))) for t in tiles]
        for n, (x, y, w, h) in enumerate(boxes):
            for x1, y1, w1, h1 in boxes[:n]:
                assert abs(x - x1) >= w + w1 or abs(y - y1) >= h + h1
        for head in (item for item in items if item.face == "head"):
            below = tiles[number(head.place)]
            assert math.hypot(head.x - below.x, head.y - below.y) <= 5


@every_game
def test_nonsense_is_said_to_be_none_and_what_is_right_is_told(game: AnyGame) -> None:
    view, seat = next(views(game))
    with pytest.raises((ValueError, LookupError)):
        wish(game.info.id, view, picture(game, view, seat), ("nonsense", "more", "end"))


def test_a_walong_on_a_phone_has_the_outline_that_the_rules_know() -> None:
    """Five curves around the centre, as exact as four digits are."""
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", outline())]
    points = [complex(x, -y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
    exact = [at - centre(HOME) for at in geometry.outline(HOME, 4)]
    for side in range(5):
        a, b, c, d = points[3 * side : 3 * side + 4]
        for step in range(4):
            t = step / 4
            u = 1 - t
            at = u**3 * a + 3 * u * u * t * b + 3 * u * t * t * c + t**3 * d
            assert abs(at - exact[4 * side + step]) < 2e-4
