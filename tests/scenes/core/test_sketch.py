"""The sketches of a game's file."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from game.scenes.core import sketch
from game.scenes.core.sketch import Sketch
from game.ui.canvas import Canvas


@dataclass(frozen=True)
class Hole(Sketch):
    depth: int
    size = (10.0, 10.0)

    def draw(self, canvas: Canvas) -> None:
        canvas.surface.fill((self.depth, 0, 0))


def test_a_file_has_a_table_for_each_sketch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sketch, "FOLDER", tmp_path)
    (tmp_path / "toy.toml").write_text("[low]\ndepth = 1\n[deep]\ndepth = 200\n", "utf-8")
    assert sketch.read("toy", Hole) == {"low": Hole(1), "deep": Hole(200)}


FIELDS = "[low]\ndepth = 1\nwidth = 2\n"


@pytest.mark.parametrize("text", [None, "[low", "[low]\n", FIELDS, "low = 1"])
def test_a_file_of_no_use_leaves_the_rules_without_sketches_and_is_named(
    text: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    monkeypatch.setattr(sketch, "FOLDER", tmp_path)
    if text is not None:
        (tmp_path / "toy.toml").write_text(text, "utf-8")
    assert sketch.read("toy", Hole) == {}
    assert "toy.toml" in caplog.text
