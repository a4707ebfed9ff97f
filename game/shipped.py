"""Where the files that travel with the program are: in its package once it is installed, beside
the package in a checkout.
"""

from importlib.resources import files
from pathlib import Path
from typing import Final

_PACKAGE = Path(str(files("game")))
_ROOT = _PACKAGE if (_PACKAGE / "assets").is_dir() else _PACKAGE.parent
ASSETS: Final = _ROOT / "assets"
LEVELS: Final = _ROOT / "levels"
