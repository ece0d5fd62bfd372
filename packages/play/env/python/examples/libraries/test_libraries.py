"""The environments in the real learning libraries; `.ci/python-libraries.sh` installs them. A library that is missing is skipped."""

import json
import os
import subprocess
import sys
import warnings
from pathlib import Path

import gymnasium
import numpy as np
import pytest

import rcss

warnings.filterwarnings("ignore")


@pytest.mark.parametrize("options", [{"action": "macro"}, {"action": "low-level"}, {"action": "macro", "observation": "sensors"}])
@pytest.mark.parametrize("use_mask", [False, True])
@pytest.mark.parametrize("return_state", [False, True])
def test_torchrl_plays_a_match_of_pettingzoo(options, use_mask, return_state):
    pytest.importorskip("torchrl")
    from torchrl.envs.libs.pettingzoo import PettingZooWrapper
    from torchrl.envs.utils import check_env_specs

    match = rcss.make("keepaway-3v2", **options)
    env = PettingZooWrapper(match, use_mask=use_mask, return_state=return_state)
    check_env_specs(env)
    played = env.rollout(20)
    assert played["left", "observation"].shape[1:] == (3, len(match.batch.observation_layout))
    assert (("left", "action_mask") in played.keys(True)) == (options["action"] == "macro")
    assert ("state" in played.keys()) == return_state
    assert played["left", "info", "outcome"].max() == 0
    env.close()


def test_torchrl_plays_messages_as_one_choice():
    torch = pytest.importorskip("torch")
    from torchrl.envs.utils import check_env_specs

    from rcss.torchrl import BatchEnv

    env = BatchEnv("keepaway-3v2", num_envs=2, action={"type": "macro", "say": {"symbols": 3}}, observation={"hear": True}, joint=True, seed=1)
    check_env_specs(env)
    state = env.reset()
    choices = len(env.batch.choices)
    assert state["agents", "action_mask"].shape == (2, 3, 4 * choices)
    assert state["agents", "action_mask"][..., ::4].numpy().tolist() == (env.batch.action_masks != 0).tolist()
    state["agents", "action"] = torch.full((2, 3), 4 * 5 + 3)
    env.step(state)
    assert env.batch.actions[0, 0].tolist() == [5, 3]
    env.close()
    with pytest.raises(ValueError, match="joint: the actions have parameters"):
        BatchEnv("keepaway-3v2", action="low-level", joint=True)


@pytest.mark.parametrize("auto_reset", ["same-step", "none"])
@pytest.mark.parametrize("action", ["macro", "low-level"])
def test_torchrl_plays_a_vector(auto_reset, action):
    pytest.importorskip("torchrl")
    from torchrl.envs.libs.gym import GymWrapper
    from torchrl.envs.utils import check_env_specs

    env = GymWrapper(rcss.make_vec("1v1-keeper", num_envs=4, agents="first", action=action, auto_reset=auto_reset, horizon=10))
    check_env_specs(env)
    played = env.rollout(30, break_when_any_done=False)
    assert played.batch_size == (4, 30)
    assert played["next", "done"].sum() >= 4 * 3
    env.close()


@pytest.mark.parametrize("base_class", ["gymnasium", "stable_baselines3"])
@pytest.mark.parametrize("num_cpus", [0, 2])
def test_supersuit_makes_a_vector_of_copies(base_class, num_cpus):
    supersuit = pytest.importorskip("supersuit")
    if base_class == "stable_baselines3":
        pytest.importorskip("stable_baselines3")
    env = supersuit.pettingzoo_env_to_vec_env_v1(rcss.make("keepaway-3v2", action="macro"))
    env = supersuit.concat_vec_envs_v1(env, 2, num_cpus=num_cpus, base_class=base_class)
    assert env.num_envs == 6
    observations = env.reset(seed=1)[0] if base_class == "gymnasium" else env.reset()
    assert len(observations) == 6
    for _ in range(30):
        results = env.step(np.ones(6, np.int64))
    assert len(results[1]) == 6
    env.close()


@pytest.mark.parametrize("options", [{"action": "macro"}, {"action": "hybrid"}, {"action": "macro", "observation": "sensors"}])
def test_torchrl_plays_many_matches_in_one_environment(options):
    torch = pytest.importorskip("torch")
    pytest.importorskip("torchrl")
    from torchrl.envs.utils import check_env_specs

    from rcss.torchrl import BatchEnv

    env = BatchEnv("keepaway-3v2", num_envs=4, workers=2, seed=1, horizon=12, **options)
    check_env_specs(env)
    played = env.rollout(40, break_when_any_done=False)
    assert played.batch_size == (4, 40)
    # Ended matches start again, the others go on.
    assert played["next", "done"].sum() >= 4 * 3
    cycles = played["info", "cycles"][..., 0]
    ended = played["next", "done"][:, :-1, 0]
    assert (cycles[:, 1:][ended] == 0).all()
    assert torch.equal(cycles[:, 1:][~ended], cycles[:, :-1][~ended] + 1)
    env.close()


