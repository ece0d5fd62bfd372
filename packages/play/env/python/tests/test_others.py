"""Players without agents: scripts, frozen policies, pools."""

import json
import runpy
from pathlib import Path

import numpy as np
import pytest

import rcss
from rcss.baselines import Learner, Settings, freeze
from rcss.self_play import Pool

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


def test_controllers_play_both_sides_without_agents():
    others = {"left": {"type": "script", "script": "chaser"}, "right": {"type": "scripts"}}
    found = []
    for workers, transport in ((1, "auto"), (2, "pipe")):
        options = {"agents": "none", "auto_reset": "none", "horizon": 300, "workers": workers, "transport": transport}
        with rcss.make_batch("3v3", 4, others=others, **options) as batch:
            batch.reset(seed=3)
            while not batch.outcomes.all():
                batch.step()
            assert batch.agents == []
            left = next(result for result in batch.results() if result["side"] == "left")
            assert left["episodes"] == 4 and left["winsLeft"] == int((batch.scores[:, 0] > batch.scores[:, 1]).sum()) > 0
            found.append(batch.cycles.tolist())
    assert found[0] == found[1]
    for make in (rcss.make, rcss.make_vec):
        with pytest.raises(ValueError, match="agents: 'none' is possible in rcss.make_batch only"):
            make("3v3", agents="none")


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


def test_the_example_of_self_play_goes_on_after_an_interruption(tmp_path, capsys):
    play = runpy.run_path(str(EXAMPLE))["play"]
    assert play(1, 12_000, tmp_path)["name"] == "generation 1"
    first = Pool.load(tmp_path / "pool.json")
    assert [opponent.name for opponent in first.opponents] == ["scripts", "generation 1"]
    assert first.opponents[0].episodes > 0 and first.opponents[1].episodes == 0
    assert play(2, 12_000, tmp_path)["name"] == "generation 2"
    pool = Pool.load(tmp_path / "pool.json")
    assert [opponent.name for opponent in pool.opponents] == ["scripts", "generation 1", "generation 2"]
    # The results of the first part are in those of the whole.
    assert pool.opponents[0].episodes >= first.opponents[0].episodes
    assert pool.opponents[1].episodes > 0
    assert "generation 1" in capsys.readouterr().out


def make_pool(**options):
    pool = Pool(explore=0, decay=1, **options)
    for name in ("weak", "equal", "strong"):
        pool.add({"type": "scripts"}, name)
    pool.record(
        {"side": "right", "name": name, "episodes": 9, "winsLeft": wins, "winsRight": 9 - wins}
        for name, wins in (("weak", 9), ("equal", 4), ("strong", 0))
    )
    return pool


def test_weights_of_a_pool_follow_the_results():
    rates = {"weak": 0.95, "equal": 0.45, "strong": 0.05}
    for weighting, weigh in (("hard", lambda x: (1 - x) ** 2), ("even", lambda x: x * (1 - x)), ("uniform", lambda x: 1)):
        pool = make_pool(weighting=weighting)
        assert {opponent.name: pytest.approx(opponent.win_rate) for opponent in pool.opponents} == rates
        total = sum(weigh(x) for x in rates.values())
        assert pool.weights() == {name: pytest.approx(weigh(x) / total) for name, x in rates.items()}
    # A share goes to all alike, and an opponent without episodes counts as equal.
    pool = make_pool(weighting="hard")
    pool.explore = 0.3
    assert pool.weights()["weak"] > 0.1
    pool.add({"type": "scripts"}, "new")
    assert pool.opponents[-1].win_rate == 0.5
    pool.remove("new")
    assert len(pool.weights()) == 3


def test_a_pool_counts_what_is_new_and_forgets_slowly():
    pool = Pool(decay=0.5)
    pool.add({"type": "scripts"}, "scripts")
    result = {"side": "right", "name": "scripts", "episodes": 4, "winsLeft": 3, "winsRight": 0}
    pool.record([result, {**result, "name": "another"}, {**result, "side": "left"}])
    pool.record([{**result, "episodes": 6, "winsLeft": 5}])
    only = pool.opponents[0]
    assert (only.episodes, only.wins, only.draws) == (6, 5, 1)
    assert (only.recent_episodes, only.recent_points) == (4 / 2 + 2, 3.5 / 2 + 2)
    # The environment starts its results again with the option.
    assert pool.others()["right"][0]["weight"] == pytest.approx(1)
    pool.record([{**result, "episodes": 1, "winsLeft": 0, "winsRight": 1}])
    assert only.episodes == 7
    with pytest.raises(ValueError, match="0 episodes against 'scripts', after 1"):
        pool.record([{**result, "episodes": 0, "winsLeft": 0}])


def test_weights_change_while_an_environment_runs(tmp_path):
    pool = Pool()
    pool.add({"type": "script", "script": "idle"}, "statues")
    pool.add({"type": "script", "script": "chaser"}, "chasers")
    with rcss.make_batch("3v3", num_envs=64, others=pool.others(), horizon=200, auto_reset="same-step") as batch:
        batch.reset(seed=1)
        for _ in range(200):
            batch.step_scripted()
        pool.record(batch.results())
        assert sum(opponent.episodes for opponent in pool.opponents) >= 64
        assert all(o.wins + o.draws <= o.episodes for o in pool.opponents)
        pool.save(tmp_path / "pool.json")
        weights = Pool.load(tmp_path / "pool.json").weights()
        assert weights == pool.weights()
        # Those that the scripts beat more often are drawn less.
        statues, chasers = pool.opponents
        assert (statues.win_rate > chasers.win_rate) == (weights["statues"] < weights["chasers"])
        batch.reset_with({"others": pool.others()})
        batch.reset(seed=2)
        shares = np.bincount(batch.drawn[:, 1], minlength=2) / 64
        assert shares[0] == pytest.approx(weights["statues"], abs=0.2)


def test_wrong_pools_are_refused(tmp_path):
    for options in ({"side": "top"}, {"weighting": "random"}, {"power": 0}, {"explore": 2}, {"decay": -1}):
        with pytest.raises(ValueError, match=next(iter(options))):
            Pool(**options)
    pool = Pool()
    with pytest.raises(ValueError, match="no opponents"):
        pool.others()
    pool.add({"type": "scripts"}, "scripts")
    with pytest.raises(ValueError, match="another opponent"):
        pool.add({"type": "scripts"}, "scripts")
    with pytest.raises(ValueError, match="no opponent 'x'"):
        pool.remove("x")
    wrong = tmp_path / "pool.json"
    for text, reason in (("{", "not JSON"), ("[]", "not a document"), ('{"format": "rcss-pool", "version": 1}', "missing")):
        wrong.write_text(text)
        with pytest.raises(ValueError, match=f"pool.json: .*{reason}"):
            Pool.load(wrong)
