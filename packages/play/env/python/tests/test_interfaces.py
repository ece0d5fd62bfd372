"""What Gymnasium and PettingZoo promise to their users beyond the suites of `test_env.py`."""

import copy
import multiprocessing
import os
import pickle
import sys
import threading

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test, parallel_api_test, render_test
from pettingzoo.utils import parallel_to_aec

import rcss
from rcss.registration import register_environments


def test_every_scenario_is_an_environment_of_gymnasium():
    listed = {scenario["name"] for scenario in rcss.scenarios()}
    register_environments()
    registered = {name for name in gymnasium.registry if name.startswith("rcss/")}
    assert registered == {f"rcss/{name}{form}-v0" for name in listed for form in ("", "-macro", "-discrete", "-hybrid")}
    env = gymnasium.make("rcss/1v1-keeper-v0", action="macro")
    assert env.spec.id == "rcss/1v1-keeper-v0"
    assert env.reset(seed=1)[0] in env.observation_space
    again = gymnasium.make(env.spec)
    assert np.array_equal(again.reset(seed=1)[0], env.reset(seed=1)[0])
    again.close()
    env.close()


def test_an_id_alone_has_discrete_actions():
    """Scripts such as those of CleanRL take an id and nothing else."""
    for form, kind in (("macro", gymnasium.spaces.Discrete), ("discrete", gymnasium.spaces.Discrete), ("hybrid", gymnasium.spaces.Box)):
        with gymnasium.make(f"rcss/1v1-keeper-{form}-v0") as env:
            assert isinstance(env.action_space, kind)
            env.reset(seed=1)
            assert env.step(env.action_space.sample())[0] in env.observation_space
    vector = gymnasium.make_vec("rcss/3v3-macro-v0", num_envs=2, vectorization_mode="vector_entry_point")
    assert vector.single_action_space == gymnasium.make("rcss/3v3-macro-v0").action_space
    vector.close()


@pytest.mark.parametrize("copied", [True, False])
def test_results_of_a_vector_are_copies_unless_they_are_not_wanted(copied):
    env = rcss.make_vec("3v3", num_envs=2, workers=2, action="macro", copy=copied)
    first, infos = env.reset(seed=1)
    before = first.copy()
    second, rewards, _, _, _ = env.step(np.zeros(env.num_envs, np.int64))
    assert np.array_equal(first, before) == copied
    assert not np.array_equal(second, before)
    for array, block in ((first, env.batch.observations), (rewards, env.batch.rewards), (infos["action_mask"], env.batch.action_masks)):
        assert np.shares_memory(array, block) != copied
    env.close()


def test_the_mask_can_be_a_part_of_the_observation():
    env = rcss.make("3v3", action="macro", mask_in="observation")
    observations, infos = env.reset(seed=1)
    for agent in env.agents:
        assert observations[agent] in env.observation_space(agent)
        assert np.array_equal(observations[agent]["action_mask"], infos[agent]["action_mask"])
    parallel_api_test(env, num_cycles=50)
    api_test(parallel_to_aec(env), num_cycles=50)
    env.close()
    with pytest.raises(ValueError, match="mask_in: 'observation' needs actions that are a list"):
        rcss.make("3v3", mask_in="observation")
    with pytest.raises(ValueError, match="mask_in: 'obs' is not"):
        rcss.make("3v3", action="macro", mask_in="obs")


def test_make_vec_has_one_row_for_each_match():
    env = gymnasium.make_vec("rcss/3v3-v0", num_envs=3, vectorization_mode="vector_entry_point", action="macro")
    assert env.spec.id == "rcss/3v3-v0"
    observations, _ = env.reset(seed=1)
    assert len(observations) == env.num_envs == 3
    env.close()


@pytest.mark.skipif(os.name == "nt", reason="starts a program")
def test_a_name_with_its_module_needs_no_import():
    import subprocess

    program = "import gymnasium; print(gymnasium.make('rcss:rcss/empty-goal-v0').spec.id)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert run.stdout.strip() == "rcss/empty-goal-v0", run.stderr


def test_without_a_seed_episodes_differ():
    starts = []
    for _ in range(2):
        for make in (rcss.make_single, rcss.make_vec, rcss.make_batch):
            with_batch = make("empty-goal")
            batch = getattr(with_batch, "batch", with_batch)
            batch.reset()
            starts.append(batch.observations.tobytes())
            batch.close()
    assert len(set(starts)) == len(starts)


