"""Who sits at the table: persons with their profiles, and computers with their levels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

ChairKind: TypeAlias = Literal["person", "computer"]


@dataclass(frozen=True, slots=True)
class Chair:
    """One place in the company. `level` is the computer's; `profile` a stored person's number."""

    kind: ChairKind
    name: str
    level: str | None = None
    profile: int | None = None

    @property
    def person(self) -> bool:
        return self.kind == "person"

    def plain(self) -> dict[str, Any]:
        """The chair as JSON can say it."""
        return {
            "kind": self.kind, "name": self.name, "level": self.level, "profile": self.profile
        }

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> Chair:
        """The chair that `plain` tells of."""
        kind: ChairKind = "computer" if plain["kind"] == "computer" else "person"
        return cls(kind, plain["name"], plain["level"], plain["profile"])


@dataclass(frozen=True, slots=True)
class Profile:
    """A person the table knows: a name, and a colour and a mark to find it by."""

    id: int
    name: str
    colour: str = ""
    mark: str = ""
