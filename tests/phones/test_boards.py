"""The games as phones see them: every legal move can be said by tapping."""

from __future__ import annotations

import gzip
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from game.phones.boards import BOARDS, asked
from game.phones.boards.domi_jongg import lie
from game.phones.boards.picture import Board, Picture
from game.rules import GAMES
from game.rules.core.protocol import CHANCE, AnyGame
from game.rules.core.record import read
from game.rules.domi_jongg.state import Laid
from game.rules.walong import geometry
from game.rules.walong.geometry import HOME, centre
from game.services.texts import LANGUAGES, Texts
from game.shipped import ASSETS
from tests.phones.sprites import outline, symbols

RECORDS = Path(__file__).parents[1] / "data" / "records"
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
languages = pytest.mark.parametrize("language", LANGUAGES)


@cache
def positions(game: AnyGame) -> list[Any]:
    """Positions of recorded games in which a seat acts: some dozens, from all parts of them."""
    found = []
    for file in sorted(RECORDS.glob(f"{game.info.id}-*.txt.gz")):
        series = read(gzip.decompress(file.read_bytes()).decode("utf-8"), GAMES).series
        for match in series.games:
            found += [state for state in match.states if game.actor(state) not in (None, CHANCE)]
    return random.Random(7).sample(found, min(60, len(found)))


def views(game: AnyGame) -> Iterator[tuple[Any, int]]:
    """What the seat that acts sees, and the seat."""
    for state in positions(game):
        seat = game.actor(state)
        if seat is not None:
            yield game.observation(state, seat), seat


def board(game: AnyGame) -> Board:
    return BOARDS[game.info.id]


@every_game
def test_every_legal_move_has_a_way_that_says_it_and_no_other(game: AnyGame) -> None:
    for view, seat in views(game):
        said: dict[tuple[str, ...], Any] = {}
        for move in game.moves(view):
            ways = board(game).ways(view, move)
            assert ways, move
            for way in ways:
                assert said.setdefault(way, move) == move, way
                assert board(game).wish(view, seat, way) == move


@every_game
def test_what_can_be_tapped_leads_to_every_move(game: AnyGame) -> None:
    """Every pick is a place of something seen, a word, or the last of several ways to lie."""
    texts = Texts("en", strict=True)
    for view, seat in views(game):
        picture = board(game).picture(view, seat, texts)
        places = frozenset(item.place for item in (*picture.items, *picture.hand))
        duty = asked(game.info.id, view, places, texts)
        known = {*places, *(word for word, _ in duty["actions"]), *duty["ghosts"]}
        assert {pick for way in duty["ways"] for pick in way} <= known
        assert duty["prompt"]


@every_game
@languages
def test_every_seat_sees_every_position(game: AnyGame, language: str) -> None:
    """All faces are drawn, all that can be tapped is labelled, keys are one of a kind."""
    texts, drawn = Texts(language, strict=True), symbols()
    for state in positions(game):
        for seat in range(len(game.scores(state))):
            picture: Picture = board(game).picture(game.observation(state, seat), seat, texts)
            keys = [item.key for item in picture.items]
            assert len(keys) == len({*keys})
            assert len(picture.held) == len(game.scores(state))
            assert min(picture.box[2:]) > 0
            for item in (*picture.items, *picture.hand):
                assert item.label or not item.place
                for layer in item.face.split("+"):
                    drawing = ASSETS / "art" / f"{layer}.svg"
                    assert drawing.exists() if "/" in layer else layer in drawn, layer


@every_game
def test_picks_that_say_no_move_are_told_apart_from_wrong_moves(game: AnyGame) -> None:
    rng = random.Random(3)
    texts = Texts("en")
    for view, seat in views(game):
        picture = board(game).picture(view, seat, texts)
        places = sorted({item.place for item in (*picture.items, *picture.hand)} - {""})
        places += ["", "zz", "--", "9@9", "'", "0", "a1/b2", "\x00", "(99,99)"]
        for _ in range(40):
            picks = [rng.choice(places) for _ in range(rng.randrange(5))]
            try:
                move = board(game).wish(view, seat, picks)
            except ValueError:
                continue
            # it is a move of the game: the rules know what to say about it
            assert game.why_illegal(view, move) is None or move not in game.moves(view)


def test_a_hand_is_told_to_nobody_else() -> None:
    """Two tables that differ in one seat's hand look alike to all others."""
    game, texts = GAMES["domi_jongg"], Texts("en")
    for state in positions(game):
        for seat in range(len(state.hands)):
            hidden = game.determinize(game.observation(state, seat), seat, random.Random(1))
            twins = [
                board(game).picture(game.observation(each, seat), seat, texts)
                for each in (state, hidden)
            ]
            assert twins[0] == twins[1]


def test_no_two_tiles_of_a_snake_lie_in_one_cell_and_every_head_has_room() -> None:
    game = GAMES["domi_jongg"]
    longest = max(positions(game), key=lambda state: len(state.snake))
    assert len(longest.snake) > 20
    for state in positions(game):
        cells, spots = lie(state.snake)
        taken = [*cells, *spots.values()]
        assert len(taken) == len({*taken})
        assert spots.keys() == {end.id for end in state.ends}


def test_a_snake_makes_room_where_it_has_shut_itself_in() -> None:
    """However often it branches: nothing but the order of tiles says where they lie."""
    rng = random.Random(5)
    for _ in range(50):
        snake = [Laid("K1", "", -1)]
        ends = ["0L", "0R"]
        for number in range(1, 60):
            end = rng.choice(ends)
            snake.append(Laid("K1", end, 0))
            branches = end.isdecimal() and sum(laid.end == end for laid in snake) < 2
            if not branches or rng.random() < 0.8:
                ends.remove(end)
            ends.append(str(number))
        cells, spots = lie(snake)
        joints = set[complex]()
        for number, laid in enumerate(snake[1:], 1):
            start = cells[int(laid.end.strip("LR"))]
            step = cells[number] - start
            assert (step.real == 0) != (step.imag == 0)
            joints |= {start + step / abs(step) * n for n in range(1, int(abs(step)))}
        assert len({*cells, *spots.values()}) == len(snake) + len(spots)
        assert not {*cells, *spots.values()} & joints, "a joint runs over something"


@every_game
def test_nonsense_is_said_to_be_none_and_what_is_right_is_told(game: AnyGame) -> None:
    with pytest.raises(ValueError, match=r"no (move|point|step|side)"):
        board(game).wish(positions(game)[0], 0, ["nonsense", "more", "still more", "end"])


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
