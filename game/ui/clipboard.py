"""The system's clipboard. Some systems have none, or give a program no access to it."""

import pygame


def copy(text: str) -> bool:
    """Put a text there; False if it did not get there."""
    try:
        pygame.scrap.put_text(text)
        return paste() == text
    except (pygame.error, UnicodeDecodeError):
        return False


def paste() -> str | None:
    """The text that lies there, empty if there is none; None without a clipboard.
    Raises UnicodeDecodeError for what calls itself a text and is none.
    """
    try:
        return pygame.scrap.get_text()
    except pygame.error:
        return None
