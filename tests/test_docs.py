"""What the documentation names exists: files, commands, tables of the database."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from functools import cache
from importlib import import_module
from itertools import chain
from pathlib import Path

import pytest

from game.cli import COMMANDS, parser
from game.rules import GAMES
from game.services.store import FILE, Store
from tests.tools import bench

ROOT = Path(__file__).parents[1]
PAGES = [
    ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")),
]  # fmt: skip
TOPS = ("game", "tests", "docs", "levels", "assets", ".ci", "main.py")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
CODE = re.compile(r"`([^`\s]+)`")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
PLACEHOLDER = re.compile(r"<\w+>|\{[\w,]+\}|\*|\bDIR\b")
COMMAND = re.compile(r"`main\.py ([a-z][^`]*)`")
TOOL = re.compile(r"python -m (tests\.tools\.\w+)([^`#\n]*)")
VALUES = {"DIR": "shots", "GAME": "jin_li"}
"""What stands for the words in capitals."""
MEMBER = re.compile(r"[A-Z]\w+\.\w+(\(\))?")
TREE = re.compile(r"^([\w./]+)  ", re.MULTILINE)
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


@cache
def names() -> frozenset[str]:
    """The names of all files of the project."""
    return frozenset(file.name for top in TOPS for file in (ROOT / top).rglob("*"))


@every_page
def test_links_lead_to_files(page: Path) -> None:
    text = FENCE.sub("", page.read_text("utf-8"))
    links = [link for link in LINK.findall(CODE.sub("", text)) if "://" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []


@every_page
def test_named_files_exist(page: Path) -> None:
    """A path from the root of the project, or the bare name of a file that is somewhere in it."""
    named = set(CODE.findall(FENCE.sub("", page.read_text("utf-8"))))
    paths = {name for name in named if name.split("/")[0] in TOPS and not PLACEHOLDER.search(name)}
    bare = {name for name in named if re.fullmatch(r"\w+\.py", name)}
    assert sorted(path for path in paths if not (ROOT / path).exists()) == []
    assert sorted(bare - names() - {"main.py"}) == []


@cache
def words() -> frozenset[str]:
    """All that stands in the code of the project."""
    sources = (file for top in ("game", "tests") for file in (ROOT / top).rglob("*.py"))
    return frozenset(chain.from_iterable(re.findall(r"\w+", f.read_text("utf-8")) for f in sources))


@every_page
def test_what_a_class_is_said_to_have_stands_in_the_code(page: Path) -> None:
    named = CODE.findall(FENCE.sub("", page.read_text("utf-8")))
    parts = {name: name.removesuffix("()").split(".") for name in named if MEMBER.fullmatch(name)}
    assert [name for name, said in parts.items() if not words().issuperset(said)] == []


def test_the_tree_of_the_readme_exists() -> None:
    text = (ROOT / "README.md").read_text("utf-8").partition("## How it is built")[2]
    named = TREE.findall(text)
    assert len(named) > 10
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_picture_names_what_exists() -> None:
    picture = (ROOT / "docs" / "pictures" / "architecture.svg").read_text("utf-8")
    named = re.findall(r"\b(?:game|assets)/[\w/]+", picture)
    assert named
    assert [n for n in named if not (ROOT / n).exists() and not (ROOT / f"{n}.py").exists()] == []


def test_every_table_of_the_database_is_described(tmp_path: Path) -> None:
    Store(tmp_path, GAMES).close()
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        found = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    page = (ROOT / "docs" / "database.md").read_text("utf-8")
    tables = {str(name) for (name,) in found if not str(name).startswith("sqlite_")}
    assert sorted(table for table in tables if f"| `{table}` |" not in page) == []


def test_every_decision_is_listed() -> None:
    folder = ROOT / "docs" / "decisions"
    pages = {page.name for page in folder.glob("*.md")} - {"README.md"}
    assert pages == set(LINK.findall((folder / "README.md").read_text("utf-8")))


def test_every_named_command_exists() -> None:
    found = (words for page in PAGES for words in COMMAND.findall(page.read_text("utf-8")))
    named = {tuple(words.split()) for words in found if not words.startswith("bench")}
    assert {words[0] for words in named} == COMMANDS.keys() - {"play"}
    for words in named:
        values = [VALUES.get(word, word) for word in words]
        assert parser().parse_args(values).command == words[0]


def test_every_named_option_of_bench_exists() -> None:
    found = {words for page in PAGES for words in COMMAND.findall(page.read_text("utf-8"))}
    named = [words.split()[1:] for words in found if words.startswith("bench")]
    assert [] in named
    assert all(bench.parser().parse_args(words) for words in named)


def test_every_named_tool_of_developers_exists() -> None:
    named = {found for page in PAGES for found in TOOL.findall(page.read_text("utf-8"))}
    assert {name for name, _ in named} == {
        f"tests.tools.{path.stem}" for path in (ROOT / "tests" / "tools").glob("*.py")
        if "\ndef main(" in path.read_text("utf-8")
    }
    for name, options in named:
        words = [VALUES.get(word, word.replace("<game>", "jin_li")) for word in options.split()]
        assert import_module(name).parser().parse_args(words)
