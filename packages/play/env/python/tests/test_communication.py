"""Messages, attention, arm, view and focus as parts of actions and observations."""

import json
import runpy
import warnings
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test
from pettingzoo.utils import parallel_to_aec

import rcss
from rcss.bench import load_suite
from rcss.bench.report import check_page
from rcss.dataset._policy import DocumentPolicy

ROOT = Path(__file__).parents[5]
RESULTS = ROOT / "data" / "benchmark" / "communication"
SUITE = Path(__file__).parents[1] / "examples" / "communication.json"

SAY = {"symbols": 3, "values": 2}
FLAGS = {"attentionTo": True, "pointTo": True, "changeFocus": True}


def columns(layout):
    return {field["name"]: i for i, field in enumerate(layout)}


@pytest.mark.parametrize("action", [
    {"type": "discrete", "say": {"symbols": 3}, "attentionTo": True},
    {"type": "hybrid", "say": SAY, "turnNeck": True, "changeView": True, **FLAGS},
    {"type": "low-level", "say": SAY, **FLAGS},
    {"type": "skills", "say": {"symbols": 2}},
])
@pytest.mark.parametrize("observation", [{"type": "egocentric", "hear": True, **FLAGS}, {"type": "sensors", "hear": {"messages": 3}, **FLAGS}])
def test_pettingzoo_accepts_the_spaces(action, observation):
    observation = {**observation}
    if isinstance(observation["hear"], dict):
        observation["hear"] = {**observation["hear"], **action["say"]}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parallel_api_test(rcss.make("keepaway-3v2", action=action, observation=observation), num_cycles=30)
        api_test(parallel_to_aec(rcss.make("keepaway-3v2", action=action, observation=observation)), num_cycles=30)


def test_several_choices_are_a_multi_discrete_space_with_one_mask():
    action = {"type": "macro", "say": {"symbols": 3}, "attentionTo": True}
    env = rcss.make_single("3v3", action=action, observation={"hear": True})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env, skip_render_check=True)
    choices = len(env.batch.choices)
    assert env.action_space == gymnasium.spaces.MultiDiscrete([choices, 4, 5])
    masks = env.action_masks()
    assert masks.shape == (choices + 9,) and masks[choices:].all()
    assert np.array_equal(masks[:choices], env.batch.action_masks[0, 0] != 0)
    with pytest.raises(ValueError, match=r"action, say \(index 1\): 4 is not a choice from 0 to 3"):
        env.step([0, 4, 0])
    env.close()
    with pytest.raises(ValueError, match="several choices, a MultiDiscrete space"):
        rcss.make("3v3", action=action, action_form="dict")


def test_a_message_reaches_the_team_mates_of_its_speaker():
    env = rcss.make("keepaway-3v2", agents="both", action={"type": "macro", "say": SAY}, observation={"hear": True}, action_form="dict")
    env.reset(seed=1)
    spoken = {"action": 0, "say": 2, "parameters": [0.25, -0.5]}
    silent = {"action": 0, "say": 0, "parameters": [0, 0]}
    observations, *_ = env.step({agent: spoken if agent == "left_2" else silent for agent in env.agents})
    at = columns(env.batch.observation_layout)
    for agent in ("left_1", "left_3"):
        row = observations[agent]
        assert row[at["hear.1.age"]] == 0 and row[at["hear.1.symbol.2"]] == 1
        assert row[at["hear.1.unum"]] == pytest.approx(2 / 11)
        assert row[at["hear.1.value.1"]] == pytest.approx(0.25, abs=1 / 255)
    for agent in ("left_2", "right_1", "right_2"):
        assert observations[agent][at["hear.1.age"]] == 1
    env.close()


def test_several_workers_give_the_same_bytes():
    def play(workers, transport):
        action = {"type": "discrete", "say": SAY, **FLAGS}
        observation = {"type": "sensors", "hear": {"messages": 2, **SAY}, **FLAGS}
        draws = np.random.default_rng(5)
        with rcss.make_batch("5v5", num_envs=6, workers=workers, agents="both", action=action, observation=observation, transport=transport, horizon=12) as batch:
            batch.reset(seed=3)
            low = np.array([field["low"] for field in batch.action_layout])
            high = np.array([field["high"] for field in batch.action_layout])
            rows = []
            for _ in range(25):
                # All numbers are choices.
                batch.actions[...] = np.rint(low + (high - low) * draws.random(batch.actions.shape))
                batch.step()
                rows.append(batch.observations.tobytes())
            heard = batch.observations[..., columns(batch.observation_layout)["hear.1.age"]]
            assert (heard == 0).any()
        return rows

    assert play(1, "pipe") == play(3, "auto")


def test_wrong_options_are_refused_with_their_place():
    with pytest.raises(ValueError, match="action.say.symbols: 0 is not a whole number from 1 to 64"):
        rcss.make_batch("3v3", action={"type": "macro", "say": {"symbols": 0}})
    with pytest.raises(ValueError, match="observation.hear: true needs action.say"):
        rcss.make_batch("3v3", observation={"hear": True})


def test_the_blind_pass_needs_messages():
    play = runpy.run_path(str(Path(__file__).parents[1] / "examples" / "blind_pass.py"))["play"]
    assert play("blind-pass-talk", 100) > 0.8
    # One of five directions.
    assert play("blind-pass-deaf", 100) < 0.4


def test_the_learned_protocol_of_the_blind_pass_needs_messages():
    suite = load_suite(str(SUITE))
    document = json.loads((RESULTS.parent / "policies" / "blind-pass-talk.json").read_text())
    document["choose"] = "greedy"

    def play(name):
        task = suite.task(name)
        with rcss.make_batch(task.scenario, 200, auto_reset="none", agents=task.agents, action=task.action, observation=task.observation) as batch:
            policy, draws = DocumentPolicy(document, batch, "blind-pass-talk"), np.random.default_rng(1)
            batch.reset(seed=suite.evaluationSeed)
            while not (batch.outcomes > 0).all():
                batch.actions[...] = policy(batch, draws)
                batch.step()
            return (batch.outcomes == batch.outcome_names.index("passes")).mean()

    assert play("blind-pass-talk") > 0.5
    assert play("blind-pass-deaf") < 0.1


@pytest.mark.skipif(not (ROOT / "docs" / "use").exists(), reason="the package alone, without the repository")
def test_page_and_plot_of_the_blind_pass_are_those_of_the_results():
    suite = load_suite(str(SUITE))
    docs = ROOT / "docs"
    assert check_page(suite, RESULTS, docs / "use" / "researcher" / "policies.md", docs / "images") == []
