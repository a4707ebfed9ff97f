"""Icons: every sign that is named in the program can be drawn, within its field."""

from __future__ import annotations

import re
from pathlib import Path

import pygame
import pytest

import game
from game.ui import art, sprites
from game.ui.icons import sprite

ICONS = sorted(file.stem for file in (sprites.ART / "icons").iterdir())
NAMED = re.compile(r'icon(?:: str)?=\(?"(\w+)"|icons\.\w+\([\w.]+, "(\w+)"')


@pytest.mark.parametrize("name", ICONS)
def test_every_icon_draws_something_within_its_field(name: str) -> None:
    image = sprite(name, 64, (255, 255, 255))
    assert image.get_size() == (64, 64)
    drawn = image.get_bounding_rect(min_alpha=32)
    assert 20 <= max(drawn.size) <= 64
    assert image.get_at((0, 0)).a == 0


def test_every_icon_that_is_named_is_there() -> None:
    code = [file.read_text("utf-8") for file in Path(game.__path__[0]).rglob("*.py")]
    named = {a or b for text in code for a, b in NAMED.findall(text)}
    assert len(named) > 25
    assert named <= set(ICONS)


def test_black_is_cut_out_of_white(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sprites, "ART", tmp_path)
    (tmp_path / "ring.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 20 20">'
        '<circle r="9" fill="#fff"/><circle r="4" fill="#000"/></svg>'
    )
    ring = art.stencil("ring", 40)
    assert ring.get_at((6, 20)) == pygame.Color(255, 255, 255, 255)
    assert ring.get_at((20, 20)).a == 0
    assert ring.get_at((0, 0)).a == 0
