"""A match on the table: who plays it, how it stands, what of it is seen, and where.

The parts of a play scene ask all of this; `PlayScene` plays the match and paints it.
"""

import math
from collections import deque
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, cast

import pygame

from game.ai.skills import can_play
from game.phones import boards
from game.phones.boards.picture import Picture
from game.rules.core.match import Match, Series, Step
from game.rules.core.protocol import AnyMove, AnyState, Event, Game, Refusal, Seat
from game.scenes.core.context import Context
from game.scenes.core.registry import seat_color
from game.scenes.core.scene import Board
from game.scenes.play.autosave import Autosave
from game.scenes.play.eye import Eye
from game.scenes.play.input import Input
from game.scenes.play.key_moves import KeyMoves
from game.scenes.play.layout import Layout
from game.scenes.play.marks import Mark, MarkKind
from game.scenes.play.tray import Tone, Tray
from game.services.people import Chair
from game.services.terms import UNSAID, Terms
from game.ui.frame import Box, Point
from game.ui.layer import Focus, Spot
from game.ui.talk import Talk
from game.ui.theme import Color

S = TypeVar("S")
M = TypeVar("M")
K = TypeVar("K", bound=Hashable)


class Coach(Protocol):
    """Sits beside a match that is a level: says which moves count and who answers."""

    @property
    def open(self) -> bool:
        """Whether the person may play now."""

    @property
    def lets_think(self) -> bool:
        """Whether a computer may think now, about its own move or about a hint."""

    def advise(self) -> bool:
        """Help as the level says; False where a computer may look."""


class Places(Protocol):
    """The places of a board, where they are seen now."""

    @property
    def mark_radius(self) -> float:
        """How large marks are."""

    def place_at(self, place: str) -> Point | None:
        """Where a place named by the rules lies on the table; None if it is none."""


