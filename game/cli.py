"""The command line: every subcommand stands once in `COMMANDS`, at the end.

A command imports what it needs when it runs, so that `--help` and the process of computer
players load no more than they use.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from game import VERSION
from game.rules import GAMES

# pygame's greeting fails where nothing can be printed, as into a log on a full disk.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

Options: TypeAlias = Mapping[str, Mapping[str, Any]]
"""Arguments by their names, and what argparse is told of them. An option that is not given is
unknown to what runs.
"""
FOLDER = {"type": Path, "metavar": "DIR"}


class Command(NamedTuple):
    """A subcommand: a line of help, what runs it and gives the exit code, and its options."""

    help: str
    run: Callable[[argparse.Namespace], int]
    options: Options


def parser() -> argparse.ArgumentParser:
    """The command line. What it parses carries `run`; without a command the table opens."""
    top = argparse.ArgumentParser(description="Walong Table: many games, one table.")
    top.add_argument("--version", action="version", version=f"Walong Table {VERSION}")
    _add(top, COMMANDS["play"])
    added = top.add_subparsers(dest="command", metavar="COMMAND")
    for name, command in COMMANDS.items():
        _add(added.add_parser(name, help=command.help), command)
    return top


def _add(words: argparse.ArgumentParser, command: Command) -> None:
    words.set_defaults(run=command.run)
    for name, how in command.options.items():
        words.add_argument(name, **{"default": argparse.SUPPRESS, **how})


def main(arguments: list[str] | None = None) -> int:
    """Run a command; gives the exit code, for one that is interrupted the one that shells give."""
    try:
        chosen = parser().parse_args(arguments)
        run: Callable[[argparse.Namespace], int] = chosen.run
        return run(chosen)
    except KeyboardInterrupt:
        return 128 + signal.SIGINT


# Values -------------------------------------------------------------------------------------


def window_size(text: str) -> tuple[int, int]:
    """``1280x720`` as two numbers of pixels, at least 800×600."""
    found = re.fullmatch(r"([0-9]{3,5})[x×]([0-9]{3,5})", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"a size looks like 1280x720, not {text!r}")
    width, height = int(found[1]), int(found[2])
    if min(width, height) < 600 or max(width, height) < 800 or max(width, height) > 7680:
        raise argparse.ArgumentTypeError(f"{text} is not between 800x600 and 7680x4320")
    return width, height


# The table ----------------------------------------------------------------------------------

TABLE: Options = {
    "--fullscreen": {"action": "store_true"},
    "--kiosk": {"action": "store_true", "help": "fill the screen, with no way out for guests"},
    "--headless": {"action": "store_true",
                   "help": "run without a window, as on a machine without a screen"},
    "--size": {"type": window_size, "metavar": "WxH"},
    "--lang": {"choices": ("en", "de"), "dest": "language"},
    "--data": {**FOLDER, "help": "keep matches here"},
    "--scene": {"choices": GAMES, "metavar": "GAME", "dest": "game",
                "help": "go straight to a game: %(choices)s"},
    "--seed": {"type": int, "help": "fix luck for every new match"},
}  # fmt: skip


def _again(chosen: argparse.Namespace) -> list[str]:
    """The options of the table that were chosen, as words of a command line."""
    named = {name: how.get("dest", name.removeprefix("--")) for name, how in TABLE.items()}
    return [
        name if "action" in TABLE[name] else f"{name}={_spelled(getattr(chosen, told))}"
        for name, told in named.items() if told in chosen
    ]  # fmt: skip


def _spelled(value: object) -> str:
    return "x".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _play(chosen: argparse.Namespace) -> int:
    from game.app import App, Choices
    from game.heartbeat import AGAIN, NO_SCREEN, TAKEN
    from game.services.folders import Occupied
    from game.services.settings import system_language
    from game.services.texts import Texts
    from game.window import NoScreen

    told = {key: value for key, value in vars(chosen).items() if key not in ("command", "run")}
    choices = Choices(**told)
    try:
        app = App(choices)
        code = app.run()
        if code == AGAIN and not app.heartbeat.kept:
            from game.tools.desktop import command

            words = [*command(), *sys.argv[1:]]
            if sys.platform == "win32":  # no program becomes another one there: this one waits
                return subprocess.call(words)
            os.execv(words[0], words)
        return code
    except NoScreen as error:
        code, wrong = NO_SCREEN, ("table.no_screen", str(error))
    except Occupied as error:
        code, wrong = TAKEN, ("table.taken", str(error.folder))
    texts = Texts(choices.language or system_language())
    print(texts.t(wrong[0], reason=wrong[1]), file=sys.stderr)
    return code


def _pin(chosen: argparse.Namespace) -> int:
    """Ask for a PIN twice, or read it from a pipe, and keep it."""
    from getpass import getpass

    from game.services.folders import Occupied, data_folder, hold
    from game.services.guesses import Guesses
    from game.services.operator import Operator
    from game.services.store import Store

    folder = data_folder(getattr(chosen, "data", None))
    if folder is None:
        print("there is no folder for it; name one with --data", file=sys.stderr)
        return 1
    try:
        lock = hold(folder)
    except Occupied:
        print(f"a table is open in {folder}; close it first", file=sys.stderr)
        return 1
    terminal = sys.stdin.isatty()
    pin = getpass("New PIN: ") if terminal else sys.stdin.readline().strip()
    if terminal and getpass("Once more: ") != pin:
        print("the two are not the same; nothing was changed", file=sys.stderr)
        return 1
    store = Store(folder, GAMES, lock=lock)
    try:
        Operator.of(store).with_pin(pin).keep(store)
        Guesses(store, "pin").count(right=True)
    except ValueError as error:
        print(f"{error}; nothing was changed", file=sys.stderr)
        return 1
    finally:
        store.close()
    if not Operator.of(Store(folder, GAMES, look=True)).fits(pin):
        print(f"the PIN could not be kept in {folder}; see main.py doctor", file=sys.stderr)
        return 1
    print(f"the PIN of the table in {folder} is set; hold its top left corner for four seconds")
    return 0


def _open(chosen: argparse.Namespace) -> int:
    """Open the table at a match. What is wrong with its file is said there too, in words."""
    from game.rules.core.record import RecordError
    from game.services import records

    failed = 0
    if chosen.record is not None:
        try:
            records.read_bytes(records.load(chosen.record), GAMES)
        except RecordError as error:
            print(f"nothing could be taken from {chosen.record}: {error}", file=sys.stderr)
            failed = 1
    return _play(chosen) or failed


def _desktop(chosen: argparse.Namespace) -> int:
    from game.tools.desktop import change

    return change(getattr(chosen, "share", None), remove="remove" in chosen)


def _keep(chosen: argparse.Namespace) -> int:
    from game.tools.keep import keep

    return keep(_again(chosen))


def _doctor(chosen: argparse.Namespace) -> int:
    if "pictures" in chosen:
        from game.tools.pictures import pictures

        return pictures(chosen.pictures)
    from game.tools.doctor import doctor

    return doctor(getattr(chosen, "data", None))


def _referee(_chosen: argparse.Namespace) -> int:
    from game.referee import server

    return server.main(sys.stdin, sys.stdout)


COMMANDS = {
    "play": Command("open the table (also without any command)", _play, TABLE),
    "pin": Command("set the PIN of the operator's menu", _pin,
                   {"--data": {**FOLDER, "help": "of the table in this folder"}}),
    "open": Command("open the table at a match, or without FILE at its shelf", _open,
                    {"record": {"type": Path, "nargs": "?", "metavar": "FILE", "default": None,
                                "help": "a match that was saved as a file"}, **TABLE}),
    "install-desktop": Command(
        "put the table into the menu of the desktop, with its icon and file type", _desktop,
        {"--share": {**FOLDER, "help": "instead of the user's own share folder"},
         "--remove": {"action": "store_true", "help": "take it away again"}}),
    "keep": Command("open the table, and again whenever it fails", _keep, TABLE),
    "doctor": Command(
        "tell what is missing or odd on this machine", _doctor,
        {"--data": {**FOLDER, "help": "where matches are kept"},
         "--pictures": {**FOLDER, "help": "draw each game's table into PNG files instead"}}),
    "referee": Command("the text protocol: JSON lines in, JSON lines out", _referee, {}),
}  # fmt: skip
