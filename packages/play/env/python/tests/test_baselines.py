"""The reference learner: gradients, learning, exact resuming, command line."""

import csv
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from kill_points import contents, run_with_kills

from rcss.baselines import Learner, Settings, choose_actions, evaluate
from rcss.baselines.networks import Adam, Mlp, RunningMoments
from rcss.baselines.plot import draw_curves
from rcss.baselines.reference import learned_policy, random_policy, scripted_policy

SMALL = {"scenario": "approach-ball", "num_envs": 8, "length": 64, "hidden": [16], "minibatches": 4}


TALKING = {"scenario": "keepaway-3v2", "action": {"type": "macro", "say": {"symbols": 2}}, "observation": {"type": "egocentric", "hear": True}}


@pytest.mark.parametrize("options", [SMALL, {**SMALL, **TALKING}])
def test_gradients_are_those_of_the_loss(options):
    random = np.random.default_rng(1)
    with Learner(Settings(**options)) as learner:
        width, choices = learner.batch.observations.shape[-1], learner.choices.count
        learner.policy = Mlp([width, 16, learner.choices.logits], random, 1.0)
        parameters = learner.policy.parameters + learner.value.parameters
        # Finite differences need more digits than float32 has.
        for i, group in enumerate((learner.policy.parameters, learner.value.parameters)):
            group[:] = [array.astype(np.float64) for array in group]
        parameters = learner.policy.parameters + learner.value.parameters
        count = 40
        masks = random.random((count, choices)) < 0.7
        masks[:, 0] = True
        # Rows without a choice do not change the policy.
        masks[:5, 1:] = False
        data = {
            "normalized": random.standard_normal((count, width)),
            "masks": masks,
            "actions": np.array([random.choice(np.flatnonzero(mask)) for mask in masks]),
            "logs": random.uniform(-3, -1, count),
            "advantages": random.standard_normal(count),
            "returns": random.standard_normal(count),
        }
        gradients, _ = learner.gradients(data)
        for parameter, gradient in zip(parameters, gradients):
            assert parameter.shape == gradient.shape
            for _ in range(4):
                place = tuple(int(random.integers(size)) for size in parameter.shape)
                before = parameter[place]
                parameter[place] = before + 1e-5
                above = learner.loss(data)
                parameter[place] = before - 1e-5
                below = learner.loss(data)
                parameter[place] = before
                assert gradient[place] == pytest.approx((above - below) / 2e-5, rel=2e-3, abs=2e-6)


def test_adam_finds_a_minimum():
    parameter = np.array([3.0, -2.0], np.float32)
    optimizer = Adam([parameter])
    for _ in range(2000):
        optimizer.step([2 * (parameter - np.array([1, 5], np.float32))], 0.01)
    assert parameter == pytest.approx([1, 5], abs=0.01)


def test_moments_of_parts_are_those_of_the_whole():
    rows = np.random.default_rng(1).normal(3, 2, (1000, 4))
    moments = RunningMoments(4)
    for part in np.array_split(rows, 7):
        moments.add(part)
    assert moments.mean == pytest.approx(rows.mean(axis=0), abs=1e-3)
    assert moments.variance == pytest.approx(rows.var(axis=0), rel=1e-3)


def test_choices_have_the_probabilities_of_the_logits():
    logits = np.tile(np.log(np.array([1, 3, 4, 2], np.float32)), (20_000, 1))
    masks = np.tile(np.array([True, True, False, True]), (20_000, 1))
    shares = np.bincount(choose_actions(logits, masks, np.random.default_rng(1)), minlength=4) / 20_000
    assert shares == pytest.approx([1 / 6, 3 / 6, 0, 2 / 6], abs=0.02)


