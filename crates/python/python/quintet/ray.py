"""Matches, reports and tables of self-play on many machines: `pip install quintet[ray]`.

Work is cut into jobs that do not depend on each other, so that for players limited by nodes on one thread the results are those of one process,
whatever machine did what. A job whose worker dies is done again elsewhere.

    ray.init(address="auto")
    quintet.ray.play_match(game, "level:6", "level:5", games=10_000)
"""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Iterable
from typing import Any

import ray

from . import contests
from ._quintet import Contest, Game, Record, SelfPlay, different, study
from .contests import REPORT_OPENING, MatchResult, Progress, checked_levels, level_contest, told

#: How often a job is tried again whose worker died.
RETRIES = 5


def _with_options_of(twin: Callable[..., Any]):
    """The options of a function's twin in one process are its own, too: all but how many threads it has."""

    def extended(function):
        own = inspect.signature(function)
        plain = {name: given for name, given in own.parameters.items() if given.kind != inspect.Parameter.VAR_KEYWORD}
        theirs = {name: given for name, given in inspect.signature(twin).parameters.items() if name != "workers"}

        @functools.wraps(function)
        def checked(*given, **named):
            for name in named.keys() - (plain.keys() | theirs.keys()):
                raise TypeError(f"quintet.ray.{function.__name__}() got an unexpected keyword argument '{name}'")
            return function(*given, **named)

        all_of_them = sorted({**theirs, **plain}.values(), key=lambda given: given.kind)
        checked.__signature__ = own.replace(parameters=all_of_them)
        return checked

    return extended


def _job(function):
    """A job that Ray tries again when its worker dies, not when it raises."""
    return ray.remote(num_cpus=1, max_retries=RETRIES, retry_exceptions=False)(function)


def _gather(jobs: list, progress: Progress | None) -> list:
    """The answers in the order of the jobs; `progress` hears how many are there."""
    open_jobs, ended = list(jobs), 0
    try:
        while open_jobs:
            done, open_jobs = ray.wait(open_jobs, num_returns=1)
            ended += len(done)
            if progress is not None:
                progress(ended)
        return ray.get(jobs)
    except BaseException:
        for job in open_jobs:
            ray.cancel(job)
        raise


def _cut(count: int, size: int) -> list[list[int]]:
    return [list(range(first, min(first + size, count))) for first in range(0, count, size)]


def _play(game: Game | str, a: str, b: str, options: dict[str, Any], numbers: list[int]):
    return Contest(game, a, b, **options).play(numbers)


@_with_options_of(contests.play_match)
def play_match(
    game: Game | str, a: str, b: str, *, games_a_job: int = 10, progress: Progress | None = None, **options: Any
) -> MatchResult:
    """As `quintet.play_match`, with its options but `workers`, spread over a cluster. `progress` hears how many jobs are done. A program that does
    not start on the machine of a job raises, before the first game of that job."""
    contest = Contest(game, a, b, **options)
    play = _job(_play)
    jobs = [play.remote(game, a, b, options, numbers) for numbers in _cut(contest.games, games_a_job)]
    records = [record for part in _gather(jobs, progress) for record in part]
    return MatchResult.of(contest, records)


def _play_level(game: Game | str, level: int, games: int, nodes: int, random_opening: int, seed: int, numbers: list[int]):
    return level_contest(game, level, games, nodes, random_opening, seed).play(numbers)


def _study(record: Record, nodes: int) -> str:
    return study(record, nodes)


def report(
    game: Game | str,
    *,
    levels: Iterable[int] = (2, 3, 4, 5, 6, 7),
    games: int = 100,
    nodes: int = 2_000,
    random_opening: int = REPORT_OPENING,
    seed: int = 1,
    games_a_job: int = 10,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """As `quintet.report`, spread over a cluster."""
    play, parts, levels = _job(_play_level), _cut(games, games_a_job), checked_levels(levels)
    jobs = [play.remote(game, level, games, nodes, random_opening, seed, numbers) for level in levels for numbers in parts]
    answers = iter(_gather(jobs, progress))
    played = {level: different([record for _ in parts for record in next(answers)]) for level in levels}
    studies = _job(_study)
    studied = _gather([studies.remote(record, nodes) for record in played[max(played)]], progress)
    return told(game, played, studied, nodes, random_opening, seed)


def _part(game: Game | str, player: str, second: str | None, options: dict[str, Any], part: int) -> bytes:
    return SelfPlay(game, player, second, **options).part(part)


@_with_options_of(contests.selfplay)
def selfplay(
    game: Game | str,
    folder: str | os.PathLike[str],
    player: str = "level:3",
    second: str | None = None,
    *,
    progress: Progress | None = None,
    **options: Any,
) -> int:
    """As `quintet.selfplay`, with its options but `workers`, a job for every file; says how many files were made. The files come to this machine and
    are those that one process writes. `progress` hears how many files are done."""
    playing = SelfPlay(game, player, second, **options)
    missing = playing.missing(folder)
    part = _job(_part)
    jobs = {part.remote(game, player, second, options, number): number for number in missing}
    open_jobs, ended = list(jobs), 0
    while open_jobs:
        done, open_jobs = ray.wait(open_jobs, num_returns=1)
        for job in done:
            # Each is put down as it comes, so that what is there stays there if this process ends.
            playing.put(folder, jobs[job], ray.get(job))
            ended += 1
            if progress is not None:
                progress(ended)
    return ended
