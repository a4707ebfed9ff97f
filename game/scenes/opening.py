"""Opening the table: the services are made once and handed to every scene."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from filelock import BaseFileLock

from game.ai.worker import Worker
from game.rules import SHELF
from game.scenes.company import Company
from game.services.folders import data_folder
from game.services.hold import Occupied, hold, hold_beside
from game.services.settings import Settings
from game.services.store import Store
from game.services.texts import Texts
from game.ui.sound import Sound


def gather(data: Path | None, language: str | None, seed: int | None) -> Company:
    """All services, with the settings as they were left; arguments win over settings.

    Where another table is open in the folder, the store is a copy of what that one has kept.
    """
    folder, occupied = data_folder(data), None
    try:
        lock = hold(folder) if folder else None
        store = _kept(folder, lock)
    except Occupied:
        assert folder is not None, "without a folder there is nothing to lock"
        occupied = folder
        store = Store.copy(folder, SHELF)
    settings = Settings.load(store)
    texts = Texts(language or settings.language)
    company = Company(
        texts=texts,
        settings=settings,
        store=store,
        sound=Sound(settings.loudness, settings.sound),
        thinker=Worker(),
        seed=seed,
        occupied=occupied,
    )
    company.hear_store()
    return company


def move_beside(company: Company) -> None:
    """Go on in a folder of this table's own beside the occupied one, with the same settings."""
    assert company.occupied is not None
    folder, lock = hold_beside(company.occupied)
    company.store.close()
    company.store = _kept(folder, lock)
    company.occupied = None
    company.settings.save(company.store)
    company.hear_store()


def _kept(folder: Path | None, lock: BaseFileLock | None) -> Store:
    """A store that does what concerns the disk in threads: one for changes, one for backups."""
    return Store(folder, SHELF, executor=ThreadPoolExecutor(2, "disk"), lock=lock)
