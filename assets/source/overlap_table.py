"""Writes game/rules/walong/overlap_table.py: which small relative poses of two Walongs overlap.

    python assets/source/overlap_table.py

Needed only if the outline (W-4) or the width of the table changes; takes about half a minute.
"""

from __future__ import annotations

import sys
import zlib
from base64 import b85encode
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from game.rules.walong.geometry import CENTRES, HOME, Pose, centre  # noqa: E402
from game.rules.walong.overlap import LIMIT, REACH, shared_area  # noqa: E402

TARGET = ROOT / "game" / "rules" / "walong" / "overlap_table.py"
WIDTH = 6
LINE = 92

HEAD = '''"""Which relative poses of two Walongs overlap (W-6): a table written by a program.

One bit for every pose with coordinates from -WIDTH to WIDTH, ordered by d, b, c, a, and k, lowest
bit first, deflated, in base 85. Made by assets/source/overlap_table.py; a test checks it.
"""

WIDTH = {width}
TABLE = (
{lines}
)
'''


def overlaps(pose: Pose) -> bool:
    """The verdict of W-6, measured."""
    near = abs(centre(pose) - CENTRES[0]) <= REACH
    return near and shared_area(HOME, pose) > LIMIT


def main() -> None:
    """Measure every pose of the table and write the module."""
    span = range(-WIDTH, WIDTH + 1)
    bits = bytearray((12 * len(span) ** 4 + 7) // 8)
    for bit, (d, b, c, a, k) in enumerate(product(span, span, span, span, range(12))):
        if overlaps(Pose(k, a, b, c, d)):
            bits[bit >> 3] |= 1 << (bit & 7)
    text = b85encode(zlib.compress(bytes(bits), 9)).decode()
    parts = [text[i : i + LINE] for i in range(0, len(text), LINE)]
    lines = "\n".join(f'    b"{part}"' for part in parts)
    TARGET.write_text(HEAD.format(width=WIDTH, lines=lines), encoding="ascii")


if __name__ == "__main__":
    main()
