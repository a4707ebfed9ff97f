"""Who sits where, as the scenes know it: the chairs that the store keeps."""

from game.services.people import Chair, ChairKind

__all__ = ["Chair", "ChairKind"]
