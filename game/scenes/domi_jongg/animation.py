"""What moves on Domi Jongg's table: tiles on their way, rolling dice, words over points.

`Animation` makes the motion from the picture before a step to the one after it.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, TypeVar

import pygame

from game.rules.core.match import Step
from game.rules.core.protocol import Event, Seat
from game.rules.domi_jongg.state import HIDDEN, Branch, Drawn, Lay, Rolled, pile_left, single_out
from game.rules.domi_jongg.tiles import IN_PAIRS, Tile
from game.scenes.domi_jongg.die import ASIDE, Die
from game.scenes.domi_jongg.felt import WALL, Felt, Framing
from game.scenes.domi_jongg.privacy import Privacy
from game.scenes.domi_jongg.racks import LIFT, Racks
from game.scenes.domi_jongg.spots import Play
from game.scenes.domi_jongg.tile_art import Faces
from game.ui import sprites, timeline
from game.ui.canvas import Canvas
from game.ui.fonts import signed
from game.ui.frame import Box, Frame, Point, turned
from game.ui.theme import INK, IVORY, Color, mix, with_alpha

LAY: Final = 0.26
DEAL: Final = 0.13
DRAW_TIME: Final = 0.30
EASE: Final = 0.50
ANEW: Final = 0.90
ROLL: Final = 1.05
BOWS: Final = 2.6
"""How long tiles, the view, dice and the heads' bows take, in seconds."""
HOP: Final = 34.0
"""How high a tile is carried on its way, in units."""


@dataclass(slots=True)
class Flying:
    """A tile in the air. `tall` is its height in units at both ends of the way; a tile that
    `flips` begins face down and shows its face half way.
    """

    tile: Tile
    start: Point
    end: Point
    tall: tuple[float, float]
    turns: int = 0
    flips: bool = False
    share: float = 0.0

    def paint(self, canvas: Canvas, faces: Faces) -> None:
        share = self.share
        at = timeline.arc(self.start, self.end, share, HOP)
        tall = canvas.px(self.tall[0] + (self.tall[1] - self.tall[0]) * share)
        lift = 4 * share * (1 - share)
        shadow = faces.roughly(HIDDEN, tall, self.turns)
        dark = sprites.silhouette(shadow, (8, 4, 2), 4)
        ground = timeline.between(self.start, self.end, share)
        canvas.picture_as_is(
            sprites.faded(dark, 0.35), (ground[0] + 5 + 6 * lift, ground[1] + 7 + 12 * lift)
        )
        faced = self.tile if not self.flips or share > 0.5 else HIDDEN
        picture = faces.roughly(faced, tall, self.turns)
        if self.flips:
            size = list(picture.get_size())
            axis = self.turns % 2
            size[axis] = max(2, round(size[axis] * abs(math.cos(math.pi * share))))
            picture = pygame.transform.smoothscale(picture, size)
        canvas.picture_as_is(picture, at)


@dataclass(slots=True)
class Caption:
    """Why there were points: words that rise from where they were earned, as whoever earned them
    sees it from the edge with this `turn`.
    """

    text: str
    at: Point
    color: Color
    turn: int = 0
    share: float = 0.0

    def paint(self, canvas: Canvas) -> None:
        alpha = min(1.0, 3 * (1 - self.share), 8 * self.share)
        w, h = canvas.text_size(self.text, 26, "bold")
        whole = canvas.size
        seen = Frame((whole[0] / 2, whole[1] / 2), turned(whole, self.turn), self.turn)
        (x, y), (wide, high) = seen.into(self.at), seen.size
        y -= 46 + 34 * self.share
        at = min(max(x, w / 2 + 20), wide - w / 2 - 20), min(max(y, h), high - h)
        inner = canvas.within(seen)
        inner.fill(Box.around(at, w + 32, h + 12), with_alpha(INK, 0.72 * alpha), 18)
        inner.label(self.text, at, 26, mix(self.color, IVORY, 0.35), "bold", alpha=alpha)


T = TypeVar("T", Flying, Die, Caption)


