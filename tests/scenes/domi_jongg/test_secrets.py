"""Nothing of a hidden hand shows: twin tables that differ in secrets alone look alike.

Both tables of a pair have the same snake, points and counts; hands that nobody may see here and
now, and the wall, are different. The same things happen at both, and every frame is compared.
"""

import random
from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game.rules.core.match import Match, Series
from game.rules.core.protocol import CHANCE
from game.rules.domi_jongg.state import STOP, Branch, Lay, Table
from game.rules.domi_jongg.tiles import GROUP
from game.scenes.domi_jongg.scene import DomiJonggScene
from game.scenes.domi_jongg.spots import Points, RackButton
from game.scenes.play.tray import LINK
from game.ui import sprites
from tests.certain import sure, top
from tests.scenes.domi_jongg.hands import PEOPLE, RULES, Players, state_with
from tests.scenes.table import COMPUTER
from tests.sweep import one_in
from tests.tools import headless
from tests.tools.showcase.games import tiles_laid

pytestmark = pytest.mark.usefixtures("nothing_painted")
PIXELS = (800, 600)
EVERY = 4
"""Frames between two that are compared."""


def shuffled(state: Table, knows: int, rng: random.Random) -> Table:
    """The same table with the hands and the wall that this seat does not know dealt anew."""
    found: Table = RULES.determinize(RULES.observation(state, knows), knows, rng)
    return found


def twins(state: Table, knows: int, fits: Callable[..., Any], seed: int = 1) -> tuple[Table, Table]:
    """A state and one that differs in secrets alone, in both of which `fits` holds."""
    rng = random.Random(seed)
    for _ in range(5000):
        other = shuffled(state, knows, rng)
        unlike = sum(a != b for a, b in zip(state.hands, other.hands, strict=True))
        if unlike >= len(state.hands) - 1 - (knows == CHANCE) and fits(other):
            assert RULES.observation(state, knows) == RULES.observation(other, knows)
            return state, other
    raise AssertionError("no twin was found")


def legal(*moves: Any) -> Callable[..., Any]:
    return lambda state: all(move in RULES.moves(state) for move in moves)


class Film:
    """The frames of what happens at one table."""

    def __init__(self, **settings: Any) -> None:
        headless.forget_pictures(sprites.SPRITES)
        self.table = Players(pixels=PIXELS, **settings)
        self.frames: list[Any] = []

    @property
    def scene(self) -> DomiJonggScene:
        found: DomiJonggScene = self.table.scene
        return found

    def frame(self) -> None:
        self.frames.append(hash(pygame.image.tobytes(self.table.picture(), "RGB")))

    def run(self, seconds: float) -> None:
        for number in range(round(seconds / headless.FRAME)):
            self.table.stack.update(headless.FRAME)
            if number % EVERY == 0:
                self.frame()

    def close(self) -> None:
        self.table.close()


def alike(
    states: tuple[Table, Table], script: Callable[..., Any], **settings: Any,
) -> tuple[list[Any], int]:
    """Play the script at both tables: (frames that differ, frames in all)."""
    films = []
    for state in states:
        film = Film(start=state, **settings)
        script(film)
        film.close()
        films.append(film.frames)
    assert len(films[0]) == len(films[1]) > 5
    assert len(set(films[0])) > 1, "nothing was to be seen at all"
    return [i for i, (a, b) in enumerate(zip(*films, strict=True)) if a != b], len(films[0])


def a_lay(state: Table) -> Lay:
    """A move of one tile that is no special, at any end."""
    moves = [m for m in RULES.moves(state) if isinstance(m, Lay) and GROUP[m.tile] != "special"]
    return moves[0]


def state_of(seats: int, tiles: int, seed: int = 5) -> Table:
    def may_lay(match: Match) -> bool:
        return any(isinstance(move, Lay) for move in RULES.moves(match.state))

    found: Table = tiles_laid(seats, tiles, may_lay, seed).state
    return found


# At the table -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", one_in(2, [2, 3, 6]))
def test_at_the_table_hands_lie_face_down_while_everybody_plays(seats: int) -> None:
    """A whole turn: picking by the backs, laying, drawing, and the next one's beginning."""
    state = state_of(seats, 24)
    move = a_lay(state)

    def script(film: Film) -> None:
        film.run(0.4)
        film.table.pick(move.tile)
        film.run(0.2)
        film.table.tap(move.end)
        film.run(0.8)
        film.table.tap(RackButton.CLOSE)
        film.run(2.5)

    wrong, total = alike(twins(state, CHANCE, legal(move)), script,
                         people=seats, seating="table")  # fmt: skip
    assert wrong == [], f"of {total} frames"


def test_at_the_table_dragging_a_tile_shows_its_back_alone() -> None:
    state = state_of(3, 24)
    move = a_lay(state)

    def script(film: Film) -> None:
        table, start = film.table, None
        table.turn_to(table.place(move.tile))
        start = table.spot(table.place(move.tile))
        table.send("press", start, pointer="touch:0:1")
        for at in ((500, 500), (700, 400), (900, 500)):
            table.send("drag", at, pointer="touch:0:1", moved=True)
            film.run(0.1)
        table.send("release", (60, 500), pointer="touch:0:1", moved=True)
        film.run(0.6)

    wrong, _ = alike(twins(state, CHANCE, legal(move)), script, people=3, seating="table")
    assert wrong == []


