"""Command line: list the tasks of a suite, run baselines and leagues of learners, write tables and plots from their results."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from pathlib import Path
from typing import Any, Callable

from .._engine import EngineError
from .._names import SHARD_HELP, WHOLE, Parser, parse_shard, take_shard
from .jobs import run_job, start_process
from .report import check_page, render_tables, write_page
from .results import run_path
from .selfplay import ANCHORS, League, run_league
from .submit import SubmissionError, submit
from .suite import ALGORITHMS, DEFAULT_SUITE, LEARNERS, REFERENCES, load_suite


def _run(arguments: argparse.Namespace) -> None:
    suite = load_suite(arguments.suite)
    names = arguments.tasks or [task.name for task in suite.tasks]
    deadline = None if arguments.seconds is None else time.time() + arguments.seconds
    every = [(seed, name, algorithm) for seed in arguments.seeds or suite.seeds for name in names for algorithm in arguments.algorithms]
    fitting = [run for run in every if not suite.task(run[1]).refuses(run[2])]
    # The share does not depend on which results are there, so that the same command goes on after an interruption.
    jobs = [
        {
            "suite": arguments.suite,
            "task": name,
            "algorithm": algorithm,
            "seed": seed,
            "out": arguments.out,
            "frames": arguments.frames,
            "episodes": arguments.episodes,
            "deadline": deadline,
            "machine": arguments.machine,
        }
        for seed, name, algorithm in take_shard(fitting, arguments.shard)
        if not run_path(Path(arguments.out), name, algorithm, seed).exists()
    ]
    print(f"{len(jobs)} runs are left", flush=True)
    failed = 0

    def report(job: dict[str, Any], error: BaseException | None, line: str) -> None:
        nonlocal failed
        if error is None:
            print(line, flush=True)
        else:
            failed += 1
            print(f"{job['task']} {job['algorithm']} {job['seed']}: {error!r}", file=sys.stderr, flush=True)

    if arguments.jobs == 1:
        for job in jobs:
            try:
                report(job, None, run_job(job))
            except (EngineError, RuntimeError, ValueError) as error:
                report(job, error, "")
    else:
        _run_in_processes(jobs, arguments.jobs, report)
    if failed:
        sys.exit(1)


def _run_in_processes(jobs: list[dict[str, Any]], count: int, report: Callable[[dict[str, Any], BaseException | None, str], None]) -> None:
    context = multiprocessing.get_context("spawn")
    counter = context.Value("i", 0) if 2 * count > (os.cpu_count() or 1) else None
    with ProcessPoolExecutor(count, mp_context=context, initializer=start_process, initargs=(counter,)) as pool:
        waiting = {pool.submit(run_job, job): job for job in jobs}
        while waiting:
            for done in wait(waiting, return_when=FIRST_COMPLETED).done:
                job = waiting.pop(done)
                error = done.exception()
                report(job, error, "" if error is not None else done.result())


def _list(arguments: argparse.Namespace) -> None:
    for task in load_suite(arguments.suite).tasks:
        print(f"{task.name:24}{task.scenario_name:20}{task.observation_options['type']:12}{task.action_options['type']:10}{task.budget:>12,}")


def _submit(arguments: argparse.Namespace) -> None:
    suite = load_suite(arguments.suite)
    try:
        runs = submit(suite, Path(arguments.folder), Path(arguments.into))
    except SubmissionError as error:
        sys.exit(f"submit: {error}")
    for run in runs:
        print(f"{run.task} {run.algorithm} {run.seed}: score {run.score:.3f}, played again {run.replay.score if run.replay else 0:.3f}")
    print(f"{len(runs)} results are in {arguments.into}; write the page: python -m rcss.bench report {arguments.into} --page … --figures …")


def _report(arguments: argparse.Namespace) -> None:
    suite = load_suite(arguments.suite)
    if (arguments.page is None) != (arguments.figures is None):
        sys.exit("report: --page and --figures belong together; without both, the tables are printed")
    if arguments.page is None:
        print("\n".join(render_tables(suite, Path(arguments.results))))
    elif arguments.check:
        stale = check_page(suite, Path(arguments.results), Path(arguments.page), Path(arguments.figures))
        if stale:
            sys.exit(f"not the results of {arguments.results}: {', '.join(stale)}. Run the command without --check")
    else:
        write_page(suite, Path(arguments.results), Path(arguments.page), Path(arguments.figures))


def _selfplay(arguments: argparse.Namespace) -> None:
    suite = load_suite(arguments.suite)
    given = {name: value for name, value in vars(arguments).items() if name in League.__dataclass_fields__ and value is not None}
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    try:
        lines = run_league(League(**values), Path(arguments.out), suite, lambda line: print(line, flush=True))
    except (EngineError, ValueError) as error:
        sys.exit(f"selfplay: {error}")
    print("\n".join(lines))


def main() -> None:
    """Run the command line."""
    parser = Parser(prog="python -m rcss.bench", description=__doc__)
    parser.add_argument("--suite", default=DEFAULT_SUITE, help=f"name of a suite, or a JSON file ({DEFAULT_SUITE})")
    commands = parser.add_subparsers(required=True)
    listed = commands.add_parser("list", help="list the tasks of the suite")
    listed.set_defaults(run_command=_list)
    run = commands.add_parser("run", help="run baselines; runs that have a result are left out")
    run.add_argument("--out", required=True, help="folder of the results, one file per run")
    run.add_argument("--tasks", nargs="+", help="names of tasks (all)")
    run.add_argument("--algorithms", nargs="+", choices=ALGORITHMS, default=[name for name in ALGORITHMS if name != "ppo"], help=f"references {REFERENCES}, learners {LEARNERS} (all but ppo)")
    run.add_argument("--seeds", nargs="+", type=int, help="seeds (those of the suite)")
    run.add_argument("--jobs", type=int, default=1, help="runs at the same time (1)")
    run.add_argument("--shard", type=parse_shard, default=WHOLE, help=SHARD_HELP)
    run.add_argument("--frames", type=int, help="decisions of the matches in training, in place of the budget of the task")
    run.add_argument("--episodes", type=int, help="episodes of each evaluation, in place of those of the suite")
    run.add_argument("--seconds", type=float, help="after this time no run starts, and running ones stop without a result")
    run.add_argument("--machine", default="", help="text about the machine for the results")
    run.set_defaults(run_command=_run)
    selfplay = commands.add_parser("selfplay", help="train a league of learners, rate it, and learn best responses; the same command goes on after an end at any point")
    selfplay.add_argument("--out", required=True, help="folder of the league")
    selfplay.add_argument("--task", default="3v3", help="task of the suite: scenario, observations and actions (3v3)")
    selfplay.add_argument("--generations", type=int, help=f"frozen policies after the untrained one ({League.generations})")
    selfplay.add_argument("--steps", type=int, help=f"agent-steps per generation ({League.steps})")
    selfplay.add_argument("--anchors", nargs="+", choices=ANCHORS, help=f"opponents that stay the same ({' '.join(League.anchors)})")
    selfplay.add_argument("--episodes", type=int, help=f"episodes of each pair on each side ({League.episodes})")
    selfplay.add_argument("--responses", nargs="+", type=int, help="generations against which a best response is learned (the middle one and the last one)")
    selfplay.add_argument("--response-steps", type=int, help=f"agent-steps of a best response ({League.response_steps}); 0: none")
    selfplay.add_argument("--num-envs", type=int, help=f"matches at the same time ({League.num_envs})")
    selfplay.add_argument("--seed", type=int, help=f"seed of training and choices ({League.seed})")
    selfplay.set_defaults(run_command=_selfplay)
    report = commands.add_parser("report", help="write tables and plots from results")
    report.add_argument("results", help="folder of the results")
    report.add_argument("--page", help="Markdown page with the marks of a generated part; without it, the tables are printed")
    report.add_argument("--figures", help="folder of the plots")
    report.add_argument("--check", action="store_true", help="write nothing, and fail if page or plots differ")
    report.set_defaults(run_command=_report)
    submitted = commands.add_parser("submit", help="check results of a learner of your own, play its policies again, and add them to the results of the suite")
    submitted.add_argument("folder", help="folder of the results, as `run` writes it, with the policies")
    submitted.add_argument("--into", required=True, help="folder of the results of the suite")
    submitted.set_defaults(run_command=_submit)
    arguments = parser.parse_args()
    arguments.run_command(arguments)


if __name__ == "__main__":
    main()
