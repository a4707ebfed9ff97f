"""Texts in the compressed form that links of The Garden Gate carry: LZ-string for URIs.

A text is a row of 16-bit units (UTF-16). What it becomes is a row of numbers, each the number of a
phrase, lowest bit first; six bits are a sign of `ALPHABET`. The numbers 0 and 1 announce a unit
that has not occurred yet, of 8 or 16 bits, and 2 is the end. Every unit and every phrase followed
by one more unit gets the next number, from 3 on, and numbers grow wider as there are more of them.

>>> compress("a"), decompress("IZA")
('IZA', 'a')
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final

ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-"
SHORT, LONG, END, FIRST = range(4)
"""Three numbers with a meaning of their own, and the first one of a phrase."""
MOST: Final = 200_000
"""Units; a short link can pretend to be a text without end."""


def compress(text: str) -> str:
    """The text in signs that may stand in a URI."""
    bits, known = list[int](), 2  # a number has as many bits as tell `known` of them apart
    numbers: dict[str, int] = {}
    fresh: set[str] = set()
    phrase = ""
    for unit in (*_units(text), ""):
        if unit and unit not in numbers:
            numbers[unit] = len(numbers) + FIRST
            fresh.add(unit)
        if unit and phrase + unit in numbers:
            phrase += unit
            continue
        if phrase in fresh:
            fresh.remove(phrase)
            number, size = (LONG, 16) if ord(phrase) > 255 else (SHORT, 8)
            bits += _lowest_first(number, known.bit_length()) + _lowest_first(ord(phrase), size)
            known += 1
        elif phrase:
            bits += _lowest_first(numbers[phrase], known.bit_length())
        if phrase:
            known += 1
            numbers[phrase + unit] = len(numbers) + FIRST
        phrase = unit
    bits += _lowest_first(END, known.bit_length())
    bits += [0] * (6 - len(bits) % 6)
    sixes = (bits[start : start + 6] for start in range(0, len(bits), 6))
    return "".join(ALPHABET[int("".join(map(str, six)), 2)] for six in sixes)


def _units(text: str) -> Iterator[str]:
    data = text.encode("utf-16-be", "surrogatepass")
    return (chr(high << 8 | low) for high, low in zip(data[::2], data[1::2], strict=True))


def _lowest_first(value: int, size: int) -> list[int]:
    return [value >> place & 1 for place in range(size)]


def decompress(signs: str) -> str:
    """The text that was compressed. Raises ValueError that says what is wrong."""
    bits = _bits(signs)
    phrases: list[str] = [""] * FIRST
    found: list[str] = []
    before, length = "", 0
    while (number := _take(bits, len(phrases).bit_length())) != END:
        if number < END:
            phrases.append(chr(_take(bits, 16 if number == LONG else 8)))
            number = len(phrases) - 1
        if number > len(phrases) or not (before or number < len(phrases)):
            raise ValueError("a part of it is missing or wrong")
        phrase = phrases[number] if number < len(phrases) else before + before[0]
        found.append(phrase)
        length += len(phrase)
        if length > MOST:
            raise ValueError(f"the text would have more than {MOST} signs")
        if before:
            phrases.append(before + phrase[0])
        before = phrase
    whole = "".join(found).encode("utf-16-le", "surrogatepass")
    return whole.decode("utf-16-le", "replace")


def _bits(signs: str) -> Iterator[int]:
    """The bits of all signs, the highest of each first."""
    for sign in signs:
        value = ALPHABET.find(sign)
        if value < 0:
            raise ValueError(f"“{sign}” is no sign of a link")
        yield from (value >> place & 1 for place in range(5, -1, -1))


def _take(bits: Iterator[int], size: int) -> int:
    """The next number of this many bits, lowest first."""
    found = list(islice(bits, size))
    if len(found) < size:
        raise ValueError("it breaks off")
    return sum(bit << place for place, bit in enumerate(found))
