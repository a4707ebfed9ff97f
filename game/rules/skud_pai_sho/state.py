"""Where a game of Skud Pai Sho stands: its moves, their texts, what they change, and the end."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Literal, TypeAlias

from game.rules.core.protocol import NotationError, Outcome, Seat
from game.rules.pai_sho import board as garden
from game.rules.pai_sho.board import ACCENTS, CODES, PLACES, Board, Hand, Kind, Point
from game.rules.skud_pai_sho import board as skud
from game.rules.skud_pai_sho.board import GUEST, HOST, Ruleset

# Moves and their texts: ``R4(0,8)``, ``(2,3)-(4,1)``, ``+B(1,1)-(1,2)`` --------------------------


@dataclass(frozen=True, slots=True)
class Accents:
    """The four accent tiles a player keeps, in the order rock, wheel, knotweed, boat (SK-3)."""

    kinds: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class Plant:
    """A flower from the hand into a gate (SK-10)."""

    kind: Kind
    gate: Point


@dataclass(frozen=True, slots=True)
class Arrange:
    """A flower of one's own to another point (SK-11)."""

    source: Point
    goal: Point


@dataclass(frozen=True, slots=True)
class Bonus:
    """A bonus tile: laid at a point; a boat may also carry the flower there to `goal` (SK-14)."""

    kind: Kind
    point: Point
    goal: Point | None = None


@dataclass(frozen=True, slots=True)
class Decline:
    """No bonus, although one is due (SK-14)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """The forced pass of a player without a legal turn (SK-21)."""


Move: TypeAlias = Accents | Plant | Arrange | Bonus | Decline | Pass

DECLINE, PASS = Decline(), Pass()

_POINT = r"\(-?\d{1,2},-?\d{1,2}\)"
_ARRANGE = re.compile(rf"({_POINT})-({_POINT})")
_PLANT = re.compile(rf"([A-Z]\d?)({_POINT})")
_BONUS = re.compile(rf"\+([A-Z]\d?)({_POINT})(?:-({_POINT}))?")
_ACCENTS = re.compile(r"[A-Z](,[A-Z])*")


def write(move: Move) -> str:
    """The text of a step."""
    match move:
        case Accents(kinds):
            return ",".join(CODES[kind] for kind in kinds)
        case Plant(kind, gate):
            return f"{CODES[kind]}{PLACES[gate]}"
        case Arrange(source, goal):
            return f"{PLACES[source]}-{PLACES[goal]}"
        case Bonus(kind, point, goal):
            carried = "" if goal is None else f"-{PLACES[goal]}"
            return f"+{CODES[kind]}{PLACES[point]}{carried}"
        case Decline():
            return "+-"
        case Pass():
            return "--"


def parse(text: str) -> Move | None:
    """The step a text with a tile or a point means, or None. Raises NotationError."""
    if found := _ARRANGE.fullmatch(text):
        return Arrange(garden.read_point(found[1]), garden.read_point(found[2]))
    if found := _PLANT.fullmatch(text):
        return Plant(_kind(found[1], garden.FLOWERS, text), garden.read_point(found[2]))
    if found := _BONUS.fullmatch(text):
        kind, goal = _kind(found[1], garden.ALL_KINDS, text), found[3]
        if goal is not None and kind != garden.BOAT:
            raise NotationError(f"{text!r}: only a boat (B) has a second point", text)
        point = garden.read_point(found[2])
        return Bonus(kind, point, None if goal is None else garden.read_point(goal))
    if _ACCENTS.fullmatch(text):
        return Accents(tuple(sorted(_kind(code, ACCENTS, text) for code in text.split(","))))
    return None


def _kind(code: str, among: Sequence[Kind], text: str) -> Kind:
    for kind in among:
        if CODES[kind] == code:
            return kind
    known = ", ".join(CODES[kind] for kind in among)
    raise NotationError(f"{text!r}: {code!r} is none of the tiles {known}", text)


def split(text: str) -> tuple[str, ...]:
    """The texts of the steps in a turn's text: a bonus begins with its plus sign."""
    first, plus, rest = text.partition("+")
    return (first, plus + rest) if first and plus else (text,)


# A position -----------------------------------------------------------------------------------

