"""The sounds in the repository are what their generator makes."""

from __future__ import annotations

import importlib
import sys
import wave
from array import array
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "assets" / "source"


@pytest.fixture
def synth(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[ModuleType]:
    """The generator, writing elsewhere."""
    monkeypatch.syspath_prepend(str(SOURCE))
    module = importlib.import_module("synth")
    monkeypatch.setattr(module, "SOUNDS", tmp_path)
    yield module
    for name in ("synth", "tones"):
        sys.modules.pop(name, None)


def samples(path: Path) -> array[int]:
    with wave.open(str(path), "rb") as file:
        return array("h", file.readframes(file.getnframes()))


@pytest.mark.parametrize("name", ["button", "turn", "tile_clack", "acrylic_click"])
def test_a_seed_makes_the_same_sound_again(synth: ModuleType, tmp_path: Path, name: str) -> None:
    assert synth.main([name]) == 0
    for path in tmp_path.iterdir():
        made, kept = samples(path), samples(SOURCE.parent / "sounds" / path.name)
        assert len(made) == len(kept)
        assert max(abs(a - b) for a, b in zip(made, kept, strict=True)) <= 2


def test_an_unknown_name_is_refused_and_nothing_written(
    synth: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str],
) -> None:
    assert synth.main(["trombone"]) == 2
    assert "trombone" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_every_sound_in_the_repository_has_a_maker(synth: ModuleType) -> None:
    makers = {maker.__name__ for maker in synth.SOUND}
    stems = {path.stem.rstrip("0123456789").rstrip("_")
             for path in (SOURCE.parent / "sounds").glob("*.wav")}
    assert stems == makers
