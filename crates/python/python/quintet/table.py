"""A game played action by action: what all environments share."""

from __future__ import annotations

import numpy as np

from ._quintet import Game, Match, Position

PLAYERS = ("first", "second")


class Table:
    """A game being played action by action, with its history.

    >>> table = Table(Game("differo"))
    >>> table.act(table.legal_actions()[0])
    False
    >>> table.act(table.legal_actions()[0])  # the second action completes the move
    True
    >>> table.match.moves
    ['b2-e2']
    """

    def __init__(self, game: Game | Position):
        self.match = Match(game)
        self.game: Game = self.match.game
        self.begun: list[int] = []
        self.position: Position = self.match.position

    @property
    def player(self) -> int:
        """Who acts: 0 for the first player, 1 for the second."""
        return PLAYERS.index(self.position.turn)

    @property
    def is_over(self) -> bool:
        return self.match.result is not None

    def legal_actions(self) -> list[int]:
        return [] if self.is_over else self.position.legal_actions(self.begun)

    def mask(self) -> np.ndarray:
        if self.is_over:
            return np.zeros(self.game.action_count, dtype=bool)
        return self.position.mask(self.begun)

    def observation(self) -> np.ndarray:
        return self.position.observation(self.begun)

    def act(self, action: int) -> bool:
        """Takes an action; says whether it completed a move."""
        begun = [*self.begun, int(action)]
        move = self.position.move_of(begun)
        if move is None:
            self.begun = begun
            return False
        self.play(move)
        return True

    def play(self, move: str) -> None:
        """Makes a whole move, whatever was begun."""
        self.match.play(move)
        self.begun = []
        self.position = self.match.position

    def returns(self) -> tuple[float, float]:
        """What each player gets: 1 for a win, -1 for a loss, else 0."""
        if self.match.result not in PLAYERS:
            return (0.0, 0.0)
        first = 1.0 if self.match.result == "first" else -1.0
        return (first, -first)
