"""Matches, reports and tables of self-play, in this process. `quintet.ray` spreads the same over many machines."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ._quintet import Contest, Game, QuintetError, Record, SelfPlay, different, findings, first_share, study

Progress = Callable[[int], object]

#: So many forfeits are told one by one: who fails more often fails in the same way.
MOST_TOLD = 10


class ForfeitWarning(UserWarning):
    """A player lost a game without losing it by the rules: its program crashed, made an illegal move or took too long."""


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
    a_forfeits: int
    b_forfeits: int
    a_share: float
    a_share_low: float
    a_share_high: float
    los: float
    pairs: list[int]
    records: list[Record] = field(repr=False, compare=False)

    @staticmethod
    def of(contest: Contest, records: list[Record]) -> MatchResult:
        """What games of a match came to; forfeits are told as warnings."""
        _warn_of_forfeits(records)
        return MatchResult(**json.loads(contest.summary(records)), records=records)


def _warn_of_forfeits(records: list[Record]) -> None:
    lost = [record for record in records if record.ending in ("forfeit", "time")]
    for record in lost[:MOST_TOLD]:
        who = record.second if record.result == "first" else record.first
        why = record.comments[-1][1] if record.comments else record.ending
        warnings.warn(f"game {dict(record.tags).get('Round')}: {who} {why}", ForfeitWarning, stacklevel=4)
    if len(lost) > MOST_TOLD:
        warnings.warn(f"{len(lost)} of {len(records)} games were forfeited", ForfeitWarning, stacklevel=4)


def play_match(
    game: Game | str,
    a: str,
    b: str,
    *,
    games: int = 100,
    nodes: int | None = None,
    milliseconds: int | None = None,
    random_opening: int | None = None,
    openings: Sequence[str] | None = None,
    seed: int = 1,
    workers: int = 1,
    progress: Progress | None = None,
) -> MatchResult:
    """A match between two computer players, each opening with both colours.

    `nodes` or `milliseconds` limit a move; who has no limit of its own thinks for 100 milliseconds. Games begin with the game's own openings, or with
    `random_opening` random moves, or with `openings`, a list of positions or moves. `progress` is called with how many games have ended.

    `ugi:COMMAND` lets a program play (`quintet.ugi` makes one of a function). One that does not start raises `QuintetError` before the first game; each
    game that one loses by failing is told by a `ForfeitWarning`.

    >>> import quintet
    >>> result = quintet.play_match(quintet.Game("momentum"), "level:3", "random", games=10)
    >>> result.games, result.a_wins > result.b_wins
    (10, True)
    """
    contest = Contest(
        game, a, b, games=games, nodes=nodes, milliseconds=milliseconds, random_opening=random_opening, openings=openings, seed=seed
    )
    return MatchResult.of(contest, contest.play(workers=workers, progress=progress))


def selfplay(
    game: Game | str,
    folder: str | os.PathLike[str],
    player: str = "level:3",
    second: str | None = None,
    *,
    games: int = 1000,
    games_a_file: int = 1000,
    nodes: int | None = None,
    milliseconds: int | None = None,
    random_opening: int = 4,
    lines: int = 1,
    seed: int = 1,
    workers: int = 1,
    progress: Progress | None = None,
) -> int:
    """Plays games and writes them to a folder as Parquet, a row for every step of every move; says how many were played.

    What is in the folder already is not played again, so that more games than before go on from those. `nodes` or `milliseconds` limit a move, `lines`
    says how many of the best moves are written, `random_opening` how many random moves each game begins with, which are not. `progress` is called
    with how many games are there. `quintet data` writes the same files.
    """
    playing = SelfPlay(
        game,
        player,
        second,
        games=games,
        games_a_file=games_a_file,
        nodes=nodes,
        milliseconds=milliseconds,
        random_opening=random_opening,
        lines=lines,
        seed=seed,
    )
    return playing.write(folder, workers=workers, progress=progress)


#: How many random moves begin a game of a report: levels that overlook nothing would else play one game over and over.
REPORT_OPENING = 2


def level_contest(game: Game | str, level: int, games: int, nodes: int, random_opening: int, seed: int) -> Contest:
    """The games of a report's level."""
    name = f"level:{level}"
    limit = nodes if level == 8 else None
    return Contest(game, name, name, games=games, nodes=limit, random_opening=random_opening, seed=seed)


def checked_levels(levels: Iterable[int]) -> list[int]:
    """The levels of a report, at least one."""
    chosen = list(levels)
    if not chosen:
        raise QuintetError("expected at least one level, got none")
    return chosen


def report(
    game: Game | str,
    *,
    levels: Iterable[int] = (2, 3, 4, 5, 6, 7),
    games: int = 100,
    nodes: int = 2_000,
    random_opening: int = REPORT_OPENING,
    seed: int = 1,
    workers: int = 1,
) -> dict[str, Any]:
    """What play tells about a game, as `quintet report --json` does: levels play against themselves, and the games of the strongest are studied.
    Games that are the same, move for move, count once.

    >>> import quintet
    >>> told = quintet.report(quintet.Game("momentum"), levels=[1, 2], games=4, nodes=20)
    >>> told["games"], [level["level"] for level in told["first_player"]]
    (4, [1, 2])
    """
    levels = checked_levels(levels)
    contests = {level: level_contest(game, level, games, nodes, random_opening, seed) for level in levels}
    played = {level: different(contest.play(workers=workers)) for level, contest in contests.items()}
    studied = [study(record, nodes) for record in played[max(played)]]
    return told(game, played, studied, nodes, random_opening, seed)


def told(
    game: Game | str, played: dict[int, list[Record]], studied: list[str], nodes: int, random_opening: int, seed: int
) -> dict[str, Any]:
    """A report from the games of its levels and what was found in those of the strongest."""
    game = Game(game) if isinstance(game, str) else game
    shares = [{"level": level, **json.loads(first_share(records))} for level, records in played.items()]
    about = {"game": game.id, "variant": game.variant, "seed": seed, "nodes": nodes, "random_opening": random_opening}
    return {**about, "first_player": shares, **json.loads(findings(studied))}