def test_at_the_table_a_refusal_does_not_name_the_tile() -> None:
    """At one table a dragon is refused at a number, at the other a character."""
    state = state_of(3, 24)
    end = next(e for e in state.ends if GROUP[e.tile] not in ("special", "dragon", "wind"))

    def misfits(one: Table) -> list[str]:
        fits = {m.tile for m in RULES.moves(one) if isinstance(m, Lay) and m.end == end.id}
        return [tile for tile in one.hands[one.turn] if tile not in fits]

    pair = twins(state, CHANCE, lambda s: misfits(s) and misfits(s)[-1] != misfits(state)[-1])

    def script(film: Film) -> None:
        film.table.pick(misfits(film.table.match.state)[-1])
        film.table.tap(end.id)
        film.run(5)

    wrong, _ = alike(pair, script, people=3, seating="table")
    assert wrong == []


@pytest.mark.parametrize("key", ["DJ-5", "DJ-6"])
def test_at_the_table_a_refusal_names_its_rule_and_opens_it_but_tells_no_hand(key: str) -> None:
    """The same words and the same page whatever is wrong; who holds the pad reads what it is."""
    hands = (("K1", "K3"), ("DR", "DW"), ("T4", "T5"))
    snake = (("K3", None, None), ("F3", "0R", 1))
    table = Players(3, start=state_with(hands, snake), seating="table")
    scene, move = table.scene, Lay("K1" if key == "DJ-5" else "K3", "1")
    refusal = sure(RULES.why_illegal(scene.latest, move))
    assert refusal.rule == key
    scene.refused(refusal)
    table.wait(0.1)
    tray = scene.trays[0]
    assert "DJ-5" in tray.words
    assert "DJ-6" in tray.words
    assert tray.rule == scene.last_rule == "DJ-5"
    x, y = sure(scene.racks.pad_at(0))
    table.send("press", (x, y), pointer="touch:0:7", source="touch")
    table.wait(0.1)
    headless.picture(table.stack)
    assert tray.words == table.context.texts.refusal("domi_jongg", refusal) + LINK
    table.close()


def test_at_the_table_a_hint_is_seen_only_by_who_holds_the_pad() -> None:
    state = state_of(3, 24)
    pair = twins(state, CHANCE, lambda s: RULES.moves(s)[0] != RULES.moves(state)[0]
                 and isinstance(RULES.moves(s)[0], Lay))  # fmt: skip

    def script(film: Film) -> None:
        scene = film.scene
        scene.show_hint(sure(scene.asked), RULES.moves(scene.shown_state)[:1])
        film.run(2)

    wrong, _ = alike(pair, script, people=3, seating="table")
    assert wrong == []
    film = Film(start=state, people=3, seating="table")
    film.scene.show_hint(sure(film.scene.asked), RULES.moves(state)[:1])
    film.frame()
    x, y = sure(film.scene.racks.pad_at(sure(film.scene.asked)))
    film.table.send("press", (x, y), pointer="touch:0:7", source="touch")
    film.frame()
    assert film.scene.racks.hinted(sure(film.scene.asked))
    film.close()


def test_at_the_table_peeking_shows_one_hand_and_no_other() -> None:
    state = state_of(3, 24)
    knows = state.turn

    def script(film: Film) -> None:
        x, y = sure(film.scene.racks.pad_at(knows))
        film.table.send("press", (x, y), pointer="touch:0:7", source="touch")
        film.run(0.6)
        film.table.tap(film.table.place(a_lay(state).tile), pointer="touch:0:1")
        film.run(0.3)
        film.table.send("release", (x, y), pointer="touch:0:7", source="touch")
        film.run(0.3)

    wrong, _ = alike(twins(state, knows, lambda _: True), script, people=3, seating="table")
    assert wrong == []


def test_a_peek_is_gone_in_the_frame_after_it() -> None:
    state = state_of(3, 24)
    film = Film(start=state, people=3, seating="table")
    film.frame()
    x, y = sure(film.scene.racks.pad_at(state.turn))
    film.table.send("press", (x, y), pointer="touch:0:7", source="touch")
    film.frame()
    film.table.send("release", (x, y), pointer="touch:0:7", source="touch")
    film.frame()
    before, while_held, after = film.frames
    assert before == after != while_held
    film.close()


# On the couch -----------------------------------------------------------------------------------


def test_on_the_couch_only_the_opened_hand_is_to_be_seen() -> None:
    """From the curtain through a turn, until a tile is drawn; the others' hands never show."""
    state = state_of(3, 24)
    move, knows = a_lay(state), state.turn

    def script(film: Film) -> None:
        film.run(0.4)
        film.table.draw_curtain()
        film.run(0.6)
        film.scene.show_hint(knows, [move])
        film.run(0.3)
        film.table.pick(move.tile)
        film.run(0.2)
        film.table.tap(move.end)
        film.run(1.0)
        film.table.tap(Points(1))
        film.run(0.3)

    wrong, _ = alike(twins(state, knows, lambda _: True), script, people=3)
    assert wrong == []


