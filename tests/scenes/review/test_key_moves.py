"""What was given away in a match: found while the computer rests, and told with what was better."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pygame
import pytest

from game.ai.analysis import Choice, choices
from game.ai.worker import Answer
from game.navigator import play_scene
from game.rules import GAMES, SHELF
from game.rules.core.match import Match, Series
from game.rules.core.protocol import CHANCE, AnyMove, Seat
from game.rules.ping_pao.state import Take
from game.rules.walomino.state import Attach
from game.scenes.core.context import Context
from game.scenes.core.stack import Stack
from game.scenes.play import key_moves
from game.scenes.play.key_moves import KeyMoves
from game.scenes.play.play_scene import AnyPlayScene
from game.scenes.review.highlights import Highlights
from game.scenes.review.replay import Replay
from game.scenes.review.telling import Telling
from game.scenes.solitaire_pai_sho.scene import SolitairePaiShoScene
from game.scenes.walomino.cloth import key_of
from game.scenes.walomino.scene import WalominoScene
from game.services.people import Chair, ChairKind
from game.ui import icons, theme
from game.ui.canvas import Canvas
from game.ui.intents import Intent
from tests.certain import top
from tests.strict_texts import StrictTexts
from tests.tools import headless
from tests.tools.showcase.games import played_out

CHAIRS = tuple(Chair("person", name) for name in ("Anna", "Ben"))
pytestmark = pytest.mark.usefixtures("judged")


@pytest.fixture
def context() -> Iterator[Context]:
    made = headless.context((1280, 720), "en")
    made.texts = StrictTexts(made.texts.language)
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
        self.proved = list[tuple[AnyMove, ...]]()
        """What is to be proved to be better."""
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
            self._answer = Answer(self.tickets, (), values=(0.5, 0.5))
            return self.tickets
        if choice is None:
            assert level == "grandmaster"
            self._answer = Answer(self.tickets, self.own)
            return self.tickets
        proof = bool(choice.better)
        self.asked.append((choice.step, proof))
        self.proved += [choice.better] if proof else []
        loss = self.losses.get(choice.step, (0.0, 0.0))[proof]
        other = next(m for m in GAMES[game].moves(choice.view) if m != choice.played[0])
        self._answer = Answer(self.tickets, (other,) if loss else (), loss)
        return self.tickets

    def poll(self) -> Answer | None:
        found, self._answer = self._answer, None
        return found

    def cancel(self) -> None:
        self._answer = None


@pytest.fixture(autouse=True)
def values_are_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    """What these workers answer says everybody's chances already."""
    monkeypatch.setattr(key_moves, "chances", lambda evaluator, values, played: values)


class Seer:
    """A worker that knows how everybody stood in a match, and what a choice in it gave away; it
    says nothing as long as it is silent.
    """

    def __init__(
        self, match: Match, stood: Callable[[int], tuple[float, ...]],
        losses: Mapping[int, float] | None = None,
    ) -> None:  # fmt: skip
        self.match, self.stood, self.losses = match, stood, losses or {}
        self.silent, self._tickets = False, 0
        self._answer: Answer | None = None

    def ask(
        self, game: str, view: object, seat: int, level: str, seed: str, *, choice: Choice | None
    ) -> int:
        self._tickets += 1
        if seat == CHANCE:
            step = next(n for n, state in enumerate(self.match.states) if state is view)
            self._answer = Answer(self._tickets, (), values=self.stood(step))
            return self._tickets
        loss = self.losses.get(choice.step, 0.0) if choice else 0.0
        moves = self.match.game.moves(choice.view) if choice and loss else ()
        other = [move for move in moves if choice and move != choice.played[0]]
        self._answer = Answer(self._tickets, tuple(other[:1]), loss)
        return self._tickets

    def poll(self) -> Answer | None:
        if self.silent:
            return None
        found, self._answer = self._answer, None
        return found

    def cancel(self) -> None:
        self._answer = None

    def close(self) -> None:
        """Nothing runs."""


def seen(
    context: Context, seer: Seer, chairs: Sequence[Chair] = CHAIRS
) -> tuple[AnyPlayScene, Highlights, Stack]:
    """The story of a match, opened before anything has been found out."""
    context.ai_worker = seer  # type: ignore[assignment]
    play = play_scene(seer.match.game.info.id)(context, Series(seer.match), chairs)
    stack = headless.stack_of(context, play)
    stack.open(Highlights(context, play))
    scene = top(stack)
    assert isinstance(scene, Highlights)
    return play, scene, stack


