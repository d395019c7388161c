"""What the tests share: every variant of every game, and the program, if `QUINTET_BIN` names it."""

import json
import os
import pathlib
import subprocess

import pytest

import quintet

ROOT = pathlib.Path(__file__).resolve().parents[3]
GAMES = quintet.games()
#: Modules that say `NEEDS_ACTIONS = True` are tried with these games only.
LEARNABLE = [game for game in GAMES if game.has_actions]


def name(game):
    return f"{game.id}-{game.variant}"


def pytest_generate_tests(metafunc):
    if "game" in metafunc.fixturenames:
        games = LEARNABLE if getattr(metafunc.module, "NEEDS_ACTIONS", False) else GAMES
        metafunc.parametrize("game", games, ids=name)


@pytest.fixture
def program():
    """Runs the program with arguments and gives what it prints, as JSON objects."""
    binary = os.environ.get("QUINTET_BIN")
    if not binary:
        pytest.skip("QUINTET_BIN names no program")

    def run(*arguments, stdin=None):
        words = [binary, *map(str, arguments), "--json"]
        done = subprocess.run(words, input=stdin, capture_output=True, text=True, check=True)
        return [json.loads(line) for line in done.stdout.splitlines()]

    return run


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]


def vectors(game, kind):
    """Positions or games written down by an independent implementation."""
    return lines(ROOT / f"games/{game.id}/tests/vectors/{name(game)}.{kind}.jsonl")
