"""What Domi Jongg's table looks like: felt, snake and heads, racks, and what is in the air."""

import math
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Final

import pygame

from game.rules.core.protocol import Seat
from game.rules.domi_jongg import state as rules
from game.rules.domi_jongg.state import HIDDEN, Branch, EndId, Laid, Lay
from game.rules.domi_jongg.tiles import KINDS, Tile
from game.scenes.domi_jongg import tile_art as art
from game.scenes.domi_jongg.animation import Animation
from game.scenes.domi_jongg.die import ASIDE, RADIUS
from game.scenes.domi_jongg.felt import Felt
from game.scenes.domi_jongg.heads import HEAD_COLORS, Mood, paint_head
from game.scenes.domi_jongg.input import Input
from game.scenes.domi_jongg.privacy import KEYS, Privacy
from game.scenes.domi_jongg.racks import ACT, LABEL, LIFT, Rack, RackPage, Racks, pitch
from game.scenes.domi_jongg.snake import head_numbers, lie
from game.scenes.domi_jongg.spots import ACTS, Play, RackButton
from game.scenes.play.loupe import Close
from game.ui import icons, sprites, surfaces, theme
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.timeline import between
from game.ui.widgets import Button

LEAN: Final = 0.82
"""How much of its height a tile shows that leans toward its reader."""
HELD: Final = 1.06
"""How many times as large as in its rack a tile in somebody's fingers is."""
CLOSING: Final = {rules.DRAW: "plus", rules.PASS: "right"}
"""The icons of what ends a turn; done with it is checked."""
BOWING: Final = 3
"""How many heads bow at the same time."""


