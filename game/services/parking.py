"""Matches that were put aside: the short codes they get, and what their people ask for."""

import random
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Final

from game.rules.core.protocol import CHANCE
from game.rules.core.record import RecordError
from game.services.checked import table
from game.services.store import Running, Store

LETTERS: Final = "BCDFGHJKMNPRSTWXZ"
"""None that looks like another one or like a figure, and none of which words are made."""
LONG: Final = 4
SQUARE: Final = "WALONG"
"""What stands before the code where phones read it, and may be typed with it."""

TOLD: Final = "parked told"
"""Where the store keeps which match's code is shown, and since when."""
TOLD_AGAIN: Final = timedelta(minutes=10)
"""For so long a code that was shown when the table ended is shown once more: its people may still
be there.
"""

ALONE: Final = 60
"""More steps than luck and computers make before it is a person's turn for the first time."""


def new_code(taken: Collection[str], rng: random.Random) -> str:
    """A code that no match has."""
    codes: Iterable[str] = iter(lambda: "".join(rng.choices(LETTERS, k=LONG)), "")
    return next(code for code in codes if code not in taken)


def parked(store: Store) -> list[Running]:
    """The matches that were put aside, the latest first."""
    return [run for run in store.running() if run.parked is not None]


def on_shelf(store: Store) -> list[Running]:
    """The matches that everybody finds on the shelf, the latest first: not those that are put
    aside, nor those that an open evening goes on with by itself.
    """
    evenings = store.evenings.all_open()
    inside = {part.match_id for evening in evenings for part in evening.parts}
    return [run for run in store.running() if run.parked is None and run.id not in inside]


def can_park(store: Store, match: int) -> bool:
    """Whether a match may be put aside: somebody has played in it, it is not over, and no open
    evening has it.
    """
    begun = any(run.id == match and person_moved(store, run) for run in store.running())
    return begun and store.evenings.of_match(match) is None


def person_moved(store: Store, run: Running) -> bool:
    """Whether anything in a match was done by somebody who is no computer. What cannot be read
    may have been.
    """
    if not run.steps or all(chair.kind == "computer" for chair in run.chairs):
        return False
    if run.steps > ALONE:
        return True
    try:
        resumed = store.resume(run.id)
    except (RecordError, KeyError):
        return True
    return resumed.broken is not None or any(
        (seat := match.seat_of(index)) != CHANCE
        and run.chairs[resumed.series.person_at(seat, game)].kind != "computer"
        for game, match in enumerate(resumed.series.games) for index in range(match.cursor)
    )  # fmt: skip


def discard_unplayed(store: Store) -> None:
    """Strike the matches from the shelf in which nobody has moved."""
    for run in on_shelf(store):
        if not person_moved(store, run):
            store.discard(run.id)


def park(store: Store, match: int) -> str:
    """Put a match aside and give its code, which is the one it had before if it had one."""
    codes = {run.id: run.parked for run in store.running()}
    code = codes.get(match)
    if code is None:
        code = new_code({each for each in codes.values() if each}, random.SystemRandom())
        store.park(match, code)
    return code


def asked_for(store: Store, text: str) -> Running | None:
    """The match that somebody asks for by its code; None if there is none."""
    code = "".join(filter(str.isalnum, text)).upper().removeprefix(SQUARE)
    return next((run for run in parked(store) if run.parked == code), None)


def tell(store: Store, match: int) -> None:
    """The code of a match is shown from now on, unless it was already."""
    if table(store.get(TOLD)).get("match") != match:
        store.set(**{TOLD: {"match": match, "since": store.clock().isoformat()}})


def stop_telling(store: Store) -> None:
    """The code was seen, or nobody has looked at it."""
    if store.get(TOLD) is not None:
        store.set(**{TOLD: None})


def last_told(store: Store) -> int | None:
    """The parked match whose code was shown when the table ended, a short time ago."""
    kept = table(store.get(TOLD))
    try:
        late = abs(store.clock() - datetime.fromisoformat(kept["since"])) > TOLD_AGAIN
    except (KeyError, ValueError, TypeError):
        return None
    shown = (run.id for run in parked(store) if run.id == kept.get("match") and not late)
    return next(shown, None)
