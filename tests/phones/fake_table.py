"""A table for the phone page alone: matches at random with the games' boards, nothing stored.

    python -m tests.phones.fake_table jin_li --seats 2 --port 8790 --play 0
"""

from __future__ import annotations

import argparse
import json
import random
import threading
from http import HTTPStatus
from pathlib import Path
from typing import Any

import font_source_sans_pro
import font_source_serif_pro
from websockets.datastructures import Headers
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection, serve

from game.phones.boards import asked, board_of
from game.rules import GAMES
from game.rules.core.match import Match
from game.services.people import MARKS
from game.services.texts import Texts
from game.shipped import ASSETS

COLORS = ["#d8a642", "#7fb0ff", "#e06a55", "#6fc08a", "#b48be0", "#cfcfcf"]
CSP = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self';"
       " connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")  # fmt: skip
TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript",
         ".svg": "image/svg+xml", ".jpg": "image/jpeg", ".ttf": "font/ttf", ".json": "application/json",
         ".md": "text/markdown; charset=utf-8"}  # fmt: skip
INVITATION = "A" * 22


def files() -> dict[str, tuple[str, bytes]]:
    """Everything that is served, by address."""
    found: dict[str, Path] = {f"/{file.name}": file for file in (ASSETS / "phone").iterdir()}
    found["/"] = ASSETS / "phone" / "index.html"
    for file in (ASSETS / "art").rglob("*"):
        if file.suffix in (".svg", ".jpg"):
            found[f"/art/{file.relative_to(ASSETS / 'art').as_posix()}"] = file
    for file in (ASSETS / "rules").glob("*/*.md"):
        found[f"/rules/{file.parent.name}/{file.name}"] = file
    for name, package, face in (("serif", font_source_serif_pro, "SourceSerifPro-Semibold"),
                                ("sans", font_source_sans_pro, "SourceSansPro-Regular")):  # fmt: skip
        found[f"/font/{name}.ttf"] = Path(str(package.__file__)).parent / "files" / f"{face}.ttf"
    served = {at: (TYPES[file.suffix], file.read_bytes()) for at, file in found.items()}
    for language in ("en", "de"):
        texts = Texts(language)._texts
        page = {k.removeprefix("phone.page."): v for k, v in texts.items() if k.startswith("phone.page.")}
        served[f"/texts/{language}.json"] = TYPES[".json"], json.dumps(page).encode()
    return served


class Phone:
    """One connection."""

    def __init__(self, line: ServerConnection) -> None:
        self.line, self.texts, self.yours = line, Texts("en", strict=True), list[int]()

    def say(self, kind: str, **values: object) -> None:
        try:
            self.line.send(json.dumps({"type": kind, **values}, ensure_ascii=False))
        except Exception:
            pass


