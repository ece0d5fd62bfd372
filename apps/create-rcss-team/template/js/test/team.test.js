import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLocalMatch, createLocalSpec } from '@rcss/agent/local';
import createTeam from '../src/team.js';

test('a player alone in front of the goal scores', async () => {
  const match = await createLocalMatch({
    left: { name: 'Own', create: createTeam },
    spec: createLocalSpec({
      seed: 1,
      initial: {
        playMode: 'play_on',
        ball: { position: { x: 40, y: 0 } },
        players: [{ side: 'left', unum: 11, position: { x: 38.5, y: 0 }, bodyAngle: 0 }],
      },
    }),
  });
  const { score, end } = match.run({ goals: 1, cycles: 120 });
  assert.equal(end.condition, 'goals', `no goal: ${end.message}`);
  assert.deepEqual(score, { left: 1, right: 0 });
  assert.deepEqual(match.complaints, []);
});
