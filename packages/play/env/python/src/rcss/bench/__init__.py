"""The benchmark: a fixed suite of tasks, baselines that run from one command, and their results."""

from .results import Run, read_runs, write_run
from .statistics import Interval, bootstrap, interquartile_mean
from .suite import ALGORITHMS, Suite, Task, load_suite

__all__ = [
    "ALGORITHMS",
    "Interval",
    "Run",
    "Suite",
    "Task",
    "bootstrap",
    "interquartile_mean",
    "load_suite",
    "read_runs",
    "write_run",
]