TALKING = [
    {"action": {"type": "macro", "say": {"symbols": 3}, "attentionTo": True}, "observation": {"hear": True}},
    {"action": {"type": "hybrid", "say": {"symbols": 2, "values": 2}, "pointTo": True}, "observation": {"type": "sensors", "hear": True, "pointTo": True}},
]


@pytest.mark.parametrize("options", TALKING)
def test_torchrl_plays_with_messages(options):
    pytest.importorskip("torchrl")
    from torchrl.envs.libs.pettingzoo import PettingZooWrapper
    from torchrl.envs.utils import check_env_specs

    from rcss.torchrl import BatchEnv

    for env in (
        PettingZooWrapper(rcss.make("keepaway-3v2", **options)),
        BatchEnv("keepaway-3v2", num_envs=4, workers=2, seed=1, horizon=30, **options),
    ):
        check_env_specs(env)
        played = env.rollout(30, break_when_any_done=False)
        group = "left" if isinstance(env, PettingZooWrapper) else "agents"
        batch = env.batch if isinstance(env, BatchEnv) else env._env.batch
        age = [field["name"] for field in batch.observation_layout].index("hear.1.age")
        # Random agents say something in most cycles.
        assert (played["next", group, "observation"][..., age] == 0).float().mean() > 0.5
        env.close()


def test_maskable_ppo_learns_with_messages():
    pytest.importorskip("sb3_contrib")
    from sb3_contrib import MaskablePPO
    from rcss.sb3 import VecEnv

    env = VecEnv("keepaway-3v2", num_envs=4, seed=1, agents="left", **TALKING[0])
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=64, seed=1, device="cpu")
    model.learn(512)
    assert model.num_timesteps >= 512
    env.close()


@pytest.mark.parametrize("algorithm", ["ippo", "mappo", "qmix"])
def test_benchmarl_runs_a_task_of_the_suite(algorithm, tmp_path):
    pytest.importorskip("benchmarl")
    from rcss.bench import load_suite, read_runs

    command = ["run", "--out", str(tmp_path), "--tasks", "front-goal-2v1", "--algorithms", algorithm, "--seeds", "1", "--frames", "4096", "--episodes", "16"]
    run = subprocess.run([sys.executable, "-m", "rcss.bench", *command], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    (result,) = read_runs(tmp_path)
    assert result.budget >= 4096
    assert len(result.points) >= 2 and result.points[-1].frames == result.budget
    # The policy document plays in the engine.
    policy = json.loads((tmp_path / "policies" / "front-goal-2v1" / f"{algorithm}-1.json").read_text())
    controllers = {"left": {"type": "policy", "policy": policy}}
    with rcss.make_batch("front-goal-2v1", 16, agents="right", others=controllers, auto_reset="none") as batch:
        batch.reset(1)
        while not (batch.outcomes > 0).all():
            batch.step_scripted()
        ended = np.bincount(batch.outcomes)
    assert ended[0] == 0 and load_suite().task("front-goal-2v1").budget > 4096


def test_stable_baselines_gets_terminal_observations_and_time_limits():
    pytest.importorskip("stable_baselines3")
    from rcss.sb3 import VecEnv

    # One match ends by a goal or a ball outside, the other one by its horizon.
    env = VecEnv("empty-goal", num_envs=8, workers=2, seed=1, horizon=60, action="macro")
    alone = rcss.make_batch("empty-goal", num_envs=8, seed=1, horizon=60, action="macro", auto_reset="none", agents="first")
    env.reset()
    alone.reset()
    choices = env.batch.choices
    ends = []
    for _ in range(60):
        masks = env.action_masks()
        actions = np.where(masks[:, choices.index("shoot")], choices.index("shoot"), choices.index("go to ball"))
        actions[4:] = 0
        running = alone.outcomes == 0
        alone.actions[:, 0, 0] = actions
        alone.step()
        observations, rewards, dones, infos = env.step(actions)
        assert np.array_equal(dones[running], (alone.outcomes != 0)[running])
        for row in np.flatnonzero(dones & running):
            assert np.array_equal(infos[row]["terminal_observation"], alone.observations[row, 0])
            assert not np.array_equal(infos[row]["terminal_observation"], observations[row])
            assert infos[row]["TimeLimit.truncated"] == (alone.truncated[row] != 0)
            ends.append(infos[row]["TimeLimit.truncated"])
    assert {True, False} == set(ends)
    env.close()
    alone.close()


def test_stable_baselines_passes_its_checks_and_learns_with_masks():
    pytest.importorskip("sb3_contrib")
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.utils import is_masking_supported
    from stable_baselines3.common.env_checker import check_env
    from rcss.sb3 import VecEnv

    check_env(rcss.make_single("1v1-keeper", action="macro", render_mode="rgb_array"))
    env = VecEnv("empty-goal", num_envs=8, seed=1, action="discrete")
    assert is_masking_supported(env)
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=64, seed=1, device="cpu")
    model.learn(512)
    assert model.num_timesteps >= 512
    env.seed(5)
    first = env.reset()
    env.seed(5)
    assert np.array_equal(env.reset(), first)
    env.set_options({"difficulty": 0})
    env.reset()
    env.close()


