"""What people read of a line of markup."""

from collections.abc import Iterable

from game.ui.markup import Run


def plain(pieces: Iterable[Run]) -> str:
    """The text without its styles and marks."""
    return "".join(run.text for run in pieces if run.style != "mark")
