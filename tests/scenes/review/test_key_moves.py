"""What was given away in a match: found while the computer rests, and told with what was better."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pygame
import pytest

from game.ai.analysis import Choice, choices
from game.ai.worker import Answer
from game.navigator import play_scene
from game.rules import GAMES, SHELF
from game.rules.core.match import Match, Series
from game.rules.core.protocol import CHANCE, AnyMove
from game.rules.ping_pao.state import Take
from game.rules.walomino.state import Attach
from game.scenes.core.context import Context
from game.scenes.core.stack import Stack
from game.scenes.play.key_moves import KeyMoves
from game.scenes.play.play_scene import AnyPlayScene
from game.scenes.review.highlights import Highlights
from game.scenes.review.telling import Telling
from game.scenes.walomino.cloth import key_of
from game.scenes.walomino.scene import WalominoScene
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
    single search and in games that are played on.
    """

    def __init__(self, losses: dict[int, tuple[float, float]]) -> None:
        self.losses, self.asked = losses, list[tuple[int, bool]]()
        self.stood, self.tickets = list[object](), 0
        self.own: tuple[AnyMove, ...] = ()
        """What the strongest player would have played, wherever it is asked."""
        self._answer: Answer | None = None

    def ask(
        self, game: str, view: object, seat: int, level: str, seed: str, *,
        choice: Choice | None = None,
    ) -> int:  # fmt: skip
        self.tickets += 1
        if seat == CHANCE:
            self.stood.append(view)
            self._answer = Answer(self.tickets, (), chances=(0.5, 0.5))
            return self.tickets
        if choice is None:
            assert level == "grandmaster"
            self._answer = Answer(self.tickets, self.own)
            return self.tickets
        proof = bool(choice.better)
        self.asked.append((choice.step, proof))
        loss = self.losses.get(choice.step, (0.0, 0.0))[proof]
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
def test_only_what_is_suspected_and_proved_is_a_key_move(rests: bool) -> None:
    match = played_out("jin_li", 2)
    first, second, third = [each.step for each in choices(match, False)][3:6]
    oracle = Oracle({first: (0.4, 0.3), second: (0.5, 0.0), third: (0.2, 0.6)})
    found = search(match, oracle, rests).found
    assert [(one.step, one.loss) for one in found] == [(third, 0.6), (first, 0.3)]
    seen = {index for index, proof in oracle.asked if not proof}
    assert seen == {each.step for each in choices(match, False)}
    proved = [index for index, proof in oracle.asked if proof]
    assert list(dict.fromkeys(proved)) == [second, first, third], "the worst comes first"


def test_what_the_strongest_player_would_have_played_is_no_key_move() -> None:
    match = played_out("jin_li", 2)
    first, second = list(choices(match, False))[3:5]
    assert first.played != second.played
    oracle = Oracle({first.step: (0.5, 0.9), second.step: (0.4, 0.3)})
    oracle.own = *first.played, *second.played
    assert [one.step for one in search(match, oracle).found] == [second.step]
    assert (first.step, True) not in oracle.asked, "it is played on from in vain"


def told(context: Context, game: str, seats: int) -> tuple[AnyPlayScene, Highlights, Stack]:
    """A finished match in which the third choice gave most away."""
    match = played_out(game, seats)
    play = play_scene(game)(context, Series(match), CHAIRS[: match.seats])
    choice = list(choices(match, game == "domi_jongg"))[2]
    other = next(m for m in match.game.moves(choice.view) if m != choice.played[0])
    play.key_moves.found.append(choice._replace(loss=0.42, better=(other,)))
    stack = headless.stack_of(context, play)
    stack.open(Highlights(context, play))
    scene = top(stack)
    assert isinstance(scene, Highlights)
    return play, scene, stack


@pytest.mark.parametrize("game", SHELF)
def test_a_story_asks_at_the_fork_and_then_tells_what_was_better(
    context: Context, game: str
) -> None:
    play, scene, stack = told(context, game, 2)
    mistake = play.key_moves.found[0]
    telling = scene.telling
    fork = next(n for n, m in enumerate(telling.moments)
                if m.first <= mistake.step < m.end)  # fmt: skip
    telling.show(fork)
    headless.wait(stack, 3)
    assert telling.phase == "before", "the story goes on before anybody has thought"
    assert "What would you have played" in telling.text
    scene.toggle()
    for _ in range(400):
        if telling.phase == "better":
            break
        headless.wait(stack, 0.1)
    stood = played_out(game, 2)
    stood.go_to(mistake.step)
    asked = play_scene(game)(context, Series(stood), CHAIRS[: stood.seats])
    headless.stack_of(context, asked)
    asked.show_moment(mistake.step)
    hint = asked.hint_text(mistake.better).rstrip(".")
    turn = next(steps for _, steps in play.match.turns() if mistake.step in steps)
    played = play.match.log[mistake.step : turn[-1] + 1]
    better = mistake.better
    why = context.texts.contrast(game, mistake.view, played, better)
    cost = "Of a hundred games from here on it would have won about 42 more."
    assert telling.text == " ".join(filter(None, [f"{hint}.", why, cost]))
    assert play.ghost == mistake.better[0]
    assert not any(tray.message for tray in play.trays), "words about what comes later are left"
    assert play.shown == mistake.step
    scene.cancel()
    headless.wait(stack, 0.5)
    assert play.ghost is None
    assert play.shown == play.match.cursor


