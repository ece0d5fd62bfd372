"""The learners of BenchMARL on the tasks of a suite."""

# BenchMARL, TorchRL and torch are optional, and have no types that a check without them could use.
# mypy: ignore-errors

from __future__ import annotations

import contextlib
import copy
import io
import logging
import tempfile
import time
from typing import Any, Callable

import numpy as np

try:
    import torch
    from benchmarl.algorithms import IppoConfig, MappoConfig, QmixConfig
    from benchmarl.environments.common import TaskClass
    from benchmarl.experiment import Callback, Experiment, ExperimentConfig
    from benchmarl.models.mlp import MlpConfig
    from torchrl.data import Composite
    from torchrl.envs import EnvBase
    from torchrl.envs.utils import ExplorationType, set_exploration_type, step_mdp
except ImportError:
    raise ImportError("rcss.bench needs BenchMARL for its learners: pip install benchmarl") from None

from .. import __version__
from ..torchrl import BatchEnv
from .results import Episodes, Point, Run, round_numbers
from .suite import Suite, Task

_ALGORITHMS = {"ippo": IppoConfig, "mappo": MappoConfig, "qmix": QmixConfig}


class SuiteTask(TaskClass):
    """A task of a suite as a task of BenchMARL, with all matches of a worker in one environment."""

    def __init__(self, task: Task) -> None:
        super().__init__(task.name, {"scenario": task.scenario, "joint": task.has_further_choices, **task.options})
        self._task = task

    def get_env_fun(self, num_envs: int, continuous_actions: bool, seed: int | None, device: Any) -> Callable[[], EnvBase]:
        """Return a function that makes the environment."""
        options = copy.deepcopy(self.config)
        return lambda: BatchEnv(num_envs=num_envs, seed=seed, device=device, **options)

    def supports_continuous_actions(self) -> bool:
        """Return whether the actions have parameters."""
        return not self._task.has_list

    def supports_discrete_actions(self) -> bool:
        """Return whether the actions are a list of choices."""
        return self._task.has_list

    def max_steps(self, env: EnvBase) -> int:
        """Return the decisions of the longest episode."""
        return -(-_base(env).batch.horizon // self._task.frameSkip)

    def has_render(self, env: EnvBase) -> bool:
        """Return whether the environment draws pictures."""
        return False

    def group_map(self, env: EnvBase) -> dict[str, list[str]]:
        """Return the group of all agents."""
        return {"agents": list(_base(env).agent_names)}

    def observation_spec(self, env: EnvBase) -> Composite:
        """Return the observations."""
        return _only(env, "observation")

    def action_mask_spec(self, env: EnvBase) -> Composite | None:
        """Return the masks of the choices."""
        return _only(env, "action_mask") if _base(env).has_mask else None

    def state_spec(self, env: EnvBase) -> Composite | None:
        """Return the true state."""
        return Composite(state=env.full_observation_spec_unbatched["state"].clone())

    def info_spec(self, env: EnvBase) -> Composite | None:
        """Return outcome, length and score."""
        return Composite(info=env.full_observation_spec_unbatched["info"].clone())

    def action_spec(self, env: EnvBase) -> Composite:
        """Return the actions."""
        return env.full_action_spec_unbatched

    @staticmethod
    def env_name() -> str:
        """Return the name of the environments."""
        return "rcss"


def _base(env: EnvBase) -> BatchEnv:
    return env if isinstance(env, BatchEnv) else env.base_env


def _only(env: EnvBase, name: str) -> Composite:
    group = env.full_observation_spec_unbatched["agents"]
    return Composite(agents=Composite({name: group[name].clone()}, shape=group.shape))


def play(policy: Any, env: BatchEnv, seed: int) -> Episodes:
    """Play one episode in each match of an environment; policies with probabilities draw their actions."""
    random = torch.random.get_rng_state()
    torch.manual_seed(seed)
    env.set_seed(seed)
    with torch.no_grad(), set_exploration_type(ExplorationType.RANDOM):
        state = env.reset()
        while not (env.batch.outcomes > 0).all():
            state = step_mdp(env.step(policy(state)), keep_other=False)
    torch.random.set_rng_state(random)
    return Episodes.of(env.batch)


class _Measure(Callback):
    """Evaluates the policy before, during and after training, in equal parts of the budget."""

    def __init__(self, suite: Suite, task: Task, seed: int, budget: int, deadline: float) -> None:
        super().__init__()
        self._suite, self._task, self._seed, self._budget = suite, task, suite.evaluationSeed + seed, budget
        self._deadline = deadline
        self._spent = 0.0
        self.points: list[Point] = []
        self.final = Episodes()
        self.horizon = 1

    def on_setup(self) -> None:
        """Evaluate the first policy."""
        self.horizon = _base(self.experiment.test_env).batch.horizon
        self._start = time.monotonic()
        self._measure(0)

    def on_train_end(self, training_td: Any, group: str) -> None:
        """Evaluate if the next part of the budget is used."""
        if time.monotonic() > self._deadline:
            raise TimeoutError
        frames = self.experiment.total_frames
        if frames >= len(self.points) * self._budget / self._suite.points:
            self._measure(frames)

    def _measure(self, frames: int) -> None:
        begin = time.monotonic()
        self.final = play(self.experiment.policy, _base(self.experiment.test_env), self._seed)
        score = float(self.final.scores(self._task.measure, self.horizon).mean())
        seconds = begin - self._start - self._spent
        self.points.append(Point(frames, seconds, score, self.final.difference(), float(np.mean(self.final.cycles))))
        self._spent += time.monotonic() - begin


def _configure(budget: int, folder: str, episodes: int) -> ExperimentConfig:
    config = ExperimentConfig.get_from_yaml()
    config.max_n_frames = budget
    config.lr = 0.001
    config.gamma = 0.99
    config.on_policy_n_envs_per_worker = 32
    config.on_policy_collected_frames_per_batch = 2048
    config.on_policy_n_minibatch_iters = 4
    config.on_policy_minibatch_size = 512
    config.off_policy_n_envs_per_worker = 32
    config.off_policy_collected_frames_per_batch = 1024
    config.off_policy_n_optimizer_steps = 8
    config.off_policy_train_batch_size = 256
    config.off_policy_memory_size = 100_000
    config.exploration_anneal_frames = budget // 2
    config.evaluation_episodes = episodes
    config.evaluation = False
    config.render = False
    config.loggers = []
    config.create_json = False
    config.save_folder = folder
    return config


def train(
    suite: Suite, task: Task, algorithm: str, seed: int, budget: int | None = None, seconds: float | None = None, episodes: int | None = None
) -> tuple[Run, dict[str, Any] | None]:
    """Train an algorithm of BenchMARL on a task.

    Args:
        suite: The suite.
        task: The task.
        algorithm: `ippo`, `mappo` or `qmix`.
        seed: Seed of matches and weights.
        budget: Decisions of the matches; by default that of the task.
        seconds: Longest time of training; TimeoutError after it.
        episodes: Episodes of each evaluation; by default those of the suite.

    Returns:
        The result, and the policy as a document of the format `rcss-policy`, or None if its actions have parameters or
        several choices: the network then has an output for each combination.
    """
    torch.set_num_threads(1)
    logging.getLogger("torchrl").setLevel(logging.ERROR)
    frames = budget or task.budget
    configuration = _ALGORITHMS[algorithm].get_from_yaml()
    if algorithm != "qmix":
        configuration.entropy_coef = 0.01
    model = MlpConfig(num_cells=[64, 64], activation_class=torch.nn.Tanh, layer_class=torch.nn.Linear)
    deadline = time.monotonic() + (seconds or float("inf"))
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()):
        measure = _Measure(suite, task, seed, frames, deadline)
        experiment = Experiment(
            task=SuiteTask(task),
            algorithm_config=configuration,
            model_config=model,
            critic_model_config=MlpConfig(num_cells=[64, 64], activation_class=torch.nn.Tanh, layer_class=torch.nn.Linear),
            seed=seed,
            config=_configure(frames, folder, episodes or suite.episodes),
            callbacks=[measure],
        )
        try:
            experiment.run()
        except BaseException:
            with contextlib.suppress(Exception):
                experiment.close()
            raise
    run = Run(
        suite=suite.name,
        task=task.name,
        algorithm=algorithm,
        seed=seed,
        budget=experiment.total_frames,
        horizon=measure.horizon,
        measure=task.measure,
        final=measure.final,
        points=measure.points,
        versions=_versions(),
    )
    return run, _freeze(experiment.policy, task, algorithm) if task.has_list and not task.has_further_choices else None


def _versions() -> dict[str, str]:
    from importlib.metadata import version

    return {**{name: version(name) for name in ("benchmarl", "torchrl", "tensordict", "torch")}, "rcss": __version__}


def _freeze(policy: Any, task: Task, algorithm: str) -> dict[str, Any]:
    """Return the network that all agents share as a policy document."""
    layers = [(parameter.detach().tolist(), parameter.dim()) for parameter in policy.parameters()]
    pairs = [(weights, bias) for (weights, two), (bias, _) in zip(layers[::2], layers[1::2]) if two == 2]
    return {
        "format": "rcss-policy",
        "version": 1,
        "name": f"{task.name} {algorithm}",
        "scenario": task.scenario,
        "observation": task.observation_options,
        "action": task.action_options,
        "frameSkip": task.frameSkip,
        "layers": [
            {"weights": round_numbers(weights), "bias": round_numbers(bias), "activation": "linear" if i == len(pairs) - 1 else "tanh"}
            for i, (weights, bias) in enumerate(pairs)
        ],
        "choose": "greedy" if algorithm == "qmix" else "sample",
    }