@dataclass(eq=False)
class View:
    """Paints the shown state; nothing here changes what is going on."""

    play: Play
    privacy: Privacy
    racks: Racks
    felt: Felt
    animation: Animation
    input: Input

    # The felt ------------------------------------------------------------------------------------

    def paint_ground(self, canvas: Canvas) -> None:
        self.felt.paint_ground(canvas)
        for turns in range(4):  # what tiles are shown by until theirs are painted
            art.back(art.ROUGH, turns, self.felt.faces.design)
        if self.racks.couch is not None:
            rect = canvas.rect(self.racks.couch)
            wood = sprites.inset("wood_dark.jpg", rect.size, canvas.px(22), canvas.px(7))
            canvas.surface.blit(wood, rect)

    def paint(self, canvas: Canvas) -> None:
        """Everything on the felt."""
        felt, state, t, layout = self.felt, self.play.shown_state, self.play.t, self.play.layout
        left = rules.pile_left(state)
        for seat in range(len(state.hands)):
            self.racks.tray(seat).read = self.privacy.padded and self.privacy.bare(seat)
        with canvas.clipped(felt.box):
            felt.paint(canvas, len(state.snake), left)
            pile = t("domi_jongg.pile", n=left) if left else t("domi_jongg.pile_empty")
            canvas.group((felt.camera, felt.snake, felt.share), felt.paint_count, pile)
            if state.phase == "single":
                felt.paint_note(canvas, t("domi_jongg.phase.single"), felt.note_at)
            elif state.phase in ("roll", "deal"):  # in the middle, for dice come from all edges
                middle, sides = layout.board.center, any(tray.turn % 2 for tray in layout.trays)
                beside = ASIDE + RADIUS if sides else 0.0
                felt.paint_note(canvas, t(f"domi_jongg.phase.{state.phase}"), middle, beside)
            if not felt.faces.hurried:
                self._paint_marks(canvas)
        for die in self.animation.dice.values():
            die.paint(canvas)

    def seen_close(self, close: Close, *_: object) -> "View":
        """The same as lenses show it; what else that hangs on may be told, to keep what is made."""
        return replace(self, felt=self.felt.seen_close(close))

    def paint_close(self, canvas: Canvas, part: Box) -> None:
        """What a lens shows in its part of the canvas: all but what is said on the felt."""
        state = self.play.shown_state
        self.felt.paint(canvas, len(state.snake), rules.pile_left(state), part)
        self._paint_marks(canvas)

    def _paint_marks(self, canvas: Canvas) -> None:
        """The heads, what was laid last, and what is aimed at."""
        state, felt, lit = self.play.shown_state, self.felt, tuple(self.input.fitting_ends())
        seen = state, felt.snake, felt.camera
        canvas.group((*seen, self.play.shown), self._paint_last)
        self._paint_aim(canvas)
        canvas.group((*seen, self.animation.bow), self._paint_heads, lit)

    def _paint_last(self, canvas: Canvas) -> None:
        """A line around the tiles that were laid in the newest turn."""
        play, state = self.play, self.play.shown_state
        count, before = len(state.snake), reversed(play.match.states[: play.shown + 1])
        first: int = next((one.lying for one in before if len(one.snake) < count), state.lying)
        if 0 < first < count:
            places = self.felt.snake.places[first:count]
            self.felt.paint_edges(canvas, places, play.seat_color(state.snake[-1].seat))

    def _paint_aim(self, canvas: Canvas) -> None:
        """The half of a branch that waits at its end."""
        seat, tiles, aim = self.play.asked, self.racks.picked, self.racks.selection.aim
        if aim is None or seat is None or not tiles:
            return
        felt = self.felt
        half = Laid(tiles[0], aim, seat)
        place = lie(felt.snake.shape, (*felt.snake.laid, half, half)).places[-2]
        shown = tiles[0] if self.privacy.frank(seat) else HIDDEN
        picture = felt.faces.get(shown, felt.camera.tall, place.way % 2)
        own = picture.get_alpha()
        picture.set_alpha(190)
        art.show(canvas.surface, picture, felt.camera.at(place.center))
        picture.set_alpha(own)
        felt.paint_edges(canvas, [place], theme.GOLD)

    def _paint_heads(self, canvas: Canvas, lit: Collection[EndId]) -> None:
        state = self.play.shown_state
        bow = self.animation.bow
        if not state.ends or (state.phase == "over" and not bow):
            return
        numbers = head_numbers(state.snake)
        can = {end.id for end in rules.heads(state)} if state.phase == "turn" else set()
        for index, end in enumerate(state.ends):
            mood: Mood = "lit" if end.id in lit else "open" if end.id in can else "resting"
            share = min(1.0, max(0.0, (bow * (len(state.ends) + BOWING) - index) / BOWING))
            dip = math.sin(math.pi * share)
            self.felt.paint_head(canvas, end.id, numbers[end.id], "open" if dip else mood, dip)

    # Racks ---------------------------------------------------------------------------------------

    def paint_tray(self, canvas: Canvas, seat: Seat) -> None:
        """A seat's tiles in its tray; the canvas is the tray's frame."""
        tray, rack = self.racks.tray(seat), self.racks.at(seat)
        if seat == self.racks.front:
            return
        if not self.racks.stands(seat):  # as where a story takes room
            canvas.group((), paint_backs, tray.content, len(self.play.shown_state.hands[seat]))
        elif rack is not None:
            self._stand(canvas, seat, rack)

    def paint_above(self, canvas: Canvas) -> None:
        """What lies over the trays: the couch's rack, and what is in the air or in hand."""
        front = self.racks.front
        rack = None if front is None else self.racks.at(front)
        if front is not None and rack is not None:
            self._stand(canvas, front, rack)
        for flying in self.animation.tiles:
            flying.paint(canvas, self.felt.faces)
        self._paint_held(canvas)
        for caption in self.animation.captions:
            caption.paint(canvas)

    def _stand(self, canvas: Canvas, seat: Seat, rack: Rack) -> None:
        """A rack, which is not painted anew while nothing happens there."""
        play, privacy, racks, picked = self.play, self.privacy, self.racks, self.racks.selection
        version = (
            play.shown_state, play.latest, play.asked, play.live, play.replaying,
            play.shows_targets, privacy.bare(seat), privacy.padded, tuple(privacy.peeks.items()),
            racks.seen(seat), racks.hinted(seat), racks.mixed, picked.tiles, picked.held is None,
            self.animation.away, play.context.texts.language, self.felt.faces.version,
        )  # fmt: skip
        canvas.group(version, self._paint_rack, seat, rack)

    def _paint_rack(self, canvas: Canvas, seat: Seat, rack: Rack) -> None:
        shelf = rack.shelf
        if shelf.spots:
            _paint_ledges(canvas, shelf)
            self._paint_tiles(canvas, seat, shelf)
        for button, at in rack.buttons.items():
            self._paint_button(canvas, seat, button, at, shelf)

    def _paint_tiles(self, canvas: Canvas, seat: Seat, shelf: RackPage) -> None:
        play, racks, selection = self.play, self.racks, self.racks.selection
        bare, mine, tiles = self.privacy.bare(seat), play.asked == seat, racks.seen(seat)
        hint = racks.hinted(seat) if play.live else None
        hinted = hint.tiles if isinstance(hint, Lay | Branch) else ()
        fitting = racks.fitting(seat) if bare and mine and play.shows_targets else ()
        mixed = racks.mixed if mine and not bare else 0.0
        chosen = racks.outstanding(seat, selection.tiles) if mine and not mixed else ()
        held = {*self.animation.away, *(selection.tiles if mine and selection.held else ())}
        away = racks.outstanding(seat, held) if seat == play.shown_state.turn else ()
        for index, (x, y) in enumerate(shelf.spots, shelf.first):
            if index in away or index >= len(tiles):
                continue
            picked, tile = index in chosen, tiles[index]
            at = x, y - (LIFT if picked else 0)
            if mixed:  # every back goes to where its mirror image stands
                at = between(at, shelf.spots[shelf.first - index - 1], mixed)
            if picked or tile in hinted:
                _halo(canvas, at, shelf.tall, theme.GOLD if tile in hinted else theme.LAMP)
            elif tile in fitting:
                _halo(canvas, at, shelf.tall, theme.LAMP, 0.85)
            self._paint_tile(canvas, tile, canvas.px(shelf.tall - 4), at)
            if tile in fitting and not picked and tile not in hinted:
                canvas.disc((at[0], at[1] - shelf.tall / 2 - 3), 5, theme.LAMP)

    def _paint_tile(self, canvas: Canvas, tile: Tile, tall: int, at: Point) -> None:
        """A tile of a rack turns with its tray, its light with the lamp. Where it is read by a
        peek pad it leans back: its face is foreshortened, its upper edge in sight.
        """
        faces, turns = self.felt.faces, -canvas.turn % 4
        canvas.picture_as_is(art.shadow(tall, turns), (at[0] + 2, at[1] + 4))
        if not self.privacy.padded or tile == HIDDEN:
            canvas.picture_as_is(faces.get(tile, tall, turns), at)
            return
        picture = faces.get(tile, tall)

        def leaning() -> pygame.Surface:
            width, height = picture.get_size()
            low = round(height * LEAN)
            image = pygame.Surface((width, height), pygame.SRCALPHA)
            back = art.back(height, 0, faces.design)
            edge = pygame.transform.smoothscale(back, (width, height - low + 6))
            image.blit(edge, (0, 0))
            image.blit(pygame.transform.smoothscale(picture, (width, low)), (0, height - low))
            return pygame.transform.rotate(image, -90 * turns)

        key = ("leaning", tile, tall, faces.letters, turns, faces.design)
        image = sprites.SPRITES.get(key, leaning) if faces.has(tile, tall) else leaning()
        canvas.picture_as_is(image, at)

    def _paint_button(
        self, canvas: Canvas, seat: Seat, button: RackButton, at: Point, shelf: RackPage
    ) -> None:
        play, privacy, t = self.play, self.privacy, self.play.t
        if button is RackButton.PAGE:  # an arrow to the next page, and which one shows
            canvas.disc(at, theme.TOUCH / 2 - 6, theme.with_alpha(theme.SHADE, 0.5))
            icons.draw(canvas, "right", at, 40, theme.IVORY)
            page, below = f"{shelf.page + 1}/{shelf.pages}", at[1] + theme.TOUCH / 2 + 6
            color = theme.mix(theme.IVORY, theme.SHADE, 0.2)
            canvas.label(page, (at[0], below), theme.SMALL, color, "bold")
        elif button is RackButton.PEEK:
            if not play.replaying:
                left, held = privacy.peeks.get(KEYS) == seat, seat in privacy.peeks.values()
                words = t(f"domi_jongg.act.{'cover' if left else 'peek'}")
                _paint_button(canvas, at, "eye", words, ACT - 4, bright=held)
        elif button is RackButton.CLOSE:
            if seat != play.asked or play.latest.phase != "turn" or not privacy.reachable(seat):
                return
            move = self.input.closing_move()
            told = privacy.frank(seat) or rules.has_laid(play.latest)
            bright = play.game.why_illegal(play.latest, move) is None and (
                told or self.racks.hinted(seat) == move
            )
            words = t(f"domi_jongg.act.{ACTS[type(move)]}")
            _paint_button(canvas, at, CLOSING.get(move, "check"), words, ACT - 4, bright=bright)
        elif self.racks.sortable(seat):
            words = t("domi_jongg.act.sort")
            if self.racks.couch is None and self.racks.tray(seat).narrow:  # no room below it
                word = Button(words, lambda: None, size=theme.SMALL)
                word.place(Box.around(at, 1.6 * theme.TOUCH, 0.9 * theme.TOUCH))
                word.draw(canvas)
            else:
                _paint_button(canvas, at, "list", words, theme.TOUCH / 2, bright=False)

    def _paint_held(self, canvas: Canvas) -> None:
        """What is in somebody's fingers; face down where others look on."""
        seat, tiles, picked = self.play.asked, self.racks.picked, self.racks.selection
        rack = None if seat is None else self.racks.at(seat)
        if picked.held is None or seat is None or rack is None or not tiles:
            return
        faces, tall = self.felt.faces, canvas.px(rack.shelf.tall * HELD)
        turns = -rack.frame.turn % 4
        for n, tile in enumerate(tiles if picked.aim is None else tiles[-1:]):
            at = picked.held[0] + n * 46, picked.held[1] - 18
            shown = tile if self.privacy.frank(seat) else HIDDEN
            canvas.picture_as_is(art.shadow(tall, turns), (at[0] + 8, at[1] + 14))
            canvas.picture_as_is(faces.roughly(shown, tall, turns), at)

    # Pictures ------------------------------------------------------------------------------------

    def wishes(self) -> Iterator[Callable[[], object]]:
        """Paint what a hand that takes a tile brings with it: heads that shine. Then heads that
        have moved on, what ends a turn, and the faces that other pages of racks, the next larger
        view and the lens will show.
        """
        felt, state, context = self.felt, self.play.shown_state, self.play.context
        faces, snake, camera = felt.faces, felt.snake, felt.camera
        canvas = context.trial(context.size)
        yield lambda: self._paint_heads(canvas, [end.id for end in state.ends])
        for way, mood in product(range(4), HEAD_COLORS):
            yield partial(paint_head, canvas, (0.0, 0.0), felt.head_side, way, 1, mood)
        for icon, bright in product((*CLOSING.values(), "check"), (True, False)):
            yield partial(_paint_button, canvas, (ACT, ACT), icon, "", ACT - 4, bright=bright)
        for seat in range(len(state.hands)):
            if (rack := self.racks.at(seat)) is not None:
                tall, turns = rack.shelf.tall, -rack.frame.turn % 4
                seen = self.racks.standing(seat) if self.privacy.bare(seat) else ()
                for tile in HIDDEN, *seen:
                    turned = 0 if self.privacy.padded and tile != HIDDEN else turns
                    yield partial(faces.paint, tile, round((tall - 4) * context.scale), turned)
        yield from felt.wishes(self.play.latest.snake)
        for tile, turns in product((HIDDEN, *KINDS), (0, 1)):  # whichever is laid next
            yield partial(faces.paint, tile, camera.tall, turns)
        lens = camera._replace(unit=camera.unit * self.play.loupe.factor)
        for tall in felt.looking_at(snake.larger).tall, lens.tall:
            for laid, place in zip(snake.laid, snake.places, strict=True):
                yield partial(faces.paint, laid.tile, tall, place.way % 2)