def test_on_the_couch_the_curtain_hides_everything() -> None:
    """Behind the curtain every hand may be another one, that of the next player too."""
    state = state_of(3, 24)

    def script(film: Film) -> None:
        film.frame()
        film.run(1.2)
        film.table.key("cancel")
        film.run(0.3)
        assert film.table.stack.top.name == "pause"
        film.table.key("cancel")
        film.run(0.3)
        film.table.stack.resize((600, 800))
        film.run(0.3)
        film.table.stack.resize(PIXELS)
        film.frame()

    wrong, _ = alike(twins(state, CHANCE, lambda _: True), script, people=3)
    assert wrong == []


def test_between_two_turns_no_hand_is_open() -> None:
    """From the moment a hand is covered until the next person draws the curtain."""
    state = state_of(3, 24)
    move, knows = a_lay(state), state.turn
    pair = twins(state, knows, lambda _: True)
    films = []
    for one in pair:
        film = Film(start=one, people=3)
        film.table.draw_curtain()
        film.table.make(move)
        film.table.tap(RackButton.CLOSE)
        covered = 0
        for _ in range(400):
            film.table.stack.update(headless.FRAME)
            if not any(film.scene.privacy.bare(seat) for seat in range(3)):
                film.frame()
                covered += 1
            if film.table.curtain is not None and covered > 20:
                break
        film.close()
        films.append(film.frames[:20])
    assert films[0] == films[1]
    assert len(films[0]) == 20


# Against computers ------------------------------------------------------------------------------


def test_a_computers_hand_never_shows_while_it_plays() -> None:
    """Seat 1 is a computer: it lays the same tile from two different hands, and draws."""
    state = state_of(3, 24)
    while state.turn != 1:
        state = state_of(3, len(state.snake) + 1)
    move, person = a_lay(state), 0
    chairs = (PEOPLE[0], COMPUTER, COMPUTER)

    def script(film: Film) -> None:
        film.table.context.ai_worker.ask = lambda *_: 1
        film.table.context.ai_worker.poll = lambda: None
        film.scene.play(move)
        film.run(1.2)
        film.scene.play(STOP)
        film.run(1.5)

    wrong, _ = alike(twins(state, person, legal(move)), script, chairs=chairs)
    assert wrong == []


def test_a_branch_from_another_hand_looks_alike_too() -> None:
    state = tiles_laid(3, 30, lambda m: any(isinstance(x, Branch) for x in RULES.moves(m.state)),
                   seed=9).state  # fmt: skip
    move = next(m for m in RULES.moves(state) if isinstance(m, Branch))

    def script(film: Film) -> None:
        film.table.pick(*move.tiles)
        film.run(0.2)
        film.table.tap(move.end)
        film.run(1.5)

    wrong, _ = alike(twins(state, CHANCE, legal(move)), script, people=3, seating="table")
    assert wrong == []


# What is asked and said -------------------------------------------------------------------------


def test_a_computer_is_told_its_own_view_and_nothing_else() -> None:
    state = state_of(3, 24)
    knows = state.turn
    asked = []
    for one in twins(state, knows, lambda _: True):
        chairs = tuple(COMPUTER if seat == knows else PEOPLE[seat] for seat in range(3))
        film = Film(start=one, chairs=chairs)
        film.table.context.ai_worker.ask = lambda *question: asked.append(question) or 1
        film.table.context.ai_worker.poll = lambda: None
        film.scene.computer_player.cancel()
        film.run(0.2)
        film.close()
    first, second = asked[0], asked[-1]
    assert first == second
    assert first[1] == RULES.observation(state, knows) != state


def test_a_hint_comes_from_the_view_alone() -> None:
    state = state_of(3, 24)
    knows, asked = state.turn, []
    for one in twins(state, knows, lambda _: True):
        film = Film(start=one, people=3)
        film.table.draw_curtain()
        film.table.context.ai_worker.ask = lambda *question: asked.append(question) or 1
        film.scene.ask_hint()
        film.close()
    assert asked[0] == asked[1]
    assert asked[0][1] == RULES.observation(state, knows)


def test_the_list_of_moves_never_names_a_tile_that_was_drawn_unseen() -> None:
    match, film = tiles_laid(3, 60), Film(people=3)
    scene, drawn = DomiJonggScene(film.table.context, Series(match), PEOPLE[:3]), 0
    for index, move in enumerate(match.log):
        if match.states[index].phase in ("deal", "draw"):
            text, drawn = scene.describe(index), drawn + 1
            assert scene.t(f"domi_jongg.tile.{move.tile}") not in text, text
    assert drawn > 20
    film.close()


def test_the_score_sheet_counts_tiles_and_names_none() -> None:
    film = Film(start=state_of(3, 24), people=3)
    film.table.draw_curtain()
    film.table.tap(Points(0))
    said = " ".join(str(getattr(row, "text", "")) for row in top(film.table.stack).rows())
    assert not any(tile in said.split() for hand in film.scene.shown_state.hands for tile in hand)
    film.close()
