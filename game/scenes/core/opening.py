"""Opening the table: the services are made once and handed to every scene."""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from sys import stderr
from typing import TypeAlias

from filelock import BaseFileLock

from game.ai.worker import Worker
from game.rules import GAMES
from game.scenes.core.context import Context
from game.services.database import in_background
from game.services.folders import Occupied, data_folder, hold, hold_beside
from game.services.operator import Operator
from game.services.settings import Settings
from game.services.store import Store
from game.services.texts import Texts
from game.ui.sound import Sound

MakeStore: TypeAlias = Callable[[Path | None, BaseFileLock | None], Store]


def kept_here(folder: Path | None, lock: BaseFileLock | None) -> Store:
    """A store that does what concerns the disk in the background."""
    return Store(folder, GAMES, run=in_background, lock=lock)


def gather(
    data: Path | None, language: str | None, seed: int | None, kiosk: bool = False,
    make_store: MakeStore = kept_here, make_worker: Callable[[], Worker] = Worker,
) -> Context:  # fmt: skip
    """All services, with the settings as they were left; arguments win over settings.

    Where another table is open in the folder, the store is a copy of what that one has kept; for a
    kiosk, whose guests cannot be asked what to do about it, Occupied is raised.
    """
    folder, occupied = data_folder(data), None
    try:
        lock = hold(folder) if folder else None
        store = make_store(folder, lock)
    except Occupied:
        assert folder is not None, "without a folder there is nothing to lock"
        if kiosk:
            raise
        occupied = folder
        store = Store(folder, GAMES, look=True)
    operator = Operator.of(store)
    if occupied is not None and operator.kiosk:
        store.close()
        raise Occupied(occupied)
    if kiosk and not operator.pin:
        print("a kiosk has no operator's menu without a PIN; `main.py pin` sets one", file=stderr)
    settings = Settings.of(store.all_settings())
    settings = settings.changed(language=language or settings.language)
    texts = Texts(settings.language)
    context = Context(
        texts=texts,
        settings=settings,
        store=store,
        sound=Sound(settings.loudness),
        ai_worker=make_worker(),
        operator=operator,
        kiosk=kiosk or operator.kiosk,
        kiosk_asked=kiosk,
        usual=settings,
        seed=seed,
        occupied=occupied,
    )
    context.hear_store()
    return context


def move_beside(context: Context) -> None:
    """Go on in a folder of this table's own beside the occupied one, with the same settings."""
    assert context.occupied is not None
    folder, lock = hold_beside(context.occupied)
    context.store.close()
    context.store = kept_here(folder, lock)
    context.occupied = None
    context.store.set(**asdict(context.settings))
    context.hear_store()
