"""What the operator of a table among strangers has decided, and the PIN that guards it.

It is kept in the store beside the settings. Nobody sets a PIN at the table itself: the first one
and every other comes from the command line (`main.py pin`), by whoever may log in there.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Final

from game.services.checked import listed, table

if TYPE_CHECKING:
    from game.services.store import Store

KEY: Final = "operator"
"""The name under which the store keeps it."""
PIN: Final = re.compile(r"[0-9]{4,12}")
TRIES: Final = 3
"""So many wrong PINs cost nothing."""
FIRST_REST, LONGEST_REST = 15.0, 120.0
"""Seconds before the next try, after the first wrong PIN too many; doubled with every other, but
less than the shortest time after which an untouched table clears itself."""


@dataclass(frozen=True, slots=True)
class Operator:
    """The operator's decisions; a table that has none is a private one."""

    kiosk: bool = False
    """Every start is one for a kiosk, whatever the command line says."""
    hidden: tuple[str, ...] = ()
    """Games that are not offered."""
    pin: str = ""
    """Salt and key as hexadecimal digits with a dot between; empty while there is no PIN."""
    wrong: int = 0
    """How many wrong PINs were given since the last right one."""

    @classmethod
    def of(cls, store: Store) -> Operator:
        """The decisions as they are kept; what makes no sense there takes its default."""
        kept = table(store.get(KEY))
        pin, wrong = kept.get("pin"), kept.get("wrong")
        return cls(
            kept.get("kiosk") is True,
            tuple(game for game in listed(kept.get("hidden")) if isinstance(game, str)),
            pin if isinstance(pin, str) else "",
            wrong if type(wrong) is int and wrong > 0 else 0,
        )

    def keep(self, store: Store) -> None:
        store.set(**{KEY: asdict(self)})

    def with_pin(self, pin: str) -> Operator:
        """Guarded by another PIN. Raises ValueError unless it is four to twelve digits."""
        if not PIN.fullmatch(pin):
            raise ValueError("a PIN is four to twelve digits")
        salt = os.urandom(16)
        return replace(self, pin=f"{salt.hex()}.{_key(pin, salt).hex()}", wrong=0)

    def fits(self, pin: str) -> bool:
        """Whether this is the PIN; nothing fits where there is none, or it was damaged."""
        salt, _, key = self.pin.partition(".")
        try:
            return hmac.compare_digest(_key(pin, bytes.fromhex(salt)), bytes.fromhex(key))
        except ValueError:
            return False

    @property
    def rest(self) -> float:
        """Seconds before the next try."""
        over = self.wrong - TRIES
        return 0.0 if over < 0 else min(LONGEST_REST, FIRST_REST * 2.0 ** min(over, 20))


def _key(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=2**14, r=8, p=1, dklen=32)
