"""Matches, reports and tables of self-play, in this process. `quintet.ray` spreads the same over many machines."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from ._quintet import Contest, Game, Record, SelfPlay, findings, first_share, study

Progress = Callable[[int], object]


@dataclass(frozen=True)
class MatchResult:
    """What a match came to, seen from A; the words are those of `quintet match --json`."""

    game: str
    variant: str
    a: str
    b: str
    games: int
    a_wins: int
    b_wins: int
    draws: int
    elo: float | None
    elo_error: float | None
    forfeits: int
    a_share: float
    a_share_low: float
    a_share_high: float
    los: float
    pairs: list[int]
    records: list[Record] = field(repr=False, compare=False)

    @staticmethod
    def of(contest: Contest, records: list[Record]) -> MatchResult:
        return MatchResult(**json.loads(contest.summary(records)), records=records)


def play_match(
    game: Game, a: str, b: str, *, workers: int = 1, progress: Progress | None = None, **options: Any
) -> MatchResult:
    """A match between two computer players, each opening with both colours.

    Options are `games` (100), `nodes` or `milliseconds` for a move, `random_opening` (so many random moves) or `openings` (a list of positions or
    moves) instead of the game's own, and `seed` (1).

    >>> import quintet
    >>> result = quintet.play_match(quintet.Game("momentum"), "level:3", "random", games=10)
    >>> result.games, result.a_wins > result.b_wins
    (10, True)
    """
    contest = Contest(game, a, b, **options)
    return MatchResult.of(contest, contest.play(workers=workers, progress=progress))


def selfplay(
    game: Game,
    folder: str | os.PathLike[str],
    player: str = "level:3",
    second: str | None = None,
    *,
    workers: int = 1,
    progress: Progress | None = None,
    **options: Any,
) -> int:
    """Plays games and writes them to a folder as Parquet, a row for every step of every move; says how many were played.

    What is in the folder already is not played again. Options are `games` (1000), `games_a_file` (1000), `nodes` or `milliseconds` for a move,
    `random_opening` (4), `lines` (1) and `seed` (1). `quintet data` writes the same files.
    """
    return SelfPlay(game, player, second, **options).write(folder, workers=workers, progress=progress)


#: How matches of a level against itself are played, for a report.
REPORT_OPENING = 0


def level_contest(game: Game, level: int, games: int, nodes: int, seed: int) -> Contest:
    """The games of a report's level."""
    name = f"level:{level}"
    limit = nodes if level == 8 else None
    return Contest(game, name, name, games=games, nodes=limit, random_opening=REPORT_OPENING, seed=seed)


def report(
    game: Game, *, levels: Iterable[int] = (2, 3, 4, 5, 6, 7), games: int = 100, nodes: int = 2_000, seed: int = 1, workers: int = 1
) -> dict[str, Any]:
    """What play tells about a game, as `quintet report --json` does: levels play against themselves, and the games of the strongest are studied.

    >>> import quintet
    >>> told = quintet.report(quintet.Game("momentum"), levels=[1, 2], games=4, nodes=20)
    >>> told["games"], [level["level"] for level in told["first_player"]]
    (4, [1, 2])
    """
    played = {level: level_contest(game, level, games, nodes, seed).play(workers=workers) for level in levels}
    studied = [study(record, nodes) for record in played[max(played)]]
    return told(game, played, studied, nodes, seed)


def told(game: Game, played: dict[int, list[Record]], studied: list[str], nodes: int, seed: int) -> dict[str, Any]:
    """A report from the games of its levels and what was found in those of the strongest."""
    shares = [{"level": level, **json.loads(first_share(records))} for level, records in played.items()]
    about = {"game": game.id, "variant": game.variant, "seed": seed, "nodes": nodes}
    return {**about, "first_player": shares, **json.loads(findings(studied))}
