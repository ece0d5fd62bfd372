"""Command line: offline data from episodes and from game logs."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from .._engine import EngineError
from .._names import SHARD_HELP, WHOLE, Parser, parse_shard, take_shard
from . import convert_logs, play, to_minari


def _report(what: str) -> Any:
    def report(done: int, count: int) -> None:
        print(f"{done} of {count} {what}", file=sys.stderr, flush=True)

    return report


def _play(arguments: argparse.Namespace) -> None:
    names = ("observation", "action", "agents", "frame_skip", "horizon", "difficulty")
    options = {name: value for name in names if (value := getattr(arguments, name)) is not None}
    play(arguments.scenario, arguments.out, arguments.episodes, arguments.policy, arguments.seed, arguments.workers, _report("episodes"), arguments.shard, **options)


def _logs(arguments: argparse.Namespace) -> None:
    convert_logs(take_shard(arguments.logs, arguments.shard), arguments.out, _report("logs"))


def _minari(arguments: argparse.Namespace) -> None:
    dataset = to_minari(arguments.folder, arguments.name, arguments.author)
    print(f"{arguments.name}: {dataset.total_episodes} episodes, {dataset.total_steps} steps")


def _option(text: str) -> Any:
    """Return a name, or a dictionary as JSON."""
    if not text.startswith("{"):
        return text
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not JSON: {error}") from None


def main() -> None:
    """Run the command line."""
    parser = Parser(prog="python -m rcss.dataset", description=__doc__)
    commands = parser.add_subparsers(required=True)
    played = commands.add_parser("play", help="transitions of episodes, as Parquet; an interrupted run goes on")
    played.add_argument("scenario")
    played.add_argument("--out", required=True, help="folder of the files")
    played.add_argument("--episodes", type=int, default=100, help="number of episodes (100)")
    played.add_argument("--policy", default="random", help="random, or the file of a policy document (random)")
    played.add_argument("--observation", type=_option, help="type of the observation, or its options as JSON")
    played.add_argument("--action", type=_option, help="type of the actions, or their options as JSON")
    played.add_argument("--agents", choices=["left", "right", "both", "first"], help="agents (those of the scenario)")
    played.add_argument("--frame-skip", type=int, help="cycles per step (1)")
    played.add_argument("--horizon", type=int, help="longest episode, cycles (that of the scenario)")
    played.add_argument("--difficulty", type=float, help="0 to 1 (1)")
    played.add_argument("--seed", type=int, default=1, help="seed of the first episode (1)")
    played.add_argument("--workers", type=int, default=1, help="processes of the engine (1)")
    played.add_argument("--shard", type=parse_shard, default=WHOLE, help=SHARD_HELP)
    played.set_defaults(run_command=_play)
    logs = commands.add_parser("logs", help="transitions of game logs with estimated commands, as Parquet, one file for each log")
    logs.add_argument("logs", nargs="+", metavar="LOG")
    logs.add_argument("--out", required=True, help="folder of the files")
    logs.add_argument("--shard", type=parse_shard, default=WHOLE, help=SHARD_HELP)
    logs.set_defaults(run_command=_logs)
    minari = commands.add_parser("minari", help="a dataset of Minari from a folder of play with one agent")
    minari.add_argument("folder")
    minari.add_argument("name", help="name of the dataset, for example rcss/1v1-keeper/random-v0")
    minari.add_argument("--author")
    minari.set_defaults(run_command=_minari)
    arguments = parser.parse_args()
    try:
        arguments.run_command(arguments)
    except (EngineError, ImportError, OSError, ValueError) as error:
        sys.exit(f"{parser.prog}: {error}")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
