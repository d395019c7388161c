"""Lets a function of Python play in matches, as a program of its own that speaks UGI (`docs/ugi.md`).

A file `bot.py`:

    import quintet.ugi

    def choose(match, limits):
        return match.legal_moves()[0]

    quintet.ugi.serve(choose, name="The first move")

plays wherever a player is named, here and on the command line:

    quintet.play_match("momentum", "ugi:python3 bot.py", "level:2", games=10)
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence
from typing import TextIO

from ._quintet import Game, Match, games

Limits = dict[str, int]
Choose = Callable[[Match, Limits], str | Sequence[str]]


def serve(choose: Choose, *, name: str = "a program in Python", source: TextIO | None = None, sink: TextIO | None = None) -> None:
    """Answers questions for moves until `quit` or the end of the input.

    `choose` is given the match, with its history, and what limits the move, such as `{"movetime": 100}` (milliseconds), and answers a legal move as
    text or by its steps. Whoever oversteps the time by half a second loses the game. What `choose` prints goes to the error output, since answers
    stand on the other; what it raises ends the program, and is told with the game that it loses by that.

    >>> import io
    >>> asked = io.StringIO("ugi\\nsetoption name Game value momentum\\nposition startpos moves d4\\ngo movetime 100\\n")
    >>> told = io.StringIO()
    >>> serve(lambda match, limits: match.legal_moves()[0], name="First", source=asked, sink=told)
    >>> told.getvalue().splitlines()[-2:]
    ['ugiok', 'bestmove a1']
    """
    source, sink = source or sys.stdin, sink or sys.stdout
    match = Match(games()[0])

    def say(line: str) -> None:
        # Who asks waits for it.
        print(line, file=sink, flush=True)

    for line in source:
        words = line.split()
        match words:
            case ["ugi", *_]:
                _introduce(name, say)
            case ["isready", *_]:
                say("readyok")
            case ["setoption", "name", "Game", "value", game]:
                match = Match(Game(game))
            case ["setoption", "name", "Variant", "value", variant]:
                match = Match(Game(match.game.id, variant))
            case ["uginewgame", *_]:
                match = Match(match.game)
            case ["position", *rest]:
                match = _set_up(match.game, rest)
            case ["go", *rest]:
                with contextlib.redirect_stdout(sys.stderr):
                    move = choose(match, _limits(rest))
                say(f"bestmove {match.position.check(move)}")
            case ["quit", *_]:
                return


def _introduce(name: str, say: Callable[[str], None]) -> None:
    ids = list(dict.fromkeys(game.id for game in games()))
    variants = list(dict.fromkeys(game.variant for game in games()))
    say(f"id name {name}")
    for option, values in (("Game", ids), ("Variant", variants)):
        say(f"option name {option} type combo default {values[0]} " + " ".join(f"var {value}" for value in values))
    say("ugiok")


def _set_up(game: Game, words: list[str]) -> Match:
    """The match of `startpos moves …` or `fen … moves …`."""
    cut = words.index("moves") if "moves" in words else len(words)
    kind, *text = words[:cut]
    begun = game.position(" ".join(text)) if kind == "fen" else game
    return Match(begun).play(*words[cut + 1 :])


def _limits(words: list[str]) -> Limits:
    """The numbers after `go`, by the word before each."""
    return {word: int(number) for word, number in zip(words, words[1:]) if number.lstrip("-").isdigit()}
