"""Playing on from a moment of a match: who takes which seat. The match itself stays as it was."""

from collections.abc import Sequence

from game.rules.core.match import Match, Series
from game.rules.core.protocol import CHANCE
from game.scenes.core.context import Context
from game.scenes.core.routes import ToPlay
from game.scenes.core.scene import Home
from game.scenes.core.sheets import Section, spread
from game.scenes.home.boxes import GameBox
from game.scenes.home.seats import Seating, can_play
from game.scenes.home.terms_rows import TermsRows
from game.services.people import Chair
from game.ui import surfaces
from game.ui.layer import Layer
from game.ui.theme import BODY, LARGE
from game.ui.widgets import Button, Label, Widget


class PlayOn(Seating):
    """The seats of a new match that begins with the first `index` steps of another one.

    `chairs` are those of the other match, seat by seat; they are what is proposed.
    """

    name = "play_on"
    renewed = True

    def __init__(
        self, context: Context, match: Match, index: int, chairs: Sequence[Chair]
    ) -> None:
        super().__init__(context)
        self.match, self.index, self._sat = match, index, tuple(chairs)
        self.game = match.game.info.id
        self.computers = can_play(self.game)
        self.agreed = TermsRows(self, self.computers)

    def enter(self) -> None:
        count = len(self._sat)
        self.seat(count)
        self.recall_chairs([chair.plain() for chair in self._sat], (count, count))

    def build(self) -> list[Layer]:
        back = Button("", self.cancel, icon="back", look="round")
        box = GameBox(self.game, self.t(f"{self.game}.name"), lambda: None)
        box.focusable = box.enabled = False
        box.angle = 0.0
        words = [
            Label(self.t("menu.play_on.title"), LARGE, "serif", color=surfaces.BRASS_TOP),
            Label(self.moment, BODY, color=surfaces.DARK.faded),
            Label(self.t("menu.play_on.stays"), BODY, color=surfaces.DARK.faded),
        ]
        side, rest = spread(self, [back], box, words, [])
        return [Layer(self.frame, [*side, *self.paper(rest)])]

    @property
    def moment(self) -> str:
        """From which turn on is played, and whose turn it is."""
        turns = [steps for seat, steps in self.match.turns() if seat != CHANCE]
        number = sum(steps[0] < self.index for steps in turns)
        actor = self.match.game.actor(self.match.states[self.index])
        if actor is None or actor == CHANCE:
            return self.t("menu.play_on.after", n=number)
        return self.t("menu.play_on.next", n=number, who=self.chairs[actor].name)

    def rows(self) -> list[Widget]:
        state = self.match.states[self.index]
        return [
            Section(self.t("menu.setup.who"), first=True), *self.seat_rows(self.game, state),
            *self.agreed.rows(),
        ]  # fmt: skip

    def start(self) -> None:
        """Begin the new match; the one it comes from is left as it is."""
        match = self.match.played_on(self.index, self.context.new_seed())
        self.go(Home(ToPlay(Series(match), self.chairs, terms=self.agreed.terms)))

