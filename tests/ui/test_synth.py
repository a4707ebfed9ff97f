"""The sounds in the repository are what their generator makes."""

from __future__ import annotations

import importlib
import sys
import wave
from array import array
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "assets" / "source"


@pytest.fixture
def synth(monkeypatch, tmp_path):
    """The generator, writing elsewhere."""
    monkeypatch.syspath_prepend(str(SOURCE))
    module = importlib.import_module("synth")
    monkeypatch.setattr(module, "SOUNDS", tmp_path)
    yield module
    for name in ("synth", "tones"):
        sys.modules.pop(name, None)


def samples(path: Path) -> array:
    with wave.open(str(path), "rb") as file:
        return array("h", file.readframes(file.getnframes()))


@pytest.mark.parametrize("name", ["button", "turn", "tile_clack", "acrylic_click"])
def test_a_seed_makes_the_same_sound_again(synth, tmp_path, name):
    assert synth.main([name]) == 0
    for path in tmp_path.iterdir():
        made, kept = samples(path), samples(SOURCE.parent / "sounds" / path.name)
        assert len(made) == len(kept)
        assert max(abs(a - b) for a, b in zip(made, kept, strict=True)) <= 2


def test_an_unknown_name_is_refused_and_nothing_written(synth, tmp_path, capsys):
    assert synth.main(["trombone"]) == 2
    assert "trombone" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_every_sound_in_the_repository_has_a_maker(synth):
    makers = {maker.__name__ for maker in synth.SOUND}
    stems = {path.stem.rstrip("0123456789").rstrip("_")
             for path in (SOURCE.parent / "sounds").glob("*.wav")}
    assert stems == makers