Phase: TypeAlias = Literal["accents", "open", "turn", "bonus"]
"""Choosing accents, the first two plants, a turn's plant or arrange, and the bonus after it."""
Choosing: TypeAlias = Literal["each_chooses", "host_decides", "random", "all"]

FIRST_GATES = (garden.SOUTH_GATE, garden.NORTH_GATE)
"""Where guest and host plant their first flowers (SK-4)."""


@dataclass(frozen=True, slots=True)
class State:
    """A position; `turn` is whose step is next, in the accents phase whose accents are chosen."""

    rules: Ruleset
    choosing: Choosing
    phase: Phase
    turn: Seat
    board: Board
    hands: tuple[Hand, Hand]
    accents: tuple[tuple[Kind, ...], tuple[Kind, ...]]
    """The accents each player kept; empty before he has chosen."""
    passes: int  # how many forced passes in a row came last
    outcome: Outcome | None
    informal: bool = False
    """Whether the first turn will follow the accents at once (SK-22); settled after them."""


# Steps ----------------------------------------------------------------------------------------


def choices(hand: Hand) -> dict[Accents, int]:
    """Every choice of four of the accents in a hand, and how many ways there are to draw it
    (SK-3, SK-24).
    """
    found = {}
    for kinds in combinations_with_replacement(ACCENTS, 4):
        ways = prod(comb(hand[kind], kinds.count(kind)) for kind in ACCENTS)
        if ways:
            found[Accents(kinds)] = ways
    return found


def moved(board: Board, move: Move) -> dict[Point, Point]:
    """Where the tiles that a step moves come from, by where they go; -1 where one is covered."""
    match move:
        case Arrange(source, goal):
            return {goal: source}
        case Bonus(_, point, goal) if goal is not None:
            return {goal: point, point: -1}
        case Bonus(kind, point, _) if kind == garden.WHEEL:
            return {head: tail for tail, head in skud.turns_of(board, point).items()}
    return {}


def applied(state: State, move: Move) -> State:
    """The state after a legal step."""
    board, seat, hands = state.board, state.turn, state.hands
    match move:
        case Accents(kinds):
            return kept(state, kinds)
        case Arrange(source, goal):
            board = garden.changed(board, {source: 0, goal: board.cells[source]})
            made, _ = skud.changes(state.board, board, state.rules, moved(state.board, move))
            if any(line.owner == seat for line in made):  # (SK-14)
                return replace(state, phase="bonus", board=board, passes=0)
        case Plant(kind, gate):
            board = garden.changed(board, {gate: garden.code_of(kind, seat)})
            hands = _spent(state, kind)
            if state.phase == "open" and seat == GUEST:  # (SK-4)
                return replace(state, turn=HOST, board=board, hands=hands)
        case Bonus(kind, point, goal):
            board = skud.with_bonus(board, garden.code_of(kind, seat), point, goal)
            hands = _spent(state, kind)
    after = State(
        state.rules, state.choosing, "turn", 1 - seat, board, hands, state.accents,
        state.passes + 1 if move == PASS else 0, None,
    )  # fmt: skip
    outcome = verdict(after)
    return after if outcome is None else replace(after, outcome=outcome)


def kept(state: State, kinds: tuple[Kind, ...]) -> State:
    """The state after these accents are kept; the others leave the game (SK-3, SK-23)."""
    alike = state.choosing in ("host_decides", "all")
    seats: Iterable[Seat] = (HOST, GUEST) if alike else (state.turn,)
    hands, accents = list(state.hands), list(state.accents)
    for seat in seats:
        flowers = hands[seat][: ACCENTS[0]]
        hands[seat] = (*flowers, *(kinds.count(kind) for kind in ACCENTS))
        accents[seat] = kinds
    begin: Phase = "turn" if state.informal else "open"
    return replace(
        state,
        phase=begin if all(accents) else "accents",
        informal=state.informal and not all(accents),
        turn=GUEST,
        hands=(hands[GUEST], hands[HOST]),
        accents=(accents[GUEST], accents[HOST]),
    )


def _spent(state: State, kind: Kind) -> tuple[Hand, Hand]:
    hands = list(state.hands)
    hand = hands[state.turn]
    hands[state.turn] = (*hand[:kind], hand[kind] - 1, *hand[kind + 1 :])
    return hands[GUEST], hands[HOST]


