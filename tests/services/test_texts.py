"""Texts: the same in both languages, complete for every game, and printable in our fonts."""

import ast
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.rules import GAMES
from game.rules.core.match import Match
from game.rules.core.protocol import Event, Outcome, Refusal, ScoreLine
from game.services.texts import LANGUAGES, PLACEHOLDER, Texts, _read, load
from tests.strict_texts import MissingText, StrictTexts
from tests.sweep import one_in

RULES = Path(__file__).parents[2] / "game" / "rules"
RULE_NUMBER = re.compile(r"[A-Z]{1,2}-\d+")
ALL_GAMES = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@pytest.fixture(params=LANGUAGES)
def texts(request: pytest.FixtureRequest) -> Texts:
    return StrictTexts(request.param)


# Both languages -----------------------------------------------------------------------------


def test_both_languages_have_the_same_keys() -> None:
    english, german = load("en"), load("de")
    assert sorted(english.keys() - german.keys()) == []
    assert sorted(german.keys() - english.keys()) == []


def test_both_languages_have_the_same_placeholders() -> None:
    english, german = load("en"), load("de")
    differ = {
        key: (english[key], german[key])
        for key in english.keys() & german.keys()
        if set(PLACEHOLDER.findall(english[key])) != set(PLACEHOLDER.findall(german[key]))
        # A singular may say "one" in words.
        and not key.endswith(".one")
    }
    assert differ == {}


@ALL_GAMES
def test_every_game_tells_who_made_it(game: Any, texts: Texts) -> None:
    assert texts.t(f"{game.info.id}.author")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_and_braces_are_placeholders(language: str) -> None:
    odd = [
        key
        for key, text in load(language).items()
        if not text.strip() or text != text.strip() or "{" in re.sub(r"\{\w+\}", "", text)
    ]
    assert odd == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_singular_has_its_plural(language: str) -> None:
    texts = load(language)
    ones = {key.removesuffix(".one") for key in texts if key.endswith(".one")}
    assert [key for key in sorted(ones) if f"{key}.other" not in texts or key in texts] == []


@pytest.mark.parametrize("face", ["sans", "bold", "italic", "serif"])
def test_the_fonts_have_every_sign_the_texts_use(face: Any) -> None:
    freetype = pytest.importorskip("pygame.freetype")
    from game.ui.fonts import FILES

    freetype.init()
    font = freetype.Font(str(FILES[face]), 24)
    used = {sign for lang in LANGUAGES for text in load(lang).values() for sign in text}
    signs = sorted(sign for sign in used.union("äöüÄÖÜß„“–…") if not sign.isspace())
    metrics = font.get_metrics("".join(signs))
    assert [sign for sign, metric in zip(signs, metrics, strict=True) if metric is None] == []


# Every game ---------------------------------------------------------------------------------


def sources(game_id: str) -> list[ast.Module]:
    """The syntax trees of a game's own modules."""
    files = (RULES / game_id).glob("*.py")
    return [ast.parse(file.read_text(encoding="utf-8")) for file in files]


def strings(node: Any) -> set[str]:
    return {n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and type(n.value) is str}