def test_several_choices_are_drawn_independently_of_each_other():
    with Learner(Settings(**{**SMALL, **TALKING})) as learner:
        count = len(learner.batch.choices)
        logits = np.random.default_rng(1).standard_normal((5, count + 3)).astype(np.float32)
        joint = np.exp(learner.choices.combine(logits))
        products = np.exp(logits[:, :count, None]) * np.exp(logits[:, None, count:])
        assert joint == pytest.approx(products.reshape(5, -1), rel=1e-5)


def test_untrained_policies_can_prefer_the_first_choice_and_the_entropy_fades():
    with Learner(Settings(**SMALL, first_choice=5.0, entropy=0.04, last_entropy=0.0, steps=1024)) as learner:
        drawn = learner.act(learner.batch.observations[:, 0], np.ones((8, learner.choices.count), np.bool_), np.random.default_rng(1))
        assert (drawn == 0).mean() > 0.7
        assert learner.entropy_weight == 0.04
        learner.update()
        assert learner.entropy_weight == pytest.approx(0.02)
        learner.update()
        assert learner.entropy_weight == 0


def test_a_guide_holds_agents_to_choices_from_which_the_policy_does_not_learn():
    def guide(learner, masks):
        masks[:6] = False
        masks[:6, 2] = True
        drawn.append(learner.batch.actions[:, 0, 0].copy())

    drawn = []
    with Learner(Settings(**SMALL)) as learner:
        learner.guide = guide
        learner.update()
        learner._collect()
        # The actions of the step before: of eight matches, six are held.
        assert all((row[:6] == 2).all() for row in drawn[1:])
        assert any((row[6:] != 2).any() for row in drawn[1:])
        data, _ = learner._collect()
        held = {name: array.reshape(64, 8, -1)[:, :6].reshape(64 * 6, *array.shape[1:]) for name, array in data.items()}
        gradients, _ = learner.gradients(held)
        assert not any(gradient.any() for gradient in gradients[: len(learner.policy.parameters)])


def test_advantages_end_with_the_episode():
    with Learner(Settings(**SMALL, discount=0.5, trace=1.0)) as learner:
        rewards = np.array([[1], [2], [4], [8]], np.float32)
        values = np.zeros((5, 1), np.float32)
        values[4] = 100
        ends = np.array([[False], [True], [False], [True]])
        after_end = np.zeros((4, 1), np.float32)
        after_end[3] = 6
        found = learner._advantages(rewards, values, ends, after_end)
        # The second episode was cut: its estimate goes on with 6; the 100 belong to the next one.
        assert found[:, 0] == pytest.approx([1 + 0.5 * 2, 2, 4 + 0.5 * (8 + 0.5 * 6), 8 + 0.5 * 6])


def test_a_policy_learns():
    settings = Settings("approach-ball", steps=60_000, num_envs=16, length=64, learning_rate=1e-3)
    with Learner(settings) as learner, settings.make_batch(40, 99, "none") as batch:
        untrained = evaluate(batch, 99, random_policy(1)).reward
        while not learner.is_done:
            progress = learner.update()
        scripted = evaluate(batch, 99, scripted_policy).reward
    assert untrained < 1
    assert progress.reward > untrained + 0.7 * (scripted - untrained)


def test_a_resumed_run_goes_on_exactly(tmp_path):
    path = str(tmp_path / "checkpoint.npz")
    with Learner(Settings(**SMALL, steps=3000)) as learner:
        for _ in range(2):
            learner.update()
        learner.save(path)
        expected = [learner.update() for _ in range(2)]
        weights = [array.copy() for array in learner.optimizer.parameters]
    with Learner.load(path) as resumed:
        found = [resumed.update() for _ in range(2)]
        assert all(np.array_equal(a, b) for a, b in zip(resumed.optimizer.parameters, weights))
    for a, b in zip(expected, found):
        a.seconds = b.seconds = 0
        assert str(a) == str(b)


