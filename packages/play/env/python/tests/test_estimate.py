"""Commands that are estimated from game logs, against those that were sent."""

import numpy as np
import pytest

import rcss
from rcss._read_log import read_tracking
from rcss.dataset._estimate import COMMANDS, estimate_commands


def play_and_read(tmp_path, scenario, numbers, **options):
    """Send `numbers` (steps × fields) as low-level actions of the first player; returns log and parameters of the game log."""
    with rcss.make_batch(scenario, action="low-level", agents="first", auto_reset="none", record=True, horizon=200, **options) as batch:
        batch.reset(seed=3)
        for row in numbers:
            batch.actions[0, 0, : len(row)] = row
            batch.step()
        path = tmp_path / "match.rcg"
        batch.save_log(path)
    return read_tracking(path)


def test_dashes_and_turns_of_a_log_are_those_that_were_sent(tmp_path):
    draws = np.random.default_rng(2)
    kinds = draws.integers(0, 3, 150)
    power, direction = draws.uniform(0.2, 0.6, 150), draws.uniform(-1, 1, 150)
    log, parameters = play_and_read(tmp_path, "approach-ball", np.stack([kinds, power, direction], axis=1))
    for has_counts in (True, False):
        if not has_counts:
            # As logs of versions without counts.
            log = {name: np.full(len(values), np.nan) if name.startswith("l1_") and name.endswith(("s", "es")) and "_v" not in name else values for name, values in log.items()}
            assert np.isnan(log["l1_dashes"]).all()
        found = estimate_commands(log, "l1", parameters)
        # The first show is the state before the first command.
        sent = kinds[: len(found["command"])]
        command = found["command"].astype(int)
        if has_counts:
            assert (command == sent).all() and (found["certainty"] == 1).all()
        else:
            assert (command == sent).mean() > 0.9 and found["certainty"].mean() > 0.9
        right = command == sent
        for kind, name, truth, step in (
            ("dash", "power", 100 * power, 0),
            ("dash", "direction", 180 * direction, 0.5),
            ("turn", "direction", 180 * direction, 0),
        ):
            rows = right & (sent == COMMANDS.index(kind))
            assert rows.sum() > 20
            error = found[name][rows] - truth[: len(rows)][rows]
            if name == "direction":
                error = (error + 180) % 360 - 180
            # The noise is uniform: at most 1.73 of its deviations in each direction. Directions of dashes are rounded to degrees.
            deviations = (np.abs(error) - step).clip(0) / found[f"{name}_deviation"][rows]
            assert np.median(deviations) < 1.1 and np.quantile(deviations, 0.97) < 3
            assert np.isfinite(deviations).all()


def test_kicks_of_a_log_are_those_that_were_sent(tmp_path):
    draws = np.random.default_rng(4)
    deviations = []
    for _ in range(8):
        power, direction = draws.uniform(-0.6, -0.1), draws.uniform(-1, 1)
        kick = [3, (power + 1) / 2, direction]
        log, parameters = play_and_read(tmp_path, "front-goal-1v0", [kick, [0, 0, 0]])
        found = estimate_commands(log, "l1", parameters)
        assert COMMANDS[int(found["command"][0])] == "kick" and found["certainty"][0] == 1
        error = (found["direction"][0] - 180 * direction + 180) % 360 - 180
        deviations.append(abs(error) / found["direction_deviation"][0])
        deviations.append(abs(found["power"][0] - 50 * (power + 1)) / found["power_deviation"][0])
        assert COMMANDS[int(found["command"][1])] == "none"
    assert max(deviations) < 4 and np.median(deviations) < 1.2


def test_a_log_that_is_none_is_an_error(tmp_path):
    path = tmp_path / "no.rcg"
    path.write_text("hello")
    with pytest.raises(rcss.LogError):
        read_tracking(path)