@pytest.mark.parametrize("game", ["ping_pao", "walomino", "solitaire_pai_sho"])
def test_an_arrow_leads_from_the_seat_whose_turn_it_was_to_what_was_better(
    context: Context, game: str
) -> None:
    play, _, _ = told(context, game, 2)
    made = [one for one in choices(play.match, False) if len(play.places_of(one.played[0])) == 1]
    assert {one.seat for one in made[-12:]} == {0, 1}
    for choice in made[-12:]:
        play.show_moment(choice.step)
        step = choice.played[0]
        ends = play.way_of(step)
        home, goal = ends[::-1] if isinstance(step, Take) else ends
        if isinstance(step, Attach):
            assert isinstance(play, WalominoScene)
            cloth = play.pushing.cloth
            nearest = min(cloth.lying, key=lambda key: math.dist(cloth.middle(key), home))
            assert nearest == key_of(choice.seat, step.number), "another pair is pointed at"
        else:
            assert home == play.trays[choice.seat].middle
        assert play.board_box.has(goal)


@pytest.mark.parametrize("mode", ["cooperative", "uncooperative"])
def test_where_nobody_can_lose_no_chance_to_win_is_told(context: Context, mode: str) -> None:
    match = played_out("solitaire_pai_sho", 2, options={"mode": mode})
    play = play_scene("solitaire_pai_sho")(context, Series(match), CHAIRS)
    choice = list(choices(match, False))[2]
    other = next(m for m in match.game.moves(choice.view) if m != choice.played[0])
    play.key_moves.found.append(choice._replace(loss=0.42, better=(other,)))
    for index in play.key_moves.moments:
        play.key_moves.course[index] = (0.7, 0.3) if mode == "uncooperative" else (40.0, 40.0)
    telling = Telling(play)
    telling.show_turn(next(turn for turn in telling.turns if turn.first <= choice.step < turn.end))
    telling.phase = "better"
    assert telling.chance is None, "what an onlooker thinks stands beside what the seat knew"
    telling.phase = "before"
    chance = (0.7, 0.3)[telling.moment.seat] if mode == "uncooperative" else None
    assert telling.chance == chance


def test_a_turn_tells_the_chance_before_it_and_after_it(context: Context) -> None:
    play, scene, stack = told(context, "jin_li", 2)
    known, telling = play.key_moves, scene.telling
    assert telling.chance is None, "nothing is known yet"
    for n, index in enumerate(known.moments):
        known.course[index] = n / 100, 1 - n / 100
    telling.show_turn(telling.turns[6])
    assert telling.moment.seat == 0
    assert telling.chance == 0.06
    scene.telling.go_on()
    headless.wait(stack, 0.1)
    assert telling.chance == 0.07


def test_points_that_seats_do_not_show_are_not_shown_in_a_story_either(context: Context) -> None:
    play, scene, stack = told(context, "walomino", 2)
    laid = next(turn for turn in scene.telling.turns if turn.points)
    scene.telling.show_turn(laid)
    scene.telling.go_on()
    headless.wait(stack, 0.1)
    assert scene.telling.phase == "after"
    assert play.trays[laid.seat].score is None
    assert scene.telling.gained == 0


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_an_even_chance_lies_in_the_middle_and_every_seat_is_seen(
    context: Context, seats: int
) -> None:
    chairs = [Chair("person", name) for name in ("Anna", "Ben", "Clara", "David", "Eva")][:seats]
    play = play_scene("ping_pao")(context, Series(played_out("ping_pao", seats)), chairs)
    scene = Highlights(context, play)
    headless.stack_of(context, play, scene)
    course, known = scene._course, play.key_moves
    known.course[known.moments[0]] = tuple(1 / seats for _ in range(seats))
    known.course[known.moments[1]] = 1.0, *(0.0 for _ in range(seats - 1))
    heights = [course._bead_at(0, seat)[1] for seat in range(seats)]
    assert sum(heights) / seats == pytest.approx(course.box.center[1])
    assert course._bead_at(1, 0)[1] < course.box.y + 30 < course._bead_at(1, 1)[1]
    assert all(max(color) > 120 for color in course.colors), "too dark for dark wood"
    assert len(set(course.colors)) == seats


def test_a_course_begins_where_something_changes(context: Context) -> None:
    play, scene, _ = told(context, "walomino", 2)
    course, known = scene._course, play.key_moves
    even = len(known.moments) // 2
    left = course._across(0)
    for n, index in enumerate(known.moments):
        known.course[index] = (0.5, 0.5) if n <= even else (0.8, 0.2)
    assert course._across(even) == left < course._across(even + 1)
    for index in known.moments:
        known.course[index] = 0.5, 0.5
    assert left < course._across(even) < course._across(len(known.moments) - 1)


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
        scene.telling.go_on()
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
    assert {course.bead(moment)[1] for moment in course.moments} == {course.box.center[1]}
    blank = pygame.image.tobytes(headless.picture(stack), "RGB")
    for n, index in enumerate(known.moments):
        rest = (1 - n / 60) / (seats - 1)
        known.course[index] = (n / 60, *(rest for _ in range(seats - 1)))
    drawn = pygame.image.tobytes(headless.picture(stack), "RGB")
    assert (drawn == blank) is False
    heights = [course.bead(moment)[1] for moment in course.moments if not moment.seat]
    assert heights == sorted(heights, reverse=True), "a rising chance falls"
    assert all(course.box.has(course.bead(moment)) for moment in course.moments)
    context.ai_worker.close()
    context.store.close()