def refusal_keys(tree: ast.Module) -> set[str]:
    """Text keys in the source: what follows a rule's number in a call, and what `key` is."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            for rule, key in zip(node.args, node.args[1:], strict=False):
                is_rule = isinstance(rule, ast.Constant) and RULE_NUMBER.fullmatch(str(rule.value))
                if is_rule and isinstance(key, ast.Constant) and isinstance(key.value, str):
                    found.add(key.value)
        if isinstance(node, ast.Assign) and [getattr(t, "id", "") for t in node.targets] == ["key"]:
            chosen = node.value
            if isinstance(chosen, ast.IfExp):
                found |= strings(chosen.body) | strings(chosen.orelse)
            elif isinstance(chosen, ast.Constant):
                found |= strings(chosen)
    return found


@ALL_GAMES
def test_every_refusal_in_the_source_has_a_text(game: Any, texts: Texts) -> None:
    keys = {key for tree in sources(game.info.id) for key in refusal_keys(tree)}
    assert len(keys) > 3
    assert [key for key in sorted(keys) if not texts.has(f"{game.info.id}.refusal.{key}")] == []


@ALL_GAMES
def test_every_refusal_text_is_used(game: Any) -> None:
    prefix = f"{game.info.id}.refusal."
    loaded = [
        Path(str(module.__file__))
        for name, module in sys.modules.items()
        if name.startswith("game.rules.")
    ]
    said = {s for file in loaded for s in strings(ast.parse(file.read_text("utf-8")))}
    keys = {key.removeprefix(prefix) for key in load("en") if key.startswith(prefix)}
    keys = {key.removesuffix(".one").removesuffix(".other") for key in keys}
    assert sorted(keys - said) == []


@ALL_GAMES
def test_every_option_and_value_has_a_text(game: Any, texts: Texts) -> None:
    assert texts.t(f"{game.info.id}.name")
    for option in game.info.options:
        assert texts.option_label(game.info.id, option.key)
        assert texts.t(f"{game.info.id}.option.{option.key}.help")
        for value in option.values:
            assert texts.option_label(game.info.id, option.key, value)


def random_matches(game: Any, rng: random.Random, games: int, steps: int) -> Iterator[Match]:
    """Random games with random seats and options, as long as asked for."""
    for _ in range(games):
        options = {option.key: rng.choice(option.values) for option in game.info.options}
        seats = rng.randint(*game.info.seats)
        try:
            match = Match(game, seats, options, seed=rng.random().hex())
        except ValueError:  # options that do not go with this number of seats
            continue
        for _ in range(steps):
            if match.actor is None:
                break
            match.play(rng.choice(match.game.moves(match.state)))
        yield match


@ALL_GAMES
@pytest.mark.parametrize("games", one_in(2, [4, 8]))
def test_whatever_happens_in_random_games_can_be_told(
    game: Any, texts: Texts, games: int,
) -> None:
    rng = random.Random(f"texts {game.info.id}")
    names = [f"N{i}" for i in range(8)]
    seen: list[Any] = []
    for match in random_matches(game, rng, games, steps=150):
        seen = rng.sample(seen, min(len(seen), 40)) + match.log[-40:]
        for index in range(match.cursor):
            for event in match.step(index).events:
                assert texts.event(game.info.id, event, names)
        for state in rng.sample(match.states, min(len(match.states), 12)):
            refusals = [game.why_illegal(state, move) for move in seen]
            assert all(texts.refusal(game.info.id, refusal) for refusal in refusals if refusal)
        assert all(texts.score_line(game.info.id, line, names) for line in match.score_lines())
        if match.outcome:
            assert texts.outcome(game.info.id, match.outcome, names)


# People in sentences ------------------------------------------------------------------------

LABELS = {
    "book.records.best", "evening.first_seat", "menu.shelf.go_on", "solitaire_pai_sho.event.score",
    "story.does", "story.says",
}  # fmt: skip
"""Texts that only set a name beside something, without a sentence around it."""
PEOPLE = sorted(
    key for key in load("en").keys() | load("de").keys()
    if not key.endswith("_you") and any("{who}" in load(each).get(key, "") for each in LANGUAGES)
)  # fmt: skip
THIRD = {
    "en": re.compile(r"\b[Yy]ou (?!pass\b)\w+s\b|\b[Yy]ou['’]s"),
    "de": re.compile(r"(?:^|[.:,] |und )[Dd]u (?!\w*[sßz]t\b)\w+"),
}
"""A verb for *you* that is the one for somebody else."""
INSIDE = re.compile(r"[\w,] (?:You|Du)\b|: You\b")
"""*You* with a capital letter in the middle of a sentence."""
every_person = pytest.mark.parametrize("key", PEOPLE)


def told(texts: Texts, key: str, who: str | list[str]) -> str:
    """A text about people, its other placeholders filled with what cannot be misread."""
    text, _, form = key.rpartition(".")
    text, n = (text, {"one": 1, "other": 2}[form]) if form in ("one", "other") else (key, 2)
    named = set(PLACEHOLDER.findall(load(texts.language)[key])) - {"who", "n"}
    return texts.t(text, who=who, n=n, **dict.fromkeys(named, "—"))


@every_person
def test_a_sentence_about_who_reads_it_says_you(key: str, texts: Texts) -> None:
    if key in LABELS:
        return
    form = load(texts.language)[f"{key}_you"]
    if "{who}" not in form:
        said = told(texts, key, texts.t("table.you"))
        assert re.search(r"\b(?:you|yours?|d(?:u|ir|ich)|deiner?)\b", said, re.IGNORECASE), said
        assert not THIRD[texts.language].search(said), said
        assert not INSIDE.search(said), said
    else:  # it is said of several only
        assert form.startswith("{who} ") or ". {who} " in form


@every_person
def test_a_sentence_about_somebody_else_says_the_name_and_not_you(key: str, texts: Texts) -> None:
    for name in ("Mara", "Lukas", "Guest 3", "Platz 2"):
        said = told(texts, key, name)
        assert re.search(rf"(?<!\w){name}(?![\w'’])", said), said
        assert not re.search(r"\b(?:you|yours?|d(?:u|ir|ich)|deine?)\b", said, re.IGNORECASE), said


@pytest.mark.parametrize("key", [
    key for key in PEOPLE if key.endswith(".other")
    and ("outcome" in key or key.endswith("won.other"))
])  # fmt: skip
def test_who_reads_it_comes_first_among_several(key: str, texts: Texts) -> None:
    you = texts.t("table.you")
    pair = texts.t("table.list", first=you, last="Mara")
    said = told(texts, key, ["Mara", you])
    assert pair in said
    assert not re.search(rf"{pair} \w+en\b|\bsich\b|\btheir\b", said.replace(" win ", " ")), said


def test_steps_beside_a_name_have_a_form_for_who_reads_it() -> None:
    """The list of moves says *plants the rose* beside a name, and *plant the rose* beside *You*."""
    english = load("en")
    acts = {
        key for key, text in english.items()
        if ".move." in key and not key.endswith("_you")
        and re.match(r"(?!pieces|bonus)[a-z]+s\b", text)
    }  # fmt: skip
    assert len(acts) > 15
    for language in LANGUAGES:
        texts = load(language)
        assert sorted(key for key in acts if f"{key}_you" not in texts) == []
        verbs = {key: texts[f"{key}_you"].split()[0] for key in acts}
        wrong = r"\w+(?<!pas)s" if language == "en" else r"\w+[^szß]t"
        assert {key: verb for key, verb in verbs.items() if re.fullmatch(wrong, verb)} == {}
    forms = {key.removesuffix("_you") for key in english if key.endswith("_you")}
    assert sorted(forms - set(PEOPLE) - acts) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_ending_is_glued_to_a_name(language: str) -> None:
    glued = re.compile(r"\{(?:who|name)\}[\w'’]")
    assert [key for key, text in load(language).items() if glued.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_called_like_a_piece_or_a_role(language: str) -> None:
    texts = load(language)
    people = {texts[f"menu.computers.{n}"].casefold() for n in range(1, 7)}
    people |= {texts["menu.setup.guest"].removesuffix(" {n}").casefold()}
    parts = ("tile", "seat", "colour", "garden")
    things = {
        word.casefold()
        for key, text in texts.items() if key.split(".")[1] in parts
        for word in re.findall(r"\w+", text)
    }  # fmt: skip
    assert sorted(people & things) == []


MIXED = {
    "de": re.compile(r"\bAkzente?\b|\bGatter(?!\* genannt)|\bPlättchen\b"),
    "en": re.compile(r"\baccents?\b(?! tiles?\b)", re.IGNORECASE),
}
"""Second words for a thing that has one."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_word_for_one_thing_and_the_quotes_of_the_house(language: str) -> None:
    said = {key: text for key, text in load(language).items() if not key.endswith(".notation")}
    for file in sorted((RULES.parents[1] / "levels").glob("*/*.toml")):
        lines = file.read_text("utf-8").splitlines()
        texts = [line[6:-1] for line in lines if line.startswith(f'{language} = "')]
        said |= {f"{file.stem}: {text}": text for text in texts}
    assert {key: text for key, text in said.items() if re.search("[\"']", text)} == {}
    assert {key: text for key, text in said.items() if MIXED[language].search(text)} == {}
    for page in sorted((RULES.parents[1] / "assets" / "rules" / language).glob("*.md")):
        prose = re.sub(r"\]\(\w+\)", "", page.read_text("utf-8"))
        assert "'" not in prose, page.name
        assert not MIXED[language].search(prose), page.name


