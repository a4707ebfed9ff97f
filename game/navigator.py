"""Where one scene leads to the next: the only module that makes scenes.

Scenes answer with routes (`game.scenes.core.routes`), the navigator turns a route into a scene and
the stack shows it. Modules are imported when their scene is first wanted, so that the shelf opens
at once.
"""

from collections.abc import Mapping
from pkgutil import resolve_name
from typing import Final, cast

from game.rules import SHELF
from game.scenes.core import routes as to
from game.scenes.core.context import Context
from game.scenes.core.scene import Scene
from game.scenes.play.play_scene import AnyPlayScene, play_scene
from game.scenes.review.broken_match import to_running

__all__ = ("Navigator", "play_scene")
PAGES: Final[Mapping[to.Page, str]] = {
    "people": "game.scenes.guest_book.people:People",
    "records": "game.scenes.guest_book.best_scores:Records",
    "history": "game.scenes.guest_book.history:History",
}


class Navigator:
    """Makes the scene that a route leads to."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def __call__(self, route: to.Route) -> Scene:
        """The scene. Raises KeyError for a game that is not on the shelf."""
        context = self.context
        match route:
            case to.ToPlay():
                return self._play(route)
            case to.ToMatch(number):
                return self(to_running(context, number))
            case to.ToResults(board, edges):
                return _made(SHELF[board.id].results, context, board, edges)
            case to.ToOverlay(played, name, arguments):
                return _made(SHELF[played.id].overlays[name], context, played, *arguments)
            case to.ToBookPage(page, by_keys):
                opened = resolve_name(PAGES[page])(context)
                opened.arriving = by_keys
                return cast(Scene, opened)
        return _made(f"game.scenes.{route.scene}", context, *vars(route).values())

    def _play(self, route: to.ToPlay) -> AnyPlayScene:
        make = play_scene(route.series.current.game.info.id)
        if route.match_id is not None:
            self.context.store.renew(route.match_id)
        scene = make(self.context, route.series, route.chairs, route.match_id, terms=route.terms)
        if route.begun is not None:
            scene.autosave.begin()
            assert scene.match_id is not None, "the store has just begun to keep it"
            route.begun(scene.match_id)
        return scene


def _made(path: str, *arguments: object) -> Scene:
    return cast(Scene, resolve_name(path)(*arguments))