# The furniture of a rack -------------------------------------------------------------------------


def _paint_ledges(canvas: Canvas, shelf: RackPage) -> None:
    """The wooden ledges that the rows stand on."""
    half = pitch(shelf.tall) / 2 + 4
    for y in sorted({spot[1] for spot in shelf.spots}):
        row = [spot[0] for spot in shelf.spots if spot[1] == y]
        box = Box(min(row) - half, y + shelf.tall / 2 - 7, max(row) - min(row) + 2 * half, 14)
        rect = canvas.rect(box)
        canvas.surface.blit(_ledge(rect.size), rect)


@sprites.SPRITES.keeping
def _ledge(size: tuple[int, int]) -> pygame.Surface:
    wood = sprites.cover("wood_light.jpg", size)
    shade = surfaces.gradient(size, (*theme.LAMP, 70), (*theme.INK, 40), (*theme.INK, 150))
    wood.blit(shade, (0, 0))
    return sprites.rounded(wood, size[1] * 0.4)


def _halo(canvas: Canvas, at: Point, tall: float, color: theme.Color, alpha: float = 1.0) -> None:
    # The light begins well below the tile: two of its corners are cut off and show what lies there.
    box = Box.around(at, tall * 0.75, tall).inset(7)
    surfaces.glow(canvas, box, 10, color, reach=18, alpha=alpha)


