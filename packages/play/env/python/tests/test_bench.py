"""The benchmark: suites, references, statistics, and the page of the results."""

import argparse
import json
import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest
from kill_points import contents, run_with_kills

import rcss
from rcss._names import parse_shard, take_shard
from rcss.bench import Run, bootstrap, interquartile_mean, load_suite, read_runs, write_run
from rcss.bench.ratings import rate
from rcss.bench.references import run_reference
from rcss.bench.report import check_page, compare, draw_curves, draw_profile, group, render_tables, write_page
from rcss.bench.results import Episodes, Point, Replay, read_run
from rcss.bench.statistics import bootstrap_improvement, improvement
from rcss.bench.submit import SubmissionError, submit

ROOT = Path(__file__).parents[5]
RESULTS = ROOT / "data" / "benchmark" / "rcss-bench-v1"
SUITE = load_suite()


def test_every_task_of_the_suite_is_a_batch_of_the_engine():
    names = {scenario["name"] for scenario in rcss.scenarios()}
    for task in SUITE.tasks:
        assert task.scenario in names
        if not task.others:
            with rcss.make_batch(task.scenario, 1, **task.options) as batch:
                assert {agent["side"] for agent in batch.agents} == {"left"}
                assert (len(batch.action_layout) == 1) == task.has_list
    assert len({task.name for task in SUITE.tasks}) == len(SUITE.tasks)


def test_a_suite_with_an_unknown_field_is_refused(tmp_path):
    document = {"suite": "x", "seeds": [1], "episodes": 2, "points": 1, "evaluationSeed": 1, "tasks": [{"name": "a", "speed": 3}]}
    (tmp_path / "x.json").write_text(json.dumps(document))
    with pytest.raises(ValueError, match="speed"):
        load_suite(str(tmp_path / "x.json"))
    with pytest.raises(ValueError, match="rcss-bench-v1"):
        load_suite("rcss-bench-v0")
    with pytest.raises(ValueError, match="front-goal-1v0"):
        SUITE.task("front-goal-9v9")


def test_the_interquartile_mean_cuts_off_a_quarter_at_each_end():
    assert interquartile_mean(np.array([0, 1, 2, 100])) == 1.5
    assert interquartile_mean(np.array([5.0])) == 5
    assert interquartile_mean(np.array([-9, 1, 2, 4, 99])) == pytest.approx(7 / 3)


def test_the_score_of_random_choices_is_0_and_that_of_a_better_reference_is_1(tmp_path):
    def result(task, algorithm, seed, wins, curve=()):
        points = [Point(frames, 0.0, score, 0.0, 9.0) for frames, score in curve]
        write_run(tmp_path, Run(SUITE.name, task, algorithm, seed, 100, 9, "win", Episodes([1] * wins + [0] * (10 - wins), [0] * 10, [9] * 10, {}), points))

    for seed in (1, 2, 3):
        result("hfo-2v2", "random", seed, 2)
        result("hfo-2v2", "base", seed, 6)
        # Here the base team is not better than random choices, and the scripts are.
        result("empty-goal", "random", seed, 4)
        result("empty-goal", "base", seed, 4)
        result("empty-goal", "scripts", seed, 8)
        result("hfo-2v2", "ippo", seed, 4, [(0, 0.2), (50, 0.4), (100, 0.4)])
        result("empty-goal", "ippo", seed, 8, [(0, 0.4), (100, 0.8)])
        # No reference: left out.
        result("3v3", "ippo", seed, 8, [(0, 0.4), (100, 0.8)])
    found = compare(SUITE, group(SUITE, tmp_path))
    assert {task: scale.reference for task, scale in found.scales.items()} == {"empty-goal": "scripts", "hfo-2v2": "base"}
    assert [scores.tolist() for scores in found.scores["ippo"]] == [pytest.approx([1] * 3), pytest.approx([0.5] * 3)]
    assert [areas.tolist() for areas in found.areas["ippo"]] == [pytest.approx([0.5] * 3), pytest.approx([0.375] * 3)]
    assert "scripts" not in found.scores
    ElementTree.fromstring(draw_profile(SUITE, tmp_path))


