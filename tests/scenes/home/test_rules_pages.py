"""The rules to read: complete, in both languages, and every picture painted."""

from __future__ import annotations

import re
from pathlib import Path

import pygame
import pytest

from game.rules import SHELF
from game.scenes.core.registry import goals, illustrations
from game.scenes.home.rules_reader import page
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.markup import Block, Figure, Heading, Item, Note, Paragraph, Run, Table

RULES = Path(__file__).parents[3] / "docs" / "rules"
BOTH = [(game, language) for game in SHELF for language in ("de", "en")]


def said(block: Block) -> list[Run]:
    match block:
        case Paragraph(runs) | Note(runs) | Item(_, runs):
            return list(runs)
        case Table(rows):
            return [run for row in rows for cell in row for run in cell]
        case Figure(figures):
            return [run for _, caption in figures for run in caption]
    return []


def marks(game: str, language: str) -> set[str]:
    runs = [run for block in page(game, language) for run in said(block)]
    return {run.text for run in runs if run.style == "mark"}


@pytest.mark.parametrize(("game", "language"), BOTH)
def test_every_rule_of_the_game_is_on_its_page(game: str, language: str) -> None:
    text = (RULES / f"{game}.md").read_text(encoding="utf-8")
    numbers = set(re.findall(r"^- \*\*([A-Z]{2}-\d+[a-z]?)", text, re.MULTILINE))
    assert numbers
    assert marks(game, language) == numbers


@pytest.mark.parametrize("game", SHELF)
def test_both_languages_have_the_same_chapters_and_pictures(game: str) -> None:
    def shape(language: str) -> list[tuple[str, int]]:
        blocks = page(game, language)
        return [
            (type(block).__name__, block.level if isinstance(block, Heading) else 0)
            for block in blocks
            if isinstance(block, Heading | Figure | Table)
        ]

    assert shape("de") == shape("en")


@pytest.mark.parametrize("game", SHELF)
def test_every_picture_is_painted_and_used(game: str) -> None:
    pygame.display.init()
    pygame.display.set_mode((640, 480))
    used = {
        picture.paint
        for block in page(game, "en") if isinstance(block, Figure)
        for picture, _ in block.pictures
    }  # fmt: skip
    told = {picture.paint for picture in goals(game)}
    assert len(told) > 1
    assert used | told == {picture.paint for picture in illustrations(game).values()}
    for picture in illustrations(game).values():
        surface = pygame.Surface((round(picture.width), round(picture.height)), pygame.SRCALPHA)
        picture.paint(Canvas(surface, scale=1.0), Box(0, 0, picture.width, picture.height))
        drawn = surface.get_bounding_rect(min_alpha=8)
        assert drawn.w > picture.width * 0.6
        assert drawn.h > picture.height * 0.6
