"""One agent for Gymnasium."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Literal, Mapping

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ._spaces import action_space, choice_count, mask_name, observation_space, refuse_auto_reset, write_action
from .batch import Batch, check_render_mode

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .options import Agent, Options


class SoccerEnv(gymnasium.Env[NDArray[np.float32], Any]):
    """One match with one agent; all other players act by their scripts.

    Args:
        scenario: Name of a scenario, or a scenario as a dictionary.
        agent: The player that acts, for example `{"side": "left", "unum": 1}`; by default the first player of the scenario's agents.
        render_mode: `rgb_array` for pictures of `render`.
        options: See `rcss.Batch`.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": 10}

    def __init__(
        self,
        scenario: str | dict[str, Any],
        agent: Agent | None = None,
        render_mode: str | None = None,
        **options: Unpack[Options],
    ) -> None:
        self.render_mode = check_render_mode(render_mode)
        refuse_auto_reset(options, "SoccerEnv")
        given: Mapping[str, Any] = options
        if "agents" in given:
            raise ValueError(
                f"agents: {given['agents']!r} is not possible in SoccerEnv, which has one agent; "
                'give one with agent={"side": "left", "unum": 1}'
            )
        agents: Literal["first"] | list[Agent] = "first" if agent is None else [agent]
        self.batch = Batch(scenario, num_envs=1, auto_reset="none", agents=agents, **options)
        self.observation_space: spaces.Space[Any] = observation_space(self.batch)
        self.action_space = action_space(self.batch)
        self._mask_name = mask_name(self.batch)
        self._choices = choice_count(self.batch)

    def _info(self) -> dict[str, Any]:
        return {
            self._mask_name: self.batch.action_masks[0, 0].view(np.int8).copy(),
            "outcome": self.batch.outcome_names[self.batch.outcomes[0]],
        }

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Start an episode."""
        super().reset(seed=seed)
        self.batch.reset(seed)
        return self.batch.observations[0, 0].copy(), self._info()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Execute an action."""
        write_action(self.batch.actions[0, 0], action, self._choices)
        self.batch.step()
        return (
            self.batch.observations[0, 0].copy(),
            float(self.batch.rewards[0, 0]),
            bool(self.batch.terminated[0]),
            bool(self.batch.truncated[0]),
            self._info(),
        )

    def render(self) -> NDArray[np.uint8] | None:
        """Return a picture of the match, (height, width, 3), if the render mode is `rgb_array`."""
        return self.batch.render() if self.render_mode == "rgb_array" else None

    def save_log(self, path: str | os.PathLike[str]) -> None:
        """Write the current episode as a game log; needs `record=True`."""
        self.batch.save_log(path)

    def close(self) -> None:
        """End the worker."""
        self.batch.close()
