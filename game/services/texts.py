"""What people read, in German and English: every text by its key, never a text in code.

A key is the file's name and the path in it: ``jin_li.refusal.no_koi`` stands in
``assets/texts/<language>/jin_li.toml`` under ``[refusal]``. ``{name}`` in a text is filled by
the parameter of that name. A key with ``.one`` and ``.other`` has a singular and a plural; the
parameter ``n`` chooses. A parameter ``@tile.R3`` is itself a key of the same file. Beside a key
may stand the same one with ``_you``: what is said when ``who``, a name or several, holds the word
for who reads it, ``table.you``, who is then named first.

A file that is missing or cannot be used is logged once and read in another language.
"""

import logging
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TypeAlias

from game.rules import GAMES, SHELF
from game.rules.core import protocol
from game.rules.core.stakes import contrast, merits
from game.shipped import ASSETS

LANGUAGES = ("en", "de")
FOLDER = ASSETS / "texts"
Param: TypeAlias = str | int | Sequence[str]

_VAGUE = ("help", "label", "name", "tagline", "text", "title", "value")
"""Words at the end of keys that say nothing without the word before."""
PLACEHOLDER = re.compile(r"\{(\w+)\}")
_log = logging.getLogger(__name__)
_told: set[Path] = set()
"""Files about which there is a line in the log already."""


def folders(kind: str, own: Path) -> list[Path]:
    """The table's own folder of ``texts``, ``rules`` or ``levels``, and other games' own."""
    others = dict.fromkeys(entry.folder for entry in SHELF.values() if entry.folder)
    return [own, *(Path(folder) / kind for folder in others)]


@cache
def load(language: str, folder: Path = FOLDER) -> Mapping[str, str]:
    """All texts of a folder by full keys, each file in this language, else in another one."""
    found: dict[str, str] = {}
    for name in sorted({file.name for file in folder.glob("*/*.toml")}):
        files = (folder / spoken / name for spoken in dict.fromkeys((language, *LANGUAGES)))
        found |= next(filter(None, map(_read, files)), {})
    return found


@cache
def _read(file: Path) -> Mapping[str, str]:
    """A file's texts by their full keys; none, and a line in the log, if it cannot be used."""
    try:
        found = dict(_flat(file.stem, tomllib.loads(file.read_text(encoding="utf-8"))))
        if not found:
            raise ValueError("there are no texts in this file")
    except (OSError, ValueError, RecursionError) as error:
        _tell(file, str(error))
        return {}
    return found


