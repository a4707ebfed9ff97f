"""A match as it is played: one game's start, its log, and a cursor that undo and redo move.

The states along the log are kept, so undo, replay and animation are index operations. A
*series* is several games in a row by the same company, the seats rotating by one each time.
"""

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from game.rules.core import protocol
from game.rules.core.protocol import CHANCE, AnyGame, Event, Outcome, ScoreLine, Seat, Value

Luck: TypeAlias = Literal["auto", "manual"]


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of the log as it was played: its index, who acted, what it brought about."""

    index: int
    seat: Seat
    move: protocol.AnyMove
    events: tuple[Event, ...]


class Match:
    """One game in progress.
    `luck` is ``"auto"`` when the seed draws, ``"manual"`` when the caller plays luck's moves. The
    n-th draw depends on the seed and n alone, so the same seed draws alike whatever the seats do
    between. Raises OptionError for options or seats the game does not know.
    """

    def __init__(
        self, game: AnyGame, seats: int, options: Mapping[str, Value] | None = None, *,
        seed: int | str = 0, luck: Luck = "auto", start: protocol.AnyState = None,
    ) -> None:  # fmt: skip
        self.game = game
        self.seats = seats
        self.options = protocol.resolve(game.info, seats, options or {})
        self.seed = seed
        self.luck: Luck = luck
        self.from_position = start is not None
        self.taken_over = 0
        """How many steps at the beginning come from another match, see `played_on`."""
        self.log: list[protocol.AnyMove] = []
        first: protocol.AnyState = start if self.from_position else game.start(seats, self.options)
        self.states = [first]
        self.cursor = 0
        """How many steps have been played, luck's included."""
        if luck == "auto":
            self.settle()

    def played_on(self, index: int, seed: int | str) -> "Match":
        """A match of its own that begins with the first `index` steps of this one; what luck owes
        after them is drawn by the new seed, so that nobody knows it. This one stays as it is.
        """
        made = Match(
            self.game, self.seats, self.options, seed=seed, luck="manual",
            start=self.states[0] if self.from_position else None,
        )  # fmt: skip
        made.log, made.states = self.log[:index], self.states[: index + 1]
        made.cursor = made.taken_over = index
        made.luck = "auto"
        made.settle()
        return made

    # Where the match stands -------------------------------------------------------------------

    @property
    def state(self) -> protocol.AnyState:
        return self.states[self.cursor]

    @property
    def actor(self) -> Seat | None:
        return self.game.actor(self.state)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    def seat_of(self, index: int) -> Seat:
        """Who made the step at this index of the log. Raises IndexError where nobody acted."""
        seat = self.game.actor(self.states[index])
        if seat is None:
            raise IndexError(f"nobody acted at step {index}")
        return seat

    # Playing -----------------------------------------------------------------------------------

    def play(self, move: protocol.AnyMove) -> tuple[Step, ...]:
        """Play one step, then what luck owes. Raises IllegalMove; nothing has changed then."""
        self.replay(move)
        first = self.step(self.cursor - 1)
        return (first, *(self.settle() if self.luck == "auto" else ()))

    def replay(self, move: protocol.AnyMove) -> None:
        """Play one step and no more: nobody asks what it brought about, and luck does not draw.
        Raises IllegalMove; nothing has changed then.
        """
        refusal = self.game.why_illegal(self.state, move)
        if refusal is not None:
            raise protocol.IllegalMove(refusal, self.game.write(move), self.game.info.id)
        self._append(move)

    def play_text(self, text: str) -> tuple[Step, ...]:
        """Play a step or a whole turn given as text. Raises NotationError or IllegalMove."""
        steps: list[Step] = []
        for move in protocol.play_text(self.game, self.state, text):
            steps.extend(self.play(move))
        return tuple(steps)

    def settle(self) -> tuple[Step, ...]:
        """Let the seed draw for luck until somebody else acts."""
        steps: list[Step] = []
        while self.actor == CHANCE:
            drawn = sum(self.seat_of(i) == CHANCE for i in range(self.cursor))
            rng = random.Random(f"{self.seed}/{drawn}")
            self._append(self.game.sample_chance(self.state, rng))
            steps.append(self.step(self.cursor - 1))
        return tuple(steps)

    def _append(self, move: protocol.AnyMove) -> None:
        del self.log[self.cursor :]
        del self.states[self.cursor + 1 :]
        self.log.append(move)
        self.states.append(self.game.apply(self.state, move))
        self.cursor += 1

    def step(self, index: int) -> Step:
        """The step at this index of the log, with its events."""
        before, move, after = self.states[index], self.log[index], self.states[index + 1]
        return Step(index, self.seat_of(index), move, self.game.events(before, move, after))

    # Going back and forth ----------------------------------------------------------------------

    def decision_before(self, index: int) -> int | None:
        """The last step before `index` that a seat decided, not luck."""
        return next((i for i in reversed(range(index)) if self.seat_of(i) != CHANCE), None)

    def undo(self) -> bool:
        """Take back the last decision and the luck after it; False if there is none."""
        target = self.decision_before(self.cursor)
        if target is None:
            return False
        self.cursor = target
        return True

    def redo(self) -> bool:
        """Play the next decision of the log again, with the luck after it; False at the end."""
        if self.cursor == len(self.log):
            return False
        self.cursor += 1
        while self.cursor < len(self.log) and self.seat_of(self.cursor) == CHANCE:
            self.cursor += 1
        return True

    def undo_target(self, persons: Collection[Seat], takeback: bool) -> int | None:
        """Where *undo* at the table leads: the last free decision of a person.
        Without the house rule `takeback` it never passes a draw of luck or a decision of another
        person than the one who decided last. Steps without a choice are passed over; steps that
        were taken over from another match stay.
        """
        target = self._choice_before(self.cursor, persons)
        if target is not None and target < self.taken_over:
            return None
        if takeback or target is None:
            return target
        newest = self._choice_before(len(self.log), persons)
        passed = range(target, len(self.log))
        revealed = any(self.seat_of(i) == CHANCE for i in passed)
        own = newest is not None and all(
            self.seat_of(i) == self.seat_of(newest) for i in passed if self.chose(i, persons)
        )
        return target if own and not revealed else None

    def _choice_before(self, index: int, persons: Collection[Seat]) -> int | None:
        return next((i for i in reversed(range(index)) if self.chose(i, persons)), None)

    def chose(self, index: int, persons: Collection[Seat]) -> bool:
        """Whether the step at this index was one of these seats', who could have done otherwise."""
        return self.seat_of(index) in persons and len(self.game.moves(self.states[index])) > 1

    def go_to(self, index: int) -> None:
        """Put the cursor anywhere on the log. Raises IndexError outside of it."""
        if not 0 <= index <= len(self.log):
            raise IndexError(f"the log has {len(self.log)} steps, there is no step {index}")
        self.cursor = index

    # Telling about it --------------------------------------------------------------------------

    def turns(self) -> list[tuple[Seat, tuple[int, ...]]]:
        """The log up to the cursor cut into turns: who, and the indices of the steps."""
        found: list[tuple[Seat, list[int]]] = []
        for i in range(self.cursor):
            if self.opens_turn(i):
                found.append((self.seat_of(i), []))
            found[-1][1].append(i)
        return [(seat, tuple(steps)) for seat, steps in found]

    def opens_turn(self, index: int) -> bool:
        """Whether the step at this index, or the one to come, is the first of its turn."""
        last, seat = index - 1, self.seat_of(index)
        if last < 0 or self.seat_of(last) != seat:
            return True
        before, after = self.states[last:index + 1]
        return seat != CHANCE and self.game.ends_turn(before, self.log[last], after)

    def score_lines(self) -> tuple[ScoreLine, ...]:
        """The score sheet: the game's own, or else every event that gave or took points."""
        return self.game.explain(self.state) or tuple(
            ScoreLine(event.seat, event.points, event.kind, event.params, event.places)
            for index in range(self.cursor)
            for event in self.step(index).events
            if event.points
        )


