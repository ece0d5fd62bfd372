"""Proximal policy optimization (Schulman et al. 2017) for a list of choices. All agents share one policy."""

from __future__ import annotations

import gzip
import json
import os
import time
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Callable, Literal, cast

import numpy as np
from numpy.typing import NDArray

from .._names import checks_options
from ..batch import Batch
from ..options import Agent, Others
from .choices import JointChoices, allow_choices, has_choice, restrict_masks
from .networks import Adam, Floats, Mlp, RunningMoments


_TIMEOUT = 1800.0
"""Seconds; a long run survives that the machine stops its processes for a while."""


@dataclass
class Settings:
    """What a run is made of; it is stored in each checkpoint."""

    scenario: str | dict[str, Any]
    """Name of a scenario, or a scenario as data."""
    seed: int = 1
    """Seed of the matches, the first weights and all choices."""
    steps: int = 1_000_000
    """Agent-steps of the whole run; the learning rate falls to 0 until then."""
    action: str | dict[str, Any] = "macro"
    """`macro`, `discrete` or `keepaway`, or a dictionary with `type` and further choices, for example `say`."""
    observation: str | dict[str, Any] = "egocentric"
    """`egocentric`, `global`, `sensors`, `hfo-high`, `hfo-low` or `keepaway`, or a dictionary with `type` and its options."""
    choices: list[str] | None = None
    """Names of the choices that the policy may draw; by default all."""
    agents: str | list[Agent] | None = None
    """Players that learn; by default those of the scenario."""
    frame_skip: int = 1
    """Cycles per decision."""
    difficulty: float = 1.0
    reward: dict[str, float] | None = None
    """Weights of the terms of the reward; by default those of the scenario."""
    others: Others | None = None
    """Who plays the players of a side without agents; see `rcss.Batch`."""
    num_envs: int = 32
    workers: int = 1
    length: int = 128
    """Steps of each match per update."""
    epochs: int = 4
    minibatches: int = 8
    hidden: list[int] = field(default_factory=lambda: [64, 64])
    learning_rate: float = 5e-4
    discount: float = 0.99
    trace: float = 0.95
    """λ of the generalized advantage estimation."""
    clip: float = 0.2
    entropy: float = 0.01
    """Weight of the entropy."""
    last_entropy: float | None = None
    """Weight of the entropy at the end of the run, to which it changes in a straight line; by default the same."""
    first_choice: float = 0.0
    """Logit of the first choice (`none`) of untrained policies; above 0, they wait more often than they act."""
    largest_gradient: float = 0.5

    def make_batch(self, num_envs: int | None = None, seed: int | None = None, auto_reset: Literal["next-step", "same-step", "none"] = "same-step") -> Batch:
        """Return the matches of the run, or others like them."""
        return Batch(
            self.scenario,
            num_envs=num_envs or self.num_envs,
            workers=self.workers if num_envs is None else 1,
            seed=self.seed if seed is None else seed,
            observation=self.observation,
            action=self.action,
            frame_skip=self.frame_skip,
            difficulty=self.difficulty,
            reward=self.reward,
            others=self.others,
            agents=cast(Any, self.agents),
            auto_reset=auto_reset,
            timeout=_TIMEOUT,
        )


setattr(Settings, "__init__", checks_options("Settings")(Settings.__init__))


@dataclass
class Progress:
    """State of a run after an update."""

    steps: int
    """Agent-steps so far."""
    seconds: float
    """Time of collecting and learning so far."""
    episodes: int
    """Episodes that ended since the update before."""
    reward: float
    """Mean sum of the rewards per agent in these episodes; NaN if none ended."""
    cycles: float
    """Mean length of these episodes."""
    entropy: float
    """Mean entropy of the choices."""
    outcomes: dict[str, float]
    """Shares of the ends of these episodes."""


def _log_probabilities(logits: Floats, masks: NDArray[np.bool_]) -> Floats:
    logits = np.where(masks, logits, np.float32(-1e9))
    logits -= logits.max(axis=1, keepdims=True)
    logits -= np.log(np.exp(logits).sum(axis=1, keepdims=True))
    return logits


