"""Domi Jongg on the table: the ten-headed snake on green felt, the wall around it, the racks."""

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, reduce
from typing import Final

from game.phones.boards.picture import Picture
from game.rules.core.match import Step
from game.rules.core.protocol import CHANCE, Refusal, Seat
from game.rules.domi_jongg import state as rules
from game.rules.domi_jongg.state import Branch, Draw, Drawn, Lay, Move, Pass, Rolled, Table
from game.scenes.core.scene import Change
from game.scenes.domi_jongg import privacy
from game.scenes.domi_jongg.animation import Animation
from game.scenes.domi_jongg.explained import OpenTiles
from game.scenes.domi_jongg.felt import Felt
from game.scenes.domi_jongg.input import Input
from game.scenes.domi_jongg.privacy import Privacy
from game.scenes.domi_jongg.racks import Racks
from game.scenes.domi_jongg.snake import Shape, calmest, head_numbers
from game.scenes.domi_jongg.spots import ACTS, Pick
from game.scenes.domi_jongg.tile_art import Faces
from game.scenes.domi_jongg.tray import COLORS, FOOT, SeatTray, plan
from game.scenes.domi_jongg.view import View
from game.scenes.play.camera import View as Looking
from game.scenes.play.explanation import OffBoard
from game.scenes.play.eye import Eye
from game.scenes.play.layout import Layout
from game.scenes.play.loupe import Close
from game.scenes.play.play_scene import PlayScene
from game.scenes.play.tray import Tray
from game.ui.canvas import Canvas
from game.ui.fonts import signed
from game.ui.frame import Box, Point
from game.ui.intents import Intent
from game.ui.theme import Color
from game.ui.timeline import Call, Motion
from game.ui.timeline import Sequence as Chain

FITTING: Final = "DJ-5"
"""The rule where it is said what may lie beside what; what goes onto specials comes next."""


class FeltEye(Eye):
    """Looks at a snake, which is laid out anew by the felt for every view.

    Where all of a snake is too small to be read, the view to come back to shows its heads, and
    everything is seen on demand.
    """

    pictured = False
    everything = Looking(0j, 1.0)

    def reach_all(self, home: Looking, everything: Looking, plane: Box) -> None:
        """The view to come back to, and the one that shows the whole snake."""
        self.reach(home, plane)
        self.everything = everything
        sides = {everything.unit * self.camera.scale, *self.camera.notches}
        self.camera.notches = tuple(sorted(sides))
        if self.camera.held and not self.camera.lasting:
            self.camera.settle(self.box.center)

    @property
    def seeks(self) -> bool:
        return super().seeks or (self.everything != self._whole and not self.camera.moving)

    def fit(self) -> None:
        """Show everything; from there come back."""
        if self.everything != self._whole and self.camera.goal != self.everything:
            self.camera.hold(self.everything.middle, self.everything.unit)
        else:
            super().fit()

    def under(self, box: Box) -> Box:
        return box  # the felt stays where it is


