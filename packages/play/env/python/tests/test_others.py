"""Players without agents: scripts, frozen policies, pools."""

import json
import runpy
from pathlib import Path

import numpy as np
import pytest

import rcss
from rcss.baselines import Learner, Settings, freeze

EXAMPLE = Path(__file__).parents[1] / "examples" / "self_play.py"


def test_a_pool_plays_and_reports_its_results():
    pool = [{"type": "script", "script": "chaser", "weight": 3}, {"type": "script", "script": "idle", "name": "statues"}]
    with rcss.make_batch("3v3", num_envs=40, workers=2, others={"right": pool}, horizon=30) as batch:
        batch.reset(seed=1)
        assert batch.other_names["right"][1] == "statues"
        shares = np.bincount(batch.drawn[:, 1], minlength=2) / 40
        assert 0.5 < shares[0] < 0.95
        for _ in range(30):
            batch.step()
        right = [result for result in batch.results() if result["side"] == "right"]
        assert [result["name"] for result in right] == batch.other_names["right"]
        assert [result["episodes"] for result in right] == [round(40 * share) for share in shares]
        assert sum(result["cycles"] for result in right) == 40 * 30
        assert sum(right[1]["outcomes"].values()) == right[1]["episodes"]


def test_workers_and_transports_draw_the_same():
    pool = [{"type": "scripts"}, {"type": "script", "script": "chaser"}]
    drawn = []
    for workers, transport in ((1, "auto"), (3, "pipe")):
        with rcss.make_batch("3v3", num_envs=9, workers=workers, transport=transport, others={"right": pool}) as batch:
            batch.reset(seed=5)
            drawn.append(batch.drawn.tolist())
    assert drawn[0] == drawn[1]
    assert len({right for _, right in drawn[0]}) == 2


def test_a_frozen_policy_chooses_like_its_learner(tmp_path):
    """The engine plays the right team by a document; the same choices sent by Python give the same match."""
    settings = Settings("3v3", num_envs=4, length=32, action="macro", hidden=[16], choices=["none", "go to ball", "shoot"])
    with Learner(settings) as learner:
        for _ in range(2):
            learner.update()
        document = json.loads(json.dumps(freeze(learner, choose="greedy")))
        controller = {"type": "policy", "policy": document}
        others = {"left": [controller], "right": [controller]}
        left = [{"side": "left", "unum": 1}]
        options = {"action": "macro", "auto_reset": "none"}
        with (
            rcss.make_batch("3v3", agents="both", **options) as sent,
            rcss.make_batch("3v3", agents=left, others=others, **options) as frozen,
        ):
            sent.reset(seed=3)
            frozen.reset(seed=3)
            for _ in range(200):
                rows = sent.observations.reshape(6, -1)
                masks = (sent.action_masks.reshape(6, -1) != 0) & learner.allowed
                logits = learner.policy.forward(learner.observation_moments.normalize(rows))
                choices = np.where(masks, logits, -np.inf).argmax(axis=1)
                sent.actions[0, :, 0] = choices
                frozen.actions[0, :, 0] = choices[:1]
                sent.step()
                frozen.step()
                assert np.array_equal(sent.observations[0, 0], frozen.observations[0, 0])


def test_a_team_of_the_engine_plays():
    with rcss.make_batch("3v3", num_envs=2, others={"right": {"type": "team", "team": "base"}}, horizon=60) as batch:
        batch.reset(seed=1)
        assert batch.other_names["right"] == ["base"]
        before = batch.scene()["players"][-1]
        for _ in range(60):
            batch.step()
        assert batch.scene()["players"][-1] != before
        assert batch.results()[-1]["episodes"] == 2
        with pytest.raises(rcss.EngineError, match="cannot be saved"):
            batch.save(0)
    with pytest.raises(ValueError, match="not one of"):
        rcss.make("3v3", others={"right": {"type": "team", "team": "unknown"}})


def test_a_policy_of_another_size_is_refused():
    with Learner(Settings("3v3", num_envs=2, length=8, hidden=[8])) as learner:
        policy = freeze(learner)
    with pytest.raises(ValueError, match="policy.*numbers instead of"):
        rcss.make("5v5", others={"right": {"type": "policy", "policy": policy}})
    with pytest.raises(ValueError, match="others"):
        rcss.make("3v3", others={"top": {"type": "scripts"}})


def test_the_example_of_self_play(capsys):
    policy = runpy.run_path(str(EXAMPLE))["play"](2, 30_000)
    assert policy["name"] == "generation 2"
    assert "generation 2 against scripts" in capsys.readouterr().out