def test_a_policy_learns_to_keep_the_ball():
    settings = Settings(
        "keepaway-3v2", action="keepaway", steps=80_000, num_envs=16, length=64, frame_skip=2, learning_rate=2e-3
    )
    with Learner(settings) as learner, settings.make_batch(100, 99, "none") as batch:
        untrained = evaluate(batch, 99, random_policy(1)).cycles
        while not learner.is_done:
            learner.update()
        trained = evaluate(batch, 99, learned_policy(learner, 1)).cycles
    assert trained > 1.4 * untrained


def test_a_policy_draws_only_the_named_choices():
    choices = ["none", "go to ball", "shoot"]
    with Learner(Settings("empty-goal", num_envs=4, length=50, choices=choices)) as learner:
        learner.update()
        allowed = [learner.batch.choices.index(name) for name in choices]
        rows = learner.batch.observations.reshape(4, -1)
        masks = np.ones((4, len(learner.batch.choices)), np.uint8)
        drawn = {int(choice) for _ in range(100) for choice in learner.act(rows, masks, np.random.default_rng())}
        assert drawn <= set(allowed)
        assert len(drawn) > 1
        logits = learner.policy.forward(learner.observation_moments.normalize(rows))[:, allowed]
        assert learner.act(rows, masks, None).tolist() == [allowed[i] for i in logits.argmax(axis=1)]
        # Without an allowed choice that has an effect, the first choice is drawn: none.
        masks[:, allowed] = 0
        assert learner.act(rows, masks, np.random.default_rng()).tolist() == [0, 0, 0, 0]
    with pytest.raises(ValueError, match="choices: 'shot' is not one of none, go to ball"):
        Learner(Settings("empty-goal", choices=["shot"]))


def test_low_level_actions_are_refused():
    with pytest.raises(ValueError, match="action: power, direction, neck: only choices can be learned, as of macro, discrete or keepaway"):
        Learner(Settings("empty-goal", action="low-level"))


def run(*arguments, code=0):
    done = subprocess.run([sys.executable, "-m", "rcss.baselines", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    return done


def test_command_line(tmp_path):
    out = tmp_path / "run"
    small = ["--num-envs", "4", "--length", "32", "--every", "1"]
    run("train", "approach-ball", "--out", str(out), "--steps", "500", *small)
    assert "steps: 1000000, but the run in" in (refused := run("train", "approach-ball", "--out", str(out), code=1).stderr) and "add --resume" in refused
    assert "seed: 2, but the run in" in run("train", "--resume", "--seed", "2", "--out", str(out), code=1).stderr
    run("train", "--resume", "--out", str(out), "--steps", "800")
    with (out / "progress.csv").open() as file:
        steps = [int(row["steps"]) for row in csv.DictReader(file)]
    assert steps == list(range(128, 800 + 128, 128))
    assert "scripts: reward" in run("score", str(out), "--episodes", "3").stdout
    run("plot", str(out), "--out", str(tmp_path / "plot.svg"), "--title", "a < b")
    picture = ElementTree.parse(tmp_path / "plot.svg").getroot()
    texts = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert "a < b" in texts
    assert any(text.startswith("scripts ") for text in texts)


def test_the_command_goes_on_after_an_end_at_any_point(tmp_path):
    options = "--seed 3 --steps 1000 --num-envs 4 --length 32 --hidden 8 --every 3".split()
    run("train", "approach-ball", "--out", str(tmp_path / "whole"), *options)
    killed = tmp_path / "killed"
    assert run_with_kills(killed, "rcss.baselines", "train", "approach-ball", "--out", str(killed), *options) >= 4
    assert contents(killed) == contents(tmp_path / "whole")


def test_a_plot_of_a_run_without_scores(tmp_path):
    rows = ["steps,seconds,episodes,reward,cycles,entropy,outcomes"] + [f"{100 * i},1,2,{i},10,0.5,{{}}" for i in range(1, 20)]
    (tmp_path / "progress.csv").write_text("\n".join(rows) + "\n")
    assert draw_curves([tmp_path]).count("<path") >= 2
