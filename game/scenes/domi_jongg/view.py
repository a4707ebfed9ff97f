"""What Domi Jongg's table looks like: felt, snake and heads, racks, and what is in the air."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from game.rules.core.protocol import Seat
from game.rules.domi_jongg.state import DRAW, HIDDEN, PASS, EndId, has_laid, pile_left
from game.rules.domi_jongg.state import heads as usable
from game.rules.domi_jongg.tiles import Tile
from game.scenes.domi_jongg import heads, rack_view
from game.scenes.domi_jongg.animation import Animation
from game.scenes.domi_jongg.felt import Felt
from game.scenes.domi_jongg.ground import Place
from game.scenes.domi_jongg.heads import Mood
from game.scenes.domi_jongg.input import Input
from game.scenes.domi_jongg.layout import ACT, Rack
from game.scenes.domi_jongg.privacy import Privacy
from game.scenes.domi_jongg.racks import Racks
from game.scenes.domi_jongg.spots import Play
from game.scenes.domi_jongg.tile_art import show
from game.scenes.domi_jongg.words import Words
from game.ui import sprites, surfaces
from game.ui.canvas import Canvas
from game.ui.theme import GOLD, TOUCH

AT_ONCE: Final = 3
EVERY: Final = 5
"""Frames between two pictures that are painted while something moves, or for later."""


@dataclass(eq=False)
class View:
    """Paints the shown state; nothing here changes what is going on."""

    play: Play
    privacy: Privacy
    racks: Racks
    felt: Felt
    animation: Animation
    input: Input
    words: Words
    _place: tuple[object, Place] | None = field(default=None, init=False)
    _frames: int = field(default=0, init=False)

    # The felt ------------------------------------------------------------------------------------

    def paint_ground(self, canvas: Canvas) -> None:
        surfaces.ground(canvas)
        self.felt.paint_ground(canvas)
        if self.racks.couch is not None:
            rect = canvas.rect(self.racks.couch)
            wood = sprites.inset("wood_dark.jpg", rect.size, canvas.px(22), canvas.px(7))
            canvas.surface.blit(wood, rect)

    def paint(self, canvas: Canvas) -> None:
        """Everything on the felt."""
        felt, state, t = self.felt, self.play.state, self.play.t
        left = pile_left(state)
        felt.paint(canvas, len(state.snake), left)
        felt.paint_count(
            canvas, t("domi_jongg.pile", n=left) if left else t("domi_jongg.pile_empty")
        )
        if state.phase in ("roll", "deal", "single"):
            felt.paint_note(canvas, t(f"domi_jongg.phase.{state.phase}"))
        if felt.faces.hurried:
            return
        self._paint_last(canvas)
        self._paint_aim(canvas)
        self._paint_heads(canvas)
        for die in self.animation.air.dice.values():
            die.paint(canvas)

    def _paint_last(self, canvas: Canvas) -> None:
        """A line around the tiles that were laid in the newest turn."""
        state = self.play.state
        count = len(state.snake)
        first = state.lying if has_laid(state) else self._turn_before()
        if 0 < first < count:
            places = self.felt.snake.places[first:count]
            self.felt.paint_edges(canvas, places, self.play.seat_color(state.snake[-1].seat))

    def _turn_before(self) -> int:
        """How many tiles lay before the turn in which the last ones were laid."""
        play, count = self.play, len(self.play.state.snake)
        states = play.match.states
        for index in range(min(play.shown, len(states) - 1), -1, -1):
            if len(states[index].snake) < count:
                return max(1, int(states[index].lying))
        return count

    def _paint_aim(self, canvas: Canvas) -> None:
        """The half of a branch that waits at its end."""
        seat, tiles, aim = self.play.asked, self.racks.picked, self.racks.selection.aim
        if aim is None or seat is None or not tiles:
            return
        felt, place = self.felt, self._aimed(aim, tiles[0])
        shown = tiles[0] if self.privacy.frank(seat) else HIDDEN
        picture = felt.faces.get(shown, felt.camera.tall, place.way % 2).copy()
        picture.set_alpha(190)
        show(canvas.surface, picture, felt.camera.at(place.center))
        felt.paint_edges(canvas, [place], GOLD)

    def _aimed(self, end: EndId, tile: Tile) -> Place:
        """Where that half would lie; looked for once, for looking takes a while."""
        snake = self.felt.snake
        key = snake.laid, end, tile
        if self._place is None or self._place[0] != key:
            self._place = key, snake.choose(end, (tile, tile))[0]
        return self._place[1]

    def _paint_heads(self, canvas: Canvas) -> None:
        state = self.play.state
        if not state.ends or state.phase == "over":
            return
        numbers = heads.numbers(state.snake)
        can = {end.id for end in usable(state)} if state.phase == "turn" else set()
        lit = self.input.fitting_ends()
        found: list[tuple[EndId, int, Mood]] = []
        for end in state.ends:
            mood: Mood = "lit" if end.id in lit else "open" if end.id in can else "resting"
            found.append((end.id, numbers[end.id], mood))
        self.felt.paint_heads(canvas, found)

    # Racks ---------------------------------------------------------------------------------------

    def paint_tray(self, canvas: Canvas, seat: Seat) -> None:
        """A seat's tiles in its tray; the canvas is the tray's frame."""
        tray, rack = self.racks.tray(seat), self.racks.at(seat)
        if self.racks.couch is not None or not tray.flat:  # as where a story takes room
            rack_view.paint_backs(canvas, tray.content, len(self.play.state.hands[seat]))
        elif rack is not None:
            self._paint_rack(canvas, seat, rack)

    def paint_above(self, canvas: Canvas) -> None:
        """What lies over the trays: the couch's rack, and what is in the air or in hand."""
        front = self.racks.front
        rack = None if front is None else self.racks.at(front)
        if front is not None and rack is not None:
            self._paint_rack(canvas, front, rack)
        for flying in self.animation.air.tiles:
            flying.paint(canvas, self.felt.faces)
        self._paint_held(canvas)
        for caption in self.animation.air.captions:
            caption.paint(canvas)

    def _paint_rack(self, canvas: Canvas, seat: Seat, rack: Rack) -> None:
        if rack.shelf.spots:
            rack_view.paint_ledges(canvas, rack)
            rack_view.paint_tiles(canvas, rack, self._hand(seat), self.felt.faces)
        if rack.on is not None:
            rack_view.paint_arrow(canvas, rack.on, rack.shelf)
        self._paint_buttons(canvas, seat, rack)

    def _hand(self, seat: Seat) -> rack_view.Hand:
        play, racks, picked = self.play, self.racks, self.racks.selection
        bare, mine, tiles = self.privacy.bare(seat), play.asked == seat, racks.seen(seat)
        hinted, number = self.words.hint_for(seat) if bare else ((), 0)
        away = {*self.animation.away, *(picked.tiles if mine and picked.held else ())}
        return rack_view.Hand(
            tiles,
            picked=racks.outstanding(seat, picked.tiles) if mine else (),
            fitting=racks.fitting(seat) if bare and mine and play.shows_targets else (),
            hinted=[i for i, tile in enumerate(tiles) if tile in hinted],
            number=number,
            away=racks.outstanding(seat, away) if seat == play.state.turn else (),
            leaning=self.privacy.padded,
        )

    def _paint_buttons(self, canvas: Canvas, seat: Seat, rack: Rack) -> None:
        play, privacy, button = self.play, self.privacy, rack_view.paint_button
        if rack.pad is not None and not play.replaying:
            words = play.t("domi_jongg.act.peek")
            held = seat in privacy.peeks.values()
            button(canvas, rack.pad, "eye", words, ACT - 4, bright=held)
        if seat != play.asked or play.latest.phase != "turn" or not privacy.reachable(seat):
            return
        if rack.act is not None:
            move = self.input.closing_move()
            key, icon = {DRAW: ("draw", "plus"), PASS: ("pass", "right")}.get(
                move, ("done", "check")
            )
            told = privacy.frank(seat) or has_laid(play.latest) or self.words.urged(seat) == move
            bright = told and play.game.why_illegal(play.latest, move) is None
            words = play.t(f"domi_jongg.act.{key}")
            button(canvas, rack.act, icon, words, ACT - 4, bright=bright)
        if rack.sort is not None:
            bare = self.racks.couch is None and self.racks.tray(seat).narrow
            words = "" if bare else play.t("domi_jongg.act.sort")
            button(canvas, rack.sort, "list", words, TOUCH / 2, bright=False)

    def _paint_held(self, canvas: Canvas) -> None:
        """What is in somebody's fingers; face down where others look on."""
        seat, tiles, picked = self.play.asked, self.racks.picked, self.racks.selection
        rack = None if seat is None else self.racks.at(seat)
        if picked.held is None or seat is None or rack is None or not tiles:
            return
        faces, tall = self.felt.faces, canvas.px(rack.shelf.tall * 1.06)
        turns = -rack.frame.turn % 4
        for n, tile in enumerate(tiles if picked.aim is None else tiles[-1:]):
            at = picked.held[0] + n * 46, picked.held[1] - 18
            shown = tile if self.privacy.frank(seat) else HIDDEN
            canvas.picture_as_is(faces.shadow(tall, turns), (at[0] + 8, at[1] + 14))
            canvas.picture_as_is(faces.roughly(shown, tall, turns), at)

    # Pictures ------------------------------------------------------------------------------------

    def want_faces(self) -> None:
        """Have the pictures painted that will be shown."""
        felt, state = self.felt, self.play.state
        for laid, place in zip(state.snake, felt.snake.places, strict=False):
            felt.faces.want(laid.tile, felt.camera.tall, place.way % 2)
        for seat in range(len(state.hands)):
            rack = self.racks.at(seat)
            if rack is not None and self.privacy.bare(seat):
                high = round((rack.shelf.tall - 4) * felt.scale)
                turns = 0 if self.privacy.padded else -rack.frame.turn % 4
                for tile in self.racks.standing(seat):
                    felt.faces.want(tile, high, turns)

    def ambient(self) -> bool:
        """Paint some of the pictures that are wanted, frame by frame; True if it did.

        Several at once where tiles still show their backs. While nothing moves and all is
        painted, what the next larger view will need is asked for.
        """
        self._frames += 1
        faces = self.felt.faces
        often, moving = self._frames % EVERY == 0, self.play.timeline.moving
        if not faces.wanted:
            if often and not moving:
                self._look_ahead()
            return False
        if moving and not often:
            return False
        for _ in range(AT_ONCE if faces.lacking else 1):
            faces.paint_one()
        return True

    def _look_ahead(self) -> None:
        felt, count = self.felt, len(self.play.state.snake)
        if count < 2:
            return
        snake = felt.snake
        tall = felt.looking_at(snake.larger(snake.views[count - 1])).tall
        for laid, place in islice(zip(snake.laid, snake.places, strict=False), count):
            if not felt.faces.has(laid.tile, tall, place.way % 2):
                felt.faces.want(laid.tile, tall, place.way % 2)
                return