# The end --------------------------------------------------------------------------------------


def verdict(state: State) -> Outcome | None:
    """How the game ends after a whole turn; None if it goes on."""
    lines = skud.harmonies_of(state.board, state.rules)
    winners = tuple(seat for seat in (GUEST, HOST) if skud.ring(lines, seat))
    if winners:
        return Outcome(winners, "ring") if len(winners) == 1 else Outcome((), "rings")
    if state.passes >= 2 or any(not any(basics(hand)) for hand in state.hands):
        for reason, count in counts(state.rules):  # (SK-20)
            guest, host = count(state, GUEST), count(state, HOST)
            if guest != host:
                return Outcome((GUEST if guest > host else HOST,), reason)
        return Outcome((), "level")
    return None


def basics(hand: Hand) -> tuple[int, ...]:
    """How many basic flowers of each kind a hand holds."""
    return hand[garden.BASICS[0] : garden.BASICS[-1] + 1]


def accents_left(state: State, seat: Seat) -> int:
    return sum(state.hands[seat][ACCENTS[0] :])


def harmony_count(state: State, seat: Seat) -> int:
    return sum(line.owner == seat for line in skud.harmonies_of(state.board, state.rules))


def crossings(state: State, seat: Seat) -> int:
    """How many of a player's harmonies cross a midline (SK-20)."""
    lines = skud.harmonies_of(state.board, state.rules)
    return sum(line.owner == seat and skud.crosses_midline(line) for line in lines)


def counts(rules: Ruleset) -> Sequence[tuple[str, Callable[[State, Seat], int]]]:
    """What decides without a ring, the first that differs (SK-20)."""
    if rules.midlines_decide:
        return [("midlines", crossings)]
    return [("accents", accents_left), ("harmonies", harmony_count)]


# The steps and turns, listed ------------------------------------------------------------------


def moves(state: State) -> Sequence[Move]:
    """The legal steps, each once: arranges before plants, declining before bonus tiles."""
    if state.outcome is not None:
        return ()
    if state.phase == "accents":
        return tuple(choices(state.hands[state.turn]))
    if state.phase == "open":
        first, gate = state.board.cells[FIRST_GATES[0]], FIRST_GATES[state.turn]
        return [Plant(kind, gate) for kind in ((first,) if first else garden.BASICS)]  # (SK-4)
    if state.phase == "bonus":
        return (DECLINE, *_bonus_tiles(state))
    reach = skud.survey(state.board, state.turn, state.rules).goals
    found = [Arrange(source, goal) for source in reach for goal in garden.points_of(reach[source])]
    return [*found, *_plants(state)] or (PASS,)


def _plants(state: State) -> list[Plant]:
    """The basic flowers in hand, each into each open gate (SK-10)."""
    gates, hand = garden.points_of(skud.open_gates(state.board)), state.hands[state.turn]
    return [Plant(kind, gate) for kind in garden.BASICS if hand[kind] for gate in gates]


def _bonus_tiles(state: State) -> Iterator[Bonus]:
    """The tiles that may be played as a bonus (SK-14 to SK-18)."""
    board, rules, hand = state.board, state.rules, state.hands[state.turn]
    gates, free = skud.open_gates(board), garden.GROUND & ~board.taken
    places = dict.fromkeys(garden.FLOWERS, gates)
    if rules.bonus_basic_needs_bare_gates and skud.flowers(board, state.turn) & garden.GATES:
        places.update(dict.fromkeys(garden.BASICS, 0))
    wheels = skud.wheels(board) if hand[garden.WHEEL] else 0
    places.update({garden.ROCK: free, garden.WHEEL: wheels, garden.KNOTWEED: free})
    for kind, points in places.items():
        if hand[kind]:
            yield from (Bonus(kind, point) for point in garden.points_of(points))
    if hand[garden.BOAT]:
        for point, goals in skud.ferries(board).items():
            yield from (Bonus(garden.BOAT, point, goal) for goal in garden.points_of(goals))
        for point in garden.points_of(skud.wrecks(board, rules)):
            yield Bonus(garden.BOAT, point)