def test_names_of_tiles_stand_where_no_case_is_asked_for() -> None:
    """*Weißer Lotus* cannot follow *von* or *behält*; after a colon it can."""
    asks = re.compile(r"\b(?:von|mit|auf|nicht an|ist|behält|behältst) \{(?:tile|other|onto|a|b)\}")
    texts = load("de")
    assert {key: text for key, text in texts.items() if asks.search(text)} == {}


@pytest.mark.parametrize(("language", "bare"), [
    ("en", r"\b(?:Guest|Host)\b(?! against)|[,;] host\b"),
    ("de", r"(?:^|[.,:] )Gast(?:geber)? (?!gegen)|\bbaut Gast\b|\bist Gast(?:geber)?\b"),
])  # fmt: skip
def test_guest_and_host_in_stories_have_an_article(language: str, bare: str) -> None:
    for file in sorted((RULES.parents[1] / "levels" / "skud_pai_sho").glob("*.toml")):
        for line in file.read_text("utf-8").splitlines():
            if line.startswith(f'{language} = "'):
                assert not re.search(bare, line[6:-1]), line


# The class ----------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for language, hello in (("en", "Hello"), ("de", "Grüß dich")):
        (tmp_path / language).mkdir()
        (tmp_path / language / "g.toml").write_text(
            f'hello = "{hello}, {{name}}!"\n'
            '[tile]\nR3 = "rose"\n'
            '[refusal]\ntaken = "The {tile} lies on {places}."\n'
            '[points]\none = "{n} point"\nother = "{n} points"\n'
            '[outcome]\ndone = "{who} won."\n[outcome.stuck]\ndraw = "Draw."\n'
            "[score]\nrow = \"{who}: {n}\"\n[event]\nhit = \"{who} hits {places}: {n}\"\n",
            encoding="utf-8",
        )
        (tmp_path / language / "table.toml").write_text(
            'luck = "Luck"\nseat = "Seat {number}"\nlist = "{first} & {last}"\n'
        )
    return tmp_path


