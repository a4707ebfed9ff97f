"""How positions of Walongs are read from JSON: every part checked, every error with its key."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from game.rules.core.protocol import PositionError
from game.rules.walong.cluster import Cluster
from game.rules.walong.geometry import COLOURS, EACH, Pose, pose_of

PIECES = EACH * len(COLOURS)


def only_keys(data: Mapping[str, Any], known: Collection[str], game: str) -> None:
    """Raises PositionError for the first key that is none of the known ones."""
    for key in data:
        if key not in known:
            names = ", ".join(known)
            raise PositionError(f"a position of {game} has no {key!r}; it has: {names}", str(key))


def need(data: Mapping[str, Any], key: str) -> Any:
    """What stands there. Raises PositionError if nothing does."""
    if key not in data:
        raise PositionError(f"the position lacks {key!r}", key)
    return data[key]


def one_of(data: Mapping[str, Any], key: str, values: Sequence[str]) -> str:
    """The word that stands there, which must be one of the values."""
    value = need(data, key)
    if not isinstance(value, str) or value not in values:
        raise PositionError(f"{key} is one of {', '.join(values)}, not {value!r}", key)
    return value


def listed(value: object, key: str) -> list[Any]:
    """The value, which must be a list of no more entries than there are pieces."""
    if not isinstance(value, list):
        raise PositionError(f"{key} is a list, not {value!r:.40}", key)
    if len(value) > PIECES:
        raise PositionError(f"{key} has at most {PIECES} entries, not {len(value)}", key)
    return value


def number(value: object, key: str, most: int, least: int = 0) -> int:
    """The value, which must be a whole number in these bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise PositionError(f"{key} is a number from {least} to {most}, not {value!r}", key)
    return value


def numbers(value: object, key: str, most: int) -> tuple[int, ...]:
    """The value, which must be a list of whole numbers from 0 on."""
    return tuple(number(item, key, most) for item in listed(value, key))


def colour(value: object, key: str, count: int = len(COLOURS)) -> int:
    """A colour's number, given as its letter or as the number."""
    if isinstance(value, str) and len(value) == 1 and value in COLOURS[:count]:
        return COLOURS.index(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < count:
        return value
    raise PositionError(f"{key}: a colour is one of {', '.join(COLOURS[:count])}", key)


def piece(value: object, key: str, count: int = len(COLOURS)) -> tuple[Pose, int]:
    """Pose and colour of a piece written as `["r", [k, a, b, c, d]]`."""
    if not isinstance(value, list) or len(value) != 2:
        raise PositionError(f'{key}: a piece is written ["r", [k, a, b, c, d]]', key)
    pose = pose_of(value[1])
    if pose is None:
        raise PositionError(f"{key}: {value[1]!r} is no pose [k, a, b, c, d]", key)
    return pose, colour(value[0], key, count)


def cluster(value: object, key: str, count: int = len(COLOURS)) -> Cluster:
    """Pieces that may lie together: none overlaps another, no colour has more than ten."""
    lying = Cluster()
    for item in listed(value, key):
        pose, label = piece(item, key, count)
        if others := lying.overlapped(pose):
            raise PositionError(f"{key}: the pieces {pose} and {others[0]} overlap", key)
        lying = lying.plus(pose, label)
    labels = [label for _, label in lying.pieces]
    for label in set(labels):
        if labels.count(label) > EACH:
            raise PositionError(f"{key}: there are only {EACH} pieces of each colour", key)
    return lying
