"""Where one scene can lead: every destination as plain frozen data.

A scene answers an intent with a change (`game.scenes.core.scene`) that carries a route; the
navigator makes the scene that it leads to. Callbacks in a route hand an answer back to the scene
that asked, such as a name that was written.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

from game.rules.core.match import Match, Series
from game.rules.core.record import RecordError
from game.scenes.core.scene import Board
from game.scenes.core.scene import Route as Route
from game.services.levels import Level
from game.services.people import Chair, Profile
from game.services.store import Resumed
from game.services.terms import UNSAID, Terms

Page: TypeAlias = Literal["people", "records", "history"]
"""The pages of the guest book that have a tab."""

OperatorPage: TypeAlias = Literal["games", "hours", "idle", "guests", "parked", "kept", "played"]
"""The pages of the operator's menu."""


# Home ---------------------------------------------------------------------------------------


class ToShelf(Route, scene="home.shelf:Shelf"):
    """The boxes of all games; always at the bottom of the stack."""


class ToSetup(Route, scene="home.setup:Setup"):
    """Before a game. `deal` chooses a numbered deal, or the day's, where deals have numbers."""

    game: str
    deal: int | Literal["day"] | None = None


class ToLine(Route, scene="home.writing:LineEntry"):
    """Write a line of at most so many signs; `done` takes it, also if it is empty."""

    title: str
    value: str
    most: int
    done: Callable[[str], object]
    digits: bool = False


class ToRunning(Route, scene="home.running:RunningMatches"):
    """The matches that were begun and not finished."""


class ToSettings(Route, scene="home.settings:SettingsScene"):
    """The settings: in a kiosk what guests may change, or with `all` everything. They are read from
    the edge that `turn` says, as everything that is opened from a menu at an edge.
    """

    all: bool = False
    turn: int = 0


class ToPhones(Route, scene="home.phones:PhonesScene"):
    """The code by which phones come to this table, and who plays with one."""

    turn: int = 0


class ToPin(Route, scene="home.writing:PinEntry"):
    """The operator's PIN, which leads to his menu."""


class ToOperator(Route, scene="home.operator:OperatorMenu"):
    """What only the operator may do: all of it, or a page of it."""

    page: OperatorPage | None = None


class ToStillThere(Route, scene="home.questions:StillThere"):
    """The question to a table that nobody touches; without an answer the shelf comes back, and in
    a kiosk the `match` that is open is put aside.
    """

    match: int | None = None


class ToParked(Route, scene="home.parked:Parked"):
    """Put a match aside, and tell its people how they find it again."""

    match: int


class ToUnpark(Route, scene="home.writing:Unpark"):
    """Ask for a match that was put aside."""


class ToAttract(Route, scene="home.attract:Attract"):
    """The table plays by itself; so many games have been shown since anybody was there."""

    shown: int = 0


class ToAsleep(Route, scene="home.attract:Asleep"):
    """A dark table: outside its hours, or where it is not to play by itself."""


class ToLeave(Route, scene="home.questions:Leave"):
    """The question before a table that stands unattended is closed from outside."""


class ToHelp(Route, scene="home.help:Help"):
    """What fingers, mouse, keys and gamepads do."""

    turn: int = 0


class ToRules(Route, scene="home.rules_reader:RulesReader"):
    """The rules of a game, opened at a rule's number if one is given."""

    game: str
    at: str | None = None
    turn: int = 0


class ToSecondTable(Route, scene="home.questions:SecondTable"):
    """The question where another table is open in the same folder."""


class ToTrouble(Route, scene="core.trouble:Trouble"):
    """A calm picture that needs no assets; after some seconds the shelf is tried again."""

    seconds: float


# A match ------------------------------------------------------------------------------------


class ToPlay(Route):
    """A match at the table; without `match_id` it is new, and the store keeps it from now on.

    `begun` is told the number under which the store keeps a new match; `terms` are what its people
    agreed on.
    """

    series: Series
    chairs: Sequence[Chair]
    match_id: int | None = None
    begun: Callable[[int], object] | None = None
    terms: Terms = UNSAID


