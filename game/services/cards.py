"""Cards that tell a rule when it becomes relevant for a seat: read, chosen, and remembered.

They stand in ``assets/rules/cards/<game>.toml``, beside the rules pages (docs/cards.md).
"""

import logging
import re
from collections.abc import Collection, Sequence
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from typing import NamedTuple, TypeAlias, cast

from game.rules import GAMES, SHELF
from game.rules.core.protocol import AnyState, Facts, Seat
from game.services.checked import listed, table
from game.services.store import Store
from game.services.texts import PLACEHOLDER, folders
from game.services.toml_reader import TableError, TomlTable, Words
from game.shipped import ASSETS

KEY = "rules told"
"""Where the store keeps who has been told what."""
_ID = re.compile(r"([A-Z]{2}-\d+)(-\w+)?")
_TERM = re.compile(r"(not )?(\w+)(?: (<=|>=) (\d+))?")
_log = logging.getLogger(__name__)

Term: TypeAlias = tuple[str, float, float]
"""A fact, and between which two its number has to lie."""


class Card(NamedTuple):
    """A rule that is relevant while all of `when` holds. While all of `early` holds it may be told
    before that, in a turn in which nothing else is due.
    """

    id: str
    """The rule's number, perhaps with a word behind it: ``JL-4``, ``DJ-9-branch``."""
    rules: tuple[str, ...]
    """The numbers of the rules that it tells; the page is opened at the first."""
    when: tuple[Term, ...]
    early: tuple[Term, ...]
    text: Words
    glow: tuple[str, ...]
    """The facts whose places glow."""

    def words(self, language: str, facts: Facts) -> str:
        """What it says, the numbers of facts filled in."""
        return PLACEHOLDER.sub(lambda name: str(number(facts[name[1]])), self.text[language])


def number(fact: int | Collection[str]) -> int:
    return fact if isinstance(fact, int) else len(fact)


def hold(terms: Sequence[Term], facts: Facts) -> bool:
    """Whether all terms hold; none never do."""
    return all(low <= number(facts[name]) <= high for name, low, high in terms) and bool(terms)


def due(cards: Collection[Card], facts: Facts, told: Collection[str]) -> Card | None:
    """The card for a turn, of those that have not been `told`: the first that is relevant, else the
    first that may be told early.
    """
    new = [card for card in cards if card.id not in told]
    found = [c for c in new if hold(c.when, facts)] or [c for c in new if hold(c.early, facts)]
    return found[0] if found else None


def facts_of(game: str, view: AnyState, seat: Seat) -> Facts:
    """What an observation tells of a seat that is about to act; see docs/cards.md."""
    module = SHELF[game].facts
    return cast(Facts, resolve_name(f"{module}:facts")(view, seat)) if module else {}


# Reading ------------------------------------------------------------------------------------------


@cache
def cards_of(game: str) -> tuple[Card, ...]:
    """A game's cards, the most urgent first; none where there is no file or, with a line in the
    log, where it cannot be used.
    """
    start = GAMES[game].start(GAMES[game].info.seats[0], {})
    files = (folder / "cards" / f"{game}.toml" for folder in folders("rules", ASSETS / "rules"))
    try:
        return next((read(file, facts_of(game, start, 0)) for file in files if file.exists()), ())
    except TableError as error:
        _log.warning("%s", error)
        return ()


def read(file: Path, names: Collection[str]) -> tuple[Card, ...]:
    """The cards of a file, `names` being the facts that there are. Raises TableError."""
    whole = TomlTable.read(file).rest()
    return tuple(_card(TomlTable(file, whole), key, names) for key in whole)


def _card(whole: TomlTable, key: str, names: Collection[str]) -> Card:
    rule = _ID.fullmatch(key)
    if rule is None:
        whole.fail(key, "a card is called by a rule's number, such as JL-4 or DJ-9-branch")
    entry = whole.table(key)
    when, early = (
        tuple(_term(entry, name, text) for text in entry.texts(name)) for name in ("when", "early")
    )
    rules, glow = (rule[1], *entry.texts("also")), entry.texts("glow")
    card = Card(key, rules, when, early, entry.words("text"), glow)
    used = {"when": [name for name, *_ in when], "early": [name for name, *_ in early],
            "glow": glow, "text": PLACEHOLDER.findall(" ".join(card.text.values()))}  # fmt: skip
    for place, fact in ((place, fact) for place, facts in used.items() for fact in facts):
        if fact not in names:
            entry.fail(place, f"there is no fact {fact!r}; there are {', '.join(sorted(names))}")
    entry.close()
    return card


def _term(entry: TomlTable, key: str, text: str) -> Term:
    found = _TERM.fullmatch(text)
    if found is None or (found[1] and found[3]):
        entry.fail(key, f"{text!r} is no condition; write leap, not leap, points >= 7 or hand <= 2")
    least = 0 if found[1] or found[3] == "<=" else int(found[4] or 1)
    return found[2], least, int(found[4] or 0) if found[1] or found[3] == "<=" else float("inf")


# Who has been told what ---------------------------------------------------------------------------


def told(store: Store, who: str, game: str) -> list[str]:
    """The ids of cards that ``person 7`` has been told, or who has no page at ``match 12 0``."""
    return [str(each) for each in listed(table(table(store.get(KEY)).get(who)).get(game))]


def tell(store: Store, who: str, game: str, *ids: str) -> None:
    """Keep that these have been told; of whom nobody knows any more nothing is kept."""
    living = {f"person {profile.id}" for profile in store.profiles()}
    living |= {f"match {match.id}" for match in store.running()}
    kept = table(store.get(KEY))
    kept = {name: kept[name] for name in kept if " ".join(name.split()[:2]) in living}
    own = {**table(kept.get(who)), game: [*told(store, who, game), *ids]}
    store.set(**{KEY: {**kept, who: own}})
