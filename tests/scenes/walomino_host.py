"""A bare scene that hosts what comes before play in Walomino, for tests of that alone."""

from game import headless
from game.rules import SHELF
from game.rules.match import Match, Series
from game.scenes.play import PlayScene
from game.scenes.walomino_preparing import Preparation
from game.ui import skin, sprites
from tests.scenes.table import ANNA, BEN, Table

SEATS = ((217, 164, 65), (95, 168, 160), (199, 122, 139), (143, 160, 200))


class Host(PlayScene):
    """Linen and trays, and nothing once play begins."""

    name = "walomino"
    square = False
    depth = 215.0

    def __init__(self, *args, **kwargs):
        self.preparing = None
        super().__init__(*args, **kwargs)
        self.preparing = Preparation(self)

    def seat_color(self, seat):
        return SEATS[seat]

    def arrange(self):
        self.preparing.arrange()

    def refresh(self):
        self.preparing.refresh()

    def resume(self):
        super().resume()
        self.preparing.opened()

    def pause(self):
        super().pause()
        self.preparing.rest()

    def paint_ground(self, canvas):
        skin.ground(canvas)
        rect = canvas.rect(self.layout.board)
        canvas.surface.blit(sprites.inset("linen.jpg", rect.size, canvas.px(26)), rect)

    def _board(self, intent):
        if not (self.preparing.active and self.preparing.on(intent)):
            super()._board(intent)

    @property
    def moving(self):
        return super().moving or self.preparing.moving

    def ambient(self, seconds):
        return self.preparing.ambient(seconds)

    def undo_target(self):
        return self.preparing.undo_target(super().undo_target())

    def spots(self):
        return self.preparing.spots() if self.preparing.active else []

    @property
    def holding(self):
        return self.preparing.holding

    def happened(self, step):
        super().happened(step)
        self.preparing.happened(step)

    def __getattribute__(self, name):
        """The other hooks are handed on as they are."""
        if name in HANDED_ON and object.__getattribute__(self, "preparing") is not None:
            return getattr(object.__getattribute__(self, "preparing"), name)
        return object.__getattribute__(self, name)


HANDED_ON = frozenset((
    "pick", "grab", "carry", "drop", "let_go", "gesture", "prompt", "hint_text", "places_of",
    "place_at", "animate", "paint", "paint_tray", "paint_above",
))  # fmt: skip


def series(seats, options, seed=1):
    """A new match of Walomino."""
    return Series(Match(SHELF["walomino"], seats, options, seed=seed))


class Bench(Table):
    """The host on a stack, and hands that post what people do."""

    def __init__(self, options, chairs=(ANNA, BEN), *, seed=1, pixels=(1280, 720), **settings):
        self.company = headless.company(pixels, settings.pop("language", "en"), **settings)
        self.scene = Host(self.company, series(len(chairs), options, seed), tuple(chairs))
        self.stack = headless.stack_of(self.company, self.scene)
        self.wait(0.1)

    @property
    def state(self):
        return self.match.state

    @property
    def pairing(self):
        return self.scene.preparing.pairing

    def bench(self, seat):
        return self.pairing.places[seat].bench

    def play_to(self, phase, rng):
        """Play at random, without looking, until the match is in a phase."""
        while self.state.phase != phase:
            self.match.play(rng.choice(self.match.game.moves(self.state)))
        self.scene.look_at(None)
        self.settle()

    def settle(self):
        """Until nothing moves; pieces that were put down fall asleep first."""
        self.rest()

    def touch(self, kind, at, pointer, **values):
        self.send(kind, at, pointer=pointer, source="touch", **values)

    def pull(self, start, end, pointer="touch:0:1", steps=40):
        """A finger goes down at one point and goes slowly to another; it stays down."""
        self.touch("press", start, pointer)
        self.go(start, end, pointer, steps)

    def go(self, start, end, pointer, steps=40):
        for n in range(1, steps + 1):
            share = n / steps
            at = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
            self.touch("drag", at, pointer, moved=True)
            self.wait(1 / 60)

    def lift(self, at, pointer="touch:0:1"):
        self.touch("release", at, pointer, moved=True)