class DomiJonggScene(PlayScene[Table, Move, Pick]):
    """The table of two to six, made of these parts:

    `privacy` knows whose hand may be read, `racks` how tiles stand and which are picked, `felt`
    where the snake lies; `input` turns picks into moves, `animation` steps into motion, and `view`
    paints it all.

    A finger can tap or drag a tile of the rack to a head, tap a second tile for a branch, end
    the turn, sort or leaf through the hand, hold a peek pad, and open the score sheet by
    anybody's points. Between two people on a couch it draws the curtain, which is a scene.
    """

    folds = False
    square = False
    shows_luck = True
    tray_kind = SeatTray
    input: Input
    eye: FeltEye

    def make_parts(self) -> None:
        self.privacy = Privacy(self)
        self.racks = Racks(self, self.privacy)
        self.felt = Felt(Faces(self.context.texts.language, self.context.design))
        shared = self, self.privacy, self.racks, self.felt
        self.animation = Animation(*shared)
        self.input = Input(*shared, self.animation.glide_back)
        self.view = View(*shared, self.animation, self.input)
        self._close = lru_cache(1)(self.view.seen_close)
        self.card.explainer = OpenTiles(*shared)
        self._ended_in: Point | None = None
        """The size of the window in which the match came to its end."""

    # Where things lie ----------------------------------------------------------------------------

    def picture(self, view: Table, seat: Seat) -> Picture:
        """The snake lies as on a table of a phone's shape, its heads after its tiles."""
        snake, picture = calmest(Shape(0.9, 40.0), view.snake), super().picture(view, seat)
        looks = (snake.looks(end.id) for end in view.ends)
        places = [*snake.places, *(beyond or tile for tile, beyond in looks)]
        lain = ((*place.center, 90.0 * (place.way % 2)) for place in places)
        items = [item._replace(x=x, y=y, angle=angle)
                 for item, (x, y, angle) in zip(picture.items, lain, strict=True)]  # fmt: skip
        return picture._replace(items=items)

    def seat_color(self, seat: Seat) -> Color:
        return COLORS[self.series.person_at(seat)]

    def divide(self, size: Point) -> Layout:
        """People keep their places through a series, whichever seats they have."""
        found, self.racks.couch = self._plan(size)
        frames = [found.trays[self.series.person_at(seat)] for seat in range(self.match.seats)]
        return Layout(found.board, tuple(frames), found.corners)

    def _plan(self, size: Point) -> tuple[Layout, Box | None]:
        settings = self.context.settings
        return plan(size, self.match.seats, settings.seating, settings.text_scale)

    def arrange(self) -> None:
        # Beside its results a snake lies as it was played, in another window as it fits there.
        window = self.context.size
        if self._ended_in is None or not self.over or self.replaying:
            self._ended_in = window
        whole = window if self._ended_in == window else self.size
        played = self._plan(self.room or whole)[0].board
        self.felt.arrange(self.layout.board, self.context.scale, played)
        self.felt.held = False
        self.eye = FeltEye(self.layout.board, self.context.scale, self.place_board)
        self.animation.tiles.clear()
        self.animation.captions.clear()

    def resize(self, size: Point) -> None:
        self.privacy.resize()
        seated_anew = self.privacy.at_table == (self.racks.couch is not None)
        if self.privacy.shared and seated_anew:  # what was told to one would be read by others
            self._advised = []
            self.clear_marks("hint")
        super().resize(size)
        self._guide()

    def place_at(self, place: str) -> Point | None:
        """An open end's head; a tile that is no end any more is meant itself."""
        if any(end.id == place for end in self.shown_state.ends):
            return self.felt.head_at(place)
        tile = rules.number(place)
        return self.felt.tile_at(tile) if tile < len(self.felt.snake.places) else None

    def place_board(self, box: Box) -> None:
        self.felt.held = self.eye.camera.held
        self.felt.faces.hurried = not self.eye.resting
        self.felt.follow_eye(self.eye.camera.view)
        self.wish_anew()  # what was painted ahead may have made room

    def places_of(self, move: Move) -> tuple[str, ...]:
        return (move.end,) if isinstance(move, Lay | Branch) else ()

    def leaves(self, step: Move, seat: Seat) -> Point | None:
        """Where a tile stands in the rack, if it can be read there."""
        tiles = step.tiles if isinstance(step, Lay | Branch) else ()
        for key, at in ((spot.key, spot.center) for spot in self.card.explainer.tiles()):
            if isinstance(key, OffBoard) and key.seat == seat and key.what in tiles[:1]:
                return at
        return None

    @property
    def mark_radius(self) -> float:
        return max(30.0, self.felt.tile * 0.62)

    # Hands ---------------------------------------------------------------------------------------

    def on(self, intent: Intent) -> Change:
        read = self.asked is not None and self.privacy.bare(self.asked)
        peeked = self.privacy.peek(intent, self.racks.pad_under)
        if peeked and read:
            self.racks.shuffle()
        # A button of who is done is not meant for what comes next.
        meant = self.focus.current or self.hinted or self.input.holding or not self.privacy.shared
        change = super().on(intent) if not peeked and (meant or intent.kind != "confirm") else None
        self._guide()
        return change

    @property
    def takes_picks(self) -> bool:
        actor = self.match.actor
        by_phone = self.privacy.shared and actor is not None and self.phones.play(actor)
        return super().takes_picks and not by_phone

    def open_hand(self, seat: Seat) -> None:
        """The curtain is drawn: this person alone looks at the screen now."""
        self.privacy.open(seat)
        self.trays[seat].prompt = self.prompt(seat)

    def undo_target(self) -> int | None:
        return privacy.undo_target(self.match, self.persons, self.takeback)

    # What is said --------------------------------------------------------------------------------

    # No word tells what a hand holds to who may not see it.

    def _guide(self) -> None:
        """By a peek pad a hand is opened and covered: what is to be done next follows it."""
        if self.privacy.padded and self.asked is not None:
            self.trays[self.asked].prompt = self.prompt(self.asked)

    def prompt(self, seat: Seat) -> str:
        if self.privacy.shared and self.phones.play(seat):
            return self.t("phone.plays")
        if rules.has_laid(self.latest):
            return self.t("domi_jongg.phase.laid")
        if not self.privacy.bare(seat):
            picked = self.privacy.padded and self.input.holding
            covered = "hold_pad" if self.privacy.padded else "your_turn"
            return self.t(f"domi_jongg.{'phase.turn' if picked else covered}")
        first = self.game.moves(self.latest)[0]
        key = {rules.DRAW: "penalty", rules.PASS: "pass"}.get(first, "turn")
        return self.t(f"domi_jongg.phase.{key}")

    def seen_by(self, seat: Seat) -> Table | None:
        """At a table no card tells what a hand holds, for everybody can read it."""
        who = seat if self.privacy.frank(seat) else CHANCE
        return self.game.observation(self.latest, who) if self.privacy.reachable(seat) else None

    def refused(self, refusal: Refusal) -> None:
        """A refusal that names a tile, or a rule that is about some tiles only, would tell the
        others what the hand holds: it is read by who holds the pad.
        """
        super().refused(refusal)
        if self.privacy.padded and any(key == "tile" for key, _ in refusal.params):
            tray, self.last_rule = self.racks.tray(self.latest.turn), FITTING
            why = tray.message
            tray.say(self.t("domi_jongg.does_not_fit"), "refusal", rule=FITTING)
            tray.whisper = why

    def ask_hint(self) -> None:
        """A hint is given to nobody whose hand is still covered: another one may be looking."""
        if self.asked is None or self.privacy.reachable(self.asked):
            super().ask_hint()
        elif self.phones.play(self.asked):
            self.trays[self.asked].say(self.t("phone.hint_there"), "hint")

    def show_hint(self, seat: Seat, steps: Sequence[Move]) -> None:
        if self.privacy.padded:
            self._advised = list(steps)
            self.trays[seat].say(self.t("domi_jongg.hint_waits"), "hint", math.inf)
            self.racks.tray(seat).whisper = self.hint_text(steps)
        else:
            super().show_hint(seat, steps)

    def hint_text(self, steps: Sequence[Move]) -> str:
        """The steps that a computer would play, the head that the first one is for, and why."""
        state, first = self.shown_state, steps[0]
        begun = (self._laid(first, state) if isinstance(first, Lay | Branch)
                 else self.t(f"domi_jongg.act.{ACTS[type(first)]}"))  # fmt: skip
        more = (self._tiles(step) for step in steps[1:] if isinstance(step, Lay | Branch))
        return self.t("play.hint", move=f"{', '.join((begun, *more))} – {self._why(state, steps)}")

    def _why(self, table: Table, steps: Sequence[Move]) -> str:
        """What steps of whose turn it is bring (DJ-9), or what else speaks for them."""
        if not rules.lays(table.hands[table.turn], rules.heads(table)):
            return self.t(f"domi_jongg.why.{'no_more' if rules.has_laid(table) else 'nothing'}")
        laid = (step for step in steps if isinstance(step, Lay | Branch))
        tally = reduce(rules.lay, laid, table).tally[table.turn]
        counts = zip(rules.REASONS.items(), table.tally[table.turn], tally, strict=True)
        gains = ", ".join(
            f"{signed((now - then) * worth)} {self.t(f'domi_jongg.gain.{name}')}"
            for (name, worth), then, now in counts if now > then
        )
        stops = steps[0] == rules.STOP and self.t("domi_jongg.why.stop")
        return stops or gains or self.context.texts.why(self.id, table, steps)

    def describe(self, index: int) -> str:
        """A step in words; draws that only one seat may see are counted."""
        states, log = self.match.states, self.match.log
        state = states[index]
        match log[index]:
            case Lay() | Branch() as move:
                return self._laid(move, state)
            case Pass() | Draw():
                return super().describe(index)
            case Rolled(number):
                who = self.names[state.rolling[len(state.rolls)]]
                return self.t("domi_jongg.rolled", who=who, n=number)
            case Drawn(tile) if state.phase == "single":
                return self.t("domi_jongg.first_tile", tile=f"@tile.{tile}")
            case Drawn() if not index or states[index - 1].phase != state.phase:
                end = index
                while end < len(log) and states[end].phase == state.phase:
                    end += 1
                key = "dealt" if state.phase == "deal" else "drawn"
                return self.t(f"domi_jongg.{key}", n=end - index)
        return ""  # what is drawn follows, or was counted

    def _laid(self, move: Lay | Branch, table: Table) -> str:
        head = head_numbers(table.snake)[move.end]
        return self.t("domi_jongg.laid", tiles=self._tiles(move), n=head)

    def _tiles(self, move: Lay | Branch) -> str:
        names = [self.t(f"domi_jongg.tile.{tile}") for tile in move.tiles]
        return self.context.texts.listed(names)

    # What happens --------------------------------------------------------------------------------

    def animate(self, step: Step) -> Motion | None:
        return self.animation.of(step)

    def happened(self, step: Step) -> None:
        super().happened(step)
        self.privacy.happened(step)
        camera = self.eye.camera
        if camera.held and camera.goal == self.eye.everything:
            camera.held = False  # who looked at the whole snake sees the next turn from near
        if self.privacy.shared and step.seat != self.match.actor:
            self.focus.current = None
        if isinstance(step.move, Lay | Branch):
            self.sound("tile_clack", self.felt.tile_at(len(self.shown_state.snake) - 1))
        elif isinstance(step.move, Drawn):
            self.sound("tile_slide", self.felt.wall_end(rules.pile_left(self.shown_state)))
        self.animation.tell(step.events)

    def celebrate(self) -> Motion | None:
        """All of the snake comes into view, whoever looks at a part of it, and bows."""
        self.eye.camera.held = self.felt.held = False
        out = self.animation.easing(self.felt.whole)
        bow = self.animation.bowing()
        return Chain(out, Call(self.refresh), *([bow] if bow else []))

    @property
    def _over(self) -> bool:
        """Whether the game has ended in the picture, and everybody has seen how."""
        return self.shown_state.phase == "over" and (self.told_end or self.replaying)

    def refresh(self) -> None:
        felt, state = self.felt, self.shown_state
        if state.phase != "over":
            self.animation.bow = 0.0
        self.privacy.refresh()
        self.racks.selection.clear()
        self.animation.away = ()
        felt.faces.hurried = False
        felt.follow(state.snake)
        home = felt.whole if self._over else felt.best
        felt.camera = felt.camera if felt.held else home
        felt.shift(1.0)
        self.eye.reach_all(felt.view_of(home), felt.view_of(felt.whole), felt.plane)
        if state.phase in ("single", "turn", "draw", "over"):
            self.animation.dice.clear()
        self.wish_anew()
        for tray in self.trays:
            self.racks.tray(tray.seat).foot = 0.0 if tray.seat == self.racks.front else FOOT
            tray.note = self.t("domi_jongg.dealer") if state.dealer == tray.seat else ""

    def settled(self) -> None:
        super().settled()
        if not self.replaying:
            self.privacy.hand_over()

    def pause(self) -> None:
        super().pause()
        self.privacy.peeks.clear()

    def next_game(self) -> None:
        super().next_game()
        self.privacy.opened = None

    def follow(self) -> None:
        made, language, design = self.felt.faces, self.context.texts.language, self.context.design
        if (made.letters, made.design) != (language, design):
            self.felt.faces = Faces(language, design)
        super().follow()

    def wishes(self) -> Iterator[Callable[[], object]]:
        yield self.loupe.rehearse  # few, while tiles are many
        yield from self.view.wishes()

    # Painting ------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        self.felt.faces.at_once = False  # from now on what is missing is painted step by step

    def paint_ground(self, canvas: Canvas) -> None:
        self.loupe.prepare()
        self.view.paint_ground(canvas)

    def paint(self, canvas: Canvas) -> None:
        self.view.paint(canvas)

    def paint_close(self, canvas: Canvas, close: Close, seen: Box) -> None:
        felt = self.felt
        lying = felt.box, felt.scale, felt.camera, felt.snake, felt.share, felt.faces
        self._close(close, *lying).paint_close(canvas, seen)  # the same one: so are its groups

    def paint_tray(self, canvas: Canvas, tray: Tray) -> None:
        self.view.paint_tray(canvas, tray.seat)

    def paint_above(self, canvas: Canvas) -> None:
        self.view.paint_above(canvas)
