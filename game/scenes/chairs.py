"""Who sits where: a person with a name, or a computer of some level."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

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
