"""Pictures of every scene in representative states, drawn without a window."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

SIZES = ((1280, 720), (1920, 1080))
LANGUAGES = ("en", "de")
SETTLE = 0.6
"""Seconds a scene gets before its picture, so that what slides in has arrived."""


def shots(
    folder: Path,
    sizes: Sequence[tuple[int, int]] | None = None,
    languages: Sequence[str] | None = None,
    only: str = "",
) -> int:
    """Write ``<scene>-<state>-<language>-<width>x<height>.png`` files; gives the exit code."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for pixels in sizes or SIZES:
        for language in languages or LANGUAGES:
            for name, surface in pictures(pixels, language, only):
                import pygame

                file = folder / f"{name}-{language}-{pixels[0]}x{pixels[1]}.png"
                pygame.image.save(surface, file)
                count += 1
    print(f"{count} pictures in {folder}")
    if count == 0:
        print(f"no scene has “{only}” in its name", file=sys.stderr)
    return 0 if count else 1


def pictures(pixels: tuple[int, int], language: str, only: str = "") -> Iterator[tuple[str, Any]]:
    """Every scene's samples as names and surfaces; a surface is drawn over by the next one."""
    from game.tools import headless

    context = headless.context(pixels, language)
    try:
        for module in scene_modules():
            samples = getattr(import_module(module), "samples", None)
            if samples is None:
                continue
            for name, scene in samples(context).items():
                if only in name:
                    stack = headless.stack_of(context, *_under(scene))
                    headless.wait(stack, SETTLE)
                    yield name, headless.picture(stack)
                    stack.close()
    finally:
        context.ai_worker.close()
        context.store.close()


def _under(scene: Any) -> tuple[Any, ...]:
    """The scene, and for an overlay of a match the play scene below it."""
    below = getattr(scene, "play", None)
    return (below, scene) if scene.overlay and below is not None else (scene,)


def scene_modules() -> list[str]:
    """The modules that hold scenes, by name."""
    root = Path(__file__).parents[2]
    files = sorted((root / "game" / "scenes").rglob("[!_]*.py"))
    return [".".join(file.relative_to(root).with_suffix("").parts) for file in files]