def drawn(stack: Stack) -> str:
    """All words of the picture that are written in one piece, and its icons."""
    words: list[str] = []
    text = Canvas.text
    with pytest.MonkeyPatch.context() as patched:
        def write(canvas: Canvas, said: str, *rest: Any, **more: Any) -> Any:
            words.append(said)
            return text(canvas, said, *rest, **more)

        patched.setattr(Canvas, "text", write)
        headless.picture(stack)
    return "\n".join(words)


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
    assert oracle.proved == [oracle.own], "nothing better is known than what the strongest plays"


def turn_of(play: AnyPlayScene, step: int) -> int:
    """The first step of the turn in which this one was made."""
    return next(steps[0] for _, steps in play.match.turns() if step in steps)


def told(context: Context, game: str, seats: int) -> tuple[AnyPlayScene, Highlights, Stack]:
    """A finished match in which the third choice gave most away."""
    match = played_out(game, seats)
    play = play_scene(game)(context, Series(match), CHAIRS[: match.seats])
    choice = list(choices(match, game == "domi_jongg"))[2]
    other = next(m for m in match.game.moves(choice.view) if m != choice.played[0])
    play.key_moves.found.append(choice._replace(loss=0.42, better=(other,)))
    play.key_moves.moved[turn_of(play, choice.step)] = 0.42
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
    cost = (
        "Of a hundred games from here on it would have won about 42 more than what was played."
    )
    assert telling.text == " ".join(filter(None, [f"{hint}.", why, cost]))
    assert play.ghost == mistake.better[0]
    assert not any(tray.message for tray in play.trays), "words about what comes later are left"
    assert play.shown == mistake.step
    scene.cancel()
    headless.wait(stack, 0.5)
    assert play.ghost is None
    assert play.shown == play.match.cursor


@pytest.mark.parametrize(("kinds", "asked"), [
    (("person", "computer"), [0]), (("person", "person"), [1]), (("computer", "computer"), [1]),
])  # fmt: skip
def test_a_story_asks_what_a_person_would_have_played_not_a_computer(
    context: Context, kinds: tuple[ChairKind, ChairKind], asked: list[Seat]
) -> None:
    match = played_out("ping_pao", 2)
    chairs = [Chair(kind, kind, "neighbour" if kind == "computer" else None) for kind in kinds]
    play = play_scene("ping_pao")(context, Series(match), tuple(chairs))
    for seat, loss in ((1, 0.6), (0, 0.4)):  # the second one gave more away
        choice = next(one for one in choices(match, False) if one.seat == seat)
        play.key_moves.found.append(choice._replace(loss=loss))
        play.key_moves.moved[turn_of(play, choice.step)] = loss
    headless.stack_of(context, play)
    telling = Telling(play)
    forks = list[Seat]()
    for moment in telling.moments:
        telling.show_turn(moment)
        forks += [moment.seat] if telling.forks else []
    assert forks == asked


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
        elif isinstance(play, SolitairePaiShoScene):
            assert home == play.places.desks[choice.seat].hand_at
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
    assert not telling.chances, "what an onlooker thinks stands beside what the seat knew"
    telling.phase = "before"
    chances = [(0.7, 0.3)[telling.moment.seat]] if mode == "uncooperative" else []
    assert telling.chances == chances


def test_a_turn_tells_the_chance_before_it_and_after_it(context: Context) -> None:
    play, scene, stack = told(context, "jin_li", 2)
    known, telling = play.key_moves, scene.telling
    assert not telling.chances, "nothing is known yet"
    for n, index in enumerate(known.moments):
        known.course[index] = n / 100, 1 - n / 100
    telling.show_turn(telling.turns[6])
    assert telling.moment.seat == 0
    assert telling.chances == [0.06]
    assert "chance to win 6 %" in drawn(stack)
    scene.telling.go_on()
    headless.wait(stack, 0.1)
    assert telling.chances == [0.06, 0.07]
    assert "chance to win 6 → 7 %" in drawn(stack)


def test_what_comes_with_every_turn_is_no_gain(context: Context) -> None:
    """A pair laid is a minus point less, for everybody in every turn, also in the last one."""
    _, scene, stack = told(context, "walomino", 2)
    turns = scene.telling.turns
    for laid in (*turns[-9:-1:4], turns[-1]):
        scene.telling.show_turn(laid)
        headless.wait(stack, 8)
        assert any(event.points for event in laid.events)
        assert scene.telling.phase == "after"
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
    telling.show_turn(telling.turns[-4])
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
    assert {course.bead(moment)[1] for moment in scene.telling.moments} == {course.box.center[1]}
    blank = pygame.image.tobytes(headless.picture(stack), "RGB")
    for n, index in enumerate(known.moments):
        rest = (1 - n / 60) / (seats - 1)
        known.course[index] = (n / 60, *(rest for _ in range(seats - 1)))
    drawn = pygame.image.tobytes(headless.picture(stack), "RGB")
    assert (drawn == blank) is False
    heights = [course.bead(moment)[1] for moment in scene.telling.moments if not moment.seat]
    assert heights == sorted(heights, reverse=True), "a rising chance falls"
    assert all(course.box.has(course.bead(moment)) for moment in scene.telling.moments)
    context.ai_worker.close()
    context.store.close()


