"""Self-play against a pool of frozen policies, drawn by prioritized fictitious self-play (Vinyals et al. 2019)."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Iterable, Literal

if TYPE_CHECKING:
    from .options import Controller, Others, Side

Weighting = Literal["hard", "even", "uniform"]

_FORMAT = "rcss-pool"
_VERSION = 1
_MAX_OPPONENTS = 255
"""Largest pool of the engine."""


@dataclass
class Opponent:
    """An opponent of the pool, and the results of the learner against it."""

    name: str
    controller: dict[str, Any]
    episodes: int = 0
    """Ended episodes."""
    wins: int = 0
    """Episodes in which the learner scored more goals."""
    draws: int = 0
    recent_episodes: float = 0.0
    """Episodes with older ones counted less; see `Pool.decay`."""
    recent_points: float = 0.0
    """Wins and half of the draws, likewise."""

    @property
    def win_rate(self) -> float:
        """Estimated share of wins of the learner, 0 to 1, draws as half wins; 0.5 without episodes. One imaginary draw keeps it off 0 and 1."""
        return (self.recent_points + 0.5) / (self.recent_episodes + 1)


class Pool:
    """The opponents of a learner, with weights that follow from its results.

    An opponent is drawn in proportion to f(x), where x is the estimated share of wins of the learner against it:

    - `hard`: (1 - x)^p, the opponents that win most;
    - `even`: x (1 - x), those of equal strength;
    - `uniform`: 1.

    Args:
        side: Side of the opponents.
        weighting: Function of the weights.
        power: p of `hard`, above 0.
        explore: Share of the draws that go to all opponents alike, 0 to 1, so that no result is too old.
        decay: Factor, 0 to 1, by which the episodes of earlier records count in x: the learner changes, and old results say less.

    Example:
        pool = Pool()
        pool.add({"type": "scripts"}, "scripts")
        env = rcss.sb3.VecEnv("3v3", num_envs=16, others=pool.others())
        ...
        pool.record(env.batch.results())
        pool.add({"type": "policy", "policy": snapshot}, "step 100000")
        env.set_options({"others": pool.others()})
        env.reset()
    """

    def __init__(
        self, side: Side = "right", weighting: Weighting = "hard", power: float = 2.0, explore: float = 0.1, decay: float = 0.9
    ) -> None:
        if side not in ("left", "right"):
            raise ValueError(f"side: {side!r} is not left or right")
        if weighting not in ("hard", "even", "uniform"):
            raise ValueError(f"weighting: {weighting!r} is not hard, even or uniform")
        if not power > 0:
            raise ValueError(f"power: {power!r} is not above 0")
        for name, share in (("explore", explore), ("decay", decay)):
            if not 0 <= share <= 1:
                raise ValueError(f"{name}: {share!r} is not from 0 to 1")
        self.side: Side = side
        self.weighting = weighting
        self.power = power
        self.explore = explore
        self.decay = decay
        self.opponents: list[Opponent] = []
        self._counted: dict[str, tuple[int, int, int]] = {}

    def add(self, controller: Controller, name: str) -> None:
        """Add an opponent: a frozen policy, scripts or a team. It is drawn after the next `others`."""
        if any(opponent.name == name for opponent in self.opponents):
            raise ValueError(f"name: {name!r} is the name of another opponent of the pool")
        if len(self.opponents) == _MAX_OPPONENTS:
            raise ValueError(f"the pool has {_MAX_OPPONENTS} opponents; remove one first")
        self.opponents.append(Opponent(name, {**controller, "name": name}))

    def remove(self, name: str) -> None:
        """Remove an opponent with its results."""
        left = [opponent for opponent in self.opponents if opponent.name != name]
        if len(left) == len(self.opponents):
            raise ValueError(f"name: there is no opponent {name!r}")
        self.opponents = left

    def record(self, results: Iterable[dict[str, Any]]) -> None:
        """Add the episodes that ended since the last record. `results` are those of `rcss.Batch.results`, which add up until `others` is set."""
        of_learner = "winsLeft" if self.side == "right" else "winsRight"
        of_opponent = "winsRight" if self.side == "right" else "winsLeft"
        for opponent in self.opponents:
            opponent.recent_episodes *= self.decay
            opponent.recent_points *= self.decay
        known = {opponent.name: opponent for opponent in self.opponents}
        for result in results:
            found = known.get(result["name"])
            if result["side"] != self.side or found is None:
                continue
            total = (result["episodes"], result[of_learner], result["episodes"] - result[of_learner] - result[of_opponent])
            before = self._counted.get(found.name, (0, 0, 0))
            episodes, wins, draws = (now - then for now, then in zip(total, before))
            if episodes < 0:
                raise ValueError(f"results: {total[0]} episodes against {found.name!r}, after {before[0]}; call others() when the batch gets new opponents")
            self._counted[found.name] = total
            found.episodes += episodes
            found.wins += wins
            found.draws += draws
            found.recent_episodes += episodes
            found.recent_points += wins + draws / 2

    def weights(self) -> dict[str, float]:
        """Return the share of the draws by opponent; they sum to 1."""
        count = len(self.opponents)
        if count == 0:
            return {}
        raw = [self._weigh(opponent.win_rate) for opponent in self.opponents]
        total = sum(raw)
        return {
            opponent.name: self.explore / count + (1 - self.explore) * weight / total
            for opponent, weight in zip(self.opponents, raw)
        }

    def _weigh(self, x: float) -> float:
        if self.weighting == "hard":
            return float((1 - x) ** self.power)
        return x * (1 - x) if self.weighting == "even" else 1.0

    def others(self) -> Others:
        """Return the option `others` of an environment, with the weights of now.

        Give it to `rcss.make…`, to `reset(options={"others": …})` or to `configure`: the results of the environment start again.
        """
        if not self.opponents:
            raise ValueError("the pool has no opponents; add one first")
        self._counted = {}
        weights = self.weights()
        pool: Any = [{**opponent.controller, "weight": weights[opponent.name]} for opponent in self.opponents]
        return {"left": pool} if self.side == "left" else {"right": pool}

    def table(self) -> str:
        """Return opponents, results and weights as lines of text."""
        weights = self.weights()
        lines = [f"{'opponent':<20} {'episodes':>8} {'wins':>6} {'draws':>6} {'rate':>6} {'weight':>6}"]
        for o in self.opponents:
            lines.append(f"{o.name:<20} {o.episodes:>8} {o.wins:>6} {o.draws:>6} {o.win_rate:>6.2f} {weights[o.name]:>6.2f}")
        return "\n".join(lines)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the pool as JSON, with policies and results; an older file stays whole until then."""
        document = {
            "format": _FORMAT,
            "version": _VERSION,
            "side": self.side,
            "weighting": self.weighting,
            "power": self.power,
            "explore": self.explore,
            "decay": self.decay,
            "opponents": [asdict(opponent) for opponent in self.opponents],
        }
        partial = f"{os.fspath(path)}.partial"
        with open(partial, "w", encoding="utf-8") as file:
            json.dump(document, file)
            file.write("\n")
        os.replace(partial, path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Pool:
        """Return the pool of a file. Episodes that ended after its last record are not in it.

        Raises:
            ValueError: if the file is not a pool.
        """
        with open(path, encoding="utf-8") as file:
            try:
                document = json.load(file)
            except ValueError as error:
                raise ValueError(f"{os.fspath(path)}: is not JSON: {error}") from None
        if not isinstance(document, dict) or document.get("format") != _FORMAT or document.get("version") != _VERSION:
            raise ValueError(f"{os.fspath(path)}: is not a document of the format {_FORMAT}, version {_VERSION}")
        try:
            pool = cls(document["side"], document["weighting"], document["power"], document["explore"], document["decay"])
            pool.opponents = [Opponent(**opponent) for opponent in document["opponents"]]
        except (KeyError, TypeError) as error:
            raise ValueError(f"{os.fspath(path)}: a field is missing or unknown: {error}") from None
        return pool