@pytest.mark.parametrize("make", [rcss.make, rcss.make_single, rcss.make_vec])
def test_copies_are_new_environments_with_the_same_arguments(make):
    env = make("hfo-2v2", action="macro", seed=4)
    env.reset()
    for copy_of in (copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))):
        other = copy_of(env)
        assert other.batch is not env.batch
        first = other.reset()[0]
        expected = make("hfo-2v2", action="macro", seed=4)
        assert pickle.dumps(expected.reset()[0]) == pickle.dumps(first)
        expected.close()
        other.close()
    env.close()


def test_the_state_is_that_of_the_match():
    env = rcss.make("hfo-2v2", observation="sensors", agents="both")
    env.reset(seed=1)
    for _ in range(5):
        env.step({"left_1": [1, 1, 0, 0, 0]})
        state = env.state()
        assert env.state_space.contains(state)
        names = [field["name"] for field in env.batch.state_layout]
        scene = env.batch.scene()
        at = dict(zip(names, state))
        assert at["ball.x"] * 60 == pytest.approx(scene["ball"][0], abs=1e-4)
        right = next(player for player in scene["players"] if player["side"] == "r" and player["unum"] == 2)
        assert at["opponent.2.x"] * 60 == pytest.approx(right["x"], abs=1e-4)
        assert at["opponent.2.y"] * 60 == pytest.approx(right["y"], abs=1e-4)
    env.close()


def test_states_of_a_vector_are_in_infos():
    env = rcss.make_vec("hfo-2v2", num_envs=3, workers=2, state=True)
    _, infos = env.reset(seed=1)
    assert infos["state"].shape == (6, len(env.batch.state_layout))
    assert np.array_equal(infos["state"][0], infos["state"][1])
    assert not np.array_equal(infos["state"][0], infos["state"][2])
    env.close()


def test_terms_of_the_reward_add_up_to_it():
    weights = {"goal": 10.0, "cycle": -0.25, "approach-ball": 2.0}
    env = rcss.make("3v3", agents="both", reward=weights, reward_terms=True, action="discrete")
    env.reset(seed=1)
    names = env.batch.reward_names
    for step in range(40):
        _, rewards, _, _, infos = env.step({agent: 1 + (step + i) % 30 for i, agent in enumerate(env.agents)})
        for agent, info in infos.items():
            terms = dict(zip(names, info["reward_terms"]))
            assert sum(weights[name] * terms[name] for name in weights) == pytest.approx(rewards[agent], abs=1e-4)
            assert info["score"].tolist() == [0, 0]
    env.close()


def test_the_score_is_that_of_the_agents_team():
    with rcss.make_batch("empty-goal", num_envs=20, auto_reset="none") as batch:
        batch.reset(seed=1)
        for _ in range(200):
            batch.step_scripted()
        goals = batch.outcomes == batch.outcome_names.index("goal")
        assert goals.any()
        assert np.array_equal(batch.scores[:, 0], goals)
        assert not batch.scores[:, 1].any()
    env = rcss.make("goalie", reward_terms=True, agents="both")
    _, infos = env.reset(seed=1)
    env.batch.scores[0] = [2, 1]
    assert env._all_infos.row(0)["score"].tolist() == [2, 1]
    assert env._all_infos.row(1)["score"].tolist() == [1, 2]
    env.close()


def test_reset_changes_difficulty_reward_and_opponents_without_new_workers():
    env = rcss.make_single("3v3", action="macro", reward={"cycle": 1})
    env.reset(seed=1)
    pid = env.batch.worker_pids
    pool = [{"type": "script", "script": "idle", "name": "statues"}, {"type": "team", "team": "base", "weight": 3}]
    env.reset(seed=1, options={"reward": {"cycle": 5}, "difficulty": 0.5, "others": {"right": pool}})
    assert env.step(0)[1] == 5
    assert env.batch.worker_pids == pid
    assert env.batch.other_names["right"] == ["statues", "base"]
    env.reset(seed=1)
    assert env.step(0)[1] == 5
    with pytest.raises(ValueError, match="options: 'difficult' is not an option of reset; the options are difficulty, others, reward"):
        env.reset(options={"difficult": 1})
    with pytest.raises(ValueError, match="^difficulty: 2 is not a number from 0 to 1"):
        env.reset(options={"difficulty": 2})
    with pytest.raises(ValueError, match="reward: \"gaol\" is not one of"):
        env.reset(options={"reward": {"gaol": 1}})
    env.reset(seed=1)
    assert env.step(0)[1] == 5
    env.close()


def test_difficulty_changes_the_starts_as_in_a_new_environment():
    easy = rcss.make_vec("1v1-keeper", num_envs=5, workers=2, difficulty=0)
    env = rcss.make_vec("1v1-keeper", num_envs=5, workers=2)
    expected = easy.reset(seed=1)[0]
    assert not np.array_equal(env.reset(seed=1)[0], expected)
    assert np.array_equal(env.reset(seed=1, options={"difficulty": 0})[0], expected)
    easy.close()
    env.close()


