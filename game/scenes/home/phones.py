"""Phones at the table: the code by which they come, and who plays which seat with one."""

import re
from functools import partial
from typing import Final

from game.phones.host import Place
from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene
from game.scenes.core.scene import Change
from game.scenes.core.sheets import Column, Row, list_sheet, spread
from game.ui import surfaces
from game.ui.frame import Box
from game.ui.square_code import SquareCode
from game.ui.theme import BODY, LARGE
from game.ui.widgets import Action, Button, Choice, Faded, Field, Label, Widget

WIFI: Final = 200.0
"""The side of the code that leads a phone into the Wi-Fi, in units."""


def wifi_code(name: str, key: str) -> str:
    """What a phone's camera reads to go into a network.

    >>> wifi_code("Cafe; upstairs", "")
    'WIFI:T:nopass;S:Cafe\\\\; upstairs;P:;;'
    """
    name, key = (re.sub(r'([\\;,:"])', r"\\\1", text) for text in (name, key))
    return f"WIFI:T:{'WPA' if key else 'nopass'};S:{name};P:{key};;"


class PhonesScene(MenuScene):
    """Opening it lets phones come. It stays so until somebody switches that off here."""

    name = "phones"

    def __init__(self, context: Context, turn: int = 0) -> None:
        super().__init__(context, turn)
        self.phones = context.phones
        self._shown: object = None

    def enter(self) -> None:
        if not self.phones.address:
            self.phones.open()

    def resume(self) -> None:
        self.phones.welcoming = True
        super().resume()

    def pause(self) -> None:
        self.phones.welcoming = False
        super().pause()

    def update(self, seconds: float) -> Change:
        phones = self.phones
        here = [phones.here(seat) for seat in phones.holders]
        shown = phones.url, phones.trouble, here, {**phones.holders}
        if shown != self._shown:
            self._shown = shown
            self.rebuild()
        return super().update(seconds)

    def build(self) -> list[Widget]:
        if why := self.phones.trouble:
            again = self._button("try", self.phones.open, "replay")
            rows, buttons = [Label(self._say(why), BODY)], [again] if why == "no_network" else []
            return list_sheet(self, self._say("title"), rows, 12, buttons=buttons)
        back = Button("", self.cancel, icon="back", look="round")
        words = [
            Label(self._say("title"), LARGE, "serif", color=surfaces.BRASS_TOP),
            Label(self._say("what"), BODY), Faded(self._say("type")),
            Label(self.phones.url.removeprefix("http://"), BODY, "bold"),
            Faded(self._say("safety")),
        ]  # fmt: skip
        off = self._button("off", self._switch_off, "off")
        side, rest = spread(self, [back], SquareCode(self.phones.url), words, [off])
        places = enumerate(self.phones.party.places())
        lines: list[Widget] = [self._seat(*each) for each in places if each[1].person]
        if not lines:
            lines.append(Label(self._say("no_seats"), BODY))
        operator = self.context.operator
        if operator.network:
            code = SquareCode(wifi_code(operator.network, operator.network_key))
            code.place(Box(0, 0, WIFI, WIFI))
            lines.append(Row(Label(self.t("phone.screen.wifi", name=operator.network), BODY), code))
        offered = self.phones.offered().items()
        if len(networks := [(ip, f"{ip} {name}".strip()) for ip, name in offered]) > 1:
            choice = Choice(networks, self.phones.address, self.phones.open)
            lines.append(Field(self._say("network"), choice))
        return [*side, *list_sheet(self, self._say("seats"), lines, 12, space=rest)]

    def _seat(self, seat: int, place: Place) -> Row:
        """Who sits there."""
        phones, holder = self.phones, self.phones.holders.get(seat)
        buttons, state = list[Button](), "none"
        if holder is not None:
            state = "here" if phones.here(seat) else "lent" if holder.lent else "away"
            if state == "away" and phones.party.computers:
                buttons.append(self._button("lend", partial(phones.lend, seat), "computer"))
            buttons.append(self._button("revoke", partial(phones.revoke, seat), "close"))
        return Row(Column([Label(place.name, BODY, "bold"), Faded(self._say(state))]), *buttons)

    def _say(self, key: str) -> str:
        return self.t(f"phone.screen.{key}")

    def _button(self, key: str, action: Action, icon: str) -> Button:
        return Button(self._say(key), action, icon=icon)

    def _switch_off(self) -> None:
        self.phones.close()
        self.cancel()
