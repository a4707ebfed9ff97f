"""Walong Table: six games on one table. `python main.py --help` tells what it can do.

In a checkout `python main.py bench` tells whether this machine keeps what is promised.
"""

import multiprocessing
import runpy
import sys
from pathlib import Path

from game.cli import main

if __name__ == "__main__":
    multiprocessing.freeze_support()
    if sys.argv[1:2] == ["bench"] and Path(__file__).with_name("tests").is_dir():
        del sys.argv[1]
        runpy.run_module("tests.tools.bench", run_name="__main__")
    raise SystemExit(main())
