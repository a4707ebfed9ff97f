"""How pieces of Walongs are read from JSON; every error names its key."""

from game.rules.core import reader
from game.rules.core.protocol import PositionError
from game.rules.walong.cluster import Cluster
from game.rules.walong.geometry import COLOURS, EACH, Pose, pose_of

PIECES = EACH * len(COLOURS)


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
    for item in reader.items(value, key, "pieces", PIECES):
        pose, label = piece(item, key, count)
        if others := lying.overlapped(pose):
            raise PositionError(f"{key}: the pieces {pose} and {others[0]} overlap", key)
        lying = lying.plus(pose, label)
    labels = [label for _, label in lying.pieces]
    if any(labels.count(label) > EACH for label in labels):
        raise PositionError(f"{key}: there are only {EACH} pieces of each colour", key)
    return lying
