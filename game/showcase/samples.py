"""All that can be shown: every scene of the house in representative states."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from game.scenes.core.context import Context
from game.scenes.core.scene import Scene
from game.showcase import (
    domi_jongg,
    evening,
    guest_book,
    home,
    jin_li,
    levels,
    ping_pao,
    play,
    review,
    skud_pai_sho,
    solitaire_pai_sho,
    walomino,
)

SAMPLES: Mapping[str, Callable[[Context], Mapping[str, Scene]]] = {
    "number": home.number_entry,
    "broken": review.broken,
    "domi_jongg": domi_jongg.samples,
    "evening": evening.evenings,
    "past-evenings": evening.past,
    "evening-setup": evening.setups,
    "help": home.help_pages,
    "history": guest_book.histories,
    "jin_li": jin_li.samples,
    "level": levels.first_levels,
    "levels": levels.level_lists,
    "names": guest_book.name_entry,
    "pause": play.pauses,
    "people": guest_book.people,
    "person": guest_book.persons,
    "ping_pao": ping_pao.samples,
    "portrait": guest_book.portrait,
    "records": guest_book.best_scores,
    "replay": review.replays,
    "results": review.results,
    "rules": home.rules,
    "running": home.running,
    "second_table": home.second_tables,
    "settings": home.settings,
    "setup": home.setups,
    "shelf": home.shelf,
    "skud_pai_sho": skud_pai_sho.samples,
    "solitaire_pai_sho": solitaire_pai_sho.samples,
    "story": review.stories,
    "walomino": walomino.samples,
}
"""Functions that make samples, by what the samples' names begin with.

The order is part of the pictures: all samples of a run share one store, and what one of them
keeps (an evening, an unfinished match) is seen in the ones after it.
"""


def all_samples(context: Context) -> Iterator[tuple[str, Scene]]:
    """Every sample with its name; each function makes its own when the ones before are done."""
    for make in SAMPLES.values():
        yield from make(context).items()


def standing(scene: Scene) -> tuple[Scene, ...]:
    """What a stack begins with: the scene, and below an overlay of a match its play scene."""
    below = getattr(scene, "play", None)
    return (below, scene) if scene.overlay and below is not None else (scene,)
