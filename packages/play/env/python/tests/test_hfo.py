"""The drop-in module of half-field offense."""

import subprocess
import sys

import numpy as np
import pytest

from rcss import hfo


@pytest.fixture
def settings():
    before = dict(vars(hfo.settings))
    yield hfo.settings
    vars(hfo.settings).update(before)


def connect(**options):
    env = hfo.HFOEnvironment()
    env.connectToServer(**options)
    return env


def test_the_state_has_the_features_of_2019(settings):
    settings.offense_npcs, settings.defense_npcs, settings.seed = 1, 2, 1
    high = connect(feature_set=hfo.HIGH_LEVEL_FEATURE_SET, team_name="base_left")
    assert high.getStateSize() == 12 + 6 * 1 + 3 * 2 == len(high.getState())
    assert (high.getUnum(), high.getNumTeammates(), high.getNumOpponents()) == (1, 1, 2)
    low = connect(feature_set=hfo.LOW_LEVEL_FEATURE_SET)
    assert low.getStateSize() == 59 + 9 * 1 + 9 * 2
    high.close()
    low.close()


def test_an_agent_scores_in_the_empty_goal(settings):
    settings.seed, settings.trials, settings.fullstate = 1, 5, True
    env = connect(feature_set=hfo.HIGH_LEVEL_FEATURE_SET)
    ends = []
    status = hfo.IN_GAME
    while status != hfo.SERVER_DOWN:
        state = env.getState()
        if state[5] == 1:
            env.act(hfo.SHOOT if state[6] < -0.4 else hfo.DRIBBLE)
        else:
            env.act(hfo.GO_TO_BALL)
        status = env.step()
        if status not in (hfo.IN_GAME, hfo.SERVER_DOWN):
            ends.append(env.statusToString(status))
    env.close()
    assert len(ends) == 5
    assert ends.count("Goal") >= 3


def test_players_out_of_sight_are_invalid(settings):
    settings.offense_npcs, settings.defense_npcs, settings.seed = 2, 3, 4
    env = connect(feature_set=hfo.HIGH_LEVEL_FEATURE_SET)
    places = [env.getState()[12 + 12 - 2 :]]
    for _ in range(60):
        env.act(hfo.TURN, 40)
        env.step()
        places.append(env.getState())
    opponents = np.array([place[10 + 6 * 2 : 10 + 6 * 2 + 9] for place in places[1:]])
    assert (opponents == -2).any()
    assert (opponents != -2).any()
    # A player is known as a whole or not at all.
    assert ((opponents == -2).reshape(-1, 3, 3).sum(axis=2) % 3 == 0).all()
    settings.fullstate = True
    full = connect(feature_set=hfo.HIGH_LEVEL_FEATURE_SET)
    assert (full.getState()[22:31] != -2).all()
    env.close()
    full.close()


def test_parameters_are_checked(settings):
    env = connect(feature_set=hfo.HIGH_LEVEL_FEATURE_SET)
    with pytest.raises(ValueError, match="Dash has 2 parameters, and 1 are given"):
        env.act(hfo.DASH, 100)
    with pytest.raises(ValueError, match="not an action from 0 to 19"):
        env.act(77)
    env.act(hfo.PASS, 3)
    env.step()
    assert env.actionStatusToString(env.getLastActionStatus(hfo.PASS)) == "Bad"
    env.act(hfo.DASH, 100, 0)
    env.step()
    assert env.actionStatusToString(env.getLastActionStatus(hfo.DASH)) == "MaybeOK"
    env.close()
    settings.defense_npcs = 9
    with pytest.raises(ValueError, match="1 against 9 is not one of 1v0, 1v1"):
        connect()
    with pytest.raises(RuntimeError, match="connectToServer"):
        hfo.HFOEnvironment().getState()


def test_the_player_on_the_ball(settings):
    settings.fullstate, settings.seed = True, 1
    env = connect(feature_set=hfo.HIGH_LEVEL_FEATURE_SET)
    while env.getState()[5] != 1:
        env.act(hfo.GO_TO_BALL)
        env.step()
    assert env.playerOnBall() == hfo.Player(hfo.LEFT, 1)
    env.close()


def test_a_defender_is_on_the_right(settings):
    settings.defense_npcs, settings.offense_npcs, settings.offense_agents = 1, 2, 0
    settings.defense_agents = 1
    env = connect(feature_set=hfo.HIGH_LEVEL_FEATURE_SET, team_name="base_right")
    assert (env.getUnum(), env.getNumTeammates(), env.getNumOpponents()) == (2, 1, 2)
    env.close()


def test_a_script_with_import_hfo_runs_without_a_change(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import sys\n"
        "from hfo import *\n"
        "env = HFOEnvironment()\n"
        "env.connectToServer(HIGH_LEVEL_FEATURE_SET, 'bin/teams/base/config/formations-dt', 6000, 'localhost', 'base_left', False)\n"
        "status = IN_GAME\n"
        "while status != SERVER_DOWN:\n"
        "    env.act(SHOOT if env.getState()[5] == 1 else GO_TO_BALL)\n"
        "    status = env.step()\n"
        "    if status not in (IN_GAME, SERVER_DOWN): print(env.statusToString(status))\n"
        "env.act(QUIT)\n"
        "print(sys.argv[1:])\n"
    )
    command = [sys.executable, "-m", "rcss.hfo", "--trials", "3", "--defense-npcs", "1", "--seed", "1", str(script), "--port", "6000"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    *ends, options = run.stdout.strip().splitlines()
    assert len(ends) == 3 and set(ends) <= set(hfo.STATUS_STRINGS.values())
    assert options == "['--port', '6000']"