def test_actions_as_tuple_and_dict_do_the_same_as_the_box():
    forms = {form: rcss.make_single("empty-goal", action_form=form) for form in ("box", "tuple", "dict")}
    for env in forms.values():
        env.reset(seed=1)
    assert isinstance(forms["tuple"].action_space[0], gymnasium.spaces.MultiDiscrete)
    assert set(forms["dict"].action_space.spaces) == {"command", "view", "parameters"}
    for command in (1, 2, 1, 0):
        parameters = np.array([0.5, 0.25, -0.5], np.float32)
        actions = {
            "box": np.array([command, *parameters, 2], np.float32),
            "tuple": (np.array([command, 2]), parameters),
            "dict": {"command": command, "view": 2, "parameters": parameters},
        }
        for form, action in actions.items():
            assert action in forms[form].action_space
        results = [forms[form].step(action)[0] for form, action in actions.items()]
        assert np.array_equal(results[0], results[1])
        assert np.array_equal(results[0], results[2])
    for env in forms.values():
        env.close()


def test_hybrid_actions_have_one_discrete_choice():
    env = rcss.make_vec("1v1-keeper", num_envs=3, agents="first", action="hybrid", action_form="tuple")
    assert isinstance(env.single_action_space[0], gymnasium.spaces.Discrete)
    env.reset(seed=1)
    env.action_space.seed(1)
    for _ in range(5):
        env.step(env.action_space.sample())
    env.close()


def test_commands_that_do_not_exist_are_refused():
    zeros = np.zeros(3, np.float32)
    env = rcss.make_single("empty-goal", action_form="tuple")
    env.reset(seed=1)
    for command in (99, 1.6, -1):
        with pytest.raises(ValueError, match=rf"action, command \(index 0\): {command} is not a choice from 0 to 7"):
            env.step(([command, 0], zeros))
    with pytest.raises(ValueError, match="action: .* does not fit; a tuple is needed, as in action_space"):
        env.step(5)
    env.close()
    env = rcss.make_single("empty-goal", action_form="dict")
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"action, view \(index 4\): 4 is not a choice from 0 to 3"):
        env.step({"command": 0, "view": 4, "parameters": zeros})
    with pytest.raises(ValueError, match="action: .* does not fit; a dict is needed"):
        env.step({"command": 0})
    env.close()
    env = rcss.make_single("empty-goal")
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"action, command \(index 0\): 99 is not a choice"):
        env.step([99, 0, 0, 0, 0])
    env.close()
    env = rcss.make_single("empty-goal", action="discrete")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="action: 1.6 is not a choice from 0 to 37"):
        env.step(1.6)
    env.close()
    with pytest.raises(ValueError, match="action_form: 'dict' needs actions with parameters"):
        rcss.make_single("empty-goal", action="discrete", action_form="dict")


def test_a_second_thread_is_refused_at_once():
    with rcss.make_batch("empty-goal") as batch:
        batch.reset(seed=1)
        inside, leave = threading.Event(), threading.Event()
        finish = batch._finish

        def slow_finish():
            inside.set()
            leave.wait()
            finish()

        batch._finish = slow_finish
        first = threading.Thread(target=batch.step)
        first.start()
        inside.wait()
        with pytest.raises(rcss.EngineError, match="another thread uses the environment"):
            batch.step()
        leave.set()
        first.join()
        batch._finish = finish
        batch.step()
        assert batch.cycles.tolist() == [2]


def _step_in_child(batch, answers):
    try:
        batch.step()
    except rcss.EngineError as error:
        answers.put(str(error))
    batch.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_an_environment_inherited_by_fork_is_refused_and_stays_usable_in_its_process():
    context = multiprocessing.get_context("fork")
    with rcss.make_batch("empty-goal") as batch:
        batch.reset(seed=1)
        answers = context.SimpleQueue()
        child = context.Process(target=_step_in_child, args=(batch, answers))
        child.start()
        assert f"the environment belongs to process {os.getpid()}" in answers.get()
        child.join()
        batch.step()
        assert batch.cycles.tolist() == [1]


def test_the_render_modes_of_pettingzoo():
    pytest.importorskip("pygame")
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    render_test(lambda render_mode=None: parallel_to_aec(rcss.make("3v3", render_mode=render_mode)))


