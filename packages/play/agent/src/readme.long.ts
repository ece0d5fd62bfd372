import { expect, it } from 'vitest';
import createTeam from '../examples/first-team.js';
import createChasers from './entries/chasers.js';
import { createLocalMatch, createLocalSpec } from './local/local-match.js';

it('the team of the README beats the small agents by ten goals and more, on both sides', async () => {
  for (const [seed, isSwapped] of [
    [1, false],
    [2, true],
    [3, false],
  ] as const) {
    const own = { name: 'Alpha', create: createTeam };
    const other = { name: 'Beta', create: createChasers };
    const match = await createLocalMatch({
      left: isSwapped ? other : own,
      right: isSwapped ? own : other,
      spec: createLocalSpec({ seed, server: { nr_extra_halfs: 0, penalty_shoot_outs: false } }),
    });
    const { score } = match.run();
    const difference = (score.left - score.right) * (isSwapped ? -1 : 1);
    expect(difference, `seed ${seed}: ${score.left}-${score.right}`).toBeGreaterThanOrEqual(10);
    expect(match.complaints).toEqual([]);
  }
});
