"""Environments of one match share an engine."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading

import numpy as np
import pytest

import rcss
from rcss._blocks import shared_folder

pytestmark = pytest.mark.skipif(shared_folder() is None, reason="needs shared memory")


def make(seed: int = 1, **options: object) -> rcss.Batch:
    return rcss.Batch("1v1", seed=seed, action="discrete", **options)  # type: ignore[arg-type]


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_further_environments_have_one_engine_and_play_as_alone():
    with rcss.Batch("1v1", num_envs=2, workers=2, seed=5, action="discrete") as reference:
        reference.reset(7)
        batches = [make() for _ in range(6)]
        try:
            engines = [batch.worker_pids[0] for batch in batches]
            assert engines[0] != engines[1]
            assert len(set(engines[1:])) == 1
            for batch in batches:
                batch.reset(7)
            for step in range(30):
                reference.actions[:] = step % 3
                reference.step()
                for batch in batches:
                    batch.actions[:] = step % 3
                    batch.step()
                    np.testing.assert_array_equal(batch.observations[0], reference.observations[0])
        finally:
            for batch in batches:
                batch.close()
        assert not is_alive(engines[1])


def test_answers_reach_the_environment_that_asked():
    with make(), make() as a, make() as b:
        assert a.worker_pids == b.worker_pids
        a.reset(1)
        b.reset(1)
        a.actions[:], b.actions[:] = 1, 5
        for _ in range(10):
            a.step_async()
            b.step_async()
            b.step_wait()
            a.step_wait()
        assert not np.array_equal(a.observations, b.observations)
        state = a.save(0)
        b.restore(0, state)
        np.testing.assert_array_equal(a.observations, b.observations)
        assert a.scene()["time"] == b.scene()["time"]


def test_an_error_of_one_environment_does_not_reach_another():
    with make(), make() as a, make() as b:
        a.reset()
        b.reset()
        a.actions[:] = 1000
        with pytest.raises(rcss.ActionError, match="is not a choice"):
            a.step()
        b.step()
        with pytest.raises(ValueError, match="scenario"):
            rcss.Batch("nothing")
        b.step()
        a.actions[:] = 0
        a.step()


def test_a_closed_environment_leaves_the_engine_to_the_others():
    with make(), make() as a:
        b = make()
        a.reset(3)
        b.reset(3)
        b.close()
        for _ in range(5):
            a.step()
        with make() as c:
            assert c.worker_pids == a.worker_pids
            c.reset(3)
            c.step()


def test_teams_and_several_matches_have_processes_of_their_own():
    team = {"right": {"type": "team", "team": "chasers"}}
    with make(), make() as shared, make(others=team) as teams, make(num_envs=2) as several, make(transport="pipe") as pipe:
        pids = {batch.worker_pids[0] for batch in (shared, teams, several, pipe)}
        assert len(pids) == 4


def test_after_the_end_of_the_engine_reset_starts_it_anew():
    with make(), make() as a, make() as b:
        a.reset(1)
        b.reset(1)
        os.kill(a.worker_pids[0], signal.SIGKILL)
        for batch in (a, b):
            with pytest.raises(rcss.WorkerCrashedError):
                for _ in range(3):
                    batch.step()
        a.reset(4)
        b.reset(4)
        assert a.worker_pids == b.worker_pids
        for batch in (a, b):
            batch.actions[:] = 1
            batch.step()
        np.testing.assert_array_equal(a.observations, b.observations)


def test_threads_take_turns():
    with make(), make() as a, make() as b:
        errors: list[BaseException] = []

        def play(batch: rcss.Batch) -> None:
            try:
                batch.reset(2)
                for _ in range(100):
                    batch.actions[:] = 1
                    batch.step()
            except BaseException as error:  # noqa: BLE001
                errors.append(error)

        threads = [threading.Thread(target=play, args=(batch,)) for batch in (a, b)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert errors == []
        np.testing.assert_array_equal(a.observations, b.observations)


def _play_in_child(queue: multiprocessing.Queue[object]) -> None:
    with make() as a, make() as b:
        a.reset(9)
        b.reset(9)
        queue.put((a.worker_pids, b.worker_pids, b.observations.copy()))


@pytest.mark.skipif(sys.platform != "linux", reason="needs fork")
def test_a_forked_process_has_engines_of_its_own_and_those_of_its_parent_go_on():
    context = multiprocessing.get_context("fork")
    with make(), make() as a:
        a.reset(9)
        queue = context.Queue()
        child = context.Process(target=_play_in_child, args=(queue,))
        child.start()
        first, second, observations = queue.get(timeout=60)
        child.join()
        assert child.exitcode == 0
        assert a.worker_pids not in (first, second)
        np.testing.assert_array_equal(observations, a.observations)
        a.step()
