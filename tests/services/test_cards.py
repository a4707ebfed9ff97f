"""Cards that tell a rule: their files, which one is due, and who has been told what."""

from __future__ import annotations

import random
import re
from collections import Counter
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from game.rules import GAMES, SHELF
from game.rules.core.match import Match, Series
from game.rules.core.protocol import CHANCE, AnyMove, AnyState
from game.services import cards
from game.services.history import Result
from game.services.people import Chair
from game.services.store import Store
from game.services.texts import LANGUAGES, PLACEHOLDER
from game.services.toml_reader import TableError

ROOT = Path(__file__).parents[2]
EXEMPT = {
    "ping_pao": {},
    "walomino": {},
    "jin_li": {"JL-1": "the pond is seen as it is set up"},
    "domi_jongg": {
        "DJ-1": "the table rolls", "DJ-3": "the table turns up the singlestone",
        "DJ-11": "chosen before the game, and told by the results",
    },
    "skud_pai_sho": {
        "SK-1": "the garden is seen", "SK-2": "the tiles are seen",
        **{f"SK-{n}": "a house rule that its people have chosen" for n in (22, 23, 24, 25)},
    },
    "solitaire_pai_sho": {},
}  # fmt: skip
"""The rules that no card tells, and why."""
every_game = pytest.mark.parametrize("game", SHELF)


# The files ------------------------------------------------------------------------------------


@every_game
def test_every_rule_of_the_pages_is_told(game: str) -> None:
    told = {rule for card in cards.cards_of(game) for rule in card.rules}
    for language in LANGUAGES:
        page = (ROOT / "assets" / "rules" / language / f"{game}.md").read_text("utf-8")
        marks = set(re.findall(r"\{([A-Z]{2}-\d+)\}", page))
        assert {card.rules[0] for card in cards.cards_of(game)} <= marks, "a card opens nothing"
        assert marks - told == set(EXEMPT[game])


@every_game
def test_what_a_card_also_tells_is_a_rule_or_a_card(game: str) -> None:
    known = {card.id for card in cards.cards_of(game)} | {c.rules[0] for c in cards.cards_of(game)}
    prefix = next(iter(known)).split("-")[0]
    page = (ROOT / "docs" / "rules" / f"{game}.md").read_text("utf-8")
    rules = set(re.findall(rf"\*\*({prefix}-\d+)", page))
    assert {rule for card in cards.cards_of(game) for rule in card.rules} <= known | rules


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_short_and_whole(game: str, language: str) -> None:
    match = Match(GAMES[game], GAMES[game].info.seats[0], options(game, 0), seed=1)
    facts = cards.facts_of(game, match.state, 0)
    for card in cards.cards_of(game):
        text = card.words(language, facts)
        assert len(text) <= (80 if game == "domi_jongg" else 110), text
        assert text.endswith((".", "!")), text
        assert "{" not in text, text
        german, english = (set(PLACEHOLDER.findall(card.text[each])) for each in ("de", "en"))
        assert german == english


@every_game
def test_no_card_waits_for_ever(game: str) -> None:
    assert all(card.when or card.early for card in cards.cards_of(game))


WHOLE = """
[JL-4]
when = ["leap", "not stuck", "stones >= 2", "short <= 3"]
glow = ["leap"]

[JL-4.text]
en = "You lack {short}."
de = "Dir fehlen {short}."
"""
NAMES = "leap", "stuck", "stones", "short"


def test_a_card_is_read(tmp_path: Path) -> None:
    (card,) = read(tmp_path, WHOLE)
    assert (card.id, card.rules, card.glow) == ("JL-4", ("JL-4",), ("leap",))
    facts: dict[str, Any] = {"leap": ("a1", "b2"), "stuck": (), "stones": 2, "short": 3}
    assert cards.hold(card.when, facts)
    assert card.words("de", facts) == "Dir fehlen 3."
    for change in ({"leap": ()}, {"stuck": ("a1",)}, {"stones": 1}, {"short": 4}):
        assert not cards.hold(card.when, {**facts, **change})


@pytest.mark.parametrize(("old", "new", "error"), [
    ("[JL-4", "[leaping", "leaping: a card is called by a rule's number, such as JL-4"),
    ('"leap",', '"lap",', "JL-4.when: there is no fact 'lap'; there are leap, short, stones"),
    ("stones >= 2", "stones > 2", "JL-4.when: 'stones > 2' is no condition; write leap, not leap"),
    ("not stuck", "not stuck <= 2", "JL-4.when: 'not stuck <= 2' is no condition"),
    ('glow = ["leap"]', 'glow = ["lap"]', "JL-4.glow: there is no fact 'lap'"),
    ("lack {short}", "lack {n}", "JL-4.text: there is no fact 'n'"),
    ('de = "Dir fehlen {short}."', "", "JL-4.text.de: this key is missing"),
    ("glow =", "glows =", "JL-4.glows: there is no such key here"),
])  # fmt: skip
def test_what_is_wrong_in_a_file_is_told(tmp_path: Path, old: str, new: str, error: str) -> None:
    assert old in WHOLE
    with pytest.raises(TableError, match=re.escape(error)) as raised:
        read(tmp_path, WHOLE.replace(old, new))
    assert str(raised.value).startswith(str(tmp_path / "jin_li.toml"))


