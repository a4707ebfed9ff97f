"""The smallest piece and the smallest target of every sample, against what is stated here.

The smallest text of every sample is looked at where all texts are drawn, see `test_texts_fit`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from game.scenes.core.scene import Scene
from game.scenes.domi_jongg import tile_art
from game.scenes.pai_sho import art as pai_sho_art
from game.scenes.play.play_scene import PlayScene
from game.scenes.review.results import Results
from game.ui import fonts
from game.ui.sprites import OVER
from tests.tools import headless
from tests.tools.showcase.samples import all_samples, standing

USUAL = (1280, 720)
SIZES = ((800, 600), USUAL, (600, 1000), (1920, 1080))
PIECES: dict[str, tuple[int, ...]] = {
    # at each of the sizes; 3840x2160 shows the same as 1920x1080, twice as large
    "tile of Pai Sho": (26, 30, 26, 45),
    "tile of the snake": (33, 40, 33, 60),
    "side of a Walong in Ping-Pao": (40, 50, 40, 75),
    "side of a Walong in Walomino": (25, 30, 25, 45),
    "field of the pond": (50, 75, 60, 110),
}
"""Heights of tiles, their diameters, and sides; a Walong is about twice as wide as its side is
long, and a pair three times.
"""
BESIDE_RESULTS: dict[str, tuple[int, ...]] = {
    "tile of Pai Sho": (18, 27, 20, 40),
    "tile of the snake": (24, 33, 24, 50),
    "field of the pond": (47, 75, 53, 110),
    "side of a Walong in Ping-Pao": (38, 50, 40, 75),
}
"""The same where a sheet lies beside a finished game, and the whole board is shown, with its scales
in Solitaire Pai Sho.
"""
BESIDE_STORIES: dict[str, tuple[int, ...]] = {"side of a Walong in Ping-Pao": (35, 50, 40, 75)}
"""The same where a story is told below a whole game's pieces."""
AT_A_SIDE: dict[str, tuple[int, ...]] = {"field of the pond": (47, 75, 60, 110)}
"""The same where a story is told at the left or the right edge."""
FINISHED = (24, 30, 19, 45)
"""The same for a snake that is finished: all of it is shown, and a hand may bring it nearer."""
TARGET = 44.0
"""Everything to be touched at 1280x720, but for the points of a garden: these are as large as their
tiles, a finger on one shows it enlarged, and the view comes nearer.
"""
INSCRIPTION = {"tile of Pai Sho": 6, "tile of the snake": 7}
"""How high, at least, digits and letters on a tile of the least size at 800x600 are."""


def smallest(play: Any) -> tuple[str, float] | None:
    """What kind of pieces is on the board, and how many pixels they have as they are seen."""
    scale = play.context.scale
    match play.id:
        case "domi_jongg":
            return ("tile of the snake", play.felt.camera.tall) if play.shown_state.snake else None
        case "jin_li":
            return "field of the pond", play.board.cell * scale
        case "skud_pai_sho" | "solitaire_pai_sho":
            return ("tile of Pai Sho", play.piece * scale) if play.centre_of_interest() else None
        case "ping_pao":
            return "side of a Walong in Ping-Pao", play.board.camera.goal.unit * scale
        case "walomino" if play.shown_state.phase in ("play", "over"):
            return "side of a Walong in Walomino", play.pushing.cloth.camera.goal.unit * scale
        case "walomino" if play.shown_state.phase != "draft":
            return "side of a Walong in Walomino", play.pairing.benches.side * scale
    return None


def targets(scene: Any) -> Iterator[tuple[float, object]]:
    """The shorter sides of all that can be touched, in units."""
    playing = isinstance(scene, PlayScene)
    for layer in scene.controls.layers if playing else getattr(scene, "layers", ()):
        for widget in layer.targets():
            box = layer.frame.out_box(widget.box)
            yield min(box.w, box.h), widget
    for spot in scene.offered() if playing else ():
        if not spot.on_grid:
            yield min(spot.box.w, spot.box.h), spot.key


def shown(scene: Scene) -> Any:
    """The play scene that is seen, on top or below or beside what is on top."""
    play = scene if isinstance(scene, PlayScene) else getattr(scene, "play", None)
    return play if isinstance(play, PlayScene) else None


@pytest.mark.parametrize(("sizes", "step"), [
    pytest.param((USUAL,), 3, id="usual, of a third"),
    pytest.param(SIZES, 1, id="all, one after the other", marks=pytest.mark.deep),
])  # fmt: skip
def test_pieces_and_targets_of_every_sample_are_large_enough(
    sizes: tuple[tuple[int, int], ...], step: int
) -> None:
    context, wrong = headless.context(sizes[0], "de"), list[str]()
    for name, scene in all_samples(context, step):
        if name.startswith(("contrast-", "classic-", "both-")):
            continue  # as large as the usual ones
        context.fit(sizes[0])
        stack = headless.stack_of(context, *standing(scene))
        for pixels in sizes:
            number = SIZES.index(pixels)
            if shown(stack.top) is None and pixels != USUAL:
                continue
            scene.context.fit(pixels)  # some have a copy of their own
            stack.resize(pixels)
            for _ in range(3):
                stack.update(0.2)
            play = shown(stack.top)
            found = smallest(play) if play is not None else None
            if found is not None:
                kind, size = found
                least = PIECES[kind][number]
                if kind == "tile of the snake" and play.shown_state.phase == "over":
                    least = FINISHED[number]
                elif isinstance(stack.top, Results):
                    least = BESIDE_RESULTS.get(kind, PIECES[kind])[number]
                elif name.endswith("-story"):
                    least = BESIDE_STORIES.get(kind, PIECES[kind])[number]
                elif name.startswith(("around-story-left", "around-story-right")):
                    least = AT_A_SIDE.get(kind, PIECES[kind])[number]
                if size < least - 0.5:
                    wrong.append(f"{name} {pixels}: {kind} of {size:.1f}, not {least}")
            if pixels == USUAL:
                wrong += [
                    f"{name}: {size * context.scale:.0f} pixels to touch {thing!r}"
                    for size, thing in targets(stack.top)
                    if size * context.scale < TARGET
                ]
        stack.close()
    context.ai_worker.close()
    context.store.close()
    assert not wrong, f"{len(wrong)}:\n" + "\n".join(wrong)


def capital(face: fonts.Face, pixels: float, over: float) -> float:
    """How high a digit of this type is in a picture that is made so many times smaller."""
    return fonts.font(face, round(pixels)).render("8", True, (0, 0, 0)).get_bounding_rect().h / over


def test_what_is_written_on_the_smallest_tiles_can_be_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[float] = []

    def noted(face: fonts.Face, pixels: int) -> pygame.font.Font:
        asked.append(capital(face, pixels, 1))
        return fonts.font(face, pixels)

    monkeypatch.setattr(pai_sho_art, "font", noted)
    monkeypatch.setattr(tile_art, "font", noted)
    headless.context(SIZES[0])
    diameter, height = PIECES["tile of Pai Sho"][0], PIECES["tile of the snake"][0]
    pai_sho_art.TileArt(diameter).tile("R4", "light")
    assert asked.pop() / pai_sho_art.OVER >= INSCRIPTION["tile of Pai Sho"]
    tile_art.face("K7", height, "en", 0)
    assert asked.pop() / OVER >= INSCRIPTION["tile of the snake"]
    assert not asked