# While it is told -------------------------------------------------------------------------------


def test_what_is_found_later_comes_into_the_open_story_which_says_that_it_looks(
    context: Context,
) -> None:
    match = played_out("jin_li", 2)
    blunder = match.turns()[9][1][0]
    before_it, after_it = (0.9, 0.1), (0.1, 0.9)
    seer = Seer(match, lambda at: before_it if at <= blunder else after_it, {blunder: 0.8})
    seer.silent = True
    play, scene, stack = seen(context, seer)
    stack.on(Intent("confirm", source="keys"))
    headless.wait(stack, 1)
    here = scene.telling.moment
    before = scene.telling.moments
    assert "Still looking" in drawn(stack)
    assert all(turn.first != blunder for turn in before), "it was key by its events"
    seer.silent = False
    headless.wait(stack, 12)
    assert play.key_moves.done
    assert scene.telling.moment is here, "the reader has been led elsewhere"
    end = scene.telling.turns[-1].first
    assert [turn.first for turn in scene.telling.moments] == [blunder, end]
    assert "Still looking" not in drawn(stack)
    x, y = scene.layers[0].frame.out(scene._course.bead(scene.telling.moments[0]))
    headless.tap(stack, x, y, pointer="touch:0:4")
    assert scene.telling.moment.first == blunder
    assert "What would you have played" in scene.telling.text


def lead_on(stack: Stack, way: str) -> None:
    """Go on as people do it."""
    scene: Any = top(stack)
    layer = scene.layers[0]
    if way == "page":
        stack.on(Intent("command", name="page_down", source="keys"))
    elif way == "shoulder":
        stack.on(Intent("turn", value=1, source="pad", pad=0))
    else:
        button = next(each for each in layer.targets() if getattr(each, "icon", "") == "right")
        x, y = layer.frame.out(button.box.center) if way == "button" else (900.0, 300.0)
        headless.tap(stack, x, y, pointer="touch:0:3")


@pytest.mark.parametrize("way", ["button", "board", "page", "shoulder"])
def test_every_way_on_shows_what_was_played_and_what_was_better_first(
    context: Context, way: str
) -> None:
    play, scene, stack = told(context, "jin_li", 2)
    telling, mistake = scene.telling, play.key_moves.found[0]
    telling.show_turn(next(turn for turn in telling.turns if turn.first == mistake.step))
    headless.wait(stack, 1)
    assert telling.phase == "before"
    lead_on(stack, way)
    headless.wait(stack, 0.1)
    assert telling.phase == "happening", "what was played is not seen to happen"
    lead_on(stack, way)
    assert telling.phase == "after"
    assert play.shown == telling.moment.end
    lead_on(stack, way)
    assert telling.phase == "better"
    assert play.ghost == mistake.better[0]
    lead_on(stack, way)
    assert telling.moment.first > mistake.step
    assert not telling.running or way == "board"


def test_ring_height_and_number_speak_of_the_same_moment(context: Context) -> None:
    play, scene, stack = told(context, "jin_li", 2)
    known, telling = play.key_moves, scene.telling
    mistake = known.found[0]
    for index in known.moments:
        known.course[index] = (0.96, 0.04) if index <= mistake.step else (0.04, 0.96)
    telling.show_turn(next(turn for turn in telling.turns if turn.first == mistake.step))
    seat, course = mistake.seat, scene._course
    place = known.moments.index(mistake.step)
    for later in (0, 1):
        at = scene.layers[0].frame.out(course._bead_at(place + later, seat))
        other = scene.layers[0].frame.out(course._bead_at(place + 1 - later, seat))
        picture = headless.picture(stack)
        assert shines(context, picture, at)
        assert not shines(context, picture, other)
        assert telling.chances[-1] == known.course[known.moments[place + later]][seat]
        telling.finish()


def shines(context: Context, picture: pygame.Surface, at: tuple[float, float]) -> bool:
    """Whether the ring of the present moment lies around this point of the table."""
    scale = picture.get_width() / context.size[0]
    x, y = (round(scale * each) for each in at)
    return tuple(picture.get_at((x, y - round(scale * 11.5))))[:3] == tuple(theme.LAMP)[:3]


