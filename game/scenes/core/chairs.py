"""Who sits where, as the scenes know it: the chairs that the store keeps."""

from game.services.people import Chair, ChairKind
from game.services.texts import Texts

__all__ = ["Chair", "ChairKind", "called"]


def called(texts: Texts, chair: Chair) -> str:
    """What somebody is called; who was forgotten is somebody."""
    return chair.name or texts.t("book.somebody")