class ToMatch(Route):
    """Going on with a match that the store keeps, or what to do where that cannot be played."""

    match: int


class ToPlayOn(Route, scene="home.setup:PlayOn"):
    """A new match that begins with the first `index` steps of this one; first it is asked who
    takes which seat. `chairs` are those of the old one, seat by seat.
    """

    match: Match
    index: int
    chairs: Sequence[Chair]


class ToPause(Route, scene="play.pause:Pause"):
    """The menu over a match, read from the edge that `turn` says."""

    board: Board
    turn: int = 0


class ToMoveList(Route, scene="play.move_list:Moves"):
    """The list of moves beside the board, read from the edge that `turn` says."""

    board: Board
    turn: int = 0


class ToResults(Route):
    """Who won and why, as the game's own score sheet tells it. People read it from these `edges` of
    the table, the first one at first.
    """

    board: Board
    edges: tuple[int, ...] = (0,)


class ToOverlay(Route):
    """A scene of the game's own over its match, by its name in the registry."""

    played: Board
    name: str
    arguments: tuple[object, ...] = ()


class ToHighlights(Route, scene="review.highlights:Highlights"):
    """The turns of a finished match that scored or decided, told at the edge that `turn` says, from
    the one with the step `at` on.
    """

    board: Board
    turn: int = 0
    at: int = 0


class ToReplay(Route, scene="review.replay:Replay"):
    """A finished match to be watched, from the last game of its series."""

    series: Series
    chairs: Sequence[Chair]


class ToShare(Route, scene="review.share:Share"):
    """Take a match along: copy it, save it, show it as a code."""

    series: Series
    chairs: Sequence[Chair]


class ToBring(Route, scene="guest_book.bring:Bring"):
    """Bring a match to this table; `files` are read at once."""

    files: Sequence[Path] = ()


class ToBrokenMatch(Route, scene="review.broken_match:BrokenMatch"):
    """What to do with a stored match that cannot be played again to its end.

    `told` is what can be shown of it; `match` or `result` is the number it is stored under.
    """

    error: RecordError
    told: Resumed | None
    match: int | None = None
    result: int | None = None


# Levels -------------------------------------------------------------------------------------


class ToLevels(Route, scene="levels.level_scene:Levels"):
    """The lessons, puzzles and set-ups of a game."""

    game: str


class ToLevel(Route, scene="levels.level_scene:LevelScene"):
    """One of them; `levels` are all, to go on from one to the next."""

    level: Level
    levels: Sequence[Level]


# Guest book ---------------------------------------------------------------------------------


class ToPeople(Route, scene="guest_book.people:People"):
    """Everybody the table knows, to choose somebody, whom `pick` takes."""

    pick: Callable[[Profile], object]


class ToPerson(Route, scene="guest_book.people:Person"):
    """Somebody's own page."""

    profile: int


class ToPortrait(Route, scene="guest_book.name_entry:Portrait"):
    """A person's name, colour and mark; a profile numbered 0 is a new one."""

    profile: Profile


class ToName(Route, scene="guest_book.name_entry:NameEntry"):
    """Write a name or pick a known one; `done` takes the name and the profile's number.

    With `own` the name belongs to a profile, so nobody known is offered.
    """

    value: str
    done: Callable[[str, int | None], object]
    own: bool = False


class ToHistory(Route, scene="guest_book.history:History"):
    """Everything that somebody has played."""

    profile: int


class ToBookPage(Route):
    """A page of the guest book; `by_keys` if its tabs are to have the focus."""

    page: Page
    by_keys: bool = False


# Evenings -----------------------------------------------------------------------------------


class ToEveningSetup(Route, scene="evening.setup:EveningSetup"):
    """Put a new evening together."""


class ToEvening(Route, scene="evening.evening_scene:EveningScene"):
    """An evening's score card."""

    evening: int


class ToCeremony(Route, scene="evening.evening_scene:Ceremony"):
    """The end of an evening; `past` if it is only looked at again."""

    evening: int
    past: bool = False


class ToPastEvenings(Route, scene="evening.evening_scene:PastEvenings"):
    """The evenings of the past."""
