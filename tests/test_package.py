"""The package as pip installs it: everything is in it, and it runs from anywhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hatchling.build import build_wheel
from packaging.requirements import Requirement

from game import VERSION
from game.rules import GAMES
from game.shipped import ASSETS, LEVELS

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def content(folder: Path, beneath: str = "") -> dict[str, bytes]:
    """Every file below a folder by its path from there, with another one before it."""
    files = {beneath + path.relative_to(folder).as_posix(): path for path in folder.rglob("*.*")}
    return {
        name: path.read_bytes() for name, path in files.items()
        if path.is_file() and "__pycache__" not in name
    }


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an installation whose path has blanks and umlauts, away from the checkout."""
    folder = tmp_path_factory.mktemp("made")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        wheel = folder / build_wheel(str(folder))
    place = folder / "ein Tisch für alle"
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps",
         "--no-compile", "--target", str(place), str(wheel)],
        check=True, timeout=120,
    )  # fmt: skip
    return place


def run(installed: Path, *arguments: str, told: str = "") -> str:
    """What the installed command prints; `told` comes from its input."""
    command = installed / "bin" / "walong-table"
    environment = {**os.environ, "PYTHONPATH": str(installed), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, str(command), *arguments], cwd=installed.parent, env=environment,
        input=told, capture_output=True, encoding="utf-8", timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.deep
def test_everything_travels_and_nothing_is_written_into_it(installed: Path, tmp_path: Path) -> None:
    before = content(installed)
    travelling = content(ROOT / "game") | content(LEVELS, "levels/")
    for folder in ("art", "desktop", "phone", "rules", "sounds", "texts"):
        travelling |= content(ASSETS / folder, f"assets/{folder}/")
    assert content(installed / "game") == travelling
    assert run(installed, "--version") == f"Walong Table {VERSION}\n"
    hello = json.loads(run(installed, "referee", told='{"cmd": "hello"}\n'))
    assert hello["version"] == VERSION
    pictures = tmp_path / "pictures"
    run(installed, "doctor", "--pictures", str(pictures))
    assert {picture.stem for picture in pictures.iterdir()} == GAMES.keys()
    assert content(installed) == before


def test_whoever_installs_it_gets_what_playing_needs() -> None:
    first, _, tests = (ROOT / "requirements.txt").read_text("utf-8").partition("\n\n")
    lines = {line.partition("#")[0].strip() for line in first.splitlines()} - {""}
    assert set(map(Requirement, PROJECT["dependencies"])) == set(map(Requirement, lines))
    assert "pytest" in tests