def choose_actions(logits: Floats, masks: NDArray[np.bool_], random: np.random.Generator) -> NDArray[np.int64]:
    """Return one choice per row, drawn with the probabilities of the logits among those that the mask allows."""
    cumulated = np.cumsum(np.exp(_log_probabilities(logits, masks)), axis=1)
    drawn = random.random((len(logits), 1)) * cumulated[:, -1:]
    chosen: NDArray[np.int64] = np.argmax(cumulated > drawn, axis=1)
    return chosen


def _parse_settings(arrays: Any) -> Settings:
    known = {f.name for f in fields(Settings)}
    stored = json.loads(str(arrays["settings"]))
    return Settings(**{name: value for name, value in stored.items() if name in known})


def read_settings(path: str) -> Settings:
    """Return the settings of a checkpoint."""
    with np.load(path) as arrays:
        return _parse_settings(arrays)


Guide = Callable[["Learner", NDArray[np.bool_]], None]
"""Changes the masks of the combinations before each step of training, a row for each agent of each match. An agent with a single choice executes it,
and the policy does not learn from it."""


class Learner:
    """A policy that learns, with its matches. `guide` can hold some agents to given choices in training.

    Args:
        settings: What to learn and how.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.random = np.random.default_rng(settings.seed)
        self.batch = settings.make_batch()
        try:
            self.choices = JointChoices(self.batch)
            self.allowed_first = allow_choices(self.batch.choices, settings.choices)
            """Which choices of the first field the policy may draw."""
            self.allowed = self.choices.repeat(self.allowed_first)
            """The same for the combinations."""
        except ValueError:
            self.batch.close()
            raise
        width = self.batch.observations.shape[-1]
        self.policy = Mlp([width, *settings.hidden, self.choices.logits], self.random, 0.01)
        self.policy.parameters[-1][0] = settings.first_choice
        self.value = Mlp([width, *settings.hidden, 1], self.random, 1.0)
        self.optimizer = Adam(self.policy.parameters + self.value.parameters)
        self.observation_moments = RunningMoments(width)
        self.return_moments = RunningMoments(1)
        self.guide: Guide | None = None
        self.steps = 0
        self.seconds = 0.0
        rows = settings.num_envs * len(self.batch.agents)
        self._returns = np.zeros(rows)
        self._episode_rewards = np.zeros(rows)
        self.batch.reset(settings.seed)

    @property
    def is_done(self) -> bool:
        """Whether the run has its number of steps."""
        return self.steps >= self.settings.steps

    @property
    def entropy_weight(self) -> float:
        """Weight of the entropy now."""
        first, last = self.settings.entropy, self.settings.last_entropy
        return first if last is None else first + (last - first) * min(1.0, self.steps / self.settings.steps)

    def set_others(self, others: Others) -> None:
        """Change the players without agents; all matches begin new episodes, and the results of the batch start again."""
        self.batch.configure(others=others)
        self.settings.others = others
        self.batch.reset()
        self._returns[:] = 0
        self._episode_rewards[:] = 0

    def _rows(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.reshape(-1, array.shape[-1])

    def _logits(self, normalized: Floats) -> Floats:
        """Return the logits of the combinations of choices."""
        logits: Floats = self.choices.combine(self.policy.forward(normalized))
        return logits

    def _values(self, observations: Floats) -> Floats:
        return self.value.forward(self.observation_moments.normalize(observations))[:, 0]

    def update(self) -> Progress:
        """Collect steps and learn from them once."""
        began = time.perf_counter()
        data, progress = self._collect()
        progress.entropy = self._learn(data)
        self.seconds += time.perf_counter() - began
        progress.seconds = self.seconds
        return progress

    def _collect(self) -> tuple[dict[str, NDArray[Any]], Progress]:
        settings, batch = self.settings, self.batch
        agents = len(batch.agents)
        rows = settings.num_envs * agents
        length = settings.length
        width, choices = batch.observations.shape[-1], self.choices.count
        observations = np.empty((length, rows, width), np.float32)
        masks = np.empty((length, rows, choices), np.bool_)
        actions = np.empty((length, rows), np.int64)
        rewards = np.empty((length, rows))
        values = np.empty((length + 1, rows), np.float32)
        after_end = np.zeros((length, rows), np.float32)
        ends = np.empty((length, rows), np.bool_)
        finished: list[float] = []
        lengths: list[int] = []
        outcomes: dict[str, int] = {}
        for t in range(length):
            observations[t] = self._rows(batch.observations)
            masks[t] = restrict_masks(self.choices.masks(), self.allowed)
            if self.guide is not None:
                self.guide(self, masks[t])
            normalized = self.observation_moments.normalize(observations[t])
            actions[t] = self._choose(normalized, masks[t], self.random)
            values[t] = self.value.forward(normalized)[:, 0]
            cycles = batch.cycles.copy()
            self.choices.write(actions[t])
            batch.step()
            rewards[t] = batch.rewards.reshape(rows)
            truncated = batch.truncated != 0
            ended = (batch.terminated != 0) | truncated
            ends[t] = np.repeat(ended, agents)
            self._episode_rewards += rewards[t]
            self._returns = self._returns * settings.discount + rewards[t]
            self.return_moments.add(self._returns[:, None])
            if truncated.any():
                # An episode that the horizon cut goes on in the estimate of the return.
                cut = np.repeat(truncated, agents)
                after_end[t, cut] = self._values(self._rows(batch.final_observations)[cut])
            for match in np.flatnonzero(ended):
                part = slice(match * agents, (match + 1) * agents)
                finished.append(float(self._episode_rewards[part].mean()))
                lengths.append(int(cycles[match]) + settings.frame_skip)
                name = batch.outcome_names[batch.outcomes[match]]
                outcomes[name] = outcomes.get(name, 0) + 1
            self._episode_rewards[ends[t]] = 0
            self._returns[ends[t]] = 0
        values[length] = self._values(self._rows(batch.observations))
        self.steps += length * rows
        scale = 1 / np.sqrt(self.return_moments.variance[0] + 1e-8)
        scaled = np.clip(rewards * scale, -10, 10).astype(np.float32)
        advantages = self._advantages(scaled, values, ends, after_end)
        # The old probabilities belong to the moments with which the choices were made; they change only after this.
        normalized = self.observation_moments.normalize(observations.reshape(-1, width))
        allowed, chosen = masks.reshape(-1, choices), actions.reshape(-1)
        logs = np.zeros(len(chosen), np.float32)
        free = has_choice(allowed)
        found = _log_probabilities(self._logits(normalized[free]), allowed[free])
        logs[free] = found[np.arange(len(found)), chosen[free]]
        data: dict[str, NDArray[Any]] = {
            "normalized": normalized,
            "masks": allowed,
            "actions": chosen,
            "logs": logs,
            "advantages": advantages.reshape(-1),
            "returns": (advantages + values[:length]).reshape(-1),
        }
        self.observation_moments.add(observations.reshape(-1, width))
        count = len(finished)
        progress = Progress(
            steps=self.steps,
            seconds=0.0,
            episodes=count,
            reward=float(np.mean(finished)) if count else float("nan"),
            cycles=float(np.mean(lengths)) if count else float("nan"),
            entropy=0.0,
            outcomes={name: number / count for name, number in sorted(outcomes.items())},
        )
        return data, progress

    def _advantages(
        self, rewards: Floats, values: Floats, ends: NDArray[np.bool_], after_end: Floats
    ) -> Floats:
        settings = self.settings
        advantages = np.empty_like(rewards)
        following = np.zeros(rewards.shape[1], np.float32)
        for t in range(len(rewards) - 1, -1, -1):
            after = np.where(ends[t], after_end[t], values[t + 1])
            error = rewards[t] + settings.discount * after - values[t]
            following = error + settings.discount * settings.trace * np.where(ends[t], 0, following)
            advantages[t] = following
        return advantages

    def _learn(self, data: dict[str, NDArray[Any]]) -> float:
        settings = self.settings
        rate = settings.learning_rate * max(0.0, 1 - (self.steps - 1) / settings.steps)
        rows = len(data["actions"])
        entropies = []
        for _ in range(settings.epochs):
            order = self.random.permutation(rows)
            for part in np.array_split(order, settings.minibatches):
                batch = {name: array[part] for name, array in data.items()}
                gradients, entropy = self.gradients(batch)
                entropies.append(entropy)
                norm = float(np.sqrt(sum(float((g * g).sum()) for g in gradients)))
                if norm > settings.largest_gradient:
                    gradients = [g * np.float32(settings.largest_gradient / norm) for g in gradients]
                self.optimizer.step(gradients, rate)
        return float(np.mean(entropies))

    def loss(self, batch: dict[str, NDArray[Any]]) -> float:
        """Return the loss of `gradients`."""
        settings = self.settings
        policy = _with_choice(batch)
        logs = _log_probabilities(self._logits(policy["normalized"]), policy["masks"])
        probabilities = np.exp(logs)
        entropy = -(probabilities * np.where(policy["masks"], logs, 0)).sum(axis=1)
        ratio = np.exp(logs[np.arange(len(logs)), policy["actions"]] - policy["logs"])
        advantages = _standardize(policy["advantages"])
        limited = np.clip(ratio, 1 - settings.clip, 1 + settings.clip)
        gain = np.minimum(ratio * advantages, limited * advantages)
        value = self.value.forward(batch["normalized"])[:, 0]
        error = 0.5 * (value - batch["returns"]) ** 2
        return float((-gain - self.entropy_weight * entropy).mean() + 0.5 * error.mean())

    def gradients(self, batch: dict[str, NDArray[Any]]) -> tuple[list[Floats], float]:
        """Return the gradients of the loss for the parameters of the policy and the value, and the mean entropy.

        The policy learns from the rows that have a choice, the value from all rows.
        """
        settings = self.settings
        policy = _with_choice(batch)
        count = len(policy["actions"])
        rows = np.arange(count)
        logs = _log_probabilities(self._logits(policy["normalized"]), policy["masks"])
        probabilities = np.exp(logs)
        finite = np.where(policy["masks"], logs, 0)
        entropy = -(probabilities * finite).sum(axis=1)
        ratio = np.exp(logs[rows, policy["actions"]] - policy["logs"])
        advantages = _standardize(policy["advantages"])
        is_limited = np.where(advantages > 0, ratio > 1 + settings.clip, ratio < 1 - settings.clip)
        of_log = np.where(is_limited, 0, -ratio * advantages)
        gradient = -probabilities * of_log[:, None]
        gradient[rows, policy["actions"]] += of_log
        gradient += self.entropy_weight * probabilities * (finite + entropy[:, None])
        of_policy = self.policy.backward(self.choices.split(gradient / max(1, count)).astype(np.float32))
        value = self.value.forward(batch["normalized"])[:, 0]
        error = 0.5 * (value - batch["returns"]) / len(value)
        of_value = self.value.backward(error[:, None].astype(np.float32))
        return of_policy + of_value, float(entropy.mean()) if count else 0.0

    def _choose(
        self, normalized: Floats, masks: NDArray[np.bool_], random: np.random.Generator
    ) -> NDArray[np.int64]:
        """Draw choices; a row with a single one needs no policy."""
        chosen: NDArray[np.int64] = np.argmax(masks, axis=1)
        free = has_choice(masks)
        chosen[free] = choose_actions(self._logits(normalized[free]), masks[free], random)
        return chosen

    def act(self, observations: Floats, masks: NDArray[Any], random: np.random.Generator | None) -> NDArray[np.int64]:
        """Return choices of the policy for rows of observations and masks: drawn, or the best ones without `random`.

        With further choices, masks and choices are those of `JointChoices`.
        """
        normalized = self.observation_moments.normalize(observations)
        allowed = restrict_masks(masks, self.allowed)
        if random is not None:
            return self._choose(normalized, allowed, random)
        best: NDArray[np.int64] = np.where(allowed, self._logits(normalized), -np.inf).argmax(axis=1)
        return best

    def save(self, path: str, matches: bool = True) -> None:
        """Write a checkpoint with which `Learner.load` goes on exactly; an older file stays whole until then.

        Without `matches`, which opponents with a memory need, as teams have, `load` begins new episodes.
        """
        states = [self.batch.save(match) for match in range(self.settings.num_envs)] if matches else []
        arrays: dict[str, Any] = {
            "settings": json.dumps(asdict(self.settings)),
            "random": json.dumps(self.random.bit_generator.state),
            "matches": np.frombuffer(gzip.compress(json.dumps(states).encode(), 1), np.uint8),
            "counts": np.array([self.steps, self.seconds, self.optimizer.steps]),
            "returns": self._returns,
            "episode_rewards": self._episode_rewards,
        }
        for name, moments in self._moments().items():
            arrays[name] = np.concatenate([moments.mean, moments.variance, [moments.count]])
        for name, group in self._parameters().items():
            for i, array in enumerate(group):
                arrays[f"{name}.{i}"] = array
        partial = f"{path}.partial"
        with open(partial, "wb") as file:
            np.savez(file, **arrays)
        os.replace(partial, path)

    @classmethod
    def load(cls, path: str, steps: int | None = None) -> Learner:
        """Return the learner of a checkpoint.

        Args:
            path: File of `save`.
            steps: New number of steps of the whole run.
        """
        with np.load(path) as arrays:
            learner = cls(_parse_settings(arrays))
            if steps is not None:
                learner.settings.steps = steps
            learner.random.bit_generator.state = json.loads(str(arrays["random"]))
            learner.steps, learner.optimizer.steps = int(arrays["counts"][0]), int(arrays["counts"][2])
            learner.seconds = float(arrays["counts"][1])
            learner._returns = arrays["returns"]
            learner._episode_rewards = arrays["episode_rewards"]
            for name, moments in learner._moments().items():
                width = len(moments.mean)
                moments.mean, moments.variance = arrays[name][:width], arrays[name][width:-1]
                moments.count = float(arrays[name][-1])
            for name, group in learner._parameters().items():
                for i, array in enumerate(group):
                    array[...] = arrays[f"{name}.{i}"]
            matches = json.loads(gzip.decompress(arrays["matches"].tobytes()))
        for match, state in enumerate(matches):
            learner.batch.restore(match, state)
        return learner

    def start_from(self, other: Learner) -> None:
        """Take over the networks of a learner with the same observations, choices and hidden layers, and begin to learn anew from there."""
        for mine, theirs in zip(self.policy.parameters + self.value.parameters, other.policy.parameters + other.value.parameters):
            if mine.shape != theirs.shape:
                raise ValueError(f"the networks differ: a layer has the shape {mine.shape} instead of {theirs.shape}")
            mine[...] = theirs
        for name, moments in other._moments().items():
            own = self._moments()[name]
            own.mean, own.variance, own.count = moments.mean.copy(), moments.variance.copy(), moments.count

    def _moments(self) -> dict[str, RunningMoments]:
        return {"observation_moments": self.observation_moments, "return_moments": self.return_moments}

    def _parameters(self) -> dict[str, list[Floats]]:
        return {
            "parameters": self.optimizer.parameters,
            "adam_first": self.optimizer.first,
            "adam_second": self.optimizer.second,
        }

    def close(self) -> None:
        """End the workers of the matches."""
        self.batch.close()

    def __enter__(self) -> Learner:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _with_choice(batch: dict[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Return the rows that have a choice."""
    free = has_choice(batch["masks"])
    return batch if free.all() else {name: array[free] for name, array in batch.items()}


def _standardize(values: NDArray[Any]) -> NDArray[Any]:
    if not len(values):
        return values
    standardized: NDArray[Any] = (values - values.mean()) / (values.std() + 1e-8)
    return standardized
