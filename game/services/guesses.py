"""Guesses at a secret: after some wrong ones the next one has to wait."""

from typing import Final

from game.services.store import Store

TRIES: Final = 3
"""So many wrong guesses cost nothing."""
FIRST_REST, LONGEST_REST = 15.0, 120.0
"""Seconds before the next guess, after the first wrong one too many; doubled with every other, up
to the second. They pass only while the question is seen.
"""


class Guesses:
    """How often a secret was guessed wrong since it was guessed right; the store keeps it."""

    def __init__(self, store: Store, secret: str) -> None:
        self._store, self._key = store, f"{secret} tried"
        kept = store.get(self._key)
        self.wrong = kept if type(kept) is int and kept > 0 else 0
        self.rest = rest_after(self.wrong)
        """Seconds before the next guess."""

    def count(self, right: bool) -> None:
        """Count a guess."""
        self.wrong = 0 if right else self.wrong + 1
        self._store.set(**{self._key: self.wrong})
        self.rest = rest_after(self.wrong)


def rest_after(wrong: int) -> float:
    """Seconds before a secret may be guessed again, after so many wrong guesses."""
    over = wrong - TRIES
    return 0.0 if over < 0 else min(LONGEST_REST, FIRST_REST * 2.0 ** min(over, 20))
