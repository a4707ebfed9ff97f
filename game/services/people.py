"""Who sits at the table: persons with their profiles, and computers with their levels."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Final, Literal, TypeAlias

from game.rules.core.protocol import Plain
from game.services.checked import one_of

ChairKind: TypeAlias = Literal["person", "computer", "visitor"]
"""A visitor played at another table; only the record of the match came here."""

COLOURS: Final = ("vermilion", "gold", "jade", "pond", "indigo", "plum", "rose", "slate")
MARKS: Final = (
    "sun", "moon", "star", "mountain", "wave", "leaf", "blossom", "bamboo",
    "koi", "bird", "snail", "lantern", "cup", "boat", "fan", "bell",
)  # fmt: skip
"""What people can choose to be found by."""


@dataclass(frozen=True, slots=True)
class Chair:
    """One place in the company. `level` is the computer's; `profile` a stored person's number.

    A person who was forgotten has no name any more, only the place is left.
    """

    kind: ChairKind
    name: str
    level: str | None = None
    profile: int | None = None
    badge: str = ""
    """The mark, one of `MARKS`, that a person has chosen on a phone."""

    @property
    def person(self) -> bool:
        return self.kind == "person"

    @property
    def who(self) -> tuple[str, str]:
        """What somebody is found again by from match to match."""
        return self.name, self.badge

    @classmethod
    def of(cls, plain: Plain) -> "Chair":
        """The chair that `plain` tells of. Raises ValueError if it tells of none."""
        match plain:
            case {
                "kind": "person" | "computer" | "visitor" as kind, "name": str(name),
                "level": str() | None as level, "profile": int() | None as profile,
            }:
                return cls(kind, name, level, profile, one_of(plain.get("badge"), MARKS, ""))
        raise ValueError(f"{plain!r} is no chair")


def text_of(chairs: Iterable[Chair]) -> str:
    """A company as the database keeps it."""
    return json.dumps(list(map(asdict, chairs)))


def chairs_of(text: str) -> tuple[Chair, ...]:
    """The company that was kept. Raises ValueError if it is none."""
    return tuple(map(Chair.of, json.loads(text)))


@dataclass(frozen=True, slots=True)
class Profile:
    """A person the table knows: a name, and a colour and a mark to find it by."""

    id: int
    name: str
    colour: str = ""
    mark: str = ""

    def dressed(self) -> "Profile":
        """With a colour and a mark of those there are; older tables knew none."""
        colour = self.colour if self.colour in COLOURS else COLOURS[self.id * 3 % len(COLOURS)]
        mark = self.mark if self.mark in MARKS else MARKS[self.id * 5 % len(MARKS)]
        return Profile(self.id, self.name, colour, mark)


def free_look(known: Iterable[Profile]) -> tuple[str, str]:
    """A colour and a mark that the fewest have: the first of them.

    >>> free_look([Profile(1, "Ada", "vermilion", "sun")])
    ('gold', 'moon')
    """
    taken = [part for profile in known for part in (profile.colour, profile.mark)]
    return min(COLOURS, key=taken.count), min(MARKS, key=taken.count)
