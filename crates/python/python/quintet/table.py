"""A game played action by action: what all environments share."""

from __future__ import annotations

import operator

import numpy as np
import numpy.typing as npt

from ._quintet import Game, Match, Position, QuintetError

PLAYERS = ("first", "second")


class Table:
    """A game being played action by action, with its history.

    >>> table = Table("differo")
    >>> table.act(table.legal_actions()[0])
    False
    >>> table.act(table.legal_actions()[0])  # the second action completes the move
    True
    >>> table
    <quintet.Table of differo (diagonal) after 1 moves>
    >>> table.match.moves
    ['b2-e2']
    """

    #: The game played so far, with its history.
    match: Match
    #: The game and variant.
    game: Game
    #: The actions of the move that is begun.
    begun: list[int]
    #: The position before the move that is begun.
    position: Position

    def __init__(self, game: Game | Position | str):
        self.match = Match(game)
        self.game = self.match.game
        self.begun = []
        self.position = self.match.position

    @property
    def player(self) -> int:
        """Who acts: 0 for the first player, 1 for the second."""
        return PLAYERS.index(self.position.turn)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by the rules or by repetition."""
        return self.match.result is not None

    def legal_actions(self) -> list[int]:
        """The actions that may be taken next; none once the game is over."""
        return [] if self.is_over else self.position.legal_actions(self.begun)

    def mask(self) -> npt.NDArray[np.bool_]:
        """The legal actions as an array with a truth value for every action of the game."""
        if self.is_over:
            return np.zeros(self.game.action_count, dtype=bool)
        return self.position.mask(self.begun)

    def observation(self) -> npt.NDArray[np.uint8]:
        """The planes for the player who acts, with the move that is begun: planes × rows × columns."""
        return self.position.observation(self.begun)

    def board(self, ascii: bool = False, width: int = 80, height: int = 24) -> str:
        """The board as text, before the move that is begun; see `Position.board`."""
        return self.position.board(ascii, width, height)

    def act(self, action: int) -> bool:
        """Takes an action; says whether it completed a move."""
        begun = [*self.begun, action_number(action)]
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

    def __repr__(self) -> str:
        begun = f", begun with {self.begun}" if self.begun else ""
        return f"<quintet.Table of {self.game.id} ({self.game.variant}) after {len(self.match.moves)} moves{begun}>"


def action_number(action: object) -> int:
    """The number of an action; nothing is rounded to one."""
    try:
        if not isinstance(action, (bool, np.bool_)):
            return operator.index(action)
    except TypeError:
        pass
    raise QuintetError(f"expected the number of an action, got {action!r}")