def test_a_text_is_filled_and_the_language_switches(folder: Path) -> None:
    texts = Texts("en", folder=folder)
    assert texts.t("g.hello", name="Ada") == "Hello, Ada!"
    texts.switch("de")
    assert texts.t("g.hello", name="Ada") == "Grüß dich, Ada!"


def test_names_are_never_read_as_placeholders(folder: Path) -> None:
    texts = StrictTexts("en", folder=folder)
    assert texts.t("g.hello", name="{name} \\1") == "Hello, {name} \\1!"


def test_the_number_chooses_the_plural(folder: Path) -> None:
    texts = Texts("en", folder=folder)
    told = [texts.t("g.points", n=n) for n in (-1, 0, 1, 2)]
    assert told == ["-1 point", "0 points", "1 point", "2 points"]


def test_a_parameter_can_be_a_text_key(folder: Path) -> None:
    refusal = Refusal("X-1", "taken", ("a1", "b2", "c3"), (("tile", "@tile.R3"),))
    said = Texts("en", folder=folder).refusal("g", refusal)
    assert said == "The rose lies on a1, b2 & c3."


def test_events_scores_and_outcomes_name_people(folder: Path) -> None:
    texts = StrictTexts("en", folder=folder)
    names = ["Ada", "Bob"]
    assert texts.event("g", Event("hit", 1, 3, ("d4",)), names) == "Bob hits d4: 3"
    assert texts.event("g", Event("hit", -1, 3, ("d4",)), names) == "Luck hits d4: 3"
    assert texts.score_line("g", ScoreLine(0, 2, "row"), names) == "Ada: 2"
    assert texts.score_line("g", ScoreLine(0, 2, "hit", places=("e5",)), names) == "Ada hits e5: 2"
    assert texts.outcome("g", Outcome((0, 1), "done"), names) == "Ada & Bob won."
    assert texts.outcome("g", Outcome((1,), "done")) == "Seat 2 won."
    assert texts.outcome("g", Outcome((), "stuck")) == "Draw."