def read(folder: Path, text: str) -> tuple[cards.Card, ...]:
    (folder / "jin_li.toml").write_text(text, "utf-8")
    return cards.read(folder / "jin_li.toml", NAMES)


@every_game
def test_the_documentation_names_every_fact(game: str) -> None:
    page = (ROOT / "docs" / "cards.md").read_text("utf-8")
    title = re.escape(headline(game))
    found = re.search(rf"^### {title}\n(.*?)(?=^##|\Z)", page, re.MULTILINE | re.DOTALL)
    assert found is not None
    rows = re.findall(r"^\| (`.*?) \|", found[1], re.MULTILINE)
    named = re.findall(r"`(\w+)`", " ".join(rows))
    start = GAMES[game].start(GAMES[game].info.seats[0], {})
    assert named == list(cards.facts_of(game, start, 0))


def headline(game: str) -> str:
    return game.replace("_", " ").title().replace("Ping Pao", "Ping-Pao")


# First games ----------------------------------------------------------------------------------


def options(game: str, number: int) -> dict[str, Any]:
    """What a first game is played with."""
    chosen = dict(SHELF[game].first)
    if game == "solitaire_pai_sho":
        chosen["mode"] = ("solitaire", "cooperative", "solitaire", "uncooperative")[number % 4]
    if game == "walomino":
        chosen["draft"] = ("deal", "choose", "die", "quick")[number % 4]
    return chosen


def seats(game: str, number: int) -> int:
    low, high = GAMES[game].info.seats
    if game == "solitaire_pai_sho":
        return 1 + number % 2
    return low + number // 4 % (high - low + 1)


class Player:
    """Somebody who plays for the first time: at random, or for the points that are seen at once."""

    def __init__(self, match: Match, seat: int, rng: random.Random) -> None:
        self.match, self.seat, self.rng = match, seat, rng
        self.greedy = rng.random() < 0.5
        self.heard: list[str] = []
        self.told: set[str] = set()

    def move(self) -> AnyMove:
        moves = self.match.game.moves(self.match.state)
        if not self.greedy or len(moves) < 2:
            return self.rng.choice(moves)
        tried = self.rng.sample(list(moves), min(6, len(moves)))
        return max(tried, key=self._points)

    def _points(self, move: AnyMove) -> int:
        game = self.match.game
        return game.scores(game.apply(self.match.state, move))[self.seat]


def first_game(game: str, number: int) -> Counter[str]:
    """Play a first game and hold what is promised; gives in how many turns a rule was relevant and
    had not been told, as the turn told a more urgent one.
    """
    rng = random.Random(number)
    match = Match(GAMES[game], seats(game, number), options(game, number), seed=number)
    players = [Player(match, seat, rng) for seat in range(match.seats)]
    known, late = cards.cards_of(game), Counter[str](turns=0)
    while match.actor is not None and len(match.log) < 3000:
        assert match.actor != CHANCE
        player = players[match.actor]
        if match.opens_turn(match.cursor):
            late["turns"] += 1
            view = match.game.observation(match.state, player.seat)
            facts = cards.facts_of(game, view, player.seat)
            card = cards.due(known, facts, player.heard)
            if card is not None:
                assert card.id not in player.heard, "nothing is told twice"
                player.heard.append(card.id)
                player.told |= {card.id, *card.rules[1:]}
            for each in known:
                if cards.hold(each.when, facts) and each.id not in player.told:
                    assert card is not None
                    assert cards.hold(card.when, facts)
                    assert known.index(card) < known.index(each), "the more urgent one is told"
                    late[each.id] += 1
        match.play(player.move())
    return late


MOST_LATE = {"domi_jongg": 0.0025, "solitaire_pai_sho": 0.0005}
"""The share of turns in which something relevant is told one of the next times only."""


@every_game
@pytest.mark.parametrize("games", [8, pytest.param(1000, marks=pytest.mark.deep)])
def test_first_games_are_told_every_rule_in_time(game: str, games: int) -> None:
    late = sum((first_game(game, number) for number in range(games)), Counter[str]())
    turns = late.pop("turns")
    assert turns > 10 * games
    assert late.total() <= (MOST_LATE.get(game, 0.0) + (games < 100) * 0.02) * turns, late


# What a seat must not know --------------------------------------------------------------------


