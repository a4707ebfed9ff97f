"""A match and its phones: what each seat is shown, and what becomes of what is wished there.

A seat is sent what is made of its own observation and of what everybody sees; the match decides
about moves. Nothing waits for a phone.
"""

import logging
import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from game.phones import boards
from game.phones.boards.picture import Way
from game.phones.host import Guest, Holder, Refused
from game.phones.protocol import Message
from game.rules.core.protocol import CHANCE, AnyMove, Plain, Seat
from game.scenes.play.computer_player import ComputerPlayer
from game.scenes.play.played_match import AnyPlayedMatch
from game.services.people import Chair
from game.services.texts import Texts
from game.ui.widgets import Action

PATIENCE: Final = 8.0
"""Seconds that a phone may be away before its seat can be played at the screen."""
_log = logging.getLogger(__name__)


class Seats:
    """A match as what phones sit at. In a game without a board for phones nobody can."""

    def __init__(
        self, play: AnyPlayedMatch, computer: ComputerPlayer, commit: Callable[[AnyMove], object],
        undo: Action, call: Callable[[Sequence[Chair]], object],
    ) -> None:  # fmt: skip
        self._play, self._phones, self._computer = play, play.context.phones, computer
        self._commit, self._undo, self._call = commit, undo, call
        self.open = False
        """Whether the match is before everybody's eyes, with no menu over it."""
        self._ways: dict[Way, AnyMove] = {}
        """How the seat that is asked can say its moves, as of its last view."""
        self._seen: frozenset[str] = frozenset()
        """The places that everybody sees, as of the last view."""
        self._by_phone: frozenset[Seat] = frozenset()

    def play(self, seat: Seat) -> bool:
        """Whether a seat is not played at the screen: its phone is here, or was a moment ago, or a
        computer stands in for it.
        """
        return self.lent(seat) or self._phones.here(self._play.series.person_at(seat), PATIENCE)

    def lent(self, seat: Seat) -> bool:
        """Whether the computer plays a seat until its phone is back."""
        holder = self._phones.holders.get(self._play.series.person_at(seat))
        return holder is not None and holder.lent

    def changed(self) -> bool:
        """Whether phones have come or gone since this was last asked."""
        before, self._by_phone = self._by_phone, frozenset(filter(self.play, self._play.persons))
        return before != self._by_phone

    def welcome(self, seat: int, chair: Chair) -> Chair:
        """Somebody sits down; who has a page in the guest book is called as there."""
        chairs = [*self._play.chairs]
        if chairs[seat].profile is not None:
            chair = replace(chairs[seat], badge=chair.badge)
        chairs[seat] = chair
        self._call(chairs)
        return chair

    # As phones see it ----------------------------------------------------------------------------

    def seats(self) -> list[Plain]:
        play, match, phones = self._play, self._play.match, self._phones
        young, found = match.decision_before(match.cursor) is None, list[Plain]()
        for person, chair in enumerate(play.chairs):
            holder, color = phones.holders.get(person), play.seat_color(play.series.seat_of(person))
            sits = (chair.person or young) and play.id in boards.BOARDS
            found.append({
                "seat": person, "name": chair.name, "badge": chair.badge,
                "color": f"#{bytes(color[:3]).hex()}",
                "kind": "computer" if not sits else "free" if young and not holder else "person",
                "phone": ("here" if phones.here(person) else "away") if holder
                else "none" if chair.person else "computer",
            })  # fmt: skip
        return found

    def version(self) -> object:
        play, match = self._play, self._play.match
        return match.cursor, match.state, play.known, play.confirms, self.seats()

    def state(self, guest: Guest) -> Plain:
        phones, play, texts = self._phones, self._play, guest.texts
        return {
            "game": play.id, "hidden": play.game.info.hidden, "title": texts.t(f"{play.id}.name"),
            "seats": self.seats(),
            "yours": [{"seat": seat, "token": phones.holders[seat].token,
                       "view": self._view(seat, texts)} for seat in phones.seats_of(guest.phone)],
        }  # fmt: skip

    def _view(self, seat: int, texts: Texts) -> Plain:
        play, match, own = self._play, self._play.match, self._play.series.seat_of(seat)
        state = match.states[play.known]
        view = play.game.observation(state, own)
        picture = boards.BOARDS[play.id].picture(view, own, play.lies(state))
        self._seen = frozenset(item.place for item in picture.items)
        actor, asked = match.actor, self._asked(own)
        shown = picture._asdict() | {"held": self._by_person(picture.held)}
        if asked and play.known < match.cursor:  # nobody has reached for what was drawn
            shown |= {"prompt": "phone.word.draw", "ways": [["draw"]]}
        elif asked:
            self._ways = boards.ways(play.id, view, picture)
            shown |= boards.asked(play.id, view, self._ways)
        return shown | {
            "at": match.cursor, "asked": asked, "confirm": play.confirms,
            "turn": None if actor is None or actor == CHANCE else play.series.person_at(actor),
            "scores": self._by_person(match.game.scores(view)),
            "over": texts.outcome(play.id, match.outcome, play.names) if match.outcome else "",
        }  # fmt: skip

    def _asked(self, seat: Seat) -> bool:
        """Whether a seat is to act now."""
        return self._play.match.actor == seat and seat in self._play.persons

    def _by_person(self, numbers: Sequence[int]) -> list[tuple[int, int]]:
        return sorted((self._play.series.person_at(n), each) for n, each in enumerate(numbers))

    # What is wished ------------------------------------------------------------------------------

    def hear(self, guest: Guest, message: Message) -> None:
        play, person = self._play, message["seat"]
        match message:
            case {"type": "sit", "name": name, "badge": badge}:
                self._sit(guest, person, name, badge)
            case {"type": "undo"}:
                self._take_back(play.series.seat_of(person))
            case {"type": "hint", "at": at}:
                self._hint(guest, person, self._expected(person, at))
            case {"type": "aim", "at": at, "picks": picks}:
                self._expected(person, at)
                play.clear_marks("held")
                play.mark("held", [pick for pick in picks if pick in self._seen])
                play.ghost = None if play.game.info.hidden else self._ways.get(tuple(picks))
            case {"type": "play", "number": number, "at": at, "picks": picks}:
                if number == guest.answered:
                    return  # sent twice, played once
                guest.answered = number
                seat = self._expected(person, at)
                if play.known < play.match.cursor:
                    play.reveal()
                else:
                    self._wish(guest, person, seat, tuple(picks))

    def _sit(self, guest: Guest, seat: int, name: str, badge: str) -> None:
        """Let somebody sit down where nobody plays with a phone; once the match is on, and where
        somebody does, the table is asked.
        """
        kinds, chair = [each["kind"] for each in self.seats()], Chair("person", name, badge=badge)
        wish = Holder(secrets.token_urlsafe(16), guest.phone, chair)
        if seat >= len(kinds) or kinds[seat] == "computer":
            raise Refused("phone.no_seat")
        others = (each for person, each in enumerate(self._play.chairs) if person != seat)
        if (name.casefold(), badge) in ((each.name.casefold(), each.badge) for each in others):
            raise Refused("phone.same")
        if kinds[seat] == "free":
            self._phones.give(seat, wish)
        else:
            self._phones.withdraw(wish.phone)
            self._phones.asking[seat] = wish
            self._phones.tell(guest, seat, "news", guest.texts.t("phone.at_table"))

    def _expected(self, person: int, at: int) -> Seat:
        """The seat of a person who is asked now, and was when the phone was shown this. Raises
        Refused.
        """
        play, seat = self._play, self._play.series.seat_of(person)
        if not self.open or play.replaying or play.waiting is not None:
            raise Refused("phone.paused")
        if not self._asked(seat):
            raise Refused("phone.not_your_turn")
        if at != play.match.cursor:
            raise Refused("phone.too_late")
        return seat

    def _wish(self, guest: Guest, person: int, seat: Seat, picks: Way) -> None:
        """Play what picks say, if that is legal; else say why not."""
        play, view = self._play, self._play.game.observation(self._play.match.state, seat)
        try:
            if (move := self._ways.get(picks)) is None:
                move = play.game.read(boards.BOARDS[play.id].text(view, picks))
            refusal = play.game.why_illegal(view, move)
        except Exception as error:  # whatever a stranger sends must not stop the game
            if not isinstance(error, ValueError | LookupError):
                _log.exception("picks of a phone could not be read")
            raise Refused("phone.no_way") from error
        if refusal is None:
            self._commit(move)
        else:
            text, places = guest.texts.refusal(play.id, refusal), refusal.places
            self._phones.tell(guest, person, "refusal", text, rule=refusal.rule, places=places)

    def _hint(self, guest: Guest, person: int, seat: Seat) -> None:
        if not self._play.context.settings.hints:
            raise Refused("phone.no_hints")
        self._computer.ask(self._play.match, seat)
        self._computer.tell = partial(self._advise, guest, person)

    def _advise(self, guest: Guest, person: int, seat: Seat, steps: Sequence[AnyMove]) -> None:
        places = next((way for way, move in self._ways.items() if move == steps[0]), ())
        self._phones.tell(guest, person, "hint", "", places=places)

    def _take_back(self, seat: Seat) -> None:
        """Undo the last move, if it is this seat's."""
        target = self._play.undo_target() if self.open and not self._play.replaying else None
        if target is None or self._play.match.seat_of(target) != seat:
            raise Refused("play.no_undo")
        self._undo()