def _passing(
    things: Sequence[T], seen: list[T], seconds: float, ease: timeline.Ease
) -> timeline.Motion:
    """Let things go their way and be seen until they have arrived."""

    def show(share: float) -> None:
        for thing in things:
            thing.share = share
            if share < 1 and thing not in seen:
                seen.append(thing)
            elif share >= 1 and thing in seen:
                seen.remove(thing)

    return timeline.Tween(seconds, show, ease)


@dataclass(eq=False)
class Animation:
    """Turns steps into motion: dice roll, tiles are dealt, drawn and laid, points are told."""

    play: Play
    privacy: Privacy
    racks: Racks
    felt: Felt
    tiles: list[Flying] = field(default_factory=list)
    """The tiles in the air."""
    dice: dict[Seat, Die] = field(default_factory=dict)
    """What everybody rolled; it stays where it came to rest."""
    captions: list[Caption] = field(default_factory=list)
    bow: float = 0.0
    """How far the heads have come with bowing at the end, one after the other, 0…1."""
    away: tuple[int, ...] = ()
    """Places in the rack whose tiles are in the air."""

    def _fly(self, *tiles: Flying, seconds: float) -> timeline.Motion:
        """Let tiles fly side by side; they are gone when they have arrived."""
        return _passing(tiles, self.tiles, seconds, timeline.ease_in_out)

    def tell(self, events: Iterable[Event]) -> None:
        """Let words rise, one after the other, for all that brought points."""
        rising = []
        for event in (event for event in events if event.points):
            places = [at for at in map(self.play.place_at, event.places) if at is not None]
            x, y = places[-1] if places else self.racks.home(event.seat)[0]
            text = f"{signed(event.points)}  {self.play.t(f'domi_jongg.gain.{event.kind}')}"
            turn = self.play.trays[event.seat].frame.turn
            up = Frame((x, y), (0, 0), turn).out((0, -self.felt.tile / 2))
            caption = Caption(text, up, self.play.seat_color(event.seat), turn)
            rising.append(_passing((caption,), self.captions, 1.2, timeline.linear))
        if rising:
            self.play.timeline.play(timeline.Sequence(*rising))

    def bowing(self) -> timeline.Motion | None:
        """All heads of the snake bow, one after the other."""
        if self.play.timeline.reduced:
            return None
        return timeline.Tween(BOWS, partial(setattr, self, "bow"), timeline.linear)

    def of(self, step: Step) -> timeline.Motion | None:
        """The motion of a step that is to happen next."""
        match step.move:
            case Rolled(rolled):
                return self._rolling(rolled)
            case Lay() | Branch():
                return self._laying(step, step.move)
            case Drawn(tile):
                return self._given(tile)
        return None

    def _rolling(self, rolled: int) -> timeline.Motion:
        play, state = self.play, self.play.shown_state
        seat = state.rolling[len(state.rolls)]
        if not state.rolls:
            self.dice.clear()
        tray, board = play.trays[seat].frame.center, play.layout.board.inset(ASIDE)
        end = board.nearest(tray)
        play.sound("dice_roll", end)
        self.dice[seat] = thrown = Die(rolled, tray, end, seat * 1.7)
        seconds = 0.2 if play.timeline.reduced else ROLL
        roll = _passing((thrown,), [], seconds, timeline.linear)
        return timeline.Sequence(roll, timeline.Wait(0.25))

    def _given(self, tile: Tile) -> timeline.Motion:
        state = self.play.shown_state
        start = self.felt.wall_end(pile_left(state))
        if state.phase == "single":
            return self._turning_up(tile, start)
        end, tall = self.racks.home(state.turn)
        turns = -self.play.trays[state.turn].frame.turn % 4
        flying = Flying(HIDDEN, start, end, (WALL, tall), turns)
        return self._fly(flying, seconds=DEAL if state.phase == "deal" else DRAW_TIME)

    def _turning_up(self, tile: Tile, start: Point) -> timeline.Motion:
        """The singlestone, or a special that cannot be it and goes back."""
        felt, fly = self.felt, self._fly
        felt.follow(single_out(tile)[0])
        camera = felt.camera if felt.held else felt.best
        end = felt.seen_by(camera, felt.snake.places[0])
        wall, tall = WALL, camera.tall / felt.scale
        felt.faces.get(tile, camera.tall)
        there = fly(Flying(tile, start, end, (wall, tall), flips=True), seconds=0.5)
        if tile not in IN_PAIRS:
            return there
        return timeline.Sequence(
            there,
            fly(Flying(tile, end, end, (tall, tall)), seconds=0.7),
            fly(Flying(tile, end, start, (tall, wall)), seconds=0.4),
        )

    def _laying(self, step: Step, move: Lay | Branch) -> timeline.Motion:
        """Tiles go to their places while the view eases out, if it has to."""
        felt, seat = self.felt, step.seat
        first = len(felt.snake.places)
        after = self.play.match.states[step.index + 1]
        felt.follow(after.snake)
        told = self.play.replaying and after.phase == "over"
        camera = felt.camera if felt.held else felt.whole if told else felt.best
        upright = self.play.trays[seat].frame.turn % 2 == 0
        flying = []
        for place, tile in zip(felt.snake.places[first:], move.tiles, strict=False):
            start, tall = self._start(seat, tile)
            felt.faces.get(tile, camera.tall, place.way % 2)
            end, sizes = felt.seen_by(camera, place), (tall, camera.tall / felt.scale)
            turns = place.way % 2 if upright else 1
            flips = not self.privacy.bare(seat)
            flying.append(Flying(tile, start, end, sizes, turns, flips))
        self.racks.selection.held = None
        reduced, old = self.play.timeline.reduced, felt.camera
        way = self._fly(*flying, seconds=0.12 if reduced else LAY)
        if felt.laid_anew:  # all tiles glide to where they lie now; then the new ones come
            return timeline.Sequence(self.gliding(camera), way)
        return way if camera == old else timeline.Parallel(way, self.easing(camera))

    def gliding(self, camera: Framing) -> timeline.Motion:
        """All tiles go to where they lie since they were laid anew, and the view after them."""
        seconds = 0.1 if self.play.timeline.reduced else ANEW
        glide = timeline.Tween(seconds, self.felt.shift, timeline.ease_in_out)
        return timeline.Parallel(glide, self.easing(camera, ANEW))

    def easing(self, camera: Framing, seconds: float = EASE) -> timeline.Motion:
        """The view goes from where it is to another one."""
        felt, old = self.felt, self.felt.camera

        def ease(share: float) -> None:
            felt.faces.hurried = share < 1
            felt.camera = old.toward(camera, share)

        reduced = self.play.timeline.reduced
        return timeline.Tween(0.1 if reduced else seconds, ease, timeline.ease_in_out)

    def _start(self, seat: Seat, tile: Tile) -> tuple[Point, float]:
        """Where a tile is that leaves its rack, and how tall; its place there stays empty."""
        rack, picked = self.racks.at(seat), self.racks.selection
        if rack is None or seat not in self.play.persons:
            return self.racks.home(seat)
        hand, shelf = self.racks.standing(seat), rack.shelf
        places = (*(place for place in picked.tiles if place < len(hand)), *range(len(hand)))
        alike = [place for place in places if hand[place] == tile]
        self.away = (*self.away, next((i for i in alike if i not in self.away), alike[0]))
        if picked.held is not None:
            return picked.held, shelf.tall
        index = self.racks.outstanding(seat, self.away)[-1] - shelf.first
        if 0 <= index < len(shelf.spots):
            x, y = shelf.spots[index]
            return rack.frame.out((x, y - (LIFT if picked.tiles else 0))), shelf.tall
        return rack.frame.out(rack.tiles.center), shelf.tall

    def glide_back(self) -> None:
        """What is held glides back to its place in the rack."""
        play, picked, seat = self.play, self.racks.selection, self.play.asked
        if seat is None or picked.held is None:
            return

        def landed() -> None:
            self.away = ()

        start, picked.held = picked.held, None
        turns = -play.trays[seat].frame.turn % 4 if self.racks.couch is None else 0
        for tile in self.racks.picked:
            end, tall = self._start(seat, tile)
            shown = tile if self.privacy.frank(seat) else HIDDEN
            motion = self._fly(Flying(shown, start, end, (tall, tall), turns), seconds=0.16)
            play.timeline.play(motion, timeline.Call(landed))