def _paint_button(
    canvas: Canvas, at: Point, icon: str, label: str, radius: float, *, bright: bool
) -> None:
    """A round button with its words below."""
    button = Button(icon=icon, look="round")
    button.chosen = bright
    button.place(Box.around(at, 2 * radius, 2 * radius))
    button.draw(canvas)
    size, room = theme.SMALL, 2 * radius + 3 * theme.GAP
    while canvas.text_size(label, size, "bold")[0] > room and size > 14:
        size -= 1
    color = theme.LAMP if bright else theme.mix(theme.IVORY, theme.SHADE, 0.2)
    canvas.label(label, (at[0], at[1] + radius + LABEL / 2 + 1), size, color, "bold")


def paint_backs(canvas: Canvas, box: Box, count: int) -> None:
    """How many tiles a hand has, as a row of small backs with the number before it."""
    tall = min(box.h, 34.0)
    text = str(count)
    canvas.text(text, (box.x, box.y + (box.h - canvas.line_height(24, "bold")) / 2), 24,
                theme.mix(theme.IVORY, theme.GOLD, 0.3), "bold")  # fmt: skip
    if not tall:  # the hand has just left the rack that all share
        return
    left = box.x + 40
    width = tall * 0.75
    step = min(width + 3, (box.right - left - width) / max(1, count - 1))
    picture = art.back(canvas.px(tall), -canvas.turn % 4, canvas.design)
    for i in range(count):
        canvas.picture_as_is(picture, (left + width / 2 + i * step, box.center[1]))
