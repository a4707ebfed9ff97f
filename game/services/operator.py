"""What the operator of a table among strangers has decided, and the PIN that guards it.

It is kept in the store beside the settings. Nobody sets a PIN at the table itself: the first one
and every other comes from the command line (`main.py pin`), by whoever may log in there.
"""

import hashlib
import hmac
import os
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Final

from game.services.checked import chosen, listed, table, written
from game.services.hours import ALWAYS, Week, read_week
from game.services.store import Store

KEY: Final = "operator"
"""The name under which the store keeps it."""
LONGEST: Final = 63
"""How many signs the password of a Wi-Fi has at most; its name has fewer."""
PIN: Final = re.compile(r"[0-9]{4,12}")


@dataclass(frozen=True, slots=True)
class Operator:
    """The operator's decisions; a table that has none is a private one.

    `CHOICES` are the values that numbers and switches can have.
    """

    kiosk: bool = False
    """Every start is one for a kiosk, whatever the command line says."""
    hidden: tuple[str, ...] = ()
    """Games that are not offered."""
    pin: str = ""
    """Salt and key as hexadecimal digits with a dot between; empty while there is no PIN."""
    hours: Week = ALWAYS
    still: int = 10
    """Minutes without a touch after which a kiosk asks whether anybody is there, at the latest."""
    attract: int = 2
    """Minutes on the shelf after which a kiosk plays by itself; 0: it never does, and goes dark."""
    names_days: int = 0
    """Days after which the names of those who played are forgotten; 0: never."""
    results_days: int = 0
    """Days after which results and matches that were left open are deleted; 0: never."""
    parked_days: int = 7
    """Days after which a match that was put aside is deleted; 0: never."""
    phones: bool = True
    """Whether the guests of a kiosk can take something along with their phones."""
    played_on_phones: bool = False
    """Whether they can play with them."""
    network: str = ""
    network_key: str = ""
    """The Wi-Fi that phones are led into, and its password; empty: they find it themselves."""

    @classmethod
    def of(cls, store: Store) -> "Operator":
        """The decisions as they are kept; what makes no sense there takes its default."""
        kept = table(store.get(KEY))
        pin = kept.get("pin")
        return cls(
            hidden=tuple(game for game in listed(kept.get("hidden")) if isinstance(game, str)),
            pin=pin if isinstance(pin, str) else "",
            hours=read_week(kept.get("hours")),
            network=written(kept.get("network"), LONGEST, ""),
            network_key=written(kept.get("network_key"), LONGEST, ""),
            **chosen(kept, CHOICES, asdict(cls())),
        )

    def keep(self, store: Store) -> None:
        store.set(**{KEY: asdict(self)})

    def with_pin(self, pin: str) -> "Operator":
        """Guarded by another PIN. Raises ValueError unless it is four to twelve digits."""
        if not PIN.fullmatch(pin):
            raise ValueError("a PIN is four to twelve digits")
        salt = os.urandom(16)
        return replace(self, pin=f"{salt.hex()}.{_key(pin, salt).hex()}")

    def fits(self, pin: str) -> bool:
        """Whether this is the PIN; nothing fits where there is none, or it was damaged."""
        salt, _, key = self.pin.partition(".")
        try:
            return hmac.compare_digest(_key(pin, bytes.fromhex(salt)), bytes.fromhex(key))
        except ValueError:
            return False


CHOICES: Final[Mapping[str, tuple[int, ...]]] = {
    **dict.fromkeys(("kiosk", "phones", "played_on_phones"), (False, True)),
    "still": (1, 2, 3, 5, 10), "attract": (1, 2, 5, 10, 0),
    "names_days": (1, 7, 30, 90, 0), "results_days": (7, 30, 90, 365, 0),
    "parked_days": (1, 3, 7, 14, 30, 0),
}  # fmt: skip
"""What the operator can choose from."""


def _key(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=2**14, r=8, p=1, dklen=32)
