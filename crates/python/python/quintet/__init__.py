"""Modern two-player board games for researchers: exact rules, engines, and environments for learning programs.

>>> import quintet
>>> game = quintet.Game("momentum")
>>> position = game.start().play("d4", "d5")
>>> print(position)
7/7/3O3/7/3X3/7/7 x 2
>>> quintet.Engine(game, "level:4", seed=1).choose(position) in position.moves()
True

Environments stand in modules of their own, since each needs a package of its own: `quintet.pettingzoo`, `quintet.openspiel`,
`quintet.gymnasium`; work for many machines in `quintet.ray`. `quintet.ugi` lets a function of one's own play in matches.
"""

from ._quintet import (
    Batch,
    Contest,
    Engine,
    Game,
    IllegalMove,
    Line,
    MalformedPosition,
    MalformedRecord,
    Match,
    Position,
    QuintetError,
    Record,
    SelfPlay,
    Solution,
    UnknownName,
    __version__,
    games,
    read_records,
)
from .contests import ForfeitWarning, MatchResult, play_match, report, selfplay
from .table import Table

__all__ = [
    "Batch",
    "Contest",
    "Engine",
    "ForfeitWarning",
    "Game",
    "IllegalMove",
    "Line",
    "MalformedPosition",
    "MalformedRecord",
    "Match",
    "MatchResult",
    "Position",
    "QuintetError",
    "Record",
    "SelfPlay",
    "Solution",
    "Table",
    "UnknownName",
    "__version__",
    "games",
    "play_match",
    "read_records",
    "report",
    "selfplay",
]


def _read_record(json: str) -> Record:
    """For pickle."""
    return read_records(json)[0]


def _replayed(json: str) -> Match:
    """For pickle."""
    return _read_record(json).replay()
