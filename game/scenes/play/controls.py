"""The buttons in the corners of every game, and the commands they stand for."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from game.scenes.core import routes
from game.scenes.core.scene import Push
from game.scenes.play.layout import CORNER, Layout
from game.scenes.play.played_match import AnyPlayedMatch
from game.scenes.play.pointer_input import PointerInput
from game.ui.canvas import Canvas
from game.ui.frame import Box, Frame
from game.ui.icons import PadControl
from game.ui.intents import Intent
from game.ui.layer import Layer, Thing
from game.ui.theme import GAP, TOUCH
from game.ui.widgets import Action, Button, Pressable

RIGHT_HAND = (3, 1, 0, 2)
"""Which of a layout's corners is at the right hand of an edge, by the edge's turn."""


class Controls:
    """The buttons every game has, always in the same corners, and the commands they stand for:
    `actions` are those that go back, forth and further in the match, `consent` answers a question.

    Menu top left, rules top right, going back bottom left, a hint or results bottom right. Where
    trays leave only the corners themselves, redo and all moves are reached through the menu.

    Around a table every edge where somebody sits has the menu in the corner at its right hand, and
    it opens turned to that edge. Two who sit opposite share all four corners: at the left hand they
    go back.
    """

    def __init__(
        self, play: AnyPlayedMatch, hands: PointerInput, cards: Layer,
        actions: Mapping[str, Action], consent: Callable[[bool], None],
    ) -> None:  # fmt: skip
        self._play, self._hands, self._cards = play, hands, cards
        self._commands: dict[str, Action] = {
            "menu": self.open_menu,
            "rules": self._open_rules,
            **actions,
            "moves": self.open_moves,
            "help": lambda: play.go(Push(routes.ToHelp(play.edge))),
        }
        icons = {"moves": "list"}
        self.buttons = {
            name: Button("", action, icon=icons.get(name, name), look="round")
            for name, action in self._commands.items() if name != "help"
        }
        self.buttons["whole"] = Button("", lambda: play.eye.fit(), icon="fullscreen", look="round")
        self.layer = Layer(Frame((0, 0), (0, 0)), self.buttons.values())
        self.menus = [
            Button("", partial(self.open_menu, turn), icon="menu", look="round")
            for turn in range(4)
        ]
        """By the edge from which they are read, as all that lies in corners around a table."""
        self.undos = [Button("", actions["undo"], icon="undo", look="round") for _ in range(4)]
        self._corners: list[Layer] = []
        """What lies there now: one button each."""
        self._yes = Button("", lambda: consent(True), icon="check", look="primary")
        self._no = Button("", lambda: consent(False), icon="close")
        self._question = Layer(Frame((0, 0), (0, 0)), (self._yes, self._no))
        self._question.visible = False
        self._asked_from: Thing | None = None
        """Where the keys were before the question."""
        self._way = Pressable(lambda: self._open_rules(self._reason.frame.turn))
        self._reason = Layer(Frame((0, 0), (0, 0)), (self._way,))
        """Lies over the words of a refusal, which lead to the rule."""

    def arrange(self, layout: Layout) -> None:
        """Put the buttons into the corners of a layout."""
        size = self._play.size
        self.layer.frame = Frame((size[0] / 2, size[1] / 2), size)
        top_left, top_right, bottom_left, bottom_right = layout.corners
        step = TOUCH + GAP
        boxes = [layout.board, *(tray.box for tray in layout.trays)]
        lower = [box for box in boxes if box.bottom > bottom_left.y + 8 and box.right > CORNER]
        apart = bottom_right.x - bottom_left.x >= 3 * step
        room = apart and all(box.x >= 2 * step for box in lower)
        places = {
            "menu": (top_left, 0.0),
            "rules": (top_right, 0.0),
            "undo": (bottom_left, 0.0),
            "redo": (bottom_left, step),
            "hint": (bottom_right, 0.0),
            "moves": (bottom_right, -step),
        }
        for name, (corner, aside) in places.items():
            button = self.buttons[name]
            button.place(Box.around(corner.center, TOUCH, TOUCH).moved(aside, 0))
            button.visible = not self._play.around and (room or aside == 0)
        x, y = layout.board.right - TOUCH - GAP, layout.board.bottom - TOUCH - GAP
        self.buttons["whole"].place(Box(x, y, TOUCH, TOUCH))
        self._corners = list(self._around(layout)) if self._play.around else []

    def _around(self, layout: Layout) -> Iterator[Layer]:
        """The buttons of every edge where somebody sits."""
        edges = {tray.turn for tray in layout.trays}
        for turn in sorted(edges):
            found = [(self.menus[turn], turn)]
            if len(edges) == 2:
                found.append((self.undos[turn], (turn - 1) % 4))
            for button, corner in found:
                middle = layout.corners[RIGHT_HAND[corner]].center
                button.place(Box(0, 0, TOUCH, TOUCH))
                yield Layer(Frame(middle, (TOUCH, TOUCH), turn), [button])

    @property
    def layers(self) -> tuple[Layer, ...]:
        self._follow_words()
        self.buttons["whole"].visible = self._play.eye.seeks and not self._play.covered
        match, in_hand = self._play.match, self._hands.in_hand
        for button in (self.buttons["undo"], *self.undos):  # a touch tells what cannot be undone
            button.enabled = match.cursor > match.taken_over or in_hand
        for corner in self._corners:
            corner.visible = self.layer.visible
        return self.layer, *self._corners, self._cards, self._question, self._reason

    def _follow_words(self) -> None:
        """Let the question, and the way to a rule, lie where and while they can be seen."""
        self._question.visible = self._play.waiting is not None
        told = [tray for tray in self._play.trays if tray.message and tray.rule]
        self._reason.visible = bool(told) and not self._question.visible
        for tray in told:
            self._reason.frame = tray.frame
            self._way.place(tray.spoken)

    def ask(self) -> None:
        """Ask the player at whose tray it lies whether the move is meant."""
        seat = self._play.match.actor or 0
        tray = self._play.trays[seat].frame
        self._question.frame = tray
        width, height = (tray.size[0] - 3 * GAP) / 2, TOUCH + GAP
        top = tray.size[1] - height - GAP
        self._yes.place(Box(GAP, top, width, height))
        self._no.place(Box(2 * GAP + width, top, width, height))
        self._asked_from, self._play.focus.current = self._play.focus.current, self._yes

    def answered(self) -> None:
        """The keys go on from where they were."""
        self._play.focus.current = self._asked_from

    def update(self) -> None:
        """Show what can be done now."""
        self.buttons["redo"].enabled = self._play.can_redo
        hint, over = self.buttons["hint"], self._play.over
        hint.icon = "trophy" if over else "hint"
        hint.enabled = over or self._play.asked is not None
        hint.visible = (over or self._play.offers_hints) and not self._play.around
        self.buttons["moves"].enabled = bool(self._play.match.log)

    def on(self, intent: Intent) -> bool:
        name = intent.name if intent.kind == "command" else intent.kind
        if intent.kind in ("menu", "command") and name in self._commands:
            self._commands[name]()
            return True
        return any(layer.on(intent) for layer in reversed(self.layers))

    def signs(self) -> Iterator[tuple[PadControl, Box]]:
        """What a gamepad's controls stand for, beside A."""
        controls: tuple[tuple[PadControl, Layer, Button], ...] = (
            ("start", self.layer, self.buttons["menu"]), ("y", self.layer, self.buttons["undo"]),
            ("x", self.layer, self.buttons["hint"]), ("b", self._question, self._no),
        )  # fmt: skip
        for control, layer, button in controls:
            here = button is self._play.focus.current and self._play.focus.visible
            if layer.visible and button.visible and button.enabled and not here:
                yield control, layer.frame.out_box(button.box)

    def draw(self, canvas: Canvas) -> None:
        for layer in self.layers:
            layer.render(canvas)

    def open_menu(self, turn: int | None = None) -> None:
        """The menu, read from the edge that `turn` says, or else from that of who asks for it."""
        turn = self._play.edge if turn is None else turn
        self._play.go(Push(routes.ToPause(self._play, turn)))

    def _open_rules(self, turn: int | None = None) -> None:
        play = self._play
        turn = play.edge if turn is None else turn
        play.go(Push(routes.ToRules(play.id, play.last_rule or None, turn)))

    def open_moves(self) -> None:
        if self._play.match.log:
            self._play.go(Push(routes.ToMoveList(self._play, self._play.edge)))