def test_what_is_missing_is_an_error_only_for_tests(
    folder: Path, caplog: pytest.LogCaptureFixture,
) -> None:
    texts = Texts("en", folder=folder)
    assert texts.t("g.refusal.not_your_turn") == "not your turn"
    assert texts.t("g.refusal.not_your_turn") == "not your turn"
    assert texts.t("g.hello") == "Hello, name!"
    assert [record.getMessage() for record in caplog.records] == [
        f"{folder / 'en' / 'g.toml'}: there is no text for g.refusal.not_your_turn"
    ]
    strict = StrictTexts("en", folder=folder)
    with pytest.raises(MissingText, match=r"en: g\.refusal\.not_your_turn"):
        strict.t("g.refusal.not_your_turn")
    with pytest.raises(MissingText, match=r"g\.hello\.\{name\}"):
        strict.t("g.hello")


@pytest.mark.parametrize(
    ("content", "problem"),
    [(b'hello = "x', "Unterminated string"), (b"[a]\nb = 3", "g.a.b is neither a text nor a table"),
     (b"", "there are no texts in this file"), (b"\xff\x00", "can't decode"),
     (b"a = " + b"[" * 5000, "recursion"), (None, "No such file")],
)
def test_a_broken_file_is_named_once_and_read_in_another_language(
    folder: Path, caplog: pytest.LogCaptureFixture, content: bytes | None, problem: str,
) -> None:
    file = folder / "de" / "g.toml"
    file.unlink()
    if content is not None:
        file.write_bytes(content)
    texts = Texts("de", folder=folder)
    assert texts.has("g.points")
    assert texts.t("g.hello", name="Ada") == "Hello, Ada!"
    assert texts.t("table.luck") == "Luck"
    Texts("de", folder=folder)
    (record,) = caplog.records
    assert record.getMessage().startswith(f"{file}: ")
    assert problem in record.getMessage()


def test_a_text_that_only_another_language_has_is_taken_from_there(folder: Path) -> None:
    with (folder / "en" / "g.toml").open("a") as file:
        file.write('[only]\nhere = "{n} here"\n')
    assert Texts("de", folder=folder).t("g.only.here", n=3) == "3 here"
    with pytest.raises(MissingText):
        StrictTexts("de", folder=folder).t("g.only.here", n=3)


def test_no_text_anywhere_leaves_the_keys(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    texts = Texts("de", folder=tmp_path)
    keys = ("menu.setup.start", "menu.quit_now", "jin_li.name", "settings.language.label")
    assert [texts.t(key) for key in keys] == ["start", "quit now", "jin li", "language"]
    assert len(caplog.records) == 3


def test_all_texts_are_of_use(caplog: pytest.LogCaptureFixture) -> None:
    load.cache_clear()
    _read.cache_clear()
    for language in LANGUAGES:
        load(language)
    assert caplog.records == []
