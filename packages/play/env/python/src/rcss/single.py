"""One agent for Gymnasium."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Literal, Mapping

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from numpy.typing import NDArray

from ._infos import Display, Infos
from ._names import checks_options
from ._spaces import Actions, masks_of, observation_space, refuse_auto_reset
from .batch import Batch
from .options import ActionForm, Options, RenderMode

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .options import Agent


class SoccerEnv(gymnasium.Env[NDArray[np.float32], Any], EzPickle):
    """One match with one agent; all other players act by their scripts. Its copies and pickles are new environments with the same arguments.

    Args:
        scenario: Name of a scenario, or a scenario as a dictionary.
        agent: The player that acts, for example `{"side": "left", "unum": 1}`; by default the first player of the scenario's agents.
        render_mode: `human` for a window, `rgb_array` for pictures, `ansi` for text.
        action_form: `box`, `tuple` or `dict`: the space of actions with parameters.
        seed: Seed of the first episode; by default a random one.
        options: See `rcss.Batch`.
    """

    metadata: dict[str, Any] = {"render_modes": list(Display.MODES), "render_fps": 10}

    @checks_options("SoccerEnv", Options.__annotations__, ("agents", "auto_reset"))
    def __init__(
        self,
        scenario: str | dict[str, Any],
        agent: Agent | None = None,
        render_mode: RenderMode | None = None,
        action_form: ActionForm = "box",
        seed: int | None = None,
        **options: Unpack[Options],
    ) -> None:
        EzPickle.__init__(self, scenario, agent, render_mode, action_form, seed, **options)
        Display.check(render_mode)
        self.render_mode = render_mode
        refuse_auto_reset(options, "SoccerEnv")
        given: Mapping[str, Any] = options
        if "agents" in given:
            raise ValueError(
                f"agents: {given['agents']!r} is not possible in SoccerEnv, which has one agent; "
                'give one with agent={"side": "left", "unum": 1}'
            )
        agents: Literal["first"] | list[Agent] = "first" if agent is None else [agent]
        self.batch = Batch(scenario, num_envs=1, auto_reset="none", agents=agents, seed=seed, **options)
        self.observation_space: spaces.Space[Any] = observation_space(self.batch)
        self._actions = Actions(self.batch, action_form)
        self.action_space = self._actions.space(self.batch)
        self._infos = Infos(self.batch)
        self._display = Display(self.batch, render_mode, self.metadata["render_fps"])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Start an episode. `options` can change `difficulty`, `others` and `reward` from now on."""
        super().reset(seed=seed)
        self.batch.reset_with(options)
        self.batch.reset(seed)
        self._display.update()
        return self.batch.observations[0, 0].copy(), self._infos.row(0)

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Execute an action."""
        self._actions.write(self.batch.actions[0, 0], action)
        self.batch.step()
        self._display.update()
        return (
            self.batch.observations[0, 0].copy(),
            float(self.batch.rewards[0, 0]),
            bool(self.batch.terminated[0]),
            bool(self.batch.truncated[0]),
            self._infos.row(0),
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which choices have an effect now, as `MaskablePPO` of sb3-contrib reads it."""
        masks: NDArray[np.bool_] = masks_of(self.batch)[0]
        return masks

    @property
    def outcome_names(self) -> list[str]:
        """Names of the numbers in `infos["outcome"]`."""
        return self.batch.outcome_names

    def render(self) -> Any:
        """Return a picture of the match, (height, width, 3), or a text, or show it in a window, as the render mode says."""
        return self._display.render()

    def save_log(self, path: str | os.PathLike[str]) -> None:
        """Write the current episode as a game log; needs `record=True`."""
        self.batch.save_log(path)

    def close(self) -> None:
        """End the worker."""
        self._display.close()
        self.batch.close()
