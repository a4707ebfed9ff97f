"""Any pond: what is in it follows from pieces on squares, however many there are."""

from __future__ import annotations

import math
from collections.abc import Mapping

from game.scenes.pond.pool import Dance, Koi, Piece, Pool, Stone, middle
from game.ui.timeline import Timeline


class Pond:
    """A pool of three files and two ranks, and what moves in it."""

    def __init__(self, **pieces: Piece) -> None:
        self.pool, self.timeline, self.cues = Pool(files=3, ranks=2), Timeline(), list[str]()
        self.dance = Dance(self.pool, self.timeline, lambda cue, _at: self.cues.append(cue))
        self.pieces: Mapping[int, Piece] = {}
        self.show(**pieces)

    def show(self, **pieces: Piece) -> None:
        self.pieces = {"abc".index(at[0]) + 3 * (int(at[1]) - 1): one for at, one in pieces.items()}
        self.pool.show(self.pieces)

    def go_to(self, **pieces: Piece) -> None:
        """Let what changes happen, from a hand that is beside the pond."""
        before = self.pieces
        after = Pond(**pieces).pieces
        motion = self.dance.change(before, after, (-1.0, 1.0))
        assert motion is not None
        self.timeline.play(motion)
        self.timeline.skip()
        for square in after:
            there = [one for one in self.pool.pieces.values()
                     if math.dist(one.at, middle(square, 3)) < 0.1]  # fmt: skip
            assert after[square].kind in [one.kind for one in there]
        self.show(**pieces)


def test_pieces_lie_where_their_squares_are() -> None:
    pond = Pond(c2=Koi("Y"), a1=Stone(4))
    assert pond.pool.koi[5].at == (2.5, 1.5)
    assert pond.pool.stones[0].at == (0.5, 0.5)
    assert pond.pool.stones[0].number == 4


def test_what_is_new_comes_in_as_what_it_is() -> None:
    pond = Pond()
    pond.go_to(b1=Koi("R"))
    pond.go_to(b1=Koi("R"), a2=Stone(1))
    assert pond.cues == ["splash", "stone_plop"]


def test_a_koi_swims_through_free_squares_and_leaps_over_others() -> None:
    pond = Pond(a1=Koi("R"))
    pond.go_to(c1=Koi("R"))
    assert pond.cues == ["splash"]
    pond.go_to(c1=Koi("R"), b1=Stone(0))
    pond.cues.clear()
    pond.go_to(a1=Koi("R"), b1=Stone(0))
    assert pond.cues == ["leap", "splash"]


def test_a_koi_takes_the_place_of_a_stone() -> None:
    pond = Pond(a1=Koi("R"), b1=Stone(0))
    pond.go_to(b1=Koi("R"))
    assert list(pond.pool.pieces) == [1]


def test_several_changes_happen_side_by_side() -> None:
    pond = Pond(a1=Koi("R"), c1=Stone(0))
    pond.go_to(a2=Koi("R"), b2=Stone(2), c2=Koi("Y"), c1=Stone(0))
    assert sorted(pond.pool.koi) == [3, 5]
