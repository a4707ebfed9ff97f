"""A match and its phones: what each seat is shown, and what becomes of what is wished there.

A seat is sent what is made of its own observation and of what everybody sees; the match decides
about moves. Nothing waits for a phone.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from game.phones import boards
from game.phones.boards.picture import Way
from game.phones.host import Guest, Holder, Party, Refused
from game.rules.core.protocol import CHANCE, AnyMove, Plain, Seat
from game.scenes.play.clock import Clock
from game.scenes.play.computer_player import ComputerPlayer
from game.scenes.play.played_match import AnyPlayedMatch
from game.services.people import Chair
from game.services.texts import Texts
from game.ui.widgets import Action

PATIENCE: Final = 8.0
"""Seconds that a phone may be away before its seat can be played at the screen."""


class Seats(Party):
    """A match as what phones sit at. In a game without a board for phones nobody can."""

    def __init__(
        self, play: AnyPlayedMatch, clock: Clock, computer: ComputerPlayer, undo: Action,
        commit: Callable[[AnyMove], object], call: Callable[[Sequence[Chair]], object],
    ) -> None:  # fmt: skip
        self._play, self._clock, self._computer = play, clock, computer
        self._undo, self._commit, self._call = undo, commit, call
        self._phones = play.context.phones
        self._ways: dict[Way, AnyMove] = {}
        """How the seat that is asked can say its moves, as of its last view."""
        self._seen: frozenset[str] = frozenset()
        """The places that everybody sees, as of the last view."""
        self._by_phone: frozenset[Seat] = frozenset()

    def play(self, seat: Seat) -> bool:
        """Whether a seat is not played at the screen: its phone is here, or was a moment ago, or a
        computer stands in for it.
        """
        holders, who = self._phones.holders, self._play.chair(seat).who
        return who in holders and (holders[who].lent or self._phones.here(who, PATIENCE))

    def lent(self, seat: Seat) -> bool:
        """Whether the computer plays a seat until its phone is back."""
        holder = self._phones.holders.get(self._play.chair(seat).who)
        return holder is not None and holder.lent

    def changed(self) -> bool:
        """Whether phones have come or gone since this was last asked."""
        before, self._by_phone = self._by_phone, frozenset(filter(self.play, self._play.persons))
        return before != self._by_phone

    # As phones see it ----------------------------------------------------------------------------

    def seats(self) -> list[Plain]:
        play, phones, found = self._play, self._phones, list[Plain]()
        young = play.match.decision_before(play.match.cursor) is None
        for person, chair in enumerate(play.chairs):
            holder = phones.holders.get(chair.who)
            kind, phone = "computer", "none" if chair.person else "computer"
            if (chair.person or young) and play.id in boards.BOARDS:  # somebody sits there, or may
                kind = "free" if young and holder is None else "person"
            if holder is not None:
                phone = "lent" if holder.lent else "here" if phones.here(chair.who) else "away"
            color = play.seat_color(play.series.seat_of(person))
            found.append({
                "seat": person, "name": chair.name, "badge": chair.badge,
                "color": f"#{bytes(color[:3]).hex()}", "kind": kind, "phone": phone,
            })  # fmt: skip
        return found

    def version(self) -> object:
        play, match = self._play, self._play.match
        return match.cursor, match.state, play.known, play.confirms, self.seats()

    def state(self, guest: Guest) -> Plain:
        play, texts = self._play, guest.texts
        return {
            "game": play.id,
            "hidden": play.game.info.hidden,
            "title": texts.t(f"{play.id}.name"),
            "seats": self.seats(),
            "yours": [
                {"seat": seat, "token": token, "view": self._view(seat, texts)}
                for seat, token in self._held_by(guest).items()
            ],
        }

    def _held_by(self, guest: Guest) -> dict[int, str]:
        """The seats that are played with a phone, and their tokens."""
        holders = map(self._phones.holders.get, (chair.who for chair in self._play.chairs))
        return {seat: holder.token for seat, holder in enumerate(holders)
                if holder and holder.phone == guest.phone}  # fmt: skip

    def _view(self, seat: int, texts: Texts) -> Plain:
        play, match = self._play, self._play.match
        own, actor = play.series.seat_of(seat), match.actor
        view = play.game.observation(match.states[play.known], own)
        picture = play.picture(view, own)
        self._seen = frozenset(item.place for item in picture.items)
        shown = picture._asdict() | {
            "held": self._by_person(picture.held),
            "at": match.cursor, "asked": actor == own, "confirm": play.confirms,
            "turn": None if actor is None or actor == CHANCE else play.series.person_at(actor),
            "scores": self._by_person(match.game.scores(view)),
            "over": texts.outcome(play.id, match.outcome, play.names) if match.outcome else "",
        }  # fmt: skip
        if actor != own:
            return shown
        if play.known < match.cursor:  # nobody has reached for what was drawn
            return shown | {"prompt": "phone.word.draw", "ways": [["draw"]]}
        self._ways = boards.ways(play.id, view, picture)
        return {**shown, **boards.asked(play.id, view, self._ways)}

    def _by_person(self, numbers: Sequence[int]) -> list[tuple[int, int]]:
        return sorted((self._play.series.person_at(n), each) for n, each in enumerate(numbers))

    # What is wished ------------------------------------------------------------------------------

    def hear(self, guest: Guest, message: Plain) -> None:
        play, person = self._play, message["seat"]
        seat = play.series.seat_of(person)
        match message:
            case {"type": "sit"}:
                self._sit(guest, message)
            case _ if person not in self._held_by(guest):
                raise Refused("phone.not_yours")
            case {"type": "leave"}:
                self._phones.revoke(play.chairs[person].who, "phone.left")
            case {"type": "undo"}:
                self._take_back(seat)
            case {"type": "hint", "at": at}:
                self._expect(seat, at)
                if not play.context.settings.hints:
                    raise Refused("phone.no_hints")
                self._computer.ask(play.match, seat)
                self._computer.tell = partial(self._advise, guest, person)
            case {"type": "aim", "at": at, "picks": picks}:
                self._expect(seat, at)
                play.clear_marks("held")
                play.mark("held", [pick for pick in picks if pick in self._seen])
                play.ghost = None if play.game.info.hidden else self._ways.get(tuple(picks))
            case {"type": "play", "number": number, "at": at, "picks": picks}:
                if number != guest.answered:  # sent twice, played once
                    guest.answered = number
                    self._expect(seat, at)
                    if play.known < play.match.cursor:
                        play.reveal()
                    else:
                        self._wish(guest, person, seat, tuple(picks))

    def _sit(self, guest: Guest, wish: Plain) -> None:
        """Let somebody sit down where nobody plays with a phone; once the match is on, and where
        somebody does, the table is asked. Who has a page in the guest book is called as there.
        """
        seat, seats, chairs = wish["seat"], self.seats(), [*self._play.chairs]
        if seat >= len(seats) or seats[seat]["kind"] == "computer":
            raise Refused("phone.no_seat")
        before = chairs.pop(seat)
        named = before if before.profile is not None else Chair("person", wish["name"])
        chair = replace(named, badge=wish["badge"])
        others = [(each.name.casefold(), each.badge) for each in chairs]
        if (chair.name.casefold(), chair.badge) in others:
            raise Refused("phone.same")
        if seats[seat]["kind"] != "free" and "granted" not in wish:
            guest.wish = wish
            self._phones.tell(guest, "news", guest.texts.t("phone.at_table"), seat=seat)
            return
        if before.who in self._phones.holders:
            self._phones.revoke(before.who)
        chairs.insert(seat, chair)
        self._call(chairs)
        self._phones.holders[chair.who] = Holder(secrets.token_urlsafe(16), guest.phone)
        guest.wish = {}

    def _expect(self, seat: Seat, at: int) -> None:
        """Make sure that a seat is asked now, and was when its phone was shown this. Raises
        Refused.
        """
        if not self._clock.going or self._play.replaying or self._play.waiting is not None:
            raise Refused("phone.paused")
        if seat != self._play.match.actor:
            raise Refused("phone.not_your_turn")
        if at != self._play.match.cursor:
            raise Refused("phone.too_late")

    def _wish(self, guest: Guest, person: int, seat: Seat, picks: Way) -> None:
        """Play what picks say, if that is legal; else say why not."""
        play, view = self._play, self._play.game.observation(self._play.match.state, seat)
        try:
            if (move := self._ways.get(picks)) is None:
                move = play.game.read(boards.BOARDS[play.id].text(view, picks))
            refusal = play.game.why_illegal(view, move)
        except (ValueError, LookupError) as error:
            raise Refused("phone.no_way") from error
        if refusal is None:
            self._commit(move)
        else:
            text, places = guest.texts.refusal(play.id, refusal), refusal.places
            self._phones.tell(guest, "refusal", text, seat=person, rule=refusal.rule, places=places)

    def _advise(self, guest: Guest, person: int, seat: Seat, steps: Sequence[AnyMove]) -> None:
        places = next((way for way, move in self._ways.items() if move == steps[0]), ())
        self._phones.tell(guest, "hint", "", seat=person, places=places)

    def _take_back(self, seat: Seat) -> None:
        """Undo the last move, if it is this seat's."""
        play = self._play
        target = play.undo_target() if self._clock.going and not play.replaying else None
        if target is None or play.match.seat_of(target) != seat:
            raise Refused("play.no_undo")
        self._undo()
