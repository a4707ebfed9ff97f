"""The list of moves: it shows what was played, and of what was taken back nothing."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from game.rules import GAMES
from game.scenes.play.move_list import Moves
from game.services.people import Chair
from game.ui.canvas import Canvas
from game.ui.intents import Intent
from game.ui.theme import BODY
from tests.certain import top
from tests.scenes.table import ANNA, BEN, Table


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table("jin_li")
    for text in ("a1-b2", "@d4", "g7-f6", "@d3"):
        made.scene.commit(made.match.game.read(text))
        made.rest()
    yield made
    made.close()


def opened(table: Table) -> Moves:
    table.scene.controls.open_moves()
    table.key("hover")
    assert isinstance(top(table.stack), Moves)
    found: Moves = top(table.stack)
    return found


def test_list_and_slider_end_where_the_match_stands(table: Table) -> None:
    assert (table.match.cursor, len(table.match.log)) == (4, 4)
    assert opened(table).slider.high == 4
    table.key("cancel")
    table.scene.jump(2)
    moves = opened(table)
    assert (table.match.cursor, len(table.match.log)) == (2, 4)
    assert (moves.slider.high, moves.rows[-1][0]) == (2, 2)
    moves.go_to(4)
    assert table.scene.shown == 2


@pytest.mark.parametrize("game", GAMES)
def test_the_turn_that_is_shown_is_the_one_that_is_marked(game: str) -> None:
    """From its first step on: a row says what is seen, not what has been."""
    table, rng = Table(game, [ANNA, BEN][: GAMES[game].info.seats[0]]), random.Random(1)
    while len(table.match.log) < 40 and table.match.outcome is None:
        table.match.play(rng.choice(table.match.game.moves(table.match.state)))
    table.scene.jump(table.match.cursor)
    moves = opened(table)
    turns = [steps for _, steps in table.scene.turns()]
    for index in range(table.match.cursor + 1):
        moves.go_to(index)
        marked = [row.chosen for _, row in moves.rows]
        assert marked == [steps[0] < index <= steps[-1] + 1 for steps in turns], index
    table.close()


@pytest.mark.parametrize("seating", ["couch", "table"])
@pytest.mark.parametrize("game", GAMES)
def test_the_list_does_not_hide_what_was_done_last(game: str, seating: str) -> None:
    chairs = [ANNA, BEN][: GAMES[game].info.seats[0]]
    table, rng = Table(game, chairs, seating=seating), random.Random(2)
    while len(table.match.log) < 60 and table.match.outcome is None:
        table.match.play(rng.choice(table.match.game.moves(table.match.state)))
    table.scene.jump(table.match.cursor)
    moves = opened(table)
    for index in range(table.match.cursor, 0, -1):
        moves.go_to(index)
        table.wait(0.1)
        lies = moves.layers[0].frame.box
        assert not any(lies.has(at) for at in table.scene.seen_at(index)), index
    table.close()


CODE = re.compile(r"[()<>@+›]|\b[A-Z]{1,2}\d\b|\b[RWKBTJFL]\b|@|\{")
"""What only notation has: signs, and tiles by letters."""


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_every_step_is_told_in_words(game: str, language: str) -> None:
    chairs = [ANNA, BEN][: GAMES[game].info.seats[0]]
    for seed in (1, 2):
        table, rng = Table(game, chairs, language=language), random.Random(seed)
        while len(table.match.log) < 90 and table.match.outcome is None:
            table.match.play(rng.choice(table.match.game.moves(table.match.state)))
        for index, move in enumerate(table.match.log):
            told = table.scene.describe(index)
            assert told != table.match.game.write(move)
            assert not CODE.search(re.sub(r"\(\w+\)", "", told)), told
        table.close()


def test_the_name_of_a_computer_leaves_the_words_their_room() -> None:
    table = Table("jin_li", (Chair("computer", "Computer (Neighbour)", "newcomer"), ANNA))
    table.match.play(table.match.game.read("a1-b2"))
    table.match.play(table.match.game.read("@d4"))
    sizes = []
    drawn = Canvas.text
    moves = opened(table)
    with pytest.MonkeyPatch.context() as patched:
        def text(
            self: Canvas, words: str, point: tuple[float, float], size: float = BODY, *args: Any,
            **values: Any,
        ) -> float:
            sizes.append((words, size))
            return drawn(self, words, point, size, *args, **values)

        patched.setattr(Canvas, "text", text)
        table.picture()
    assert (moves.rows[0][1].text, BODY) in sizes
    table.close()


def test_running_through_it_stops_at_the_end(table: Table) -> None:
    moves = opened(table)
    moves.toggle()
    assert (moves.running, moves.index) == (True, 0)
    table.wait(6)
    assert (moves.running, moves.index) == (False, 4)


def test_its_button_tells_whether_it_runs(table: Table) -> None:
    moves, seen = opened(table), []
    for _ in range(3):
        moves.toggle()
        table.wait(0.1)
        seen.append(moves.run.icon)
    assert seen == ["pause", "play", "pause"]


def test_closing_it_shows_the_match_as_it_is(table: Table) -> None:
    moves = opened(table)
    moves.go_to(1)
    assert table.scene.shown == 1
    table.stack.on(Intent("release", (200, 500), pointer="f"))
    assert top(table.stack) is table.scene
    assert (table.scene.shown, table.scene.replaying) == (4, False)
