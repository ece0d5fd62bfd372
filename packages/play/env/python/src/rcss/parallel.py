"""One match for PettingZoo."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Mapping

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import ParallelEnv  # type: ignore[import-untyped]

from ._engine import EngineError
from ._infos import Display, Infos
from ._names import checks_options, suggest
from ._spaces import Actions, box_of, observation_space, refuse_auto_reset
from .batch import Batch
from .options import ActionForm, AgentOptions, MaskPlace, RenderMode

if TYPE_CHECKING:
    from typing_extensions import Unpack


class SoccerParallelEnv(ParallelEnv, EzPickle):  # type: ignore[misc]
    """One match in which all agents act at the same time. Its copies and pickles are new environments with the same arguments.

    Agents are named `left_1`, `right_11`. `infos[agent]` has the mask of the choices that have an effect: `action_mask` if the
    actions are a list of choices, otherwise `choice_mask` for the first number of an action; and in `outcome` how the episode ended, as a number of
    `env.outcome_names` (0: it runs).

    Args:
        scenario: Name of a scenario, or a scenario as a dictionary.
        seed: Seed of the first episode; by default a random one.
        render_mode: `human` for a window, `rgb_array` for pictures, `ansi` for text.
        action_form: `box`, `tuple` or `dict`: the space of actions with parameters.
        mask_in: Where the mask of the choices is: `info`, as PettingZoo documents it for parallel environments, or `observation`, in which
            an observation is a dictionary with `observation` and `action_mask`, as tianshou and learners for board games read it. It needs a list of choices.
        options: See `rcss.Batch`.

    An agent without an action in `step` does nothing in this cycle.
    """

    metadata: dict[str, Any] = {"name": "rcss_v0", "render_modes": list(Display.MODES), "render_fps": 10, "is_parallelizable": True}

    @checks_options("SoccerParallelEnv", AgentOptions.__annotations__, ("auto_reset",))
    def __init__(
        self,
        scenario: str | dict[str, Any],
        seed: int | None = None,
        render_mode: RenderMode | None = None,
        action_form: ActionForm = "box",
        mask_in: MaskPlace = "info",
        **options: Unpack[AgentOptions],
    ) -> None:
        EzPickle.__init__(self, scenario, seed, render_mode, action_form, mask_in, **options)
        if mask_in not in ("info", "observation"):
            raise ValueError(f"mask_in: {mask_in!r} is not info or observation{suggest(str(mask_in), ('info', 'observation'))}")
        Display.check(render_mode)
        self.render_mode = render_mode
        refuse_auto_reset(options, type(self).__name__)
        options.setdefault("state", True)
        self.batch = Batch(scenario, num_envs=1, seed=seed, auto_reset="none", **options)
        self.possible_agents = [f"{agent['side']}_{agent['unum']}" for agent in self.batch.agents]
        self.agents: list[str] = []
        space: spaces.Space[Any] = observation_space(self.batch)
        self._has_mask = mask_in == "observation"
        if self._has_mask:
            if len(self.batch.action_layout) != 1 or not self.batch.choices:
                self.batch.close()
                raise ValueError("mask_in: 'observation' needs actions that are a list of choices, such as action='macro' or 'discrete'")
            mask = spaces.MultiBinary(len(self.batch.choices))
            space = spaces.Dict({"observation": space, "action_mask": mask})
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self._actions = Actions(self.batch, action_form)
        self._is_block = action_form == "box"
        """Whether the actions of all agents are the rows of one array."""
        self.action_spaces = {agent: self._actions.space(self.batch) for agent in self.possible_agents}
        self._all_infos = Infos(self.batch)
        self._display = Display(self.batch, render_mode, self.metadata["render_fps"])
        self._was_reset = False
        self._index = {agent: i for i, agent in enumerate(self.possible_agents)}

    def observation_space(self, agent: str) -> Any:
        """Return the space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of the actions of an agent."""
        return self.action_spaces[agent]

    def _observations(self) -> dict[str, Any]:
        # One copy for all agents.
        rows = self.batch.observations[0].copy()
        if not self._has_mask:
            return dict(zip(self.possible_agents, rows))
        masks = self.batch.action_masks[0].astype(np.int8)
        return {agent: {"observation": row, "action_mask": mask} for agent, row, mask in zip(self.possible_agents, rows, masks)}

    def _infos(self) -> dict[str, dict[str, Any]]:
        return dict(zip(self.possible_agents, self._all_infos.of_agents()))

    def _write(self, actions: Mapping[str, Any]) -> None:
        """Write the actions of all agents to the block."""
        block = self.batch.actions
        if self._is_block and actions.keys() == self._index.keys():
            try:
                self._actions.write(block[0], [actions[agent] for agent in self.possible_agents])
                return
            except ValueError:
                # One by one, so that the message has the agent.
                pass
        block[:] = 0
        for agent, action in actions.items():
            index = self._index.get(agent)
            if index is None:
                raise ValueError(f"action of {agent!r}: the agents are {', '.join(self.possible_agents)}")
            self._actions.write(block[0, index], action, f" of {agent}")

    @property
    def outcome_names(self) -> list[str]:
        """Names of the numbers in `infos[agent]["outcome"]`."""
        return self.batch.outcome_names

    @property
    def state_space(self) -> spaces.Box:
        """Space of `state`."""
        return box_of(self.batch.state_layout)

    def state(self) -> np.ndarray:
        """Return the true state in the frame of the left team, as `env.batch.state_layout` describes it, for a central critic."""
        state: np.ndarray = self.batch.states[0].copy()
        return state

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Start an episode. `options` can change `difficulty`, `others` and `reward` from now on."""
        # The suites of PettingZoo pass an option `options`, which has no meaning.
        self.batch.reset_with({name: value for name, value in (options or {}).items() if name != "options"})
        self.batch.reset(seed)
        self._was_reset = True
        self.agents = self.possible_agents[:]
        self._display.update()
        return self._observations(), self._infos()

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[
        dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        """Execute the actions of all agents; agents that are absent do nothing. After the end of the episode, all results are empty."""
        if not isinstance(actions, Mapping):
            raise ValueError(f"actions: {' '.join(repr(actions).split())[:80]} is not a dictionary with an action per agent")
        if not self._was_reset:
            raise EngineError("the environment has no episode yet: call reset before step")
        if not self.agents:
            return {}, {}, {}, {}, {}
        self._write(actions)
        self.batch.step()
        self._display.update()
        terminated = bool(self.batch.terminated[0])
        truncated = bool(self.batch.truncated[0])
        rewards = dict(zip(self.possible_agents, self.batch.rewards[0].tolist()))
        result = (self._observations(), rewards, dict.fromkeys(self.agents, terminated), dict.fromkeys(self.agents, truncated), self._infos())
        if terminated or truncated:
            self.agents = []
        return result

    def save_log(self, path: str | os.PathLike[str]) -> None:
        """Write the current episode as a game log; needs `record=True`."""
        self.batch.save_log(path)

    def render(self) -> Any:
        """Return a picture of the match, (height, width, 3), or a text, or show it in a window, as the render mode says."""
        return self._display.render()

    def close(self) -> None:
        """End the worker."""
        self._display.close()
        self.batch.close()
