"""Phones at the table: the code by which they come, and who plays which seat with one."""

from functools import partial
from typing import Final

from segno.helpers import make_wifi_data

from game.phones.host import KEPT, addresses
from game.rules.core.protocol import Plain
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


class PhonesScene(MenuScene):
    """Opening it lets phones come. It stays so until somebody switches that off here."""

    name = "phones"

    _shown: tuple[str, list[Plain], list[Plain]] | None = None
    """What it was built of."""

    def enter(self) -> None:
        self._open()

    def update(self, seconds: float) -> Change:
        phones = self.context.phones
        shown = phones.url, self._seats(), [guest.wish for guest in phones.guests.values()]
        if shown != self._shown:
            if self._shown and {each["phone"] for each in shown[1]} == {"here"}:
                self.cancel()  # everybody has come
            self._shown = shown
            self.rebuild()
        return super().update(seconds)

    def build(self) -> list[Widget]:
        phones, operator = self.context.phones, self.context.operator
        if not phones.port:
            why = Label(self._say("starting" if phones.address else "no_network"), BODY)
            again = [self._button("try", self._open, "replay")] if not phones.address else []
            return list_sheet(self, self._say("title"), [why], 12, buttons=again)
        back = Button("", self.cancel, icon="back", look="round")
        words = [
            Label(self._say("title"), LARGE, "serif", color=surfaces.BRASS_TOP),
            Label(self._say("what"), BODY), Faded(self._say("type")),
            Label(phones.url.removeprefix("http://"), BODY, "bold"), Faded(self._say("safety")),
        ]  # fmt: skip
        seats, buttons = self._seats(), [self._button("off", self._switch_off, "off")]
        if any(each["kind"] == "free" for each in seats):
            buttons.insert(0, self._button("begin", self.cancel, "play"))
        side, rest = spread(self, [back], SquareCode(phones.url), words, buttons)
        lines: list[Widget] = [self._seat(each) for each in seats]
        if not lines:
            lines.append(Label(self._say("no_seats"), BODY))
        if operator.network:
            key = operator.network_key
            code = SquareCode(make_wifi_data(operator.network, key, "WPA" if key else "nopass"))
            code.place(Box(0, 0, WIFI, WIFI))
            lines.append(Row(Label(self.t("phone.screen.wifi", name=operator.network), BODY), code))
        networks = [(ip, f"{ip} {name}") for ip, name in addresses().items()]
        if len(networks) > 1:
            lines.append(Field(self._say("network"), Choice(networks, phones.address, self._open)))
        return [*side, *list_sheet(self, self._say("seats"), lines, 12, space=rest)]

    def _seats(self) -> list[Plain]:
        """The seats at which phones can sit."""
        return [each for each in self.context.phones.party.seats() if each["kind"] != "computer"]

    def _seat(self, told: Plain) -> Row:
        """Who sits there, who would like to, and what can be decided about it."""
        phones, buttons, who = self.context.phones, list[Button](), (told["name"], told["badge"])
        words = [Label(told["name"], BODY, "bold"), Faded(self._say(told["phone"]))]
        for guest in phones.guests.values():
            if guest.wish.get("seat") == told["seat"]:
                words.append(Label(self.t("phone.screen.asks", name=guest.wish["name"]), BODY))
                buttons.append(self._button("give", partial(phones.grant, guest), "check"))
        if told["phone"] == "away":
            buttons.append(self._button("lend", partial(phones.lend, who), "computer"))
        if who in phones.holders:
            buttons.append(self._button("revoke", partial(phones.revoke, who), "close"))
        return Row(Column(words), *buttons)

    def _say(self, key: str) -> str:
        return self.t(f"phone.screen.{key}")

    def _button(self, key: str, action: Action, icon: str) -> Button:
        return Button(self._say(key), action, icon=icon)

    def _open(self, address: str = "") -> None:
        self.context.phones.open(address, self.context.store)

    def _switch_off(self) -> None:
        self.context.phones.close()
        self.context.store.set(**{KEPT: None})
        self.cancel()
