"""Where one scene leads to the next: the only module that makes scenes.

Scenes answer with routes (`game.scenes.core.routes`), the navigator turns a route into a scene and
the stack shows it. Modules are imported when their scene is first wanted, so that the shelf opens
at once.
"""

from __future__ import annotations

from collections.abc import Callable
from pkgutil import resolve_name

from game.rules.core.match import Series
from game.scenes.core import routes as to
from game.scenes.core.context import Context
from game.scenes.core.registry import GAME_SCENES
from game.scenes.core.scene import Scene
from game.scenes.core.trouble import Trouble
from game.scenes.play.play_scene import AnyPlayScene


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
            case to.ToShelf():
                from game.scenes.home.shelf import Shelf

                return Shelf(context)
            case to.ToSetup(game, deal):
                from game.scenes.home.setup import Setup

                return Setup(context, game, deal)
            case to.ToDealNumber(title, done):
                from game.scenes.home.deals import NumberEntry

                return NumberEntry(context, title, done)
            case to.ToRunning():
                from game.scenes.home.running import RunningMatches

                return RunningMatches(context)
            case to.ToSettings():
                from game.scenes.home.settings import SettingsScene

                return SettingsScene(context)
            case to.ToHelp():
                from game.scenes.home.help import Help

                return Help(context)
            case to.ToRules(game, at):
                from game.scenes.home.rules_reader import RulesReader

                return RulesReader(context, game, at)
            case to.ToPause(board, level):
                from game.scenes.play.pause import Pause

                return Pause(context, board, level)
            case to.ToMoveList(board):
                from game.scenes.play.move_list import Moves

                return Moves(context, board)
            case to.ToResults(board):
                sheet: Callable[..., Scene] = resolve_name(GAME_SCENES[board.id].results)
                return sheet(context, board)
            case to.ToOverlay(played, name, arguments):
                overlay: Callable[..., Scene] = resolve_name(GAME_SCENES[played.id].overlays[name])
                return overlay(context, played, *arguments)
            case to.ToHighlights(board):
                from game.scenes.review.highlights import Highlights

                return Highlights(context, board)
            case to.ToReplay(series, chairs, number):
                from game.scenes.review.replay import Replay

                return Replay(context, series, chairs, play_scene(_game(series)), number)
            case to.ToBrokenMatch(error, told, match, result):
                from game.scenes.review.broken_match import BrokenMatch

                return BrokenMatch(context, error, told, match=match, result=result)
            case to.ToSecondTable():
                from game.scenes.home.second_table import SecondTable

                return SecondTable(context)
            case to.ToTrouble(seconds):
                return Trouble(context, seconds)
            case to.ToLevels(game):
                from game.scenes.levels.level_scene import Levels

                return Levels(context, game)
            case to.ToLevel(level, levels):
                from game.scenes.levels.level_scene import LevelScene

                return LevelScene(context, level, levels, play_scene(level.game))
            case to.ToBookPage(page, by_keys):
                return self._book_page(page, by_keys)
            case to.ToPeople(pick):
                from game.scenes.guest_book.people import People

                return People(context, pick)
            case to.ToPerson(profile):
                from game.scenes.guest_book.people import Person

                return Person(context, profile)
            case to.ToPortrait(profile):
                from game.scenes.guest_book.name_entry import Portrait

                return Portrait(context, profile)
            case to.ToName(value, done, own):
                from game.scenes.guest_book.name_entry import NameEntry, OwnName

                return (OwnName if own else NameEntry)(context, value, done)
            case to.ToHistory(profile):
                from game.scenes.guest_book.history import History

                return History(context, profile=profile)
            case to.ToEveningSetup():
                from game.scenes.evening.setup import EveningSetup

                return EveningSetup(context)
            case to.ToEvening(evening, finished):
                from game.scenes.evening.evening_scene import EveningScene

                return EveningScene(context, evening, finished)
            case to.ToCeremony(evening, past):
                from game.scenes.evening.evening_scene import Ceremony, PastCeremony

                return (PastCeremony if past else Ceremony)(context, evening)
            case to.ToPastEvenings():
                from game.scenes.evening.evening_scene import PastEvenings

                return PastEvenings(context)
        raise TypeError(f"no scene lies at {route!r}")

    def _play(self, route: to.ToPlay) -> AnyPlayScene:
        make = play_scene(_game(route.series))
        scene = make(self.context, route.series, route.chairs, route.match_id)
        if route.begun is not None:
            scene.autosave.begin()
            assert scene.match_id is not None, "the store has just begun to keep it"
            route.begun(scene.match_id)
        return scene

    def _book_page(self, page: to.Page, by_keys: bool) -> Scene:
        from game.scenes.guest_book.best_scores import Records
        from game.scenes.guest_book.book_page import BookPage
        from game.scenes.guest_book.history import History
        from game.scenes.guest_book.people import People

        pages: dict[to.Page, type[BookPage]] = {
            "people": People, "records": Records, "history": History,
        }  # fmt: skip
        made = pages[page](self.context)
        made.arriving = by_keys
        return made


def play_scene(game: str) -> type[AnyPlayScene]:
    """The class that plays a game. Raises KeyError for one that is not on the shelf."""
    found: type[AnyPlayScene] = resolve_name(GAME_SCENES[game].play)
    return found


def _game(series: Series) -> str:
    return str(series.current.game.info.id)
