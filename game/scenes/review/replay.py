"""A finished match to be watched: the board as it was at last, and all its moves beside it.

Nothing that is touched here changes anything; what was played stays as it is.
"""

from collections.abc import Sequence
from functools import partial

from game.rules.core.highlights import has_story
from game.rules.core.match import Series
from game.scenes.core.context import Context
from game.scenes.core.routes import ToHighlights, ToPlayOn, ToShare
from game.scenes.core.scene import Push
from game.scenes.play.move_list import Moves
from game.scenes.play.play_scene import AnyPlayScene, play_scene
from game.services.people import Chair
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.theme import GAP, TOUCH
from game.ui.widgets import Button, Label

LOW = 0.36
"""How much of an upright table the moves take at its lower end."""


class Replay(Moves):
    """One game of a series at a time, with a way to the others."""

    overlay = False
    name = "replay"
    play: AnyPlayScene
    """Here it lies under the list and is driven by it."""

    def __init__(self, context: Context, series: Series, chairs: Sequence[Chair]) -> None:
        self.whole, self.chairs = series, tuple(chairs)
        self.number = len(series.games) - 1
        super().__init__(context, watched(context, series, self.chairs, self.number))

    def room(self, size: Point) -> Box:
        """Where the moves lie: at the right, or on an upright table below the board."""
        if size[1] > size[0]:
            high = size[1] * LOW
            return Box(0, size[1] - high, size[0], high)
        return super().room(size)

    def _left(self, size: Point) -> Point:
        """How much of the table is left for the board."""
        room = self.room(size)
        return (room.x, size[1]) if room.h == size[1] else (size[0], room.y)

    def resize(self, size: Point) -> None:
        self.play.room = left = self._left(size)
        # Trays above and below would take their room from the board.
        self.play.fold(range(self.play.match.seats) if left[0] < left[1] else ())
        self.play.resize(left)
        super().resize(size)

    def head(self, inner: Box) -> list[Label | Button]:
        """The title; in a series with arrows to the games before and after."""
        found = super().head(inner)
        title, count = found[0], len(self.whole.games)
        assert isinstance(title, Label)
        title.text = self.t(f"{self.play.id}.name")
        if count == 1:
            return found
        title.text = self.t("book.game", number=self.number + 1, count=count)
        room = inner.w - 3 * (TOUCH + GAP) - 3 * GAP
        title.size *= min(1.0, room / self.metrics.width(title.text, title.size, "serif"))
        for icon, number, place in (("left", self.number - 1, 3), ("right", self.number + 1, 2)):
            button = Button("", partial(self.turn_to, number), icon=icon, look="round")
            x = inner.right - place * (TOUCH + GAP)
            button.place(Box(x, inner.y + GAP, TOUCH, TOUCH))
            button.enabled = 0 <= number < count
            found.append(button)
        return found

    def make_rows(self) -> list[Button]:
        """The turns, and after the last one the ways into their story and out of the house."""
        tell = partial(self.go, Push(ToHighlights(self.play)))
        take_along = partial(self.go, Push(ToShare(self.whole, self.chairs)))
        story = Button(self.t("story.offer"), tell, icon="rules", lined=True)
        share = Button(self.t("share.offer"), take_along, icon="share", lined=True)
        told = [story] if has_story(self.play.match) else []
        return [*super().make_rows(), *told, *([] if self.secret else [share])]

    @property
    def secret(self) -> bool:
        """Whether hands that are still hidden from somebody are seen here, as in a broken match."""
        return self.play.game.info.hidden and any(one.outcome is None for one in self.whole.games)

    def offers(self) -> list[Button]:
        """Playing on from the moment shown, unless the game is over there."""
        words = self.t("menu.play_on.offer")
        self.on_from_here = Button(words, self.play_on, icon="branch", lined=True)
        return [self.on_from_here]

    def go_to(self, index: int) -> None:
        super().go_to(index)
        states, game = self.play.match.states, self.play.match.game
        self.on_from_here.enabled = not self.secret and game.outcome(states[self.index]) is None

    def play_on(self) -> None:
        """Begin a new match at the moment shown."""
        chairs = [self.play.chair(seat) for seat in range(self.play.match.seats)]
        self.go(Push(ToPlayOn(self.play.match, self.index, chairs)))

    def turn_to(self, number: int) -> None:
        """Watch another game of the series."""
        self.number = number
        self.pause()
        self.leave()
        self.play = watched(self.context, self.whole, self.chairs, self.number)
        self.index = self.play.match.cursor
        self.resume()

    def resume(self) -> None:
        super().resume()  # what the table has to say is said here, not at the seats
        said = self.toasts
        self.play.resume()
        self.resize(self.size)
        self.toasts = said
        self.go_to(self.index)

    def pause(self) -> None:
        super().pause()
        self.running = False
        self.play.pause()

    def leave(self) -> None:
        self.play.leave()

    def beside(self) -> None:
        """A tap on the board goes on by a step; at the end everything is seen once more."""
        if self.index < self.play.match.cursor:
            self.step(1)
        else:
            self.toggle()

    def draw(self, canvas: Canvas) -> None:
        self.play.draw(canvas)
        super().draw(canvas)


def watched(context: Context, whole: Series, chairs: Sequence[Chair], number: int) -> AnyPlayScene:
    """The play scene of one of the games once it is over; nothing is kept."""
    part = Series(whole.games[0], whole.length)
    part.games = whole.games[: number + 1]
    part.current.go_to(len(part.current.log))
    scene = play_scene(part.current.game.info.id)(context, part, chairs)
    scene.replaying = scene.told_end = True
    scene.show_buttons(False)
    return scene
