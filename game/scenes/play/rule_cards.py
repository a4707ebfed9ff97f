"""A rule told on paper in the tray of a seat that begins to act, in the turn in which it matters.

One a turn at most. It comes when it has been read what is to be done, stays until the person has
acted, and is out of the way while something is in hand or the tray has something to say. A tap on
it opens the rules there. Its cross puts it away; who does so twice in a game is told no more of it.
"""

from typing import Final

from game.rules.core.match import Match
from game.rules.core.protocol import Facts, Seat
from game.scenes.core.routes import ToRules
from game.scenes.core.scene import Push
from game.scenes.play.played_match import AnyPlayedMatch
from game.scenes.play.tray import LINK, Tray
from game.services import cards
from game.services.cards import Card
from game.ui.fonts import TextMetrics
from game.ui.frame import Box, Frame
from game.ui.layer import Layer
from game.ui.theme import TOUCH
from game.ui.widgets import Label, Panel, Pressable

SIZES: Final = 26.0, 24.0, 22.0, 20.0, 18.0, 16.0
"""Sizes of type; the largest with which a card fits into the room for words."""
ROOMY: Final = 30_000.0
"""With less of it below the name a card lies on the name."""
PAD, CROSS = 10.0, 28.0
FIRST: Final = 4.0
"""Seconds for which what is to be done is read before a card lies on it."""
READ: Final = 6.0
"""Seconds after which a turn that passes by itself goes on though there is something to be read."""


class RuleCards:
    """What is told at one table."""

    def __init__(self, play: AnyPlayedMatch) -> None:
        self._play = play
        self._turn: tuple[Match, int] = play.match, -1
        """Where the last turn that was asked about begins."""
        self._card: Card | None = None
        """What is told in it, if anything is, about these facts of this state."""
        self._facts: Facts = {}
        self._state: object = None
        self._seen = False
        """Whether it has been seen, and so been told."""
        self._read: dict[tuple[Seat, str], float] = {}
        """For how many seconds a seat could read what it has to do."""
        self._knows: dict[int, bool] = {}
        """Whether a page of the guest book knows the game, as of the beginning of the match."""
        self._who = ""
        """Under which name it is kept that somebody has been told it."""
        self._words, self._cross = Label(""), Label("×", CROSS)
        self._panel, self._open = Panel("paper"), Pressable(self.open)
        self._away = Pressable(self.put_away)
        paper = self._panel, self._words, self._cross, self._open, self._away
        self.layer = Layer(Frame((0, 0), (0, 0)), paper)
        """What can be touched."""

    def ask(self) -> None:
        """Somebody is asked for a move: choose a card if a turn begins with it, and if the match is
        kept, so that it is no lesson and not only shown.
        """
        play, match, seat = self._play, self._play.match, self._play.asked
        same = self._turn[0] is match
        undone = same and match.cursor <= self._turn[1]
        told = play.context.settings.rule_cards and play.match_id is not None
        if seat is None or undone or not told or not match.opens_turn(match.cursor):
            return
        view, person, store = play.seen_by(seat), play.series.person_at(seat), play.context.store
        page = play.chairs[person].profile
        if not same:
            self._knows.clear()
        if page is not None and page not in self._knows:
            self._knows[page] = play.id in store.statistics.by_game(page)
        if view is None or (page is not None and self._knows[page]):
            return
        self._state, self._seen = match.state, False
        self._turn, self._facts = (match, match.cursor), cards.facts_of(play.id, view, seat)
        self._who = f"match {play.match_id} {person}" if page is None else f"person {page}"
        before = cards.told(store, self._who, play.id)
        self._card = cards.due(cards.cards_of(play.id), self._facts, before)

    @property
    def tray(self) -> Tray | None:
        """Where a card is seen now."""
        play = self._play
        if self._card is None or play.asked is None or play.match.state is not self._state:
            return None
        tray = play.trays[play.asked]
        busy = tray.message or play.input.holding or play.waiting is not None
        return None if busy or not play.context.settings.rule_cards else tray

    @property
    def waits(self) -> float:
        """Seconds until a card comes, for what is to be done is read first."""
        tray = self.tray
        return max(0.0, FIRST - self._read.get((tray.seat, tray.prompt), 0.0)) if tray else 0.0

    @property
    def places(self) -> list[str]:
        """The places that glow."""
        lit = self._card.glow if self._card and self.layer.visible else ()
        found = map(self._facts.__getitem__, lit)
        return sorted({place for fact in found if not isinstance(fact, int) for place in fact})

    def follow(self, seconds: float) -> None:
        """Lie on as much of the tray's room for words as the card needs, or be gone."""
        play, card = self._play, self._card
        unhurried = self._seen or (play.eye.resting and not play.eye.dull)  # else a view moves
        tray = self.tray if unhurried and not self.waits else None
        if play.asked is not None and not play.trays[play.asked].message:
            known = play.asked, play.trays[play.asked].prompt
            self._read[known] = self._read.get(known, 0.0) + seconds
        self.layer.visible = tray is not None and not self._play.arriving
        for each in self._play.trays:
            each.paper = None
        if tray is None or card is None:
            return
        if not self._seen:
            self._seen = True
            cards.tell(self._play.context.store, self._who, self._play.id, card.id)
            self._play.sound("paper", tray.frame.center)
        context, words, room = self._play.context, self._words, tray.spoken
        metrics = TextMetrics(context.settings.text_scale)
        if room.w * room.h < ROOMY:
            room = Box(tray.head.x, tray.head.y, room.right - tray.head.x, tray.head.h)
        wide = room.w + PAD - CROSS
        words.text = card.words(context.texts.language, self._facts) + LINK
        for words.size in (*SIZES, SIZES[-1] / metrics.text_scale):
            longest = metrics.width(max(words.text.split(), key=len), words.size)
            high = words.natural(metrics, wide)[1] + 2 * PAD
            if high <= room.h + PAD and longest <= wide:
                break
        box = tray.paper = Box(room.x - PAD, room.y, room.w + 2 * PAD, high)
        self._panel.place(box)
        self._open.place(box)
        words.place(Box(room.x, box.y + PAD, wide, high))
        self._cross.place(Box(box.right - CROSS, box.bottom - 1.5 * CROSS, CROSS, CROSS))
        self._away.place(Box(box.right - TOUCH + PAD, box.bottom - TOUCH + PAD, TOUCH, TOUCH))
        self.layer.frame = tray.frame

    def open(self) -> None:
        """The rule itself, illustrated; the card has done what it can."""
        if self._card is not None and self.tray is not None:
            turn = self.tray.frame.turn
            self._play.go(Push(ToRules(self._play.id, self._card.rules[0], turn)))
            self._card = None

    def put_away(self) -> None:
        """Enough of this card. Whoever says so again has enough of all: as if all had been told."""
        if self._card is None or (tray := self.tray) is None:
            return
        game, context, self._card = self._play.id, self._play.context, None
        again = "away" in cards.told(context.store, self._who, game)
        tray.say(context.texts.t(f"play.card_{'muted' if again else 'away'}"), "hint")
        every = (card.id for card in cards.cards_of(game) if again)
        cards.tell(context.store, self._who, game, "away", *every)
