"""The pause menu over matches that have just begun."""

from __future__ import annotations

from game.scenes.core.context import Context
from game.scenes.core.scene import Scene
from game.scenes.play.pause import Pause
from game.showcase import jin_li, ping_pao, skud_pai_sho, walomino

PAUSED = {
    "ping_pao": ping_pao.samples,
    "walomino": walomino.samples,
    "jin_li": jin_li.samples,
    "skud_pai_sho": skud_pai_sho.samples,
}


def pauses(context: Context) -> dict[str, Scene]:
    """The menu over the first sample of some games."""
    return {
        f"pause-{game}": Pause(context, next(iter(samples(context).values())))
        for game, samples in PAUSED.items()
    }
