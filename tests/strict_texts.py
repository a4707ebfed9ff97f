"""Texts that make do with nothing: whatever is missing is an error."""

from collections.abc import Mapping

from game.services.texts import Param, Texts


class MissingText(KeyError):
    """No text has this key, or nothing fills a placeholder in it."""


class StrictTexts(Texts):
    """As the table's, but where these would say some words of a key, MissingText is raised."""

    def _fill(self, key: str, name: str, params: Mapping[str, Param]) -> str:
        value = params.get(name)
        if isinstance(value, str) and value.startswith("@"):
            return self.t(f"{key.partition('.')[0]}.{value[1:]}")
        return super()._fill(key, name, params)

    def _missing(self, key: str) -> str:
        raise MissingText(f"{self.language}: {key}")