def twins(game: str, number: int) -> list[tuple[AnyState, AnyState, int]]:
    """States on the way through a game, the same with everything shuffled that the seat whose turn
    it is does not see, and that seat.
    """
    rules, rng, found = GAMES[game], random.Random(number), []
    match = Match(rules, seats(game, number), options(game, number), seed=number)
    while match.actor is not None and len(match.log) < 300:
        view = rules.observation(match.state, match.actor)
        twin = rules.determinize(view, match.actor, random.Random(rng.random()))
        found.append((match.state, twin, match.actor))
        match.play(rng.choice(rules.moves(match.state)))
    return found


@every_game
def test_twin_tables_are_told_the_same(game: str) -> None:
    differing = 0
    for number in range(6):
        for state, twin, seat in twins(game, number):
            differing += state != twin
            one, other = (
                cards.facts_of(game, GAMES[game].observation(each, seat), seat)
                for each in (state, twin)
            )
            assert one == other
    assert differing > 50 or not GAMES[game].info.hidden, "nothing was hidden"


def test_a_covered_hand_tells_nothing() -> None:
    """Where everybody reads a tray, cards are about what nobody's hand tells."""
    game, differing = GAMES["domi_jongg"], 0
    for number in range(6):
        for state, _, seat in twins("domi_jongg", number):
            hands = list(state.hands)
            pool = sorted([*state.pile, *hands[seat]])
            random.Random(number).shuffle(pool)
            count = len(hands[seat])
            hands[seat] = tuple(sorted(pool[:count]))
            other = state._replace(hands=tuple(hands), pile=tuple(sorted(pool[count:])))
            differing += hands[seat] != state.hands[seat]
            one, two = (
                cards.facts_of("domi_jongg", game.observation(each, CHANCE), seat)
                for each in (state, other)
            )
            assert one == two
    assert differing > 50


# Who has been told what -----------------------------------------------------------------------


def store(folder: Path | None = None) -> Store:
    return Store(folder, GAMES, lambda: datetime(2026, 11, 22, 3, 24))


def test_what_was_told_is_kept(tmp_path: Path) -> None:
    kept = store(tmp_path)
    anna = kept.add_profile("Anna")
    match = kept.begin(Series(Match(GAMES["jin_li"], 2)), [Chair("person", "Guest")] * 2)
    for who in (f"person {anna.id}", f"match {match} 1"):
        cards.tell(kept, who, "jin_li", "JL-3")
        cards.tell(kept, who, "jin_li", "JL-4", "JL-5")
        cards.tell(kept, who, "ping_pao", "PP-2")
    kept.close()
    again = store(tmp_path)
    for who in (f"person {anna.id}", f"match {match} 1"):
        assert cards.told(again, who, "jin_li") == ["JL-3", "JL-4", "JL-5"]
        assert cards.told(again, who, "ping_pao") == ["PP-2"]
    assert cards.told(again, f"match {match} 0", "jin_li") == []
    again.close()


def test_what_is_about_nobody_goes() -> None:
    kept = store()
    anna, ben = kept.add_profile("Anna"), kept.add_profile("Ben")
    series = Series(Match(GAMES["jin_li"], 2, seed=1))
    match = kept.begin(series, [Chair("person", "Guest")] * 2)
    for who in (f"person {anna.id}", f"person {ben.id}", f"match {match} 0"):
        cards.tell(kept, who, "jin_li", "JL-3")
    kept.delete_profile(anna.id)
    kept.discard(match)
    cards.tell(kept, f"person {ben.id}", "jin_li", "JL-4")
    assert list(kept.get(cards.KEY)) == [f"person {ben.id}"]


def test_nonsense_in_the_store_counts_as_nothing() -> None:
    kept = store()
    ben = kept.add_profile("Ben")
    nonsense: Any
    for nonsense in (7, [], {f"person {ben.id}": 3}, {f"person {ben.id}": {"jin_li": "x"}}):
        kept.set(**{cards.KEY: nonsense})
        assert cards.told(kept, f"person {ben.id}", "jin_li") == []
        cards.tell(kept, f"person {ben.id}", "jin_li", "JL-3")
        assert cards.told(kept, f"person {ben.id}", "jin_li") == ["JL-3"]


def test_a_finished_match_is_a_game_that_is_known() -> None:
    """As `RuleCards` asks: the page of a person knows it."""
    kept = store()
    anna = kept.add_profile("Anna")
    match, rng = Match(GAMES["jin_li"], 2, seed=1), random.Random(1)
    while match.actor is not None:
        match.play(rng.choice(match.game.moves(match.state)))
    series = Series(match)
    chairs = Chair("person", "Anna", profile=anna.id), Chair("person", "Guest")
    number = kept.begin(series, chairs)
    assert "jin_li" not in kept.statistics.by_game(anna.id)
    kept.finish(number, Result.of(series, chairs))
    assert "jin_li" in kept.statistics.by_game(anna.id)
