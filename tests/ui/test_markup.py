"""The markup of the rules pages: every kind of block, and errors that name the line."""

from __future__ import annotations

import pytest

from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.markup import (
    Figure,
    Heading,
    Item,
    MarkupError,
    Note,
    Paragraph,
    Picture,
    Run,
    Table,
    read,
    runs,
)
from tests.plain_text import plain


def paint(canvas: Canvas, box: Box) -> None:
    canvas.fill(box, (0, 0, 0))


POND = Picture(paint)


def test_styles_in_a_line() -> None:
    assert runs("A **b c** and *d*. {JL-4}") == (
        Run("A "), Run("b c", "bold"), Run(" and "), Run("d", "italic"), Run(". "),
        Run("JL-4", "mark"),
    )  # fmt: skip
    assert plain(runs("A **b** {JL-4}c")) == "A b c"


def test_paragraphs_are_parted_by_empty_lines() -> None:
    assert read("one\ntwo\n\nthree", {}) == (
        Paragraph((Run("one two"),)), Paragraph((Run("three"),)),
    )  # fmt: skip


def test_headings_lists_and_notes() -> None:
    found = read("# A\n## B\n- x\n- y\n  goes on\n1. z\n> n\n> m", {})
    assert found == (
        Heading("A", 1), Heading("B", 2), Item("•", (Run("x"),)), Item("•", (Run("y goes on"),)),
        Item("1.", (Run("z"),)), Note((Run("n m"),)),
    )  # fmt: skip


@pytest.mark.parametrize("blank", [" ", "\t", "\u00a0"])
def test_no_line_is_lost_that_begins_with_a_blank_of_any_kind(blank: str) -> None:
    told = read(f"# Head\n{blank}one\n{blank}two\n\n> a\n{blank}> b\n", {})
    assert told == (
        Heading("Head", 1), Paragraph((Run("one two"),)), Note((Run("a b"),)),
    )  # fmt: skip


def test_tables_leave_out_their_rule() -> None:
    (table,) = read("| a | b |\n|---|:-:|\n| 1 | 2 |", {})
    assert table == Table((((Run("a"),), (Run("b"),)), ((Run("1"),), (Run("2"),))))


def test_pictures_in_lines_that_follow_stand_side_by_side() -> None:
    (figure,) = read("![One](pond)\n![Two](pond)", {"pond": POND})
    assert isinstance(figure, Figure)
    assert [plain(caption) for _, caption in figure.pictures] == ["One", "Two"]


@pytest.mark.parametrize(
    ("page", "line"),
    [
        ("words\n\n![x](nothing)", "line 3"),
        ("\n#no blank", "line 2"),
        ("a\n\n| a | b |\n| 1 |", "line 3"),
        ("![x] (pond)", "line 1"),
    ],
)
def test_mistakes_name_their_line(page: str, line: str) -> None:
    with pytest.raises(MarkupError, match=line):
        read(page, {"pond": POND})
