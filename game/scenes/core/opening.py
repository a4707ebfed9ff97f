"""Opening the table: the services are made once and handed to every scene."""

from __future__ import annotations

from pathlib import Path

from game.ai.worker import Worker
from game.rules import GAMES
from game.scenes.core.context import Context
from game.services.folders import data_folder
from game.services.settings import Settings
from game.services.store import Store
from game.services.texts import Texts
from game.ui.sound import Sound


def gather(data: Path | None, language: str | None, seed: int | None) -> Context:
    """All services, with the settings as they were left; arguments win over settings."""
    store = Store(data_folder(data), GAMES)
    settings = Settings.load(store)
    texts = Texts(language or settings.language)
    context = Context(
        texts=texts,
        settings=settings,
        store=store,
        sound=Sound(settings.loudness, settings.sound),
        ai_worker=Worker(),
        seed=seed,
    )
    context.notices.extend(texts.t(n.key, **dict(n.params)) for n in store.take_notices())
    return context
