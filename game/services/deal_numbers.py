"""Numbered deals: luck's seed as a number that people can tell one another, and the day's own.

The deal of the day has the date for its number, 20240517 for the seventeenth of May 2024, so
that any day's deal can be played again by its number.
"""

import secrets
from datetime import date
from typing import Final

LONGEST: Final = 8
"""A number has no more digits than a date."""
HIGHEST: Final = 999_999
"""Numbers drawn at random are short enough to remember."""


def any_number() -> int:
    """A number for a new deal."""
    return 1 + secrets.randbelow(HIGHEST)


def number_of_day(day: date) -> int:
    """The number of a day's deal.

    >>> number_of_day(date(2024, 5, 17))
    20240517
    """
    return day.year * 10_000 + day.month * 100 + day.day


def day_of(number: int) -> date | None:
    """The day whose deal has this number, if it is a date's.

    >>> day_of(20240517)
    datetime.date(2024, 5, 17)
    >>> day_of(4711) is None
    True
    """
    try:
        day = date(number // 10_000, number // 100 % 100, number % 100)
    except ValueError:
        return None
    return day if 2000 <= day.year < 2200 else None


def read_number(text: str) -> int | None:
    """The number somebody has written; None if it is none from 1 on, or too long."""
    digits = text.replace(" ", "")
    if not digits.isascii() or not digits.isdecimal() or len(digits) > LONGEST:
        return None
    return int(digits) or None


def number_in(seed: str | int) -> int | None:
    """The number that a match was dealt by; for later games of a series the first one's."""
    return read_number(str(seed).partition("/")[0])
