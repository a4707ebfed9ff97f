"""The window, the main loop, and the services wired together.

The loop goes round sixty times a second, and while the screen rests only when somebody does
something or `Screen` wants a picture. So time passes in few steps then, and a table nobody touches
costs next to nothing. Nothing that takes long is ever computed here.
"""

import logging
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from gc import freeze
from pathlib import Path

import pygame

from game import logs, window
from game.heartbeat import AGAIN, Heartbeat
from game.memory import give_back, sweep
from game.pads import Gamepads
from game.scenes.core import routes as to
from game.scenes.core.context import Context
from game.scenes.core.corner import Corner
from game.scenes.core.idle import BY_ITSELF, Presence, left_alone
from game.scenes.core.opening import gather
from game.scenes.core.scene import Push, Replace, Scene
from game.scenes.core.stack import Stack
from game.scenes.core.trouble import Trouble
from game.screen import REST, TOUCHED, Screen
from game.services import exports
from game.services.checked import table
from game.services.folders import Occupied
from game.services.parking import last_told
from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.intents import Devices, Intent
from game.ui.sprites import SpriteCache

FRAMES, RESTING = 60, 12
"""How many times a second the loop goes round, and how often it looks for input while the screen
rests; half as often where that is for nobody.
"""
PROBED = "quicker_pictures"
"""Where the store keeps which way of painting was the quicker one, by SDL's video driver."""
LONGEST_STEP = 0.1
"""Seconds of motion after a frame that was late; more would make things jump."""
SOUND_AGAIN = 10.0
"""Seconds without trouble after which a new shelf counts as one that works."""
_OPERATORS = "pin", "operator"
"""Scenes that the held corner leads to."""
_UNCOVERED = (
    pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSHOWN, pygame.WINDOWFOCUSGAINED
)
LONGEST_REST = 64.0
"""Seconds until the shelf is tried again when it fails and fails."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Choices:
    """What the command line decides for one run. None leaves a thing to the settings."""

    size: tuple[int, int] | None = None
    fullscreen: bool | None = None
    language: str | None = None
    data: Path | None = None
    headless: bool = False
    """Without a window; else no screen is an error."""
    game: str | None = None
    record: Path | None = None
    """The file of a match to begin with."""
    seed: int | None = None
    kiosk: bool = False
    """Fill the screen and let guests find no way out."""


class App:
    """The running table. Raises window.NoScreen where no window opens, and folders.Occupied for a
    kiosk in whose folder another table is open.
    """

    def __init__(self, choices: Choices, services: Callable[..., Context] = gather) -> None:
        self.choices = choices
        self.log = logs.open_logs()
        self.heartbeat = Heartbeat()
        if self.heartbeat.wrong:
            _log.error("The table %s and was started again.", self.heartbeat.wrong)
        give_back()
        window.find_screen(choices.headless)
        pygame.font.init()
        self._swept: Scene | None = None
        """The scene for which the memory of the one before was returned."""
        self._presence = Presence()
        self._failures = 0
        """How often the shelf itself has failed without having worked in between."""
        self._well = 0.0
        """Seconds since something went wrong, or since the shelf was tried again."""
        self._code = 0
        """What `run` gives."""
        self._corner = Corner()
        self._closing = False
        """Whether somebody wants the window closed; SDL tells that before it wants to quit."""
        self._dropped: list[Path] = []
        """What was dropped on the window since the last frame: several files come at once."""
        try:
            self.context = services(choices.data, choices.language, choices.seed, choices.kiosk)
        except Occupied as taken:
            if not self.heartbeat.taken:  # else its keeper tries again and again
                logs.leave_word(taken.folder, f"A kiosk was not opened: {taken}.")
            raise
        self.context.pads.rumble = self._rumble
        if self.heartbeat.wrong and not self.heartbeat.taken:
            self.context.own_again()
        else:
            self.context.disown()
        self._clean()
        self.stack = Stack(self.context, self._navigate)
        self.gamepads = Gamepads(self.context.pads.styles)
        self._wanted = self.context.settings.fullscreen or self.context.kiosk
        """Whether the settings want the screen filled; keys and options may differ from it."""
        self.fullscreen = self._wanted if choices.fullscreen is None else choices.fullscreen
        try:
            self.log.follow(self.context.store.folder)
            self.windowed = choices.size or window.comfortable_size()
            self._driver = pygame.display.get_driver()  # trying ways may lose the screen
            self._way = self._find_way()
            self._open_window()
        except BaseException:
            self.close()
            raise
        self.context.fit(self.surface.get_size())
        self.screen = Screen(self.stack, self.surface)
        self.devices = Devices(self.surface.get_size())
        self._last = time.monotonic()

    def _clean(self) -> None:
        """Forget what is too old, but for what was just being played, and what a kill has left."""
        folder = self.context.store.folder
        if self.heartbeat.match is None:
            self.context.expire()
        if folder is not None and self.context.occupied is None:
            exports.remove_parts(folder / exports.FOLDER)

    def _navigate(self, route: to.Route) -> Scene:
        from game.navigator import Navigator  # with all that scenes need: after the first picture

        return Navigator(self.context)(route)

    # Setting up ----------------------------------------------------------------------------------

    def _find_way(self) -> window.Way:
        """How pictures get into the window: as set, or as the first start found out."""
        chosen = self.context.settings.picture
        if chosen != "auto":
            return chosen
        known = table(self.context.store.get(PROBED)).get(self._driver)
        if known in window.WAYS:
            return "hardware" if known == "hardware" else "software"
        if not window.real():
            return "software"
        self._remember_way("software")  # should the card's driver crash, the next start opens
        found = window.quicker(self.windowed, self.fullscreen)
        self._remember_way(found)
        return found

    def _remember_way(self, way: window.Way | None) -> None:
        """Keep the answer for this driver; None forgets it."""
        known = table(self.context.store.get(PROBED))
        self.context.store.set(**{PROBED: {**known, self._driver: way}})

    def _open_window(self) -> None:
        opened = window.open_window(self.windowed, self.fullscreen, self._way)
        if not opened.as_asked:
            self._remember_way(None)
        self.surface, self.fullscreen = opened.surface, opened.fullscreen

    def set_fullscreen(self, on: bool) -> None:
        if on == self.fullscreen:
            return
        self.fullscreen = on
        self._lose_pointers()
        self._open_window()
        self._show_anew()
        self._lay_out()

    def _resized(self) -> None:
        """The window says that it has another size, which may be known already."""
        surface = pygame.display.get_surface()
        if surface is None:
            return
        self.surface = surface
        self._show_anew()
        if surface.get_size() == self.devices.size:
            return
        self._lose_pointers()
        self._lay_out()

    def _show_anew(self) -> None:
        """Whatever the window shows now, the next frame paints all of it."""
        self.screen.surface = self.surface
        self.screen.forget()

    def _lay_out(self) -> None:
        pixels = self.surface.get_size()
        self.devices.size = pixels
        if not self.fullscreen:
            self.windowed = pixels
        self.guard(self.stack.resize, pixels)

    def _lose_pointers(self) -> None:
        """What is held has lost its ground: it is put back, and letting go later plays nothing."""
        self.deliver(*self.devices.drop())

    # The loop ------------------------------------------------------------------------------------

    def run(self, seconds: float | None = None) -> int:
        """Play until somebody closes the table, or for some seconds. Gives the exit code."""
        begun = time.monotonic()
        before = self._end_when_told()
        try:
            self.open()
            clock = pygame.time.Clock()
            self._last = time.monotonic()
            while self.stack.running and (seconds is None or time.monotonic() - begun < seconds):
                now = time.monotonic()
                self.round(now)
                if not self.heartbeat.beat(now, self.open_match()):
                    break
                self.guard(self.wait, clock)
        finally:
            self.close()
            for number, handler in before.items():
                signal.signal(number, handler)
        return AGAIN if self.stack.again else self._code

    def round(self, now: float) -> None:
        """Hear what people want, and let time pass up to now."""
        self.guard(self.listen, now)
        longest = LONGEST_STEP if self.screen.awake else REST + LONGEST_STEP
        passed, self._last = now - self._last, now
        self.guard(self.frame, min(longest, passed))

    def wait(self, clock: pygame.time.Clock) -> None:
        """Until the next round. While the screen rests, and neither computers nor phones have
        anything to say, that is when a picture is due or somebody does something.
        """
        clock.tick(self.pace)
        if not (self.context.ai_worker.busy or self.context.phones.address):
            while not self.screen.due(time.monotonic() - self._last) and not pygame.event.peek():
                clock.tick(self.pace)

    @property
    def pace(self) -> int:
        """How many times a second the loop looks for input."""
        pace = FRAMES if self.screen.awake else RESTING
        return pace // 2 if self.stack.top.name in BY_ITSELF else pace

    def open(self) -> None:
        """The first pictures, and whatever is to lie on the shelf from the start."""
        self.guard(self.show_table, surfaces.bare)
        self.guard(self.show_table, surfaces.ground)
        self.guard(self.stack.begin)
        self.guard(self._open_first)
        self.guard(self.frame, 0.0)
        self._succeeds(self.gamepads.find)

    def _end_when_told(self) -> "dict[int, signal._HANDLER]":
        """The system may end the table at any time, even a kiosk; SDL would tell that like a click
        on the window's button. Gives what its signals did before. What is ignored stays so.
        """
        names = [name for name in ("SIGTERM", "SIGHUP", "SIGINT") if hasattr(signal, name)]
        return {
            number: signal.signal(number, self._told_to_end)
            for number in (getattr(signal, name) for name in names)
            if signal.getsignal(number) is not signal.SIG_IGN
        }

    def _told_to_end(self, number: int, _frame: object) -> None:
        self._code = 128 + number if number == signal.SIGINT else 0  # as shells count
        self.stack.running = False

    def _open_first(self) -> None:
        """Go where the command line says, ask what to do with an occupied folder, tell a parked
        match's code that a crash has broken off, or go on with such a match.
        """
        if self.choices.record is not None:
            self._bring([self.choices.record])
        elif self.context.occupied is not None:
            self.stack.change(Push(to.ToSecondTable()))
        elif self.context.kiosk and (told := last_told(self.context.store)) is not None:
            self.stack.change(Push(to.ToParked(told)))
        elif self.heartbeat.match in [run.id for run in self.context.store.running()]:
            self.stack.change(Push(self._to_match(self.heartbeat.match)))
        elif self.choices.game is not None:
            self.stack.change(Push(to.ToSetup(self.choices.game)))

    def _bring(self, files: Sequence[Path]) -> None:
        """Show the matches in files; beside another table nothing of them is kept."""
        if self.context.occupied is not None:
            self.context.notices.append(self.context.texts.t("table.occupied"))
        again = self.stack.top.name == "bring"
        self.stack.change((Replace if again else Push)(to.ToBring(files)))

    def _bring_dropped(self) -> None:
        """Bring what was dropped on the window, where guests may."""
        files, self._dropped = self._dropped, []
        if files and not self.context.kiosk and self.stack.top.name != "second_table":
            self._bring(files)

    def _to_match(self, match: int) -> to.Route:
        place = self.context.store.evenings.of_match(match)
        return to.ToMatch(match) if place is None else to.ToEvening(place[0].id)

    def open_match(self) -> int | None:
        """The number of the match that is being played, if there is one."""
        numbers = (getattr(scene, "match_id", None) for scene in self.stack.scenes)
        return next((number for number in numbers if number is not None), None)

    def listen(self, now: float) -> None:
        """Turn whatever the devices said into intents and hand them on."""
        for event in pygame.event.get():
            self.handle(event, now)
        self.guard(self._bring_dropped)
        self.deliver(*self.devices.tick(now))

    def handle(self, event: pygame.event.Event, now: float) -> None:
        if event.type == pygame.WINDOWCLOSE:
            self._closing = True
        elif event.type == pygame.QUIT:
            # Wayland's clients outlive their compositor, X ends them itself
            if pygame.display.get_driver() == "wayland" and not self._closing:
                raise window.NoScreen("the Wayland display has gone")
            self._closing = False
            self._close_from_outside()
        elif event.type in (pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED):
            self._resized()
        elif event.type == pygame.WINDOWDISPLAYCHANGED:
            self._lose_pointers()
            self._show_anew()
        elif event.type in _UNCOVERED:
            self._show_anew()
        elif event.type == pygame.CONTROLLERDEVICEADDED:
            self._succeeds(self.gamepads.find)
        elif event.type == pygame.CONTROLLERDEVICEREMOVED:
            self._lose_pad(event, now)
        elif event.type == pygame.DROPFILE:
            self._presence.seconds = 0.0
            self._dropped.append(Path(event.file))
        else:
            self.deliver(*self.devices.read(event, now))

    def _close_from_outside(self) -> None:
        """The window's button or its key: at once at home, after a question among strangers."""
        if not self.context.public:
            self.stack.running = False
        elif not self.context.kiosk and self.stack.top.name != "leave":
            self.guard(self.stack.change, Push(to.ToLeave()))

    def deliver(self, *intents: Intent) -> None:
        for intent in intents:
            if intent.kind == "command" and intent.name == "fullscreen":
                if not self.context.kiosk:
                    self.set_fullscreen(not self.fullscreen)
                continue
            self._presence.on(intent)
            self._corner.on(intent)
            self.guard(self.screen.on, intent)
        typing = bool(getattr(self.stack.top, "typing", False))
        if typing != self.devices.typing:
            self.devices.typing = typing
            (pygame.key.start_text_input if typing else pygame.key.stop_text_input)()

    def frame(self, seconds: float) -> None:
        """Let time pass and draw if a picture is due."""
        heard = self.context.phones.heard
        self.guard(self.stack.update, seconds)
        if heard != self.context.phones.heard:  # who plays with a phone is there
            self._presence.seconds = 0.0
        self.log.follow(self.context.store.folder)
        self._well = 0.0 if isinstance(self.stack.top, Trouble) else self._well + seconds
        if self._well > SOUND_AGAIN:
            self._failures = 0
        self._tidy_up(seconds)
        if self._wanted != (wanted := self.context.settings.fullscreen or self.context.kiosk):
            self._wanted = wanted
            self.set_fullscreen(wanted)
        if self.stack.fresh:  # to look at all that came with a scene would cost a hand a frame
            freeze()
        self.guard(self.screen.frame, seconds)
        if not self.screen.awake and self._presence.seconds >= TOUCHED:  # no hand or phone waits
            self.context.sound.rest(seconds)
            if self.stack.top is not self._swept:
                self._swept = self.stack.top
                SpriteCache.unfinished.clear()  # of scenes that are gone
                sweep()

    def show_table(self, draw: Callable[[Canvas], object]) -> None:
        """The first pictures, before there is any scene: the table's colour, then its wood."""
        draw(Canvas(self.surface))
        self.stack.picture = self.surface
        pygame.display.flip()

    def _tidy_up(self, seconds: float) -> None:
        """Open what the held corner leads to, or what is due on a table that everybody has left."""
        inside = self.stack.top.name in _OPERATORS
        if self._corner.held(seconds) and self.context.operator.pin and not inside:
            self.guard(self.stack.change, Push(to.ToPin()))
        self._presence.update(seconds)
        untouched = self._presence.seconds
        due = left_alone(self.context, self.stack.scenes, untouched, self.open_match())
        if due is not None:
            self.guard(self.stack.change, due)

    # Robustness ----------------------------------------------------------------------------------

    def guard(self, action: Callable[..., object], *args: object) -> bool:
        """Run a piece of a scene; whatever fails is written down and the shelf comes back.

        A table that stands unattended must never stop at a traceback; every move is in the
        store already, so nothing is lost. False if it failed. Raises window.NoScreen only.
        """
        if self._succeeds(action, *args):
            return True
        self._well = 0.0
        text = self.context.texts.t("table.trouble")
        if text not in self.context.notices:
            self.context.notices.append(text)
        self._recover()
        return False

    def _recover(self) -> None:
        """Back to the shelf; if it is the shelf that fails, to a new one, after a while."""
        self._presence.seconds = 0.0  # what fails by itself is not tried again at once
        while len(self.stack.scenes) > 1:  # what fails to leave has left all the same
            if self._succeeds(self.stack.home):
                return
        self._failures += 1
        if self._failures > 1 or not self._succeeds(self.stack.renew, to.ToShelf()):
            rest = min(LONGEST_REST, 2.0**self._failures)
            self._succeeds(self.stack.renew, to.ToTrouble(rest))

    def _succeeds(self, action: Callable[..., object], *args: object) -> bool:
        """Run it; False, and a note in the log, if it fails. Raises window.NoScreen only."""
        try:
            action(*args)
        except window.NoScreen:
            raise
        except Exception as error:
            logs.note(error)
            return False
        return True

    def _lose_pad(self, event: pygame.event.Event, now: float) -> None:
        """A gamepad was pulled or its battery is empty: what was held on it is let go of."""
        if self.context.pads.last == event.instance_id:
            self.context.notices.append(self.context.texts.t("table.pad_gone"))
        self.deliver(*self.devices.read(event, now))
        self._succeeds(self.gamepads.find)

    def _rumble(self, pad: int, strength: float, seconds: float) -> None:
        if self.context.settings.rumble:
            with suppress(pygame.error):  # it may have been pulled just now
                self.gamepads.rumble(pad, strength, seconds)

    def close(self) -> None:
        """End everything, whatever part of it fails."""
        parts = [each.close for each in (self.stack, self.context.ai_worker, self.context.store)]
        for part in (*parts, lambda: self.context.phones.close(2.0), logs.close_logs, pygame.quit):
            self._succeeds(part)
