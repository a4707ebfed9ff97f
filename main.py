"""Walong Table: six games on one table. `python main.py --help` tells what it can do."""

import multiprocessing

from game.cli import main

if __name__ == "__main__":
    multiprocessing.freeze_support()
    raise SystemExit(main())
