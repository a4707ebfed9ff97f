"""Pictures of every scene in representative states, drawn without a window."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pygame

SIZES = ((1280, 720), (1920, 1080))
LANGUAGES = ("en", "de")
SETTLE = 0.6  # seconds a scene gets before its picture, so that what slides in has arrived


def shots(
    folder: Path,
    sizes: Sequence[tuple[int, int]] | None = None,
    languages: Sequence[str] | None = None,
    only: str = "",
) -> int:
    """Write ``<scene>-<state>-<language>-<width>x<height>.png`` files; gives the exit code."""
    count = 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for pixels in sizes or SIZES:
            for language in languages or LANGUAGES:
                for name, surface in pictures(pixels, language, only):
                    file = folder / f"{name}-{language}-{pixels[0]}x{pixels[1]}.png"
                    with file.open("wb") as opened:
                        pygame.image.save(surface, opened, ".png")
                    count += 1
    except OSError as error:
        print(f"no pictures can be written to {folder}: {error.strerror}", file=sys.stderr)
        return 1
    print(f"{count} pictures in {folder}")
    if count == 0:
        print(f"no scene has “{only}” in its name", file=sys.stderr)
    return 0 if count else 1


def pictures(
    pixels: tuple[int, int], language: str, only: str = ""
) -> Iterator[tuple[str, pygame.Surface]]:
    """Every scene's samples as names and surfaces; a surface is drawn over by the next one."""
    from game.showcase.samples import all_samples, standing
    from game.tools import headless

    context = headless.context(pixels, language)
    try:
        for name, scene in all_samples(context):
            if only in name:
                stack = headless.stack_of(context, *standing(scene))
                headless.wait(stack, SETTLE)
                yield name, headless.picture(stack)
                stack.close()
    finally:
        context.ai_worker.close()
        context.store.close()
