"""Runs in processes of their own."""

from __future__ import annotations

import importlib
import json
import multiprocessing
import os
import threading
import time
from pathlib import Path
from typing import Any

from .._files import write_whole
from .references import run_reference
from .results import Replay, policy_path, write_run
from .suite import REFERENCES, load_suite


def end_with_parent() -> None:
    """End this process when the one that started it has ended, also if that was killed: nothing reads its results any more."""
    parent: Any = multiprocessing.parent_process()

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def start_process(counter: Any) -> None:
    """Prepare a process for runs.

    Args:
        counter: Number of the processes, if each of them and its engine is bound to one core, which they use in turns; None otherwise.
    """
    end_with_parent()
    if counter is None:
        return
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        with counter.get_lock():
            number = counter.value
            counter.value += 1
        os.sched_setaffinity(0, {cores[number % len(cores)]})
    os.environ["OMP_NUM_THREADS"] = "1"


def run_job(job: dict[str, Any]) -> str:
    """Run an algorithm with one seed on a task, and return a line about it."""
    suite = load_suite(job["suite"])
    task = suite.task(job["task"])
    algorithm, seed, out = job["algorithm"], job["seed"], Path(job["out"])
    start = time.monotonic()
    if algorithm in REFERENCES:
        run, policy = run_reference(suite, task, algorithm, seed, job["episodes"]), None
    else:
        module = importlib.import_module(".ppo" if algorithm == "ppo" else ".marl", __package__)
        left = None if job["deadline"] is None else job["deadline"] - time.time()
        if left is not None and left < 1:
            return f"{task.name} {algorithm} {seed}: not started, the time is over"
        try:
            run, policy = module.train(suite, task, algorithm, seed, job["frames"], left, job["episodes"])
        except TimeoutError:
            return f"{task.name} {algorithm} {seed}: stopped without a result, the time is over"
    run.machine = job["machine"]
    if policy is not None:
        write_whole(policy_path(out, task.name, algorithm, seed), json.dumps(policy) + "\n")
        run.replay = Replay.of(task, policy, suite.evaluationSeed + seed, job["episodes"] or suite.episodes)
    write_run(out, run)
    return f"{task.name} {algorithm} {seed}: score {run.score:.3f}, {time.monotonic() - start:.0f} s"
