"""What was given away in a match: found while the computer rests, and told with what was better."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.ai.analysis import Choice, Judgement, choices
from game.ai.worker import Answer
from game.navigator import play_scene
from game.rules import GAMES, SHELF
from game.rules.core.match import Match, Series
from game.scenes.core.context import Context
from game.scenes.core.stack import Stack
from game.scenes.play.key_moves import KeyMoves
from game.scenes.play.play_scene import AnyPlayScene
from game.scenes.review.highlights import Highlights
from game.services.people import Chair
from tests.certain import top
from tests.tools import headless
from tests.tools.showcase.games import played_out

CHAIRS = tuple(Chair("person", name) for name in ("Anna", "Ben"))
pytestmark = pytest.mark.usefixtures("judged")


@pytest.fixture
def context() -> Iterator[Context]:
    made = headless.context((1280, 720), "en")
    made.texts.strict = True
    yield made
    made.ai_worker.close()
    made.store.close()


class Oracle:
    """A worker that answers at once: it knows what the choices at some steps gave away, to a
    player at a glance and to the strongest one.
    """

    def __init__(self, losses: dict[int, tuple[float, float]]) -> None:
        self.losses, self.asked = losses, list[tuple[int, str]]()
        self.stood, self.tickets = list[object](), 0
        self._answer: Answer | None = None

    def ask(
        self, game: str, view: object, seat: int, level: str, seed: str, *,
        choice: Choice | None = None,
    ) -> int:  # fmt: skip
        self.tickets += 1
        if choice is None:
            self.stood.append(view)
            self._answer = Answer(self.tickets, (), chances=(0.5, 0.5))
            return self.tickets
        self.asked.append((choice.step, level))
        loss = self.losses.get(choice.step, (0.0, 0.0))[level == "grandmaster"]
        other = next(m for m in GAMES[game].moves(choice.view) if m != choice.played[0])
        self._answer = Answer(self.tickets, (other,) if loss else (), loss)
        return self.tickets

    def poll(self) -> Answer | None:
        found, self._answer = self._answer, None
        return found

    def cancel(self) -> None:
        self._answer = None


def search(match: Match, oracle: Oracle, rests: bool = False) -> KeyMoves:
    found = KeyMoves(oracle, match)  # type: ignore[arg-type]
    for frame in range(900):
        if rests and frame % 7 == 3:
            found.rest()
        found.update()
    return found


@pytest.mark.parametrize("rests", [False, True])
def test_only_what_the_strongest_player_confirms_is_a_key_move(rests: bool) -> None:
    match = played_out("jin_li", 2)
    first, second, third = [each.step for each in choices(match, False)][3:6]
    oracle = Oracle({first: (0.4, 0.3), second: (0.5, 0.0), third: (0.2, 0.6)})
    found = search(match, oracle, rests).found
    assert [(one.choice.step, one.loss) for one in found] == [(third, 0.6), (first, 0.3)]
    seen = {index for index, level in oracle.asked if level == "master"}
    assert seen == {each.step for each in choices(match, False)}
    assert {index for index, level in oracle.asked if level == "grandmaster"} == {
        first, second, third,
    }  # fmt: skip


def finished(game: str, seats: int) -> Match:
    return played_out(game, seats, options={} if seats == 1 else None)


def told(context: Context, game: str, seats: int) -> tuple[AnyPlayScene, Highlights, Stack]:
    """A finished match in which the third choice gave most away."""
    match = finished(game, seats)
    play = play_scene(game)(context, Series(match), CHAIRS[: match.seats])
    choice = list(choices(match, game == "domi_jongg"))[2]
    other = next(m for m in match.game.moves(choice.view) if m != choice.played[0])
    play.key_moves.found.append(Judgement(choice, 0.42, (other,)))
    stack = headless.stack_of(context, play)
    stack.open(Highlights(context, play))
    scene = top(stack)
    assert isinstance(scene, Highlights)
    return play, scene, stack


@pytest.mark.parametrize(
    ("game", "seats"), [*((game, 2) for game in SHELF), ("solitaire_pai_sho", 1)]
)
def test_a_story_asks_at_the_fork_and_then_tells_what_was_better(
    context: Context, game: str, seats: int
) -> None:
    play, scene, stack = told(context, game, seats)
    mistake = play.key_moves.found[0]
    telling = scene.telling
    fork = next(n for n, m in enumerate(telling.moments)
                if m.first <= mistake.choice.step < m.end)  # fmt: skip
    telling.show(fork)
    headless.wait(stack, 3)
    assert telling.phase == "before", "the story goes on before anybody has thought"
    assert "What would you have played" in telling.text
    scene.toggle()
    for _ in range(400):
        if telling.phase == "better":
            break
        headless.wait(stack, 0.1)
    stood = finished(game, seats)
    stood.go_to(mistake.choice.step)
    asked = play_scene(game)(context, Series(stood), CHAIRS[: stood.seats])
    headless.stack_of(context, asked)
    hint = asked.hint_text(mistake.better).rstrip(".")
    turn = next(steps for _, steps in play.match.turns() if mistake.choice.step in steps)
    played = play.match.log[mistake.choice.step : turn[-1] + 1]
    better = mistake.better
    why = context.texts.contrast(game, "given", mistake.choice.view, played, better)
    cost = "The chance to win would have been about 42 % higher."
    alone = "That would have kept more of the garden."
    said = [f"{hint}.", why, alone if seats == 1 else cost]
    assert telling.text == " ".join(filter(None, said))
    assert play.arrow == mistake.better[0]
    assert play.shown == mistake.choice.step
    scene.cancel()
    headless.wait(stack, 0.5)
    assert play.arrow is None
    assert play.shown == play.match.cursor


def test_how_everybody_stood_is_asked_first_and_is_all_known_in_the_end() -> None:
    match = played_out("jin_li", 2)
    oracle = Oracle({})
    found = search(match, oracle)
    begun = [steps[0] for _, steps in match.turns()]
    assert found.moments == [*begun, match.cursor]
    assert oracle.stood == [match.states[index] for index in found.moments]
    assert set(found.course) == set(found.moments)
    assert found.done


def test_a_touch_anywhere_on_the_course_leads_to_that_turn(context: Context) -> None:
    play, scene, stack = told(context, "jin_li", 2)
    course, telling, frame = scene._course, scene.telling, scene.layers[0].frame
    seen = set()
    for place in range(1, 30):
        at = course.box.x + course.box.w * place / 30, course.box.center[1]
        headless.tap(stack, *frame.out(at), pointer="touch:0:4")
        turn = telling.moment
        assert play.shown == turn.first
        seen.add(turn.first)
        others = [abs(course._across(course._place[each.first] + 1) - at[0])
                  for each in telling.turns]  # fmt: skip
        mine = abs(course._across(course._place[turn.first] + 1) - at[0])
        assert mine == min(others) or (turn in telling.moments and mine < 8)
        scene.skip()
        assert telling.text
    assert len(seen) > len(telling.moments), "only beads can be reached"
    assert not telling.running
    scene.toggle()
    headless.wait(stack, 20)
    assert telling.last, "from any turn it goes on to the end"


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("pixels", [(1280, 720), (800, 600), (1080, 1920)])
def test_the_course_grows_with_what_is_known_and_stays_in_its_place(
    seats: int, pixels: tuple[int, int]
) -> None:
    context = headless.context(pixels, "de")
    chairs = [Chair("person", name) for name in ("Anna", "Ben", "Clara", "David")][:seats]
    match = played_out("ping_pao", seats)
    play = play_scene("ping_pao")(context, Series(match), chairs)
    scene = Highlights(context, play)
    stack = headless.stack_of(context, play, scene)
    scene.toggle()
    course, known = scene._course, play.key_moves
    assert {course.bead(n)[1] for n in range(len(course.moments))} == {course.box.center[1]}
    blank = pygame.image.tobytes(headless.picture(stack), "RGB")
    for n, index in enumerate(known.moments):
        rest = (1 - n / 60) / (seats - 1)
        known.course[index] = (n / 60, *(rest for _ in range(seats - 1)))
    drawn = pygame.image.tobytes(headless.picture(stack), "RGB")
    assert (drawn == blank) is False
    heights = [course.bead(n)[1] for n, moment in enumerate(course.moments) if not moment.seat]
    assert heights == sorted(heights, reverse=True), "a rising chance falls"
    assert all(course.box.has(course.bead(n)) for n in range(len(course.moments)))
    context.ai_worker.close()
    context.store.close()
