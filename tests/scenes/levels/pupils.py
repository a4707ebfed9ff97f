"""What everybody who works through a level in tests does."""

from game.scenes.core.stack import Stack
from game.scenes.levels.level_scene import LevelScene


def rest(stack: Stack, level: LevelScene) -> None:
    """Wait until nothing moves, whoever is asked is here, and what was played last has been
    looked at.
    """
    for _ in range(400):
        stack.update(0.1)
        if level._answer is not None:
            level._answer.exception(30)
        looked = level._known == level._moment()
        if looked and not level.play.moving and level._status != "reply":
            return
    raise AssertionError(f"nothing comes to rest: {level._status}")