def test_improvement_counts_equal_scores_half():
    assert improvement(np.array([1, 3]), np.array([1, 2])) == (0.5 + 0 + 1 + 1) / 4
    found = bootstrap_improvement([np.array([1.0, 2.0])], [np.array([0.0, 0.5])])
    assert (found.value, found.low, found.high) == (1, 1, 1)
    with pytest.raises(ValueError, match="others: 2 tasks, and not 1"):
        bootstrap_improvement([np.array([1.0])], [np.array([1.0])] * 2)


def test_shares_have_each_run_once():
    runs = list(range(10))
    shares = [take_shard(runs, parse_shard(f"{i}/3")) for i in (1, 2, 3)]
    assert sorted(sum(shares, [])) == runs and max(map(len, shares)) == 4
    for wrong in ("0/3", "4/3", "3", "a/b", "1/0", "-1/2"):
        with pytest.raises(argparse.ArgumentTypeError, match="is not a share such as 1/4"):
            parse_shard(wrong)


def test_bootstrap_draws_the_runs_of_each_task_apart():
    # Without spread inside the tasks there is none between the samples.
    same = bootstrap([np.array([0.2, 0.2]), np.array([0.8, 0.8])], lambda values: float(values.mean()))
    assert same.low == pytest.approx(0.5) and same.high == pytest.approx(0.5)
    random = np.random.default_rng(3)
    scores = random.normal(0.5, 0.1, 40)
    found = bootstrap([scores], lambda values: float(values.mean()))
    error = scores.std() / np.sqrt(len(scores))
    assert found.low == pytest.approx(scores.mean() - 1.96 * error, abs=0.4 * error)
    assert found.high == pytest.approx(scores.mean() + 1.96 * error, abs=0.4 * error)
    with pytest.raises(ValueError, match="score of a run"):
        bootstrap([np.array([])])


def test_a_suite_has_scenarios_as_data_messages_and_an_end_as_its_measure(tmp_path):
    """Two players with a channel learn by `ppo` for one update: its result is read again and shown."""
    left = [{"place": {"area": {"x": [x, x], "y": [0, 0]}}, "script": "idle"} for x in (0.6, -8)]
    scenario = {"name": "pair", "description": "A pass.", "left": left, "right": [], "controlled": "left", "horizon": 4}
    scenario |= {"ball": {"place": {"area": {"x": [0, 0], "y": [0, 0]}}}, "rewards": {"cycle": 1}, "terminations": [{"on": "passes", "side": "l", "count": 1}]}
    task = {"name": "pair", "group": "x", "scenario": scenario, "observation": {"type": "sensors", "hear": True}, "frameSkip": 1, "budget": 100}
    task |= {"action": {"type": "discrete", "say": {"symbols": 2}}, "measure": "passes", "choices": ["none", "kick 100 180"]}
    document = {"suite": "own", "seeds": [1], "episodes": 8, "points": 1, "evaluationSeed": 1, "tasks": [task]}
    (tmp_path / "own.json").write_text(json.dumps(document))
    command = [sys.executable, "-m", "rcss.bench", "--suite", str(tmp_path / "own.json")]
    subprocess.run([*command, "run", "--out", str(tmp_path / "runs"), "--algorithms", "random", "ppo"], check=True)
    random, ppo = sorted(read_runs(tmp_path / "runs"), key=lambda run: -len(run.algorithm))
    assert (random.algorithm, ppo.algorithm, [point.frames for point in ppo.points]) == ("random", "ppo", [0, 1024])
    for run in (random, ppo):
        assert run.score == run.final.ends.get("passes", 0) / 8
    text = subprocess.run([*command, "report", str(tmp_path / "runs")], check=True, capture_output=True, text=True).stdout
    assert text.startswith("| task | random | ppo |")
    assert load_suite(str(tmp_path / "own.json")).task("pair").refuses("base")


