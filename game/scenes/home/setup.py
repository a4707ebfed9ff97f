"""Before a match: who plays, with which options and agreements, and everything else the box holds;
or who goes on from a moment of another match.

Choices are remembered per game. Nothing here can be wrong: whatever is chosen can be started.
"""

from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any, Final, Literal, TypeAlias

from game.ai.skills import can_play
from game.rules import GAMES, SHELF
from game.rules.core.match import Match, Series
from game.rules.core.protocol import CHANCE, Option, Value
from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene
from game.scenes.core.registry import facts
from game.scenes.core.routes import Route, ToLevel, ToLevels, ToLine, ToPhones, ToPlay, ToRules
from game.scenes.core.scene import Home, Push, Replace
from game.scenes.core.sheets import Section
from game.scenes.home.boxes import GoalBox, dress_of, straight
from game.scenes.home.seats import Seating, objection
from game.services import levels
from game.services.checked import chosen, one_of, table
from game.services.deal_numbers import LONGEST, any_number, number_of_day, read_number
from game.services.people import Chair
from game.services.terms import SECONDS, TIMINGS, UNSAID, USUAL, Terms
from game.ui import surfaces
from game.ui.text_entry import TextField
from game.ui.theme import BODY, LARGE
from game.ui.widgets import Button, Choice, Faded, Field, Label, Toggle, Widget

ROUND: Final = 0
"""As many games in a row as there are seats."""
LENGTHS: Final = (1, 2, 3, 5)
"""How many games in a row can be chosen in every game."""
Kind: TypeAlias = Literal["new", "day", "number"]
KINDS: Final[tuple[Kind, ...]] = ("new", "day", "number")
"""Which deal a numbered game begins with: a new one, the day's, or one that has been named."""


