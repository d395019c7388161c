"""One player against a computer player, as an environment of Gymnasium: `pip install quintet[gymnasium]`.

>>> from quintet.gymnasium import AgainstPlayer
>>> env = AgainstPlayer("momentum", player="level:2")
>>> observation, info = env.reset(seed=7)
>>> observation, reward, terminated, truncated, info = env.step(24)
>>> info["moves"]  # what was played: d4 and the answer
['d4', 'd5']
"""

from __future__ import annotations

import gymnasium
import numpy as np
from gymnasium import spaces

from typing import Any

from ._quintet import Engine, Game, IllegalMove
from .spaces import checked_render_mode, observation_space
from .table import PLAYERS, Table


class AgainstPlayer(gymnasium.Env):
    """You act until your move is complete; then the computer player answers.

    The reward is 1 for a win, -1 for a loss or an illegal action, which ends the game and is told in `info["illegal"]`, and 0 else.
    `side` is `first`, `second` or `random`, which is drawn at every reset. `player` is a computer player of Quintet, `nodes` limits its moves.

    An observation is a dictionary: `observation` are the planes for you, `action_mask` tells the legal actions. `info` has `moves`, all moves of the
    game so far, and `result`: `first`, `second`, `draw` or `None` while it runs.
    """

    metadata = {"render_modes": ["human", "ansi", "svg"], "render_fps": 2}

    def __init__(
        self,
        game: str | Game,
        variant: str | None = None,
        player: str = "level:3",
        side: str = "first",
        nodes: int | None = None,
        render_mode: str | None = None,
    ):
        self.game = Game(game, variant) if isinstance(game, str) else game
        if side not in (*PLAYERS, "random"):
            raise ValueError(f"expected first, second or random, got `{side}`")
        self.player, self.side, self.nodes = player, side, nodes
        self.render_mode = checked_render_mode(render_mode, self.metadata)
        self.observation_space = spaces.Dict(
            {
                "observation": observation_space(self.game),
                "action_mask": spaces.Box(0, 1, (self.game.action_count,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(self.game.action_count)
        self.own = 0
        self.table = Table(self.game)
        self.opponent = Engine(self.game, player)
        # Why no action can be taken: `None` while a game runs.
        self.waits: str | None = "no game has begun"

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None):
        """Begins a game, with the computer's move if it moves first; answers observation and info. A seed makes sides and answers repeatable."""
        super().reset(seed=seed)
        self.table = Table(self.game)
        self.opponent = Engine(self.game, self.player, int(self.np_random.integers(2**63)))
        drawn = int(self.np_random.integers(2))
        self.own = drawn if self.side == "random" else PLAYERS.index(self.side)
        self.waits = None
        self._answer()
        return self._observe(), self._info()

    def step(self, action: int):
        """Takes an action; when it completes your move, the computer answers. Answers observation, reward, terminated, truncated (never) and info.

        Once a game has ended, and before the first, `gymnasium.error.ResetNeeded` is raised.
        """
        if self.waits is not None:
            raise gymnasium.error.ResetNeeded(f"expected reset() before step(): {self.waits}")
        try:
            self.table.act(action)
        except IllegalMove as error:
            self.waits = "the game ended with an illegal action"
            return self._observe(), -1.0, True, False, {**self._info(), "illegal": str(error)}
        self._answer()
        over = self.table.is_over
        self.waits = "the game is over" if over else None
        reward = self.table.returns()[self.own] if over else 0.0
        if self.render_mode == "human":
            self.render()
        return self._observe(), reward, over, False, self._info()

    def render(self) -> str | None:
        """The board: printed (`human`), or answered as text (`ansi`) or drawing (`svg`)."""
        if self.render_mode == "svg":
            return self.table.position.svg()
        board = self.table.position.board()
        if self.render_mode == "human":
            print(board)
            return None
        return board

    def _answer(self):
        while not self.table.is_over and self.table.player != self.own:
            self.table.play(self.opponent.choose(self.table.match, nodes=self.nodes))

    def _observe(self):
        mask = self.table.mask().astype(np.int8)
        return {"observation": self.table.observation(), "action_mask": mask}

    def _info(self):
        return {"moves": self.table.match.moves, "result": self.table.match.result}
