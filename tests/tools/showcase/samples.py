"""All that can be shown: every scene of the house in representative states."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

from game.navigator import Navigator, play_scene
from game.phones.host import Guest, Holder, Phones
from game.rules import GAMES, SHELF
from game.rules.core.match import Match, Series
from game.rules.core.record import Fault, RecordError, rebuild, write_header
from game.scenes.core import routes as to
from game.scenes.core.context import Context
from game.scenes.core.pads import Pads
from game.scenes.core.scene import Scene
from game.scenes.evening.evening_scene import Ceremony, EveningScene
from game.scenes.evening.setup import EveningSetup
from game.scenes.guest_book.best_scores import Records
from game.scenes.guest_book.bring import Bring
from game.scenes.home.attract import BRIGHT, HOURS, Asleep, Attract
from game.scenes.home.operator import ICONS
from game.scenes.home.parked import Parked
from game.scenes.home.phones import PhonesScene
from game.scenes.home.settings import SettingsScene
from game.scenes.home.shelf import Shelf
from game.scenes.home.writing import Unpark
from game.scenes.play.play_scene import AnyPlayScene
from game.scenes.review.broken_match import BrokenMatch
from game.scenes.review.highlights import Highlights
from game.scenes.review.replay import Replay
from game.scenes.review.share import Share
from game.services import levels, records
from game.services.deal_numbers import number_of_day
from game.services.evening import Finish
from game.services.history import Result, Standing
from game.services.people import Chair, Profile
from game.services.store import Resumed, Store
from game.ui.frame import Point
from game.ui.icons import PadStyle
from game.ui.layer import Spot
from game.ui.widgets import Field, PictureChoice
from tests.tools.showcase import games

Shown = Mapping[str, Scene | to.Route]
TWO = games.persons("Annegret", "Ole")
FOUR = games.persons("Anna", "Ben", "Clara", "David")
PAUSED = games.ping_pao, games.walomino, games.jin_li, games.skud_pai_sho


# Menus --------------------------------------------------------------------------------------


class _Opening(Shelf):
    """The shelf while its first box is half open."""

    def resize(self, size: Point) -> None:
        super().resize(size)
        self._open, self._grown = self.boxes[0], 1.0
        self._open.opening = 0.55

    def resume(self) -> None:
        """Stay half open."""


def _number_entry(context: Context) -> Shown:
    title = context.texts.t("solitaire_pai_sho.deal.which")
    return {"number": to.ToLine(title, "", 8, lambda text: None, digits=True)}


def _running(context: Context) -> Shown:
    """One match of every game, really kept."""
    computer = Chair("computer", context.texts.t("menu.computers.1"), "regular")
    for game in SHELF:
        low = GAMES[game].info.seats[0]
        match = Match(GAMES[game], low, seed=1)
        context.store.begin(Series(match), ((TWO[0], computer) * low)[:low])
    return {"running": to.ToRunning()}


def _phones(context: Context) -> Shown:
    """The process starts; a match with two phones, of which one is away, and one that asks."""
    starting, phones = replace(context, phones=Phones()), Phones()
    phones.address, phones.port, phones.invitation = "192.168.1.20", 8377, "k7mp3wxq"
    wish = {"seat": 2, "name": "Frieda"}
    phones.guests = {"a": Guest("a"), "c": Guest("c", wish=wish)}
    phones.holders = {FOUR[n].who: Holder(phone, phone) for n, phone in enumerate("ab")}
    operator = replace(context.operator, network="Teehaus", network_key="oolong; please")
    table = replace(context, phones=phones, operator=operator)
    match = Match(GAMES["domi_jongg"], 4, seed=1)
    phones.party = play_scene("domi_jongg")(table, Series(match), FOUR).phones
    return {"phones": PhonesScene(table), "phones-starting": PhonesScene(starting)}


def _second_table(context: Context) -> Shown:
    second = replace(context, occupied=Path("~/walong-table"), notices=[])
    return {"second_table": Navigator(second)(to.ToSecondTable())}


def _kiosk(context: Context) -> Shown:
    """The shelf of a kiosk, what its operator sees, and what guests who may have left are asked."""
    around = context.settings.changed(seating="table")
    kiosk = replace(context, kiosk=True, kiosk_asked=True, settings=around, notices=[])
    lead = Navigator(kiosk)
    routes = to.ToShelf(), to.ToStillThere(), to.ToPin(), to.ToOperator(), to.ToSettings()
    return {f"kiosk-{scene.name}": scene for scene in map(lead, routes)}


def _operator(context: Context) -> Shown:
    """Every page of the operator's menu, at a table where a lot is played."""
    week = ((18 * 60, 2 * 60), *((10 * 60, 18 * 60),) * 4, (0, 0), None)
    operator = replace(context.operator, kiosk=True, hours=week)
    kiosk = replace(furnished(context), kiosk=True, operator=operator, notices=[])
    for game, code in (("jin_li", "KRTX"), ("skud_pai_sho", "BCDF"), ("ping_pao", "WXZS")):
        kiosk.store.park(kiosk.store.begin(Series(games.played_out(game)), TWO), code)
    kiosk.store.evenings.begin(TWO, [("jin_li", {}), ("walomino", {})])
    lead = Navigator(kiosk)
    return {f"operator-{page}": lead(to.ToOperator(page)) for page in ICONS}