class TermsRows:
    """The agreements on taking back, confirming and the clock, and the rows that ask for them.

    What the settings want at every match is not asked again.
    """

    def __init__(self, scene: MenuScene, computers: bool) -> None:
        self._scene, self._computers = scene, computers
        self.terms = UNSAID

    def rows(self) -> list[Widget]:
        """The rows under their heading."""
        settings, terms, t = self._scene.context.settings, self.terms, self._scene.t
        always = {"takeback": settings.takeback, "confirm": settings.confirm_moves}
        found: list[tuple[str, Widget]] = [
            (key, Toggle(getattr(terms, key), partial(self._turn, key)))
            for key, wanted in always.items() if not wanted
        ]  # fmt: skip
        timings = [(each, t(f"menu.terms.clock.{each}")) for each in TIMINGS]
        choice = Choice(timings, terms.clock, lambda to: self._take(clock=to, seconds=USUAL[to]))
        found.append(("clock", choice))
        if terms.clock != "none":
            times = [(n, t("menu.terms.minutes", n=n // 60) if n >= 60
                      else t("menu.terms.seconds", n=n)) for n in SECONDS[terms.clock]]  # fmt: skip
            time = Choice(times, terms.seconds, lambda to: self._take(seconds=to))
            found.append(("time", time))
        if terms.clock != "none" and self._computers:
            ends = [(False, t("menu.terms.end.notice")), (True, t("menu.terms.end.moves"))]
            found.append(("end", Choice(ends, terms.strict, lambda to: self._take(strict=to))))
        rows = [self._scene.field(f"menu.terms.{key}", what, 0.46) for key, what in found]
        return [Section(t("menu.terms.title")), *rows]

    def _turn(self, key: str, on: bool) -> None:
        self._take(**{key: on})

    def _take(self, **values: Any) -> None:  # fields of `Terms`, which checks them
        self.terms = replace(self.terms, **values)
        self._scene.rebuild()


class Deal:
    """The choice of a deal in a game's set-up, at first the day's or the one with a number; its
    words are the game's own.
    """

    def __init__(
        self, scene: MenuScene, game: str, deal: int | Literal["day"] | None = None
    ) -> None:
        self._scene, self._game = scene, game
        self.kind: Kind = "new" if deal is None else "day" if deal == "day" else "number"
        self.number = deal if isinstance(deal, int) else None

    def _word(self, key: str, **params: str | int) -> str:
        return self._scene.t(f"{self._game}.deal.{key}", **params)

    def rows(self) -> list[Widget]:
        """The choice, and the number where one is to be named."""
        values = [(kind, self._word(kind)) for kind in KINDS]
        choice = Choice(values, self.kind, self._take)
        rows: list[Widget] = [Field(self._word("label"), choice, self._word("help"), share=0.46)]
        if self.kind == "number":
            text = str(self.number) if self.number else ""
            field = TextField(text, self._ask, hint=self._word("hint"))
            rows.append(Field(self._word("which"), field, share=0.46))
        return rows

    def _take(self, kind: Kind) -> None:
        self.kind = kind
        self._scene.rebuild()
        if kind == "number" and self.number is None:
            self._ask()

    def _ask(self) -> None:
        self._scene.go(Push(ToLine(self._word("which"), "", LONGEST, self._name, digits=True)))

    def _name(self, text: str) -> None:
        self.number = read_number(text) or self.number
        self._scene.rebuild()

    def seed(self) -> int:
        """The number to deal by; where none was named after all, a new one."""
        context = self._scene.context
        if self.kind == "day":
            return number_of_day(context.store.today())
        if self.kind == "number" and self.number is not None:
            return self.number
        return any_number() if context.seed is None else context.seed


class Setup(Seating):
    """The opened box of one game."""

    name = "setup"
    renewed = True

    def __init__(
        self, context: Context, game: str, deal: int | Literal["day"] | None = None
    ) -> None:
        super().__init__(context)
        self.game = game
        self.info = GAMES[game].info
        self._lid: GoalBox | None = None
        """The box beside the sheet; its pictures go on while choices are made."""
        self.computers = can_play(game)
        self.options: dict[str, Value] = {o.key: o.default for o in self.info.options}
        self.options.update(SHELF[game].first)
        self.lengths = (*LENGTHS, ROUND) if SHELF[game].rounds else LENGTHS
        self.length = self.lengths[0]
        self.deal = Deal(self, game, deal) if SHELF[game].numbered else None
        self.agreed = TermsRows(self, self.computers)
        self._key = f"setup {game}"

    def enter(self) -> None:
        """Take what was chosen last time, as far as it still makes sense."""
        low, high = self.info.seats
        likely = sorted(range(low, high + 1), key=lambda count: (count != 2, count))
        self.seat(next((n for n in likely if not objection(self.game, n, self.options)), likely[0]))
        kept = table(self.context.store.get(self._key))
        values = {option.key: option.values for option in self.info.options}
        self.options = chosen(kept.get("options"), values, self.options)
        self.recall_chairs(kept.get("chairs"), self.info.seats)
        self._suit_options()
        self.agreed.terms = Terms.of(kept.get("terms"))
        self.length = one_of(kept.get("length"), self.lengths, self.length)

    def build(self) -> list[Widget]:
        if self._lid is None or self._lid.dress != dress_of(self):
            self._lid = GoalBox(self, self.game)
        return self.set_up(self._lid, self._words(), self._buttons())

    def _words(self) -> list[Label]:
        texts = self.context.texts
        words = [Label(self.t(f"{self.game}.tagline"), LARGE, "serif", color=surfaces.BRASS_TOP)]
        if texts.has(f"{self.game}.goal"):
            words.append(Label(self.t(f"{self.game}.goal"), BODY))
        if texts.has(f"{self.game}.author"):
            words.append(Faded(self.t(f"{self.game}.author"), BODY))
        return [*words, Faded(facts(texts, self.game), BODY)]

    def _buttons(self) -> list[Button]:
        wishes: list[tuple[str, str, Route]] = [("menu.rules", "rules", ToRules(self.game))]
        if levels.files(self.game):
            wishes.insert(0, ("menu.levels.offer", "puzzle", ToLevels(self.game)))
        shelf, _ = levels.shelf(GAMES[self.game])
        if shelf and shelf[0].kind == "lesson" and self._new_to_all(shelf[0].id):
            wishes.insert(0, ("menu.levels.first_time", "lesson", ToLevel(shelf[0], shelf)))
        actions = [(key, icon, partial(self.go, Push(route))) for key, icon, route in wishes]
        if self.context.lets_phones:
            actions.append(("menu.setup.phones", "phone", partial(self.start, over=ToPhones())))
        return self.buttons_of(actions)

    def _new_to_all(self, lesson: str) -> bool:
        """Whether nobody who sits here has played this game or its first lesson, as far as the
        table knows; at a table among strangers it does not know guests without a name.
        """
        store, public = self.context.store, self.context.public
        people = {place.profile for place in self.places if place.kind == "person"}
        progress = store.levels(self.game).get(lesson)
        played = self.game in store.statistics.finished("game") or (progress and progress.solved)
        return not any(
            self.game in store.statistics.by_game(one) if one is not None
            else played and not public for one in people
        )

    def rows(self) -> list[Widget]:
        rows: list[Widget] = [Section(self.t("menu.setup.who"), first=True)]
        low, high = self.info.seats
        start = GAMES[self.game].start(len(self.places), self.options)
        if low < high:
            counts = [(n, str(n)) for n in range(low, high + 1)]
            choice = Choice(counts, len(self.places), self._take_count)
            rows.append(Field(self.t("menu.setup.seats"), choice))
        rows.extend(self.seat_rows(self.game, start))
        if len(self.places) > 1:
            first = GAMES[self.game].first_seat(start)
            own = f"{self.game}.begins"
            key = own if self.context.texts.has(own) else "menu.setup.begins"
            text = (self.t("menu.setup.luck") if first is None
                    else self.t(key, who=self.chairs[first].name))  # fmt: skip
            rows.append(Faded(text, BODY))
        if self.deal is not None:
            rows.extend(self.deal.rows())
        several = self.t("menu.setup.round", n=len(self.places))
        lengths = [(n, str(n) if n else several) for n in self.lengths]
        choice = Choice(lengths, self.length, self._take_length)
        label, note = self.t("menu.setup.length"), self.t("menu.setup.length_help")
        time = self.t("menu.setup.lasting", time=self.lasting([self.game] * self._games))
        rows.append(Field(label, choice, f"{note} {time}"))
        if self.info.options:
            rows.append(Section(self.t("menu.setup.options")))
            rows.extend(self._option_row(option) for option in self.info.options)
        rows.extend(self.agreed.rows())
        return rows

    def _option_row(self, option: Option) -> Widget:
        texts = self.context.texts
        label = texts.option_label(self.game, option.key)
        usual = texts.option_label(self.game, option.key, option.default)
        key = "written" if option.key in SHELF[self.game].first else "rule"
        rule = self.t(f"menu.setup.{key}", value=usual)
        note = f"{self.t(f'{self.game}.option.{option.key}.help')} {rule}"
        value = self.options[option.key]
        control: Widget
        if set(option.values) == {True, False}:
            control = Toggle(bool(value), lambda on: self._take(option.key, on))
        else:
            count = len(self.places)
            values = [
                (v, texts.option_label(self.game, option.key, v))
                for v in option.values
                if not (option.seats and isinstance(v, int) and v >= count)
            ]
            control = Choice(values, value, lambda v: self._take(option.key, v))
        return Field(label, control, note, share=0.46)

    def _take(self, key: str, value: Value) -> None:
        self.options[key] = value
        low, high = self.info.seats
        counts = (n for n in range(low, high + 1) if not objection(self.game, n, self.options))
        if objection(self.game, len(self.places), self.options):
            self.seat(next(counts, len(self.places)))
            self._suit_options()
        self.rebuild()

    def _take_count(self, count: int) -> None:
        self.seat(count)
        self._suit_options()
        self.rebuild()

    def _suit_options(self) -> None:
        """Options that do not suit the company take the first value that does."""
        objects = partial(objection, self.game, len(self.places))
        for option in self.info.options:
            if objects(self.options) == option.key:
                values = ({**self.options, option.key: v} for v in option.values)
                suiting = (each for each in values if objects(each) != option.key)
                self.options = next(suiting, self.options)

    @property
    def _games(self) -> int:
        return self.length or len(self.places)

    def _take_length(self, length: int) -> None:
        self.length = length
        self.rebuild()

    def start(self, over: Route | None = None) -> None:
        """Begin the match that was set up, with another scene over it if one is given."""
        kept = {
            "options": self.options, "chairs": self.choices, "length": self.length,
            "terms": asdict(self.agreed.terms),
        }  # fmt: skip
        self.context.store.set(**{self._key: kept})
        seed = self.deal.seed() if self.deal is not None else self.context.new_seed()
        match = Match(GAMES[self.game], len(self.places), self.options, seed=seed)
        series = Series(match, self._games)
        self.go(Replace(ToPlay(series, self.chairs, terms=self.agreed.terms), over))


class PlayOn(Seating):
    """The seats of a new match that begins with the first `index` steps of another one.

    `chairs` are those of the other match, seat by seat; they are what is proposed.
    """

    name = "play_on"
    renewed = True

    def __init__(self, context: Context, match: Match, index: int, chairs: Sequence[Chair]) -> None:
        super().__init__(context)
        self.match, self.index, self._sat = match, index, tuple(chairs)
        self.game = match.game.info.id
        self.computers = can_play(self.game)
        self.agreed = TermsRows(self, self.computers)

    def enter(self) -> None:
        count = len(self._sat)
        self.seat(count)
        self.recall_chairs(list(map(asdict, self._sat)), (count, count))

    def build(self) -> list[Widget]:
        words = [
            Label(self.t("menu.play_on.title"), LARGE, "serif", color=surfaces.BRASS_TOP),
            Faded(self.moment, BODY),
            Faded(self.t("menu.play_on.stays"), BODY),
        ]
        return self.set_up(straight(self, self.game), words)

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
