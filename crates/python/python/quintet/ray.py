"""Matches, reports and tables of self-play on many machines: `pip install quintet[ray]`.

Work is cut into jobs that do not depend on each other, so that for players limited by nodes on one thread the results are those of one process,
whatever machine did what. A job whose worker dies is done again elsewhere.

    ray.init(address="auto")
    quintet.ray.play_match(game, "level:6", "level:5", games=10_000)
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any

import ray

from ._quintet import Contest, Game, Record, SelfPlay, study
from .contests import MatchResult, Progress, checked_levels, level_contest, told

#: How often a job is tried again whose worker died.
RETRIES = 5


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
    games_a_job: int = 10,
    progress: Progress | None = None,
) -> MatchResult:
    """As `quintet.play_match`, spread over a cluster. `progress` hears how many jobs are done. A program that does not start on the machine of a job
    raises, before the first game of that job."""
    options = dict(
        games=games, nodes=nodes, milliseconds=milliseconds, random_opening=random_opening, openings=openings, seed=seed
    )
    contest = Contest(game, a, b, **options)
    play = _job(_play)
    jobs = [play.remote(game, a, b, options, numbers) for numbers in _cut(contest.games, games_a_job)]
    records = [record for part in _gather(jobs, progress) for record in part]
    return MatchResult.of(contest, records)


def _play_level(game: Game | str, level: int, games: int, nodes: int, seed: int, numbers: list[int]):
    return level_contest(game, level, games, nodes, seed).play(numbers)


def _study(record: Record, nodes: int) -> str:
    return study(record, nodes)


def report(
    game: Game | str,
    *,
    levels: Iterable[int] = (2, 3, 4, 5, 6, 7),
    games: int = 100,
    nodes: int = 2_000,
    seed: int = 1,
    games_a_job: int = 10,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """As `quintet.report`, spread over a cluster."""
    play, parts, levels = _job(_play_level), _cut(games, games_a_job), checked_levels(levels)
    jobs = [play.remote(game, level, games, nodes, seed, numbers) for level in levels for numbers in parts]
    answers = iter(_gather(jobs, progress))
    played = {level: [record for _ in parts for record in next(answers)] for level in levels}
    studies = _job(_study)
    studied = _gather([studies.remote(record, nodes) for record in played[max(played)]], progress)
    return told(game, played, studied, nodes, seed)


def _part(game: Game | str, player: str, second: str | None, options: dict[str, Any], part: int) -> bytes:
    return SelfPlay(game, player, second, **options).part(part)


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
    progress: Progress | None = None,
) -> int:
    """As `quintet.selfplay`, a job for every file; says how many files were made. The files come to this machine and are those that one process writes."""
    options = dict(
        games=games,
        games_a_file=games_a_file,
        nodes=nodes,
        milliseconds=milliseconds,
        random_opening=random_opening,
        lines=lines,
        seed=seed,
    )
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