def test_gymnasium_records_a_video(tmp_path):
    pytest.importorskip("moviepy")
    from gymnasium.wrappers import RecordVideo

    env = RecordVideo(gymnasium.make("rcss/1v1-keeper-v0", render_mode="rgb_array", horizon=15), str(tmp_path))
    env.reset(seed=1)
    for _ in range(15):
        env.step(env.action_space.sample())
    env.close()
    videos = list(tmp_path.glob("*.mp4"))
    assert len(videos) == 1
    assert videos[0].stat().st_size > 1000


@pytest.mark.parametrize(
    "name, library",
    [
        ("benchmarl_mappo", "benchmarl"),
        ("cleanrl_ppo", "torch"),
        ("rllib_ppo", "ray"),
        ("sb3_ppo", "sb3_contrib"),
        ("sb3_self_play", "sb3_contrib"),
    ],
)
def test_the_examples_run(name, library, tmp_path):
    pytest.importorskip(library)
    example = Path(__file__).with_name(f"{name}.py")
    run = subprocess.run([sys.executable, str(example), "2048"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert int(run.stdout.strip().splitlines()[-1].split()[0]) >= 2048


def test_self_play_with_stable_baselines_goes_on(tmp_path):
    pytest.importorskip("sb3_contrib")
    from rcss.self_play import Pool

    example = Path(__file__).with_name("sb3_self_play.py")
    command = [sys.executable, str(example), "49152", str(tmp_path)]
    first = subprocess.run(command, capture_output=True, text=True, check=False)
    assert first.returncode == 0, first.stderr
    pool = Pool.load(tmp_path / "pool.json")
    assert len(pool.opponents) == 5
    # Former policies have played, and the weights follow the results.
    assert sum(opponent.episodes for opponent in pool.opponents[1:]) > 0
    by_rate = sorted(pool.opponents, key=lambda opponent: opponent.win_rate)
    assert pool.weights()[by_rate[0].name] >= pool.weights()[by_rate[-1].name]
    # An interrupted run: the last generation is missing.
    pool.remove("generation 4")
    pool.save(tmp_path / "pool.json")
    again = subprocess.run(command, capture_output=True, text=True, check=False)
    assert again.returncode == 0, again.stderr
    assert "12288 steps, 5 opponents" in again.stdout


def test_hydra_starts_the_learners_of_the_benchmark_by_submitit(tmp_path):
    pytest.importorskip("benchmarl")
    pytest.importorskip("hydra_plugins.hydra_submitit_launcher")
    from rcss.bench import read_runs

    options = ["task=front-goal-1v1", "algorithm=ippo,mappo", "frames=2048", "episodes=8"]
    command = [sys.executable, str(Path(__file__).with_name("benchmarl_hydra.py")), "--multirun", "hydra/launcher=submitit_local", *options]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert [result.algorithm for result in read_runs(tmp_path / "results")] == ["ippo", "mappo"]


def test_training_on_a_cluster_goes_on_without_a_node(tmp_path):
    pytest.importorskip("ray.rllib")
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 2})
    try:
        other = cluster.add_node(num_cpus=1)
        command = [sys.executable, str(Path(__file__).with_name("rllib_cluster.py")), "3000", "2"]
        environment = {**os.environ, "RAY_ADDRESS": cluster.address}
        with subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None and "2 runners" in next(line for line in process.stdout if " steps, " in line)
            cluster.remove_node(other, allow_graceful=False)
            lines = process.stdout.readlines()
        assert process.returncode == 0
        assert int([line for line in lines if " steps, " in line][-1].split()[0]) >= 3000
    finally:
        cluster.shutdown()
