"""Pictures of every scene in representative states, drawn without a window.

    python -m tests.tools.shots DIR --size 1280x720 --lang de --only jin_li
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pygame

from game.cli import window_size
from tests.tools.progress import one_by_one

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
    from game.ui.sprites import MISSED
    from tests.tools import headless
    from tests.tools.showcase.samples import SAMPLES, samples, standing

    context = headless.context(pixels, language)
    try:
        for make in one_by_one(list(SAMPLES.values())):
            for name, scene in samples(context, make):
                if only in name:
                    stack = headless.stack_of(context, *standing(scene))
                    headless.wait(stack, SETTLE)
                    shown = headless.picture(stack)
                    while MISSED.wanted:  # a moment later
                        MISSED.paint()
                        shown = headless.picture(stack)
                    yield name, shown
                    stack.close()
    finally:
        context.ai_worker.close()
        context.store.close()


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser("shots", description="Draw every scene into PNG files.")
    option = made.add_argument
    option("folder", type=Path, metavar="DIR")
    option("--size", type=window_size, action="append", metavar="WxH", dest="sizes")
    option("--lang", choices=LANGUAGES, action="append", dest="languages")
    option("--only", default="", metavar="TEXT", help="only these")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; gives the exit code."""
    return shots(**vars(parser().parse_args(arguments)))


if __name__ == "__main__":
    raise SystemExit(main())