def _flat(key: str, value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from _flat(f"{key}.{name}", each)
    else:
        raise ValueError(f"{key} is neither a text nor a table of texts")


def _tell(file: Path, problem: str) -> None:
    if file not in _told:
        _told.add(file)
        _log.warning("%s: %s", file, problem)


class Texts:
    """The texts in one language, which can be switched at any time.

    What is missing in a file is looked for in the other languages, and shows the last telling
    words of its key if it is nowhere; the first of a file is logged. `folder` is read instead of
    all folders.
    """

    def __init__(self, language: str = "en", *, folder: Path | None = None) -> None:
        self._folders = tuple(folders("texts", FOLDER)) if folder is None else (folder,)
        self.merits: Mapping[tuple[object, ...], Sequence[tuple[str, int]]] = {}
        """What speaks for turns, by what a seat knows and its steps, where that is known."""
        self.switch(language)

    def switch(self, language: str) -> None:
        """Speak another language from now on."""
        self._texts = self._load(language)
        self.language = language

    def _load(self, language: str) -> Mapping[str, str]:
        first, *more = (load(language, folder) for folder in self._folders)
        return dict(chain(*(each.items() for each in more), first.items())) if more else first

    def has(self, key: str) -> bool:
        return key in self._texts or f"{key}.other" in self._texts

    def t(self, key: str, /, **params: Param) -> str:
        """The text with this key, its placeholders filled."""
        you = self._is_you(params.get("who", ""))
        text = _find(self._texts, key, params, you)
        if text is None:
            words = self._missing(key)
            others = (_find(self._load(each), key, params, you) for each in LANGUAGES)
            text = next((other for other in others if other is not None), words)
        return PLACEHOLDER.sub(lambda found: self._fill(key, found[1], params), text)

    def translated(self, text: str, key: str, /, **params: Param) -> str:
        """The text with this key if `text` is what it says in any language, else `text`."""
        said = (Texts(each, folder=self._folders[0]) for each in LANGUAGES)
        known = any(each.has(key) and each.t(key, **params) == text for each in said)
        return self.t(key, **params) if known else text

    def _fill(self, key: str, name: str, params: Mapping[str, Param]) -> str:
        if name not in params:
            return self._missing(f"{key}.{{{name}}}")
        value = params[name]
        if not isinstance(value, str | int):
            return self.listed(sorted(value, key=self._is_you, reverse=True))
        value = str(value)
        if value.startswith("@"):
            relative = f"{key.partition('.')[0]}.{value[1:]}"
            return self.t(relative) if self.has(relative) else value[1:]
        return value

    def _is_you(self, who: Param) -> bool:
        """Whether somebody is called by the word for who reads it, or one of several is."""
        names = (who,) if isinstance(who, str | int) else who
        return self._texts.get("table.you") in names

    def _missing(self, key: str) -> str:
        file = self._folders[0] / self.language / f"{key.partition('.')[0]}.toml"
        _tell(file, f"there is no text for {key}")
        telling = [part for part in key.split(".") if part not in _VAGUE] or [key]
        return telling[-1].strip("{}").replace("_", " ")

    # What games say ---------------------------------------------------------------------------

    def refusal(self, game: str, refusal: protocol.Refusal) -> str:
        """Why a move is refused; ``{places}`` lists the places."""
        params = {"places": self.listed(refusal.places), **dict(refusal.params)}
        return self.t(f"{game}.refusal.{refusal.key}", **params)

    def event(self, game: str, event: protocol.Event, names: Sequence[str] = ()) -> str:
        """What happened; ``{n}`` are the points, ``{who}`` the one it happened to."""
        return self.t(f"{game}.event.{event.kind}", **self._params(event, names))

    def contrast(
        self, game: str, state: protocol.AnyState, played: Sequence[protocol.AnyMove],
        better: Sequence[protocol.AnyMove],
    ) -> str:  # fmt: skip
        """What one turn gave away before all else beside a better one, as far as the rules tell, by
        a text of the game below ``given``, or of all games; "" if there is nothing to say.
        """
        lost = contrast(GAMES[game], SHELF[game].stakes, state, played, better)
        return self._told(game, "given", lost)

    def why(
        self, game: str, state: protocol.AnyState, steps: Sequence[protocol.AnyMove],
        last: str = "otherwise",
    ) -> str:  # fmt: skip
        """What speaks for a turn of whoever acts, from what that seat may know, by a text of the
        game below ``why``: the first of its merits that has one, else `last`.
        """
        rules, seat = GAMES[game], GAMES[game].actor(state)
        assert seat is not None, "somebody acts"
        view, stakes = rules.observation(state, seat), SHELF[game].stakes
        known = self.merits.get((view, *steps))
        found = merits(rules, stakes, view, seat, steps) if known is None else known
        told = (self._told(game, "why", said) for said in chain(found, [(last, 0)]))
        return next(filter(None, told), "")

    def _told(self, game: str, home: str, said: tuple[str, int]) -> str:
        """What is true of a turn in words; of what is none by ``<key>_none``."""
        key, n = said
        keys = (f"{where}.{home}.{key}" for where in (game, "story"))
        found = (each if n or each in self._texts else f"{each}_none" for each in keys)
        return next((self.t(each, n=n) for each in found if self.has(each)), "")

    def outcome(self, game: str, outcome: protocol.Outcome, names: Sequence[str] = ()) -> str:
        """Why the game is over; ``{who}`` are the winners, ``{n}`` says how many.

        Where one reason can end in a win and in a draw, ``<reason>.draw`` tells the draw.
        """
        key = f"{game}.outcome.{outcome.reason}"
        if not outcome.winners and self.has(f"{key}.draw"):
            key = f"{key}.draw"
        who = [self.who(seat, names) for seat in outcome.winners]
        return self.t(key, n=len(outcome.winners), who=who)

    def score_line(self, game: str, line: protocol.ScoreLine, names: Sequence[str] = ()) -> str:
        """One line of the score sheet; what has no text of its own is told as an event."""
        key = f"{game}.score.{line.key}"
        key = key if self.has(key) else f"{game}.event.{line.key}"
        return self.t(key, **self._params(line, names))

    def _params(
        self, told: protocol.Event | protocol.ScoreLine, names: Sequence[str]
    ) -> dict[str, Param]:
        who, places = self.who(told.seat, names), self.listed(told.places)
        return {"n": told.points, "who": who, "places": places, **dict(told.params)}

    def option_label(self, game: str, key: str, value: protocol.Value | None = None) -> str:
        """What an option is about or, given a value, what that value means."""
        return self.t(f"{game}.option.{key}.{'label' if value is None else protocol.spell(value)}")

    # People and lists -------------------------------------------------------------------------

    def who(self, seat: protocol.Seat, names: Sequence[str] = ()) -> str:
        """A seat's name, or its number where it has none."""
        if seat == protocol.CHANCE:
            return self.t("table.luck")
        return names[seat] if seat < len(names) else self.t("table.seat", number=seat + 1)

    def listed(self, items: Sequence[str]) -> str:
        """Several things in a row: *a, b and c*."""
        if len(items) < 2:
            return "".join(items)
        return self.t("table.list", first=", ".join(items[:-1]), last=items[-1])


def _find(texts: Mapping[str, str], key: str, params: Mapping[str, Param], you: bool) -> str | None:
    if key not in texts:
        key += ".one" if params.get("n") in (1, -1) else ".other"
    text = texts.get(key)
    return texts.get(f"{key}_you", text) if you else text
