"""What `assets/kiosk` does to a machine: releases that are tried, what an installation says."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

KIOSK = Path(__file__).resolve().parents[1] / "assets" / "kiosk"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="made for Debian")

SOUND = "while true; do sleep 0.05; done"
"""A release that comes up, and ends as soon as it is told to."""
CRASHES = "exit 1"
HANGS = "trap '' TERM; while true; do sleep 0.05; done"


class Machine:
    """A folder of releases; their programs are scripts that write down that they were opened."""

    def __init__(self, folder: Path) -> None:
        self.table, self.data = folder / "opt", folder / "data"
        self.told = folder / "told"
        self.data.mkdir()

    def release(self, name: str, script: str) -> None:
        """Install a release: what `update` does once its files are there."""
        program = self.table / "releases" / name / "bin" / "walong-table"
        program.parent.mkdir(parents=True)
        keeps = f'echo "{name} $1" >>{self.told}; [ "$1" != keep ] || exit 0'
        program.write_text(f"#!/bin/sh\n{keeps}\n{script}\n")
        program.chmod(0o755)
        current = self.table / "current"
        current.unlink(missing_ok=True)
        current.symlink_to(program.parents[1])

    def open(self) -> list[str]:
        """Start the machine; which releases are opened, and how."""
        self.told.write_text("")
        environment = {
            **os.environ, "TABLE": str(self.table), "DATA": str(self.data), "TRIAL": "0.3",
        }  # fmt: skip
        subprocess.run(
            [KIOSK / "open-table"], env=environment, timeout=60, check=True,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        return self.told.read_text().splitlines()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    made = Machine(tmp_path)
    made.release("one", SOUND)
    assert made.open() == ["one keep"], "the first one is opened at once"
    return made


def test_a_release_that_comes_up_is_tried_once(machine: Machine) -> None:
    machine.release("two", SOUND)
    assert machine.open() == ["two --kiosk", "two keep"]
    assert machine.open() == ["two keep"]


@pytest.mark.parametrize("script", [CRASHES, pytest.param(HANGS, marks=pytest.mark.deep)])
def test_a_release_that_does_not_come_up_gives_way_to_the_one_before(
    machine: Machine, script: str
) -> None:
    machine.release("two", script)
    assert machine.open() == ["two --kiosk", "one keep"]
    assert machine.open() == ["one keep"]
    machine.release("three", script)
    assert machine.open() == ["three --kiosk", "one keep"]
    machine.release("four", SOUND)
    assert machine.open() == ["four --kiosk", "four keep"]


def test_a_release_is_not_blamed_for_a_screen_that_is_missing(machine: Machine) -> None:
    machine.release("two", "[ -e $0.screen ] || { touch $0.screen; exit 77; }\n" + SOUND)
    with pytest.raises(subprocess.CalledProcessError) as ended:
        machine.open()
    assert ended.value.returncode == 77
    assert machine.open() == ["two --kiosk", "two keep"]


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["--wayland", "mir"], "--wayland takes cage or weston, not 'mir'"),
        (["--now"], "unknown: --now"),
        (["--pin-file", "/nowhere"], "/nowhere cannot be read; it holds the PIN in its first line"),
    ],
)
def test_an_installation_says_what_it_does_not_understand(words: list[str], wrong: str) -> None:
    done = subprocess.run(
        [KIOSK / "install", "--dry-run", *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert wrong in done.stderr
