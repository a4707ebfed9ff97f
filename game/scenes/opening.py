"""Opening the table: the services are made once and handed to every scene."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from game.ai.worker import Worker
from game.rules import SHELF
from game.scenes.company import Company
from game.services.folders import data_folder
from game.services.settings import Settings
from game.services.store import Store
from game.services.texts import Texts
from game.ui.sound import Sound


def gather(data: Path | None, language: str | None, seed: int | None) -> Company:
    """All services, with the settings as they were left; arguments win over settings."""
    store = Store(data_folder(data), SHELF, executor=ThreadPoolExecutor(2, "disk"))
    settings = Settings.load(store)
    texts = Texts(language or settings.language)
    company = Company(
        texts=texts,
        settings=settings,
        store=store,
        sound=Sound(settings.loudness, settings.sound),
        thinker=Worker(),
        seed=seed,
    )
    company.hear_store()
    return company
