"""What the environments of PettingZoo and Gymnasium say of their observations."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from ._quintet import Game, QuintetError


def observation_space(game: Game) -> spaces.Box:
    """Planes of small numbers, each up to what its plane says."""
    most = np.array([most for _, most, _ in game.planes], dtype=np.uint8)
    high = np.broadcast_to(most[:, None, None], game.observation_shape)
    return spaces.Box(np.zeros_like(high), high.copy(), dtype=np.uint8)


def checked_render_mode(mode: str | None, metadata: dict) -> str | None:
    """The way to show the board, if it is one that the environment has."""
    known = metadata["render_modes"]
    if mode is not None and mode not in known:
        raise QuintetError(f"expected a render_mode of {', '.join(known)} or None, got {mode!r}")
    return mode