class Series:
    """Several games by the same company; person p sits at seat (p − game number) mod seats."""

    def __init__(self, first: Match, length: int = 1) -> None:
        if length < 1:
            raise ValueError(f"a series has at least one game, not {length}")
        self.games = [first]
        self.length = length

    @property
    def current(self) -> Match:
        return self.games[-1]

    @property
    def over(self) -> bool:
        return len(self.games) == self.length and self.current.outcome is not None

    def person_at(self, seat: Seat, game: int | None = None) -> int:
        """Which person sits at a seat in the game with this number (0 first; else the last)."""
        number = len(self.games) - 1 if game is None else game
        return (seat + number) % self.current.seats

    def seat_of(self, person: int) -> Seat:
        """Where a person sits in the current game."""
        return (person - (len(self.games) - 1)) % self.current.seats

    def advance(self) -> Match:
        """Start the next game. Raises ValueError while one is open or when all are played."""
        if self.current.outcome is None:
            raise ValueError("the current game is not over")
        if self.over:
            raise ValueError(f"all {self.length} games are played")
        last = self.current
        options = {**last.options, **last.game.next_game_options(last.state)}
        seed = f"{self.games[0].seed}/{len(self.games)}"
        self.games.append(Match(last.game, last.seats, options, seed=seed, luck=last.luck))
        return self.current

    def totals(self) -> tuple[int, ...]:
        """What the finished games are worth together, person by person."""
        totals = [0] * self.current.seats
        for number, match in enumerate(self.games):
            if match.outcome is not None:
                for seat, worth in enumerate(match.game.series_points(match.state)):
                    totals[self.person_at(seat, number)] += worth
        return tuple(totals)

    def winners(self) -> tuple[int, ...]:
        """Once all games are played: the persons with the highest total. Empty before."""
        if not self.over:
            return ()
        totals = self.totals()
        return tuple(p for p, total in enumerate(totals) if total == max(totals))
