"""A task that needs messages, played by a protocol written by hand: what a policy that learned to talk can reach.

Player 1 has the ball and does not see player 3, to which it has to pass. Player 2 sees both, and says one of five symbols. The suite
`communication.json` has the scenario for learners; `learn_blind_pass.py` trains on it. Usage: python blind_pass.py [episodes]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import rcss
from numpy.typing import NDArray

SUITE = Path(__file__).with_name("communication.json")
KICKS = [f"kick 100 {direction}" for direction in (90, 135, 180, -135, -90)]


Array = NDArray[Any]


def columns(batch: rcss.Batch) -> dict[str, int]:
    """Return the places of the fields of an observation."""
    return {field["name"]: i for i, field in enumerate(batch.observation_layout)}


def see_lane(caller: Array, at: dict[str, int]) -> tuple[Array, Array]:
    """Return for rows of observations of player 2 which kick reaches player 3, and whether it is seen."""

    def place(thing: str) -> tuple[Array, Array]:
        distance, angle = 60 * caller[:, at[f"{thing}.distance"]], np.pi * caller[:, at[f"{thing}.direction"]]
        return distance * np.cos(angle), distance * np.sin(angle)

    (ball_x, ball_y), (mate_x, mate_y) = place("ball"), place("own.3")
    direction = np.degrees(np.arctan2(mate_y - ball_y, mate_x - ball_x)) % 360
    return np.clip(np.round((direction - 90) / 45), 0, 4).astype(int), caller[:, at["own.3.age"]] < 1


def play(name: str, episodes: int, seed: int = 7) -> float:
    """Return the share of the episodes of a task of the suite that end with the pass."""
    task = next(task for task in json.loads(SUITE.read_text())["tasks"] if task["name"] == name)
    options = {"agents": task["agents"], "action": task["action"], "observation": task["observation"], "auto_reset": "none"}
    with rcss.make_batch(task["scenario"], episodes, **options) as batch:
        at = columns(batch)
        kicks = np.array([batch.choices.index(kick) for kick in KICKS])
        batch.reset(seed=seed)
        for step in range(batch.horizon):
            passer, caller = batch.observations[:, 0].copy(), batch.observations[:, 1].copy()
            batch.actions[:] = 0
            lane, has_seen = see_lane(caller, at)
            batch.actions[has_seen, 1, 1] = lane[has_seen] + 1
            if step == batch.horizon - 1:
                symbols = passer[:, [at[f"hear.1.symbol.{n}"] for n in range(1, 6)]]
                batch.actions[:, 0, 0] = kicks[symbols.argmax(axis=1)]
            batch.step()
        return float((batch.outcomes == batch.outcome_names.index("passes")).mean())


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    for task_name in ("blind-pass-talk", "blind-pass-deaf"):
        print(f"{task_name}: {play(task_name, count):.3f}")
