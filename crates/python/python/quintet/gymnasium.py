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

from ._quintet import Engine, Game, IllegalMove
from .spaces import observation_space
from .table import PLAYERS, Table


class AgainstPlayer(gymnasium.Env):
    """You act until your move is complete; then the computer player answers.

    The reward is 1 for a win, -1 for a loss or an illegal action, which ends the game and is told in `info["illegal"]`, and 0 else.
    `side` is `first`, `second` or `random`, which is drawn at every reset.
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
        self.player, self.side, self.nodes, self.render_mode = player, side, nodes, render_mode
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

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.table = Table(self.game)
        self.opponent = Engine(self.game, self.player, int(self.np_random.integers(2**63)))
        drawn = int(self.np_random.integers(2))
        self.own = drawn if self.side == "random" else PLAYERS.index(self.side)
        self._answer()
        return self._observe(), self._info()

    def step(self, action):
        try:
            self.table.act(int(action))
        except IllegalMove as error:
            return self._observe(), -1.0, True, False, {**self._info(), "illegal": str(error)}
        self._answer()
        over = self.table.is_over
        reward = self.table.returns()[self.own] if over else 0.0
        if self.render_mode == "human":
            self.render()
        return self._observe(), reward, over, False, self._info()

    def render(self):
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