@pytest.fixture(scope="module")
def submission(tmp_path_factory):
    """A suite with one task, and the results of a learner on it under a name of its own."""
    folder = tmp_path_factory.mktemp("submission")
    task = {"name": "shot", "group": "x", "scenario": "front-goal-1v0", "observation": "egocentric", "action": "r2d", "frameSkip": 1, "budget": 1024}
    document = {"suite": "own", "seeds": [1, 2], "episodes": 8, "points": 1, "evaluationSeed": 1, "tasks": [task]}
    (folder / "own.json").write_text(json.dumps(document))
    command = [sys.executable, "-m", "rcss.bench", "--suite", str(folder / "own.json"), "run", "--out", str(folder / "runs"), "--algorithms", "ppo", "random"]
    subprocess.run(command, check=True)
    for seed in (1, 2):
        (folder / "runs" / "policies" / "shot" / f"ppo-{seed}.json").rename(folder / "runs" / "policies" / "shot" / f"mine-{seed}.json")
        path = folder / "runs" / "shot" / f"ppo-{seed}.json"
        write_run(folder / "runs", replace(read_run(path), algorithm="mine"))
        path.unlink()
    return folder


def test_runs_and_submissions_go_on_after_an_end_at_any_point(submission, tmp_path):
    own = ["--suite", str(submission / "own.json")]
    for name, arguments in (("runs", ["run", "--algorithms", "ppo", "random", "--seeds", "1", "--out"]), ("table", ["submit", str(submission / "runs"), "--into"])):
        for folder in ("whole", "killed"):
            (tmp_path / folder).mkdir(exist_ok=True)
        subprocess.run([sys.executable, "-m", "rcss.bench", *own, *arguments, str(tmp_path / "whole" / name)], check=True)
        killed = tmp_path / "killed" / name
        assert run_with_kills(killed, "rcss.bench", *own, *arguments, str(killed), first=3) >= 1
    assert contents(tmp_path / "killed") == contents(tmp_path / "whole")


