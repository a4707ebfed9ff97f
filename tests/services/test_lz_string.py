"""Links are compressed as the original library does, sign for sign."""

from __future__ import annotations

import doctest
import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.services import lz_string

DATA = Path(__file__).parents[1] / "data" / "garden_gate_links.jsonl.gz"
VECTORS = [json.loads(row) for row in gzip.decompress(DATA.read_bytes()).splitlines()]


def test_the_vectors_of_the_original_library() -> None:
    assert len(VECTORS) == 31
    for vector in VECTORS:
        assert lz_string.compress(vector["text"]) == vector["link"]
        assert lz_string.decompress(vector["link"]) == vector["text"]


def test_the_example_in_its_description() -> None:
    assert doctest.testmod(lz_string).failed == 0


@settings(max_examples=30)
@given(st.text(max_size=60))
def test_any_text_comes_back(text: str) -> None:
    assert lz_string.decompress(lz_string.compress(text)) == text


@pytest.mark.parametrize(
    ("signs", "reason"),
    [("", "breaks off"), ("OYQw", "breaks off"), ("IZ*", "no sign of a link"), ("w", "missing")],
)
def test_what_is_no_link_says_why(signs: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        lz_string.decompress(signs)


def test_a_short_link_cannot_stand_for_a_text_without_end() -> None:
    bomb = lz_string.compress("x" * (lz_string.MOST + 1))
    assert len(bomb) < 1000
    with pytest.raises(ValueError, match="more than"):
        lz_string.decompress(bomb)
