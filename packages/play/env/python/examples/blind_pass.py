"""A task that needs messages, played by a protocol written by hand: what a policy that learned to talk can reach.

Player 1 has the ball and does not see player 3, to which it has to pass. Player 2 sees both, and says one of five symbols. The suite
`benchmark/communication.json` has the scenario for learners. Usage: python blind_pass.py [episodes]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import rcss

SUITE = Path(__file__).parents[1] / "benchmark" / "communication.json"
KICKS = [f"kick 100 {direction}" for direction in (90, 135, 180, -135, -90)]


def play(name: str, episodes: int, seed: int = 7) -> float:
    """Return the share of the episodes of a task of the suite that end with the pass."""
    task = next(task for task in json.loads(SUITE.read_text())["tasks"] if task["name"] == name)
    options = {"agents": task["agents"], "action": task["action"], "observation": task["observation"], "auto_reset": "none"}
    with rcss.make_batch(task["scenario"], episodes, **options) as batch:
        at = {field["name"]: i for i, field in enumerate(batch.observation_layout)}
        kicks = np.array([batch.choices.index(kick) for kick in KICKS])

        def place(rows: np.ndarray, thing: str) -> tuple[np.ndarray, np.ndarray]:
            distance, angle = 60 * rows[:, at[f"{thing}.distance"]], np.pi * rows[:, at[f"{thing}.direction"]]
            return distance * np.cos(angle), distance * np.sin(angle)

        batch.reset(seed=seed)
        for step in range(batch.horizon):
            passer, caller = batch.observations[:, 0].copy(), batch.observations[:, 1].copy()
            batch.actions[:] = 0
            (ball_x, ball_y), (mate_x, mate_y) = place(caller, "ball"), place(caller, "own.3")
            direction = np.degrees(np.arctan2(mate_y - ball_y, mate_x - ball_x)) % 360
            lane = np.clip(np.round((direction - 90) / 45), 0, 4).astype(int)
            has_seen = caller[:, at["own.3.age"]] < 1
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