def test_the_processes_of_runs_end_with_the_command(tmp_path):
    command = ["run", "--out", str(tmp_path), "--tasks", "front-goal-1v0", "--algorithms", "random", "--seeds", *map(str, range(1, 400)), "--episodes", "4", "--jobs", "2"]
    with subprocess.Popen([sys.executable, "-m", "rcss.bench", *command], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and any("score" in line for line in process.stdout)
        process.kill()
        # Its processes have this output, too.
        process.communicate(timeout=60)
    assert len(list((tmp_path / "front-goal-1v0").glob("*.json"))) < 399


def test_results_of_a_learner_are_played_again_and_become_rows(submission, tmp_path):
    suite = load_suite(str(submission / "own.json"))
    runs = submit(suite, submission / "runs", tmp_path)
    assert [(run.algorithm, run.seed) for run in runs] == [("mine", 1), ("mine", 2)]
    assert read_runs(tmp_path) == runs
    assert runs[0].replay != runs[1].replay
    tables = render_tables(suite, tmp_path)
    assert tables[0] == "| task | mine |" and tables[2].startswith("| `shot` | ")
    ElementTree.fromstring(draw_curves(suite, tmp_path))
    # As after an end in the middle: one result is there, the other one is added.
    (tmp_path / "shot" / "mine-2.json").unlink()
    assert submit(suite, submission / "runs", tmp_path) == runs == read_runs(tmp_path)
    write_run(tmp_path, replace(runs[0], machine="another one"))
    with pytest.raises(SubmissionError, match="has a result of mine with seed 1 on shot; choose another name"):
        submit(suite, submission / "runs", tmp_path)


@pytest.mark.parametrize(
    "change, reason",
    [
        ({"suite": "other"}, "suite is other, and not own"),
        ({"seed": 3}, "its place is"),
        ({"algorithm": "ippo"}, "its place is"),
        ({"budget": 2000}, "budget is 2,000 decisions, and the task has 1,024"),
        ({"measure": "duration"}, "measure is duration, and not win"),
        ({"points": [Point(0, 0.0, 0.0, 0.0, 1.0)]}, r"points are at \[0\] decisions"),
        ({"final": Episodes([1] * 8, [0] * 8, [5] * 7, {"goal": 8})}, r"final has \(8, 8, 7, 8\) goals"),
        ({"replay": None}, "replay is missing"),
        ({"replay": Replay(1.0, "0" * 64)}, "the engine plays Replay"),
        ({}, "not the same policy"),
    ],
)
def test_a_changed_result_is_refused_and_nothing_is_copied(submission, tmp_path, change, reason):
    suite = load_suite(str(submission / "own.json"))
    shutil.copytree(submission / "runs", tmp_path / "runs")
    path = tmp_path / "runs" / "shot" / "mine-2.json"
    run = read_run(path)
    if reason == "not the same policy":
        # A policy that always chooses the same, whose result says the opposite of what it reaches.
        policy = tmp_path / "runs" / "policies" / "shot" / "mine-2.json"
        document = json.loads(policy.read_text())
        document["layers"][-1]["bias"] = [100.0 if i == 0 else -100.0 for i in range(len(document["layers"][-1]["bias"]))]
        policy.write_text(json.dumps(document))
        replay = Replay.of(suite.task("shot"), document, suite.evaluationSeed + 2, 8)
        final = Episodes([0 if replay.score > 0.5 else 9] * 8, [0] * 8, [5] * 8, {"goal": 8})
        change = {"replay": replay, "final": final}
    changed = replace(run, **change)
    path.unlink()
    write_run(tmp_path / "runs", replace(changed, algorithm="mine", seed=2)).write_text(json.dumps(asdict(changed)))
    with pytest.raises(SubmissionError, match=reason):
        submit(suite, tmp_path / "runs", tmp_path / "into")
    assert not (tmp_path / "into").exists()


def test_a_policy_of_another_task_is_refused(submission, tmp_path):
    suite = load_suite(str(submission / "own.json"))
    shutil.copytree(submission / "runs", tmp_path / "runs")
    policy = tmp_path / "runs" / "policies" / "shot" / "mine-1.json"
    policy.write_text(json.dumps({**json.loads(policy.read_text()), "frameSkip": 4}))
    with pytest.raises(SubmissionError, match="frameSkip is 4, and the task has 1"):
        submit(suite, tmp_path / "runs", tmp_path / "into")
    policy.unlink()
    with pytest.raises(SubmissionError, match="without a policy document cannot be checked"):
        submit(suite, tmp_path / "runs", tmp_path / "into")


def test_references_play_the_same_episodes_again():
    task = SUITE.task("front-goal-1v1")
    first, second = (run_reference(SUITE, task, "scripts", 1, 30) for _ in range(2))
    assert first == second
    assert first.score > run_reference(SUITE, task, "random", 1, 30).score
    assert first.final.ends["goal"] == round(30 * first.score)


def test_the_base_team_plays_the_side_of_the_agents():
    run = run_reference(SUITE, SUITE.task("front-goal-1v1"), "base", 1, 10)
    assert run.score >= 0.5
    assert sum(run.final.goals) == round(10 * run.score)
    assert SUITE.task("front-goal-1v0").refuses("base")
    assert SUITE.task("1v1-keeper-hybrid").refuses("qmix")


def test_a_result_is_read_as_it_was_written(tmp_path):
    run = Run("s", "t", "ippo", 3, 100, 200, "win", Episodes([1, 0], [0, 0], [10, 200], {"goal": 1, "horizon": 1}), [Point(0, 0.0, 0.5, 0.5, 105.0)])
    path = write_run(tmp_path, run)
    assert read_runs(tmp_path) == [run]
    assert run.score == 0.5
    assert replace(run, measure="duration").scores.tolist() == [0.05, 1.0]
    path.write_text('{"suite": 1}')
    with pytest.raises(ValueError, match="not the result of a run"):
        read_run(path)


def test_the_command_leaves_out_runs_that_have_a_result(tmp_path):
    command = [sys.executable, "-m", "rcss.bench", "run", "--out", str(tmp_path), "--tasks", "front-goal-1v0", "--algorithms", "random", "scripts", "base"]
    command += ["--seeds", "1", "2", "--episodes", "4"]
    for share in ("1/2", "2/2"):
        first = subprocess.run([*command, "--shard", share], capture_output=True, text=True, check=True).stdout
        assert first.startswith("2 runs are left")
    (tmp_path / "front-goal-1v0" / "random-2.json").unlink()
    second = subprocess.run([*command, "--jobs", "2"], capture_output=True, text=True, check=True).stdout
    assert second.startswith("1 runs are left")
    assert len(read_runs(tmp_path)) == 4


@pytest.mark.skipif(not RESULTS.exists(), reason="the package alone, without the repository")
def test_the_files_of_clusters_have_each_run_once(tmp_path):
    small = "--tasks front-goal-1v0 --algorithms random scripts --seeds 1 2 --episodes 2".split()
    folder = ROOT / "deploy" / "benchmark"
    (argument,) = (line.strip()[2:] for line in (folder / "shares.yaml").read_text().splitlines() if "rcss.bench run" in line)
    commands = [["bash", str(folder / "array.sbatch")], ["sh", "-c", argument.replace("/results", "results") + ' "$@"', "share"]]
    for name, command in zip(("array", "job"), commands):
        (tmp_path / name).mkdir()
        for share in range(4):
            variables = {"SLURM_ARRAY_TASK_ID": str(share), "SLURM_ARRAY_TASK_COUNT": "4", "JOB_COMPLETION_INDEX": str(share)}
            path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
            ran = subprocess.run([*command, *small], cwd=tmp_path / name, env={**os.environ, **variables, "PATH": path}, capture_output=True, text=True, check=True)
            assert ran.stdout.startswith("1 runs are left")
        assert len(read_runs(tmp_path / name / "results")) == 4


def test_ratings_are_those_of_the_leagues():
    rows = [json.loads(line) for line in (ROOT / "data/benchmark/ladder-3v3-environment/results.jsonl").read_text().splitlines()]
    names = sorted({row["left"] for row in rows})
    counts = np.zeros((len(names), len(names), 3))
    for row in rows:
        won, lost = row["winsLeft"], row["winsRight"]
        counts[names.index(row["left"]), names.index(row["right"])] = [won, row["episodes"] - won - lost, lost]
    ratings = rate(counts, 20)
    # The table of the page, which rankByStrength made.
    assert sorted((round(each.value) for each in ratings), reverse=True) == [816, 447, 251, -44, -161, -212, -293, -402, -402]
    assert all(each.low < each.value < each.high for each in ratings)


LEAGUE = [*"--generations 2 --steps 384 --num-envs 2 --anchors scripts --episodes 1 --responses 1 --response-steps 384".split()]


def test_a_league_that_was_killed_ends_as_one_that_was_not(tmp_path):
    def command(folder):
        return [sys.executable, "-m", "rcss.bench", "selfplay", "--out", str(tmp_path / folder), *LEAGUE]

    subprocess.run(command("whole"), check=True)
    assert run_with_kills(tmp_path / "killed", *command("killed")[2:], first=12) >= 2
    assert contents(tmp_path / "killed") == contents(tmp_path / "whole")
    other = subprocess.run([*command("whole"), "--seed", "2"], capture_output=True, text=True)
    assert other.returncode == 1 and other.stderr.startswith("selfplay: seed: 2, but the league in") and "has 1" in other.stderr
    policy = json.loads((tmp_path / "whole" / "policy.json").read_text())
    with rcss.make_batch("3v3", 1, others={"right": {"type": "policy", "policy": policy}}) as batch:
        batch.reset(1)
        batch.step_scripted()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--task", "1v1-keeper-hybrid"], "task: '1v1-keeper-hybrid'"),
        (["--task", "11v12"], "did you mean 11v11?"),
        (["--generations", "0"], "generations: 0 is less than 1"),
        (["--responses", "9"], "responses: 9 is not a generation from 0 to 8"),
    ],
)
def test_a_league_that_cannot_be_is_refused(tmp_path, options, message):
    found = subprocess.run([sys.executable, "-m", "rcss.bench", "selfplay", "--out", str(tmp_path), *options], capture_output=True, text=True)
    assert found.returncode == 1 and message in found.stderr and found.stderr.count("\n") == 1


