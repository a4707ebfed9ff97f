"""A match and its phones: what each seat is shown, and what becomes of what is wished there.

A seat is sent what is made of its own observation and of what everybody sees; the match decides
about moves. Nothing waits for a phone.
"""

import logging
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from game.ai.skills import can_play
from game.phones import boards, protocol
from game.phones.host import Guest, Holder, Party, Place
from game.phones.protocol import Message
from game.rules.core.protocol import CHANCE, AnyMove, AnyState, Seat
from game.scenes.play.computer_player import ComputerPlayer
from game.scenes.play.played_match import AnyPlayedMatch
from game.services.texts import Texts
from game.ui.widgets import Action

PATIENCE: Final = 8.0
"""Seconds that a phone may be away before its seat can be played at the screen."""
_log = logging.getLogger(__name__)


class Seats(Party):
    """The party of a match that is played. In a game without a board for phones nobody can sit."""

    def __init__(
        self, play: AnyPlayedMatch, computer: ComputerPlayer,
        commit: Callable[[AnyMove], object], undo: Action, settled: Action,
        hint_text: Callable[[Sequence[AnyMove]], str],
    ) -> None:  # fmt: skip
        self._play, self._phones = play, play.context.phones
        self.game, self.hidden = play.id, play.game.info.hidden
        self.computers = can_play(play.id)
        self._computer, self._hint_text = computer, hint_text
        self._commit, self._undo_last, self._settled = commit, undo, settled
        self._names = [chair.name for chair in play.chairs]
        """What they were called before they sat down with phones."""
        self._board = boards.BOARDS.get(play.id)
        self.open = False
        """Whether the match is before everybody's eyes, with no menu over it."""
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

    def follow(self) -> None:
        """A phone may have come or gone: who it concerns is asked anew."""
        by_phone = frozenset(seat for seat in self._play.persons if self.play(seat))
        if by_phone != self._by_phone:
            self._by_phone = by_phone
            if self._play.live:
                self._settled()

    @property
    def young(self) -> bool:
        match = self._play.match
        return match.decision_before(match.cursor) is None

    def places(self) -> Sequence[Place]:
        play = self._play
        return [
            Place(chair.name, chair.person and self._board is not None,
                  play.seat_color(play.series.seat_of(person)), who)
            for person, (chair, who) in enumerate(zip(play.chairs, self._names, strict=True))
        ]  # fmt: skip

    def seated(self, seat: int, holder: Holder) -> None:
        play, chairs = self._play, list(self._play.chairs)
        if seat >= len(chairs) or chairs[seat].profile is not None:
            return
        if chairs[seat].person:  # who has no page in the guest book is called as the phone says
            chairs[seat] = replace(chairs[seat], name=holder.name)
            play.chairs = play.autosave.chairs = tuple(chairs)
            for tray, name in zip(play.trays, play.names, strict=True):
                tray.name = name

    # What is shown -------------------------------------------------------------------------------

    @property
    def _playable(self) -> bool:
        """Whether moves are taken now."""
        return self.open and not self._play.replaying and self._play.waiting is None

    def _asked(self, seat: Seat) -> bool:
        """Whether a seat is to act now."""
        return self._play.match.actor == seat and seat in self._play.persons

    def version(self, seat: int) -> Hashable:
        play, match = self._play, self._play.match
        if self._board is None or seat >= len(play.chairs) or not play.chairs[seat].person:
            return None
        own = play.series.seat_of(seat)
        return match.cursor, match.state, self._asked(own), play.confirms, play.names

    def view(self, seat: int, texts: Texts) -> str:
        play, match = self._play, self._play.match
        own, actor = play.series.seat_of(seat), match.actor
        view = match.game.observation(match.state, own)
        assert self._board is not None, "else nobody sits here"
        picture = self._board.picture(view, own, play.lies(match.state))
        self._seen = frozenset(item.place for item in picture.items)
        asked = self._asked(own)
        what = boards.asked(play.id, view, picture) if asked else {}
        over = "" if match.outcome is None else texts.outcome(play.id, match.outcome, play.names)
        acts = actor is not None and actor != CHANCE
        shown = picture._asdict() | {"held": self._by_person(picture.held)}
        return protocol.write(
            "view", seat=seat, at=match.cursor, asked=asked,
            turn=play.series.person_at(actor) if acts and actor is not None else None,
            scores=self._by_person(match.game.scores(view)), last=self._last(), over=over,
            confirm=play.confirms, **shown, **what,
        )  # fmt: skip

    def _by_person(self, numbers: Sequence[int]) -> list[tuple[int, int]]:
        return sorted((self._play.series.person_at(n), each) for n, each in enumerate(numbers))

    def _last(self) -> list[str]:
        """Where the last turn of a seat took place."""
        match = self._play.match
        turns = [steps for seat, steps in match.turns() if seat != CHANCE]
        steps = turns[-1] if turns else ()
        return [place for step in steps for place in self._play.places_of(match.log[step])]

    # What is wished ------------------------------------------------------------------------------

    def hear(self, guest: Guest, message: Message) -> None:
        own = self._play.series.seat_of(message.seat)
        match message.type:
            case "play":
                number, played = guest.answered
                if message.number != number:
                    played = self._wish(guest, own, message)
                self._phones.answer(guest, message, played)
            case "aim" if not self._why_not(own) and message.at == self._play.match.cursor:
                self._play.clear_marks("held")
                self._play.mark("held", [pick for pick in message.picks if pick in self._seen])
            case "hint":
                self._hint(guest, own, message.seat)
            case "undo":
                self._undo(guest, own, message.seat)

    def _why_not(self, seat: Seat) -> str:
        """Why a seat cannot act now, as the key of a text; empty if it can."""
        if not self._playable:
            return "phone.paused"
        return "" if self._asked(seat) else "phone.not_your_turn"

    def _wish(self, guest: Guest, seat: Seat, wish: Message) -> bool:
        """Play what picks say, if that is legal; else say why not."""
        match, why = self._play.match, self._why_not(seat)
        if why or wish.at != match.cursor:
            self._phones.refuse(guest, wish.seat, why or "phone.too_late")
            return False
        view: AnyState = match.game.observation(match.state, seat)
        assert self._board is not None, "else nobody sits here"
        picture = self._board.picture(view, seat, self._play.lies(match.state))
        try:
            move = boards.wish(self._play.id, view, picture, wish.picks)
            refusal = match.game.why_illegal(view, move)
        except Exception as error:  # whatever a stranger sends must not stop the game
            if not isinstance(error, ValueError):
                _log.exception("picks of a phone could not be read")
            self._phones.refuse(guest, wish.seat, "phone.no_way")
            return False
        if refusal is not None:
            text = guest.texts.refusal(self._play.id, refusal)
            places = refusal.places
            self._phones.tell(guest, wish.seat, "refusal", text, refusal.rule, places)
            return False
        self._commit(move)
        return True

    def _hint(self, guest: Guest, seat: Seat, place: int) -> None:
        why = self._why_not(seat)
        if why or not self._play.context.settings.hints:
            self._phones.refuse(guest, place, why or "phone.no_hints")
        else:
            tell = partial(self._advise, guest, place)
            self._computer.ask(self._play.match, seat, tell=tell)

    def _advise(self, guest: Guest, seat: int, steps: Sequence[AnyMove]) -> None:
        match = self._play.match
        own = self._play.series.seat_of(seat)
        view = match.game.observation(match.state, own)
        assert self._board is not None, "else nobody sits here"
        picture = self._board.picture(view, own, self._play.lies(match.state))
        known = boards.ways(self._play.id, view, picture).items()
        places = next((way for way, move in known if move == steps[0]), ())
        spoken, usual = self._play.context.texts, self._play.context.texts.language
        spoken.switch(guest.language)
        text = self._hint_text(steps)
        spoken.switch(usual)
        self._phones.tell(guest, seat, "hint", text, places=places)

    def _undo(self, guest: Guest, seat: Seat, place: int) -> None:
        target = self._play.undo_target() if self._playable else None
        if target is None or self._play.match.seat_of(target) != seat:
            self._phones.refuse(guest, place, "play.no_undo")
        else:
            self._undo_last()
