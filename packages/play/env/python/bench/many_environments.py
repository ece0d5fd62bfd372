"""Memory and start of separate environments of one match: `python bench/many_environments.py [count]` (Linux)."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time

import rcss


def engines() -> tuple[int, float]:
    """Return the number of engines of this process, and their memory in MB."""
    listed = subprocess.run(["ps", "-o", "rss=,comm=", "--ppid", str(os.getpid())], capture_output=True, text=True, check=True)
    sizes = [int(line.split()[0]) for line in listed.stdout.splitlines() if "node" in line]
    return len(sizes), sum(sizes) / 1024


count = int(sys.argv[1]) if len(sys.argv) > 1 else 64
environments, starts = [], []
for seed in range(count):
    began = time.perf_counter()
    environment = rcss.Batch("3v3", action="macro", seed=seed)
    environment.reset()
    starts.append(1000 * (time.perf_counter() - began))
    environments.append(environment)
for _ in range(20):
    for environment in environments:
        environment.step()
processes, memory = engines()
further = f"{statistics.median(starts[1:]):.0f} ms" if count > 1 else "-"
print(f"{count} environments: {processes} processes, {memory:.0f} MB; start {starts[0]:.0f} ms, each further one {further}")
for environment in environments:
    environment.close()
print(f"after the end: {engines()[0]} processes")
