"""A position of Jin Li as JSON can say it, and the checked way back."""

from typing import cast

from game.rules.core import reader
from game.rules.core.protocol import Options, Plain, PositionError
from game.rules.jin_li import state as steps
from game.rules.jin_li.state import COLOURS, Board, Pair, Phase, Pond, Square, Terms

PHASES = ("luck", "move", "throw", "give")


def to_plain(state: Pond) -> Plain:
    """The position; `past` holds the keys of positions that may recur, in hexadecimal."""
    luck = state.phase == "luck"
    return {
        "koi": {colour: list(steps.names(state.koi[i])) for i, colour in enumerate(COLOURS)},
        "stones": list(steps.names(state.stones)),
        "hand": dict(zip(COLOURS, state.hands, strict=True)),
        "score": dict(zip(COLOURS, state.points, strict=True)),
        "turn": None if luck else COLOURS[state.turn],
        "phase": state.phase,
        "first": None if luck else COLOURS[state.terms.first],
        "swum": steps.SQUARES[state.swum] if state.swum >= 0 else None,
        "quiet": state.quiet,
        "past": [f"{key:x}" for key in state.past],
        "over": state.end or None,
    }


def from_plain(data: Plain, options: Options) -> Pond:
    """The position described; `first`, `swum`, `quiet`, `past` and `over` may be missing.
    Raises PositionError naming the key that is wrong.
    """
    phase = cast(Phase, reader.one_of(reader.need(data, "phase"), PHASES, "phase"))
    turn = reader.one_of(reader.need(data, "turn"), COLOURS, "turn") if phase != "luck" else "R"
    terms = _terms(data, options, phase, COLOURS.index(turn))
    koi = reader.by_key(reader.need(data, "koi"), COLOURS, "koi")
    pond = Pond(
        terms,
        (_squares(koi["R"], "koi"), _squares(koi["Y"], "koi")),
        _squares(reader.need(data, "stones"), "stones"),
        _pair(data, "hand", terms.stones),
        _pair(data, "score", terms.target + 2),
        COLOURS.index(turn),
        phase,
        _swum(data, phase),
        reader.integer(data.get("quiet", 0), 0, steps.QUIET_LIMIT if terms.draws else 0, "quiet"),
        (),
        "",
    )
    _check(pond)
    return _finished(_with_past(pond, data), data)


# The parts ----------------------------------------------------------------------------------


def _square(value: object, key: str) -> Square:
    if not isinstance(value, str) or value not in steps.NUMBER:
        raise PositionError(f"{key}: {value!r:.40} is no square from a1 to g7", key)
    return steps.NUMBER[value]


def _squares(value: object, key: str) -> Board:
    board = 0
    for name in reader.items(value, key, "squares"):
        bit = 1 << _square(name, key)
        if board & bit:
            raise PositionError(f"{key}: {name} stands there twice", key)
        board |= bit
    return board


def _pair(data: Plain, key: str, most: int) -> Pair:
    both = reader.by_key(reader.need(data, key), COLOURS, key)
    return reader.integer(both["R"], 0, most, key), reader.integer(both["Y"], 0, most, key)


def _swum(data: Plain, phase: Phase) -> Square:
    if phase == "throw":
        return _square(reader.need(data, "swum"), "swum")
    if data.get("swum") is not None:
        raise PositionError("only in the phase throw has a koi just swum", "swum")
    return -1


def _terms(data: Plain, options: Options, phase: Phase, turn: int) -> Terms:
    drawn = options["start"] == "random"
    if phase == "luck" and not drawn:
        raise PositionError("luck draws who starts only with the option start: random", "phase")
    first = turn if drawn else int(options["start"] == "yellow")
    if phase != "luck" and data.get("first") is not None:
        given = COLOURS.index(reader.one_of(data["first"], COLOURS, "first"))
        if not drawn and given != first:
            raise PositionError("the option start says who moves first", "first")
        first = given
    draws = options["repetition"] == "draw"
    stones, target = int(options["stones"]), int(options["target"])
    return Terms(first, stones, target, bool(options["recycle"]), draws)


# The whole ----------------------------------------------------------------------------------


def _check(pond: Pond) -> None:
    """What the parts must be together."""
    terms, other = pond.terms, 1 - pond.turn
    if any(board.bit_count() != 2 for board in pond.koi):
        raise PositionError("koi: there are 2 of each colour", "koi")
    used = pond.koi[0] & pond.koi[1] | (pond.koi[0] | pond.koi[1]) & pond.stones
    if used:
        raise PositionError(f"two pieces stand on {steps.names(used)[0]}", "koi")
    if pond.stones.bit_count() + sum(pond.hands) > 2 * terms.stones:
        raise PositionError(f"there are only {2 * terms.stones} stones", "stones")
    if min(pond.points) >= terms.target:
        raise PositionError("only one player can have reached the target", "score")
    if pond.phase == "throw" and not (
        pond.hands[pond.turn] and pond.koi[pond.turn] >> pond.swum & 1
    ):
        raise PositionError("who throws has a stone in hand and has just swum", "swum")
    if pond.phase == "give" and not (terms.recycle and pond.stones and not pond.hands[other]):
        raise PositionError("a stone is handed back only to an empty hand (recycle)", "phase")


def _with_past(pond: Pond, data: Plain) -> Pond:
    try:
        given = reader.items(reader.given(data, "past", ()), "past")
        past = tuple(int(key, 16) for key in given)
    except (TypeError, ValueError) as error:
        raise PositionError("past is a list of hexadecimal numbers as texts", "past") from error
    begun = pond.phase in ("move", "give")
    if past and not (pond.terms.draws and pond.phase != "luck"):
        raise PositionError("past matters only while repetition is a draw", "past")
    if not past and begun and pond.terms.draws:
        past = (steps.position_key(pond),)
    if past and begun and past[-1] != steps.position_key(pond):
        raise PositionError("the last position of the past is this one", "past")
    return pond._replace(past=past)


def _finished(pond: Pond, data: Plain) -> Pond:
    """The position with the reason why it is over, if it is."""
    if pond.phase == "luck":
        return pond
    end = ""
    if max(pond.points) >= pond.terms.target:
        end = "target"
    elif data.get("over") == "stuck":
        end = "" if any(steps.koi_moves(pond, colour) for colour in (0, 1)) else "stuck"
    elif pond.past and pond.past.count(pond.past[-1]) >= 3:
        end = "repetition"
    elif pond.quiet >= steps.QUIET_LIMIT:
        end = "quiet"
    if data.get("over", end or None) != (end or None):
        raise PositionError(f"over: {data['over']!r} is not what the position says", "over")
    return pond._replace(end=end)
