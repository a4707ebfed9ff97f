"""Walong Table: six games on one table. `python main.py --help` tells what it can do."""

import argparse
import multiprocessing
import os
import re
import sys
from pathlib import Path
from typing import TypeAlias

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

# pygame's greeting fails where nothing can be printed, as into a log on a full disk.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def window_size(text: str) -> tuple[int, int]:
    """``1280x720`` as two numbers of pixels, at least 800×600."""
    found = re.fullmatch(r"(\d{3,5})[x×](\d{3,5})", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"a size looks like 1280x720, not {text!r}")
    width, height = int(found[1]), int(found[2])
    if min(width, height) < 600 or max(width, height) < 800 or max(width, height) > 7680:
        raise argparse.ArgumentTypeError(f"{text} is not between 800x600 and 7680x4320")
    return width, height


def _minutes(text: str) -> float:
    try:
        minutes = float(text)
    except ValueError:
        minutes = 0.0
    if not 0 < minutes <= 60 * 24 * 7:
        raise argparse.ArgumentTypeError(f"minutes is a number above 0, not {text!r}")
    return minutes


def _count(text: str) -> int:
    if not re.fullmatch(r"[1-9]\d{0,5}", text):
        raise argparse.ArgumentTypeError(f"a number from 1 to 999999 is wanted, not {text!r}")
    return int(text)


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(prog="main.py", description="Walong Table: six games, one table.")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    _play_options(top)
    _play_options(commands.add_parser("play", help="open the table (also without any command)"))
    commands.add_parser("referee", help="the text protocol: JSON lines in, JSON lines out")
    shots = commands.add_parser("shots", help="draw every scene into PNG files, without a window")
    shots.add_argument("folder", type=Path, metavar="DIR")
    shots.add_argument("--size", type=window_size, action="append", metavar="WxH")
    shots.add_argument("--lang", choices=("en", "de"), action="append")
    shots.add_argument("--only", default="", metavar="TEXT", help="only these")
    bench = commands.add_parser("bench", help="measure rules, search, frames and memory")
    bench.add_argument("--json", action="store_true", help="figures as JSON instead of a table")
    bench.add_argument("--only", default="", metavar="TEXT", help="only these")
    bench.add_argument("--check", action="store_true", help="fail where a ratio misses its budget")
    bench.add_argument("--deep", action="store_true", help="the long ones too (perft depth 3)")
    soak = commands.add_parser("soak", help="random people at the table, without a window")
    soak.add_argument("--minutes", type=_minutes, default=1.0)
    soak.add_argument("--seed", type=int, default=1)
    soak.add_argument("--intents", type=int, help="end after so many intents instead")
    _tournament_options(commands)
    return top


def _tournament_options(commands: Commands) -> None:
    from game.ai.levels import LEVEL
    from game.tools.tournament import CONTEST

    higher = tuple(LEVEL)[1:]
    told = "play the levels of computer players against each other, and print a table"
    command = commands.add_parser(
        "tournament", help=told,
        description="Every level of computer player meets the one below it. Luck is dealt twice, "
        "the seats exchanged; gardens laid alone are compared one by one. p is how likely equals "
        "would differ that much (sign test, draws left out); ms is the processor's time that a "
        "decision of the stronger takes.",
    )  # fmt: skip
    command.add_argument("--game", choices=tuple(CONTEST), metavar="GAME",
                         help="only this one: " + ", ".join(CONTEST))  # fmt: skip
    command.add_argument("--level", choices=higher, metavar="LEVEL",
                         help="this one against the one below: " + ", ".join(higher))  # fmt: skip
    command.add_argument("--games", type=_count, default=100, help="per pairing (100)")
    command.add_argument("--jobs", type=_count, default=1, help="processes at once (1)")
    command.add_argument("--seed", type=int, default=1, help="of luck and thought (1)")
    command.add_argument("--yardsticks", action="store_true",
                         help="strong ones against simple players instead")  # fmt: skip


def _play_options(command: argparse.ArgumentParser) -> None:
    from game.rules import GAMES

    none = argparse.SUPPRESS
    command.add_argument("--fullscreen", action="store_true", default=none)
    command.add_argument("--headless", action="store_true", default=none,
                         help="run without a window, as on a machine without a screen")  # fmt: skip
    command.add_argument("--size", type=window_size, metavar="WxH", default=none)
    command.add_argument("--lang", choices=("en", "de"), dest="language", default=none)
    command.add_argument("--data", type=Path, metavar="DIR", help="keep matches here", default=none)
    command.add_argument("--scene", choices=tuple(GAMES), metavar="GAME", dest="game", default=none,
                         help="go straight to a game: " + ", ".join(GAMES))  # fmt: skip
    command.add_argument("--seed", type=int, help="fix luck for every new match", default=none)


def main(arguments: list[str] | None = None) -> int:
    """Run a command; gives the exit code."""
    chosen = parser().parse_args(arguments)
    match chosen.command:
        case "referee":
            from game.referee import server

            return server.main(sys.stdin, sys.stdout)
        case "shots":
            from game.tools.shots import shots

            return shots(chosen.folder, chosen.size, chosen.lang, chosen.only)
        case "bench":
            from game.tools.bench import bench

            return bench(chosen.only, chosen.json, chosen.deep, chosen.check)
        case "soak":
            from game.tools.soak import soak

            return soak(chosen.minutes, chosen.seed, chosen.intents)
        case "tournament":
            from game.tools.tournament import tournament

            return tournament(chosen.game, chosen.level, chosen.games, chosen.jobs, chosen.seed,
                              yardsticks=chosen.yardsticks)  # fmt: skip
        case _:
            return _play(chosen)


def _play(chosen: argparse.Namespace) -> int:
    from game.app import App, Choices
    from game.services.settings import system_language
    from game.services.texts import Texts
    from game.window import NoScreen

    choices = Choices(**{key: told for key, told in vars(chosen).items() if key != "command"})
    try:
        return App(choices).run()
    except NoScreen as error:
        texts = Texts(choices.language or system_language())
        print(texts.t("table.no_screen", reason=str(error)), file=sys.stderr)
        return 1


if __name__ == "__main__":
    multiprocessing.freeze_support()
    raise SystemExit(main())
