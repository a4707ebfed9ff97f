"""Where one scene leads to the next: the only module that makes scenes.

Scenes answer with routes (`game.scenes.core.routes`), the navigator turns a route into a scene and
the stack shows it. Modules are imported when their scene is first wanted, so that the shelf opens
at once.
"""

from collections.abc import Mapping
from pkgutil import resolve_name
from typing import Final, cast

from game.rules import SHELF
from game.rules.core.match import Series
from game.scenes.core import routes as to
from game.scenes.core.context import Context
from game.scenes.core.scene import Scene
from game.scenes.play.play_scene import AnyPlayScene
from game.scenes.review.broken_match import to_running

SCENES: Final[Mapping[type[to.Route], str]] = {
    to.ToShelf: "game.scenes.home.shelf:Shelf",
    to.ToSetup: "game.scenes.home.setup:Setup",
    to.ToDealNumber: "game.scenes.home.deals:NumberEntry",
    to.ToRunning: "game.scenes.home.running:RunningMatches",
    to.ToSettings: "game.scenes.home.settings:SettingsScene",
    to.ToPin: "game.scenes.home.operator:PinEntry",
    to.ToOperator: "game.scenes.home.operator:OperatorMenu",
    to.ToStillThere: "game.scenes.home.questions:StillThere",
    to.ToAsleep: "game.scenes.home.attract:Asleep",
    to.ToParked: "game.scenes.home.parked:Parked",
    to.ToUnpark: "game.scenes.home.parked:Unpark",
    to.ToLeave: "game.scenes.home.questions:Leave",
    to.ToHelp: "game.scenes.home.help:Help",
    to.ToRules: "game.scenes.home.rules_reader:RulesReader",
    to.ToSecondTable: "game.scenes.home.questions:SecondTable",
    to.ToTrouble: "game.scenes.core.trouble:Trouble",
    to.ToPlayOn: "game.scenes.home.setup:PlayOn",
    to.ToPause: "game.scenes.play.pause:Pause",
    to.ToMoveList: "game.scenes.play.move_list:Moves",
    to.ToHighlights: "game.scenes.review.highlights:Highlights",
    to.ToShare: "game.scenes.review.share:Share",
    to.ToBring: "game.scenes.guest_book.bring:Bring",
    to.ToBrokenMatch: "game.scenes.review.broken_match:BrokenMatch",
    to.ToLevels: "game.scenes.levels.level_scene:Levels",
    to.ToPeople: "game.scenes.guest_book.people:People",
    to.ToPerson: "game.scenes.guest_book.people:Person",
    to.ToPortrait: "game.scenes.guest_book.name_entry:Portrait",
    to.ToName: "game.scenes.guest_book.name_entry:NameEntry",
    to.ToHistory: "game.scenes.guest_book.history:History",
    to.ToEveningSetup: "game.scenes.evening.setup:EveningSetup",
    to.ToEvening: "game.scenes.evening.evening_scene:EveningScene",
    to.ToCeremony: "game.scenes.evening.evening_scene:Ceremony",
    to.ToPastEvenings: "game.scenes.evening.evening_scene:PastEvenings",
}
"""The scenes that are made of the context and what their route holds, in its order."""
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
            case to.ToReplay(series, chairs):
                path = "game.scenes.review.replay:Replay"
                return _made(path, context, series, chairs, play_scene(_game(series)))
            case to.ToAttract(shown):
                path = "game.scenes.home.attract:Attract"
                return _made(path, context, shown, play_scene)
            case to.ToLevel(level, levels):
                path = "game.scenes.levels.level_scene:LevelScene"
                return _made(path, context, level, levels, play_scene(level.game))
            case to.ToBookPage(page, by_keys):
                opened = resolve_name(PAGES[page])(context)
                opened.arriving = by_keys
                return cast(Scene, opened)
        return _made(SCENES[type(route)], context, *vars(route).values())

    def _play(self, route: to.ToPlay) -> AnyPlayScene:
        make = play_scene(_game(route.series))
        if route.match_id is not None:
            self.context.store.renew(route.match_id)
        scene = make(self.context, route.series, route.chairs, route.match_id)
        scene.agree(route.terms)
        if route.begun is not None:
            scene.autosave.begin()
            assert scene.match_id is not None, "the store has just begun to keep it"
            route.begun(scene.match_id)
        return scene


def _made(path: str, *arguments: object) -> Scene:
    return cast(Scene, resolve_name(path)(*arguments))


def play_scene(game: str) -> type[AnyPlayScene]:
    """The class that plays a game. Raises KeyError for one that is not on the shelf."""
    found: type[AnyPlayScene] = resolve_name(SHELF[game].play)
    return found


def _game(series: Series) -> str:
    return str(series.current.game.info.id)
