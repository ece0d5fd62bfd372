"""The mask of the choices in tianshou, whose wrapper reads it from the observation."""

import numpy as np
from pettingzoo.utils import parallel_to_aec
from tianshou.env.pettingzoo_env import PettingZooEnv

import rcss


def test_tianshou_reads_the_mask_of_each_agent():
    match = rcss.make("hfo-2v2", action="macro", mask_in="observation")
    env = PettingZooEnv(parallel_to_aec(match))
    seen, _ = env.reset(seed=1)
    refused = 0
    for _ in range(40):
        mask = np.array(seen["mask"])
        number = match.possible_agents.index(seen["agent_id"])
        assert np.array_equal(mask, match.batch.action_masks[0, number] != 0)
        refused += (~mask).sum()
        seen, _, terminated, truncated, _ = env.step(int(np.flatnonzero(mask)[-1]))
        if terminated or truncated:
            seen, _ = env.reset()
    assert refused > 0
    env.close()
