"""A TOML file read key by key, every error naming the file and the key it is about."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from game.rules.core.protocol import Plain
from game.services.texts import LANGUAGES

Words: TypeAlias = Mapping[str, str]
"""The same in every language, by the language's code."""


class TableError(ValueError):
    """Something in a file is wrong: ``levels/jin_li/10.toml: goal.points: …``."""

    def __init__(self, file: Path, key: str, message: str) -> None:
        super().__init__(f"{file}: {key}: {message}" if key else f"{file}: {message}")
        self.file = file
        self.key = key


class TomlTable:
    """A table of a file. What is asked for is taken out; `close` refuses what is left."""

    def __init__(self, file: Path, data: Plain, path: str = "") -> None:
        self.file = file
        self.path = path
        self._data = dict(data)

    @classmethod
    def read(cls, file: Path) -> "TomlTable":
        """The whole file. Raises TableError if it cannot be read or is no TOML."""
        try:
            return cls(file, tomllib.loads(file.read_text(encoding="utf-8")))
        except (OSError, ValueError, RecursionError) as error:
            raise TableError(file, "", str(error)) from error

    def where(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def fail(self, key: str, message: str) -> NoReturn:
        raise TableError(self.file, self.where(key) if key else self.path, message)

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def close(self) -> None:
        """Raise TableError if there is a key nobody asked for."""
        for key in self._data:
            self.fail(key, "there is no such key here")

    def _take(self, key: str, default: object, kind: type | tuple[type, ...], needed: str) -> Any:
        """What stands there, of a type that errors call `needed`; it is there, or a default is.

        `Any` here and below is what TOML can say; whoever asked checks it.
        """
        if key not in self._data and default is None:
            self.fail(key, "this key is missing")
        value = self._data.pop(key, default)
        if not isinstance(value, kind):
            self.fail(key, f"this has to be {needed}")
        return value

    def text(self, key: str, default: str | None = None) -> str:
        return str(self._take(key, default, str, "a text"))

    def one_of(self, key: str, values: tuple[str, ...], default: str | None = None) -> str:
        value = self.text(key, default)
        if value not in values:
            self.fail(key, f"this is one of {', '.join(values)}, not {value!r}")
        return value

    def number(self, key: str, default: int | None = None, least: int = 0) -> int:
        value = self._take(key, default, object, "")
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            self.fail(key, f"this has to be a whole number from {least} on")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts, or one; none if the key is missing."""
        value = self._take(key, (), (str, list, tuple), "a list of texts")
        items = (value,) if isinstance(value, str) else tuple(value)
        if not all(isinstance(item, str) for item in items):
            self.fail(key, "this has to be a list of texts")
        return items

    def value(self, key: str) -> Any:
        """Whatever stands there."""
        return self._take(key, None, object, "")

    def table(self, key: str) -> "TomlTable":
        """A table below this one; empty if it is missing."""
        return TomlTable(self.file, self._take(key, {}, dict, "a table"), self.where(key))

    def tables(self, key: str) -> "list[TomlTable]":
        """A list of tables; empty if it is missing. They are numbered from 1 in messages."""
        value = self._take(key, [], list, "a list of tables")
        if not all(isinstance(item, dict) for item in value):
            self.fail(key, "this has to be a list of tables")
        return [
            TomlTable(self.file, item, f"{self.where(key)}[{n}]") for n, item in enumerate(value, 1)
        ]

    def rest(self) -> dict[str, Any]:
        """Everything that is left."""
        rest, self._data = self._data, {}
        return rest

    def words(self, key: str) -> Words:
        """A text in every language."""
        table = TomlTable(self.file, self._take(key, None, dict, "a table"), self.where(key))
        found = {language: table.text(language) for language in LANGUAGES}
        for language, text in found.items():
            if not text.strip():
                table.fail(language, "this text is empty")
        table.close()
        return found
