"""Time of a step of 64 matches by route: shared memory, pipes, text and gRPC.

The text is one line of JSON per step and direction, through pipes. The messages of gRPC are the blocks without any encoding,
which is its best case; both a call per step and one stream for all steps are measured.

Usage, from the repository root, with Node and the package rcss (packages/play/env/python/src in PYTHONPATH):
    npm install --ignore-scripts --prefix packages/play/env/python/bench/routes
    pip install -r packages/play/env/python/bench/routes/requirements.txt
    python packages/play/env/python/bench/routes/compare.py [seconds]
"""

from __future__ import annotations

import json
import struct
import subprocess
import sys
import time
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Callable

import grpc
import numpy as np

import rcss

ROOT = Path(__file__).resolve().parents[6]
SERVER = Path(__file__).with_name("server.mjs")
SCENARIOS = ("11v11", "1v1-keeper")
MATCHES = 64
HORIZON = 1_000_000
PART = 20
"""Steps after which both times are compared; the median of the parts is printed."""


def draw_actions(layout: list[dict[str, Any]], shape: tuple[int, ...]) -> np.ndarray:
    """Return random actions."""
    low, high = ([field[name] for field in layout] for name in ("low", "high"))
    drawn = np.random.default_rng(1).uniform(low, high, shape)
    return np.where([bool(field.get("isChoice")) for field in layout], np.rint(drawn), drawn).astype(np.float32)


def measure(route: str, scenario: str, seconds: float, step: Callable[[], None], engine: Callable[[], float]) -> None:
    """Print the times of a step: `step` runs one, `engine` returns the seconds that the engine has spent in steps."""
    times = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        before = engine()
        began = time.perf_counter()
        for _ in range(PART):
            step()
        times.append(((time.perf_counter() - began) / PART * 1e6, (engine() - before) / PART * 1e6))
    whole, inside = np.median(np.array(times[len(times) // 3 :]), axis=0)
    print(f"{scenario}, {route}: step {whole:.0f} µs, engine {inside:.0f} µs, transport {whole - inside:.0f} µs")


def measure_package(transport: str, scenario: str, seconds: float) -> None:
    """Measure the package `rcss`."""
    with rcss.make_batch(scenario, num_envs=MATCHES, transport=transport, horizon=HORIZON) as batch:
        batch.reset(seed=1)
        batch.actions[:] = draw_actions(batch.action_layout, batch.actions.shape)
        measure(transport, scenario, seconds, batch.step, lambda: batch.engine_seconds()[0])


class Server:
    """A server of one of the other routes."""

    def __init__(self, route: str, scenario: str) -> None:
        options = json.dumps({"scenario": scenario, "matches": MATCHES, "horizon": HORIZON})
        self.process = subprocess.Popen(
            ["node", "--conditions=@rcss/source", "--import", "tsx", str(SERVER), route, options],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.info = json.loads(self.read_line())
        shape = self.info["shapes"]["actions"]
        self.actions = draw_actions(self.info["actionLayout"], tuple(shape))

    def read_line(self) -> bytes:
        """Return a line of the output."""
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()


def measure_text(scenario: str, seconds: float) -> None:
    """Measure lines of JSON."""
    with Server("text", scenario) as server:
        pipe = server.process.stdin
        assert pipe is not None
        latest: dict[str, Any] = {"stepMs": 0.0}

        def step() -> None:
            pipe.write(json.dumps(server.actions.ravel().tolist()).encode() + b"\n")
            pipe.flush()
            latest.update(json.loads(server.read_line()))
            for name in ("observations", "rewards"):
                latest[name] = np.array(latest[name], np.float32)
            for name in ("terminated", "truncated", "actionMasks"):
                latest[name] = np.array(latest[name], np.uint8)

        measure("text", scenario, seconds, step, lambda: latest["stepMs"] / 1000)


def measure_grpc(scenario: str, seconds: float, is_stream: bool) -> None:
    """Measure gRPC, with a call per step or one stream."""
    with Server("grpc", scenario) as server, grpc.insecure_channel(f"127.0.0.1:{server.info['port']}") as channel:
        call = channel.unary_unary("/rcss.Bench/Step")
        latest = struct.pack("<d", 0)

        requests: SimpleQueue[bytes | None] = SimpleQueue()
        answers = channel.stream_stream("/rcss.Bench/Steps")(iter(requests.get, None)) if is_stream else None

        def step() -> None:
            nonlocal latest
            if answers is None:
                latest = call(server.actions.tobytes())
            else:
                requests.put(server.actions.tobytes())
                latest = next(answers)
            np.frombuffer(latest, np.float32, server.info["shapes"]["observations"], 8)

        route = "gRPC, one stream" if is_stream else "gRPC, a call per step"
        measure(route, scenario, seconds, step, lambda: struct.unpack_from("<d", latest)[0] / 1000)
        requests.put(None)


def main() -> None:
    """Measure all routes."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    for scenario in SCENARIOS:
        for transport in ("shared", "pipe"):
            measure_package(transport, scenario, seconds)
        measure_text(scenario, seconds)
        for is_stream in (False, True):
            measure_grpc(scenario, seconds, is_stream)


if __name__ == "__main__":
    main()