@pytest.mark.parametrize("seed", [3, 5])
def test_the_cup_is_in_the_colour_of_who_has_won(
    context: Context, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = played_out("walomino", 2, seed)
    play = play_scene("walomino")(context, Series(match), CHAIRS)
    scene = Highlights(context, play)
    stack = headless.stack_of(context, play, scene)
    cups = list[tuple[int, ...]]()
    draw = icons.draw

    def note(canvas: Canvas, name: str, at: Any, size: float, color: Any) -> None:
        if name == "trophy":
            cups.append(tuple(color))
        draw(canvas, name, at, size, color)

    monkeypatch.setattr(icons, "draw", note)
    scene.telling.show(99)
    headless.picture(stack)
    assert not cups, "a cup before anybody has won"
    scene.telling.finish()
    headless.picture(stack)
    assert match.outcome is not None
    assert len(match.outcome.winners) == 1
    assert set(cups) == {tuple(scene._course.colors[match.outcome.winners[0]])}
    assert not scene.telling.chances, "whose chance that is cannot be seen beside the cup"


# Which turns are key ----------------------------------------------------------------------------


def test_turns_are_key_that_moved_the_chances_and_not_those_that_scored(context: Context) -> None:
    match = played_out("jin_li", 2)
    firsts = [steps[0] for _, steps in match.turns()]
    rise, fall = firsts[8], firsts[20]

    def stood(index: int) -> tuple[float, ...]:
        chance = 0.5 if index <= rise else 0.8 if index <= fall else 0.97
        return chance, 1 - chance

    _, scene, stack = seen(context, Seer(match, stood))
    assert len(scene.telling.moments) == 7, "events alone tell how it went as long as it is open"
    headless.wait(stack, 12)
    telling = scene.telling
    assert [turn.first for turn in telling.moments] == [rise, fall, firsts[-1]]
    assert [turn for turn in telling.turns if turn.points and turn not in telling.moments]


@pytest.mark.parametrize("swings", ["wavering", "rising"])
def test_at_most_seven_turns_are_key_and_none_where_who_just_moved_looks_better(
    context: Context, swings: str
) -> None:
    match = played_out("jin_li", 2)
    begun = [*(steps[0] for _, steps in match.turns()), match.cursor]
    place = {index: n for n, index in enumerate(begun)}

    def stood(index: int) -> tuple[float, ...]:
        inner = 0 < place[index] < len(begun) - 1
        wavering = 0.4 + 0.2 * (place[index] % 2) if inner else 0.5
        chance = wavering if swings == "wavering" else min(1.0, (place[index] / 14) ** 2)
        return chance, 1 - chance

    play, scene, stack = seen(context, Seer(match, stood))
    headless.wait(stack, 12)
    known, telling = play.key_moves, scene.telling
    assert known.done
    if swings == "wavering":
        edges = {begun[0], begun[1], begun[-3], begun[-2]}
        assert {turn.first for turn in telling.moments} <= edges
        return
    assert len(telling.moments) == 7
    told = {turn.first for turn in telling.moments[:-1]}
    rest = {turn.first for turn in telling.turns[:-1]} - told

    def rise(first: int) -> float:
        return stood(begun[place[first] + 1])[0] - stood(first)[0]

    assert max(map(rise, rest)) <= min(map(rise, told)) + 0.03, "others changed more"


def test_a_turn_without_a_choice_is_not_key() -> None:
    match = played_out("ping_pao", 2)
    forced = [steps[0] for seat, steps in match.turns()
              if seat != CHANCE and not any(match.chose(i, (0, 1)) for i in steps)]
    assert len(forced) > 2

    def stood(index: int) -> tuple[float, ...]:
        return (0.8, 0.2) if index <= forced[1] else (0.2, 0.8)

    known = KeyMoves(Seer(match, stood), match)  # type: ignore[arg-type]
    while match.cursor not in known.course:
        known.update()
    assert not known.moved


# Matches of computers ---------------------------------------------------------------------------


@pytest.mark.parametrize("again", [False, True])
def test_a_match_of_computers_alone_has_its_course_too(context: Context, again: bool) -> None:
    chairs = [Chair("computer", name, "regular") for name in ("Assam", "Sencha")]
    match = played_out("jin_li", 2)
    seer = Seer(match, lambda _at: (0.7, 0.3))
    context.ai_worker = seer  # type: ignore[assignment]
    if again:  # out of the guest book
        replay = Replay(context, Series(match), chairs)
        stack = headless.stack_of(context, replay)
        stack.open(Highlights(context, replay.play))
        play = replay.play
    else:
        play, _, stack = seen(context, seer, chairs)
    headless.wait(stack, 6)
    assert set(play.key_moves.course) == set(play.key_moves.moments)
    assert play.key_moves.done
