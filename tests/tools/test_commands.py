"""Developers' tools as they are started: `python -m tests.tools.soak` and so on."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from game.rules import GAMES
from tests.tools import bench, kiosk_soak, late, shots, soak, tournament
from tests.tools.promises import PROMISES, Figure
from tests.tools.showcase import samples

ROOT = Path(__file__).parents[2]


def command(tool: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", f"tests.tools.{tool}", *arguments],
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip


def test_shots_draws_scenes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples, "SAMPLES", {"jin_li": samples.SAMPLES["jin_li"]})
    assert shots.main([str(tmp_path), "--size", "800x600", "--lang", "de", "--only", "jin_li"]) == 0
    assert len(list(tmp_path.glob("jin_li*-de-800x600.png"))) >= 3


@pytest.mark.deep
def test_shots_draws_scenes_without_a_window(tmp_path: Path) -> None:
    done = command("shots", str(tmp_path), "--size", "800x600", "--lang", "de", "--only", "jin_li")
    assert done.returncode == 0, done.stderr
    assert len(list(tmp_path.glob("jin_li*-de-800x600.png"))) >= 3


def test_shots_says_when_there_is_nothing_to_draw(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(samples, "SAMPLES", {"help": samples.SAMPLES["help"]})
    assert shots.main([str(tmp_path), "--size", "800x600", "--lang", "en", "--only", "zzz"]) == 1
    assert "zzz" in capsys.readouterr().err


@pytest.mark.deep
def test_a_short_soak_is_clean() -> None:
    done = command("soak", "--intents", "400", "--seed", "4")
    assert done.returncode == 0, done.stderr
    assert "clean" in done.stdout


@pytest.mark.deep
def test_a_tournament_plays_in_processes_of_its_own() -> None:
    done = command("tournament", "--game", "jin_li", "--level", "neighbour", "--games", "2")
    assert done.returncode == 0, done.stderr
    assert "Jin Li" in done.stdout


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        (soak, ["--minutes", "-1"], "above 0"),
        (kiosk_soak, ["--minutes", "soon"], "above 0"),
        (shots, ["there", "--size", "big"], "1280x720"),
        (tournament, ["--games", "0"], "from 1 to 999999"),
    ],
)
def test_wrong_arguments_are_told_what_would_be_right(
    tool: ModuleType, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit, match="2"):
        tool.main(arguments)
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("unit", "value", "check", "code"),
    [
        ("times", 1.0, True, 1), ("times", 3.0, True, 0),
        ("times", 1.0, False, 0), ("ms", 1.0, True, 0),
    ],
)
def test_bench_checks_ratios_only(
    unit: str, value: float, check: bool, code: int, monkeypatch: pytest.MonkeyPatch,
) -> None:
    figure = Figure("dragging", value, unit, ">2")
    monkeypatch.setattr(bench, "MEASURES", {"dragging": lambda: iter([figure])})
    assert bench.bench(deep=True, check=check) == code


@pytest.mark.deep
def test_developers_measure_what_everybody_can_and_more() -> None:
    done = command("bench", "--only", "yardstick", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)[0]["value"] > 0
    assert PROMISES.items() < bench.MEASURES.items()


@pytest.mark.deep
def test_frames_are_counted_while_a_grandmaster_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pygame.quit", lambda: None)  # other tests go on
    monkeypatch.setattr(late, "COUNTED", 20)
    monkeypatch.setattr(late, "GAMES", {"jin_li": GAMES["jin_li"]})
    monkeypatch.setenv("DISPLAY", "")
    carried = list[bool]()

    def carry(hand: late.Hand) -> None:
        assert hand.scene.computer_player.hinting
        carried.append(hand.scene.input.holding is not None)
        real(hand)

    real = late.Hand._carry
    monkeypatch.setattr(late.Hand, "_carry", carry)
    seen = late.at_table()["jin_li"]
    assert len(seen.work) == len(seen.clock) == 20
    assert min(seen.work) > 0
    assert set(carried) == {True}
