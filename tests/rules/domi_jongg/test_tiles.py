"""The tiles and what may lie beside what."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path

import pytest

from game.rules.domi_jongg.tiles import (
    COPIES,
    FITS,
    FULL_SET,
    GROUP,
    IN_PAIRS,
    KINDS,
    SINGLY,
    without,
)

DATA = Path(__file__).parents[2] / "data"


def test_the_set_has_42_kinds_and_144_tiles() -> None:
    assert len(KINDS) == len(set(KINDS)) == 42
    assert Counter(FULL_SET) == COPIES
    assert len(FULL_SET) == 144
    assert Counter(GROUP[tile] for tile in FULL_SET) == {
        "suit": 108,
        "wind": 16,
        "dragon": 12,
        "special": 8,
    }


def test_dj_5_neighbours_are_the_recorded_ones() -> None:
    with gzip.open(DATA / "domi_jongg_fits.json.gz", "rt", encoding="utf-8") as file:
        recorded = json.load(file)
    assert sorted(recorded["tiles"]) == list(KINDS)
    assert {tile: sorted(others) for tile, others in FITS.items()} == recorded["fits"]


def test_dj_5_is_symmetric() -> None:
    for one in KINDS:
        for other in KINDS:
            assert (other in FITS[one]) == (one in FITS[other])


@pytest.mark.parametrize(
    ("one", "other", "fits"),
    [
        ("B1", "B9", True),
        ("B4", "T4", True),
        ("B4", "T5", False),
        ("DR", "DG", True),
        ("DR", "WN", True),
        ("WE", "WS", True),
        ("WE", "F3", True),
        ("F1", "F4", True),
        ("F2", "J2", True),
        ("F2", "J3", False),
        ("K3", "J3", True),
        ("K3", "J4", False),
        ("K3", "WE", False),
        ("K3", "DW", False),
        ("DW", "F1", False),
    ],
)
def test_dj_5_by_example(one: str, other: str, fits: bool) -> None:
    assert (other in FITS[one]) == fits


def test_dj_6_onto_a_special_go_specials_alone_and_suit_tiles_and_winds_in_pairs() -> None:
    assert SINGLY["F2"] == {"F1", "F2", "F3", "F4", "J2"}
    assert IN_PAIRS["F2"] == {"B2", "K2", "T2", "WE", "WS", "WW", "WN"}
    assert set(IN_PAIRS) == {tile for tile in KINDS if GROUP[tile] == "special"}
    assert all(SINGLY[tile] == FITS[tile] for tile in KINDS if GROUP[tile] != "special")


def test_multisets_stay_sorted() -> None:
    assert without(("B1", "B1", "K4"), "B1") == ("B1", "K4")
    with pytest.raises(ValueError, match="tuple"):
        without(("B1",), "K4")
