"""What the phone's sheet of symbols holds."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from game.shipped import ASSETS

SVG = "{http://www.w3.org/2000/svg}"


def sheet() -> ET.Element:
    return ET.parse(ASSETS / "phone" / "sprites.svg").getroot()


def symbols() -> set[str]:
    """The names of what the phone draws by itself; lines are strokes of its style sheet."""
    lines = {"line_0", "line_1"}
    return lines | {symbol.attrib["id"] for symbol in sheet().iter(f"{SVG}symbol")}


def outline() -> str:
    """The path of a Walong around its centre."""
    paths = sheet().iter(f"{SVG}path")
    return next(path.attrib["d"] for path in paths if path.get("id") == "whirl")