class PlayedMatch(Board, Generic[S, M, K]):
    """A match of a game with states S and moves M, played by picking spots whose keys are K.

    `chairs` are by person; seats rotate in a series.

    `match_id` is the store's number of a match gone on with. With a `coach` the match is an
    attempt at a level: nothing of it is kept, and its end is the coach's business.
    """

    def __init__(
        self, context: Context, series: Series, chairs: Sequence[Chair],
        match_id: int | None = None, coach: Coach | None = None, terms: Terms = UNSAID,
    ) -> None:  # fmt: skip
        super().__init__(context)
        self.series = series
        self.chairs = tuple(replace(chair, name=context.called(chair)) for chair in chairs)
        self.coach = coach
        self.foretells = True
        """Whether what a move would bring is shown before it is made; not where to find it is the
        task."""
        self.pointed: Sequence[str] = ()
        """The places that a task is about, marked until something is played."""
        self.arrow: M | None = None
        """The step that is shown by an arrow."""
        self.ghost: M | None = None
        """A step as it would lie: one about to be made on a phone, where everybody may see it, or
        what would have been better in a story."""
        self.terms = terms
        """What its people agreed on."""
        self.autosave = Autosave(context.store, series, self.chairs, match_id, terms)
        self.start_game()
        self.shown = self.match.cursor
        self.queue: deque[Step] = deque()
        """The steps that are still to happen before everybody's eyes."""
        self.arriving = False
        """Whether one has set off or arrived in this frame, so that all else waits for the next."""
        self.replaying = False
        """Whether an earlier moment is shown while the match stands where it stood."""
        self.waiting: M | None = None
        """The move that waits for its player's consent, where moves are confirmed."""
        self.layout: Layout
        self.board: Places
        """What knows where places lie, in a game that does not say so itself."""
        self.trays: list[Tray] = []
        self.ground: pygame.Surface | None = None
        """What does not move, as it was painted; None if it is to be painted anew."""
        self.eye = Eye.still()
        """What moves over the board; `arrange` makes it."""
        self.input: Input[K]
        """What the game makes of fingers and keys."""
        self.focus = Focus()
        self.edge = 0
        """The edge, by its turn, from which a gamepad did the last thing; 0 if keys did it."""
        self.talk = Talk()
        """What people draw on the board to talk about it."""
        self._marked: list[tuple[MarkKind, str]] = []
        """The places that are marked, and as what."""
        self.last_rule = ""
        """The rule of the last refusal, where the rules open."""
        self.blamed: Refusal | None = None
        """What was refused last, as long as its marks are shown."""

    # The match -------------------------------------------------------------------------------

    def start_game(self) -> None:
        """The current game of the series is played from now on."""
        self.match: Match = self.series.current
        self.seat(self.chairs)
        self.key_moves = KeyMoves(self.context.ai_worker, self.match)
        """What was given away, once the game is over."""

    def seat(self, chairs: Iterable[Chair]) -> None:
        """These play from now on, by person."""
        self.chairs = tuple(chairs)
        seats = range(self.match.seats)
        self.persons = frozenset(seat for seat in seats if self.chair(seat).person)
        """The seats at which people sit; in each game of a series others."""

    @property
    def game(self) -> Game[S, M]:
        return cast("Game[S, M]", self.match.game)

    @property
    def id(self) -> str:
        return str(self.game.info.id)

    @property
    def match_id(self) -> int | None:
        """The store's number of the match; None if it is not kept."""
        return self.autosave.match_id

    @property
    def shown_state(self) -> S:
        """The state in the picture."""
        return cast(S, self.match.states[min(self.shown, len(self.match.states) - 1)])

    def seen_by(self, seat: Seat) -> S | None:
        """What a card at a seat may be about; None as long as nobody may read anything there."""
        return self.game.observation(self.latest, seat)

    @property
    def latest(self) -> S:
        """The state in which the match stands."""
        return cast(S, self.match.state)

    @property
    def known(self) -> int:
        """How many steps of the match may be seen: all of them, unless the last is held back."""
        return self.match.cursor

    def reveal(self) -> None:
        """Let what is held back happen before everybody's eyes."""

    def picture(self, view: S, seat: Seat) -> Picture:
        """What a phone shows of a seat's view."""
        return boards.BOARDS[self.id].picture(view, seat)

    @property
    def shows_targets(self) -> bool:
        """Whether what is legal is to glow; who wants to find it alone switches it off."""
        return self.context.settings.show_targets

    @property
    def live(self) -> bool:
        """Whether the picture shows all that may be seen and nothing is on its way."""
        return not self.queue and not self.replaying and self.shown == self.known

    @property
    def over(self) -> bool:
        """Whether the match has results to be looked at."""
        return self.coach is None and self.match.outcome is not None

    @property
    def lamp(self) -> Seat | None:
        """The seat whose tray the lamp stands at."""
        return self.match.actor if self.live else self.game.actor(self.shown_state)

    def chair(self, seat: Seat) -> Chair:
        return self.chairs[self.series.person_at(seat)]

    @property
    def names(self) -> tuple[str, ...]:
        """The names in seat order."""
        return tuple(self.chair(seat).name for seat in range(self.match.seats))

    @property
    def confirms(self) -> bool:
        """Whether a move counts only once it has been confirmed."""
        return self.terms.confirm or self.context.settings.confirm_moves

    @property
    def asked(self) -> Seat | None:
        """The person who is to act now and can, the picture being up to date."""
        actor = self.match.actor
        ready = self.live and self.known == self.match.cursor
        return actor if ready and actor in self.persons else None

    def turns(self) -> list[tuple[Seat, tuple[int, ...]]]:
        """The turns that may be seen, as the list of moves shows them."""
        turns = ((seat, [i for i in steps if i < self.known]) for seat, steps in self.match.turns())
        return [(seat, tuple(steps)) for seat, steps in turns if steps]

    def describe(self, index: int) -> str:
        """A step in words, for the list of moves; empty for one that goes without saying."""
        move, key = self.match.log[index], self._words_for(index)
        if move == self.game.implicit_step:
            return ""
        if not self.context.texts.has(key):
            return str(self.game.write(move))
        return self.t(key, who=self.who(index), **self.named(index))

    def acts(self, index: int) -> bool:
        """Whether the words for a step are what somebody does: a name goes well before them."""
        key, texts = self._words_for(index), self.context.texts
        return texts.has(f"{key}_you") or texts.has(f"{key}.other_you")

    def _words_for(self, index: int) -> str:
        return f"{self.id}.move.{type(self.match.log[index]).__name__.lower()}"

    def who(self, index: int) -> str:
        """Who makes a step."""
        return self.context.texts.who(self.match.seat_of(index), self.names)

    def named(self, index: int) -> Mapping[str, str | int]:
        """What the words for a step name, such as pieces or places; `place` is as it is written."""
        return {"place": str(self.game.write(self.match.log[index]))}

    def tell(self, event: Event) -> str:
        return self.context.texts.event(self.id, event, self.names)

    # Where things are ------------------------------------------------------------------------

    def seat_color(self, seat: Seat) -> Color:
        """The colour that stands for a seat; that of its row, if not said otherwise."""
        return seat_color(self.id, self.latest, seat)

    def place_at(self, place: str) -> Point | None:
        """Where a place named by the rules lies on the table."""
        return self.board.place_at(place)

    def places_of(self, move: M) -> tuple[str, ...]:
        """The places a move is about, for marking hints and the last move: what the game writes,
        if not said otherwise.
        """
        return (self.game.write(move),)

    def last_places(self) -> Iterator[str]:
        """Where the last turn took place, for whoever is asked now."""
        match, first = self.match, self.match.cursor - 1
        while first > 0 and not match.opens_turn(first):
            first -= 1
        for move in match.log[max(0, first) : match.cursor] if self.asked is not None else ():
            yield from self.places_of(move)

    def card_text(self, key: str, **named: str | int) -> str:
        """A text of the cards that explain the game's tiles."""
        return self.t(f"{self.id}.card.{key}", **named)

    def seen_at(self, index: int) -> Sequence[Point]:
        """Where on the table the last of so many steps is seen."""
        places = self.places_of(self.match.log[index - 1]) if index else ()
        return [at for at in map(self.place_at, places) if at is not None]

    @property
    def around(self) -> bool:
        """Whether people sit around the table, so that not everybody reads from the same edge."""
        return self.coach is None and any(tray.turn for tray in self.layout.trays)

    @property
    def covered(self) -> bool:
        """Whether something lies over the board, so that no hand moves its view."""
        return False

    @property
    def board_box(self) -> Box:
        """Where the board lies, with what is to be seen beside it when the match is over."""
        return self.layout.board

    @property
    def piece(self) -> float:
        """How large the board's pieces are seen, in units; infinite where that is enough anyway."""
        return math.inf

    def centre_of_interest(self) -> Sequence[Point]:
        """What the view is about when it goes near: pieces that lie on the board, if any do."""
        return ()

    def mark(self, kind: MarkKind, places: Sequence[str]) -> None:
        self._marked += ((kind, place) for place in places)

    @property
    def marks(self) -> list[Mark]:
        """The marks on the table, each where its place lies now."""
        return self._rings(self._marked, self.mark_radius)

    def _rings(self, marked: Iterable[tuple[MarkKind, str]], radius: float) -> list[Mark]:
        found = ((kind, self.place_at(place), place) for kind, place in marked)
        return [Mark(kind, at, radius, place) for kind, at, place in found if at is not None]

    @property
    def mark_radius(self) -> float:
        return self.board.mark_radius

    def clear_marks(self, *kinds: MarkKind | Tone) -> None:
        self._marked = [each for each in self._marked if each[0] not in kinds]
        if "refusal" in kinds:
            self.blamed = None
        if "held" in kinds:
            self.ghost = None
        for tray in self.trays:  # words and marks go together
            if tray.tone in kinds:
                tray.hush()

    def sound(self, cue: str, at: Point | None = None) -> None:
        pan = 0.5 if at is None else min(1.0, max(0.0, at[0] / self.size[0]))
        self.context.sound.play(cue, pan)

    # What can be done with it ----------------------------------------------------------------

    @property
    def takes_picks(self) -> bool:
        """Whether anything can be picked: not while the match goes on or somebody else acts."""
        allowed = self.coach is None or self.coach.open
        return allowed and self.live and self.waiting is None

    def offered(self) -> Sequence[Spot]:
        """The spots that can be picked now."""
        return self.input.spots() if self.takes_picks else ()

    @property
    def takeback(self) -> bool:
        """Whether takebacks are free: at this match, or at every one."""
        return self.terms.takeback or self.context.settings.takeback

    @property
    def offers_hints(self) -> bool:
        """Whether a hint can be asked for: the settings let, and a level or a computer has some."""
        gives = self.coach is not None or can_play(self.id)
        return gives and self.context.settings.hints

    def undo_target(self) -> int | None:
        """The step that *undo* leads back to, as far as the house rule lets."""
        return self.match.undo_target(self.persons, self.takeback)

    @property
    def can_undo(self) -> bool:
        return self.undo_target() is not None

    @property
    def can_redo(self) -> bool:
        return self.match.cursor < len(self.match.log)


AnyPlayedMatch: TypeAlias = PlayedMatch[AnyState, AnyMove, Any]
"""A match whose states, moves and spots are nobody's business."""