def _parked(context: Context) -> Shown:
    """The shelf while a match waits for its people, what they are told, and how they ask for it."""
    found: dict[str, Scene] = {}
    for seating in ("table", "couch"):
        settings = context.settings.changed(seating=seating)
        kiosk = replace(blank(context), kiosk=True, settings=settings, notices=[])
        match = kiosk.store.begin(Series(games.played_out("jin_li")), TWO)
        kiosk.store.park(match, "KRTX")
        found[f"parked-{seating}"] = Parked(kiosk, match)
    found["parked-shelf"] = Shelf(kiosk)
    found["parked-ask"] = Unpark(kiosk)
    return found


class _Midway(Attract):
    """In the middle of a story that has stopped."""

    def resume(self) -> None:
        super().resume()
        if self.telling is not None:
            self.telling.running = False
            self.telling.show(len(self.telling.moments) // 2)
            self.telling.finish()


class _Told(Asleep):
    """A closed table that has just been touched."""

    def resume(self) -> None:
        self.told = HOURS
        self.rebuild()


def _left(context: Context) -> Shown:
    """Every game as it plays by itself, on a table and for the couch, dimmed, and closed hours."""
    closed = ((18 * 60, 2 * 60), *((10 * 60, 18 * 60),) * 4, None, None)
    found: dict[str, Scene] = {}
    for seating in ("table", "couch"):
        settings = context.settings.changed(seating=seating)
        operator = replace(context.operator, hours=closed)
        kiosk = replace(context, kiosk=True, settings=settings, operator=operator, notices=[])
        shown = range(len(SHELF)) if seating == "table" else (1, BRIGHT)
        for number in shown:
            scene = _Midway(kiosk, number)
            dimmed = "dimmed-" if number >= BRIGHT else ""
            found[f"attract-{seating}-{dimmed}{scene.game}"] = scene
        found[f"asleep-{seating}"] = _Told(kiosk)
    return found


def _first_levels(context: Context) -> Shown:
    """The first lesson, puzzle and story of every game that has some."""
    found: dict[str, to.Route] = {}
    for game in SHELF:
        shelf = levels.shelf(GAMES[game])[0]
        for kind in ("lesson", "puzzle", "story"):
            first = next((level for level in shelf if level.kind == kind), None)
            if first is not None:
                found[f"level-{game}-{kind}"] = to.ToLevel(first, shelf)
    return found


# Evenings -----------------------------------------------------------------------------------

PEOPLE = (
    Chair("person", "Annegret"), Chair("person", "Ole"), Chair("person", "Käthe"),
    Chair("computer", "Sencha", "regular"), Chair("person", "Ben"),
    Chair("person", "Maximiliane-Sophie"),
)  # fmt: skip
DONE = (
    Finish((12, 9, 9, 3, 0, 7), (0,)), Finish((2, 14, 9, 8, 11, 7), (1,)),
    Finish((5, 5, 1, 4, 2, 3), (0, 1)), Finish((-3, 2, 8, 8, 1, 0), (2, 3)),
    Finish((4, 10, 12, 1, 0, 2), (2,)),
)  # fmt: skip
THREE = ("jin_li", "ping_pao", "walomino")
FIVE = ("ping_pao", "domi_jongg", "ping_pao", "domi_jongg", "domi_jongg")


def _kept(context: Context, people: int, games: tuple[str, ...], played: int) -> int:
    """An evening that is really kept; another one that was open ends by it."""
    chairs = LONG_NAMES[:people] if people == 5 else PEOPLE[:people]
    number = context.store.evenings.begin(chairs, [(game, {}) for game in games])
    for n, finish in enumerate(DONE[:played]):
        winners = tuple(w for w in finish.winners if w < people)
        context.store.evenings.finish(number, n, Finish(finish.points[:people], winners))
    return number


class _Evening(EveningScene):
    """An evening that is kept when its picture is made."""

    def __init__(self, context: Context, *shape: Any) -> None:  # what `_kept` takes
        super().__init__(context, 0)
        self._shape = shape

    def enter(self) -> None:
        self.evening_id = _kept(self.context, *self._shape)
        super().enter()


def evenings(context: Context) -> Shown:
    """The score card in its states, and ceremonies."""
    return {
        "evening-begins": _Evening(context, 2, THREE, 0),
        "evening-middle": _Evening(context, 4, THREE[1:] * 2, 2),
        "evening-six": _Evening(context, 6, FIVE, 4),
        "evening-five-long": _Evening(context, 5, FIVE, 5),
        "evening-played": _Evening(context, 3, THREE[1:], 2),
        "evening-ceremony": _Podium(context, _kept(context, 4, FIVE, 5)),
        "evening-ceremony-five-long": _Podium(context, _kept(context, 5, FIVE, 5)),
        "evening-ceremony-two": _Podium(context, _kept(context, 2, THREE, 3)),
        "evening-ceremony-six": _Podium(context, _kept(context, 6, FIVE, 5)),
    }


class _Podium(Ceremony):
    """A ceremony whose podium stands, with leaves in the air."""

    def resume(self) -> None:
        self.podium.shown, self.podium.age = 1.0, 2.4


def past(context: Context) -> Shown:
    """The list with two evenings on it; they are really kept."""
    people = games.persons("Annegret", "Ole", "Käthe")
    for finish in (Finish((3, 9, 9), (1, 2)), Finish((12, 4, 7), (0,))):
        evenings = context.store.evenings
        number = evenings.begin(people, [("ping_pao", {}), ("walomino", {})])
        evenings.finish(number, 0, finish)
        evenings.close(number)
    return {"past-evenings": to.ToPastEvenings()}


def setups(context: Context) -> Shown:
    """The set-up as it is found at first, and with many people."""
    return {"evening-setup": EveningSetup(context), "evening-setup-five": _Crowded(context)}


class _Crowded(EveningSetup):
    """Five people, two of them computers."""

    def enter(self) -> None:
        super().enter()
        self.seat(5)
        for place, name in zip(self.places, ("Annegret", "Ole", "Käthe", "Ben"), strict=False):
            place.name = name
        self.places[0].kind = self.places[2].kind = "person"
        self.places[4].kind = "computer"
        self.length = "long"
        self.programme = self._made("long")


# The guest book ------------------------------------------------------------------------------

NAMES = ("Annegret", "Ole", "Käthe", "Maximiliane-Sophie", "Lu", "Annegret-Luise")
EVENINGS = 60


def blank(context: Context) -> Context:
    """The same context with a book in which nothing is written."""
    return replace(context, store=Store(None, GAMES, context.store.clock))


def furnished(context: Context) -> Context:
    """The same context with a book of its own in which a lot is written."""
    context = blank(context)
    store = context.store
    people = [store.add_profile(name) for name in NAMES]
    computer = Chair("computer", context.texts.t("menu.computers.1"), "regular")
    chairs = [Chair("person", person.name, profile=person.id) for person in people]
    guest = Chair("person", context.texts.t("menu.setup.guest", n=2))
    rng = random.Random(7)
    for number in range(EVENINGS):
        game = rng.choice([*SHELF, "jin_li", "jin_li", "solitaire_pai_sho"])
        low, high = GAMES[game].info.seats
        seats = min(high, max(low, rng.choice((2, 2, 2, 3, 4)) if low > 1 else 1))
        others = [*chairs[1:], computer, computer, guest]
        sitting = [chairs[0] if number % 3 else chairs[1],
                   *rng.sample([c for c in others if c is not chairs[1]], seats - 1)]  # fmt: skip
        if number == EVENINGS - 2:
            store.begin(Series(Match(GAMES[game], seats, seed=1)), sitting)
        else:
            _finish(context, game, sitting, rng, EVENINGS - number)
    return context


def _finish(
    context: Context, game: str, sitting: list[Chair], rng: random.Random, days: int
) -> None:
    points = [rng.randint(3, 28) for _ in sitting]
    most = max(points)
    shared = len(sitting) > 1 and points.count(most) == len(points)
    standings = tuple(
        Standing(chair, each, each == most and not shared, shared)
        for chair, each in zip(sitting, points, strict=True)
    )
    day = context.store.today() - timedelta(days=max(0, days // 3 - 1))
    match = Match(GAMES[game], len(sitting), seed=1)
    seed = number_of_day(day) if rng.random() < 0.5 else rng.randint(1, 99)
    result = Result(
        game, match.options, str(seed), 1, "", standings, "",
        f"{day.isoformat()}T{rng.randint(15, 22)}:{rng.randint(0, 59):02d}:00",
        seconds=rng.randint(300, 4000),
    )
    context.store.finish(-days, result)


class _RecordsOf(Records):
    """The best scores, opened at a certain game."""

    def __init__(self, context: Context, game: str) -> None:
        super().__init__(context)
        self._opened_at = game

    def enter(self) -> None:
        self.game = self._opened_at


def _guest_book(context: Context) -> Shown:
    """Every page that has a tab, of a new book and of one that is in use."""
    used, unused = furnished(context), blank(context)
    lead, lead_unused = Navigator(used), Navigator(unused)
    return {
        "history-none": lead_unused(to.ToBookPage("history")),
        "history": lead(to.ToBookPage("history")),
        "names": lead(to.ToName("Käthe", lambda name, profile: None)),
        "people-none": lead_unused(to.ToBookPage("people")),
        "people": lead(to.ToBookPage("people")),
        "portrait": to.ToPortrait(Profile(9, "Annegret", "vermilion", "koi")),
        "records-none": Records(unused),
        "records": _RecordsOf(used, "jin_li"),
        "records-solitaire": _RecordsOf(used, "solitaire_pai_sho"),
    }


def _persons(context: Context) -> Shown:
    """Somebody who has played a lot, and somebody who has just signed the book."""
    used = furnished(context)
    fresh = used.store.add_profile("Wilhelmine")
    known = next(each for each in used.store.profiles() if each.name == "Annegret")
    lead = Navigator(used)
    return {
        "person": lead(to.ToPerson(known.id)), "person-fresh": lead(to.ToPerson(fresh.id))
    }


# After a match ------------------------------------------------------------------------------


def _by_pad(context: Context) -> Shown:
    """The page about controls with gamepads of three makers; a game and the shelf with one."""
    found: dict[str, Scene] = {}
    styles: tuple[PadStyle, ...] = ("letters", "shapes", "nintendo")
    for style in styles:
        lead = Navigator(replace(context, pads=Pads({0: style}, last=0), notices=[]))
        found[f"pad-{style}"] = lead(to.ToHelp())
    match = Match(GAMES["jin_li"], 2, seed=1)
    play = play_scene("jin_li")(replace(context, pads=Pads({0: "letters"}, last=0)),
                                Series(match), TWO)  # fmt: skip
    play.focus.visible, play.focus.current = True, Spot(6, (0, 0))
    shelf = Shelf(replace(context, pads=Pads({0: "letters"}, last=0)))
    shelf.offer_large_texts()
    shelf.focus.visible = True
    return {**found, "pad-play": play, "pad-shelf": lead(to.ToShelf()), "pad-far": shelf}


def _replays(context: Context) -> Shown:
    """Finished matches somewhere in their middle."""
    found: dict[str, Scene] = {}
    for game in ("jin_li", "ping_pao", "skud_pai_sho"):
        scene = Replay(context, Series(games.played_out(game)), TWO)
        scene.index = len(scene.play.match.log) // 2
        found[f"replay-{game}"] = scene
    return found


def _play_on(context: Context) -> Shown:
    """The seats of a match that goes on where a finished one was half way."""
    match = games.played_out("jin_li")
    return {"play_on": to.ToPlayOn(match, len(match.log) // 2, TWO)}


def _results(context: Context) -> Shown:
    """A sheet by points of two people, and one with losses; others come with their scenes."""
    return {
        f"results-{game}": to.ToResults(
            play_scene(game)(context, Series(games.played_out(game), 3), TWO)
        )
        for game in ("jin_li", "ping_pao")
    }


class _Still(Highlights):
    """A story that has stopped at one of its moments."""

    def resume(self) -> None:
        super().resume()
        self.telling.go_on()


def _stories(context: Context) -> Shown:
    """One story for every game on the shelf, and one of four people."""
    found: dict[str, Scene] = {}
    told = [(game, game, TWO, 1.0 if n % 2 else 0.5) for n, game in enumerate(SHELF)]
    for name, game, chairs, share in (*told, ("four", "ping_pao", FOUR, 0.7)):
        series = Series(games.played_out(game, len(chairs)))
        story = _Still(context, play_scene(game)(context, series, chairs))
        found[f"story-{name}"] = _told(story, share)
    return found


def _told(story: Highlights, share: float) -> Highlights:
    """A story that is told so far, 0…1."""
    telling = story.telling
    telling.running = False
    telling.moment = telling.moments[round(share * (len(telling.moments) - 1))]
    return story


def _broken(context: Context) -> Shown:
    """The sheet for each way in which a stored match can break off."""
    header = write_header(Series(Match(GAMES["jin_li"], 2), 3))
    found: dict[str, Scene] = {}
    faults: tuple[Fault, ...] = ("rules", "text", "older", "newer", "header")
    for fault in faults:
        told = rebuild(header, [["a1-b2", "?"]], GAMES)
        assert told.broken is not None
        told.broken.fault = fault
        resumed = Resumed(told.series, TWO, told.notes, told.broken)
        shown = None if fault in ("newer", "header") else resumed
        scene = BrokenMatch(context, told.broken, shown, match=1)
        scene.folder = Path("/home/kiosk/.local/share/walong-table")
        if fault in ("older", "header"):
            file = str(scene.folder / "exports" / "match-1.txt")
            scene.exported = context.texts.t("store.broken.written", file=file)
        found[f"broken-{fault}"] = scene
    return found


def _shared(context: Context) -> Shown:
    """What can be taken along, as codes too, and how matches come."""
    found: dict[str, Share] = {}
    for game in ("jin_li", "skud_pai_sho", "solitaire_pai_sho"):
        people = TWO[: GAMES[game].info.seats[0]]
        series = Series(games.played_out(game, len(people), options={}))
        found[f"share-{game}"] = Share(context, series, people)
    coded, linked = (Share(context, s.series, s.chairs) for s in list(found.values())[::2])
    coded.show(partial(records.code, coded.record()), "share.code_what")
    linked.show(partial(records.link, linked.series), "share.link_code_what")
    refused = Bring(context)
    refused.wrong = _refusal(refused, "0H.R,W,K,B;0G.R,W,K,B;1G.R3(0,-8);1H.R3(0,8);2G.R4(0,8)")
    return {**found, "share-code": coded, "share-link": linked, "bring": to.ToBring(),
            "bring-refused": refused}  # fmt: skip


def _refusal(scene: Bring, text: str) -> str:
    """What is said about a text that holds no match."""
    try:
        records.read_text(text, GAMES)
    except RecordError as error:
        return scene.reason(error, "match.walong")
    raise AssertionError("this is a match")


# Around a table -----------------------------------------------------------------------------

LONG_NAMES = games.persons(
    "Maximiliane-Sophie", "Friedrich Wilhelm", "Annegret Müller-Lüdenscheidt", "Ole",
    "Bartholomäus",
)


def _around(context: Context) -> Shown:
    """What is read at the edges; five with long names on the couch."""
    settings = context.settings.changed(seating="table")
    table = replace(context, settings=settings, notices=[])
    found: dict[str, Scene | to.Route] = {}
    lead = Navigator(table)
    for turn, edge in ((1, "right"), (2, "top"), (3, "left")):
        match = _begun(table, "ping_pao", FOUR)
        found[f"around-menu-{edge}"] = lead(to.ToPause(match, turn=turn))
        found[f"around-moves-{edge}"] = lead(to.ToMoveList(match, turn))
        found[f"around-rules-{edge}"] = lead(to.ToRules("ping_pao", turn=turn))
        found[f"around-help-{edge}"] = lead(to.ToHelp(turn))
        found[f"around-settings-{edge}"] = lead(to.ToSettings(turn=turn))
        for game in ("ping_pao", "jin_li"):
            over = play_scene(game)(table, Series(games.played_out(game)), TWO)
            found[f"around-results-{edge}-{game}"] = lead(to.ToResults(over, (turn, 0)))
            told = play_scene(game)(table, Series(games.played_out(game)), TWO)
            found[f"around-story-{edge}-{game}"] = _told(_Still(table, told, turn), 0.7)
    found["names-five"] = _begun(context, "ping_pao", LONG_NAMES)
    return found


def _cards(context: Context) -> Shown:
    """A rule told at every edge: as few as can play on a couch, as many around a table, if their
    pieces are not small at first.
    """
    found: dict[str, Scene] = {}
    for game, entry in SHELF.items():
        for seating, share in (("couch", 0), ("table", 1)):
            settings = context.settings.changed(seating=seating, rule_cards=True)
            count = min(entry.rules.info.seats[share], 2 if game == "walomino" else 6)
            chairs = (*FOUR, *TWO)[:count]
            if game == "domi_jongg" and seating == "couch":  # nobody waits behind the curtain
                chairs = (FOUR[0], *[Chair("computer", "Kamille", "regular")] * (count - 1))
            match = games.played_out(game, count, options=None if count > 1 else {})
            dealt = len(match.log) // 4 if game == "domi_jongg" else 2 * count
            asked = [n for n in range(dealt, len(match.log)) if match.opens_turn(n)]
            match.go_to(next(n for n in asked if match.seat_of(n) == share * (count - 1)))
            told = replace(context, settings=settings, notices=[])
            found[f"card-{seating}-{game}"] = play_scene(game)(told, Series(match), chairs)
    return found


def _begun(context: Context, game: str, chairs: Sequence[Chair]) -> AnyPlayScene:
    """A match after its first moves."""
    match = games.played_out(game, len(chairs))
    match.go_to(3)
    return play_scene(game)(context, Series(match), chairs)


# Designs ------------------------------------------------------------------------------------


class _Looks(SettingsScene):
    """The settings, scrolled to what is chosen by pictures."""

    def resume(self) -> None:
        super().resume()
        if self.scrolled is not None:
            self.scrolled.scroll_to(next(
                row.box.y - self.scrolled.box.y for row in self.scrolled.children
                if isinstance(row, Field) and isinstance(row.control, PictureChoice)
            ))


IN_CONTRAST = (
    "ping_pao-die", "ping_pao-taking", "walomino-box", "walomino-middle", "jin_li-opening",
    "jin_li-picked", "domi_jongg-middle", "domi_jongg-late", "skud_pai_sho-middle",
    "skud_pai_sho-picked", "solitaire_pai_sho-middle", "solitaire_pai_sho-chosen",
)  # fmt: skip
CLASSIC = "skud_pai_sho-opening", "skud_pai_sho-middle", "solitaire_pai_sho-middle"


def _designs(context: Context) -> Shown:
    """High contrast in every game, the board of the leaflet, both, and where they are chosen."""

    def made(**chosen: str) -> Context:
        return replace(context, settings=context.settings.changed(**chosen), notices=[])

    contrast, classic = made(pieces="contrast"), made(garden="classic")
    both = made(pieces="contrast", garden="classic")
    found: dict[str, Scene | to.Route] = {}
    for design, name, wanted in (
        (contrast, "contrast", IN_CONTRAST), (classic, "classic", CLASSIC),
        (both, "both", CLASSIC[1:]),
    ):  # fmt: skip
        for game in SHELF:
            if any(sample.startswith(f"{game}-") for sample in wanted):
                scenes = SAMPLES[game](design)
                found |= {f"{name}-{key}": each for key, each in scenes.items() if key in wanted}
    lead, lead_classic = Navigator(contrast), Navigator(classic)
    for game in SHELF:
        found[f"contrast-rules-{game}"] = lead(to.ToRules(game))
    found["classic-rules-skud_pai_sho"] = lead_classic(to.ToRules("skud_pai_sho"))
    return {**found, "settings-looks": _Looks(context), "settings-looks-contrast": _Looks(both)}


# All of them --------------------------------------------------------------------------------


SAMPLES: Mapping[str, Callable[[Context], Shown]] = {
    "number": _number_entry,
    "broken": _broken,
    "domi_jongg": games.domi_jongg,
    "evening": evenings,
    "past-evenings": past,
    "evening-setup": setups,
    "help": lambda context: {"help": to.ToHelp()},
    "jin_li": games.jin_li,
    "level": _first_levels,
    "levels": lambda context: {
        f"levels-{game}": to.ToLevels(game)
        for game in SHELF if levels.shelf(GAMES[game])[0]
    },
    "guest-book": _guest_book,
    "person": _persons,
    "pause": lambda context: {
        f"pause-{make.__name__}": to.ToPause(next(iter(make(context).values())))
        for make in PAUSED
    },
    "pad": _by_pad,
    "ping_pao": games.ping_pao,
    "play_on": _play_on,
    "replay": _replays,
    "results": _results,
    "rules": lambda context: {f"rules-{game}": to.ToRules(game) for game in SHELF},
    "running": _running,
    "phones": _phones,
    "second_table": _second_table,
    "kiosk": _kiosk,
    "left": _left,
    "operator": _operator,
    "parked": _parked,
    "settings": lambda context: {"settings": to.ToSettings()},
    "setup": lambda context: {f"setup-{game}": to.ToSetup(game) for game in SHELF},
    "share": _shared,
    "shelf": lambda context: {"shelf": Shelf(context), "shelf-opening": _Opening(context)},
    "skud_pai_sho": games.skud_pai_sho,
    "solitaire_pai_sho": games.solitaire_pai_sho,
    "story": _stories,
    "walomino": games.walomino,
    "designs": _designs,
    "around": _around,
    "cards": _cards,
}  # fmt: skip
"""Functions that make samples or say which way leads to them.

The order is part of the pictures: all samples of a run share one store, and what one of them
keeps (an evening, an unfinished match) is seen in the ones after it.
"""


def samples(context: Context, make: Callable[[Context], Shown]) -> Iterator[tuple[str, Scene]]:
    """What a function of `SAMPLES` shows, with its names."""
    lead = Navigator(context)
    for name, shown in make(context).items():
        yield name, shown if isinstance(shown, Scene) else lead(shown)


def all_samples(context: Context, step: int = 1) -> Iterator[tuple[str, Scene]]:
    """Every sample with its name, or those of every so many functions; each function makes its own
    when the ones before are done.
    """
    for make in [*SAMPLES.values()][::step]:
        yield from samples(context, make)


def standing(scene: Scene) -> tuple[Scene, ...]:
    """What a stack begins with: the scene, and below an overlay of a match its play scene."""
    below = getattr(scene, "play", None)
    return (below, scene) if scene.overlay and below is not None else (scene,)