class FakeTable:
    """A match, its seats, and the phones of it."""

    def __init__(self, game: str, seats: int, options: dict[str, Any] | None = None, seed: int = 1,
                 confirm: bool = False, bots: bool = True, skip: int = 0) -> None:  # fmt: skip
        self.game, self.rng, self.confirm, self.bots = GAMES[game], random.Random(seed), confirm, bots
        self.match = Match(self.game, seats, options or {}, seed=seed)
        for _ in range(skip):
            if self.match.actor is not None:
                self.match.play(self.rng.choice(list(self.game.moves(self.match.state))))
        self.names = ["Anna", "Ben", "Cleo", "Dana", "Emil", "Fee"][:seats]
        self.kinds, self.badges = ["free"] * seats, list(MARKS[:seats])
        self.owners: dict[int, str] = {}
        self.phones: list[Phone] = []
        self.ids: dict[Phone, str] = {}
        self.answers: dict[tuple[str, int], bool] = {}
        self.log: list[tuple[str, dict[str, Any]]] = []
        self.lock = threading.RLock()
        self.files = files()
        self.server = serve(self.talk, "127.0.0.1", 0, process_request=self.answer)
        self.port = self.server.socket.getsockname()[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/#{INVITATION}"

    def close(self) -> None:
        self.server.shutdown()

    def answer(self, line: ServerConnection, request: Request) -> Response | None:
        if request.path == "/ws":
            return None
        kind, body = self.files.get(request.path.partition("?")[0], ("text/plain", b"not here"))
        status = HTTPStatus.OK if request.path in self.files else HTTPStatus.NOT_FOUND
        headers = Headers({"Content-Type": kind, "Content-Length": str(len(body)),
                           "Content-Security-Policy": CSP.format(host=request.headers["Host"])})  # fmt: skip
        return Response(status.value, status.phrase, headers, body)

    # Talking ------------------------------------------------------------------------------------

    def talk(self, line: ServerConnection) -> None:
        phone = Phone(line)
        for text in line:
            message = json.loads(text)
            with self.lock:
                self.log.append((self.ids.get(phone, ""), message))
                getattr(self, f"_{message['type']}")(phone, message)
        with self.lock:
            if phone in self.phones:
                self.phones.remove(phone)

    def _hello(self, phone: Phone, message: dict[str, Any]) -> None:
        if not (message["token"] == INVITATION or message["token"].startswith("seat")):
            phone.say("error", text="This code is not right.")
            phone.line.close(4401)
            return
        phone.texts.switch(message["language"])
        self.ids[phone] = message["phone"]
        phone.yours = [seat for seat, owner in self.owners.items() if owner == message["phone"]]
        self.phones.append(phone)
        self.tell_all()

    def _language(self, phone: Phone, message: dict[str, Any]) -> None:
        phone.texts.switch(message["language"])
        self.tell_all()

    def _sit(self, phone: Phone, message: dict[str, Any]) -> None:
        seat = message["seat"]
        self.names[seat], self.badges[seat], self.kinds[seat] = message["name"], message["badge"], "person"
        self.owners[seat] = self.ids[phone]
        phone.yours.append(seat)
        phone.say("seated", seat=seat, token=f"seat{seat}".ljust(22, "x"))
        self.tell_all()

    def _leave(self, phone: Phone, message: dict[str, Any]) -> None:
        phone.yours.remove(message["seat"])
        self.owners.pop(message["seat"])
        self.kinds[message["seat"]] = "free"
        phone.say("gone", seat=message["seat"], why="You have left the seat.")
        self.tell_all()

    def _aim(self, phone: Phone, message: dict[str, Any]) -> None:
        pass

    def _undo(self, phone: Phone, message: dict[str, Any]) -> None:
        self.match.undo()
        self.tell_all()

    def _hint(self, phone: Phone, message: dict[str, Any]) -> None:
        view = self.view(message["seat"])
        board = board_of(self.game.info.id)
        assert board is not None
        way = board.ways(view, self.game.moves(view)[0])[0]
        phone.say("told", seat=message["seat"], tone="hint", text="Try this.", rule="", places=list(way))

    def _play(self, phone: Phone, message: dict[str, Any]) -> None:
        key = self.ids[phone], message["number"]
        if key not in self.answers:
            self.answers[key] = self.wish(phone, message)
        phone.say("done", seat=message["seat"], number=message["number"], played=self.answers[key])
        self.tell_all()

    def wish(self, phone: Phone, message: dict[str, Any]) -> bool:
        seat, board = message["seat"], board_of(self.game.info.id)
        if message["at"] != self.match.cursor or self.match.actor != seat or board is None:
            return False
        try:
            move = board.wish(self.view(seat), seat, message["picks"])
        except ValueError:
            phone.say("told", seat=seat, tone="refusal", text="These taps say no move.", rule="", places=message["picks"])
            return False
        if refusal := self.game.why_illegal(self.match.state, move):
            phone.say("told", seat=seat, tone="refusal", rule=refusal.rule, places=list(refusal.places),
                      text=phone.texts.refusal(self.game.info.id, refusal))  # fmt: skip
            return False
        self.match.play(move)
        if self.bots:
            while self.match.actor is not None and self.match.actor not in self.owners:
                self.match.play(self.rng.choice(list(self.game.moves(self.match.state))))
        return True

    def view(self, seat: int) -> Any:
        return self.game.observation(self.match.state, seat)

    def tell_all(self) -> None:
        for phone in list(self.phones):
            self.tell(phone)

    def tell(self, phone: Phone) -> None:
        id_, here = self.game.info.id, {s for each in self.phones for s in each.yours}
        seats = [
            {"seat": seat, "name": name if self.kinds[seat] == "person" else "", "kind": self.kinds[seat],
             "badge": self.badges[seat], "color": COLORS[seat],
             "phone": "here" if seat in here else "away" if seat in self.owners else "none"}
            for seat, name in enumerate(self.names)
        ]  # fmt: skip
        phone.say("table", version=1, game=id_, title=phone.texts.t(f"{id_}.name"), seats=seats,
                  language=phone.texts.language, badges=list(MARKS), yours=phone.yours,
                  hidden=self.game.info.hidden)  # fmt: skip
        for seat in phone.yours:
            phone.say("view", **self.seen(seat, phone.texts))

    def seen(self, seat: int, texts: Texts) -> dict[str, Any]:
        id_, view, board, actor = self.game.info.id, self.view(seat), board_of(self.game.info.id), self.match.actor
        assert board is not None
        picture = board.picture(view, seat, texts)
        due = {"ways": [], "ghosts": {}, "actions": [], "prompt": ""}
        if actor == seat:
            places = frozenset(item.place for item in (*picture.items, *picture.hand))
            due = asked(id_, view, places, texts)._asdict()
        outcome = self.match.outcome
        return {
            "seat": seat, "at": self.match.cursor, "turn": actor, "asked": actor == seat, **due,
            **picture._asdict(), "scores": list(enumerate(self.game.scores(self.match.state))),
            "held": list(enumerate(picture.held)), "last": [], "confirm": self.confirm,
            "over": texts.outcome(id_, outcome, self.names) if outcome else "",
        }  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--skip", type=int, default=0)
    wanted = parser.parse_args()
    table = FakeTable(wanted.game, wanted.seats, skip=wanted.skip)
    print(table.address)
    threading.Event().wait()
