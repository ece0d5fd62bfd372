"""Command line: train, resume, score and export policies, and draw their learning curves."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from .._files import write_whole
from .._names import Parser
from .freeze import freeze
from .plot import draw_curves
from .ppo import Learner, Progress, Settings, read_settings
from .reference import Score, evaluate, learned_policy, random_policy, scripted_policy

_COLUMNS = ("steps", "seconds", "episodes", "reward", "cycles", "entropy", "outcomes")


def _write_row(path: Path, progress: Progress) -> None:
    is_new = not path.exists()
    with path.open("a", newline="") as file:
        writer = csv.writer(file)
        if is_new:
            writer.writerow(_COLUMNS)
        row = asdict(progress)
        row["outcomes"] = json.dumps(row["outcomes"])
        writer.writerow([f"{v:.6g}" if isinstance(v, float) else v for v in (row[name] for name in _COLUMNS)])


def _keep_rows(path: Path, steps: int) -> None:
    """Drop the rows after the checkpoint, and a row that was not written to its end."""
    if path.exists():
        lines = [line for line in path.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]
        write_whole(path, b"".join(lines[:1] + [line for line in lines[1:] if int(line.split(b",")[0]) <= steps]))


def _describe(score: Score) -> str:
    ends = ", ".join(f"{name} {share:.0%}" for name, share in score.outcomes.items())
    return f"reward {score.reward:.2f} ± {score.error:.2f}, {score.cycles:.0f} cycles, {ends}"


def _read_json(path: str) -> Any:
    return json.loads(Path(path).read_text())


def _parse_weight(text: str) -> tuple[str, float]:
    name, _, weight = text.partition("=")
    try:
        return name, float(weight)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not TERM=WEIGHT, for example cycle=0.1") from None


def _open_run(arguments: argparse.Namespace, checkpoint: Path, table: Path) -> Learner:
    """Return the learner of the checkpoint, if there is one, otherwise a new one."""
    given = {name: value for name, value in vars(arguments).items() if name in Settings.__dataclass_fields__ and value is not None}
    if "reward" in given:
        given["reward"] = dict(given["reward"])
    if not checkpoint.exists():
        if arguments.scenario is None:
            sys.exit("scenario: a run needs one, for example: train empty-goal --out runs/empty-goal")
        table.unlink(missing_ok=True)
        return Learner(Settings(**given))
    stored = asdict(read_settings(str(checkpoint)))
    named = given if arguments.scenario is None else asdict(Settings(**given))
    for name, value in json.loads(json.dumps(named)).items():
        if value != stored[name] and not (arguments.resume and (name == "steps" or name not in given)):
            go_on = ", add --resume to go on with other steps" if name == "steps" else ""
            sys.exit(f"{name}: {value}, but the run in {checkpoint.parent} has {stored[name]}; give the same value{go_on}, or name another --out")
    learner = Learner.load(str(checkpoint), arguments.steps)
    _keep_rows(table, learner.steps)
    return learner


def _train(arguments: argparse.Namespace) -> None:
    out = Path(arguments.out)
    out.mkdir(parents=True, exist_ok=True)
    checkpoint, table = out / "checkpoint.npz", out / "progress.csv"
    learner = _open_run(arguments, checkpoint, table)
    with learner:
        updates = 0
        while not learner.is_done:
            progress = learner.update()
            _write_row(table, progress)
            updates += 1
            if updates % arguments.every == 0 or learner.is_done:
                learner.save(str(checkpoint))
                rate = progress.steps / max(progress.seconds, 1e-9)
                print(
                    f"{progress.steps:>10,} steps, {progress.seconds:.0f} s, {rate:,.0f} steps/s, reward "
                    f"{progress.reward:.2f}, {progress.cycles:.0f} cycles, entropy {progress.entropy:.2f}",
                    flush=True,
                )


def _score(arguments: argparse.Namespace) -> None:
    learner = Learner.load(str(Path(arguments.run) / "checkpoint.npz"))
    if arguments.others is not None:
        learner.settings.others = arguments.others
    with learner, learner.settings.make_batch(arguments.episodes, arguments.seed, "none") as batch:
        scores = {
            "random": evaluate(batch, arguments.seed, random_policy(arguments.seed, learner.settings.choices)),
            "scripts": evaluate(batch, arguments.seed, scripted_policy),
            "policy": evaluate(batch, arguments.seed, learned_policy(learner, arguments.seed)),
            "greedy": evaluate(batch, arguments.seed, learned_policy(learner, None)),
        }
    stored = {name: asdict(score) for name, score in scores.items()}
    (Path(arguments.run) / "scores.json").write_text(json.dumps(stored, indent=2) + "\n")
    for name, score in scores.items():
        print(f"{name}: {_describe(score)}")


def _export(arguments: argparse.Namespace) -> None:
    with Learner.load(str(Path(arguments.run) / "checkpoint.npz")) as learner:
        document = freeze(learner, Path(arguments.run).name, "greedy" if arguments.greedy else "sample")
    Path(arguments.out).write_text(json.dumps(document) + "\n")


def _plot(arguments: argparse.Namespace) -> None:
    Path(arguments.out).write_text(draw_curves([Path(run) for run in arguments.runs], arguments.title))


def main() -> None:
    """Run the command line."""
    parser = Parser(prog="python -m rcss.baselines", description=__doc__)
    commands = parser.add_subparsers(required=True)
    train = commands.add_parser("train", help="train a policy, or go on with it")
    train.add_argument("scenario", nargs="?")
    train.add_argument("--out", required=True, help="folder of checkpoint.npz and progress.csv")
    train.add_argument("--resume", action="store_true", help="go on with the checkpoint in the folder, also without its settings or with other --steps; the same command goes on without it")
    train.add_argument("--every", type=int, default=10, help="updates between checkpoints (10)")
    train.add_argument("--steps", type=int, help="agent-steps of the whole run (1000000)")
    train.add_argument("--seed", type=int, help="seed of matches, weights and choices (1)")
    train.add_argument("--action", choices=("macro", "discrete", "keepaway"), help="list of choices (macro)")
    train.add_argument(
        "--observation",
        choices=("egocentric", "global", "sensors", "hfo-high", "hfo-low", "keepaway"),
        help="what the policy observes (egocentric)",
    )
    train.add_argument("--choices", nargs="+", help="names of the choices that the policy may draw (all)")
    train.add_argument("--frame-skip", type=int, help="cycles per decision (1)")
    train.add_argument("--difficulty", type=float, help="0 (easy) to 1 (1)")
    train.add_argument(
        "--reward", type=_parse_weight, nargs="+", metavar="TERM=WEIGHT", help="weights of the reward (those of the scenario)"
    )
    train.add_argument("--others", type=_read_json, help="JSON file: who plays the players of a side without agents")
    train.add_argument("--num-envs", type=int, help="matches (32)")
    train.add_argument("--workers", type=int, help="Node processes (1)")
    train.add_argument("--length", type=int, help="steps of each match per update (128)")
    train.add_argument("--epochs", type=int, help="passes over the steps of an update (4)")
    train.add_argument("--minibatches", type=int, help="parts of such a pass (8)")
    train.add_argument("--hidden", type=int, nargs="+", help="units of the hidden layers (64 64)")
    train.add_argument("--learning-rate", type=float, help="first learning rate (0.0005)")
    train.add_argument("--discount", type=float, help="discount per decision (0.99)")
    train.add_argument("--entropy", type=float, help="weight of the entropy (0.01)")
    train.add_argument("--last-entropy", type=float, help="weight of the entropy at the end (the same)")
    train.add_argument("--first-choice", type=float, help="logit of the first choice, none, before training (0)")
    train.set_defaults(run_command=_train)
    score = commands.add_parser("score", help="score a policy, drawn and greedy, against random choices and the scripts")
    score.add_argument("run", help="folder of a run")
    score.add_argument("--episodes", type=int, default=200)
    score.add_argument("--seed", type=int, default=1_000_001, help="seed of the episodes, other than that of training")
    score.add_argument("--others", type=_read_json, help="JSON file: who plays the players without agents, instead of those of the run")
    score.set_defaults(run_command=_score)
    export = commands.add_parser("export", help="write a policy as a JSON document, with which others can play")
    export.add_argument("run", help="folder of a run")
    export.add_argument("--out", required=True)
    export.add_argument("--greedy", action="store_true", help="take the best choice instead of drawing one")
    export.set_defaults(run_command=_export)
    plot = commands.add_parser("plot", help="draw the learning curves of runs of one scenario as SVG")
    plot.add_argument("runs", nargs="+", help="folders of runs; the first one has scores.json")
    plot.add_argument("--out", required=True)
    plot.add_argument("--title", default="")
    plot.set_defaults(run_command=_plot)
    arguments = parser.parse_args()
    arguments.run_command(arguments)


if __name__ == "__main__":
    main()
