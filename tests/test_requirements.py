"""Both lock files belong to the ranges of requirements.txt, and every package has its hashes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from tests.certain import sure

ROOT = Path(__file__).parents[1]
LINES = (ROOT / "requirements.txt").read_text("utf-8").splitlines()
RANGES = [Requirement(text) for line in LINES if (text := line.partition("#")[0].strip())]


def pins(path: Path) -> dict[str, Version]:
    """The version of every package in a lock file, which must name at least one hash for it."""
    entries = re.split(r"\n(?=\w)", path.read_text("utf-8"))
    found = {}
    for entry in entries[1:]:
        name, version = sure(re.match(r"([\w.-]+)==([\w.]+)", entry)).groups()
        assert "--hash=sha256:" in entry, name
        found[name] = Version(version)
    return found


@pytest.mark.parametrize("lock", ["requirements.lock", ".ci/lowest.lock"])
def test_a_lock_holds_what_the_ranges_allow(lock: str) -> None:
    found = pins(ROOT / lock)
    for wanted in RANGES:
        assert wanted.name in found, f"{wanted} is not in {lock}: run .ci/lock"
        assert found[wanted.name] in wanted.specifier, f"{lock} is out of date: run .ci/lock"


def test_the_lowest_lock_holds_the_lower_ends() -> None:
    found = pins(ROOT / ".ci/lowest.lock")
    for wanted in RANGES:
        lower = [Version(s.version) for s in wanted.specifier if s.operator in (">=", "==")]
        assert lower == [found[wanted.name]], f"{wanted}: run .ci/lock"
