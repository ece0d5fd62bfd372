"""Time of the transport: that of a step seen from numpy, against that of the step itself, which the engine measures.

Usage: python packages/play/env/python/bench/overhead.py [seconds]
"""

from __future__ import annotations

import sys
import time

import numpy as np

import rcss

PART = 100
"""Steps after which both times are compared; the median of the parts is printed."""


def measure(scenario: str, transport: str, seconds: float) -> None:
    """Print the times of one setting."""
    with rcss.make_batch(scenario, num_envs=64, transport=transport, horizon=1_000_000) as batch:
        batch.reset(seed=1)
        random = np.random.default_rng(1)
        low = [field["low"] for field in batch.action_layout]
        high = [field["high"] for field in batch.action_layout]
        drawn = random.uniform(low, high, batch.actions.shape)
        batch.actions[:] = np.where([bool(field.get("isChoice")) for field in batch.action_layout], np.rint(drawn), drawn)
        times: list[tuple[float, float]] = []
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            engine = batch.engine_seconds()[0]
            began = time.perf_counter()
            for _ in range(PART):
                batch.step()
            whole = time.perf_counter() - began
            times.append((whole / PART * 1e6, (batch.engine_seconds()[0] - engine) / PART * 1e6))
        whole_micros, engine_micros = np.median(np.array(times[len(times) // 3 :]), axis=0)
        print(
            f"{scenario}, {transport}: step {whole_micros:.0f} µs, engine {engine_micros:.0f} µs, "
            f"transport {whole_micros - engine_micros:.0f} µs ({whole_micros / engine_micros - 1:.0%})"
        )


def main() -> None:
    """Measure two scenarios with both transports."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    for scenario in ("11v11", "1v1-keeper"):
        for transport in ("shared", "pipe"):
            measure(scenario, transport, seconds)


if __name__ == "__main__":
    main()