def test_the_report_shows_what_learned(tmp_path):
    page, figures = tmp_path / "page.md", tmp_path / "figures"
    figures.mkdir()
    page.write_text("before\n<!-- results: written by `python -m rcss.bench report` -->\n<!-- end of the results -->\nafter\n")
    for seed in range(1, 6):
        for algorithm, gain in (("ippo", 3), ("mappo", 0), ("qmix", -3)):
            goals = [1] * (5 + gain) + [0] * (5 - gain)
            points = [Point(0, 0.0, 0.5, 0.5, 9.0), Point(50, 6.0, 0.5 + gain / 10, 0.5, 9.0)]
            final = Episodes(goals, [0] * 10, [9] * 10, {"goal": 5 + gain, "out": 5 - gain})
            write_run(tmp_path / "runs", Run(SUITE.name, "hfo-2v2", algorithm, seed, 50, 500, "win", final, points))
    write_page(SUITE, tmp_path / "runs", page, figures)
    text = page.read_text()
    assert text.startswith("before\n") and text.endswith("after\n")
    assert "ippo learned: `hfo-2v2`" in text
    assert "mappo did not change with certainty: `hfo-2v2`" in text
    assert "qmix became worse: `hfo-2v2`" in text
    # There is no reference.
    assert "Over all tasks" not in text and not list(figures.glob("*profiles*"))
    assert "| `hfo-2v2` | 0.80 (0.80 to 0.80) |" in text
    assert check_page(SUITE, tmp_path / "runs", page, figures) == []
    ElementTree.fromstring(draw_curves(SUITE, tmp_path / "runs"))
    (tmp_path / "runs" / "hfo-2v2" / "qmix-5.json").unlink()
    assert check_page(SUITE, tmp_path / "runs", page, figures)


@pytest.mark.skipif(not RESULTS.exists(), reason="the package alone, without the repository")
def test_the_shipped_policies_play_better_than_random_choices():
    played = 0
    for path in sorted((RESULTS.parent / "policies").glob("front-goal-*.json")):
        task = SUITE.task(path.stem)
        random = run_reference(SUITE, task, "random", 1, 60)
        left = {"type": "policy", "policy": json.loads(path.read_text())}
        with rcss.make_batch(task.scenario, 60, agents="right", others={"left": left}, auto_reset="none") as batch:
            batch.reset(SUITE.evaluationSeed + 1)
            while not (batch.outcomes > 0).all():
                batch.step_scripted()
            assert Episodes.of(batch).flipped().scores("win", batch.horizon).mean() > random.score
        played += 1
    assert played >= 1


@pytest.mark.skipif(not RESULTS.exists(), reason="the package alone, without the repository")
def test_page_and_plots_are_those_of_the_results():
    docs = ROOT / "docs"
    assert check_page(SUITE, RESULTS, docs / "use" / "researcher" / "benchmark.md", docs / "images") == []
