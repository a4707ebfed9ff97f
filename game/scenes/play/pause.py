"""The menu during a game: nothing is lost behind it, the match waits as it is."""

from functools import partial

from game.scenes.core import routes
from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene, columns
from game.scenes.core.scene import Home, Pop, Push, Replace
from game.scenes.core.sheets import MARGIN
from game.scenes.play.play_scene import AnyPlayScene
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.intents import Intent
from game.ui.layer import Layer
from game.ui.theme import GAP, LARGE, TOUCH
from game.ui.widgets import Action, Arranged, Button, Label, Look, Panel, Widget

WIDTH = 560.0


class Pause(MenuScene):
    """A dark glass with what can be done with the match, or with a level of the game."""

    name = "pause"
    renewed = True
    overlay = True

    def __init__(self, context: Context, play: AnyPlayScene, turn: int = 0) -> None:
        super().__init__(context, turn)
        self.play = play
        self.aside = False
        """Whether the menu is out of the way, so that the board can be talked about."""
        self.commands["rules"] = self._open_rules

    def build(self) -> list[Widget]:
        wide, tall = self.frame.size
        if self.aside:
            back = Button("", self.cancel, icon="menu", look="round")
            corner = Box(GAP, GAP, TOUCH, TOUCH)
            far = wide - TOUCH - 2 * GAP, tall - TOUCH - 2 * GAP
            self._glass = corner.moved(*far) if self.play.around else corner
            back.place(self._glass)
            return [back]
        title = Label(self.t(f"{self.play.id}.name"), LARGE + 6, "serif", anchor="center")
        buttons = self._buttons()
        for count in (1, 2):
            width = min(WIDTH * count, wide - 2 * MARGIN)
            room = width - 6 * GAP
            head = title.natural(self.metrics, room)[1]
            rows = Arranged(buttons, columns(0, GAP, count))
            low = rows.natural(self.metrics, room)[1]
            high = head + low + 8 * GAP
            if high < tall - 2 * MARGIN:
                break
        self._glass = box = Box.around((wide / 2, tall / 2), width, high)
        title.place(Box(box.x + 3 * GAP, box.y + 2.5 * GAP, room, head))
        rows.place(Box(box.x + 3 * GAP, box.y + head + 5 * GAP, room, low))
        return [Panel("glass", box), title, rows]

    def lay(self) -> list[Layer]:
        return [Layer(self.frame, self.build(), modal=not self.aside)]

    def _buttons(self) -> list[Button]:
        play, match = self.play, self.play.match
        settings, phones = routes.ToSettings(turn=self.turn), routes.ToPhones(self.turn)
        new = partial(self.go, Home(routes.ToSetup(play.id)))
        ask_new = partial(self.ask_before, "menu.pause.new", new)
        wishes: list[tuple[str, str, Action, bool]] = [
            ("go_on", "play", self.cancel, True),
            ("undo", "undo", lambda: self._back_to(play.undo), match.cursor > match.taken_over),
            ("redo", "redo", lambda: self._back_to(play.redo), play.can_redo),
            ("results", "trophy", lambda: self._back_to(play.open_results), True) if play.over
            else ("hint", "hint", lambda: self._back_to(play.ask_hint), play.asked is not None),
            ("moves", "list", lambda: self.go(Replace(routes.ToMoveList(play, self.turn))),
             bool(match.log)),
            *([] if play.coach else [("board", "eye", self.put_aside, True)]),
            ("rules", "rules", self._open_rules, True),
            ("help", "help", lambda: self.go(Push(routes.ToHelp(self.turn))), True),
            *([("phones", "phone", lambda: self.go(Push(phones)), True)]
              if self.context.lets_phones and play.match_id is not None else []),
            ("settings", "settings", lambda: self.go(Push(settings)), True),
            ("levels", "list", lambda: self.go(Home(routes.ToLevels(play.id))), True)
            if play.coach else ("new", "replay", ask_new, True),
            ("home", "home", lambda: self.go(Home()), True),
        ]  # fmt: skip
        buttons = []
        for key, icon, action, possible in wishes:
            look: Look = "primary" if key == "go_on" else "plain"
            button = Button(self.t(f"menu.pause.{key}"), action, icon=icon, look=look, lined=True)
            button.enabled = possible
            if key != "hint" or play.offers_hints:
                buttons.append(button)
        return buttons

    def resume(self) -> None:
        returned = self.away
        super().resume()
        if returned:  # from the settings, perhaps: the match is seen below
            self.play.follow()

    def put_aside(self) -> None:
        """Uncover the board; the way back is where the menu always is."""
        self.aside = True
        self.play.show_buttons(False)
        self.toasts.say(self.t("menu.pause.draw"), seconds=8)
        self.rebuild()

    def cancel(self) -> None:
        if not self.aside:
            super().cancel()
            return
        self.aside = False
        self.play.show_buttons(True)
        self.rebuild()

    def leave(self) -> None:
        if self.aside:
            self.play.show_buttons(True)

    def paint(self, canvas: Canvas) -> None:
        if not self.aside:
            super().paint(canvas)

    def _back_to(self, action: Action) -> None:
        self.go(Pop())
        action()

    def _open_rules(self) -> None:
        self.go(Push(routes.ToRules(self.play.id, turn=self.turn)))

    def react(self, intent: Intent) -> None:
        free = not (self.play.coach or self._dialog or self._glass.has(self.frame.into(intent.pos)))
        if not self.play.talk.on(intent, free):
            super().react(intent)