def test_a_picture_as_text_shows_players_ball_and_score():
    env = rcss.make_single("1v1-keeper", render_mode="ansi")
    env.reset(seed=1)
    lines = env.render().split("\n")
    assert " 0:0 " in lines[0]
    field = "".join(lines[2:-1])
    assert field.count("1") == field.count("a") == field.count("o") == 1
    env.close()


@pytest.mark.parametrize(
    "auto_reset, mode", [("next-step", AutoresetMode.NEXT_STEP), ("same-step", AutoresetMode.SAME_STEP), ("none", AutoresetMode.DISABLED)]
)
def test_the_reset_of_a_vector_is_that_of_gymnasium(auto_reset, mode):
    env = rcss.make_vec("hfo-2v2", num_envs=3, auto_reset=auto_reset, horizon=3, action="macro")
    assert env.autoreset_mode == env.metadata["autoreset_mode"] == mode
    env.reset(seed=1)
    for _ in range(3):
        observations, _, terminated, truncated, infos = env.step(np.zeros(6, int))
    assert truncated.all() and not terminated.any()
    if auto_reset == "same-step":
        assert infos["_final_obs"].all()
        assert not np.array_equal(infos["final_obs"], observations)
        assert env.batch.cycles.tolist() == [0, 0, 0]
    elif auto_reset == "none":
        with pytest.raises(ValueError, match="selects some agents of a match"):
            env.reset(options={"reset_mask": np.array([True] + [False] * 5)})
        env.reset(options={"reset_mask": np.array([True, True] + [False] * 4)})
        assert env.batch.cycles.tolist() == [0, 3, 3]
    else:
        env.step(np.zeros(6, int))
        assert env.batch.cycles.tolist() == [0, 0, 0]
    env.close()


def test_a_vector_takes_a_seed_for_each_row():
    env = rcss.make_vec("1v1-keeper", num_envs=2, agents="first")
    first = env.reset(seed=[5, 6])[0].copy()
    second = env.reset(seed=[6, 5])[0]
    assert np.array_equal(first, second[::-1])
    with pytest.raises(ValueError, match="seed: 3 seeds for 2 rows"):
        env.reset(seed=[1, 2, 3])
    env.close()


def test_a_vector_takes_none_among_its_seeds_as_gymnasium_does():
    env = rcss.make_vec("3v3", num_envs=3, workers=2, agents="left")
    other = rcss.make_vec("3v3", num_envs=3, agents="left")
    for each in (env, other):
        each.reset(seed=4)
    # Three rows of each match.
    mixed = env.reset(seed=[1, None, None, None, None, None, None, 3, 3])[0].reshape(3, -1)
    following = other.reset()[0].reshape(3, -1).copy()
    seeded = other.reset(seed=[1, 1, 1, 2, 2, 2, 3, 3, 3])[0].reshape(3, -1)
    assert np.array_equal(mixed[1], following[1])
    assert np.array_equal(mixed[[0, 2]], seeded[[0, 2]])
    with pytest.raises(ValueError, match=r"seed\[1\]: 'x' is not a whole number from 0"):
        env.reset(seed=[None, "x", *[None] * 7])
    for each in (env, other):
        each.close()
    with rcss.make_batch("1v1", num_envs=3) as batch:
        batch.reset(seed=[1, None, 3])


@pytest.mark.parametrize("action", ["macro", "low-level"])
def test_a_step_of_pettingzoo_copies_the_rows_of_all_agents_at_once(action):
    env = rcss.make("keepaway-3v2", seed=1, action=action)
    env.reset(seed=1)
    actions = {agent: env.action_space(agent).sample() * 0 for agent in env.agents}
    observations, rewards, terminated, _, infos = env.step(actions)
    mask = "action_mask" if action == "macro" else "choice_mask"
    for rows in (list(observations.values()), [info[mask] for info in infos.values()]):
        assert all(row.base is rows[0].base is not None for row in rows)
    kept = {agent: (observations[agent].copy(), infos[agent][mask].copy()) for agent in env.agents}
    # Without actions all agents do nothing, as with action 0; the order of the agents does not matter.
    other = rcss.make("keepaway-3v2", seed=1, action=action)
    other.reset(seed=1)
    again = other.step({})
    for agent in env.agents:
        assert np.array_equal(again[0][agent], observations[agent]) and again[1][agent] == rewards[agent]
    env.step(dict(reversed(actions.items())))
    for agent, (row, choices) in kept.items():
        assert np.array_equal(observations[agent], row) and np.array_equal(infos[agent][mask], choices)
    last = env.agents[-1]
    with pytest.raises(ValueError, match=f"action of {last}"):
        env.step({**actions, last: 99 if action == "macro" else [1.0]})
    env.close()
    other.close()
