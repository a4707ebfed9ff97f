"""When a table is open: for each day of the week from when to when, in the table's own time.

Whether it is open follows from the present moment alone, so a clock that is set back or forward
changes nothing but the answer.
"""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from typing import Final, TypeAlias

from game.services.checked import listed

Span: TypeAlias = tuple[int, int] | None
"""From one minute of a day to another one. What ends no later than it begins ends on the day
after, so (0, 0) is the whole day; None: closed."""
Week: TypeAlias = tuple[Span, ...]
"""Seven days from Monday on; none at all: always open."""

DAYS: Final = 7
DAY: Final = 24 * 60
"""Minutes."""
STEP: Final = 30
"""Minutes between two times that can be chosen."""
ALWAYS: Final[Week] = ()
USUAL: Final[Week] = ((10 * 60, 18 * 60),) * DAYS
"""What is proposed where hours are set for the first time."""


def read_week(stored: object) -> Week:
    """The hours that were kept; always, if they make no sense."""
    days = listed(stored)
    if len(days) != DAYS or any(day is not None and not _is_span(day) for day in days):
        return ALWAYS
    return tuple(None if day is None else (day[0], day[1]) for day in days)


def _is_span(day: object) -> bool:
    ends = listed(day)
    return len(ends) == 2 and all(type(end) is int and 0 <= end < DAY for end in ends)


def is_open(week: Week, now: datetime) -> bool:
    """Whether the table is open at this moment.

    >>> late = ((18 * 60, 2 * 60),) + (None,) * 6
    >>> is_open(late, datetime(2026, 11, 23, 20)), is_open(late, datetime(2026, 11, 24, 1, 59))
    (True, True)
    >>> is_open(late, datetime(2026, 11, 24, 2)), is_open((), datetime(2026, 11, 24, 2))
    (False, True)
    """
    if not week:
        return True
    minute, day = now.hour * 60 + now.minute, now.weekday()
    begins, ends = _reach(week[day])
    before = _reach(week[day - 1])[1] - DAY
    return begins <= minute < ends or minute < before


def _reach(span: Span) -> tuple[int, int]:
    """From when to when, the end counted on from the beginning of the same day."""
    if span is None:
        return 0, 0
    begins, ends = span
    return begins, ends if ends > begins else ends + DAY


def runs(week: Week) -> Sequence[tuple[int, int, Span]]:
    """Days in a row with the same hours: the first, the last, and the hours.

    >>> runs((None, (600, 960), (600, 960), (600, 960), (600, 960), None, None))
    [(0, 0, None), (1, 4, (600, 960)), (5, 6, None)]
    """
    found = []
    for span, days in groupby(range(len(week)), key=week.__getitem__):
        some = list(days)
        found.append((some[0], some[-1], span))
    return found


def clock_time(minute: int) -> str:
    """A minute of a day as clocks show it.

    >>> clock_time(9 * 60 + 30), clock_time(0)
    ('09:30', '00:00')
    """
    return f"{minute // 60:02d}:{minute % 60:02d}"
