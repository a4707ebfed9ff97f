"""Domi Jongg's table as JSON says it, and the table that such JSON describes, checked.

    {"phase": "turn", "dealer": 0, "turn": 1, "hands": [["B3", "K4"], ["T1"]],
     "pile": {"number": 1, "tiles": {"WE": 1}},
     "snake": [["K3", null, null], ["B3", "0R", 1]], "ends": [["0L", "K3"], ["1", "B3"]],
     "lying": 2, "owed": 0, "points": [0, 0], "tally": [{}, {}], "rolling": [], "rolls": []}

`hands` and `snake` are enough; the rest has defaults. In a view a hidden hand is a number.
Where nothing can stand for null, as in TOML, the singlestone is ["K3"].
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import cast, get_args

from game.rules.core import reader
from game.rules.core.protocol import CHANCE, Options, Plain, PositionError
from game.rules.domi_jongg import state as steps
from game.rules.domi_jongg.state import HIDDEN, REASONS, Branch, Laid, Lay, Phase, Table, Tally
from game.rules.domi_jongg.tiles import COPIES, FULL_SET, GROUP, Tile, Tiles


def to_plain(state: Table) -> Plain:
    """The state as JSON can say it."""
    counted = [dict(zip(REASONS, counts, strict=True)) for counts in state.tally]
    return {
        "phase": state.phase,
        "dealer": state.dealer,
        "turn": state.turn,
        "hands": [len(hand) if HIDDEN in hand else list(hand) for hand in state.hands],
        "pile": {"number": steps.pile_left(state), "tiles": dict(Counter(state.pile))},
        "snake": [
            [laid.tile, laid.end or None, None if laid.seat == CHANCE else laid.seat]
            for laid in state.snake
        ],
        "ends": [list(end) for end in state.ends],
        "lying": state.lying,
        "owed": state.owed,
        "tally": [{reason: n for reason, n in counts.items() if n} for counts in counted],
        "rolling": list(state.rolling),
        "rolls": list(state.rolls),
        "points": [steps.points(counts) for counts in state.tally],
    }


def terms(options: Options) -> steps.Terms:
    """What resolved options say about the rules of play."""
    return steps.Terms(*(str(options[key]) for key in steps.Terms._fields))


def from_plain(plain: Plain, options: Options) -> Table:
    """The table that `plain` describes. Raises PositionError that names the wrong key."""
    hands = _hands(plain.get("hands"))
    seats = len(hands)
    laid = [_entry(entry, seats) for entry in reader.items(plain.get("snake"), "snake", "tiles")]
    pile = _pile(plain, [*(t for hand in hands for t in hand), *(one.tile for one in laid)])
    phase = cast(Phase, reader.one_of(plain.get("phase", "turn"), get_args(Phase), "phase"))
    if bool(laid) != (phase in ("turn", "draw", "over")):
        raise PositionError(f"phase {phase} does not go with this snake", "phase")

    given = partial(reader.given, plain)

    def integer(key: str, low: int, high: int, default: int) -> int:
        return reader.integer(given(key, default), low, high, key)

    rolling = tuple(range(seats)) if phase == "roll" else ()
    dealer = None if phase == "roll" else integer("dealer", 0, seats - 1, seats - 1)
    past = {"roll": 0, "deal": sum(map(len, hands)), "single": 0}.get(phase, 1)
    table = Table(
        terms=terms(options),
        phase=phase,
        dealer=dealer,
        turn=integer("turn", 0, seats - 1, ((dealer or 0) + past) % seats),
        hands=hands,
        pile=pile,
        lying=integer("lying", min(1, len(laid)), len(laid), len(laid)),
        owed=integer("owed", 0, len(pile), 1 if phase == "draw" else 0),
        tally=_tally(plain, seats),
        rolling=reader.integers(given("rolling", rolling), 0, seats - 1, "rolling"),
        rolls=reader.integers(given("rolls", ()), 1, 20, "rolls"),
    )
    table = _lay_out(table, laid)
    for wrong, message, key in _faults(plain, table):
        if wrong:
            raise PositionError(message, key)
    return table


# Reading the parts --------------------------------------------------------------------------


def _tile(value: object, key: str) -> Tile:
    if not isinstance(value, str) or value not in COPIES:
        raise PositionError(f"{key} has tiles such as K4, not {value!r:.40}", key)
    return value


def _hands(value: object) -> tuple[Tiles, ...]:
    hands = reader.items(value, "hands", "hands")
    if len(hands) not in steps.START_TILES:
        raise PositionError(f"there are 2 to 6 hands, not {len(hands)}", "hands")
    return tuple(
        tuple(sorted(_tile(tile, "hands") for tile in reader.items(hand, "hands", "tiles")))
        for hand in hands
    )


def _pile(plain: Plain, elsewhere: list[Tile]) -> Tiles:
    """The pile as given, or else every tile that lies nowhere else."""
    rest = Counter(FULL_SET)
    rest.subtract(elsewhere)
    given = plain.get("pile")
    pile = rest if given is None else _given_pile(given)
    for tile, n in rest.items():
        if n < (0 if given is None else pile[tile]):
            raise PositionError(f"there are only {COPIES[tile]} of {tile}", "pile")
    return tuple(sorted(pile.elements()))


def _given_pile(given: object) -> Counter[Tile]:
    if not isinstance(given, dict) or not isinstance(given.get("tiles"), dict):
        raise PositionError('a pile is {"number": 1, "tiles": {"K4": 1}}', "pile")
    counts = {_tile(t, "pile"): reader.integer(n, 0, 4, "pile") for t, n in given["tiles"].items()}
    if given.get("number", sum(counts.values())) != sum(counts.values()):
        raise PositionError(f"the tiles of the pile are {sum(counts.values())}", "pile")
    return Counter(counts)


def _entry(entry: object, seats: int) -> Laid:
    if not isinstance(entry, list) or len(entry) not in (1, 3):
        raise PositionError('the snake has entries such as ["B3", "0R", 1]', "snake")
    tile, end, seat = entry if len(entry) == 3 else (*entry, None, None)
    if not isinstance(end, str | None):
        raise PositionError(f"an end is a text such as 0R or 12, not {end!r:.40}", "snake")
    owner = CHANCE if seat is None else reader.integer(seat, 0, seats - 1, "snake")
    return Laid(_tile(tile, "snake"), end or "", owner)


def _tally(plain: Plain, seats: int) -> tuple[Tally, ...]:
    """The tally; points without one count as given by the set-up."""
    given, tally = plain.get("points"), plain.get("tally")
    if tally is None:
        numbers = (0,) * seats if given is None else reader.integers(given, -999, 999, "points")
        tally = [{"given": n} for n in numbers]
    if len(reader.items(tally, "tally", "tallies")) != seats:
        raise PositionError(f"there are {seats} tallies, one for each seat", "tally")
    counts = tuple(map(_counts, tally))
    sums = [steps.points(each) for each in counts]
    if given is not None and given != sums:
        raise PositionError(f"points are what the tally says: {sums}", "points")
    return counts


def _counts(entry: object) -> Tally:
    if not isinstance(entry, dict) or any(key not in REASONS for key in entry):
        raise PositionError(f"a tally counts {', '.join(REASONS)}", "tally")
    low = {"given": -999}
    return tuple(reader.integer(entry.get(r, 0), low.get(r, 0), 999, "tally") for r in REASONS)


# Laying the snake anew ----------------------------------------------------------------------


def _lay_out(table: Table, entries: Sequence[Laid]) -> Table:
    """The table with the snake laid step by step (DJ-3, DJ-5, DJ-6, DJ-7)."""
    if not entries:
        return table
    first = entries[0]
    if first.end or first.seat != CHANCE or GROUP[first.tile] == "special":
        raise PositionError('the snake begins with a singlestone: ["K3", null, null]', "snake")
    snake, ends = steps.single_out(first.tile)
    table = table._replace(snake=snake, ends=ends)
    while len(table.snake) < len(entries):
        step = _step(table, entries[len(table.snake) :])
        seat = entries[len(snake)].seat
        snake, ends = steps.grow(table.snake, table.ends, step.tiles, step.end, seat)
        if len(table.snake) < table.lying < len(snake):
            raise PositionError("no turn begins within a branch", "lying")
        table = table._replace(snake=snake, ends=ends)
    return table


def _step(table: Table, rest: Sequence[Laid]) -> Lay | Branch:
    """How the next tile of the snake was laid, or both of a branch, if they may lie there."""
    laid = rest[0]
    end = next((end for end in table.ends if end.id == laid.end), None)
    if end is None or laid.seat == CHANCE:
        raise PositionError(f"{laid.tile} lies at no open end or is nobody's", "snake")
    if len(table.snake) >= table.lying and (
        laid.seat != table.turn or end not in steps.heads(table)
    ):
        raise PositionError("what was laid since `lying` is not of one turn", "lying")
    both = tuple(one.tile for one in rest[:2] if one[1:] == laid[1:])
    for step in steps.lays(both, (end,)):
        if step.tiles == both[: len(step.tiles)]:
            return step
    raise PositionError(f"{laid.tile} does not fit onto {end.tile} like this", "snake")


# Checking the whole -------------------------------------------------------------------------


def _faults(plain: Plain, table: Table) -> Iterator[tuple[bool, str, str]]:
    """What can be wrong with the whole: whether it is, what to say, and the key."""
    ends, whole = [list(end) for end in table.ends], len(table.pile) + sum(map(len, table.hands))
    yield plain.get("ends", ends) != ends, f"the open ends are {ends}", "ends"
    late = table.phase != "roll" and bool(table.rolling or table.rolls)
    yield late, "nobody rolls any more", "rolling" if table.rolling else "rolls"
    yield table.phase != "draw" and table.owed > 0, "tiles are owed in phase draw only", "owed"
    few = not table.snake and whole != len(FULL_SET)
    yield few, f"a game begins with {len(FULL_SET)} tiles, not {whole}", "pile"
    start, laid, hand = steps.start_tiles(table), steps.has_laid(table), table.hands[table.turn]
    match table.phase:
        case "roll":
            seats = list(table.rolling)
            begun, one = any(table.hands) or table.turn > 0, len(seats) < 2
            yield begun, "nobody has a tile or a turn before the roll", "hands"
            yield one or seats != sorted(set(seats)), "two or more seats roll, in order", "rolling"
            late = len(table.rolls) >= len(seats)
            yield late, "a roll is missing, or phase would not be roll", "rolls"
        case "deal":
            count, dealt, first = len(table.hands), sum(map(len, table.hands)), table.dealer or 0
            due = [len(range((seat - first) % count, dealt, count)) for seat in range(count)]
            uneven = due != [len(tiles) for tiles in table.hands]
            yield uneven, "tiles are dealt one each in turn from the dealer on", "hands"
            yield dealt >= count * start, "all is dealt, phase would be single", "phase"
            other = table.turn != (first + dealt) % count
            yield other, "it is not this seat's turn to get a tile", "turn"
        case "single":
            wrong = any(len(tiles) != start for tiles in table.hands)
            yield wrong, f"every hand has {start} tiles now", "hands"
            yield table.turn != table.dealer, "the dealer turns up the singlestone", "turn"
        case "turn":
            yield laid and not hand, "an empty hand has ended the turn", "hands"
            over = not laid and steps.is_over(table)
            yield over, "the game is over, phase would be over", "phase"
        case "draw":
            owed = min(start - len(hand), len(table.pile)) if laid else 1
            message = f"owed is {max(owed, 0)} here, and in phase draw at least 1"
            yield not 0 < table.owed == owed, message, "owed"
        case "over":
            yield laid or not steps.is_over(table), "the game is not over", "phase"
